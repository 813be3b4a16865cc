"""Movements of a person's hand become the acts of the game, without extra cost."""

import pytest
from lucky_table import LuckyTable
from scooting import AIM, finish, rolls, scooting

from riotsim.games.riot_dice.state import State
from riotsim.play.requests import Aim, PickWay, PlaceDie, Refused, SetPace, Step
from riotsim.play.session.journal import Acted
from riotsim.play.session.preview import preview_act
from riotsim.play.session.session import Session
from riotsim.table.acts import Carry, Drag, Put, Stack
from riotsim.table.poses import distance


def carrying(lucky: LuckyTable, options: dict[str, object] | None = None) -> Session[State]:
    """Return a game in which Ann is about to carry a1, with a tower of two."""
    session = scooting(lucky, options, swigs=2)
    session.answer(AIM)
    request = session.pending[0]
    assert isinstance(request, PickWay)
    session.answer(Step(request.ways[0].die))
    assert isinstance(session.pending[0], SetPace)
    return session


def test_a_flick_is_the_throw() -> None:
    """When a person flicks the dice, the throw has the place, heading, strength and spin of the flick. It is marked as
    made by hand.
    """
    lucky = LuckyTable()
    session = scooting(lucky)
    session.answer(Aim((300.0, 200.0), 0.5, 1.5, spin=(0.0, 0.9, -0.2), by_hand=True))
    act = rolls(lucky)[-1]
    assert (act.at, act.heading, act.strength) == ((300.0, 200.0), 0.5, 1.5)
    assert (act.spin, act.by_hand) == ((0.0, 0.9, -0.2), True)


def test_a_drag_is_the_carry() -> None:
    """RD-42, RD-49: a drag may end on the way. The model still comes to the end of its move, and no slow carry is
    charged.
    """
    lucky = LuckyTable()
    session = carrying(lucky)
    request = session.pending[0]
    assert isinstance(request, SetPace)
    start = session.table.models["a1"].at
    assert request.length == pytest.approx(distance(start, request.to))
    drag = Drag(((4, 1.0), (8, 2.5)))
    session.answer(drag)
    act = next(act for act in reversed(lucky.acts) if isinstance(act, Carry))
    assert (act.drag, act.pace, act.to) == (drag, "normal", request.to)
    assert session.table.models["a1"].at == request.to
    assert session.state.slow_seconds == 0.0


def test_a_drag_beyond_its_line_is_refused() -> None:
    """RD-42, RD-45: if a drag goes beyond the end of the move, the game refuses the drag. Nothing changes."""
    session = carrying(LuckyTable())
    request = session.pending[0]
    assert isinstance(request, SetPace)
    before = len(session.journal)
    with pytest.raises(Refused, match="stays on its line"):
        session.answer(Drag(((4, request.length + 1.0),)))
    assert len(session.journal) == before
    assert session.pending == (request,)


def test_a_die_let_go_is_the_stack() -> None:
    """RD-31: when a person lets go of a die, the die is stacked at the place where the hand let go."""
    lucky = LuckyTable()
    session = scooting(lucky, swigs=1)
    while not isinstance(session.pending[0], PlaceDie):
        request = session.pending[0]
        session.answer(AIM if request.purpose == "roll" else step(session))
    put = Put((1.0, -2.0), 0.4, (60.0, 0.0))
    session.answer(put)
    act = next(act for act in reversed(lucky.acts) if isinstance(act, Stack))
    assert (act.put, act.offset) == (put, put.offset)
    finish(session, 1)


def step(session: Session[State]) -> object:
    """Return an answer that moves the game on until a die has to be stacked."""
    request = session.pending[0]
    match request:
        case PickWay(ways=ways):
            return Step(ways[0].die)
        case SetPace(paces=paces):
            return paces[0]
    return "end"


def test_what_follows_is_known_before_a_drag_begins() -> None:
    """Before a drag begins, the game can tell the act to come and its seed. The game itself doesn't change."""
    lucky = LuckyTable()
    session = carrying(lucky)
    before, acts = session.pending, len(lucky.acts)
    coming = preview_act(session, Drag(()))
    assert coming is not None
    assert session.pending == before
    assert len(lucky.acts) == acts
    session.answer(Drag(()))
    done = next(one for one in reversed(session.journal) if isinstance(one, Acted) and isinstance(one.act, Carry))
    assert (done.act, done.seed) == (coming.act, coming.seed)
    with pytest.raises(Refused):
        preview_act(session, "nonsense")
