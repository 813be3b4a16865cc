"""Lanes: the gaps between pieces of a map, and the largest class of units that can pass each gap (RW-19).

All lengths are in mm.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from riotsim.games.riftwar.map.game_map import GameMap
from riotsim.games.riftwar.map.outlines import Outline
from riotsim.table.geometry.plan import CONTACT_GAP, Footprint, Part, gap, near
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point

EDGES = ("left", "front", "right", "back")
"""Names of the edges of a table."""

FIT = 1e-6
"""Tolerance for rounding errors (mm). A base may be wider than a lane by this much, and still pass the lane."""


@dataclass(frozen=True, slots=True)
class Lane:
    """A gap between two structures, or between a structure and the edge of the table."""

    one: PieceId
    """Name of a structure."""
    other: PieceId
    """Name of the other structure. If the gap is at an edge of the table, the name of this edge (see `EDGES`)."""
    width: float
    """Least width of the gap (mm)."""
    size: str | None
    """Largest class of units that can pass the gap, such as `medium`; None if the gap is too narrow for all classes."""
    marked: bool = False
    """True if the map says that no unit passes the gap."""


def lanes(game_map: GameMap, bases: Mapping[str, float]) -> tuple[Lane, ...]:
    """Return the lanes of a map: the gaps between two structures, or between a structure and the table's edge.

    A gap with another structure in it is no lane. If a structure touches another one, or an edge of the table, there is
    no lane between them.

    Args:
        game_map: The map.
        bases: The diameter of the base of each class (mm).
    """
    by_size = sorted(bases.items(), key=lambda entry: entry[1])
    found = []
    outlines = tuple((one.name, one.outline) for one in game_map.structures)
    for one, other, width in _gaps(outlines, game_map.width, game_map.depth):
        size = next((name for name, diameter in reversed(by_size) if diameter <= width + FIT), None)
        found.append(Lane(one, other, width, size, frozenset((one, other)) in game_map.closed))
    return tuple(found)


@lru_cache(maxsize=64)
def _gaps(
    outlines: tuple[tuple[PieceId, Outline], ...], table_width: float, table_depth: float
) -> tuple[tuple[PieceId, PieceId, float], ...]:
    """Return the gaps that are lanes (see `lanes`). Each is given by the names of its two sides, and its width (mm).

    The results are cached, because the same maps are checked several times for a game.
    """
    return tuple(_found_gaps({name: outline.footprint for name, outline in outlines}, table_width, table_depth))


def _found_gaps(
    areas: Mapping[PieceId, Footprint], table_width: float, table_depth: float
) -> Iterator[tuple[PieceId, PieceId, float]]:
    for one, other in combinations(areas, 2):
        width = gap(areas[one], areas[other])
        if width > CONTACT_GAP:
            link = Footprint((Part(nearest_points(areas[one], areas[other])),))
            rest = (area for name, area in areas.items() if name not in (one, other))
            if not any(near(link, area, FIT) and gap(link, area) <= FIT for area in rest):
                yield one, other, width
    for name, area in areas.items():
        left, front, right, back = area.bounds()
        room = (left, front, table_width - right, table_depth - back)
        for edge, width in zip(EDGES, room, strict=True):
            strip = Footprint((Part(_strip(edge, table_width, table_depth, area.bounds())),))
            rest = (other for its, other in areas.items() if its != name)
            if width > CONTACT_GAP and not any(near(strip, other, 0.0) and gap(strip, other) < 0.0 for other in rest):
                yield name, edge, width


def _strip(
    edge: str, table_width: float, table_depth: float, bounds: tuple[float, float, float, float]
) -> tuple[Point, ...]:
    """Return the corners of the strip between a structure and an edge of the table (mm), anticlockwise.

    The strip reaches from the structure to the edge, and is as wide as the structure. `bounds` are the left, front,
    right and back ends of the structure (mm).
    """
    left, front, right, back = bounds
    match edge:
        case "left":
            left, right = 0.0, left
        case "front":
            front, back = 0.0, front
        case "right":
            left, right = right, table_width
        case _:
            front, back = back, table_depth
    return ((left, front), (right, front), (right, back), (left, back))


def nearest_points(one: Footprint, other: Footprint) -> tuple[Point, Point]:
    """Return the point of `one` and the point of `other` that are nearest to each other (mm).

    The two footprints must not overlap.
    """
    best: tuple[float, Point, Point] | None = None
    for a in one.parts:
        for b in other.parts:
            for mine, its, swapped in ((a, b, False), (b, a, True)):
                for corner in mine.points:
                    for spot in _on_edges(corner, its.points):
                        far = ((spot[0] - corner[0]) ** 2 + (spot[1] - corner[1]) ** 2) ** 0.5
                        p, q = _shifted(corner, spot, mine.radius, far), _shifted(spot, corner, its.radius, far)
                        width = far - mine.radius - its.radius
                        if best is None or width < best[0]:
                            best = (width, q, p) if swapped else (width, p, q)
    assert best is not None, "an area has a part"
    return best[1], best[2]


def _on_edges(at: Point, corners: tuple[Point, ...]) -> Iterator[Point]:
    """Yield for each side of a polygon the point of this side that is nearest to `at`."""
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        size = (bx - ax) ** 2 + (by - ay) ** 2
        share = 0.0 if size == 0.0 else ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / size
        share = min(1.0, max(0.0, share))
        yield (ax + share * (bx - ax), ay + share * (by - ay))


def _shifted(start: Point, towards: Point, by: float, length: float) -> Point:
    share = 0.0 if length == 0.0 else by / length
    return (start[0] + share * (towards[0] - start[0]), start[1] + share * (towards[1] - start[1]))
