"""Sheets, options and forecasts tell the saves that count on a square, with the terrain that changes them (CC-70,
CC-71).
"""

from collections.abc import Mapping

import pytest
from clash_table import placed

from riotsim.games.cube_clash.show.offers import offers
from riotsim.games.cube_clash.show.standing import sheets
from riotsim.play.narration import Offer


def offered(given: Mapping[str, object], *answers: object) -> dict[object, Offer]:
    """Return the offers after some answers from a position, by their answers."""
    book, session = placed(given, *answers)
    found = {one.answer: one for one in offers(book, session, session.pending[0])}
    session.close()
    return found


def given_dwarf(terrain: str) -> dict[str, object]:
    """Return a position with a dwarf on e4, whose step west brings up Saves 3, and an attacker."""
    dice = {"south.bellfounder": {"at": "e4", "top": "top"}, "north.barrow_ox": {"at": "e8", "top": "east"}}
    return {"terrain": terrain, "dice": dice}


@pytest.mark.parametrize(
    ("terrain", "text", "does"),
    [
        ("mountain", "Saves 3 (saves 6 on mountain)", "stops 6 damage of each attack (twice on mountain)"),
        ("coast", "Saves 3", "stops 3 damage of each attack"),
    ],
)
def test_doubled_saves_are_told_before_and_after_a_step(terrain: str, text: str, does: str) -> None:
    """CC-71: if terrain doubles a dwarf's saves, the offer of a step, its tooltip and the sheet give the doubled
    number. They name the terrain.
    """
    found = offered(given_dwarf(terrain))
    (step,) = (one for one in found.values() if "Saves 3" in one.text and one.signs)
    assert step.text.partition(": ")[2] == text
    assert step.about == f"{does} (CC-35)"
    book, session = placed(given_dwarf(terrain))
    cells = sheets(book, session.state, session.table)["south.bellfounder"].cells
    session.close()
    assert [cell.text for cell in cells if cell.title == "Saves 3"] == [does]


def test_maneuver_that_saves_is_told() -> None:
    """CC-70: the sheet of a snakefolk on swamp says that Maneuver saves there."""
    given = {"terrain": "swamp", "dice": {"north.coil_archer": "e5", "south.bellfounder": "a1"}, "mover": "north"}
    book, session = placed(given)
    cells = sheets(book, session.state, session.table)["north.coil_archer"].cells
    session.close()
    (text,) = (cell.text for cell in cells if cell.title.startswith("Maneuver"))
    assert text.endswith(" on swamp")
    assert "; saves " in text


def test_a_forecast_names_the_terrain_that_adds_saves() -> None:
    """CC-71: the forecast of an attack on a dwarf tells all its saves, and the terrain that doubles them."""
    dice = {"south.bellfounder": {"at": "e4", "top": "east"}, "north.barrow_ox": {"at": "e5", "top": "east"}}
    given = {"terrain": "mountain", "dice": dice, "mover": "north"}
    found = offered(given, "turn right")
    assert found["melee"].text == "Melee at Bellfounder: damage 4, health 3, saves 6 on mountain: withstood"
