"""Rules files and the games that they are for."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from riotsim import BadFile, load_rules
from riotsim.files.yaml import OPTION_SOURCE, read_yaml
from riotsim.games.registry import GAMES
from riotsim.rulebooks import game_of, read_rulebook


def written(folder: Path, text: str) -> Path:
    """Write a rules file."""
    file = folder / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_an_unknown_game_is_told_with_file_and_line(tmp_path: Path) -> None:
    """If a rules file names an unknown game, the error names the file, the line of the key and the most similar
    game.
    """
    file = written(tmp_path, "# mine\n\ngame: riot_dize\nbosses: 2\n")
    with pytest.raises(BadFile) as caught:
        load_rules(file)
    assert str(caught.value) == f"{file}:3: game: no game is called 'riot_dize'; did you mean riot_dice?"


def test_an_unknown_game_of_an_option_is_told_as_one() -> None:
    """If an option names an unknown game, the error is about the option, and not about the file."""
    with pytest.raises(BadFile) as caught:
        load_rules("riot_dice", {"game": "chess"})
    (problem,) = caught.value.problems
    assert (problem.file, problem.field) == (OPTION_SOURCE, "game")
    assert problem.message.startswith("no game is called 'chess'; there are riot_dice")


def test_rules_that_fit_several_games_are_told_what_to_add(tmp_path: Path) -> None:
    """If a rules file names no game, and several games know as many of its keys, the error says to add the key
    `game`.
    """
    file = written(tmp_path, "hand: average\n")
    with pytest.raises(BadFile) as caught:
        load_rules(file)
    assert str(caught.value).startswith(f"{file}:1: game: these rules may be those of ")
    assert "add the key game, such as game: riot_dice" in str(caught.value)


@pytest.mark.parametrize(("text", "name"), [("bosses: 2\n", "riot_dice"), ("ties: roll_off\n", "demolition_dice")])
def test_rules_without_the_key_are_matched_by_their_options(tmp_path: Path, text: str, name: str) -> None:
    """If a rules file names no game, as in version 0.1, the game that knows most of its keys is taken."""
    assert game_of(read_yaml(written(tmp_path, text))).name == name


def test_the_rulebook_comes_with_its_file_and_game() -> None:
    """`read_rulebook` returns the rules file, the game and the rules together, with the options that were given."""
    document, game, book = read_rulebook("demolition_dice", {"dice": 3})
    assert (document.file, game.name, book.dice) == ("demolition_dice.yaml", "demolition_dice", 3)
    assert type(book) is game.rules


LISTED = {"gangs", "gang.names", "table.terrain", "table.four", "tray.surface", "map", "layout"}
"""Options that are empty unless a file lists something. A tray without a surface has that of the table, and a table
without maps is open.
"""


def options_of(section: BaseModel, within: str = "") -> Iterator[tuple[str, object, object, bool]]:
    """Yield the path of each option of a section, its value, its default, and whether the file states it."""
    for name, field in type(section).model_fields.items():
        value = getattr(section, name)
        if isinstance(value, BaseModel):
            yield from options_of(value, f"{within}{name}.")
        elif not field.is_required():
            default = field.get_default(call_default_factory=True)
            yield within + name, value, default, name in section.model_fields_set


@pytest.mark.parametrize("name", GAMES)
def test_the_file_states_the_defaults(name: str) -> None:
    """The rules file that comes with a game states every option, each with its default value."""
    options = [option for option in options_of(load_rules(name)) if not option[0].startswith(tuple(LISTED))]
    assert len(options) > 15
    assert [(where, value) for where, value, default, _ in options if value != default] == []
    assert [where for where, _, _, stated in options if not stated] == []
