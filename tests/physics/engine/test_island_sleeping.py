"""Groups of bodies that touch: they sleep after a rest, stay where they are, and wake when they are hit."""

import math
from collections.abc import Iterator

import pytest
from physics_suite.tables import board

from riotsim.physics.bodies.body import Body, MotionType
from riotsim.physics.bodies.motion import LOOK_INTERVAL, REST
from riotsim.physics.engine.world import TICK
from riotsim.physics.rest import SLEEP, IslandSleeping
from riotsim.physics.scene.scene import Scene
from riotsim.table.pieces import Die
from riotsim.table.poses import IDENTITY, Pose

HALF = 8.0
"""Half the side of a die (mm)."""

STAYS = 0.02
"""Greatest movement of a sleeping body (mm)."""


@pytest.fixture
def scene() -> Iterator[Scene]:
    """Yield a scene of an empty table with three dice, one upon another."""
    with Scene(board()) as made:
        for k in range(3):
            made.registry.enter(Die(f"d{k}", pose=Pose((300.0, 300.0, HALF + 16.0 * k), IDENTITY)), MotionType.FREE)
        yield made


def watched(scene: Scene, heaps: IslandSleeping, ticks: int) -> list[int]:
    """Advance time, and return how many bodies sleep at each look."""
    asleep = []
    for _ in range(ticks // LOOK_INTERVAL):
        scene.world.step(LOOK_INTERVAL)
        scene.tick += LOOK_INTERVAL
        scene._read()
        heaps.look(scene.registry.free, scene.tick)
        asleep.append(sum(body.asleep for body in scene.registry.free))
    return asleep


def hit(scene: Scene) -> Body:
    """Throw a die at the topmost die at 2 m/s."""
    body = scene.registry.enter(Die("x", pose=Pose((260.0, 300.0, HALF + 32.0), IDENTITY)), MotionType.FREE)
    scene.world.set_velocity(body.number, (2000.0, 0.0, 0.0))
    return body


def test_a_stack_at_rest_sleeps_and_stays(scene: Scene) -> None:
    """If three stacked dice are at rest, all of them fall asleep, and not before the time of rest. Then they stay where
    they are for two seconds.
    """
    heaps = IslandSleeping(scene.world)
    looks = watched(scene, heaps, REST.rest_ticks + 2 * SLEEP.island_search_interval)
    assert looks[: REST.rest_ticks // LOOK_INTERVAL - 1] == [0] * (REST.rest_ticks // LOOK_INTERVAL - 1)
    assert looks[-1] == 3
    before = [body.at for body in scene.registry.free]
    watched(scene, heaps, 480)
    assert max(math.dist(a, body.at) for a, body in zip(before, scene.registry.free, strict=True)) < STAYS


def test_what_sleeps_wakes_when_it_is_hit(scene: Scene) -> None:
    """If a die flies against a sleeping stack, the top die wakes and is knocked off."""
    heaps = IslandSleeping(scene.world)
    watched(scene, heaps, REST.leaning_ticks)
    top = scene.registry.bodies["d2"]
    before = top.at
    hit(scene)
    watched(scene, heaps, 48)
    assert math.dist(top.at, before) > 4 * HALF
    assert not top.asleep


def test_what_something_moves_on_stays_awake(scene: Scene) -> None:
    """If one die of a stack spins, no die of the stack falls asleep."""
    heaps = IslandSleeping(scene.world)
    top = scene.registry.bodies["d2"]
    for _ in range(REST.leaning_ticks // LOOK_INTERVAL):
        scene.world.set_velocity(top.number, (0.0, 0.0, 0.0), (0.0, 0.0, 60.0))
        assert watched(scene, heaps, LOOK_INTERVAL) == [0]


def test_what_creeps_stays_awake_however_slow_it_is(scene: Scene) -> None:
    """If a die tips by 2° a second, a quarter of the speed of rest, no die of its stack falls asleep."""
    heaps, top = IslandSleeping(scene.world), scene.registry.free[2]
    for look in range(2 * REST.leaning_ticks // LOOK_INTERVAL):
        scene.world.step(LOOK_INTERVAL)
        scene.tick += LOOK_INTERVAL
        scene._read()
        half = look * LOOK_INTERVAL * TICK * math.radians(2.0) / 2.0
        top.at, top.orientation, top.asleep = (
            (300.0, 300.0, 5 * HALF),
            (math.sin(half), 0.0, 0.0, math.cos(half)),
            False,
        )
        heaps.look(scene.registry.free, scene.tick)
        assert not any(body.asleep for body in scene.registry.free), look
