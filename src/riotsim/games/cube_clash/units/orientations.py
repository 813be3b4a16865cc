"""The 24 orientations of dice on the board, the effects of steps and rotations, and the poses (CC-11 to CC-14).

The faces of a unit are numbered like the sides of a western d6. So the number on top of a die on the table is the
number of its top face.
"""

import math
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from riotsim.games.cube_clash.units.faces import PLACES, Place
from riotsim.table.dice.cubes import flat_cube
from riotsim.table.dice.kinds import D6
from riotsim.table.poses import Quaternion, Vector, about_z, multiply, rotate

FaceNumber: TypeAlias = int
"""The number of a face of a unit, 1 to 6: the number that a western d6 has on the same side."""

Direction: TypeAlias = Literal["north", "east", "south", "west"]
"""A direction on the board. The home row of the player South lies at the south. North is along the table's y axis, and
east is along its x axis.
"""

DIRECTIONS: Final[tuple[Direction, ...]] = get_args(Direction)
"""The directions, clockwise from the north."""

NUMBER_OF: Final[Mapping[Place, FaceNumber]] = {"top": 1, "east": 2, "north": 3, "south": 4, "west": 5, "bottom": 6}
"""The number of the face at each place of a unit that stands with its ID on top."""

PLACE_OF: Final[Mapping[FaceNumber, Place]] = {NUMBER_OF[place]: place for place in PLACES}
"""The place of each face, by its number, on a unit that stands with its ID on top."""


class Orientation(NamedTuple):
    """An orientation of a die on the board: the number of the face on each side (CC-13)."""

    top: FaceNumber
    bottom: FaceNumber
    north: FaceNumber
    east: FaceNumber
    south: FaceNumber
    west: FaceNumber

    def step(self, direction: Direction) -> "Orientation":
        """Return the orientation after the die has rolled over its bottom edge in a direction (CC-11, CC-13)."""
        return _STEPS[direction][self]

    def rotate(self, quarters: int) -> "Orientation":
        """Return the orientation after a rotation about the upright axis (CC-12, CC-13).

        Args:
            quarters: The number of quarter turns clockwise, seen from above.
        """
        return _TURNS[quarters % 4][self]


def _step(of: Orientation, direction: Direction) -> Orientation:
    top, bottom, north, east, south, west = of
    match direction:
        case "north":
            return Orientation(south, north, top, east, bottom, west)
        case "south":
            return Orientation(north, south, bottom, east, top, west)
        case "east":
            return Orientation(west, east, north, top, south, bottom)
        case "west":
            return Orientation(east, west, north, bottom, south, top)


def _rotate(of: Orientation, quarters: int) -> Orientation:
    for _ in range(quarters):
        top, bottom, north, east, south, west = of
        of = Orientation(top, bottom, west, north, east, south)
    return of


def _reachable() -> tuple[Orientation, ...]:
    """Return all orientations that steps and rotations reach from `STANDING`, sorted."""
    found = [STANDING]
    for one in found:
        for other in (*(_step(one, way) for way in DIRECTIONS), _rotate(one, 1)):
            if other not in found:
                found.append(other)
    return tuple(sorted(found))


STANDING: Final = Orientation(*(NUMBER_OF[place] for place in ("top", "bottom", "north", "east", "south", "west")))
"""The orientation with each face at its place in the unit file. So the ID is on top."""

ORIENTATIONS: Final = _reachable()
"""All 24 orientations, sorted."""

_STEPS: Final = {way: {one: _step(one, way) for one in ORIENTATIONS} for way in DIRECTIONS}
_TURNS: Final = tuple({one: _rotate(one, quarters) for one in ORIENTATIONS} for quarters in range(4))

ID_UP: Final = tuple(STANDING.rotate(quarters) for quarters in range(4))
"""The four orientations with the ID on top, by quarter turns clockwise from `STANDING`."""


def same_top(orientation: Orientation) -> tuple[Orientation, ...]:
    """Return the four orientations that have the same face on top, the given one first."""
    return tuple(orientation.rotate(quarters) for quarters in range(4))


@cache
def quaternion_of(orientation: Orientation) -> Quaternion:
    """Return the rotation, as in a pose, of a die on the table in an orientation.

    Args:
        orientation: One of `ORIENTATIONS`.
    """
    flat = D6.orientation_showing(orientation.top)
    turned = (multiply(about_z(quarters * math.pi / 2), flat) for quarters in range(4))
    return next(flat_cube(q).orientation for q in turned if orientation_of(q) == orientation)


@lru_cache(maxsize=1024)
def orientation_of(turn: Quaternion) -> Orientation:
    """Return a die's orientation on the table.

    The top face is the face that points most nearly up. The north face is the face that points most nearly north.

    Args:
        turn: The die's rotation on the table, from its pose.
    """
    top = D6.read(turn)
    north = max((n for n in range(1, 7) if n not in (top, 7 - top)), key=lambda n: _looks(turn, n)[1])
    return next(one for one in ORIENTATIONS if (one.top, one.north) == (top, north))


def _looks(turn: Quaternion, number: FaceNumber) -> Vector:
    """Return the direction of the face `number` of a die with the rotation `turn`."""
    return rotate(turn, D6.face(number).normal)
