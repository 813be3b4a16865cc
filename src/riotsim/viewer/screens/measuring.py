"""The ruler, the pieces that glow, and marks on the table.

The marks show a model's reach, lines of sight, arcs (the possible directions of a model's attacks), and places where a
move may be interrupted.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from riotsim.play.displays import Reach, ShownArc, Way
from riotsim.replay.recording import Seat
from riotsim.table.geometry.plan import Footprint, disc, gap
from riotsim.table.pieces import Model, PieceId
from riotsim.table.poses import Point, Pose, point_ahead
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.carry import CarryInteraction
from riotsim.viewer.input.interactions.choose import ChooseInteraction
from riotsim.viewer.input.interactions.interaction import Interaction, Pointer
from riotsim.viewer.input.interactions.path import PathInteraction
from riotsim.viewer.input.interactions.pick_some import PickSomeInteraction
from riotsim.viewer.input.interactions.stack import StackInteraction
from riotsim.viewer.input.interactions.throw import ThrowInteraction
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.scene.marks import Colour, Ghost, Label, Mark, Path, Ring
from riotsim.viewer.scene.scene import Glow


class Ruler:
    """A ruler between two points. If there is a piece at one of its ends, it measures to the edge of the piece."""

    def __init__(self) -> None:
        self._begin: tuple[Point, PieceId | None] | None = None

    def toggle(self, pointer: Pointer | None) -> None:
        """Stop measuring if the ruler is in use. Otherwise, start measuring at the pointer, if there is one."""
        self._begin = None if self._begin is not None or pointer is None else (pointer.at, pointer.piece)

    def stop(self) -> bool:
        """Stop measuring, and return whether the ruler was in use."""
        laid, self._begin = self._begin is not None, None
        return laid

    def read(self, table: Table | None, pointer: Pointer | None) -> tuple[Point, Point, float] | None:
        """Return both ends of the ruler and the distance between them (mm).

        Return None if the ruler is not in use, or if `table` or `pointer` is None.
        """
        if self._begin is None or pointer is None or table is None:
            return None
        begin, first = self._begin
        return begin, pointer.at, measured_distance(table, begin, pointer.at, first, pointer.piece)


def measured_distance(table: Table, begin: Point, end: Point, first: PieceId | None, second: PieceId | None) -> float:
    """Return the distance between two points or pieces, seen from above (mm).

    If there is a piece at a point, the distance is measured to the edge of the piece. If the pieces overlap, it is 0.

    Args:
        table: The table.
        begin: One point (mm).
        end: The other point (mm).
        first: The piece at `begin`, or None.
        second: The piece at `end`, or None.
    """
    shapes = [
        disc(at, 0.0) if piece is None else _footprint(table, piece) or disc(at, 0.0)
        for at, piece in ((begin, first), (end, second))
    ]
    return max(gap(*shapes), 0.0)


def _footprint(table: Table, piece: PieceId) -> Footprint | None:
    found = table.movable(piece) or table.terrain.get(piece)
    return None if found is None else found.footprint


CIRCLE_CORNERS = 180
"""Number of corners of a circle, which is drawn as a polygon. At a radius of 24 in, the error is less than 0.1 mm."""

LINE_WIDTH = 5.2
"""Width of a circle's line (mm)."""

CORE_COLOUR, CORE_WIDTH = "#f4eade", 1.5
"""Colour and width (mm) of the light middle of a circle's line. Dark colours alone are hard to see on dark felt."""

UNOWNED_COLOUR = "#efe8d8"
"""Colour of the circles around a model whose owner has no seat."""

LABEL_ANGLE = math.radians(38.0)
"""Angle between the labels of neighbouring circles (rad)."""

ELSEWHERE_STEP = 4
"""Step between the points of a circle at which its label may also stand (`Label.elsewhere`)."""


def reach_marks(
    table: Table | None, showing: DisplayState, seats: Sequence[Seat], candidates: Iterable[PieceId]
) -> Iterator[Mark]:
    """Yield the reach circles of the first of `candidates` that has a reach. During an act, yield nothing."""
    if table is None or showing.status is None or showing.act is not None:
        return
    known = showing.status.reaches
    for name in candidates:
        if name in known and (model := table.models.get(name)) is not None:
            seat = next((seat for seat in seats if seat.name == model.owner), None)
            yield from reach_circles(table, model, known[name], UNOWNED_COLOUR if seat is None else seat.colour)
            return


OPEN_LINE, SHUT_LINE = "#9be08a", "#f0674a"
"""Colours of lines of sight: `OPEN_LINE` for open lines, `SHUT_LINE` for blocked lines."""

SIGHT_WIDTH = 1.4
"""Width of a line of sight (mm)."""

SIGHT_LABEL_HEIGHT = 62.0
"""Height of the text about lines of sight above the ground under the target (mm)."""


def sight_marks(table: Table | None, showing: DisplayState, candidates: Iterable[PieceId]) -> Iterator[Mark]:
    """Yield the acting model's lines of sight to one model, and a label above that model.

    The model is the first of `candidates` with known lines of sight, or else the first such target of the present
    attack. During an act, yield nothing.
    """
    if table is None or showing.status is None or showing.act is not None:
        return
    for name in (*candidates, *showing.status.targets):
        if (seen := showing.status.sights.get(name)) is not None and name in table.models:
            for begin, end, is_open in seen.lines:
                yield Path((begin, end), OPEN_LINE if is_open else SHUT_LINE, SIGHT_WIDTH)
            model = table.models[name]
            yield Label((*model.at, model.level + SIGHT_LABEL_HEIGHT), seen.text, CORE_COLOUR)
            return


ARC_GAP, ARC_WIDTH = 2.0, 1.6
"""Distance of an arc's line from the edge of the base, and width of the line (mm)."""

SECTOR_REACH = 75.0
"""Distance from the edge of a model's base to the curve that joins the two sides of its arc (mm)."""

ARC_STEP = math.radians(9.0)
"""Angle between neighbouring points of an arc's line (rad)."""

NOTCH, NOTCH_WIDTH = (0.5, 7.5), 6.0
"""The line that shows a model's facing: its two ends (mm from the edge of the base) and its width (mm)."""


def arc_marks(
    table: Table | None, showing: DisplayState, seats: Sequence[Seat], candidates: Iterable[PieceId]
) -> Iterator[Mark]:
    """Yield the facing and the arc of each model that has an arc. During an act, yield nothing.

    For the first of `candidates` that has an arc, also yield the arc's sides up to the table's edges. If a player is
    choosing among models of another player, for example a target, those models don't count as candidates.
    """
    if table is None or showing.status is None or showing.act is not None:
        return
    tones = {seat.name: seat.colour for seat in seats}
    for name, arc in showing.status.arcs.items():
        if (model := table.models.get(name)) is not None:
            edge, colour = _base_radius(model), tones.get(model.owner, UNOWNED_COLOUR)
            notch = tuple(point_ahead(model.at, arc.facing, edge + far) for far in NOTCH)
            line = _arc_line(model, arc, edge + ARC_GAP)
            yield Path(line, colour, ARC_WIDTH * 2)
            yield Path(line, CORE_COLOUR, ARC_WIDTH)
            yield Path(notch, CORE_COLOUR, NOTCH_WIDTH)
    chosen_among = _offered_by_others(table, showing)  # their arcs don't matter for the choice
    for name in candidates:
        if name in chosen_among:
            continue
        if (looked := showing.status.arcs.get(name)) is not None and (model := table.models.get(name)) is not None:
            yield from _sides(table, model, looked, tones.get(model.owner, UNOWNED_COLOUR))
            return


def _offered_by_others(table: Table, showing: DisplayState) -> set[PieceId]:
    """Return the models of other players among which a player is asked to choose."""
    asked = showing.question
    offered = () if asked is None else zip(asked.requests, asked.offers, strict=False)
    names = ((offer.piece, request.player) for request, offers in offered for offer in offers)
    return {name for name, player in names if name in table.models and table.models[name].owner != player}


def _base_radius(model: Model) -> float:
    """Return the distance from the centre of a model's base to the farthest point of its edge (mm)."""
    (part,) = model.footprint.parts
    return part.radius + max(math.dist(point, model.at) for point in part.points)


def _arc_line(model: Model, arc: ShownArc, radius: float) -> tuple[Point, ...]:
    count = max(2, math.ceil(arc.angle / ARC_STEP))
    first = arc.facing - arc.angle / 2
    return tuple(point_ahead(model.at, first + arc.angle * k / count, radius) for k in range(count + 1))


def _sides(table: Table, model: Model, arc: ShownArc, colour: Colour) -> Iterator[Mark]:
    """Yield the two sides of an arc up to the table's edges, and a curve inside the arc that joins the sides.

    If the arc is a full circle, yield nothing.
    """
    if arc.angle >= math.tau:
        return
    far = table.width + table.depth
    lines = [(model.at, point_ahead(model.at, arc.facing + turn, far)) for turn in (-arc.angle / 2, arc.angle / 2)]
    curve = _arc_line(model, arc, _base_radius(model) + SECTOR_REACH)
    for line in (*lines, curve):
        for run in clip_to_table(line, table.width, table.depth):
            yield Path(run, colour, LINE_WIDTH)
            yield Path(run, CORE_COLOUR, CORE_WIDTH)


WAY_COLOUR, DANGER_COLOUR, OWN_DANGER_COLOUR = "#efe8d8", "#f0674a", "#ffd24a"
"""Colours for the path of a move.

- `WAY_COLOUR`: the path.
- `DANGER_COLOUR`: the parts of the path where at least one piece may interrupt the move.
- `OWN_DANGER_COLOUR`: the parts where one particular piece may interrupt the move, such as the piece under the pointer.
"""

TARGET_RINGS = (5.0, 9.0)
"""Distances of the two rings around a target from the edge of the target's base (mm)."""

WAY_WIDTH, DANGER_WIDTH = 1.6, 6.0
"""Widths of a path, and of the parts where the move may be interrupted (mm)."""


def danger_marks(table: Table | None, showing: DisplayState, candidates: Iterable[PieceId]) -> Iterator[Mark]:
    """Yield marks for the paths of a move, and for the parts where other pieces may interrupt the move.

    The first model of `candidates` that may interrupt the move gets more marks. They show, in another colour, the parts
    where this model may interrupt the move. If only one piece moves, lines lead from the model to the ends of these
    parts. During an act, yield nothing.

    Args:
        table: The table. If it is None, yield nothing.
        showing: The displayed state.
        candidates: Names of pieces that may interest the player, such as the piece under the pointer.
    """
    if table is None or showing.status is None or showing.act is not None or showing.status.dangers is None:
        return
    dangers = showing.status.dangers
    for way in dangers.ways.values():
        yield Path(way, WAY_COLOUR, WAY_WIDTH)
    for stretch in dangers.stretches:
        yield Path(stretch, DANGER_COLOUR, DANGER_WIDTH)
    for name in candidates:
        if name in dangers.by and (model := table.models.get(name)) is not None:
            for stretch in dangers.by[name]:
                yield Path(stretch, OWN_DANGER_COLOUR, DANGER_WIDTH)
                for end in stretch if len(dangers.ways) == 1 else ():
                    yield Path((model.at, end), OWN_DANGER_COLOUR, WAY_WIDTH)
            return


def group_ghosts(table: Table | None, showing: DisplayState, drawn: Sequence[Mark]) -> Iterator[Ghost]:
    """Yield ghosts of the models that move together with a model whose ghost is in `drawn`.

    Each new ghost has covered the same share of its path as the ghost in `drawn`. If the game shows no dangers of the
    move, yield nothing.
    """
    if table is None or showing.status is None or showing.status.dangers is None:
        return
    ways = {name: way for name, way in showing.status.dangers.ways.items() if way[0] != way[1]}
    for ghost in drawn:
        if not isinstance(ghost, Ghost) or not isinstance(ghost.piece, Model) or ghost.piece.id not in ways:
            continue
        share = _share_of(ways[ghost.piece.id], ghost.pose.xy)
        for name, ((x, y), (to_x, to_y)) in ways.items():
            if name != ghost.piece.id and (model := table.models.get(name)) is not None:
                at = (x + (to_x - x) * share, y + (to_y - y) * share)
                yield Ghost(model, Pose((*at, model.level), ghost.pose.orientation), ghost.colour)


def _share_of(way: Way, at: Point) -> float:
    """Return the point of a straight path nearest to `at`, as a share of the path's length.

    The share is 0 at the path's beginning and 1 at its end, negative before the beginning, and above 1 beyond the end.
    """
    (x, y), (to_x, to_y) = way
    dx, dy = to_x - x, to_y - y
    return ((at[0] - x) * dx + (at[1] - y) * dy) / (dx * dx + dy * dy)


def target_rings(table: Table | None, showing: DisplayState) -> Iterator[Ring]:
    """Yield rings around the model that the present question is about (`ShownDangers.target`).

    An example is a moving model, while a player chooses the model to fire at it. During an act, or if the question is
    about no model, yield nothing.
    """
    if table is None or showing.status is None or showing.act is not None or showing.status.dangers is None:
        return
    target = showing.status.dangers.target
    if target is not None and (model := table.models.get(target)) is not None:
        for gap_ in TARGET_RINGS:
            yield Ring(model.at, _base_radius(model) + gap_, DANGER_COLOUR)


def lit_pieces(
    interaction: Interaction | None, showing: DisplayState, taught: Iterable[PieceId]
) -> dict[PieceId, Glow]:
    """Return the glow of the pieces of a lesson's step, and of the enemies that the player throws dice at.

    Leave out pieces of a lesson that the player has picked already, because picked pieces have another glow.

    Args:
        interaction: The mouse interaction for the present decision, or None if nothing is asked.
        showing: What is shown.
        taught: The pieces that a lesson is about, or an empty collection.
    """
    thrown_at: tuple[PieceId, ...] = ()
    if isinstance(interaction, ThrowInteraction) and showing.status is not None:
        thrown_at = showing.status.targets
    picked = interaction.picked if isinstance(interaction, PickSomeInteraction) else ()
    return dict.fromkeys((*(one for one in taught if one not in picked), *thrown_at), "lesson")


def decision_marks(table: Table | None, showing: DisplayState, drawn: Sequence[Mark]) -> Iterator[Mark]:
    """Yield the marks that a player needs for an answer: the rings of `target_rings`, and the ghosts of `group_ghosts`.

    Players can't turn these marks off. They are also drawn in lessons.
    """
    yield from target_rings(table, showing)
    yield from group_ghosts(table, showing, drawn)


def measure_marks(
    table: Table | None,
    showing: DisplayState,
    seats: Sequence[Seat],
    candidates: Sequence[PieceId],
    *,
    in_a_lesson: bool = False,
) -> Iterator[Mark]:
    """Yield the marks of this module that players can turn off. During an act, yield nothing.

    These are reach circles, arcs, the dangers of a move, and lines of sight. In a lesson, only the dangers are yielded.
    """
    if in_a_lesson:
        yield from danger_marks(table, showing, candidates)
        return
    yield from reach_marks(table, showing, seats, candidates)
    yield from arc_marks(table, showing, seats, candidates)
    yield from danger_marks(table, showing, candidates)
    yield from sight_marks(table, showing, candidates)


def pieces_of_interest(
    interaction: Interaction | None, pointer: Pointer | None, showing: DisplayState
) -> Iterator[PieceId]:
    """Yield the pieces whose reach the player may want to see.

    - While the player carries a model, stacks a die or throws dice into an area: none.
    - While the player chooses an offer or a path: the piece under the pointer, the piece of the highlighted offer, and
      the acting piece. If the player chooses among dice, the acting piece is left out. Its circles could cover dice.
    - In all other cases: the piece under the pointer.
    """
    if isinstance(interaction, CarryInteraction | StackInteraction | ThrowInteraction):
        return
    if pointer is not None and pointer.piece is not None:
        yield pointer.piece
    if isinstance(interaction, ChooseInteraction | PathInteraction):
        if (looked := interaction.shown_offer) is not None and looked.piece is not None:
            yield looked.piece
        if showing.status is not None and showing.status.acting is not None and not _picks_dice(interaction, showing):
            yield showing.status.acting


def _picks_dice(interaction: ChooseInteraction | PathInteraction, showing: DisplayState) -> bool:
    """Return whether the player chooses only among dice."""
    pieces = {offer.piece for offer in interaction.offers if offer.piece is not None}
    return bool(pieces) and showing.table is not None and pieces <= showing.table.dice.keys()


def reach_circles(table: Table, model: Model, reaches: Sequence[Reach], colour: Colour) -> Iterator[Mark]:
    """Yield a circle for each reach of a model, with a label if the reach has a text.

    The reach is measured from the edge of the base, which need not be round. Circles are cut off at the table's edges.
    """
    named = [reach for reach in reaches if reach.text]
    dx, dy = table.middle[0] - model.at[0], table.middle[1] - model.at[1]
    towards = math.atan2(dy, dx) if math.hypot(dx, dy) > 1.0 else math.pi / 2
    for reach in reaches:
        runs = _rim_on_table(model.footprint, reach.mm, table.width, table.depth)
        for run in runs:
            yield Path(run, colour, LINE_WIDTH)
            yield Path(run, CORE_COLOUR, CORE_WIDTH)
        if runs and reach.text:
            way = towards + (named.index(reach) - (len(named) - 1) / 2) * LABEL_ANGLE
            aim = (math.cos(way), math.sin(way))
            at, *others = sorted(
                (point for run in runs for point in run),
                key=lambda p: ((model.at[0] - p[0]) * aim[0] + (model.at[1] - p[1]) * aim[1]) / math.dist(p, model.at),
            )
            elsewhere = tuple((*point, 0.0) for point in others[::ELSEWHERE_STEP])
            yield Label((*at, 0.0), reach.text, colour, elsewhere, piece=model.id)


@lru_cache(maxsize=256)  # each frame asks for the same circles several times
def _rim_on_table(footprint: Footprint, grown: float, width: float, depth: float) -> tuple[tuple[Point, ...], ...]:
    """Return the parts of the line `outline(footprint, grown)` that lie on a table of this width and depth (mm)."""
    return tuple(clip_to_table(outline(footprint, grown), width, depth))


def outline(footprint: Footprint, grown: float) -> list[Point]:
    """Return the closed line at a distance of `grown` mm around a convex footprint."""
    (part,) = footprint.parts
    line = []
    for k in range(CIRCLE_CORNERS + 1):
        turn = 2 * math.pi * (k % CIRCLE_CORNERS) / CIRCLE_CORNERS
        c, s = math.cos(turn), math.sin(turn)
        x, y = max(part.points, key=lambda p: p[0] * c + p[1] * s)
        line.append((x + (part.radius + grown) * c, y + (part.radius + grown) * s))
    return line


def clip_to_table(line: Sequence[Point], width: float, depth: float) -> list[tuple[Point, ...]]:
    """Cut a line off at the edges of a table of this width and depth (mm), and return the parts on the table."""
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
    return [tuple(run) for run in runs]


def _inside(a: Point, b: Point, width: float, depth: float) -> tuple[Point, Point] | None:
    """Return the part of a segment on the table, or None if there is none (Liang and Barsky, 1984)."""
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
