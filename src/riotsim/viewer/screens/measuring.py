"""The ruler: laid on at the pointer, and read where the pointer is by now."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from riotsim.play.offers import Reach
from riotsim.replay.recording import Seat
from riotsim.table.geometry.plan import Footprint, disc, gap
from riotsim.table.pieces import Model, PieceId
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.scene.marks import Colour, Label, Mark, Path


class Ruler:
    """Measures from one place to another; from edge to edge where an end is on a piece."""

    def __init__(self) -> None:
        self._begin: tuple[Point, PieceId | None] | None = None

    def toggle(self, pointer: Pointer | None) -> None:
        """Begin to measure at the pointer, or stop."""
        self._begin = None if self._begin is not None or pointer is None else (pointer.at, pointer.piece)

    def put_away(self) -> bool:
        """Stop measuring; tells whether anything was measured."""
        laid, self._begin = self._begin is not None, None
        return laid

    def read(self, table: Table | None, pointer: Pointer | None) -> tuple[Point, Point, float] | None:
        """Give both ends and what lies between (mm); None while nothing is measured."""
        if self._begin is None or pointer is None or table is None:
            return None
        begin, first = self._begin
        return begin, pointer.at, measured_distance(table, begin, pointer.at, first, pointer.piece)


def measured_distance(table: Table, begin: Point, end: Point, first: PieceId | None, second: PieceId | None) -> float:
    """Measure as the game does (mm): from edge to edge where both ends are on pieces, else from point to edge or point.

    What overlaps is 0 apart.
    """
    shapes = [
        disc(at, 0.0) if piece is None else _footprint(table, piece) or disc(at, 0.0)
        for at, piece in ((begin, first), (end, second))
    ]
    return max(gap(*shapes), 0.0)


def _footprint(table: Table, piece: PieceId) -> Footprint | None:
    found = table.models.get(piece) or table.dice.get(piece) or table.tokens.get(piece) or table.terrain.get(piece)
    return None if found is None else found.footprint


CORNERS = 180
"""Of a circle: one of 24 in is off by less than 0.1 mm."""

WIDTH = 5.2
"""Of its line (mm) ..."""

CHALK, CORE = "#f4eade", 1.5
"""... which has a core of chalk (mm), or dark colours would be lost on dark felt."""

NOBODYS = "#efe8d8"
"""Their colour about a model that nobody has."""

FAN = math.radians(38.0)
"""Between the labels of two circles that follow each other, or they would lie on one another."""


def reach_marks(
    table: Table | None, showing: DisplayState, seats: Sequence[Seat], candidates: Iterable[PieceId]
) -> Iterator[Mark]:
    """Give the circles about the first model that is looked at and reaches anything; none while something moves."""
    if table is None or showing.standing is None or showing.act is not None:
        return
    known = showing.standing.reaches
    for name in candidates:
        if name in known and (model := table.models.get(name)) is not None:
            seat = next((seat for seat in seats if seat.name == model.owner), None)
            yield from reach_circles(table, model, known[name], NOBODYS if seat is None else seat.colour)
            return


def reach_circles(table: Table, model: Model, reaches: Sequence[Reach], colour: Colour) -> Iterator[Mark]:
    """Give the circles about a model's base, as far as they lie on the table, each with its words at the rim.

    Of a base that is not round, the line on which every point is as far from its edge.
    """
    named = [reach for reach in reaches if reach.text]
    dx, dy = table.middle[0] - model.at[0], table.middle[1] - model.at[1]
    towards = math.atan2(dy, dx) if math.hypot(dx, dy) > 1.0 else math.pi / 2
    for reach in reaches:
        rim = outline(model.footprint, reach.mm)
        runs = clip_to_table(rim, table.width, table.depth)
        for run in runs:
            yield Path(run, colour, WIDTH)
            yield Path(run, CHALK, CORE)
        if runs and reach.text:
            way = towards + (named.index(reach) - (len(named) - 1) / 2) * FAN
            aim = (math.cos(way), math.sin(way))
            at = max(
                (point for run in runs for point in run),
                key=lambda p: ((p[0] - model.at[0]) * aim[0] + (p[1] - model.at[1]) * aim[1]) / math.dist(p, model.at),
            )
            yield Label((*at, 0.0), reach.text, colour)


def outline(footprint: Footprint, grown: float) -> list[Point]:
    """Give the line about a convex footprint that lies so far from its edge (mm), closed."""
    (part,) = footprint.parts
    line = []
    for k in range(CORNERS + 1):
        turn = 2 * math.pi * (k % CORNERS) / CORNERS
        c, s = math.cos(turn), math.sin(turn)
        x, y = max(part.points, key=lambda p: p[0] * c + p[1] * s)
        line.append((x + (part.radius + grown) * c, y + (part.radius + grown) * s))
    return line


def clip_to_table(line: Sequence[Point], width: float, depth: float) -> list[list[Point]]:
    """Cut a line off at the table's edges: give the parts of it that lie on the table."""
    runs: list[list[Point]] = []
    for a, b in pairwise(line):
        inside = _inside(a, b, width, depth)
        if inside is None:
            continue
        begin, end = inside
        if runs and math.dist(runs[-1][-1], begin) < 1e-9:
            runs[-1].append(end)
        else:
            runs.append([begin, end])
    return runs


def _inside(a: Point, b: Point, width: float, depth: float) -> tuple[Point, Point] | None:
    """The part of a segment on the table (Liang and Barsky, 1984); None if there is none."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    first, last = 0.0, 1.0
    for step, room in ((-dx, a[0]), (dx, width - a[0]), (-dy, a[1]), (dy, depth - a[1])):
        if step == 0.0:
            if room < 0.0:
                return None
        elif step < 0.0:
            first = max(first, room / step)
        else:
            last = min(last, room / step)
    if first >= last:
        return None
    return (a[0] + dx * first, a[1] + dy * first), (a[0] + dx * last, a[1] + dy * last)
