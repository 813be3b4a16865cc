"""Pearson's χ² test of counts against expected counts."""

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of Pearson's χ² test."""

    chi2: float
    """The sum of (found − expected)² / expected."""
    freedom: int
    """Degrees of freedom."""
    p: float
    """The p-value: the chance that χ² is at least `chi2` if the expected counts are right."""


def chi_squared(found: Sequence[float], expected: Sequence[float], freedom: int) -> Verdict:
    """Test whether observed counts agree with the expected ones.

    Args:
        found: The counts that were found.
        expected: The expected counts, in the same order as `found`.
        freedom: Degrees of freedom.

    Raises:
        ValueError: An expected count is not above 0, or `found` and `expected` are not equally long.
    """
    if not all(one > 0.0 for one in expected):
        raise ValueError("of what is never expected, χ² says nothing")
    chi2 = float(sum((one - other) ** 2 / other for one, other in zip(found, expected, strict=True)))
    return Verdict(chi2, freedom, p_value(freedom, chi2))


def p_value(freedom: int, chi2: float) -> float:
    """Return the chance that χ² is at least `chi2` at a given number of degrees of freedom.

    The formulas are 26.4.4 and 26.4.5 of Abramowitz and Stegun. `scipy.special` has the same function, but it takes
    longer to import `scipy.special` than to simulate a throw.
    """
    if chi2 <= 0.0:
        return 1.0
    half = chi2 / 2
    odd = freedom % 2 == 1
    first = 0.5 if odd else 0.0
    terms = [math.exp((first + k) * math.log(half) - math.lgamma(first + k + 1) - half) for k in range(freedom // 2)]
    return min(1.0, math.fsum([math.erfc(math.sqrt(half)) if odd else 0.0, *terms]))
