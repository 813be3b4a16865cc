"""Made-up statistics of a campaign, for tests of the lab's report."""

from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from riotsim.lab.campaigns.plan import Trial
from riotsim.lab.campaigns.stopping import Status
from riotsim.lab.statistics.intervals import Difference, Estimate
from riotsim.lab.statistics.samples import Samples
from riotsim.lab.statistics.sequential import SprtResult


class Found:
    """Made-up samples: estimates and values by arm and measure, and differences by measure."""

    def __init__(
        self, *arms: str, stop: tuple[str, float] | None = None, pairs: int = 40, players: str = "Ada Bea"
    ) -> None:
        asked = None if stop is None else SimpleNamespace(measure=stop[0], difference=stop[1], alpha=0.05, beta=0.1)
        self.plan = SimpleNamespace(
            arms=dict.fromkeys(arms), definition=SimpleNamespace(stop=asked, pairs=pairs),
            players=tuple(players.split()), orders=2, trials_of_pair=lambda pair: [Trial(arm, pair, 0) for arm in arms],
        )  # fmt: skip
        self.pairs = tuple(range(pairs))
        self.measures: tuple[str, ...] = ("turns", "wins Ada", "wins seat 1")
        self.estimates: dict[tuple[str, str], Estimate] = {}
        self.differences: dict[str, Difference] = {}
        self.table: dict[tuple[str, str], np.ndarray] = {}
        self.games: dict[Trial, Any] = {}

    def estimate(self, arm: str, measure: str) -> Estimate | None:
        """Return the estimate that the test has set, if any."""
        return self.estimates.get((arm, measure))

    def difference(self, first: str, second: str, measure: str) -> Difference | None:
        """Return the difference that the test has set for this measure. The arms don't matter."""
        del first, second
        return self.differences.get(measure)

    def values(self, arm: str, measure: str) -> np.ndarray:
        """Return what is written down, or as many zeros as there are pairs."""
        return self.table.get((arm, measure), np.zeros(len(self.pairs)))


def samples(found: Found) -> Samples:
    """Return made-up samples with the type of real ones."""
    return cast("Samples", found)


def status(found: Found, decided: str | None = None, pairs: int = 40, *, tested: bool = True) -> Status:
    """Return the progress of a campaign. `decided` is its test's verdict."""
    test = SprtResult(cast("Any", decided), pairs, (1.234, -5.5)) if tested else None
    return cast("Status", SimpleNamespace(samples=found, test=test))
