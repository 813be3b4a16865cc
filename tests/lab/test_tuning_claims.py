"""What tuning claims, in studies of made-up games: whether options have an effect, and whether a target is met."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pytest
from small_campaigns import plan

from riotsim.lab.campaigns.plan import Trial
from riotsim.lab.campaigns.trial import Played
from riotsim.lab.search.confirmation import Confirmed, Tried, chance_of_nothing, chosen, confirmed
from riotsim.lab.search.parameters import parse_parameter
from riotsim.lab.search.tuning import Target
from riotsim.lab.statistics.intervals import Estimate, median_estimate
from riotsim.lab.statistics.samples import Samples

PARAMETERS = [parse_parameter("x=0.0..1.0"), parse_parameter("y=0.0..1.0")]

TARGETS = [Target("draws", 0.5, 0.05)]

TRIALS, PAIRS, FRESH = 20, 20, 200


class Claims(NamedTuple):
    """The results of many made-up studies."""

    idle: float
    """Share of studies that found no option with an effect."""
    met_wrongly: float
    """Share of studies that wrongly say that a setting meets the target."""
    miss: float
    """Mean distance of the proposed setting's true value from the target."""
    miss_of_trials: float
    """Mean distance of the true value from the target, at the setting whose trial came nearest."""


def _truth(setting: Mapping[str, str], slope: float) -> float:
    """Return the true share of draws at a setting; only `x` has an effect, of size `slope`."""
    return 0.57 + slope * (float(setting["x"]) - 1 / 3)


def _claims(slope: float, studies: int) -> Claims:
    made = plan(arms={"setting 1": {}, "setting 2": {}, "contrast": {}})
    idle, wrongly, miss, by_trials = 0, 0, [], []
    for seed in range(studies):
        rng = np.random.default_rng(np.random.SeedSequence(61, spawn_key=(seed,)))
        tried = []
        for _ in range(TRIALS):
            setting = {one.option: one.value_at(rng.random()) for one in PARAMETERS}
            won = rng.binomial(1, _truth(setting, slope), PAIRS)
            tried.append(Tried(setting, {"draws": won.mean()}, {"draws": won.var(ddof=1)}, PAIRS))
        settings = chosen(PARAMETERS, TARGETS, tried, seed)
        games = {
            Trial(arm, pair, 0): Played({"draws": float(rng.random() < _truth(one, slope))}, {}, (), "", 0.0)
            for arm, one in settings.items()
            for pair in range(FRESH)
        }
        found = Samples(made, tuple(range(FRESH)), games)
        chance, results = chance_of_nothing(found, TARGETS), confirmed(settings, found, TARGETS)
        idle += chance is None or chance >= 0.05
        wrongly += any(_wrongly(one, slope) for one in results)
        miss.append(abs(_truth(settings["setting 1"], slope) - 0.5))
        nearest = min(tried, key=lambda one: abs(one.found["draws"] - 0.5))
        by_trials.append(abs(_truth(nearest.setting, slope) - 0.5))
    return Claims(idle / studies, wrongly / studies, float(np.mean(miss)), float(np.mean(by_trials)))


def _wrongly(one: Confirmed, slope: float) -> bool:
    return one.answers["draws"] == "met" and abs(_truth(one.setting, slope) - 0.5) > 0.05


@pytest.mark.parametrize("studies", [5, pytest.param(200, marks=pytest.mark.proof)])
def test_options_that_do_nothing_are_called_so(studies: int) -> None:
    """If no option has an effect, at least 90 % of studies say so. At most 5 % say that a target of 50 % is met, where
    the truth is 57 %.
    """
    claims = _claims(0.0, studies)
    assert claims.idle >= 0.9
    assert claims.met_wrongly <= 0.05


@pytest.mark.parametrize("studies", [5, pytest.param(200, marks=pytest.mark.proof)])
def test_an_option_that_works_is_seen_and_used(studies: int) -> None:
    """If an option has an effect of 45 points, at least 60 % of studies see it. The proposed setting is much nearer to
    the target than the one whose few games came nearest.
    """
    claims = _claims(-0.45, studies)
    assert claims.idle <= 0.4
    assert claims.met_wrongly <= 0.05
    assert claims.miss < 0.7 * claims.miss_of_trials


@pytest.mark.parametrize("campaigns", [12, pytest.param(1000, marks=pytest.mark.proof)])
def test_an_interval_of_a_median_holds_it_at_all_looks(campaigns: int) -> None:
    """If a campaign is looked at ten times, the interval of the median holds the true median at all ten looks, in 95 %
    of campaigns. The numbers are skewed.
    """
    rng = np.random.default_rng(np.random.SeedSequence(62))
    held = 0
    found: list[Estimate | None] = []
    for _ in range(campaigns):
        values = rng.exponential(size=(100, 2))
        found = [median_estimate(values[:pairs]) for pairs in range(10, 101, 10)]
        held += all(one is not None and one.low <= np.log(2) <= one.high for one in found)
    assert held / campaigns >= 0.95 - 3 * np.sqrt(0.05 * 0.95 / campaigns)
    last = found[-1]
    assert last is not None
    assert np.isfinite([last.low, last.high]).all()
