"""The messages between the window and the host, the process that runs a game. All are frozen and picklable.

Both directions keep their order. For each act the host sends `ActStarted`, some `ActFrames` and `ActSettled`. Before
the next act or question it sends `LogChanged`, `TableChanged` and `GameStatus`, each at most once and only if something
changed. Then it sends `Question` if a person has to decide. The window must not show a message that follows an
`ActSettled` before it has shown that act.

Units are those of the table: mm, seconds, radians, z up, with the origin at the table's front left corner.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from riotsim.play.narration import Clock, Row, Turn
from riotsim.play.offers import Offer, Reach
from riotsim.play.requests import PlayerId, Request
from riotsim.replay.recording import Seat
from riotsim.table.acts import Act, Frame, Settled
from riotsim.table.pieces import Piece, PieceId
from riotsim.table.state import Table

FRAMES_HZ = 60
"""Frames of an act that the host sends for each second of the table's time."""

SETUP = Turn(0, None)
"""Before the first turn."""

Level: TypeAlias = Literal["head", "line", "detail"]
"""How a line of the log is set: the head of a turn or the like, what happened, or a detail of the line before."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked of a boss and why, in plain words."""

    player: PlayerId
    title: str
    """A few words, such as `Aim the throw`."""
    text: str = ""
    """One or two sentences."""
    clause: str = ""
    """The clause of the rules that asks, such as `RD-33`; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log."""

    text: str
    """Plain text without markup, on one line."""
    level: Level = "line"
    pieces: tuple[PieceId, ...] = ()
    """What it is about; some may have left the table since."""
    turn: Turn = SETUP


@dataclass(frozen=True, slots=True)
class RollCounts:
    """How often the dice of one kind have come up with each number, for one boss or for all."""

    player: PlayerId | None
    """None: all bosses together."""
    kind: str
    """Such as `d6`."""
    counts: tuple[tuple[int, int], ...]
    """Each number on it, least first, with how often it came up."""
    expected: tuple[float, ...]
    """How often each would come up on the average of as many rolls; in the order of `counts`."""


# From the host to the window.


@dataclass(frozen=True, slots=True)
class GameOpened:
    """The game is open. The first message, and sent once."""

    seats: tuple[Seat, ...]
    """In turn order."""
    models: Mapping[PieceId, PlayerId]
    """Whose the models are, those too that are not on the table yet."""
    title: str
    table: Table
    persons: frozenset[PlayerId] = frozenset()
    """The bosses who are asked through this window; the others play by themselves."""
    game: str = ""
    """What it is called where it is stored; empty if it isn't."""


@dataclass(frozen=True, slots=True)
class Question:
    """Persons have to decide: one, or several at the same time, each unseen by the others.

    Of a joint request only those are in it that are still to be answered: after each `Answer` the rest is asked again.
    """

    requests: tuple[Request[object], ...]
    prompts: tuple[Prompt, ...]
    """One for each request, in their order."""
    turn: Turn
    can_undo: bool
    can_redo: bool
    clock: Clock | None = None
    coming: Mapping[PieceId, Piece] = field(default_factory=dict)
    """Pieces that the requests speak of and that are not on the table yet, as they would be: their place means
    nothing."""
    joint: tuple[PlayerId, ...] = ()
    """All who are asked at the same time, those who have answered included, if there is more than one: what one answers
    is hidden from the others."""
    number: int = 0
    """Of the question, from 1; asked once more, after an undo too, it has another one."""
    offers: tuple[tuple[Offer, ...], ...] = ()
    """For each request, in their order, what its answers would do; none where a hand decides."""


@dataclass(frozen=True, slots=True)
class ActStarted:
    """An act begins. While it is under way frames of it come in `ActFrames`."""

    number: int
    """Of the acts of this host, from 1."""
    act: Act
    before: Table
    player: PlayerId | None = None
    """Whose turn it is done in."""


@dataclass(frozen=True, slots=True)
class ActFrames:
    """Where the moving pieces of an act are, `FRAMES_HZ` times a second; more may follow."""

    number: int
    frames: tuple[Frame, ...]


@dataclass(frozen=True, slots=True)
class DragFrame:
    """Where the pieces are that a person drags just now: the act itself begins when they let go."""

    frame: Frame
    fell: bool = False
    """Whether the tower is coming down: the hand has let go."""


@dataclass(frozen=True, slots=True)
class ActSettled:
    """An act is done, and stored. Its `settled.trace` is empty: the frames have been sent."""

    number: int
    settled: Settled


@dataclass(frozen=True, slots=True)
class LogChanged:
    """The log goes on: `kept` lines of it stay, what followed them goes (undone, or a line that has grown), and
    `lines` come after.
    """

    lines: tuple[Line, ...]
    kept: int


@dataclass(frozen=True, slots=True)
class TableChanged:
    """The table as the rules have it now: what they moved by themselves, or what was undone."""

    table: Table


@dataclass(frozen=True, slots=True)
class GameStatus:
    """How the game stands."""

    rows: tuple[Row, ...] = ()
    rolled: tuple[RollCounts, ...] = ()
    clock: Clock | None = None
    turn: Turn = SETUP
    scored: str = "score"
    """What the rows of the scores count, such as `points`."""
    reaches: Mapping[PieceId, tuple[Reach, ...]] = field(default_factory=dict)
    """How far models reach; those that reach nothing are left out."""
    acting: PieceId | None = None
    """The model whose go it is."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer, an undo or a redo was refused: `text` says why. Nothing has changed, what was asked still is."""

    text: str
    player: PlayerId | None = None
    """Who had answered; None for an undo or redo."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game is over. It may be gone back into with `Undo` while `can_undo`."""

    lines: tuple[Line, ...]
    """How it ended."""
    can_undo: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to know that is not about the game, such as a disk that is full. The game goes on."""

    text: str


@dataclass(frozen=True, slots=True)
class HostFailed:
    """The host has come to an end that it wasn't told to: no more messages follow. What was done is stored."""

    text: str
    """One line that says why, for the one who plays; who reports it finds more in the terminal."""


FromHost: TypeAlias = (
    GameOpened
    | Question
    | DragFrame
    | ActStarted
    | ActFrames
    | ActSettled
    | LogChanged
    | TableChanged
    | GameStatus
    | Refusal
    | GameOver
    | Notice
    | HostFailed
)


# From the window to the host.


@dataclass(frozen=True, slots=True)
class Answer:
    """A person's answer to what was asked of them."""

    player: PlayerId
    value: object
    """What the request allows; whether it does is checked by the host."""
    number: int | None = None
    """Of the question that it answers: to any other one it is no answer, and passed over. None: whatever is asked."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last answer back."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Put back what was undone last."""


@dataclass(frozen=True, slots=True)
class DragSamples:
    """A person drags what they are asked to carry: where the hand has been since the last of these. It is tried out
    live, and comes back as `DragFrame`.
    """

    player: PlayerId
    samples: tuple[tuple[int, float], ...]
    """Ticks since the drag began, and how far along its line (mm)."""
    number: int | None = None
    """Of the question."""


@dataclass(frozen=True, slots=True)
class DragReleased:
    """A person has let go of what they dragged: that is their answer."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class ActShown:
    """The window has shown an act to its end. The host runs only so many acts ahead of this."""

    number: int
    """Of the act; all before it count as shown."""


@dataclass(frozen=True, slots=True)
class LeaveGame:
    """The window is done with the game; the host ends. It is stored as far as it got."""


ToHost: TypeAlias = Answer | Undo | Redo | DragSamples | DragReleased | ActShown | LeaveGame
