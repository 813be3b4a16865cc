"""Whether two engines did the same work: their dice have to lie in the same places."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.contender import Settled
from riotsim.table.poses import Pose

SAME = 1e-8
"""Dice lie alike that differ by no more: in millimetres, and in the parts of their quaternions."""

NEAR = 1e-3
"""What differs by more has bounced otherwise: a last digit that differs once grows with each bounce."""

LEAST_SAME, LEAST_NEAR = 0.8, 0.95
"""Shares of throws. Of 300 throws 96 % were the same and 98.3 % near; half agreed to 4e-11 mm."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well the throws of two engines agree."""

    same: float
    """Share of throws."""
    near: float
    """Share of throws."""

    @property
    def holds(self) -> bool:
        """Whether both did the same work."""
        return self.same >= LEAST_SAME and self.near >= LEAST_NEAR

    def __str__(self) -> str:
        return f"{self.same:.0%} of throws end within {SAME:g} mm of ours, {self.near:.0%} within {NEAR:g} mm"


def agreement(ones: Sequence[Settled], others: Sequence[Settled]) -> Agreement:
    """Compare what two engines made of the same throws."""
    apart = [
        max(_apart(a, b) for a, b in zip(one.dice, other.dice, strict=True)) if _as_long(one, other) else math.inf
        for one, other in zip(ones, others, strict=True)
    ]
    return Agreement(sum(far <= SAME for far in apart) / len(apart), sum(far <= NEAR for far in apart) / len(apart))


def _as_long(one: Settled, other: Settled) -> bool:
    return math.isclose(one.seconds, other.seconds)


def _apart(one: Pose, other: Pose) -> float:
    """The greatest difference of two poses; a quaternion and its opposite are the same turn."""
    place = max(abs(a - b) for a, b in zip(one.at, other.at, strict=True))
    turns = [max(abs(a - sign * b) for a, b in zip(one.turn, other.turn, strict=True)) for sign in (1.0, -1.0)]
    return max(place, min(turns))
