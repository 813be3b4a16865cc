"""The commands of the user. Panels return them, and the caller of the panels carries them out."""

from dataclasses import dataclass
from typing import TypeAlias

from riotsim.play.requests import PlayerId
from riotsim.table.pieces import PieceId
from riotsim.viewer.input.keys import Action, Chord
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.models import RecordPage
from riotsim.viewer.ui.start_model import Draft, Page


@dataclass(frozen=True, slots=True)
class GoToPage:
    """Command to open a page of the start screen."""

    page: Page


@dataclass(frozen=True, slots=True)
class EditDraft:
    """Command to replace the draft of the new game on the start screen."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class BeginGame:
    """Command to begin a new game from a draft."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class ResumeGame:
    """Command to resume a stored game, given its id in the store."""

    game: str


@dataclass(frozen=True, slots=True)
class BeginLesson:
    """Command to begin a scene of a game's lesson. If another scene is open, it is closed."""

    game: str
    """Name of the game."""
    scene: int
    """Number of the scene, from 0. A number after the last scene ends the lesson."""


@dataclass(frozen=True, slots=True)
class ShowReplay:
    """Command to replay a stored game from its start, given its id in the store."""

    game: str


@dataclass(frozen=True, slots=True)
class Quit:
    """Command to close the window."""


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Command to replace the settings."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class CaptureKey:
    """Command to wait until the user presses the new key of an action. If `action` is None, stop waiting."""

    action: Action | None


@dataclass(frozen=True, slots=True)
class BindKey:
    """Command to assign a key to an action. If `chord` is empty, the action gets no key.

    If `take` is true, other actions lose the key. If not, the key is only assigned if no other action has it.
    """

    action: Action
    chord: Chord
    take: bool = False


@dataclass(frozen=True, slots=True)
class ChooseOption:
    """Command to choose an option of a question, given the key of its `Choice`.

    If several options may be picked and `up_to` is true, a range of options is picked. One end of the range is the
    option that was picked or unpicked last. The other end is the option with the key `key`.
    """

    player: PlayerId
    key: str
    up_to: bool = False


@dataclass(frozen=True, slots=True)
class Confirm:
    """Command to submit the answer that a player has prepared on the table, or else the default answer."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class ChooseSecretly:
    """Command to make one player's secret choice in a fight, given the key of its `Choice`."""

    player: PlayerId
    key: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Command to undo an answer in a game or a change in the sandbox."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Command to redo what was undone last."""


@dataclass(frozen=True, slots=True)
class HighlightPieces:
    """Command to highlight pieces for one frame."""

    pieces: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class PreviewOption:
    """Command to show the consequence of an option, while the mouse is over its button."""

    key: str
    """The key of the option's `Choice`."""


@dataclass(frozen=True, slots=True)
class FocusPieces:
    """Command to move the camera to the first of these pieces that is on the table."""

    pieces: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class SetPaused:
    """Command to pause playback, or to continue it."""

    paused: bool


@dataclass(frozen=True, slots=True)
class SetSpeed:
    """Command to set the playback speed, as a multiple of real time."""

    times: float


@dataclass(frozen=True, slots=True)
class SkipAct:
    """Command to skip to the end of the act that is shown."""


@dataclass(frozen=True, slots=True)
class Seek:
    """Command to go to a time of a replay (s from its start)."""

    at: float


@dataclass(frozen=True, slots=True)
class OpenMenu:
    """Command to open or close the menu."""

    open: bool


@dataclass(frozen=True, slots=True)
class OpenSettings:
    """Command to open or close the settings over a game, a replay or the sandbox."""

    open: bool


@dataclass(frozen=True, slots=True)
class OpenRules:
    """Command to open the rules page."""

    clause: str = ""
    """Id of the page's first clause in view. If it is empty, the page opens at its start."""
    game: str = ""
    """Name of the game. If it is empty, the page shows the rules of the open or chosen game."""


@dataclass(frozen=True, slots=True)
class SearchRules:
    """Command to show only those parts of the rules page that have certain words. Without words, show all parts."""

    query: str


@dataclass(frozen=True, slots=True)
class CloseRules:
    """Command to close the rules page."""


@dataclass(frozen=True, slots=True)
class ShowRecord:
    """Command to switch the log's panel to a page: the log, the companies or the dice counts (see `RecordPage`)."""

    page: RecordPage


@dataclass(frozen=True, slots=True)
class ShowSheet:
    """Command to open the sheet of a piece until the user closes it. If `piece` is None, the open sheet is closed."""

    piece: PieceId | None


@dataclass(frozen=True, slots=True)
class MoveCamera:
    """Command to move the camera by a step, to let it look from above, or to let it follow the game again."""

    action: Action


@dataclass(frozen=True, slots=True)
class GoToStart:
    """Command to leave a game, replay or sandbox, and to show the start screen.

    If a game was begun in the sandbox, the sandbox is shown instead.
    """

    again: bool = False
    """True if a new game then begins at once, from the last draft but with other random numbers."""


# The sandbox.


@dataclass(frozen=True, slots=True)
class OpenSandbox:
    """Command to open the sandbox with the players and rules of a draft."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class EditScenarioPath:
    """Command to set the path of the scenario file, as it is typed on the start screen."""

    path: str


@dataclass(frozen=True, slots=True)
class OpenScenario:
    """Command to open a scenario file in the sandbox."""

    path: str


@dataclass(frozen=True, slots=True)
class TakeFromTray:
    """Command to take a piece from the tray, given the key of its `TrayItem`. An empty key empties the hand."""

    sort: str


@dataclass(frozen=True, slots=True)
class SetTrayOwner:
    """Command to set the owner of new pieces and of the dice in trial throws."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class SetTrayFace:
    """Command to set the number that new dice show."""

    face: int


@dataclass(frozen=True, slots=True)
class TurnPiece:
    """Command to turn a piece by an angle (degrees, anticlockwise from above)."""

    piece: PieceId
    degrees: float


@dataclass(frozen=True, slots=True)
class SetDieFace:
    """Command to turn a die on the table so that it shows a number."""

    die: PieceId
    face: int


@dataclass(frozen=True, slots=True)
class SetFallen:
    """Command to lay a model down, or to stand it up."""

    model: PieceId
    down: bool


@dataclass(frozen=True, slots=True)
class RemovePiece:
    """Command to remove a piece from the table."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class SetTurn:
    """Command to set the player whose turn it is in the sandbox."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class SetScore:
    """Command to set a player's score in the sandbox."""

    player: PlayerId
    count: int


@dataclass(frozen=True, slots=True)
class SetDiceCount:
    """Command to set the number of dice in a trial throw."""

    count: int


@dataclass(frozen=True, slots=True)
class TryThrow:
    """Command to begin a trial throw. If a trial already waits for a gesture, perform it without the gesture."""


@dataclass(frozen=True, slots=True)
class TryCarry:
    """Command to choose a model for a trial carry. The next click on the table sets the destination."""

    model: PieceId


@dataclass(frozen=True, slots=True)
class TryAgain:
    """Command to restore the position before the trial, and to repeat the trial."""


@dataclass(frozen=True, slots=True)
class DiscardTrial:
    """Command to restore the position before the trial."""


@dataclass(frozen=True, slots=True)
class KeepTrial:
    """Command to make the result of the trial the position of the sandbox."""


@dataclass(frozen=True, slots=True)
class PlayFromHere:
    """Command to begin a game at the position of the sandbox."""


@dataclass(frozen=True, slots=True)
class OpenFileDialog:
    """Command to open the file dialog for saving (`save`) or opening (`open`). An empty text closes the dialog."""

    what: str


@dataclass(frozen=True, slots=True)
class EditFile:
    """Command to set the path and the title in the file dialog."""

    path: str
    title: str


@dataclass(frozen=True, slots=True)
class UseFile:
    """Command to save or open the file named in the file dialog. `overwrite` allows replacing an existing file."""

    overwrite: bool = False


UiCommand: TypeAlias = (
    GoToPage
    | EditDraft
    | BeginGame
    | ResumeGame
    | BeginLesson
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
    | PreviewOption
    | FocusPieces
    | SetPaused
    | SetSpeed
    | SkipAct
    | Seek
    | OpenMenu
    | OpenSettings
    | OpenRules
    | SearchRules
    | CloseRules
    | ShowRecord
    | ShowSheet
    | MoveCamera
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
