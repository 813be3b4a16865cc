"""Counts what thrown dice show, and tells how well that agrees with fair dice."""

import statistics
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from riotsim.measuring.chi_squared import chi_squared
from riotsim.table.acts import Cocked, CutShort, LeftTable, Settled
from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import Die, PieceId
from riotsim.table.units import TICKS_PER_SECOND

PERCENTILE_95 = 18
"""Which of the nineteen cuts into twentieths is the 95th percentile."""


class FaceCounts(TypedDict):
    """How often each face of one kind of die came up, and how that fits a fair die."""

    counts: dict[str, int]
    """By face, from 1 on; dice that lay cocked or off the table are in none."""
    fair: dict[str, float]
    """What share each face has of a fair die's rolls: as many as the sides it stands on have of all sides."""
    chi2: float | None
    """Pearson's statistic against these shares; none without a die to count, or with one number on all sides."""
    p: float | None
    """The chance of fair dice to stray so far or farther."""


class Summary(TypedDict):
    """What many throws came to; all of it is plain JSON."""

    hand: str
    """Whose hand threw, by its name in the rules."""
    rolls: int
    """Throws, each of all the dice."""
    faces: dict[str, FaceCounts]
    """By kind of die."""
    cocked: int
    off_table: int
    cut_short: int
    """Throws that were still moving when simulated time ran out."""
    rest_s: dict[str, float]
    """Simulated time from release to rest (s): `mean` and `p95`."""
    wall_s: float
    """Time that the throws took on this machine (s)."""
    results: list[list[int | None]]
    """What each die of each throw shows, in the order of the notation; null where it lies cocked or off the table."""


@dataclass(slots=True)
class Tally:
    """A count that goes on while dice are thrown."""

    kinds: tuple[str, ...]
    """Of the dice in each throw, in order."""
    own: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The numbers on kinds that aren't usual ones."""
    hand: str = ""
    """Whose hand throws."""
    cocked: int = 0
    off_table: int = 0
    cut_short: int = 0
    rest: list[float] = field(default_factory=list)
    results: list[list[int | None]] = field(default_factory=list)
    begun: float = field(default_factory=time.perf_counter)
    """When the throwing began, by this process's own clock (s)."""

    def add(self, dice: tuple[Die, ...], settled: Settled) -> None:
        """Count one throw of `dice`, which came to lie as `settled` says."""
        off = {fact.piece for fact in settled.of(LeftTable)}
        leaning = {fact.die for fact in settled.of(Cocked)} - off
        self.off_table += sum(die.id in off for die in dice)
        self.cocked += sum(die.id in leaning for die in dice)
        self.cut_short += bool(settled.of(CutShort))
        self.rest.append(settled.ticks / TICKS_PER_SECOND)
        self.results.append([_shown(die.id, settled, off | leaning) for die in dice])

    def summary(self) -> Summary:
        """Give what has been counted so far. Raises `ValueError` before the first throw."""
        if not self.rest:
            raise ValueError("nothing has been thrown yet")
        wall = time.perf_counter() - self.begun
        return Summary(
            hand=self.hand,
            rolls=len(self.results),
            faces={kind: self._faces(kind) for kind in dict.fromkeys(self.kinds)},
            cocked=self.cocked,
            off_table=self.off_table,
            cut_short=self.cut_short,
            rest_s={"mean": statistics.fmean(self.rest), "p95": _p95(self.rest)},
            wall_s=wall,
            results=self.results,
        )

    def _faces(self, kind: str) -> FaceCounts:
        seen = Counter(
            value
            for throw in self.results
            for value, die in zip(throw, self.kinds, strict=True)
            if die == kind and value is not None
        )
        sides = Counter(self.own.get(kind) or die_kind(kind).values)
        values = sorted(sides)
        counts = [seen[value] for value in values]
        chi2, p = fairness(counts, [sides[value] for value in values])
        return FaceCounts(
            counts={str(value): seen[value] for value in values},
            fair={str(value): sides[value] / sides.total() for value in values},
            chi2=chi2,
            p=p,
        )


def fairness(counts: Sequence[int], sides: Sequence[int]) -> tuple[float, float] | tuple[None, None]:
    """Give Pearson's chi-squared of how often numbers came, each of which stands on so many sides, and its p.

    Nothing if all counts are 0, or if there is but one number.
    """
    if not any(counts) or len(counts) < 2:
        return None, None
    each = sum(counts) / sum(sides)
    verdict = chi_squared(counts, [its * each for its in sides], len(counts) - 1)
    return verdict.chi2, verdict.p


def _shown(die: PieceId, settled: Settled, unread: set[PieceId]) -> int | None:
    return None if die in unread else settled.table.dice[die].shows


def _p95(values: list[float]) -> float:
    if len(values) == 1:
        return values[0]
    return statistics.quantiles(values, n=20, method="inclusive")[PERCENTILE_95]
