"""Documents that `riotsim game --json` and `riotsim throw --json` write are valid under their JSON Schemas."""

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import riotsim
from jsonschema import Draft202012Validator

from riotsim.app.output.documents import SCORES_KEY, TURN_KEY, game_schema, throw_schema
from riotsim.games.registry import GAMES
from riotsim.play import house_rules
from riotsim.play.scenarios.expected_events import event_kinds, field_keys

GAME_OPTIONS = {
    "riot_dice": ("--set", "clock.minutes=1", "--set", "clock.after=last_activation", "--player", "Ada=random",
                  "--player", "Bea=greedy"),
    "demolition_dice": ("--rules", "demolition_dice", "--player", "Ada=random", "--player", "Bea=greedy",
                        "--player", "Cy=random"),
    "cube_clash": ("--rules", "cube_clash", "--set", "turns.max=8", "--player", "Ada=random", "--player", "Bea=greedy"),
    "buskit": ("--rules", "buskit", "--set", "mode=duel", "--set", "rounds.max=2", "--player", "Ada=random",
               "--player", "Bea=greedy"),
    "riftwar": ("--rules", "riftwar", "--set", "dice.by=stream", "--set", "phase.max_per_unit=1", "--set",
                "phase.max_actions=1", "--player", "Ada=random", "--player", "Bea=random"),
}  # fmt: skip
"""Options for a short game of each kind."""


def run(*words: str) -> Any:
    """Run `riotsim`, and return its document."""
    made = riotsim(*words)
    assert made.returncode == 0, made.stderr
    return json.loads(made.stdout)


def test_every_game_is_played_here() -> None:
    """Each game has options in this module, so that a new game can't be forgotten."""
    assert set(GAME_OPTIONS) == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_keeps_to_its_schema(name: str) -> None:
    """The document of a real game is valid under its schema. The turns of its events never decrease. The scores of the
    last event are those of the result.
    """
    told = run("game", "--json", "--no-save", "--seed", "3", *GAME_OPTIONS[name])
    schema = run("games", "schema", name)
    assert schema == game_schema(name)
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(told)
    turns = [event[TURN_KEY] for event in told["events"]]
    assert turns == sorted(turns)
    assert turns[-1] > 0
    (figures,) = (value for value in told["result"].values() if isinstance(value, dict))  # under the game's own word
    assert told["events"][-1][SCORES_KEY] == figures


def test_a_resumed_game_tells_the_same(tmp_path: Path) -> None:
    """If a stored game is over, `riotsim game --resume` writes the same events as when the game was played."""
    db = ("--db", str(tmp_path / "games.sqlite"))
    told = run("game", "--json", "--seed", "3", *db, *GAME_OPTIONS["riot_dice"])
    again = run("game", "--json", "--resume", told["id"], *db)
    assert again["events"] == told["events"]


@pytest.mark.parametrize("name", GAMES)
def test_every_field_of_an_event_is_explained(name: str) -> None:
    """In a game's schema, each kind of event and each of its fields has a description. No field has the name of a key
    that the document adds.
    """
    events = game_schema(name)["$defs"]
    for kind, cls in (event_kinds(house_rules) | event_kinds(GAMES[name].events())).items():
        assert not {TURN_KEY, SCORES_KEY, "event"} & set(field_keys(cls)), kind
        assert events[kind]["description"], kind
        assert all(part.get("description") for key, part in events[kind]["properties"].items() if key != "event"), kind


@pytest.mark.parametrize("wrong", [{"event": "sneezes"}, {"event": "time_is_up", "turn": 1}])
def test_a_wrong_event_is_seen(wrong: dict[str, object]) -> None:
    """The schema refuses an unknown event, and one without its scores."""
    events = game_schema("riot_dice")["properties"]["events"]
    schema = {"$defs": game_schema("riot_dice")["$defs"], **events}
    assert not Draft202012Validator(schema).is_valid([wrong])
    assert Draft202012Validator(schema).is_valid([{"event": "time_is_up", "turn": 1, "scores_after": {"Ada": 1}}])


def test_throws_keep_to_their_schema() -> None:
    """The document of throws with lost dice, which are null, is valid."""
    schema = run("games", "schema", "throw")
    assert schema == throw_schema()
    Draft202012Validator.check_schema(schema)
    told = run("throw", "30d6", "--count", "2", "--seed", "2", "--json")
    Draft202012Validator(schema).validate(told)
    assert any(None in one for one in told["results"])
    assert "null" in schema["properties"]["results"]["description"]
