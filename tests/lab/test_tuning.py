"""Studies, with plays that take no game."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from small_campaigns import plan

from riotsim.lab.campaigns.trial import Played
from riotsim.lab.search.parameters import parse_parameter
from riotsim.lab.search.tuning import UNMEASURED, Study, Target, Tried, parse_target
from riotsim.lab.statistics.samples import Samples

WANTED = [Target("turns", 7.3, 0.1)]

KNOB = parse_parameter("x=0.0..10.0")


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


@pytest.mark.parametrize(
    ("knobs", "there"),
    [(("x=1..3",), 3), (("x=1..3", "y=any|none"), 6), (("x=0.0..0.001",), 11), (("x=2in..2.002in",), 21)],
)
def test_a_small_space_is_covered_and_nothing_is_tried_twice(
    knobs: tuple[str, ...], there: int, tmp_path: Path
) -> None:
    """Where there are no more settings than trials each is played once, and then the study is over."""
    tried: list[str] = []

    def play(_: int, options: Mapping[str, str]) -> Tried:
        tried.append(str(dict(options)))
        return {"turns": 1.0}

    study = Study(tmp_path / "studies.sqlite", "one", [parse_parameter(text) for text in knobs], WANTED, 1)
    study.run(there - 1, play)
    assert len(set(tried)) == len(tried) == there - 1
    study.run(50, play)
    assert len(set(tried)) == len(tried) == study.done == study.settings == there


def test_a_larger_space_is_looked_through_without_playing_a_setting_twice(tmp_path: Path) -> None:
    """Of forty whole numbers thirty are tried, though Optuna proposes those near the best again and again."""
    tried: list[str] = []

    def play(number: int, options: Mapping[str, str]) -> Tried:
        assert number == len(tried)
        tried.append(options["x"])
        return {"turns": float(options["x"])}

    study = Study(tmp_path / "studies.sqlite", "one", [parse_parameter("x=1..40")], [Target("turns", 7.0, 0.1)], 1)
    study.run(30, play)
    assert len(set(tried)) == len(tried) == 30
    assert study.best()[0] == {"x": "7"}


@pytest.mark.parametrize("many", [2, 50])
def test_what_was_broken_off_is_taken_up_before_anything_else(many: int, tmp_path: Path) -> None:
    """Whether or not all settings are to be tried."""
    tried: list[str] = []

    def broken(_: int, options: Mapping[str, str]) -> Tried:
        tried.append(options["x"])
        raise KeyboardInterrupt

    def play(_: int, options: Mapping[str, str]) -> Tried:
        tried.append(options["x"])
        return {"turns": 1.0}

    study = Study(tmp_path / "studies.sqlite", "one", [parse_parameter("x=1..9")], WANTED, 1)
    with pytest.raises(KeyboardInterrupt):
        study.run(many, broken)
    study.run(many, play)
    first, *others = tried
    assert others[0] == first
    assert len(set(others)) == len(others) == min(many, 9)


def test_a_setting_without_the_measure_loses_against_any_that_has_it(tmp_path: Path) -> None:
    """However far off that one is; and where there is no other, it is told to be hopeless."""
    study = Study(tmp_path / "studies.sqlite", "one", [KNOB], WANTED, 1)
    study.run(2, lambda *_: {})
    assert study.best()[1:] == ({}, UNMEASURED)
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
    assert parse_target("median turns=40").of(found, "apart") == 5.0
    assert parse_target("turns=40").of(found, "apart") == pytest.approx(31 / 6)
    assert parse_target("median falls=40").of(found, "apart") is None


@pytest.mark.parametrize(
    ("text", "within"),
    [("turns=40", 4.0), ("draws=0±0.02", 0.02), ("margin=-2", 0.2), ("first boss wins=0.5±0.05", 0.05)],
)
def test_a_target_says_how_near_is_near(text: str, within: float) -> None:
    """A tenth of what is wanted, if nothing else is said."""
    assert parse_target(text).within == pytest.approx(within)


@pytest.mark.parametrize("text", ["draws=0", "draws=0.0", "draws=-0", "draws=0±0", "draws=1±0", "draws"])
def test_a_target_of_nothing_needs_to_be_told_how_near(text: str) -> None:
    """A tenth of 0 is no measure of anything."""
    with pytest.raises(ValueError, match=r"±|within 0|written like"):
        parse_target(text)
