"""The game screen, without graphics. It plays the host's messages, and handles decisions and the panels' commands."""

import time
from collections.abc import Callable
from dataclasses import replace

from riotsim.play.narration import Offer
from riotsim.play.requests import PlayerId, Request
from riotsim.replay.clocks import PlaybackClock
from riotsim.replay.recording import Seat
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.carry import CarryInteraction
from riotsim.viewer.input.interactions.choose import AreaDrag, picks_place
from riotsim.viewer.input.interactions.interaction import Interaction, Pointer, TableOverlay
from riotsim.viewer.input.interactions.pick_some import PickSomeInteraction
from riotsim.viewer.input.interactions.place_some import PlaceSomeInteraction
from riotsim.viewer.playback.display import Notices
from riotsim.viewer.playback.effects import GameEffects
from riotsim.viewer.playback.game_clock import GameClock
from riotsim.viewer.playback.hand_over import HandOver
from riotsim.viewer.playback.live import LivePlayback
from riotsim.viewer.scene.marks import Ghost
from riotsim.viewer.screens.decisions import (
    CONFIRMATIONS,
    FirstFrames,
    answer_of,
    choice_for,
    choice_to_lift,
    choice_to_make,
    extra_choices,
    interaction_for,
    listed_offers,
    note_picture,
    prepared_answer,
    preview_offer_of,
    preview_on_table,
    take_extra_choice,
    to_next,
)
from riotsim.viewer.screens.measuring import Ruler, decision_marks, lit_pieces, measure_marks, pieces_of_interest
from riotsim.viewer.screens.secret_choice import SecretChoice, is_secret_choice
from riotsim.viewer.screens.shared_models import ChoiceNumbers, GameRecord
from riotsim.viewer.session import messages
from riotsim.viewer.session.host import HostLink
from riotsim.viewer.session.messages import Answer, LastingChoice, Question, ToHost
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui import commands as commands
from riotsim.viewer.ui import models
from riotsim.viewer.ui.lesson_model import LessonScene

NUDGE_DISTANCE = 4.0
"""Distance that an arrow key moves the aim (mm)."""


class GameScreen:
    """One open game: its host, its playback, the current decision, and the commands of its panels."""

    def __init__(self, link: HostLink, settings: Settings, clock: Callable[[], float] = time.perf_counter) -> None:
        self.link, self.settings, self.clock = link, settings, clock
        self.playback = LivePlayback(PlaybackClock(settings.speed, slow_motion=settings.slow_motion))
        self.interaction: Interaction | None = None
        """The mouse interaction for the current decision, or None if no decision is asked at the table."""
        self._pressed: Interaction | None = None
        """The open interaction at the last press on the table, or None if no question could be answered."""
        self._area_drag = AreaDrag()
        self.effects = GameEffects()
        self.secret_choice: SecretChoice | None = None
        self.hand_over = HandOver()
        self.first_frames = FirstFrames(self.hand_over)
        self.highlighted: tuple[PieceId, ...] = ()
        """Pieces that a panel highlights. The window empties the tuple whenever it draws the panels anew."""
        self.previewed: Offer | None = None
        """The offer whose button is under the mouse, if it has a check, an area or signs. Reset in each frame."""
        self.pointer: Pointer | None = None
        self.mouse_away = False
        """True if the mouse is off the table and isn't dragging anything. The window sets it in each frame."""
        self.aims_by_keys = False
        """True if the arrow keys have moved the aim since the last move of the mouse."""
        self.ruler = Ruler()
        self.menu = self.options_open = self.rules_open = False
        self.page: models.RecordPage = "log"
        """The page of the panel at the right."""
        self.kept_sheet: PieceId | None = None
        """The piece whose sheet the user keeps open, or None if there is none."""
        self.refusal = ""
        """Reason why an answer or a gesture was refused, or empty. It is shown at the mouse."""
        self.replay_problem = ""
        """Reason why the replay of the finished game can't be shown, or empty if it can be shown."""
        self.focus: tuple[PieceId, ...] = ()
        """Pieces for the camera: it moves to the first one that is on the table. Then the window empties the tuple."""
        self.confirming: Offer | None = None
        """The chosen offer that the player still has to confirm, or None if there is none."""
        self.notices, self.game_clock, self.record, self.numbers = Notices(), GameClock(), GameRecord(), ChoiceNumbers()
        self.lesson: LessonScene | None = None
        """The present scene of the lesson, or None if the game is not a lesson."""
        self.can_repeat = False
        """True if the same game can be begun anew once it is over."""
        self.player: PlayerId | None = None
        """The player who answers at the table. None if no question is open, and during a secret choice."""
        self._asked: Question | None = None
        self._hands = settings.hands
        """Value of `settings.hands` when `interaction` was made. If the value changes, `interaction` is made anew."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in turn order, or an empty tuple until the game is open."""
        return () if self.playback.opened is None else self.playback.opened.seats

    @property
    def table(self) -> Table | None:
        """The table that is shown, or None until the game is open."""
        return self.playback.display.table

    # Time.

    def advance(self, seconds: float) -> None:
        """Advance by `seconds` of real time: read the host's messages, play them back, and send replies."""
        self.listen()
        self.playback.clock.speed = self.settings.speed if self.lesson is None else self.settings.lesson_speed
        self.playback.clock.slow_motion = self.settings.slow_motion or self.lesson is not None
        self.playback.advance(seconds)
        for word in self.playback.take_outgoing():
            self.link.send(word)
        covered = self.menu or self.options_open or self.rules_open
        for word in self.game_clock.advance(self.playback.display, seconds, paused=covered):
            self.link.send(word)
        if self.playback.display.refusal:
            self.refusal, self.playback.display.refusal = self.playback.display.refusal, ""
        self.hand_over.advance(seconds, covered=covered)
        self._update_interaction()
        note_picture(self.interaction, self.clock())
        self._drag()
        self.effects.advance(self.playback.display, seconds, self.playback.clock.game_seconds(seconds))
        self.effects.advance_hands(self.playback.display, self.interaction, seconds)
        self._count(seconds)
        self.notices.advance(self.playback.display.notices, seconds)
        if self.lesson is not None:
            piece = None if self.pointer is None or self.mouse_away else self.pointer.piece
            self.lesson.advance(self.playback.display, seconds, busy=self.playback.busy, covered=covered, piece=piece)

    def listen(self) -> None:
        """Read and store the host's messages. `advance` also plays them back."""
        for message in self.link.received_messages():
            self.playback.receive(message)
            self.record.highlights.note(message)
            if isinstance(message, messages.GameOpened):
                self.hand_over.begin(message)

    def begin_frame(self) -> None:
        """Pass the content of the next frame to `first_frames`. Call this before the frame is drawn."""
        at, asked = self.playback.display, (self._asked, self.secret_choice, self.confirming)
        self.first_frames.begin(*asked, at.game_over, at.lesson_stopped, at.failure)

    def _update_interaction(self) -> None:
        asked = self.playback.display.question
        dragging = isinstance(self.interaction, CarryInteraction) and self.interaction.held
        if asked is self._asked and (self._hands == self.settings.hands or dragging):
            return
        self._asked, self.interaction, self.player, self._hands = asked, None, None, self.settings.hands
        self.previewed = None
        if asked is None:
            return
        if is_secret_choice(asked):
            if self.secret_choice is None:
                self.secret_choice = SecretChoice(asked)
            elif not self.secret_choice.is_same_round(asked) and self.secret_choice.sent:
                self._asked = None  # the next round; it is handled once this one has been shown
            return
        self.secret_choice = None
        request = asked.requests[0]
        self.player = request.player
        if self.table is not None:
            self.interaction = interaction_for(request, asked, self.offers(request), self.table, hands=self._hands)
            if self.pointer is not None:
                self.interaction.moved(self.pointer)
            self.submit(self._area_drag.answer(self.interaction))
            held = choice_for(asked, self.interaction)
            self.submit(answer_of(held, asked, self.interaction, self.playback.opened), by_itself=True)
            if held is not None and held.extent == "rest" and self._asked is not asked:
                self.playback.skip(to_question=True)
        if self._asked is asked and self.playback.opened is not None:  # the window has given no answer
            self.hand_over.ask(request.player, asked.turn, self.playback.opened)

    def _drag(self) -> None:
        """Send the new samples of a drag to the host. Send samples even while the mouse rests.

        The drag ends when the person lets go, when the tower falls, or when no more samples are allowed.
        """
        dragging = self.interaction
        if not isinstance(dragging, CarryInteraction) or not dragging.began or self._asked is None:
            return
        if self.pointer is not None and dragging.held:
            self.pointer = replace(self.pointer, seconds=max(self.pointer.seconds, self.clock()))
            dragging.moved(self.pointer)
        if samples := dragging.samples():
            self.link.send(messages.DragSamples(dragging.request.player, samples, self._asked.number))
        if self.playback.fell or dragging.is_full:
            dragging.finish()
        if not dragging.held:
            self._send(messages.DragReleased(dragging.request.player))

    def _count(self, seconds: float) -> None:
        """Advance the countdown of a secret choice, and send the choices when it ends."""
        if self.secret_choice is None:
            return
        for answer in self.secret_choice.advance(seconds):
            self._send(answer)
        if self.secret_choice.done:
            self.secret_choice = None

    # The question.

    def offers(self, request: Request[object]) -> tuple[Offer, ...]:
        """Return the game's offers that the window lists as options for a request (see `listed_offers`)."""
        return listed_offers(self._asked, request)

    def _request(self) -> Request[object] | None:
        """Return the open request of the player who answers at the table, or None if there is none."""
        requests = () if self._asked is None else self._asked.requests
        return next((one for one in requests if one.player == self.player), None)

    def submit(self, value: object | None, *, by_itself: bool = False, lasting: LastingChoice | None = None) -> None:
        """Answer the open question, ask the player to confirm the answer, or show why it is not allowed.

        Args:
            value: The answer. If it is None, or no request is open at the table, do nothing.
            by_itself: Whether the window answers without asking the player.
            lasting: The lasting choice that the player makes with the answer, or None.
        """
        request = self._request()
        if value is None or request is None or self._asked is None:
            return
        if (why_not := request.refusal(value)) is not None:
            self.refusal = why_not
            return
        chosen = next((offer for offer in self.offers(request) if offer.confirm and offer.answer == value), None)
        if chosen != self.confirming:
            self.confirming = chosen
            if chosen is not None:
                return
        self.refusal = ""
        self._send(Answer(request.player, value, self._asked.number, by_itself, lasting))

    def _send(self, word: ToHost) -> None:
        self.link.send(word)
        self.playback.note_sent(word)
        self.confirming = None
        self.hand_over.end()
        self._asked = self.interaction = None  # if the answer is refused, the same question is shown again

    # The mouse on the table.

    def moved(self, pointer: Pointer) -> None:
        """Handle a mouse move over the table."""
        if self.refusal and self.pointer is not None and pointer.at != self.pointer.at:
            self.refusal = ""
        self.pointer, self.aims_by_keys = pointer, False
        if self.interaction is not None:
            self.interaction.moved(pointer)

    def pressed(self, pointer: Pointer) -> bool:
        """Handle a mouse press on the table. Return False if the player can't answer a question on the table now."""
        self.pointer, self._pressed = pointer, self.interaction
        self._area_drag.begin(None)
        if self.interaction is None or self.first_frames.is_unseen:
            self._pressed = None
            return False
        self.submit(value := self.interaction.pressed(pointer))
        if self.interaction is None:  # the press has answered
            self._area_drag.begin(pointer, picks_place=picks_place(self._pressed, value))
        return True

    def released(self, pointer: Pointer) -> None:
        """Handle a mouse release. If the press has answered a request, the release may answer the next (`AreaDrag`)."""
        self.pointer = pointer
        if self.interaction is not self._pressed:
            self._area_drag.end(pointer)
            self.submit(self._area_drag.answer(self.interaction))
            return
        if isinstance(self.interaction, CarryInteraction):
            self.interaction.released(pointer)  # the host has the samples, and takes the drag as the answer
        elif (interaction := self.interaction) is not None:
            value = interaction.released(pointer)
            if value is None and (seen := interaction.overlay()).refused:
                self.refusal = seen.hint
            self.submit(value)

    def nudge(self, x: float, y: float) -> None:
        """Handle an arrow key: move the aim by `x` and `y` times `NUDGE_DISTANCE` along the table's axes."""
        if self.interaction is None or self.table is None:
            return
        if isinstance(self.interaction, PlaceSomeInteraction):
            self.interaction.nudge(x * NUDGE_DISTANCE, y * NUDGE_DISTANCE)
            return
        at, seconds = (self.table.middle, 0.0) if self.pointer is None else (self.pointer.at, self.pointer.seconds)
        self.moved(Pointer((at[0] + x * NUDGE_DISTANCE, at[1] + y * NUDGE_DISTANCE), None, seconds))
        self.aims_by_keys = True

    def confirm(self) -> None:
        """Submit the prepared answer (see `prepared_answer`). If places of several pieces are refused, show why."""
        if isinstance(self.interaction, PlaceSomeInteraction) and (why_not := self.interaction.refusal):
            self.refusal = why_not
        self.submit(prepared_answer(self.interaction, self.pointer))

    def next(self, by: int = 1) -> None:
        """Highlight the option `by` places further on in the list. If pieces are to be placed, select another piece."""
        self.focus = to_next(self.interaction, by) or self.focus

    def toggle(self) -> None:
        """Pick the highlighted item, or drop it if it is picked. Do nothing if the player doesn't pick items."""
        if isinstance(self.interaction, PickSomeInteraction) and self.interaction.highlighted is not None:
            self.take(f"+{self.interaction.highlighted}")

    def choose(self, place: int) -> None:
        """Choose the option with the index `place`. The first options are offers; those of `more_choices` follow."""
        request = self._request()
        if request is None:
            return
        offers = self.offers(request)
        if place < len(offers):
            self.submit(offers[place].answer)
        elif place - len(offers) < len(more := self.more_choices(request)):
            self.take(more[place - len(offers)].key)

    def take(self, key: str, *, up_to: bool = False) -> None:
        """Carry out the choice with this key, other than an offer of the game. `take_extra_choice` explains `up_to`."""
        request, asked, self.refusal = self._request(), self._asked, ""
        if request is None or asked is None or self.interaction is None:
            return
        if (lifted := choice_to_lift(key, asked)) is not None:
            self._send(messages.LiftChoice(lifted))
        elif (made := choice_to_make(key, asked, request)) is not None:
            self.submit(answer_of(made, asked, self.interaction, self.playback.opened), lasting=made)
        else:
            self.submit(take_extra_choice(key, self.interaction, up_to=up_to))

    def more_choices(self, request: Request[object]) -> tuple[models.Choice, ...]:
        """Return the choices that a request has besides the game's offers (see `extra_choices`)."""
        shown, offered = self.interaction, bool(self.offers(request))
        return () if shown is None else extra_choices(request, shown, offered=offered)

    def undo(self) -> None:
        """Ask the host to undo the last answer of a person."""
        self.secret_choice, self.replay_problem = None, ""
        self._send(messages.Undo())

    def redo(self) -> None:
        """Ask the host to redo the last undone answer."""
        self._send(messages.Redo())

    def cancel(self) -> bool:
        """Close one thing that is open. Return False if nothing is open.

        The first of these that is open is closed: the confirmation, the gesture, the measurement, the sheet that the
        user keeps open, the whole log.
        """
        if self.confirming is not None:
            self.confirming = None
            return True
        if (self.interaction is not None and self.interaction.cancel()) or self.ruler.stop():
            return True
        kept, page = self.kept_sheet, self.page
        self.kept_sheet, self.page = None, "log" if kept is None and page == "whole log" else page
        return kept is not None or page == "whole log"

    def measure(self) -> None:
        """Start measuring at the pointer, or stop measuring."""
        self.ruler.toggle(self.pointer)

    # The panels.

    def handle(self, command: commands.UiCommand) -> None:
        """Carry out a command of the panels, if it concerns the game."""
        match command:
            case commands.ChooseOption(key=key) if self.confirming is not None:
                self.submit(self.confirming.answer) if key == CONFIRMATIONS[0] else self.cancel()
            case commands.ChooseOption(key=key) if key.isdigit():
                self.choose(int(key))
            case commands.ChooseOption(key=key, up_to=up_to):
                self.take(key, up_to=up_to)
            case commands.Confirm():
                self.confirm()
            case commands.ChooseSecretly(player, key):
                self.choose_secretly(player, int(key))
            case commands.Undo():
                self.undo()
            case commands.Redo():
                self.redo()
            case commands.HighlightPieces(pieces):
                self.highlighted = pieces
                preview_offer_of(self.interaction, pieces)
            case commands.PreviewOption(key):
                request = self._request()
                offers = () if request is None else self.offers(request)
                self.previewed = offers[int(key)] if key.isdigit() and int(key) < len(offers) else None
                preview_on_table(self.interaction, self.previewed)
            case commands.FocusPieces(pieces):
                self.focus = pieces
            case commands.SetPaused(paused):
                self.playback.clock.paused = paused
            case commands.SkipAct():
                self.playback.skip()
            case commands.OpenMenu(open):
                self.menu = open and not self.cancel()
            case commands.OpenSettings(open):
                self.options_open = open
            case commands.ShowRecord(page):
                self.page = page
            case commands.ShowSheet(piece):
                self.kept_sheet = piece

    def choose_secretly(self, player: PlayerId, place: int) -> None:
        """Record a player's secret choice, given the index of the option."""
        if self.secret_choice is not None:
            self.secret_choice.choose(player, place)

    def overlay(self) -> TableOverlay:
        """Return the overlay on the table: glowing pieces, marks, and a hint."""
        showing, shown = self.playback.display, None if self.lesson is None else self.lesson.shown
        found = self.interaction_overlay()
        marks = (*decision_marks(self.table, showing, found.marks), *found.marks)
        if self.settings.reaches or self.lesson is not None:
            pieces = (*self.highlighted, *pieces_of_interest(self.interaction, self.pointer, showing))
            measured = measure_marks(self.table, showing, self.seats, pieces, in_a_lesson=self.lesson is not None)
            marks = (*measured, *marks)
        found = self.effects.with_hands(replace(found, marks=marks), showing, self.seats)
        lit = lit_pieces(self.interaction, showing, () if shown is None else shown.glow)  # also under the mouse
        return replace(found, glow={**found.glow, **dict.fromkeys(self.highlighted, "hover"), **lit})

    def interaction_overlay(self) -> TableOverlay:
        """Return the overlay for the decision.

        While the mouse is away from the table, the interaction's instruction replaces the hint, and ghosts are hidden.
        Neither happens without an instruction, or while the player aims with keys.
        """
        if self.interaction is None:
            return TableOverlay()
        found = self.interaction.overlay()
        if not self.mouse_away or self.aims_by_keys or not self.interaction.instruction:
            return found
        marks = tuple(mark for mark in found.marks if not isinstance(mark, Ghost))
        return TableOverlay(found.glow, marks, self.interaction.instruction)

    def measured(self) -> tuple[Point, Point, float] | None:
        """Return both ends of the ruler and the distance between them (mm), or None if the ruler is not in use."""
        return self.ruler.read(self.table, self.pointer)
