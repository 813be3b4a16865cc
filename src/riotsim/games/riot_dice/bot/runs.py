"""Fast estimates of runs over the table, many runs at a time. A run is the path of a model along several move dice.

The function `compute_course` of the rules finds the exact path, but is slow. This module treats all bases and dice as
discs. Its results are accurate enough to compare runs.

Arrays of points have a row for x and a row for y. They are short, so what takes time is the number of numpy calls.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from riotsim.games.riot_dice.bot.stakes import Array, BoolArray, IndexArray, Stakes, place_values
from riotsim.table.geometry.plan import Footprint, Part
from riotsim.table.memo import memoize_last, memoize_while_equal
from riotsim.table.pieces import Model, PieceId, Round, Terrain, Token
from riotsim.table.state import Table
from riotsim.table.units import INCH

Boxes = npt.NDArray[np.float32]

STOPPED_BY_EDGE, NOT_STOPPED = -2, -1
"""Numbers that stand in place of the index of the piece that stops a run.

`STOPPED_BY_EDGE`: the table's edge stops the run. `NOT_STOPPED`: nothing stops the run.
"""

DIE_RADIUS_RATIO = 0.56
"""Radius of the disc that stands for a die, as a fraction of the die's side. The disc is larger than the circle inside
the die's square, and smaller than the circle around the square.
"""

BOX_MARGIN = 1.0
"""Each box is larger than its obstacle by a margin of this width (mm). The exact distance to an obstacle is only
computed if its box meets the run.
"""

CONTACT_DISTANCE = 0.6
"""A model counts as in contact with an obstacle up to this gap, before the model moves (mm).

Our choice: a little more than `plan.CONTACT_GAP`.
"""

VALUE_PER_INCH = 0.04
"""Rating of getting an inch nearer to loot (tokens). Our estimate: a model moves about ten inches in an activation, and
collects about 0.5 tokens.
"""


@dataclass(frozen=True, slots=True)
class MoveObstacles:
    """The obstacles for the centre of a moving model, or for a bullet: discs and walls.

    Obstacles for a model are larger than the pieces by the radius of the model's base. Those for a bullet are not.
    """

    names: tuple[PieceId, ...]
    """Names of the tokens, then the models, then the blocking terrain. The models include the moving model.

    Tokens and fallen models are not among the obstacles of bullets.
    """
    discs: Array
    """Discs, shape (4, k). Those of tokens come first. The rows are:

    - x and y of the centre (mm).
    - The squared radius (mm²).
    - The square of the greatest distance between centres that counts as contact (mm²).
    """
    walls: Array
    """Walls, shape (7, m). The rows are x and y of the start (mm), x and y of the vector from start to end (mm), x and
    y of the outward unit normal, and the squared length (mm²).
    """
    boxes: Boxes
    """A box around each disc, each wall, and the area beyond each edge of the table; shape (4, k + m + 4, 1). Boxes are
    grown by `BOX_MARGIN`. The rows are the left, front, right and back of a box (mm, rounded to 0.0001).
    """
    box_of: IndexArray
    """Index in `names` of each disc's piece, and then of each wall's piece; shape (k + m,)."""
    tokens: IndexArray
    """Indices of the tokens in `names`."""
    low: Array
    """Least x and y of the model's centre that keep its whole base on the table (mm), shape (2, 1)."""
    high: Array
    """Greatest x and y of the model's centre that keep its whole base on the table (mm), shape (2, 1)."""


def radius_of(model: Model) -> float:
    """Return the radius of the disc that stands for a model's base (mm)."""
    if isinstance(model.base, Round):
        return model.base.diameter / 2
    return (model.base.length + model.base.width) / 4


@dataclass(frozen=True, slots=True)
class Outlines:
    """Outlines of pieces, grown by the radius of a base. The arrays have the same rows as those of `MoveObstacles`."""

    names: tuple[PieceId, ...]
    discs: Array
    disc_boxes: Boxes
    disc_of: IndexArray
    walls: Array
    wall_boxes: Boxes
    wall_of: IndexArray


def move_obstacles(table: Table, model: PieceId) -> MoveObstacles:
    """Return the obstacles for the moves of a model. Models with equal bases have the same obstacles."""
    return _ground(table, radius_of(table.models[model]))


@memoize_while_equal("width", "depth", "terrain", "models", "tokens")
def _ground(table: Table, grown: float) -> MoveObstacles:
    pieces: list[Token | Model] = [*table.tokens.values(), *table.models.values()]
    light = _outlines({piece.id: piece.footprint for piece in pieces}, grown)
    return _build_ground(table, light, _move_blockers(table.terrain, grown), len(table.tokens), grown)


@memoize_while_equal("width", "depth", "terrain", "models")
def sight_obstacles(table: Table) -> MoveObstacles:
    """Return the obstacles for bullets: standing models, and terrain that blocks bullets."""
    standing = {m.id: m.footprint for m in table.models.values() if not m.fallen}
    return _build_ground(table, _outlines(standing, 0.0), _bullet_blockers(table.terrain), 0, 0.0)


@memoize_last
def _move_blockers(terrain: Mapping[PieceId, Terrain], grown: float) -> Outlines:
    return _outlines({t.id: t.footprint for t in terrain.values() if t.blocks_moves}, grown)


@memoize_last
def _bullet_blockers(terrain: Mapping[PieceId, Terrain]) -> Outlines:
    return _outlines({t.id: t.footprint for t in terrain.values() if t.blocks_bullets}, 0.0)


def _outlines(things: Mapping[PieceId, Footprint], grown: float) -> Outlines:
    """Return the outlines of pieces, grown by `grown` (mm)."""
    discs, disc_boxes, disc_of, walls, wall_boxes, wall_of = [], [], [], [], [], []
    for number, footprint in enumerate(things.values()):
        for part in footprint.parts:
            radius = part.radius + grown
            contact = radius + CONTACT_DISTANCE
            for x, y in part.points:
                discs.append((x, y, radius * radius, contact * contact))
                disc_boxes.append(_box(x - radius, y - radius, x + radius, y + radius))
                disc_of.append(number)
            for wall in _walls(part, radius):
                px, py, ex, ey, *_ = wall
                walls.append(wall)
                wall_boxes.append(_box(min(px, px + ex), min(py, py + ey), max(px, px + ex), max(py, py + ey)))
                wall_of.append(number)
    return Outlines(
        tuple(things),
        np.array(discs).reshape(-1, 4).T,
        np.array(disc_boxes, dtype=np.float32).reshape(-1, 4).T,
        np.array(disc_of, dtype=np.intp),
        np.array(walls).reshape(-1, 7).T,
        np.array(wall_boxes, dtype=np.float32).reshape(-1, 4).T,
        np.array(wall_of, dtype=np.intp),
    )


def _build_ground(table: Table, light: Outlines, scenery: Outlines, tokens: int, grown: float) -> MoveObstacles:
    """Combine outlines and the table's edges into obstacles.

    Args:
        table: The table, for its edges.
        light: The outlines of pieces that are not terrain: first tokens, then models.
        scenery: The outlines of terrain.
        tokens: Number of tokens in `light`.
        grown: The outlines have been grown by this radius (mm).
    """
    before, right, back = len(light.names), table.width - grown, table.depth - grown
    edges = [_box(-np.inf, -np.inf, grown, np.inf), _box(right, -np.inf, np.inf, np.inf)]
    edges += [_box(-np.inf, -np.inf, np.inf, grown), _box(-np.inf, back, np.inf, np.inf)]
    boxes = [light.disc_boxes, scenery.disc_boxes, light.wall_boxes, scenery.wall_boxes, np.array(edges).T]
    return MoveObstacles(
        light.names + scenery.names,
        np.concatenate([light.discs, scenery.discs], axis=1),
        np.concatenate([light.walls, scenery.walls], axis=1),
        np.concatenate(boxes, axis=1, dtype=np.float32)[:, :, None],
        np.concatenate([light.disc_of, scenery.disc_of + before, light.wall_of, scenery.wall_of + before]),
        np.arange(tokens),
        np.array([[grown], [grown]]),
        np.array([[right], [back]]),
    )


def _box(left: float, front: float, right: float, back: float) -> tuple[float, float, float, float]:
    return (left - BOX_MARGIN, front - BOX_MARGIN, right + BOX_MARGIN, back + BOX_MARGIN)


def _walls(part: Part, radius: float) -> list[tuple[float, ...]]:
    """Return the sides of a part of a footprint, moved outward by `radius` (mm).

    Each side has the seven values of `MoveObstacles.walls`. A part with fewer than three corners has no sides.
    """
    out: list[tuple[float, ...]] = []
    if len(part.points) > 2:
        for k, (px, py) in enumerate(part.points):
            qx, qy = part.points[(k + 1) % len(part.points)]
            ex, ey = qx - px, qy - py
            length = math.hypot(ex, ey)
            if length > 0:
                nx, ny = ey / length, -ex / length
                out.append((px + nx * radius, py + ny * radius, ex, ey, nx, ny, ex * ex + ey * ey))
    return out


def presence_mask(area: MoveObstacles, own: IndexArray) -> BoolArray:
    """Return a mask that says, for each of n runs, which pieces can stop the run.

    The shape is (n, number of names + 2). A row stands for a run, and a column for a piece of `area.names`. Only the
    moving model's value is False. The last two columns stand for `STOPPED_BY_EDGE` and `NOT_STOPPED`.

    Args:
        area: The obstacles.
        own: Index in `area.names` of the moving model of each run, shape (n,). If the model isn't among the names, its
            index is `NOT_STOPPED`.
    """
    there = np.ones(
        (len(own), len(area.names) - STOPPED_BY_EDGE), dtype=np.bool_
    )  # with columns for `STOPPED_BY_EDGE` and `NOT_STOPPED`
    there[np.arange(len(own)), own] = False
    return there


def run_lengths(
    area: MoveObstacles, starts: Array, ways: Array, wanted: Array, there: BoolArray
) -> tuple[Array, IndexArray]:
    """Return the lengths of n straight moves, and what stops each of them.

    Return two arrays of shape (n,). The first has the lengths (mm). The second says what stops each move: an index in
    `area.names`, `STOPPED_BY_EDGE` or `NOT_STOPPED`.

    Args:
        area: The obstacles.
        starts: Start of each move (mm), shape (2, n).
        ways: Direction of each move as a unit vector, shape (2, n).
        wanted: Intended length of each move (mm), shape (n,).
        there: Mask of the pieces that can stop each move (see `presence_mask`), shape (n, number of names + 2). It is
            False for the moving model and for loot that the model has taken.
    """
    ends = starts + wanted * ways
    low_x, low_y = np.minimum(starts, ends).astype(np.float32)
    high_x, high_y = np.maximum(starts, ends).astype(np.float32)
    left, front, right, back = area.boxes
    met = (left < high_x) & (right > low_x) & (front < high_y) & (back > low_y)
    # Only obstacles whose boxes meet a move are measured exactly. `thing` and `one` are the pairs of obstacle and move.
    thing, one = np.divmod(met.ravel().nonzero()[0], len(wanted))
    discs, things = area.discs.shape[1], len(area.box_of)
    walls, edges = thing.searchsorted((discs, things))  # from there on
    beyond, thing, one = one[edges:], thing[:edges], one[:edges]
    at = np.concatenate([starts, ways]).take(one, axis=1)
    to_discs = _distance_to_discs(area.discs.take(thing[:walls], axis=1), *at[:, :walls])
    to_walls = _distance_to_walls(area.walls.take(thing[walls:] - discs, axis=1), *at[:, walls:])
    entry, name = np.concatenate([to_discs, to_walls]), area.box_of[thing]
    stops = ((entry < wanted[one]) & there[one, name]).nonzero()[0]
    entry, one, name = entry[stops], one[stops], name[stops]
    far, who = wanted.copy(), np.full(len(wanted), NOT_STOPPED)
    np.minimum.at(far, one, entry)
    nearest = (entry == far[one]).nonzero()[0][::-1]  # of obstacles equally near, the first is written last
    who[one[nearest]] = name[nearest]
    if len(beyond):
        room = _distance_to_edges(area, starts[:, beyond], ways[:, beyond])
        who[beyond[room < far[beyond]]] = STOPPED_BY_EDGE
        far[beyond] = np.minimum(room, far[beyond])
    return far, who


def _distance_to_discs(discs: Array, here_x: Array, here_y: Array, way_x: Array, way_y: Array) -> Array:
    """Return how far a move in a direction can go before it meets a disc (mm), for n moves; shape (n,).

    The distance is infinite if the move misses the disc. Each move has its own start, direction and disc. The rows of
    `discs` are as in `MoveObstacles.discs`.
    """
    x, y, square_radius, square_contact = discs
    off_x, off_y = x - here_x, y - here_y
    along = off_x * way_x + off_y * way_y
    square = off_x * off_x + off_y * off_y
    inside = along * along - square + square_radius
    entry = along - np.sqrt(np.maximum(inside, 0.0))
    near = square <= square_contact
    stops = np.where(near, along > CONTACT_DISTANCE, (inside > 0) & (entry >= 0))
    entry[near] = 0.0
    found: Array = np.where(stops, entry, np.inf)
    return found


def _distance_to_walls(walls: Array, x: Array, y: Array, way_x: Array, way_y: Array) -> Array:
    """Return how far a move in a direction can go before it meets a wall (mm), for n moves; shape (n,).

    The distance is infinite if the move misses the wall. Each move has its own start, direction and wall. The rows of
    `walls` are as in `MoveObstacles.walls`.
    """
    px, py, ex, ey, nx, ny, square_length = walls
    inward = way_x * nx + way_y * ny  # below zero where the direction leads into the wall
    gap = (x - px) * nx + (y - py) * ny
    leads_in = inward < -1e-9
    t = -gap / np.where(leads_in, inward, -1.0)
    leads_in &= t >= -CONTACT_DISTANCE
    t = np.maximum(t, 0.0)
    share = ((x + t * way_x - px) * ex + (y + t * way_y - py) * ey) / square_length
    found: Array = np.where(leads_in & (share >= 0) & (share <= 1), t, np.inf)
    return found


def _distance_to_edges(area: MoveObstacles, starts: Array, ways: Array) -> Array:
    """Return how far a model can move in a direction before it meets the table's edge (mm), for n moves; shape (n,).

    Each move has its own start and direction.
    """
    sides = np.where(ways > 0, area.high, area.low) - starts
    sides = np.divide(sides, ways, out=np.full(ways.shape, np.inf), where=ways != 0)
    room: Array = np.maximum(np.minimum(sides[0], sides[1]), 0.0)
    return room


@dataclass(frozen=True, slots=True)
class RunPlan:
    """Several runs of one model, which are to be compared."""

    area: MoveObstacles
    own: int
    """Index of the moving model in `area.names`."""
    start: Array
    """Position of the model before each run (mm), shape (2,)."""
    dice: Array
    """Positions of the move dice of each run, shape (n, d, 2), in mm."""
    inches: Array
    """Greatest distance that each move die allows, shape (n, d), in inches."""
    stakes: Stakes

    @property
    def spots(self) -> Array:
        """The g places that the model should approach (mm), shape (2, g).

        These are the places of all tokens on the table. If there are no tokens on it, they are `stakes.goals`.
        """
        return self.area.discs[:2, : len(self.area.tokens)] if len(self.area.tokens) else self.stakes.goals.T


def run_values(plans: Sequence[RunPlan], size: float, in_order: bool = False) -> list[tuple[Array, float]]:
    """Return the values of runs in loot tokens.

    The result has a pair for each plan: the values of the plan's n runs, shape (n,), and the value of staying in place.
    Plans that are alike (see `_batch_run_values`) are computed together, which is much faster.

    Args:
        plans: The plans.
        size: Size of the move dice (mm).
        in_order: True to use the dice in the order of `RunPlan.dice`. False to use the best-looking die in each step.
    """
    found: dict[int, tuple[Array, float]] = {}
    alike: dict[tuple[int, ...], list[int]] = {}
    for number, plan in enumerate(plans):
        alone = -1 if len(plan.area.tokens) else number
        stakes = plan.stakes
        key = (id(plan.area), plan.inches.shape[1], len(stakes.penalty_discs), len(stakes.fallen), alone)
        alike.setdefault(key, []).append(number)
    for numbers in alike.values():
        (worth, staying), done = _batch_run_values([plans[number] for number in numbers], size, in_order), 0
        for number, stays in zip(numbers, staying, strict=True):
            count = len(plans[number].inches)
            found[number] = worth[done : done + count], float(stays)
            done += count
    return [found[number] for number in range(len(plans))]


def _batch_run_values(plans: Sequence[RunPlan], size: float, in_order: bool) -> tuple[Array, Array]:
    """Return the values of runs, and of staying in place, for plans that are alike.

    There are p plans, and together they have n runs. Return two arrays:

    - The values of all runs, one plan after the other, shape (n,).
    - The value of staying in place for each plan, shape (p,).

    Plans are alike if all of these are equal: `RunPlan.area`, `RunPlan.spots`, the number of dice in a run, and the
    lengths of `Stakes.penalty_discs` and `Stakes.fallen`.
    """
    area, spots = plans[0].area, plans[0].spots
    plan_of_run = np.arange(len(plans)).repeat([len(plan.inches) for plan in plans])
    starts = np.array([plan.start for plan in plans]).T
    at = starts[:, plan_of_run]
    there = presence_mask(area, np.array([plan.own for plan in plans])[plan_of_run])
    tokens, count, each = len(area.tokens), len(plan_of_run), plans[0].inches.shape[1]
    # The last two columns, for runs that are stopped by the edge or by nothing, stay 0.
    stops, fights = np.zeros((len(plans), there.shape[1])), np.zeros((len(plans), there.shape[1]), dtype=np.bool_)
    stops[:, :STOPPED_BY_EDGE] = [plan.stakes.stops for plan in plans]
    fights[:, :STOPPED_BY_EDGE] = [plan.stakes.starts_fight for plan in plans]
    dice = np.empty((3, count, each))  # x, y and distance in inches of the dice that are left
    dice[:2] = np.concatenate([plan.dice for plan in plans]).transpose(2, 0, 1)
    dice[2] = np.concatenate([plan.inches for plan in plans])
    radius, rows = area.low[0, 0], np.arange(count)
    worth, on = np.zeros(count), np.ones(count, dtype=np.bool_)
    for left in range(each, 0, -1):
        choice = 1 if in_order else left
        here = at.repeat(choice, axis=1)
        lying, shown = dice[:2, :, :choice].reshape(2, -1), dice[2, :, :choice].ravel()
        off = lying - here
        distance = np.maximum(np.hypot(off[0], off[1]), 1e-9)
        ways = off / distance
        wanted = np.minimum(shown * INCH, np.maximum(distance - radius - DIE_RADIUS_RATIO * size, 0.0))
        far, who = run_lengths(area, here, ways, wanted, there.repeat(choice, axis=0))
        ends = here + far * ways
        gain = stops[plan_of_run.repeat(choice), who]
        if choice > 1:
            looks = gain - VALUE_PER_INCH * _distance_to_loot(ends, spots, there[:, :tokens].repeat(choice, axis=0))
            picked = rows * choice + looks.reshape(count, choice).argmax(axis=1)
            others = np.ones(count * choice, dtype=np.bool_)
            others[picked] = False
            dice = dice.reshape(3, -1)[:, others].reshape(3, count, -1)
            ends, gain, who = ends.take(picked, axis=1), gain[picked], who[picked]
        else:
            dice = dice[:, :, 1:]
        np.add(worth, gain, out=worth, where=on)
        np.copyto(at, ends, where=on)
        took = (on & (who < tokens)).nonzero()[0]
        there[took, who[took]] = False
        on &= ~fights[plan_of_run, who]
    at = np.concatenate([at, starts], axis=1)
    there = np.concatenate([there[:, :tokens], np.ones((len(plans), tokens), dtype=np.bool_)])
    stakes, plan_of_point = [plan.stakes for plan in plans], np.concatenate([plan_of_run, np.arange(len(plans))])
    place = place_values(at, stakes, plan_of_point, tokens - there.sum(axis=1))
    place -= VALUE_PER_INCH * _distance_to_loot(at, spots, there)
    return worth + place[:count], place[count:]


def _distance_to_loot(points: Array, spots: Array, there: BoolArray) -> Array:
    """Return how far each of n points is from the nearest token or goal, in inches, shape (n,).

    Tokens that have been taken don't count. If no token or goal is left, the distance is 0.

    Args:
        points: The points (mm), shape (2, n).
        spots: Places of tokens or goals (mm), shape (2, g).
        there: True for each token that hasn't been taken in the run to a point, shape (n, g). If the spots are goals,
            this is an empty array of shape (n, 0).
    """
    if not spots.size:
        return np.zeros(points.shape[1])
    distance: Array = np.hypot(points[0] - spots[0, :, None], points[1] - spots[1, :, None])
    if there.shape[1]:
        distance[~there.T] = np.inf
    nearest: Array = distance.min(axis=0)
    nearest[nearest == np.inf] = 0.0
    return nearest / INCH
