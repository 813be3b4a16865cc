"""The summary of a campaign: estimates for each arm, and differences between the first arm and the others."""

from collections.abc import Mapping
from dataclasses import dataclass

from riotsim.lab.statistics.intervals import Difference, Estimate, adjusted_p_values
from riotsim.lab.statistics.samples import Samples


@dataclass(frozen=True, slots=True)
class Line:
    """The summary of one measure."""

    measure: str
    estimates: Mapping[str, Estimate | None]
    """Estimate in each arm; None where no game has the measure."""
    differences: Mapping[str, Difference]
    """Paired difference of each later arm from the first, where both have the measure."""
    chances: Mapping[str, float]
    """Adjusted p-value of each difference."""

    @property
    def differs(self) -> tuple[str, ...]:
        """Arms that differ from the first: their adjusted p-value is below 0.05."""
        return tuple(arm for arm, chance in self.chances.items() if chance < 0.05)


def summary(found: Samples) -> list[Line]:
    """Summarize all measures of a campaign."""
    first, *others = found.plan.arms
    measures = _told_once(found)
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
    """Return the measures without duplicates: if nobody changes seats, a player's wins are a seat's wins."""
    plan = found.plan
    if plan.orders > 1:
        return list(found.measures)
    tables = [tuple(seat.name for seat in arm.header.seats) for arm in plan.arms.values()]
    players = {
        f"wins seat {number}" for number, names in enumerate(zip(*tables, strict=True), 1) if len(set(names)) == 1
    }
    return [measure for measure in found.measures if measure not in players]
