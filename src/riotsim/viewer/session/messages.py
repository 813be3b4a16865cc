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

from riotsim.play.narration import Clock, DataSheet, Offer, PieceMark, Reach, Row, Turn
from riotsim.play.requests import PlayerId, Request
from riotsim.replay.recording import Seat
from riotsim.table.acts import Act, Frame, Settled
from riotsim.table.pieces import Piece, PieceId
from riotsim.table.state import Table

SETUP = Turn(0, None)
"""The turn number and player before the first turn."""

Level: TypeAlias = Literal["head", "line", "detail"]
"""The style of a log line: as a heading, as an event, or as a detail of the line before."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question to a player, and its reason."""

    player: PlayerId
    title: str
    """A few words, such as `Aim the throw`."""
    text: str = ""
    """One or two sentences."""
    clause: str = ""
    """The clause of the rules that asks, such as `RD-33`, or empty."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log."""

    text: str
    """Plain text without markup or line breaks."""
    level: Level = "line"
    pieces: tuple[PieceId, ...] = ()
    """The pieces that the line is about. Some may have left the table since."""
    turn: Turn = SETUP


@dataclass(frozen=True, slots=True)
class RollCounts:
    """Counts of each number rolled with one kind of die, for one player or for all."""

    player: PlayerId | None
    """None for all players together."""
    kind: str
    """The kind of die, such as `d6`."""
    counts: tuple[tuple[int, int], ...]
    """Each number on the die, in ascending order, with how often it came up."""
    expected: tuple[float, ...]
    """Expected counts of fair dice for the same number of rolls, in the order of `counts`."""


# From the host to the window.


@dataclass(frozen=True, slots=True)
class GameOpened:
    """The game is open. This is the first message, and is sent once."""

    seats: tuple[Seat, ...]
    """The seats in turn order."""
    models: Mapping[PieceId, PlayerId]
    """The owner of each model, including models that are not on the table yet."""
    title: str
    table: Table
    persons: frozenset[PlayerId] = frozenset()
    """The players who answer through this window. The others are bots."""
    game: str = ""
    """The game's id in the store, or empty if it is not stored."""


@dataclass(frozen=True, slots=True)
class Question:
    """A message that one or more people must decide, each without seeing the others' answers.

    After each `Answer` to a joint question, the rest is asked again as a new `Question`.
    """

    requests: tuple[Request[object], ...]
    prompts: tuple[Prompt, ...]
    """One prompt per request, in the same order."""
    turn: Turn
    can_undo: bool
    can_redo: bool
    clock: Clock | None = None
    incoming: Mapping[PieceId, Piece] = field(default_factory=dict)
    """Pieces that the requests name and that are not on the table yet. Their poses have no meaning."""
    joint: tuple[PlayerId, ...] = ()
    """All players of a joint question, including those who have answered. Empty if only one is asked."""
    number: int = 0
    """The number of the question, from 1. Asking again, also after an undo, gives a new number."""
    offers: tuple[tuple[Offer, ...], ...] = ()
    """For each request, its possible answers and their effects; empty if a gesture decides."""


@dataclass(frozen=True, slots=True)
class ActStarted:
    """An act begins. Its frames follow in `ActFrames`."""

    number: int
    """The number of the act in this host, from 1."""
    act: Act
    before: Table
    player: PlayerId | None = None
    """The player whose turn it is."""


@dataclass(frozen=True, slots=True)
class ActFrames:
    """Poses of the pieces that an act moves, `FRAMES_PER_SECOND` times a second. More may follow."""

    number: int
    frames: tuple[Frame, ...]


@dataclass(frozen=True, slots=True)
class DragFrame:
    """Poses of the pieces that a person is dragging. The act itself begins when they let go."""

    frame: Frame
    act: Act
    """The carry so far."""
    fell: bool = False
    """True if the tower is falling. The drag is over in that case."""


@dataclass(frozen=True, slots=True)
class ActSettled:
    """An act is done and stored. Its `settled.trace` is empty because the frames were sent already."""

    number: int
    settled: Settled


@dataclass(frozen=True, slots=True)
class LogChanged:
    """The log has changed: the first `kept` lines stay, the others are replaced by `lines`.

    Lines are replaced after an undo, and when the last line grows.
    """

    lines: tuple[Line, ...]
    kept: int


@dataclass(frozen=True, slots=True)
class TableChanged:
    """A message that the table changed without an act, by the rules or an undo."""

    table: Table


@dataclass(frozen=True, slots=True)
class GameStatus:
    """The status of the game: scores, towers, dice, clock and reaches."""

    rows: tuple[Row, ...] = ()
    rolled: tuple[RollCounts, ...] = ()
    clock: Clock | None = None
    turn: Turn = SETUP
    score_name: str = "score"
    """The word for the scores, such as `points`."""
    reaches: Mapping[PieceId, tuple[Reach, ...]] = field(default_factory=dict)
    """The reaches of each model. Models without a reach are left out."""
    acting: PieceId | None = None
    """The model that is acting."""
    marks: Mapping[PieceId, tuple[PieceMark, ...]] = field(default_factory=dict)
    """Temporary states of pieces that players should notice."""
    sheets: Mapping[PieceId, DataSheet] = field(default_factory=dict)
    """The data sheets of pieces."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer, undo or redo was refused; `text` says why. Nothing has changed, and the question stands."""

    text: str
    player: PlayerId | None = None
    """The player who answered. None for an undo or redo."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game is over. While `can_undo`, `Undo` goes back into it."""

    lines: tuple[Line, ...]
    """The lines that report the result."""
    can_undo: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """A message that is not about the game, such as that the disk is full. The game goes on."""

    text: str


@dataclass(frozen=True, slots=True)
class HostFailed:
    """The host has ended unexpectedly, and no more messages follow. What was done is stored."""

    text: str
    """The reason in one line, for the player. The terminal has the details."""


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
    """A person's answer to a question."""

    player: PlayerId
    value: object
    """The answer. The host checks whether the request allows it."""
    number: int | None = None
    """The number of the question. The host ignores answers to an older one. None answers the current one."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo the last answer."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Redo the last undone answer."""


@dataclass(frozen=True, slots=True)
class DragSamples:
    """New mouse samples of a drag. The host simulates them at once and replies with `DragFrame`."""

    player: PlayerId
    samples: tuple[tuple[int, float], ...]
    """Ticks since the drag began, and the distance along its line (mm)."""
    number: int | None = None
    """The number of the question."""


@dataclass(frozen=True, slots=True)
class DragReleased:
    """A message that a person has ended a drag, which makes it their answer."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class ActShown:
    """The window has shown an act to its end. The host only runs a few acts ahead of this."""

    number: int
    """The number of the act. All acts before it count as shown."""


@dataclass(frozen=True, slots=True)
class LeaveGame:
    """The window leaves the game, and the host ends. The game is stored up to here."""


ToHost: TypeAlias = Answer | Undo | Redo | DragSamples | DragReleased | ActShown | LeaveGame
