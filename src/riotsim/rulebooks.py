"""The loader of rules: it reads rules files, finds the game that each file is for, and validates the rules."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from riotsim.errors import InvalidValue
from riotsim.files.problems import BadFile
from riotsim.files.rules import read_rules, with_options
from riotsim.files.yaml import Document, validate
from riotsim.games.registry import GAMES, KEYLESS_GAMES
from riotsim.play.game import Game
from riotsim.play.rulebook.sections import GAME_KEY, unknown_name

NO_OPTIONS: Final[Mapping[str, object]] = MappingProxyType({})


class LoadedRules(NamedTuple):
    """Rules that were read and validated."""

    document: Document
    """The rules file, with the given options in place of the file's own values."""
    game: Game
    """The game that the rules are for."""
    book: Any
    """The rulebook, of a type that depends on the game."""


def load_rules(source: str | Path, options: Mapping[str, object] = NO_OPTIONS) -> Any:
    """Load the rules of a game and validate them.

    Args:
        source: The name of rules that come with riotsim, such as `riot_dice`, or the path of a file of your own.
        options: Dotted keys with their new values, such as `{"tower.swig": 2}`. These values replace those of the file.
            A value that is text is read as YAML.

    Returns:
        The rulebook, of a type that depends on the game.

    Raises:
        BadFile: The rules or the options are invalid.
        InvalidValue: `source` is neither text nor a path, or an option's key isn't text.
    """
    return read_rulebook(source, options).book


def read_rulebook(source: str | Path, options: Mapping[str, object] = NO_OPTIONS) -> LoadedRules:
    """Load rules as `load_rules` does, and return the rules file and the game together with the rulebook.

    Raises:
        BadFile: The rules or the options are invalid.
        InvalidValue: `source` is neither text nor a path, or an option's key isn't text.
    """
    check_form(source, options)
    document = with_options(read_rules(source), options)
    game = game_of(document)
    return LoadedRules(document, game, validate(document, game.rules))


def check_form(source: object, options: object) -> None:
    """Check that rules are given as text or a path, and that options are a mapping with text as keys.

    Raises:
        InvalidValue: The rules or the options have another form.
    """
    if not isinstance(source, str | Path):
        raise InvalidValue(f"rules are a name such as 'riot_dice' or the path of a file, not {source!r:.80}")
    if not isinstance(options, Mapping) or not all(isinstance(key, str) for key in options):
        raise InvalidValue(f"options are dotted keys with values, such as {{'tower.swig': 2}}, not {options!r:.80}")


def game_of(document: Document) -> Game:
    """Return the game that a rules file is for.

    The file's key `game` names the game. A file without this key is for the game whose rulebook knows the greatest
    number of the file's keys. If several games are tied, one in `KEYLESS_GAMES` is preferred. Content that is not a
    mapping counts as rules of the first game in `GAMES`.

    Raises:
        BadFile: The key `game` names no game, or the key is missing and several games remain tied.
    """
    data = document.data
    if not isinstance(data, Mapping):
        return next(iter(GAMES.values()))  # the validation by any rulebook then reports that keys are missing
    if GAME_KEY in data:
        name = str(data[GAME_KEY])
        if name not in GAMES:
            raise _bad_key(document, unknown_name(f"no game is called {name!r}", name, GAMES))
        return GAMES[name]
    known = {name: len(set(data) & set(game.rules.model_fields)) for name, game in GAMES.items()}
    best = [name for name, count in known.items() if count == max(known.values())]
    best = [name for name in best if name in KEYLESS_GAMES] or best
    if len(best) > 1:
        key = f"add the key {GAME_KEY}, such as {GAME_KEY}: {best[0]}"
        raise _bad_key(document, f"these rules may be those of {' or '.join(best)}: {key}")
    return GAMES[best[0]]


def _bad_key(document: Document, sentence: str) -> BadFile:
    return BadFile([document.problem((GAME_KEY,), sentence)])
