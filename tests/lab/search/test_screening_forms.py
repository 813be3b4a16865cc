"""Morris' method against the linear model of SciPy and NumPy, and steps worked out by hand."""

import math

import numpy as np
import pytest
from scipy import stats

from riotsim.lab.search import screening
from riotsim.lab.search.parameters import parse_parameter
from riotsim.lab.search.screening import Effect, design, effects, pairs_needed, settings, smallest_effect
from riotsim.lab.statistics import anytime
from riotsim.lab.statistics.intervals import adjusted_p_values

KNOBS = [parse_parameter("a=0.0..1.0"), parse_parameter("b=0.0..1.0")]

THIRDS = [(0, 0), (2, 0), (2, 2), (1, 3), (1, 1), (3, 1), (0, 1), (0, 3), (2, 3)]

MADE = np.array(THIRDS) / 3
"""Three trajectories of two options. In the first, `a` and then `b` go up by 2/3. In the second, `b` goes down and then
`a` up. In the third, `b` goes up and then `a`.
"""

VALUES = np.array(
    [[1.0, 2.0], [3.0, 5.0], [4.0, 5.0], [2.0, 0.0], [3.0, 3.0], [6.0, 4.0], [1.0, 0.0], [0.0, 2.0], [3.0, 3.0]]
)
"""The measure at each setting in two pairs of games."""

TWO_THIRDS = 0.6667
"""Length of a step: values of a range have four decimals."""


def test_a_design_changes_one_parameter_at_a_time() -> None:
    """Each trajectory has one setting more than there are parameters. From one setting to the next, one parameter
    changes by two thirds of its range. Each parameter changes once, and a seed always gives the same design.
    """
    knobs = [parse_parameter(f"{name}=0.0..1.0") for name in "abc"]
    made = design(knobs, 7, 2)
    assert made.shape == (28, 3)
    assert set(np.round(3 * made).ravel().tolist()) == {0.0, 1.0, 2.0, 3.0}
    steps = np.diff(made.reshape(7, 4, 3), axis=1)
    assert np.abs(steps).sum(axis=1) == pytest.approx(np.full((7, 3), 2 / 3))
    assert (np.abs(steps) > 0.1).sum(axis=2).tolist() == [[1, 1, 1]] * 7
    assert (made == design(knobs, 7, 2)).all()
    assert (made != design(knobs, 7, 3)).any()


def test_a_setting_has_each_option_as_it_is_written() -> None:
    """Positions in a row become values of ranges and choices, as they are written with their units."""
    knobs = [parse_parameter("a=2in..4in"), parse_parameter("b=x|y|z"), parse_parameter("c=1..9")]
    assert settings(knobs, np.array([0.25, 1.0, 0.5])) == {"a": "2.5in", "b": "z", "c": "5"}


def test_steps_are_told_by_parameter() -> None:
    """For each parameter, the steps have signed lengths, mean changes, and squared deviations of pairs from these
    means. The order in which parameters change doesn't matter.
    """
    found = screening._steps(KNOBS, MADE, VALUES)
    t = TWO_THIRDS
    assert found.pairs == 2
    assert found.lengths == pytest.approx(np.array([[t, t], [t, -t], [t, t]]), abs=2e-4)
    assert found.means.tolist() == [[2.5, 0.5], [2.0, 2.0], [2.0, 0.5]]
    assert found.squares.tolist() == [[0.5, 0.5], [2.0, 2.0], [2.0, 4.5]]
    assert found.effects == pytest.approx(
        np.array([[2.5 / t, 0.5 / t], [2.0 / t, -2.0 / t], [2.0 / t, 0.5 / t]]), rel=1e-3
    )
    # a: 4.5 over three steps with one degree of freedom each, halved for the mean of two pairs
    assert found.noise(0) == pytest.approx(np.full(3, 4.5 / 3 / 2 / t**2), rel=1e-3)
    assert found.noise(1) == pytest.approx(np.full(3, 7.0 / 3 / 2 / t**2), rel=1e-3)
    one = screening._steps(KNOBS, MADE, VALUES[:, :1])
    assert (one.pairs, one.means.tolist()) == (1, [[2.0, 1.0], [3.0, 1.0], [3.0, -1.0]])
    assert one.noise(0).tolist() == [0.0, 0.0, 0.0]
    three = screening._steps(KNOBS, MADE, np.column_stack((VALUES, VALUES.mean(axis=1))))
    assert three.squares.tolist() == [[0.5, 0.5], [2.0, 2.0], [2.0, 4.5]]
    assert three.noise(0) == pytest.approx(np.full(3, 4.5 / 6 / 3 / t**2), rel=1e-3)


def _linear() -> tuple[np.ndarray, np.ndarray]:
    """Return the slopes of the linear model of `VALUES`, and their standard errors, by least squares."""
    places = np.round(MADE, 4)
    columns = np.column_stack((np.ones(9), places))
    means = VALUES.mean(axis=1)
    found, squares, _, _ = np.linalg.lstsq(columns, means, rcond=None)
    covariance = squares[0] / 6 * np.linalg.inv(columns.T @ columns)
    return found[1:], np.sqrt(np.diag(covariance))[1:]


def test_a_fit_is_the_linear_model_of_least_squares() -> None:
    """The fit has the slopes and standard errors of least squares. Nine settings and three coefficients leave six
    degrees of freedom.
    """
    fit = screening._fitted(KNOBS, MADE, VALUES)
    slopes, errors = _linear()
    assert fit.freedom == 6
    assert fit.slopes == pytest.approx(slopes)
    assert fit.errors == pytest.approx(errors)
    exact = screening._fitted(KNOBS, MADE, np.round(MADE, 4) @ np.array([[1e6], [-3.0]]))
    assert exact.slopes == pytest.approx([1e6, -3.0])
    assert exact.errors.tolist() == [0.0, 0.0]
    few = screening._fitted(KNOBS, MADE[:3], VALUES[:3])
    assert few.freedom == 0
    assert np.isnan(few.errors).all()


def _step_evidence(place: int, difference: float) -> float:
    """Return the evidence of the steps of a parameter: a ratio of likelihoods, each integrated over the variance of a
    game. In the first one, mean changes scatter by chance and by effects of the size `difference`. In the second one
    they scatter by chance alone.
    """
    steps = screening._steps(KNOBS, MADE, VALUES)
    ratios = 1.0 + difference**2 / steps.noise(place)
    scales = np.exp(np.linspace(-12.0, 12.0, 20_001))
    within = np.prod([scales**-0.5 * np.exp(-square / (2 * scales)) for square in steps.squares[:, place]], axis=0)

    def likely(factors: np.ndarray) -> float:
        means = [
            stats.norm.pdf(mean, 0, np.sqrt(scales * factor / steps.pairs))
            for mean, factor in zip(steps.means[:, place], factors, strict=True)
        ]
        return float((within * np.prod(means, axis=0)).sum())

    return likely(ratios) / likely(np.ones(3))


@pytest.mark.parametrize("difference", [0.5, 3.0])
def test_an_effect_has_the_evidence_of_its_slope_and_of_its_steps(difference: float) -> None:
    """The evidence of an effect is the mean of two pieces of evidence. The first is the t-test of the linear model, the
    second the integrated likelihood of the steps.
    """
    slopes, errors = _linear()
    expected = []
    for place in range(2):
        linear = anytime.log_t_evidence(slopes[place] / errors[place], 6, (difference / errors[place]) ** 2)
        expected.append(math.log((math.exp(linear) + _step_evidence(place, difference)) / 2))
    fit, steps = screening._fitted(KNOBS, MADE, VALUES), screening._steps(KNOBS, MADE, VALUES)
    found = [screening._evidence(fit, steps, place, difference) for place in range(2)]
    assert found == pytest.approx(expected, abs=1e-4)
    chances = adjusted_p_values([anytime.p_value(one) for one in expected])
    by_name = {one.option: one.chance for one in effects(KNOBS, MADE, VALUES, difference)}
    assert by_name == {"a": pytest.approx(chances[0], rel=1e-3), "b": pytest.approx(chances[1], rel=1e-3)}


def test_of_one_pair_only_the_slope_is_evidence() -> None:
    """With one pair, only the slope counts as evidence. If nothing scatters, the evidence of a slope is infinite, and
    that of a slope of 0 is none.
    """
    values = VALUES[:, 0]
    fit = screening._fitted(KNOBS, MADE, values[:, None])
    steps = screening._steps(KNOBS, MADE, values[:, None])
    linear = anytime.log_t_evidence(fit.slopes[0] / fit.errors[0], 6, (2.0 / fit.errors[0]) ** 2)
    assert screening._evidence(fit, steps, 0, 2.0) == pytest.approx(linear)
    exact = np.round(MADE, 4)[:, :1] * 5.0
    fit, steps = screening._fitted(KNOBS, MADE, exact), screening._steps(KNOBS, MADE, exact)
    assert [screening._evidence(fit, steps, place, 2.0) for place in (0, 1)] == [math.inf, 0.0]
    both = np.column_stack((exact, exact))
    fit, steps = screening._fitted(KNOBS, MADE, both), screening._steps(KNOBS, MADE, both)
    assert [screening._evidence(fit, steps, place, 2.0) for place in (0, 1)] == [math.inf, pytest.approx(0.0)]


@pytest.mark.parametrize("pairs", [1, 2])
def test_an_effect_is_told_with_its_interval_and_its_spread(pairs: int) -> None:
    """The interval of the slope is that of a t-test. The spread is that of the single effects, without what chance
    explains. With two pairs, the strength is the mean size of a normal effect with this mean and spread. With one pair,
    it is the mean size of the single effects.
    """
    values = VALUES[:, :pairs]
    fit, steps = screening._fitted(KNOBS, MADE, values), screening._steps(KNOBS, MADE, values)
    for one in effects(KNOBS, MADE, values, 2.0):
        place = "ab".index(one.option)
        mean, error, own = float(fit.slopes[place]), float(fit.errors[place]), steps.effects[:, place]
        half = anytime.t_reach(6, (2.0 / error) ** 2, 0.95) * error
        spread = math.sqrt(max(0.0, own.var(ddof=1) - steps.noise(place).mean()))
        assert [one.mean, one.mean_low, one.mean_high] == pytest.approx([mean, mean - half, mean + half])
        assert one.spread == pytest.approx(spread)
        sizes = [
            stats.foldnorm.mean(abs(at) / spread, scale=spread) if spread else abs(at)
            for at in (mean, max(abs(mean - half), abs(mean + half)))
        ]
        strength = sizes[0] if pairs > 1 else np.abs(own).mean()
        assert one.strength == pytest.approx(strength)
        assert one.high == pytest.approx(max(strength, sizes[1]))
        ends = (abs(mean - half), abs(mean + half))
        assert one.low == (0.0 if abs(mean) < half or one.chance >= 0.05 else pytest.approx(min(ends)))


def test_the_lower_end_of_a_strength_is_that_of_the_slope_nearest_to_0() -> None:
    """The lower end of a strength is the end of the slope's interval that is nearest to 0. This holds for rising and
    falling measures. If nothing scatters, the lower end is the slope itself.
    """
    rng = np.random.default_rng(np.random.SeedSequence(5))
    noise = rng.normal(0.0, 0.05, (9, 2))
    for slope in (4.0, -4.0):
        (a, b) = effects(KNOBS, MADE, slope * np.round(MADE, 4)[:, :1] + noise, 2.0)
        assert (a.option, b.option) == ("a", "b")
        assert a.low == pytest.approx(min(abs(a.mean_low), abs(a.mean_high)))
        assert 3.5 < a.low < 4.0 < a.high < 4.5
        assert (a.matters, b.matters, b.low) == (True, False, 0.0)
    (a, b) = effects(KNOBS, MADE, 4.0 * np.round(MADE, 4)[:, 0], 2.0)
    assert [a.strength, a.low, a.high, a.mean, a.mean_low, a.mean_high, a.spread, a.chance] == pytest.approx(
        [4.0] * 6 + [0.0, 0.0], abs=1e-6
    )


def test_effects_that_matter_come_first_the_strongest_at_the_top() -> None:
    """Effects that matter come first, the strongest at the top. The others follow, the one with the smallest chance
    first. Of equal chances, the one with the steeper slope comes first.
    """
    knobs = [parse_parameter(f"{name}=0.0..1.0") for name in "abcd"]
    made = design(knobs, 10, 1)
    noise = np.random.default_rng(np.random.SeedSequence(4)).normal(0.0, 0.3, (len(made), 2))
    found = effects(knobs, made, made @ np.array([[0.0], [-3.0], [6.0], [0.2]]) + noise, 1.0)
    assert [one.option for one in found][:2] == ["c", "b"]
    assert [one.matters for one in found] == [True, True, False, False]
    keys = [(one.chance, -abs(one.mean)) for one in found[2:]]
    assert keys == sorted(keys)


@pytest.mark.parametrize(("chance", "matters"), [(0.049, True), (0.051, False), (1.0, False)])
def test_an_effect_matters_below_five_percent(chance: float, matters: bool) -> None:
    """An effect matters if its chance is below 5 %."""
    assert Effect("a", 1.0, 0.0, 2.0, 1.0, 0.0, 2.0, 0.0, chance).matters is matters


@pytest.mark.parametrize(("mean", "deviation"), [(0.0, 2.0), (1.5, 2.0), (-1.5, 2.0), (4.0, 0.5)])
def test_the_mean_size_of_a_normal_effect(mean: float, deviation: float) -> None:
    """The mean size of a normal effect is the mean of the folded normal distribution. Without a deviation it is the
    size of the mean.
    """
    expected = stats.foldnorm.mean(abs(mean) / deviation, scale=deviation)
    assert screening._mean_size(mean, deviation) == pytest.approx(expected)
    assert screening._mean_size(mean, 0.0) == abs(mean)
    assert screening._mean_size(-math.inf, deviation) == math.inf


def test_the_smallest_effect_is_the_reach_and_the_power_in_standard_errors() -> None:
    """The smallest effect is 1.2816 standard errors more than the bound of the test, which gives a power of 90 %. The
    bound is at 1 - 0.05 / 4: there are two e-values for each of two parameters.
    """
    error = float(screening._fitted(KNOBS, MADE, VALUES).errors.mean())
    reach = anytime.t_reach(6, (3.0 / error) ** 2, 1.0 - 0.05 / 4)
    expected = (reach + stats.norm.ppf(0.9)) * error
    assert smallest_effect(KNOBS, MADE, VALUES, 3.0) == pytest.approx(expected)
    assert smallest_effect(KNOBS, MADE, np.round(MADE, 4) @ np.array([1.0, 2.0]), 3.0) == 0.0


def test_so_many_pairs_are_needed_that_the_effect_is_the_smallest_one_found() -> None:
    """The number of pairs is the smallest with which an effect of this size can be found. The error of slopes falls
    with the root of that number. Numbers are tried in steps of one, or of 5 %.
    """
    knobs = [parse_parameter(f"{name}=0.0..1.0") for name in "abc"]
    made = design(knobs, 10, 1)
    noise = np.random.default_rng(np.random.SeedSequence(4)).normal(0.0, 1.0, (len(made), 4))
    error = float(screening._fitted(knobs, made, noise).errors.mean()) * 2.0

    def smallest(pairs: int, difference: float) -> float:
        here = error / math.sqrt(pairs)
        return (anytime.t_reach(36, (difference / here) ** 2, 1.0 - 0.05 / 6) + float(stats.norm.ppf(0.9))) * here

    steps = [2]
    while steps[-1] < 10_000:
        steps.append(steps[-1] + max(1, steps[-1] // 20))
    for difference in (0.3, 0.6, 1.5):
        expected = next(pairs for pairs in steps if smallest(pairs, difference) <= difference)
        assert pairs_needed(knobs, made, noise, difference) == expected
    assert pairs_needed(knobs, made, noise, 100.0) == 2
    assert pairs_needed(knobs, made, noise, 1e-6) == steps[-1]
