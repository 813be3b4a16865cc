"""The static stability of one stack of dice.

A stack of rigid blocks stands while, at every level, the centre of mass of all that is above lies over both dice that
meet there. Its margin is the distance of that centre from their edges at the worst level. `riotsim.measuring.statics`
does the same for many stacks that a hand might build, and returns a probability.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from riotsim.table.pieces import Die
from riotsim.table.poses import Point, Pose, about_z, rotate
from riotsim.table.towers import yaw_of

SIZE = Die("").size
"""Size of a standard die (mm)."""


def loads(at: Sequence[Point]) -> Iterator[tuple[Point, int]]:
    """Yield each centre of mass that must lie over a die for a stack to stand, with the number of that die from below.

    Both dice at a joint must carry the centre of mass of all that is above it. It follows that the whole stack's centre
    lies over the lowest die.

    Args:
        at: The centres of the dice seen from above, from the bottom up (mm). All have the same mass.
    """
    places = np.array(at)
    for level in range(1, len(places)):
        x, y = places[level:].mean(axis=0)
        yield (float(x), float(y)), level - 1
        yield (float(x), float(y)), level


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack of cubes of one size, from the bottom up."""

    at: tuple[Point, ...]
    """Centres in plan (mm)."""
    yaws: tuple[float, ...]
    """Rotation of each about the vertical (rad)."""
    size: float = SIZE
    """mm."""

    @classmethod
    def of(cls, dice: Sequence[Die]) -> "Stack":
        """Return the stack that these dice form, from the bottom up. Only the flat part of a rounded die's faces
        carries.
        """
        flat = min(die.size * (1 - 2 * die.kind.rounding) for die in dice)
        return cls(tuple(die.pose.plan for die in dice), tuple(yaw_of(die.pose.turn) for die in dice), flat)

    @property
    def margin(self) -> float:
        """Distance of the centre of mass from the supporting edges at the worst level (mm); negative if it is beyond
        them.
        """
        whole = np.array(self.at).mean(axis=0)
        least = self._inside((float(whole[0]), float(whole[1])), 0)
        return min((self._inside(centre, die) for centre, die in loads(self.at)), default=least)

    def _inside(self, centre: Point, die: int) -> float:
        """Return how far a point lies inside a die's edges, seen from above (mm)."""
        offset = (centre[0] - self.at[die][0], centre[1] - self.at[die][1], 0.0)
        x, y, _ = rotate(about_z(-self.yaws[die]), offset)
        return self.size / 2 - max(abs(x), abs(y))

    def dice(self) -> tuple[Die, ...]:
        """Return the dice, standing on the table's top."""
        return tuple(
            Die(f"{k:02d}", size=self.size, pose=Pose((x, y, (k + 0.5) * self.size), about_z(yaw)))
            for k, ((x, y), yaw) in enumerate(zip(self.at, self.yaws, strict=True))
        )

    def stretched(self, by: float) -> "Stack":
        """Return the same stack with its lean scaled by a factor."""
        x0, y0 = self.at[0]
        return replace(self, at=tuple((x0 + (x - x0) * by, y0 + (y - y0) * by) for x, y in self.at))
