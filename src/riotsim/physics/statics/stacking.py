"""Statics of a die that is put on a tower, where the tower stands so clearly that nothing need be simulated.

Of 1,000 random towers and hands, none that is decided here falls or moves in the engine
(`tests/physics/test_static_stacking.py`).
"""

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from riotsim.physics.statics.obstacles import Obstacle
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose
from riotsim.table.statics import Stack


@dataclass(frozen=True, slots=True)
class StackingSettings:
    """Conditions under which statics decides. The figures are this program's own."""

    margin: float = 1.0
    """Least distance of the centre of mass inside the edges that carry it, at each level (mm).

    The engine lets no stack fall with that margin, of 120 random ones and of 1,000. No die is placed more exactly.
    """
    level: float = math.radians(0.2)
    """Largest tilt of a die (rad)."""
    gap: float = 0.05
    """Largest gap between a die and the one below (mm)."""
    clearance: float = 2.0
    """Least distance from the new die to anything beside the tower (mm)."""


STACKING: Final = StackingSettings()
"""The conditions in use."""


def resting_place(tower: Sequence[Die], die: Die, others: Iterable[Obstacle]) -> Die | None:
    """Return a die in the pose in which it comes to rest on a tower without moving it; None if statics can't decide.

    Args:
        tower: The dice of the tower from the bottom up.
        die: The die where the hand releases it.
        others: The other pieces nearby.
    """
    top = tower[-1]
    x, y, z = die.pose.at
    lies = replace(die, pose=Pose((x, y, top.pose.at[2] + (top.size + die.size) / 2), die.pose.turn))
    dice = (*tower, lies)
    if any(
        (one.kind, one.size) != (die.kind, die.size) or one.kind.resting(one.pose.turn)[1] > STACKING.level
        for one in dice
    ):
        return None
    if any(abs(b.pose.at[2] - a.pose.at[2] - die.size) > STACKING.gap for a, b in itertools.pairwise(dice)):
        return None
    bottom = lies.pose.at[2] - die.size / 2
    if any(other.within(STACKING.clearance, lies.footprint, bottom, z + die.size / 2) for other in others):
        return None
    return lies if Stack.of(dice).margin >= STACKING.margin else None
