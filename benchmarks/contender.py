"""What takes part in the comparison of throws: an engine that plays the same throws as we do."""

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
    """What an engine made of a throw."""

    seconds: float
    """How long it took to come to rest, in the engine's time."""
    dice: Dice


class Contender(ABC):
    """An engine with the throws it is to play."""

    name: str
    """In bench.json."""
    title: str
    """In the table."""
    otherwise: str
    """What it does otherwise than riotsim."""

    @abstractmethod
    def play(self) -> float:
        """Play all throws, each to rest, and give the seconds of processor time that took."""

    @abstractmethod
    def settled(self) -> list[Settled]:
        """Give what became of each throw when it was last played."""

    def close(self) -> None:  # noqa: B027  # most have nothing to give back
        """End what was started for it."""


def travel(begun: Sequence[Sequence[tuple[float, float]]], ended: Sequence[Settled]) -> float:
    """Give how far dice came, in the mean (mm, in plan)."""
    return statistics.fmean(
        math.dist(start, end.plan)
        for starts, throw in zip(begun, ended, strict=True)
        for start, end in zip(starts, throw.dice, strict=True)
    )
