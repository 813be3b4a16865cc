"""Charges, frays, escapes and crashes in a battle of RiftWar, request by request (RW-70 to RW-76, RW-83)."""

import math
from typing import Any, Final

import pytest
from riftwar_rules import ARMIES, OPEN, ask, game_of, rules, session_at

from riotsim.bots.bot import Luck
from riotsim.bots.random import AnswerSampler
from riotsim.games.riftwar import events
from riotsim.games.riftwar.battle.moves.close_combat import can_charge, charge_targets, charge_way, reaches_an_enemy
from riotsim.games.riftwar.battle.moves.frays import nearest_contact
from riotsim.games.riftwar.battle.moves.moving import is_shut_in
from riotsim.games.riftwar.state import Declaration, State
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.requests import Choose, PickPiece, PickPoint, Spot
from riotsim.play.session.session import Session
from riotsim.table.poses import Point
from riotsim.table.units import inches

Units = dict[str, dict[str, Any]]

TOUCH: Final = 0.125 / 25.4
"""The gap between bases that are set in contact (in)."""

CERTAIN: Final[dict[str, Any]] = {**OPEN, "hit__on": 2, "dice__light": 6, "dice__unproficient": 0}
"""Options with which a Light unit has six dice, and each die hits with 2 to 6."""

HARMLESS: Final[dict[str, Any]] = {
    **OPEN,
    "dice__light": 0,
    "dice__medium": 0,
    "dice__heavy": 0,
    "dice__unproficient": 0,
}
"""Options with which no unit has any dice."""


def at(x: float, y: float) -> Point:
    """Return a place in inches."""
    return (inches(x), inches(y))


def place(session: Session[State], name: str) -> tuple[float, float]:
    """Return where a model stands, in inches."""
    x, y = session.table.models[name].at
    return (x / 25.4, y / 25.4)


def told(session: Session[State], *kinds: type) -> list[object]:
    """Return the events of some kinds, in order."""
    return [event for event in session.events if isinstance(event, kinds)]


def shown(attack: object) -> tuple[object, ...]:
    """Return the units of an attack, its kind and its number of dice. The last value says whether they were thrown with
    those before.
    """
    assert isinstance(attack, events.Attacks)
    return (attack.unit, attack.target, attack.how, len(attack.dice), attack.same_throw)


TWO_TO_ONE: Final[Units] = {
    "a.rifleman_1": {"at": [18, 10], "facing": 90},
    "a.rifleman_2": {"at": [19.5, 10], "facing": 90},
    "b.rifleman_1": {"at": [18, 20], "facing": 90},
    "b.rifleman_2": {"at": [19.5, 20], "facing": 50},
    "b.rifleman_3": {"at": [5, 33], "facing": 135},
}
"""Two units, and two opposing units that look away from them. A fifth unit is far away."""


def test_a_charge_begins_a_fray() -> None:
    """RW-70, RW-71: the charger is set in contact with its target. The target's mates may enter the fray too. They are
    set at the nearest places in contact with the charger.
    """
    book = rules(**HARMLESS)
    session = session_at(TWO_TO_ONE, book, armies=ARMIES)
    request = ask(session, "close combat", "a.rifleman_1")
    assert isinstance(request, PickPiece)
    assert (request.purpose, request.pieces) == (
        "close combat target",
        ("b.rifleman_1", "b.rifleman_2", "b.rifleman_3"),
    )
    assert session.state.declared == Declaration("close", "a.rifleman_1", movers=("a.rifleman_1",))
    contact = ask(session, "b.rifleman_1")
    assert isinstance(contact, PickPoint)
    ((name, region),) = contact.regions
    assert name == "a.rifleman_1"
    assert region.places is not None
    assert region.places[0] == pytest.approx(at(18, 19 - TOUCH))
    enters = ask(session, Spot("a.rifleman_1", region.places[0]))
    assert isinstance(enters, PickSome)
    assert (enters.player, enters.purpose, enters.items) == ("Bea", "enter the fray", ("b.rifleman_2",))
    ask(session, ("b.rifleman_2",))
    assert told(session, events.EntersFray) == [
        events.EntersFray("b.rifleman_1", 1), events.EntersFray("a.rifleman_1", 1), events.EntersFray("b.rifleman_2", 1)
    ]  # fmt: skip
    assert math.dist(place(session, "b.rifleman_2"), place(session, "a.rifleman_1")) == pytest.approx(
        1 + TOUCH, abs=1e-3
    )
    assert session.state.fray_count == 1
    assert [unit.id for unit in session.state.in_fray(1)] == ["a.rifleman_1", "b.rifleman_1", "b.rifleman_2"]


def test_who_stays_out_may_fall_back() -> None:
    """RW-72: if a mate of the target stays out of the fray and isn't hurt, its player may move it straight back by 6
    in.
    """
    for answer, far in (("stay", 0.0), ("fall back", 6.0)):
        session = session_at(TWO_TO_ONE, rules(**HARMLESS), armies=ARMIES)
        contact: Any = ask(session, "close combat", "a.rifleman_1", "b.rifleman_1")
        request = ask(session, Spot("a.rifleman_1", contact.regions[0][1].places[0]), ())
        assert isinstance(request, Choose)
        assert (request.player, request.purpose, request.options) == ("Bea", "fall back", ("stay", "fall back"))
        ask(session, answer)
        assert told(session, events.StaysOut) == [events.StaysOut("b.rifleman_2", far)]
        # straight away from the middle of the fray, (18, 19.5)
        away = (1.5 / math.hypot(1.5, 0.5), 0.5 / math.hypot(1.5, 0.5))
        wanted = (19.5 + far * away[0], 20 + far * away[1])
        assert place(session, "b.rifleman_2") == pytest.approx(wanted, abs=0.01)


def test_who_stays_out_is_attacked() -> None:
    """RW-72: if a mate of the target stays out of the fray, the charger attacks it. A kill doesn't make the charge
    fail.
    """
    session = session_at(TWO_TO_ONE, rules(**CERTAIN), armies=ARMIES)
    contact: Any = ask(session, "close combat", "a.rifleman_1", "b.rifleman_1")
    request = ask(session, Spot("a.rifleman_1", contact.regions[0][1].places[0]), ())
    assert request.player == "Ada"
    (attack,) = told(session, events.Attacks)
    assert isinstance(attack, events.Attacks)
    assert (attack.unit, attack.target, attack.how, len(attack.dice), attack.cover, attack.effect) == (
        *("a.rifleman_1", "b.rifleman_2", "close", 6, False, "kill"),
    )
    assert told(session, events.Destroyed, events.PhaseEnds) == [events.Destroyed("b.rifleman_2")]


def test_a_mover_that_stays_out_fails_when_it_is_hurt() -> None:
    """RW-22, RW-72: if a unit of a charging group stays out, the target attacks it. A kill ends the phase."""
    units = {name: unit for name, unit in TWO_TO_ONE.items() if name != "b.rifleman_2"}
    session = session_at(units, rules(**CERTAIN), armies=ARMIES)
    first = ask(session, "group close combat", ("a.rifleman_1", "a.rifleman_2"))
    assert isinstance(first, PickPiece)
    assert (first.purpose, first.pieces) == ("who makes contact", ("a.rifleman_1", "a.rifleman_2"))
    assert session.state.declared == Declaration("close", movers=("a.rifleman_1", "a.rifleman_2"))
    ask(session, "a.rifleman_1")
    assert session.state.declared == Declaration("close", "a.rifleman_1", movers=("a.rifleman_1", "a.rifleman_2"))
    formation = ask(session, "b.rifleman_1")
    assert isinstance(formation, PlaceSome)
    assert (formation.purpose, formation.leader, formation.max_gap) == ("contact", "a.rifleman_1", inches(1))
    ends = (Spot("a.rifleman_1", at(18, 19 - TOUCH)), Spot("a.rifleman_2", at(18.6, 17.9)))
    enters = ask(session, ends)
    assert isinstance(enters, PickSome)
    assert (enters.player, enters.items) == ("Ada", ("a.rifleman_2",))
    ask(session, ())
    (attack,) = told(session, events.Attacks)
    assert isinstance(attack, events.Attacks)
    assert (attack.unit, attack.target, attack.how) == ("b.rifleman_1", "a.rifleman_2", "close")
    assert told(session, events.Destroyed, events.PhaseEnds) == [
        events.Destroyed("a.rifleman_2"), events.PhaseEnds("Ada", "hurt")
    ]  # fmt: skip
    assert session.state.active == "Bea"


HOLLOW: Final[Units] = {
    "a.ifv_2": {"at": [3.81, 3.34], "facing": 90},
    "a.atgm": {"at": [6.38, 3.26], "facing": 90},
    "a.rifleman_1": {"at": [8.08, 3.06], "facing": 90},
    "b.giant_bug": {"at": [18.79, 32.46], "facing": 90},
    "b.bug_1": {"at": [21.77, 30.99], "facing": 90},
    "b.bug_2": {"at": [20.9, 34.9], "facing": 90},
    "b.bug_4": {"at": [19.81, 34.06], "facing": 90},
    "b.bug_8": {"at": [24.41, 33.39], "facing": 90},
    "b.bug_13": {"at": [20.77, 31.01], "facing": 90},
    "b.bug_14": {"at": [18.75, 34.7], "facing": 90},
    "b.bug_17": {"at": [23.59, 33.95], "facing": 90},
    "b.bug_22": {"at": [22.83, 32.13], "facing": 90},
}
"""Bugs with a small gap among them, in front of Bug 4. An ATGM and a Rifleman of a group have room in the gap."""


def test_a_group_charges_into_a_crowd() -> None:
    """RW-35, RW-36, RW-70: if a group has few legal places to charge, a random bot still answers, because the request
    knows a legal answer. Here only the Rifleman can link the IFV outside the crowd with the ATGM at Bug 4.
    """
    session = session_at(HOLLOW, rules(**OPEN), armies={"Ada": "cold_war", "Bea": "biters"})
    request: Any = ask(session, "group close combat", ("a.ifv_2", "a.atgm", "a.rifleman_1"), "a.atgm", "b.bug_4")
    assert (request.purpose, request.leader) == ("contact", "a.atgm")
    answers = [AnswerSampler(Luck(seed, 0).random_source(0)).answer(request) for seed in range(8)]
    assert [request.refusal(answer) for answer in answers] == [None] * 8
    assert request.known in answers
    assert len({*answers}) > 1


FRAY: Final[Units] = {
    "a.rifleman_1": {"at": [18, 19], "facing": 90, "fray": 1},
    "a.rifleman_2": {"at": [18, 21], "facing": 270, "fray": 1},
    "b.rifleman_1": {"at": [18, 20], "facing": 90, "fray": 1},
    "b.rifleman_2": {"at": [5, 33], "facing": 90},
}


def test_an_escape_without_an_effect() -> None:
    """RW-75: if no attack hurts a unit that escapes, it leaves the fray. The fray goes on with the other units."""
    session = session_at(FRAY, rules(**HARMLESS), armies=ARMIES)
    ask(session, "escape", "a.rifleman_1", Spot("a.rifleman_1", at(18, 12)))
    assert place(session, "a.rifleman_1") == pytest.approx((18, 12))
    assert told(session, events.LeavesFray, events.Moves) == [
        events.LeavesFray("a.rifleman_1", 1), events.Moves(("a.rifleman_1",), 7.0, "escape", stopped=False)
    ]  # fmt: skip
    assert [unit.id for unit in session.state.in_fray(1)] == ["a.rifleman_2", "b.rifleman_1"]


def test_an_escape_of_the_last_one_ends_the_fray() -> None:
    """RW-73: if the last unit of a side escapes from a fray, the other units leave the fray too."""
    units = {name: unit for name, unit in FRAY.items() if name != "a.rifleman_2"}
    session = session_at(units, rules(**HARMLESS), armies=ARMIES)
    ask(session, "escape", Spot("a.rifleman_1", at(18, 12)))
    assert told(session, events.LeavesFray) == [
        events.LeavesFray("a.rifleman_1", 1), events.LeavesFray("b.rifleman_1", 1)
    ]  # fmt: skip
    assert session.state.in_fray(1) == ()


def test_an_escape_under_attack() -> None:
    """RW-75: if a unit escapes, the enemy in contact attacks first. A kill ends the phase, and the enemy's player has
    the next phase.
    """
    session = session_at(FRAY, rules(**CERTAIN), armies=ARMIES)
    ask(session, "escape", "a.rifleman_1", Spot("a.rifleman_1", at(18, 12)))
    (attack,) = told(session, events.Attacks)
    assert isinstance(attack, events.Attacks)
    assert (attack.unit, attack.target, attack.how, attack.effect) == ("b.rifleman_1", "a.rifleman_1", "close", "kill")
    assert told(session, events.PhaseEnds, events.PhaseBegins) == [
        events.PhaseEnds("Ada", "hurt"), events.PhaseBegins(2, "Bea")
    ]  # fmt: skip
    assert "a.rifleman_1" not in session.table.models


def test_attacks_in_a_fray() -> None:
    """RW-73, RW-74: in a fray, two units may attack together, each with its own dice. If they kill the last enemy, the
    fray ends.
    """
    session = session_at(FRAY, rules(**CERTAIN), armies=ARMIES)
    request = ask(session, "coordinated attack", ("a.rifleman_1", "a.rifleman_2"))
    shots = told(session, events.Attacks)
    assert [shown(one) for one in shots] == [
        *(("a.rifleman_1", "b.rifleman_1", "close", 6, False), ("a.rifleman_2", "b.rifleman_1", "close", 6, True)),
    ]  # fmt: skip
    assert (request.player, request.purpose) == ("Ada", "action")
    assert told(session, events.LeavesFray) == [
        events.LeavesFray("a.rifleman_1", 1), events.LeavesFray("a.rifleman_2", 1)
    ]  # fmt: skip
    assert [session.state.units[name].attacked for name in FRAY] == ["direct", "direct", "", ""]
    assert [session.state.units[name].fray for name in FRAY] == [None, None, None, None]


def test_attacks_as_one() -> None:
    """RW-74: with `close_combat.style: collective`, two attackers make a single attack with two dice."""
    session = session_at(FRAY, rules(**CERTAIN, close_combat__style="collective"), armies=ARMIES)
    request = ask(session, "coordinated attack", ("a.rifleman_1", "a.rifleman_2"))
    assert isinstance(request, PickPiece)
    assert (request.purpose, request.pieces) == ("next attacker", ("a.rifleman_1", "a.rifleman_2"))
    ask(session, "a.rifleman_2")
    (shot,) = told(session, events.Attacks)
    assert isinstance(shot, events.Attacks)
    assert (shot.unit, len(shot.dice)) == ("a.rifleman_2", 2)


CROWD: Final[Units] = {
    "a.rifleman_1": {"at": [18, 10], "facing": 90},
    "a.ifv_1": {"at": [18, 14], "facing": 90},
    "b.rifleman_1": {"at": [18, 20], "facing": 90},
    "b.rifleman_2": {"at": [30, 10], "facing": 90},
}


def test_ways_to_an_enemy() -> None:
    """RW-34, RW-70: a charge goes in a straight line to the nearest place in contact with the enemy. An IFV on this
    line stops the charger, unless the IFV is one of the movers.
    """
    game = game_of(session_at(CROWD, rules(**OPEN), armies=ARMIES))
    assert charge_targets(game, "a.rifleman_1") == ("b.rifleman_1", "b.rifleman_2")
    assert can_charge(game, "a.rifleman_1")
    way = charge_way(game, "a.rifleman_1", "b.rifleman_2", ("a.rifleman_1",))
    assert way is not None
    assert way.length / 25.4 == pytest.approx(11 - TOUCH)
    assert way.stopped_by is None
    blocked = charge_way(game, "a.rifleman_1", "b.rifleman_1", ("a.rifleman_1",))
    assert blocked is not None
    assert blocked.stopped_by is not None
    assert blocked.length / 25.4 == pytest.approx(9 - TOUCH)
    assert blocked.stopped_by.name == "IFV 1"
    free = charge_way(game, "a.rifleman_1", "b.rifleman_1", ("a.rifleman_1", "a.ifv_1"))
    assert free is not None
    assert free.stopped_by is None
    assert reaches_an_enemy(game, "a.rifleman_1", ("a.rifleman_1",))
    game.change("b.rifleman_2", destroyed=True)
    game.play.table = game.table.without("b.rifleman_2")
    assert not reaches_an_enemy(game, "a.rifleman_1", ("a.rifleman_1",))
    assert reaches_an_enemy(game, "a.rifleman_1", ("a.rifleman_1", "a.ifv_1"))


def test_a_unit_in_the_middle_of_others_is_shut_in() -> None:
    """RW-34: if six others stand around a Light unit, each in contact, it can't leave its place. With four around it,
    it can.
    """
    ring = {
        f"a.rifleman_{k + 2}": {
            "at": [18 + 1.001 * math.cos(math.tau * k / 6), 18 + 1.001 * math.sin(math.tau * k / 6)]
        }
        for k in range(6)
    }
    units: Units = {"a.commander": {"at": [18, 18]}, **ring, "b.rifleman_1": {"at": [30, 30]}}
    game = game_of(session_at(units, rules(**OPEN), armies=ARMIES))
    assert is_shut_in(game, game.unit("a.commander"))
    assert not is_shut_in(game, game.unit("a.rifleman_2"))
    del units["a.rifleman_4"], units["a.rifleman_5"]
    game = game_of(session_at(units, rules(**OPEN), armies=ARMIES))
    assert not is_shut_in(game, game.unit("a.commander"))


def test_the_nearest_place_in_a_fray() -> None:
    """RW-71: a unit enters a fray at the nearest place in contact, here at the left side of the enemy."""
    game = game_of(session_at(FRAY, rules(**OPEN), armies=ARMIES))
    game.change("a.rifleman_2", fray=None)
    game.play.table = game.table.without("a.rifleman_2")
    near = nearest_contact(game, game.unit("b.rifleman_2"), 1)
    assert near is not None
    assert math.dist(near, at(18, 19)) == pytest.approx(inches(1) + 0.125)
    assert near[0] < inches(18)


def test_a_crash() -> None:
    """RW-83: if a Transport is destroyed, each rider suffers an attack, here without dice. Then the owner puts the
    surviving riders within about an inch of the Transport's place. The phase goes on.
    """
    units: Units = {
        "a.atgm": {"at": [18, 6], "facing": 90},
        "b.ifv_1": {"at": [18, 26], "facing": 90, "wounded": True},
        "b.rifleman_1": {"aboard": "b.ifv_1"},
        "b.rifleman_2": {"aboard": "b.ifv_1"},
        "b.rifleman_3": {"at": [5, 33], "facing": 90},
    }
    book = rules(**OPEN, hit__on=2, dice__medium=10, transport__crash=0)
    session = session_at(units, book, armies=ARMIES)
    request = ask(session, "direct fire", "b.ifv_1")
    shots = [one for one in told(session, events.Attacks) if isinstance(one, events.Attacks)]
    assert [(one.unit, one.target, one.how, len(one.dice)) for one in shots] == [
        *(("a.atgm", "b.ifv_1", "direct", 10), ("b.ifv_1", "b.rifleman_1", "crash", 0)),
        ("b.ifv_1", "b.rifleman_2", "crash", 0),
    ]
    assert isinstance(request, PickPoint)
    assert (request.player, request.purpose, [name for name, _ in request.regions]) == (
        *("Bea", "survivors", ["b.rifleman_1", "b.rifleman_2"]),
    )
    assert request.refusal(Spot("b.rifleman_1", at(18, 26 + 1.25 + 1.45))) is None
    assert request.refusal(Spot("b.rifleman_1", at(18, 26 + 1.25 + 1.55))) is not None
    ask(session, Spot("b.rifleman_2", at(18, 26)))
    request = ask(session, Spot("b.rifleman_1", at(19.5, 26)))
    assert (request.player, request.purpose) == ("Ada", "action")
    assert told(session, events.GetsOff) == [
        events.GetsOff("b.rifleman_2", "b.ifv_1"), events.GetsOff("b.rifleman_1", "b.ifv_1")
    ]  # fmt: skip
    assert place(session, "b.rifleman_2") == pytest.approx((18, 26))
    assert [session.state.units[name].aboard for name in ("b.rifleman_1", "b.rifleman_2")] == [None, None]
    assert "b.ifv_1" not in session.table.models


@pytest.mark.parametrize(("dice", "effect", "active"), [(1, "pin", "Ada"), (2, "wound", "Bea")])
def test_an_escape_that_is_stopped(dice: int, effect: str, active: str) -> None:
    """RW-75: if a unit is pinned or wounded while it escapes, it goes no further than 1 in straight out of the fray.
    Only a wound ends the phase.
    """
    units: Units = {
        "a.rifleman_1": {"at": [18, 18.5], "facing": 90, "fray": 1},
        "a.rifleman_2": {"at": [19.5, 20], "facing": 90, "fray": 1},
        "b.atgm": {"at": [18, 20], "facing": 90, "fray": 1},
    }
    book = rules(**OPEN, hit__on=2, dice__medium=dice, dice__unproficient=0)
    session = session_at(units, book, armies=ARMIES)
    ask(session, "escape", "a.rifleman_1", Spot("a.rifleman_1", at(18, 5)))
    (attack,) = told(session, events.Attacks)
    assert isinstance(attack, events.Attacks)
    assert (attack.unit, attack.target, attack.effect) == ("b.atgm", "a.rifleman_1", effect)
    assert place(session, "a.rifleman_1") == pytest.approx((18, 17.5), abs=1e-3)
    unit = session.state.units["a.rifleman_1"]
    assert (unit.pinned, unit.wounded, unit.fray) == (True, effect == "wound", None)
    assert told(session, events.LeavesFray, events.Moves) == [events.LeavesFray("a.rifleman_1", 1)]
    assert (session.pending[0].player, session.pending[0].purpose) == (active, "action")


def test_a_charge_may_be_changed_or_taken_back() -> None:
    """RW-40, RW-70: after the dangers of a charge are shown, the player may name another enemy, or give up."""
    units = {name: {**unit, "facing": 270} if name[0] == "b" else unit for name, unit in TWO_TO_ONE.items()}
    session = session_at(units, rules(**OPEN), armies=ARMIES)
    contact: Any = ask(session, "close combat", "a.rifleman_1", "b.rifleman_1")
    request = ask(session, Spot("a.rifleman_1", contact.regions[0][1].places[0]), "change")
    assert request.purpose == "close combat target"
    contact = ask(session, "b.rifleman_2")
    request = ask(session, Spot("a.rifleman_1", contact.regions[0][1].places[0]), "withdraw")
    assert (request.player, request.purpose) == ("Ada", "action")
    assert place(session, "a.rifleman_1") == (18, 10)
    assert told(session, events.Withdraws, events.EntersFray) == [events.Withdraws("Ada"), events.Withdraws("Ada")]


def test_who_stays_out_and_does_not_fall_back() -> None:
    """RW-72: if a mate of the target is pinned, before or by the attack, its player isn't asked whether it falls back.
    Nor are players asked if the rules allow no distance for it. A model behind a mate stops it as it falls back.
    """
    behind = {**TWO_TO_ONE, "b.rifleman_3": {"at": [22.346, 20.949], "facing": 50}}
    pinned = {**TWO_TO_ONE, "b.rifleman_2": {**TWO_TO_ONE["b.rifleman_2"], "pinned": True}}
    one_hit = {**OPEN, "hit__on": 2, "dice__light": 1, "dice__unproficient": 0}
    for units, options, answers, stays_out in (
        (TWO_TO_ONE, one_hit, ((),), []),
        (pinned, HARMLESS, (), [events.StaysOut("b.rifleman_2", 0.0)]),
        (TWO_TO_ONE, {**HARMLESS, "close_combat__fall_back": "0in"}, ((),), [events.StaysOut("b.rifleman_2", 0.0)]),
        (behind, HARMLESS, ((), "fall back"), [events.StaysOut("b.rifleman_2", 2.0)]),
    ):
        session = session_at(units, rules(**options), armies=ARMIES)
        contact: Any = ask(session, "close combat", "a.rifleman_1", "b.rifleman_1")
        request = ask(session, Spot("a.rifleman_1", contact.regions[0][1].places[0]), *answers)
        assert (request.player, request.purpose) == ("Ada", "action")
        assert told(session, events.StaysOut) == stays_out
