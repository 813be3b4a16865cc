"""One player against another: scores of pairs of games, and Elo."""

from collections import Counter
from typing import NamedTuple

import numpy as np

from riotsim.lab.statistics.intervals import Estimate, elo
from riotsim.lab.statistics.samples import Samples


class Duel(NamedTuple):
    """The result of a player."""

    score: Estimate
    """Share of the points; a draw is half a point."""
    elo: Estimate
    pairs: Counter[float]
    """Number of pairs by the points of both games together: 0, ½, 1, 1½ or 2 (the pentanomial counts)."""


def duel(found: Samples, arm: str, player: str) -> Duel | None:
    """Return the result of a player in an arm, or None if no game has a winner."""
    values = found.values(arm, f"wins {player}")
    score = found.estimate(arm, f"wins {player}")
    if score is None:
        return None
    points = Counter(round(float(2 * value) * 2) / 2 for value in values[~np.isnan(values)])
    return Duel(score, Estimate(elo(score.mean), elo(score.low), elo(score.high), score.of), points)
