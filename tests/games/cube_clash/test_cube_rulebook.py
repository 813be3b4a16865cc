"""The rules file of Cube Clash: its values, and the values that it may have."""

from typing import Any

import pytest
from clash_rules import rules

from riotsim.files.problems import BadFile
from riotsim.files.rules import load_rules, rules_schema
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook as RiotRules
from riotsim.table.units import inches


def test_the_options_of_the_clauses() -> None:
    """CC-01, CC-02, CC-03: squares of 40 mm, 16 build points, dice of 13, 16 and 19 mm by health."""
    found = rules()
    assert (found.board.square, found.build.points, found.dice.size) == (40.0, 16, (13.0, 16.0, 19.0))
    assert rules(board__square="2in").board.square == inches(2)
    assert rules(dice__size=["10mm", "20mm", "30mm"]).dice.size == (10.0, 20.0, 30.0)
    assert rules(turn__pass=True).turn.may_pass
    assert rules(turn__extra="unlimited").turn.extra is None


def test_hands_and_surfaces_are_those_of_riot_dice() -> None:
    """Cube Clash and Riot Dice have the same hands of persons and the same surfaces."""
    other = load_rules("riot_dice", RiotRules)
    assert {name: hand.hand for name, hand in rules().hands.items()} == {k: h.hand for k, h in other.hands.items()}
    assert rules().surfaces == other.surfaces


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"board__square": "10mm"}, "board.square: a length must be 20 to 100mm"),
        ({"board__square": "22mm"}, "dice.size: a square of 22 mm has room for dice of at most 18 mm"),
        ({"dice__size": ["16mm", "13mm", "19mm"]}, "dice.size: a die of more health must be larger"),
        ({"missile__reach": [3, 2]}, "missile.reach: the least distance comes first"),
        ({"turn__extra": -1}, "turn.extra: the number of other turns is 0 to 20, or the word unlimited"),
        ({"counter__hits": "all"}, "counter.hits: must be 'each', 'one', 'split' or 'attackers'"),
        ({"hand__name": "clumsy"}, "hand.name: no hand is called 'clumsy'"),
        ({"hand__name": "exat"}, "hand.name: no hand is called 'exat'; did you mean exact?"),
        ({"terrains__coast__colours": ["pink"]}, "terrains.coast.colours"),
        ({"terrains__coast__colours": []}, "must not be empty"),
        ({"build__points": 0}, "build.points: must be at least 1"),
        ({"kill__on": "reach"}, "kill.on: is no key that is known here"),
    ],
)
def test_wrong_options_are_explained(options: dict[str, Any], says: str) -> None:
    """If a value of the rules is wrong, it is refused. The message names the key and what would be right."""
    with pytest.raises(BadFile) as caught:
        rules(**options)
    assert says in str(caught.value)


def test_the_schema_knows_every_key() -> None:
    """The schema has every top-level key of the rules file, and keys such as `pass`, so editors can complete them."""
    schema = rules_schema(Rulebook, "cube_clash")
    assert set(Rulebook.model_fields) < set(schema["properties"])
    assert "pass" in schema["$defs"]["Turn"]["properties"]
