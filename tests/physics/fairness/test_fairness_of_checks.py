"""Checks in which the dice of two owners are thrown into one tray: their results have the exact chances."""

import pytest

from riotsim.app.odds import throw_checks
from riotsim.pools.exact import odds
from riotsim.testing.fairness import SIGNIFICANCE
from riotsim.testing.plugin import Record, Size

POOLS = (
    "d8 vs 2d6",
    "2d6lo vs d6",
    "d8+help d10 vs d12",
    "2d10 vs 3d4",
    "d6+wild d6 vs d8",
    "d4+d6+d8 vs d10+d12",
)

WIDE_AS_DEEP = {"tray.width": "8in"}
"""Option for a tray of 8 × 8 in."""


def check_is_fair(check: str, count: int, record: Record) -> None:
    """Throw a check many times, and compare its degrees of success with the exact chances."""
    found = throw_checks(odds(check), count, 11, options=WIDE_AS_DEEP)
    assert found["p"] is not None
    record(
        "fairness",
        f"{check}, thrown: p of the exact degrees",
        found=found["p"],
        at_least=SIGNIFICANCE,
        source="Pearson's χ² against the exact chances",
        note=f"{count} checks; {found['thrown_again']} dice thrown again",
    ).must_hold()


@pytest.mark.proof
@pytest.mark.parametrize("check", POOLS)
def test_thrown_checks_have_the_exact_chances(check: str, record: Record, size: Size) -> None:
    """In 20,000 thrown checks (in the long run), the degrees of success come up with their exact chances (Pearson's χ²,
    p above 0.001).
    """
    check_is_fair(check, size(500, 20_000), record)


@pytest.mark.parametrize("check", POOLS[::5])
def test_a_few_thrown_checks_have_the_exact_chances(check: str, record: Record) -> None:
    """In 40 thrown checks, the degrees of success come up with their exact chances. So few checks show only gross
    errors.
    """
    check_is_fair(check, 40, record)
