"""When a campaign stops: which of its pairs count, and what its sequential test says of them."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np

from riotsim.lab import sequential
from riotsim.lab.plan import Plan, Trial
from riotsim.lab.samples import Samples, samples
from riotsim.lab.trial import Played

SHARES: Final = ("wins ", "first boss wins")
"""How the names of figures begin that are shares of a win: 0 to 1, in parts by how many drew."""


class Status(NamedTuple):
    """How far a campaign is."""

    samples: Samples
    """What counts."""
    test: sequential.Course | None
    """How its sequential test stands; None if it has none."""
    done: bool
    """Whether nothing is left to be played."""


def status(plan: Plan, played: Mapping[Trial, Played]) -> Status:
    """Tell how far a campaign is. Games beyond where it became known don't count, whenever they were played."""
    found = samples(plan, played)
    reached = len(found.pairs) + len({trial.pair for trial, _ in found.failed})
    done = reached == plan.asked.pairs
    if (test := tested(found)) is None:
        return Status(found, None, done)
    if test.verdict is not None:
        found = Samples(plan, found.pairs[: test.pairs], played, found.failed)
    return Status(found, test, done or test.verdict is not None)


def tested(found: Samples) -> sequential.Course | None:
    """Run the campaign's sequential test, if it has one."""
    stop = found.plan.asked.stop
    if stop is None:
        return None
    test = sequential.Sprt(stop.even, stop.difference, stop.alpha, stop.beta)
    first, *others = found.plan.arms
    values = found.values(first, stop.measure)
    if others:
        values = found.values(others[0], stop.measure) - values
    return sequential.run(test, values, cells(found.plan))


def cells(plan: Plan) -> list[float] | None:
    """Give the values that the stopping measure of a pair may have; None if there is no telling."""
    stop = plan.asked.stop
    if stop is None or not stop.measure.startswith(SHARES):
        return None
    parts = plan.orders * (2 if len(plan.bosses) == 2 else 12)  # 12: a win is shared by one, two, three or four
    whole = np.linspace(0.0, 1.0, parts + 1)
    return [float(value) for value in (np.concatenate((-whole[:0:-1], whole)) if len(plan.arms) > 1 else whole)]
