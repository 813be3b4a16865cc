"""Reaction fire at groups and by several players in a battle of RiftWar, request by request (RW-40 to RW-48)."""

from typing import Any, Final

import pytest
from riftwar_rules import ARMIES, OPEN, ask, place, rules, session_at

from riotsim.games.riftwar import events
from riotsim.games.riftwar.state import State
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import Choose, PickPiece, PickPoint, Spot
from riotsim.play.session.session import Session
from riotsim.table.poses import Point
from riotsim.table.units import inches

Units = dict[str, dict[str, Any]]

MISSES: Final[dict[str, Any]] = {**OPEN, "hit__on": 6, "dice__light": 1}
"""Riflemen have one die, which hits with a 6. With the seed of these battles, the first shots miss."""

HITS: Final[dict[str, Any]] = {**OPEN, "hit__on": 2, "dice__light": 6}
"""Riflemen have six dice, which hit with 2 to 6: three hits kill."""

GROUP: Final[Units] = {
    "a.rifleman_1": {"at": [6, 10], "facing": 90},
    "a.rifleman_2": {"at": [6, 12], "facing": 90},
    "b.rifleman_1": {"at": [18, 26], "facing": 270},
    "b.rifleman_2": {"at": [22, 26], "facing": 270},
}


def at(x: float, y: float) -> Point:
    """Return a place in inches."""
    return (inches(x), inches(y))


def moving(units: Units = GROUP, **options: Any) -> Session[State]:
    """Begin a battle in which Ada has announced a move of 16 in for her two riflemen, and has chosen to go on."""
    session = session_at(units, rules(**options), armies=ARMIES)
    ends = (Spot("a.rifleman_1", at(22, 10)), Spot("a.rifleman_2", at(22, 12)))
    ask(session, "group move", ("a.rifleman_1", "a.rifleman_2"), ends, "go on")
    return session


def shots(session: Session[State]) -> list[tuple[str, str, str, int]]:
    """Return the shots of a battle: shooter, target, kind, and number of dice."""
    found = [one for one in session.events if isinstance(one, events.Attacks)]
    return [(one.unit, one.target, one.how, len(one.dice)) for one in found]


def fired_at(session: Session[State], share: int) -> tuple[float, float]:
    """Fire at a group at one of the offered points, counted from 0, and return that point in inches."""
    (request,) = session.pending
    assert isinstance(request, PickPoint)
    assert (request.player, request.purpose) == ("Bea", "fire at")
    ((name, region),) = request.regions
    assert name == "a.rifleman_1"
    assert region.places is not None
    ask(session, Spot(name, region.places[share]))
    return (region.places[share][0] / 25.4, region.places[share][1] / 25.4)


def test_a_group_that_nobody_fires_at() -> None:
    """RW-43: if the player who may react holds fire, the moving group goes to its end."""
    session = moving(**MISSES)
    (request,) = session.pending
    assert isinstance(request, Choose)
    assert (request.player, request.purpose, request.options) == ("Bea", "react", ("hold fire", "fire"))
    assert ask(session, "hold fire").purpose == "turn the group"
    assert (place(session, "a.rifleman_1"), place(session, "a.rifleman_2")) == ((22, 10), (22, 12))
    assert shots(session) == []
    assert session.events[-1] == events.Moves(("a.rifleman_1", "a.rifleman_2"), 16.0, "move", stopped=False)


def test_misses_at_a_group() -> None:
    """RW-43, RW-46: at each point of fire, the mover's player chooses the order of targets, and the other player the
    shooters. A unit that misses is spent, and the group goes on.
    """
    session = moving(**MISSES)
    ask(session, "fire")
    x, _ = fired_at(session, 20)
    (request,) = session.pending
    assert isinstance(request, Choose)
    assert (request.player, request.options) == ("Ada", ("as listed", "one by one"))
    assert (place(session, "a.rifleman_1"), place(session, "a.rifleman_2")) == ((x, 10), (x, 12))
    target = ask(session, "one by one")
    assert isinstance(target, PickPiece)
    assert (target.player, target.purpose, target.pieces) == ("Ada", "next target", ("a.rifleman_1", "a.rifleman_2"))
    shooter = ask(session, "a.rifleman_2")
    assert isinstance(shooter, PickSome)
    assert (shooter.player, shooter.items, shooter.most) == ("Bea", ("b.rifleman_1", "b.rifleman_2"), 1)
    assert session.state.fired_at == "a.rifleman_2"
    again = ask(session, ("b.rifleman_2",))
    assert isinstance(again, PickSome)
    assert (again.items, session.state.fired_at) == (("b.rifleman_1",), "a.rifleman_2")
    last = ask(session, ())
    assert isinstance(last, PickSome)
    assert (last.items, session.state.fired_at) == (("b.rifleman_1",), "a.rifleman_1")
    ask(session, ("b.rifleman_1",))
    assert shots(session) == [
        *(("b.rifleman_2", "a.rifleman_2", "reaction", 1), ("b.rifleman_1", "a.rifleman_1", "reaction", 1)),
    ]
    assert [session.state.units[f"b.rifleman_{k}"].spent for k in (1, 2)] == [True, True]
    assert session.pending[0].purpose == "turn the group"
    assert place(session, "a.rifleman_1") == (22, 10)


@pytest.mark.parametrize(("group", "again"), [("every_unit", True), ("once", False)])
def test_hits_at_a_group(group: str, again: bool) -> None:
    """RW-43 to RW-46: if a unit kills one target of a group, it may fire at the next one. An option allows only one
    shot. The group stops where it was hit, and the phase ends.
    """
    session = moving(**HITS, reaction__group=group)
    ask(session, "fire")
    x, _ = fired_at(session, 20)
    ask(session, "as listed", ("b.rifleman_1",))
    (request,) = session.pending
    assert isinstance(request, PickSome)
    assert request.items == (("b.rifleman_1", "b.rifleman_2") if again else ("b.rifleman_2",))
    assert ask(session, ()).purpose == "look at"  # who is left may still be turned
    ask(session, Spot("a.rifleman_2", at(22, 30)))
    assert shots(session) == [("b.rifleman_1", "a.rifleman_1", "reaction", 6)]
    assert not session.state.units["b.rifleman_1"].spent
    assert place(session, "a.rifleman_2") == (x, 12)
    told = [one for one in session.events if isinstance(one, events.Moves | events.PhaseEnds | events.Destroyed)]
    gone = events.Moves(("a.rifleman_1", "a.rifleman_2"), round(x - 6, 1), "move", stopped=True)
    assert told == [events.Destroyed("a.rifleman_1"), gone, events.PhaseEnds("Ada", "hurt")]


def test_the_first_hit_may_end_it_all() -> None:
    """RW-45: with `reaction.after_wound: stop`, a hit on one unit of a group ends all fire at the group."""
    session = moving(**HITS, reaction__after_wound="stop")
    ask(session, "fire")
    x, _ = fired_at(session, 20)
    assert ask(session, "as listed", ("b.rifleman_1",)).purpose == "look at"
    ask(session, Spot("a.rifleman_2", at(22, 30)))
    assert shots(session) == [("b.rifleman_1", "a.rifleman_1", "reaction", 6)]
    assert events.PhaseEnds("Ada", "hurt") in session.events
    assert events.Moves(("a.rifleman_1", "a.rifleman_2"), round(x - 6, 1), "move", stopped=True) in session.events


def test_units_may_react_together() -> None:
    """RW-47: with `reaction.coordinated`, several units of one class may fire at a mover together."""
    session = moving(**MISSES, reaction__coordinated=True)
    ask(session, "fire")
    fired_at(session, 20)
    request = ask(session, "as listed")
    assert isinstance(request, PickSome)
    assert (request.items, request.labels) == (("b.rifleman_1", "b.rifleman_2"), ("light", "light"))
    ask(session, ("b.rifleman_1", "b.rifleman_2"))
    assert [shot[:2] for shot in shots(session)] == [
        *(("b.rifleman_1", "a.rifleman_1"), ("b.rifleman_2", "a.rifleman_1")),
    ]


def test_only_dangers_that_are_pointed_out() -> None:
    """RW-40: with `reaction.list: player`, only units that the opponent has named are dangers. If the opponent names
    none, no unit is a danger.
    """
    units = {name: unit for name, unit in GROUP.items() if name != "a.rifleman_2"}
    for named in (("b.rifleman_2",), ()):
        session = session_at(units, rules(**MISSES, reaction__list="player"), armies=ARMIES)
        request = ask(session, "move", Spot("a.rifleman_1", at(22, 10)))
        assert isinstance(request, PickSome)
        assert (request.player, request.purpose, request.items) == (
            *("Bea", "point out dangers", ("b.rifleman_1", "b.rifleman_2")),
        )
        request_after = ask(session, named)
        assert {pair[0] for pair in session.state.dangers} == set(named)
        assert request_after.purpose == ("dangers" if named else "look at")


def test_shots_at_a_single_mover_come_in_order() -> None:
    """RW-42, RW-46: a second shot comes no earlier on the path than the first one. Units that have missed or declined
    don't fire again.
    """
    units = {name: unit for name, unit in GROUP.items() if name != "a.rifleman_2"}
    session = session_at(units, rules(**MISSES), armies=ARMIES)
    point: Any = ask(session, "move", Spot("a.rifleman_1", at(22, 10)), "go on", ("b.rifleman_2",))
    places = point.regions[0][1].places
    assert places[0] == pytest.approx((inches(6) + 1.0, inches(10)))
    shooter = ask(session, Spot("a.rifleman_1", places[30]))
    assert isinstance(shooter, PickSome)
    assert shooter.items == ("b.rifleman_1",)
    assert place(session, "a.rifleman_1") == (places[30][0] / 25.4, 10)
    later: Any = ask(session, ("b.rifleman_1",))
    rest = later.regions[0][1].places
    assert rest[0] == pytest.approx(places[30])
    assert rest[-1] == pytest.approx(at(22, 10))
    assert ask(session, Spot("a.rifleman_1", rest[-1])).purpose == "look at"
    assert [shot[:2] for shot in shots(session)] == [
        *(("b.rifleman_2", "a.rifleman_1"), ("b.rifleman_1", "a.rifleman_1")),
    ]
    assert session.events[-1] == events.Moves(("a.rifleman_1",), 16.0, "move", stopped=False)


def test_players_react_in_the_order_of_seats() -> None:
    """RW-48: the first player who is asked to react sits next after the active player. The others follow in the order
    of seats.
    """
    units: Units = {
        "a.rifleman_1": {"at": [18, 26], "facing": 270},
        "b.rifleman_1": {"at": [10, 8], "facing": 90},
        "c.rifleman_1": {"at": [26, 8], "facing": 90},
    }
    players = ("Ada", "Bea", "Cy")
    for active, order in (("Bea", ["Cy", "Ada"]), ("Ada", ["Bea", "Cy"]), ("Cy", ["Ada", "Bea"])):
        session = session_at(
            units, rules(**MISSES), players=players, armies=dict.fromkeys(players, "cold_war"), active=active
        )
        name = f"{'abc'[players.index(active)]}.rifleman_1"
        x, y = session.table.models[name].at
        ask(session, "move", Spot(name, (x, y + inches(4))), "go on")
        asked = []
        while session.pending[0].purpose == "react":
            asked.append(session.pending[0].player)
            ask(session, ())
        assert asked == order


def test_who_declined_is_asked_again_after_a_shot() -> None:
    """RW-42, RW-48: after each shot at a mover, the game asks all players again whether they react. Players who
    declined before the shot are asked too.
    """
    units: Units = {
        "a.rifleman_1": {"at": [18, 26], "facing": 270},
        "b.rifleman_1": {"at": [10, 8], "facing": 90},
        "c.rifleman_1": {"at": [26, 8], "facing": 90},
    }
    players = ("Ada", "Bea", "Cy")
    session = session_at(units, rules(**MISSES), players=players, armies=dict.fromkeys(players, "cold_war"))
    first = ask(session, "move", Spot("a.rifleman_1", at(18, 30)), "go on")
    assert (first.player, first.purpose) == ("Bea", "react")
    second = ask(session, ())
    assert (second.player, second.purpose) == ("Cy", "react")
    point: Any = ask(session, ("c.rifleman_1",))
    again = ask(session, Spot("a.rifleman_1", point.regions[0][1].places[0]))
    assert (again.player, again.purpose) == ("Bea", "react")
    assert ask(session, ()).purpose == "look at"


@pytest.mark.parametrize(("once", "again"), [(True, False), (False, True)])
def test_who_hits_may_fire_again(once: bool, again: bool) -> None:
    """RW-44, RW-46, RW-96: a pin doesn't stop a Relentless unit. The shooter of the pin may fire again in the same
    move, unless `reaction.once_a_move` is set.
    """
    units: Units = {"a.bug_1": {"at": [6, 10], "facing": 90}, "b.rifleman_1": {"at": [18, 26], "facing": 270}}
    book = rules(**OPEN, hit__on=2, dice__light=1, reaction__once_a_move=once)
    session = session_at(units, book, armies={"Ada": "biters", "Bea": "cold_war"})
    point: Any = ask(session, "move", Spot("a.bug_1", at(22, 10)), "go on", ("b.rifleman_1",))
    request = ask(session, Spot("a.bug_1", point.regions[0][1].places[5]))
    assert session.state.units["a.bug_1"].pinned
    assert not session.state.units["b.rifleman_1"].spent
    assert (request.player, request.purpose) == (("Bea", "react") if again else ("Ada", "look at"))
