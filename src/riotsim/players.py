"""Players by name: the bots that come with riotsim, a user's own bots, and persons.

`make_bots` builds a game's bots from their names. A name is one of these:

- a name in `BOTS`
- `module:Class` for a user's own bot or policy (`riotsim.bots.custom`)
- `policy:FILE` for a policy in a file (`riotsim.agents.networks`)
- `PERSON` for a player without a bot
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from riotsim.agents.interface import AgentInterface
from riotsim.agents.networks import UnusablePolicy, is_policy, load_policy
from riotsim.agents.policies import PolicyBot
from riotsim.bots import custom
from riotsim.bots.bot import Bot, Luck
from riotsim.bots.greedy import EasyBot, GreedyBot, RestrictedEvaluator
from riotsim.bots.planner import Budget, PlannerBot, ThinkingBot
from riotsim.bots.random import RandomBot
from riotsim.games.registry import game_of_book
from riotsim.play.context import Perform
from riotsim.play.evaluation import AnswerEvaluator
from riotsim.play.game import Game
from riotsim.play.requests import PlayerId
from riotsim.play.rulebook.sections import Book, unknown_name

PLANNERS: Final[Mapping[str, Budget]] = {"planner": Budget((1, 2)), "hasty": Budget((1,), effort=0.25)}
"""The names of the bots that look ahead, each with its budget. The bot with the greatest budget is first."""

BOTS = ("greedy", *PLANNERS, "easy", "random")
"""The names of the bots that come with riotsim."""

PERSON = "person"
"""Name for a player without a bot, in place of a bot's name."""

WINDOW_COMMAND = "riotsim play"
"""The command for opening the window, where persons play."""

NO_RESTRICTIONS: Final[Mapping[PlayerId, Sequence[str]]] = MappingProxyType({})

NEVER_WEIGHT: Final = 1e-9
"""Weight of an option to avoid, for a random bot. If there are other options, the bot almost never draws this one.
"""


def bots_for(game: Game) -> tuple[str, ...]:
    """Return the names of the bots that come with riotsim and can play a game.

    The planners are among them only if the game has a `position_evaluator` or a `thinker`.
    """
    plans = game.position_evaluator is not None or game.thinker is not None
    return tuple(bot for bot in BOTS if bot not in PLANNERS or plans)


def bot_fault(name: str, game: Game) -> str | None:
    """Return a message that explains why a bot can't play a game, or None if the bot can play it.

    A user's own bot can play any game, but only after the user has allowed it by name (`riotsim.bots.custom.allow`).

    Args:
        name: The name of the bot.
        game: The game.

    Raises:
        UnusableBot: The environment variable `RIOTSIM_BOTS` names the bot, but it can't be imported.
    """
    if custom.is_allowed(name) or name in bots_for(game):
        return None
    if name in BOTS:
        return no_planner(game, name)
    if is_policy(name):
        return policy_fault(name, game)
    if custom.is_custom(name):
        return custom.unnamed_bot_message(name)
    return unknown_name(
        f"no bot is called {name!r}, your own is named module:Class, and a policy policy:FILE.npz", name, BOTS
    )


def policy_fault(name: str, game: Game, interface: AgentInterface | None = None) -> str | None:
    """Return a message that explains why a policy in a file can't play a game, or None if the policy can play it.

    Args:
        name: The bot's name, `policy:FILE`.
        game: The game.
        interface: The observations and actions of the game's players. The policy must have been trained with as many of
            both. With None, only the game of the policy is checked, not these numbers.
    """
    try:
        policy = load_policy(name)
    except UnusablePolicy as fault:
        return str(fault)
    if interface is not None:
        reason = policy.fault(interface)
    else:
        reason = None if policy.game == game.name else f"it was trained for {policy.game}, and this is {game.name}"
    return None if reason is None else f"{name}: {reason}"


def make_bots(
    bots: Mapping[PlayerId, str],
    rules: Book,
    seed: int,
    never: Mapping[PlayerId, Sequence[str]] = NO_RESTRICTIONS,
    perform: Perform | None = None,
) -> dict[PlayerId, Bot[Any]]:
    """Build the bots of a game. Each bot's random numbers depend on the game's seed and on the player's seat.

    Args:
        bots: The name of each player's bot, by player in turn order; `PERSON` for a player who gets no bot.
        rules: The rulebook of the game.
        seed: The game's seed.
        never: Things for each player to avoid, by player: options, and entries of `Game.avoidable`.
        perform: Function that performs acts in a bot's rollouts. Planners need it, unless the game has a `thinker`.

    Raises:
        KeyError: There is no bot of that name.
        ValueError: A planner can't plan: its game has neither a `position_evaluator` nor a `thinker`, or `perform` is
            missing.
        UnusableBot: A user's own bot can't be built or imported.
        UnusablePolicy: A policy can't be read, or was trained for another game, other rules or another number of
            players.
    """
    players = tuple(bots)
    return {
        player: _bot(bot, rules, Luck(seed, seat), never.get(player, ()), perform, players)
        for seat, (player, bot) in enumerate(bots.items())
        if bot != PERSON
    }


def _bot(
    bot: str, rules: Book, luck: Luck, never: Sequence[str], perform: Perform | None, players: Sequence[PlayerId]
) -> Bot[Any]:
    game = game_of_book(rules)
    if is_policy(bot):
        interface, policy = AgentInterface(game, rules, players), load_policy(bot)
        if reason := policy.fault(interface):
            raise UnusablePolicy(f"{bot}: {reason}")
        return PolicyBot(policy, interface, bot)
    weights = {**game.option_weights, **dict.fromkeys(never, NEVER_WEIGHT)}
    if bot == "random":
        return RandomBot(luck, weights)
    is_own = custom.is_custom(bot)
    if not is_own and bot not in bots_for(game):
        raise ValueError(no_planner(game, bot)) if bot in BOTS else KeyError(bot)
    others = game.answer_evaluator(rules)
    evaluator = _restricted(game, rules, others, never) if never else others
    if is_own:
        offered = {"luck": luck, "evaluator": evaluator, "rules": rules, "perform": perform, "weights": weights}
        built = custom.build(bot, offered)
        return built if hasattr(built, "answer") else PolicyBot(built, AgentInterface(game, rules, players), bot)
    if bot == "easy":
        return EasyBot(evaluator, luck)
    if bot in PLANNERS and game.thinker is not None:
        return ThinkingBot(game.thinker(rules), evaluator, luck, PLANNERS[bot].effort, never)
    if bot == "greedy" or game.position_evaluator is None:
        return GreedyBot(evaluator, luck)
    if perform is None:
        raise ValueError(f"{bot} can't plan: nobody performs acts for it")
    proposals = evaluator if game.proposals is None else RestrictedEvaluator(game.proposals(rules), never)
    return PlannerBot(evaluator, others, game.position_evaluator(rules), luck, perform, PLANNERS[bot], proposals)


def _restricted(game: Game, rules: Book, others: AnswerEvaluator[Any], never: Sequence[str]) -> AnswerEvaluator[Any]:
    """Return an evaluator of answers that makes a bot avoid everything in `never`.

    Args:
        game: The game.
        rules: The rulebook of the game.
        others: An evaluator that avoids nothing. If `never` has no entries of `Game.avoidable`, the result is built
            from this evaluator.
        never: What the player should avoid: options, and entries of `Game.avoidable`.
    """
    avoided = [what for what in never if what in game.avoidable]
    evaluator = game.answer_evaluator(rules, avoiding=avoided) if avoided else others
    options = [what for what in never if what not in avoided]
    return RestrictedEvaluator(evaluator, options) if options else evaluator


def no_planner(game: Game, bot: str) -> str:
    """Return the message that a bot can't look ahead in a game, because the game can't rate positions."""
    return f"{game.title} doesn't say what positions are worth, and without that {bot} can't look ahead"
