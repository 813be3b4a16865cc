"""A made-up game only has to be registered to be played, stored, verified and replayed like any other."""

import json
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any, cast

import pytest
from made_up_game import FLING
from typer.testing import CliRunner

from riotsim.cli.main import app
from riotsim.errors import BadInput
from riotsim.games.registry import GAMES
from riotsim.play.game import Game


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the made-up game."""
    monkeypatch.setitem(cast(MutableMapping[str, Game], GAMES), FLING.name, FLING)


@pytest.fixture
def rules(tmp_path: Path) -> str:
    """Return the path of a rules file for the made-up game."""
    path = tmp_path / "fling.yaml"
    path.write_text("throws: 2\n")
    return str(path)


@pytest.fixture
def db(tmp_path: Path) -> str:
    """Return the path of a store."""
    return str(tmp_path / "games.sqlite")


def said(*args: str) -> str:
    """Run a command that must succeed, and return its output."""
    result = CliRunner().invoke(app, args)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


def played(rules: str, db: str, *args: str) -> dict[str, Any]:
    """Play a game between bots, and return its JSON document."""
    document: dict[str, Any] = json.loads(said("game", "--rules", rules, "--seed", "4", "--db", db, "--json", *args))
    return document


def test_it_is_told_as_it_goes(rules: str, db: str) -> None:
    """`riotsim game` tells the title, a heading for each turn, the events, and who has won with how many points."""
    told = said("game", "--rules", rules, "--seed", "4", "--db", db)
    assert told.startswith("Fling Ada (greedy) against Bea (greedy)")
    assert told.count("flings a") == 4
    assert "  3 Ada's turn │ Ada " in told
    assert "points" in told
    assert "wins." in told or "draw" in told


def test_it_has_no_planner(rules: str, db: str) -> None:
    """If a game can't rate positions, a planner as its player is refused in one message."""
    args = ["game", "--rules", rules, "--db", db, "--boss", "Ada=planner", "--boss", "Bea=greedy"]
    result = CliRunner().invoke(app, args)
    assert isinstance(result.exception, BadInput)
    assert str(result.exception) == (
        "--player Ada=planner: Fling doesn't say what positions are worth, and without that planner can't look ahead"
    )


def test_its_rules_are_a_file_like_any(rules: str) -> None:
    """`riotsim rules` shows and checks a rules file of the made-up game, and prints the game's schema."""
    assert json.loads(said("rules", "show", rules, "--json")) == {"throws": 2}
    assert said("rules", "check", rules).endswith("sound\n")
    assert "throws" in json.loads(said("rules", "schema", "fling"))["properties"]


def test_seats_choose_what_the_game_has(rules: str, db: str) -> None:
    """The made-up game has hands, no gangs and two players. A hand can be chosen, while a gang or a third player is
    refused.
    """
    bosses = played(rules, db, "--hand", "Bea=wild")["bosses"]
    assert [boss["hand"] for boss in bosses] == ["steady", "wild"]
    for wrong, why in ((("--gang", "Ada=mob"), "there is none"), (("--boss", "Ada=random"), "2 players can play")):
        result = CliRunner().invoke(app, ["game", "--rules", rules, *wrong])
        assert why in str(result.exception)


def test_an_option_of_its_own_has_a_flag(rules: str, db: str) -> None:
    """A seat option that only the made-up game has is a flag of `riotsim game`. It is stored, and told in the game's
    words.
    """
    by_flag, general = played(rules, db, "--crowd", "Ada=elves"), played(rules, db, "--seat-option", "Ada.crowd=elves")
    assert [seat["options"] for seat in by_flag["bosses"]] == [{"crowd": "elves"}, {}]
    assert by_flag["bosses"] == general["bosses"]
    told = said("games", "show", by_flag["id"], "--db", db)
    assert "Ada (greedy, a crowd of elves)" in told
    assert "--crowd Ada=elves" in said("game", "--rules", rules, "--quiet", "--no-save", "--crowd", "Ada=elves")
    wrong = CliRunner().invoke(app, ["game", "--rules", rules, "--crowd", "Bea=elfs"])
    assert str(wrong.exception) == "--crowd Bea=elfs: no crowd is called 'elfs'; did you mean elves?"


def test_its_flag_comes_and_goes_with_it() -> None:
    """`riotsim game` has the flag of the made-up game only while that game is registered."""
    assert "--crowd" in said("game", "--help")
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(cast(MutableMapping[str, Game], GAMES), FLING.name)
        assert "--crowd" not in said("game", "--help")


def test_it_is_stored_and_verified(rules: str, db: str) -> None:
    """The store lists the game with its winner, verifies its acts and exports it. Another store imports it."""
    document = played(rules, db)
    assert document["turns"] == 4
    assert document["result"]["points"].keys() == {"Ada", "Bea"}
    (listed,) = json.loads(said("games", "list", "--db", db, "--json"))["games"]
    assert listed["result"]["winners"] == document["result"]["winners"]
    assert json.loads(said("games", "verify", document["id"], "--db", db, "--json"))["same"]
    copy = str(Path(db).with_name("copy.json"))
    said("games", "export", document["id"], copy, "--db", db)
    other = str(Path(db).with_name("other.sqlite"))
    assert json.loads(said("games", "import", copy, "--db", other, "--json"))["new"]


def test_it_is_replayed(rules: str, db: str) -> None:
    """The replay of the game has the game's title, and tells its events in the game's words."""
    game = played(rules, db)["id"]
    text = said("replay", game, "--db", db)
    assert "Fling: Ada against Bea" in text
    assert text.count("flings a") == 4
    page = Path(db).with_name("page.html")
    said("replay", game, "--db", db, "--html", str(page))
    assert page.stat().st_size > 100_000
