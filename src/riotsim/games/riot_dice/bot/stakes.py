"""Possible gains and losses of a model in a run, and the value of the run's end."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.float64]
IndexArray: TypeAlias = npt.NDArray[np.intp]
BoolArray: TypeAlias = npt.NDArray[np.bool_]

OWN_MARGIN_VALUE, OWN_MARGIN_SPREAD = 5.0, 1.5
"""Greatest rating of the boss's own margin, and width of the S-shaped curve from margins to ratings (tokens).

Our choice. A boss with a margin above 0 wins by legging it (see `Margins`). The greatest rating is less than the value
of a won game, because the rival has a turn before the boss can leg it.
"""

RIVAL_MARGIN_VALUE, RIVAL_MARGIN_SPREAD = 12.0, 0.8
"""Greatest rating of the rival's margin, and width of the S-shaped curve from margins to ratings (tokens).

Our choice. A rival with a margin above 0 wins in the next turn by legging it.
"""

FALLEN_DISTANCE: Final = 100.0
"""A standing and a fallen model at this gap have a `closeness` of 1/e (mm). In contact it is 1. Our choice."""

BASES: Final = 25.0
"""Distance between the centres of two usual models in contact (mm)."""


@dataclass(frozen=True, slots=True)
class Margins:
    """The margins of a boss and of the only rival.

    A boss with a margin above 0 wins by leaving the game, which is called legging it (RD-81, RD-83). The margin is:

    - the boss's tokens minus the other boss's tokens,
    - minus the number of tokens on the table,
    - minus two for each model of the boss that is near an enemy.

    One of the boss's models may be left out, as if it weren't on the table. This is a model that is about to run,
    because the place where its run ends isn't known yet.
    """

    own: float
    """Margin of the boss. Nothing is subtracted for a model that is left out."""
    rival: float
    """Margin of the rival, before anything is subtracted for models near an enemy. `near` says which models these are.
    """
    near: BoolArray
    """True for each of the rival's models that is near a model of the boss, shape (s,). The boss's model that is left
    out doesn't count.
    """


@dataclass(frozen=True, slots=True)
class Stakes:
    """Possible gains and losses of a model in a run."""

    stops: Array
    """Gain of the model if a piece stops it (tokens), for each piece in the order of `MoveObstacles.names`."""
    starts_fight: BoolArray
    """True for each piece that the model must fight when it touches the piece. The fight ends the model's scoot (move).
    """
    goals: Array
    """Places that the model should approach if no token is on the table, shape (g, 2), in mm."""
    penalty_discs: Array
    """A disc around each enemy, shape (s, 3): x, y and radius (mm). A model whose centre is in the disc counts as near
    this enemy.
    """
    penalty: float = 0.0
    """Cost of a run that ends in any of `penalty_discs` (tokens).

    The cost is 0 if `margins` is given, because the margins then account for the enemies near the model.
    """
    margins: Margins | None = None
    """The margins of the two bosses, without the model that runs. None if the game has more than two bosses."""
    fallen: Array = field(default_factory=lambda: np.zeros((0, 4)))
    """Fallen models, shape (f, 4). The columns are:

    - x and y (mm).
    - The value of a place in contact with the fallen model (tokens).
    - How close the boss's nearest standing model is to the fallen model (see `closeness`). The running model doesn't
      count.
    """


def place_values(at: Array, stakes: Sequence[Stakes], plan_of_run: IndexArray, taken: IndexArray) -> Array:
    """Return the value of each of n points as the place where a run ends (tokens), shape (n,).

    Args:
        at: The points where the runs end (mm), shape (2, n).
        stakes: The stakes of each plan, which is a group of runs of one model.
        plan_of_run: Index into `stakes` for each point, shape (n,).
        taken: Number of tokens that the model takes on the run to each point, shape (n,).
    """
    x, y, radius = np.array([each.penalty_discs for each in stakes]).transpose(2, 1, 0).take(plan_of_run, axis=2)
    near = np.hypot(at[0] - x, at[1] - y) <= radius
    worth: Array = -np.array([each.penalty for each in stakes])[plan_of_run] * near.any(axis=0)
    margins = [each.margins for each in stakes if each.margins is not None]
    if margins:
        guarded = near | np.array([each.near for each in margins]).T.take(plan_of_run, axis=1)
        own = np.array([each.own for each in margins])[plan_of_run] + 2.0 * taken - 2.0 * near.any(axis=0)
        rival = np.array([each.rival for each in margins])[plan_of_run] - 2.0 * guarded.sum(axis=0)
        worth = worth + margin_values(own, rival)
    x, y, value, others = np.array([each.fallen for each in stakes]).transpose(2, 1, 0).take(plan_of_run, axis=2)
    nearest = np.maximum(closeness(np.hypot(at[0] - x, at[1] - y)), others)
    found: Array = worth + (value * nearest).sum(axis=0)
    return found


def closeness(distance: Array) -> Array:
    """Return how close two models are, as a number between 0 and 1.

    It is 1 in contact, and 1/e at a gap of `FALLEN_DISTANCE`.

    Args:
        distance: Distance between the centres of the two models (mm).
    """
    close: Array = np.exp(-np.maximum(distance - BASES, 0.0) / FALLEN_DISTANCE)
    return close


def margin_values(own: Array, rival: Array) -> Array:
    """Return the value of two bosses' margins for the boss whose turn ends (tokens).

    The value rises with the boss's own margin, and falls with the rival's (see `Margins`).

    Args:
        own: Margins of the boss whose turn ends.
        rival: Margins of the rival, whose turn is next.
    """
    ahead = OWN_MARGIN_VALUE / (1.0 + np.exp((0.5 - own) / OWN_MARGIN_SPREAD))
    behind: Array = RIVAL_MARGIN_VALUE / (1.0 + np.exp((0.5 - rival) / RIVAL_MARGIN_SPREAD))
    return ahead - behind
