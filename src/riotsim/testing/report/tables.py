"""Tables in the report: measured and expected values, their difference, and the verdict."""

import math
from collections.abc import Sequence
from html import escape
from typing import Final

from riotsim.testing.findings import Finding, State


def table(findings: Sequence[Finding]) -> str:
    """Return the table of the measured values of a case (HTML). A long table is hidden until the reader opens it."""
    opinion = any(one.second_opinion is not None for one in findings)
    rows = []
    for one in findings:
        other = "" if one.second_opinion is None else f"{_number(one.second_opinion)}{_unit(one)}"
        second = f'<td class="number" data-label="second opinion">{other}</td>' if opinion else ""
        rows.append(
            f"<tr>{cells(one, noted=True)}{second}{verdict(one)}"
            f'<td class="source" data-label="source">{escape(one.source)}</td></tr>'
        )
    whole = f"<table>{heads(opinion=opinion)}<tbody>{''.join(rows)}</tbody></table>"
    if len(findings) <= _MAX_OPEN_ROWS:
        return whole
    return f"<details><summary>All {len(findings)} figures: {count(findings)}</summary>{whole}</details>"


_MAX_OPEN_ROWS = 8
"""Maximum number of rows of a table that is visible from the start."""


def heads(*first: str, opinion: bool = False, last: tuple[str, ...] = ("held", "source")) -> str:
    """Return the head of a table of measured values (HTML).

    Args:
        *first: Titles of the columns before the column with the name of the measured value.
        opinion: Whether there is a column for another engine's value.
        last: Titles of the columns after the columns of numbers.
    """
    left = "".join(f"<th>{name}</th>" for name in (*first, "figure"))
    numbers = ("expected", "found", "off by", *(("second opinion",) if opinion else ()))
    right = "".join(f'<th class="number">{name}</th>' for name in numbers)
    return f"<thead><tr>{left}{right}{''.join(f'<th>{name}</th>' for name in last)}</tr></thead>"


def count(findings: Sequence[Finding]) -> str:
    """Return a line with the number of findings in each state. A state without findings is left out."""
    told = (("holds", "hold"), ("known", "off, known"), ("fails", "not held"), ("told", "only told"))
    numbers = [(sum(one.state == state for one in findings), words) for state, words in told]
    return ", ".join(f"{number:,} {words}" for number, words in numbers if number)


def worst(findings: Sequence[Finding]) -> Finding:
    """Return the worst finding.

    It is the first of these that exists:

    1. The `fails` finding farthest beyond its bounds.
    2. The `known` finding farthest beyond its own bounds, which are not those of the known deviation.
    3. The `holds` finding nearest to a bound.
    4. The first `told` finding.
    """
    return max(findings, key=lambda one: (_RANK[one.state], _strain(one)))


_RANK: Final[dict[State, int]] = {"told": 0, "holds": 1, "known": 2, "fails": 3}


def _strain(one: Finding) -> float:
    """Return how close a measured value comes to its bounds: 1 at a bound, more than 1 beyond it, and less inside.

    A value within its bounds gives 0 in three cases: the bounds are equal, the only bound is 0, or there are no bounds.
    """
    if not one.holds:
        return math.inf if not math.isfinite(one.found) else 1.0 + abs(_beyond(one))
    if math.isfinite(one.low) and math.isfinite(one.high):
        half = (one.high - one.low) / 2
        return abs(one.found - (one.low + half)) / half if half else 0.0
    bound = one.high if math.isfinite(one.high) else one.low
    if not math.isfinite(bound) or not bound:
        return 0.0
    # The farther a value is inside a bound, the smaller is this quotient, also if the bound is below 0.
    return one.found / bound if (bound == one.high) == (bound > 0) else bound / one.found


def _beyond(one: Finding) -> float:
    bound = one.high if one.found > one.high else one.low
    return (one.found - bound) / (abs(bound) or 1.0)


def cells(one: Finding, *, noted: bool = False) -> str:
    """Return the cells of a finding in a row of a table (HTML).

    Args:
        one: The finding.
        noted: Whether to add the finding's note and the reason for its known deviation.
    """
    told = [one.note, f"Known to be off: {one.known}." if one.state == "known" else ""]
    note = "".join(f"<small>{escape(text)}</small>" for text in told if noted and text)
    return (
        f'<td data-label="figure">{escape(one.title)}{note}</td>'
        f'<td class="number" data-label="expected">{_expected(one)}</td>'
        f'<td class="number" data-label="found">{_number(one.found)}{_unit(one)}</td>'
        f'<td class="number" data-label="off by">{_off(one)}</td>'
    )


def _expected(one: Finding) -> str:
    if one.expected is not None:
        return f"{_number(one.expected)}{_unit(one)}"
    low, high = math.isfinite(one.low), math.isfinite(one.high)
    match low, high:
        case True, True:
            return f"{_number(one.low)} to {_number(one.high)}{_unit(one)}"
        case False, True:
            return f"≤ {_number(one.high)}{_unit(one)}"
        case True, False:
            return f"≥ {_number(one.low)}{_unit(one)}"
    return "–"


def _off(one: Finding) -> str:
    if one.off is not None:
        return f"{_percent(one.off)}&nbsp;%"
    if one.expected is not None:
        return f"{_number(one.found - one.expected)}{_unit(one)}"
    return "–"


def _percent(share: float) -> str:
    """Return a fraction as a percentage, with a plus or minus sign and without `%`, such as `−0.25` for -0.0025."""
    value = 100 * share
    if not math.isfinite(value):
        return "∞"
    places = 0 if abs(value) >= _WHOLE_PERCENT else 1 if abs(value) >= 1 else 2
    return f"{value:+.{places}f}".replace("-", "−")


_WHOLE_PERCENT = 10.0
"""Least percentage that is shown without decimals."""


def _number(value: float) -> str:
    """Return a number as HTML text.

    Whole numbers, and numbers from `_LARGE` up, have no decimals. Numbers below 0.001 have two significant digits and
    a power of ten. All other numbers have three or four significant digits.
    """
    if not math.isfinite(value):
        return "no number" if math.isnan(value) else ("∞" if value > 0 else "−∞")
    if value == round(value) or abs(value) >= _LARGE:
        text = f"{value:,.0f}"
    elif 0 < abs(value) < 1e-3:
        mantissa, _, power = f"{value:.1e}".partition("e")
        return f"{mantissa.replace('-', '−')}·10<sup>{str(int(power)).replace('-', '−')}</sup>"
    else:
        text = f"{value:.4g}" if abs(value) >= _FINE else f"{value:.3g}"
    return "0" if text == "-0" else text.replace("-", "−")


_FINE = 0.1
"""From this number on, four significant digits are shown, so that differences below 1 % are visible.

Smaller numbers are shown with three digits or two.
"""

_LARGE = 1000.0
"""Least number that is shown without decimals."""


def _unit(one: Finding) -> str:
    return f"&nbsp;{escape(one.unit)}" if one.unit else ""


def verdict(one: Finding) -> str:
    """Return the cell with the verdict on a measured value (HTML)."""
    mark, word = _VERDICTS[one.state]
    return f'<td data-label="held"><span class="{one.state}">{mark}{word}</span></td>'


def verdicts(findings: Sequence[Finding]) -> str:
    """Return the cell with the number of values for each verdict (HTML), and with the mark of the worst verdict."""
    state = worst(findings).state
    return f'<td data-label="held"><span class="{state}">{_VERDICTS[state][0]}{count(findings)}</span></td>'


_VERDICTS: Final[dict[State, tuple[str, str]]] = {
    "told": ("", "only told"),
    "holds": ("✓ ", "yes"),
    "known": ("≈ ", "off, known"),
    "fails": ("✗ ", "no"),
}
