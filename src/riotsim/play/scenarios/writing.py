"""The writer of readable scenario files: each player, model and piece has a line of its own, and numbers are short."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

MAX_LINE_WIDTH: Final = 110
"""Greatest width of the line of a mapping (characters). A wider mapping gets several lines."""

MAX_DECIMALS: Final = 9
"""Greatest number of decimals of a number."""

PLAIN_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_./-]*")
"""The pattern of a word that needs no quotes, unless it is one of `YAML_KEYWORDS`."""

YAML_KEYWORDS: Final = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))
"""Words that need quotes because YAML would read them as null or as a truth value."""


def write_scenario(comments: Iterable[str], data: Mapping[str, object]) -> str:
    """Return the text of a scenario file.

    Args:
        comments: The lines of the comment at the top, without `#`.
        data: The keys of the file with plain data.
    """
    return "\n".join((*(f"# {line}".rstrip() for line in comments), *_block(data, 0))) + "\n"


def _block(data: Mapping[str, object], indent: int) -> Iterator[str]:
    """Yield the lines of a mapping. Each key begins a new line.

    Most values begin on the line of their key. These values stand below their key, indented:

    - a mapping of mappings,
    - a list that contains a mapping,
    - any non-empty mapping at the root of the file.

    Args:
        data: The mapping.
        indent: Number of spaces before each key; 0 for the root of the file.
    """
    pad = " " * indent
    for key, value in data.items():
        name = _format_text(key)
        match value:
            case Mapping() if (indent == 0 and value) or _is_mapping_of_mappings(value):
                yield f"{pad}{name}:"
                yield from _block(value, indent + 2)
            case list() | tuple() if any(isinstance(part, Mapping) for part in value):
                yield f"{pad}{name}:"
                for part in value:
                    yield from _flow(f"{pad}  - ", part)
            case _:
                yield from _flow(f"{pad}{name}: ", value)


def _is_mapping_of_mappings(value: object) -> bool:
    """Return whether a value is a non-empty mapping with only mappings as values, such as `models`."""
    return isinstance(value, Mapping) and bool(value) and all(isinstance(one, Mapping) for one in value.values())


def _flow(before: str, value: object) -> Iterator[str]:
    """Yield the lines of a value. The first line begins with the text `before`.

    Most values take one line. A mapping takes several lines if it has lists of mappings, and its one line would be
    longer than `MAX_LINE_WIDTH`. These lists then come last, and each of their items has a line of its own.
    """
    line = before + _inline(value)
    if len(line) <= MAX_LINE_WIDTH or not isinstance(value, Mapping):
        yield line
        return
    deep = " " * (len(before) - len(before.lstrip()) + 4)
    parts = [f"{_format_text(key)}: {_inline(one)}" for key, one in value.items() if not _long(one)]
    yield f"{before}{{{', '.join(parts)}" + ("," if any(map(_long, value.values())) else "}")
    long = [(key, one) for key, one in value.items() if _long(one)]
    for n, (key, one) in enumerate(long, 1):
        assert isinstance(one, Sequence), "only lists are long"
        yield f"{deep}{_format_text(key)}: ["
        yield from (f"{deep}  {_inline(part)}," for part in one)
        yield f"{deep}]" + ("}" if n == len(long) else ",")


def _long(value: object) -> bool:
    return isinstance(value, list | tuple) and any(isinstance(part, Mapping) for part in value)


def _inline(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return format_number(value)
        case str():
            return _format_text(value)
        case Mapping():
            return f"{{{', '.join(f'{_format_text(str(key))}: {_inline(one)}' for key, one in value.items())}}}"
        case list() | tuple():
            return f"[{', '.join(map(_inline, value))}]"
    raise TypeError(f"{value!r} is nothing that a scenario file can say")


def format_number(value: float) -> str:
    """Return a number as text without an exponent and without trailing zeros."""
    text = f"{value:.{MAX_DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _format_text(value: str) -> str:
    plain = PLAIN_WORD.fullmatch(value) and value.lower() not in YAML_KEYWORDS
    return value if plain else json.dumps(value, ensure_ascii=False)
