"""Rules files for commands and the window: checks, lists of options, and the completion of typed paths."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.parse import unquote

from pydantic import BaseModel

from riotsim.files.validation import field_meanings

if TYPE_CHECKING:
    from riotsim.files.assets.meshes import ProgressListener
    from riotsim.files.problems import Problem

Row: TypeAlias = tuple[str, str, str]
"""An option of the rules: its dotted key, its value as a rules file spells it, and its meaning, which may be empty."""

MAX_DECIMALS: Final = 4
"""Greatest number of decimals of a displayed number inside a text.

A number with more decimals is rounded twice: first to this many decimals, then to six significant digits.
"""

_LONG_NUMBER: Final = re.compile(r"-?\d+\.\d{5,}")
"""Pattern of a number with more than four decimals, such as 152.39999999999998 after a conversion of units."""

SUFFIXES = (".yaml", ".yml")
"""Endings of the names of rules files."""

MAX_COMPLETIONS = 200
"""Maximum number of files and folders that `completions` considers. Only those whose names match are counted."""


def check_rules_file(file: Path, progress: "ProgressListener") -> "tuple[tuple[Problem, ...], tuple[Problem, ...]]":
    """Check a rules file and the meshes that it names.

    Args:
        file: The rules file.
        progress: Callback that gets a line of text before each mesh file is read.

    Returns:
        The problems of the file, and notes on how its meshes are changed for the physics.
    """
    from riotsim.files.assets.checks import check_assets
    from riotsim.files.problems import BadFile
    from riotsim.rulebooks import read_rulebook

    try:
        document, _, book = read_rulebook(file)
    except BadFile as bad:
        return bad.problems, ()
    return check_assets(book, file.parent, document, progress=progress)


def typed_path(text: str) -> Path:
    """Return the path that a typed or pasted text stands for.

    - Quotation marks and spaces around the text are removed.
    - `~` is replaced by the home folder.
    - A `file://` address is replaced by its path.
    """
    bare = text.strip().strip("\"'")
    path = Path(unquote(bare.removeprefix("file://")) if bare.startswith("file://") else bare)
    try:
        return path.expanduser()
    except RuntimeError:  # nobody of that name has a home here, or it isn't written to its end
        return path


def completions(text: str) -> tuple[str, ...]:
    """Return the paths that complete a typed text: first the YAML files, then the folders.

    Upper and lower case are equal in the last part of the path. The path of a folder ends in `/`. The result is empty
    if the folder of the typed path can't be read.
    """
    path = typed_path(text)
    folder, begin = (path, "") if text.endswith("/") or not text.strip() else (path.parent, path.name)
    files, folders = [], []
    try:
        begins = (entry for entry in folder.iterdir() if entry.name.lower().startswith(begin.lower()))
        seen = sorted(entry for entry in begins if begin or not entry.name.startswith("."))
        for entry in seen[:MAX_COMPLETIONS]:
            if entry.is_dir():
                folders.append(f"{entry}/")
            elif entry.suffix.lower() in SUFFIXES:
                files.append(str(entry))
    except (OSError, ValueError):  # there is no such folder, or it is nobody's business
        return ()
    return tuple(files + folders)


def describe_faults(path: Path) -> tuple[str, ...]:
    """Return the problems of a rules file as lines for display, with the file's name in place of its path."""
    from riotsim.files.assets.meshes import ignore_progress
    from riotsim.files.problems import problem_lines

    problems, _ = check_rules_file(path, ignore_progress)
    return tuple(problem_lines([replace(one, file=path.name) if one.file == str(path) else one for one in problems]))


def option_rows(book: BaseModel, written: object) -> Iterator[Row]:
    """Yield a row for each option that has a value in a rulebook.

    If an option's value is a mapping or a list of mappings, such as the hands, yield a row for each entry of it.

    Args:
        book: The rulebook.
        written: The data of the rules file, from before it became a rulebook. A value that the file gives is shown as
            the file spells it.
    """
    yield from _rows(book, book.model_dump(mode="json", by_alias=True, exclude_none=True), written, "")


def _rows(section: BaseModel, dumped: Mapping[str, object], written: object, prefix: str) -> Iterator[Row]:
    for name, field in type(section).model_fields.items():
        key = field.alias or name
        if key not in dumped:
            continue
        value, plain, said = getattr(section, name), dumped[key], _part(written, key)
        meaning = field_meanings(type(section)).get(name, "").replace("\n", " ")
        if isinstance(value, BaseModel) and isinstance(plain, Mapping):
            yield from _rows(value, plain, said, f"{prefix}{key}.")
            continue
        for path, content in _parts(plain):
            words = said
            for part in path:
                words = _part(said, part)
            yield ".".join([prefix + key, *path]), format_flow(content if words is None else words), meaning
            meaning = ""  # the first entry has it


def _parts(plain: object) -> Iterator[tuple[tuple[str, ...], object]]:
    """Split an option's value into the parts that get a row each. Yield the path of each part, and the part.

    - If the value is a mapping, the parts are its entries. The path of an entry is its key.
    - If the value is a list of mappings, the parts are these mappings. The path of a mapping is its index.
    - Any other value is one part with an empty path. So is an empty mapping or list.
    """
    match plain:
        case Mapping() if plain:
            yield from (((str(key),), content) for key, content in plain.items())
        case [Mapping(), *_]:
            yield from (((str(place),), content) for place, content in enumerate(plain))
        case _:
            yield (), plain


def _part(data: object, key: str) -> object:
    """Return an entry of plain data, or None if the data have no such entry.

    Args:
        data: A mapping, a list, or any other value.
        key: The key in a mapping, or the index in a list as text.
    """
    match data:
        case Mapping():
            return data.get(key)
        case list() if key.isdecimal() and int(key) < len(data):
            return data[int(key)]
    return None


def format_flow(value: object, outermost: bool = True) -> str:
    """Format plain data on one line in YAML's flow style.

    Long decimal numbers inside strings, as in the length "12.345678901in", are rounded as `MAX_DECIMALS` says. Values
    that are numbers are not rounded.

    Args:
        value: The data.
        outermost: Whether to leave out the braces around a mapping.
    """
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case str():
            return _LONG_NUMBER.sub(lambda number: f"{round(float(number[0]), MAX_DECIMALS):g}", value)
        case Mapping():
            inner = ", ".join(f"{key}: {format_flow(part, outermost=False)}" for key, part in value.items())
            return inner if outermost else f"{{{inner}}}"
        case Sequence():
            return f"[{', '.join(format_flow(part, outermost=False) for part in value)}]"
    return str(value)
