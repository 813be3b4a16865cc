"""The judge of Riot Dice: what each answer to a request is worth, for a greedy boss."""

import itertools
from collections.abc import Callable, Collection

import numpy as np

from riotsim.games.riot_dice import (
    judge_fight,
    judge_runs,
    judge_setup,
    judge_shots,
    judge_throw,
    judge_tower,
    judge_turn,
)
from riotsim.games.riot_dice.judge_runs import Plan
from riotsim.games.riot_dice.rulebook import Rulebook
from riotsim.games.riot_dice.seen import Seen
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
)
from riotsim.play.session import Session

MOST_ORDERED = 4
"""Up to so many move dice all orders are compared; of more, only which comes first."""


class Judgement:
    """Values answers by what they bring in loot, all in tokens; it looks at the game and changes nothing."""

    def __init__(self, rules: Rulebook, avoiding: Collection[str] = ()) -> None:
        self._rules = rules
        self._avoiding = frozenset(avoiding)

    def weigh(
        self, request: Request[object], session: Session[State], chance: Callable[[], np.random.Generator]
    ) -> list[tuple[object, float]]:
        """Give answers worth thinking of and what they are worth; `chance` is asked where one of them is drawn."""
        game = Seen(session.play, self._rules, avoiding=self._avoiding)
        match request:
            case Choose(options=options) if len(options) == 1:
                return [(options[0], 0.0)]
            case Choose():
                return self._choices(game, request, chance)
            case PickPiece(boss=boss, pieces=pieces):
                return judge_turn.weigh_boots(game, boss, pieces)
            case PickPoint():
                return judge_setup.weigh_spots(game, request, chance())
            case PickWay(ways=(only,)):
                return [(Step(only.die), 0.0)]
            case PickWay():
                return weigh_ways(game, request)
            case AimThrow():
                return judge_throw.weigh_aims(game, request, chance)
            case PlaceDie():
                return judge_tower.weigh_places(game, request)
            case SetPace():
                return judge_tower.weigh_paces(game, request)
        raise TypeError(f"Riot Dice asks no such thing as {request!r}")

    def _choices(
        self, game: Seen, request: Choose[object], chance: Callable[[], np.random.Generator]
    ) -> list[tuple[object, float]]:
        match request.purpose:
            case "turn":
                return judge_turn.weigh_turn(game, request, chance())
            case "action":
                return judge_turn.weigh_actions(game, request, chance)
            case "fight":
                return judge_fight.weigh_throws(game, request, chance())
            case "bullet":
                return judge_shots.weigh_bullets(game, request)
            case "weapon":
                assert game.state.activating is not None, "the active model shoots"
                return judge_shots.weigh_weapons(game, game.state.activating, request.options)
            case _:
                return [(option, 0.0) for option in request.options]


def weigh_ways(game: Seen, request: PickWay) -> list[tuple[object, float]]:
    """Value the move dice by the best run that begins with each."""
    dice = [way.die for way in request.ways]
    lying, shown = judge_throw.exact_dice(game, request.piece, request.ways)
    area = judge_runs.ground(game.table, request.piece)
    stakes = judge_throw.stakes_of(game, request.piece, area)
    start = np.array(game.model(request.piece).at)
    if len(dice) <= MOST_ORDERED:
        orders = np.array(list(itertools.permutations(range(len(dice)))))
    else:
        orders = np.array([np.roll(np.arange(len(dice)), -first) for first in range(len(dice))])
    plan = Plan(area, area.names.index(request.piece), start, lying[orders], shown[orders], stakes)
    ((worth, _),) = judge_runs.worth_of_runs([plan], game.rules.dice.size, in_order=True)
    best = {
        die: max(float(w) for w, order in zip(worth, orders, strict=True) if order[0] == number)
        for number, die in enumerate(dice)
    }
    return [(Step(die), best[die]) for die in dice]
