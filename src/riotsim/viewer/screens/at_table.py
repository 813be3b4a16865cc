"""A game at the table, without its pictures: what the host tells, what a person decides, and what the panels show."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Protocol

from riotsim.play.offers import Offer
from riotsim.play.requests import BossId, Choose, Request
from riotsim.replay.recording import Seat
from riotsim.table.acts import Act, Carry, Drop, Roll, Stack
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.viewer import messages
from riotsim.viewer.decisions.carrying import Carrying
from riotsim.viewer.decisions.choosing import Choosing
from riotsim.viewer.decisions.deciding import decision
from riotsim.viewer.decisions.decision import Decision, Pointer, Shown
from riotsim.viewer.decisions.placing import Placing
from riotsim.viewer.decisions.running import Running
from riotsim.viewer.decisions.throwing import Throwing
from riotsim.viewer.keys import LEFT
from riotsim.viewer.messages import Answer, Asked, FromHost, ToHost
from riotsim.viewer.pace import Pace
from riotsim.viewer.panels import models, wishes
from riotsim.viewer.playback import Playback
from riotsim.viewer.reaches import circles
from riotsim.viewer.scene.marks import Mark
from riotsim.viewer.screens import models_of_game as shown
from riotsim.viewer.settings import Settings
from riotsim.viewer.telling_pieces import about, measured

COUNTING = 0.7
"""Seconds that each number of a 3-2-1 stands."""

OPENED = 1.6
"""Seconds that both hands of a fight are shown."""

NOTICED = 9.0
"""Seconds that a notice stands at the most."""

NOBODYS = "#efe8d8"
"""Colour of circles about a model that nobody has."""

NUDGE = 4.0
"""How far an arrow key moves what is aimed (mm)."""

DOING: dict[type, str] = {Roll: "throws", Drop: "drops loot", Stack: "stacks a die", Carry: "moves"}


class Link(Protocol):
    """The window's end of a host."""

    def take(self) -> Iterator[FromHost]:
        """Give what has come, without waiting."""

    def send(self, message: ToHost) -> None:
        """Send a message."""

    def close(self) -> None:
        """Leave the game."""


@dataclass(slots=True)
class Secret:
    """A choice that two bosses make at once: what each chose stays here until both have, and it was counted."""

    asked: Asked
    chosen: dict[BossId, object] = field(default_factory=dict)
    counted: float | None = None
    """Seconds since all have chosen."""
    given: bool = False
    """Whether all answers have been sent."""
    rests: int = 0
    """How often the host will still ask for what is missing of it, though all was sent."""

    @property
    def count(self) -> int | None:
        """3, 2, 1; None before and after."""
        if self.counted is None or self.counted >= 3 * COUNTING:
            return None
        return 3 - int(self.counted / COUNTING)

    @property
    def open(self) -> bool:
        """Whether both hands are shown."""
        return self.counted is not None and self.counted >= 3 * COUNTING


class AtTable:
    """Drives one game: time, the host, the open decisions and the panels' wishes."""

    def __init__(self, link: Link, settings: Settings, clock: Callable[[], float] = time.perf_counter) -> None:
        self.link = link
        self.clock = clock
        self.settings = settings
        self.playback = Playback(Pace(settings.speed, slow_motion=settings.slow_motion))
        self.decision: Decision | None = None
        """What the mouse decides just now."""
        self.secret: Secret | None = None
        self.lit: tuple[PieceId, ...] = ()
        """What a panel has lit up in this frame."""
        self.pointer: Pointer | None = None
        self.ruler: tuple[Point, PieceId | None] | None = None
        """Where a measurement begins."""
        self.menu = self.options_open = self.show_dice = False
        self.told = ""
        """A refusal, beside the mouse, until the pointer goes elsewhere."""
        self.focus: tuple[PieceId, ...] = ()
        """What the camera is asked to turn to, once."""
        self._asked: Asked | None = None
        self._boss: BossId | None = None
        self._notice, self._noticed = "", 0.0
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
        self._notify(seconds)
        self.lit = ()

    def _look_at_what_is_asked(self) -> None:
        asked = self.playback.showing.asked
        dragging = isinstance(self.decision, Carrying) and self.decision.held
        if asked is self._asked and (self._hands == self.settings.hands or dragging):
            return
        self._asked, self.decision, self._boss, self._hands = asked, None, None, self.settings.hands
        if asked is None:
            return
        if _in_secret(asked):
            if self.secret is None:
                self.secret = Secret(asked)
            elif self.secret.rests and len(asked.requests) < len(self.secret.asked.requests):
                self.secret.rests -= 1  # of the same round: the answer is under way
            elif self.secret.given:
                self._asked = None  # the next round: once this one has been looked at
            return
        self.secret = None
        request = asked.requests[0]
        self._boss = request.boss
        if self.table is not None:
            self.decision = decision(request, asked, self.offers(request), self.table, hands=self.settings.hands)
            if self.pointer is not None:
                self.decision.moved(self.pointer)

    def _drag(self, seconds: float) -> None:
        """Send on how a model is dragged; time goes on while the mouse rests."""
        dragging = self.decision
        if not isinstance(dragging, Carrying) or not dragging.began or self._asked is None:
            return
        if self.pointer is not None and dragging.held:
            self.pointer = replace(self.pointer, seconds=max(self.pointer.seconds + seconds, self.clock()))
            dragging.moved(self.pointer)
        if samples := dragging.samples():
            self.link.send(messages.HandMoves(dragging.request.boss, samples, self._asked.number))
        if self.playback.fell or dragging.full:
            dragging.finish()
        if not dragging.held:
            self._send(messages.LetGo(dragging.request.boss))

    def _notify(self, seconds: float) -> None:
        """Show what there is to know besides, one after the other and each for a while."""
        notices = self.playback.showing.notices
        self._noticed += seconds
        if notices and (not self._notice or self._noticed > NOTICED / 3):
            self._notice, self._noticed = notices.pop(0), 0.0
        elif self._noticed > NOTICED:
            self._notice = ""

    def _count(self, seconds: float) -> None:
        secret = self.secret
        if secret is None:
            return
        if secret.counted is not None:
            secret.counted += seconds
            if secret.open and not secret.given:
                secret.given, secret.rests = True, len(secret.asked.requests) - 1
                for request in secret.asked.requests:
                    self._send(Answer(request.boss, secret.chosen[request.boss], None))
        if secret.counted is not None and secret.counted > 3 * COUNTING + OPENED:
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
        if self._asked is None or self._boss is None:
            return None
        return next(one for one in self._asked.requests if one.boss == self._boss)

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
        self.pointer = pointer
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
        if isinstance(self.decision, Carrying):
            self.decision.released(pointer)  # the host knows the drag, and takes it for the answer
        elif (decision := self.decision) is not None:
            value = decision.released(pointer)
            if value is None and (seen := decision.shown()).refused:
                self.told = seen.hint
            self.give(value)

    def nudged(self, right: float, away: float) -> None:
        """An arrow key: what is aimed or put goes so many steps."""
        if self.decision is None or self.table is None:
            return
        at = self.table.middle if self.pointer is None else self.pointer.at
        seconds = 0.0 if self.pointer is None else self.pointer.seconds
        self.moved(Pointer((at[0] + right * NUDGE, at[1] + away * NUDGE), None, seconds))

    def confirm(self) -> None:
        """The key that does what is prepared: what is looked at, or what is under the pointer, or the plain way."""
        match self.decision:
            case None:
                return
            case Choosing(looked_at=Offer() as looked):
                self.give(looked.answer)
            case Running() as running:
                self.give(running.answer() or running.plain())
            case Placing() as placing if self.pointer is not None:
                self.give(placing.released(self.pointer))
            case Throwing() as throwing if self.pointer is not None:
                self.give(throwing.at(self.pointer.at))
            case decision:
                self.give(decision.plain())

    def next(self, by: int = 1) -> None:
        """The key that looks at the next thing that is open."""
        if isinstance(self.decision, Placing):
            self.decision.next(by)
        if isinstance(self.decision, Choosing | Running):
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
            more = self._more(request)
            if place - len(offers) < len(more):
                self._one_more(request, more[place - len(offers)].key)

    def _more(self, request: Request[object]) -> tuple[models.Choice, ...]:
        """What can be chosen besides the offers: the plain way, or a hand's paces."""
        paces: tuple[str, ...] = getattr(request, "paces", ())
        if paces:
            return tuple(models.Choice(f"={pace}", f"Carry at the {pace} pace") for pace in paces)
        if self.offers(request) or self.decision is None or isinstance(self.decision, Choosing):
            return ()
        words = {"AimThrow": "Just throw", "PlaceDie": "Let go over the middle", "PickPoint": "Near the middle"}
        plain = models.Choice("plain", words.get(type(request).__name__, "The plain way"))
        if not isinstance(self.decision, Placing) or len(self.decision.open) < 2:
            return (plain,)
        others = (piece for piece in self.decision.open if piece != self.decision.piece)
        return (plain, *(models.Choice(f"+{piece}", f"Place {piece} instead", pieces=(piece,)) for piece in others))

    def _one_more(self, request: Request[object], key: str) -> None:
        if key.startswith("="):
            self.give(key[1:])
        elif key.startswith("+") and isinstance(self.decision, Placing):
            self.decision.take(key[1:])
        elif self.decision is not None:
            self.give(self.decision.plain())

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
        if self.ruler is not None:
            self.ruler = None
            return True
        return False

    def measure(self) -> None:
        """Begin to measure at the pointer, or stop."""
        if self.ruler is not None or self.pointer is None:
            self.ruler = None
        else:
            self.ruler = (self.pointer.at, self.pointer.piece)

    # The panels.

    def wish(self, wish: wishes.Wish) -> None:
        """Do what a panel wishes, as far as it is the game's."""
        match wish:
            case wishes.Choose(key=key):
                request = (
                    next((one for one in self._asked.requests if one.boss == self._boss), None) if self._asked else None
                )
                if request is not None:
                    if key.isdigit():
                        self.choose(int(key))
                    else:
                        self._one_more(request, key)
            case wishes.Confirm():
                self.confirm()
            case wishes.ChooseInSecret(boss, key):
                self.choose_in_secret(boss, int(key))
            case wishes.Undo():
                self.undo()
            case wishes.Redo():
                self.redo()
            case wishes.Lit(pieces):
                self.lit = pieces
                if isinstance(self.decision, Choosing | Running):
                    found = next(
                        (o for o in self.decision.offers if o.piece in pieces and set(o.touches) <= set(pieces)), None
                    )
                    self.decision.looked_at = found or self.decision.looked_at
            case wishes.Focus(pieces):
                self.focus = pieces
            case wishes.Pause(paused):
                self.playback.pace.paused = paused
            case wishes.Skip():
                self.playback.skip()
            case wishes.OpenMenu(open):
                self.menu = open and not self.cancel()
            case wishes.OpenSettings(open):
                self.options_open = open
            case wishes.ShowDice(open):
                self.show_dice = open

    def choose_in_secret(self, boss: BossId, place: int) -> None:
        """In a fight: one of the two has chosen; it can't be changed."""
        secret = self.secret
        if secret is None or boss in secret.chosen or secret.counted is not None:
            return
        request = next((one for one in secret.asked.requests if one.boss == boss), None)
        if isinstance(request, Choose) and place < len(request.options):
            secret.chosen[boss] = request.options[place]
            if all(one.boss in secret.chosen for one in secret.asked.requests):
                secret.counted = 0.0

    def drawn(self) -> Shown:
        """What is drawn on the table besides the pieces."""
        found = Shown() if self.decision is None else self.decision.shown()
        found = replace(found, marks=(*self._circles(), *found.marks))
        if self.lit:
            return Shown({**found.glow, **dict.fromkeys(self.lit, "hover")}, found.marks, found.hint, found.refused)
        return found

    def _circles(self) -> Iterator[Mark]:
        """How far the model reaches that is pointed at, or looked at by a key, or whose go it is."""
        table, showing = self.table, self.playback.showing
        if table is None or showing.standing is None or showing.act is not None or not self.settings.reaches:
            return
        known = showing.standing.reaches
        over = None if self.pointer is None else self.pointer.piece
        names = [over]
        if isinstance(self.decision, Choosing | Running):
            looked = self.decision.looked_at
            names += [None if looked is None else looked.piece, showing.standing.acting]
        for name in names:
            if name is not None and name in known and (model := table.models.get(name)) is not None:
                seat = shown.seat_of(self.seats, model.owner)
                yield from circles(table, model, known[name], NOBODYS if seat is None else seat.colour)
                return

    def model(self) -> models.GameModel:
        """Give all that the panels show."""
        showing, opened = self.playback.showing, self.playback.opened
        seats = self.seats
        asked = showing.asked
        turn = models.Turn(
            showing.turn.number, shown.seat_of(seats, showing.turn.boss), self._doing(showing.act), shown.clock(showing)
        )
        over = () if showing.over is None else tuple(line.text for line in showing.over.lines)
        pace = self.playback.pace
        return models.GameModel(
            title="" if opened is None else opened.title,
            turn=turn,
            seats=seats,
            models={} if opened is None else opened.models,
            ask=self._ask(asked),
            waiting="" if asked is not None or over or showing.broke else self._waiting(),
            standings=shown.standings(showing.standing, seats),
            log=shown.log(showing.lines, seats),
            dice=shown.dice(showing.standing, seats),
            playing=models.Playing(pace.speed, pace.paused, self._doing(showing.act)),
            fight=self._fight(),
            can_undo=self._can(asked, "can_undo"),
            can_redo=asked is not None and asked.can_redo,
            undo_about="Undo goes back to the last throw, stack or move, and not past it",
            tip=self._tip(),
            refusal=self.told,
            settings=self.settings,
            show_dice=self.show_dice,
            menu=self.menu,
            game="" if opened is None else opened.game,
            notice=self._notice,
            over=over,
            broke="" if showing.broke is None else showing.broke.text,
        )

    def _can(self, asked: Asked | None, what: str) -> bool:
        if asked is not None:
            return bool(getattr(asked, what))
        over = self.playback.showing.over
        return over is not None and over.can_undo

    def _doing(self, act: Act | None) -> str:
        return "" if act is None else DOING.get(type(act), "")

    def _waiting(self) -> str:
        showing = self.playback.showing
        if self.playback.opened is None:
            return "Setting the table …"
        if showing.act is not None:
            return ""
        return f"{showing.turn.boss} thinks …" if showing.turn.boss else "…"

    def _ask(self, asked: Asked | None) -> models.Ask | None:
        if asked is None or self._boss is None:
            return None
        request = next(one for one in asked.requests if one.boss == self._boss)
        why = shown.why_of(asked, self._boss)
        seat = shown.seat_of(self.seats, self._boss)
        if seat is None:
            return None
        hint = "" if self.decision is None else self.decision.shown().hint
        return models.Ask(
            seat, why.title, why.text, why.clause, shown.choices(self.offers(request), self._more(request)), hint=hint
        )

    def _fight(self) -> models.Fight | None:
        secret, opened = self.secret, self.playback.opened
        if secret is None or opened is None:
            return None
        requests = secret.asked.requests
        if len(requests) < 2:
            (only,) = requests
            other = next(boss for boss in secret.asked.joint if boss != only.boss)
        else:
            other = requests[1].boss
        why = secret.asked.whys[0]
        bosses = (requests[0].boss, other)
        sides = []
        for boss in bosses:
            seat = shown.seat_of(self.seats, boss)
            assert seat is not None, "who is asked has a seat"
            person = boss in opened.persons
            sides.append(models.FightSide(seat, "", person, not person or boss in secret.chosen))
        options = shown.choices(self._joint_offers(secret))
        both = None
        if secret.open and len(requests) == 2:
            places = [str(_place(request, secret.chosen[request.boss])) for request in requests]
            both = (places[0], places[1])
        return models.Fight(
            sides[0], sides[1], options, why.title, why.text, why.clause, count=secret.count, shown=both
        )

    def _joint_offers(self, secret: Secret) -> tuple[Offer, ...]:
        if secret.asked.offers and secret.asked.offers[0]:
            return secret.asked.offers[0]
        request = secret.asked.requests[0]
        options = request.options if isinstance(request, Choose) else ()
        return tuple(Offer(option, str(option)) for option in options)

    def _tip(self) -> models.Tip | None:
        pointer, table = self.pointer, self.table
        if pointer is None or table is None:
            return None
        drawn = self.drawn()
        if self.decision is not None and drawn.hint:
            return models.Tip(drawn.hint)
        if pointer.piece is None:
            return None
        with suppress(KeyError):
            if (found := about(table, pointer.piece)) is not None:
                return models.Tip(found.title, found.lines, shown.seat_of(self.seats, found.owner))
        return None

    def measured(self) -> tuple[Point, Point, float] | None:
        """Give both ends of the ruler and what lies between (mm)."""
        if self.ruler is None or self.pointer is None or self.table is None:
            return None
        begin, first = self.ruler
        return begin, self.pointer.at, measured(self.table, begin, self.pointer.at, first, self.pointer.piece)


def _in_secret(asked: Asked) -> bool:
    """Whether two choose at once what the keys of a fight can choose; others answer one after the other."""
    few = all(isinstance(one, Choose) and len(one.options) <= len(LEFT) for one in asked.requests)
    return len(asked.joint) == 2 and few


def _place(request: Request[object], value: object) -> int:
    assert isinstance(request, Choose), "fights are choices"
    return request.options.index(value)
