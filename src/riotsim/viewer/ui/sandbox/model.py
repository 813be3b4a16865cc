"""The data shown by the sandbox's panels."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from riotsim.play.requests import PlayerId
from riotsim.replay.recording import Seat
from riotsim.table.pieces import PieceId
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.models import Playing, SceneLabel, Tip
from riotsim.viewer.ui.start.settings_model import SettingsModel

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
    """True if the number that it shows can be chosen."""


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

    saves: bool
    """True if it saves. Otherwise it opens a file."""
    path: str
    title: str = ""
    """The title of the scenario."""
    problem: str = ""
    there: bool = False
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
    score_name: str = "loot"
    """The name of what players collect; empty if a position has no scores."""
    tray: tuple[TrayItem, ...] = ()
    taken: str = ""
    """The key of the kind of piece in hand, or empty."""
    face: int = 1
    phase: Phase = "set up"
    dice: int = 3
    """The number of dice in a trial throw."""
    chosen: Chosen | None = None
    hint: str = ""
    """The effect of a click now."""
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
