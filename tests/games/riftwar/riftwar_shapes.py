"""Simple pieces of RiftWar's maps and simple units, for tests. Lengths are in mm."""

from riotsim.games.riftwar.map.game_map import Area, Structure
from riotsim.games.riftwar.map.outlines import Outline
from riotsim.games.riftwar.map.stands import Stand
from riotsim.table.geometry.patches import Patch
from riotsim.table.pieces import Box, Terrain


def rectangle(left: float, front: float, right: float, back: float) -> Outline:
    """Return a rectangle between two values of x and two of y."""
    return Outline(((left, front), (right, front), (right, back), (left, back)))


def structure(name: str, outline: Outline, *, crossable: bool = False) -> Structure:
    """Return a structure with an outline. Its shape for lines of sight doesn't matter here."""
    return Structure(name, outline, Terrain(name, Box(1.0, 1.0, 1.0), (0.0, 0.0)), crossable=crossable)


def area(name: str, outline: Outline) -> Area:
    """Return an area of terrain."""
    return Area(name, outline, Patch(outline.footprint))


def base(name: str, x: float, y: float, radius: float = 10.0, *, flying: bool = False) -> Stand:
    """Return a unit with a round base, with a radius of 10 mm unless another is given."""
    return Stand(name, (x, y), radius, 30.0, flying=flying)
