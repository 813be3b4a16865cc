"""A Gaussian process, fitted to the noisy results of games, that predicts a measure from the values of options."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve
from scipy.optimize import minimize

from riotsim.lab.search.parameters import Parameter

Values = NDArray[np.float64]
Setting = Mapping[str, str]

MAX_FITTED: Final = 300
"""Greatest number of settings for fitting the model's variance and length scales.

If more settings were tried, the latest are used.
"""

LENGTH_SPREAD: Final = 1.5
"""Standard deviation of the normal prior on the logarithm of a length scale.

The prior's mean is 0, which is a length scale equal to the whole range of an option.
"""

LEVELS: Final = 9
"""Maximum number of values of an option with a range whose effect is computed."""


class Importance(NamedTuple):
    """The effect of an option on a measure, as the model estimates it, in the unit of the measure."""

    option: str
    reach: float
    """Difference between the greatest and the least value of the measure when only the option varies.

    Both values are averages over the other options.
    """
    deviation: float
    """Standard deviation of `reach`."""


class Surrogate:
    """A model of a measure: a constant, and a Gaussian process over the options. Each option has its own length scale.

    See Rasmussen and Williams, "Gaussian Processes for Machine Learning", 2006, chapters 2 and 5.
    """

    def __init__(self, knobs: Sequence[Parameter], settings: Sequence[Setting], values: Values, noise: Values) -> None:
        """Fit the model.

        Args:
            knobs: The options.
            settings: The settings that were tried; at least one.
            values: The measured mean of each setting.
            noise: The variance of each mean due to chance.
        """
        self._knobs = knobs
        self._settings = settings
        spread = float(values.std()) or 1.0
        self._unit = spread
        self._noise = np.maximum(noise / spread**2, 1e-6)
        weights = 1.0 / (1.0 + self._noise)
        self._middle = float((weights * values).sum() / weights.sum())
        self._values = (values - self._middle) / spread
        self._squares = self._distances(settings, settings)
        self._scales = self._fit()
        covariance = self._covariance(self._squares, self._scales)
        self._factor = cho_factor(covariance + np.diag(self._noise), lower=True)
        self._weights = cho_solve(self._factor, self._values)

    def predict(self, settings: Sequence[Setting]) -> tuple[Values, Values]:
        """Return the expected measure at each setting, and the standard deviation of its error."""
        mean, covariance = self._joint(settings)
        return mean, np.sqrt(np.maximum(np.diag(covariance), 0.0))

    def importance(self, seed: int) -> list[Importance]:
        """Return the effect of each option on the measure, the largest effect first.

        The effect of an option is averaged over random values of all other options.

        Args:
            seed: Seed of the random values.
        """
        rng = np.random.default_rng(seed)
        found = []
        for knob in self._knobs:
            shares = [*np.linspace(0.0, 1.0, min(LEVELS, knob.value_count))]
            others = [{one.option: one.value_at(float(rng.random())) for one in self._knobs} for _ in range(16)]
            rows = [{**other, knob.option: knob.value_at(float(share))} for share in shares for other in others]
            mean, covariance = self._joint(rows)
            average = np.kron(np.eye(len(shares)), np.full((1, len(others)), 1.0 / len(others)))
            curve, spread = average @ mean, average @ covariance @ average.T
            top, bottom = int(curve.argmax()), int(curve.argmin())
            variance = spread[top, top] + spread[bottom, bottom] - 2.0 * spread[top, bottom]
            found.append(Importance(knob.option, float(curve[top] - curve[bottom]), float(np.sqrt(max(variance, 0.0)))))
        return sorted(found, key=lambda one: -one.reach)

    def _joint(self, settings: Sequence[Setting]) -> tuple[Values, Values]:
        """Return the expected measure at each setting, and the covariance of its errors."""
        cross = self._covariance(self._distances(settings, self._settings), self._scales)
        prior = self._covariance(self._distances(settings, settings), self._scales)
        mean = self._middle + self._unit * (cross @ self._weights)
        return mean, self._unit**2 * (prior - cross @ cho_solve(self._factor, cross.T))

    def _distances(self, here: Sequence[Setting], there: Sequence[Setting]) -> Values:
        """Return the squared distances between settings for each option, of shape (options, here, there).

        The distance between the two ends of a range is 1. The distance between two different choices is 1, too.
        """
        found = np.empty((len(self._knobs), len(here), len(there)))
        for row, knob in zip(found, self._knobs, strict=True):
            one, other = (np.array([knob.share(setting[knob.option]) for setting in many]) for many in (here, there))
            apart = one[:, None] - other[None, :]
            row[:] = (apart != 0.0).astype(float) if knob.choices else apart**2
        return found

    @staticmethod
    def _covariance(squares: Values, scales: Values) -> Values:
        """Return the covariance of the process.

        Args:
            squares: Squared distances by option, as `_distances` returns them.
            scales: Logarithms of the process's variance, and of the length scale of each option.
        """
        found: Values = np.exp(scales[0] - 0.5 * np.tensordot(np.exp(-2.0 * scales[1:]), squares, axes=1))
        return found

    def _fit(self) -> Values:
        """Return the most likely `scales` (see `_covariance`), given the measured values and weak priors."""
        last = slice(-MAX_FITTED, None)
        squares, values = self._squares[:, last, last], self._values[last]
        noise = np.diag(self._noise[last])

        def unlikely(scales: Values) -> float:
            try:
                factor = cho_factor(self._covariance(squares, scales) + noise, lower=True)
            except np.linalg.LinAlgError:
                return 1e9
            fit = float(values @ cho_solve(factor, values)) / 2.0 + float(np.log(np.diag(factor[0])).sum())
            return fit + float((scales[1:] ** 2).sum()) / (2.0 * LENGTH_SPREAD**2) + float(np.exp(scales[0])) / 2.0

        starts = [np.array([level, *[0.0] * len(self._knobs)]) for level in (0.0, -3.0)]
        bounds = [(-8.0, 3.0), *[(-3.0, 4.0)] * len(self._knobs)]
        found = [minimize(unlikely, start, method="L-BFGS-B", bounds=bounds) for start in starts]
        best: Values = min(found, key=lambda one: float(one.fun)).x
        return best
