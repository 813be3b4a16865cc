"""A die put on a tower of which statics says plainly that it stands: no engine is needed.

Held to the engine: of 1,000 random towers and hands none that is settled here falls or moves there
(`tests/physics/test_stacks_without_doubt.py`).
"""

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from riotsim.physics.statics.obstacles import Obstacle
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose
from riotsim.table.statics import Stack

CLEAR: Final = 1.0
"""How far inside the edges that carry it the centre of mass has to be at each level (mm). The engine lets no stack fall
with that margin, of 120 random ones and of 1,000 (`docs/physics.md`), and no die is placed better than that."""

LEVEL: Final = math.radians(0.2)
"""A tower is left to the engine one of whose dice is tilted by more …"""

SHUT: Final = 0.05
"""… or further from the one below than this (mm)."""

ROOM: Final = 2.0
"""And one beside whose new die something else is nearer than this (mm)."""


def at_rest(tower: Sequence[Die], die: Die, others: Iterable[Obstacle]) -> Die | None:
    """Give where a die comes to rest on a tower without moving it; None if only the engine can tell.

    `tower` is from the bottom up, `die` where the hand lets go of it, and `others` what else is there.
    """
    top = tower[-1]
    x, y, z = die.pose.at
    lies = replace(die, pose=Pose((x, y, top.pose.at[2] + (top.size + die.size) / 2), die.pose.turn))
    dice = (*tower, lies)
    if any((one.kind, one.size) != (die.kind, die.size) or one.kind.resting(one.pose.turn)[1] > LEVEL for one in dice):
        return None
    if any(abs(b.pose.at[2] - a.pose.at[2] - die.size) > SHUT for a, b in itertools.pairwise(dice)):
        return None
    bottom = lies.pose.at[2] - die.size / 2
    if any(other.within(ROOM, lies.footprint, bottom, z + die.size / 2) for other in others):
        return None
    return lies if Stack.of(dice).margin >= CLEAR else None
