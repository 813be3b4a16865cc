"""Morris' method: many knobs at once, each turned by itself from many places, tell which of them matter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riotsim.lab.knobs import Knob

LEVELS: Final = 4
"""Places that each knob is put at; Morris (1991) and those after him use four."""

Design = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Effect:
    """What turning a knob does to a measure."""

    option: str
    strength: float
    """The mean size of its effect over the whole of its range, µ* after Campolongo (2007)."""
    sure: float
    """Half of the 95 % interval of that."""
    mean: float
    """The mean effect with its sign, µ."""
    spread: float
    """σ: large beside `strength` where it depends on the other knobs, or where games scatter."""


def design(knobs: Sequence[Knob], trajectories: int, seed: int) -> Design:
    """Give the settings that are played, shape (trajectories · (knobs + 1), knobs), as shares of each knob's range."""
    from SALib.sample import morris

    made: Design = morris.sample(_problem(knobs), trajectories, num_levels=LEVELS, seed=seed)
    return made


def settings(knobs: Sequence[Knob], row: Design) -> dict[str, str]:
    """Give one setting as options of the rules."""
    return {knob.option: knob.at(float(share)) for knob, share in zip(knobs, row, strict=True)}


def effects(knobs: Sequence[Knob], made: Design, values: Design, seed: int) -> list[Effect]:
    """Give the effects of all knobs, the strongest first; `values` are what was measured at each row of the design."""
    from SALib.analyze import morris

    found: Mapping[str, Any] = morris.analyze(
        _problem(knobs), made, values, num_levels=LEVELS, print_to_console=False, seed=seed
    )
    rows = [
        Effect(knob.option, *(float(found[key][k]) for key in ("mu_star", "mu_star_conf", "mu", "sigma")))
        for k, knob in enumerate(knobs)
    ]
    return sorted(rows, key=lambda effect: -effect.strength)


def _problem(knobs: Sequence[Knob]) -> dict[str, object]:
    return {"num_vars": len(knobs), "names": [knob.option for knob in knobs], "bounds": [[0.0, 1.0]] * len(knobs)}
