"""Studies, with plays that take no game."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from small_campaigns import plan

from riotsim.lab.knobs import knob
from riotsim.lab.samples import Samples
from riotsim.lab.trial import Played
from riotsim.lab.tuning import HOPELESS, Study, Target, Tried, target

WANTED = [Target("turns", 7.3, 0.1)]

KNOB = knob("x=0.0..10.0")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_study_comes_nearer_the_longer_it_looks(seed: int, tmp_path: Path) -> None:
    """Of forty settings the last ten are several times nearer to what is wanted than the first ten, which are drawn by
    lot; and the best of all is the nearest.
    """
    tried: list[float] = []

    def play(number: int, options: Mapping[str, str]) -> Tried:
        assert number == len(tried)
        tried.append(float(options["x"]))
        return {"turns": tried[-1]}

    study = Study(tmp_path / "studies.sqlite", "one", [KNOB], WANTED, seed)
    study.run(40, play)
    away = np.abs(np.array(tried) - 7.3)
    assert away[-10:].mean() < away[:10].mean() / 2
    options, found, miss = study.best()
    assert abs(float(options["x"]) - 7.3) == away.min()
    assert miss == pytest.approx(((found["turns"] - 7.3) / 0.1) ** 2)


def test_a_setting_without_the_measure_loses_against_any_that_has_it(tmp_path: Path) -> None:
    """However far off that one is; and where there is no other, it is told to be hopeless."""
    study = Study(tmp_path / "studies.sqlite", "one", [KNOB], WANTED, 1)
    study.run(2, lambda *_: {})
    assert study.best()[1:] == ({}, HOPELESS)
    study.run(3, lambda *_: {"turns": 1e9})
    assert study.best()[1] == {"turns": 1e9}
    study.run(5, lambda *_: {})
    assert study.best()[1] == {"turns": 1e9}


def test_a_median_is_over_games_and_a_mean_over_pairs() -> None:
    """Of games of 1, 1, 1 and 9, 9, 10 turns, in two pairs of three, the median is between 1 and 9: 5, and not 5.17."""
    made = plan(
        arms={"apart": {}}, bosses=[{"name": "A"}, {"name": "B", "hand": "steady"}, {"name": "C", "bot": "random"}]
    )
    trials = list(made.trials())
    games = {trial: Played({"turns": turns}, {}, (), "", 0.0)
             for trial, turns in zip(trials, (1.0, 1.0, 1.0, 9.0, 9.0, 10.0), strict=True)}  # fmt: skip
    found = Samples(made, (0, 1), games)
    assert target("median turns=40").of(found, "apart") == 5.0
    assert target("turns=40").of(found, "apart") == pytest.approx(31 / 6)
    assert target("median falls=40").of(found, "apart") is None


@pytest.mark.parametrize(
    ("text", "within"),
    [("turns=40", 4.0), ("draws=0±0.02", 0.02), ("margin=-2", 0.2), ("first boss wins=0.5±0.05", 0.05)],
)
def test_a_target_says_how_near_is_near(text: str, within: float) -> None:
    """A tenth of what is wanted, if nothing else is said."""
    assert target(text).within == pytest.approx(within)


@pytest.mark.parametrize("text", ["draws=0", "draws=0.0", "draws=-0", "draws=0±0", "draws=1±0", "draws"])
def test_a_target_of_nothing_needs_to_be_told_how_near(text: str) -> None:
    """A tenth of 0 is no measure of anything."""
    with pytest.raises(ValueError, match=r"±|within 0|written like"):
        target(text)
