"""How a hand lets go of the dice it throws."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from riotsim.physics.acts.chance import normals, turn_of
from riotsim.physics.bodies.body import Hold
from riotsim.physics.bodies.extents import reach_of
from riotsim.physics.scene.scene import Scene
from riotsim.table.acts import Mark, Roll
from riotsim.table.ballistics import (
    LEAD_SQUARE,
    aim_angle,
    flight_time,
    launch_speed,
    travel,
    travel_per_speed,
    usual_spin,
)
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

SCATTER = 0.3
"""How far the spin of single dice is spread about that which a person's flick gives all of them, in shares of its
usual spread. Ours: dice that leave a hand together don't turn alike."""


def release(scene: Scene, act: Roll, chance: np.random.Generator) -> None:
    """Let go of the dice, as the hand's errors have it."""
    hand = act.hand
    dice = sorted(act.dice, key=lambda die: die.id)
    reach = _ball(dice)
    half = _half(reach, len(dice))
    aim_x, aim_y, pace, *turning = normals(chance, 3 + 4 * len(dice))
    meant = _within_reach(scene.table, act, half)
    # A person's own hand errs by itself.
    errs = 0.0 if act.by_hand else 1.0
    speed = max(0.0, meant + errs * hand.speed_sigma * pace * act.strength)
    if act.mark is not None:
        x, y = ahead(act.at, act.heading, -act.mark.back)
    else:
        x, y = ahead(act.at, act.heading, -travel(meant, act.drop))
        x, y = x + errs * hand.aim_sigma * aim_x, y + errs * hand.aim_sigma * aim_y
    if scene.table.walls > 0.0:
        x, y = within((x, y), scene.table, half)
    turns = [turn_of(turning[k : k + 4]) for k in range(0, len(turning), 4)]
    order = list(range(len(dice)))
    chance.shuffle(order)
    places = _cluster(dice, turns, (x, y), act, reach, order)
    lift = _lift(scene, places, reach)
    way, jitter = _level(act.heading), JITTER
    if act.mark is not None:
        # A die between the fingers is no handful: it has the throw's own speed.
        up = places[0][2] + lift
        way, jitter = _at_mark(act, act.mark, meant, up, (errs * aim_x, errs * aim_y)), 0.0
    spin, spread = _spin(act)
    pushes = normals(chance, 4 * len(dice))
    let_go = [
        (die.moved_to(Pose((px, py, pz + lift), turn)), Hold.FREE)
        for die, (px, py, pz), turn in zip(dice, places, turns, strict=True)
    ]
    for k, body in enumerate(scene.enter_all(let_go, thrown=True)):
        scene.thrown.append(body)
        own = speed * (1 + jitter * pushes[4 * k])
        a, b, c = (m + spread * part for m, part in zip(spin, pushes[4 * k + 1 : 4 * k + 4], strict=True))
        scene.world.set_velocity(body.number, (own * way[0], own * way[1], own * way[2]), (a, b, c))
        body.speed = own if act.mark is None else own * math.hypot(*way)
        body.spin = math.sqrt(a * a + b * b + c * c)
        scene.runaway = max(scene.runaway, RUNAWAY_SHARE * body.speed)


def _level(heading: float) -> Vector:
    """The way of dice that are thrown out of the hand level, for each mm of their speed."""
    return (math.cos(heading), math.sin(heading), 0.0)


def _at_mark(act: Roll, mark: Mark, speed: float, start: float, error: Point) -> Vector:
    """The way of a die that is let go `start` mm up and meant to hit a mark, for each mm of its speed over the ground.

    The arc of its centre leads through a point beside the mark: by `error`, to the left and up, in spreads of the aim.
    """
    miss = mark.back * aim_angle(act.hand)
    aside, above = miss * error[0], miss * error[1]
    turn = act.heading + math.atan2(aside, mark.back)
    up = launch_speed(flight_time(speed, mark.back), mark.height + above - start)
    x, y, _ = _level(turn)
    return (x, y, up / speed)


def _spin(act: Roll) -> tuple[Vector, float]:
    """The spin that all dice get, and how far that of each is spread about it on every axis (rad/s)."""
    if act.spin is None:
        return (0.0, 0.0, 0.0), act.hand.spin
    usual = usual_spin(act.hand)
    c, s = math.cos(act.heading), math.sin(act.heading)
    along, left, up = act.spin
    return (usual * (c * along - s * left), usual * (s * along + c * left), usual * up), SCATTER * act.hand.spin


def against_walls(bed: Table, act: Roll) -> Roll:
    """Give a throw into a tray: from as far back as the hand can go there, and as fast as it would; walls do the rest.

    What it is aimed at then is where the dice would come to rest without walls, `at` and `bed` in the same coordinates.
    """
    half = _half(_ball(act.dice), len(act.dice))
    at = within(act.at, bed, INSET + half)
    far = travel(act.hand.speed * act.strength, act.drop)
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
    if act.mark is not None:
        return full  # its hand is where the throw says
    room = _room_behind(table, act.at, act.heading, half)
    if travel(full, act.drop) <= room:
        return full
    slow = travel_per_speed(act.drop)  # room = slow v + LEAD_SQUARE v², solved for v
    return (math.sqrt(slow * slow + 4 * LEAD_SQUARE * room) - slow) / (2 * LEAD_SQUARE)


def _ball(dice: Sequence[Die]) -> float:
    """The radius of the room that each of these dice has in a hand (mm)."""
    return max(map(reach_of, dice)) * CLEARANCE


def _half(reach: float, count: int) -> float:
    """Half the width of a handful (mm)."""
    return reach * min(IN_A_ROW, math.ceil(math.sqrt(count)))


def _cluster(
    dice: list[Die],
    turns: list[Quaternion],
    middle: Point,
    act: Roll,
    reach: float,
    order: list[int],
) -> list[Vector]:
    """Where the dice are when the hand opens: each has a ball of room, and in which place it is, `order` tells."""
    spots = _spots(len(dice), 2 * reach)
    c, s = math.cos(act.heading), math.sin(act.heading)
    places = []
    for k in order:
        along, aside, up = spots[k]
        places.append((middle[0] + along * c - aside * s, middle[1] + along * s + aside * c, up))
    lowest = min(at[2] + _lowest(die, turn) for die, at, turn in zip(dice, places, turns, strict=True))
    return [(x, y, z + act.drop - lowest) for x, y, z in places]


@lru_cache(maxsize=64)  # throw after throw has the same few
def _spots(count: int, pitch: float) -> tuple[Vector, ...]:
    """Places in a hand, so far apart (mm): layers of squares about its middle, in the throw's own direction."""
    layers = math.ceil(count / IN_A_ROW**2)
    across = min(IN_A_ROW, math.ceil(math.sqrt(math.ceil(count / layers))))
    spots: list[Vector] = []
    for k in range(count):
        layer, rest = divmod(k, across * across) if layers > 1 or count > across * across else (0, k)
        row, column = divmod(rest, across)
        along, aside = (row - (across - 1) / 2) * pitch, (column - (across - 1) / 2) * pitch
        spots.append((along, aside, layer * pitch))
    mean = [sum(spot[k] for spot in spots) / count for k in range(2)]
    return tuple((along - mean[0], aside - mean[1], up) for along, aside, up in spots)


def _lowest(die: Die, turn: Quaternion) -> float:
    """The height of a turned die's lowest corner above its centre (mm, below zero)."""
    kind, (x, y, z) = die.kind, up_in(turn)
    return (min([a * x + b * y + c * z for a, b, c in kind.core or kind.corners]) - kind.rounding) * die.size


def _lift(scene: Scene, places: list[Vector], reach: float) -> float:
    """How much higher the hand has to let go, so that no die begins inside something (mm)."""
    x, y, z = zip(*places, strict=True)
    left, front, bottom = min(x) - reach, min(y) - reach, min(z) - reach
    right, back, top = max(x) + reach, max(y) + reach, max(z) + reach
    lift = 0.0
    while True:
        highest = scene.top_in((left, front, bottom + lift, right, back, top + lift))
        if highest < bottom + lift:
            return lift
        lift = highest - bottom + SAFE_GAP
