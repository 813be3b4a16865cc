"""Statics of one stack of dice, as it stands: by how much it stands, or does not.

A stack of rigid blocks stands while, at every level, the centre of mass of all that is above lies over both dice that
meet there. How far it lies inside their edges at the worst level is the stack's margin. `riotsim.measuring.statics`
asks the same of many stacks at once that a hand only might build, die by die, and gives a chance.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from riotsim.table.pieces import Die
from riotsim.table.poses import Point, Pose, about_z, rotate
from riotsim.table.towers import yaw_of

SIZE = Die("").size
"""Of a standard die (mm)."""


def loads(at: Sequence[Point]) -> Iterator[tuple[Point, int]]:
    """Give each centre of mass that has to lie over a die for a stack to stand, and the number of that die from below.

    `at` are the dice's centres in plan, from the bottom up, all as heavy. Of what is above a joint, both dice that meet
    there have to carry the centre. That all of it lies over the lowest die then follows.
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
    """How each is turned (rad)."""
    size: float = SIZE
    """mm."""

    @classmethod
    def of(cls, dice: Sequence[Die]) -> "Stack":
        """Give the stack that these form, from the bottom up; of rounded dice only the flat of their faces carries."""
        flat = min(die.size * (1 - 2 * die.kind.rounding) for die in dice)
        return cls(tuple(die.pose.plan for die in dice), tuple(yaw_of(die.pose.turn) for die in dice), flat)

    @property
    def margin(self) -> float:
        """How far inside the edges that carry it the centre of mass lies at the worst level (mm); below 0: beyond."""
        whole = np.array(self.at).mean(axis=0)
        least = self._inside((float(whole[0]), float(whole[1])), 0)
        return min((self._inside(centre, die) for centre, die in loads(self.at)), default=least)

    def _inside(self, centre: Point, die: int) -> float:
        """How far a point in plan lies inside a die's edges (mm)."""
        offset = (centre[0] - self.at[die][0], centre[1] - self.at[die][1], 0.0)
        x, y, _ = rotate(about_z(-self.yaws[die]), offset)
        return self.size / 2 - max(abs(x), abs(y))

    def dice(self) -> tuple[Die, ...]:
        """The dice, standing on the table's top."""
        return tuple(
            Die(f"{k:02d}", size=self.size, pose=Pose((x, y, (k + 0.5) * self.size), about_z(yaw)))
            for k, ((x, y), yaw) in enumerate(zip(self.at, self.yaws, strict=True))
        )

    def stretched(self, by: float) -> "Stack":
        """The same stack, leaning out so many times as far."""
        x0, y0 = self.at[0]
        return replace(self, at=tuple((x0 + (x - x0) * by, y0 + (y - y0) * by) for x, y in self.at))
