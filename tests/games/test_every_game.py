"""Tests of every registered game: a game that lacks a part fails."""

import configparser
import dataclasses
from collections.abc import Callable, Mapping, MutableMapping
from pathlib import Path
from typing import Any, cast

import pytest
from game_checks import (
    CHECKS,
    ROOT,
    default_part,
    describes_its_pieces,
    has_a_sandbox,
    has_every_part,
    has_tested_clauses,
    is_hosted,
    is_learned_from,
    is_told_in_its_words,
    is_undone,
    plays_and_verifies,
    seats_players_with_options,
    shows_what_answers_do,
    throws_and_stacks_its_dice,
)
from game_needs import NOT_NEEDED, USUAL
from game_subject import Subject
from made_up_game import FLING

from riotsim.files.resources import UNFINISHED
from riotsim.games.registry import GAMES
from riotsim.play.game import Game
from riotsim.play.presentation import Presentation
from riotsim.play.requests import Choose
from riotsim.viewer.session.hosted_game import Unplayable


def test_the_contract_of_imports_names_every_game() -> None:
    """The contract of `.importlinter` forbids the import of any game. It holds for every room of the package, except
    for a few such as `envs`.
    """
    contracts = configparser.ConfigParser()
    contracts.read(ROOT / ".importlinter")
    contract = contracts["importlinter:contract:registry"]
    package = ROOT / "src" / "riotsim"
    folders = {path.parent.name for path in (package / "games").glob("*/__init__.py")}
    assert folders - UNFINISHED == set(GAMES), "each folder is a registered game, or one that isn't finished"
    assert set(contract["forbidden_modules"].split()) == {f"riotsim.games.{name}" for name in folders}
    rooms = {path.stem for path in package.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    free = {"__init__", "__main__", "envs", "games", "library"}
    assert set(contract["source_modules"].split()) == {f"riotsim.{room}" for room in rooms - free}


@pytest.fixture(scope="module")
def subjects(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Subject]:
    """Return all games by name. The checks of a game share what they have played."""
    return {name: Subject(game, name, tmp_path_factory.mktemp(name)) for name, game in GAMES.items()}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.xdist_group(f"every {name}")) for name in GAMES])
def test_a_game_is_complete(name: str, check: Callable[[Subject], None], subjects: Mapping[str, Subject]) -> None:
    """Every registered game passes every check of the suite."""
    check(subjects[name])


@pytest.mark.parametrize(
    ("name", "part"),
    [
        (name, part.name)
        for name, game in GAMES.items()
        for part in (*dataclasses.fields(Game), *dataclasses.fields(Presentation))
        if default_part(part) is not dataclasses.MISSING and part.name not in {*NOT_NEEDED.get(name, {}), *USUAL}
    ],
)
def test_a_game_without_one_part_is_incomplete(name: str, part: str, tmp_path: Path) -> None:
    """If any part is taken away from a complete game, the check for parts fails and names that part."""
    game, shown = GAMES[name], GAMES[name].presentation()
    parts = {field.name: field for whole in (game, shown) for field in dataclasses.fields(whole)}
    changed: dict[str, Any] = {part: default_part(parts[part])}
    if hasattr(game, part):
        less = dataclasses.replace(game, **changed)
    else:
        less = dataclasses.replace(game, presentation=lambda: dataclasses.replace(shown, **changed))
    with pytest.raises(AssertionError, match=part):
        has_every_part(Subject(less, name, tmp_path))


@pytest.fixture
def fling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Subject:
    """Return a made-up game that lacks some parts."""
    monkeypatch.setitem(cast(MutableMapping[str, Game], GAMES), FLING.name, FLING)
    rules = tmp_path / "fling.yaml"
    rules.write_text("game: fling\nthrows: 2\n", encoding="utf-8")
    return Subject(FLING, str(rules), tmp_path)


@pytest.mark.parametrize(
    "check",
    [
        seats_players_with_options,
        is_told_in_its_words,
        throws_and_stacks_its_dice,
        plays_and_verifies,
        is_undone,
        is_hosted,
    ],
    ids=lambda check: check.__name__,
)
def test_a_game_passes_with_what_it_has(fling: Subject, check: Callable[[Subject], None]) -> None:
    """A made-up game passes the checks for the parts that it has."""
    check(fling)


@pytest.mark.parametrize(
    ("check", "error"),
    [
        (has_every_part, AssertionError),
        (shows_what_answers_do, AssertionError),
        (describes_its_pieces, AssertionError),
        (has_a_sandbox, Unplayable),
        (is_learned_from, ModuleNotFoundError),
        (has_tested_clauses, AssertionError),
    ],
)
def test_the_suite_finds_what_a_game_lacks(
    fling: Subject, check: Callable[[Subject], None], error: type[Exception]
) -> None:
    """The made-up game has no offers, data sheets, sandbox, environment or page of clauses. The checks for these parts
    fail.
    """
    with pytest.raises(error):
        check(fling)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.xdist_group(f"every {name}"))
        for name in ("riot_dice", "demolition_dice", "cube_clash", "buskit")
    ],
)
def test_what_is_not_open_has_a_reason(name: str, subjects: Mapping[str, Subject]) -> None:
    """If an answer is not open in a game between bots, it has a label and a reason in a sentence. It is not among the
    options.
    """
    its, found = subjects[name], 0
    for asked in its.played.asked:
        request, closed = asked.request, asked.closed
        found += len(closed)
        assert all(one.label and one.reason.endswith(".") for one in closed)
        open_ = {str(option) for option in request.options} if isinstance(request, Choose) else set()
        assert not open_ & {one.label.lower() for one in closed}
    assert found or name == "demolition_dice", "nothing is ever closed"
