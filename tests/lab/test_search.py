"""Searches over options: parameters, Morris' method on known functions, and studies with made-up results in place of
games.
"""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_campaigns import plan

from riotsim.lab.campaigns.trial import Played
from riotsim.lab.search.parameters import Parameter, parse_parameter
from riotsim.lab.search.screening import design, effects, settings
from riotsim.lab.search.tuning import UNMEASURED_DISTANCE, Study, Target, TrialResult, parse_target
from riotsim.lab.statistics.samples import Samples

WANTED = [Target("turns", 7.3, 0.1)]

PARAMETER = parse_parameter("x=0.0..10.0")


@pytest.mark.parametrize("seed", [1, 2])
def test_a_study_comes_nearer_the_longer_it_looks(seed: int, tmp_path: Path) -> None:
    """If a study tries 30 settings, the last ten are on average at most half as far from the target as the first ten.
    The best setting of the study is the nearest of all.
    """
    tried: list[float] = []

    def play(number: int, options: Mapping[str, str]) -> TrialResult:
        assert number == len(tried)
        tried.append(float(options["x"]))
        return {"turns": tried[-1]}

    study = Study(tmp_path / "studies.sqlite", "one", [PARAMETER], WANTED, seed)
    study.run(30, play)
    away = np.abs(np.array(tried) - 7.3)
    assert away[-10:].mean() < away[:10].mean() / 2
    options, found, miss = study.best()
    assert abs(float(options["x"]) - 7.3) == away.min()
    assert miss == pytest.approx(((found["turns"] - 7.3) / 0.1) ** 2)


@pytest.mark.parametrize(
    ("parameters", "there"),
    [(("x=1..3",), 3), (("x=1..3", "y=any|none"), 6), (("x=0.0..0.001",), 11), (("x=2in..2.0012in",), 13)],
)
def test_a_small_space_is_covered_and_nothing_is_tried_twice(
    parameters: tuple[str, ...], there: int, tmp_path: Path
) -> None:
    """If a study has more trials than there are settings, it tries each setting once, and ends."""
    tried: list[str] = []

    def play(_: int, options: Mapping[str, str]) -> TrialResult:
        tried.append(str(dict(options)))
        return {"turns": 1.0}

    study = Study(tmp_path / "studies.sqlite", "one", [parse_parameter(text) for text in parameters], WANTED, 1)
    study.run(there - 1, play)
    assert len(set(tried)) == len(tried) == there - 1
    study.run(50, play)
    assert len(set(tried)) == len(tried) == study.done == study.settings == there


def test_a_larger_space_is_looked_through_without_playing_a_setting_twice(tmp_path: Path) -> None:
    """If a study tries 15 of 20 whole numbers, no number is tried twice, and the best one is found. Optuna alone would
    propose numbers near the best again and again.
    """
    tried: list[str] = []

    def play(number: int, options: Mapping[str, str]) -> TrialResult:
        assert number == len(tried)
        tried.append(options["x"])
        return {"turns": float(options["x"])}

    study = Study(tmp_path / "studies.sqlite", "one", [parse_parameter("x=1..20")], [Target("turns", 7.0, 0.1)], 1)
    study.run(15, play)
    assert len(set(tried)) == len(tried) == 15
    assert study.best()[0] == {"x": "7"}


@pytest.mark.parametrize("many", [2, 50])
def test_what_was_broken_off_is_taken_up_before_anything_else(many: int, tmp_path: Path) -> None:
    """If a trial is interrupted, the next run of the study repeats that trial first."""
    tried: list[str] = []

    def broken(_: int, options: Mapping[str, str]) -> TrialResult:
        tried.append(options["x"])
        raise KeyboardInterrupt

    def play(_: int, options: Mapping[str, str]) -> TrialResult:
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
    """A setting whose games lack the wanted measure loses against every setting that has it, however far that one is
    from the target. If no setting has the measure, the best one has the greatest possible distance.
    """
    study = Study(tmp_path / "studies.sqlite", "one", [PARAMETER], WANTED, 1)
    study.run(2, lambda *_: {})
    assert study.best()[1:] == ({}, UNMEASURED_DISTANCE)
    study.run(3, lambda *_: {"turns": 1e9})
    assert study.best()[1] == {"turns": 1e9}
    study.run(5, lambda *_: {})
    assert study.best()[1] == {"turns": 1e9}


def test_a_median_is_over_games_and_a_mean_over_pairs() -> None:
    """If six games in two pairs have 1, 1, 1, 9, 9 and 10 turns, their median is 5 and their mean 31/6. The median of a
    measure that no game has is None.
    """
    made = plan(
        arms={"apart": {}}, bosses=[{"name": "A"}, {"name": "B", "hand": "steady"}, {"name": "C", "bot": "random"}]
    )
    trials = list(made.trials())
    games = {trial: Played({"turns": turns}, {}, (), "", 0.0)
             for trial, turns in zip(trials, (1.0, 1.0, 1.0, 9.0, 9.0, 10.0), strict=True)}  # fmt: skip
    found = Samples(made, (0, 1), games)
    assert parse_target("median turns=40").measured_in(found, "apart") == 5.0
    assert parse_target("turns=40").measured_in(found, "apart") == pytest.approx(31 / 6)
    assert parse_target("median falls=40").measured_in(found, "apart") is None


@pytest.mark.parametrize(
    ("text", "within"),
    [("turns=40", 4.0), ("draws=0±0.02", 0.02), ("margin=-2", 0.2), ("first boss wins=0.5±0.05", 0.05)],
)
def test_a_target_says_how_near_is_near(text: str, within: float) -> None:
    """If a target doesn't say how near is near enough, a tenth of the wanted value is."""
    assert parse_target(text).within == pytest.approx(within)


@pytest.mark.parametrize("text", ["draws=0", "draws=0.0", "draws=-0", "draws=0±0", "draws=1±0", "draws"])
def test_a_target_of_nothing_needs_to_be_told_how_near(text: str) -> None:
    """A target of 0 is refused unless it says how near is near enough: a tenth of 0 would be 0. A distance of 0 is
    refused for any target.
    """
    with pytest.raises(ValueError, match=r"±|within 0|written like"):
        parse_target(text)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("tower.swig=1..3", ("1", "2", "3")),
        ("fight.shove=2in..4in", ("2in", "3in", "4in")),
        ("fight.shove=2..4in", ("2in", "3in", "4in")),
        ("scoot.order=any|ascending|nearest_first", ("any", "ascending", "nearest_first")),
        ("x=0.5..1.5", ("0.5", "1", "1.5")),
        ("x=1000000.5..1000002.5", ("1000000.5", "1000001.5", "1000002.5")),
    ],
)
def test_a_parameter_is_read_from_text(text: str, values: tuple[str, ...]) -> None:
    """The values at the start, the middle and the end of a parameter's range are written as in rules files."""
    assert tuple(parse_parameter(text).value_at(share) for share in (0.0, 0.5, 1.0)) == values


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tower.swig", "a knob is written like tower.swig=1..3 .*, not 'tower.swig'"),
        ("tower.swig=", "a knob is written like"),
        ("=1..2", "a knob is written like"),
        ("x=3..1", "x goes from a smaller to a larger number, not from 3 to 1"),
        ("x=2in..4mm", "x is given in in and in mm"),
        ("x=1..2..3", r"x needs two ends .*, not '1\.\.2\.\.3'"),
        ("x=a|", r"x has an empty choice, or one twice: 'a\|'"),
        ("x=a|a", r"x has an empty choice, or one twice: 'a\|a'"),
        ("x=one..two", "x needs two ends"),
        ("x=0.0001..0.0009", "x has ends that are nearer than 0.001 to each other"),
    ],
)
def test_an_invalid_parameter_is_refused(text: str, message: str) -> None:
    """If the text of a parameter is invalid, it is refused with a message that names the fault."""
    with pytest.raises(ValueError, match=message):
        parse_parameter(text)


@given(st.integers(-50, 50), st.integers(1, 50), st.floats(0, 1))
def test_whole_ends_give_whole_numbers_between_them(low: int, width: int, share: float) -> None:
    """If both ends of a parameter's range are whole numbers, each value is a whole number within the range: 1..3 means
    1, 2 or 3.
    """
    found = int(Parameter("x", (), low, low + width, "", True).value_at(share))
    assert low <= found <= low + width


PARAMETERS = [parse_parameter(text) for text in ("a=x|y", "b=p|q|r", "c=1..2", "d=1..3", "e=0..3", "f=0.5..2.5in")]

PLACES = {"x": 0.0, "y": 1.0, "p": 0.0, "q": 0.5, "r": 1.0}


def _place(option: str, value: str) -> float:
    """Return where a value lies in its parameter's range, 0 to 1."""
    low, high = {"c": (1, 2), "d": (1, 3), "e": (0, 3), "f": (0.5, 2.5)}.get(option, (0, 1))
    return PLACES[value] if value in PLACES else (float(value.removesuffix("in")) - low) / (high - low)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_effect_is_that_of_the_parameters_whole_range(seed: int) -> None:
    """Six parameters that each add 6 between their ends get an effect of exactly 6, however many values they have."""
    made = design(PARAMETERS, 10, seed)
    rows = [settings(PARAMETERS, row) for row in made]
    values = np.array([sum(6 * _place(option, value) for option, value in row.items()) for row in rows])
    found = {one.option: one for one in effects(PARAMETERS, made, values, 1.0)}
    assert set(found) == set("abcdef")
    for one in found.values():
        found_ones = [one.strength, one.low, one.high, one.mean, one.spread, one.chance]
        assert found_ones == pytest.approx([6.0, 6.0, 6.0, 6.0, 0.0, 0.0], abs=1e-9)


@pytest.mark.parametrize("pairs", [2, 6])
def test_a_parameter_that_works_either_way_is_strong_with_a_mean_of_nothing(pairs: int) -> None:
    """A parameter whose effect changes its sign has a large µ* and a large σ, and a mean near 0. Two pairs of games at
    each setting are enough to find it.
    """
    parameters = [parse_parameter(text) for text in ("sign=plus|minus", "size=0.0..1.0", "idle=1..5")]
    made = design(parameters, 40, 1)
    rows = [settings(parameters, row) for row in made]
    values = np.array([(1 if row["sign"] == "plus" else -1) * float(row["size"]) for row in rows])
    noise = np.random.default_rng(np.random.SeedSequence(4)).normal(0.0, 0.2, (len(made), pairs))
    found = {one.option: one for one in effects(parameters, made, values[:, None] + noise, 0.5)}
    assert found["size"].strength == pytest.approx(0.8, abs=0.25)
    assert abs(found["size"].mean) < 0.5 < found["size"].spread
    assert found["size"].matters
    assert found["sign"].matters
    assert not found["idle"].matters
    assert found["idle"].strength < 0.2


@pytest.mark.parametrize("pairs", [1, 3])
def test_a_chance_does_not_depend_on_the_unit_of_the_measure(pairs: int) -> None:
    """In millimetres an effect is 25.4 times as large as in inches, and its p-value is the same."""
    parameters = [parse_parameter(text) for text in ("a=0.0..1.0", "b=0.0..1.0", "c=1..5")]
    made = design(parameters, 8, 1)
    noise = np.random.default_rng(np.random.SeedSequence(4)).normal(0.0, 0.3, (len(made), pairs))
    inches = made @ np.array([0.6, 0.3, 0.0])[:, None] + noise
    first, second = (effects(parameters, made, scale * inches, scale * 0.5) for scale in (1.0, 25.4))
    for one, other in zip(first, second, strict=True):
        assert one.option == other.option
        assert one.chance == pytest.approx(other.chance)
        assert 25.4 * one.strength == pytest.approx(other.strength)
        assert 25.4 * one.mean_high == pytest.approx(other.mean_high)
    assert 0.0 < first[0].chance < first[-1].chance


def test_a_size_is_never_less_than_nothing() -> None:
    """If a parameter has an effect in only one of two places, the interval of µ* begins at 0, and not below."""
    parameters = [parse_parameter("a=0.0..1.0"), parse_parameter("b=0.0..1.0")]
    made = design(parameters, 2, 1)
    steps = np.arange(len(made)) >= len(made) // 2
    found = effects(parameters, made, np.where(steps, 9 * made[:, 0], 0.0), 1.0)
    one = next(one for one in found if one.option == "a")
    assert one.low == 0.0
    assert one.mean_low < 0.0 < one.high


def test_screening_finds_what_matters() -> None:
    """If a measure is 6 a − b, µ* is 6 for a, 1 for b and 0 for a third parameter."""
    parameters = [parse_parameter(text) for text in ("a=0.0..1.0", "b=0.0..1.0", "c=0.0..1.0")]
    made = design(parameters, 20, 3)
    a, b, _ = np.array([[float(value) for value in settings(parameters, row).values()] for row in made]).T
    found = {one.option: one for one in effects(parameters, made, 6 * a - b, 1.0)}
    assert found["a"].strength == pytest.approx(6.0)
    assert found["b"].strength == pytest.approx(1.0)
    assert found["b"].mean == pytest.approx(-1.0)
    assert found["c"].strength == pytest.approx(0.0)
    assert found["a"].spread == pytest.approx(0.0, abs=1e-9)
