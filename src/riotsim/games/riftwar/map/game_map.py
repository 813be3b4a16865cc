"""A map of the table: structures, which are solid, and areas of terrain, which units can enter (RW-10, RW-11)."""

from dataclasses import dataclass
from functools import cached_property

from riotsim.games.riftwar.map.outlines import Outline
from riotsim.table.geometry.patches import Patch
from riotsim.table.pieces import PieceId, Terrain
from riotsim.table.poses import Point
from riotsim.table.sight.bodies import solids_of
from riotsim.table.sight.polyhedra import Polyhedron
from riotsim.table.sight.solids import Cylinder, Solid, Solids

PLAN_HEIGHT = 1000.0
"""If real heights of structures are ignored, a round structure blocks lines of sight up to this height (mm)."""


@dataclass(frozen=True, eq=False)
class Structure:
    """A solid piece of the map. Nobody stands on it or in it."""

    name: PieceId
    """Name of the piece on the table."""
    outline: Outline
    """Outline of the structure where it stands."""
    piece: Terrain
    """The piece of scenery, whose shape blocks lines of sight."""
    sight: bool = True
    """True if the structure blocks lines of sight."""
    cover: bool = True
    """True if the structure gives cover."""
    crossable: bool = False
    """True if units may cross the structure (RW-12)."""

    def solids(self, *, plan: bool) -> list[Solid]:
        """Return the solids of the structure for lines of sight.

        Args:
            plan: True if the structure blocks all lines over its outline, however high they are. False if its real
                shape blocks lines.
        """
        if not plan:
            found = solids_of([self.piece])
            return [*found.polyhedra, *found.cylinders]
        if self.outline.radius:
            return [Cylinder((*self.outline.corners[0], 0.0), (0.0, 0.0, 1.0), 2 * PLAN_HEIGHT, self.outline.radius)]
        return [self.outline.prism()]


@dataclass(frozen=True, eq=False)
class Area:
    """An area of terrain, such as a forest. A unit is in the area if the centre of its base is inside (RW-16)."""

    name: PieceId
    """Name of the area."""
    outline: Outline
    """Outline of the area, a polygon."""
    patch: Patch
    """The drawing of the area on the table."""
    scenery: tuple[Terrain, ...] = ()
    """Pieces that stand in the area as decoration."""

    @cached_property
    def prism(self) -> Polyhedron:
        """The solid over the area that can block lines of sight between units outside the area."""
        return self.outline.prism()


@dataclass(frozen=True, eq=False)
class Corner:
    """A corner of a structure, round which Ranged units can fire (RW-18). The structure blocks lines of sight."""

    structure: PieceId
    """Name of the structure."""
    at: Point
    """The place of the corner (mm)."""
    eye: Point
    """The start of lines of sight round this corner: a point near the corner (mm)."""


CORNER_OFF = 0.05 * 25.4
"""Distance between a corner and the start of lines of sight round it (mm, RW-18)."""


@dataclass(frozen=True, eq=False)
class GameMap:
    """A map: the size of a table, and the structures and areas on it."""

    width: float
    """Width of the table (mm)."""
    depth: float
    """Depth of the table (mm)."""
    structures: tuple[Structure, ...] = ()
    """The structures."""
    areas: tuple[Area, ...] = ()
    """The areas of terrain."""
    closed: frozenset[frozenset[PieceId]] = frozenset()
    """Pairs of pieces that let no unit pass between them, as the map says (RW-19)."""

    @cached_property
    def structure(self) -> dict[PieceId, Structure]:
        """The structures by name."""
        return {one.name: one for one in self.structures}

    @cached_property
    def area(self) -> dict[PieceId, Area]:
        """The areas by name."""
        return {one.name: one for one in self.areas}

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        """The corners round which units can fire: the convex corners of all structures that block lines of sight."""
        return tuple(
            Corner(one.name, at, (at[0] + CORNER_OFF * out[0], at[1] + CORNER_OFF * out[1]))
            for one in self.structures
            if one.sight
            for at, out in one.outline.convex_corners()
        )

    def areas_at(self, at: Point) -> frozenset[PieceId]:
        """Return the areas that contain a point (RW-16)."""
        return frozenset(area.name for area in self.areas if area.outline.contains(at))

    @cached_property
    def _mesh_solids(self) -> Solids:
        return self._solids(plan=False)

    @cached_property
    def _plan_solids(self) -> Solids:
        return self._solids(plan=True)

    def solids(self, *, plan: bool) -> Solids:
        """Return the solids of all structures and areas, each with the name of its piece.

        Args:
            plan: True if structures block all lines over their outlines, however high the lines are. False if the real
                shapes of structures block lines.
        """
        return self._plan_solids if plan else self._mesh_solids

    def _solids(self, *, plan: bool) -> Solids:
        structures = ((one.name, solid) for one in self.structures for solid in one.solids(plan=plan))
        return Solids.of((*structures, *((area.name, area.prism) for area in self.areas)))
