"""The building areas, and the legal places for a throw at a tower (DD-02, DD-30)."""

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
"""Extra distance of the default throw beyond the minimum (mm), so that the throw is clearly legal. Our choice."""


class Board(Protocol):
    """The width and depth of a table."""

    @property
    def width(self) -> float:
        """Width, along x (mm)."""

    @property
    def depth(self) -> float:
        """Depth, along y (mm)."""


class Layout(Protocol):
    """The layout of the building areas: three squares. Seen from the middle of the table, they lie 120° apart."""

    @property
    def size(self) -> float:
        """Side of each square area (mm)."""

    @property
    def out(self) -> float:
        """Distance from the middle of the table to the middle of each area (mm)."""

    @property
    def first(self) -> float:
        """Direction from the middle of the table to the first player's area (rad, anticlockwise from x)."""


def area_bearing(layout: Layout, seat: int) -> float:
    """Return the direction (rad) from the middle of the table to the area of a player.

    `seat` is the player's place in turn order, from 0.
    """
    return layout.first + seat * SEAT_ANGLE


def area_centre(board: Board, layout: Layout, seat: int) -> Point:
    """Return the middle of a player's area (mm). `seat` is the player's place in turn order, from 0."""
    return point_ahead((board.width / 2, board.depth / 2), area_bearing(layout, seat), layout.out)


def area_footprint(board: Board, layout: Layout, seat: int) -> Footprint:
    """Return the footprint of a player's area. `seat` is the player's place in turn order, from 0."""
    return rectangle(area_centre(board, layout, seat), layout.size, layout.size, area_bearing(layout, seat))


def release_region(board: Board, layout: Layout, seat: int, tower: Point, distance: float, size: float) -> Region:
    """Return the legal region for releasing a die that is thrown at a player's tower (DD-30).

    Args:
        board: The size of the table.
        layout: The layout of the areas.
        seat: The place in turn order of the tower's owner, from 0. The region leaves out this player's area.
        tower: The middle of the tower's bottom die (mm).
        distance: Minimum distance between the released die and the tower (mm).
        size: Size of the die (mm).
    """
    away = f"a die is thrown from at least {in_inches(distance):g} in away"
    clear = (
        Clearance(disc(tower, _tower_radius(size)), distance, away),
        Clearance(area_footprint(board, layout, seat), 0.0, "a die is thrown from outside the area of the tower"),
    )
    return Region(disc((0.0, 0.0), _die_radius(size)), board.width, board.depth, clear)


def default_throw_distance(layout: Layout, distance: float, size: float) -> float:
    """Return the default distance between a released die and the middle of a tower (mm).

    If the tower stands in the middle of its area, a die at this distance is outside the area, on whichever side of the
    tower it is.

    Args:
        layout: The layout of the areas.
        distance: Minimum distance between the released die and the tower (mm).
        size: Size of the die (mm).
    """
    return max(distance + _tower_radius(size), layout.size / math.sqrt(2)) + _die_radius(size) + DISTANCE_MARGIN


def _tower_radius(size: float) -> float:
    """Return the radius of the circle through the corners of a tower's bottom die, seen from above (mm)."""
    return size / math.sqrt(2)


def _die_radius(size: float) -> float:
    """Return the radius of a circle that has room for a die in any orientation (mm)."""
    return D6.circumradius * size
