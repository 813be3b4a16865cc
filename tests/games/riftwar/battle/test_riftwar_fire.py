"""Direct and coordinated fire in a battle of RiftWar, request by request (RW-15, RW-50 to RW-54)."""

import math
from typing import Any, Final

import pytest
from riftwar_rules import ARMIES, FIRE, OPEN, ask, rules, session_at

from riotsim.games.riftwar import events
from riotsim.games.riftwar.state import Declaration, State, ThrownAttack
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import PickPiece
from riotsim.play.session.session import Session

Units = dict[str, dict[str, Any]]

KILLS: Final[dict[str, Any]] = {**OPEN, "hit__on": 2, "dice__medium": 8, "dice__heavy": 8}
"""Medium and Heavy units have eight dice, which hit with 2 to 6."""


def shots(session: Session[State]) -> list[events.Attacks]:
    """Return the attacks of a battle, in order."""
    return [one for one in session.events if isinstance(one, events.Attacks)]


def vars_of(state: State) -> dict[str, Any]:
    """Return the declaration of the running attack, and the action that the player has taken."""
    return {"declared": state.declared, "action": state.action}


def test_direct_fire() -> None:
    """RW-50: event and state name the shooter, its target and the dice. A kill takes the model away, and the phase goes
    on.
    """
    session = session_at(FIRE, rules(**KILLS), armies=ARMIES)
    request = ask(session, "direct fire")
    assert isinstance(request, PickPiece)
    assert (request.purpose, request.pieces) == ("who fires", ("a.atgm", "a.rifleman_1", "a.rifleman_2"))
    request = ask(session, "a.atgm")
    assert isinstance(request, PickPiece)
    assert (request.purpose, request.pieces) == ("target", ("b.rifleman_1", "b.rifleman_2"))
    assert session.state.declared == Declaration("direct", "a.atgm")
    request_after = ask(session, "b.rifleman_1")
    (shot,) = shots(session)
    hits = sum(value >= 2 for value in shot.dice)
    assert len(shot.dice) == 8
    assert shot == events.Attacks("a.atgm", "b.rifleman_1", "direct", shot.dice, False, hits, "kill")
    assert session.state.thrown_attacks == (
        ThrownAttack("a.atgm", "b.rifleman_1", "direct", 8, False, shot.dice, hits, "kill"),
    )
    assert session.state.attack_rolled
    assert session.state.units["a.atgm"].attacked == "direct"
    assert session.state.units["b.rifleman_1"].destroyed
    assert "b.rifleman_1" not in session.table.models
    assert session.events[-1] == events.Destroyed("b.rifleman_1")
    assert (request_after.player, request_after.purpose) == ("Ada", "action")
    shown = vars_of(session.state)
    assert (shown["declared"], shown["action"]) == (None, "")


def test_fire_that_fails() -> None:
    """RW-22, RW-23: fire that hits nothing ends the phase. The player who was fired at is active next."""
    session = session_at(FIRE, rules(**OPEN, hit__on=6, dice__light=1), armies=ARMIES)
    request = ask(session, "direct fire", "a.rifleman_1", "b.rifleman_1")
    (shot,) = shots(session)
    assert (shot.hits, shot.effect) == (0, "none")
    assert [*session.events[-2:]] == [events.PhaseEnds("Ada", "fire"), events.PhaseBegins(2, "Bea")]
    assert (request.player, request.purpose, session.state.phase, session.state.actions) == ("Bea", "action", 2, 0)
    assert (session.state.quiet, session.state.attack_rolled) == (0, False)
    assert session.state.last_active == {"Ada": 1, "Bea": 2}
    assert session.state.units["a.rifleman_1"].attacked == ""  # forgotten with the phase


def test_the_turret_stays_turned() -> None:
    """RW-52: a Heavy Ranged unit's turret stays turned to its last target. Its model keeps its facing."""
    units: Units = {"a.ifv_1": {"at": [10, 6], "facing": 270}}
    units |= {name: FIRE[name] for name in ("a.atgm", "b.rifleman_1", "b.rifleman_2")}
    for name, aim in (("a.ifv_1", math.atan2(20, 4)), ("a.atgm", None)):
        session = session_at(units, rules(**KILLS), armies=ARMIES)
        ask(session, "direct fire", name, "b.rifleman_1")
        assert session.state.units[name].aim == (None if aim is None else pytest.approx(aim))
        assert session.table.models["a.ifv_1"].heading == pytest.approx(1.5 * math.pi)


def test_fire_together() -> None:
    """RW-53, RW-54: units of a close group fire together. If their attacks differ, the player names their order. Hits
    on a destroyed unit have no effect.
    """
    units: Units = {
        "a.ifv_1": {"at": [10, 6], "facing": 90},
        "a.atgm": {"at": [13, 6], "facing": 90},
        "b.rifleman_1": FIRE["b.rifleman_1"],
        "b.rifleman_2": FIRE["b.rifleman_2"],
    }
    for stop, rolled in ((False, 2), (True, 1)):
        book = rules(**KILLS, coordinated__classes="medium_with_heavy", coordinated__stop_at_kill=stop)
        session = session_at(units, book, armies=ARMIES)
        ask(session, "coordinated fire", "b.rifleman_1")
        assert session.state.declared == Declaration("coordinated", target="b.rifleman_1")
        (request,) = session.pending
        if request.purpose == "coordinated by":
            request = ask(session, "close group")
        assert isinstance(request, PickSome)
        assert (request.items, request.labels) == (("a.ifv_1", "a.atgm"), ("medium or heavy", "medium or heavy"))
        order = ask(session, ("a.ifv_1", "a.atgm"))
        assert isinstance(order, PickPiece)
        assert (order.purpose, order.pieces) == ("next attacker", ("a.ifv_1", "a.atgm"))
        ask(session, "a.atgm")
        found = [(shot.unit, shot.how, len(shot.dice), shot.effect) for shot in shots(session)]
        assert found == [("a.atgm", "coordinated", 8, "kill"), ("a.ifv_1", "coordinated", 8, "none")][:rolled]
        assert [session.state.units[name].attacked for name in ("a.ifv_1", "a.atgm")] == ["direct", "direct"]
        assert [one for one in session.events if isinstance(one, events.Destroyed)] == [
            events.Destroyed("b.rifleman_1")
        ]


@pytest.mark.parametrize(("wreck", "left"), [("none", False), ("structure", True)])
def test_a_destroyed_heavy_unit(wreck: str, left: bool) -> None:
    """RW-15: a destroyed Heavy unit is removed. With an option it stays as a wreck."""
    units: Units = {
        "a.atgm": FIRE["a.atgm"],
        "b.ifv_1": {"at": [18, 26], "facing": 90, "wounded": True},
        "b.rifleman_3": {"at": [5, 33], "facing": 90},
    }
    session = session_at(units, rules(**KILLS, heavy__wreck=wreck), armies=ARMIES)
    ask(session, "direct fire", "b.ifv_1")
    assert session.state.units["b.ifv_1"].destroyed
    assert ("b.ifv_1" in session.table.models) is left
