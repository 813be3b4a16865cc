"""How a hand lets go of the dice it throws."""

import math
from dataclasses import replace

import numpy as np

from riotsim.physics.bodies import Hold, reach_of
from riotsim.physics.chance import any_turn
from riotsim.physics.scene import Scene
from riotsim.physics.world import GRAVITY
from riotsim.table.acts import Roll
from riotsim.table.pieces import Die
from riotsim.table.poses import Point, Pose, Quaternion, Vector, ahead, up_in
from riotsim.table.state import Table

IN_A_ROW = 3
"""Dice lie in a hand in layers of three by three."""

CLEARANCE = 1.04
"""Distance of dice in the hand, in diameters of their balls, so that none overlap."""

JITTER = 0.1
"""Spread of the single die's speed about the throw's, as a share of it."""

INSET = 20.0
"""A handful is let go at least so far inside the table's edge (mm)."""

SAFE_GAP = 3.0
"""Between what is in the way and the lowest die that is let go above it (mm)."""

RUNAWAY_SHARE = 3.0
"""No die gets faster than this many times the speed with which a hand throws it."""

LEAD_FLIGHT = 1.6
"""How far dice travel, in lengths of their first flight. This and the two below are fitted to the mean of 60 throws of
4d6 on felt at each of 300 to 1600 mm/s and 50 to 300 mm of drop; they miss by less than the standard error."""

LEAD_SPEED = 0.01
"""Further, this times the speed (s)."""

LEAD_SQUARE = 9.1e-5
"""Further, this times the speed squared (s²/mm)."""


def lead(speed: float, drop: float) -> float:
    """Give how far dice travel from release to their mean place of rest (mm), at `speed` mm/s from `drop` mm."""
    return speed * _slow_lead(drop) + LEAD_SQUARE * speed * speed


def _slow_lead(drop: float) -> float:
    return LEAD_FLIGHT * math.sqrt(2 * drop / GRAVITY) + LEAD_SPEED


def release(scene: Scene, act: Roll, chance: np.random.Generator) -> None:
    """Let go of the dice, as the hand's errors have it."""
    hand = act.hand
    dice = sorted(act.dice, key=lambda die: die.id)
    meant = _within_reach(scene.table, act, _half(dice))
    aim_x, aim_y = (float(part) for part in chance.normal(0.0, hand.aim_sigma, 2))
    speed = max(0.0, meant + float(chance.normal(0.0, hand.speed_sigma)) * act.strength)
    x, y = ahead(act.at, act.heading, -lead(meant, act.drop))
    x, y = x + aim_x, y + aim_y
    if scene.table.walls > 0.0:
        x, y = within((x, y), scene.table, _half(dice))
    turns = [any_turn(chance) for _ in dice]
    places = _cluster(dice, turns, (x, y), act, chance)
    lift = _lift(scene, dice, places)
    for die, (px, py, pz), turn in zip(dice, places, turns, strict=True):
        body = scene.enter(replace(die, pose=Pose((px, py, pz + lift), turn)), Hold.FREE, thrown=True)
        scene.thrown.append(body)
        own = speed * (1 + JITTER * float(chance.standard_normal()))
        a, b, c = (float(part) for part in chance.normal(0.0, hand.spin, 3))
        velocity = (own * math.cos(act.heading), own * math.sin(act.heading), 0.0)
        scene.world.launch(body.number, velocity, (a, b, c))
        scene.runaway = max(scene.runaway, RUNAWAY_SHARE * own)
        body.speed, body.spin = own, math.sqrt(a * a + b * b + c * c)


def against_walls(bed: Table, act: Roll) -> Roll:
    """Give a throw into a tray: from as far back as the hand can go there, and as fast as it would; walls do the rest.

    What it is aimed at then is where the dice would come to rest without walls, `at` and `bed` in the same coordinates.
    """
    half = _half(list(act.dice))
    at = within(act.at, bed, INSET + half)
    far = lead(act.hand.speed * act.strength, act.drop)
    start = ahead(at, act.heading, -min(far, _room_behind(bed, at, act.heading, half)))
    return replace(act, at=ahead(start, act.heading, far), in_tray=False)


def within(at: Point, table: Table, edge: float) -> Point:
    """The nearest point that is so far from the edges (mm): walls stop the hand, too. The middle, if there is none."""
    x, y = (
        min(max(part, min(edge, size / 2)), max(size - edge, size / 2))
        for part, size in zip(at, (table.width, table.depth), strict=True)
    )
    return (x, y)


def _room_behind(table: Table, at: Point, heading: float, half: float) -> float:
    """How far a hand can go back from a point against a heading, with a handful half as wide as that (mm)."""
    back = (-math.cos(heading), -math.sin(heading))
    room = math.inf
    for part, way, size in ((at[0], back[0], table.width), (at[1], back[1], table.depth)):
        if way > 0:
            room = min(room, (size - INSET - half - part) / way)
        elif way < 0:
            room = min(room, (part - INSET - half) / -way)
    return max(0.0, room)


def _within_reach(table: Table, act: Roll, half: float) -> float:
    """The speed meant (mm/s): less than the hand's if it would have to let go beyond the table's edge."""
    full = act.hand.speed * act.strength
    room = _room_behind(table, act.at, act.heading, half)
    if lead(full, act.drop) <= room:
        return full
    slow = _slow_lead(act.drop)  # room = slow v + LEAD_SQUARE v², solved for v
    return (math.sqrt(slow * slow + 4 * LEAD_SQUARE * room) - slow) / (2 * LEAD_SQUARE)


def _half(dice: list[Die]) -> float:
    """Half the width of a handful (mm)."""
    return max(reach_of(die) for die in dice) * CLEARANCE * min(IN_A_ROW, math.ceil(math.sqrt(len(dice))))


def _cluster(
    dice: list[Die],
    turns: list[Quaternion],
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


def _lowest(die: Die, turn: Quaternion) -> float:
    """The height of a turned die's lowest corner above its centre (mm, below zero)."""
    kind, (x, y, z) = die.kind, up_in(turn)
    return (min(a * x + b * y + c * z for a, b, c in kind.core or kind.corners) - kind.rounding) * die.size


def _lift(scene: Scene, dice: list[Die], places: list[Vector]) -> float:
    """How much higher the hand has to let go, so that no die begins inside something (mm)."""
    reach = max(reach_of(die) for die in dice) * CLEARANCE
    low = tuple(min(at[k] for at in places) - reach for k in range(3))
    high = tuple(max(at[k] for at in places) + reach for k in range(3))
    lift = 0.0
    while True:
        top = scene.top_in((low[0], low[1], low[2] + lift, high[0], high[1], high[2] + lift))
        if top < low[2] + lift:
            return lift
        lift = top - low[2] + SAFE_GAP
