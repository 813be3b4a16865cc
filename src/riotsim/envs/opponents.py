"""Bots and policies in seats of an environment's games, so that agents play against them."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from riotsim.agents.interface import AgentInterface
from riotsim.agents.networks import is_policy
from riotsim.agents.policies import Policy, PolicyBot
from riotsim.bots import custom
from riotsim.bots.bot import Bot
from riotsim.envs.loaded_rules import LoadedRules
from riotsim.play.requests import PlayerId
from riotsim.play.rulebook.sections import unknown_name
from riotsim.players import PERSON, bot_fault, make_bots, policy_fault
from riotsim.simulation import perform

Opponent: TypeAlias = str | Policy
"""A player who is not an agent: a policy, or the name of a bot (`greedy`, `policy:FILE` or `module:Class`)."""

Opponents: TypeAlias = Sequence[Opponent] | Mapping[str, Opponent]
"""The players who are not agents.

A sequence fills the last seats in turn order. A mapping such as `{"player_0": "greedy"}` has the opponents by player.
"""


def seated(
    opponents: Opponents, players: Sequence[PlayerId], loaded: LoadedRules, interface: AgentInterface
) -> dict[PlayerId, Opponent]:
    """Check the opponents, import the user's own bots among them, and return them by player in turn order.

    Args:
        opponents: The opponents, as a sequence for the last seats or as a mapping by player.
        players: All players in turn order.
        loaded: The rules of the game.
        interface: The observations and actions of the players.

    Raises:
        ValueError: There is no such player or bot, a bot can't play the game, or no seat is left for an agent.
        UnusableBot: A bot of the user's own can't be imported.
    """
    if isinstance(opponents, str):
        raise ValueError(f'opponents is a sequence or a mapping, such as ("{opponents}",)')
    named = opponents if isinstance(opponents, Mapping) else dict(zip(players[-len(opponents) :], opponents))  # noqa: B905 # more opponents than seats are told below
    if len(opponents) >= len(players):
        raise ValueError(f"{len(opponents)} opponents leave no seat for an agent among {len(players)} players")
    for player, opponent in named.items():
        if player not in players:
            raise ValueError(f"opponents: {unknown_name(f'no player is called {player!r}', player, players)}")
        if not isinstance(opponent, str):
            if not callable(opponent):
                raise ValueError(f"opponents: {opponent!r} is neither the name of a bot nor a policy")
            continue
        if custom.is_custom(opponent):
            custom.allow(opponent)
        fault = bot_fault(opponent, loaded.game)
        if fault is None and is_policy(opponent):
            fault = policy_fault(opponent, loaded.game, interface)
        if fault is not None:
            raise ValueError(f"opponents: {fault}")
    return {player: named[player] for player in players if player in named}


def bot_name(opponent: Opponent) -> str:
    """Return an opponent's name: the name of a bot, or the name of a policy's class."""
    return opponent if isinstance(opponent, str) else type(opponent).__name__


def bots_of(
    opponents: Mapping[PlayerId, Opponent], loaded: LoadedRules, interface: AgentInterface, seed: int
) -> dict[PlayerId, Bot[Any]]:
    """Return the bots that play for the opponents in one game, by player. A policy is wrapped as a bot.

    Args:
        opponents: The opponents by player.
        loaded: The rules of the game.
        interface: The observations and actions of the players.
        seed: The seed of the game.
    """
    if not opponents:
        return {}
    names = {player: opponents.get(player, PERSON) for player in interface.encoder.players}
    bots = make_bots(
        {player: one if isinstance(one, str) else PERSON for player, one in names.items()},
        loaded.book,
        seed,
        perform=perform,
    )
    for player, one in opponents.items():
        if not isinstance(one, str):
            bots[player] = PolicyBot(one, interface, bot_name(one))
    return bots
