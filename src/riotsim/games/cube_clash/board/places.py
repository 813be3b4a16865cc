"""The board on the table: conversion of squares and dice of the game to places, and back (CC-01, CC-03, CC-15)."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from riotsim.games.cube_clash.board.squares import SIZE, Quarter, Square, column_of, row_of, square
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.units.orientations import Orientation, orientation_of, quaternion_of
from riotsim.games.cube_clash.units.unit import Side, Unit, UnitDie
from riotsim.play.requests import PlayerId
from riotsim.table.dice.custom import with_signs
from riotsim.table.dice.kinds import D6, DieKind
from riotsim.table.geometry.plan import Footprint, rectangle
from riotsim.table.pieces import Die
from riotsim.table.poses import Point, Pose

GAP, EDGE = 0.5, 0.3
"""`GAP` is the gap between the board and each player's strip for dice. `EDGE` is the margin around everything.

Both are our choice, as shares of a square's side. The gap has room for the letters of columns and the names of the
terrain.
"""

ROW_GAP: Final = 0.25
"""Gap between two rows of dice beside the board, as a share of a square's side. Our choice."""

EDGE_OUT, EDGE_WIDTH, EDGE_LENGTH = 0.39, 0.14, 0.5
"""Three numbers about the areas along the edges of a square, each as a share of the square's side. Our choice.

They are the distance of an area from the middle of the square, its width, and its length. A player picks one of these
areas to rotate the die on the square. Dice of the default sizes don't cover the areas.
"""


def square_centre(rules: Rulebook, at: Square, corner: Point = (0.0, 0.0)) -> Point:
    """Return the middle of a square on the table (mm).

    Args:
        rules: The rules.
        at: The square.
        corner: Place of the board's south-west corner on the table (mm).
    """
    side = rules.board.square
    return (corner[0] + (column_of(at) + 0.5) * side, corner[1] + (row_of(at) + 0.5) * side)


def square_under(rules: Rulebook, at: Point, corner: Point = (0.0, 0.0)) -> Square | None:
    """Return the square at a point of the table, or None if the point is beside the board.

    Args:
        rules: The rules.
        at: The point (mm).
        corner: Place of the board's south-west corner on the table (mm).
    """
    column, row = (math.floor((here - first) / rules.board.square) for here, first in zip(at, corner, strict=True))
    return square(column, row) if 0 <= column < SIZE and 0 <= row < SIZE else None


def die_size(rules: Rulebook, health: int) -> float:
    """Return the edge length (mm) of a die whose health is `health`, a number from 1 to 3."""
    return rules.dice.size[health - 1]


def table_die(rules: Rulebook, die: UnitDie, middle: Point, lies: Orientation, owner: PlayerId) -> Die:
    """Return a die as a piece of the table, flat on the ground.

    Args:
        rules: The rules.
        die: The die.
        middle: Place of the middle of the die on the table (mm).
        lies: Orientation of the die.
        owner: Name of the player. The die has the player's colour.
    """
    size = die_size(rules, die.unit.health)
    return Die(die.id, die_kind(die.unit), size, Pose((*middle, size / 2), quaternion_of(lies)), owner)


@cache
def die_kind(unit: Unit) -> DieKind:
    """Return the kind of a unit's die: a cube with the unit's icons on its faces."""
    return with_signs(D6, unit.name, {number: face.sign for number, face in enumerate(unit.faces, 1)})


def read_die(rules: Rulebook, die: Die, corner: Point = (0.0, 0.0)) -> tuple[Square | None, Orientation]:
    """Return the square and the orientation of a die on the table. A die beside the board has the square None.

    Args:
        rules: The rules.
        die: The die at rest.
        corner: Place of the board's south-west corner on the table (mm).
    """
    return square_under(rules, die.pose.xy, corner), orientation_of(die.pose.orientation)


def tips_again(rules: Rulebook, wanted: Orientation, found: Orientation) -> bool:
    """Return whether to tip a die once more after a tip (CC-15).

    A die in a wrong orientation is tipped again if the rules demand it.

    Args:
        rules: The rules.
        wanted: The right orientation of the die after its step to the next square.
        found: The orientation in which the die rests on the table.
    """
    return wanted != found and rules.hand.wrong_face == "again"


@dataclass(frozen=True, slots=True)
class Layout:
    """The places on the table.

    The board is in the middle. Between the board and each player there is a strip, for the player's dice that are not
    on the board.
    """

    rules: Rulebook
    """The rules."""
    rows: int
    """Number of rows in a strip. A row has room for eight dice."""

    @property
    def side(self) -> float:
        """Side of a square (mm)."""
        return self.rules.board.square

    @property
    def corner(self) -> Point:
        """Place of the board's south-west corner on the table (mm)."""
        return (EDGE * self.side, (EDGE + GAP) * self.side + self.strip_depth)

    @property
    def row_depth(self) -> float:
        """Depth of a row in a strip (mm): room for the largest dice."""
        return max(self.rules.dice.size) + ROW_GAP * self.side

    @property
    def strip_depth(self) -> float:
        """Depth of a strip for dice beside the board (mm)."""
        return self.rows * self.row_depth

    @property
    def size(self) -> Point:
        """Width and depth of the table (mm)."""
        return ((SIZE + 2 * EDGE) * self.side, (SIZE + 2 * EDGE + 2 * GAP) * self.side + 2 * self.strip_depth)

    def middle(self, at: Square) -> Point:
        """Return the middle of a square (mm)."""
        return square_centre(self.rules, at, self.corner)

    def under(self, at: Point) -> Square | None:
        """Return the square at a point of the table (mm), or None if the point is beside the board."""
        return square_under(self.rules, at, self.corner)

    def beside(self, owner: Side, number: int) -> Point:
        """Return the place for a die beside the board (mm). It is in the strip of the die's owner.

        Args:
            owner: Side of the owner.
            number: Number of the die in its army, from 0. In each row, the first die is at the player's left.
        """
        across = (number % SIZE + 0.5) * self.side
        out = GAP * self.side + (number // SIZE + 0.5) * self.row_depth
        x, y = self.corner
        if owner == "south":
            return (x + across, y - out)
        return (x + SIZE * self.side - across, y + SIZE * self.side + out)

    def strip(self, owner: Side) -> Footprint:
        """Return the area of a player's strip, for dice that are not on the board."""
        x, y = self.corner
        out = GAP * self.side + self.strip_depth / 2
        middle = y - out if owner == "south" else y + SIZE * self.side + out
        return rectangle((x + SIZE / 2 * self.side, middle), SIZE * self.side, self.strip_depth)

    def square(self, at: Square) -> Footprint:
        """Return the area of a square."""
        return rectangle(self.middle(at), self.side, self.side)

    def edge(self, at: Square, quarters: int) -> Footprint:
        """Return the area where a player clicks to rotate a die. It lies inside the square of the die.

        - A right turn: the area is at the east edge.
        - A half turn: the area is at the south edge.
        - A left turn: the area is at the west edge.

        Args:
            at: The square of the die.
            quarters: Number of quarter turns to the right, 1 to 3. 3 is a left turn.
        """
        x, y = self.middle(at)
        out, across, along = EDGE_OUT * self.side, EDGE_WIDTH * self.side, EDGE_LENGTH * self.side
        match quarters:
            case 1:
                return rectangle((x + out, y), across, along)
            case 2:
                return rectangle((x, y - out), along, across)
            case _:
                return rectangle((x - out, y), across, along)

    def quarter(self, quarter: Quarter) -> Footprint:
        """Return the area of one of the four quarters of the board (CC-07)."""
        x, y = self.corner
        half = SIZE / 2 * self.side
        return rectangle((x + (quarter % 2 + 0.5) * half, y + (quarter // 2 + 0.5) * half), half, half)


def layout(rules: Rulebook, army_sizes: Iterable[int]) -> Layout:
    """Return the places on the table for a game with armies of the given sizes.

    Args:
        rules: The rules.
        army_sizes: The number of dice in each army.
    """
    return Layout(rules, max(1, *(math.ceil(size / SIZE) for size in army_sizes)))
