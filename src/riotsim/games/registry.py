"""The registry of all games, by name."""

from collections.abc import Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import Any, Final

from riotsim.play.game import Game, RulesFlag, SeatOption
from riotsim.play.rulebook.sections import Book

GAME_NAMES: Final = ("riot_dice", "demolition_dice", "cube_clash", "buskit", "riftwar")
"""Names of all games. Each is also the name of the game's folder, beside this file."""

KEYLESS_GAMES: Final = frozenset({"riot_dice", "demolition_dice"})
"""Games that riotsim 0.1 already had. Their rules files needn't have the key `game`."""


class Registry(MutableMapping[str, Game]):
    """Games by name. A game is imported at its first look-up. So a command imports only the needed games."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._games: dict[str, Game | None] = dict.fromkeys(names)

    def __getitem__(self, name: str) -> Game:
        game = self._games[name]
        if game is None:
            game = self._games[name] = import_module(f"riotsim.games.{name}.description").GAME
        return game

    def __setitem__(self, name: str, game: Game) -> None:
        self._games[name] = game

    def __delitem__(self, name: str) -> None:
        del self._games[name]

    def __contains__(self, name: object) -> bool:
        return name in self._games

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    def __repr__(self) -> str:
        return f"<the games {', '.join(self)}>"


GAMES: Final[Mapping[str, Game]] = Registry(GAME_NAMES)
"""The games, by their names."""


def seat_options() -> dict[str, SeatOption]:
    """Return the seat options of all games, by the option's name. A seat option is a choice of each player.

    If several games have an option of the same name, the option of the first of them in `GAMES` is returned.
    """
    found: dict[str, SeatOption] = {}
    for game in GAMES.values():
        for option in game.seat_options:
            found.setdefault(option.name, option)
    return found


def rules_flags() -> dict[str, RulesFlag]:
    """Return the command-line flags for options of the rules, for all games, by the flag's name.

    If several games have a flag of the same name, the flag of the first of them in `GAMES` is returned.
    """
    found: dict[str, RulesFlag] = {}
    for game in GAMES.values():
        for flag in game.rules_flags:
            found.setdefault(flag.name, flag)
    return found


def options_with_own_keys() -> tuple[str, ...]:
    """Return the names of the seat options that have a key of their own in stored seats and in campaigns.

    All other seat options are stored under the key `options`.
    """
    return tuple(name for name, option in seat_options().items() if option.has_own_key)


def own_keys_as_options(data: Any) -> Any:
    """Return a seat with all its seat options under the key `options`.

    For example, `{"gang": "rats"}` becomes `{"options": {"gang": "rats"}}`, because `gang` is a seat option. An option
    with the value None is left out. If `data` has a key `options` whose value is not a mapping, the seat keeps this
    value. It then loses its options with keys of their own.

    Args:
        data: A seat as read from a file. Any option may have a key of its own there. Data that are not a mapping, or
            have no such key, are returned unchanged.
    """
    own = tuple(seat_options())
    if not isinstance(data, Mapping) or not any(key in data for key in own):
        return data
    chosen = {key: data[key] for key in own if data.get(key) is not None}
    rest = {key: value for key, value in data.items() if key not in own}
    others = rest.get("options", {})
    if not isinstance(others, Mapping):
        return rest  # the field's own check says what is wrong with it
    return {**rest, "options": {**others, **chosen}}


def options_as_own_keys(seat: Mapping[str, Any]) -> dict[str, Any]:
    """Return a seat in the stored form of riotsim 0.1.

    In this form, each option that `options_with_own_keys` names has a key of its own.

    Args:
        seat: The seat's fields, with all options under the key `options`.
    """
    own = options_with_own_keys()
    stored: dict[str, Any] = {}
    for field, value in seat.items():
        if field != "options":
            stored[field] = value
            continue
        stored |= {key: value.get(key) for key in own}
        if others := {key: chosen for key, chosen in value.items() if key not in own}:
            stored[field] = others
    return stored


def game_of_book(book: Book) -> Game:
    """Return a rulebook's game.

    This is the game whose `rules` is the class of the rulebook. An instance of a subclass of this class has no game.
    """
    return next(game for game in GAMES.values() if type(book) is game.rules)
