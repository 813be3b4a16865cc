"""The drawing of the board on the table: a chessboard, and quarters with the names of their terrain (CC-01, CC-07)."""

from collections.abc import Iterator
from typing import Final

from riotsim.games.cube_clash.board.places import Layout
from riotsim.games.cube_clash.board.squares import QUARTERS, SIZE, Quarter, square, square_name
from riotsim.games.cube_clash.state import Quarters
from riotsim.games.cube_clash.units.unit import SIDES
from riotsim.table.geometry.patches import Patch, board
from riotsim.table.geometry.plan import Footprint, disc, rectangle
from riotsim.table.poses import Point

DARK, LIGHT = "#6b4f3a", "#d9c29a"
"""Colours of the squares. Our choice, like the colours of terrain."""

TERRAIN_FILLS: Final = {
    "coast": "#3f7fb0", "plains": "#c9b458", "mountain": "#a0603a", "swamp": "#5f7f3a", "fey_land": "#6f9f5f",
    "waste": "#8a5a6a",
}  # fmt: skip
"""Tints of the quarters by terrain. Terrains that aren't listed have `OTHER_FILL`."""

OTHER_FILL: Final = "#808080"

TINT: Final = 0.35
"""Opacity of the tint of a terrain."""

NAME_SIZE: Final = 0.15
"""Height of the letters of a terrain's name, as a fraction of a square's side."""

NAME_PLACE: Final = 0.35
"""Distance of the middle of a terrain's name from the edge of the board, as a fraction of a square's side."""

COORDINATE_SIZE, COORDINATE_PLACE = 0.14, 0.11
"""Two lengths for the letters and numbers along the edges of the board, as fractions of a square's side. Our choice.

The first is their height. The second is the distance from the edge of the board to their middle.
"""

STRIP_FILL, STRIP_OPACITY = "#2a1a10", 0.4
"""Colour and opacity of the strips for dice beside the board. Our choice."""

NAME_INK: Final = "#3a2718"
"""Colour of the names of terrains, and of the coordinates along the board. It is dark, to be legible on wood."""


def board_patches(places: Layout, quarters: Quarters) -> tuple[Patch, ...]:
    """Return the areas that are drawn on the table.

    Args:
        places: The places on the table.
        quarters: The terrain of each quarter; None for a quarter without terrain.
    """
    dark, light = (Patch(disc((0.0, 0.0), 1.0), fill=fill, is_outlined=False) for fill in (DARK, LIGHT))
    strips = (Patch(places.strip(side), fill=STRIP_FILL, opacity=STRIP_OPACITY, is_outlined=False) for side in SIDES)
    squares = board(places.corner, places.side, SIZE, SIZE, dark, light)
    tints = (_quarter(places, quarter, quarters[quarter]) for quarter in QUARTERS)
    return (*strips, *squares, *_coordinates(places), *(tint for tint in tints if tint is not None))


def _coordinates(places: Layout) -> Iterator[Patch]:
    """Yield the coordinates along the edges of the board: letters for the columns, numbers for the rows."""
    out, size = COORDINATE_PLACE * places.side, COORDINATE_SIZE * places.side
    left, front = places.corner
    right, back = left + SIZE * places.side, front + SIZE * places.side
    for number in range(SIZE):
        letter, digit = tuple(square_name(square(number, number)))
        x, y = places.middle(square(number, number))
        for name, at in (
            (letter, (x, front - out)),
            (letter, (x, back + out)),
            (digit, (left - out, y)),
            (digit, (right + out, y)),
        ):
            area = rectangle(at, size, size)
            yield Patch(area, is_outlined=False, name=name, name_size=size, name_colour=NAME_INK)


def _quarter(places: Layout, quarter: Quarter, terrain: str | None) -> Patch | None:
    if terrain is None:
        return None
    area: Footprint = places.quarter(quarter)
    left, front, right, back = area.bounds()
    out = NAME_PLACE * places.side
    at: Point = ((left + right) / 2, front - out if quarter < 2 else back + out)
    fill = TERRAIN_FILLS.get(terrain, OTHER_FILL)
    name = terrain.replace("_", " ").capitalize()
    size = NAME_SIZE * places.side
    return Patch(
        area, fill=fill, opacity=TINT, is_outlined=False, name=name, name_at=at, name_size=size, name_colour=NAME_INK
    )
