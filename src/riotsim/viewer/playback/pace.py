"""How fast time passes in what is shown: a speed, a pause, and slow motion where a tower comes down."""

from collections.abc import Sequence
from dataclasses import dataclass

from riotsim.table.acts import Settled, TowerFell
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.table.units import TICKS_PER_SECOND

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Those that can be chosen."""

SLOW = 0.3
"""Share of the speed in slow motion."""

BEFORE, AFTER = 0.1, 0.7
"""Seconds on the table that slow motion lasts before and after a tower has fallen: in 0.7 s its dice are on the table,
and in all of it they take under 3 s at the usual speed."""

STEP = 1 / TICKS_PER_SECOND
"""Time passes in steps of so many seconds: slow motion begins and ends with one."""

LONGEST_STEP = 0.25
"""A longer step of the window (s) is taken as one of these: it stood still, and nobody has looked."""


@dataclass(frozen=True, slots=True)
class Fall:
    """A tower that comes down, for a camera that goes near."""

    tower: PieceId
    at: Point
    """Where it stood (mm)."""
    height: float
    """How high it was (mm)."""
    seconds: float
    """When it does, since its act began."""

    def slow_at(self, seconds: float) -> bool:
        """Whether it is shown slowly at a time since its act began."""
        return self.seconds - BEFORE <= seconds < self.seconds + AFTER


def falls(before: Table, settled: Settled) -> tuple[Fall, ...]:
    """Give the towers that an act has brought down, in the order in which they fell."""
    found = []
    for fact in settled.of(TowerFell):
        dice = before.tower_dice(fact.tower)
        foot = dice[0].pose.plan if dice else before.models[fact.tower].at if fact.tower in before.models else None
        if foot is not None:
            top = max((die.pose.at[2] + die.size / 2 for die in dice), default=0.0)
            found.append(Fall(fact.tower, foot, top, fact.tick / TICKS_PER_SECOND))
    return tuple(found)


@dataclass(slots=True)
class Pace:
    """The speed that somebody has chosen."""

    speed: float = 1.0
    """One of `SPEEDS`."""
    paused: bool = False
    slow_motion: bool = True
    """Whether falling towers are shown slowly."""

    def faster(self) -> None:
        """Take the next higher speed, if there is one."""
        self.speed = next((speed for speed in SPEEDS if speed > self.speed), SPEEDS[-1])

    def slower(self) -> None:
        """Take the next lower speed, if there is one."""
        self.speed = next((speed for speed in reversed(SPEEDS) if speed < self.speed), SPEEDS[0])

    def passes(self, seconds: float) -> float:
        """Give how much time passes in what is shown while so much does for the one who looks (both s)."""
        return 0.0 if self.paused else min(max(seconds, 0.0), LONGEST_STEP) * self.speed

    def through(self, begin: float, left: float, slowly: Sequence[Fall]) -> tuple[float, bool]:
        """Let some time pass from `begin` on, slower where a tower falls (s); tell where that leads, and whether it was
        slow there.
        """
        now, slow = begin, False
        while left > 0.0:
            step = min(left, STEP)
            slow = self.slow_motion and any(fall.slow_at(now) for fall in slowly)
            now += step * SLOW if slow else step
            left -= step
        return now, slow
