"""Playback of a game in progress, from the messages of its host.

The simulated motion of an act is shown first. The outcome of the act is shown when the pieces are at rest.

The module needs no window and no real clock. The window calls `receive` with each message, and `advance` with the
seconds that have passed. Then the window reads `display`, and sends the messages of `take_outgoing` to the host.
"""

from collections import deque
from dataclasses import dataclass

from riotsim.play.displays import has_new_result, seen_outcome
from riotsim.play.requests import PlayerId
from riotsim.replay.clocks import PlaybackClock
from riotsim.replay.recorded_timeline import OUTCOME_PAUSE, RESULT_PAUSE, SEEN_PAUSE, pause_after
from riotsim.replay.timeline import Timeline
from riotsim.replay.timeline_builder import TimelineBuilder
from riotsim.table.acts import Act, Carry, Frame, Roll, Settled, Stack
from riotsim.table.state import Table
from riotsim.viewer.playback.aftermath import Aftermath
from riotsim.viewer.playback.display import DisplayState, placed_strikes
from riotsim.viewer.playback.outcomes import NewOutcomes
from riotsim.viewer.session.messages import (
    ActFrames,
    ActSettled,
    ActShown,
    ActStarted,
    Answer,
    BotAsked,
    DragFrame,
    DragReleased,
    FromHost,
    GameOpened,
    GameOver,
    GameStatus,
    HostFailed,
    LessonStopped,
    LiftChoice,
    LogChanged,
    Notice,
    Question,
    Redo,
    Refusal,
    TableChanged,
    ToHost,
    Undo,
)


@dataclass(slots=True)
class _ShownAct:
    """The act that is being shown."""

    began: ActStarted
    by_hand: bool
    """True if the act's player is a person at this window. Other acts begin with a view of the pieces in a hand."""
    started: bool = False
    """True if the act is on the timeline. It is put there when its first frame or its outcome arrives."""
    settled: Settled | None = None


class LivePlayback:
    """A playback of a game in progress, from the messages of its host."""

    def __init__(self, clock: PlaybackClock | None = None) -> None:
        self.clock = PlaybackClock() if clock is None else clock
        """Speed, pause and slow motion of the playback. They may be changed at any time."""
        self.display = DisplayState()
        """State that is displayed now."""
        self.opened: GameOpened | None = None
        self.fell = False
        """True if the tower that a person is dragging has fallen."""
        self._builder: TimelineBuilder | None = None
        self._ms = 0.0
        self._heard_ms = 0.0
        self._queue: deque[FromHost] = deque()
        self._outgoing: list[ToHost] = []
        self._acting: _ShownAct | None = None
        self._before_act: Table | None = None
        """The table before the latest act. None after the log has told of this act."""
        self._dragging = False
        self._pause = 0.0
        self._aftermath = Aftermath()
        self._arranges = False
        """True if the rules' last change of the table moved pieces or made pieces appear, and no act has begun since.
        """
        self._shows_result = False
        """True if the latest pause shows an outcome or a throw's results. The next question waits for the pause to end.
        """
        self._outcomes = NewOutcomes()
        self._hurries = False
        self._skips = False
        self._open: Question | GameOver | LessonStopped | None = None

    @property
    def busy(self) -> bool:
        """True if a piece is moving, an act is in progress, or a message waits to be shown."""
        return bool(self._queue) or self._acting is not None or self._moves

    @property
    def waits_to_show(self) -> bool:
        """True if a question, the end of the game or a failure waits to be shown."""
        return any(isinstance(message, Question | GameOver | HostFailed) for message in self._queue)

    def receive(self, message: FromHost) -> None:
        """Add a message to the queue. If it is a `DragFrame`, show it at once instead, or ignore it during an act."""
        if isinstance(message, DragFrame):
            self._show_drag(message)
            return
        self._queue.append(message)

    def take_outgoing(self) -> list[ToHost]:
        """Return the new messages for the host since the last call."""
        outgoing, self._outgoing = self._outgoing, []
        return outgoing

    def note_sent(self, message: ToHost) -> None:
        """Record that a message was sent to the host.

        A message that changes the game, such as an answer or an undo, hides the question until the host replies.
        """
        if isinstance(message, Answer | DragReleased | LiftChoice | Undo | Redo):
            self.display.question = self.display.game_over = self.display.lesson_stopped = None
            self.display.refusal = ""
            self._pause = 0.0  # a person who answers has read the dice
            self._aftermath.forget()
            self._outcomes.waiting = self.display.outcome = None
            if isinstance(message, Undo | Redo):
                self._outcomes.expect(old=True)

    def skip(self, *, to_question: bool = False) -> None:
        """Skip the rest of the current act. With `to_question`, skip to the next question or the end of the game."""
        self._skips = True
        self._hurries = to_question
        self._aftermath.forget()

    def advance(self, seconds: float) -> None:
        """Advance the playback by `seconds` of real time."""
        seconds = self.clock.game_seconds(seconds)
        self._absorb()
        acting = self._acting
        if acting is not None:
            if self._skips:
                self._jump()
            elif acting.started:
                self._run(seconds)
            if self._is_over(acting):
                self._end_act(acting)
        else:
            self._pause = 0.0 if self._skips else max(0.0, self._pause - seconds)
            if self._pause == 0.0:
                self._turn_to_outcome()
            self._aftermath.advance(seconds)
            self._ms = self._end if self._skips else min(self._ms + seconds * 1000.0, self._end)
        if self._acting is None and not self._hurries:
            self._skips = False
        self._show_queue()
        self._display()

    @property
    def _end(self) -> int:
        """End of the timeline (ms); 0 if there is no timeline yet."""
        return 0 if self._builder is None else self._builder.timeline.end

    @property
    def _moves(self) -> bool:
        """True if the displayed time is before the end of the timeline."""
        return self._ms < self._end

    def _run(self, seconds: float) -> None:
        """Advance the displayed time by `seconds` of game time, at most to the end of the timeline."""
        assert self._builder is not None, "an act has started"
        timeline = self._builder.timeline
        falls = [fall for fall in timeline.falls if fall.ms <= timeline.end]
        self._ms = min(self.clock.advance(self._ms, seconds, falls), timeline.end)

    def _jump(self) -> None:
        """Set the displayed time to the end of the timeline."""
        self._ms = self._end

    def _is_over(self, acting: _ShownAct) -> bool:
        """Return whether an act has settled and has been shown to its end."""
        return acting.settled is not None and not self._moves

    def _open_table(self, table: Table) -> TimelineBuilder:
        """Return the builder of the timeline. If there is no timeline yet, begin one with `table`."""
        if self._builder is None:
            self._builder, self._ms, self._heard_ms = TimelineBuilder(Timeline(table)), 0.0, 0.0
        return self._builder

    def _absorb(self) -> None:
        """Move the frames and the outcome of the current act from the queue to the timeline, if they have arrived."""
        while (acting := self._acting) is not None and acting.settled is None and self._queue:
            builder = self._builder
            assert builder is not None, "an act has a table"
            number = acting.began.number
            match self._queue[0]:
                case ActFrames(of, frames) if of == number:
                    if frames:
                        self._start(builder, acting, frames, None)
                        if (rewound := builder.add_frames(frames)) is not None:
                            self._ms = min(self._ms, rewound)
                            self._heard_ms = min(self._heard_ms, rewound)
                case ActSettled(of, settled) if of == number:
                    self._start(builder, acting, (), settled)
                    builder.settle(settled)
                    acting.settled = settled
                case _:
                    return
            self._queue.popleft()

    def _start(
        self, builder: TimelineBuilder, acting: _ShownAct, frames: tuple[Frame, ...], settled: Settled | None
    ) -> None:
        """Put an act on the timeline if it isn't there yet. Its first frames or its outcome must be known."""
        if acting.started:
            return
        acting.started = True
        self._forget_past()
        began = acting.began
        builder.start_act(began.act, began.before, frames, settled, player=began.player or "", by_hand=acting.by_hand)

    def _forget_past(self) -> None:
        """Set the displayed time to the end of the timeline, and delete everything earlier from the timeline."""
        assert self._builder is not None, "there is a past"
        self._jump()
        self._collect_impacts()
        self._builder.timeline.forget_past()

    def _end_act(self, acting: _ShownAct) -> None:
        self._collect_impacts()
        self._acting, self._shows_result = None, False
        self._outgoing.append(ActShown(acting.began.number))
        self._pause = 0.0 if self._hurries else pause_after(acting.began.act)
        if not self._skips:
            self._aftermath.begin(acting.began)

    def _show_queue(self) -> None:
        """Show the messages of the queue, up to the first that must wait for an act, a pause or a movement."""
        while self._queue and self._acting is None:
            message = self._queue[0]
            if self._waits_for_result(message) or self._aftermath.waits(message):
                return
            if isinstance(message, ActStarted | TableChanged):
                if not self._hurries and self._moves and not self._goes_on(message):
                    return
                if isinstance(message, ActStarted) and self.clock.paused and not self._hurries:
                    return
            if isinstance(message, TableChanged) and self._dragging:
                if len(self._queue) == 1:
                    return  # what follows says whether the drag has become an act
                if self._is_dragged(self._queue[1]):
                    self._queue.popleft()  # the rules have only turned the model: the drag has shown that
                    continue
            self._queue.popleft()
            self._show(message)
            if self._acting is not None:
                self._absorb()
                if self._skips:
                    self._jump()
                if self._hurries and self._acting is not None and self._is_over(self._acting):
                    self._end_act(self._acting)

    def _waits_for_result(self, message: FromHost) -> bool:
        """Return whether a message must wait for the end of a pause, such as the pause for reading the dice."""
        if self._hurries or self._pause == 0.0:
            return False
        if isinstance(message, TableChanged) and self.display.outcome is not None:
            return self._pause > SEEN_PAUSE  # the change is a part of the outcome: the camera turns to it first
        if isinstance(message, ActStarted | TableChanged):
            return True
        if isinstance(message, Question):
            return self._shows_result  # the camera may turn away from the dice for the question
        waits = self._outcomes.waiting is not None or self.display.outcome is not None
        return waits and isinstance(message, GameStatus | GameOver | LessonStopped)

    def _turn_to_outcome(self) -> None:
        """Show the outcome that has waited for the end of a pause, and begin a pause for reading it.

        If no outcome has waited, or if the playback is skipping, show no outcome.
        """
        waiting = None if self._skips or self._hurries else self._outcomes.waiting
        self.display.outcome, self._outcomes.waiting = waiting, None
        if waiting is not None:
            self._pause, self._shows_result = OUTCOME_PAUSE, True

    def _goes_on(self, message: ActStarted | TableChanged) -> bool:
        """Return whether a message may be shown at once, even if pieces still fade from the table.

        Two conditions must be met:

        - The message starts an act that a person at this window does by hand.
        - The rules' last change of the table moved no pieces, and made none appear.
        """
        return isinstance(message, ActStarted) and not self._arranges and self._is_by_hand(message)

    def _is_by_hand(self, message: ActStarted) -> bool:
        """Return whether an act is done by the hand of a person who plays at this window."""
        return self.opened is not None and _actor(message.act, message.player) in self.opened.persons

    def _show(self, message: FromHost) -> None:
        showing = self.display
        match message:
            case GameOpened(table=table):
                self.opened = message
                self._builder, self._dragging, self._outcomes = None, False, NewOutcomes()
                self._open_table(table)
            case ActStarted():
                showing.question = None
                self._start_showing(message)
            case TableChanged(table):
                self._cancel_drag()
                self._arrange(table)
            case LogChanged(lines, kept):
                if self._builder is not None and showing.lines:  # a game that is continued shows no past attacks
                    found = placed_strikes(lines, self._before_act or self._builder.timeline.table)
                    showing.strikes = found or showing.strikes if self._hurries else [*showing.strikes, *found]
                showing.lines, self._before_act = (*showing.lines[:kept], *lines), None
            case GameStatus():
                if not self._hurries and has_new_result(showing.checks, message.checks):
                    self._pause, self._shows_result = max(self._pause, RESULT_PAUSE), True
                self._outcomes.add(seen_outcome(message.checks))
                if self._outcomes.waiting is not None and self._pause == 0.0:
                    self._turn_to_outcome()
                showing.status, showing.turn, showing.checks = message, message.turn, message.checks
            case Question(turn=turn):
                self._outcomes.expect(old=False)
                self._cancel_drag()
                self._open = message
                showing.question, showing.game_over, showing.turn = message, None, turn
                showing.lesson_stopped = None
                showing.bot_asked = None
                self._hurries = self._skips = False
            case BotAsked(player):
                showing.bot_asked = player
            case Refusal(text):
                self._cancel_drag()
                showing.refusal = text
                showing.question = self._open if isinstance(self._open, Question) else None
                showing.game_over = self._open if isinstance(self._open, GameOver) else None
                showing.lesson_stopped = self._open if isinstance(self._open, LessonStopped) else None
            case LessonStopped():
                self._cancel_drag()
                self._open = showing.lesson_stopped = message
                showing.question = showing.bot_asked = None
                self._hurries = self._skips = False
            case GameOver():
                self._cancel_drag()
                self._open = message
                showing.question, showing.game_over = None, message
                self._hurries = self._skips = False
            case Notice(text):
                showing.notices.append(text)
            case HostFailed():
                showing.failure, showing.question = message, None

    def _show_drag(self, message: DragFrame) -> None:
        """Add a frame of a person's drag to the timeline, and show the frame at once."""
        builder = self._builder
        if builder is None or self._acting is not None:
            return  # a late frame of a drag that has become an act
        if not self._dragging:
            self._dragging = True
            self._forget_past()
            builder.start_act(message.act, builder.timeline.table)
        builder.add_frames((message.frame,))
        self.fell = message.fell
        self._jump()

    def _cancel_drag(self) -> None:
        """Remove an unfinished drag from the timeline. A drag that became an act of the game is finished, and stays."""
        if self._dragging and self._builder is not None:
            self._builder.cancel_act()
            self._jump()
        self._dragging = self.fell = False

    def _start_showing(self, message: ActStarted) -> None:
        """Begin to show an act. If a person has just performed it by dragging, go on after the drag's last frame."""
        by_hand = self._is_by_hand(message)
        self._arranges, self._outcomes.waiting, self.display.outcome = False, None, None
        dragged = self._is_dragged(message)
        if dragged:
            self._open_table(message.before).fix_frames()
        else:
            self._cancel_drag()
        self._open_table(message.before)
        self._jump()
        self._acting, self._before_act = _ShownAct(message, by_hand, started=dragged), message.before
        self._dragging = self.fell = False

    def _is_dragged(self, message: FromHost) -> bool:
        """Return whether a message starts the act of a carry that a person has just performed by dragging."""
        if not isinstance(message, ActStarted) or not isinstance(message.act, Carry):
            return False
        return self._dragging and message.act.drag is not None

    def _arrange(self, table: Table) -> None:
        """Show a table that has changed without an act. The pieces glide to their new places.

        While the playback is paused or skips to a question, they jump there.
        """
        if self._builder is None:
            self._open_table(table)
            return
        eased = not self._hurries and not self.clock.paused
        self._forget_past()
        self._arranges = self._builder.arrange(table, eased=eased)

    def _collect_impacts(self) -> None:
        """Add to `display` the impacts that were shown since the last call. Skipped impacts are left out."""
        if self._builder is not None and not self._skips:
            timeline = self._builder.timeline
            self.display.impacts += [one.impact for one in timeline.impacts_between(self._heard_ms, self._ms)]
        self._heard_ms = self._ms

    def _display(self) -> None:
        showing, acting, builder = self.display, self._acting, self._builder
        showing.act, showing.seconds, showing.close_up, showing.is_at_rest = None, 0.0, None, acting is None
        if builder is None:
            showing.poses = {}
            return
        timeline = builder.timeline
        self._collect_impacts()
        now = timeline.instant_at(self._ms)
        showing.table, showing.poses = now.table, now.poses
        if acting is not None:
            showing.act = acting.began.act
            if acting.started:
                showing.seconds = max(0.0, self._ms - builder.release_ms) / 1000.0
                showing.close_up = self.clock.close_up_at(self._ms, timeline.falls)
        elif not self._moves and not self._dragging:
            showing.poses = {}


def _actor(act: Act, player: PlayerId | None) -> PlayerId | None:
    """Return the player whose hand does an act.

    This is `player`, with one exception: dice are stacked by their owner, and rolled by their owner unless they are
    rolled into a shared tray.
    """
    match act:
        case Roll(shared=True):
            return player
        case Roll(dice=(die, *_)) | Stack(die=die):
            return die.owner
    return player
