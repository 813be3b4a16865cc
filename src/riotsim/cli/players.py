"""Options for the players of `riotsim game` and `riotsim play`: bots, companies, and a flag for each seat option."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from riotsim.app.new_games import MAX_NAME_LENGTH
from riotsim.app.output.streams import printable
from riotsim.cli.options import Command, pairs
from riotsim.errors import BadInput

if TYPE_CHECKING:
    from riotsim.play.game import Game, SeatOptionChoices, Seats
    from riotsim.play.rulebook.sections import Book
    from riotsim.store.database.document import CompanyText

SEAT_OPTION_PARAMETER = "seat_option"
"""Name of the parameter of `--seat-option`. The flags of seat options are inserted before this parameter."""


def parse_players(given: Iterable[str], game: "Game", seats: "Seats", *, persons: bool) -> dict[str, str]:
    """Parse the values of `--player`, and import the user's own bots among them.

    Args:
        given: The values, such as `Ada=greedy` and `Bea=my_bot:Sniper`.
        game: The game that is played.
        seats: The numbers of players that the game allows.
        persons: Whether persons can play too.

    Returns:
        The bot of each player, or `person`, by the player's name. The names are in turn order.

    Raises:
        BadInput: A value is malformed, a person or a bot can't play, or there are too few or too many players.
        UnusableBot: One of the user's own bots can't be imported.
    """
    from riotsim.bots import custom
    from riotsim.players import PERSON, WINDOW_COMMAND, bot_fault

    players = dict(pairs("--player", given, "Ada=greedy"))
    for name, bot in players.items():
        if len(name) > MAX_NAME_LENGTH or not name.isprintable():
            raise BadInput(f"--player: a player's name has 1 to {MAX_NAME_LENGTH} letters, not {name!r}")
        if bot == PERSON:
            if not persons:
                raise BadInput(
                    f"--player {name}={bot}: only bots play in the terminal; persons play with {WINDOW_COMMAND}"
                )
            continue
        if custom.is_custom(bot):
            custom.allow(bot, children=True)
        if fault := bot_fault(bot, game):
            raise BadInput(f"--player {name}={bot}: {fault}")
    if not seats.least <= len(players) <= seats.most:
        many = f"{seats.least} to {seats.most}" if seats.least < seats.most else str(seats.least)
        more = ""
        if persons and PERSON not in players.values():
            more = f"; add yourself as --player NAME={PERSON}"
        elif len(players) < seats.least:
            more = "; add another as --player NAME=greedy"
        raise BadInput(f"--player: {many} players can play, not {len(players)}{more}")
    return players


def allow_bots_of_stored_game(given: Iterable[str], game: str, db: Path | None) -> list[str]:
    """Import the user's own bots in `--player`, for a stored game to be resumed.

    Args:
        given: The values of `--player`.
        game: Id of the game.
        db: The store; None for the user's default store.

    Returns:
        The names of all players in `given` whose bots are not the user's own.

    Raises:
        BadInput: A value is malformed, or its bot isn't this player's bot in the stored game.
        BadFile: The store or the game is missing or damaged.
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


class _CommandWithFlags(Command):
    """A command with flags that games declare.

    The flags are made when the parameters are first read. Making them imports pydantic, which would slow down
    `riotsim --help`.
    """

    _params: list[Any]
    _has_flags: bool

    @property
    def params(self) -> list[Any]:
        """All parameters of the command."""
        if not self._has_flags:
            self._has_flags = True
            self._add_flags(self._params)
        return self._params

    @params.setter
    def params(self, params: list[Any]) -> None:
        self._params = params
        self._has_flags = False

    def _add_flags(self, params: list[Any]) -> None:
        """Add the flags that games declare to `params`, the parameters of the command."""
        raise NotImplementedError


class CommandWithSeatOptions(_CommandWithFlags):
    """A command with the flags that games define.

    There is a flag for each seat option of every game, such as `--hand`, and flags for options of the rules. A flag is
    left out if another parameter has the same name. The help of `--company` lists the companies that come with games.
    """

    def _add_flags(self, params: list[Any]) -> None:
        """Insert the flags for seat options and for options of the rules before the parameter `--seat-option`."""
        at = next(k for k, param in enumerate(params) if param.name == SEAT_OPTION_PARAMETER)
        taken = {name for param in params for name in param.opts}
        params[at:at] = _flags(params[at], taken)
        _list_companies(next(param for param in params if param.name == "company"))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # click's context, or that of typer's copy of click
        """Parse arguments. A flag for an option of the rules, such as `--unbound`, becomes a `--set` of that option."""
        from riotsim.games.registry import rules_flags

        meant = {f"--{name}": ("--set", f"{flag.option}={flag.value}") for name, flag in rules_flags().items()}
        ctx.meta.update(dict.fromkeys(meant.keys() & set(args), True))  # for `given_rules_flags`
        return super().parse_args(ctx, [word for arg in args for word in meant.get(arg, (arg,))])


class CommandWithRulesFlags(_CommandWithFlags):
    """A command with the games' flags for options of their rules, such as `--unbound`.

    `given_rules_flags` returns which of these flags the user has set. The command's function doesn't get them.
    """

    def _add_flags(self, params: list[Any]) -> None:
        """Insert the flags for options of the rules before the last parameter, `--db`.

        Each flag is a changed copy of the flag `--terminal`.
        """
        from riotsim.games.registry import rules_flags

        like = next(param for param in params if param.name == "terminal")
        for name, found in rules_flags().items():
            flag = copy(like)
            flag.name, flag.opts, flag.secondary_opts = f"{name}_flag", [f"--{name}"], []
            flag.help, flag.expose_value, flag.callback = found.help, False, _collect_values
            params.insert(-1, flag)


def given_rules_flags(context: typer.Context) -> tuple[str, ...]:
    """Return the names of the set flags for options of the rules, such as `unbound`."""
    from riotsim.games.registry import rules_flags

    return tuple(name for name in rules_flags() if context.meta.get(f"--{name}"))


def require_flags_of(game: "Game", flags: Iterable[str]) -> None:
    """Check that a game has the given flags for options of its rules.

    Raises:
        BadInput: The game lacks a flag.
    """
    from riotsim.games.registry import GAMES

    for name in flags:
        owners = [key for key, known in GAMES.items() if name in (one.name for one in known.rules_flags)]
        if game.name not in owners:
            raise BadInput(f"--{name} is not for {game.title}: add --rules {' or '.join(owners)}")


def _flags(general: Any, taken: Container[str]) -> Iterator[Any]:
    """Yield the flags that games define for seat options and for options of their rules.

    A flag is left out if another parameter has the same name. The command's function doesn't get the values of these
    flags. `given_flags` returns the values of the flags for seat options.

    Args:
        general: The parameter `--seat-option`. Each flag is a changed copy of it.
        taken: Names of all other parameters, such as `--seed`.
    """
    from riotsim.games.registry import rules_flags, seat_options

    for name, found in rules_flags().items():
        if f"--{name}" not in taken:
            shown = copy(general)
            shown.name, shown.opts, shown.metavar = f"{name}_flag", [f"--{name}"], " "
            shown.help, shown.expose_value = f"{found.help} Short for --set {found.option}={found.value}.", False
            yield shown
    for name, option in seat_options().items():
        if f"--{name}" not in taken:
            flag = copy(general)
            flag.name, flag.opts, flag.metavar = f"{name}_flag", [f"--{name}"], f"NAME={name.upper()}"
            flag.help, flag.expose_value, flag.callback = option.help, False, _collect_values
            yield flag


def _list_companies(company: Any) -> None:
    """Add the names of the companies that come with games to the help of the parameter `--company`."""
    from riotsim.files.resources import builtin_companies
    from riotsim.games.registry import GAMES

    listed = ((game.title, builtin_companies(game.name)) for game in GAMES.values() if game.company is not None)
    told = "; ".join(f"{', '.join(names)} ({title})" for title, names in listed if names)
    if told:
        company.help = f"{company.help} By name: {told}."


def _collect_values(context: Any, flag: Any, values: Sequence[str] | None) -> None:
    """Keep the values of a flag in the context, for `given_flags` and `given_rules_flags`."""
    context.meta[flag.opts[0]] = values


def given_flags(context: typer.Context) -> dict[str, Sequence[str]]:
    """Return the values given to the flags of seat options, by flag, such as `{"--hand": ["Ada=steady"]}`."""
    from riotsim.games.registry import seat_options

    return {flag: context.meta[flag] for name in seat_options() if context.meta.get(flag := f"--{name}")}


def read_seat_options(
    flags: Mapping[str, Iterable[str]],
    given: Iterable[str],
    game: "Game",
    book: object,
    bots: Mapping[str, str],
) -> dict[str, dict[str, str]]:
    """Return the seat options of each player, by the player's name.

    Args:
        flags: Values of the options' own flags by flag, such as `{"--hand": ["Ada=steady"]}`.
        given: Values of `--seat-option`, such as `Ada.hand=steady`.
        game: The game that is played.
        book: Rulebook of the game.
        bots: The bot of each player, or `person`, by the players' names.

    Raises:
        BadInput: A value is malformed, or the game has no such player, option or choice.
    """
    from riotsim.play.rulebook.sections import unknown_name

    found: dict[str, dict[str, str]] = {player: {} for player in bots}

    def take(flag: str, option: str, values: Iterable[str], suffix: str = "") -> None:
        for player, chosen in _read_values(flag, values, bots, game.choice(option, book), option, suffix).items():
            found[player][option] = chosen

    for flag, values in flags.items():
        take(flag, flag.removeprefix("--"), values)
    names = [option.name for option in game.seat_options]
    example = (
        f"Ada.{names[0]}={next(iter(game.choice(names[0], book).options), 'choice')}" if names else "Ada.option=choice"
    )
    for key, value in dict(pairs("--seat-option", given, example)).items():
        player, _, option = key.rpartition(".")
        if option not in names:
            sentence = unknown_name(f"{game.title} has no seat option {option!r}", option, names)
            raise BadInput(f"--seat-option {key}={value}: {sentence}")
        take("--seat-option", option, [f"{player}={value}"], f".{option}")
    return found


def _read_values(
    flag: str, given: Iterable[str], bots: Mapping[str, str], choice: "SeatOptionChoices", what: str, suffix: str
) -> dict[str, str]:
    """Parse the values of one option of the command line. Return the players' choices by the players' names.

    Args:
        flag: The option of the command line, such as `--hand`, for messages.
        given: Values of this option, such as `Ada=steady`.
        bots: The bot of each player, or `person`, by the players' names.
        choice: The choices that the seat option allows.
        what: Name of the seat option, such as `hand`.
        suffix: Text after a player's name in messages, such as `.hand`.

    Raises:
        BadInput: A value is malformed, or there is no such player or choice.
    """
    from riotsim.play.rulebook.sections import unknown_name

    names = list(choice.options)
    found = dict(pairs(flag, given, f"Ada={names[0] if names else what}"))
    for player, name in found.items():
        written = f"{flag} {player}{suffix}={name}"
        if player not in bots:
            raise BadInput(f"{written}: {unknown_name(f'no player is called {player!r}', player, bots)}")
        if name not in names:
            raise BadInput(f"{written}: {unknown_name(f'no {what} is called {name!r}', name, names)}")
    return found


def parse_companies(
    given: Iterable[str], game: "Game", book: "Book", players: Iterable[str], chosen: Mapping[str, Mapping[str, str]]
) -> "dict[str, CompanyText]":
    """Parse the values of `--company`, and read and check the files. Return the companies by the players' names.

    Args:
        given: The values, such as `Ada=my_army.yaml`.
        game: The game that is played.
        book: Rulebook of the game.
        players: The players' names.
        chosen: For each player, the choices of seat options, by the option's name.

    Raises:
        BadInput: A value is malformed, there is no such player, or the game doesn't use companies.
        BadFile: A company is invalid, or its player has also chosen the seat option that the company replaces. The
            error lists every problem of every company.
    """
    from riotsim.games.registry import GAMES
    from riotsim.store.companies import read_companies

    files = company_files(given, players)
    if files and game.company is None:
        player, file = next(iter(files.items()))
        others = [other.name for other in GAMES.values() if other.company is not None]
        raise BadInput(
            f"--company {player}={file}: players of {game.title} bring no files of their own; "
            f"games whose players do: {', '.join(others)} (--rules)"
        )
    return read_companies(game, book, files, chosen)


def company_files(given: Iterable[str], players: Iterable[str]) -> dict[str, str]:
    """Parse the values of `--company`. Return each company file, or name of a company, by its player's name.

    Args:
        given: The values, such as `Ada=my_army.yaml`.
        players: The players' names.

    Raises:
        BadInput: A value is malformed, or there is no such player.
    """
    from riotsim.play.rulebook.sections import unknown_name

    files = dict(pairs("--company", given, "Ada=my_army.yaml"))
    for player, file in files.items():
        if player not in (known := tuple(players)):
            sentence = unknown_name(f"no player is called {player!r}", player, known)
            raise BadInput(f"--company {player}={file}: {sentence}")
    return files


def seat_option_columns(game: "Game", book: object, options: Mapping[str, str]) -> dict[str, str | None]:
    """Return a player's seat options for `riotsim game --json`, by the key in the printed JSON.

    The keys are `gang`, `gang_title` and `hand`. If the player has chosen no gang, `gang` and `gang_title` are None. If
    the player has chosen no hand, `hand` is the default hand.

    Args:
        game: The game that is played.
        book: Rulebook of the game.
        options: The seat options that the player has chosen.
    """
    from riotsim.games.registry import options_with_own_keys, seat_options

    found: dict[str, str | None] = {}
    for name in options_with_own_keys():
        choice = game.choice(name, book)
        found[name] = options.get(name, choice.usual)
        if seat_options()[name].for_persons:
            found[f"{name}_title"] = choice.options[options[name]] if name in options else None
    return found
