"""The protocol of interactions, the pointer, and the overlay on the table during a decision."""

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
    """The place on the table that the mouse points at."""

    at: Point
    """The point where the line of sight meets the interaction's plane (mm)."""
    piece: PieceId | None
    """The piece under the mouse, or None for the bare table."""
    seconds: float
    """The time by the window's clock."""


@dataclass(frozen=True, slots=True)
class TableOverlay:
    """Everything that is drawn on the table during a decision."""

    glow: Mapping[PieceId, Glow] = field(default_factory=dict)
    """Pieces that glow, with the style of each glow."""
    marks: tuple[Mark, ...] = ()
    """Paths, rings, areas and ghosts."""
    hint: str = ""
    """The effect of a click here, or why it would be refused. It is shown at the mouse."""
    refused: bool = False
    """True if the hint is a refusal."""


class Interaction(Protocol):
    """The way a person answers one request with the mouse on the table."""

    @property
    def request(self) -> Request[Any]:
        """The request to answer."""

    @property
    def level(self) -> float:
        """Height of the plane in which the pointer is followed (mm over the table)."""

    @property
    def instruction(self) -> str:
        """Instruction for the table, shown while the mouse is elsewhere. Empty if the overlay says it already."""

    def moved(self, pointer: Pointer) -> None:
        """Handle a mouse move."""

    def pressed(self, pointer: Pointer) -> object | None:
        """Handle a mouse press, and return the answer if it makes one."""

    def released(self, pointer: Pointer) -> object | None:
        """Handle a mouse release, and return the answer if it makes one."""

    def cancel(self) -> bool:
        """Put down a held piece, and return whether there was one."""

    def default_answer(self) -> object | None:
        """Return the answer without a gesture, for a key, or None if there is none."""

    def overlay(self) -> TableOverlay:
        """Return the current overlay on the table."""
