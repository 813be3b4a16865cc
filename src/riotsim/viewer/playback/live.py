"""Playback of a game that is played now, from the messages of its host.

Acts take as long as they took on the table, and their outcome is shown once the dice rest. This module knows neither a
window nor a clock. The window calls `receive` with each message, `advance` with the seconds that have passed, reads
`showing`, and sends what `take_outgoing` returns to the host.
"""

from collections import deque
from dataclasses import dataclass

from riotsim.play.requests import PlayerId
from riotsim.replay.timeline import GLANCE, READ, Timeline
from riotsim.table.acts import Act, Carry, Frame, Roll, Settled, Stack
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose
from riotsim.table.units import TICKS_PER_SECOND
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.playback.pace import Pace
from riotsim.viewer.session.messages import (
    ActFrames,
    ActSettled,
    ActShown,
    ActStarted,
    Answer,
    DragFrame,
    DragReleased,
    FromHost,
    GameOpened,
    GameOver,
    GameStatus,
    HostFailed,
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
    """The act that is under way."""

    began: ActStarted
    by_hand: bool
    """True if a person's own hand, which was seen, has brought what the act lets go of."""
    seen_ticks: int = 0
    """Ticks that were seen already, while a person dragged."""
    started: bool = False
    """True if it is on the timeline: that takes its first frame or its outcome."""
    settled: Settled | None = None


class LivePlayback:
    """A queue of messages, each shown when its time has come."""

    def __init__(self, pace: Pace | None = None) -> None:
        self.pace = Pace() if pace is None else pace
        """The speed. It may be changed at any time."""
        self.showing = DisplayState()
        """State that is displayed now."""
        self.opened: GameOpened | None = None
        self._timeline: Timeline | None = None
        self._ms = 0.0
        self._queue: deque[FromHost] = deque()
        self._words: list[ToHost] = []
        self._acting: _ShownAct | None = None
        self._pause = 0.0
        self._hurries = False
        self._skips = False
        self._open: Question | GameOver | None = None
        self._drag: DragFrame | None = None

    @property
    def fell(self) -> bool:
        """True if the tower that a person drags is falling."""
        return self._drag is not None and self._drag.fell

    @property
    def busy(self) -> bool:
        """True if something moves or waits to be shown."""
        return bool(self._queue) or self._acting is not None or self._moves

    def receive(self, message: FromHost) -> None:
        """Take a message of the host. It is shown after all before it; a drag is shown at once."""
        if isinstance(message, DragFrame):
            self._drag = message
            return
        self._queue.append(message)

    def take_outgoing(self) -> list[ToHost]:
        """Return the messages for the host since the last call."""
        words, self._words = self._words, []
        return words

    def note_sent(self, word: ToHost) -> None:
        """Note a message that was sent to the host: a question that was answered is gone, unless it is refused."""
        if isinstance(word, Answer | DragReleased | Undo | Redo):
            self.showing.asked = self.showing.over = None
            self.showing.refusal = ""
            self._pause = 0.0  # a person who answers has read the dice

    def skip(self, *, to_question: bool = False) -> None:
        """Skip the rest of what is under way, or all that comes before a person is asked or the game is over."""
        self._skips = True
        self._hurries = to_question

    def advance(self, seconds: float) -> None:
        """Advance by the time that has passed for the person who watches (s)."""
        seconds = self.pace.passes(seconds)
        self._absorb()
        acting = self._acting
        if acting is not None:
            if self._skips:
                self._jump()
            elif acting.started:
                self._run(seconds, acting)
            if self._is_over(acting):
                self._end_act(acting)
        else:
            self._pause = 0.0 if self._skips else max(0.0, self._pause - seconds)
            if self._timeline is not None:
                self._ms = self._timeline.end if self._skips else min(self._ms + seconds * 1000.0, self._timeline.end)
        if self._acting is None and not self._hurries:
            self._skips = False
        self._show_queue()
        self._display()

    @property
    def _moves(self) -> bool:
        """True if pieces are still on their way."""
        return self._timeline is not None and self._ms < self._timeline.end

    def _run(self, seconds: float, acting: _ShownAct) -> None:
        """Advance on the timeline, as far as frames are known."""
        timeline = self._timeline
        assert timeline is not None, "an act has started"
        falls = [fall for fall in timeline.falls if fall.ms <= timeline.end]
        seen = timeline.released + acting.seen_ticks * 1000.0 / TICKS_PER_SECOND
        if acting.seen_ticks and self._ms < seen:
            self._ms = min(seen, timeline.end)
        self._ms = min(self.pace.advance(self._ms, seconds, falls), timeline.end)

    def _jump(self) -> None:
        """Go to the end of what is known."""
        if self._timeline is not None:
            self._ms = self._timeline.end

    def _is_over(self, acting: _ShownAct) -> bool:
        """Return whether all of an act was shown."""
        return acting.settled is not None and not self._moves

    def _absorb(self) -> None:
        """Put what is known of the act under way on the timeline."""
        while (acting := self._acting) is not None and acting.settled is None and self._queue:
            timeline = self._timeline
            assert timeline is not None, "an act has a table"
            number, player = acting.began.number, acting.began.player or ""
            match self._queue[0]:
                case ActFrames(of, frames) if of == number:
                    if frames:
                        self._start(acting, frames, None)
                        if timeline.add_frames(frames):
                            self._ms = min(self._ms, timeline.released)
                case ActSettled(of, settled) if of == number:
                    self._start(acting, (), settled)
                    timeline.settle(settled, player)
                    acting.settled = settled
                case _:
                    return
            self._queue.popleft()

    def _start(self, acting: _ShownAct, frames: tuple[Frame, ...], settled: Settled | None) -> None:
        """Begin an act on the timeline, now that its first frame or its outcome is known."""
        timeline = self._timeline
        if acting.started or timeline is None:
            return
        acting.started = True
        first: dict[PieceId, Pose] = {}
        for frame in frames:
            for name, pose in frame.poses.items():
                first.setdefault(name, pose)
        timeline.forget_past()
        self._ms = timeline.end
        began = acting.began
        timeline.start_act(began.act, began.before, first, settled, player=began.player or "", by_hand=acting.by_hand)

    def _end_act(self, acting: _ShownAct) -> None:
        self._take_impacts()
        self._acting = None
        self._words.append(ActShown(acting.began.number))
        self._pause = 0.0 if self._hurries else READ if isinstance(acting.began.act, Roll) else GLANCE

    def _show_queue(self) -> None:
        """Show messages up to the next one that has to wait."""
        while self._queue and self._acting is None:
            message = self._queue[0]
            if isinstance(message, ActStarted | TableChanged):
                if not self._hurries and (self._pause > 0.0 or self._moves):
                    return
                if isinstance(message, ActStarted) and self.pace.paused and not self._hurries:
                    return
            self._queue.popleft()
            self._show(message)
            if self._acting is not None:
                self._absorb()
                if self._skips:
                    self._jump()
                if self._hurries and self._acting is not None and self._is_over(self._acting):
                    self._end_act(self._acting)

    def _show(self, message: FromHost) -> None:
        showing = self.showing
        match message:
            case GameOpened(table=table):
                self.opened = message
                self._timeline, self._ms = Timeline(table), 0.0
            case ActStarted():
                showing.asked = None
                self._start_showing(message)
            case TableChanged(table):
                self._arrange(message)
            case LogChanged(lines, kept):
                showing.lines = (*showing.lines[:kept], *lines)
            case GameStatus():
                showing.standing, showing.turn = message, message.turn
            case Question(turn=turn):
                self._open, self._drag = message, None
                showing.asked, showing.over, showing.turn = message, None, turn
                self._hurries = self._skips = False
            case Refusal(text):
                showing.refusal, self._drag = text, None
                showing.asked = self._open if isinstance(self._open, Question) else None
                showing.over = self._open if isinstance(self._open, GameOver) else None
            case GameOver():
                self._open = message
                showing.asked, showing.over = None, message
                self._hurries = self._skips = False
            case Notice(text):
                showing.notices.append(text)
            case HostFailed():
                showing.broke, showing.asked = message, None

    def _start_showing(self, message: ActStarted) -> None:
        """Begin to show an act. A drag that was seen goes on from where the hand let go."""
        by_hand = self.opened is not None and _actor(message.act, message.player) in self.opened.persons
        ticks = 0
        if self._drag is not None and isinstance(message.act, Carry) and message.act.drag is not None:
            ticks = self._drag.frame.tick
        if self._timeline is None:
            self._timeline, self._ms = Timeline(message.before), 0.0
        self._jump()
        self._acting = _ShownAct(message, by_hand, ticks)
        self._drag = None

    def _arrange(self, message: TableChanged) -> None:
        """Move the pieces to where the rules have put them, at once if nobody watches."""
        if self._timeline is None:
            self._timeline, self._ms = Timeline(message.table), 0.0
            return
        eased = not self._hurries and not self.pace.paused
        self._jump()
        self._timeline.forget_past()
        self._timeline.arrange(message.table, eased=eased)

    def _take_impacts(self) -> None:
        if self._timeline is not None:
            heard = self._timeline.take_impacts(self._ms)
            if not self._skips:
                self.showing.heard += heard

    def _display(self) -> None:
        showing, acting, timeline = self.showing, self._acting, self._timeline
        showing.act, showing.seconds, showing.fall = None, 0.0, None
        if timeline is None:
            showing.poses = {}
            return
        now = timeline.at(self._ms)
        showing.table, showing.poses = now.table, now.poses
        if acting is not None:
            showing.act = acting.began.act
            if acting.started:
                showing.seconds = max(0.0, self._ms - timeline.released) / 1000.0
                showing.fall = self.pace.slow_fall(self._ms, timeline.falls)
                self._take_impacts()
        elif not self._moves:
            showing.poses = {} if self._drag is None else self._drag.frame.poses


def _actor(act: Act, player: PlayerId | None) -> PlayerId | None:
    """Return the player whose hand does an act: the owner of the dice, or else the player whose turn it is."""
    match act:
        case Roll(dice=(die, *_)) | Stack(die=die):
            return die.owner
    return player
