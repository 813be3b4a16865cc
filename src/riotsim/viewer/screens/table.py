"""A game at the table, without its pictures: what the host tells, what a person decides, and what the panels show."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Protocol

from riotsim.play.offers import Offer
from riotsim.play.requests import BossId, Request
from riotsim.replay.recording import Seat
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.carry import CarryInteraction
from riotsim.viewer.input.interactions.choose import ChooseInteraction
from riotsim.viewer.input.interactions.dispatch import interaction_for
from riotsim.viewer.input.interactions.interaction import Interaction, Pointer, TableOverlay
from riotsim.viewer.input.interactions.path import PathInteraction
from riotsim.viewer.input.interactions.place import PlaceInteraction
from riotsim.viewer.input.interactions.stack import StackInteraction
from riotsim.viewer.input.interactions.target_throw import TargetThrowInteraction
from riotsim.viewer.input.interactions.throw import ThrowInteraction
from riotsim.viewer.playback.live import LivePlayback
from riotsim.viewer.playback.pace import Pace
from riotsim.viewer.scene.marks import Ghost
from riotsim.viewer.screens.game_models import GameRecord
from riotsim.viewer.screens.measuring import Ruler, reach_marks
from riotsim.viewer.screens.notices import Notices
from riotsim.viewer.screens.secret_choice import SecretChoice, is_secret_choice
from riotsim.viewer.screens.table_model import extra_choices, game_model, take_extra_choice
from riotsim.viewer.session import messages
from riotsim.viewer.session.messages import Answer, FromHost, Question, ToHost
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui import commands as wishes
from riotsim.viewer.ui import models

NUDGE = 4.0
"""How far an arrow key moves what is aimed (mm)."""


class HostLink(Protocol):
    """The window's end of a host."""

    def take(self) -> Iterator[FromHost]:
        """Give what has come, without waiting."""

    def send(self, message: ToHost) -> None:
        """Send a message."""

    def close(self) -> None:
        """Leave the game."""


class TableScreen:
    """Drives one game: time, the host, the open decisions and the panels' wishes."""

    def __init__(self, link: HostLink, settings: Settings, clock: Callable[[], float] = time.perf_counter) -> None:
        self.link = link
        self.clock = clock
        self.settings = settings
        self.playback = LivePlayback(Pace(settings.speed, slow_motion=settings.slow_motion))
        self.decision: Interaction | None = None
        """What the mouse decides just now."""
        self.secret: SecretChoice | None = None
        self.lit: tuple[PieceId, ...] = ()
        """What a panel has lit up in this frame."""
        self.pointer: Pointer | None = None
        self.aside = False
        """Whether the mouse is elsewhere than over the table: the window says so in each frame."""
        self._aims_by_keys = False
        self.ruler = Ruler()
        self.menu = self.options_open = self.show_dice = False
        self.told = ""
        """A refusal, beside the mouse, until the pointer goes elsewhere."""
        self.focus: tuple[PieceId, ...] = ()
        """What the camera is asked to turn to, once."""
        self.notices = Notices()
        self.record = GameRecord()
        self.boss: BossId | None = None
        """Who is asked at the table; in a fight nobody is."""
        self._asked: Question | None = None
        self._hands = settings.hands
        """As the decision was made for."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The bosses."""
        return () if self.playback.opened is None else self.playback.opened.seats

    @property
    def table(self) -> Table | None:
        """The table as it is shown."""
        return self.playback.showing.table

    # Time.

    def advance(self, seconds: float) -> None:
        """Let time pass: take what the host sends, play it, and tell the host what it waits for."""
        for message in self.link.take():
            self.playback.take(message)
        self.playback.pace.speed = self.settings.speed
        self.playback.pace.slow_motion = self.settings.slow_motion
        self.playback.advance(seconds)
        for word in self.playback.words():
            self.link.send(word)
        if self.playback.showing.refusal:
            self.told, self.playback.showing.refusal = self.playback.showing.refusal, ""
        self._look_at_what_is_asked()
        self._drag(seconds)
        self._count(seconds)
        self.notices.go_on(self.playback.showing.notices, seconds)
        self.lit = ()

    def _look_at_what_is_asked(self) -> None:
        asked = self.playback.showing.asked
        dragging = isinstance(self.decision, CarryInteraction) and self.decision.held
        if asked is self._asked and (self._hands == self.settings.hands or dragging):
            return
        self._asked, self.decision, self.boss, self._hands = asked, None, None, self.settings.hands
        if asked is None:
            return
        if is_secret_choice(asked):
            if self.secret is None:
                self.secret = SecretChoice(asked)
            elif not self.secret.is_same_round(asked) and self.secret.given:
                self._asked = None  # the next round: once this one has been looked at
            return
        self.secret = None
        request = asked.requests[0]
        self.boss = request.boss
        if self.table is not None:
            self.decision = interaction_for(request, asked, self.offers(request), self.table, hands=self.settings.hands)
            if self.pointer is not None:
                self.decision.moved(self.pointer)

    def _drag(self, seconds: float) -> None:
        """Send on how a model is dragged; time goes on while the mouse rests."""
        dragging = self.decision
        if not isinstance(dragging, CarryInteraction) or not dragging.began or self._asked is None:
            return
        if self.pointer is not None and dragging.held:
            self.pointer = replace(self.pointer, seconds=max(self.pointer.seconds + seconds, self.clock()))
            dragging.moved(self.pointer)
        if samples := dragging.samples():
            self.link.send(messages.DragSamples(dragging.request.boss, samples, self._asked.number))
        if self.playback.fell or dragging.full:
            dragging.finish()
        if not dragging.held:
            self._send(messages.DragReleased(dragging.request.boss))

    def _count(self, seconds: float) -> None:
        """Count a fight's 3, 2, 1, and send what was chosen."""
        if self.secret is None:
            return
        for answer in self.secret.count_on(seconds):
            self._send(answer)
        if self.secret.over:
            self.secret = None

    # What is asked.

    def offers(self, request: Request[object]) -> tuple[Offer, ...]:
        """Give what is offered for a request."""
        if self._asked is None:
            return ()
        place = self._asked.requests.index(request)
        return self._asked.offers[place] if place < len(self._asked.offers) else ()

    def _request(self) -> Request[object] | None:
        """What the one whose turn it is to decide is asked."""
        if self._asked is None or self.boss is None:
            return None
        return next(one for one in self._asked.requests if one.boss == self.boss)

    def give(self, value: object | None) -> None:
        """Answer what is asked; None says nothing."""
        request = self._request()
        if value is None or request is None or self._asked is None:
            return
        if (why_not := request.refusal(value)) is not None:
            self.told = why_not
            return
        self.told = ""
        self._send(Answer(request.boss, value, self._asked.number))

    def _send(self, word: ToHost) -> None:
        self.link.send(word)
        self.playback.sent(word)
        self._asked = self.decision = None  # should it be refused, the same is asked anew

    # The mouse on the table.

    def moved(self, pointer: Pointer) -> None:
        """The pointer is elsewhere on the table."""
        if self.told and self.pointer is not None and pointer.at != self.pointer.at:
            self.told = ""
        self.pointer, self._aims_by_keys = pointer, False
        if self.decision is not None:
            self.decision.moved(pointer)

    def pressed(self, pointer: Pointer) -> bool:
        """The button went down on the table; tells whether the decision has use for it."""
        self.pointer = pointer
        if self.decision is None:
            return False
        self.give(self.decision.pressed(pointer))
        return True

    def released(self, pointer: Pointer) -> None:
        """The button went up."""
        self.pointer = pointer
        if isinstance(self.decision, CarryInteraction):
            self.decision.released(pointer)  # the host knows the drag, and takes it for the answer
        elif (interaction := self.decision) is not None:
            value = interaction.released(pointer)
            if value is None and (seen := interaction.shown()).refused:
                self.told = seen.hint
            self.give(value)

    def nudged(self, right: float, away: float) -> None:
        """An arrow key: what is aimed or put goes so many steps."""
        if self.decision is None or self.table is None:
            return
        at = self.table.middle if self.pointer is None else self.pointer.at
        seconds = 0.0 if self.pointer is None else self.pointer.seconds
        self.moved(Pointer((at[0] + right * NUDGE, at[1] + away * NUDGE), None, seconds))
        self._aims_by_keys = True

    def confirm(self) -> None:
        """The key that does what is prepared: what is looked at, or what is under the pointer, or the plain way."""
        match self.decision:
            case None:
                return
            case ChooseInteraction(looked_at=Offer() as looked):
                self.give(looked.answer)
            case PathInteraction() as running:
                self.give(running.answer() or running.plain())
            case PlaceInteraction() as placing if self.pointer is not None:
                self.give(placing.released(self.pointer))
            case ThrowInteraction() | TargetThrowInteraction() as throwing if self.pointer is not None:
                self.give(throwing.at(self.pointer.at))
            case interaction:
                self.give(interaction.plain())

    def next(self, by: int = 1) -> None:
        """The key that looks at the next thing that is open."""
        if isinstance(self.decision, PlaceInteraction):
            self.decision.next(by)
        if isinstance(self.decision, ChooseInteraction | PathInteraction):
            self.decision.next(by)
            looked = self.decision.looked_at
            if looked is not None and looked.piece is not None:
                self.focus = (looked.piece,)

    def choose(self, place: int) -> None:
        """A numbered key, or a button."""
        request = self._request()
        if request is None:
            return
        offers = self.offers(request)
        if place < len(offers):
            self.give(offers[place].answer)
        elif self.decision is not None:
            more = self.more(request)
            if place - len(offers) < len(more):
                self.give(take_extra_choice(more[place - len(offers)].key, self.decision))

    def more(self, request: Request[object]) -> tuple[models.Choice, ...]:
        """What can be chosen besides the offers: the plain way, or a hand's paces."""
        return (
            () if self.decision is None else extra_choices(request, self.decision, offered=bool(self.offers(request)))
        )

    def undo(self) -> None:
        """Take the last answer back."""
        self.secret = None
        self._send(messages.Undo())

    def redo(self) -> None:
        """Put it back."""
        self._send(messages.Redo())

    def cancel(self) -> bool:
        """The key that goes back: what is held is put down, a ruler ends. Tells whether there was something."""
        if self.decision is not None and self.decision.cancelled():
            return True
        return self.ruler.put_away()

    def measure(self) -> None:
        """Begin to measure at the pointer, or stop."""
        self.ruler.toggle(self.pointer)

    # The panels.

    def wish(self, wish: wishes.UiCommand) -> None:
        """Do what a panel wishes, as far as it is the game's."""
        match wish:
            case wishes.ChooseOption(key=key) if key.isdigit():
                self.choose(int(key))
            case wishes.ChooseOption(key=key) if self.decision is not None:
                self.give(take_extra_choice(key, self.decision))
            case wishes.Confirm():
                self.confirm()
            case wishes.ChooseSecretly(boss, key):
                self.choose_in_secret(boss, int(key))
            case wishes.Undo():
                self.undo()
            case wishes.Redo():
                self.redo()
            case wishes.HighlightPieces(pieces):
                self.lit = pieces
                if isinstance(self.decision, ChooseInteraction | PathInteraction):
                    found = next(
                        (o for o in self.decision.offers if o.piece in pieces and set(o.touches) <= set(pieces)), None
                    )
                    self.decision.looked_at = found or self.decision.looked_at
            case wishes.FocusPieces(pieces):
                self.focus = pieces
            case wishes.SetPaused(paused):
                self.playback.pace.paused = paused
            case wishes.SkipAct():
                self.playback.skip()
            case wishes.OpenMenu(open):
                self.menu = open and not self.cancel()
            case wishes.OpenSettings(open):
                self.options_open = open
            case wishes.ShowDice(open):
                self.show_dice = open

    def choose_in_secret(self, boss: BossId, place: int) -> None:
        """In a fight: one of the two has chosen; it can't be changed."""
        if self.secret is not None:
            self.secret.choose(boss, place)

    def drawn(self) -> TableOverlay:
        """What is drawn on the table besides the pieces."""
        found = self.decided()
        if self.settings.reaches:
            circles = reach_marks(self.table, self.playback.showing, self.seats, self._looked_at())
            found = replace(found, marks=(*circles, *found.marks))
        if self.lit:
            return TableOverlay(
                {**found.glow, **dict.fromkeys(self.lit, "hover")}, found.marks, found.hint, found.refused
            )
        return found

    def decided(self) -> TableOverlay:
        """What is drawn for the decision. What would hang at the mouse doesn't, while that is elsewhere."""
        if self.decision is None:
            return TableOverlay()
        found = self.decision.shown()
        if not self.aside or self._aims_by_keys or not self.decision.how:
            return found
        return TableOverlay(
            found.glow, tuple(mark for mark in found.marks if not isinstance(mark, Ghost)), self.decision.how
        )

    def _looked_at(self) -> Iterator[PieceId]:
        """Models whose reach somebody may want to see: pointed at, looked at by a key, or the one whose go it is.

        None while a hand is at work.
        """
        if isinstance(self.decision, CarryInteraction | StackInteraction | ThrowInteraction):
            return
        if self.pointer is not None and self.pointer.piece is not None:
            yield self.pointer.piece
        if isinstance(self.decision, ChooseInteraction | PathInteraction):
            if (looked := self.decision.looked_at) is not None and looked.piece is not None:
                yield looked.piece
            standing = self.playback.showing.standing
            if standing is not None and standing.acting is not None:
                yield standing.acting

    def model(self) -> models.GameModel:
        """Give all that the panels show."""
        return game_model(self)

    def measured(self) -> tuple[Point, Point, float] | None:
        """Give both ends of the ruler and what lies between (mm)."""
        return self.ruler.read(self.table, self.pointer)
