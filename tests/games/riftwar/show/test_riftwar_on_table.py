"""What is shown of a battle of RiftWar: lines of sight, arcs, the dangers of a move, and dice."""

import copy
import math
from types import SimpleNamespace
from typing import Any, Final

import pytest
from riftwar_rules import ask, rules, session_at

from riotsim.games.riftwar.show.checks import checks
from riotsim.games.riftwar.show.narration import RiftWarFormatter
from riotsim.games.riftwar.show.standing import status, turn_of
from riotsim.games.riftwar.state import ThrownAttack
from riotsim.play.house_rules import Knocked, Lost, RolledAgain
from riotsim.play.requests import Spot
from riotsim.table.poses import Point
from riotsim.table.units import inches

OPEN: Final[dict[str, Any]] = {"layout": "open", "dice__by": "stream", "victory": "last_standing"}

ARMIES: Final = {"Ada": "cold_war", "Bea": "cold_war"}


def place(x: float, y: float) -> Point:
    """Return a point in mm, given in inches."""
    return (inches(x), inches(y))


def test_the_chosen_attacker_sees_its_targets() -> None:
    """RW-13, RW-15: if an attacker is chosen, its lines of sight to each enemy are shown. Each enemy has a text that
    says whether it is in sight, and what is in the way.
    """
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
    """RW-14, RW-15: if a Heavy unit hides a part of a target, the target is in sight, in the cover of that unit."""
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
    """RW-20: the header of a phase has its number and player. After a phase has ended, it already has those of the next
    phase.
    """
    units = {"a.rifleman_1": {"at": [10, 6], "facing": 90}, "b.rifleman_1": {"at": [10, 26], "facing": 270}}
    session = session_at(units, rules(**OPEN), armies=ARMIES)
    assert turn_of(session.state).title == "Phase 1: Ada"
    ended = copy.deepcopy(session.state)
    ended.active, ended.between = "Bea", True
    assert turn_of(ended).title == "Phase 2: Bea"


def test_arcs_are_those_of_the_rules() -> None:
    """RW-51, RW-52: the arc of a Light unit is wide, and lies about its facing. A turret's arc lies about its aim."""
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
    """RW-40, RW-41: for a dangerous move, its path is shown, with the stretches of each unit that may react and of all
    together. When units react, the mover is shown as their target.
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


PAIR: Final = {
    "a.rifleman_1": {"at": [10, 6], "facing": 90},
    "a.rifleman_2": {"at": [12, 6], "facing": 90, "pinned": True},
    "b.rifleman_1": {"at": [11, 26], "facing": 270},
    "b.rifleman_2": {"at": [18, 26], "facing": 270},
}
"""Units who see each other."""


def test_a_throw_says_who_fires_at_whom() -> None:
    """Before an attack's dice are thrown, its check names attacker and target with their players, since both may have
    the same name. The check has the number of dice.
    """
    session = session_at(PAIR, rules(**{**OPEN, "dice__by": "tray"}), armies=ARMIES)
    assert checks(session.state) == ()
    assert ask(session, "direct fire", "a.rifleman_1", "b.rifleman_1").purpose == "roll"
    (check,) = checks(session.state)
    (pool,) = check.pools
    (dice,) = pool.dice
    assert (check.title, check.outcome) == ("Ada's Rifleman 1 fires at Bea's Rifleman 1", "")
    assert (pool.title, pool.player, pool.pieces) == ("Rifleman 1", "Ada", ("a.rifleman_1",))
    assert (dice.sides, dice.count, dice.why, dice.values) == (6, 3, "No cover", ())


def test_the_result_of_an_attack_is_shown_until_the_next_action() -> None:
    """After an attack, its check shows dice, hits and effect. When an action without dice is chosen, the check ends. It
    doesn't come back in the next phase.
    """
    session = session_at(PAIR, rules(**OPEN), armies=ARMIES)
    assert ask(session, "coordinated fire", "b.rifleman_1", ("a.rifleman_1", "a.rifleman_2")).purpose == "action"
    (check,) = checks(session.state)
    shots = session.state.thrown_attacks
    assert [pool.dice[0].values for pool in check.pools] == [shot.shown for shot in shots]
    assert all(shot.shown and shot.effect for shot in shots)
    assert check.outcome.startswith("counted one by one: ")
    assert all(pool.result for pool in check.pools)
    for _ in range(2):
        session.answer("pass", session.pending[0].player)
        assert checks(session.state) == ()


RESULT: Final = {"shown": (2, 5, 6), "hits": 2, "effect": "wound"}


@pytest.mark.parametrize(
    ("shots", "title", "outcome"),
    [
        (
            [("reaction", "b.giant_bug", "a.rifleman_5", RESULT)],
            "Bea's Giant Bug reacts at Ada's Rifleman 5",
            "2 hits: wounded",
        ),
        ([("coordinated", "b.bug_1", "a.ifv_2", RESULT)], "Bea's Bug 1 fires at Ada's IFV 2", "2 hits: wounded"),
        (
            [("coordinated", "b.bug_1", "a.ifv_2", RESULT), ("coordinated", "b.bug_2", "a.ifv_2", {})],
            "2 units fire at Ada's IFV 2",
            "",
        ),
        (
            [("crash", "a.ifv_1", "a.rifleman_1", {"shown": (1,), "hits": 1, "effect": "none"})] * 2,
            "Ada's IFV 1 crashes with Ada's Rifleman 1",
            "counted one by one: no effect",
        ),
    ],
)
def test_a_check_names_all_kinds_of_attacks(
    shots: list[tuple[Any, str, str, dict[str, Any]]], title: str, outcome: str
) -> None:
    """Attacks whose dice are thrown together make one check. The check has a result only when all of the attacks are
    carried out.
    """
    thrown = tuple(ThrownAttack(one, other, how, 3, cover=False, **result) for how, one, other, result in shots)
    (check,) = checks(after(thrown))
    assert (check.title, check.outcome) == (title, outcome)


def after(thrown: tuple[ThrownAttack, ...], destroyed: tuple[str, ...] = ()) -> Any:
    """Return a state after some attacks, in which some units are destroyed."""
    names = {name for shot in thrown for name in (shot.attacker, shot.target)}
    units = {name: SimpleNamespace(id=name, player="Bea", destroyed=name in destroyed) for name in names}
    return SimpleNamespace(thrown_attacks=thrown, units=units, players=("Ada", "Bea"))


@pytest.mark.parametrize(
    ("effects", "is_destroyed", "results", "outcome"),
    [
        (("wound", "none", "pin"), False, ("wounded", "no effect", "pinned"), "counted one by one: wounded, pinned"),
        (
            ("none", "kill", "none"),
            True,
            ("no effect", "killed", "already destroyed"),
            "counted one by one: killed",
        ),
        (("none", "none"), True, ("already destroyed",) * 2, "counted one by one: already destroyed"),
        (("none", "none"), False, ("no effect",) * 2, "counted one by one: no effect"),
    ],
)
def test_each_of_several_attacks_has_its_own_result(
    effects: tuple[str, ...], results: tuple[str, ...], outcome: str, *, is_destroyed: bool
) -> None:
    """RW-54: attacks of several units count one after the other, and each has its own result. An attack on a unit that
    is already destroyed says so.
    """
    thrown = tuple(
        ThrownAttack(f"b.bug_{k + 1}", "a.rifleman_1", "coordinated", 2, cover=False, shown=(5, 1), hits=1, effect=one)
        for k, one in enumerate(effects)
    )
    (check,) = checks(after(thrown, ("a.rifleman_1",) if is_destroyed else ()))
    assert tuple(pool.result for pool in check.pools) == results
    assert check.outcome == outcome
    (single,) = checks(after(thrown[:1]))
    assert single.pools[0].result == ""


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (RolledAgain("Bea", "die-6", "hardly turned"), "A die of Bea is thrown again: it hardly turned"),
        (RolledAgain("Bea", "die-6", "cocked"), "A die of Bea is thrown again: it leaned and showed no number"),
        (Lost("Bea", "die-6"), "A die of Bea left the tray and doesn't count"),
        (Knocked("Bea", "die-6", 2, 5), "A die of Bea is knocked from 2 to 5"),
    ],
)
def test_the_log_tells_of_dice_in_plain_words(event: object, told: str) -> None:
    """The log doesn't name a die by its name on the table, such as `die-6`."""
    assert RiftWarFormatter(("Ada", "Bea")).sentence(event) == told
