"""Towers on MuJoCo: whether a stack of dice stands, and where the dice lie if it falls."""

import math
from collections.abc import Sequence
from typing import Final

from physics_suite.cases.falls import Fallen
from physics_suite.second_opinion.other_world import Block, OtherWorld, bouncing, hard
from physics_suite.second_opinion.settings import CONTACT, FIRM, FIRM_STEP, STEP
from riotsim.physics.engine.materials import DICE, table_top
from riotsim.table.poses import Pose
from riotsim.table.state import FELT

SINKS = 0.15
"""A tower has fallen if a die's height differs from its first height by more than this share of the die's size.

`table.towers` has the same limit.
"""

LOOK_EVERY = 0.1
"""Simulated seconds between two checks whether the tower has fallen: if so, the simulation ends."""


def stands(poses: Sequence[Pose], size: float, on_floor: float, on_dice: float, seconds: float) -> bool:
    """Return whether a tower of dice of `size` mm, listed from the bottom up, still stands after a time (s).

    `on_floor` is the friction of a die on the floor, `on_dice` that of two dice. A fall counts only if the tower also
    falls with half the step. With the whole step alone, 2 of 66 stacks of up to 13 dice fell that should stand.
    """
    return any(_stands(poses, size, on_floor, on_dice, seconds, step) for step in (FIRM_STEP, FIRM_STEP / 2))


def _stands(poses: Sequence[Pose], size: float, on_floor: float, on_dice: float, seconds: float, step: float) -> bool:
    blocks = [Block((size, size, size), pose.at, pose.orientation) for pose in poses]
    world = OtherWorld(blocks, hard(on_floor, FIRM), hard(on_dice, FIRM), step)
    for _ in range(math.ceil(seconds / LOOK_EVERY)):
        world.run(LOOK_EVERY)
        if any(abs(world.pose(k).at[2] - pose.at[2]) > SINKS * size for k, pose in enumerate(poses)):
            return False
    return True


FALLEN: Final = tuple(
    Fallen(*each)
    for each in (
        (9, 106.0, 249.0),
        (5, 65.0, 106.0),
        (10, 77.0, 218.0),
        (11, 16.0, 64.0),
        (1, 117.0, 158.0),
        (12, 6.0, 25.0),
        (1, 160.0, 217.0),
        (12, 20.0, 136.0),
        (2, 167.0, 189.0),
        (9, 84.0, 199.0),
        (8, 106.0, 217.0),
        (1, 130.0, 135.0),
    )
)
"""What `fall` returned for the first twelve towers of the suite; each call took 6 s."""

_LONGEST: Final = 3.0
"""Longest simulated time of a fall (s); most falls are over after 1.5 s."""

_REST: Final = (5.0, 0.3)
"""All dice are at rest if the greatest speed (mm/s) and spin (rad/s) are below these limits."""


def fall(poses: Sequence[Pose], size: float) -> Fallen:
    """Return how a tower of acrylic dice of `size` mm, listed from the bottom up, falls on felt."""
    top = table_top(FELT)
    floor = bouncing(DICE.friction * top.friction, DICE.restitution * top.restitution, CONTACT)
    between = bouncing(DICE.friction**2, DICE.restitution**2, CONTACT)
    world = OtherWorld([Block((size, size, size), pose.at, pose.orientation) for pose in poses], floor, between, STEP)
    while world.time < _LONGEST:
        world.run(LOOK_EVERY / 2)
        speed, spin = world.fastest()
        if world.time > _LONGEST / 4 and speed < _REST[0] and spin < _REST[1]:
            break
    return Fallen.of([pose.at for pose in poses], [world.pose(k).at for k in range(len(poses))])
