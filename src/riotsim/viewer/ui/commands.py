"""The commands that panels return. Panels change nothing themselves; their caller carries the commands out."""

from dataclasses import dataclass
from typing import TypeAlias

from riotsim.play.requests import PlayerId
from riotsim.table.pieces import PieceId
from riotsim.viewer.input.keys import Action, Chord
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.start_model import Draft, Page


@dataclass(frozen=True, slots=True)
class GoToPage:
    """Open a page of the start screen."""

    page: Page


@dataclass(frozen=True, slots=True)
class EditDraft:
    """Replace the draft of the new game."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class BeginGame:
    """Begin a new game."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class ResumeGame:
    """Resume a stored game."""

    game: str


@dataclass(frozen=True, slots=True)
class ShowReplay:
    """Replay a stored game from its start."""

    game: str


@dataclass(frozen=True, slots=True)
class Quit:
    """Close the window."""


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Replace the settings."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class CaptureKey:
    """Wait for the new key of an action, or stop waiting if it is None."""

    action: Action | None


@dataclass(frozen=True, slots=True)
class BindKey:
    """Assign a key to an action. `take` removes the key from other actions that use it."""

    action: Action
    chord: Chord
    take: bool = False


@dataclass(frozen=True, slots=True)
class ChooseOption:
    """Choose an option of the question."""

    player: PlayerId
    key: str


@dataclass(frozen=True, slots=True)
class Confirm:
    """Submit the answer that is prepared on the table."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class ChooseSecretly:
    """Make one player's secret choice in a fight."""

    player: PlayerId
    key: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo the last answer."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Redo the last undone answer."""


@dataclass(frozen=True, slots=True)
class HighlightPieces:
    """Highlight pieces for one frame."""

    pieces: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class FocusPieces:
    """Turn the camera to pieces."""

    pieces: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class SetPaused:
    """Pause playback, or continue it."""

    paused: bool


@dataclass(frozen=True, slots=True)
class SetSpeed:
    """Set the playback speed, as a multiple of real time."""

    times: float


@dataclass(frozen=True, slots=True)
class SkipAct:
    """Skip to the end of the act that is shown."""


@dataclass(frozen=True, slots=True)
class Seek:
    """Go to a time of a replay (s)."""

    at: float


@dataclass(frozen=True, slots=True)
class OpenMenu:
    """Open or close the menu."""

    open: bool


@dataclass(frozen=True, slots=True)
class OpenSettings:
    """Open or close the settings over a game."""

    open: bool


@dataclass(frozen=True, slots=True)
class ShowDice:
    """Show the dice counts instead of the log, or the log again."""

    open: bool


@dataclass(frozen=True, slots=True)
class GoToStart:
    """Leave the game for the start screen. A stored game stays stored."""


# The sandbox.


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
    """Take a piece from the tray. An empty key puts the held piece away."""

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
    """Restore the position before the trial, and repeat the trial."""


@dataclass(frozen=True, slots=True)
class DiscardTrial:
    """Restore the position before the trial."""


@dataclass(frozen=True, slots=True)
class KeepTrial:
    """Keep the result of the trial."""


@dataclass(frozen=True, slots=True)
class PlayFromHere:
    """Begin a game at this position."""


@dataclass(frozen=True, slots=True)
class OpenFileDialog:
    """Open the dialog to save or to open a file. An empty value closes it."""

    what: str


@dataclass(frozen=True, slots=True)
class EditFile:
    """Set the fields of the file dialog."""

    path: str
    title: str


@dataclass(frozen=True, slots=True)
class UseFile:
    """Save to the file of the dialog, or open it. `overwrite` replaces an existing file."""

    overwrite: bool = False


UiCommand: TypeAlias = (
    GoToPage
    | EditDraft
    | BeginGame
    | ResumeGame
    | ShowReplay
    | Quit
    | ChangeSettings
    | CaptureKey
    | BindKey
    | ChooseOption
    | Confirm
    | ChooseSecretly
    | Undo
    | Redo
    | HighlightPieces
    | FocusPieces
    | SetPaused
    | SetSpeed
    | SkipAct
    | Seek
    | OpenMenu
    | OpenSettings
    | ShowDice
    | GoToStart
    | OpenSandbox
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
