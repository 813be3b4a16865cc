"""By how much a tower stands while it is carried: statics with the hand's own acceleration added to gravity.

Held to the engine: of 990 random carries of 2 to 13 dice none fell whose margin was above -1 mm, at any pace of any
hand; and where the grip needed was less than two dice have, no die ended more than 0.03 mm from where it was carried
to (`tests/physics/test_carries_without_doubt.py`).
"""

import itertools
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from riotsim.physics.engine.materials import DICE
from riotsim.physics.engine.world import GRAVITY, TICK
from riotsim.physics.statics.stacking import LEVEL, SHUT
from riotsim.table.pieces import Die
from riotsim.table.towers import yaw_of

CLEAR: Final = 0.0
"""With this margin (mm) a tower stays as it is: mechanics asks for no more, and the engine felled none with 1 mm
less."""

GRIP: Final = 0.8 * DICE.friction**2
"""And while no more friction than this is needed."""


def sound(dice: Sequence[Die]) -> bool:
    """Tell whether a tower is one that statics can judge: sharp dice of one size, flat and shut."""
    if any((die.kind, die.size) != (dice[0].kind, dice[0].size) for die in dice):
        return False
    if not dice[0].kind.is_cube or dice[0].kind.rounding > 0.0:
        return False
    if any(die.kind.resting(die.pose.turn)[1] > LEVEL for die in dice):
        return False
    return not any(abs(b.pose.at[2] - a.pose.at[2] - b.size) > SHUT for a, b in itertools.pairwise(dice))


def first_doubt(dice: Sequence[Die], pull: npt.NDArray[np.float64], clear: float = CLEAR) -> int | None:
    """Give the first of the ticks at which a sound tower might slip, or has a smaller margin than `clear` (mm)."""
    doubts = np.flatnonzero((grips(pull) > GRIP) | (margins(dice, pull) < clear))
    return int(doubts[0]) if len(doubts) else None


def pulls(feet: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Compute the acceleration (mm/s²) at each tick of a hand that goes through these places (mm)."""
    at = np.vstack([feet[:1], feet, feet[-1:]])
    speeds: npt.NDArray[np.float64] = np.diff(at, axis=0) / TICK
    return np.diff(speeds, axis=0) / TICK


def margins(dice: Sequence[Die], pull: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Give how far inside the edges that carry it the pull on what is above passes, at the worst joint (mm, per tick).

    `dice` are from the bottom up, `pull` the hand's acceleration at each tick (mm/s²). A block stands while the line
    through its centre of mass along gravity less its acceleration meets what carries it; below 0 it would tip.
    """
    worst = np.full(len(pull), np.inf)
    at = np.array([die.pose.at for die in dice])
    yaws = np.array([yaw_of(die.pose.turn) for die in dice])
    flats = np.array([die.size * (0.5 - die.kind.rounding) for die in dice])
    masses = np.array([die.size**3 for die in dice])
    above = np.cumsum(masses[::-1])[::-1]
    centres = np.cumsum((at * masses[:, None])[::-1], axis=0)[::-1] / above[:, None]
    lean = pull[:, :2] / (GRAVITY + pull[:, 2:])
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


def grips(pull: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Give the friction that is needed at each tick for nothing to slide."""
    needed: npt.NDArray[np.float64] = np.hypot(pull[:, 0], pull[:, 1]) / (GRAVITY + pull[:, 2])
    return needed
