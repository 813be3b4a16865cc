"""The data shown by the panels of games, replays, the sandbox and the settings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from riotsim.play.requests import PlayerId
from riotsim.replay.recording import Seat
from riotsim.table.pieces import PieceId
from riotsim.viewer.input.keys import Action, Chord
from riotsim.viewer.settings import Settings


@dataclass(frozen=True, slots=True)
class KeyClash:
    """A key wanted for an action and already used by others."""

    action: Action
    chord: Chord
    others: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class SettingsModel:
    """The settings page: the settings, and the key that is being assigned."""

    settings: Settings
    capturing: Action | None = None
    """The action that waits for a new key."""
    clash: KeyClash | None = None
    measured: str = ""
    """The quality that `auto` has chosen, in a few words."""
    problem: str = ""
    """A problem with the settings file or with sound, shown on the settings page; empty if there is none."""


TowerRisk: TypeAlias = Literal["", "tall", "danger"]
"""The risk that a tower falls, for its colour."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn, and the clock."""

    number: int
    seat: Seat | None
    activity: str = ""
    """The current activity: `to decide`, `thinks`, `throws`."""
    clock: float | None = None
    """Time left (s), or None without a clock."""
    warning_seconds: float = 120.0
    """Time left from which the clock warns (s)."""
    turn_word: str = "turn"
    """The game's word for a turn: `turn`, or `round` if all players act in it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An option that is shown as a button."""

    key: str
    label: str
    about: str = ""
    icon: str = ""
    """A name in `fonts.ICONS`, or empty."""
    pieces: tuple[PieceId, ...] = ()
    """Pieces that are highlighted while the mouse is over the button."""
    refused: str = ""
    """The reason why the option can't be chosen now, or empty."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question to a player, with its options."""

    seat: Seat
    title: str
    why: str
    """The reason for the question, in plain words."""
    clause: str = ""
    """The clause of the rules that asks, or empty."""
    choices: tuple[Choice, ...] = ()
    hint: str = ""
    """Instruction for answering on the table: `Click a model that glows`."""
    confirm: str = ""
    """The label of the button that confirms the answer prepared on the table, or empty."""
    ready: bool = False
    """True if the answer is prepared."""


@dataclass(frozen=True, slots=True)
class PieceStanding:
    """A model and its tower in the standings."""

    piece: PieceId
    name: str
    height: int
    """Number of dice in the model's tower."""
    fallen: bool = False
    gone: bool = False
    acting: bool = False
    risk: TowerRisk = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's row in the standings."""

    seat: Seat
    score: int | None
    """The player's score; None if it isn't known, as in replays."""
    pieces: tuple[PieceStanding, ...] = ()
    exit_note: str = ""
    """The way in which the player left the game; empty while they are in it."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log, and the pieces that it is about."""

    text: str
    turn: int
    level: int = 0
    """0 for the heading of a turn, 1 for an event, 2 for a detail."""
    pieces: tuple[PieceId, ...] = ()
    seat: Seat | None = None
    """The player whose turn it is."""


@dataclass(frozen=True, slots=True)
class DiceCount:
    """Counts of the numbers rolled with a kind of die, against the expected counts."""

    name: str
    """The kind of die, or a label for the owner of the dice."""
    faces: tuple[str, ...]
    rolled: tuple[int, ...]
    expected: tuple[float, ...]
    verdict: str = ""
    """A statistical verdict in a few words."""
    colour: str = ""
    """Colour of the player whose dice they are (#rrggbb), or empty."""


@dataclass(frozen=True, slots=True)
class FightSide:
    """One of the two players who choose in secret."""

    seat: Seat
    model: str
    person: bool = True
    """True if a person chooses. A bot needs no keys."""
    chosen: bool = False
    """True if the choice is made. It stays hidden until both players have chosen."""


@dataclass(frozen=True, slots=True)
class Fight:
    """A choice that two players make at the same time without seeing each other's."""

    left: FightSide
    right: FightSide
    options: tuple[Choice, ...]
    """The options, which are the same for both."""
    title: str
    why: str = ""
    clause: str = ""
    count: int | None = None
    """The countdown: 3, 2 or 1; None before and after it."""
    shown: tuple[str, str] | None = None
    """The keys of both choices, once they are revealed."""


@dataclass(frozen=True, slots=True)
class Playing:
    """The speed of playback."""

    speed: float = 1.0
    paused: bool = False
    activity: str = ""
    """The activity that is shown; empty while nothing moves."""
    progress: float | None = None
    """The elapsed share of that activity (0 to 1)."""
    waiting_acts: int = 0
    """Number of acts that wait to be shown."""


@dataclass(frozen=True, slots=True)
class Tip:
    """The tooltip of the piece under the mouse."""

    title: str
    lines: tuple[str, ...] = ()
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class SceneLabel:
    """A text in the scene."""

    at: tuple[float, float]
    """Place of the text: pixels from the window's upper left corner."""
    text: str
    colour: str = "#ffffff"


@dataclass(frozen=True, slots=True)
class Ruler:
    """A measured distance between two points on the screen."""

    begin: tuple[float, float]
    """Start of the ruler: pixels from the window's upper left corner."""
    end: tuple[float, float]
    mm: float
    about: str = ""


@dataclass(frozen=True, slots=True)
class GameModel:
    """The panels of a game that is being played."""

    title: str
    turn: Turn
    seats: tuple[Seat, ...]
    models: Mapping[PieceId, PlayerId] = field(default_factory=dict)
    """The owner of each piece, for the colours of names in the log."""
    prompt: Prompt | None = None
    waiting: str = ""
    """The activity that players wait for while no person is asked."""
    standings: tuple[Standing, ...] = ()
    score_name: str = "score"
    """The word for the scores."""
    log: tuple[LogLine, ...] = ()
    dice: tuple[DiceCount, ...] = ()
    playing: Playing = Playing()
    fight: Fight | None = None
    can_undo: bool = False
    can_redo: bool = False
    undo_about: str = ""
    """The extent of undo, or why it is not possible."""
    tip: Tip | None = None
    ruler: Ruler | None = None
    labels: tuple[SceneLabel, ...] = ()
    refusal: str = ""
    """The reason why the last answer was refused, shown at the mouse."""
    settings: Settings = field(default_factory=Settings)
    show_dice: bool = False
    """True if the dice are shown instead of the log."""
    menu: bool = False
    options: SettingsModel | None = None
    """The settings page, if it is open over the game."""
    game: str = ""
    """The game's id in the store, or empty if it is not stored."""
    leave_note: str = ""
    """A sentence for the menu about what is kept when the player leaves."""
    result_lines: tuple[str, ...] = ()
    """The result: a heading, then lines."""
    failure: str = ""
    """The reason why the game can't go on, or empty."""
    leave_label: str = "To the start screen"
    """The label of the button that leaves the game."""
    notice: str = ""
    """A message that is not about the game, such as that the disk is full."""


@dataclass(frozen=True, slots=True)
class TimelineMark:
    """A moment marked on the timeline of a replay."""

    at: float
    """Time (s)."""
    about: str
    colour: str = ""
    """Colour of the mark's player (#rrggbb), or empty."""
    large: bool = False
    """True if the mark is an important moment: a fallen tower or a fight."""


@dataclass(frozen=True, slots=True)
class ReplayModel:
    """The panels of a replay."""

    title: str
    turn: Turn
    seats: tuple[Seat, ...]
    seconds: float
    """Current time (s)."""
    length: float
    """Length of the recording (s)."""
    marks: tuple[TimelineMark, ...] = ()
    playing: Playing = Playing()
    models: Mapping[PieceId, PlayerId] = field(default_factory=dict)
    standings: tuple[Standing, ...] = ()
    score_name: str = "score"
    log: tuple[LogLine, ...] = ()
    """The log up to now."""
    dice: tuple[DiceCount, ...] = ()
    show_dice: bool = False
    tip: Tip | None = None
    ruler: Ruler | None = None
    labels: tuple[SceneLabel, ...] = ()
    settings: Settings = field(default_factory=Settings)
    menu: bool = False
    options: SettingsModel | None = None
    notice: str = ""
    """A message that is not about the game, such as where a screenshot was saved."""


Phase: TypeAlias = Literal["set up", "aims", "moves", "tried"]
"""The phase of the sandbox: setting up; aiming a throw or a carry; pieces moving; pieces at rest after a trial."""


@dataclass(frozen=True, slots=True)
class TrayItem:
    """A type of piece in the tray."""

    key: str
    label: str
    heading: str
    about: str = ""
    is_die: bool = False
    """True if the piece is a die, whose number can be chosen."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The selected piece."""

    piece: PieceId
    title: str
    lines: tuple[str, ...] = ()
    seat: Seat | None = None
    faces: tuple[int, ...] = ()
    """The numbers that a die can show. Empty for other pieces."""
    face: int = 0
    stands: bool | None = None
    """True if a model is standing. None for other pieces."""


@dataclass(frozen=True, slots=True)
class FileDialog:
    """The file dialog."""

    is_saving: bool
    """True if the dialog saves a file; otherwise it opens one."""
    path: str
    title: str = ""
    """The title of the scenario."""
    problem: str = ""
    file_exists: bool = False
    """True if the file exists and would be replaced."""


@dataclass(frozen=True, slots=True)
class SandboxModel:
    """All panels of the sandbox."""

    title: str
    seats: tuple[Seat, ...]
    player: PlayerId
    """The owner of pieces from the tray."""
    turn: PlayerId
    """The player whose turn it is in this position."""
    scores: tuple[int, ...]
    """The score of each player, in seat order."""
    score_name: str = "score"
    """The name of what players collect; empty if a position has no scores."""
    tray: tuple[TrayItem, ...] = ()
    piece_in_hand: str = ""
    """The key of the kind of piece in hand, or empty."""
    face: int = 1
    phase: Phase = "set up"
    dice: int = 3
    """The number of dice in a trial throw."""
    chosen: Chosen | None = None
    hint: str = ""
    """The effect of a click at the pointer."""
    can_undo: bool = False
    can_redo: bool = False
    playing: Playing = field(default_factory=Playing)
    file: FileDialog | None = None
    tip: Tip | None = None
    refusal: str = ""
    notice: str = ""
    labels: tuple[SceneLabel, ...] = ()
    settings: Settings = field(default_factory=Settings)
    menu: bool = False
    options: SettingsModel | None = None
