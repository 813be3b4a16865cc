"""Dice that aren't round turn in the air as free bodies do."""

import numpy as np
import pytest
from physics_suite.tables import SIZE, board

from riotsim.physics.acts.chance import random_orientation
from riotsim.physics.bodies.body import Body, MotionType
from riotsim.physics.bodies.size_and_mass import inertia, mass
from riotsim.physics.bodies.substeps import SUBSTEPS
from riotsim.physics.engine.world import GRAVITY, TICK
from riotsim.physics.scene.scene import Scene
from riotsim.simulation import perform
from riotsim.table.acts import Roll, Turned
from riotsim.table.dice.custom import barrel, cuboid
from riotsim.table.dice.kinds import DieKind, die_kind
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose, Vector, rotate
from riotsim.testing.rolls import LIVELY

LONG = cuboid(2.65, 1.0, 1.0)
SECONDS = 0.4
LIFT = 0.3
"""Most energy that a die may gain in a tick, as height (mm).

Ours. Spins from before a bounce once gave a barrel 5.4 mm.
"""
FALL = 3000.0
"""Height from which dice fall freely for `SECONDS` without reaching the table (mm)."""


@pytest.mark.parametrize("kind", [LONG, cuboid(0.47, 1.0, 1.0), die_kind("d10"), barrel("d7", range(1, 8))])
@pytest.mark.parametrize("rate", [30.0, 70.0, 120.0])
def test_a_free_die_keeps_momentum_and_energy(kind: DieKind, rate: float) -> None:
    """If no torque acts on a die, its angular momentum L and its energy of spin E stay (Euler's equations).

    L stays to a thousandth, and 2E = ω · L to two in a hundred.
    """
    moments = np.array(inertia(kind, SIZE))
    with Scene(board()) as scene:
        body = scene.registry.enter(Die("a", kind, SIZE, Pose((305.0, 305.0, FALL))), MotionType.FREE)
        spin = rate * np.array((0.74, 0.61, 0.28))
        scene.world.set_velocity(body.number, (0.0, 0.0, 0.0), tuple(spin))
        before = moments * spin
        list(scene.run(round(SECONDS / TICK), 0))
        _, turn = scene.world.pose(body.number)
        x, y, z, w = turn
        own = np.array(rotate((-x, -y, -z, w), scene.world.velocity(body.number)[1]))
    after = np.array(rotate(turn, tuple(moments * own)))
    assert after == pytest.approx(before, abs=1e-3 * float(np.linalg.norm(before)))
    assert float(own @ (moments * own)) == pytest.approx(float(spin @ before), rel=0.02)


def test_long_dice_are_thrown_without_breaking_down() -> None:
    """If cuboids of 2.65 × 1 × 1 are thrown in lively throws, each is reported to turn less than 20 times."""
    dice = tuple(Die(f"{k}", LONG) for k in range(8))
    turns = []
    for seed in range(8):
        settled = perform(board(4000.0, 4000.0), Roll(dice, (2000.0, 2000.0), 0.0, LIVELY), seed)
        turns += [fact.turns for fact in settled.facts_of(Turned)]
    assert len(turns) == 64
    assert max(turns) < 20.0


def energy(scene: Scene, body: Body, moments: Vector, mass: float) -> float:
    """Return a body's energy of motion and height (g·mm²/s²)."""
    at, (x, y, z, w) = scene.world.pose(body.number)
    velocity, spin = scene.world.velocity(body.number)
    own = rotate((-x, -y, -z, w), spin)
    turning = sum(moment * rate * rate for moment, rate in zip(moments, own, strict=True))
    return (mass * sum(part * part for part in velocity) + turning) / 2 + mass * GRAVITY * at[2]


@pytest.mark.parametrize("kind", [die_kind("d10"), barrel("d7", range(1, 8)), cuboid(0.63, 1.0, 1.0)], ids=str)
def test_no_bounce_gives_a_die_energy(kind: DieKind) -> None:
    """If a spinning die bounces, it gains almost no energy: impacts lose energy (e < 1).

    The correction of the spin leaves what an impact has made of it, though a bounce lasts only part of a tick. The
    engine pushes overlaps apart, which may lift the die by up to 0.3 mm.
    """
    moments, weight = inertia(kind, SIZE), mass(kind, SIZE)
    chance = np.random.default_rng(5)
    worst = 0.0
    for _ in range(20):
        with Scene(board()) as scene:
            scene.world.set_least_substeps(SUBSTEPS.hull_substeps)
            body = scene.registry.enter(
                Die("a", kind, SIZE, Pose((305.0, 305.0, 110.0), random_orientation(chance))), MotionType.FREE
            )
            a, b, c = (float(part) for part in chance.normal(0.0, 60.0, 3))
            scene.world.set_velocity(body.number, (0.0, 0.0, 0.0), (a, b, c))
            body.spin = 150.0
            last = energy(scene, body, moments, weight)
            for _ in scene.run(150, 1):
                now = energy(scene, body, moments, weight)
                worst, last = max(worst, now - last), now
    assert worst / (weight * GRAVITY) < LIFT
