"""Shares of wins in each arm, by player and by seat.

Each share is compared with the share of equally good players.
"""

from dataclasses import dataclass

import numpy as np

from riotsim.lab.campaigns.plan import Plan
from riotsim.lab.statistics.intervals import Difference, Estimate, adjusted_p_values, difference
from riotsim.lab.statistics.rating import duel
from riotsim.lab.statistics.samples import Samples


@dataclass(frozen=True, slots=True)
class Standing:
    """The share of wins that a player or a seat has in one arm."""

    arm: str
    who: str
    """Name of a player, or `seat 1`."""
    measure: str
    wins: Estimate
    even: float
    """Share of wins of each of several equally good players, such as 1/3 for three players."""
    adjusted_p: float
    """P-value of the difference from `even`, adjusted for multiple testing after Benjamini and Hochberg."""
    elo: Estimate | None
    """The share of wins as a difference in Elo between two players; None with more players, or if it isn't known."""
    mirrored: bool
    """True for the second of two players or seats, whose share of wins is 1 minus the first's."""

    @property
    def is_seat(self) -> bool:
        """True if this standing belongs to a seat."""
        return self.who.startswith("seat ")

    @property
    def differs(self) -> bool:
        """True if the share of wins differs from `even`, that is, if the adjusted p-value is below 0.05."""
        return self.adjusted_p < 0.05


def standings(found: Samples) -> list[Standing]:
    """Return the shares of wins in each arm, by player and by seat.

    - If fewer than two pairs of games have a value for a share, this share is left out.
    - If the players within every arm differ only in their names, the shares of the players are left out. They would be
      the same as the shares of the seats.
    """
    seats = len(found.plan.players)
    even = 1.0 / seats
    rows = [
        (arm, who, wins, apart)
        for arm in found.plan.arms
        for who in _told_apart(found.plan, arm)
        if (wins := found.estimate(arm, f"wins {who}")) is not None
        and (apart := _apart(found, arm, f"wins {who}", even)) is not None
    ]
    chances = adjusted_p_values([apart.p for *_, apart in rows])
    return [
        Standing(arm, who, f"wins {who}", wins, even, chance, _elo(found, arm, who),
                 seats == 2 and who in _told_apart(found.plan, arm)[1::2])
        for (arm, who, wins, _), chance in zip(rows, chances, strict=True)
    ]  # fmt: skip


def _told_apart(plan: Plan, arm: str) -> list[str]:
    """Return the names of an arm's players, followed by the names of its seats, such as `seat 1`.

    If the players within every arm of the campaign differ only in their names, the players are left out.
    """
    players = [seat.name for seat in plan.arms[arm].header.seats]
    return [*(players if plan.orders > 1 else []), *(f"seat {seat}" for seat in range(1, len(players) + 1))]


def _apart(found: Samples, arm: str, measure: str, even: float) -> Difference | None:
    # Rounded: means of thirds differ from a third by less than anybody means, and not by chance.
    values = found.values(arm, measure).round(12)
    return difference(np.full(len(values), even).round(12), values)


def _elo(found: Samples, arm: str, who: str) -> Estimate | None:
    known = duel(found, arm, who) if len(found.plan.players) == 2 else None
    return None if known is None else known.elo
