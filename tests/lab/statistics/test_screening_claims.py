"""What a screening claims, on made-up games: options that do nothing are no more than noise, and one that works is
found with the number of pairs that is proposed.
"""

from typing import NamedTuple

import numpy as np
import pytest

from riotsim.lab.search.parameters import parse_parameter
from riotsim.lab.search.screening import MAX_PAIRS, PILOT_PAIRS, design, effects, pairs_needed

PARAMETERS = [parse_parameter(f"{name}=0.0..1.0") for name in "abcde"]

DIFFERENCE = 8.0
"""The smallest effect that matters (turns)."""


class Claims(NamedTuple):
    """Shares of the made-up screenings that make a certain claim."""

    all_noise: float
    """Share of the screenings that call every option no more than noise."""
    first: float
    """Share of the screenings that put the first option first."""


def _claims(effect: float, scatter: float, screenings: int, looks: int = 1) -> Claims:
    """Return what screenings of five options say, of which the first has an effect.

    Args:
        effect: Its effect on the measure (turns).
        scatter: Standard deviation of a game (turns).
        screenings: Number of screenings.
        looks: Number of times that somebody looks, each time after as many pairs as are proposed at first. A screening
            calls an option more than noise if it does so at any look.
    """
    all_noise = first = 0
    for seed in range(screenings):
        rng = np.random.default_rng(np.random.SeedSequence(71, spawn_key=(seed,)))
        made = design(PARAMETERS, 10, seed)
        truth = 40.0 + effect * made[:, [0]]
        values = truth + rng.normal(0.0, scatter, (len(made), PILOT_PAIRS))
        pairs = min(pairs_needed(PARAMETERS, made, values, DIFFERENCE), MAX_PAIRS)
        more = truth + rng.normal(0.0, scatter, (len(made), looks * pairs - PILOT_PAIRS))
        values = np.concatenate((values, more), axis=1)
        ranked = [effects(PARAMETERS, made, values[:, : look * pairs], DIFFERENCE) for look in range(1, looks + 1)]
        all_noise += not any(one.matters for look in ranked for one in look)
        first += ranked[0][0].option == "a"
    return Claims(all_noise / screenings, first / screenings)


@pytest.mark.parametrize("screenings", [20, pytest.param(300, marks=pytest.mark.proof)])
@pytest.mark.parametrize("scatter", [12.0, 25.0])
def test_options_that_do_nothing_are_noise(scatter: float, screenings: int) -> None:
    """If none of five options has an effect, at least 90 % of screenings call all of them no more than noise."""
    assert _claims(0.0, scatter, screenings).all_noise >= 0.9


@pytest.mark.parametrize("screenings", [20, pytest.param(300, marks=pytest.mark.proof)])
@pytest.mark.parametrize("scatter", [12.0, 25.0])
def test_an_option_that_works_comes_first(scatter: float, screenings: int) -> None:
    """Of five options, one has an effect of 8 turns. With the proposed pairs, it comes first in at least 80 % of
    screenings.
    """
    assert _claims(8.0, scatter, screenings).first >= 0.8


@pytest.mark.parametrize("screenings", [5, pytest.param(100, marks=pytest.mark.proof)])
def test_a_screening_may_be_looked_at_ten_times(screenings: int) -> None:
    """If no option has an effect, at most 5 % of screenings call one more than noise at any of ten looks."""
    assert _claims(0.0, 12.0, screenings, looks=10).all_noise >= 0.95
