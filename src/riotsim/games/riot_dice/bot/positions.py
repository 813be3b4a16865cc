"""Ratings of positions of Riot Dice, for planners. The module also tells for which decisions planners look ahead."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from riotsim.games.riot_dice.bot.towers import MAX_WORTHWHILE_HEIGHT, height_of
from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.ending import near_enemies
from riotsim.games.riot_dice.state import State
from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Session
from riotsim.table.poses import distance

FACTORS: Final = ("loot", "lead", "held", "standing", "wear", "reach", "turn")
"""Names of the factors that predict the winner. Each compares two bosses: see `lead_factors`."""

WEIGHTS: Final = (0.26, 0.61, -0.09, 0.93, -0.45, 0.23, 0.18)
"""Weights of the factors in the chance to win (log odds).

They come from a logistic regression on 3,000 turns of 80 games between greedy bosses (`tools/worth_of_positions.py`).
On other games the log loss is 0.54 nats, against 0.59 with loot alone and 0.69 for a coin toss. By these weights
a standing model is worth about 3.6 tokens; a greedy boss values it at 2.5 (`towers.MODEL_VALUE`).
"""

LOOT_DISTANCE_SCALE: Final = 150.0
"""Distance to the nearest standing model at which a token counts for 1/e, about a third (mm). Our choice."""

LEAVING_WINNER_CHANCE: Final = 0.99
"""Chance to win for a boss who would win by leaving now. Our estimate."""

MAX_ACTIVATION_ANSWERS: Final = 4
"""Greatest number of answers that a planner tries when a boss may activate a model or leg it. Our choice."""

TOKEN_WIN_CHANCE: Final = 0.04
"""How much one more token adds to the chance to win in the middle of a game. Our estimate."""


@dataclass(frozen=True, slots=True)
class BossFeatures:
    """The features of a boss that predict the winner."""

    stash: int
    standing: int
    wear: float
    reach: float
    near: int
    """Number of tokens that the boss would leave on the table by legging it now (RD-81)."""


class RiotPositionEvaluator:
    """The evaluator of positions for planners. A position is rated by the chance to win."""

    rating_scale = TOKEN_WIN_CHANCE

    turns = 2
    """Number of turns to look ahead. The second one is the next boss's turn, in which that boss may leave as the winner
    or boot fallen models.
    """

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules

    def answers_to_try(self, request: Request[object], session: Session[State]) -> int:
        """Return the greatest number of answers to try. It is 0 unless the request is to choose a model to activate."""
        return MAX_ACTIVATION_ANSWERS if request.purpose == "turn" else 0

    def evaluate(self, boss: PlayerId, session: Session[State]) -> float:
        """Return the chance of `boss` to win against the strongest opponent.

        After the end of the game, return 1 divided by the number of winners if `boss` has won, and 0 otherwise.
        """
        state = session.state
        if state.result is not None:
            winners = state.result.winners
            return (boss in winners) / max(1, len(winners))
        game = BotView(session.play, self._rules)
        sides = boss_features(game)
        return min(_chance_against(game, boss, other, sides) for other in sides if other != boss)


def boss_features(game: BotView) -> dict[PlayerId, BossFeatures]:
    """Return the features of each boss, by name."""
    return {name: _boss_features(game, name) for name in game.state.bosses}


def _boss_features(game: BotView, boss: PlayerId) -> BossFeatures:
    standing = game.standing(boss)
    places = [game.model(model).at for model in standing]
    reach = 0.0
    for token in game.table.tokens.values() if places else ():
        nearest = min(distance(token.pose.xy, place) for place in places)
        reach += math.exp(-nearest / LOOT_DISTANCE_SCALE)
    stash = game.state.bosses[boss].stash
    wear = sum((height_of(game, model) / MAX_WORTHWHILE_HEIGHT) ** 2 for model in standing)
    return BossFeatures(stash, len(standing), wear, reach, min(stash, len(near_enemies(game, boss))))


def _chance_against(game: BotView, boss: PlayerId, other: PlayerId, sides: Mapping[PlayerId, BossFeatures]) -> float:
    """Return the chance that `boss` ends with more loot than `other`."""
    mine, theirs = sides[boss], sides[other]
    ahead, left = mine.stash - theirs.stash, len(game.table.tokens)
    if game.state.activating is None and game.state.turn == boss and ahead - left > 2 * mine.near:
        return LEAVING_WINNER_CHANCE
    if game.state.activating is None and game.state.turn == other and -ahead - left > 2 * theirs.near:
        return 1 - LEAVING_WINNER_CHANCE
    odds = sum(weight * value for weight, value in zip(WEIGHTS, lead_factors(game, boss, other, sides), strict=True))
    return 1 / (1 + math.exp(-odds))


def lead_factors(
    game: BotView, boss: PlayerId, other: PlayerId, sides: Mapping[PlayerId, BossFeatures]
) -> tuple[float, ...]:
    """Return the lead of a boss over another in each factor, in the order of `FACTORS`.

    Four factors are the boss's value minus the other's:

    - `loot`: number of tokens in the stash.
    - `standing`: number of standing models.
    - `wear`: sum over standing models of (height of the tower / `MAX_WORTHWHILE_HEIGHT`)².
    - `reach`: sum over tokens of exp(-distance to the nearest standing model / `LOOT_DISTANCE_SCALE`).

    The other factors are:

    - `lead`: 1 if the boss leads by more than all tokens on the table, -1 if the other does, else 0.
    - `held`: `lead` times the number of tokens that the leading boss would drop when legging it (RD-81).
    - `turn`: 1 if it is the boss's turn, -1 if it is the other's, 0 otherwise or during an activation.
    """
    mine, theirs = sides[boss], sides[other]
    ahead, left = mine.stash - theirs.stash, len(game.table.tokens)
    leads, trails = ahead > left, -ahead > left
    turn = (game.state.turn == boss) - (game.state.turn == other) if game.state.activating is None else 0
    return (
        ahead,
        leads - trails,
        leads * mine.near - trails * theirs.near,
        mine.standing - theirs.standing,
        mine.wear - theirs.wear,
        mine.reach - theirs.reach,
        turn,
    )
