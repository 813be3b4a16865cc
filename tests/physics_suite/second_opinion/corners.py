"""A die that lands on a corner while it flies along: what a hard impact with friction leaves of its speed.

Routh's method (Dynamics of a System of Rigid Bodies, 1905): the impulse grows little by little, friction opposes the
slip of the moment, or stops it where it is strong enough, and all ends when the corner leaves at e times its speed.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from physics_suite.cases.blocks import Bench, pair
from physics_suite.second_opinion.other_world import Block, OtherWorld, bouncing
from physics_suite.second_opinion.settings import CONTACT, STEP
from riotsim.physics.acts.chance import random_orientation
from riotsim.physics.engine.world import GRAVITY, Solver
from riotsim.table.dice.kinds import die_kind
from riotsim.table.poses import Quaternion, Vector, rotate

ALONE = 4.0
"""Least height of all other corners above the lowest (mm), so that none of them lands in the same impact."""

PARTS = 300
"""Into which the impulse is divided."""

STILL = 2.0
"""A corner slips if it is faster than this (mm/s)."""


@dataclass(frozen=True, slots=True)
class Landing:
    """A die of `size` mm that falls `height` mm, measured from its lowest corner, and flies along x meanwhile."""

    size: float
    turn: Quaternion
    corner: Vector
    """The lowest, from the centre (mm, table frame)."""
    height: float
    speed: float
    """Along x (mm/s)."""

    @property
    def start(self) -> Vector:
        """Return the first place of its centre (mm)."""
        return (0.0, 0.0, self.height - self.corner[2])


def landings(count: int, seed: int, size: float, height: float, speed: float) -> Iterator[Landing]:
    """Draw so many landings on a single corner."""
    chance = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))
    while count:
        turn = random_orientation(chance)
        corners = [rotate(turn, (x * size, y * size, z * size)) for x, y, z in die_kind("d6").corners]
        corners.sort(key=lambda corner: corner[2])
        if corners[1][2] - corners[0][2] >= ALONE:
            count -= 1
            yield Landing(size, turn, corners[0], height, speed)


def by_routh(landing: Landing, friction: float, restitution: float) -> float:
    """Return the speed along x (mm/s) that the die is left with."""
    r = np.array(landing.corner)
    lever = np.array([[0.0, -r[2], r[1]], [r[2], 0.0, -r[0]], [-r[1], r[0], 0.0]])
    yields = np.eye(3) - lever @ lever / (landing.size**2 / 6)  # change of the corner's velocity, mass 1
    down = math.sqrt(2 * GRAVITY * landing.height)
    slip, kept = np.array([landing.speed, 0.0, -down]), landing.speed
    while slip[2] < restitution * down:
        rate = float(np.hypot(slip[0], slip[1]))
        if rate > STILL:
            pull = -friction * slip[:2] / rate
        else:
            pull = -np.linalg.solve(yields[:2, :2], yields[:2, 2])
            pull *= min(1.0, friction / float(np.hypot(*pull)))
        impulse = np.array([*pull, 1.0]) * (down / PARTS)
        slip = slip + yields @ impulse
        kept += float(impulse[0])
    return kept


TURNS = 1.0
"""A die that spins faster has landed (rad/s)."""


def by_ours(landing: Landing, friction: float, restitution: float, solver: Solver) -> float:
    """Measure it on our engine."""
    stuff = pair(friction, restitution)
    with Bench(stuff, solver) as bench:
        die = bench.block(stuff, landing.start, landing.turn, edges=(landing.size,) * 3)
        bench.launch(die, (landing.speed, 0.0, 0.0))
        for _ in bench.run(2 * math.sqrt(2 * landing.height / GRAVITY)):
            velocity, spin = bench.world.velocity(die.number)
            if math.hypot(*spin) > TURNS:
                return velocity[0]
    raise AssertionError("a die that falls on a corner has not begun to turn")


def by_mujoco(landing: Landing, friction: float, restitution: float) -> float:
    """Measure it on the other engine."""
    touch = bouncing(friction, restitution, CONTACT)
    block = Block((landing.size,) * 3, landing.start, landing.turn, (landing.speed, 0.0, 0.0))
    world = OtherWorld([block], touch, touch, STEP)
    world.run(math.sqrt(2 * landing.height / GRAVITY) + 2 * CONTACT)
    return world.velocity(0)[0]
