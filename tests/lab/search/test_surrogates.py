"""The model of a measure over the options, and the settings that it proposes, against plain computations."""

import math
from types import SimpleNamespace
from typing import Literal, cast

import numpy as np
import pytest
from scipy import stats

from riotsim.lab.search import confirmation, surrogate
from riotsim.lab.search.confirmation import (
    CONTRAST,
    Confirmed,
    Tried,
    chance_of_nothing,
    chosen,
    confirmed,
    deviation,
    level,
    models,
    pairs_needed,
    tried_of,
)
from riotsim.lab.search.parameters import Parameter, parse_parameter
from riotsim.lab.search.surrogate import Importance, Surrogate
from riotsim.lab.search.tuning import Target, parse_target
from riotsim.lab.statistics.intervals import Difference, Estimate, adjusted_p_values, estimate, median_estimate
from riotsim.lab.statistics.precision import pairs_to_show
from riotsim.lab.statistics.samples import Samples

KNOBS = [parse_parameter("x=0.0..2.0"), parse_parameter("y=p|q|r")]

SETTINGS = [
    {"x": x, "y": y} for x, y in (("0", "p"), ("0.5", "q"), ("1", "r"), ("1.5", "p"), ("2", "q"), ("0.75", "p"))
]

VALUES = np.array([3.0, 4.5, 7.0, 6.0, 9.5, 4.0])

NOISE = np.array([0.1, 0.2, 0.1, 0.3, 0.1, 0.2])


def _model() -> Surrogate:
    return Surrogate(KNOBS, SETTINGS, VALUES, NOISE)


def _squares(one: dict[str, str], other: dict[str, str]) -> tuple[float, float]:
    """Return the squared distance of two settings along each option: the range of `x` is 2 wide, and choices differ."""
    return ((float(one["x"]) - float(other["x"])) / 2) ** 2, float(one["y"] != other["y"])


def _covariance(rows: list[dict[str, str]], columns: list[dict[str, str]], scales: np.ndarray) -> np.ndarray:
    """Return the covariance of a Gaussian process by Rasmussen and Williams (2006), equation 5.1, in a plain loop."""
    lengths = np.exp(scales[1:])
    return np.array([
        [math.exp(scales[0] - sum(square / (2 * length**2)
                                  for square, length in zip(_squares(row, column), lengths, strict=True)))
         for column in columns]
        for row in rows
    ])  # fmt: skip


def _standard() -> tuple[float, float, np.ndarray, np.ndarray]:
    """Return middle and unit of the values, the values in this unit, and their noise.

    The middle is a mean in which each value counts 1 / (1 + noise).
    """
    unit = float(VALUES.std())
    noise = NOISE / unit**2
    weights = 1.0 / (1.0 + noise)
    middle = float(np.average(VALUES, weights=weights))
    return middle, unit, (VALUES - middle) / unit, noise


def test_a_model_predicts_as_a_gaussian_process() -> None:
    """A prediction has the mean and deviation of a Gaussian process (Rasmussen and Williams 2006, equations 2.25 and
    2.26).
    """
    model = _model()
    middle, unit, values, noise = _standard()
    new = [{"x": "0.25", "y": "p"}, {"x": "1.75", "y": "r"}, {"x": "1", "y": "q"}]
    scales = model._scales
    known = _covariance(SETTINGS, SETTINGS, scales) + np.diag(noise)
    cross = _covariance(new, SETTINGS, scales)
    mean, spread = model.predict(new)
    assert mean == pytest.approx(middle + unit * cross @ np.linalg.solve(known, values))
    variance = np.diag(_covariance(new, new, scales) - cross @ np.linalg.solve(known, cross.T))
    assert spread == pytest.approx(unit * np.sqrt(variance))


@pytest.mark.parametrize("fitted", [300, 4])
def test_the_scales_are_the_likeliest_ones(fitted: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The chosen scales make the latest values likeliest. Logarithms of lengths have normal priors of deviation 1.5.
    The variance has an exponential prior of mean 2. Other scales are less likely.
    """
    monkeypatch.setattr(surrogate, "MAX_FITTED", fitted)
    _, _, values, noise = _standard()
    latest = slice(-fitted, None)

    def likely(scales: np.ndarray) -> float:
        covariance = _covariance(SETTINGS, SETTINGS, scales)[latest, latest] + np.diag(noise[latest])
        fit = float(stats.multivariate_normal.logpdf(values[latest], np.zeros(len(covariance)), covariance))
        return fit + float(stats.norm.logpdf(scales[1:], 0, 1.5).sum()) - math.exp(scales[0]) / 2

    best = _model()._scales
    for axis in range(3):
        for step in (-1.0, -0.2, -0.01, 0.01, 0.2, 1.0):
            other = best.copy()
            other[axis] += step
            assert likely(other) < likely(best) + 1e-7


def test_equal_values_give_a_constant_model() -> None:
    """The model of equal values is constant. Their unit is 1, so nothing is divided by 0."""
    model = Surrogate(KNOBS, SETTINGS[:3], np.full(3, 4.0), np.full(3, 0.1))
    mean, spread = model.predict(SETTINGS)
    assert mean == pytest.approx(np.full(6, 4.0))
    assert (spread > 0.0).all()


def test_an_option_matters_by_its_mean_curve() -> None:
    """For up to nine values of an option, the measure is averaged over 16 random settings of the other options. The
    option's reach is the greatest of these means minus the least. The deviation is that of this difference.
    """
    model = _model()
    rng = np.random.default_rng(11)
    expected = []
    for knob, shares in zip(KNOBS, (np.linspace(0.0, 1.0, 9), np.linspace(0.0, 1.0, 3)), strict=True):
        others = [{one.option: one.value_at(float(rng.random())) for one in KNOBS} for _ in range(16)]
        groups = [[{**other, knob.option: knob.value_at(float(share))} for other in others] for share in shares]
        curve = [model.predict(group)[0].mean() for group in groups]
        top, bottom = groups[int(np.argmax(curve))], groups[int(np.argmin(curve))]
        _, covariance = model._joint([*top, *bottom])
        signs = np.array([1 / 16] * 16 + [-1 / 16] * 16)
        expected.append(Importance(knob.option, max(curve) - min(curve), math.sqrt(signs @ covariance @ signs)))
    found = model.importance(11)
    assert [one.option for one in found] == [one.option for one in sorted(expected, key=lambda one: -one.reach)]
    for one in expected:
        (same,) = (other for other in found if other.option == one.option)
        assert same.reach == pytest.approx(one.reach)
        assert same.deviation == pytest.approx(one.deviation, rel=1e-4)


def test_a_joint_prediction_has_the_covariance_of_its_errors() -> None:
    """The covariance of a joint prediction is symmetrical. Its diagonal is the square of the deviations that `predict`
    gives.
    """
    mean, covariance = _model()._joint(SETTINGS)
    alone, spread = _model().predict(SETTINGS)
    assert mean == pytest.approx(alone)
    assert np.sqrt(np.diag(covariance)) == pytest.approx(spread)
    assert covariance == pytest.approx(covariance.T)


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("a.b=1..3", Parameter("a.b", (), 1.0, 3.0, "", True)),
        (" a.b = 2 .. 4in ", Parameter("a.b", (), 2.0, 4.0, "in", False)),
        ("a=2in..4", Parameter("a", (), 2.0, 4.0, "in", False)),
        ("a=-2..4", Parameter("a", (), -2.0, 4.0, "", True)),
        ("a=1.5..4", Parameter("a", (), 1.5, 4.0, "", False)),
        ("a=1..4.5", Parameter("a", (), 1.0, 4.5, "", False)),
        ("a=x | y", Parameter("a", ("x", "y"))),
        ("a=0..0.001", Parameter("a", (), 0.0, 0.001, "", False)),
    ],
)
def test_a_parameter_has_ends_or_choices(text: str, made: Parameter) -> None:
    """Two whole ends without a unit make a range of whole numbers. One unit holds for both ends."""
    assert parse_parameter(text) == made


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a", "a knob is written like tower.swig=1..3 or scoot.order=any|ascending, not 'a'"),
        ("=1..2", "a knob is written like tower.swig=1..3 or scoot.order=any|ascending, not '=1..2'"),
        ("a=", "a knob is written like tower.swig=1..3 or scoot.order=any|ascending, not 'a='"),
        ("a=x|", "a has an empty choice, or one twice: 'x|'"),
        ("a=x|y|x", "a has an empty choice, or one twice: 'x|y|x'"),
        ("a=1", "a needs two ends (1..3, 2in..4in) or choices (any|ascending), not '1'"),
        ("a=1..2..3", "a needs two ends (1..3, 2in..4in) or choices (any|ascending), not '1..2..3'"),
        ("a=1..x", "a needs two ends (1..3, 2in..4in) or choices (any|ascending), not '1..x'"),
        ("a=1in..2mm", "a is given in in and in mm"),
        ("a=2..2", "a goes from a smaller to a larger number, not from 2 to 2"),
        ("a=3..2", "a goes from a smaller to a larger number, not from 3 to 2"),
        ("a=0..0.0009", "a has ends that are nearer than 0.001 to each other: '0..0.0009'"),
    ],
)
def test_a_parameter_that_can_not_be_is_refused_in_one_sentence(text: str, says: str) -> None:
    """If the text of a parameter is wrong, one sentence refuses it and names the option or what was written."""
    with pytest.raises(ValueError, match=r"\w") as refused:
        parse_parameter(text)
    assert str(refused.value) == says


@pytest.mark.parametrize(
    ("text", "count", "by_index"),
    [
        ("a=1..3", 3, {0: "1", 1: "2", 2: "3"}),
        ("a=-2..2", 5, {0: "-2", 4: "2"}),
        ("a=2in..4in", 20_001, {0: "2in", 1: "2.0001in", 10_000: "3in", 20_000: "4in"}),
        ("a=0.5..0.502", 21, {0: "0.5", 1: "0.5001", 20: "0.502"}),
        ("a=x|y|z", 3, {0: "x", 1: "y", 2: "z"}),
    ],
)
def test_values_of_a_parameter_are_counted(text: str, count: int, by_index: dict[int, str]) -> None:
    """The values of a parameter are whole numbers, steps of 0.0001, or choices. A value's position in the range is
    found again from its text.
    """
    knob = parse_parameter(text)
    assert knob.value_count == count
    assert {k: knob.value_by_index(k) for k in by_index} == by_index
    for k, value in by_index.items():
        assert knob.share(value) == pytest.approx(k / (count - 1), abs=1e-9)


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        ("a=x|y|z", {0.0: "x", 0.32: "x", 0.34: "y", 0.66: "y", 0.67: "z", 1.0: "z"}),
        ("a=1..5", {0.0: "1", 0.12: "1", 0.13: "2", 1.0: "5"}),
        ("a=2mm..3mm", {0.0: "2mm", 0.5: "2.5mm", 0.33333: "2.3333mm", 1.0: "3mm"}),
    ],
)
def test_a_position_in_a_range_is_a_value(text: str, shares: dict[float, str]) -> None:
    """A position in a range becomes the value at that place. Choices have equal parts of the range."""
    knob = parse_parameter(text)
    assert {share: knob.value_at(share) for share in shares} == shares


def test_a_value_is_read_as_a_number_of_its_range() -> None:
    """A value is read as a whole number, as a number without its unit, or as the text of a choice."""
    found = [
        parse_parameter(knob).parse(text) for knob, text in (("a=1..5", "3"), ("a=2in..4in", "2.5in"), ("a=1|2", "2"))
    ]
    assert found == [3, 2.5, "2"]
    assert [type(one) for one in found] == [int, float, str]


def test_a_target_counts_in_its_tolerance() -> None:
    """A value's miss is the square of its distance from the target, in tolerances: twice the tolerance gives 4. At the
    tolerance, the target is still met. Without a tolerance, a tenth of the target is used.
    """
    target = Target("turns", 10.0, 2.0)
    assert [target.miss(found) for found in (10.0, 12.0, 6.0, 11.0)] == [0.0, 1.0, 4.0, 0.25]
    assert [target.is_met(found) for found in (8.0, 12.0, 7.99, 12.01)] == [True, True, False, False]
    assert parse_target(" median turns =40 ") == Target("median turns", 40.0, 4.0)
    assert parse_target("turns=-40") == Target("turns", -40.0, 4.0)
    assert parse_target("wins=0.5±0.25") == Target("wins", 0.5, 0.25)
    assert (Target("median turns", 1, 1).figure, Target("median turns", 1, 1).is_median) == ("turns", True)
    assert (target.figure, target.is_median) == ("turns", False)


TURNS, WINS = Target("turns", 10.0, 2.0), Target("median wins", 0.5, 0.1)

NAN = math.nan


def test_a_trial_is_summed_up_by_its_means_and_variances() -> None:
    """A trial has the mean or median of each measure, and its variance. A measure that no game has is left out. With
    fewer than two values, the variance isn't known.
    """
    values = {
        "turns": np.array([8.0, 10.0, NAN, 12.0]),
        "wins": np.array([NAN, 0.5, NAN, NAN]),
        "falls": np.full(4, NAN),
    }
    found = cast(
        "Samples",
        SimpleNamespace(
            values=lambda _, measure: values[measure], by_game=lambda _, measure: values[measure], pairs=(0, 1, 2, 3)
        ),
    )
    made = tried_of({"x": "1"}, found, "one", [TURNS, WINS, Target("falls", 1.0, 1.0)])
    assert (made.setting, made.found, made.pairs) == ({"x": "1"}, {"turns": 10.0, "median wins": 0.5}, 4)
    assert made.variances["turns"] == 4.0
    assert np.isnan([made.variances["median wins"], made.variances["falls"]]).all()


def _tried(x: str, turns: float | None, variance: float, pairs: int = 4) -> Tried:
    return Tried({"x": x}, {} if turns is None else {"turns": turns}, {"turns": variance}, pairs)


def test_the_scatter_of_a_measure_is_that_within_settings() -> None:
    """The scatter of a measure is the root of its mean variance over pairs. If no variance is known, the settings'
    values count as scatter.
    """
    known = [_tried("0", 1.0, 4.0), _tried("1", 5.0, 16.0), _tried("2", 9.0, NAN)]
    assert deviation(TURNS, known) == pytest.approx(math.sqrt(10.0))
    unknown = [_tried("0", 1.0, NAN), _tried("1", 5.0, NAN), _tried("2", None, NAN)]
    assert deviation(TURNS, unknown) == 2.0
    assert deviation(TURNS, unknown[:2], np.array([2.0, 12.0])) == 5.0
    assert deviation(TURNS, []) == 0.0


def test_intervals_of_a_confirmation_hold_together() -> None:
    """The intervals of two settings leave out 5 % together. With one target each leaves out 2.5 %, with three targets a
    sixth of 5 %.
    """
    assert level([TURNS]) == pytest.approx(0.975)
    assert level([TURNS, WINS, TURNS]) == pytest.approx(1.0 - 0.05 / 6)


def test_as_many_pairs_are_needed_as_the_hardest_target_takes() -> None:
    """With the needed pairs, a distance of one tolerance can be told even for the hardest target. Its interval has the
    level of all intervals.
    """
    tried = [Tried({"x": "0"}, {"turns": 1.0}, {"turns": 9.0, "median wins": 0.01}, 4)]
    turns, wins = pairs_to_show(2.0, 3.0, 0.9875), pairs_to_show(0.1, 0.1, 0.9875)
    assert turns != wins
    assert pairs_needed([TURNS, WINS], tried) == max(turns, wins)
    assert pairs_needed([WINS], tried) == pairs_to_show(0.1, 0.1, 0.975)
    assert pairs_needed([], tried) == 20
    assert pairs_needed([TURNS], [Tried({}, {}, {"turns": 0.0}, 4)]) == pairs_to_show(2.0, 1e-9, 0.975)


def test_a_model_is_made_of_the_trials_that_measure_it() -> None:
    """A model is made of the trials that have its measure. The noise of a trial is the mean of their known variances,
    divided by the trial's own number of pairs.
    """
    knobs = [parse_parameter("x=0.0..2.0")]
    tried = [_tried("0", 1.0, 4.0, 2), _tried("1", 5.0, 16.0, 0), _tried("2", None, 1.0), _tried("2", 9.0, NAN, 8)]
    found = models(knobs, [TURNS, WINS], tried)
    assert [*found] == ["turns"]
    values = np.array([1.0, 5.0, 9.0])
    plain = Surrogate(knobs, [{"x": "0"}, {"x": "1"}, {"x": "2"}], values, 10.0 / np.array([2.0, 1.0, 8.0]))
    there = [{"x": "0.5"}, {"x": "1.5"}]
    for one, other in zip(found["turns"].predict(there), plain.predict(there), strict=True):
        assert one == pytest.approx(other)


def _choices(*choices: str) -> dict[str, dict[str, str]]:
    """Return the settings that are chosen after one trial of each choice. The first choices have the measures 1, 6, 10,
    20 and 40.
    """
    knobs = [Parameter("x", choices)]
    values = [1.0, 6.0, 10.0, 20.0, 40.0]
    tried = [_tried(choice, value, 0.01) for choice, value in zip(choices, values, strict=False)]
    return {name: dict(one) for name, one in chosen(knobs, [TURNS], tried, 3).items()}


def test_the_best_settings_and_a_contrast_are_played_again() -> None:
    """The two best settings and the one that differs most are played again. With a target of 10, the choices with 10
    and 6 are best, and that with 40 differs most. With two choices there is no contrast.
    """
    assert _choices("a", "b", "c", "d", "e") == {"setting 1": {"x": "c"}, "setting 2": {"x": "b"}, CONTRAST: {"x": "e"}}
    assert _choices("a", "b", "c") == {"setting 1": {"x": "c"}, "setting 2": {"x": "b"}, CONTRAST: {"x": "a"}}
    assert _choices("a", "b") == {"setting 1": {"x": "b"}, "setting 2": {"x": "a"}}


def test_the_best_setting_may_be_one_that_was_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best setting may lie between those that were tried. It is the one nearest to all targets, measured in
    tolerances.
    """
    monkeypatch.setattr(confirmation, "DRAWN_SETTINGS", 60)
    knobs = [parse_parameter("x=0.0..1.0")]
    tried = [Tried({"x": str(x)}, {"turns": 20.0 * x, "wins": x}, {"turns": 0.01, "wins": 0.0001}, 50)
             for x in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)]  # fmt: skip
    for targets, near in (([TURNS], 0.5), ([Target("turns", 10.0, 5.0), Target("wins", 0.3, 0.01)], 0.3)):
        found = chosen(knobs, targets, tried, 3)
        assert [*found] == ["setting 1", "setting 2", CONTRAST]
        assert float(found["setting 1"]["x"]) == pytest.approx(near, abs=0.03)
        assert float(found["setting 2"]["x"]) in (0.2, 0.4, 0.6)
        assert abs(float(found[CONTRAST]["x"]) - near) > 0.45


@pytest.mark.parametrize(
    ("low", "high", "answer"),
    [
        (8.0, 12.0, "met"), (7.9, 12.0, "not known"), (8.0, 12.1, "not known"), (12.1, 13.0, "missed"),
        (12.0, 13.0, "not known"), (5.0, 7.9, "missed"), (5.0, 8.0, "not known"), (0.0, 20.0, "not known"),
    ],
)  # fmt: skip
def test_a_target_is_met_if_the_whole_interval_is_within(
    low: float, high: float, answer: Literal["met", "missed", "not known"], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A target is met if the whole interval is within its tolerance, and missed if none of it is. A measure that no
    game has isn't known, and the contrast is left out.
    """
    ends = Estimate(10.0, low, high, 9)
    monkeypatch.setattr(confirmation, "_estimate", lambda _, arm, one, level: None if one == WINS else ends)
    settings = {"setting 1": {"x": "1"}, "setting 2": {"x": "2"}, CONTRAST: {"x": "3"}}
    answers = {"turns": answer, "median wins": "not known"}
    expected = [Confirmed({"x": x}, {"turns": ends}, answers) for x in "12"]
    assert confirmed(settings, cast("Samples", None), [TURNS, WINS]) == expected


def test_a_confirmation_estimates_means_and_medians() -> None:
    """A confirmation estimates means and medians, at the level of all its intervals. A number of turns is never below
    0, and shares stay within 0 and 1.
    """
    rng = np.random.default_rng(np.random.SeedSequence(8))
    games = rng.integers(0, 9, (12, 2)).astype(float)
    won = rng.integers(0, 2, 12).astype(float)
    found = cast("Samples", SimpleNamespace(
        values=lambda _, measure: won if measure == "draws" else games.mean(axis=1),
        by_game=lambda *_: games.ravel(), pairs=range(12),
    ))  # fmt: skip
    targets = [TURNS, Target("median turns", 4.0, 1.0), Target("draws", 0.5, 0.1)]
    ((_, estimates, _),) = confirmed({"setting 1": {}}, found, targets)
    together = 1.0 - 0.05 / 6
    assert estimates == {
        "turns": estimate(games.mean(axis=1), least=0.0, level=together),
        "median turns": median_estimate(games, together),
        "draws": estimate(won, share=True, level=together),
    }


def test_the_chance_of_nothing_is_the_least_of_all_measures() -> None:
    """The chance that no option matters is the least of all measures' chances, corrected for their number. A mean and a
    median of the same measure count once.
    """
    asked = []

    def differ(one: str, other: str, measure: str) -> Difference | None:
        asked.append((one, other, measure))
        chances = {"turns": 0.02, "wins": 0.5}
        return Difference(Estimate(0.0, 0.0, 0.0, 3), chances[measure]) if measure in chances else None

    def found(*arms: str) -> Samples:
        return cast("Samples", SimpleNamespace(plan=SimpleNamespace(arms=dict.fromkeys(arms)), difference=differ))

    targets = [TURNS, Target("median turns", 1.0, 1.0), WINS, Target("falls", 1.0, 1.0)]
    assert chance_of_nothing(found("setting 1", "setting 2", CONTRAST), targets) == min(adjusted_p_values([0.02, 0.5]))
    assert asked == [(CONTRAST, "setting 1", measure) for measure in ("turns", "wins", "falls")]
    assert chance_of_nothing(found("setting 1", CONTRAST), targets[-1:]) is None
    assert chance_of_nothing(found("setting 1"), targets) is None
