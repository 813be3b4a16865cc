"""Towers on the other engine: whether a stack of dice stands."""

import math
from collections.abc import Sequence

from physics_suite.second_opinion.other_world import Block, OtherWorld, hard
from physics_suite.second_opinion.settings import FIRM, FIRM_STEP
from riotsim.table.poses import Pose

SINKS = 0.15
"""A die that has sunk by this share of its size no longer stands on the one below (as `table.towers` has it)."""

LOOK_EVERY = 0.1
"""Seconds between looks: a tower that has fallen need not be followed further."""


def stands(poses: Sequence[Pose], size: float, on_floor: float, on_dice: float, seconds: float) -> bool:
    """Return whether dice of `size` mm, from the bottom up, still stand after a time (s).

    `on_floor` is the friction of a die on the floor, `on_dice` that of two dice. A fall is believed if it comes with
    steps half as long, too: of 66 stacks of up to 13 dice that had to stand, whole steps alone felled two.
    """
    return any(_stands(poses, size, on_floor, on_dice, seconds, step) for step in (FIRM_STEP, FIRM_STEP / 2))


def _stands(poses: Sequence[Pose], size: float, on_floor: float, on_dice: float, seconds: float, step: float) -> bool:
    blocks = [Block((size, size, size), pose.at, pose.turn) for pose in poses]
    world = OtherWorld(blocks, hard(on_floor, FIRM), hard(on_dice, FIRM), step)
    for _ in range(math.ceil(seconds / LOOK_EVERY)):
        world.run(LOOK_EVERY)
        if any(abs(world.pose(k).at[2] - pose.at[2]) > SINKS * size for k, pose in enumerate(poses)):
            return False
    return True
