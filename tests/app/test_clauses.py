"""The clauses that the window shows: read from the pages of the documentation, as plain text."""

import pytest

from riotsim.app.window.clauses import clauses_of
from riotsim.games.registry import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_of_a_page_is_read(game: str) -> None:
    """All clauses in the tables of a game's page are there, without links and emphasis."""
    found = clauses_of(game)
    assert len(found) >= 11
    for text in found.values():
        assert text
        assert not set("*`[]|") & set(text), text


def test_a_clause_is_plain_text() -> None:
    """A clause has the words of the page; a game without a page has none."""
    assert clauses_of("riot_dice")["RD-24"] == "If none of their models can be activated, a boss can only leg it."
    assert clauses_of("chess") == {}
