"""Limits of rest: a tower that begins to topple isn't at rest, and a die that the ground pushes out is."""

import math
from collections.abc import Iterator

import pytest

from riotsim.physics.bodies.body import Body, MotionType
from riotsim.physics.bodies.motion import LOOK_INTERVAL, REST
from riotsim.physics.engine.world import GRAVITY, TICK
from riotsim.physics.rest import SLEEP, RestDetector, _boxes_near
from riotsim.table.pieces import Die
from riotsim.table.poses import IDENTITY, ORIGIN, Quaternion, Vector

SIZE = 16.0

SECOND = round(1 / TICK)


def looks_at_rest(states: Iterator[tuple[Vector, Quaternion, float, float]]) -> list[bool]:
    """Return for each check whether an act would end, with a rolled die in these states as its only body."""
    detector, found = RestDetector(), []
    body = Body(Die("a"), 0, MotionType.FREE, ORIGIN.at, ORIGIN.at, ORIGIN.at, IDENTITY)
    for look, (body.at, body.orientation, body.speed, body.spin) in enumerate(states):
        found.append(detector.observe(look * LOOK_INTERVAL, [body], [body]))
    return found


def toppling(dice: int, beyond: float, seconds: float) -> Iterator[tuple[Vector, Quaternion, float, float]]:
    """Yield the states of the top die of a tower that begins to topple from rest, `beyond` mm beyond its balance."""
    height = dice * SIZE
    time, balance = math.sqrt(2 * height / (3 * GRAVITY)), SIZE / height
    for look in range(round(seconds * SECOND / LOOK_INTERVAL)):
        share = look * LOOK_INTERVAL * TICK / time
        moved, speed = beyond * math.cosh(share), beyond / time * math.sinh(share)
        angle = balance + moved / height
        yield (moved, 0.0, height), (0.0, math.sin(angle / 2), 0.0, math.cos(angle / 2)), speed, speed / height


@pytest.mark.parametrize("beyond", [0.1, 0.2, 0.5])
def test_a_tower_that_begins_to_topple_is_not_at_rest(beyond: float) -> None:
    """If the top die of a tower of ten is 0.1 mm or more beyond its balance, it is never found at rest while it begins
    to topple.

    A slender block that is x₀ beyond its balance moves by x₀ cosh(t/τ), where τ = √(2h/3g): 0.1 s for ten dice.
    """
    assert not any(looks_at_rest(toppling(10, beyond, 0.5)))


def test_what_is_pushed_out_of_the_ground_is_at_rest() -> None:
    """If the engine pushes a sunken die out of the ground at 1 mm/s, the die counts as at rest."""
    states = (((0.0, 0.0, 8.0), IDENTITY, 1.0, 0.0) for _ in range(SECOND // LOOK_INTERVAL))
    assert looks_at_rest(states).index(True) == REST.rest_ticks // LOOK_INTERVAL - 1


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_boxes_are_near_on_any_side_alike(axis: int, side: float) -> None:
    """If the gap between the boxes of two dice is 0.9 times the clearance, they are near. At 1.1 times, they aren't.
    The order of the dice makes no difference.
    """

    def at(place: Vector) -> Body:
        half = SIZE / 2
        return Body(Die("a"), 0, MotionType.FREE, (-half,) * 3, (half,) * 3, place, IDENTITY)

    for share, near in ((0.9, True), (1.1, False)):
        place = [100.0, 200.0, 50.0]
        place[axis] += side * (SIZE + share * SLEEP.clearance)
        one, other = at((100.0, 200.0, 50.0)), at((place[0], place[1], place[2]))
        assert _boxes_near(one, other) == _boxes_near(other, one) == near
