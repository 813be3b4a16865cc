"""Lays out a rulebook as lines of option, value and meaning."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from pydantic import BaseModel

from riotsim.files.field_docs import meanings

Row: TypeAlias = tuple[str, str, str]
"""A dotted key, its value as a rules file has it, and a sentence about it (which may be empty)."""

_LONG_NUMBER = re.compile(r"-?\d+\.\d{5,}")
"""What a conversion between units leaves behind, as in 152.39999999999998mm."""

DECIMALS = 4
"""To which such a number is shown."""


def listed(book: BaseModel, written: object) -> Iterator[Row]:
    """Give a row for every option of a rulebook, and one for each thing that it lists by name (a weapon, a hand).

    `written` is the plain data of the file that the book was read from: what stands there is shown in its words.
    """
    yield from _rows(book, book.model_dump(mode="json", by_alias=True, exclude_none=True), written, "")


def _rows(section: BaseModel, dumped: Mapping[str, object], written: object, prefix: str) -> Iterator[Row]:
    for name, field in type(section).model_fields.items():
        key = field.alias or name
        if key not in dumped:
            continue
        value, plain, said = getattr(section, name), dumped[key], _part(written, key)
        meaning = meanings(type(section)).get(name, "").replace("\n", " ")
        if isinstance(value, BaseModel) and isinstance(plain, Mapping):
            yield from _rows(value, plain, said, f"{prefix}{key}.")
            continue
        for path, content in _parts(plain):
            words = said
            for part in path:
                words = _part(said, part)
            yield ".".join([prefix + key, *path]), flow(content if words is None else words), meaning
            meaning = ""  # said once, beside the first


def _parts(plain: object) -> Iterator[tuple[tuple[str, ...], object]]:
    """The entries of a mapping or of a list of mappings, each with its key; else the value itself, without one."""
    match plain:
        case Mapping() if plain:
            yield from (((str(key),), content) for key, content in plain.items())
        case [Mapping(), *_]:
            yield from (((str(place),), content) for place, content in enumerate(plain))
        case _:
            yield (), plain


def _part(data: object, key: str) -> object:
    """What plain data has under a key (the place, for a list), None if it has nothing there."""
    match data:
        case Mapping():
            return data.get(key)
        case list() if key.isdecimal() and int(key) < len(data):
            return data[int(key)]
    return None


def flow(value: object, outermost: bool = True) -> str:
    """Write plain data on one line, as YAML would."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case str():
            return _LONG_NUMBER.sub(lambda number: f"{round(float(number[0]), DECIMALS):g}", value)
        case Mapping():
            inner = ", ".join(f"{key}: {flow(part, outermost=False)}" for key, part in value.items())
            return inner if outermost else f"{{{inner}}}"
        case Sequence():
            return f"[{', '.join(flow(part, outermost=False) for part in value)}]"
    return str(value)
