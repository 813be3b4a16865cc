"""Impacts: frames report them to listeners, with their speed and impulse, and the act itself stays the same."""

import math
from collections.abc import Generator
from functools import cache

import pytest
from physics_suite.tables import SHAKY, STEADY, board, model_with_tower, throw, tower_at
from test_same_bits import ACTS, busy, digest

from riotsim.physics.bodies.body import MotionType
from riotsim.physics.bodies.size_and_mass import mass
from riotsim.physics.engine.world import GRAVITY, TICK
from riotsim.physics.scene.scene import Scene
from riotsim.simulation import frames, perform
from riotsim.table.acts import Act, Frame, Roll, Settled, Stack
from riotsim.table.impacts import Collider, Impact
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose, Vector, about_z
from riotsim.table.state import Table, Tray

SIZE = 16.0

STEP = GRAVITY * TICK
"""Speed gained by gravity in a tick (mm/s): impacts can't be measured more exactly."""


def heard(under_way: Generator[Frame, None, object]) -> list[Impact]:
    """Return all impacts of an act."""
    return [impact for frame in under_way for impact in frame.impacts]


def performed(table: Table, act: Act, seed: int, every: int) -> Settled:
    """Return the outcome of an act with listeners."""
    under_way = frames(table, act, seed, every=every, listen=True)
    while True:
        try:
            next(under_way)
        except StopIteration as end:
            settled: Settled = end.value
            return settled


@cache
def unheard(name: str, seed: int) -> str:
    """Return a digest of the outcome of an act without listeners."""
    return digest(perform(busy(), ACTS[name], seed))


def launched(*dice: tuple[Die, Vector], table: Table | None = None) -> tuple[list[Impact], list[Frame]]:
    """Return the impacts of dice that are released with these velocities (mm/s), and the frames of all ticks."""
    with Scene(board() if table is None else table, listen=True) as scene:
        for die, velocity in dice:
            body = scene.registry.enter(die, MotionType.FREE)
            scene.world.set_velocity(body.number, velocity)
            body.speed = math.hypot(*velocity)
        way = list(scene.run(240, 1))
    return [impact for frame in way for impact in frame.impacts], way


@pytest.mark.parametrize("height", [5.0, 20.0, 100.0, 300.0])
def test_a_falling_die_closes_in_as_fast_as_it_has_fallen(height: float) -> None:
    """If a die falls by h mm, it hits the table at √(2gh), within the gain of a tick. The impact names the die, the
    table and the place.
    """
    impacts, _ = launched((Die("a", pose=Pose((300.0, 200.0, SIZE / 2 + height))), (0.0, 0.0, 0.0)))
    first = impacts[0]
    assert (first.one, first.other) == (Collider("die", "a"), Collider("table"))
    assert first.speed == pytest.approx(math.sqrt(2 * GRAVITY * height), abs=STEP)
    assert first.tick == pytest.approx(math.sqrt(2 * height / GRAVITY) / TICK, abs=2)
    assert first.at == pytest.approx((300.0, 200.0, 0.0), abs=SIZE / 2 * math.sqrt(2))


@pytest.mark.parametrize("height", [20.0, 100.0, 300.0])
def test_an_impulse_is_the_change_of_momentum(height: float) -> None:
    """If a die bounces off the table, the impulse is its mass times the sum of its speeds before and after."""
    die = Die("a", pose=Pose((300.0, 200.0, SIZE / 2 + height)))
    impacts, way = launched((die, (0.0, 0.0, 0.0)))
    after = [frame.poses["a"].at[2] for frame in way if frame.tick > impacts[0].tick]
    until = [frame.poses["a"].at[2] for frame in way if impacts[0].tick < frame.tick < impacts[1].tick]
    risen = max(until or after) - SIZE / 2
    expected = math.sqrt(2 * GRAVITY * height) + math.sqrt(2 * GRAVITY * risen)
    assert impacts[0].impulse == pytest.approx(mass(die.kind, SIZE) * expected, abs=mass(die.kind, SIZE) * 2 * STEP)


@pytest.mark.parametrize("way", [(1.0, 0.0), (0.0, 1.0), (-0.6, 0.8)])
def test_a_die_that_flies_into_another_hits_it(way: tuple[float, float]) -> None:
    """If two dice meet head on in the air, one impact with the sum of their speeds is reported. The impulse is the
    momentum that the first die loses.
    """
    high, (x, y) = 200.0, way
    turned = about_z(math.atan2(y, x))
    one = (Die("a", pose=Pose((300.0, 300.0, high), turned)), (600.0 * x, 600.0 * y, 0.0))
    other = (Die("b", pose=Pose((300.0 + 50.0 * x, 300.0 + 50.0 * y, high), turned)), (-200.0 * x, -200.0 * y, 0.0))
    impacts, frames_of_all = launched(one, other)
    first = impacts[0]
    assert (first.one, first.other) == (Collider("die", "a"), Collider("die", "b"))
    assert first.speed == pytest.approx(800.0, abs=STEP)
    pairs = [(impact.one, impact.other) for impact in impacts if impact.tick < first.tick + 10]
    assert len(pairs) == 1
    after = [frame.poses["a"].at for frame in frames_of_all if frame.tick in (first.tick + 1, first.tick + 2)]
    left = sum((to - start) * part for start, to, part in zip(*after, way, strict=False)) / TICK
    assert first.impulse == pytest.approx(mass(one[0].kind, SIZE) * (600.0 - left), rel=0.02)


def test_spin_adds_to_the_speed_of_the_corner_that_hits() -> None:
    """If a spinning die hits another with a corner, the speed of the impact is the die's speed plus that of the corner
    by its spin.
    """
    with Scene(board(), listen=True) as scene:
        flying = scene.registry.enter(Die("a", pose=Pose((300.0, 300.0, 200.0))), MotionType.FREE)
        scene.registry.enter(Die("b", pose=Pose((300.0, 300.0 + SIZE + 2.0, 200.0))), MotionType.FREE)
        scene.world.set_velocity(flying.number, (0.0, 300.0, 0.0), (0.0, 0.0, 40.0))
        flying.speed, flying.spin = 300.0, 40.0
        first = next(impact for frame in scene.run(24, 1) for impact in frame.impacts)
    arm = first.at[0] - 300.0
    assert arm > SIZE / 4, "a corner hits"
    assert first.speed == pytest.approx(300.0 + 40.0 * arm, abs=STEP)


def test_a_wall_is_told_from_the_table() -> None:
    """If a die slides into the rim of a table, the impact names a wall."""
    table = Table(300.0, 300.0, wall_height=30.0)
    impacts, _ = launched((Die("a", pose=Pose((250.0, 150.0, SIZE / 2))), (900.0, 0.0, 0.0)), table=table)
    walls = [impact for impact in impacts if impact.other == Collider("wall")]
    assert walls
    assert walls[0].at[0] == pytest.approx(300.0, abs=1.0)


def test_what_happens_in_a_tray_is_heard_where_that_stands() -> None:
    """If dice are thrown into a tray, impacts name the tray or its walls, at places in the table's coordinates."""
    table = Table(610.0, 610.0, tray=Tray(200.0, 200.0, 40.0, (700.0, 100.0)))
    act = Roll(throw(4).dice, (800.0, 200.0), 0.3, SHAKY, in_tray=True)
    impacts = heard(frames(table, act, 3, listen=True))
    kinds = {impact.other.kind for impact in impacts}
    assert {"tray", "wall"} <= kinds
    assert "table" not in kinds
    assert all(690.0 <= impact.at[0] <= 910.0 and 90.0 <= impact.at[1] <= 310.0 for impact in impacts)


def test_what_lies_still_is_silent() -> None:
    """If a tower and a die lie still, no impact is reported. Without listeners, an act reports no impact either."""
    table = tower_at(board(), "t", 6, (200.0, 200.0))
    tower = [(die, (0.0, 0.0, 0.0)) for die in table.tower_dice("t")]
    impacts, _ = launched(*tower, (Die("a", pose=Pose((400.0, 300.0, SIZE / 2))), (0.0, 0.0, 0.0)))
    assert [impact for impact in impacts if impact.tick > 12] == []
    assert heard(frames(busy(), ACTS["roll"], 0)) == []


def test_a_die_put_on_a_tower_clicks() -> None:
    """If a die is put on a tower, it hits the die below as fast as it fell, with and without the engine."""
    for seed in range(6):
        table = model_with_tower(board(), "m", 4, (250.0, 300.0))
        impacts = heard(frames(table, Stack(Die("top"), "m", SHAKY if seed else STEADY), seed, listen=True))
        assert impacts[0].one == Collider("die", "top")
        assert impacts[0].other == Collider("die", "m-03")
        assert impacts[0].speed == pytest.approx(math.sqrt(2 * GRAVITY * 0.5), abs=STEP)


def test_a_tower_that_comes_down_is_heard_from_all_its_heights() -> None:
    """If a tower of twelve topples, its upper dice hit the table faster than its lower ones."""
    table = tower_at(board(), "t", 12, (250.0, 300.0), lean=(1.6, 0.0))  # it can't stand
    impacts, _ = launched(*((die, (0.0, 0.0, 0.0)) for die in table.tower_dice("t")))
    down = dict.fromkeys(table.towers["t"].dice, 0.0)
    for impact in impacts:
        if impact.one.piece in down and impact.other == Collider("table"):
            down[impact.one.piece] = max(down[impact.one.piece], impact.speed)
    assert all(down[die] > 1000.0 for die in ("t-07", "t-08", "t-10"))  # others fall on those, and past the edge
    assert all(200.0 < down[die] < 1000.0 for die in ("t-01", "t-02", "t-03"))


@pytest.mark.parametrize("name", sorted(ACTS))
@pytest.mark.parametrize("every", [1, 4, 7])
def test_listening_changes_no_bit(name: str, every: int) -> None:
    """If listeners are told of impacts, an act has the same outcome, to the last bit, as without listeners."""
    for seed in range(2):
        assert digest(performed(busy(), ACTS[name], seed, every)) == unheard(name, seed)
