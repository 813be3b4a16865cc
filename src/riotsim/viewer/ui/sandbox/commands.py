"""The commands that the sandbox's panels return."""

from dataclasses import dataclass
from typing import TypeAlias

from riotsim.play.requests import PlayerId
from riotsim.table.pieces import PieceId
from riotsim.viewer.ui.start.start_model import Draft


@dataclass(frozen=True, slots=True)
class OpenSandbox:
    """Open the sandbox with the players and rules of a draft."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class EditScenarioPath:
    """Set the path of the scenario file to open from the start screen."""

    path: str


@dataclass(frozen=True, slots=True)
class OpenScenario:
    """Open a scenario file in the sandbox."""

    path: str


@dataclass(frozen=True, slots=True)
class TakeFromTray:
    """Take a piece from the tray. Empty puts the held piece away."""

    sort: str


@dataclass(frozen=True, slots=True)
class SetTrayOwner:
    """Set the owner of new pieces and of dice that are thrown."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class SetTrayFace:
    """Set the number that new dice show."""

    face: int


@dataclass(frozen=True, slots=True)
class TurnPiece:
    """Turn a piece (degrees, to the left)."""

    piece: PieceId
    degrees: float


@dataclass(frozen=True, slots=True)
class SetDieFace:
    """Turn a die on the table so that it shows a number."""

    die: PieceId
    face: int


@dataclass(frozen=True, slots=True)
class SetFallen:
    """Lay a model down, or stand it up."""

    model: PieceId
    down: bool


@dataclass(frozen=True, slots=True)
class RemovePiece:
    """Remove a piece from the table."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class SetTurn:
    """Set the player whose turn it is."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class SetScore:
    """Set a player's score."""

    player: PlayerId
    count: int


@dataclass(frozen=True, slots=True)
class SetDiceCount:
    """Set the number of dice in a trial throw."""

    count: int


@dataclass(frozen=True, slots=True)
class TryThrow:
    """Take dice in hand for a trial throw."""


@dataclass(frozen=True, slots=True)
class TryCarry:
    """Choose a model to carry. The next click sets the destination."""

    model: PieceId


@dataclass(frozen=True, slots=True)
class TryAgain:
    """Put everything back, and repeat the last trial."""


@dataclass(frozen=True, slots=True)
class DiscardTrial:
    """Put everything back as it was before the trial."""


@dataclass(frozen=True, slots=True)
class KeepTrial:
    """Keep the result of the trial."""


@dataclass(frozen=True, slots=True)
class PlayFromHere:
    """Begin a game at this position."""


@dataclass(frozen=True, slots=True)
class OpenFileDialog:
    """Open the dialog to save or to open a file. Empty closes it."""

    what: str


@dataclass(frozen=True, slots=True)
class EditFile:
    """Set the fields of the file dialog."""

    path: str
    title: str


@dataclass(frozen=True, slots=True)
class UseFile:
    """Save into the file of the dialog, or open it. `over` replaces an existing file."""

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
