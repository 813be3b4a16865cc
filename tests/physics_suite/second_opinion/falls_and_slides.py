"""Laws of mechanics on MuJoCo: a die that falls, bounces or slides."""

import math

from physics_suite.second_opinion.other_world import Block, OtherWorld, Touch, bouncing, hard
from physics_suite.second_opinion.settings import CONTACT, FIRM, FIRM_STEP, STEP
from riotsim.table.poses import Vector


def _cube(size: float) -> Vector:
    return (size, size, size)


def speed_after(height: float, size: float) -> float:
    """Return the speed (mm/s) of a die of `size` mm that has fallen `height` mm."""
    above = height + size  # so that it meets nothing before
    world = OtherWorld([Block(_cube(size), (0.0, 0.0, above + height))], _ANY, _ANY, STEP)
    before = world.pose(0).at[2], 0.0
    while True:
        world.run(STEP)
        after = world.pose(0).at[2], -world.velocity(0)[2]
        if after[0] <= above:
            share = (before[0] - above) / (before[0] - after[0])
            return before[1] + share * (after[1] - before[1])
        before = after


_ANY = Touch(0.0, 1.0, 1.0)
"""Any contact: the falling die touches nothing."""


def rebound(height: float, restitution: float, size: float) -> float:
    """Return the share of `height` (mm) to which a die that falls flat bounces, at a given restitution."""
    touch = bouncing(0.0, restitution, CONTACT)
    world = OtherWorld([Block(_cube(size), (0.0, 0.0, height + size / 2))], touch, touch, STEP)
    world.run(math.sqrt(2 * height / _GRAVITY))
    while world.velocity(0)[2] <= 0.0:  # on its way down, and into the floor
        world.run(STEP)
    while world.velocity(0)[2] > 0.0:
        world.run(STEP)
    return (world.pose(0).at[2] - size / 2) / height


_GRAVITY = 9810.0
"""Acceleration of gravity (mm/s²)."""


def slide(speed: float, friction: float, size: float, askew: float = 0.0) -> tuple[float, float]:
    """Return how far (mm) along x and y a die slides that lies flat on the floor and starts at `speed` (mm/s).

    The die starts in a direction `askew` rad from x.
    """
    touch = hard(friction, FIRM)
    velocity = (speed * math.cos(askew), speed * math.sin(askew), 0.0)
    world = OtherWorld([Block(_cube(size), (0.0, 0.0, size / 2), velocity=velocity)], touch, touch, FIRM_STEP)
    world.run(1.5 * speed / (friction * _GRAVITY))
    return world.pose(0).xy
