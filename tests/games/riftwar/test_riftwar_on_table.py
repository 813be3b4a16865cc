"""What is drawn on the table in RiftWar: lines of sight, arcs, and the dangers of a move."""

import copy
import math
from typing import Any, Final

import pytest
from riftwar_rules import ask, rules, session_at

from riotsim.games.riftwar.show.standing import status, turn_of
from riotsim.play.requests import Spot
from riotsim.table.poses import Point
from riotsim.table.units import inches

OPEN: Final[dict[str, Any]] = {"layout": "open", "dice__by": "stream", "victory": "last_standing"}

ARMIES: Final = {"Ada": "cold_war", "Bea": "cold_war"}


def place(x: float, y: float) -> Point:
    """Return a point given in inches (mm)."""
    return (inches(x), inches(y))


def test_the_chosen_attacker_sees_its_targets() -> None:
    """RW-13, RW-15: once an attacker is chosen, its lines to each enemy are shown, and what shuts them."""
    units = {
        "a.rifleman_1": {"at": [10, 6], "facing": 90},
        "a.rifleman_2": {"at": [30, 6], "facing": 90},
        "b.ifv_1": {"at": [10, 20], "facing": 270},
        "b.rifleman_1": {"at": [10, 26], "facing": 270},
        "b.rifleman_2": {"at": [20, 26], "facing": 270},
    }
    book = rules(**OPEN)
    session = session_at(units, book, armies=ARMIES)
    assert status(book, session, 0.0).sights == {}
    ask(session, "direct fire", "a.rifleman_1")
    shown = status(book, session, 0.0)
    assert shown.acting == "a.rifleman_1"
    assert {name: sight.text for name, sight in shown.sights.items()} == {
        "b.ifv_1": "in sight, no cover",
        "b.rifleman_1": "not in sight, behind IFV 1",
        "b.rifleman_2": "in sight, no cover",
    }
    lines = shown.sights["b.rifleman_2"].lines
    assert len(lines) == 9
    assert all(begin == pytest.approx((*place(10, 6), inches(1.2))) for begin, _, _ in lines)
    assert all(math.dist(end[:2], place(20, 26)) <= inches(0.5) + 1e-6 for _, end, _ in lines)


def test_a_target_in_cover_says_what_covers_it() -> None:
    """RW-14, RW-15: a target of which a Heavy unit hides a part is in sight, and in the cover of this unit."""
    units = {
        "a.rifleman_1": {"at": [10, 6], "facing": 90},
        "b.ifv_1": {"at": [11.5, 20], "facing": 270},
        "b.rifleman_1": {"at": [10, 26], "facing": 270},
    }
    book = rules(**OPEN)
    session = session_at(units, book, armies=ARMIES)
    ask(session, "direct fire")
    assert status(book, session, 0.0).sights["b.rifleman_1"].text == "in sight, in cover of IFV 1"


def test_a_phase_that_begins_has_its_number() -> None:
    """RW-20: the header of a phase has the number and the player of that phase, also right after the last one."""
    units = {"a.rifleman_1": {"at": [10, 6], "facing": 90}, "b.rifleman_1": {"at": [10, 26], "facing": 270}}
    session = session_at(units, rules(**OPEN), armies=ARMIES)
    assert turn_of(session.state).title == "Phase 1: Ada"
    ended = copy.deepcopy(session.state)
    ended.active, ended.between = "Bea", True
    assert turn_of(ended).title == "Phase 2: Bea"


def test_arcs_are_those_of_the_rules() -> None:
    """RW-51, RW-52: a Light unit has its wide arc about its facing, and a turret its own where it aims."""
    units = {
        "a.rifleman_1": {"at": [10, 6], "facing": 90},
        "a.ifv_1": {"at": [20, 6], "facing": 90, "aim": 0},
        "b.rifleman_1": {"at": [10, 26], "facing": 270},
    }
    book = rules(**OPEN)
    found = status(book, session_at(units, book, armies=ARMIES), 0.0).arcs
    degrees = {name: (round(math.degrees(arc.facing)), round(math.degrees(arc.angle))) for name, arc in found.items()}
    assert degrees == {"a.rifleman_1": (90, 270), "a.ifv_1": (0, 90), "b.rifleman_1": (270, 270)}


def test_dangers_lie_where_units_may_react() -> None:
    """RW-40, RW-41: the stretches of a move are shown on its way, of each unit that may react, and of all together.
    Units that react see the mover.
    """
    units = {
        "a.rifleman_1": {"at": [6, 10], "facing": 90},
        "b.rifleman_1": {"at": [18, 26], "facing": 270},
        "b.atgm": {"at": [12, 30], "facing": 270},
        "b.rifleman_2": {"at": [30, 30], "facing": 270, "spent": True},
    }
    book = rules(**OPEN)
    session = session_at(units, book, armies=ARMIES)
    request = ask(session, "move", Spot("a.rifleman_1", place(30, 10)))
    assert request.purpose == "dangers"
    shown = status(book, session, 0.0)
    assert shown.dangers is not None
    assert shown.dangers.ways == {"a.rifleman_1": (place(6, 10), place(30, 10))}
    assert set(shown.dangers.by) == {"b.rifleman_1", "b.atgm"}
    ((begin, end),) = shown.dangers.by["b.atgm"]
    assert begin[0] == pytest.approx(inches(6), abs=1.1)  # the first millimetre is free
    assert end[0] < inches(33)
    assert shown.dangers.stretches == shown.dangers.by["b.rifleman_1"]
    assert shown.sights["b.rifleman_1"].text == "in sight, no cover"
    assert shown.dangers.target is None
    ask(session, "go on")
    shown = status(book, session, 0.0)
    assert shown.dangers is not None
    assert shown.dangers.target == "a.rifleman_1"  # who reacts sees at whom
    ask(session, ())
    assert status(book, session, 0.0).dangers is None
