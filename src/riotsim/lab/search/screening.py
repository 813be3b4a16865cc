"""Morris' method: change parameters one at a time from many starting points, to find which of them matter."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riotsim.lab.search.parameters import Parameter

LEVEL_COUNT: Final = 4
"""Number of evenly spaced positions that each parameter takes within its range, as in Morris (1991)."""

RESAMPLE_COUNT: Final = 1000
"""Number of resamples for the confidence interval of the mean absolute effect."""

NORMAL_95_HALF_WIDTH: Final = 1.96
"""Half-width of a 95 % interval of the normal distribution (standard deviations)."""

Design = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a parameter on a measure: by how much the measure changes over the parameter's whole range."""

    option: str
    strength: float
    """Mean absolute effect: µ* of Campolongo (2007)."""
    interval_half_width: float
    """Half-width of the 95 % interval of `strength`."""
    mean: float
    """Mean effect with its sign: Morris' µ."""
    spread: float
    """Standard deviation of the effect: Morris' σ. It is large if the effect depends on other parameters, or if games
    vary a lot."""

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval of `strength`, at least 0."""
        return max(0.0, self.strength - self.interval_half_width)

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval of `strength`."""
        return self.strength + self.interval_half_width


def design(knobs: Sequence[Parameter], trajectories: int, seed: int) -> Design:
    """Return the settings to play, a row each. A setting has a position for each parameter.

    Args:
        knobs: The parameters.
        trajectories: Number of starting points. From each, every parameter is changed once.
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


def effects(knobs: Sequence[Parameter], made: Design, values: Design, seed: int) -> list[Effect]:
    """Return the effects of all parameters, strongest first.

    Args:
        knobs: The parameters.
        made: The settings, as `design` returns them.
        values: The mean of the measure at each setting.
        seed: Seed of the resampling.
    """
    draws = np.random.default_rng(seed)
    found = zip(knobs, _elementary(knobs, made, values).T, strict=True)
    rows = [
        Effect(knob.option, float(np.abs(each).mean()), _sure(np.abs(each), draws), float(each.mean()),
               float(each.std(ddof=1)))
        for knob, each in found
    ]  # fmt: skip
    return sorted(rows, key=lambda effect: -effect.strength)


def _elementary(knobs: Sequence[Parameter], made: Design, values: Design) -> Design:
    """Return the effect of each parameter from each starting point: the measure's change, scaled to the whole range.

    A step is measured between the values that were played, which rounding may have moved.

    Returns:
        An array of shape (trajectories, parameters).
    """
    real = np.array([[knob.share(value) for knob, value in zip(knobs, settings(knobs, row).values(), strict=True)]
                     for row in made])  # fmt: skip
    steps = np.diff(real.reshape(-1, len(knobs) + 1, len(knobs)), axis=1)
    changes = np.diff(values.reshape(-1, len(knobs) + 1), axis=1)
    which = np.abs(steps).argmax(axis=2)  # a step turns one knob
    found = np.empty(which.shape)
    turned = np.take_along_axis(steps, which[:, :, np.newaxis], axis=2)[:, :, 0]
    np.put_along_axis(found, which, changes / turned, axis=1)
    return found


def _sure(sizes: Design, draws: np.random.Generator) -> float:
    """Return the half-width of the 95 % interval of a mean, by resampling."""
    means = draws.choice(sizes, (RESAMPLE_COUNT, len(sizes))).mean(axis=1)
    return float(NORMAL_95_HALF_WIDTH * means.std(ddof=1))


def _problem(knobs: Sequence[Parameter]) -> dict[str, object]:
    return {"num_vars": len(knobs), "names": [knob.option for knob in knobs], "bounds": [[0.0, 1.0]] * len(knobs)}
