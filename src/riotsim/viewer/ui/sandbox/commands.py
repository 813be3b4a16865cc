"""What the player wishes by the panels of the sandbox."""

from dataclasses import dataclass
from typing import TypeAlias

from riotsim.play.requests import PlayerId
from riotsim.table.pieces import PieceId
from riotsim.viewer.ui.start.start_model import Draft


@dataclass(frozen=True, slots=True)
class OpenSandbox:
    """Open the sandbox for these bosses and rules."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class EditScenarioPath:
    """The scenario file that is to be opened from the start screen is called so."""

    path: str


@dataclass(frozen=True, slots=True)
class OpenScenario:
    """Open a scenario file in the sandbox."""

    path: str


@dataclass(frozen=True, slots=True)
class TakeFromTray:
    """Take a piece from the tray; empty to put away what is held."""

    sort: str


@dataclass(frozen=True, slots=True)
class SetTrayOwner:
    """What is taken from the tray, and thrown, is this boss's."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class SetTrayFace:
    """Dice from the tray show this."""

    face: int


@dataclass(frozen=True, slots=True)
class TurnPiece:
    """Turn a piece (degrees, to the left)."""

    piece: PieceId
    degrees: float


@dataclass(frozen=True, slots=True)
class SetDieFace:
    """Have a die on the table show this."""

    die: PieceId
    face: int


@dataclass(frozen=True, slots=True)
class SetFallen:
    """Lay a model down, or put it on its feet."""

    model: PieceId
    down: bool


@dataclass(frozen=True, slots=True)
class RemovePiece:
    """Take a piece off the table."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class SetTurn:
    """It is this boss's turn."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class SetScore:
    """A boss has put by so much."""

    player: PlayerId
    count: int


@dataclass(frozen=True, slots=True)
class SetDiceCount:
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
class DiscardTrial:
    """After something was tried: put all back as it was."""


@dataclass(frozen=True, slots=True)
class KeepTrial:
    """After something was tried: leave it as it lies."""


@dataclass(frozen=True, slots=True)
class PlayFromHere:
    """Begin a game at this position."""


@dataclass(frozen=True, slots=True)
class OpenFileDialog:
    """Ask for a file, to save into or to open; empty to ask for none."""

    what: str


@dataclass(frozen=True, slots=True)
class EditFile:
    """What is written in the fields for a file is so now."""

    path: str
    title: str


@dataclass(frozen=True, slots=True)
class UseFile:
    """Save into the file that is written, or open it; `over` replaces one that is there."""

    over: bool = False


SandboxCommand: TypeAlias = (
    OpenSandbox
    | EditScenarioPath
    | OpenScenario
    | TakeFromTray
    | SetTrayOwner
    | SetTrayFace
    | TurnPiece
    | SetDieFace
    | SetFallen
    | RemovePiece
    | SetTurn
    | SetScore
    | SetDiceCount
    | TryThrow
    | TryCarry
    | TryAgain
    | DiscardTrial
    | KeepTrial
    | PlayFromHere
    | OpenFileDialog
    | EditFile
    | UseFile
)
