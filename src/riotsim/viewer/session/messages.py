"""The messages between the window and the host, the process that runs a game. All messages are frozen and picklable.

Messages arrive in the order of sending. For each act the host sends `ActStarted`, some `ActFrames` and `ActSettled`.
Then it sends what the act has changed: `LogChanged`, `GameStatus` and `TableChanged`. Next comes another act, or a
`Question` to people. The window shows an act to its end before it handles the messages after `ActSettled`.

Units are those of the table: mm, seconds, radians, z up, with the origin at the table's front left corner.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from riotsim.play.displays import (
    Clock,
    DataSheet,
    PieceMark,
    Reach,
    Roster,
    Row,
    ShownArc,
    ShownArea,
    ShownCheck,
    ShownDangers,
    ShownSight,
    ShownStrike,
)
from riotsim.play.markup import NameSpan
from riotsim.play.narration import Offer, Turn
from riotsim.play.requests import PlayerId, Request, Unavailable
from riotsim.replay.recording import Seat
from riotsim.table.acts import Act, Frame, Settled
from riotsim.table.pieces import Piece, PieceId
from riotsim.table.state import Table

SETUP = Turn(0, None)
"""The turn before the first turn: number 0, and no player."""

Level: TypeAlias = Literal["head", "line", "detail"]
"""The style of a log line: a heading, an event, or a detail of the line above."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The text of a request to a player: the question, and its reason."""

    player: PlayerId
    title: str
    """The question in a few words, such as `Aim the throw`."""
    text: str = ""
    """An explanation of the question in one or two sentences, or empty if the question needs no explanation."""
    clause: str = ""
    """The clause of the rules that demands the decision, such as `RD-33`, or empty."""
    is_fight: bool = False
    """True if two players choose secretly, and both choices are revealed at once (see `play.narration.Reason`)."""
    tells_check: bool = False
    """True if `text` only names the check of the thrown dice. If the window shows the check, it omits this text."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log."""

    text: str
    """Plain text without markup or line breaks."""
    level: Level = "line"
    pieces: tuple[PieceId, ...] = ()
    """The pieces that the line is about. Some may have left the table since then."""
    turn: Turn = SETUP
    names: tuple[NameSpan, ...] = ()
    """The parts of `text` that name a player or a player's piece. Each part has the index of this player's seat."""
    strike: ShownStrike | None = None
    """The reported attack, outcome of an attack, or fall of a tower. None for other lines."""


@dataclass(frozen=True, slots=True)
class RollCounts:
    """Counts of the numbers rolled with one kind of die, by one player or by all players together."""

    player: PlayerId | None
    """The player who rolled, or None for all players together."""
    kind: str
    """The kind of die, such as `d6`."""
    counts: tuple[tuple[int, int], ...]
    """Each number on the die, in ascending order, with the number of times that it was rolled."""
    expected: tuple[float, ...]
    """Counts to expect on average from fair dice in as many rolls, in the order of `counts`."""


Extent: TypeAlias = Literal["turn", "rest"]
"""The end of a lasting choice: with the turn (`turn`), or when the player answers a request (`rest`).

Answers that the window gives by itself don't end it.
"""


@dataclass(frozen=True, slots=True)
class LastingChoice:
    """A choice of a person that also answers later requests to this person. The window then doesn't ask the person.

    It answers the requests with the purpose `purpose`. It also answers those whose lasting offer (`Offer.lasts`) has
    the text `text`. `Question.lasting` has the choices that still hold.
    """

    player: PlayerId
    purpose: str
    """The purpose of the requests."""
    extent: Extent
    """The end of the choice, and the window's answers until then.

    If a request has an offer that lasts (`Offer.lasts`), the window gives the answer of this offer. For any other
    request, the window puts down the request's pieces (`rest`), or asks the player (`turn`).
    """
    text: str = ""
    """The choice in the game's words, such as `Hold fire in this phase`. Empty if the choice is not shown."""


# From the host to the window.


@dataclass(frozen=True, slots=True)
class GameOpened:
    """A message that the game is open. It is the first message of every game that could be opened."""

    seats: tuple[Seat, ...]
    """The seats in turn order."""
    models: Mapping[PieceId, PlayerId]
    """The owner of each model, including models that are not on the table yet."""
    title: str
    table: Table
    persons: frozenset[PlayerId] = frozenset()
    """The players who answer through this window. All other players are bots."""
    game: str = ""
    """The game's id in the store, or empty if the game is not stored."""
    clauses: Mapping[str, str] = field(default_factory=dict)
    """The text of each clause of the rules, by its id, such as `RD-21`."""
    rules_of: str = ""
    """Name of the game whose rules the window can show, or empty if the window can't show any rules."""
    at_back: frozenset[PlayerId] = frozenset()
    """The players who sit at the back edge of the table. All others sit at the front edge."""


@dataclass(frozen=True, slots=True)
class Question:
    """A message that asks one person for a decision, or several people at once (a joint question).

    Nobody sees the others' answers to a joint question before deciding.

    After each `Answer` to a joint question, a new `Question` asks the players who have not answered yet.
    """

    requests: tuple[Request[object], ...]
    prompts: tuple[Prompt, ...]
    """One prompt per request, in the same order."""
    turn: Turn
    can_undo: bool
    can_redo: bool
    clock: Clock | None = None
    incoming: Mapping[PieceId, Piece] = field(default_factory=dict)
    """Pieces that are named in the requests but are not on the table yet. Their poses have no meaning."""
    joint: tuple[PlayerId, ...] = ()
    """All players of a joint question, including those who have answered. Empty if only one player is asked."""
    number: int = 0
    """The number of the question, from 1. A question that is asked again, even after an undo, gets a new number."""
    offers: tuple[tuple[Offer, ...], ...] = ()
    """For each request, the answers that the window lists. There are none if the player answers by a gesture."""
    unavailable: tuple[tuple[Unavailable, ...], ...] = ()
    """For each request, the answers that can't be given now, each with the reason. By default, there are none."""
    lasting: tuple[LastingChoice, ...] = ()
    """The present lasting choices of all people."""
    is_within_choice: bool = False
    """True if an `Undo` returns to the player's last choice. Usually, the question asks for a detail of this choice."""


@dataclass(frozen=True, slots=True)
class BotAsked:
    """A message that the game has asked a bot a question. The question may come outside the bot's turn."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class ActStarted:
    """A message that an act begins. Its frames follow in `ActFrames`."""

    number: int
    """The number of the act, from 1, among the acts that this host shows."""
    act: Act
    before: Table
    player: PlayerId | None = None
    """The player whose turn it is, or None if it is nobody's turn."""


@dataclass(frozen=True, slots=True)
class ActFrames:
    """Frames of an act, with the poses of the pieces that it moves. More frames of the act may follow.

    There are `FRAMES_PER_SECOND` frames for each simulated second of the act.
    """

    number: int
    frames: tuple[Frame, ...]


@dataclass(frozen=True, slots=True)
class DragFrame:
    """Poses of the pieces that a person is dragging. The act itself begins when the person lets go."""

    frame: Frame
    act: Act
    """The drag's carry."""
    fell: bool = False
    """True if the tower has fallen. The fall ends the drag."""


@dataclass(frozen=True, slots=True)
class ActSettled:
    """A message that an act is done. `settled.trace` is empty, because the frames were sent already."""

    number: int
    settled: Settled


@dataclass(frozen=True, slots=True)
class LogChanged:
    """A message that the log has changed. The first `kept` lines stay, and `lines` replace all lines after them."""

    lines: tuple[Line, ...]
    kept: int


@dataclass(frozen=True, slots=True)
class TableChanged:
    """A message that the table changed without an act: by the rules, an undo or a redo."""

    table: Table


@dataclass(frozen=True, slots=True)
class LessonStatus:
    """The state of a lesson: the number of finished steps, and the player's task in the present step."""

    done: int
    """Number of steps that are done."""
    count: int
    """Number of all steps."""
    say: str = ""
    """One sentence with the player's task. After the last step, it reports the result, or is empty."""
    glow: tuple[PieceId, ...] = ()
    """The pieces that glow."""
    button: str = ""
    """The first words on the button that should glow, or empty if no button should glow."""
    missed: bool = False
    """True if the step has failed. The player should then undo it."""
    by_choice: bool = False
    """True if the step failed by a wrong choice. An undo then returns to this choice, and not to the step's start."""
    about: str = ""
    """One or two sentences about the game or the position, or empty if there is nothing to say."""
    is_shut: bool = False
    """True if the player can't press the button that should glow. The player should then undo the last decision."""
    shows_result: bool = False
    """True if all steps are done, the game is over, and its result may cover the panel of the lesson."""

    @property
    def is_over(self) -> bool:
        """True if all steps are done."""
        return self.done == self.count


@dataclass(frozen=True, slots=True)
class GameStatus:
    """The status of the game: for example its scores, its clock, and the states of its pieces."""

    rows: tuple[Row, ...] = ()
    rolled: tuple[RollCounts, ...] = ()
    clock: Clock | None = None
    turn: Turn = SETUP
    score_name: str = "score"
    """The word for the scores, such as `points`."""
    score_icon: str = "coins"
    """Name of the icon beside the scores."""
    reaches: Mapping[PieceId, tuple[Reach, ...]] = field(default_factory=dict)
    """The reaches of each model, drawn as circles around it. Models without a reach are left out."""
    sights: Mapping[PieceId, ShownSight] = field(default_factory=dict)
    """The sight shown at a model, such as the acting model's view of it. Models without a sight are left out."""
    arcs: Mapping[PieceId, ShownArc] = field(default_factory=dict)
    """The arc of each model that attacks in some directions only."""
    dangers: ShownDangers | None = None
    """The move that other pieces may interrupt, or None if there is no such move."""
    targets: tuple[PieceId, ...] = ()
    """The enemies that a player is asked to throw dice at, or empty if the game asks for no such throw."""
    acting: PieceId | None = None
    """The model that is acting, or None if no model is acting."""
    marks: Mapping[PieceId, tuple[PieceMark, ...]] = field(default_factory=dict)
    """Temporary states of each piece. Players should notice these states."""
    sheets: Mapping[PieceId, DataSheet] = field(default_factory=dict)
    """The data sheet of each piece that has one."""
    areas: tuple[ShownArea, ...] = ()
    """The areas of the table that have a meaning in the game, such as terrain."""
    rosters: Mapping[PlayerId, Roster] = field(default_factory=dict)
    """The company of each player who has one."""
    checks: tuple[ShownCheck, ...] = ()
    """The dice checks to show, in order of time.

    The dice of such a check lie on the table or are thrown next. A check that led to such a check is shown, too.
    """
    lesson: LessonStatus | None = None
    """The state of the lesson, or None if the game is not a lesson."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A message that an answer, a drag, an undo or a redo was refused, with the reason. The game hasn't changed."""

    text: str
    player: PlayerId | None = None
    """The player who answered or dragged. None if an undo or redo was refused."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """A message that the game is over. If `can_undo` is true, an `Undo` returns to the last decision of a person."""

    lines: tuple[Line, ...]
    """The lines that report the result."""
    can_undo: bool = False


@dataclass(frozen=True, slots=True)
class LessonStopped:
    """A message that a lesson has stopped, because all steps are done or a step has failed.

    If `can_undo` is true, an `Undo` goes back. If a step has failed, `LessonStatus.by_choice` tells how far.
    """

    can_undo: bool


@dataclass(frozen=True, slots=True)
class Notice:
    """A message to the player that is not about the game, for example about a full disk. The game continues."""

    text: str


@dataclass(frozen=True, slots=True)
class HostFailed:
    """A message that the host has ended because of an error. It is the last message."""

    text: str
    """The reason, in words for the player."""


FromHost: TypeAlias = (
    GameOpened
    | Question
    | BotAsked
    | DragFrame
    | ActStarted
    | ActFrames
    | ActSettled
    | LogChanged
    | TableChanged
    | GameStatus
    | Refusal
    | GameOver
    | LessonStopped
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
    """The number of the question. The host ignores answers to older questions. None means the current question."""
    by_itself: bool = False
    """True if a lasting choice gives this answer, so that nobody was asked. An `Undo` goes back past this answer."""
    lasting: LastingChoice | None = None
    """The lasting choice that the person makes with this answer, or None."""


@dataclass(frozen=True, slots=True)
class LiftChoice:
    """A message that a person takes back a lasting choice. The host then asks the open question again."""

    choice: LastingChoice


@dataclass(frozen=True, slots=True)
class Undo:
    """A request to undo the last answer of a person, and the answers of bots after it.

    After a failed step of a lesson, the game may go back to the step's first decision.
    """


@dataclass(frozen=True, slots=True)
class Redo:
    """A request to redo the last undone steps: an answer of a person, and the answers of bots after it."""


@dataclass(frozen=True, slots=True)
class DragSamples:
    """New mouse samples of a drag. The host may reply with a `DragFrame` or a `Refusal`."""

    player: PlayerId
    samples: tuple[tuple[int, float], ...]
    """For each sample, the ticks since the drag began, and the distance along the line of the carry (mm)."""
    number: int | None = None
    """The number of the question. None means the current question."""


@dataclass(frozen=True, slots=True)
class DragReleased:
    """A message that a person has let go of a dragged piece. The drag is then the person's answer."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class ActShown:
    """A message that the window has shown an act to its end. If the host is too many acts ahead, it waits for this."""

    number: int
    """The number of the act. All acts before it count as shown."""


@dataclass(frozen=True, slots=True)
class LeaveGame:
    """A message that the window leaves the game. The host process then ends."""


@dataclass(frozen=True, slots=True)
class ClockPaused:
    """A message that the game's clock is paused or runs again. For example, the open menu pauses it."""

    paused: bool


ToHost: TypeAlias = Answer | LiftChoice | Undo | Redo | DragSamples | DragReleased | ActShown | ClockPaused | LeaveGame
