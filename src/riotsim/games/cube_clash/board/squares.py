"""The squares of the chessboard, and distances and paths over them (CC-01, CC-32, CC-33, CC-46, CC-60, CC-63).

A square is a number: 0 is a1, 7 is h1, 63 is h8. Row 0 is South's home row, and row 7 is North's home row. A set of
squares is an integer: bit n is 1 if square n is in the set.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, Literal, TypeAlias

from riotsim.games.cube_clash.units.orientations import DIRECTIONS, Direction
from riotsim.games.cube_clash.units.unit import Side

Square: TypeAlias = int
"""A square, 0 to 63."""

SquareSet: TypeAlias = int
"""A set of squares as an integer: bit n is 1 if square n is in the set."""

SIZE: Final = 8
"""Number of squares along a side of the board (CC-01)."""

SQUARES: Final = range(SIZE * SIZE)
"""All squares."""

ALL: Final[SquareSet] = (1 << SIZE * SIZE) - 1
"""The set of all squares."""

Quarter: TypeAlias = Literal[0, 1, 2, 3]
"""A quarter of the board, 4 × 4 squares: 0 has the square a1, 1 has h1, 2 has a8, and 3 has h8 (CC-07)."""

QUARTERS: Final[tuple[Quarter, ...]] = (0, 1, 2, 3)
"""The quarters: south-west, south-east, north-west, north-east."""

_FIRST_COLUMN: Final[SquareSet] = sum(1 << row * SIZE for row in range(SIZE))
_LAST_COLUMN: Final[SquareSet] = _FIRST_COLUMN << SIZE - 1
_OFFSETS: Final[dict[Direction, tuple[int, int]]] = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}


def square(column: int, row: int) -> Square:
    """Return the square in a column and a row, both 0 to 7."""
    return row * SIZE + column


def column_of(at: Square) -> int:
    """Return the column of a square, 0 at the west."""
    return at % SIZE


def row_of(at: Square) -> int:
    """Return the row of a square, 0 at the south."""
    return at // SIZE


def square_name(at: Square) -> str:
    """Return the name of a square as in chess, such as `e4`."""
    return f"{'abcdefgh'[column_of(at)]}{row_of(at) + 1}"


def is_square(name: str) -> bool:
    """Return whether a text is the name of a square, such as `e4`."""
    return len(name) == 2 and name[0] in "abcdefgh" and name[1] in "12345678"


def parse_square(name: str) -> Square:
    """Return the square with a name such as `e4`.

    Raises:
        ValueError: There is no such square.
    """
    if not is_square(name):
        raise ValueError(f"a square is a letter a to h and a number 1 to 8, such as e4, not {name!r:.20}")
    return square("abcdefgh".index(name[0]), int(name[1]) - 1)


def neighbour(at: Square, direction: Direction) -> Square | None:
    """Return the next square in a direction, or None at the edge of the board."""
    return _NEIGHBOURS[at].get(direction)


def adjacent(at: Square) -> tuple[Square, ...]:
    """Return the squares one orthogonal step away."""
    return _ADJACENT[at]


def quarter_of(at: Square) -> Quarter:
    """Return a square's quarter."""
    return QUARTERS[row_of(at) // 4 * 2 + column_of(at) // 4]


def home_row(side: Side) -> int:
    """Return the number of a side's home row."""
    return 0 if side == "south" else SIZE - 1


def rows_from(side: Side) -> range:
    """Return all rows in order, beginning with a side's home row."""
    return range(SIZE) if side == "south" else range(SIZE - 1, -1, -1)


def row_squares(row: int) -> range:
    """Return the squares of a row, from west to east."""
    return range(row * SIZE, row * SIZE + SIZE)


def row_set(row: int) -> SquareSet:
    """Return the squares of a row as a set."""
    return ((1 << SIZE) - 1) << row * SIZE


def in_home_row(at: Square, side: Side) -> bool:
    """Return whether a square is in a side's home row."""
    return row_of(at) == home_row(side)


def squares_in(squares: SquareSet) -> Iterator[Square]:
    """Yield the squares of a set in ascending order."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def distance(one: Square, other: Square) -> int:
    """Return the number of orthogonal steps between two squares. Dice on squares between them don't matter."""
    return abs(column_of(one) - column_of(other)) + abs(row_of(one) - row_of(other))


def spread(squares: SquareSet) -> SquareSet:
    """Return the squares one orthogonal step away from at least one square of a set.

    A square of the set itself is returned only if it has a neighbour in the set.
    """
    sideways = (squares & ~_LAST_COLUMN) << 1 | (squares & ~_FIRST_COLUMN) >> 1
    return (sideways | squares << SIZE | squares >> SIZE) & ALL


def reach(start: Square, steps: int, blocked: SquareSet) -> SquareSet:
    """Return the squares that can be reached from a square by steps over free squares (CC-32).

    The starting square itself isn't returned.

    Args:
        start: The first square of the steps.
        steps: The greatest number of orthogonal steps.
        blocked: The squares that may not be entered.
    """
    free = ALL & ~blocked
    found = edge = 1 << start
    for _ in range(steps):
        edge = spread(edge) & free & ~found
        if not edge:
            break
        found |= edge
    return found & ~(1 << start)


@cache
def within(start: Square, steps: int) -> SquareSet:
    """Return all squares within a number of orthogonal steps from a square (CC-46).

    The starting square itself isn't returned. Dice on the squares between don't matter.
    """
    return reach(start, steps, 0)


def path_length(start: Square, end: Square, blocked: SquareSet, most: int = SIZE * SIZE) -> int | None:
    """Return the number of steps of the shortest path between two squares (CC-60).

    All squares between the start and the end of the path must be free. If there is no such path of at most `most`
    steps, return None.

    Args:
        start: First square of the path; it may be blocked.
        end: Last square of the path; it may be blocked.
        blocked: The squares that the path may not pass.
        most: The greatest number of steps to look for.
    """
    if start == end:
        return 0
    free, goal = ALL & ~blocked, 1 << end
    seen = edge = 1 << start
    for steps in range(1, most + 1):
        near = spread(edge)
        if near & goal:
            return steps
        edge = near & free & ~seen
        if not edge:
            return None
        seen |= edge
    return None


def path(start: Square, end: Square, blocked: SquareSet) -> tuple[Square, ...] | None:
    """Return a shortest path over free squares, or None if there is no such path.

    If there are several shortest paths, the function always returns the same one of them.

    Args:
        start: First square of the path; it may be blocked.
        end: Last square of the path; it may be blocked.
        blocked: The squares that the path may not pass.

    Returns:
        The squares of the path, from `start` to `end`, including these two.
    """
    rings = [1 << start]
    seen, free, goal = rings[0], ALL & ~blocked, 1 << end
    while not rings[-1] & goal:
        ring = spread(rings[-1]) & (free | goal) & ~seen
        if not ring:
            return None
        seen |= ring
        rings.append(ring)
    found = [end]
    for ring in reversed(rings[:-1]):
        found.append(next(at for at in _ADJACENT[found[-1]] if ring >> at & 1))
    return tuple(reversed(found))


def can_shoot(start: Square, end: Square, blocked: SquareSet, straight: bool) -> bool:
    """Return whether a missile can go from one square to another (CC-33).

    A path over free squares must be as short as the shortest path on an empty board.

    Args:
        start: Square of the shooter.
        end: Square of the target.
        blocked: The squares with dice; `start` and `end` may be among them.
        straight: True if the path must be straight.
    """
    if straight and row_of(start) != row_of(end) and column_of(start) != column_of(end):
        return False
    away = distance(start, end)
    return path_length(start, end, blocked, away) == away


def _beside(at: Square, direction: Direction) -> Square | None:
    column, row = column_of(at) + _OFFSETS[direction][0], row_of(at) + _OFFSETS[direction][1]
    return square(column, row) if 0 <= column < SIZE and 0 <= row < SIZE else None


_NEIGHBOURS: Final = tuple(
    {way: there for way in DIRECTIONS if (there := _beside(at, way)) is not None} for at in SQUARES
)
_ADJACENT: Final = tuple(tuple(beside.values()) for beside in _NEIGHBOURS)
