"""The release of thrown dice: their places, rotations, motions and spins as they leave the hand."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np

from riotsim.physics.acts.chance import orientation_from_normals, standard_normals
from riotsim.physics.bodies.body import MotionType
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
    """Settings of the release of thrown dice. We chose the values; they have no source."""

    dice_per_row: int = 3
    """Maximum number of dice in a row of a handful. A full layer is a square, with as many rows as dice in a row."""
    clearance: float = 1.04
    """Distance between the centres of neighbouring dice in a hand.

    The unit is the diameter of the largest die's bounding sphere. The number is above 1, so dice never overlap.
    """
    jitter: float = 0.1
    """Standard deviation of a die's speed, as a fraction of the speed of the throw."""
    inset: float = 20.0
    """Preferred distance of a handful from the table's edge behind it at the release (mm)."""
    safe_gap: float = 3.0
    """Gap between an obstacle and the lowest die of a handful released above it (mm)."""
    scatter: float = 0.3
    """Standard deviation of a die's spin in a throw by a person's flick, as a fraction of `hand.spin`.

    The flick itself gives the mean spin of all dice. The fraction is above 0, because the dice of a handful don't spin
    alike.
    """


RELEASE: Final = ReleaseSettings()
"""The settings that the simulation uses for the release."""


def release(scene: Scene, act: Roll, chance: np.random.Generator) -> None:
    """Put the dice of a roll into the engine at the moment of their release.

    If a simulated hand throws the dice, it makes random errors of aim and speed. The orientations and spins of the dice
    are random even if a person throws them.

    Args:
        scene: The scene of the roll.
        act: The roll.
        chance: Random generator for the errors, orientations and spins.
    """
    hand = act.hand
    dice = sorted(act.dice, key=lambda die: die.id)
    reach = _bounding_radius(dice)
    half = _handful_half_width(reach, len(dice))
    aim_x, aim_y, pace, *turning = standard_normals(chance, 3 + 4 * len(dice))
    meant = _reachable_speed(scene.table, act, half)
    # A throw by a person's own hand has no simulated errors.
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
        # A single die thrown at a mark is no handful, so it has exactly the speed of the throw.
        up = places[0][2] + lift
        way, jitter = _velocity_at_mark(act, act.mark, meant, up, (errs * aim_x, errs * aim_y)), 0.0
    spin, spread = _spin(act)
    pushes = standard_normals(chance, 4 * len(dice))
    let_go = [
        (die.moved_to(Pose((px, py, pz + lift), turn)), MotionType.FREE)
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
    """Return the horizontal unit vector along a heading (rad from +x)."""
    return (math.cos(heading), math.sin(heading), 0.0)


def _velocity_at_mark(act: Roll, mark: Mark, speed: float, start: float, error: Point) -> Vector:
    """Return the direction of a throw of a die at a mark (a target). It is a vector whose horizontal length is 1.

    Multiplied by `speed`, this vector is the die's velocity. The die's centre flies in an arc through the hand's real
    aim. This point is the mark, moved by the hand's error.

    Args:
        act: The roll.
        mark: The mark.
        speed: Horizontal speed (mm/s).
        start: Height of the die's centre at the release (mm).
        error: The hand's error: the distances of its aim from the mark, to the left and upwards. An error of 1 is one
            standard deviation of the hand's aim.
    """
    miss = mark.back * aim_angle(act.hand)
    aside, above = miss * error[0], miss * error[1]
    turn = act.heading + math.atan2(aside, mark.back)
    up = launch_speed(flight_time(speed, mark.back), mark.height + above - start)
    x, y, _ = _horizontal_direction(turn)
    return (x, y, up / speed)


def _spin(act: Roll) -> tuple[Vector, float]:
    """Return the mean spin of the dice, and the standard deviation of each die's spin about each axis (rad/s).

    The first value is a vector. The second value is the same for all axes.
    """
    if act.spin is None:
        return (0.0, 0.0, 0.0), act.hand.spin
    usual = usual_spin(act.hand)
    c, s = math.cos(act.heading), math.sin(act.heading)
    along, left, up = act.spin
    return (usual * (c * along - s * left), usual * (s * along + c * left), usual * up), RELEASE.scatter * act.hand.spin


def tray_throw_as_table_throw(bed: Table, act: Roll) -> Roll:
    """Turn a throw into a tray into a throw onto a table that has the tray's size and walls, and return it.

    The dice fly towards the target of `act`. Their speed is the hand's usual speed times the strength of the throw. At
    this speed, they may hit a wall before they come to rest. So the returned throw has another target: the point where
    the dice would come to rest without walls.

    Args:
        bed: The tray's bottom, as a table with walls.
        act: The throw, with its target in the coordinates of the tray's bottom.
    """
    half = _handful_half_width(_bounding_radius(act.dice), len(act.dice))
    at = clamp_to_table(act.at, bed, RELEASE.inset + half)
    far = travel_distance(act.hand.speed * act.strength, act.drop)
    start = point_ahead(at, act.heading, -min(far, _distance_behind(bed, at, act.heading, half)))
    return replace(act, at=point_ahead(start, act.heading, far), in_tray=False)


def clamp_to_table(at: Point, table: Table, edge: float) -> Point:
    """Return the point nearest to `at` that keeps a minimum distance from the table's edges.

    Args:
        at: The point (mm).
        table: The table.
        edge: Minimum distance from the edges (mm). If the table is too narrow for this distance on one axis, the result
            is in the middle of the table on that axis.
    """
    x, y = (
        min(max(part, min(edge, size / 2)), max(size - edge, size / 2))
        for part, size in zip(at, (table.width, table.depth), strict=True)
    )
    return (x, y)


def _distance_behind(table: Table, at: Point, heading: float, half: float) -> float:
    """Return the greatest distance behind a point at which a handful isn't too near the table's edge (mm).

    Args:
        table: The table.
        at: The point (mm).
        heading: The direction of the throw (rad from +x).
        half: Half the width of the handful (mm).
    """
    back = (-math.cos(heading), -math.sin(heading))
    room = math.inf
    for part, way, size in ((at[0], back[0], table.width), (at[1], back[1], table.depth)):
        if way > 0:
            room = min(room, (size - RELEASE.inset - half - part) / way)
        elif way < 0:
            room = min(room, (part - RELEASE.inset - half) / -way)
    return max(0.0, room)


def _reachable_speed(table: Table, act: Roll, half: float) -> float:
    """Return the horizontal speed of a throw as the hand intends it, before its random error (mm/s).

    The full speed is the hand's usual speed times the strength of the throw.

    - A throw with a `mark` always has the full speed.
    - A throw without a `mark` starts on the table, so far behind its target that the dice come to rest there. If there
      is too little room behind the target for the full speed, the throw is slower.

    Args:
        table: The table.
        act: The roll.
        half: Half the width of the handful (mm).
    """
    full = act.hand.speed * act.strength
    if act.mark is not None:
        return full  # the mark says where the hand is
    room = _distance_behind(table, act.at, act.heading, half)
    if travel_distance(full, act.drop) <= room:
        return full
    slow = travel_per_speed(act.drop)  # room = slow v + TRAVEL_SQUARE_FACTOR v², solved for v
    return (math.sqrt(slow * slow + 4 * TRAVEL_SQUARE_FACTOR * room) - slow) / (2 * TRAVEL_SQUARE_FACTOR)


def _bounding_radius(dice: Sequence[Die]) -> float:
    """Return the radius of a sphere that has room for the largest of the dice (mm).

    In a handful, each die gets a sphere of this radius, so that the dice never overlap.
    """
    return max(map(bounding_radius, dice)) * RELEASE.clearance


def _handful_half_width(reach: float, count: int) -> float:
    """Return half the width of a handful (mm).

    Args:
        reach: Radius of the sphere of space that each die gets (mm).
        count: Number of dice.
    """
    return reach * min(RELEASE.dice_per_row, math.ceil(math.sqrt(count)))


def _handful_positions(
    dice: list[Die],
    turns: list[Quaternion],
    middle: Point,
    act: Roll,
    reach: float,
    order: list[int],
) -> list[Vector]:
    """Return the centre of each die at the moment when the hand opens (mm).

    Args:
        dice: The dice.
        turns: The orientation of each die.
        middle: Middle of the handful, seen from above (mm).
        act: The roll. It gives the heading, and the height of the release.
        reach: Radius of the sphere of space that each die gets (mm).
        order: For each die, the index of its position in the result of `_grid_positions`.
    """
    spots = _grid_positions(len(dice), 2 * reach)
    c, s = math.cos(act.heading), math.sin(act.heading)
    places = []
    for k in order:
        along, aside, up = spots[k]
        places.append((middle[0] + along * c - aside * s, middle[1] + along * s + aside * c, up))
    lowest = min(at[2] + _lowest_corner_height(die, turn) for die, at, turn in zip(dice, places, turns, strict=True))
    return [(x, y, z + act.drop - lowest) for x, y, z in places]


@lru_cache(maxsize=64)  # successive throws have the same few arguments
def _grid_positions(count: int, pitch: float) -> tuple[Vector, ...]:
    """Return the positions of the dice in a handful. They form square layers, one above the other.

    Args:
        count: Number of positions.
        pitch: Distance between neighbouring positions (mm).

    Returns:
        The position of each die: its coordinates along the throw, to the left, and upwards (mm). The first two
        are measured from the middle of the handful, the third from the lowest layer.
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
    """Return the height of a die's lowest point relative to the die's centre (mm). The result is negative."""
    kind, (x, y, z) = die.kind, local_up(turn)
    return (min([a * x + b * y + c * z for a, b, c in kind.core or kind.corners]) - kind.rounding) * die.size


def _clearance_lift(scene: Scene, places: list[Vector], reach: float) -> float:
    """Return the height by which the dice must be raised before the release (mm). Then no die begins inside a piece.

    Args:
        scene: The scene of the roll.
        places: The centres of the dice before they are raised (mm).
        reach: Radius of the sphere of space that each die gets (mm).
    """
    x, y, z = zip(*places, strict=True)
    left, front, bottom = min(x) - reach, min(y) - reach, min(z) - reach
    right, back, top = max(x) + reach, max(y) + reach, max(z) + reach
    lift = 0.0
    while True:
        highest = scene.registry.top_in((left, front, bottom + lift, right, back, top + lift))
        if highest < bottom + lift:
            return lift
        lift = highest - bottom + RELEASE.safe_gap
