"""Checks of the arguments that scripts pass to the library, so that mistakes are reported before anything begins."""

from collections.abc import Mapping

from riotsim.app.new_games import MAX_NAME_LENGTH
from riotsim.errors import InvalidValue


def check_count(what: str, count: object, minimum: int) -> None:
    """Check a number of things.

    Args:
        what: What is counted, such as `dice of a tower`.
        count: The number.
        minimum: The smallest number that is allowed.

    Raises:
        InvalidValue: It is no whole number, or too small.
    """
    if not isinstance(count, int) or isinstance(count, bool) or count < minimum:
        raise InvalidValue(f"{what}: expected a whole number from {minimum} up, not {count!r:.80}")


def check_dice(dice: object) -> None:
    """Check that dice are given as text. The notation itself is not checked.

    Raises:
        InvalidValue: They are something else.
    """
    if not isinstance(dice, str):
        raise InvalidValue(f"dice are text such as '3d6', not {dice!r:.80}")


def check_players(players: object) -> None:
    """Check that players are given as a mapping of names to bots.

    Raises:
        InvalidValue: There are no players, a name isn't printable, or a value is neither a bot nor None.
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
    """Check that `seats` maps players' names to their options, all as text.

    Raises:
        InvalidValue: It has another form, or names somebody who doesn't play.
    """
    if not isinstance(seats, Mapping):
        raise InvalidValue(f"seats are options by player, not {seats!r:.80}")
    for name, options in seats.items():
        if name not in players:
            raise InvalidValue(f"seats: no player is called {name!r:.80}; the players are {', '.join(players)}")
        texts = (*options, *options.values()) if isinstance(options, Mapping) else (None,)
        if not all(isinstance(text, str) for text in texts):
            raise InvalidValue(f"seats: {name}: expected seat options with their choices, not {options!r:.80}")
