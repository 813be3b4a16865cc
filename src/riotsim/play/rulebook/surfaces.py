"""The sections of rules files about surfaces, the dice tray, and throws into the tray."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from riotsim.play.rulebook import bounds
from riotsim.play.rulebook.quantities import Number
from riotsim.play.rulebook.sections import Section, name_in
from riotsim.table.state import Surface, Tray
from riotsim.table.units import inches

SurfaceName: TypeAlias = Annotated[str, name_in("surfaces", "surface")]

TRAY_GAP = 50.0
"""Gap between the table and the dice tray (mm). The table's wall and the tray's wall fit into the gap."""


class SurfaceFigures(Section):
    """A covering of a table or tray, with its factors of friction and restitution.

    When a piece touches the covering, the engine multiplies each of these factors by the same factor of the piece.
    """

    friction: bounds.Friction
    """Factor of friction, without a unit."""
    restitution: Annotated[Number, Field(le=1)]
    """Factor of restitution, 0 to 1. This factor times the piece's is the share of speed that a bounce leaves."""


class DiceTray(Section):
    """A dice tray beside the table, for rolls whose places don't matter."""

    width: bounds.TraySide = inches(10)
    """Width of the tray's bottom, from left to right."""
    depth: bounds.TraySide = inches(8)
    """Depth of the tray's bottom, from front to back."""
    walls: bounds.WallHeight = inches(3)
    """Height of the tray's walls."""
    surface: SurfaceName | None = None
    """The entry of `surfaces` that covers the tray's bottom; by default the table's surface."""

    def beside(self, width: float, depth: float, covers: str, surfaces: Mapping[str, SurfaceFigures]) -> Tray:
        """Return the tray, placed to the right of a table.

        Args:
            width: The table's width (mm).
            depth: The table's depth (mm).
            covers: The name of the table's surface. It also covers the tray's bottom if `surface` is None.
            surfaces: The surfaces of the rules, by name.
        """
        at = (width + TRAY_GAP, (depth - self.depth) / 2)
        covered = self.surface or covers
        return Tray(self.width, self.depth, self.walls, at, surface(covered, surfaces[covered]))


class TrayRollRules(Section):
    """The house rules about dice that are thrown into the tray."""

    cocked: Literal["reroll", "nearest_face"] = "reroll"
    """Treatment of a die that lies cocked: it is rolled again, or its nearest face counts."""
    off_table: Literal["reroll", "lost"] = "reroll"
    """Treatment of a die that leaves the tray: it is rolled again, or it is lost."""
    least_drop: bounds.LeastDrop = 50.0
    """Least height of a release, such as 50mm."""
    least_turns: bounds.LeastTurns = 1.0
    """Least number of times that a die must turn over to count as rolled."""

    @property
    def models(self) -> Literal["fixed", "free"]:
        """The rule for models that are hit by rolled dice. No model stands in the tray, so the rule has no effect."""
        return "fixed"


def surface(name: str, figures: SurfaceFigures) -> Surface:
    """Return a surface of the rules as a `Surface`, the type that tables and trays use.

    Args:
        name: The name of the surface.
        figures: The values of the surface in the rules.
    """
    return Surface(name, figures.friction, figures.restitution)
