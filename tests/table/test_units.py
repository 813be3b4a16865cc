"""The notation of lengths."""

import pytest

from riotsim.table.units import format_short


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (0.00012345, "0.000123"),
        (0.5, "0.5"),
        (16.0, "16"),
        (-2.345, "-2.35"),
        (47625.4, "47,625"),
        (0.0000123, "1.23e-05"),
        (2_500_000.0, "2.5e+06"),
    ],
)
def test_a_measured_figure_has_three_digits(value: float, text: str) -> None:
    """Thousands are told apart, and only what is below a ten-thousandth or a million and more has an exponent."""
    assert format_short(value) == text
