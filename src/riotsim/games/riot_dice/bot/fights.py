"""The greedy bot's ratings of fights: how often to choose each throw, and the value of a fight."""

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
"""Rating of a token taken from another boss's stash (tokens). It is above 1 because the other boss also loses the
token.
"""

SHOVE_VALUE = 0.1
"""Rating of shoving an enemy away (tokens). Our estimate: the enemy doesn't stop the model's next scoot."""

AVOIDED_FIGHT_VALUE = -20.0
"""Rating of a fight for a boss who avoids fights (tokens): less than any other result of a move."""

PAYOFF_CACHE_SIZE = 512
"""Number of fights whose payoffs are cached, because the same pairs of models are rated again and again."""

Effects: TypeAlias = tuple[float, float, float]
"""Values of an uncountered thump, shove and pinch, in this order (tokens)."""

FICTITIOUS_PLAY_ROUNDS = 120
"""Number of rounds of fictitious play. They bring the probability of each throw to within a few hundredths of the
equilibrium.
"""

MIN_THROW_SHARE = 1e-3
"""Minimum probability of each throw, so that none is ruled out. Our choice."""


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
    """Return the weight of harm to a boss: 1, plus 0.1 for each token in the boss's stash."""
    return _rivalry(game.state.bosses[boss].stash)


def _rivalry(stash: int) -> float:
    return 1.0 + 0.1 * stash


def rate_throws(game: BotView, request: Choose[object], chance: np.random.Generator) -> list[tuple[object, float]]:
    """Return random ratings of the three throws. The chance that a throw gets the highest rating is its probability in
    the fight's equilibrium.
    """
    mine, theirs = _fighters(game, request.player)
    shares = _shares(_throw_effects(game, mine, theirs), _throw_effects(game, theirs, mine))
    noise = chance.gumbel(size=len(shares))  # the largest of log share + noise is a draw by shares
    return [(THROWS[k], float(np.log(max(shares[k], MIN_THROW_SHARE)) + noise[k])) for k in range(len(THROWS))]


def fight_value(game: BotView, mine: ModelId, theirs: ModelId) -> float:
    """Return the rough value of a fight to the boss of `mine`, if all throws are equally likely (tokens). For a bot
    that avoids fights, it is `AVOIDED_FIGHT_VALUE`.
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
    """Return the value of each of our throws (rows) against each of theirs (columns), in the order of `THROWS`
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
    """Return the probability of each row in the equilibrium of a zero-sum game, found by fictitious play. `table` is
    the row player's payoff matrix.
    """
    rows, columns = np.zeros(table.shape[0]), np.zeros(table.shape[1])
    for _ in range(FICTITIOUS_PLAY_ROUNDS):
        row, column = (table @ columns).argmax(), (rows @ table).argmin()
        rows[row] += 1
        columns[column] += 1
    shares: npt.NDArray[np.float64] = rows / rows.sum()
    return shares


def _throw_effects(game: BotView, model: ModelId, other: ModelId) -> Effects:
    """Return the values of uncountered throws by `model` against `other`, to the boss of `model` (tokens)."""
    weapons, victim = game.state.fighters[model].weapons, game.state.bosses[game.boss_of(other)]
    return _effect_values(
        game.rules, weapons, game.kind(other).toughness, height_of(game, other), victim.hand, victim.stash
    )


@memoize_last
def _effect_values(
    rules: Rulebook, weapons: tuple[str, ...], toughness: int, height: int, hand: str, stash: int
) -> Effects:
    """Return the values of uncountered throws (tokens).

    Args:
        rules: The rulebook.
        weapons: Names of the model's weapons.
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
    """Return the two models in the latest fight, first the model of `boss`."""
    last = next(event for event in reversed(game.play.events) if isinstance(event, FightBreaksOut))
    if game.boss_of(last.active) == boss:
        return last.active, last.passive
    return last.passive, last.active
