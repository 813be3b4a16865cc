"""Checks of the arguments of library functions."""

from collections.abc import Mapping
from math import inf, nan
from pathlib import Path
from typing import SupportsFloat

from riotsim.app.new_games import MAX_NAME_LENGTH
from riotsim.errors import InvalidValue
from riotsim.table.acts import Hand


def check_count(what: str, count: object, minimum: int) -> None:
    """Check that a count is a whole number and large enough.

    Args:
        what: A description of the count, such as `the dice of a tower`, for the message.
        count: The count.
        minimum: The smallest count that is allowed.

    Raises:
        InvalidValue: The count isn't a whole number, or is too small.
    """
    if not isinstance(count, int) or isinstance(count, bool) or count < minimum:
        raise InvalidValue(f"{what}: expected a whole number from {minimum} up, not {count!r:.80}")


def check_distance(distance: object) -> None:
    """Check that the distance of a carry (inches) is a finite number above 0.

    Raises:
        InvalidValue: The distance isn't a number, isn't finite, or isn't above 0.
    """
    try:
        inches = float(distance) if isinstance(distance, SupportsFloat) else nan
    except OverflowError:
        inches = inf
    if not 0.0 < inches < inf:
        raise InvalidValue(f"a model is carried over more than 0 in, not {distance!r:.80}")


def check_dice(dice: object) -> None:
    """Check that dice are given as text. The notation itself is not checked.

    Raises:
        InvalidValue: The dice are not text.
    """
    if not isinstance(dice, str):
        raise InvalidValue(f"dice are text such as '3d6', not {dice!r:.80}")


def check_hand(hand: object) -> None:
    """Check that a hand is given as a name, as a `Hand` or as None. The name itself is not checked.

    Raises:
        InvalidValue: The hand is given in another form.
    """
    if not (hand is None or isinstance(hand, str | Hand)):
        raise InvalidValue(f"a hand is the name of one of the rules, such as 'average', or a Hand, not {hand!r:.80}")


def check_file(what: str, file: object) -> None:
    """Check that a file is given as text or as a path.

    Args:
        what: A description of the file, such as `a store`, for the message.
        file: The file.

    Raises:
        InvalidValue: The file is neither text nor a path.
    """
    if not isinstance(file, str | Path):
        raise InvalidValue(f"{what} is the path of a file, not {file!r:.80}")


def check_game_id(game: object) -> None:
    """Check that the id of a stored game is text.

    Raises:
        InvalidValue: The id isn't text.
    """
    if not isinstance(game, str):
        raise InvalidValue(f"a stored game is named by its id, such as 'k7m2qa', not {game!r:.80}")


def check_players(players: object) -> None:
    """Check that players are given as a mapping. Each key is a player's name, and each value is a bot or None.

    A bot may be given by the bot's name. It is not checked whether a bot of this name exists.

    Raises:
        InvalidValue: The players are not a mapping, or the mapping is empty. Or a player's name is not text, or is
            empty, too long or not printable. Or a value is neither a bot nor None.
    """
    if not isinstance(players, Mapping) or not players:
        raise InvalidValue(f"players are bots by name, such as {{'Ada': 'greedy'}}, not {players!r:.80}")
    for name, player in players.items():
        if not isinstance(name, str) or not 0 < len(name) <= MAX_NAME_LENGTH or not name.isprintable():
            raise InvalidValue(f"a player's name has 1 to {MAX_NAME_LENGTH} printable characters, not {name!r:.80}")
        if not (player is None or isinstance(player, str) or callable(player) or hasattr(player, "answer")):
            raise InvalidValue(
                f"{name}: a player is the name of a bot, a class or an object with a method answer(request, session), "
                f"or None, not {player!r:.80}"
            )


def check_seats(seats: object, players: Mapping[str, object]) -> None:
    """Check that seat options are given for players of the game, and that option names and chosen values are text.

    It is not checked whether the game has such options.

    Args:
        seats: For each player, by name: a mapping from the names of options to the values that the player chose.
        players: The players of the game, by name.

    Raises:
        InvalidValue: The seat options have another form, or name somebody who isn't a player.
    """
    if not isinstance(seats, Mapping):
        raise InvalidValue(f"seats are options by player, not {seats!r:.80}")
    for name, options in seats.items():
        if name not in players:
            raise InvalidValue(f"seats: no player is called {name!r:.80}; the players are {', '.join(players)}")
        texts = (*options, *options.values()) if isinstance(options, Mapping) else (None,)
        if not all(isinstance(text, str) for text in texts):
            raise InvalidValue(f"seats: {name}: expected seat options with their choices, not {options!r:.80}")


def check_companies(companies: object, players: Mapping[str, object]) -> None:
    """Check that the companies of players are given as files.

    Args:
        companies: The file of each player's company, by the player's name.
        players: The players of the game, by name.

    Raises:
        InvalidValue: The companies have another form, or name somebody who isn't a player.
    """
    if not isinstance(companies, Mapping):
        raise InvalidValue(f"companies are files by player, not {companies!r:.80}")
    for name, file in companies.items():
        if name not in players:
            raise InvalidValue(f"companies: no player is called {name!r:.80}; the players are {', '.join(players)}")
        check_file(f"the company of {name}", file)
