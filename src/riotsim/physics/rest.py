"""The conditions for the rest and for the sleep of bodies.

An act ends when all bodies have been at rest for long enough (`RestDetector`).

The engine doesn't move a sleeping body until a moving body touches it. A hand that touches the body doesn't wake it.
Three things may sleep:

- Single dice and tokens.
- Towers.
- Islands (`IslandSleeping`), but only after a tower has fallen. An island is a group of bodies whose contacts the
  engine solves together. The exact solver's cost grows with the cube of the number of contacts in an island. In one
  fall, half of a tower stayed upright. Without sleeping islands, this half took as long to simulate as the fallen half.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from riotsim.physics.bodies.body import Body, may_reach
from riotsim.physics.bodies.live_towers import LiveTower
from riotsim.physics.bodies.motion import AT_REST, LOOK_INTERVAL, REST, SETTLED, GroupRest
from riotsim.physics.engine.world import TICK, World
from riotsim.table.pieces import Die, Token
from riotsim.table.poses import Vector


class RestDetector:
    """A detector of the end of an act. An act ends when all bodies have been at rest together for long enough."""

    def __init__(self) -> None:
        self._all = GroupRest()

    def restart(self) -> None:
        """Restart the count of ticks at rest, because the set of bodies has changed."""
        self._all.begin()

    def observe(self, tick: int, free: Sequence[Body], rolled: Sequence[Body]) -> bool:
        """Record the state of all bodies at a regular check, and return whether all have rested for long enough.

        Args:
            tick: The tick of the check.
            free: All bodies that move by themselves.
            rolled: Dice and tokens that the act threw or dropped. If one of these is tilted, all bodies have to be at
                rest for a longer time.
        """
        restless = False
        for body in free:  # no early exit: each body has to be recorded
            if body.motion.observe(AT_REST, tick, (body.at, body.orientation, body.speed, body.spin)) is None:
                restless = True
        quiet = self._all.observe(at_rest=not restless)
        return quiet >= REST.leaning_ticks or (
            quiet >= REST.rest_ticks and all(body.tilt <= REST.max_flat_tilt for body in rolled)
        )


@dataclass(frozen=True, slots=True)
class SleepSettings:
    """Settings for the sleep of bodies. The values were measured with this program."""

    clearance: float = 1.0
    """Minimum gap between a single die or token and any other movable body when the piece is put to sleep (mm)."""
    max_tilt_at_once: float = math.radians(0.1)
    """Maximum tilt of a die or token that may sleep as soon as it is at rest (rad).

    At this tilt, one edge of a die is raised by 0.03 mm. A rocking die also seems to be at rest at the moment when it
    turns back, but there its tilt is larger. Of 900 dice, 59 % had at most this tilt when first seen at rest.
    """
    max_speed_at_once: float = 0.25
    """Maximum speed of a die or token that may sleep as soon as it is at rest (mm/s).

    For comparison: if a die overlaps another body by 0.05 mm, the engine pushes them apart at 1 mm/s. While any body is
    fast, it does so at 0.24 mm/s.
    """
    box_margin: float = 0.2
    """The engine's bounding box of a body extends this far beyond the body on each side (mm)."""
    island_search_interval: int = 8
    """Ticks between two searches for islands that may sleep."""


SLEEP: Final = SleepSettings()
"""The settings of sleep that are in use."""

_ROUNDING: Final = 1e-6
"""A distance much larger than any rounding error of a coordinate (mm)."""

_SINGLE_SLEEPER_TYPES = (Die, Token)
"""Types of pieces that may sleep singly. This is a tuple, because Python would build `Die | Token` for each body."""


def put_to_sleep(world: World, body: Body) -> None:
    """Put a body to sleep in the engine, and record that it sleeps."""
    body.asleep, body.surely_in_place = True, False
    world.sleep(body.number)


def sleep_single_pieces(world: World, tick: int, free: Sequence[Body], others: Iterable[Body]) -> None:
    """Put to sleep each die or token that is at rest, lies flat, and has no other movable body near it.

    Args:
        world: The world of the bodies.
        tick: The tick of this regular check (`LOOK_INTERVAL`).
        free: The bodies that move by themselves.
        others: Other movable bodies. They stay awake.
    """
    for body in free:
        if body.asleep or not isinstance(body.piece, _SINGLE_SLEEPER_TYPES):
            continue
        since = body.motion.since(AT_REST)
        if since is None or body.speed > REST.speed or body.spin > REST.spin:  # it may rock
            continue
        long = tick - since + LOOK_INTERVAL >= REST.rest_ticks
        if (not long and body.speed > SLEEP.max_speed_at_once) or body.tilt > (
            REST.max_flat_tilt if long else SLEEP.max_tilt_at_once
        ):
            continue
        if not _is_near_any(body, free) and not _is_near_any(body, others):
            put_to_sleep(world, body)


def _is_near_any(body: Body, others: Iterable[Body]) -> bool:
    """Return whether the box of a body is within `SLEEP.clearance` of the box of any other body in `others`."""
    return any(_boxes_near(body, other) for other in others if other is not body)


def _boxes_near(a: Body, b: Body, distance: float = SLEEP.clearance) -> bool:
    """Return whether the gap between the boxes of two bodies is smaller than `distance` mm."""
    (x, y, z), (left, front, under), (right, back, over) = a.at, a.low, a.high
    (u, v, w), (left_b, front_b, under_b), (right_b, back_b, over_b) = b.at, b.low, b.high
    return not (
        x + left - distance >= u + right_b
        or u + left_b - distance >= x + right
        or y + front - distance >= v + back_b
        or v + front_b - distance >= y + back
        or z + under - distance >= w + over_b
        or w + under_b - distance >= z + over
    )


def may_wake(world: World, free: Sequence[Body], distance: float) -> bool:
    """Return whether any awake body is near another body that has ever been put to sleep.

    The other body may be awake now.

    Bodies are near each other if the gap between their boxes is smaller than `distance` mm.
    """
    ever_asleep = world.ever_asleep  # woken bodies too: the engine may have put them back to sleep
    sleepers = [body for body in free if body.number in ever_asleep]
    awake = [body for body in free if not body.asleep]
    return any(_boxes_near(one, other, distance) for one in awake for other in sleepers if one is not other)


def mark_awake(bodies: Iterable[Body]) -> None:
    """Record that bodies are awake, after a move to another client of the engine has woken them."""
    for body in bodies:
        body.asleep = False


def hand_may_reach(hands: Sequence[Body], tower: LiveTower) -> bool:
    """Return whether a hand may reach a tower before the next regular check (`LOOK_INTERVAL`).

    Args:
        hands: Bodies that a hand moves.
        tower: The tower.
    """
    return any(may_reach(hand, body, LOOK_INTERVAL * TICK) for hand in hands for body in tower.dice)


def sleep_towers(world: World, tick: int, towers: Iterable[LiveTower], hands: Sequence[Body]) -> None:
    """Put to sleep the towers that have been at rest for long enough. Wake the sleeping towers near a hand.

    A tower has to be woken before a hand touches it, because the touch of a hand doesn't wake a body in the engine.

    Args:
        world: The world of the bodies.
        tick: The tick of this regular check (`LOOK_INTERVAL`).
        towers: The towers. Fallen towers are skipped. Carried towers are skipped while a hand moves.
        hands: The bodies that hands are moving.
    """
    for tower in towers:
        if tower.fell or (tower.carried and hands):
            continue
        tower.near_hand = hand_may_reach(hands, tower)
        if tower.near_hand and tower.rest.ticks >= REST.rest_ticks:
            for body in tower.dice:
                body.asleep = False
                world.wake(body.number)
        quiet = tower.rest.observe(at_rest=not (tower.near_hand or tower.moves()))
        if not quiet:
            continue
        # A tower is put to sleep again if a die's pose changed in its last digits, or if a die was touched.
        if all(body.asleep for body in tower.dice):
            continue
        if quiet == LOOK_INTERVAL or tower.creeps():
            tower.begin_rest(tick)
            tower.rest.begin(quiet := LOOK_INTERVAL)
        # With the impulse solver a woken tower sways by itself. It is slowest where it leans most and turns back.
        if quiet >= (
            REST.rest_ticks if all(body.tilt <= SLEEP.max_tilt_at_once for body in tower.dice) else REST.leaning_ticks
        ):
            for body in tower.dice:
                put_to_sleep(world, body)


def overlapping_boxes(bodies: Sequence[Body]) -> list[tuple[int, int]]:
    """Return each pair of bodies whose boxes overlap or touch, as a pair of body numbers.

    Each box is axis-aligned, and extends beyond its body by `SLEEP.box_margin`. The engine puts two bodies whose boxes
    overlap into one island.
    """
    margin = SLEEP.box_margin
    boxes = []
    for k, body in enumerate(bodies):
        (x, y, z), (a, b, c) = body.at, _half_extent(body)
        boxes.append((x - a - margin, k, x, y, z, a + margin, b + margin, c + margin))
    boxes.sort()  # by their left sides: a box is compared only with those that begin before it ends
    found: list[tuple[int, int]] = []
    for following, (_, k, x, y, z, a, b, c) in enumerate(boxes, 1):
        end = x + a + _ROUNDING
        for left, other, u, v, w, d, e, f in boxes[following:]:
            if left > end:
                break
            if abs(x - u) - a - d <= 0.0 and abs(y - v) - b - e <= 0.0 and abs(z - w) - c - f <= 0.0:
                found.append((k, other) if k < other else (other, k))
    return [(bodies[one].number, bodies[other].number) for one, other in sorted(found)]


def _half_extent(body: Body) -> Vector:
    """Return half the length of each side of an axis-aligned box around a free body (mm)."""
    piece = body.piece
    if not (isinstance(piece, Die) and piece.kind.is_cube):
        return body.high
    x, y, z, w = body.orientation
    half = piece.size / 2
    # The extent of a turned cube along each axis, summed over its three edges.
    return (
        (abs(1 - 2 * (y * y + z * z)) + 2 * abs(x * y - z * w) + 2 * abs(x * z + y * w)) * half,
        (2 * abs(x * y + z * w) + abs(1 - 2 * (x * x + z * z)) + 2 * abs(y * z - x * w)) * half,
        (2 * abs(x * z - y * w) + 2 * abs(y * z + x * w) + abs(1 - 2 * (x * x + y * y))) * half,
    )


def islands(bodies: Sequence[Body], joined: Iterable[tuple[int, int]]) -> list[list[Body]]:
    """Sort bodies into groups. Two bodies are in the same group if a chain of pairs in `joined` links them.

    Args:
        bodies: The bodies.
        joined: Pairs of body numbers. Pairs with a body that is not in `bodies` are ignored.
    """
    root = {body.number: body.number for body in bodies}

    def find(number: int) -> int:
        while root[number] != number:
            root[number] = number = root[root[number]]
        return number

    for one, other in joined:
        if one in root and other in root:
            root[find(one)] = find(other)
    groups: dict[int, list[Body]] = {}
    for body in bodies:
        groups.setdefault(find(body.number), []).append(body)
    return list(groups.values())


def contact_counts(bodies: Iterable[Body], touching: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return the number of contacts counted for each body, by body number.

    Each contact is counted once, for only one of its two bodies: for the first, or for the second if the first is not
    in `bodies`.

    Args:
        bodies: The bodies.
        touching: The two body numbers of each contact.
    """
    counts = {body.number: 0 for body in bodies}
    for one, other in touching:
        if one in counts:
            counts[one] += 1
        elif other in counts:
            counts[other] += 1
    return counts


class IslandSleeping:
    """The object that puts islands to sleep: groups of bodies whose contacts the engine solves together."""

    def __init__(self, world: World) -> None:
        self._world = world

    def look(self, free: Sequence[Body], tick: int) -> None:
        """Put to sleep each island whose bodies have all rested for long enough.

        Args:
            free: Bodies that move by themselves.
            tick: The tick of this regular check (`LOOK_INTERVAL`).
        """
        for body in free:
            if not body.asleep:
                body.motion.observe(SETTLED, tick, body.state)
        if tick % SLEEP.island_search_interval:
            return
        rested = {body.number for body in free if _rested_long_enough(body, tick)}
        if all(body.asleep for body in free if body.number in rested):
            return
        for group in islands(free, overlapping_boxes(free)):
            if all(body.number in rested for body in group):
                for body in group:
                    if not body.asleep:
                        put_to_sleep(self._world, body)


def _rested_long_enough(body: Body, tick: int) -> bool:
    """Return whether a body sleeps or has been at rest for long enough. A tilted body has to rest for a longer time."""
    if body.asleep:
        return True
    since = body.motion.since(SETTLED)
    quiet = 0 if since is None else tick - since  # a tilted body may be balancing
    return quiet >= REST.leaning_ticks or (quiet >= REST.rest_ticks and body.tilt <= REST.max_flat_tilt)
