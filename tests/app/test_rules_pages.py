"""The rules that the window shows: read from the pages of the documentation."""

import tomllib
from pathlib import Path

import pytest

from riotsim.app.window.rules_pages import clauses_of, rules_page, rules_pages
from riotsim.files.resources import clause_page
from riotsim.games.registry import GAMES
from riotsim.viewer.ui.rules_model import Block, Clause, Grid, Paragraph, Picture, Section, plain


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_of_a_page_is_read(game: str) -> None:
    """All clauses in the tables of a game's page are there, without links and emphasis."""
    found = clauses_of(game)
    assert len(found) >= 11
    for text in found.values():
        assert text
        assert not set("*`[]|") & set(text), text
    page = clause_page(game)
    assert page is not None
    ids = [row.split(" ")[1] for row in page.splitlines() if row.startswith("| ") and row[4:5] == "-"]
    assert ids[: len(found)] == [*found]


def test_a_clause_is_plain_text() -> None:
    """A clause has the text of the page without marks. If a game has no page, it has no clauses."""
    assert clauses_of("riot_dice")["RD-24"] == "A boss without a standing model can only leg it (RD-80)."
    assert clauses_of("chess") == {}


@pytest.mark.parametrize("game", GAMES)
def test_players_read_nothing_about_files(game: str) -> None:
    """The rules in the window leave out sources, options, commands and the section on scenarios. Every other section
    still has its clauses.
    """
    page = rules_page(game)
    assert page is not None
    assert page.sections[0].title == GAMES[game].title
    text = "\n".join(_text(block) for section in page.sections for block in section.blocks)
    for word in ("Source:", "src/riotsim", ".yaml", "option (default)", "riotsim game", "LICENSE"):
        assert word not in text
    titles = [section.title for section in page.sections]
    assert "In scenarios" not in titles
    assert all(section.clauses for section in page.sections[1:] if section.title != "Our weapons")


def test_pictures_and_icons_are_those_of_the_thing() -> None:
    """If a clause is about a face of Cube Clash, it has the icon of that face. No other clause has an icon. The page of
    Cube Clash has its picture.
    """
    icons = {
        clause.id: clause.icon
        for page in rules_pages()
        for section in page.sections
        for clause in section.clauses
        if clause.icon
    }
    assert {name[:2] for name in icons} == {"CC"}
    assert icons["CC-30"] == "melee"
    assert icons["CC-40"] == "bulls_eye"
    assert len(set(icons.values())) == 16
    page = rules_page("cube_clash")
    assert page is not None
    (picture,) = (block for block in page.sections[0].blocks if isinstance(block, Picture))
    assert picture.data[:2] == b"\xff\xd8"
    assert "board" in picture.about


def test_all_games_have_a_picture_that_is_shipped() -> None:
    """The page of each game begins with a picture, and this picture is in the wheel."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    shipped = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    for page in rules_pages():
        pictures = [block for section in page.sections for block in section.blocks if isinstance(block, Picture)]
        assert pictures, page.game
        for picture in pictures:
            assert shipped[f"docs/pictures/{picture.name}"] == f"riotsim/data/docs/pictures/{picture.name}"


def test_names_of_several_words_are_written_as_words() -> None:
    """A search for `limb useless` finds the name in the rules, which is written with a blank. A search for
    `limb_useless` finds nothing.
    """
    page = rules_page("buskit")
    assert page is not None
    assert any(section.blocks for section in page.searched("limb useless"))
    assert not any(section.blocks for section in page.searched("limb_useless"))


def test_search_finds_by_words_and_by_id() -> None:
    """A search finds a clause if it has all the words, in any order and case. A clause's id is found with and without
    its hyphen.
    """
    page = rules_page("riot_dice")
    assert page is not None
    assert [clause.id for clause in _found(page.searched("LEG only"))] == ["RD-24"]
    assert [clause.id for clause in _found(page.searched("rd-36"))] == ["RD-36"]
    assert "RD-36" in [clause.id for clause in _found(page.searched("rd36"))]
    assert _found(page.searched("no such words")) == []
    assert page.searched("  ") == page.sections
    (weapons,) = (section for section in page.searched("blunderbuss 3d6") if section.title == "Our weapons")
    assert [plain(row[0]) for block in weapons.blocks if isinstance(block, Grid) for row in block.rows] == [
        "blunderbuss"
    ]


def _found(sections: tuple[Section, ...]) -> list[Clause]:
    return [clause for section in sections for clause in section.clauses]


def _text(block: Block) -> str:
    match block:
        case Paragraph(words) | Clause(_, words):
            return plain(words)
        case Grid(head, rows):
            return "\n".join(plain(cell) for row in (head, *rows) for cell in row)
        case Picture():
            return block.about
