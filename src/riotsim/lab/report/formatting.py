"""Formatting of the values in a report."""

import math

from riotsim.lab.campaigns.measures import is_share
from riotsim.lab.campaigns.plan import Plan
from riotsim.lab.campaigns.stopping import sprt_of
from riotsim.lab.statistics.intervals import Estimate


def measure_phrase(measure: str) -> str:
    """Return the name of a measure as part of a sentence, such as `wins of Ada` for `wins Ada`."""
    for kind in ("wins ", "score "):
        if measure.startswith(kind):
            return f"{kind}of {measure.removeprefix(kind)}"
    return measure


def number(value: float, *, signed: bool = False) -> str:
    """Format a number with two decimals below 10, one decimal below 1,000, and none from 1,000 on.

    Args:
        value: The number, which may be infinite.
        signed: Whether a positive number gets a plus sign. +∞ has a plus sign in any case.
    """
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    digits = 2 if abs(value) < 10 else 1 if abs(value) < 1000 else 0
    # What rounds to nothing has no sign.
    rounded = round(value, digits) + 0.0
    return f"{rounded:{'+' if signed and rounded else ''},.{digits}f}".replace("-", "−")


def count_of(count: int, what: str, *of: str) -> str:
    """Return a count with its noun, such as `1 pair` or `2 pairs`.

    Args:
        count: The number.
        what: The noun in the singular.
        of: Words that follow the noun, such as `of seeds`.
    """
    return " ".join((f"{count:,}", what if count == 1 else f"{what}s", *of))


def share(value: float) -> str:
    """Format a share from 0 to 1 as a whole percentage, such as `50 %`."""
    return f"{100 * value:.0f} %"


def quantity(measure: str, value: float) -> str:
    """Format the value of a measure: as a percentage if it is a share of the games, otherwise as a number."""
    return share(value) if is_share(measure) else number(value)


def span(measure: str, difference: Estimate) -> str:
    """Format a difference of a measure with its interval, such as `+2.00 (+0.50 to +3.50) points`.

    Shares of the games are in percentage points. Other measures have no unit.
    """
    scale, unit = (100, " points") if is_share(measure) else (1, "")
    mean, low, high, of = difference
    scaled = Estimate(scale * mean, scale * low, scale * high, of)
    return f"{number(scaled.mean, signed=True)} {interval_range(scaled, signed=True)}{unit}"


def compared_with(plan: Plan) -> str:
    """Return the words that follow `difference` in a sentence about a campaign's test.

    With several arms, they are such as `between “a” and “b”`. With one arm, they are such as `from 50 %`. The campaign
    must have a sequential test.
    """
    stop, test = plan.definition.stop, sprt_of(plan)
    assert stop is not None
    assert test is not None
    first, *others = plan.arms
    return f"between “{first}” and “{others[0]}”" if others else f"from {quantity(stop.measure, test.even)}"


def smallest_difference(plan: Plan) -> str:
    """Format the smallest difference that a campaign's test looks for.

    The difference of a share of the games is in percentage points, such as `5 points`. The campaign must have a
    sequential test.
    """
    stop = plan.definition.stop
    assert stop is not None
    return f"{100 * stop.difference:g} points" if is_share(stop.measure) else f"{stop.difference:g}"


def exact(value: float) -> str:
    """Format the value that a measure has in a single game. Whole numbers have no decimals."""
    return f"{value:,.0f}" if float(value).is_integer() else number(value)


def interval(estimate: Estimate) -> str:
    """Format an estimate with its interval, such as `0.47 (0.41 to 0.53)`."""
    return f"{number(estimate.mean)} {interval_range(estimate)}"


def interval_range(estimate: Estimate, *, signed: bool = False) -> str:
    """Format the interval of an estimate in brackets, such as `(0.41 to 0.53)`, or `(?)` if it is unbounded.

    Args:
        estimate: The estimate.
        signed: Whether positive numbers get a plus sign.
    """
    if estimate.is_unbounded:
        return "(?)"
    return f"({number(estimate.low, signed=signed)} to {number(estimate.high, signed=signed)})"


def probability(p: float) -> str:
    """Format a probability from 0 to 1, such as `under 0.001`, `0.023` or `0.45`."""
    return "under 0.001" if p < 0.001 else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def capitalized(text: str) -> str:
    """Return a text with its first letter capitalized."""
    return text[:1].upper() + text[1:]
