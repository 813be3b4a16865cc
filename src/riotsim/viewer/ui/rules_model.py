"""The rules of a game as the window shows them: a page of sections, with a search."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Tone: TypeAlias = Literal["plain", "soft", "strong"]
"""The emphasis of words: `plain` words have none, `soft` words are paler, `strong` words are bold or brighter."""

Words: TypeAlias = tuple[tuple[str, Tone], ...]
"""A text in parts. Each part has some words, and their tone."""


def plain(words: Words) -> str:
    """Return the words of a text as one string, without their tones."""
    return "".join(part for part, _ in words)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, or an entry of a list."""

    words: Words
    listed: bool = False
    """True for an entry of a list."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the rules."""

    id: str
    """Id of the clause, such as `RD-21`."""
    words: Words
    icon: str = ""
    """Icon of the die face that the clause is about, a key of `icons.DRAWINGS`; empty for none."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table."""

    head: tuple[Words, ...]
    rows: tuple[tuple[Words, ...], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture."""

    name: str
    """Name of the file."""
    about: str
    """A description of the picture."""
    data: bytes
    """The file, as JPEG or PNG."""


Block: TypeAlias = Paragraph | Clause | Grid | Picture


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rules."""

    title: str
    blocks: tuple[Block, ...]

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the section."""
        return tuple(block for block in self.blocks if isinstance(block, Clause))


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of a game."""

    game: str
    """Name of the game, such as `riot_dice`."""
    title: str
    """Title of the game, such as `Riot Dice`."""
    sections: tuple[Section, ...]
    """The sections in order. The first has the game's title and the text before the first heading."""

    def searched(self, query: str) -> tuple[Section, ...]:
        """Return the sections, each with only the paragraphs, clauses and table rows that match a query.

        A paragraph, clause or row matches if it contains all words of the query. A section without a match is returned
        as an empty section.
        """
        tokens = search_tokens(query)
        return tuple(Section(one.title, _found(one.blocks, tokens)) for one in self.sections)


def search_tokens(query: str) -> tuple[str, ...]:
    """Return the words of a query in lower case."""
    return tuple(query.lower().split())


def _found(blocks: Sequence[Block], tokens: tuple[str, ...]) -> tuple[Block, ...]:
    """Return the blocks of a section that match a query. `tokens` are the words of the query.

    A block matches if it contains all words of the query. A table is returned with only the rows that match. Pictures
    never match. If the query is empty, all blocks are returned, with pictures.
    """
    if not tokens:
        return tuple(blocks)
    found: list[Block] = []
    for block in blocks:
        match block:
            case Clause(name, words):
                if _has(f"{name} {name.replace('-', '')} {plain(words)}", tokens):
                    found.append(block)
            case Paragraph(words):
                if _has(plain(words), tokens):
                    found.append(block)
            case Grid(head, rows):
                if kept := tuple(row for row in rows if _has(" ".join(map(plain, row)), tokens)):
                    found.append(Grid(head, kept))
            case Picture():
                pass
    return tuple(found)


def _has(text: str, tokens: tuple[str, ...]) -> bool:
    lowered = text.lower()
    return all(token in lowered for token in tokens)


@dataclass(frozen=True, slots=True)
class RulesModel:
    """Data of the rules page, which lies over the other panels."""

    page: RulesPage
    games: tuple[tuple[str, str], ...] = ()
    """Name and title of each game whose rules may be chosen; empty if only these rules are shown."""
    query: str = ""
    """The typed text of the search."""
    clause: str = ""
    """Id of the page's first clause in view; empty for the beginning of the page."""
    visit: int = 0
    """Number of times that the page was opened. When this number changes, the page scrolls to `clause`."""
