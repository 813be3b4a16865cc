"""How a battle of RiftWar stands: the phase, the scores, marks, rosters and data sheets."""

from typing import Any, Final

import pytest
from riftwar_rules import ARMIES, OPEN, rules, session_at

from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.game import dice_of
from riotsim.games.riftwar.show.standing import final_score, marks, rosters, scores, sheet_of, sheets, turn_of
from riotsim.games.riftwar.state import Result
from riotsim.play.displays import DataSheet, PieceMark
from riotsim.play.narration import FinalScore, Turn

UNITS: Final[dict[str, dict[str, Any]]] = {
    "a.ifv_1": {"at": [10, 6], "facing": 90},
    "a.ifv_2": {"at": [30, 6], "facing": 90, "pinned": True},
    "a.rifleman_1": {"aboard": "a.ifv_1"},
    "a.rifleman_2": {"aboard": "a.ifv_1"},
    "a.rifleman_3": {"at": [18, 18], "facing": 90, "fray": 2, "wounded": True},
    "a.rifleman_4": {"at": [20, 6], "facing": 90},
    "b.rifleman_1": {"at": [18, 19], "facing": 270, "fray": 2},
    "b.rifleman_2": {"at": [30, 30], "facing": 270, "spent": True},
    "b.rifleman_3": {"at": [20, 30], "facing": 270},
}


def game() -> Battle:
    """Return a battle on a bare table."""
    book = rules(**OPEN)
    session = session_at(UNITS, book, armies=ARMIES, phase=7)
    return Battle(session.play, book, dice_of(book))


def test_the_phase() -> None:
    """During the set-up, no player is shown. Between phases, the next phase's number is shown. After the end of a game,
    the last phase's number stays.
    """
    state = game().state
    assert turn_of(state) == Turn(7, "Ada", "phase")
    state.between, state.active = True, "Bea"
    assert turn_of(state) == Turn(8, "Bea", "phase")
    state.result = Result(("Ada",), "last side")
    assert turn_of(state) == Turn(7, "Bea", "phase")
    state.stage = "set-up"
    assert turn_of(state) == Turn(0, None, "phase")


@pytest.mark.parametrize(
    ("winners", "ending", "stopped"),
    [(("Ada",), "last side", ""), (("Ada", "Bea"), "quiet", ""), ((), "too long", "Too many phases were played.")],
)
def test_the_scores(winners: tuple[str, ...], ending: Any, stopped: str) -> None:
    """A player's score is the number of units left, including units aboard. The final score also has the number of
    phases.
    """
    there = game()
    assert final_score(there.state) is None
    there.change("b.rifleman_3", destroyed=True)
    assert scores(there.state, there.table) == {"Ada": 6, "Bea": 2}
    there.state.result = Result(winners, ending)
    figures = (("Ada", 6), ("Bea", 2))
    assert final_score(there.state) == FinalScore(winners, "units left", figures, stopped, turns=7)


def test_the_marks() -> None:
    """Models are marked with wounds, pins, frays, riders, missed reactions and wrecks. Other models have no marks."""
    there = game()
    wounded, pinned = PieceMark("wounded", "danger"), PieceMark("pinned", "tall")
    found = marks(there.rules, there.state, there.table)
    assert found == {
        "a.ifv_1": (PieceMark("2 aboard"),),
        "a.ifv_2": (pinned,),
        "a.rifleman_3": (wounded, pinned, PieceMark("fray 2")),
        "b.rifleman_1": (PieceMark("fray 2"),),
        "b.rifleman_2": (PieceMark("can't react again"),),
    }
    there.change("a.ifv_2", destroyed=True)
    assert marks(there.rules, there.state, there.table)["a.ifv_2"] == (PieceMark("wreck", "danger"),)


def test_the_rosters() -> None:
    """A roster lists each player's army with the state of each unit. A destroyed unit is out, and no longer aboard."""
    there = game()
    there.change("a.rifleman_2", destroyed=True)
    found = rosters(there.state, there.table)
    assert [*found] == ["Ada", "Bea"]
    assert [(one.title, len(one.units)) for one in found.values()] == [("Cold War", 6), ("Cold War", 3)]
    shown = {unit.piece: (unit.name, unit.kind, unit.place, unit.is_out, unit.aboard) for unit in found["Ada"].units}
    ifv, rifle = "Heavy Ranged: armored, transport", "Light Ranged"
    assert shown == {
        "a.ifv_1": ("IFV 1", ifv, "ready", False, None),
        "a.ifv_2": ("IFV 2", ifv, "pinned", False, None),
        "a.rifleman_1": ("Rifleman 1", rifle, "aboard", False, "a.ifv_1"),
        "a.rifleman_2": ("Rifleman 2", rifle, "destroyed", True, None),
        "a.rifleman_3": ("Rifleman 3", rifle, "wounded and pinned", False, None),
        "a.rifleman_4": ("Rifleman 4", rifle, "ready", False, None),
    }


def test_the_sheets_of_units() -> None:
    """A unit's sheet has its name, kind, traits, dice and state. If a pin or a fray holds it in place, the sheet says
    so.
    """
    there = game()
    found = {name: sheet_of(there.rules, there.state, there.unit(name)) for name in UNITS}
    assert found["a.ifv_1"] == DataSheet(
        "IFV 1",
        (
            "Infantry fighting vehicle",
            "Heavy Ranged: armored, transport",
            "Armored: has cover in its own kind of combat",
            "Transport: carries other units",
            "Fire 4d6, close combat 3d6",
            "Ready",
            "Aboard: Rifleman 1, Rifleman 2",
        ),
    )
    assert found["a.ifv_2"].lines[-1] == "Pinned: it can't move until it rallies"
    assert found["a.rifleman_3"].lines[-1] == "In fray 2, a close combat"
    assert found["a.rifleman_4"] == DataSheet("Rifleman 4", ("Light Ranged", "Fire 3d6, close combat 2d6", "Ready"))
    assert sheets(there.rules, there.state, there.table) == found


def test_the_sheets_of_pieces() -> None:
    """The sheet of a structure says what it blocks, whether it gives cover, and whether it can be crossed."""
    book = rules(
        **{
            **OPEN,
            "map__tall_fence": {"size": ["4in", "1in"], "height": "3in", "cover": False},
            "map__hedge": {"size": ["4in", "1in"], "height": "1in", "sight": False, "crossable": True},
            "map__house": {"size": ["4in", "3in"], "height": "3in"},
            "maps__mine": {
                "pieces": [
                    {"piece": kind, "at": [f"{x}in", "18in"]}
                    for kind, x in (("tall_fence", 5), ("hedge", 15), ("house", 25))
                ]
            },
            "layout": "mine",
        }
    )
    units = {name: UNITS[name] for name in ("a.rifleman_4", "b.rifleman_3")}
    session = session_at(units, book, armies=ARMIES)
    found = sheets(book, session.state, session.table)
    assert {name: sheet for name, sheet in found.items() if name not in units} == {
        "tall_fence": DataSheet("Tall fence", ("blocks movement and lines of sight",)),
        "hedge": DataSheet(
            "Hedge",
            (
                "blocks movement",
                "gives cover to units within 2 in of it",
                "units in contact can cross it",
            ),
        ),
        "house": DataSheet("House", ("blocks movement and lines of sight", "gives cover")),
    }
