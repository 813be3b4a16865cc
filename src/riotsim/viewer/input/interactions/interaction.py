"""What a decision at the table has in common: where the pointer is, what is shown meanwhile, and when it is made."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from riotsim.play.requests import Request
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point
from riotsim.viewer.scene.marks import Mark
from riotsim.viewer.scene.scene import Glow


@dataclass(frozen=True, slots=True)
class Pointer:
    """Where the mouse points on the table."""

    at: Point
    """Where its line of sight meets the plane that the decision looks at (mm)."""
    piece: PieceId | None
    """The piece that it points at; None for the bare table."""
    seconds: float
    """When, by the window's clock."""


@dataclass(frozen=True, slots=True)
class TableOverlay:
    """What is drawn on the table while a decision is open."""

    glow: Mapping[PieceId, Glow] = field(default_factory=dict)
    """Pieces that light up, and how."""
    marks: tuple[Mark, ...] = ()
    """Paths, rings, areas and ghosts."""
    hint: str = ""
    """What a click would do here, or why it would be refused; shown by the mouse."""
    refused: bool = False
    """Whether the hint says why not."""


class Interaction(Protocol):
    """How a person answers one request with the mouse on the table."""

    @property
    def request(self) -> Request[Any]:
        """What is decided."""

    @property
    def level(self) -> float:
        """The height over the table of the plane in which the pointer is followed (mm)."""

    @property
    def instruction(self) -> str:
        """What is to be done on the table, for whoever has the mouse elsewhere; empty where `shown` says it anyway."""

    def moved(self, pointer: Pointer) -> None:
        """Follow the pointer."""

    def pressed(self, pointer: Pointer) -> object | None:
        """The button went down; gives the answer if that makes one."""

    def released(self, pointer: Pointer) -> object | None:
        """The button went up; gives the answer if that makes one."""

    def cancel(self) -> bool:
        """Put down what is held; tells whether something was."""

    def default_answer(self) -> object | None:
        """The answer without any gesture, for a key: None if there is no plain one."""

    def overlay(self) -> TableOverlay:
        """What is drawn now."""
