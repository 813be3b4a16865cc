"""Plays in time what a host sends: acts as long as they took on the table, and what came of them once dice rest.

It knows no window and no clock: `take` what comes, `advance` by the seconds that have passed, look at `showing`, and
send to the host what `words` gives.
"""

from collections import deque

from riotsim.play.requests import PlayerId
from riotsim.replay.timeline import GLANCE, READ
from riotsim.table.acts import Act, Carry, Roll, Stack
from riotsim.table.units import TICKS_PER_SECOND
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.playback.motion import Acting, Arranging
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


class LivePlayback:
    """A queue of messages, played."""

    def __init__(self, pace: Pace | None = None) -> None:
        self.pace = Pace() if pace is None else pace
        """How fast; to be changed as one likes."""
        self.showing = DisplayState()
        """What is to be shown now."""
        self.opened: GameOpened | None = None
        self._queue: deque[FromHost] = deque()
        self._words: list[ToHost] = []
        self._acting: Acting | None = None
        self._arranging: Arranging | None = None
        self._rest = 0.0
        self._hurries = False
        self._skips = False
        self._open: Question | GameOver | None = None
        self._live: DragFrame | None = None

    @property
    def fell(self) -> bool:
        """Whether what is dragged just now is coming down."""
        return self._live is not None and self._live.fell

    @property
    def busy(self) -> bool:
        """Whether something moves, or waits to be shown."""
        return bool(self._queue) or self._acting is not None or self._arranging is not None

    def take(self, message: FromHost) -> None:
        """Take a message of the host; it is shown when all before it has been. What is dragged is shown at once."""
        if isinstance(message, DragFrame):
            self._live = message
            return
        self._queue.append(message)

    def words(self) -> list[ToHost]:
        """Give what the host has to be told, once."""
        words, self._words = self._words, []
        return words

    def sent(self, word: ToHost) -> None:
        """Note what was sent to the host: what was asked is not asked any more, unless the answer is refused."""
        if isinstance(word, Answer | DragReleased | Undo | Redo):
            self.showing.asked = self.showing.over = None
            self.showing.refusal = ""
            self._rest = 0.0  # who answers has read what the dice show

    def skip(self, *, to_question: bool = False) -> None:
        """Show no more of what is under way, or of all that comes before a person is asked or the game is over."""
        self._skips = True
        self._hurries = to_question

    def advance(self, seconds: float) -> None:
        """Let time pass for the one who looks (s)."""
        left = self.pace.passes(seconds)
        self._absorb()
        if self._acting is not None:
            if self._skips:
                self._acting.skip()
            self._acting.go_on(left, self.pace)
            if self._acting.over:
                self._act_ends(self._acting)
        else:
            self._rest = 0.0 if self._skips else max(0.0, self._rest - left)
            if self._arranging is not None:
                self._arranging.go_on(left)
                if self._arranging.over or self._skips:
                    self._arranging = None
        if self._acting is None and not self._hurries:
            self._skips = False
        self._go_on()
        self._look()

    def _absorb(self) -> None:
        """Take in what is known of the act that is shown."""
        while self._acting is not None and self._acting.settled is None and self._queue:
            match self._queue[0]:
                case ActFrames(number, frames) if number == self._acting.number:
                    self._acting.add(frames)
                case ActSettled(number, settled) if number == self._acting.number:
                    self._acting.came(settled)
                case _:
                    return
            self._queue.popleft()

    def _act_ends(self, acting: Acting) -> None:
        assert acting.settled is not None, "it is over"
        self.showing.table, self.showing.poses = acting.settled.table, {}
        self._acting = None
        self._words.append(ActShown(acting.number))
        self._rest = 0.0 if self._hurries else READ if isinstance(acting.act, Roll) else GLANCE

    def _go_on(self) -> None:
        """Show what has come up to the next thing that takes time."""
        while self._queue and self._acting is None:
            message = self._queue[0]
            if isinstance(message, ActStarted | TableChanged):
                if not self._hurries and (self._rest > 0.0 or self._arranging is not None):
                    return
                if isinstance(message, ActStarted) and self.pace.paused and not self._hurries:
                    return
            self._queue.popleft()
            self._show(message)
            if self._acting is not None:
                self._absorb()
                if self._hurries:
                    self._acting.skip()
                    if self._acting.over:
                        self._act_ends(self._acting)

    def _show(self, message: FromHost) -> None:
        showing = self.showing
        match message:
            case GameOpened(table=table):
                self.opened, showing.table = message, table
            case ActStarted():
                showing.asked = None
                self._acting = Acting(message, by_hand=self._by_a_person(message))
                if self._live is not None and isinstance(message.act, Carry) and message.act.drag is not None:
                    self._acting.go_to(self._live.frame.tick / TICKS_PER_SECOND)
                self._live = None
                if self._skips:
                    self._acting.skip()
            case TableChanged(table):
                self._arrange(message)
            case LogChanged(lines, kept):
                showing.lines = (*showing.lines[:kept], *lines)
            case GameStatus():
                showing.standing, showing.turn = message, message.turn
            case Question(turn=turn):
                self._open, self._live = message, None
                showing.asked, showing.over, showing.turn = message, None, turn
                self._hurries = self._skips = False
            case Refusal(text):
                showing.refusal, self._live = text, None
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

    def _arrange(self, message: TableChanged) -> None:
        shown = self.showing.table
        if shown is not None and not self._hurries and not self.pace.paused:
            self._arranging = Arranging(shown, self.showing.poses, message.table)
        self.showing.table, self.showing.poses = message.table, {}

    def _by_a_person(self, began: ActStarted) -> bool:
        """Whether a person's own hand, which was seen, has done what an act begins with."""
        return self.opened is not None and _whose(began.act, began.player) in self.opened.persons

    def _look(self) -> None:
        showing, acting = self.showing, self._acting
        if acting is not None:
            showing.table, showing.poses = acting.look()
            showing.act, showing.seconds, showing.fall = acting.act, acting.seconds, acting.fall
            if not self._skips:
                showing.heard += acting.heard
            acting.heard.clear()
            return
        showing.act, showing.seconds, showing.fall = None, 0.0, None
        if self._arranging is not None:
            showing.poses = self._arranging.look()
            return
        showing.poses = {} if self._live is None else self._live.frame.poses


def _whose(act: Act, player: PlayerId | None) -> PlayerId | None:
    """Whose hand does an act: dice have owners."""
    match act:
        case Roll(dice=(die, *_)) | Stack(die=die):
            return die.owner
    return player
