"""Who wins how often in each arm, by boss and by seat, against what each would win if all were alike."""

from dataclasses import dataclass

import numpy as np

from riotsim.lab.campaigns.plan import Plan
from riotsim.lab.statistics.duel import duel
from riotsim.lab.statistics.intervals import Difference, Estimate, adjusted_p_values, difference
from riotsim.lab.statistics.samples import Samples


@dataclass(frozen=True, slots=True)
class Standing:
    """How often somebody wins."""

    arm: str
    who: str
    """A boss's name, or `seat 1`."""
    measure: str
    wins: Estimate
    even: float
    """What everybody would win if all were alike: a third of three."""
    chance: float
    """How likely at least such a distance from it would be then, corrected for how many were looked at."""
    elo: Estimate | None
    """What that is in Elo, where two bosses meet."""
    mirrored: bool
    """Whether it says only what another says: of two, the second wins what the first doesn't."""

    @property
    def is_seat(self) -> bool:
        """Whether it is about a seat, and not about a boss."""
        return self.who.startswith("seat ")

    @property
    def differs(self) -> bool:
        """Whether that chance is under 0.05."""
        return self.chance < 0.05


def standings(found: Samples) -> list[Standing]:
    """Give who wins how often. Where all bosses are alike in all arms, there are only seats to be told apart."""
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
    """Give the bosses of an arm, unless all are alike, and the seats."""
    players = [seat.name for seat in plan.arms[arm].header.seats]
    return [*(players if plan.orders > 1 else []), *(f"seat {seat}" for seat in range(1, len(players) + 1))]


def _apart(found: Samples, arm: str, measure: str, even: float) -> Difference | None:
    # Rounded: means of thirds differ from a third by less than anybody means, and not by chance.
    values = found.values(arm, measure).round(12)
    return difference(np.full(len(values), even).round(12), values)


def _elo(found: Samples, arm: str, who: str) -> Estimate | None:
    known = duel(found, arm, who) if len(found.plan.players) == 2 else None
    return None if known is None else known.elo
