"""Samples of a campaign: the measures of each pair of games in each arm, and the summary of every measure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from riotsim.lab.campaigns.measures import at_most_one
from riotsim.lab.campaigns.plan import Plan, Trial
from riotsim.lab.campaigns.trial import Played
from riotsim.lab.statistics.intervals import Difference, Estimate, adjusted_p_values, difference, estimate

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Samples:
    """The results of a campaign, in the pairs of games that count.

    A pair consists of all games with the same seed, in all arms. A pair counts if it comes before the end of the
    sequential test, if all its games were played, and if none failed.
    """

    plan: Plan
    pairs: tuple[int, ...]
    """Indices of the pairs that count. All their games were played to the end, in all arms."""
    games: Mapping[Trial, Played]
    failed: tuple[tuple[Trial, str], ...] = ()
    """Games that could not be played to the end, each with the reason. The pair of such a game counts in no arm."""

    @cached_property
    def measures(self) -> tuple[str, ...]:
        """Names of all measures that at least one game has, in the order of their first appearance."""
        return tuple(dict.fromkeys(name for pair in self.pairs for one in self._of(pair) for name in one.figures))

    def values(self, arm: str, measure: str) -> Values:
        """Return for each pair the mean of a measure over the pair's games in an arm.

        Returns:
            An array of shape (pairs,); NaN for a pair without the measure.
        """
        table = self.by_game(arm, measure).reshape(len(self.pairs), self.plan.orders)
        known = ~np.isnan(table)
        counts = known.sum(axis=1)
        sums = np.where(known, table, 0.0).sum(axis=1)
        return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)

    def estimate(self, arm: str, measure: str) -> Estimate | None:
        """Return the mean of a measure over the pairs of an arm, with its interval; None if no game has the measure.

        - If the measure can't exceed 1, the interval lies between 0 and 1.
        - If the measure can exceed 1, the interval begins at 0 or above, unless it is unbounded (from −∞ to ∞).
        """
        return estimate(self.values(arm, measure), share=at_most_one(measure), least=0.0)

    def difference(self, first: str, second: str, measure: str) -> Difference | None:
        """Return the mean difference of a measure between two arms: `second` minus `first`, pair by pair.

        The result is None if fewer than two pairs have a value in both arms.
        """
        here, there = self.values(first, measure), self.values(second, measure)
        return difference(here, there, share=at_most_one(measure))

    def by_game(self, arm: str, measure: str) -> Values:
        """Return the value that a measure has in an arm, for each pair and each rotation of the seats.

        Some rotations aren't played, because they equal another one (see `Plan.played_orders`). They get the value of
        that rotation.

        Returns:
            An array of shape (pairs × `plan.orders`,), pair by pair; NaN for a game that lacks the measure.
        """
        played = self.plan.played_orders[arm]
        rows = [(order % played, self._in_game(arm, measure, order)) for order in range(self.plan.orders)]
        return np.array(
            [
                self.games[Trial(arm, pair, order)].figures.get(name, np.nan)
                for pair in self.pairs
                for order, name in rows
            ],
            dtype=float,
        )

    def _in_game(self, arm: str, measure: str, order: int) -> str:
        """Return the name that a measure of a given rotation of the seats has in the played games.

        Some rotations aren't played, because they equal another one (see `Plan.played_orders`). In the played game, a
        player of another name may sit in the same seat. Suppose that Ada's seat in the given rotation is Bea's seat in
        the played game. Then `wins Ada` is found as `wins Bea`, and `score Ada` as `score Bea`. All other measures keep
        their names.

        Args:
            arm: The arm.
            measure: The measure's name in the given rotation.
            order: Number of the given rotation.
        """
        here, there = (self.plan.names(arm, one) for one in (order, order % self.plan.played_orders[arm]))
        kind, _, who = measure.partition(" ")
        return f"{kind} {there[here.index(who)]}" if kind in ("wins", "score") and who in here else measure

    def tally(self, arm: str, name: str) -> Counter[str]:
        """Return a tally (such as `falls`) summed over the games of an arm: a number for each category.

        Only games of the pairs that count are included.
        """
        total: Counter[str] = Counter()
        for pair in self.pairs:
            for trial in self.plan.trials_of_pair(pair):
                if trial.arm == arm:
                    total.update(self.games[trial].tallies.get(name, {}))
        return total

    @cached_property
    def tallies(self) -> tuple[str, ...]:
        """Names of all tallies that at least one game has, in the order of their first appearance."""
        return tuple(dict.fromkeys(name for pair in self.pairs for one in self._of(pair) for name in one.tallies))

    def _of(self, pair: int) -> Sequence[Played]:
        return [self.games[trial] for trial in self.plan.trials_of_pair(pair)]


@dataclass(frozen=True, slots=True)
class Line:
    """The summary of one measure: its mean in each arm, and the differences of the other arms from the first."""

    measure: str
    estimates: Mapping[str, Estimate | None]
    """For each arm, the mean with its interval; None if no game of the arm has the measure."""
    differences: Mapping[str, Difference]
    """For each later arm, its difference from the first arm. Arms that can't be compared with the first are absent."""
    adjusted_p: Mapping[str, float]
    """For each arm in `differences`, the p-value, adjusted for multiple testing after Benjamini and Hochberg."""

    @property
    def differs(self) -> tuple[str, ...]:
        """The arms whose difference from the first arm has an adjusted p-value below 0.05."""
        return tuple(arm for arm, chance in self.adjusted_p.items() if chance < 0.05)


def summary(found: Samples, asked: Sequence[str] = ()) -> list[Line]:
    """Summarize measures of a campaign.

    The p-values are adjusted for the number of comparisons. Every measure of every later arm is compared with the first
    arm.

    Args:
        found: The samples.
        asked: The measures for the summary; if empty, the measures of `_told_once`.
    """
    first, *others = found.plan.arms
    measures = [*asked] or _told_once(found)
    table = {(measure, arm): found.difference(first, arm, measure) for measure in measures for arm in others}
    known = {key: one for key, one in table.items() if one is not None}
    chances = dict(zip(known, adjusted_p_values([one.p for one in known.values()]), strict=True))
    return [
        Line(
            measure,
            {arm: found.estimate(arm, measure) for arm in found.plan.arms},
            {arm: known[measure, arm] for arm in others if (measure, arm) in known},
            {arm: chances[measure, arm] for arm in others if (measure, arm) in known},
        )
        for measure in measures
    ]


def _told_once(found: Samples) -> list[str]:
    """Return the names of all measures. Leave out a seat's wins if they equal a player's wins.

    A seat's wins equal a player's wins if players don't change seats, and the seat's player has the same name in all
    arms.
    """
    plan = found.plan
    if plan.orders > 1:
        return list(found.measures)
    tables = [tuple(seat.name for seat in arm.header.seats) for arm in plan.arms.values()]
    players = {
        f"wins seat {number}" for number, names in enumerate(zip(*tables, strict=True), 1) if len(set(names)) == 1
    }
    return [measure for measure in found.measures if measure not in players]
