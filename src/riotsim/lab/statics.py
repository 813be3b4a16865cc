"""Statics of a stack of dice: by how much it stands, or does not.

A stack of rigid blocks stands while, at every level, the centre of mass of all that is above lies over both dice that
meet there. How far it lies inside their edges at the worst level is the stack's margin.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from riotsim.table.pieces import Die
from riotsim.table.poses import Point, Pose, about_z, rotate

SIZE = Die("").size
"""Of a standard die (mm)."""


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack of cubes of one size, from the bottom up."""

    at: tuple[Point, ...]
    """Centres in plan (mm)."""
    yaws: tuple[float, ...]
    """How each is turned (rad)."""
    size: float = SIZE
    """mm."""

    @property
    def margin(self) -> float:
        """How far inside the edges that carry it the centre of mass lies at the worst level (mm); below 0: beyond."""
        at = np.array(self.at)
        least = self._inside(at.mean(axis=0), 0)
        for level in range(1, len(at)):
            centre = at[level:].mean(axis=0)
            least = min(least, self._inside(centre, level - 1), self._inside(centre, level))
        return least

    def _inside(self, centre: npt.NDArray[np.float64], die: int) -> float:
        """How far a point in plan lies inside a die's edges (mm)."""
        offset = (float(centre[0] - self.at[die][0]), float(centre[1] - self.at[die][1]), 0.0)
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
