"""Moves in a battle of RiftWar, request by request: boundaries, enemies in the way, dangers, groups, flights and
transports (RW-30 to RW-36, RW-40, RW-81, RW-97).
"""

import math
from typing import Any, Final

import pytest
from riftwar_rules import ARMIES, OPEN, ask, place, rules, session_at

from riotsim.games.riftwar import events
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import State
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.requests import Choose, PickPoint, Spot
from riotsim.play.session.session import Session
from riotsim.table.poses import Point
from riotsim.table.units import inches

WOOD: Final[dict[str, Any]] = {
    **OPEN,
    "map__wood": {"area": True, "size": ["6in", "4in"]},
    "map__hedge": {"size": ["6in", "1in"], "height": "1in", "crossable": True},
    "maps__mine": {
        "pieces": [{"piece": "wood", "at": ["18in", "12in"]}, {"piece": "hedge", "at": ["6in", "20in"]}],
    },
    "layout": "mine",
}
"""A wood from (15, 10) to (21, 14) and a hedge from (3, 19.5) to (9, 20.5) on an otherwise bare table."""

AWAY: Final[dict[str, dict[str, Any]]] = {"b.rifleman_1": {"at": [30, 30], "facing": 45}}
"""An enemy who looks away."""


def at(x: float, y: float) -> Point:
    """Return a place whose coordinates are given in inches."""
    return (inches(x), inches(y))


def begin(units: dict[str, dict[str, Any]], book: Rulebook, **given: Any) -> Session[State]:
    """Begin a battle of two armies. If no enemy is given, the enemy is one that looks away."""
    return session_at(
        {**units, **({} if any(name[0] == "b" for name in units) else AWAY)}, book, **{"armies": ARMIES, **given}
    )


@pytest.mark.parametrize(
    ("start", "to", "asked", "near", "far"),
    [
        ((18, 6), (18, 20), True, (18, 9.5), (18, 10)),
        ((18, 6), (18, 9.9), True, (18, 9.5), (18, 10)),  # the far side may lie behind the chosen end
        ((18, 6), (18, 9.4), False, (18, 9.4), None),
        ((14.7, 6), (14.7, 20), False, (14.7, 9.6), None),  # its base alone comes to the wood
        ((18, 12), (18, 20), True, (18, 14), (18, 14.5)),
        ((18, 12), (20, 12), False, (20, 12), None),
    ],
)
def test_a_move_ends_at_a_boundary(start: Point, to: Point, asked: bool, near: Point, far: Point | None) -> None:
    """RW-32: if a move comes to a boundary, the player chooses the side on which it ends. The player isn't asked if the
    unit can't reach the far side.
    """
    for side, end in (("this side", near), ("far side", far)):
        if end is None:
            continue
        session = begin({"a.rifleman_1": {"at": start, "facing": 90}}, rules(**WOOD))
        request = ask(session, "move", Spot("a.rifleman_1", at(*to)))
        assert (request.purpose == "boundary") is asked
        if asked:
            assert isinstance(request, Choose)
            assert request.options == ("this side", "far side")
            request = ask(session, side)
        assert request.purpose == "look at"
        assert place(session, "a.rifleman_1") == end
        far_gone = round(math.dist(start, end), 1)
        assert session.events[-1] == events.Moves(("a.rifleman_1",), far_gone, "move", stopped=False)


def test_a_group_ends_on_the_near_side() -> None:
    """RW-32, RW-36: a group may move until one of its units touches the wood. The player isn't asked for the side."""
    units = {"a.rifleman_1": {"at": [18, 6], "facing": 90}, "a.rifleman_2": {"at": [19.5, 5], "facing": 90}}
    session = begin(units, rules(**WOOD))
    ends = (Spot("a.rifleman_1", at(18, 9.5)), Spot("a.rifleman_2", at(19.5, 9)))
    request = ask(session, "group move", ("a.rifleman_1", "a.rifleman_2"), ends)
    assert request.purpose == "turn the group"
    assert (place(session, "a.rifleman_1"), place(session, "a.rifleman_2")) == ((18, 9.5), (19.5, 9))


@pytest.mark.parametrize(("option", "end", "fray"), [(True, 20 - 1 / 25.4, False), (False, 20.0, True)])
def test_an_enemy_in_the_way(option: bool, end: float, fray: bool) -> None:
    """RW-34, RW-70: a unit stops 1 mm before an enemy. If the rules let any Move end in contact, the unit stops in
    contact and a fray begins.
    """
    units = {"a.rifleman_1": {"at": [18, 6], "facing": 90}, "b.rifleman_1": {"at": [18, 21], "facing": 90}}
    session = begin(units, rules(**OPEN, close_combat__move=option))
    ask(session, "move", Spot("a.rifleman_1", at(18, 25)))
    assert place(session, "a.rifleman_1") == (18, end)
    assert (session.state.units["b.rifleman_1"].fray == 1) is fray
    assert (session.state.units["a.rifleman_1"].fray == 1) is fray
    assert (events.EntersFray("a.rifleman_1", 1) in session.events) is fray
    assert events.Moves(("a.rifleman_1",), 14.0, "move", stopped=False) in session.events


def test_a_friend_in_the_way() -> None:
    """RW-34: if a friend is in the way, a unit stops in contact with it. No fray begins."""
    units = {"a.rifleman_1": {"at": [18, 6], "facing": 90}, "a.rifleman_2": {"at": [18, 21], "facing": 90}}
    for option in (True, False):
        session = begin(units, rules(**OPEN, close_combat__move=option))
        ask(session, "move", "a.rifleman_1", Spot("a.rifleman_1", at(18, 25)))
        assert place(session, "a.rifleman_1") == (18, 20)
        assert session.state.units["a.rifleman_1"].fray is None


WATCHED: Final = {"a.rifleman_1": {"at": [10, 6], "facing": 90}, "b.rifleman_1": {"at": [14, 26], "facing": 270}}


def test_dangers_are_shown_before_a_move() -> None:
    """RW-40: before a dangerous move, the player goes on, chooses another end, or takes the move back. Nothing moves
    until the player goes on.
    """
    session = begin(WATCHED, rules(**OPEN))
    request = ask(session, "move", Spot("a.rifleman_1", at(10, 16)))
    assert isinstance(request, Choose)
    assert (request.player, request.purpose, request.options) == ("Ada", "dangers", ("go on", "change", "withdraw"))
    ((pair, stretches),) = session.state.dangers.items()
    assert pair == ("b.rifleman_1", "a.rifleman_1")
    assert [*map(list, stretches)] == [pytest.approx([1 / 254, 1.0])]
    request = ask(session, "change")
    assert (request.purpose, session.state.plan, session.state.dangers) == ("move", None, {})
    assert session.events[-1] == events.Withdraws("Ada")
    ask(session, Spot("a.rifleman_1", at(14, 6)))
    request = ask(session, "withdraw")
    assert (request.purpose, session.state.plan, session.state.dangers) == ("action", None, {})
    assert session.events[-1] == events.Withdraws("Ada")
    assert place(session, "a.rifleman_1") == (10, 6)
    assert session.state.actions == 1
    ask(session, "move", Spot("a.rifleman_1", at(10, 16)), "go on", ())
    assert place(session, "a.rifleman_1") == (10, 16)
    assert [*session.events[-1:]] == [events.Moves(("a.rifleman_1",), 10.0, "move", stopped=False)]
    assert session.state.dangers == {}


def test_a_turn_can_be_taken_back_but_not_changed() -> None:
    """RW-33, RW-40: enemies may fire at a unit that turns on the spot. The player may take back the turn, but can't
    choose another one.
    """
    session = begin(WATCHED, rules(**OPEN))
    request = ask(session, "turn", Spot("a.rifleman_1", at(14, 6)))
    assert isinstance(request, Choose)
    assert (request.purpose, request.options) == ("dangers", ("go on", "withdraw"))
    assert session.state.dangers == {("b.rifleman_1", "a.rifleman_1"): ((0.0, 0.0),)}
    ask(session, "withdraw")
    assert session.table.models["a.rifleman_1"].heading == pytest.approx(math.pi / 2)
    ask(session, "turn", Spot("a.rifleman_1", at(14, 6)), "go on", ())
    assert session.table.models["a.rifleman_1"].heading == pytest.approx(0.0)


def test_a_hit_stops_a_mover_where_it_was_fired_at() -> None:
    """RW-41, RW-44, RW-45: if reaction fire kills a mover, the move ends at the point of the shot. The phase is over,
    and the enemy who fired is active.
    """
    book = rules(**OPEN, hit__on=2, dice__light=9)
    session = begin({**WATCHED, "a.rifleman_2": {"at": [30, 4], "facing": 270}}, book)
    request = ask(session, "move", "a.rifleman_1", Spot("a.rifleman_1", at(20, 6)), "go on")
    assert isinstance(request, PickSome)
    assert (request.player, request.purpose, request.items, request.most) == ("Bea", "react", ("b.rifleman_1",), 1)
    assert session.state.fired_at == "a.rifleman_1"
    point = ask(session, ("b.rifleman_1",))
    assert isinstance(point, PickPoint)
    ((_, region),) = point.regions
    assert region.places is not None
    assert [region.places[0], region.places[-1]] == [
        pytest.approx((inches(10) + 1.0, inches(6))),
        pytest.approx(at(20, 6)),
    ]
    assert len(region.places) == 1 + math.ceil((254.0 - 1.0) / 6.35)
    ask(session, Spot("a.rifleman_1", region.places[20]))
    told = [one for one in session.events if isinstance(one, events.Attacks | events.Destroyed | events.Moves)]
    assert [type(one).__name__ for one in told] == ["Attacks", "Destroyed", "Moves"]
    gone = (region.places[20][0] - inches(10)) / 25.4
    assert told[-1] == events.Moves(("a.rifleman_1",), round(gone, 1), "move", stopped=True)
    assert events.PhaseEnds("Ada", "hurt") in session.events
    assert session.state.active == "Bea"
    assert "a.rifleman_1" not in session.table.models


def test_who_misses_is_spent() -> None:
    """RW-46: if a unit fires in reaction and misses, it is spent. The mover goes on to its end."""
    session = begin(WATCHED, rules(**OPEN, hit__on=6, dice__light=1))
    point: Any = ask(session, "move", Spot("a.rifleman_1", at(20, 6)), "go on", ("b.rifleman_1",))
    ask(session, Spot("a.rifleman_1", point.regions[0][1].places[0]))
    (shot,) = (one for one in session.events if isinstance(one, events.Attacks))
    assert (shot.unit, shot.target, shot.how, len(shot.dice), shot.cover, shot.hits) == (
        *("b.rifleman_1", "a.rifleman_1", "reaction", 1, False, 0),
    )
    assert session.state.units["b.rifleman_1"].spent
    assert place(session, "a.rifleman_1") == (20, 6)
    assert session.events[-1] == events.Moves(("a.rifleman_1",), 10.0, "move", stopped=False)


def test_a_group_moves_by_one_vector_with_an_option() -> None:
    """RW-36: with `group.path: same_vector`, the player chooses an end for the first unit only. The other units move by
    the same vector.
    """
    units = {"a.rifleman_1": {"at": [10, 6], "facing": 90}, "a.rifleman_2": {"at": [11.5, 7], "facing": 90}}
    session = begin(units, rules(**OPEN, group__path="same_vector"))
    request = ask(session, "group move", ("a.rifleman_1", "a.rifleman_2"))
    assert isinstance(request, PickPoint)
    assert [name for name, _ in request.regions] == ["a.rifleman_1"]
    ask(session, Spot("a.rifleman_1", at(13, 10)))
    assert (place(session, "a.rifleman_1"), place(session, "a.rifleman_2")) == ((13, 10), (14.5, 11))
    session = begin(units, rules(**OPEN))
    request = ask(session, "group move", ("a.rifleman_1", "a.rifleman_2"))
    assert isinstance(request, PlaceSome)
    assert (request.max_gap, request.pieces) == (inches(1), ("a.rifleman_1", "a.rifleman_2"))


@pytest.mark.parametrize(("far", "refused"), [(7.97, False), (8.01, True)])
def test_a_range_of_moves(far: float, refused: bool) -> None:
    """RW-31: with a range of 8 in, the centre of a base moves no farther, whatever the size of the base."""
    for name in ("a.rifleman_1", "a.ifv_1"):
        session = begin({name: {"at": [10, 10], "facing": 270}}, rules(**OPEN, move__range="8in"))
        request = ask(session, "move")
        assert (request.refusal(Spot(name, at(10 + far, 10))) is not None) is refused


def test_across_a_hedge() -> None:
    """RW-12: a unit in contact with a hedge crosses it to the place opposite. The player may then turn the unit."""
    session = begin({"a.rifleman_1": {"at": [5, 18.99], "facing": 270}}, rules(**WOOD))
    request = ask(session, "cross")
    if request.purpose == "cross":
        request = ask(session, "hedge")
    assert request.purpose == "look at"
    assert place(session, "a.rifleman_1") == (5, 21)
    assert session.events[-1] == events.Moves(("a.rifleman_1",), 2.0, "cross", stopped=False)


def test_getting_on_and_off_a_transport() -> None:
    """RW-81: a unit whose move ends at the Transport may board. A unit that gets off has the Transport's facing."""
    units = {"a.ifv_1": {"at": [18, 12], "facing": 30}, "a.rifleman_1": {"at": [10, 12], "facing": 270}}
    session = begin(units, rules(**OPEN))
    request = ask(session, "move", "a.rifleman_1", Spot("a.rifleman_1", at(18 - 1.75, 12)))
    assert isinstance(request, PickSome)
    assert (request.purpose, request.items, request.weights, request.budget) == ("board", ("a.rifleman_1",), (1,), 6)
    ask(session, ("a.rifleman_1",))
    assert "a.rifleman_1" not in session.table.models
    assert session.state.units["a.rifleman_1"].aboard == "a.ifv_1"
    assert session.events[-1] == events.Boards("a.rifleman_1", "a.ifv_1")
    request = ask(session, "move", "a.rifleman_1", Spot("a.rifleman_1", at(18, 20)))
    assert request.purpose == "look at"
    assert session.state.units["a.rifleman_1"].aboard is None
    assert events.GetsOff("a.rifleman_1", "a.ifv_1") in session.events
    assert place(session, "a.rifleman_1") == (18, 20)
    assert session.table.models["a.rifleman_1"].heading == pytest.approx(math.radians(30))
    out = 8 - 1.75 - 0.25 / 25.4
    assert session.events[-1] == events.Moves(("a.rifleman_1",), round(out, 1), "move", stopped=False)
