"""Sleeping bodies: a single body at rest sleeps until something touches it, and is fully awake afterwards."""

import math

import pytest
from physics_suite.invariants.observation import watch
from physics_suite.invariants.usual_world import STIRS, stirred
from physics_suite.tables import board, model_with_tower, throw, tower_at

from riotsim.physics.bodies.body import Body, MotionType
from riotsim.physics.bodies.motion import LOOK_INTERVAL
from riotsim.physics.engine import client
from riotsim.physics.engine.world import TICK, Solver
from riotsim.physics.scene.scene import Scene
from riotsim.simulation import perform
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose, Vector, about_z
from riotsim.testing.generators.worlds import random_trial

SIZE = 16.0

SECOND = round(1 / TICK)


def flat(name: str, x: float, turn: float = 0.0) -> Die:
    """Return a die that lies flat in the middle of the board's depth."""
    return Die(name, pose=Pose((x, 305.0, SIZE / 2), about_z(turn)))


def settle(scene: Scene, ticks: int) -> None:
    """Run an act until all is at rest, or for so many ticks at most."""
    for _ in scene.run(scene.tick + ticks, 0):
        pass


def knocked() -> tuple[Vector, bool]:
    """Return where a lying die comes to rest after another die hits it, and whether it slept before the hit."""
    with Scene(board()) as scene:
        still, coming = (
            scene.registry.enter(flat("a", 300.0), MotionType.FREE),
            scene.registry.enter(flat("b", 200.0), MotionType.FREE),
        )
        scene.registry.thrown += [still, coming]
        keep_up(scene, coming, SECOND // 2)
        slept = still.asleep
        scene.world.set_velocity(coming.number, (1500.0, 0.0, 0.0))
        coming.speed = 1500.0
        settle(scene, 4 * SECOND)
        return still.at, slept


def keep_up(scene: Scene, body: Body, ticks: int) -> None:
    """Advance time while one body is kept from coming to rest."""
    start = body.at
    for _ in scene.run(scene.tick + ticks, LOOK_INTERVAL):
        scene.world.set_state(body.number, start, body.orientation, (0.0, 0.0, 10.0))


def test_a_die_that_sleeps_is_knocked_like_one_that_is_awake(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a sleeping die is hit at 1.5 m/s, it slides as far as one that is awake, within a tenth. A difference of one
    tick has such an effect.
    """
    asleep, slept = knocked()
    monkeypatch.setattr("riotsim.physics.scene.scene.sleep_single_pieces", lambda *_: None)
    awake, did_not = knocked()
    assert (slept, did_not) == (True, False)
    assert awake[0] - 300.0 > 20.0
    assert asleep[0] - 300.0 == pytest.approx(awake[0] - 300.0, rel=0.1)


@pytest.mark.parametrize(("apart", "sleeps"), [(3 * SIZE, True), (SIZE + 0.1, False)])
def test_only_what_is_by_itself_sleeps(apart: float, sleeps: bool) -> None:
    """If two dice lie side by side, they stay awake, as one may push the other. If they lie apart, both fall asleep."""
    with Scene(board()) as scene:
        pair = [
            scene.registry.enter(flat("a", 300.0), MotionType.FREE),
            scene.registry.enter(flat("b", 300.0 + apart), MotionType.FREE),
        ]
        third = scene.registry.enter(flat("c", 100.0), MotionType.FREE)
        scene.registry.thrown += [*pair, third]
        keep_up(scene, third, SECOND // 4)
        assert [body.asleep for body in pair] == [sleeps, sleeps]


def test_a_client_in_which_dice_slept_gives_the_next_throw_the_same_bits() -> None:
    """If thirty throws are simulated with clients that were used before, their outcomes are those of new clients."""
    table, act = board(), throw(3)
    kept = [perform(table, act, seed) for seed in range(30)]
    for seed, before in enumerate(kept):
        for idle in client.idle():
            client._idle_clients.remove(idle)
            client.disconnect(idle)
        assert perform(table, act, seed) == before, seed


@pytest.mark.parametrize("beside", [False, True])
def test_under_impulses_a_tall_tower_sleeps_as_soon_as_it_comes_in(beside: bool) -> None:
    """If a die flies by a tower of twelve with the impulse solver, the tower's dice stay in place to 1e-6 mm. A model
    beside the tower that may move makes no difference.
    """
    at = (300.0, 305.0)
    table = model_with_tower(board(), "t", 12, at) if beside else tower_at(board(), "t", 12, at)
    with Scene(table, Solver.IMPULSES, free_models=beside) as scene:
        x, y = table.tower_dice("t")[0].pose.xy
        coming = scene.registry.enter(Die("c", pose=Pose((x - 60.0, y, 300.0))), MotionType.FREE)
        scene.registry.thrown.append(coming)
        scene.registry.activate(LOOK_INTERVAL * 4)
        before = [scene.world.pose(body.number)[0] for body in scene.registry.towers["t"].dice]
        settle(scene, 2 * LOOK_INTERVAL)
        after = [scene.world.pose(body.number)[0] for body in scene.registry.towers["t"].dice]
        assert max(map(math.dist, before, after)) < 1e-6


@pytest.mark.parametrize(
    ("seed", "what"),
    [
        (661, "a die of a fallen tower tips slowly, and came to sleep as it did"),
        (897, "a tower that was touched sways, and came to sleep where it leaned most"),
        (405, "a tower slept until its act went on in haste, and was woken by a model beside it"),
    ],
)
def test_what_was_put_to_sleep_stays_when_it_is_taken_up_again(seed: int, what: str) -> None:
    """In three random worlds in which bodies once fell asleep where they wouldn't stay, bodies now stay in place after
    an act.
    """
    assert stirred(watch(random_trial(seed)))[0] <= STIRS, what
