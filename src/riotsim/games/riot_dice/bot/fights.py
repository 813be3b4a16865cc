"""The greedy bot's ratings of fights: how often it chooses each throw, and the value of a fight."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.games.riot_dice.bot.towers import MODEL_VALUE, added_height_cost, gentlest_carry_risk, height_of
from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.events import FightBreaksOut
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook, Weapon
from riotsim.games.riot_dice.rules.fight import COUNTERED_BY, THROWS
from riotsim.games.riot_dice.state import ModelId
from riotsim.play.requests import Choose, PlayerId
from riotsim.table.memo import memoize_last

STOLEN_TOKEN_VALUE = 1.5
"""Rating of a token that is taken from another stash (tokens). It is above 1, because one boss gains the token and
another boss loses it.
"""

SHOVE_VALUE = 0.1
"""Rating of having shoved an enemy away (tokens). Our estimate: this enemy doesn't stop the model's next scoot."""

AVOIDED_FIGHT_VALUE = -20.0
"""Rating of a fight for a boss who avoids fights (tokens): less than any other result of a move."""

PAYOFF_CACHE_SIZE = 512
"""Number of fights whose payoffs are cached. Most pairs of models are rated again without a change."""

Effects: TypeAlias = tuple[float, float, float]
"""Values of a thump, a shove and a pinch, in this order, each if it is not countered (tokens)."""

FICTITIOUS_PLAY_ROUNDS = 120
"""Number of rounds of fictitious play. After so many rounds, the share of each throw is within a few hundredths of the
equilibrium.
"""

MIN_THROW_SHARE = 1e-3
"""Minimum share of each throw, so that no throw is excluded. Our choice."""


def expected_damage(weapon: Weapon, values: Sequence[int], toughness: int) -> float:
    """Return the mean damage of one die to a model (points).

    Args:
        weapon: The weapon of the die.
        values: The numbers on the die.
        toughness: The model's toughness.
    """
    return _expected(weapon.damage.big, weapon.damage.weak, tuple(values), toughness)


@lru_cache
def _expected(big: int, weak: int, values: tuple[int, ...], toughness: int) -> float:
    share = sum(value >= toughness for value in values) / len(values)
    return share * big + (1 - share) * weak


def rivalry_weight(game: BotView, boss: PlayerId) -> float:
    """Return the weight of harm to a boss: 1 without loot, and 0.1 more for each token in the stash."""
    return _rivalry(game.state.bosses[boss].stash)


def _rivalry(stash: int) -> float:
    return 1.0 + 0.1 * stash


def rate_throws(game: BotView, request: Choose[object], chance: np.random.Generator) -> list[tuple[object, float]]:
    """Return random ratings of the three throws. Each throw has the highest rating as often as the fight's equilibrium
    plays it.
    """
    mine, theirs = _fighters(game, request.player)
    shares = _shares(_throw_effects(game, mine, theirs), _throw_effects(game, theirs, mine))
    noise = chance.gumbel(size=len(shares))  # the largest of log share + noise is a draw by shares
    return [(THROWS[k], float(np.log(max(shares[k], MIN_THROW_SHARE)) + noise[k])) for k in range(len(THROWS))]


def fight_value(game: BotView, mine: ModelId, theirs: ModelId) -> float:
    """Return roughly how many tokens a fight is worth to the boss whose model is `mine`, if all throws are equally
    likely. A boss who avoids fights rates it as `AVOIDED_FIGHT_VALUE`.
    """
    if game.peaceful:
        return AVOIDED_FIGHT_VALUE
    return _mean_payoff(_throw_effects(game, mine, theirs), _throw_effects(game, theirs, mine))


@lru_cache(maxsize=PAYOFF_CACHE_SIZE)
def _mean_payoff(ours: Effects, others: Effects) -> float:
    return float(payoff_matrix(ours, others).mean())


@lru_cache(maxsize=PAYOFF_CACHE_SIZE)
def _shares(ours: Effects, others: Effects) -> tuple[float, ...]:
    return tuple(float(share) for share in mixed_equilibrium(payoff_matrix(ours, others)))


def payoff_matrix(ours: Effects, others: Effects) -> npt.NDArray[np.float64]:
    """Return the value of each of our throws (rows) against each of theirs (columns), both in the order of `THROWS`
    (tokens).

    Args:
        ours: Values of our throws if they are not countered.
        others: Values of the opponent's throws if they are not countered.
    """
    table = np.zeros((len(THROWS), len(THROWS)))
    for row, throw in enumerate(THROWS):
        for column, answer in enumerate(THROWS):
            gain = 0.0 if COUNTERED_BY[throw] == answer else ours[row]
            loss = 0.0 if COUNTERED_BY[answer] == throw else others[column]
            table[row, column] = gain - loss
    return table


def mixed_equilibrium(table: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return how often to play each row of a zero-sum game, as shares of 1, by fictitious play. `table` has the gains
    of the row player.
    """
    rows, columns = np.zeros(table.shape[0]), np.zeros(table.shape[1])
    for _ in range(FICTITIOUS_PLAY_ROUNDS):
        row, column = (table @ columns).argmax(), (rows @ table).argmin()
        rows[row] += 1
        columns[column] += 1
    shares: npt.NDArray[np.float64] = rows / rows.sum()
    return shares


def _throw_effects(game: BotView, model: ModelId, other: ModelId) -> Effects:
    """Return the values of throws by `model` against `other` to the boss of `model`, if they are not countered
    (tokens).
    """
    weapons, victim = game.state.fighters[model].weapons, game.state.bosses[game.boss_of(other)]
    return _effect_values(
        game.rules, weapons, game.kind(other).toughness, height_of(game, other), victim.hand, victim.stash
    )


@memoize_last
def _effect_values(
    rules: Rulebook, weapons: tuple[str, ...], toughness: int, height: int, hand: str, stash: int
) -> Effects:
    """Return the values of throws if they are not countered (tokens).

    Args:
        rules: The rulebook.
        weapons: Names of the weapons of the model that throws.
        toughness: Toughness of its opponent.
        height: Height of the opponent's tower in dice, as `towers.height_of` returns it.
        hand: Name of the hand of the opponent's boss; empty for the default hand.
        stash: Number of tokens in the stash of the opponent's boss.
    """
    matters = _rivalry(stash)
    thump = added_height_cost(height, _thump_damage(rules, weapons, toughness)) * matters
    shove = SHOVE_VALUE + MODEL_VALUE * gentlest_carry_risk(height, rules.hands[hand or rules.hand].hand) * matters
    pinch = STOLEN_TOKEN_VALUE * matters if stash else 0.0
    return (thump, shove, pinch)


def _thump_damage(rules: Rulebook, weapons: tuple[str, ...], toughness: int) -> float:
    """Return the mean damage (points) of a thump with all of these weapons to a model with this toughness."""
    damage = 0.0
    for name in weapons:
        weapon = rules.weapons[name]
        damage += sum(expected_damage(weapon, rules.dice.values(kind), toughness) for kind in weapon.thump or ())
    return damage


def _fighters(game: BotView, boss: PlayerId) -> tuple[ModelId, ModelId]:
    """Return the two models of the fight that broke out last. The model of `boss` comes first."""
    last = next(event for event in reversed(game.play.events) if isinstance(event, FightBreaksOut))
    if game.boss_of(last.active) == boss:
        return last.active, last.passive
    return last.passive, last.active
