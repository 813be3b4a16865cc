"""The value of positions of Riot Dice for a planning bot, and the decisions that are worth a look ahead."""

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
"""The factors that predict the winner: the lead of one boss in each (`lead_factors`)."""

WEIGHTS: Final = (0.26, 0.61, -0.09, 0.93, -0.45, 0.23, 0.18)
"""Weight of each factor in the chance to win (log odds).

From 3,000 turns of 80 games between greedy bosses (`tools/worth_of_positions.py`), by logistic regression. What
it says of games that it wasn't fitted to is off by 0.54 nats, what loot alone says by 0.59, and tossing a coin by 0.69.
A model on its feet is worth as much as three tokens and a half: to a greedy boss it is one and a fifth.
"""

LOOT_DISTANCE_SCALE: Final = 150.0
"""Distance from the nearest standing model at which a token counts for a third (mm). Ours: a scoot or two away."""

LEAVING_WINNER_CHANCE: Final = 0.99
"""The chance to win of a boss who can leave as the winner at once."""

MAX_ACTIVATION_ANSWERS: Final = 4
"""Number of answers worth trying about which model to activate, or to leg it."""

TOKEN_WIN_CHANCE: Final = 0.04
"""Rate of a token as a chance to win, in the middle of a game."""


@dataclass(frozen=True, slots=True)
class BossFeatures:
    """The figures of a boss that count."""

    stash: int
    standing: int
    wear: float
    reach: float
    near: int
    """Tokens that would be left behind."""


class RiotPositionEvaluator:
    """The evaluator of positions: it rates them by the chance to win."""

    rating_scale = TOKEN_WIN_CHANCE

    turns = 2
    """The next boss's reply too: who can leave as the winner leaves, and the fallen are kicked."""

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules

    def answers_to_try(self, request: Request[object], session: Session[State]) -> int:
        """Return the number of answers worth trying about which model to activate; none of other requests."""
        return MAX_ACTIVATION_ANSWERS if request.purpose == "turn" else 0

    def evaluate(self, boss: PlayerId, session: Session[State]) -> float:
        """Return the chance that a boss wins; against several others, against the strongest of them."""
        state = session.state
        if state.result is not None:
            winners = state.result.winners
            return (boss in winners) / max(1, len(winners))
        game = BotView(session.play, self._rules)
        sides = boss_features(game)
        return min(_chance_against(game, boss, other, sides) for other in sides if other != boss)


def boss_features(game: BotView) -> dict[PlayerId, BossFeatures]:
    """Return the figures of each boss that count."""
    return {name: _boss_features(game, name) for name in game.state.bosses}


def _boss_features(game: BotView, boss: PlayerId) -> BossFeatures:
    standing = game.standing(boss)
    places = [game.model(model).at for model in standing]
    reach = 0.0
    for token in game.table.tokens.values() if places else ():
        nearest = min(distance(token.pose.plan, place) for place in places)
        reach += math.exp(-nearest / LOOT_DISTANCE_SCALE)
    stash = game.state.bosses[boss].stash
    wear = sum((height_of(game, model) / MAX_WORTHWHILE_HEIGHT) ** 2 for model in standing)
    return BossFeatures(stash, len(standing), wear, reach, min(stash, len(near_enemies(game, boss))))


def _chance_against(game: BotView, boss: PlayerId, other: PlayerId, sides: Mapping[PlayerId, BossFeatures]) -> float:
    """Return the chance that one boss ends up before another."""
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
    """Return the lead of a boss over another: in loot, in its consequences, in models, in reach, and by the turn.

    Who has more than the other would have with all that is on the table only has to get away, and each model near
    an enemy leaves a token behind (RD-81).
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
