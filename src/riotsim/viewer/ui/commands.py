"""What the player wishes by the panels. The panels do nothing themselves: whoever draws them sees to it."""

from dataclasses import dataclass
from typing import TypeAlias

from riotsim.play.requests import PlayerId
from riotsim.table.pieces import PieceId
from riotsim.viewer.input.keys import Action, Chord
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.sandbox.commands import SandboxCommand
from riotsim.viewer.ui.start.start_model import Draft, Page


@dataclass(frozen=True, slots=True)
class GoToPage:
    """To another page of the start screen."""

    page: Page


@dataclass(frozen=True, slots=True)
class EditDraft:
    """The new game is to be so."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class BeginGame:
    """Begin the new game."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class ResumeGame:
    """Go on with a stored game."""

    game: str


@dataclass(frozen=True, slots=True)
class ShowReplay:
    """Show a stored game from its beginning."""

    game: str


@dataclass(frozen=True, slots=True)
class Quit:
    """Close the window."""


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Settings are to be so."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class CaptureKey:
    """Wait for the new key of an action; None to wait no more."""

    action: Action | None


@dataclass(frozen=True, slots=True)
class BindKey:
    """Give an action a key; one that is `take`n is taken from the others that have it."""

    action: Action
    chord: Chord
    take: bool = False


@dataclass(frozen=True, slots=True)
class ChooseOption:
    """Choose one of the choices of what is asked."""

    player: PlayerId
    key: str


@dataclass(frozen=True, slots=True)
class Confirm:
    """Give the answer that is prepared on the table."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class ChooseSecretly:
    """In a fight, one of the two has chosen."""

    player: PlayerId
    key: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last answer back."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Give the answer again that was taken back."""


@dataclass(frozen=True, slots=True)
class HighlightPieces:
    """Light pieces up, for as long as this comes with each frame."""

    pieces: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class FocusPieces:
    """Turn the camera to pieces."""

    pieces: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class SetPaused:
    """Stop showing what happens, or go on."""

    paused: bool


@dataclass(frozen=True, slots=True)
class SetSpeed:
    """Show what happens so many times as fast."""

    times: float


@dataclass(frozen=True, slots=True)
class SkipAct:
    """Show how what moves comes to rest, at once."""


@dataclass(frozen=True, slots=True)
class Seek:
    """Show a replay from another time (s)."""

    at: float


@dataclass(frozen=True, slots=True)
class OpenMenu:
    """Open the menu, or close it."""

    open: bool


@dataclass(frozen=True, slots=True)
class OpenSettings:
    """Open the settings over the game, or close them."""

    open: bool


@dataclass(frozen=True, slots=True)
class ShowDice:
    """Show the dice that were rolled in place of the log, or the log again."""

    open: bool


@dataclass(frozen=True, slots=True)
class GoToStart:
    """Leave the game, which stays stored, for the start screen."""


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
    | SandboxCommand
)
