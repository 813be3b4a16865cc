"""Pearson's χ² test, compared with published tables and with scipy."""

import pytest
from scipy.special import chdtrc

from riotsim.measuring.chi_squared import chi_squared, p_value


@pytest.mark.parametrize(("freedom", "passed"), [(1, 3.841), (2, 5.991), (5, 11.070), (10, 18.307), (30, 43.773)])
def test_one_in_twenty_passes_what_tables_have(freedom: int, passed: float) -> None:
    """If χ² has the tabled value for 5 % (Abramowitz and Stegun, table 26.8, three decimals), the p-value is 5 %."""
    assert p_value(freedom, passed) == pytest.approx(0.05, abs=5e-5)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 11, 19, 20, 99, 100, 999, 5000])
def test_it_is_what_scipy_makes_of_it(freedom: int) -> None:
    """The p-value equals scipy's to ten digits, from tiny values of χ² to very large ones."""
    for chi2 in (1e-9, 0.1 * freedom, 0.9 * freedom, freedom, 1.1 * freedom + 3, 2 * freedom + 30, 4 * freedom + 200):
        assert p_value(freedom, chi2) == pytest.approx(float(chdtrc(freedom, chi2)), rel=1e-10, abs=1e-300)
    assert p_value(freedom, 0.0) == 1.0


def test_counts_as_expected_stray_in_no_way() -> None:
    """If all counts are as expected, χ² is 0 and the p-value is 1."""
    verdict = chi_squared([10, 10], [10, 10], 1)
    assert (verdict.chi2, verdict.p) == (0.0, 1.0)
