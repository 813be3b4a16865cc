"""A throw of dice: how a hand lets go of them, and what comes of it."""

import math
from collections.abc import Generator

import numpy as np

from riotsim.physics.awake import Loose
from riotsim.physics.bodies import Hold, reach_of
from riotsim.physics.chance import any_turn, generator
from riotsim.physics.scene import Scene
from riotsim.physics.settle import outcome
from riotsim.physics.world import GRAVITY, TICK, Solver
from riotsim.table.acts import Frame, Roll, Settled
from riotsim.table.dice import die_kind
from riotsim.table.pieces import Die
from riotsim.table.poses import Point, Pose, Vector, ahead, rotate
from riotsim.table.state import Table

LIMIT = round(8.0 / TICK)
"""A throw is cut short after eight simulated seconds (ticks)."""

MOST_EXACT = 12
"""Up to so many cubes are thrown under the exact solver: in piles its cost explodes (24 dice 6.5 ms a step, 48 47)."""

IN_A_ROW = 3
"""Dice lie in a hand in layers of three by three."""

CLEARANCE = 1.04
"""Distance of dice in the hand, in diameters of their balls, so that none overlap."""

JITTER = 0.1
"""Spread of the single die's speed about the throw's, as a share of it."""

INSET = 20.0
"""A hand lets go at least so far inside the table's edge (mm)."""

RUN_ON = 1.0
"""How far dice go on after they first land: this times v²/(2 μ g) with μ of dice on felt, fitted."""

RUN_FRICTION = 0.45
"""Dice on felt."""


def lead(speed: float, drop: float) -> float:
    """Give how far dice travel from the release to their mean place of rest (mm), for a speed in mm/s."""
    return speed * math.sqrt(2 * drop / GRAVITY) + RUN_ON * speed * speed / (2 * RUN_FRICTION * GRAVITY)


def roll(table: Table, act: Roll, seed: int, every: int) -> Generator[Frame, None, Settled]:
    """Throw dice; yields a frame every so many ticks."""
    if not act.dice:
        raise ValueError("a roll needs at least one die")
    ids = [die.id for die in act.dice]
    if len(set(ids)) < len(ids):
        raise ValueError(f"each die of a roll needs a name of its own, not {', '.join(sorted(ids))}")
    stacked = {die for tower in table.towers.values() for die in tower.dice}
    if taken := sorted(stacked.intersection(ids)):
        raise ValueError(f"dice that stand in a tower cannot be rolled: {', '.join(taken)}")
    table = table.without(*[die for die in ids if die in table.dice])
    chance = generator(seed)
    exact = len(act.dice) <= MOST_EXACT and all(die.kind == "d6" for die in act.dice)
    solver = Solver.DANTZIG if exact else Solver.IMPULSES
    with Scene(table, solver, loose=Loose.STILL, free_models=act.free_models) as scene:
        _release(scene, act, chance)
        yield from scene.run(LIMIT, every)
        return outcome(scene, tuple(ids))


def _release(scene: Scene, act: Roll, chance: np.random.Generator) -> None:
    """Let go of the dice, as the hand's errors have it."""
    hand = act.hand
    dice = sorted(act.dice, key=lambda die: die.id)
    meant = _within_reach(scene.table, act)
    aim_x, aim_y = (float(part) for part in chance.normal(0.0, hand.aim_sigma, 2))
    speed = max(0.0, meant + float(chance.normal(0.0, hand.speed_sigma)) * act.strength)
    x, y = ahead(act.at, act.heading, -lead(meant, act.drop))
    turns = [any_turn(chance) for _ in dice]
    places = _cluster(dice, turns, (x + aim_x, y + aim_y), act, chance)
    lift = _lift(scene, dice, places)
    for die, (px, py, pz), turn in zip(dice, places, turns, strict=True):
        body = scene.enter(Die(die.id, die.kind, die.size, Pose((px, py, pz + lift), turn), die.owner), Hold.FREE)
        scene.thrown.append(body)
        own = speed * (1 + JITTER * float(chance.standard_normal()))
        a, b, c = (float(part) for part in chance.normal(0.0, hand.spin, 3))
        velocity = (own * math.cos(act.heading), own * math.sin(act.heading), 0.0)
        scene.world.launch(body.number, velocity, (a, b, c))
        body.speed, body.spin = own, math.sqrt(a * a + b * b + c * c)


def _within_reach(table: Table, act: Roll) -> float:
    """The speed meant (mm/s): less than the hand's if it would have to let go beyond the table's edge."""
    full = act.hand.speed * act.strength
    back = (-math.cos(act.heading), -math.sin(act.heading))
    room = math.inf
    for at, way, size in ((act.at[0], back[0], table.width), (act.at[1], back[1], table.depth)):
        if way > 0:
            room = min(room, (size - INSET - at) / way)
        elif way < 0:
            room = min(room, (at - INSET) / -way)
    room = max(0.0, room)
    if lead(full, act.drop) <= room:
        return full
    # lead = a v + b v², solved for v
    a = math.sqrt(2 * act.drop / GRAVITY)
    b = RUN_ON / (2 * RUN_FRICTION * GRAVITY)
    return (math.sqrt(a * a + 4 * b * room) - a) / (2 * b)


def _cluster(
    dice: list[Die],
    turns: list[tuple[float, float, float, float]],
    middle: Point,
    act: Roll,
    chance: np.random.Generator,
) -> list[Vector]:
    """Where the dice are when the hand opens: layers of squares, which die where is chance."""
    pitch = 2 * max(reach_of(die) for die in dice) * CLEARANCE
    count = len(dice)
    layers = math.ceil(count / IN_A_ROW**2)
    across = min(IN_A_ROW, math.ceil(math.sqrt(math.ceil(count / layers))))
    spots: list[Vector] = []
    for k in range(count):
        layer, rest = divmod(k, across * across) if layers > 1 or count > across * across else (0, k)
        row, column = divmod(rest, across)
        along, aside = (row - (across - 1) / 2) * pitch, (column - (across - 1) / 2) * pitch
        spots.append((along, aside, layer * pitch))
    mean = [sum(spot[k] for spot in spots) / count for k in range(2)]
    c, s = math.cos(act.heading), math.sin(act.heading)
    order = chance.permutation(count)
    places = []
    for k in order:
        along, aside, up = spots[k]
        along, aside = along - mean[0], aside - mean[1]
        places.append((middle[0] + along * c - aside * s, middle[1] + along * s + aside * c, up))
    lowest = min(at[2] + _lowest(die, turn) for die, at, turn in zip(dice, places, turns, strict=True))
    return [(x, y, z + act.drop - lowest) for x, y, z in places]


def _lowest(die: Die, turn: tuple[float, float, float, float]) -> float:
    """The height of a turned die's lowest corner above its centre (mm, below zero)."""
    return min(rotate(turn, corner)[2] for corner in die_kind(die.kind).corners) * die.size


def _lift(scene: Scene, dice: list[Die], places: list[Vector]) -> float:
    """How much higher the hand has to let go, so that no die begins inside something (mm)."""
    reach = max(reach_of(die) for die in dice) * CLEARANCE
    low = tuple(min(at[k] for at in places) - reach for k in range(3))
    high = tuple(max(at[k] for at in places) + reach for k in range(3))
    lift = 0.0
    while True:
        top = scene.asleep.top_in((low[0], low[1], low[2] + lift, high[0], high[1], high[2] + lift))
        if top < low[2] + lift:
            return lift
        lift = top - low[2] + SAFE_GAP


SAFE_GAP = 3.0
"""Between what is in the way and the lowest die that is let go above it (mm)."""
