"""Fights of Riot Dice as games of several rounds: the worth of a fight, and the best frequency of each throw.

In each round, both bosses choose a throw: thump, shove or pinch. A fight goes on until a model is shoved away or falls
over (RD-68). So the value of a thump depends on later rounds.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.float64]

HEIGHTS: Final = 27
"""Number of different heights of a tower: 0 to 26 dice. A taller tower counts as a tower of 26 dice."""

ROUNDS: Final = 6
"""Number of rounds to look ahead. With ten rounds instead, no value changes by as much as 0.05 tokens."""

STEPS: Final = 40
"""Number of steps of the method that finds the probabilities of the throws in a round (see `solve_games`). With 80
steps instead, no value changes by as much as 0.05 tokens.
"""

WEAR: Final = 0.5
"""Greatest cost of a tower that still stands after a fight, as a share of the cost of a fall. Our estimate."""

WORN_HEIGHT: Final = 16.0
"""A tower of this height (dice) or more has the full cost `WEAR` after a fight. The cost of a lower tower is
proportional to the square of the tower's height. Our choice.
"""


@dataclass(frozen=True, slots=True)
class Fighter:
    """The figures about one model in a fight.

    `fall_chances` and `shove_risks` have one value for each possible height of the model's tower: 0, 1, 2 … dice.
    """

    damage: tuple[float, ...]
    """Chances that the model's thump puts 0, 1, 2 … dice on the opponent's tower, one chance for each number."""
    fall_chances: tuple[float, ...]
    """Chance that the model's tower falls when a die is put on it, by the number of dice already in the tower."""
    shove_risks: tuple[float, ...]
    """Chance that the model's tower falls when the model is shoved, by the number of dice in the tower."""
    fall_cost: float
    """Loss of the model's boss if the model falls (tokens)."""
    pinch_cost: float
    """Loss of the model's boss if the opponent pinches a token (tokens)."""


@dataclass(frozen=True, slots=True)
class Duel:
    """The prospects of a fight before its first throw, for each possible pair of heights of the two towers.

    In each array, the first axis is the height of the active model's tower. The second axis is the height of the
    passive model's tower.
    """

    values: Array
    """Gain of the active model's boss by the fight, compared with no fight (tokens)."""
    active_shares: Array
    """Probability of each throw by the active model. The last axis has the throws: thump, shove and pinch."""
    passive_shares: Array
    """Probability of each throw by the passive model. The last axis is as in `active_shares`."""


@lru_cache(maxsize=512)
def duel(active: Fighter, passive: Fighter) -> Duel:
    """Return the prospects of a fight between two models of different bosses (players).

    It is assumed that both bosses choose each throw at random, with probabilities close to an equilibrium. In an
    equilibrium, neither boss could gain by choosing with other probabilities.
    """
    worn = WEAR * np.minimum(1.0, np.arange(HEIGHTS) / WORN_HEIGHT) ** 2
    apart = passive.fall_cost * worn[None, :] - active.fall_cost * worn[:, None]
    won = passive.fall_cost - active.fall_cost * worn[:, None]
    lost = passive.fall_cost * worn[None, :] - active.fall_cost
    ours, theirs = _growth(active, passive), _growth(passive, active)
    fells, felled = 1.0 - ours.sum(axis=1)[None, :], 1.0 - theirs.sum(axis=1)[:, None]
    drops, dropped = np.array(passive.shove_risks)[None, :], np.array(active.shove_risks)[:, None]
    shoved = dropped * lost + (1.0 - dropped) * apart
    payoffs = np.empty((HEIGHTS, HEIGHTS, 3, 3))
    payoffs[..., 0, 1] = shoved
    payoffs[..., 1, 0] = drops * won + (1.0 - drops) * apart
    payoffs[..., 1, 1] = drops * won + (1.0 - drops) * shoved
    values, active_shares, passive_shares = apart, payoffs[..., 0], payoffs[..., 0]
    for _ in range(ROUNDS):
        after_theirs = theirs @ values + felled * lost
        payoffs[..., 0, 0] = after_theirs @ ours.T + fells * won
        payoffs[..., 0, 2] = values @ ours.T + fells * won
        payoffs[..., 1, 2] = values - active.pinch_cost
        payoffs[..., 2, 0] = after_theirs
        payoffs[..., 2, 1] = values + passive.pinch_cost
        payoffs[..., 2, 2] = values + passive.pinch_cost - active.pinch_cost
        values, active_shares, passive_shares = solve_games(payoffs)
    return Duel(values - apart, active_shares, passive_shares)


def _growth(thumper: Fighter, other: Fighter) -> Array:
    """Return the chance of each height of the tower of `other` after a thump, as a matrix.

    A row stands for the tower's height before the thump, and a column for its height after the thump. The tower may
    fall instead. So the sum of a row may be less than 1.
    """
    growth, stands = np.zeros((HEIGHTS, HEIGHTS)), np.ones(HEIGHTS)
    rows, falls = np.arange(HEIGHTS), np.array(other.fall_chances)
    for dice, chance in enumerate(thumper.damage):
        if dice:
            stands = stands * (1.0 - falls[np.minimum(rows + dice - 1, HEIGHTS - 1)])
        growth[rows, np.minimum(rows + dice, HEIGHTS - 1)] += chance * stands
    return growth


def solve_games(payoffs: Array) -> tuple[Array, Array, Array]:
    """Return the values of zero-sum games, and the probabilities of the players' choices close to an equilibrium.

    Many games are solved at once. In each game, one player chooses a row and the other player chooses a column. The
    dots (...) in a shape stand for the axes that number the games.

    Return three arrays:

    - The value of each game for the row player, shape (...).
    - The probability of each choice of the row player, shape (..., rows).
    - The probability of each choice of the column player, shape (..., columns).

    The method is regret matching (Hart and Mas-Colell 2000, with the averages of CFR+). The regret of a choice is how
    much more the player would have gained so far by always taking this choice. In each step, the probability of a
    choice is proportional to its regret. Negative regrets count as 0.

    Args:
        payoffs: What the row player gains for each pair of choices in each game, shape (..., rows, columns).
    """
    row_regrets, column_regrets = np.zeros(payoffs.shape[:-1]), np.zeros((*payoffs.shape[:-2], payoffs.shape[-1]))
    rows, columns = np.zeros_like(row_regrets), np.zeros_like(column_regrets)
    mine, theirs = _shares(row_regrets), _shares(column_regrets)
    for step in range(1, STEPS + 1):
        gains = np.einsum("...ij,...j->...i", payoffs, theirs)
        row_regrets = np.maximum(row_regrets + gains - (gains * mine).sum(axis=-1, keepdims=True), 0.0)
        mine = _shares(row_regrets)
        losses = np.einsum("...ij,...i->...j", payoffs, mine)
        column_regrets = np.maximum(column_regrets + (losses * theirs).sum(axis=-1, keepdims=True) - losses, 0.0)
        theirs = _shares(column_regrets)
        rows, columns = rows + step * mine, columns + step * theirs
    rows, columns = _shares(rows), _shares(columns)
    return np.einsum("...ij,...i,...j->...", payoffs, rows, columns), rows, columns


def _shares(weights: Array) -> Array:
    """Return the weights divided by their sum along the last axis. Where this sum is 0, all shares are equal."""
    total = weights.sum(axis=-1, keepdims=True)
    some = total > 0.0
    shares: Array = np.where(some, weights / np.where(some, total, 1.0), 1.0 / weights.shape[-1])
    return shares
