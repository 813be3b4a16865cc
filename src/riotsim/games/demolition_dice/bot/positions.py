"""Ratings of positions of Demolition Dice for planners, and a choice of decisions that planners look ahead for."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

from riotsim.games.demolition_dice.rulebook import Rulebook
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.games.demolition_dice.state import State
from riotsim.play.requests import AimThrow, PlayerId, Request
from riotsim.play.session.session import Session
from riotsim.table.dice.kinds import D6

ROLL_MEAN: Final = sum(D6.values) / D6.sides
"""Mean of a die: 3.5."""

ROLL_VARIANCE: Final = sum((value - ROLL_MEAN) ** 2 for value in D6.values) / D6.sides

PICK_MEAN: Final = sum(max(a, b) for a in D6.values for b in D6.values) / D6.sides**2
"""Mean of the higher of two dice: 4.47."""

TUMBLE_SHARE: Final = 0.8
"""Fraction of a fallen tower's dice that show a new face. The lowest dice mostly stay as they are. Our estimate."""

LUCK_QUANTILES: Final = tuple(NormalDist().inv_cdf((k + 0.5) / 64) for k in range(64))
"""Equally likely deviations of a normally distributed score from its mean, in standard deviations."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """The expected score of a tower at the end of the game, and the variance of the score."""

    mean: float
    variance: float


def prospect(game: Demolition, player: PlayerId) -> Prospect:
    """Return the expected score of a player's tower at the end of the game, and the variance of the score."""
    dice = game.table.tower_dice(player)
    left = game.rules.dice - len(dice)
    # Of the dice to come most are picked, one of two; the last is rolled alone.
    coming = (left - 1) * PICK_MEAN + ROLL_MEAN if left else 0.0
    return Prospect(sum(die.shows for die in dice) + coming, left * ROLL_VARIANCE)


def prospect_after_fall(before: Prospect, shows: tuple[int, ...]) -> Prospect:
    """Return the expected score of a tower after the whole tower has fallen, and the variance of the score.

    Args:
        before: The expected score and its variance before the fall.
        shows: Number on the upper face of each die of the tower before the fall.
    """
    mean = before.mean + TUMBLE_SHARE * (len(shows) * ROLL_MEAN - sum(shows))
    return Prospect(mean, before.variance + TUMBLE_SHARE * len(shows) * ROLL_VARIANCE)


def chance_to_win(player: PlayerId, prospects: Mapping[PlayerId, Prospect]) -> float:
    """Return the chance that a player has the highest score, if all scores are normally distributed."""
    own = prospects[player]
    others = [other for name, other in prospects.items() if name != player]
    total = 0.0
    for node in LUCK_QUANTILES:
        score = own.mean + math.sqrt(own.variance) * node
        total += math.prod(_chance_below(other, score) for other in others)
    return total / len(LUCK_QUANTILES)


def _chance_below(other: Prospect, score: float) -> float:
    """Return the chance that a tower ends with less than `score` points.

    If the tower's score is certain and equals `score`, this tie counts as 0.5.
    """
    spread = math.sqrt(other.variance)
    if spread == 0.0:
        return 0.5 * (math.copysign(1.0, score - other.mean) + 1.0) if score != other.mean else 0.5
    return 0.5 * (1.0 + math.erf((score - other.mean) / spread / math.sqrt(2)))


MAX_KNOCK_ANSWERS: Final = 4
"""Number of answers that a planner tries when choosing a tower to throw at: the three towers, and no tower."""

MAX_AIM_ANSWERS: Final = 6
"""Number of throws at a tower that a planner tries. Our choice: more would take longer."""


class DemolitionPositionEvaluator:
    """The evaluator of positions for planners. A position is rated by the chance to win, estimated from the towers."""

    rating_scale = 1.0
    """Difference in the chance to win for a difference of 1 in the rating of an answer.

    It is 1, as the ratings of `rate_knocks` are chances to win.
    """

    turns = 1
    """Number of turns to look ahead. A turn means a round here. By its end, all fallen towers have been rebuilt."""

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules

    def answers_to_try(self, request: Request[object], session: Session[State]) -> int:
        """Return the greatest number of answers to try. It is 0 for a request that isn't about a throw at a tower."""
        if isinstance(request, AimThrow):
            return MAX_AIM_ANSWERS if request.target is not None else 0
        return MAX_KNOCK_ANSWERS if request.purpose == "knock" else 0

    def evaluate(self, player: PlayerId, session: Session[State]) -> float:
        """Return the chance that a player wins. After the end, winners share a chance of 1 equally."""
        result = session.state.result
        if result is not None:
            return (player in result.winners) / len(result.winners)
        game = Demolition(session.play, self._rules)
        return chance_to_win(player, {name: prospect(game, name) for name in game.players})
