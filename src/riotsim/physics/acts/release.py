"""The release of thrown dice: their places, orientations, velocities and spins."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np

from riotsim.physics.acts.chance import orientation_from_normals, standard_normals
from riotsim.physics.bodies.body import Hold
from riotsim.physics.bodies.size_and_mass import bounding_radius
from riotsim.physics.scene.scene import LIMITS, Scene
from riotsim.table.acts import Mark, Roll
from riotsim.table.ballistics import (
    TRAVEL_SQUARE_FACTOR,
    aim_angle,
    flight_time,
    launch_speed,
    travel_distance,
    travel_per_speed,
    usual_spin,
)
from riotsim.table.pieces import Die
from riotsim.table.poses import Point, Pose, Quaternion, Vector, local_up, point_ahead
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class ReleaseSettings:
    """Settings of the release of thrown dice. The figures are this program's own."""

    dice_per_row: int = 3
    """Number of dice in a row in a hand; they lie in layers of three by three."""
    clearance: float = 1.04
    """Distance between dice in a hand, in diameters of their bounding spheres, so that none overlap."""
    jitter: float = 0.1
    """Spread of a die's speed around that of the throw, as a share of that speed. Our choice."""
    inset: float = 20.0
    """Minimum distance of a released handful from the table's edge (mm). Our choice."""
    safe_gap: float = 3.0
    """Gap between a piece in the way and the lowest die released above it (mm). Our choice."""
    scatter: float = 0.3
    """Spread of a die's spin around that of a person's flick, as a share of the hand's usual spread. Our choice: dice
    that leave a hand together don't spin alike.

    Ours: dice that leave a hand together don't spin alike.
    """


RELEASE: Final = ReleaseSettings()
"""The settings in use."""


def release(scene: Scene, act: Roll, chance: np.random.Generator) -> None:
    """Put the dice of a roll into the engine as a hand releases them, with the hand's errors.

    Args:
        scene: The scene of the roll.
        act: The roll.
        chance: Source of the errors.
    """
    hand = act.hand
    dice = sorted(act.dice, key=lambda die: die.id)
    reach = _bounding_radius(dice)
    half = _handful_half_width(reach, len(dice))
    aim_x, aim_y, pace, *turning = standard_normals(chance, 3 + 4 * len(dice))
    meant = _reachable_speed(scene.table, act, half)
    # A person's own hand errs by itself.
    errs = 0.0 if act.by_hand else 1.0
    speed = max(0.0, meant + errs * hand.speed_sigma * pace * act.strength)
    if act.mark is not None:
        x, y = point_ahead(act.at, act.heading, -act.mark.back)
    else:
        x, y = point_ahead(act.at, act.heading, -travel_distance(meant, act.drop))
        x, y = x + errs * hand.aim_sigma * aim_x, y + errs * hand.aim_sigma * aim_y
    if scene.table.wall_height > 0.0:
        x, y = clamp_to_table((x, y), scene.table, half)
    turns = [orientation_from_normals(turning[k : k + 4]) for k in range(0, len(turning), 4)]
    order = list(range(len(dice)))
    chance.shuffle(order)
    places = _handful_positions(dice, turns, (x, y), act, reach, order)
    lift = _clearance_lift(scene, places, reach)
    way, jitter = _horizontal_direction(act.heading), RELEASE.jitter
    if act.mark is not None:
        # A die between the fingers is no handful: it has the throw's own speed.
        up = places[0][2] + lift
        way, jitter = _velocity_at_mark(act, act.mark, meant, up, (errs * aim_x, errs * aim_y)), 0.0
    spin, spread = _spin(act)
    pushes = standard_normals(chance, 4 * len(dice))
    let_go = [
        (die.moved_to(Pose((px, py, pz + lift), turn)), Hold.FREE)
        for die, (px, py, pz), turn in zip(dice, places, turns, strict=True)
    ]
    for k, body in enumerate(scene.registry.enter_all(let_go, thrown=True)):
        scene.registry.thrown.append(body)
        own = speed * (1 + jitter * pushes[4 * k])
        a, b, c = (m + spread * part for m, part in zip(spin, pushes[4 * k + 1 : 4 * k + 4], strict=True))
        scene.world.set_velocity(body.number, (own * way[0], own * way[1], own * way[2]), (a, b, c))
        body.speed = own if act.mark is None else own * math.hypot(*way)
        body.spin = math.sqrt(a * a + b * b + c * c)
        scene.runaway = max(scene.runaway, LIMITS.speed_share * body.speed)


def _horizontal_direction(heading: float) -> Vector:
    """Return the unit vector of a level throw."""
    return (math.cos(heading), math.sin(heading), 0.0)


def _velocity_at_mark(act: Roll, mark: Mark, speed: float, start: float, error: Point) -> Vector:
    """Return the velocity of a die that is thrown at a mark, per speed over the ground.

    The arc of its centre passes through a point beside the mark.

    Args:
        act: The roll.
        mark: The mark.
        speed: Speed over the ground (mm/s).
        start: Height of the release (mm).
        error: Distance of that point from the mark to the left and upwards, in spreads of the aim.
    """
    miss = mark.back * aim_angle(act.hand)
    aside, above = miss * error[0], miss * error[1]
    turn = act.heading + math.atan2(aside, mark.back)
    up = launch_speed(flight_time(speed, mark.back), mark.height + above - start)
    x, y, _ = _horizontal_direction(turn)
    return (x, y, up / speed)


def _spin(act: Roll) -> tuple[Vector, float]:
    """Return the mean spin of all dice, and the spread about it on each axis (rad/s)."""
    if act.spin is None:
        return (0.0, 0.0, 0.0), act.hand.spin
    usual = usual_spin(act.hand)
    c, s = math.cos(act.heading), math.sin(act.heading)
    along, left, up = act.spin
    return (usual * (c * along - s * left), usual * (s * along + c * left), usual * up), RELEASE.scatter * act.hand.spin


def tray_throw_as_table_throw(bed: Table, act: Roll) -> Roll:
    """Return a throw into a tray as one onto a table with the tray's walls.

    The hand releases the dice as far back as possible, at its usual speed. The new target is the place where the
    dice would come to rest without walls.

    Args:
        bed: The tray's bottom as a table.
        act: The throw, with its target in the bottom's coordinates.
    """
    half = _handful_half_width(_bounding_radius(act.dice), len(act.dice))
    at = clamp_to_table(act.at, bed, RELEASE.inset + half)
    far = travel_distance(act.hand.speed * act.strength, act.drop)
    start = point_ahead(at, act.heading, -min(far, _distance_behind(bed, at, act.heading, half)))
    return replace(act, at=point_ahead(start, act.heading, far), in_tray=False)


def clamp_to_table(at: Point, table: Table, edge: float) -> Point:
    """Return the point nearest to `at` with a minimum distance from the edges. Walls stop a hand too.

    Args:
        at: The point (mm).
        table: The table.
        edge: Least distance from the edges (mm); half the table if that is less.
    """
    x, y = (
        min(max(part, min(edge, size / 2)), max(size - edge, size / 2))
        for part, size in zip(at, (table.width, table.depth), strict=True)
    )
    return (x, y)


def _distance_behind(table: Table, at: Point, heading: float, half: float) -> float:
    """Return how far a hand with a handful of `half` mm can go back from a point against a heading (mm)."""
    back = (-math.cos(heading), -math.sin(heading))
    room = math.inf
    for part, way, size in ((at[0], back[0], table.width), (at[1], back[1], table.depth)):
        if way > 0:
            room = min(room, (size - RELEASE.inset - half - part) / way)
        elif way < 0:
            room = min(room, (part - RELEASE.inset - half) / -way)
    return max(0.0, room)


def _reachable_speed(table: Table, act: Roll, half: float) -> float:
    """Return the intended speed (mm/s): less than the hand's where it would have to release beyond the table's edge."""
    full = act.hand.speed * act.strength
    if act.mark is not None:
        return full  # the mark says where the hand is
    room = _distance_behind(table, act.at, act.heading, half)
    if travel_distance(full, act.drop) <= room:
        return full
    slow = travel_per_speed(act.drop)  # room = slow v + LEAD_SQUARE v², solved for v
    return (math.sqrt(slow * slow + 4 * TRAVEL_SQUARE_FACTOR * room) - slow) / (2 * TRAVEL_SQUARE_FACTOR)


def _bounding_radius(dice: Sequence[Die]) -> float:
    """Return the radius of the ball that each of these dice has in a hand (mm)."""
    return max(map(bounding_radius, dice)) * RELEASE.clearance


def _handful_half_width(reach: float, count: int) -> float:
    """Return half the width of a handful (mm)."""
    return reach * min(RELEASE.dice_per_row, math.ceil(math.sqrt(count)))


def _handful_positions(
    dice: list[Die],
    turns: list[Quaternion],
    middle: Point,
    act: Roll,
    reach: float,
    order: list[int],
) -> list[Vector]:
    """Return the place of each die when the hand opens (mm).

    Args:
        dice: The dice.
        turns: Their orientations.
        middle: Middle of the handful, seen from above (mm).
        act: The roll.
        reach: Radius of the ball that each die has (mm).
        order: Index of each die's spot in the hand.
    """
    spots = _grid_positions(len(dice), 2 * reach)
    c, s = math.cos(act.heading), math.sin(act.heading)
    places = []
    for k in order:
        along, aside, up = spots[k]
        places.append((middle[0] + along * c - aside * s, middle[1] + along * s + aside * c, up))
    lowest = min(at[2] + _lowest_corner_height(die, turn) for die, at, turn in zip(dice, places, turns, strict=True))
    return [(x, y, z + act.drop - lowest) for x, y, z in places]


@lru_cache(maxsize=64)  # throw after throw has the same few
def _grid_positions(count: int, pitch: float) -> tuple[Vector, ...]:
    """Return spots in a hand: layers of squares about its middle, along, across and above the throw's direction (mm).

    Args:
        count: Number of spots.
        pitch: Distance between neighbours (mm).
    """
    layers = math.ceil(count / RELEASE.dice_per_row**2)
    across = min(RELEASE.dice_per_row, math.ceil(math.sqrt(math.ceil(count / layers))))
    spots: list[Vector] = []
    for k in range(count):
        layer, rest = divmod(k, across * across) if layers > 1 or count > across * across else (0, k)
        row, column = divmod(rest, across)
        along, aside = (row - (across - 1) / 2) * pitch, (column - (across - 1) / 2) * pitch
        spots.append((along, aside, layer * pitch))
    mean = [sum(spot[k] for spot in spots) / count for k in range(2)]
    return tuple((along - mean[0], aside - mean[1], up) for along, aside, up in spots)


def _lowest_corner_height(die: Die, turn: Quaternion) -> float:
    """Return the height of a die's lowest corner above its centre, which is negative (mm)."""
    kind, (x, y, z) = die.kind, local_up(turn)
    return (min([a * x + b * y + c * z for a, b, c in kind.core or kind.corners]) - kind.rounding) * die.size


def _clearance_lift(scene: Scene, places: list[Vector], reach: float) -> float:
    """Return how much higher the hand has to release so that no die begins inside a piece (mm)."""
    x, y, z = zip(*places, strict=True)
    left, front, bottom = min(x) - reach, min(y) - reach, min(z) - reach
    right, back, top = max(x) + reach, max(y) + reach, max(z) + reach
    lift = 0.0
    while True:
        highest = scene.registry.top_in((left, front, bottom + lift, right, back, top + lift))
        if highest < bottom + lift:
            return lift
        lift = highest - bottom + RELEASE.safe_gap
