"""The static stability of one stack of dice, and the best places for its next die.

A joint is a place where one die stands on another. At a joint, the centre of mass of all dice above the joint must lie
over both dice that meet there. A stack stands if this is true of every joint.

The margin of a joint is the distance from this centre, seen from above, to the nearest edge of the two dice that meet
there. It is negative if the centre lies outside of one of them. The margin of a stack is the smallest margin of its
joints.

`riotsim.measuring.standing` computes the probability that a stack built by a hand stands.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from riotsim.table.pieces import Die
from riotsim.table.poses import Point, Pose, about_z, rotate
from riotsim.table.towers import yaw_of

STANDARD_DIE_SIZE = Die("").size
"""Size of a standard die (mm)."""


def loads(at: Sequence[Point]) -> Iterator[tuple[Point, int]]:
    """Yield the conditions for a stack to stand. All of them must be true.

    Each condition is a point, and the index of a die that must lie below this point. The lowest die has the index 0.
    Each joint has two conditions, one for each of the two dice that meet there. The point is the centre of mass of all
    dice above the joint, seen from above (mm).

    Args:
        at: The centres of the dice seen from above, from the bottom up (mm). All dice have the same mass.
    """
    places = np.array(at)
    for level in range(1, len(places)):
        x, y = places[level:].mean(axis=0)
        yield (float(x), float(y)), level - 1
        yield (float(x), float(y)), level


@dataclass(frozen=True, slots=True)
class CubeStack:
    """A stack of cubes of one size."""

    at: tuple[Point, ...]
    """Centres of the dice seen from above, from the bottom up (mm)."""
    yaws: tuple[float, ...]
    """Rotation of each die about the vertical axis, from the bottom up (rad)."""
    size: float = STANDARD_DIE_SIZE
    """Side of the dice (mm)."""

    @classmethod
    def from_dice(cls, dice: Sequence[Die]) -> "CubeStack":
        """Return a stack of cubes that stands for a stack of dice.

        Each die is replaced by a cube with the same centre and the same rotation, seen from above. Only the flat part
        of a die's face carries another die, and rounded edges make this part smaller than the die. So all cubes have
        the size of the smallest flat part.

        Args:
            dice: The dice, from the bottom up.
        """
        flat = min(die.size * (1 - 2 * die.kind.rounding) for die in dice)
        return cls(tuple(die.pose.xy for die in dice), tuple(yaw_of(die.pose.orientation) for die in dice), flat)

    @property
    def margin(self) -> float:
        """The margin of the stack (mm), as the module's docstring explains. It is negative if the dice fall.

        A single die has no joint. Its margin is half its size.
        """
        whole = np.array(self.at).mean(axis=0)
        least = self._inside((float(whole[0]), float(whole[1])), 0)
        return min((self._inside(centre, die) for centre, die in loads(self.at)), default=least)

    def _inside(self, centre: Point, die: int) -> float:
        """Return how far a point lies inside the edges of a die, seen from above (mm).

        The result is negative if the point lies outside the die.

        Args:
            centre: The point (mm).
            die: Index of the die from the bottom.
        """
        offset = (centre[0] - self.at[die][0], centre[1] - self.at[die][1], 0.0)
        x, y, _ = rotate(about_z(-self.yaws[die]), offset)
        return self.size / 2 - max(abs(x), abs(y))

    def dice(self) -> tuple[Die, ...]:
        """Return the dice of the stack, from the bottom up. The lowest one stands on the table's top."""
        return tuple(
            Die(f"{k:02d}", size=self.size, pose=Pose((x, y, (k + 0.5) * self.size), about_z(yaw)))
            for k, ((x, y), yaw) in enumerate(zip(self.at, self.yaws, strict=True))
        )


GRID_STEP = 1.0
"""Spacing of the places over a tower that `best_offsets` tries (mm)."""

GRID_REACH = 6.0
"""`best_offsets` tries places up to this distance from the middle of the top die (mm)."""

MARGIN_PER_OFFSET = 0.05
"""`best_offsets` lowers the rating of a place by this amount per mm of distance from the top die's middle (mm).

So the next die is put exactly on the middle if no other place has a much larger margin.
"""


def best_offsets(dice: tuple[Die, ...], bearing: float, reach: float = GRID_REACH) -> list[tuple[Point, float]]:
    """Return the best places for the next die of a tower, and the rating of each. The best place comes first.

    There are at most three places. The rating of a place is the tower's margin with the next die there, minus
    `MARGIN_PER_OFFSET` for each mm from the top die's middle.

    Args:
        dice: The dice of the tower, from the bottom up. There must be at least one.
        bearing: Direction from the tower's model to the tower (rad from +x). All dice are assumed to have two sides
            parallel to this direction.
        reach: The largest distance of a place from the middle of the top die (mm). If it is larger than `GRID_REACH`,
            `GRID_REACH` is used.

    Returns:
        For each place, its offset from the middle of the top die (mm), and its rating (mm).
    """
    inward = np.array([[math.cos(bearing), math.sin(bearing)], [-math.sin(bearing), math.cos(bearing)]])
    stack = np.array([die.pose.xy for die in dice]) @ inward.T  # with the dice's sides along the axes
    reach = min(GRID_REACH, reach)
    offsets, out = _places(reach)
    worth = margins(stack, offsets, dice[0].size) - MARGIN_PER_OFFSET * out
    order = np.argsort(-worth, kind="stable")[:3]
    return [(_point(offsets[k] @ inward), float(worth[k])) for k in order]


@lru_cache
def _places(reach: float) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return the middle of a die and the points of a grid around it, out to the distance `reach` (mm).

    There are two arrays. The first has these places, as offsets from the die's middle, shape (m, 2), in mm. The second
    has their distances from the die's middle, shape (m,), in mm.
    """
    steps = np.arange(-reach, reach + GRID_STEP / 2, GRID_STEP)
    offsets = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    offsets = np.concatenate([[[0.0, 0.0]], offsets[np.hypot(offsets[:, 0], offsets[:, 1]) <= reach]])
    return offsets, np.hypot(offsets[:, 0], offsets[:, 1])


def margins(stack: npt.NDArray[np.float64], offsets: npt.NDArray[np.float64], size: float) -> npt.NDArray[np.float64]:
    """Return, for each of several places of the next die, the margin of a tower with this die on top.

    The module's docstring explains margins.

    Args:
        stack: Centres of the dice, from the bottom up, shape (n, 2), in mm. The axes are along the sides of the dice.
        offsets: Places for the next die, as offsets from the middle of the top die, shape (m, 2), in mm. The axes are
            the same as those of `stack`.
        size: Side of a die (mm).

    Returns:
        The margins, shape (m,), in mm. A margin is negative if the tower would fall.
    """
    new = stack[-1, :, None] + offsets.T
    dice = np.empty((len(stack) + 1, *new.shape))  # from the top down: the new one, and those of the tower
    dice[0], dice[1:] = new, stack[::-1, :, None]
    upper, lower = dice[:-1], dice[1:]
    centres = dice.cumsum(axis=0)[:-1] / np.arange(1, len(dice))[:, None, None]
    farthest = np.maximum(np.abs(centres - upper), np.abs(centres - lower)).max(axis=(0, 1))
    least: npt.NDArray[np.float64] = size / 2 - farthest
    return least


def _point(pair: npt.NDArray[np.float64]) -> Point:
    return (float(pair[0]), float(pair[1]))
