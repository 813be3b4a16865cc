"""The data that the panels of the sandbox show."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from riotsim.play.requests import PlayerId
from riotsim.replay.recording import Seat
from riotsim.table.pieces import PieceId
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.models import PlaybackState, SettingsModel, Tip
from riotsim.viewer.ui.rules_model import RulesModel
from riotsim.viewer.ui.scene_model import SceneLabel

Phase: TypeAlias = Literal["set up", "aims", "moves", "tried"]
"""The phase of the sandbox. The phases are, in order:

- The user sets up the table.
- The user aims a trial, which is a throw or a carry.
- The user watches pieces move.
- The user decides whether to keep the result of the trial.
"""


@dataclass(frozen=True, slots=True)
class TrayItem:
    """A type of piece that can be taken from the tray."""

    key: str
    label: str
    heading: str
    about: str = ""
    is_die: bool = False
    """True if the piece is a die. The user can then choose the number that a new die shows."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """Data of the selected piece."""

    piece: PieceId
    title: str
    lines: tuple[str, ...] = ()
    seat: Seat | None = None
    faces: tuple[int, ...] = ()
    """The numbers that the selected die can show; empty for other pieces."""
    face: int = 0
    stands: bool | None = None
    """True for a standing model, False for a fallen one; None for other pieces."""


@dataclass(frozen=True, slots=True)
class FileDialog:
    """Data of the dialog for saving or opening a scenario file."""

    is_saving: bool
    """True if the dialog saves a file, False if it opens one."""
    path: str
    title: str = ""
    """The title of the scenario that is saved."""
    problem: str = ""
    file_exists: bool = False
    """True if the user tried to save to an existing file. The user then decides whether to replace the file."""


@dataclass(frozen=True, slots=True)
class SandboxModel:
    """Data of all panels of the sandbox."""

    title: str
    seats: tuple[Seat, ...]
    player: PlayerId
    """The owner of new pieces from the tray, and of the dice in trial throws."""
    turn: PlayerId
    """The player whose turn it is in the current position."""
    scores: tuple[int, ...]
    """The score of each player, in seat order."""
    score_name: str = "score"
    """The game's word for scores, such as `loot`; empty if positions have no scores."""
    tray: tuple[TrayItem, ...] = ()
    piece_in_hand: str = ""
    """The key of the `TrayItem` of the piece in hand; empty for none."""
    face: int = 1
    phase: Phase = "set up"
    dice: int = 3
    """The number of dice in a trial throw."""
    chosen: Chosen | None = None
    hint: str = ""
    """Hint for the next click or gesture on the table; empty for none."""
    can_undo: bool = False
    can_redo: bool = False
    playback: PlaybackState = field(default_factory=PlaybackState)
    file: FileDialog | None = None
    tip: Tip | None = None
    refusal: str = ""
    notice: str = ""
    labels: tuple[SceneLabel, ...] = ()
    follows: bool = True
    """True if the camera moves by itself, because the user has not moved it."""
    settings: Settings = field(default_factory=Settings)
    menu: bool = False
    options: SettingsModel | None = None
    rules: RulesModel | None = None
