"""Pearson's χ² test: how far counts stray from what was expected, and how likely that is."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verdict:
    """What Pearson's test says."""

    chi2: float
    """The sum of (found − expected)² / expected."""
    freedom: int
    """Degrees of freedom."""
    p: float
    """The chance that counts stray so far or farther."""


def chi_squared(found: Sequence[float], expected: Sequence[float], freedom: int) -> Verdict:
    """Test counts against what was expected of each. Raises `ValueError` unless something is expected of each."""
    if not all(one > 0.0 for one in expected):
        raise ValueError("of what is never expected, χ² says nothing")
    # scipy.stats has the same in one call, but takes longer to import than all else.
    from scipy.special import chdtrc

    chi2 = sum((one - other) ** 2 / other for one, other in zip(found, expected, strict=True))
    return Verdict(float(chi2), freedom, float(chdtrc(freedom, chi2)))
