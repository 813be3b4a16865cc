"""Positions of RiftWar from which scenarios begin, and the faults that they can have."""

import math
from typing import Any, Final

import pytest
from riftwar_rules import ARMIES, OPEN, rules

from riotsim.games.riftwar.scenario.given import Given
from riotsim.table.units import inches

TWO: Final[dict[str, Any]] = {
    "a.rifleman_1": {"at": [18, 6], "facing": 90},
    "b.rifleman_1": {"at": [18, 26], "facing": 270},
}


def faults(**given: Any) -> list[tuple[tuple[object, ...], str]]:
    """Return the places and texts of the faults of a position."""
    found = Given.model_validate({"armies": ARMIES, "units": TWO, **given}).faults(rules(**OPEN))
    return [(tuple(where), text) for where, text in found]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, []),
        ({"units": {}}, []),
        ({"armies": {"Cy": "cold_war"}}, [(("armies", "Cy"), "no player is called 'Cy'; there are Ada, Bea")]),
        (
            {"armies": {"Ada": "cold_wars"}, "active": "Adda"},
            [
                (("armies", "Ada"), "no army is called 'cold_wars'; did you mean cold_war?"),
                (("active",), "no player is called 'Adda'; did you mean Ada?"),
            ],
        ),
        (
            {"players": ["Ada"], "armies": {}},
            [
                (
                    ("players",),
                    "no game can be begun: 2 to 4 players play, each with a name of their own, not Ada (RW-05)",
                )
            ],
        ),
        (
            {"units": {**TWO, "a.rifleman_9": {"at": [20, 6]}}},
            [(("units", "a.rifleman_9"), "no unit is called 'a.rifleman_9'; did you mean a.rifleman_7?")],
        ),
        (
            {"units": {**TWO, "a.rifleman_2": {}, "a.rifleman_3": {"at": [22, 6], "aboard": "a.ifv_1"}}},
            [
                (("units", "a.rifleman_2"), "a unit stands at a place or rides aboard: it has one of at and aboard"),
                (("units", "a.rifleman_3"), "a unit stands at a place or rides aboard: it has one of at and aboard"),
            ],
        ),
        (
            {"units": {**TWO, "a.rifleman_2": {"aboard": "a.ifv_1"}}},
            [(("units", "a.rifleman_2", "aboard"), "a.ifv_1 is no unit that stands on the table")],
        ),
        (
            {"units": {"a.rifleman_1": TWO["a.rifleman_1"], "a.rifleman_2": {"at": [25, 6]}}},
            [(("units",), "units of two sides at least are in a battle, such as a.rifleman_1 and b.rifleman_1")],
        ),
    ],
)
def test_faults_of_positions(given: dict[str, Any], expected: list[tuple[tuple[object, ...], str]]) -> None:
    """A position has a fault if a player, an army or a unit is unknown, a unit has no place, or only one side has
    units.
    """
    assert faults(**given) == expected


def test_models_that_overlap() -> None:
    """A position has a fault if two units overlap, or if a unit stands over the edge of the table."""
    (found,) = faults(units={**TWO, "a.rifleman_2": {"at": [18.5, 6]}})
    assert found[0] == ("units",)
    assert "a.rifleman_1 and a.rifleman_2 overlap" in found[1] or "a.rifleman_2 and a.rifleman_1 overlap" in found[1]
    (found,) = faults(units={**TWO, "a.rifleman_2": {"at": [0.2, 6]}})
    assert found[1].startswith("a.rifleman_2 sticks out over the edge of the table")


def test_the_state_of_a_position() -> None:
    """The state has all that a position says of its units and its phase. A wounded unit is also pinned."""
    units = {
        **TWO,
        "a.ifv_1": {"at": [10, 6], "facing": 30, "aim": 120, "attacked": "direct"},
        "a.rifleman_2": {"aboard": "a.ifv_1"},
        "a.rifleman_3": {"at": [30, 6], "fray": 3, "wounded": True},
        "b.rifleman_2": {"at": [30, 7], "fray": 3, "pinned": True, "spent": True},
    }
    given = Given.model_validate(
        {"armies": ARMIES, "units": units, "active": "Bea", "phase": 7, "actions": 2, "quiet": 4}
    )
    book = rules(**OPEN)
    state, table = given.state(book), given.lay(book)
    assert set(state.units) == set(units)
    assert (state.stage, state.active, state.phase, state.actions, state.quiet, state.between, state.fray_count) == (
        *("battle", "Bea", 7, 2, 4, False, 3),
    )
    assert state.last_active == {"Bea": 7}
    ifv = state.units["a.ifv_1"]
    assert ifv.aim == pytest.approx(math.radians(120))
    assert (ifv.attacked, ifv.placed, ifv.aboard) == ("direct", True, None)
    shown = {
        name: (unit.pinned, unit.wounded, unit.spent, unit.aboard, unit.fray) for name, unit in state.units.items()
    }
    assert shown == {
        "a.ifv_1": (False, False, False, None, None),
        "a.rifleman_1": (False, False, False, None, None),
        "a.rifleman_2": (False, False, False, "a.ifv_1", None),
        "a.rifleman_3": (True, True, False, None, 3),
        "b.rifleman_1": (False, False, False, None, None),
        "b.rifleman_2": (True, False, True, None, 3),
    }
    assert set(table.models) == set(units) - {"a.rifleman_2"}
    model = table.models["a.ifv_1"]
    assert model.at == (inches(10), inches(6))
    assert model.heading == pytest.approx(math.radians(30))


def test_a_position_without_units_is_the_set_up() -> None:
    """If a position has no units, the game begins with the set-up, and its first phase is still to come."""
    given = Given.model_validate({"armies": ARMIES, "active": "Bea", "phase": 7})
    state = given.state(rules(**OPEN))
    assert (state.stage, state.active, state.phase, len(state.units), state.fray_count) == ("set-up", "Bea", 0, 22, 0)
    assert given.lay(rules(**OPEN)).models == {}
    begun = Given.model_validate({"armies": ARMIES, "units": TWO, "phase": 0}).state(rules(**OPEN))
    assert (begun.phase, begun.active, begun.fray_count) == (1, "Ada", 0)
