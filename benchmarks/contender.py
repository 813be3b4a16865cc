"""An engine that takes part in the comparison, with the throws that riotsim makes."""

import math
import statistics
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from riotsim.table.poses import Pose


class Missing(Exception):
    """Something that a measurement needs is not on this machine; says what, and what would mend it."""


class GaveUp(Missing):
    """An engine that is there could not play the throws."""


Dice: TypeAlias = list[Pose]
"""The dice of a throw as they lie in the end (mm), in the order of their names."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The result of a throw."""

    seconds: float
    """Time until it came to rest (s, simulated)."""
    dice: Dice


class Contender(ABC):
    """An engine with the throws it is to play."""

    name: str
    """In bench.json."""
    title: str
    """In the table."""
    otherwise: str
    """Differences from riotsim."""

    @abstractmethod
    def play(self) -> float:
        """Play all throws, each to rest, and give the seconds of processor time that took."""

    @abstractmethod
    def settled(self) -> list[Settled]:
        """Return the result of each throw when it was last played."""

    def close(self) -> None:  # noqa: B027  # most have nothing to give back
        """End what was started for it."""


def travel(begun: Sequence[Sequence[tuple[float, float]]], ended: Sequence[Settled]) -> float:
    """Return the mean distance of the dice (mm, in plan)."""
    return statistics.fmean(
        math.dist(start, end.plan)
        for starts, throw in zip(begun, ended, strict=True)
        for start, end in zip(starts, throw.dice, strict=True)
    )
