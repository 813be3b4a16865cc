"""The greedy bot's ratings of towers: the cost of height, the pace of a carry, and the place of the next die."""

import math

from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.state import ModelId
from riotsim.play.requests import PlaceDie, SetPace
from riotsim.table.acts import Hand
from riotsim.table.statics import best_offsets
from riotsim.table.units import GRAVITY

MODEL_VALUE = 1.2
"""Value of a standing model (tokens). Our estimate: a model collects about this much loot before it falls."""

MAX_WORTHWHILE_HEIGHT = 14.0
"""Height at which a tower costs as much as its model is worth (dice). Our choice: players call towers of 10 to 13 dice
tense.
"""

TIPPING_THRESHOLD, TIPPING_SPREAD = 0.97, 0.05
"""Threshold and spread of a logistic curve: the chance that a straight tower falls, by (dice − 1) × acceleration / g.
At the threshold half of all carried straight towers fall.

The values come from 10 or 12 carries at each height. At 0.86 a tower of 8 dice fell in 1 of 12 carries, at 1.14 in 9 of
10.
"""

STRAIGHT_HEIGHT, CROOKED_HEIGHT_RANGE = 8, 7.0
"""Height up to which a tower counts as straight, and the additional height at which it is as crooked as possible
(dice).

At 650 mm/s², which straight towers withstand, a tower of 10 dice fell in 1 of 9 carries. A tower of 12 dice fell in 3
carries; the number of its carries was not noted.
"""

ACCEPTABLE_RISK = 0.03
"""Risk below which the bot doesn't choose a slower pace: the chance that the tower falls (0 to 1). Our choice."""


def height_cost(height: float) -> float:
    """Return the loss of a model's value from a tower of `height` dice (tokens). The loss grows with the square of
    height.
    """
    return MODEL_VALUE * (height / MAX_WORTHWHILE_HEIGHT) ** 2


def added_height_cost(height: int, dice: float) -> float:
    """Return the cost (tokens) of adding `dice` dice to a tower of `height` dice."""
    return height_cost(height + dice) - height_cost(height)


def height_of(game: BotView, model: ModelId) -> int:
    """Return the number of dice in a model's tower. If the game has hit points, return the lost share of these, scaled
    to `MAX_WORTHWHILE_HEIGHT` dice.
    """
    if game.rules.tower.mode == "hit_points":
        left, most = game.state.fighters[model].hit_points, game.rules.hit_points(game.state.fighters[model].kind)
        return 0 if left is None else round((most - left) * MAX_WORTHWHILE_HEIGHT / most)
    return game.table.tower_height(model)


def carry_risk(height: int, acceleration: float) -> float:
    """Return the chance (0 to 1) that a tower of `height` dice falls when carried at an acceleration (mm/s²)."""
    if height < 2:
        return 0.0
    strain = (height - 1) * acceleration / GRAVITY
    tips = 1 / (1 + math.exp(-(strain - TIPPING_THRESHOLD) / TIPPING_SPREAD))
    leans = min(1.0, max(0, height - STRAIGHT_HEIGHT) / CROOKED_HEIGHT_RANGE) ** 2 * min(1.0, strain)
    return 1 - (1 - tips) * (1 - leans)


def gentlest_carry_risk(height: int, hand: Hand) -> float:
    """Return the chance (0 to 1) that a tower of `height` dice falls when carried at a hand's gentlest pace."""
    return min(carry_risk(height, pace.acceleration) for _, pace in hand.paces)


def rate_paces(game: BotView, request: SetPace) -> list[tuple[object, float]]:
    """Rate the paces of a carry by the risk for the tower. The usual pace is rated best if its risk is acceptable."""
    hand = game.hand(request.player)
    risks = [carry_risk(request.tower_height, hand.pace(name).acceleration) for name in request.paces]
    return [
        (name, -max(risk, ACCEPTABLE_RISK) - number * ACCEPTABLE_RISK / len(risks))
        for number, (name, risk) in enumerate(zip(request.paces, risks, strict=True))
    ]


def rate_places(game: BotView, request: PlaceDie) -> list[tuple[object, float]]:
    """Rate offsets for the next die, measured from the middle of the top die (mm), by the stability of the resulting
    tower.
    """
    dice = game.table.tower_dice(request.tower)
    if len(dice) < 2:
        return [((0.0, 0.0), 0.0)]
    return [*best_offsets(dice, game.table.towers[request.tower].bearing, request.reach)]
