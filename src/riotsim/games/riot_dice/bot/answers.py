"""Ratings of answers in Riot Dice, for the greedy bot."""

import itertools
from collections.abc import Callable, Collection

import numpy as np

from riotsim.games.riot_dice.bot import fights as judge_fight
from riotsim.games.riot_dice.bot import runs as judge_runs
from riotsim.games.riot_dice.bot import setup as judge_setup
from riotsim.games.riot_dice.bot import shots as judge_shots
from riotsim.games.riot_dice.bot import throws as judge_throw
from riotsim.games.riot_dice.bot import towers as judge_tower
from riotsim.games.riot_dice.bot import turns as judge_turn
from riotsim.games.riot_dice.bot.runs import RunPlan
from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.state import State
from riotsim.play.requests import (
    AimThrow,
    Choose,
    PickPiece,
    PickPoint,
    PickWay,
    PlaceDie,
    Request,
    SetPace,
    Step,
    Way,
)
from riotsim.play.session.session import Session

MAX_ORDERED_DICE = 4
"""Up to this number of move dice, the bot compares all orders of using them.

With more dice, the bot only compares which die is used first.
"""

PARTIAL_DISTANCE_SHARES = (0.75, 0.5, 0.25)
"""Fractions of a die's distance that the bot tries if the rules allow a shorter move (RD-42). Our choice."""


class RiotAnswerEvaluator:
    """The evaluator of answers for bots. Most ratings are in loot tokens."""

    def __init__(self, rules: Rulebook, avoiding: Collection[str] = ()) -> None:
        self._rules = rules
        self._avoiding = frozenset(avoiding)

    def evaluate(
        self, request: Request[object], session: Session[State], chance: Callable[[], np.random.Generator]
    ) -> list[tuple[object, float]]:
        """Return the answers that are worth considering, each with its rating. A higher rating is better.

        Args:
            request: The request.
            session: The game.
            chance: Function that returns a random generator for ratings.

        Raises:
            TypeError: The request has a type that this game never uses.
        """
        game = BotView(session.play, self._rules, avoiding=self._avoiding)
        match request:
            case Choose(options=options) if len(options) == 1:
                return [(options[0], 0.0)]
            case Choose():
                return self._choices(game, request, chance)
            case PickPiece(player=boss, pieces=pieces):
                return judge_turn.rate_boots(game, boss, pieces)
            case PickPoint():
                return judge_setup.rate_spots(game, request, chance())
            case PickWay(ways=(only,), full_distance_only=True, may_discard=False):
                return [(Step(only.die), 0.0)]
            case PickWay():
                return rate_ways(game, request)
            case AimThrow():
                return judge_throw.rate_aims(game, request, chance)
            case PlaceDie():
                return judge_tower.rate_places(game, request)
            case SetPace():
                return judge_tower.rate_paces(game, request)
        raise TypeError(f"Riot Dice asks no such thing as {request!r}")

    def _choices(
        self, game: BotView, request: Choose[object], chance: Callable[[], np.random.Generator]
    ) -> list[tuple[object, float]]:
        match request.purpose:
            case "turn":
                return judge_turn.rate_turn(game, request, chance())
            case "action":
                return judge_turn.rate_actions(game, request, chance)
            case "fight":
                return judge_fight.rate_throws(game, request, chance())
            case "bullet":
                return judge_shots.rate_bullets(game, request)
            case "weapon":
                assert game.state.activating is not None, "the active model shoots"
                return judge_shots.rate_weapons(game, game.state.activating, request.options)
            case _:
                return [(option, 0.0) for option in request.options]


def rate_ways(game: BotView, request: PickWay) -> list[tuple[object, float]]:
    """Return the next steps of a move that the bot considers, with their ratings.

    A step moves the model by the full distance of a move die or by a part of it, or discards the die. The rating of a
    step is the value of the whole move that begins with this step. All later dice are used for their full distance.
    Their order is chosen in one of two ways:

    - With up to `MAX_ORDERED_DICE` dice, the bot tries all orders, and the best one counts.
    - With more dice, the bot tries one order: the order of the request, from the die of this step on. The request's
      dice come first, and after them the dice that stand before this step's die.
    """
    dice, parts = [way.die for way in request.ways], _distance_options(request)
    lying, shown = judge_throw.dice_positions(game, request.piece, request.ways)
    area = judge_runs.move_obstacles(game.table, request.piece)
    stakes = judge_throw.stakes_of(game, request.piece, area)
    start = np.array(game.model(request.piece).at)
    if len(dice) <= MAX_ORDERED_DICE:
        orders = np.array(list(itertools.permutations(range(len(dice)))))
    else:
        orders = np.array([np.roll(np.arange(len(dice)), -first) for first in range(len(dice))])
    inches = np.tile(shown[orders], (len(parts), 1))
    inches[:, 0] *= np.repeat(parts, len(orders))
    plan = RunPlan(
        area, area.names.index(request.piece), start, np.tile(lying[orders], (len(parts), 1, 1)), inches, stakes
    )
    ((worth, _),) = judge_runs.run_values([plan], game.rules.dice.size, in_order=True)
    of_part = dict(zip(parts, worth.reshape(len(parts), len(orders)), strict=True))
    return [
        (_step(way, part), float(of_part[part][orders[:, 0] == number].max()))
        for part in parts
        for number, way in enumerate(request.ways)
    ]


def _distance_options(request: PickWay) -> tuple[float, ...]:
    """Return the fractions of a die's distance that the bot considers for a step, the largest first.

    - The fraction 1 is the full distance.
    - Smaller fractions are included if the request allows a shorter move.
    - The fraction 0 stands for discarding the die. It is included if the request allows this.
    """
    less = () if request.full_distance_only else PARTIAL_DISTANCE_SHARES
    return (1.0, *less, 0.0) if request.may_discard else (1.0, *less)


def _step(way: Way, part: float) -> Step:
    if part == 0.0:
        return Step(way.die, discard=True)
    return Step(way.die, None if part == 1.0 else part * way.distance)
