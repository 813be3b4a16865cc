"""The speed that a die keeps along the table when it lands on a corner, in a hard impact with friction.

Routh's method (Dynamics of a System of Rigid Bodies, 1905): the impulse grows in small parts. At each part, friction
opposes the corner's slip, or stops the slip if friction is strong enough. The impact ends when the corner rises with e
times the speed at which it fell.
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
"""Number of parts into which the impulse that stops a fall is divided."""

STILL = 2.0
"""A corner slips if it is faster than this (mm/s)."""


@dataclass(frozen=True, slots=True)
class Landing:
    """A die of `size` mm whose lowest corner falls `height` mm while the die flies along x."""

    size: float
    turn: Quaternion
    corner: Vector
    """The lowest corner, relative to the die's centre (mm, table frame)."""
    height: float
    speed: float
    """Speed along x (mm/s)."""

    @property
    def start(self) -> Vector:
        """Return the place of the die's centre at the start (mm)."""
        return (0.0, 0.0, self.height - self.corner[2])


def landings(count: int, seed: int, size: float, height: float, speed: float) -> Iterator[Landing]:
    """Yield `count` random landings in which only one corner hits the table."""
    chance = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))
    while count:
        turn = random_orientation(chance)
        corners = [rotate(turn, (x * size, y * size, z * size)) for x, y, z in die_kind("d6").corners]
        corners.sort(key=lambda corner: corner[2])
        if corners[1][2] - corners[0][2] >= ALONE:
            count -= 1
            yield Landing(size, turn, corners[0], height, speed)


def by_routh(landing: Landing, friction: float, restitution: float) -> float:
    """Return the die's speed along x after the impact (mm/s), by Routh's method."""
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
"""A die that spins faster than this (rad/s) has hit the table."""


def by_ours(landing: Landing, friction: float, restitution: float, solver: Solver) -> float:
    """Return the die's speed along x after the impact (mm/s), on riotsim's engine."""
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
    """Return the die's speed along x after the impact (mm/s), on MuJoCo."""
    touch = bouncing(friction, restitution, CONTACT)
    block = Block((landing.size,) * 3, landing.start, landing.turn, (landing.speed, 0.0, 0.0))
    world = OtherWorld([block], touch, touch, STEP)
    world.run(math.sqrt(2 * landing.height / GRAVITY) + 2 * CONTACT)
    return world.velocity(0)[0]
