"""A board with scenery, cubes on it, and the motion of lifted pieces, for tests of prescribed motions."""

from riotsim.table.acts import Displacement, Shift
from riotsim.table.kinematic.motion import Motion
from riotsim.table.kinematic.shift import shift_motion
from riotsim.table.pieces import Box, Die, Terrain
from riotsim.table.poses import Point, Pose
from riotsim.table.state import Table

BOARD = Table(320.0, 300.0)

HILL = Terrain("hill", Box(80.0, 80.0, 25.0), (200.0, 200.0), can_stand_on=True)

WALL = Terrain("wall", Box(10.0, 100.0, 40.0), (160.0, 100.0))


def cube(name: str = "d", at: Point = (100.0, 100.0), level: float = 0.0) -> Die:
    """Return a cube of 16 mm that stands flat, with the 1 on top."""
    return Die(name, size=16.0, pose=Pose((*at, level + 8.0)))


def lifted(table: Table, *moves: Displacement) -> Motion:
    """Return the motion of pieces that are lifted, carried and set down."""
    return shift_motion(table, Shift(moves, lifted=True))
