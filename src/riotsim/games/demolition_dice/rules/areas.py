"""The building areas, and the places from which a die may be thrown at a tower (DD-02, DD-30)."""

import math
from typing import Protocol

from riotsim.table.dice.kinds import D6
from riotsim.table.geometry.plan import Footprint, disc, rectangle
from riotsim.table.geometry.regions import Clearance, Region
from riotsim.table.poses import Point, point_ahead
from riotsim.table.units import in_inches

SEAT_ANGLE = math.tau / 3
"""Angle between neighbouring areas, seen from the middle of the table (rad, DD-02)."""

DISTANCE_MARGIN = 1.0
"""Margin added to the least distance of a throwing hand (mm)."""


class Board(Protocol):
    """The size of a table."""

    @property
    def width(self) -> float:
        """Width, along x (mm)."""

    @property
    def depth(self) -> float:
        """Depth, along y (mm)."""


class Layout(Protocol):
    """The layout of the areas, as a rules file has it."""

    @property
    def size(self) -> float:
        """Side of a square (mm)."""

    @property
    def out(self) -> float:
        """Distance from the middle of the table (mm)."""

    @property
    def first(self) -> float:
        """Direction of the first area (rad)."""


def area_bearing(layout: Layout, seat: int) -> float:
    """Return the direction of a seat's area from the middle of the table (rad)."""
    return layout.first + seat * SEAT_ANGLE


def area_centre(board: Board, layout: Layout, seat: int) -> Point:
    """Return the middle of a seat's area (mm)."""
    return point_ahead((board.width / 2, board.depth / 2), area_bearing(layout, seat), layout.out)


def area_footprint(board: Board, layout: Layout, seat: int) -> Footprint:
    """Return a seat's area."""
    return rectangle(area_centre(board, layout, seat), layout.size, layout.size, area_bearing(layout, seat))


def release_region(board: Board, layout: Layout, seat: int, tower: Point, distance: float, size: float) -> Region:
    """Return the region in which a hand may release a die of `size` mm thrown at the tower in a seat's area.

    The region is outside the area and at least `distance` mm away from the tower, which stands at `tower` (DD-30).
    """
    away = f"a die is thrown from at least {in_inches(distance):g} in away"
    clear = (
        Clearance(disc(tower, _tower_radius(size)), distance, away),
        Clearance(area_footprint(board, layout, seat), 0.0, "a die is thrown from outside the area of the tower"),
    )
    return Region(disc((0.0, 0.0), _die_radius(size)), board.width, board.depth, clear)


def default_throw_distance(layout: Layout, distance: float, size: float) -> float:
    """Return the distance from a tower at which a die of `size` mm may be released from any side (mm)."""
    return max(distance + _tower_radius(size), layout.size / math.sqrt(2)) + _die_radius(size) + DISTANCE_MARGIN


def _tower_radius(size: float) -> float:
    """Radius of a circle about the foot of a tower (mm)."""
    return size / math.sqrt(2)


def _die_radius(size: float) -> float:
    """Radius of a circle about a die in a hand, however it is turned (mm)."""
    return D6.circumradius * size
