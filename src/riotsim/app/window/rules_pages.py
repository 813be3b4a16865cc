"""The rules of the games for the window's rules page, read from the pages of the documentation.

A page leaves out the text for people who change the program:

- the column of options;
- paragraphs that begin with `Source:`;
- each block or section below the comment `LEFT_OUT`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from riotsim.files.resources import clause_page, page_picture
from riotsim.games.registry import GAMES
from riotsim.table.dice.icons import DRAWINGS
from riotsim.viewer.ui.rules_model import (
    Block,
    Clause,
    Grid,
    Paragraph,
    Picture,
    RulesPage,
    Section,
    Tone,
    Words,
    plain,
)

LEFT_OUT: Final = "<!-- not in the window -->"
"""The comment above a block, or above the heading of a section, that the rules page leaves out."""

OPTION_COLUMN: Final = "option (default)"
"""Heading of the table column that the rules page leaves out. The column has the keys of options in rules files."""

_ID = re.compile(r"[A-Z]{2}-[A-Z]?\d+[a-z]?")
_NAME = re.compile(r"[a-z]+(_[a-z]+)+")
"""Pattern of a name from a rules file that consists of several words, with underscores between them."""
_HEAD = re.compile(r"[A-Z][a-zA-Z -]*(?=:)")
"""Pattern of a clause's subject, which ends before a colon."""


@cache
def rules_pages() -> tuple[RulesPage, ...]:
    """Return the rules of all games that have a page, in the order of the registry."""
    return tuple(page for name in GAMES if (page := rules_page(name)) is not None)


@cache
def rules_page(game: str) -> RulesPage | None:
    """Return the page with the rules of a game. Return None if the game has no such page."""
    text = clause_page(game)
    if text is None:
        return None
    title = GAMES[game].title
    return RulesPage(game, title, tuple(_sections(SyntaxTreeNode(_parser().parse(text)).children, title)))


@cache
def clauses_of(game: str) -> dict[str, str]:
    """Return the text of each clause of a game's rules by the clause's id, such as `RD-21`.

    The result is empty if the game has no page.
    """
    page = rules_page(game) if game in GAMES else None
    sections = () if page is None else page.sections
    return {clause.id: plain(clause.words) for section in sections for clause in section.clauses}


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("table")


@dataclass(slots=True)
class _Reading:
    """A section of a rules page, with the blocks that have been read so far."""

    title: str
    blocks: list[Block] = field(default_factory=list)


def _sections(nodes: Sequence[SyntaxTreeNode], title: str) -> Iterator[Section]:
    """Yield the sections of a document, given its blocks and the title of the first section."""
    current: _Reading | None = _Reading(title)
    skips = False
    for node in nodes:
        if node.type == "html_block":
            skips = node.content.strip() == LEFT_OUT
            continue
        if node.type == "heading" and node.tag == "h2":
            if current is not None:
                yield Section(current.title, tuple(current.blocks))
            current = None if skips else _Reading(plain(_inline(node)))
        elif node.type != "heading" and current is not None and not skips:
            current.blocks += _blocks(node)
        skips = False
    if current is not None:
        yield Section(current.title, tuple(current.blocks))


def _blocks(node: SyntaxTreeNode) -> Iterator[Block]:
    """Yield the rules page's blocks for one block of a document. There may be none, one or several."""
    match node.type:
        case "paragraph":
            images = [child for inline in node.children for child in inline.children if child.type == "image"]
            words = _inline(node)
            for image in images:
                name = str(image.attrs["src"]).rsplit("/", 1)[-1]
                yield Picture(name, image.content, page_picture(name))
            if plain(words).strip() and not images and not plain(words).startswith("Source:"):
                yield Paragraph(words)
        case "bullet_list":
            for entry in node.children:
                yield Paragraph(tuple(part for child in entry.children for part in _inline(child)), listed=True)
        case "table":
            yield from _table(node)


def _table(node: SyntaxTreeNode) -> Iterator[Block]:
    """Yield the clauses of a table, or the table itself if it has no clauses."""
    head, *rows = [row for part in node.children for row in part.children]
    kept = [place for place, cell in enumerate(head.children) if plain(_inline(cell)) != OPTION_COLUMN]
    cells = [tuple(_inline(row.children[place]) for place in kept) for row in rows]
    if all(_ID.fullmatch(plain(row[0])) for row in cells):
        for name, words, *_ in cells:
            yield Clause(plain(name), words, _icon(plain(words)))
    else:
        yield Grid(tuple(_inline(head.children[place]) for place in kept), tuple(cells))


def _icon(text: str) -> str:
    """Return the name of the icon of the die face that a clause is about, or an empty string."""
    head = _HEAD.match(text)
    name = "" if head is None else head[0].lower().replace(" ", "_").replace("-", "_")
    return name if name in DRAWINGS else ""


def _inline(node: SyntaxTreeNode) -> Words:
    """Return the text in a node as pieces of text, each with its tone: plain, soft or strong.

    A link has the tone of the text around it. Pictures are left out. In names from rules files, such as `limb_useless`,
    underscores are replaced by spaces.
    """
    found: list[tuple[str, Tone]] = []
    _add_words(node, "plain", found)
    merged: list[tuple[str, Tone]] = []
    for text, tone in found:
        if merged and merged[-1][1] == tone:
            merged[-1] = (merged[-1][0] + text, tone)
        else:
            merged.append((text, tone))
    return tuple(merged)


def _add_words(node: SyntaxTreeNode, tone: Tone, found: list[tuple[str, Tone]]) -> None:
    match node.type:
        case "code_inline" if _NAME.fullmatch(node.content):
            found.append((node.content.replace("_", " "), tone))
        case "text" | "code_inline":
            found.append((node.content, tone))
        case "softbreak" | "hardbreak":
            found.append((" ", tone))
        case "image" | "html_inline":
            pass
        case kind:
            inner: Tone = "soft" if kind == "em" else "strong" if kind == "strong" else tone
            for child in node.children:
                _add_words(child, inner, found)
