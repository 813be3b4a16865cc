"""What the panels of the sandbox show, as plain data."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from riotsim.play.requests import PlayerId
from riotsim.replay.recording import Seat
from riotsim.table.pieces import PieceId
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.models import Playing, SceneLabel, Tip
from riotsim.viewer.ui.start.settings_model import SettingsModel

Phase: TypeAlias = Literal["set up", "aims", "moves", "tried"]
"""A position is set up; something is about to be thrown or carried; it moves; it has come to rest."""


@dataclass(frozen=True, slots=True)
class TrayItem:
    """Something that may be put on the table."""

    sort: str
    label: str
    group: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The piece that was clicked last."""

    piece: PieceId
    title: str
    lines: tuple[str, ...] = ()
    seat: Seat | None = None
    faces: tuple[int, ...] = ()
    """The numbers that it may show; none for what is no die."""
    face: int = 0
    stands: bool | None = None
    """Whether it is on its feet; None for what has none."""


@dataclass(frozen=True, slots=True)
class FileDialog:
    """A file is asked for."""

    saves: bool
    """Whether it is to be saved into; else it is to be opened."""
    path: str
    title: str = ""
    """Of the scenario."""
    problem: str = ""
    there: bool = False
    """Whether it is there already, and would be replaced."""


@dataclass(frozen=True, slots=True)
class SandboxModel:
    """The sandbox."""

    title: str
    seats: tuple[Seat, ...]
    player: PlayerId
    """Whose are the pieces that come from the tray."""
    turn: PlayerId
    """Whose turn it is in this position."""
    kept: tuple[int, ...]
    """What each boss has put by, in the order of the seats."""
    treasure: str = "loot"
    tray: tuple[TrayItem, ...] = ()
    taken: str = ""
    """The sort that is in the hand."""
    face: int = 1
    phase: Phase = "set up"
    dice: int = 3
    """How many are thrown."""
    chosen: Chosen | None = None
    hint: str = ""
    """What a click does now."""
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
