"""A person's clock: it is read at every question, and runs whatever its boss chooses (RD-82, RD-85)."""

from collections.abc import Mapping

import pytest
from lucky_table import LuckyTable, rules, stand

from riotsim.games.riot_dice.events import TimeIsUp
from riotsim.games.riot_dice.rules.turn import Activate, LegIt
from riotsim.games.riot_dice.show.standing import status
from riotsim.games.riot_dice.state import State
from riotsim.play.requests import Aim, Choose
from riotsim.play.session.session import Session

BESIDE_A_FALLEN_FRIEND = {"a1": (12.0, 12.0), "a2": (12.984, 12.0), "b1": (23.0, 1.0), "b2": (20.0, 1.0)}
"""Places of models (in): a2 touches a1. In the game below, a2 has fallen."""


def live(clock: float, options: Mapping[str, object] | None = None) -> Session[State]:
    """Return a game with a person's clock, Ann's turn, in which a1 could help a2 up."""
    return stand(LuckyTable(), BESIDE_A_FALLEN_FRIEND, options, clock=clock, fallen=("a2",), live_clock=True)


def actions(session: Session[State]) -> tuple[object, ...]:
    """Return the actions that are offered."""
    request = session.pending[0]
    assert isinstance(request, Choose)
    assert request.purpose == "action"
    return request.options


def shown_seconds(session: Session[State], now: float) -> float:
    """Return the seconds that the window shows."""
    shown = status(rules(), session, now).clock
    assert shown is not None
    return shown.left


def shoot_at_nothing(session: Session[State], stamp: float) -> None:
    """Shoot with a1, and let both bullets fly anywhere."""
    session.answer("shoot", stamp=stamp)
    session.answer(Aim((300.0, 300.0), 0.0), stamp=stamp)
    while session.pending[0].purpose in ("bullet", "stack"):
        request = session.pending[0]
        session.answer(request.options[0] if isinstance(request, Choose) else (0.0, 0.0), stamp=stamp)


def test_no_boot_is_offered_once_time_has_run_out_in_an_activation() -> None:
    """RD-82: if 20 s were left and the second action is asked 30 s after the turn began, booting is not offered."""
    session = live(clock=20.0)
    session.answer(Activate("a1"), stamp=5.0)
    assert "boot" in actions(session)
    shoot_at_nothing(session, 30.0)
    assert actions(session) == ("scoot", "end")
    assert session.state.clock == pytest.approx(-10.0)
    assert session.events.count(TimeIsUp()) == 1


def test_no_boot_is_accepted_once_time_has_run_out() -> None:
    """RD-82: if a boot is chosen after the time has run out, the boot is not done. The boss is asked for another
    action.
    """
    session = live(clock=20.0)
    session.answer(Activate("a1"), stamp=5.0)
    assert "boot" in actions(session)
    session.answer("boot", stamp=25.0)
    assert actions(session) == ("scoot", "shoot")
    assert session.state.clock == pytest.approx(-5.0)
    assert session.table.models["a2"].fallen


def test_a_boot_in_time_is_done() -> None:
    """RD-82: if a second is left, a boot is accepted."""
    session = live(clock=20.0)
    session.answer(Activate("a1"), stamp=5.0)
    session.answer("boot", stamp=19.0)
    assert session.pending[0].purpose == "boot"


def test_legging_it_takes_the_time_that_it_took_to_decide() -> None:
    """RD-82: if a boss has 100 s, thinks for 90 s and legs it, 10 s are left for the others. The window shows 10 s."""
    session = stand(
        LuckyTable(), BESIDE_A_FALLEN_FRIEND | {"c1": (1.0, 1.0)}, clock=100.0, fallen=("a2",), live_clock=True
    )
    assert shown_seconds(session, 90.0) == pytest.approx(10.0)
    session.answer(LegIt(), stamp=90.0)
    assert session.state.turn == "Bob"
    assert shown_seconds(session, 90.0) == pytest.approx(10.0)


def test_in_edition_1_the_clock_is_looked_at_when_an_activation_ends() -> None:
    """Stored games of riotsim 0.1 go on by their old rules: boots are offered until the activation ends."""
    session = live(20.0, {"edition": 1})
    session.answer(Activate("a1"), stamp=5.0)
    shoot_at_nothing(session, 30.0)
    assert actions(session) == ("scoot", "boot", "end")
    assert session.state.clock == 20.0
