"""Morris' method: many knobs at once, each turned by itself from many places, tell which of them matter."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riotsim.lab.search.parameters import Parameter

LEVELS: Final = 4
"""Places that each knob is put at; Morris (1991) and those after him use four."""

RESAMPLED: Final = 1000
"""Times that effects are drawn anew, to tell how sure their mean is."""

NORMAL_95: Final = 1.96
"""Standard deviations of a normal distribution, to either side, that hold 95 % of it."""

Design = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Effect:
    """What turning a knob does to a measure."""

    option: str
    strength: float
    """The mean size of its effect over the whole of its range, µ* after Campolongo (2007)."""
    sure: float
    """Half of the 95 % interval of that; a mean size is 0 or more, so the lower half may be cut short: see `low`."""
    mean: float
    """The mean effect with its sign, µ."""
    spread: float
    """σ: large beside `strength` where it depends on the other knobs, or where games scatter."""

    @property
    def low(self) -> float:
        """The lower end of the interval of `strength`."""
        return max(0.0, self.strength - self.sure)

    @property
    def high(self) -> float:
        """Its upper end."""
        return self.strength + self.sure


def design(knobs: Sequence[Parameter], trajectories: int, seed: int) -> Design:
    """Give the settings that are played, shape (trajectories · (knobs + 1), knobs), as shares of each knob's range."""
    from SALib.sample import morris

    made: Design = morris.sample(_problem(knobs), trajectories, num_levels=LEVELS, seed=seed)
    return made


def settings(knobs: Sequence[Parameter], row: Design) -> dict[str, str]:
    """Give one setting as options of the rules."""
    return {knob.option: knob.at(float(share)) for knob, share in zip(knobs, row, strict=True)}


def effects(knobs: Sequence[Parameter], made: Design, values: Design, seed: int) -> list[Effect]:
    """Give the effects of all knobs, the strongest first; `values` are what was measured at each row of the design."""
    draws = np.random.default_rng(seed)
    found = zip(knobs, _elementary(knobs, made, values).T, strict=True)
    rows = [
        Effect(knob.option, float(np.abs(each).mean()), _sure(np.abs(each), draws), float(each.mean()),
               float(each.std(ddof=1)))
        for knob, each in found
    ]  # fmt: skip
    return sorted(rows, key=lambda effect: -effect.strength)


def _elementary(knobs: Sequence[Parameter], made: Design, values: Design) -> Design:
    """Give by how much each turn of a knob changes what is measured, for the whole of its range; shape
    (trajectories, knobs).

    What counts is how far a knob was really turned: whole numbers are rounded, and choices lie as far apart as they do.
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
    """Give half of the 95 % interval of a mean, by resampling."""
    means = draws.choice(sizes, (RESAMPLED, len(sizes))).mean(axis=1)
    return float(NORMAL_95 * means.std(ddof=1))


def _problem(knobs: Sequence[Parameter]) -> dict[str, object]:
    return {"num_vars": len(knobs), "names": [knob.option for knob in knobs], "bounds": [[0.0, 1.0]] * len(knobs)}
