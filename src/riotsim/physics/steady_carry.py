"""By how much a tower stands while it is carried: statics with the hand's own acceleration added to gravity."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from riotsim.physics.world import GRAVITY, TICK
from riotsim.table.pieces import Die
from riotsim.table.poses import Vector
from riotsim.table.towers import yaw_of


def pulls(places: Sequence[Vector]) -> npt.NDArray[np.float64]:
    """Give the acceleration (mm/s²) of a hand at each tick, by where it is then (mm); it is still before and after."""
    at = np.array([places[0], *places, places[-1]])
    speeds: npt.NDArray[np.float64] = np.diff(at, axis=0) / TICK
    return np.diff(speeds, axis=0) / TICK


def margin(dice: Sequence[Die], pull: npt.NDArray[np.float64]) -> float:
    """Give how far inside the edges that carry it the pull on what is above passes, at the worst joint and tick (mm).

    `dice` are from the bottom up, `pull` the hand's acceleration at each tick (mm/s²). A block stands while the line
    through its centre of mass along gravity less its acceleration meets what carries it; below 0 it would tip.
    """
    if len(dice) < 2:
        return np.inf
    at = np.array([die.pose.at for die in dice])
    yaws = np.array([yaw_of(die.pose.turn) for die in dice])
    flats = np.array([die.size * (0.5 - die.kind.rounding) for die in dice])
    masses = np.array([die.size**3 for die in dice])
    lean = pull[:, :2] / (GRAVITY + pull[:, 2:])
    worst = np.inf
    for joint in range(1, len(dice)):
        centre = np.average(at[joint:], axis=0, weights=masses[joint:])
        height = centre[2] - (at[joint, 2] - dice[joint].size / 2)
        met = centre[:2] - height * lean
        for die in (joint - 1, joint):
            off = met - at[die, :2]
            c, s = np.cos(yaws[die]), np.sin(yaws[die])
            across = np.maximum(np.abs(off @ (c, s)), np.abs(off @ (-s, c))).max()
            worst = min(worst, float(flats[die] - across))
    return worst


def grip(pull: npt.NDArray[np.float64]) -> float:
    """Give the friction that is needed at the worst tick for nothing to slide."""
    return float((np.hypot(pull[:, 0], pull[:, 1]) / (GRAVITY + pull[:, 2])).max())
