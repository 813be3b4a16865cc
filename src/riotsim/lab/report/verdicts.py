"""Sentences about what a campaign shows.

They are about the result of a sequential test, the power of the planned pairs of games, and the smallest difference
that the played pairs can show.
"""

import math
from typing import Final

import numpy as np

from riotsim.lab.campaigns.measures import WIN_PREFIX, is_share, is_win
from riotsim.lab.campaigns.stopping import Status, possible_values, sprt_of
from riotsim.lab.report.formatting import (
    capitalized,
    compared_with,
    count_of,
    interval_range,
    measure_phrase,
    number,
    quantity,
    share,
    smallest_difference,
    span,
)
from riotsim.lab.statistics import precision
from riotsim.lab.statistics.intervals import MIN_PAIRS
from riotsim.lab.statistics.samples import Samples, Values
from riotsim.lab.statistics.sequential import min_pairs

PILOT_PAIRS: Final = 12
"""After this number of played pairs, the user of a campaign gets a forecast for the planned pairs."""

ENOUGH_DECIDED: Final = 0.8
"""Least probability that the planned pairs of a campaign decide its sequential test.

If the probability is smaller than this, the forecast proposes more pairs.
"""


def verdict(status: Status) -> str:
    """Return the answer of the sequential test as a sentence in plain words.

    If there is no test, the sentence is empty.
    """
    found, test = status.samples, status.test
    plan, stop, asked = found.plan, found.plan.definition.stop, sprt_of(found.plan)
    if stop is None or asked is None or test is None:
        return ""
    first, *others = plan.arms
    sought = smallest_difference(plan)
    if others:
        what, apart = capitalized(measure_phrase(stop.measure)), found.difference(first, others[0], stop.measure)
        by = "" if apart is None else f", by {span(stop.measure, apart.estimate)}"
        match test.verdict:
            case None:
                return f"{what}: not known yet whether there is a difference {compared_with(plan)} of {sought} or more."
            case "no difference":
                return f"{what}: no difference {compared_with(plan)} of {sought} or more."
            case way:
                return f"{what}: {way} in “{others[0]}” than in “{first}”{by}."
    known = found.estimate(first, stop.measure)
    now = "" if known is None else f"{quantity(stop.measure, known.mean)} {_range(stop.measure, found)}"
    who = stop.measure.removeprefix(WIN_PREFIX)
    if is_win(stop.measure) and who in plan.players and len(plan.players) == 2 and asked.even == 0.5:
        other = next(name for name in plan.players if name != who)
        match test.verdict:
            case None:
                return f"Not known yet who is better: {who} has {now} of the points against {other}."
            case "no difference":
                return f"{who} and {other} are equal, to within {sought}: {who} has {now} of the points."
            case way:
                better = f"{who} is {'better' if way == 'more' else 'worse'} than {other}"
                return f"{better}: {who} has {now} of the points."
    what, even = capitalized(measure_phrase(stop.measure)), quantity(stop.measure, asked.even)
    match test.verdict:
        case None:
            return f"{what}: {now}; not known yet whether that differs from {even} by {sought} or more."
        case "no difference":
            return f"{what}: {now}, no difference from {even} of {sought} or more."
        case way:
            return f"{what}: {now}, {way} than {even}."


def _range(measure: str, found: Samples) -> str:
    known = found.estimate(next(iter(found.plan.arms)), measure)
    assert known is not None, "it was told"
    if is_share(measure):
        return f"({share(known.low)} to {share(known.high)})"
    return interval_range(known)


def evidence(status: Status) -> str:
    """Return a text with the method of the sequential test and its results so far.

    If there is no test, the text is empty.
    """
    found, test = status.samples, status.test
    stop, asked = found.plan.definition.stop, sprt_of(found.plan)
    if stop is None or asked is None or test is None:
        return ""
    by = f"Sequential test (SPRT) after {count_of(test.pairs, 'pair')} for {smallest_difference(found.plan)}: "
    by += f"α {stop.alpha:g}, β {stop.beta:g}; "
    if (wait := min_pairs(possible_values(found.plan))) > test.pairs:
        return f"{by}it waits for {wait} pairs before it looks."
    low, high = asked.bounds
    more, less = (number(ratio) for ratio in test.ratios)
    return (f"{by}log-likelihood ratio {more} for more and {less} for less, where {number(high)} decides for a "
            f"difference, and both under {number(low)} against one.")  # fmt: skip


def tested_values(found: Samples, measure: str) -> Values:
    """Return the value of a measure in each pair of games.

    If there is one arm, this is the arm's value. If there are several arms, it is the second arm's value minus the
    first arm's value.
    """
    first, *others = found.plan.arms
    values = found.values(first, measure)
    return found.values(others[0], measure) - values if others else values


def chief_measures(found: Samples) -> list[str]:
    """Return the measures for which the report says how small a difference can be seen.

    If there is a sequential test, this is the measure of the test. If there is no test, these are up to two measures:

    - The length of the game in turns, if there are several arms.
    - The wins of the first player. If the players within every arm differ only in their names, the wins of the first
      seat take their place.

    Of these two, a measure that no game has is left out.
    """
    plan = found.plan
    if plan.definition.stop is not None:
        return [plan.definition.stop.measure]
    wins = f"{WIN_PREFIX}{plan.players[0] if plan.orders > 1 else 'seat 1'}"
    return [one for one in (*(("turns",) if len(plan.arms) > 1 else ()), wins) if one in found.measures]


def forecast(status: Status, pair_seconds: float) -> str:
    """Return a forecast in one sentence, from the pairs played so far: what all planned pairs of a campaign can show.

    - If too few pairs have been played for a forecast, or if they all have the same value, the sentence is empty.
    - If the planned pairs are too few for the sequential test (see `ENOUGH_DECIDED`), the sentence proposes a larger
      number of pairs.

    Args:
        status: The progress of the campaign.
        pair_seconds: Time that a pair of games takes (s).
    """
    found = status.samples
    plan, test = found.plan, sprt_of(found.plan)
    so_far, pairs = len(found.pairs), plan.definition.pairs
    head = (
        f"Going by the first {count_of(so_far, 'pair')}: {count_of(pairs, 'pair')} ({duration(pairs * pair_seconds)})"
    )
    if test is None:
        seen = _seen(found, chief_measures(found), pairs)
        return f"{head} can show {seen}, most often." if seen else ""
    (deviation,) = _deviations(found, chief_measures(found)) or (0.0,)
    if not deviation > 0.0:
        return ""
    decided = precision.decided_share(test, deviation, pairs)
    if decided >= ENOUGH_DECIDED:
        return f"{head} decide this in {_of_ten(decided)} campaigns or more, often sooner."
    need = precision.pairs_to_decide(test, deviation)
    more = f"{need:,} pairs (at most {duration(need * pair_seconds)}) would in 9 of 10: --pairs {need}"
    often = f"{_of_ten(decided)} campaigns only" if decided >= 0.1 else "hardly any campaign"
    return f"{head} decide this in {often}; {more}"


def _of_ten(decided: float) -> str:
    return f"{math.floor(10 * decided)} of 10"


def hindsight(status: Status) -> str:
    """Return a sentence about the smallest difference that the played pairs can detect.

    The sentence is empty if this isn't known yet, or if a sequential test has already decided.
    """
    found = status.samples
    decided = status.test is not None and status.test.verdict is not None
    if len(found.pairs) < MIN_PAIRS or decided:
        return ""
    seen = _seen(found, chief_measures(found), len(found.pairs))
    return (
        f"{count_of(len(found.pairs), 'pair')} can show {seen}, most often; smaller ones may go unseen." if seen else ""
    )


def _seen(found: Samples, measures: list[str], pairs: int) -> str:
    """Return, in words, the smallest difference of each measure that `pairs` pairs of games can detect.

    “Can detect” means that they detect the difference with the probability `precision.POWER`. A measure whose
    difference isn't known is left out. If all are left out, the text is empty.
    """
    told = []
    for measure, deviation in zip(measures, _deviations(found, measures), strict=True):
        least = precision.smallest_difference(deviation, pairs)
        if not (math.isfinite(least) and deviation > 0.0) or (is_share(measure) and least > 1.0):
            continue
        size = f"{100 * least:.0f} points" if is_share(measure) else number(least)
        told.append(f"{size} in {measure_phrase(measure)}")
    return f"a difference of {' or '.join(told)}" if told else ""


def _deviations(found: Samples, measures: list[str]) -> list[float]:
    """Return the standard deviation of the `tested_values` of each measure.

    It is NaN if fewer than two of the values are known.
    """
    known = (values[~np.isnan(values)] for values in (tested_values(found, one) for one in measures))
    return [float(values.std(ddof=1)) if len(values) > 1 else math.nan for values in known]


def duration(seconds: float) -> str:
    """Format a time roughly, such as `40 s`, `12 min` or `3.5 h`."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
