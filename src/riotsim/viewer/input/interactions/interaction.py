"""The protocol of interactions, the pointer, and the overlay on the table."""

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
    """The mouse's place on the table, and the piece under it."""

    at: Point
    """The point where the line of sight meets the plane at the height `Interaction.level` (mm on the table)."""
    piece: PieceId | None
    """The piece under the mouse, scenery included; None if there is none."""
    seconds: float
    """Time when the mouse was at `at` (s)."""
    shift: bool = False
    """True if Shift was held."""


@dataclass(frozen=True, slots=True)
class TableOverlay:
    """Everything that is drawn on the table besides the pieces, and a hint for the player."""

    glow: Mapping[PieceId, Glow] = field(default_factory=dict)
    """Pieces that glow, with the style of each glow."""
    marks: tuple[Mark, ...] = ()
    """Paths, rings, areas, labels, and ghosts of pieces."""
    hint: str = ""
    """A text for the player, such as what a click at the pointer would do; empty for none."""
    refused: bool = False
    """True if the hint is a refusal."""
    is_about_pointer: bool = False
    """True if the hint is about the thing at the pointer.

    Such a hint, like each refusal, appears at the pointer instead of in the panel.
    """


class Interaction(Protocol):
    """A person's way of answering one request with the mouse on the table."""

    @property
    def request(self) -> Request[Any]:
        """The request to answer."""

    @property
    def level(self) -> float:
        """Height of the pointer's plane (mm above the table)."""

    @property
    def instruction(self) -> str:
        """Instruction that is shown while the mouse is not over the table.

        If the instruction is empty, the overlay's hint is shown instead.
        """

    def moved(self, pointer: Pointer) -> None:
        """Handle a mouse move."""

    def pressed(self, pointer: Pointer) -> object | None:
        """Handle a mouse press. Return the answer, or None if the press doesn't answer the request."""

    def released(self, pointer: Pointer) -> object | None:
        """Handle a mouse release. Return the answer, or None if the release doesn't answer the request."""

    def cancel(self) -> bool:
        """Cancel the current gesture if possible. Return whether a gesture was cancelled."""

    def default_answer(self) -> object | None:
        """Return the answer of a player without a click or gesture, or None if the player has to choose."""

    def overlay(self) -> TableOverlay:
        """Return what is drawn on the table now."""
