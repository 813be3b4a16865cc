"""Rules files, loaded and checked."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from riotsim.files.rules import read_rules, with_options
from riotsim.files.yaml import Document, validate
from riotsim.games.registry import played_as

NO_OPTIONS: Final[Mapping[str, object]] = MappingProxyType({})


def load_rules(source: str | Path, options: Mapping[str, object] = NO_OPTIONS) -> Any:
    """Load the rules of a game and check them.

    Args:
        source: The name of rules that come with riotsim, such as `riot_dice`, or the path of a file of your own.
        options: Dotted keys with values that replace the file's, such as `{"tower.swig": 2}`. Text is read as YAML.

    Returns:
        The rulebook of the game that the rules are for. Its type depends on the game.

    Raises:
        BadFile: The rules or the options are wrong. The error lists every problem.
    """
    return load(source, options)[1]


def load(source: str | Path, options: Mapping[str, object]) -> tuple[Document, Any]:
    """Load rules, and return the document that was read beside the rulebook."""
    document = with_options(read_rules(source), dict(options))
    return document, validate(document, played_as(document.data).rules)


def folder_of(source: str | Path) -> Path | None:
    """Return the folder in which the meshes of a rules file are looked for; None for rules of riotsim's own."""
    file = Path(source)
    return file.parent if file.is_file() else None
