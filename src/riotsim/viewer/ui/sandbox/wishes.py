"""What the player wishes by the panels of the sandbox."""

from dataclasses import dataclass
from typing import TypeAlias

from riotsim.play.requests import BossId
from riotsim.table.pieces import PieceId
from riotsim.viewer.ui.start.start_model import Draft


@dataclass(frozen=True, slots=True)
class SetTable:
    """Open the sandbox for these bosses and rules."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class Named:
    """The scenario file that is to be opened from the start screen is called so."""

    path: str


@dataclass(frozen=True, slots=True)
class OpenScenario:
    """Open a scenario file in the sandbox."""

    path: str


@dataclass(frozen=True, slots=True)
class TakeUp:
    """Take a piece from the tray; empty to put away what is held."""

    sort: str


@dataclass(frozen=True, slots=True)
class ForBoss:
    """What is taken from the tray, and thrown, is this boss's."""

    boss: BossId


@dataclass(frozen=True, slots=True)
class WithFace:
    """Dice from the tray show this."""

    face: int


@dataclass(frozen=True, slots=True)
class TurnPiece:
    """Turn a piece (degrees, to the left)."""

    piece: PieceId
    degrees: float


@dataclass(frozen=True, slots=True)
class ShowFace:
    """Have a die on the table show this."""

    die: PieceId
    face: int


@dataclass(frozen=True, slots=True)
class LayDown:
    """Lay a model down, or put it on its feet."""

    model: PieceId
    down: bool


@dataclass(frozen=True, slots=True)
class TakeAway:
    """Take a piece off the table."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class HaveTurn:
    """It is this boss's turn."""

    boss: BossId


@dataclass(frozen=True, slots=True)
class Keep:
    """A boss has put by so much."""

    boss: BossId
    count: int


@dataclass(frozen=True, slots=True)
class DiceInHand:
    """So many dice are thrown."""

    count: int


@dataclass(frozen=True, slots=True)
class TryThrow:
    """Take dice in hand, to throw them."""


@dataclass(frozen=True, slots=True)
class TryCarry:
    """Carry a model; the next click says where to."""

    model: PieceId


@dataclass(frozen=True, slots=True)
class TryAgain:
    """Put all back, and try the same once more."""


@dataclass(frozen=True, slots=True)
class PutBack:
    """After something was tried: put all back as it was."""


@dataclass(frozen=True, slots=True)
class Leave:
    """After something was tried: leave it as it lies."""


@dataclass(frozen=True, slots=True)
class PlayHere:
    """Begin a game at this position."""


@dataclass(frozen=True, slots=True)
class AskFile:
    """Ask for a file, to save into or to open; empty to ask for none."""

    what: str


@dataclass(frozen=True, slots=True)
class Written:
    """What is written in the fields for a file is so now."""

    path: str
    title: str


@dataclass(frozen=True, slots=True)
class UseFile:
    """Save into the file that is written, or open it; `over` replaces one that is there."""

    over: bool = False


SandboxWish: TypeAlias = (
    SetTable
    | Named
    | OpenScenario
    | TakeUp
    | ForBoss
    | WithFace
    | TurnPiece
    | ShowFace
    | LayDown
    | TakeAway
    | HaveTurn
    | Keep
    | DiceInHand
    | TryThrow
    | TryCarry
    | TryAgain
    | PutBack
    | Leave
    | PlayHere
    | AskFile
    | Written
    | UseFile
)
