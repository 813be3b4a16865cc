"""The clauses of a game's rules as plain text, read from the game's page in the documentation."""

import re
from functools import cache

from riotsim.files.resources import clause_page

_ROW = re.compile(r"^\| (?P<id>[A-Z]{2}-\d+[a-z]?) \| (?P<text>.*?) \|(?: .* \|)?$", re.MULTILINE)


@cache
def clauses_of(game: str) -> dict[str, str]:
    """Return the text of each clause of a game's rules by its id, such as `RD-21`; none if the game has no page."""
    page = clause_page(game)
    return {} if page is None else {row["id"]: _plain(row["text"]) for row in _ROW.finditer(page)}


def _plain(text: str) -> str:
    """Return a text without its Markdown: links, emphasis and code are plain words."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"[*`]", "", text).strip()
