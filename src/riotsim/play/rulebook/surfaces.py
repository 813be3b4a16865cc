"""The groups `surfaces` and `tray` of a rules file, whatever the game: what covers a table, and a tray beside it."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from pydantic import Field

from riotsim.play.rulebook import bounds
from riotsim.play.rulebook.quantities import Number
from riotsim.play.rulebook.sections import Section, name_in
from riotsim.table.state import Surface, Tray
from riotsim.table.units import inches

SurfaceName: TypeAlias = Annotated[str, name_in("surfaces", "surface")]

TRAY_GAP = 50.0
"""Between the table and the dice tray (mm): room for both their walls."""


class SurfaceFigures(Section):
    """What a table may be covered with; the engine multiplies the figures of the two things that touch."""

    friction: bounds.Friction
    """Coefficient of friction."""
    restitution: Annotated[Number, Field(le=1)]
    """Speed after a bounce as a share of the speed before it, 0 to 1."""


class DiceTray(Section):
    """A dice tray beside the table, for rolls whose place doesn't matter."""

    width: bounds.TraySide = inches(10)
    """Of its bottom, from left to right."""
    depth: bounds.TraySide = inches(8)
    """From front to back."""
    walls: bounds.WallHeight = inches(3)
    """How high its walls are."""
    surface: SurfaceName | None = None
    """Which of `surfaces` covers its bottom; that of the table unless told otherwise."""

    def beside(self, width: float, depth: float, covers: str, surfaces: Mapping[str, SurfaceFigures]) -> Tray:
        """Give the tray as it stands to the right of a table of that size (mm), which `covers` covers."""
        at = (width + TRAY_GAP, (depth - self.depth) / 2)
        covered = self.surface or covers
        return Tray(self.width, self.depth, self.walls, at, surface(covered, surfaces[covered]))


def surface(name: str, figures: SurfaceFigures) -> Surface:
    """Give a surface as the table knows it."""
    return Surface(name, figures.friction, figures.restitution)
