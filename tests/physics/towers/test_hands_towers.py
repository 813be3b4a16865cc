"""The hands that come with the program build towers as often as statics says of their errors."""

import pytest
from scipy.stats import binom

from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.measuring.hands import TowerTrial, height_results, try_tower
from riotsim.measuring.standing import SAMPLE_COUNT, standing_chances
from riotsim.testing.findings import Chart, Series
from riotsim.testing.plugin import Record, Size

DICE = 10
"""Dice of the towers whose number is compared with statics."""

RARE = 0.001
"""Probability that chance alone leads outside the bounds."""


@pytest.mark.takes(1.5)
@pytest.mark.parametrize("name", ["steady", "average", "drunk"])
def test_a_hand_builds_as_many_towers_of_ten_as_statics_says(record: Record, size: Size, name: str) -> None:
    """If a hand builds 4 towers (150 in the long size), as many reach ten dice as statics says: p is above 0.001
    (binomial). Statics knows the hand's errors of place, but not that dice are turned askew; see `standing_chances`.
    """
    towers = size(4, 150)
    heights = tuple(range(1, DICE + 1))
    hand = load_rules("riot_dice", Rulebook).hands[name].hand
    trial = TowerTrial(hand, heights, 4)
    expected = standing_chances(hand, heights)
    found = [
        row.stacked.stood / towers
        for row in height_results(trial, [try_tower(trial, number) for number in range(towers)])
    ]
    chance = min(max(expected[-1], 1 / SAMPLE_COUNT), 1 - 1 / SAMPLE_COUNT)  # statics is asked of so many towers
    record(
        "hands",
        f"towers of {DICE} by the {name} hand",
        found=found[-1],
        expected=expected[-1],
        at_least=float(binom.ppf(RARE / 2, towers, chance)) / towers,
        at_most=float(binom.isf(RARE / 2, towers, chance)) / towers,
        source="statics of the centres of mass",
        note=f"The share of {towers} towers.",
        charts=(
            Chart(
                "Towers that grow so high",
                "dice",
                "share",
                (
                    Series(f"statics, {name}", heights, tuple(expected), "line"),
                    Series(f"found, {name}", heights, tuple(found)),
                ),
            ),
        ),
    ).must_hold()
