"""The check that two engines did the same work: their dice lie in the same places."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.engines.contender import Settled
from benchmarks.scenes import SIZE
from riotsim.physics.bodies.motion import REST
from riotsim.table.poses import Pose

SAME = 1e-8
"""Dice lie alike that differ by no more: in millimetres, and in the parts of their quaternions."""

NEAR = 1e-3
"""The largest difference between dice that bounced alike; a last digit that differs grows with each bounce."""

LEAST_SAME, LEAST_NEAR = 0.8, 0.95
"""Shares of throws. Of 300 throws 96 % were the same and 98.3 % near; half agreed to 4e-11 mm."""

CREPT = REST.creep_drift
"""The largest distance of a corner from its place in riotsim where no die sleeps (mm): dice at rest creep on until all
rest. A die that has come no farther since it was first slow is at rest for riotsim too. Of 300 throws half stayed
within 0.02 mm, and 95 % within 0.08."""

LEAST_ALIKE = 0.9
"""Share of throws, of which 96 % were alike: the few that bounce otherwise do so whether dice sleep or not, and about
as many more creep too far. With friction that is wrong by a millionth it is 66 %, by a thousandth 2 %."""

MOST_MORE = 0.01
"""The largest relative difference in the ticks of all throws together. It is less than the difference in time between
two rounds. Of 300 throws it was 0.0002."""

CORNERS = [(x, y, z) for x in (-SIZE / 2, SIZE / 2) for y in (-SIZE / 2, SIZE / 2) for z in (-SIZE / 2, SIZE / 2)]
"""Of a die, from its centre (mm)."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The agreement of two engines' throws."""

    same: float
    """Share of throws."""
    near: float
    """Share of throws."""

    @property
    def holds(self) -> bool:
        """True if both did the same work."""
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


@dataclass(frozen=True, slots=True)
class Likeness:
    """The agreement of two engines' throws where dice sleep in only one of them."""

    alike: float
    """Share of throws that end in the same places, after as many ticks."""
    longer: float
    """Ratio of the times until all throws rest, the other engine to the first."""

    @property
    def holds(self) -> bool:
        """True if both did the same work."""
        return self.alike >= LEAST_ALIKE and abs(self.longer - 1.0) <= MOST_MORE

    def __str__(self) -> str:
        return (
            f"{self.alike:.1%} of throws end within {CREPT:g} mm of ours after the same number of ticks, "
            f"and all throws together take {self.longer:.2%} of our ticks"
        )


def likeness(ones: Sequence[Settled], others: Sequence[Settled]) -> Likeness:
    """Compare what an engine in which dice sleep, and one in which none does, made of the same throws."""
    alike = [
        _as_long(one, other) and all(_crept(a, b) <= CREPT for a, b in zip(one.dice, other.dice, strict=True))
        for one, other in zip(ones, others, strict=True)
    ]
    return Likeness(sum(alike) / len(alike), sum(one.seconds for one in others) / sum(one.seconds for one in ones))


def _crept(one: Pose, other: Pose) -> float:
    """Return the largest distance that a corner of a die has moved (mm)."""
    return max(math.dist(one.transform(corner), other.transform(corner)) for corner in CORNERS)


def _as_long(one: Settled, other: Settled) -> bool:
    return math.isclose(one.seconds, other.seconds)


def _apart(one: Pose, other: Pose) -> float:
    """Return the largest difference of two poses; a quaternion and its opposite are the same rotation."""
    place = max(abs(a - b) for a, b in zip(one.at, other.at, strict=True))
    turns = [
        max(abs(a - sign * b) for a, b in zip(one.orientation, other.orientation, strict=True)) for sign in (1.0, -1.0)
    ]
    return max(place, min(turns))
