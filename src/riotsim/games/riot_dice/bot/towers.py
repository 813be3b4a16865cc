"""The greedy bot's estimates and ratings for towers.

The module computes the cost of a tower's height, and a tower's chance of falling. It rates the paces for carrying a
model with a tower, and the places for the next die of a tower.
"""

import math

from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.state import ModelId
from riotsim.play.requests import PlaceDie, SetPace
from riotsim.table.acts import Hand
from riotsim.table.statics import best_offsets
from riotsim.table.units import GRAVITY

MODEL_VALUE = 2.5
"""Value of a standing model (tokens). Our estimate.

A model collects 1.2 tokens on average before it falls. The value is higher because a fallen model can be booted again
and again. With a value of 1.2, bosses take too little care of their models.
"""

MAX_WORTHWHILE_HEIGHT = 14.0
"""A tower of this height (dice) costs as much as its model is worth (see `height_cost`).

Our choice. Players call towers of 10 to 13 dice tense.
"""

TIPPING_THRESHOLD, TIPPING_SPREAD = 0.97, 0.05
"""Midpoint and width of the logistic curve for the chance that a straight tower falls when its model is carried.

The variable of the curve is (dice − 1) × acceleration / g. The values come from 10 or 12 carries at each height. At a
variable of 0.86, a tower of 8 dice fell in 1 of 12 carries. At 1.14, it fell in 9 of 10 carries.
"""

STRAIGHT_HEIGHT, CROOKED_HEIGHT_RANGE = 8, 7.0
"""Greatest height of a tower that counts as straight, and how much taller a fully crooked tower is (dice).

Straight towers withstand an acceleration of 650 mm/s². In trials with it, a tower of 10 dice fell in 1 of 9 carries. A
tower of 12 dice fell 3 times; the number of its carries was not noted.
"""

FALL_CHANCES = (*7 * (0.002,), *7 * (0.045,), *2 * (0.13,), *3 * (0.18,), 0.3, 0.5)
"""Chance that a tower falls when an average hand puts a die on it, by the number of dice already in the tower.

The last value also holds for all taller towers. The values were estimated from 670 stacked dice in 7 games, and are
rounded.
"""

ACCEPTABLE_RISK = 0.03
"""The bot carries a model at the usual pace if the chance of its tower's fall (0 to 1) is no greater than this. Our
choice.
"""


def height_cost(height: float) -> float:
    """Return how much value a model loses because of a tower of `height` dice (tokens).

    The loss grows with the square of the height.
    """
    return MODEL_VALUE * (height / MAX_WORTHWHILE_HEIGHT) ** 2


def added_height_cost(height: int, dice: float) -> float:
    """Return the cost (tokens) of adding `dice` dice to a tower of `height` dice."""
    return height_cost(height + dice) - height_cost(height)


def fall_chance(mode: str, height: int) -> float:
    """Return the chance (0 to 1) that a model falls over when its tower gets one more die.

    In a game with hit points there are no towers of dice. Then a lost share of the hit points counts as dice (see
    `height_of`), and the model falls over when no hit points are left. In a game with neither, the chance is 0.

    Args:
        mode: The rule `tower.mode`: `dice`, `hit_points` or `none`.
        height: Height of the model's tower before it gets the die, as `height_of` returns it.
    """
    match mode:
        case "dice":
            return FALL_CHANCES[min(height, len(FALL_CHANCES) - 1)]
        case "hit_points":
            return float(height + 1 >= MAX_WORTHWHILE_HEIGHT)
        case _:
            return 0.0


def dice_per_point(rules: Rulebook, kind: str) -> float:
    """Return by how many dice a point of damage raises the result of `height_of`.

    Args:
        rules: The rulebook.
        kind: Kind of the model.
    """
    match rules.tower.mode:
        case "dice":
            return 1.0
        case "hit_points":
            return MAX_WORTHWHILE_HEIGHT / rules.hit_points(kind)
        case _:
            return 0.0


def height_of(game: BotView, model: ModelId) -> int:
    """Return the number of dice in a model's tower.

    In a game with hit points, return the fraction of the hit points that the model has lost, times
    `MAX_WORTHWHILE_HEIGHT`, rounded.
    """
    if game.rules.tower.mode == "hit_points":
        left, most = game.state.fighters[model].hit_points, game.rules.hit_points(game.state.fighters[model].kind)
        return 0 if left is None else round((most - left) * MAX_WORTHWHILE_HEIGHT / most)
    return game.table.tower_height(model)


def carry_risk(height: int, acceleration: float) -> float:
    """Return the chance (0 to 1) that a tower of `height` dice falls when its model is carried.

    Args:
        height: Number of dice in the tower.
        acceleration: Acceleration of the carried model (mm/s²).
    """
    if height < 2:
        return 0.0
    strain = (height - 1) * acceleration / GRAVITY
    tips = 1 / (1 + math.exp(-(strain - TIPPING_THRESHOLD) / TIPPING_SPREAD))
    leans = min(1.0, max(0, height - STRAIGHT_HEIGHT) / CROOKED_HEIGHT_RANGE) ** 2 * min(1.0, strain)
    return 1 - (1 - tips) * (1 - leans)


def gentlest_carry_risk(height: int, hand: Hand) -> float:
    """Return the chance (0 to 1) that a tower of `height` dice falls when a hand carries it at the gentlest pace."""
    return min(carry_risk(height, pace.acceleration) for _, pace in hand.paces)


def rate_paces(game: BotView, request: SetPace) -> list[tuple[object, float]]:
    """Rate the paces for carrying a model. A higher risk that its tower falls gives a lower rating.

    But if the risk at the usual pace is acceptable (see `ACCEPTABLE_RISK`), the usual pace has the highest rating.
    """
    hand = game.hand(request.player)
    risks = [carry_risk(request.tower_height, hand.pace(name).acceleration) for name in request.paces]
    return [
        (name, -max(risk, ACCEPTABLE_RISK) - number * ACCEPTABLE_RISK / len(risks))
        for number, (name, risk) in enumerate(zip(request.paces, risks, strict=True))
    ]


def rate_places(game: BotView, request: PlaceDie) -> list[tuple[object, float]]:
    """Rate places for the next die of a tower by how stable the tower would be with the die there.

    A place is an offset from the middle of the top die (mm).
    """
    dice = game.table.tower_dice(request.tower)
    if len(dice) < 2:
        return [((0.0, 0.0), 0.0)]
    return [*best_offsets(dice, game.table.towers[request.tower].bearing, request.reach)]
