"""The gains and losses of a model's run, and the worth of the place where the run ends."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.float64]
IndexArray: TypeAlias = npt.NDArray[np.intp]
BoolArray: TypeAlias = npt.NDArray[np.bool_]

OWN_MARGIN_VALUE, OWN_MARGIN_SPREAD = 5.0, 1.5
"""Greatest rating of one's own margin (tokens), and spread of the curve from margins to ratings. Our choice.

A boss with a margin above 0 wins by legging it (see `Margins`). The rating is less than a game is worth. This is
because the rival has a turn before the boss can leg it.
"""

RIVAL_MARGIN_VALUE, RIVAL_MARGIN_SPREAD = 12.0, 0.8
"""Greatest rating of a rival's margin (tokens), and spread of the curve from margins to ratings. Our choice.

A rival with a margin above 0 wins in the next turn.
"""

FALLEN_DISTANCE: Final = 100.0
"""Gap between a standing and a fallen model at which the worth of being near drops to 1/e (mm). Our choice."""

BASES: Final = 25.0
"""Distance between the centres of two usual models in contact (mm)."""


@dataclass(frozen=True, slots=True)
class Margins:
    """The margins of a boss and of the only rival.

    A margin tells how far a boss is from winning by leaving the game (legging it). With a margin above 0, the boss
    wins by legging it (RD-81, RD-83). The margin is the lead in loot, minus the number of tokens on the table, minus
    two for each own model near an enemy.

    One of the boss's models may be left out, as if it weren't on the table. The bot leaves out a model that is about
    to run, because the place where the run ends isn't known yet.
    """

    own: float
    """Margin of the boss. A model of the boss that is left out counts as near no enemy."""
    rival: float
    """Margin of the rival if none of the rival's models were near an enemy."""
    near: BoolArray
    """True for each of the rival's models that is near a model of the boss, shape (s,). A model that is left out
    doesn't count.
    """


@dataclass(frozen=True, slots=True)
class Stakes:
    """The gains and losses of a model's run."""

    stops: Array
    """Rating of being stopped by each piece (tokens), in the order of `MoveObstacles.names`."""
    starts_fight: BoolArray
    """True for each piece that the model has to fight if it touches the piece. The fight ends the scoot."""
    goals: Array
    """Places to get near to if no token is on the table, shape (g, 2), in mm."""
    penalty_discs: Array
    """Discs in which a model is near an enemy, one for each enemy, shape (s, 3): x, y and radius (mm)."""
    penalty: float = 0.0
    """Cost of a run that ends in any of `penalty_discs` (tokens).

    The cost is 0 if `margins` is given. The margins count the enemies near the model.
    """
    margins: Margins | None = None
    """The margins of the two bosses, computed without the model that runs; None if there are more than two bosses."""
    fallen: Array = field(default_factory=lambda: np.zeros((0, 4)))
    """Fallen models, shape (f, 4). The columns are:

    - x and y (mm).
    - The worth of standing in contact with the fallen model (tokens).
    - The closeness of the boss's nearest standing model, other than the running one (see `closeness`).
    """


def place_values(at: Array, stakes: Sequence[Stakes], plan_of_run: IndexArray, taken: IndexArray) -> Array:
    """Return the value of standing at each of n points after a run (tokens), shape (n,).

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
    """Return how close two models are, from the distance between their centres (mm): 1 in contact, and 1/e at a gap of
    `FALLEN_DISTANCE`.
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
