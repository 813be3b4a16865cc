"""Morris' method: change parameters one at a time from many starting points, to find which parameters matter.

The strength of a parameter is its mean absolute effect (µ*). Chance alone would make it greater than 0. So the part of
the effects' variance that comes from chance is subtracted first. This part is estimated from how much pairs of games
with equal settings differ. For each parameter, a test shows whether it has an effect at all.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from riotsim.lab.search.parameters import Parameter
from riotsim.lab.statistics import anytime
from riotsim.lab.statistics.intervals import CONFIDENCE_LEVEL, adjusted_p_values

LEVEL_COUNT: Final = 4
"""Number of evenly spaced positions that each parameter takes within its range, as in Morris (1991)."""

POWER: Final = 0.9
"""Probability that the test finds an effect of the smallest size that matters."""

PILOT_PAIRS: Final = 2
"""Number of pairs of games that are played first at each setting. Their results decide how many pairs are proposed."""

MAX_PAIRS: Final = 100
"""Greatest number of pairs that is proposed for each setting."""

Design = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a parameter on a measure: by how much the measure changes over the parameter's whole range."""

    option: str
    strength: float
    """Mean absolute effect, corrected for chance: µ* of Campolongo (2007)."""
    low: float
    """Lower end of the 95 % interval of `strength`. It is 0 if chance may explain the effect, or the effect's sign."""
    high: float
    """Upper end of the 95 % interval of `strength`. It is ∞ if the interval has no upper end."""
    mean: float
    """Mean effect, with its sign, in place of Morris' µ. It is the slope of a linear model of all settings."""
    mean_low: float
    mean_high: float
    spread: float
    """Standard deviation of the effect, corrected for chance: Morris' σ. It is large if the effect depends on other
    parameters.
    """
    chance: float
    """P-value of the effect, adjusted for the number of parameters. It stays valid however often it is looked at (see
    `riotsim.lab.statistics.anytime`).
    """

    @property
    def matters(self) -> bool:
        """True if the parameter has an effect that chance doesn't explain."""
        return self.chance < 1.0 - CONFIDENCE_LEVEL


def design(knobs: Sequence[Parameter], trajectories: int, seed: int) -> Design:
    """Return the settings to play. Each setting is a row, with a position for each parameter.

    Args:
        knobs: The parameters.
        trajectories: Number of starting points. From each starting point, every parameter is changed once.
        seed: Seed of the starting points.

    Returns:
        Positions within each parameter's range, from 0 to 1, of shape (trajectories · (parameters + 1), parameters).
    """
    from SALib.sample import morris

    made: Design = morris.sample(_problem(knobs), trajectories, num_levels=LEVEL_COUNT, seed=seed)
    return made


def settings(knobs: Sequence[Parameter], row: Design) -> dict[str, str]:
    """Convert a row of `design` into values of options of the rules.

    Args:
        knobs: The parameters.
        row: A position from 0 to 1 for each parameter, within its range or its choices.

    Returns:
        The value of each parameter, as it is written, by the option's dotted key.
    """
    return {knob.option: knob.value_at(float(share)) for knob, share in zip(knobs, row, strict=True)}


def effects(knobs: Sequence[Parameter], made: Design, values: Design, difference: float) -> list[Effect]:
    """Return the effects of all parameters: first those that matter, strongest first, then the others.

    The evidence for an effect is the mean of two e-values:

    - The first e-value tests the slope of the measure along the parameter, in a linear model fitted to all settings.
    - The second e-value compares the games before and after each change of the parameter. So it finds effects that
      change their sign. It needs at least two pairs of games at each setting. With one pair, only the first e-value is
      used.

    Args:
        knobs: The parameters.
        made: The settings, as `design` returns them.
        values: The measure at each setting in each pair of games, of shape (settings, pairs), or (settings,) for one
            pair. NaN is left out of the means.
        difference: The smallest effect that matters. The tests are tuned for effects of this size.
    """
    values = values.reshape(len(made), -1)
    fit = _fitted(knobs, made, values)
    steps = _steps(knobs, made, values)
    evidence = [_evidence(fit, steps, place, difference) for place in range(len(knobs))]
    chances = adjusted_p_values([anytime.p_value(one) for one in evidence])
    rows = [_effect(knob, fit, steps, place, difference, chances[place]) for place, knob in enumerate(knobs)]
    return sorted(rows, key=lambda one: (not one.matters, -one.strength if one.matters else one.chance, -abs(one.mean)))


def pairs_needed(knobs: Sequence[Parameter], made: Design, values: Design, difference: float) -> int:
    """Return how many pairs must be played at each setting to find an effect of the size `difference`.

    The pairs find it with the chance `POWER`. “Effect” here means the slope of the measure along a parameter. The
    number is estimated from the pairs that were played. It is at least `PILOT_PAIRS`, and may exceed `MAX_PAIRS`.

    Args:
        knobs: The parameters.
        made: The settings.
        values: The measure at each setting in each pair of games that was played.
        difference: The size of the effect.
    """
    played = values.shape[1]
    pairs = PILOT_PAIRS
    error = float(_fitted(knobs, made, values).errors.mean()) * math.sqrt(played)
    while _smallest(error / math.sqrt(pairs), knobs, made, difference) > difference and pairs < 100 * MAX_PAIRS:
        pairs += max(1, pairs // 20)
    return pairs


def smallest_effect(knobs: Sequence[Parameter], made: Design, values: Design, difference: float) -> float:
    """Return the smallest slope along a parameter that the test of this slope finds with the chance `POWER`.

    The result is ∞ if the test can't find an effect of any size. The test is the first e-value in `effects`.

    Args:
        knobs: The parameters.
        made: The settings.
        values: The measure at each setting in each pair of games.
        difference: The smallest effect that matters. The test is tuned for effects of this size.
    """
    error = float(_fitted(knobs, made, values.reshape(len(made), -1)).errors.mean())
    return _smallest(error, knobs, made, difference)


def _smallest(error: float, knobs: Sequence[Parameter], made: Design, difference: float) -> float:
    freedom = len(made) - len(knobs) - 1
    # One of two e-values has to be large enough for one of all parameters.
    level = 1.0 - (1.0 - CONFIDENCE_LEVEL) / (2.0 * len(knobs))
    if error == 0.0:
        return 0.0
    return (anytime.t_reach(freedom, (difference / error) ** 2, level) + float(ndtri(POWER))) * error


class _Fit(NamedTuple):
    """A linear model that shows how the mean of a measure depends on the parameters."""

    slopes: Design
    errors: Design
    """Standard error of each slope. It covers both chance and any effects that are not linear."""
    freedom: int


def _fitted(knobs: Sequence[Parameter], made: Design, values: Design) -> _Fit:
    places = _places(knobs, made)
    columns = np.column_stack((np.ones(len(places)), places))
    means = np.nanmean(values, axis=1)
    inverse = np.linalg.pinv(columns.T @ columns)
    found = inverse @ columns.T @ means
    freedom = len(columns) - len(knobs) - 1
    left = means - columns @ found
    left[np.abs(left) < 1e-12 * max(1.0, float(np.abs(means).max()))] = 0.0  # rounding
    variance = float((left**2).sum()) / freedom if freedom > 0 else math.nan
    return _Fit(found[1:], np.sqrt(variance * np.diag(inverse))[1:], freedom)


class _Steps(NamedTuple):
    """The change of a measure at each step of each trajectory.

    A trajectory leads from a starting point through one step for each parameter. A step changes one parameter.
    """

    lengths: Design
    """Signed length of each step as a fraction of the parameter's range; of shape (trajectories, parameters)."""
    means: Design
    """Mean change of the measure over the pairs; of shape (trajectories, parameters)."""
    squares: Design
    """Sum of the squared deviations of the pairs' changes from `means`; of shape (trajectories, parameters)."""
    pairs: int

    @property
    def effects(self) -> Design:
        """The effect of each parameter in each trajectory; of shape (trajectories, parameters).

        An effect is the mean change of the measure at a step, divided by the length of the step.
        """
        found: Design = self.means / self.lengths
        return found

    def noise(self, place: int) -> Design:
        """Return, for each trajectory, the variance that chance alone gives to a parameter's effect.

        If there is only one pair of games, the result is 0. `place` is the index of the parameter.
        """
        count = len(self.lengths)
        within = float(self.squares[:, place].sum()) / (count * (self.pairs - 1)) if self.pairs > 1 else 0.0
        found: Design = within / self.pairs / self.lengths[:, place] ** 2
        return found


def _steps(knobs: Sequence[Parameter], made: Design, values: Design) -> _Steps:
    """Return the steps of all trajectories.

    Games are played with rounded values of the parameters. The length of a step is the distance between its two rounded
    values.
    """
    pairs = values.shape[1]
    lengths = np.diff(_places(knobs, made).reshape(-1, len(knobs) + 1, len(knobs)), axis=1)
    changes = np.diff(values.reshape(-1, len(knobs) + 1, pairs), axis=1)
    which = np.abs(lengths).argmax(axis=2)  # a step turns one knob
    turned = np.take_along_axis(lengths, which[:, :, None], axis=2)[:, :, 0]
    means = np.nanmean(changes, axis=2)
    squares = np.nansum((changes - means[:, :, None]) ** 2, axis=2)
    ordered = [np.empty(which.shape) for _ in range(3)]
    for row, found in zip(ordered, (turned, means, squares), strict=True):
        np.put_along_axis(row, which, found, axis=1)
    return _Steps(ordered[0], ordered[1], ordered[2], pairs)


def _places(knobs: Sequence[Parameter], made: Design) -> Design:
    """Return where each played value lies in the range of its parameter, from 0 (low end) to 1 (high end).

    The result has the shape (settings, parameters).
    """
    return np.array([[knob.share(value) for knob, value in zip(knobs, settings(knobs, row).values(), strict=True)]
                     for row in made])  # fmt: skip


def _evidence(fit: _Fit, steps: _Steps, place: int, difference: float) -> float:
    """Return the logarithm of the evidence that a parameter has an effect.

    Args:
        fit: The fitted linear effects of all parameters.
        steps: The measured effects of single steps of each parameter.
        place: Index of the parameter.
        difference: Size of an effect that would matter.
    """
    slope, error = float(fit.slopes[place]), float(fit.errors[place])
    if error > 0.0:
        linear = anytime.log_t_evidence(slope / error, fit.freedom, (difference / error) ** 2)
    else:
        linear = math.inf if fit.freedom > 0 and abs(slope) > 1e-9 else 0.0
    if steps.pairs < 2:
        return linear
    left, sizes = float(steps.squares[:, place].sum()), steps.pairs * steps.means[:, place] ** 2
    noise = steps.noise(place)
    if left == 0.0:
        return float(np.logaddexp(linear, math.inf if sizes.any() else 0.0)) - math.log(2.0)
    ratios = 1.0 + difference**2 / noise
    half = (len(sizes) * (steps.pairs - 1) + len(sizes)) / 2.0
    gain = math.log(left + float(sizes.sum())) - math.log(left + float((sizes / ratios).sum()))
    return float(np.logaddexp(linear, half * gain - float(np.log(ratios).sum()) / 2.0)) - math.log(2.0)


def _effect(knob: Parameter, fit: _Fit, steps: _Steps, place: int, difference: float, chance: float) -> Effect:
    mean, error, own = float(fit.slopes[place]), float(fit.errors[place]), steps.effects[:, place]
    reach = anytime.t_reach(fit.freedom, (difference / error) ** 2, CONFIDENCE_LEVEL) * error if error > 0.0 else 0.0
    noise = float(steps.noise(place).mean())
    spread = math.sqrt(max(0.0, float(own.var(ddof=1)) - noise))
    low, high = mean - reach, mean + reach
    strength = _mean_size(mean, spread) if steps.pairs > 1 else float(np.abs(own).mean())
    least = 0.0 if low <= 0.0 <= high or chance >= 1.0 - CONFIDENCE_LEVEL else min(abs(low), abs(high))
    return Effect(knob.option, strength, least, max(strength, _mean_size(max(abs(low), abs(high)), spread)), mean, low,
                  high, spread, chance)  # fmt: skip


def _mean_size(mean: float, deviation: float) -> float:
    """Return the mean absolute value of a normal distribution."""
    if deviation == 0.0 or math.isinf(mean):
        return abs(mean)
    ratio = mean / deviation
    return mean * math.erf(ratio / math.sqrt(2.0)) + deviation * math.sqrt(2.0 / math.pi) * math.exp(-(ratio**2) / 2.0)


def _problem(knobs: Sequence[Parameter]) -> dict[str, object]:
    return {"num_vars": len(knobs), "names": [knob.option for knob in knobs], "bounds": [[0.0, 1.0]] * len(knobs)}
