"""Many runs over the table at once, as rough arithmetic: where a model would get to with dice that lie so and so.

The rules' own `moving.course` is exact and slow; here all bases are discs and all dice too, which is good enough to
compare plans by. Everything is numpy over (runs, …).
"""

import math
from collections.abc import Mapping
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

TOUCHING = 0.6
"""As near as this a model is in contact already (mm)."""

PER_INCH = 0.04
"""What an inch nearer to loot is worth, in tokens. Ours: an activation has some ten inches, and brings about 0.5."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What a model's centre cannot enter: discs and walls, grown by the radius of its base."""

    names: tuple[PieceId, ...]
    discs: Array
    """(k, 3): x, y, radius (mm)."""
    disc_of: Indices
    """Which of `names` each disc belongs to."""
    walls: Array
    """(m, 6): start x, y, along x, y, outward normal x, y (mm; the normal has length 1)."""
    wall_of: Indices
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


@for_the_last
def ground(table: Table, model: PieceId) -> Ground:
    """Lay out what is in a model's way."""
    pieces: list[Token | Model] = [*table.tokens.values(), *(m for m in table.models.values() if m.id != model)]
    grown = radius_of(table.models[model])
    light = _outlines({piece.id: piece.footprint for piece in pieces}, grown)
    return _laid(table, light, _stopping_models(table.terrain, grown), len(table.tokens), grown)


@for_the_last
def sight(table: Table, model: PieceId) -> Ground:
    """Lay out what is in the way of a model's bullets, themselves without any breadth."""
    others = {m.id: m.footprint for m in table.models.values() if not m.fallen and m.id != model}
    return _laid(table, _outlines(others, 0.0), _stopping_bullets(table.terrain), 0, 0.0)


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
    return Ground(
        light.names + scenery.names,
        np.concatenate([light.discs, scenery.discs]),
        np.concatenate([light.disc_of, scenery.disc_of + before]),
        np.concatenate([light.walls, scenery.walls]),
        np.concatenate([light.wall_of, scenery.wall_of + before]),
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


def run(area: Ground, starts: Array, ways: Array, wanted: Array, taken: Marks) -> tuple[Array, Indices]:
    """Give how far runs go (n,) and what ends them: an index into `names`, `EDGE` or `FREE`.

    `starts` and the unit vectors `ways` are (n, 2), `wanted` (n,) in mm; `taken` (n, tokens) marks loot that is gone.
    """
    discs, disc_of, walls, wall_of = _within(area, starts, float(wanted.max()))
    x, y, way_x, way_y = starts[:, :1], starts[:, 1:], ways[:, :1], ways[:, 1:]
    far, who = np.full(len(starts), np.inf), np.full(len(starts), FREE)
    rows = np.arange(len(starts))
    if len(discs):
        entry = _to_discs(discs, x, y, way_x, way_y)
        loot = int(np.searchsorted(disc_of, len(area.tokens)))  # their discs come first
        if loot:
            entry[:, :loot][taken[:, disc_of[:loot]]] = np.inf
        best = entry.argmin(axis=1)
        far, who = entry[rows, best], disc_of[best]
    if len(walls):
        at_walls = _to_walls(walls, x, y, way_x, way_y)
        best = at_walls.argmin(axis=1)
        at_wall = at_walls[rows, best]
        who = np.where(at_wall < far, wall_of[best], who)
        far = np.minimum(at_wall, far)
    with np.errstate(divide="ignore", invalid="ignore"):
        sides = np.where(ways > 0, (area.high - starts) / ways, np.where(ways < 0, (area.low - starts) / ways, np.inf))
    room = np.maximum(np.minimum(sides[:, 0], sides[:, 1]), 0.0)
    who = np.where(room < far, EDGE, who)
    far = np.minimum(room, far)
    free = wanted <= far
    return np.where(free, wanted, far), np.where(free, FREE, who)


def _within(area: Ground, starts: Array, reach: float) -> tuple[Array, Indices, Array, Indices]:
    """Give the discs and walls, each with its names, that a run of `reach` mm from any of (n, 2) points may come to."""
    (left, front), (right, back) = starts.min(axis=0) - reach - 1.0, starts.max(axis=0) + reach + 1.0
    x, y, radius = area.discs.T
    discs = (x + radius > left) & (x - radius < right) & (y + radius > front) & (y - radius < back)
    px, py, ex, ey = area.walls.T[:4]
    walls = (np.maximum(px, px + ex) > left) & (np.minimum(px, px + ex) < right)
    walls &= (np.maximum(py, py + ey) > front) & (np.minimum(py, py + ey) < back)
    return area.discs[discs], area.disc_of[discs], area.walls[walls], area.wall_of[walls]


def _to_discs(discs: Array, x: Array, y: Array, way_x: Array, way_y: Array) -> Array:
    """How far it is from each of n starts to each of k discs (n, k), all in columns (n, 1); infinite past them."""
    off_x, off_y, radius = discs[:, 0] - x, discs[:, 1] - y, discs[:, 2]
    along = off_x * way_x + off_y * way_y
    square = off_x * off_x + off_y * off_y
    inside = along * along - square + radius**2
    entry = along - np.sqrt(np.maximum(inside, 0.0))
    entry[(inside <= 0) | (entry < 0)] = np.inf
    near = square <= (radius + TOUCHING) ** 2
    entry[near] = np.where(along[near] > TOUCHING, 0.0, np.inf)
    return entry


def _to_walls(walls: Array, x: Array, y: Array, way_x: Array, way_y: Array) -> Array:
    """How far it is from each of n starts to each of m walls (n, m), all in columns (n, 1); infinite past them."""
    px, py, ex, ey, nx, ny = walls.T
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


def worth_of_runs(
    area: Ground, start: Array, dice: Array, inches: Array, size: float, stakes: Stakes, in_order: bool = False
) -> Array:
    """Give what sets of move dice of `size` mm are worth (n,), in tokens.

    `dice` (n, d, 2) say where they lie (mm), `inches` (n, d) what they show. Each run takes the dice in their order, or
    else at each step the one that looks best.
    """
    count, each = inches.shape
    at = np.repeat(start[None, :], count, axis=0)
    radius = float(area.low[0])
    taken = np.zeros((count, len(area.tokens)), dtype=np.bool_)
    left = np.repeat(np.arange(each)[None, :], count, axis=0)
    worth, over = np.zeros(count), np.zeros(count, dtype=np.bool_)
    rows = np.arange(count)
    value = stakes.stops
    spots = area.discs[: len(area.tokens), :2] if len(area.tokens) else stakes.goals
    for _ in range(each):
        open_now = left[:, :1] if in_order else left
        choice = open_now.shape[1]
        off_x = dice[rows[:, None], open_now, 0] - at[:, :1]
        off_y = dice[rows[:, None], open_now, 1] - at[:, 1:]
        distance = np.maximum(np.hypot(off_x, off_y), 1e-9)
        ways = np.stack([off_x / distance, off_y / distance], axis=-1)
        shown = inches[rows[:, None], open_now]
        wanted = np.minimum(shown * INCH, np.maximum(distance - radius - DIE_RADIUS * size, 0.0))
        far, who = run(
            area,
            np.repeat(at, choice, axis=0),
            ways.reshape(-1, 2),
            wanted.reshape(-1),
            np.repeat(taken, choice, axis=0),
        )
        far, who = far.reshape(count, choice), who.reshape(count, choice)
        gain = np.where(who >= 0, value[np.maximum(who, 0)], 0.0) if len(value) else np.zeros_like(far)
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
        if len(value):
            over = over | ((met >= 0) & stakes.ends[np.maximum(met, 0)])
    return worth + _of_place(at, spots, taken, stakes)


def _to_loot(points: Array, spots: Array, taken: Marks) -> Array:
    """The distance (in) from each of (n, d) points to the nearest token or goal that is left; 0 if all are gone."""
    if not len(spots):
        return np.zeros(points.shape[:2])
    distance = np.hypot(points[..., :1] - spots[:, 0], points[..., 1:] - spots[:, 1])
    if taken.shape[1]:
        distance = np.where(taken[:, None, :], np.inf, distance)
    distance = distance.min(axis=2)
    return np.where(np.isfinite(distance), distance, 0.0) / INCH


def worth_of_staying(area: Ground, start: Array, stakes: Stakes) -> float:
    """Give what the same measure makes of a model that stays where it is (tokens)."""
    spots = area.discs[: len(area.tokens), :2] if len(area.tokens) else stakes.goals
    taken = np.zeros((1, len(area.tokens)), dtype=np.bool_)
    return float(_of_place(start[None, :], spots, taken, stakes)[0])


def _of_place(at: Array, spots: Array, taken: Marks, stakes: Stakes) -> Array:
    """What it is worth to stand at each of (n, 2) points."""
    worth: Array = -PER_INCH * _to_loot(at[:, None, :], spots, taken)[:, 0]
    if len(stakes.shunned):
        off = at[:, None, :] - stakes.shunned[None, :, :2]
        near = (np.hypot(off[..., 0], off[..., 1]) <= stakes.shunned[:, 2]).any(axis=1)
        worth = worth - stakes.shunning * near
    return worth
