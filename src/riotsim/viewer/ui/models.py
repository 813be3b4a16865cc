"""What the panels over a table show, as plain data: they know no game, and ask nobody."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from riotsim.play.requests import PlayerId
from riotsim.replay.recording import Seat
from riotsim.table.pieces import PieceId
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.start.settings_model import SettingsModel

TowerRisk: TypeAlias = Literal["", "tall", "danger"]
"""How much a tower is one to look at."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is, and the clock."""

    number: int
    seat: Seat | None
    doing: str = ""
    """What happens: `to decide`, `thinks`, `throws`."""
    clock: float | None = None
    """What is left of the time (s)."""
    hurry: float = 120.0
    """From when on the clock warns (s)."""
    called: str = "turn"
    """What the game calls it: `round`, if all play in it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something a boss may choose, as a button."""

    key: str
    label: str
    about: str = ""
    icon: str = ""
    """A name in `fonts.ICONS`."""
    pieces: tuple[PieceId, ...] = ()
    """What lights up while the mouse is over it."""
    refused: str = ""
    """Why it can't be chosen just now; empty if it can."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a boss is asked, why, and what there is to choose from."""

    seat: Seat
    title: str
    why: str
    """In plain words."""
    clause: str = ""
    """The clause of the rules that has it so."""
    choices: tuple[Choice, ...] = ()
    hint: str = ""
    """How it is answered on the table: `Click a model that glows`."""
    confirm: str = ""
    """What the button says that gives the answer prepared on the table; empty for none."""
    ready: bool = False
    """Whether that answer is there."""


@dataclass(frozen=True, slots=True)
class PieceStanding:
    """A model with its tower, in the standings."""

    piece: PieceId
    name: str
    height: int
    """Dice in its tower."""
    fallen: bool = False
    gone: bool = False
    acting: bool = False
    worry: TowerRisk = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a boss stands."""

    seat: Seat
    stash: int | None
    """None where it isn't known, as in replays."""
    pieces: tuple[PieceStanding, ...] = ()
    out: str = ""
    """How they left the game; empty while they are in it."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log, and the pieces it is about."""

    text: str
    turn: int
    level: int = 0
    """0 for the head of a turn, 1 for a deed, 2 for what came of it."""
    pieces: tuple[PieceId, ...] = ()
    seat: Seat | None = None
    """Whose turn it is."""


@dataclass(frozen=True, slots=True)
class DiceCount:
    """How often a kind of die showed each of its faces, against what a fair one would."""

    name: str
    """`d6`, or whose they are."""
    faces: tuple[str, ...]
    rolled: tuple[int, ...]
    expected: tuple[float, ...]
    verdict: str = ""
    """What statistics say of it, in a few words."""
    colour: str = ""
    """#rrggbb of the boss whose dice they are, if they are one's."""


@dataclass(frozen=True, slots=True)
class FightSide:
    """One of the two who choose in secret."""

    seat: Seat
    model: str
    person: bool = True
    """Whether somebody presses keys for them; a bot needs none."""
    chosen: bool = False
    """Whether their choice is there. What it is nobody is told before both are."""


@dataclass(frozen=True, slots=True)
class Fight:
    """A choice that two bosses make at once, each without seeing the other's."""

    left: FightSide
    right: FightSide
    options: tuple[Choice, ...]
    """The same for both."""
    title: str
    why: str = ""
    clause: str = ""
    count: int | None = None
    """3, 2, 1 while it is counted; None before and after."""
    shown: tuple[str, str] | None = None
    """The keys of what both chose, once both have and it was counted."""


@dataclass(frozen=True, slots=True)
class Playing:
    """How fast what happens is shown."""

    speed: float = 1.0
    paused: bool = False
    showing: str = ""
    """What is shown just now; empty while nothing moves."""
    progress: float | None = None
    """How much of that is over (0 to 1)."""
    behind: int = 0
    """How many acts wait to be shown."""


@dataclass(frozen=True, slots=True)
class Tip:
    """What is told of the piece under the mouse."""

    title: str
    lines: tuple[str, ...] = ()
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class SceneLabel:
    """A text in the scene."""

    at: tuple[float, float]
    """Pixels from the window's upper left corner."""
    text: str
    colour: str = "#ffffff"


@dataclass(frozen=True, slots=True)
class Ruler:
    """A distance that is measured between two points on the screen."""

    begin: tuple[float, float]
    """Pixels from the window's upper left corner."""
    end: tuple[float, float]
    mm: float
    about: str = ""


@dataclass(frozen=True, slots=True)
class GameModel:
    """A game at the table."""

    title: str
    turn: Turn
    seats: tuple[Seat, ...]
    models: Mapping[PieceId, PlayerId] = field(default_factory=dict)
    """Whose pieces are whose: the log has them in their colours."""
    ask: Prompt | None = None
    waiting: str = ""
    """Who or what is waited for, while nobody here is asked."""
    standings: tuple[Standing, ...] = ()
    treasure: str = "score"
    """What the numbers of the standings count."""
    log: tuple[LogLine, ...] = ()
    dice: tuple[DiceCount, ...] = ()
    playing: Playing = Playing()
    fight: Fight | None = None
    can_undo: bool = False
    can_redo: bool = False
    undo_about: str = ""
    """How far undo goes back, or why it doesn't."""
    tip: Tip | None = None
    ruler: Ruler | None = None
    labels: tuple[SceneLabel, ...] = ()
    refusal: str = ""
    """Why the last answer was not taken; shown beside the mouse."""
    settings: Settings = field(default_factory=Settings)
    show_dice: bool = False
    """Whether the panel of the dice is open instead of the log."""
    menu: bool = False
    options: SettingsModel | None = None
    """The page of settings, while it is open over the game."""
    game: str = ""
    """What it is called in the store; empty for one that is not stored."""
    stays: str = ""
    """What is left of it when one leaves, as the menu says it."""
    over: tuple[str, ...] = ()
    """How it ended: a heading, and lines."""
    broke: str = ""
    """Why the game can't go on."""
    home: str = "To the start screen"
    """Where one comes who leaves it."""
    notice: str = ""
    """Something to know that is not about the game, such as a disk that is full."""


@dataclass(frozen=True, slots=True)
class TimelineMark:
    """A moment on the bar of a replay."""

    at: float
    """s."""
    about: str
    colour: str = ""
    """#rrggbb; empty for one that is nobody's."""
    large: bool = False
    """Whether it is one that somebody may look for: a tower that fell, a fight."""


@dataclass(frozen=True, slots=True)
class ReplayModel:
    """A game that is shown again."""

    title: str
    turn: Turn
    seats: tuple[Seat, ...]
    now: float
    """s."""
    length: float
    """s."""
    marks: tuple[TimelineMark, ...] = ()
    playing: Playing = Playing()
    models: Mapping[PieceId, PlayerId] = field(default_factory=dict)
    standings: tuple[Standing, ...] = ()
    treasure: str = "score"
    log: tuple[LogLine, ...] = ()
    """What is known by now."""
    dice: tuple[DiceCount, ...] = ()
    show_dice: bool = False
    tip: Tip | None = None
    ruler: Ruler | None = None
    labels: tuple[SceneLabel, ...] = ()
    settings: Settings = field(default_factory=Settings)
    menu: bool = False
    options: SettingsModel | None = None
    notice: str = ""
    """Something to know that is not about the game, such as where a picture was saved."""
