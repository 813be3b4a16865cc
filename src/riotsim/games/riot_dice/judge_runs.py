"""Many runs over the table at once, as rough arithmetic: where a model would get to with dice that lie so and so.

The rules' own `moving.course` is exact and slow; here all bases are discs and all dice too, which is good enough to
compare plans by. Everything is numpy over (runs, …).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from riotsim.table.pieces import Model, PieceId, Round, Terrain, Token
from riotsim.table.plan import Footprint, Part
from riotsim.table.remembering import for_the_last
from riotsim.table.state import Table
from riotsim.table.units import INCH

Array = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]
Marks = npt.NDArray[np.bool_]

EDGE, FREE = -2, -1
"""What ended a run: the table's edge, or nothing."""

DIE_RADIUS = 0.56
"""Of the disc that stands for a die, in its size: between half a side and half a diagonal."""

BESIDE = 1.0
"""As near as this to a run's way a thing is looked at, generously (mm)."""

TOUCHING = 0.6
"""As near as this a model is in contact already (mm)."""

PER_INCH = 0.04
"""What an inch nearer to loot is worth, in tokens. Ours: an activation has some ten inches, and brings about 0.5."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What a model's centre cannot enter: discs and walls, grown by the radius of its base."""

    names: tuple[PieceId, ...]
    """Of tokens, models and terrain, in this order; the model itself is among them."""
    discs: Array
    """(k, 3): x, y, radius (mm); those of tokens come first."""
    walls: Array
    """(m, 6): start x, y, along x, y, outward normal x, y (mm; the normal has length 1)."""
    boxes: npt.NDArray[np.float32]
    """(4, k + m, 1): left, front, right and back of each disc, then of each wall (mm), to a ten-thousandth."""
    box_of: Indices
    """Which of `names` each of these belongs to."""
    tokens: Indices
    """Which of `names` are tokens."""
    low: Array
    high: Array
    """The corners of the area in which the centre may be (mm)."""


def radius_of(model: Model) -> float:
    """Give the radius of the disc that stands for a model (mm)."""
    if isinstance(model.base, Round):
        return model.base.diameter / 2
    return (model.base.length + model.base.width) / 4


@dataclass(frozen=True, slots=True)
class Outlines:
    """Things as discs and walls, grown by the radius of a base; arrays as in `Ground`."""

    names: tuple[PieceId, ...]
    discs: Array
    disc_of: Indices
    walls: Array
    wall_of: Indices


def ground(table: Table, model: PieceId) -> Ground:
    """Lay out what is in a model's way: the same ground for all with a base of its size."""
    return _ground(table, radius_of(table.models[model]))


@for_the_last
def _ground(table: Table, grown: float) -> Ground:
    pieces: list[Token | Model] = [*table.tokens.values(), *table.models.values()]
    light = _outlines({piece.id: piece.footprint for piece in pieces}, grown)
    return _laid(table, light, _stopping_models(table.terrain, grown), len(table.tokens), grown)


@for_the_last
def sight(table: Table) -> Ground:
    """Lay out what is in the way of bullets, themselves without any breadth."""
    standing = {m.id: m.footprint for m in table.models.values() if not m.fallen}
    return _laid(table, _outlines(standing, 0.0), _stopping_bullets(table.terrain), 0, 0.0)


@for_the_last
def _stopping_models(terrain: Mapping[PieceId, Terrain], grown: float) -> Outlines:
    return _outlines({t.id: t.footprint for t in terrain.values() if t.blocks_moves}, grown)


@for_the_last
def _stopping_bullets(terrain: Mapping[PieceId, Terrain]) -> Outlines:
    return _outlines({t.id: t.footprint for t in terrain.values() if t.blocks_bullets}, 0.0)


def _outlines(things: Mapping[PieceId, Footprint], grown: float) -> Outlines:
    """Lay out things for a disc of radius `grown` (mm)."""
    discs: list[tuple[float, float, float]] = []
    walls: list[tuple[float, float, float, float, float, float]] = []
    disc_of: list[int] = []
    wall_of: list[int] = []
    for number, footprint in enumerate(things.values()):
        for part in footprint.parts:
            for x, y in part.points:
                discs.append((x, y, part.radius + grown))
                disc_of.append(number)
            for wall in _walls(part, grown):
                walls.append(wall)
                wall_of.append(number)
    return Outlines(
        tuple(things),
        np.array(discs).reshape(-1, 3),
        np.array(disc_of, dtype=np.intp),
        np.array(walls).reshape(-1, 6),
        np.array(wall_of, dtype=np.intp),
    )


def _laid(table: Table, light: Outlines, scenery: Outlines, tokens: int, grown: float) -> Ground:
    """Put things together, the tokens first, that are in the way of a disc of radius `grown` (mm)."""
    before = len(light.names)
    discs, walls = np.concatenate([light.discs, scenery.discs]), np.concatenate([light.walls, scenery.walls])
    (x, y, radius), (px, py, ex, ey) = discs.T, walls.T[:4]
    return Ground(
        light.names + scenery.names,
        discs,
        walls,
        np.stack(
            [
                np.concatenate([x - radius, np.minimum(px, px + ex)]),
                np.concatenate([y - radius, np.minimum(py, py + ey)]),
                np.concatenate([x + radius, np.maximum(px, px + ex)]),
                np.concatenate([y + radius, np.maximum(py, py + ey)]),
            ]
        ).astype(np.float32)[:, :, None],
        np.concatenate([light.disc_of, scenery.disc_of + before, light.wall_of, scenery.wall_of + before]),
        np.arange(tokens),
        np.array([grown, grown]),
        np.array([table.width - grown, table.depth - grown]),
    )


def _walls(part: Part, grown: float) -> list[tuple[float, float, float, float, float, float]]:
    out = []
    if len(part.points) > 2:
        for k, (px, py) in enumerate(part.points):
            qx, qy = part.points[(k + 1) % len(part.points)]
            length = math.hypot(qx - px, qy - py)
            if length > 0:
                nx, ny = (qy - py) / length, (px - qx) / length
                off = part.radius + grown
                out.append((px + nx * off, py + ny * off, qx - px, qy - py, nx, ny))
    return out


def run(
    area: Ground, starts: Array, ways: Array, wanted: Array, own: Indices, taken: Marks | None = None
) -> tuple[Array, Indices]:
    """Give how far runs go (n,) and what ends them: an index into `names`, `EDGE` or `FREE`.

    `starts` and the unit vectors `ways` are (n, 2), `wanted` (n,) in mm; `own` (n,) is who runs, of `names`, and
    `taken` (n, tokens) marks loot that is gone.
    """
    ends = starts + wanted[:, None] * ways
    low_x, low_y = (np.minimum(starts, ends) - BESIDE).T.astype(np.float32)
    high_x, high_y = (np.maximum(starts, ends) + BESIDE).T.astype(np.float32)
    left, front, right, back = area.boxes
    met = (left < high_x) & (right > low_x) & (front < high_y) & (back > low_y)
    # Only what is beside a run's way is measured exactly: one pair of a thing and a run after the other.
    pairs = met.ravel().nonzero()[0]
    thing = pairs // len(starts)
    one = pairs - thing * len(starts)
    there = area.box_of[thing] != own[one]
    if taken is not None:
        loot = int(thing.searchsorted(taken.shape[1]))
        there[:loot] &= ~taken[one[:loot], thing[:loot]]
    one, thing = one[there], thing[there]
    walls = int(thing.searchsorted(len(area.discs)))  # from there on
    from_x, from_y, way_x, way_y = starts[one, 0], starts[one, 1], ways[one, 0], ways[one, 1]
    at = (from_x[:walls], from_y[:walls], way_x[:walls], way_y[:walls])
    entry = np.empty(len(one))
    entry[:walls] = _to_discs(area.discs[thing[:walls]].T, *at)
    at = (from_x[walls:], from_y[walls:], way_x[walls:], way_y[walls:])
    entry[walls:] = _to_walls(area.walls[thing[walls:] - len(area.discs)].T, *at)
    far, who = np.full(len(starts), np.inf), np.full(len(starts), FREE)
    np.minimum.at(far, one, entry)
    nearest = (entry == far[one]).nonzero()[0][::-1]  # of several as near, the first of `names` is written last
    who[one[nearest]] = area.box_of[thing[nearest]]
    with np.errstate(divide="ignore", invalid="ignore"):
        sides = (np.where(ways > 0, area.high, area.low) - starts) / ways
    sides[ways == 0] = np.inf
    room = np.maximum(np.minimum(sides[:, 0], sides[:, 1]), 0.0)
    who = np.where(room < far, EDGE, who)
    far = np.minimum(room, far)
    free = wanted <= far
    return np.where(free, wanted, far), np.where(free, FREE, who)


def _to_discs(discs: Array, here_x: Array, here_y: Array, way_x: Array, way_y: Array) -> Array:
    """How far it is from each of n places along its way to a disc, given by columns; infinite past it."""
    x, y, radius = discs
    off_x, off_y = x - here_x, y - here_y
    along = off_x * way_x + off_y * way_y
    square = off_x * off_x + off_y * off_y
    inside = along * along - square + radius**2
    entry: Array = along - np.sqrt(np.maximum(inside, 0.0))
    entry[(inside <= 0) | (entry < 0)] = np.inf
    near = square <= (radius + TOUCHING) ** 2
    entry[near] = np.where(along[near] > TOUCHING, 0.0, np.inf)
    return entry


def _to_walls(walls: Array, x: Array, y: Array, way_x: Array, way_y: Array) -> Array:
    """How far it is from each of n places along its way to a wall, given by columns; infinite past it."""
    px, py, ex, ey, nx, ny = walls
    inward = way_x * nx + way_y * ny  # below zero where the way leads in
    gap = (x - px) * nx + (y - py) * ny
    leads_in = inward < -1e-9
    t = -gap / np.where(leads_in, inward, -1.0)
    leads_in &= t >= -TOUCHING
    t = np.maximum(t, 0.0)
    share = ((x + t * way_x - px) * ex + (y + t * way_y - py) * ey) / (ex * ex + ey * ey)
    found: Array = np.where(leads_in & (share >= 0) & (share <= 1), t, np.inf)
    return found


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a run is about."""

    stops: Array
    """What being stopped by each of the ground's names is worth (tokens)."""
    ends: Marks
    """Whether that ends the scoot: a fight."""
    goals: Array
    """(g, 2): where else to be near (mm), once no token is left."""
    shunned: Array
    """(s, 3): x, y and radius of where not to end (mm)."""
    shunning: float = 0.0
    """What it costs to end there all the same (tokens)."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A model's runs that are to be compared."""

    area: Ground
    own: int
    """Which of the ground's names it is."""
    start: Array
    """Where it is (mm)."""
    dice: Array
    """(n, d, 2): where the move dice of each run lie (mm)."""
    inches: Array
    """(n, d): what they show."""
    stakes: Stakes

    @property
    def spots(self) -> Array:
        """Where to be near (mm): loot, or what goals there are once no token is left."""
        return self.area.discs[: len(self.area.tokens), :2] if len(self.area.tokens) else self.stakes.goals


def worth_of_runs(plans: Sequence[Plan], size: float, in_order: bool = False) -> list[Array]:
    """Give what the runs of some plans with move dice of `size` mm are worth, for each plan (n,), in tokens.

    Each run takes the dice in their order, or else at each step the one that looks best. Plans with as many dice on one
    ground with loot are worked out together, because that is much faster.
    """
    found: list[Array] = [np.zeros(0)] * len(plans)
    alike: dict[tuple[int, ...], list[int]] = {}
    for number, plan in enumerate(plans):
        alone = -1 if len(plan.area.tokens) else number
        alike.setdefault((id(plan.area), plan.inches.shape[1], alone), []).append(number)
    for numbers in alike.values():
        those = [plans[number] for number in numbers]
        worth = _worth_together(those, size, in_order)
        ends = np.cumsum([len(plan.inches) for plan in those])
        for number, one in zip(numbers, np.split(worth, ends[:-1]), strict=True):
            found[number] = one
    return found


def _worth_together(plans: Sequence[Plan], size: float, in_order: bool) -> Array:
    """Give what all runs are worth of plans on one ground that have the same spots to be near."""
    area, spots = plans[0].area, plans[0].spots
    counts = [len(plan.inches) for plan in plans]
    whose = np.repeat(np.arange(len(plans)), counts)
    own = np.array([plan.own for plan in plans])[whose]
    at = np.array([plan.start for plan in plans])[whose]
    dice, inches = np.concatenate([plan.dice for plan in plans]), np.concatenate([plan.inches for plan in plans])
    stops, fights = np.array([plan.stakes.stops for plan in plans]), np.array([plan.stakes.ends for plan in plans])
    count, each = inches.shape
    radius = float(area.low[0])
    taken = np.zeros((count, len(area.tokens)), dtype=np.bool_)
    left = np.repeat(np.arange(each)[None, :], count, axis=0)
    worth, over = np.zeros(count), np.zeros(count, dtype=np.bool_)
    rows = np.arange(count)
    for _ in range(each):
        open_now = left[:, :1] if in_order else left
        choice = open_now.shape[1]
        lying = dice[rows[:, None], open_now]
        off_x, off_y = lying[..., 0] - at[:, :1], lying[..., 1] - at[:, 1:]
        distance = np.maximum(np.hypot(off_x, off_y), 1e-9)
        ways = np.empty((count, choice, 2))
        ways[..., 0], ways[..., 1] = off_x / distance, off_y / distance
        shown = inches[rows[:, None], open_now]
        wanted = np.minimum(shown * INCH, np.maximum(distance - radius - DIE_RADIUS * size, 0.0))
        every = np.repeat(rows, choice)
        far, who = run(area, at[every], ways.reshape(-1, 2), wanted.reshape(-1), own[every], taken[every])
        far, who = far.reshape(count, choice), who.reshape(count, choice)
        gain = np.where(who >= 0, stops[whose[:, None], np.maximum(who, 0)], 0.0)
        there = at[:, None, :] + far[..., None] * ways
        pick = np.zeros(count, dtype=np.intp)
        if choice > 1:
            pick = (gain - PER_INCH * _to_loot(there, spots, taken)).argmax(axis=1)
        left = left[np.arange(left.shape[1]) != pick[:, None]].reshape(count, -1)
        met = who[rows, pick]
        on = ~over
        worth = worth + np.where(on, gain[rows, pick], 0.0)
        at = np.where(on[:, None], there[rows, pick], at)
        is_token = on & (met >= 0) & (met < len(area.tokens))
        taken[rows[is_token], met[is_token]] = True
        over = over | ((met >= 0) & fights[whose, np.maximum(met, 0)])
    parts = np.cumsum(counts)[:-1]
    shunned = [_shunned(part, plan.stakes) for part, plan in zip(np.split(at, parts), plans, strict=True)]
    total: Array = worth + (-PER_INCH * _to_loot(at[:, None, :], spots, taken)[:, 0] - np.concatenate(shunned))
    return total


def _to_loot(points: Array, spots: Array, taken: Marks) -> Array:
    """The distance (in) from each of (n, d) points to the nearest token or goal that is left; 0 if all are gone."""
    if not len(spots):
        return np.zeros(points.shape[:2])
    distance = np.hypot(points[..., :1] - spots[:, 0], points[..., 1:] - spots[:, 1])
    if taken.shape[1]:
        distance = np.where(taken[:, None, :], np.inf, distance)
    distance = distance.min(axis=2)
    return np.where(np.isfinite(distance), distance, 0.0) / INCH


def worth_of_staying(plan: Plan) -> float:
    """Give what the same measure makes of a model that stays where it is (tokens)."""
    at = plan.start[None, :]
    taken = np.zeros((1, len(plan.area.tokens)), dtype=np.bool_)
    worth = -PER_INCH * _to_loot(at[:, None, :], plan.spots, taken)[:, 0] - _shunned(at, plan.stakes)
    return float(worth[0])


def _shunned(at: Array, stakes: Stakes) -> Array:
    """What it costs to stand at each of (n, 2) points."""
    if not len(stakes.shunned):
        return np.zeros(len(at))
    x, y, radius = stakes.shunned.T
    near = (np.hypot(at[:, :1] - x, at[:, 1:] - y) <= radius).any(axis=1)
    cost: Array = stakes.shunning * near
    return cost
