"""Who sits at the table: bots by their names, put together with what a game's judge knows."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from riotsim.bots.bot import Bot
from riotsim.bots.greedy import GreedyBot
from riotsim.bots.luck import Luck
from riotsim.bots.planner import Budget, PlannerBot
from riotsim.bots.random import WEIGHTS, RandomBot
from riotsim.bots.restricted import RestrictedJudge
from riotsim.games.registry import played_by
from riotsim.play.context import Perform
from riotsim.play.evaluation import AnswerEvaluator
from riotsim.play.game import Game
from riotsim.play.requests import PlayerId
from riotsim.play.rulebook.sections import Book

PLANNERS: Final[Mapping[str, Budget]] = {"planner": Budget((1, 2)), "hasty": Budget((1,))}
"""The bots that look ahead, with how much they think about an answer; the most thoughtful first."""

BOTS = ("greedy", *PLANNERS, "random")
"""The bots that can play."""

PERSON = "person"
"""What a seat has in place of a bot if a person plays."""

WINDOW = "riotsim play"
"""The command with which persons play."""

NO_RESTRICTIONS: Final[Mapping[PlayerId, Sequence[str]]] = MappingProxyType({})

NEVER: Final = 1e-9
"""How likely a random boss takes an option that it never takes: only if there is no other."""


def bots_for(game: Game) -> tuple[str, ...]:
    """Give the bots that can play a game: planners only where it says what positions are worth."""
    return tuple(bot for bot in BOTS if bot not in PLANNERS or game.outlook is not None)


def make_bots(
    bots: Mapping[PlayerId, str],
    rules: Book,
    seed: int,
    never: Mapping[PlayerId, Sequence[str]] = NO_RESTRICTIONS,
    perform: Perform | None = None,
) -> dict[PlayerId, Bot[Any]]:
    """Give each boss their bot, with luck that the game's seed and the seat decide; persons have none.

    `bots` names a bot, or `PERSON`, for each boss, in seat order; `never` what some never do while there is something
    else; with `perform` planners try things out. Raises `KeyError` for a bot that there is not, and `ValueError`
    for a planner that can't plan.
    """
    return {
        player: _bot(bot, rules, Luck(seed, seat), never.get(player, ()), perform)
        for seat, (player, bot) in enumerate(bots.items())
        if bot != PERSON
    }


def _bot(bot: str, rules: Book, luck: Luck, never: Sequence[str], perform: Perform | None) -> Bot[Any]:
    if bot == "random":
        return RandomBot(luck, {**WEIGHTS, **dict.fromkeys(never, NEVER)})
    game = played_by(rules)
    if bot not in bots_for(game):
        raise ValueError(no_planner(game, bot)) if bot in BOTS else KeyError(bot)
    others = game.judge(rules)
    judge = _restricted(game, rules, others, never) if never else others
    if bot == "greedy" or game.outlook is None:
        return GreedyBot(judge, luck)
    if perform is None:
        raise ValueError(f"{bot} can't plan: nobody performs acts for it")
    return PlannerBot(judge, others, game.outlook(rules), luck, perform, PLANNERS[bot])


def _restricted(game: Game, rules: Book, others: AnswerEvaluator[Any], never: Sequence[str]) -> AnswerEvaluator[Any]:
    """Give a judge who keeps clear of what a boss never does, be it an option or not."""
    avoided = [what for what in never if what in game.avoidable]
    judge = game.judge(rules, avoiding=avoided) if avoided else others
    options = [what for what in never if what not in avoided]
    return RestrictedJudge(judge, options) if options else judge


def no_planner(game: Game, bot: str) -> str:
    """Say why a planner can't play a game that has no outlook."""
    return f"{game.title} doesn't say what positions are worth, and without that {bot} can't look ahead"
