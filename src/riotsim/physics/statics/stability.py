"""Stability of a tower while it is carried: statics with the hand's acceleration added to gravity.

Of 990 random carries of 2 to 13 dice in the engine, none fell whose margin was above -1 mm, at any pace of any hand.
Where the grip that was needed was less than two dice have, no die ended more than 0.03 mm from where it was carried to
(`tests/physics/test_rigid_carries.py`).
"""

import itertools
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from riotsim.physics.engine.materials import DICE
from riotsim.physics.engine.world import GRAVITY, TICK
from riotsim.physics.statics.stacking import STACKING
from riotsim.table.pieces import Die
from riotsim.table.towers import yaw_of

LEAST_MARGIN: Final = 0.0
"""Margin from which a tower stays as it is (mm). Mechanics asks for no more; the engine felled none with 1 mm less."""

GRIP: Final = 0.8 * DICE.friction**2
"""Friction up to which nothing slides (1): a share of what two dice have."""


def is_regular(dice: Sequence[Die]) -> bool:
    """Return whether statics can judge a tower: it is of sharp dice of one size, flat and without gaps."""
    if any((die.kind, die.size) != (dice[0].kind, dice[0].size) for die in dice):
        return False
    if not dice[0].kind.is_cube or dice[0].kind.rounding > 0.0:
        return False
    if any(die.kind.resting(die.pose.turn)[1] > STACKING.level for die in dice):
        return False
    return not any(abs(b.pose.at[2] - a.pose.at[2] - b.size) > STACKING.gap for a, b in itertools.pairwise(dice))


def first_doubt(dice: Sequence[Die], acceleration: npt.NDArray[np.float64], margin: float = LEAST_MARGIN) -> int | None:
    """Return the index of the first tick at which a regular tower might slip or tip; None if there is none.

    Args:
        dice: The dice from the bottom up.
        acceleration: The hand's acceleration at each tick (ticks × 3, mm/s²).
        margin: Least margin of stability (mm).
    """
    doubts = np.flatnonzero((friction_needed(acceleration) > GRIP) | (margins(dice, acceleration) < margin))
    return int(doubts[0]) if len(doubts) else None


def accelerations(feet: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Compute the acceleration of a hand at each tick.

    Args:
        feet: Places of the hand (ticks × 3, mm); it is at rest before and after.

    Returns:
        Accelerations (ticks × 3, mm/s²).
    """
    at = np.vstack([feet[:1], feet, feet[-1:]])
    speeds: npt.NDArray[np.float64] = np.diff(at, axis=0) / TICK
    return np.diff(speeds, axis=0) / TICK


def margins(dice: Sequence[Die], acceleration: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Compute the margin of stability of a tower at each tick.

    A block stands while the line through its centre of mass, along gravity less its acceleration, meets what carries
    it. The margin is the distance of that point inside the edges, at the worst joint. Below 0 the tower would tip.

    Args:
        dice: The dice from the bottom up.
        acceleration: The hand's acceleration at each tick (ticks × 3, mm/s²).

    Returns:
        Margins (mm).
    """
    worst = np.full(len(acceleration), np.inf)
    at = np.array([die.pose.at for die in dice])
    yaws = np.array([yaw_of(die.pose.turn) for die in dice])
    flats = np.array([die.size * (0.5 - die.kind.rounding) for die in dice])
    masses = np.array([die.size**3 for die in dice])
    above = np.cumsum(masses[::-1])[::-1]
    centres = np.cumsum((at * masses[:, None])[::-1], axis=0)[::-1] / above[:, None]
    lean = acceleration[:, :2] / (GRAVITY + acceleration[:, 2:])
    for joint in range(1, len(dice)):
        centre = centres[joint]
        height = centre[2] - (at[joint, 2] - dice[joint].size / 2)
        met = centre[:2] - height * lean
        for die in (joint - 1, joint):
            off = met - at[die, :2]
            c, s = np.cos(yaws[die]), np.sin(yaws[die])
            across = np.maximum(np.abs(off @ (c, s)), np.abs(off @ (-s, c)))
            worst = np.minimum(worst, flats[die] - across)
    return worst


def friction_needed(acceleration: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Compute the friction (1) that is needed at each tick for nothing to slide."""
    needed: npt.NDArray[np.float64] = np.hypot(acceleration[:, 0], acceleration[:, 1]) / (GRAVITY + acceleration[:, 2])
    return needed
