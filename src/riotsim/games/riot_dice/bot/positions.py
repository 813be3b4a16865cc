"""Ratings of positions of Riot Dice for planners, which are bots that look ahead.

The module also says for which decisions planners look ahead.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from riotsim.games.riot_dice.bot.towers import MAX_WORTHWHILE_HEIGHT, height_of
from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.ending import may_boot, near_enemies
from riotsim.games.riot_dice.state import State
from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Session
from riotsim.table.poses import Point, distance

FACTORS: Final = (
    "loot",
    "late loot",
    "standing",
    "early standing",
    "late standing",
    "at most one standing",
    "none standing",
    "towers",
    "late towers",
    "exposed",
    "reach",
    "race",
    "turn",
)
"""Names of the factors that predict the winner. Each compares two bosses: see `lead_factors`."""

WEIGHTS: Final = (0.14, -0.13, 0.57, -0.99, 1.35, -0.94, -2.57, -0.54, -1.18, -0.68, 0.10, 2.19, 0.11)
"""Weights of the factors, in the order of `FACTORS`. The weighted sum of the factors is the log odds to win.

The weights were fitted to 138,722 turns of 3,000 games of the default rules between two greedy bosses (seeds 1000 to
3999), by the method of `tools/worth_of_positions.py`. In five-fold cross-validation by game, the mean error is 0.522
nats a turn. If all weights were 0, the error would be 0.693.

The weights say which factors go together with winning in these games. They don't say which factors cause it. For
example, standing models count against their boss as long as most loot lies on the table.
"""

LOOT_DISTANCE_SCALE: Final = 150.0
"""A token at this distance adds 1/e (about a third) to `BossFeatures.reach` (mm). Our choice.

The distance is measured from the token to the boss's nearest standing model.
"""

BOOT_DISTANCE_SCALE: Final = 100.0
"""A fallen model at this distance adds 1/e (about a third) to `BossFeatures.exposed` (mm). Our choice.

The distance is measured from the model to the nearest standing enemy.
"""

RACE_MIDDLE: Final = 0.5
"""At this margin (tokens), `_race` returns one half. Our choice."""

RACE_SPREAD: Final = 1.5
"""Scale of the logistic curve of `_race` (tokens). Our choice."""

LEAVING_WINNER_CHANCE: Final = 0.99
"""Assumed chance to win for a boss who can win by leaving now. Our estimate."""

MAX_ACTIVATION_ANSWERS: Final = 4
"""Greatest number of answers that a planner tries at the beginning of a turn. Our choice.

The boss then activates a model, or leaves the game (legs it).
"""

TOKEN_WIN_CHANCE: Final = 0.04
"""Rise of the chance to win by one more token in the middle of a game. Our estimate."""


@dataclass(frozen=True, slots=True)
class BossFeatures:
    """The figures about one boss for estimating the chance to win."""

    stash: int
    standing: int
    towers: float
    """Sum of the heights of the standing models' towers, in units of `MAX_WORTHWHILE_HEIGHT` dice."""
    exposed: float
    """Exposure of the boss's fallen models to boots; 0 once nobody may boot.

    Each model adds a number between 0 and 1. The farther the nearest standing enemy is, the smaller is the number.
    """
    reach: float
    """Amount of loot in reach. Each token on the table adds a number between 0 and 1.

    The farther the boss's nearest standing model is from the token, the smaller is the number.
    """
    near: int
    """Number of tokens that the boss would leave on the table by legging it now (RD-81)."""


class RiotPositionEvaluator:
    """The evaluator of positions for planners. It rates a position by a boss's chance to win."""

    rating_scale = TOKEN_WIN_CHANCE

    turns = 2
    """Number of turns to look ahead: the turn of the boss who decides, and the next boss's turn.

    In the second turn, the next boss may leave as the winner, or boot fallen models.
    """

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules

    def answers_to_try(self, request: Request[object], session: Session[State]) -> int:
        """Return the greatest number of answers that a planner tries for a request.

        Planners look ahead only if the request is to choose a model to activate. For any other request, the result is
        0.
        """
        return MAX_ACTIVATION_ANSWERS if request.purpose == "turn" else 0

    def evaluate(self, boss: PlayerId, session: Session[State]) -> float:
        """Return a boss's chance to beat one opponent: the opponent with the lowest such chance.

        After the end of the game, the result is different: 1 divided by the number of winners if the boss is a winner,
        otherwise 0.
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
    places: dict[bool, list[Point]] = {True: [], False: []}
    enemies = []
    for model in game.table.models.values():
        if model.owner == boss:
            places[model.fallen].append(model.at)
        elif not model.fallen:
            enemies.append(model.at)
    standing, fallen = places[False], places[True]
    tokens = [token.pose.xy for token in game.table.tokens.values()]
    stash = game.state.bosses[boss].stash
    return BossFeatures(
        stash,
        len(standing),
        sum(height_of(game, model) for model in game.standing(boss)) / MAX_WORTHWHILE_HEIGHT,
        _closeness(fallen, enemies, BOOT_DISTANCE_SCALE) if may_boot(game) else 0.0,
        _closeness(tokens, standing, LOOT_DISTANCE_SCALE),
        min(stash, len(near_enemies(game, boss))),
    )


def _closeness(points: Sequence[Point], others: Sequence[Point], scale: float) -> float:
    """Return how close points are to others: the sum of exp(-d / scale) over all points.

    For each point, d is the distance to the nearest of `others`. If there are no points or no others, the sum is 0.
    """
    if not points or not others:
        return 0.0
    return sum(math.exp(-min(distance(point, other) for other in others) / scale) for point in points)


def _chance_against(game: BotView, boss: PlayerId, other: PlayerId, sides: Mapping[PlayerId, BossFeatures]) -> float:
    """Return an estimate of the chance that `boss` has more loot than `other` at the end of the game."""
    if can_leave_as_winner(game, boss, other, sides):
        return LEAVING_WINNER_CHANCE
    if can_leave_as_winner(game, other, boss, sides):
        return 1 - LEAVING_WINNER_CHANCE
    odds = sum(weight * value for weight, value in zip(WEIGHTS, lead_factors(game, boss, other, sides), strict=True))
    return 1 / (1 + math.exp(-odds))


def can_leave_as_winner(game: BotView, boss: PlayerId, other: PlayerId, sides: Mapping[PlayerId, BossFeatures]) -> bool:
    """Return whether `boss` can leave the game (leg it) now and then end with more loot than `other`.

    If it isn't the boss's turn, or if a model is active, the result is False.
    """
    return game.state.activating is None and game.state.turn == boss and _margin(game, boss, other, sides) > 0


def _margin(game: BotView, boss: PlayerId, other: PlayerId, sides: Mapping[PlayerId, BossFeatures]) -> int:
    """Return a boss's lead over `other` at the end (in tokens), assuming that the boss leaves the game now.

    A boss who leaves (legs it) drops some tokens of the stash on the table (`BossFeatures.near`). The other boss is
    assumed to take all tokens on the table.
    """
    mine, theirs = sides[boss], sides[other]
    return mine.stash - theirs.stash - len(game.table.tokens) - 2 * mine.near


def lead_factors(
    game: BotView, boss: PlayerId, other: PlayerId, sides: Mapping[PlayerId, BossFeatures]
) -> tuple[float, ...]:
    """Return the lead of a boss over another boss in each factor, in the order of `FACTORS`.

    The lead is the boss's own value minus the other boss's value. The values are:

    - `loot`: number of tokens in the stash.
    - `standing`: number of standing models.
    - `early standing`: `standing`, multiplied by the fraction of all tokens that is on the table and not in a stash.
    - `at most one standing`: 1 if the boss has one standing model or none, otherwise 0.
    - `none standing`: 1 if the boss has no standing model, otherwise 0. Such a boss must leg it (RD-24).
    - `towers`: sum of the heights of the standing models' towers, in units of `MAX_WORTHWHILE_HEIGHT` dice.
    - `late loot`, `late standing`, `late towers`: equal to `loot`, `standing` and `towers` once nobody may boot,
      because the time has run out (RD-82). Before that, these factors are 0.
    - `exposed`: exposure of the fallen models to boots (see `BossFeatures.exposed`).
    - `reach`: loot in reach (see `BossFeatures.reach`).
    - `race`: how close the boss is to winning by leaving now, from 0 to 1 (see `_race`).
    - `turn`: 1 if it is the boss's turn and no model is active, otherwise 0.
    """
    mine, theirs = sides[boss], sides[other]
    ahead, left = mine.stash - theirs.stash, len(game.table.tokens)
    early = left / max(1, left + sum(one.stash for one in game.state.bosses.values()))
    late = float(not may_boot(game))
    standing, towers = mine.standing - theirs.standing, mine.towers - theirs.towers
    turn = (game.state.turn == boss) - (game.state.turn == other) if game.state.activating is None else 0
    return (
        ahead,
        late * ahead,
        standing,
        early * standing,
        late * standing,
        (mine.standing <= 1) - (theirs.standing <= 1),
        (mine.standing == 0) - (theirs.standing == 0),
        towers,
        late * towers,
        mine.exposed - theirs.exposed,
        mine.reach - theirs.reach,
        _race(_margin(game, boss, other, sides)) - _race(_margin(game, other, boss, sides)),
        turn,
    )


def _race(margin: int) -> float:
    """Return how close a boss is to winning by leaving now: a value between 0 and 1 that grows with `margin`.

    Args:
        margin: Lead of the boss over another boss after leaving (tokens).
    """
    return 1 / (1 + math.exp((RACE_MIDDLE - margin) / RACE_SPREAD))
