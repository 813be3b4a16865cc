"""Measures of RiftWar's battles, and states that no battle can have."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import pytest
from riftwar_rules import ARMIES, OPEN, rules, session_at

from riotsim.games.riftwar import events
from riotsim.games.riftwar.chapters.phases import Failure, fire_failure, next_player
from riotsim.games.riftwar.invariants import find_violations
from riotsim.games.riftwar.measures import measure
from riotsim.play.session.journal import Answered
from riotsim.play.session.recorder import GameRecord


def measured(*history: object) -> tuple[dict[str, float], dict[str, Counter[str]]]:
    """Return the figures and the tallies measured for a battle with the given events and answers."""
    record = GameRecord(("Ada", "Bea"), history, (), (), ("Ada",), False, {}, None, 2)
    found = measure(rules(), record)
    return found.figures, found.tallies


def action(name: str) -> Answered:
    """Return an action of Ada."""
    return Answered("action", (("Ada", name),), 0.0)


def attack(how: str, effect: str) -> events.Attacks:
    """Return an attack of one unit on another."""
    return events.Attacks("a.one", "b.one", how, (1, 2, 5), False, 1, effect)


def test_the_measures_of_a_battle() -> None:
    """Phases, actions, attacks, reactions, moves, rallies and losses of a battle are counted. A pass, or a move that is
    taken back, doesn't count as an action.
    """
    figures, tallies = measured(
        events.SetsUp("Ada", ("a.one",)),
        events.PhaseBegins(1, "Ada"),
        action("move"),
        Answered("dangers", (("Ada", "withdraw"),), 0.0),
        action("move"),
        Answered("dangers", (("Ada", "go on"),), 0.0),
        events.Moves(("a.one",), 4.5, "move", False),
        action("pass"),
        events.PhaseEnds("Ada", "pass"),
        events.PhaseBegins(2, "Bea"),
        action("turn"),
        events.Moves(("b.one",), 0.0, "turn", False),
        action("rally"),
        events.Rallies("b.two", 5, 0, True),
        action("rally"),
        events.Rallies("b.two", 2, 1, False),
        events.PhaseEnds("Bea", "rally"),
        events.PhaseBegins(3, "Ada"),
        action("direct fire"),
        attack("direct", "wound"),
        action("direct fire"),
        attack("direct", "kill"),
        events.Destroyed("b.one"),
        action("close combat"),
        attack("reaction", "none"),
        attack("reaction", "pin"),
        events.Moves(("a.one",), 2.0, "close combat", True),
        action("direct fire"),
        attack("direct", "none"),
        events.PhaseEnds("Ada", "fire"),
        events.PhaseBegins(4, "Bea"),
        action("move"),
        attack("reaction", "kill"),
        events.Destroyed("b.two"),
        events.Destroyed("b.three"),
        events.Moves(("b.two",), 1.0, "move", True),
        events.PhaseEnds("Bea", "hurt"),
        events.GameOver(("Ada",), "last side"),
    )
    assert figures == {
        "phases": 4.0,
        "phases before the first attack": 2.0,
        "actions a phase": 9 / 4,
        "most actions in a phase": 4.0,
        "most destroyed in a phase": 2.0,
        "attacks": 6.0,
        "attacks that wound": 3 / 6,
        "reactions": 3.0,
        "reactions with effect": 2 / 3,
        "moves": 4.0,
        "moves stopped": 2 / 4,
        "rallies": 2.0,
        "rallies that succeed": 1 / 2,
        "units destroyed": 3.0,
        "drawn": 0.0,
        "unfinished": 0.0,
    }
    assert tallies == {
        "ends of phases": Counter({"pass": 1, "rally": 1, "fire": 1, "hurt": 1}),
        "attacks": Counter({"direct": 3, "reaction": 3}),
        "moves": Counter({"move": 2, "turn": 1, "close combat": 1}),
        "ends": Counter({"last side": 1}),
    }


@pytest.mark.parametrize(("ending", "drawn", "unfinished"), [("quiet", 1.0, 0.0), ("too long", 0.0, 1.0)])
def test_the_measures_of_a_quiet_battle(ending: str, drawn: float, unfinished: float) -> None:
    """If a battle has no attacks, all its phases count as phases before the first attack. Shares of nothing are 0."""
    figures, _ = measured(
        events.PhaseBegins(1, "Ada"), action("pass"), events.PhaseBegins(2, "Bea"), events.GameOver((), ending)
    )
    assert figures.pop("phases") == figures.pop("phases before the first attack") == 2.0
    assert (figures.pop("drawn"), figures.pop("unfinished")) == (drawn, unfinished)
    assert set(figures.values()) == {0.0}


def test_an_attack_in_the_first_phase() -> None:
    """If the first attack comes in the first phase or in the set-up, there are 0 phases before the first attack."""
    assert measured(events.PhaseBegins(1, "Ada"), attack("direct", "pin"))[0]["phases before the first attack"] == 0.0
    assert measured(attack("direct", "pin"))[0]["phases before the first attack"] == 0.0


def test_failures_and_who_is_next() -> None:
    """RW-22, RW-23: fire fails unless at least one attack wounds or kills. If another player caused the failure and is
    still in the game, this player is next. Otherwise the player is next who was active longest ago, or never.
    """
    assert fire_failure([0, 1], "Bea") == Failure("fire", "Bea")  # type: ignore[list-item]  # effects are numbers
    assert fire_failure([0, 2, 0], "Bea") is None  # type: ignore[list-item]  # effects are numbers
    assert fire_failure([], "Bea") == Failure("fire", "Bea")
    others = ("Bea", "Cy", "Dee")
    assert next_player(Failure("fire", "Cy"), others, {"Bea": 1, "Cy": 4, "Dee": 3}) == "Cy"
    assert next_player(Failure("rally"), others, {"Bea": 2, "Cy": 1, "Dee": 3}) == "Cy"
    assert next_player(Failure("rally"), others, {"Bea": 2, "Cy": 1}) == "Dee"
    assert next_player(Failure("fire", "Eve"), others, {"Bea": 2, "Cy": 5, "Dee": 3}) == "Bea"


UNITS: Final[dict[str, dict[str, Any]]] = {
    "a.ifv_1": {"at": [18, 10], "facing": 90},
    "a.rifleman_1": {"aboard": "a.ifv_1"},
    "a.rifleman_2": {"at": [24, 10], "facing": 90, "fray": 1},
    "a.rifleman_3": {"at": [6, 10], "facing": 90, "wounded": True},
    "b.rifleman_1": {"at": [24, 11], "facing": 270, "fray": 1},
    "b.ifv_1": {"at": [18, 26], "facing": 270},
}


@pytest.mark.parametrize(
    ("name", "changes", "sentences"),
    [
        ("a.rifleman_1", {}, []),
        ("a.rifleman_2", {"destroyed": True}, [
            "the model of a.rifleman_2 is on the table, and the unit is not",
            "b.rifleman_1 is in a fray without opponents (RW-73)",
        ]),
        ("a.ifv_1", {"destroyed": True}, []),
        ("a.rifleman_3", {"pinned": False}, ["a.rifleman_3 is wounded and not pinned (RW-61)"]),
        ("a.rifleman_2", {"fray": None}, ["b.rifleman_1 is in a fray without opponents (RW-73)"]),
        ("a.rifleman_3", {"fray": 2}, ["a.rifleman_3 is in a fray without opponents (RW-73)"]),
        ("a.rifleman_1", {"aboard": "b.ifv_1"}, [
            "a.rifleman_1 rides on b.ifv_1, which is no Transport of its side (RW-81)"
        ]),
        ("a.rifleman_1", {"aboard": "a.rifleman_3"}, [
            "a.rifleman_1 rides on a.rifleman_3, which is no Transport of its side (RW-81)"
        ]),
        ("a.rifleman_3", {"aboard": "a.ifv_1"}, ["the model of a.rifleman_3 is on the table, and the unit is not"]),
        ("a.rifleman_1", {"aboard": None}, ["a.rifleman_1 stands, and has no model on the table"]),
    ],
)  # fmt: skip
def test_what_cannot_be_so_in_a_battle(name: str, changes: Mapping[str, Any], sentences: list[str]) -> None:
    """A check reports units and models that don't match, frays without opponents, and riders in a wrong place."""
    book = rules(**OPEN)
    session = session_at(UNITS, book, armies=ARMIES)
    session.state.units[name] = replace(session.state.units[name], **changes)
    assert find_violations(book, session.state, session.table) == sentences


def test_a_wound_may_outlast_a_pin_where_rallies_do_not_heal() -> None:
    """RW-80: with `rally.heals: false`, a unit may be wounded without being pinned. A destroyed unit may always be."""
    book = rules(**OPEN, rally__heals=False)
    session = session_at(UNITS, book, armies=ARMIES)
    session.state.units["a.rifleman_3"] = replace(session.state.units["a.rifleman_3"], pinned=False)
    assert find_violations(book, session.state, session.table) == []
    book = rules(**OPEN)
    session = session_at(UNITS, book, armies=ARMIES)
    gone = replace(session.state.units["a.rifleman_3"], pinned=False, destroyed=True)
    session.state.units["a.rifleman_3"] = gone
    assert find_violations(book, session.state, session.table.without("a.rifleman_3")) == []


def test_a_transport_with_too_many() -> None:
    """RW-81: seven Light units are more than a Transport has room for. This is reported once for each of them."""
    riders = {f"a.rifleman_{k}": {"aboard": "a.ifv_1"} for k in range(1, 8)}
    units = {"a.ifv_1": UNITS["a.ifv_1"], **riders, "b.ifv_1": UNITS["b.ifv_1"]}
    book = rules(**OPEN)
    session = session_at(units, book, armies=ARMIES)
    told = "a.ifv_1 carries more than it has room for (RW-81)"
    assert find_violations(book, session.state, session.table) == [told] * 7
    del session.state.units["a.rifleman_7"]
    assert find_violations(book, session.state, session.table) == []


@pytest.mark.parametrize(
    ("how", "effect", "hurt", "reactions", "effective"),
    [("direct", "wound", 1.0, 0.0, 0.0), ("reaction", "pin", 0.0, 1.0, 1.0), ("reaction", "none", 0.0, 1.0, 0.0)],
)
def test_the_measures_of_a_short_battle(how: str, effect: str, hurt: float, reactions: float, effective: float) -> None:
    """The measures of a battle with one action, attack, stopped move and successful rally: shares are 1 or 0."""
    figures, _ = measured(
        events.PhaseBegins(1, "Ada"),
        action("move"),
        attack(how, effect),
        events.Moves(("a.one",), 4.5, "move", True),
        events.Rallies("a.one", 5, 0, True),
    )
    names = ("attacks that wound", "reactions", "reactions with effect", "actions a phase", "moves stopped")
    assert [figures[name] for name in names] == [hurt, reactions, effective, 1.0, 1.0]
    assert (figures["rallies that succeed"], figures["most actions in a phase"]) == (1.0, 1.0)
