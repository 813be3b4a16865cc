"""How the terminal tells what a campaign has found."""

import math

import pytest

from riotsim.commands.lab_run import shown_estimate
from riotsim.lab.intervals import Estimate


@pytest.mark.parametrize(
    ("one", "told"),
    [
        (Estimate(-math.inf, -math.inf, 113.4, 2), "-∞ (-∞…+113.4)"),
        (Estimate(math.inf, 0.04, math.inf, 2), "+∞ (+0.04…+∞)"),
        (Estimate(0.0, -math.inf, math.inf, 2), "+0.00 (?)"),
        (Estimate(-0.001, -0.5, 0.4, 2), "+0.00 (-0.50…+0.40)"),
    ],
)
def test_who_won_nothing_has_an_interval_in_the_terminal_as_in_the_report(one: Estimate, told: str) -> None:
    """No Elo is too low for no win, and it is known how high it may be; a question mark is for what is not known."""
    assert shown_estimate(one, signed=True) == told


def test_ratings_are_told_in_whole_points() -> None:
    """Nobody means tenths of them."""
    assert shown_estimate(Estimate(1234.56, 78.9, math.inf, 2), signed=True, digits=0) == "+1235 (+79…+∞)"
