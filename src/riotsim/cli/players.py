"""The option --player of `riotsim game` and `riotsim play`: who plays, and which of your own bots may be imported."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from riotsim.app.new_games import LONGEST_NAME
from riotsim.app.output.streams import printable
from riotsim.app.problems import BadInput
from riotsim.cli.options import pairs

if TYPE_CHECKING:
    from riotsim.play.game import Game, Seats


def parse_players(given: Iterable[str], game: "Game", seats: "Seats", *, persons: bool) -> dict[str, str]:
    """Read who plays from the values of --player, and import the bots of the user's own among them.

    Args:
        given: The values: `Ada=greedy`, `Bea=my_bot:Sniper`.
        game: The game that is played.
        seats: The numbers of players that can play it.
        persons: Whether persons can play too.

    Returns:
        The name of each player's bot, or `person`, in turn order.

    Raises:
        BadInput: A value is malformed, a bot can't play, or there are too few or too many players.
        UnusableBot: The user's own bot can't be imported.
    """
    from riotsim.bots import custom
    from riotsim.players import PERSON, WINDOW, bot_fault

    players = dict(pairs("--player", given, "Ada=greedy"))
    for name, bot in players.items():
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise BadInput(f"--player: a player's name has 1 to {LONGEST_NAME} letters, not {name!r}")
        if bot == PERSON:
            if not persons:
                raise BadInput(f"--player {name}={bot}: only bots play in the terminal; persons play with {WINDOW}")
            continue
        if custom.is_custom(bot):
            custom.allow(bot, children=True)
        if fault := bot_fault(bot, game):
            raise BadInput(f"--player {name}={bot}: {fault}")
    if not seats.least <= len(players) <= seats.most:
        many = f"{seats.least} to {seats.most}" if seats.least < seats.most else str(seats.least)
        yourself = f"; add yourself as --player NAME={PERSON}" if persons and PERSON not in players.values() else ""
        raise BadInput(f"--player: {many} players can play, not {len(players)}{yourself}")
    return players


def allow_bots_of_stored_game(given: Iterable[str], game: str, db: Path | None) -> list[str]:
    """Import the user's own bots that --player names for a stored game, and return the names of all other players.

    Raises:
        BadInput: A value is malformed, or the game's player of that name has another bot.
        UnusableBot: A bot can't be imported.
    """
    from riotsim.app.saving import open_store
    from riotsim.bots import custom

    bots = dict(pairs("--player", given, "Ada=my_bot:MyBot"))
    own = {name: bot for name, bot in bots.items() if custom.is_custom(bot)}
    if own:
        with open_store(db, must_exist=True) as store:
            seats = {seat.name: seat.player for seat in store.summary(game.lower()).header.seats}
        for name, bot in own.items():
            if seats.get(name) != bot:
                raise BadInput(f"--player {name}={bot}: in this game {printable(name)} is {seats.get(name, 'nobody')}")
            custom.allow(bot, children=True)
    return [name for name in bots if name not in own]
