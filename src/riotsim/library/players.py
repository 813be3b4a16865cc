"""The possible players of a script's game: names of bots, bot classes, factories of bots, and bot objects."""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from riotsim.bots import custom
from riotsim.bots.bot import Bot
from riotsim.errors import InvalidValue
from riotsim.play.game import Game
from riotsim.players import PERSON, bot_fault, make_bots
from riotsim.simulation import perform
from riotsim.store.begin import StartedGame
from riotsim.store.database.document import Header

Player: TypeAlias = str | Callable[..., Bot[Any]] | Bot[Any] | None
"""A player in a script: a bot's name, a bot class, a factory of bots, or a bot object.

None stands for a player whose requests the script answers itself.
"""


def _is_object(player: Player) -> bool:
    """Return whether a player is given as a bot that is already built."""
    return player is not None and not isinstance(player, str | type) and hasattr(player, "answer")


def stored_names(players: Mapping[str, Player]) -> dict[str, str]:
    """Return the stored name of each player's bot; `person` for a player without a bot.

    The classes and factories of the user's own bots are registered under these names. If different classes or
    factories have the same name, the second and every later one get a number.

    Raises:
        UnusableBot: A bot of the user's own can't be imported, or a class isn't a bot.
    """
    names: dict[str, str] = {}
    factories: dict[str, Callable[..., Bot[Any]]] = {}
    for seat, player in players.items():
        if player is None:
            names[seat] = PERSON
        elif isinstance(player, str):
            names[seat] = player
            if custom.is_custom(player):
                custom.allow(player)
        elif callable(player) and not _is_object(player):
            # A lambda is called `<lambda>`, which is no name of a bot; an object such as a `partial` has no name.
            own = re.sub(r"\W", "", getattr(player, "__name__", type(player).__name__))
            name = f"{player.__module__}:{own}"
            number = 1
            while factories.setdefault(name, player) is not player:
                number += 1
                name = f"{player.__module__}:{own}_{number}"
            custom.allow_class(name, player)
            names[seat] = name
        else:
            names[seat] = f"{type(player).__module__}:{type(player).__name__}"
    return names


def check_bots(names: Mapping[str, str], game: Game) -> None:
    """Check that bots exist and can play a game. The user's own bots (`module:Class`) are not checked.

    Args:
        names: The name of each player's bot, by player.
        game: The game.

    Raises:
        InvalidValue: A bot doesn't exist, or can't play the game.
    """
    for player, bot in names.items():
        if bot != PERSON and not custom.is_custom(bot) and (fault := bot_fault(bot, game)):
            raise InvalidValue(f"{player}: {fault}")


def build_bots(
    players: Mapping[str, Player], names: Mapping[str, str], begun: StartedGame, header: Header
) -> dict[str, Bot[Any]]:
    """Return the bots of a game, by player. Players without a bot are left out.

    Args:
        players: The players as the script gave them. Bot objects among them are used as they are.
        names: The name of each player's bot, by player. All bots that aren't given as objects are built from their
            names.
        begun: The started game.
        header: The data of the game's beginning.
    """
    given: dict[str, Any] = {name: player for name, player in players.items() if _is_object(player)}
    others = {name: PERSON if name in given else bot for name, bot in names.items()}
    return {**make_bots(others, begun.book, header.seed, perform=perform), **given}
