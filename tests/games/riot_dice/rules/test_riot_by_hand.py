"""A person's hand movements reach the acts, and cost nothing extra."""

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
    """Ann is about to carry a1, with a tower of two."""
    session = scooting(lucky, options, swigs=2)
    session.answer(AIM)
    request = session.pending[0]
    assert isinstance(request, PickWay)
    session.answer(Step(request.ways[0].die))
    assert isinstance(session.pending[0], SetPace)
    return session


def test_a_flick_is_the_throw() -> None:
    """Its spin, its strength, and that it was a person's own."""
    lucky = LuckyTable()
    session = scooting(lucky)
    session.answer(Aim((300.0, 200.0), 0.5, 1.5, spin=(0.0, 0.9, -0.2), by_hand=True))
    act = rolls(lucky)[-1]
    assert (act.at, act.heading, act.strength) == ((300.0, 200.0), 0.5, 1.5)
    assert (act.spin, act.by_hand) == ((0.0, 0.9, -0.2), True)


def test_a_drag_is_the_carry() -> None:
    """RD-42, RD-49: it may end on the way, the model comes to the end all the same, and no slow carry is charged."""
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
    """RD-42, RD-45: and nothing has changed."""
    session = carrying(LuckyTable())
    request = session.pending[0]
    assert isinstance(request, SetPace)
    before = len(session.journal)
    with pytest.raises(Refused, match="stays on its line"):
        session.answer(Drag(((4, request.length + 1.0),)))
    assert len(session.journal) == before
    assert session.pending == (request,)


def test_a_die_let_go_is_the_stack() -> None:
    """RD-31: on the tower of the model, where the hand let go."""
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
    """Return the answer that leads on to the stacking of a die."""
    request = session.pending[0]
    match request:
        case PickWay(ways=ways):
            return Step(ways[0].die)
        case SetPace(paces=paces):
            return paces[0]
    return "end"


def test_what_follows_is_known_before_a_drag_begins() -> None:
    """The table with the tower behind the move, the act and its seed; the game waits as before."""
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
