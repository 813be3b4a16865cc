"""How figures stand in a report."""

import math

from riotsim.lab.campaigns.plan import Plan
from riotsim.lab.campaigns.stopping import sprt_of
from riotsim.lab.statistics.intervals import Estimate
from riotsim.lab.statistics.shares import is_share


def measure_phrase(measure: str) -> str:
    """Give a figure as a sentence has it: `wins of Ada`."""
    for kind in ("wins ", "score "):
        if measure.startswith(kind):
            return f"{kind}of {measure.removeprefix(kind)}"
    return measure


def number(value: float, *, signed: bool = False) -> str:
    """Write a number with two digits behind the point, or three in all where it is large."""
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    digits = 2 if abs(value) < 10 else 1 if abs(value) < 1000 else 0
    # What rounds to nothing has no sign.
    rounded = round(value, digits) + 0.0
    return f"{rounded:{'+' if signed and rounded else ''},.{digits}f}".replace("-", "−")


def count_of(count: int, what: str, *of: str) -> str:
    """Count something: `1 pair`, `2 pairs`; `of` is what follows it, as of seeds."""
    return " ".join((f"{count:,}", what if count == 1 else f"{what}s", *of))


def share(value: float) -> str:
    """Write a share in per cent."""
    return f"{100 * value:.0f} %"


def quantity(measure: str, value: float) -> str:
    """Write a figure: shares of games in per cent."""
    return share(value) if is_share(measure) else number(value)


def span(measure: str, difference: Estimate) -> str:
    """Write a difference with its interval: `+2.0 (+0.5 to +3.5) points`."""
    scale, unit = (100, " points") if is_share(measure) else (1, "")
    mean, low, high, of = difference
    scaled = Estimate(scale * mean, scale * low, scale * high, of)
    return f"{number(scaled.mean, signed=True)} {interval_range(scaled, signed=True)}{unit}"


def compared_with(plan: Plan) -> str:
    """Say between what the test of a campaign looks for a difference: `between “a” and “b”`, or `from 50 %`."""
    stop, test = plan.asked.stop, sprt_of(plan)
    assert stop is not None
    assert test is not None
    first, *others = plan.arms
    return f"between “{first}” and “{others[0]}”" if others else f"from {quantity(stop.measure, test.even)}"


def smallest_difference(plan: Plan) -> str:
    """Write the smallest difference that the test of a campaign looks for: `5 points`, of shares of the games."""
    stop = plan.asked.stop
    assert stop is not None
    return f"{100 * stop.difference:g} points" if is_share(stop.measure) else f"{stop.difference:g}"


def exact(value: float) -> str:
    """Write the figure of a single game: whole numbers as such."""
    return f"{value:,.0f}" if float(value).is_integer() else number(value)


def interval(estimate: Estimate) -> str:
    """Write where an estimate lies: `0.47 (0.41 to 0.53)`."""
    return f"{number(estimate.mean)} {interval_range(estimate)}"


def interval_range(estimate: Estimate, *, signed: bool = False) -> str:
    """Write an interval, in brackets: `(0.41 to 0.53)`, and `(?)` if it may lie anywhere."""
    if estimate.anywhere:
        return "(?)"
    return f"({number(estimate.low, signed=signed)} to {number(estimate.high, signed=signed)})"


def probability(p: float) -> str:
    """Write a probability."""
    return "under 0.001" if p < 0.001 else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def capitalized(text: str) -> str:
    """Begin a sentence with it."""
    return text[:1].upper() + text[1:]
