"""The shapes of units for lines of sight and moves: upright cylinders over round bases. All lengths are in mm."""

from dataclasses import dataclass, replace
from functools import cached_property

from riotsim.table.geometry.plan import Footprint, disc
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point
from riotsim.table.sight.bodies import Body


@dataclass(frozen=True)
class Stand:
    """A unit at a certain place. This is the place where it stands, or a point on its path (RW-01, RW-02)."""

    name: PieceId
    """Name of the unit's model."""
    at: Point
    """Centre of the base (mm)."""
    radius: float
    """Radius of the base (mm)."""
    height: float
    """Height for lines of sight (mm)."""
    heavy: bool = False
    """True if the unit blocks lines of sight and gives cover (RW-15)."""
    ranged: bool = False
    """True if the unit may fire round corners (RW-18)."""
    flying: bool = False
    """True while the unit is in the air, where no structure or terrain hides it (RW-97)."""

    @cached_property
    def footprint(self) -> Footprint:
        """The disc that the base covers, seen from above."""
        return disc(self.at, self.radius)

    @cached_property
    def body(self) -> Body:
        """The unit's cylinder for lines of sight."""
        return Body(self.name, self.at, self.radius, self.height)

    def eye_at(self, at: Point) -> Body:
        """Return the unit's cylinder for lines of sight, moved so that the centre of its base is at `at` (mm)."""
        return Body(self.name, at, self.radius, self.height)

    def moved(self, at: Point) -> "Stand":
        """Return a copy of the unit whose base has its centre at `at` (mm)."""
        return replace(self, at=at)


@dataclass(frozen=True, slots=True)
class Watcher:
    """A unit that may attack a moving unit."""

    stand: Stand
    """The unit where it stands."""
    facing: float
    """Direction of the middle of the unit's arc (rad)."""
    arc: float
    """Angle between the two sides of the unit's arc (rad)."""


@dataclass(frozen=True, slots=True)
class Mover:
    """A unit that moves along a straight line."""

    stand: Stand
    """The unit at its place before the move."""
    to: Point
    """Centre of the unit's base after the move (mm)."""

    def place(self, share: float) -> Point:
        """Return the centre of the base (mm) when the unit has covered a fraction of its path, from 0 to 1."""
        if share == 1.0:
            return self.to
        (x, y), (to_x, to_y) = self.stand.at, self.to
        return (x + share * (to_x - x), y + share * (to_y - y))

    def at(self, share: float) -> Stand:
        """Return the unit as it stands when it has covered a fraction of its path, from 0 to 1."""
        return self.stand.moved(self.place(share))
