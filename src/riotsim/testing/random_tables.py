"""Random tables: scenery, models, towers, tokens and loose dice, as play could leave them or as nobody would."""

import math
from dataclasses import replace
from typing import Final

import numpy as np

from riotsim.physics.bodies import GIRTH
from riotsim.table.dice import D6, KINDS, DieKind, die_kind
from riotsim.table.pieces import MODEL_HEIGHT, Box, Die, Hull, Mesh, Model, Piece, Round, Terrain, Token, Tower, beside
from riotsim.table.plan import Footprint, disc, gap
from riotsim.table.poses import ORIGIN, Point, Pose, Quaternion, about_z, multiply, rotate
from riotsim.table.rounding import rounded, roundest
from riotsim.table.state import FELT, Surface, Table
from riotsim.testing.choosing import Chooser, maybe, pick

SIDES: Final = (152.4, 3048.0)
"""Shortest and longest side of a table (mm): 6 and 120 inches, between which rules files may choose."""

USUAL_SIDES: Final = (400.0, 1300.0)
"""Of the tables that games are played on (mm)."""

SURFACES: Final = (FELT, Surface("wood", 0.7, 0.95), Surface("neoprene", 1.2, 0.5))
"""The kinds of table that one meets: the figures are factors of dice that have 0.5 and 0.67."""

EXTREME_SURFACES: Final = (
    Surface("ice", 0.05, 0.7), Surface("rubber", 3.0, 0.2), Surface("drumhead", 0.9, 1.3), Surface("oiled", 0.0, 1.0),
)  # fmt: skip
"""Slippery ones, one that grips, and one from which a die rises to three quarters of its height."""

DIE_SIZES: Final = (8.0, 30.0)
"""mm: dice as they are sold."""

GAP: Final = 1.0
"""Free ground between pieces of a usual table (mm); a tower's dice lean out by less than the margins below."""

TRIES: Final = 5
"""Places that are tried for a piece before it is left out."""

MOST_LYING: Final = 40
"""Loose dice on a table."""

SPREAD: Final = 1.5
"""How far the dice of a crooked tower are off the one below, along x and along y, at the most (mm)."""

MARGIN: Final = 1.0
"""Within the die below, the centre of mass of all above lies so far from the edge in a usual tower (mm): what statics
leaves in doubt is a nasty one."""


class _Ground:
    """What is taken of the table, so that usual pieces don't overlap."""

    def __init__(self, table: Table, nasty: bool) -> None:
        self.table = table
        self.nasty = nasty
        self._taken: list[tuple[Footprint, float]] = []

    def free(self, footprint: Footprint, level: float) -> bool:
        """Whether something fits there: on the table, on even ground, clear of all else. Nasty things fit anywhere."""
        if self.nasty:
            return True
        left, front, right, back = footprint.bounds()
        if left < 0 or front < 0 or right > self.table.width or back > self.table.depth:
            return False
        # On a stage or off it, not half on it.
        corners = ((left, front), (left, back), (right, front), (right, back))
        if any(self.table.level_at(corner) != level for corner in corners):
            return False
        return all(height <= level or gap(footprint, taken) > GAP for taken, height in self._taken)

    def put(self, *pieces: Piece, height: float = math.inf) -> None:
        """Put pieces there, and keep their ground free up to a height (mm)."""
        self.table = self.table.put(*pieces)
        self._taken += [(piece.footprint, height) for piece in pieces]


def choose_table(chooser: Chooser, nasty: bool) -> Table:
    """Make a table with all sorts of pieces on it."""
    low, high = SIDES if nasty or maybe(chooser, 6) else USUAL_SIDES
    surfaces = SURFACES + EXTREME_SURFACES if nasty or maybe(chooser, 5) else SURFACES
    table = Table(chooser.number(low, high), chooser.number(low, high), pick(chooser, surfaces))
    ground = _Ground(table, nasty)
    for k in range(chooser.integer(0, 3)):
        _put_terrain(chooser, ground, f"terrain-{k}")
    for k in range(chooser.integer(0, 5)):
        _put_model(chooser, ground, f"model-{k}")
    for k in range(chooser.integer(0, 2)):
        _put_tower(chooser, ground, f"tower-{k}", _anywhere(chooser, ground))
    for k in range(chooser.integer(0, 3)):
        _put_tokens(chooser, ground, f"token-{k}")
    most = MOST_LYING if maybe(chooser, 4) else 6
    for k in range(chooser.integer(0, most)):
        _put_die(chooser, ground, f"die-{k:02d}")
    return ground.table


def choose_kind(chooser: Chooser) -> DieKind:
    """Choose a kind of die: half of them are cubes, and a few are rounded."""
    kind = die_kind(pick(chooser, ("d6",) * len(KINDS) + KINDS))
    return rounded(kind, chooser.number(0.01, 0.9) * roundest(kind)) if maybe(chooser, 5) else kind


def choose_size(chooser: Chooser, nasty: bool) -> float:
    """Choose a die's size (mm), mostly a usual one."""
    return chooser.number(*DIE_SIZES) if nasty or maybe(chooser, 5) else pick(chooser, (16.0, 12.0))


def choose_turn(chooser: Chooser) -> Quaternion:
    """Choose any orientation (roughly uniform; Shoemake's three numbers)."""
    u, v, w = (chooser.number(0.0, 1.0) for _ in range(3))
    a, b = math.sqrt(1.0 - u), math.sqrt(u)
    v, w = math.tau * v, math.tau * w
    return (a * math.sin(v), a * math.cos(v), b * math.sin(w), b * math.cos(w))


def choose_place(chooser: Chooser, table: Table, beyond: float = 0.0) -> Point:
    """Choose a point of the table, or up to `beyond` mm over its edge."""
    return (
        chooser.number(-beyond, table.width + beyond),
        chooser.number(-beyond, table.depth + beyond),
    )


def _anywhere(chooser: Chooser, ground: _Ground) -> Point:
    return choose_place(chooser, ground.table, beyond=20.0 if ground.nasty and maybe(chooser, 4) else 0.0)


def _put_terrain(chooser: Chooser, ground: _Ground, name: str) -> None:
    least, most = (1.0, 600.0) if ground.nasty else (20.0, 200.0)
    length, width = chooser.number(least, most), chooser.number(least, most)
    stage = maybe(chooser, 3)
    height = chooser.number(5.0, 60.0) if stage else chooser.number(least, min(most, 150.0))
    round_one = maybe(chooser, 3)
    shape = _frustum(chooser, name, length / 2, height) if round_one else Box(length, width, height)
    for _ in range(TRIES):
        piece = Terrain(
            name, shape, _anywhere(chooser, ground), chooser.number(0.0, math.tau),
            blocks_moves=not stage, stand_on=stage,
        )  # fmt: skip
        if ground.free(piece.footprint, 0.0):
            return ground.put(piece, height=height if stage and not round_one else math.inf)


def _frustum(chooser: Chooser, name: str, radius: float, height: float) -> Mesh:
    """A watertight cone with its top cut off: a mound or a barrel."""
    count, top = chooser.integer(3, 12), chooser.number(0.2, 1.0)
    rim = [(math.cos(math.tau * k / count), math.sin(math.tau * k / count)) for k in range(count)]
    low = [(x * radius, y * radius, 0.0) for x, y in rim]
    high = [(x * radius * top, y * radius * top, height) for x, y in rim]
    triangles = []
    for k in range(count):
        after = (k + 1) % count
        triangles += [(k, after, count + k), (after, count + after, count + k)]
    triangles += [(0, k + 1, k) for k in range(1, count - 1)]
    triangles += [(count, count + k, count + k + 1) for k in range(1, count - 1)]
    outline = (tuple((x * radius, y * radius) for x, y in rim),)
    return Mesh(name, "", np.array(low + high), np.array(triangles, dtype=np.int32), outline)


def _put_model(chooser: Chooser, ground: _Ground, name: str) -> None:
    hull = maybe(chooser, 5)
    least, most = (10.0, 150.0) if hull else (20.0, 40.0)
    for _ in range(TRIES):
        size = chooser.number(least, most)
        base = Hull(size, chooser.number(least, most)) if hull else Round(size)
        stages = tuple(piece.at for piece in ground.table.terrain.values() if piece.stand_on)
        at = pick(chooser, stages) if stages and maybe(chooser, 3) else _anywhere(chooser, ground)
        level = ground.table.level_at(at)
        model = Model(name, "boss", at, base, chooser.number(0.0, math.tau), fallen=maybe(chooser, 4), level=level)
        if not ground.free(model.footprint, level):
            continue
        ground.put(model)
        if not model.fallen and not maybe(chooser, 4):
            _put_tower(chooser, ground, name, None)
        return


def _put_tower(chooser: Chooser, ground: _Ground, name: str, at: Point | None) -> None:
    """A tower beside the model of that name, or on its own."""
    bearing = chooser.number(0.0, math.tau)
    size = choose_size(chooser, ground.nasty)
    if at is None:
        seat = beside(ground.table.models[name], bearing, size)
    else:
        seat = Pose((*at, ground.table.level_at(at) + size / 2), about_z(chooser.number(0.0, math.tau)))
    count = chooser.integer(1, 20 if ground.nasty else 10)
    drift = _drift(chooser, count, size, ground.nasty)
    level = seat.at[2] - size / 2
    dice = []
    for k, (dx, dy, yaw) in enumerate(drift):
        flat = D6.showing(chooser.integer(1, 6))
        spin = multiply(about_z(yaw), seat.turn)
        at_k = (seat.at[0] + dx, seat.at[1] + dy, seat.at[2] + k * size)
        dice.append(Die(f"{name}-{k:02d}", D6, size, Pose(at_k, multiply(spin, flat)), "boss"))
    if beside_model := ground.table.models.get(name):
        ground_is_even = ground.table.level_at(seat.plan) == beside_model.level
        if not ground.nasty and not ground_is_even:
            return
        figure = _figure(beside_model)
        reached = [die for die in dice[1:] if die.pose.at[2] - size / 2 < beside_model.level + MODEL_HEIGHT]
        if not ground.nasty and any(gap(die.footprint, figure) <= 0.0 for die in reached):
            return
    # A tower touches its own model, and no other thing.
    others = _Ground(ground.table, ground.nasty)
    others._taken = [(f, h) for f, h in ground._taken if beside_model is None or f != beside_model.footprint]
    if all(others.free(die.footprint, level) for die in dice):
        ground.put(*dice)
        ground.table = ground.table.with_tower(name, Tower(tuple(die.id for die in dice), bearing))


def _figure(model: Model) -> Footprint:
    """What of a model a tower must not lean into, above its base: all of a vehicle, the column of a figure."""
    if isinstance(model.base, Round):
        return disc(model.at, model.base.diameter / 2 * GIRTH + GAP)
    return model.footprint


def _drift(chooser: Chooser, count: int, size: float, nasty: bool) -> list[tuple[float, float, float]]:
    """How far the dice of a tower are off the lowest (mm, mm), and their turns (rad): straight, crooked or leaning."""
    sort = chooser.integer(0, 2)
    spread = size / 2 if nasty and maybe(chooser, 4) else SPREAD
    x, y = 0.0, 0.0
    lean = (chooser.number(-spread / 4, spread / 4), chooser.number(-spread / 4, spread / 4))
    places = [(0.0, 0.0, 0.0)]
    for _ in range(count - 1):
        yaw = 0.0
        if sort == 1:
            x, y = x + chooser.number(-spread, spread), y + chooser.number(-spread, spread)
            yaw = chooser.number(-math.pi / 4, math.pi / 4)
        elif sort == 2:
            x, y = x + lean[0], y + lean[1]
        places.append((x, y, yaw))
    while not nasty and not _holds(places, size):
        places.pop()
    return places


def _holds(places: list[tuple[float, float, float]], size: float) -> bool:
    """Whether by statics a stack of equal cubes stands: each carries the centre of mass of those above, well inside."""
    for k in range(len(places) - 1):
        above = places[k + 1 :]
        x = sum(place[0] for place in above) / len(above) - places[k][0]
        y = sum(place[1] for place in above) / len(above) - places[k][1]
        if math.hypot(x, y) > size / 2 - MARGIN:
            return False
    return True


def _put_tokens(chooser: Chooser, ground: _Ground, name: str) -> None:
    """A token, a heap of them, or one that leans on nothing and will fall over when it is reached."""
    diameter = chooser.number(5.0, 60.0) if ground.nasty else chooser.number(15.0, 40.0)
    heap = chooser.integer(2, 6) if maybe(chooser, 4) else 1
    tilt = chooser.number(0.05, math.pi / 2) if heap == 1 and maybe(chooser, 5) else 0.0
    for _ in range(TRIES):
        at = _anywhere(chooser, ground)
        level = ground.table.level_at(at)
        if not ground.free(disc(at, diameter / 2 + SPREAD), level):
            continue
        lean: Quaternion = (math.sin(tilt / 2), 0.0, 0.0, math.cos(tilt / 2))
        one = Token(name, ORIGIN, diameter)
        rise = diameter / 2 * math.sin(tilt) + one.thickness / 2 * math.cos(tilt)
        tokens = []
        for k in range(heap):
            off = (chooser.number(-SPREAD, SPREAD), chooser.number(-SPREAD, SPREAD)) if k else (0.0, 0.0)
            place = (at[0] + off[0], at[1] + off[1], level + rise + k * one.thickness)
            tokens.append(replace(one, id=f"{name}-{k}", pose=Pose(place, lean)))
        return ground.put(*tokens)


def _put_die(chooser: Chooser, ground: _Ground, name: str) -> None:
    kind, size = choose_kind(chooser), choose_size(chooser, ground.nasty)
    for _ in range(TRIES):
        at = _anywhere(chooser, ground)
        level = ground.table.level_at(at)
        flat = kind.showing(kind.faces[chooser.integer(0, kind.sides - 1)].value, chooser.number(0.0, math.tau))
        turn = choose_turn(chooser) if ground.nasty and maybe(chooser, 3) else flat
        lowest = min(rotate(turn, corner)[2] for corner in kind.corners) * size
        die = Die(name, kind, size, Pose((*at, level - lowest), turn))
        if ground.free(die.footprint, level):
            return ground.put(die)
