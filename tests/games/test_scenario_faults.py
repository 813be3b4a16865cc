"""The errors that a scenario file of any game can have."""

import json
from pathlib import Path

import pytest
from game_checks import ROOT

from riotsim.cli.check import check_file
from riotsim.files.yaml import read_yaml
from riotsim.games.registry import GAMES

FAULTS = {
    "an event without a name": ({}, "then.events[0]: an event is one key with its fields, such as"),
    "two events in one": ({"game_over": {}, "rolled": {}}, "then.events[0]: an event is one key with its fields"),
    "an unknown event": ({"game_ovr": {}}, "then.events[0].game_ovr: no event is called 'game_ovr'"),
    "an unknown field": ({"game_over": {"wins": 1}}, "then.events[0].game_over.wins: game_over has no field 'wins'"),
}
"""An event that a file expects, and the beginning of the message."""


@pytest.mark.parametrize(("event", "message"), FAULTS.values(), ids=FAULTS)
@pytest.mark.parametrize("name", GAMES)
def test_an_expected_event_is_one_that_the_game_has(
    name: str, event: dict[str, object], message: str, tmp_path: Path
) -> None:
    """An expected event without exactly one name, or with an unknown name or field, is reported where it stands."""
    data = read_yaml(min((ROOT / "tests" / "scenarios" / name).glob("**/*.yaml"))).data
    assert isinstance(data, dict)
    file = tmp_path / "scenario.yaml"
    file.write_text(json.dumps({**data, "then": {"events": [event]}}))
    (problem,) = check_file(file).problems
    assert message in str(problem)
