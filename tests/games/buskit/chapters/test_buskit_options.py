"""Options of the rules at their boundaries, with every message that they bring (BK-02 to BK-06, BK-33, BK-51)."""

from typing import Any

import pytest
from buskit_rules import rules

from riotsim.files.problems import BadFile

GATE: dict[str, Any] = {"trait": "tech", "difficulty": "d8"}


def hut(x: str, y: str, turn: str = "0deg") -> list[dict[str, Any]]:
    """Return terrain of one hut, 4 in long and 3 in wide."""
    return [{"piece": "hut", "at": [x, y], "turn": turn}]


def task(**facts: Any) -> dict[str, Any]:
    """Return the option of a task."""
    return {"scenario__tasks": {"gate": {**GATE, **facts}}}


EDGE = "this hut reaches over the edge of the table"
OFF = "this place is not on the table"
RANGES = "a higher die is for a longer range (BK-51)"
RACK = "is at least 2 in for the dice that are set aside, or set tray.lying to stay"

OPTIONS: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
    ({"table__terrain": hut("2in", "1.5in")}, []),
    ({"table__terrain": hut("34in", "22.5in")}, []),
    ({"table__terrain": hut("1.9in", "5in")}, [("table.terrain[0].at", EDGE)]),
    ({"table__terrain": hut("34.1in", "5in")}, [("table.terrain[0].at", EDGE)]),
    ({"table__terrain": hut("5in", "1.4in")}, [("table.terrain[0].at", EDGE)]),
    ({"table__terrain": hut("5in", "22.6in")}, [("table.terrain[0].at", EDGE)]),
    ({"table__terrain": hut("1.5in", "2in", "90deg")}, []),
    ({"table__terrain": hut("2in", "1.5in", "90deg")}, [("table.terrain[0].at", EDGE)]),
    ({"table__terrain": [*hut("5in", "5in"), *hut("1in", "5in")]}, [("table.terrain[1].at", EDGE)]),
    ({"tray__rack": "2in"}, []),
    ({"tray__rack": "1.9in"}, [("tray.rack", RACK)]),
    ({"tray__rack": "1.9in", "tray__lying": "stay"}, []),
    ({"ranges__d6": "60in"}, [("ranges", RANGES)]),
    ({"ranges__d6": "59in"}, []),
    ({"ranges__d10": "60in"}, [("ranges", RANGES)]),
    (task(), []),
    (task(at=["36in", "24in"]), []),
    (task(at=["36.1in", "3in"]), [("scenario.tasks.gate.at", OFF)]),
    (task(at=["3in", "24.1in"]), [("scenario.tasks.gate.at", OFF)]),
    (task(tries=3), []),
    (task(difficulty=None, against="will", against_specialization="willpower"), []),
    (task(difficulty=None, against="will", against_specialization="repair"),
     [("scenario.tasks.gate.against_specialization",
       "will has no Specialization 'repair'; there are intimidation, leadership, willpower")]),
    (task(against_specialization="willpower"),
     [("scenario.tasks.gate.against_specialization",
       "counts only for a task with a Trait of an opponent (against)")]),
    (task(difficulty=None, against="will", tries=2),
     [("scenario.tasks.gate.tries",
       "tries are counted against a difficulty only; whoever is first wins a contest")]),
    (task(specialization="repair"), []),
    (task(specialization="stealth"),
     [("scenario.tasks.gate.specialization", "tech has no Specialization 'stealth'; there are computers, "
       "demolitions, electronics, repair, systems_operation")]),
    ({"character__level": "heroic"}, []),
    ({"character__level": "grand"},
     [("character.level", "no level is called 'grand'; there are joe_nobody, above_average, heroic")]),
    ({"companies__ines__characters__ines__weapons": ["spoon"]}, [("companies.ines.characters.ines.weapons[0]", "")]),
    ({"companies__ines__characters__ines__armour": "spoon"}, [("companies.ines.characters.ines.armour", "")]),
    ({"companies__ines__characters__ines__size": "spoon"},
     [("companies.ines.characters.ines.size", "no size is called 'spoon'; there are people, cars, tanks")]),
    ({"companies__ines__characters__ines__level": "grand"}, []),
    ({"weapons__bat__kind": "crushing"}, []),
]  # fmt: skip


@pytest.mark.parametrize(("options", "found"), OPTIONS)
def test_each_wrong_option_has_one_message(options: dict[str, Any], found: list[tuple[str, str]]) -> None:
    """An option is accepted up to its boundary. Beyond it there is one message, at the option's own key."""
    problems: list[tuple[str, str]] = []
    try:
        rules(**options)
    except BadFile as error:
        problems = [(one.field, one.message) for one in error.problems]
    assert [field for field, _ in problems] == [field for field, _ in found]
    assert all(text == told for (_, text), (_, told) in zip(problems, found, strict=True) if told)


def test_the_sizes_of_a_ladder_are_in_order() -> None:
    """BK-95, BK-D7: each rung of the ladder of sizes is followed by its finer sizes."""
    assert rules().ladders["space"].sizes == (
        "character", "speeder", "walker", "starfighter", "fighter", "bomber", "transport", "capital_ship",
    )  # fmt: skip
    assert rules().ladders["people"].sizes == ("people", "cars", "tanks")


def test_the_terms_of_characters_are_those_of_the_rules() -> None:
    """BK-11 to BK-13: characters have the Traits, levels, numbers, sets of Aspects, equipment and sizes of the rules.
    Where the rules use no Aspects, they have none.
    """
    terms = rules().terms()
    assert terms.traits["will"] == ("intimidation", "leadership", "willpower")
    assert (terms.level, terms.specializations, terms.average, terms.characters) == ("above_average", 3, 6, 6)
    assert terms.aspects == ((10,), (8, 8), (8, 6, 6))
    assert terms.levels == {"joe_nobody": 0, "above_average": 6, "heroic": 8}
    assert terms.weapons["energy_sword"] == ("mystic",)
    assert terms.armours == tuple(rules().armours)
    assert terms.sizes == ("people", "cars", "tanks")
    assert rules(aspects__used=False).terms().aspects == ()
