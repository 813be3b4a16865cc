"""One boss against another: scores of pairs of games, and Elo."""

from collections import Counter
from typing import NamedTuple

import numpy as np

from riotsim.lab.statistics.intervals import Estimate, elo
from riotsim.lab.statistics.samples import Samples


class Duel(NamedTuple):
    """How a boss has done."""

    score: Estimate
    """The share of the games' points; a draw has half of one."""
    elo: Estimate
    pairs: Counter[float]
    """How often both games of a pair together came to 0, ½, 1, 1½ and 2 points: the pentanomial."""


def duel(found: Samples, arm: str, player: str) -> Duel | None:
    """Tell how a boss has done in an arm; None without a game that has a winner."""
    values = found.values(arm, f"wins {player}")
    score = found.estimate(arm, f"wins {player}")
    if score is None:
        return None
    points = Counter(round(float(2 * value) * 2) / 2 for value in values[~np.isnan(values)])
    return Duel(score, Estimate(elo(score.mean), elo(score.low), elo(score.high), score.of), points)
