"""Functions for text in the markup of the library rich (`[bold]…[/]`). With them, games needn't import rich.

Text that isn't meant as markup, such as a player's name, must go through `escape_markup` first.
"""

import re
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeAlias

COLOURS: Final = ("cyan", "magenta", "yellow", "green")
"""Colours of the players in turn order. The names are those that rich uses."""

_TAG: Final = re.compile(r"(\\*)(\[[a-z#/@][^[]*?])")


class NameSpan(NamedTuple):
    """A part of a text that names a player or a player's piece."""

    begin: int
    """Index of the first character."""
    end: int
    """Index after the last character."""
    player: int
    """Number of the player in turn order, from 0."""


Style: TypeAlias = Callable[[str], str]
"""A function that adds markup to a text, such as the colour of a player to the player's name."""


def join_names(names: Iterable[str], style: Style = str) -> str:
    """Return names as a list in words, such as `Ada, Bea and Cy`.

    Args:
        names: At least one name.
        style: Function that adds markup to each name.
    """
    *first, last = map(style, names)
    return f"{', '.join(first)} and {last}" if first else last


def printable(text: str) -> str:
    r"""Return a text with an escape sequence in place of each unprintable character, such as `\n` for a line break.

    The escape sequences are those of Python.
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def escape_markup(text: str) -> str:
    """Make a text printable (`printable`), and escape all tags, so that rich shows them literally."""
    escaped = _TAG.sub(r"\1\1\\\2", printable(text))
    return f"{escaped}\\" if escaped.endswith("\\") and not escaped.endswith("\\\\") else escaped


def strip_markup(markup: str) -> str:
    """Return the plain text of a line in markup: tags are removed, and escaped brackets appear as brackets."""
    parts: list[str] = []
    position = 0
    for tag in _TAG.finditer(markup):
        backslashes, escaped = divmod(len(tag[1]), 2)
        parts += (_unescaped(markup[position : tag.start()]), "\\" * backslashes, tag[2] if escaped else "")
        position = tag.end()
    return "".join((*parts, _unescaped(markup[position:])))


def name_spans(markup: str) -> tuple[NameSpan, ...]:
    """Return the names in a line in markup: those parts of the line that have the colour of a player.

    The indices of the spans count characters of the plain text (`strip_markup`).
    """
    # Names alone would not say which player is meant.
    found: list[NameSpan] = []
    open_tags: list[tuple[int | None, int]] = []  # the player whose colour a tag begins, and where
    here = position = 0  # in the plain text, and in the markup
    for tag in _TAG.finditer(markup):
        backslashes, escaped = divmod(len(tag[1]), 2)
        here += len(_unescaped(markup[position : tag.start()])) + backslashes
        position = tag.end()
        if escaped:
            here += len(tag[2])
        elif not tag[2].startswith("[/"):
            colours = [place for place, colour in enumerate(COLOURS) if colour in tag[2][1:-1].split()]
            open_tags.append((colours[0] if colours else None, here))
        elif open_tags:
            player, begin = open_tags.pop()
            if player is not None:
                found.append(NameSpan(begin, here, player))
    return tuple(found)


def without_first(count: int, names: Iterable[NameSpan]) -> tuple[NameSpan, ...]:
    """Return the name spans of a text after its first `count` characters are removed: each index is lower by `count`.

    Args:
        count: The number of characters.
        names: The name spans of the whole text. None of them may begin in the removed part.
    """
    return tuple(span._replace(begin=span.begin - count, end=span.end - count) for span in names)


def stripped_names(text: str, names: Iterable[NameSpan]) -> tuple[NameSpan, ...]:
    """Return the name spans of a text after its leading and trailing spaces are removed.

    Args:
        text: The text with its spaces.
        names: The name spans of `text`.
    """
    return without_first(len(text) - len(text.lstrip()), names)


def _unescaped(text: str) -> str:
    return text.replace("\\[", "[")
