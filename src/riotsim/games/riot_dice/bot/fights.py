"""The greedy bot's ratings of a whole fight, and of each throw in a fight. The ratings of throws are partly random."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from riotsim.games.riot_dice.bot import duels
from riotsim.games.riot_dice.bot.towers import dice_per_point, fall_chance, gentlest_carry_risk, height_of
from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.events import FightBreaksOut
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook, Weapon
from riotsim.games.riot_dice.rules.fight import THROWS
from riotsim.games.riot_dice.state import ModelId
from riotsim.play.requests import Choose, PlayerId
from riotsim.table.memo import memoize_last

STOLEN_TOKEN_VALUE = 1.5
"""Rating of a token taken from another boss's stash (tokens). It is above 1 because the other boss also loses the
token.
"""

FALL_VALUE, FALLEN_PREY_VALUE = 2.5, 2.0
"""Costs of a model that falls in a fight (tokens). Our estimates.

`FALL_VALUE` always counts. `FALLEN_PREY_VALUE` is added if the model's boss has loot, because the winner may then take
tokens by booting the fallen model turn after turn (RD-71). In games of greedy bosses, a model that fell near an enemy
lowered the chance to win as much as the loss of four tokens.
"""

AVOIDED_FIGHT_VALUE = -20.0
"""Rating of a fight for a boss who avoids fights (tokens). It is lower than the rating of any other end of a move."""

MIN_THROW_SHARE = 1e-3
"""Least probability of each throw. Because it is above 0, every throw can happen. Our choice."""


def expected_damage(weapon: Weapon, values: Sequence[int], toughness: int) -> float:
    """Return the mean damage of one die to a model (points).

    Args:
        weapon: The weapon of the die.
        values: The numbers on the die's sides. Each side is equally likely.
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
    """Return the three throws (thump, shove and pinch) with partly random ratings.

    So the throw with the highest rating is a random choice. Each throw gets the highest rating with about its
    probability in an equilibrium of the fight (see `duels.duel`).
    """
    active, passive = _fighters(game)
    fight, heights = _duel(game, active, passive), _heights(game, active, passive)
    mixed = fight.active_shares if game.boss_of(active) == request.player else fight.passive_shares
    shares = np.maximum(mixed[heights], MIN_THROW_SHARE)
    noise = chance.gumbel(size=len(THROWS))  # the largest of log share + noise is a draw by shares
    return [(throw, float(np.log(shares[k]) + noise[k])) for k, throw in enumerate(THROWS)]


def fight_value(game: BotView, mine: ModelId, theirs: ModelId) -> float:
    """Return how many tokens a fight of `mine` against `theirs` is worth to the boss of `mine`.

    It is assumed that both bosses choose throws with the probabilities of `duels.duel`. If the bot avoids fights, the
    result is `AVOIDED_FIGHT_VALUE`.
    """
    if game.peaceful:
        return AVOIDED_FIGHT_VALUE
    return float(_duel(game, mine, theirs).values[_heights(game, mine, theirs)])


def _duel(game: BotView, active: ModelId, passive: ModelId) -> duels.Duel:
    return duels.duel(_fighter(game, active, passive), _fighter(game, passive, active))


def _heights(game: BotView, active: ModelId, passive: ModelId) -> tuple[int, int]:
    highest = duels.HEIGHTS - 1
    return min(height_of(game, active), highest), min(height_of(game, passive), highest)


def _fighter(game: BotView, model: ModelId, other: ModelId) -> duels.Fighter:
    fighters, boss = game.state.fighters, game.state.bosses[game.boss_of(model)]
    return _model_in_fight(game.rules, fighters[model].weapons, fighters[other].kind, boss.hand, boss.stash > 0)


@memoize_last
def _model_in_fight(
    rules: Rulebook, weapons: tuple[str, ...], opponent: str, hand: str, has_loot: bool
) -> duels.Fighter:
    """Return the figures about a model that `duels.duel` needs.

    Args:
        rules: The rulebook.
        weapons: Names of the model's weapons.
        opponent: Kind of the model's opponent.
        hand: Name of the hand of the model's boss. The hand, defined in the rules, says how steadily the boss throws
            and stacks. An empty name means the default hand.
        has_loot: True if the model's boss has loot, which can be stolen.
    """
    heights, mode = range(duels.HEIGHTS), rules.tower.mode
    carrier = rules.hands[hand or rules.hand].hand
    return duels.Fighter(
        _thump_damage(rules, weapons, opponent),
        tuple(fall_chance(mode, height) for height in heights),
        tuple(gentlest_carry_risk(height, carrier) if mode == "dice" else 0.0 for height in heights),
        FALL_VALUE + (FALLEN_PREY_VALUE if has_loot else 0.0),
        STOLEN_TOKEN_VALUE if has_loot else 0.0,
    )


def _thump_damage(rules: Rulebook, weapons: tuple[str, ...], opponent: str) -> tuple[float, ...]:
    """Return the chances that one thump adds 0, 1, 2 … dice to the opponent's tower.

    The model uses all of its weapons in the thump. `weapons` has their names, and `opponent` is the opponent's kind.

    If the game has hit points instead of towers of dice, the lost hit points are converted to dice as in `height_of`.
    """
    toughness = rules.models[opponent].toughness
    points = np.ones(1)
    for name in weapons:
        weapon = rules.weapons[name]
        for kind in weapon.thump or ():
            values = rules.dice.values(kind)
            big = sum(value >= toughness for value in values) / len(values)
            die = np.zeros(max(weapon.damage.big, weapon.damage.weak) + 1)
            die[weapon.damage.big] += big
            die[weapon.damage.weak] += 1 - big
            points = np.convolve(points, die)
    dice = np.rint(np.arange(len(points)) * dice_per_point(rules, opponent)).astype(np.intp)
    return tuple(float(chance) for chance in np.bincount(dice, weights=points))


def _fighters(game: BotView) -> tuple[ModelId, ModelId]:
    """Return the two models of the latest fight, the active model first."""
    last = next(event for event in reversed(game.play.events) if isinstance(event, FightBreaksOut))
    return last.active, last.passive
