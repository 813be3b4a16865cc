"""The board on the table: squares as places, and dice with their sizes and poses, both ways (CC-01, CC-03, CC-15)."""

import math

from riotsim.games.cube_clash.board.position import Match, Standing
from riotsim.games.cube_clash.board.squares import SIZE, Square, column_of, row_of, square
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.units.orientations import Orientation, orientation_of, quaternion_of
from riotsim.table.pieces import Die
from riotsim.table.poses import Point, Pose


def board_side(rules: Rulebook) -> float:
    """Return the length of a side of the board (mm)."""
    return SIZE * rules.board.square


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
    """Return the square at a point of the table, or None beside the board.

    Args:
        rules: The rules.
        at: The point (mm).
        corner: Place of the board's south-west corner on the table (mm).
    """
    column, row = (math.floor((here - first) / rules.board.square) for here, first in zip(at, corner, strict=True))
    return square(column, row) if 0 <= column < SIZE and 0 <= row < SIZE else None


def die_size(rules: Rulebook, health: int) -> float:
    """Return the size of the dice of units with some health, 1 to 3 (mm)."""
    return rules.dice.size[health - 1]


def table_die(match: Match, stands: Standing, owner: str, corner: Point = (0.0, 0.0)) -> Die:
    """Return a die on the board as a piece of the table: flat in the middle of its square.

    Args:
        match: The match.
        stands: The die.
        owner: Name of the player whose colour the die has.
        corner: Place of the board's south-west corner on the table (mm).
    """
    size = die_size(match.rules, match.health(stands.die))
    x, y = square_centre(match.rules, stands.at, corner)
    return Die(stands.die, size=size, pose=Pose((x, y, size / 2), quaternion_of(stands.lies)), owner=owner)


def read_die(rules: Rulebook, die: Die, corner: Point = (0.0, 0.0)) -> tuple[Square | None, Orientation]:
    """Return the square on which a die of the table is, None beside the board, and the orientation in which it lies.

    Args:
        rules: The rules.
        die: The die at rest.
        corner: Place of the board's south-west corner on the table (mm).
    """
    return square_under(rules, die.pose.xy, corner), orientation_of(die.pose.orientation)


def tips_again(rules: Rulebook, wanted: Orientation, found: Orientation) -> bool:
    """Return whether a die that was stepped is tipped again, because it rests in another orientation (CC-15).

    Args:
        rules: The rules.
        wanted: The orientation of the bookkeeping.
        found: The orientation in which the die rests on the table.
    """
    return wanted != found and rules.hand.wrong_face == "again"
