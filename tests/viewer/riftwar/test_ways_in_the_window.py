"""Moves that something blocks: the window shows where they end, and says what is in the way."""

import math
from random import Random
from typing import Any, Final

import pytest
from riftwar_rules import ask, rules, session_at

from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.field import first_boundary, first_stop, map_of, stand_of, stands, straight_ways
from riotsim.games.riftwar.battle.game import dice_of
from riotsim.games.riftwar.battle.moves.moving import group_region
from riotsim.games.riftwar.map import ways
from riotsim.games.riftwar.show import standing
from riotsim.games.riftwar.show.offers import offers
from riotsim.games.riftwar.show.reasons import reason
from riotsim.games.riftwar.state import Plan, State
from riotsim.play.displays import GameStatus
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.requests import PickPoint, Request, Spot
from riotsim.play.session.session import Session
from riotsim.table.geometry.straight import LEAST_MOVE
from riotsim.table.poses import Point
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.input.interactions.place import ALLOWED, REFUSED, PlaceInteraction
from riotsim.viewer.input.interactions.place_some import PlaceSomeInteraction
from riotsim.viewer.scene.marks import Area, Ghost, Path, Ring

CROWD: Final[dict[str, dict[str, Any]]] = {
    "a.gladiator_1": {"at": [18, 10], "facing": 90},
    **{
        f"a.gladiator_{k + 2}": {"at": [18 + math.cos(k * math.pi / 3), 10 + math.sin(k * math.pi / 3)], "facing": 90}
        for k in range(6)
    },
    "a.gladiator_8": {"at": [10, 16], "facing": 90},
    "a.leader_1": {"at": [18, 16], "facing": 90},
    "b.bug_1": {"at": [18, 33], "facing": 270},
}
"""A Gladiator with others of its army close on all sides, a Leader in front of them, and one more beside him."""


NEIGHBOURS: Final = ((1, 0), (0.5, 0.87), (-0.5, 0.87), (-1, 0), (-0.5, -0.87), (0.5, -0.87))
"""The places of six equal discs around another, in diameters from its middle."""


def status(session: Session[State]) -> GameStatus:
    """Return what the window shows of a battle."""
    return standing.status(rules(layout="open", dice__by="stream"), session, 0.0)


def told(session: Session[State]) -> str:
    """Return the title of the question."""
    return reason(rules(layout="open", dice__by="stream"), session.state, session.pending[0]).title


def battle(session: Session[State]) -> Battle:
    """Return the battle of a session."""
    book = rules(layout="open", dice__by="stream")
    return Battle(session.play, book, dice_of(book))


def asked_to_move(*names: str, **options: Any) -> tuple[Session[State], Request[object]]:
    """Let Ada choose to move one unit or a group, and return what is asked then."""
    book = rules(layout="open", dice__by="stream", **options)
    session = session_at(CROWD, book, armies={"Ada": "legion", "Bea": "biters"})
    action, chosen = ("move", names[0]) if len(names) == 1 else ("group move", names)
    return session, ask(session, action, chosen)


def go_there(session: Session[State], answer: object) -> None:
    """Name where to move, and go on until the move is over, while nobody fires."""
    request = ask(session, answer)
    plain = {"dangers": "go on", "react": "hold fire"}
    while request.purpose in plain:
        request = ask(session, () if isinstance(request, PickSome) else plain[request.purpose])


def pointed(placing: PlaceInteraction, at: Point) -> tuple[Point, str]:
    """Point at a place, and return where the ghost stands and what the window says."""
    placing.moved(Pointer(at, None, 0.0))
    shown = placing.overlay()
    (ghost,) = (mark for mark in shown.marks if isinstance(mark, Ghost))
    return ghost.pose.at[:2], shown.hint


def test_a_unit_that_others_block_is_promised_no_move() -> None:
    """RW-34: if others block all ways of a unit, the list of units says so, and its area is empty. The window says
    what is in the way of the place pointed at, and a click there is no answer.
    """
    session, request = asked_to_move("a.gladiator_1")
    assert isinstance(request, PickPoint)
    ((_, region),) = request.regions
    far = [at for at in region.reached_points().tolist() if math.dist(at, session.table.models["a.gladiator_1"].at) > 3]
    assert far == []
    placing = PlaceInteraction(request, session.table.models)
    x, y = session.table.models["a.gladiator_2"].at
    at, said = pointed(placing, (x + 100.0, y))
    assert math.dist(at, session.table.models["a.gladiator_1"].at) < 1.0
    assert said == "Gladiator 2 is in the way: no move leads there"
    assert placing.released(Pointer((x + 100.0, y), None, 0.0)) is None
    session.undo()
    who = session.pending[0]
    texts = {offer.piece: offer.text for offer in offers(battle(session), who)}
    assert texts["a.gladiator_1"] == "Gladiator 1: all ways are shut"
    assert texts["a.gladiator_3"] == "Gladiator 3"


def test_a_unit_that_can_fly_away_is_not_shut_in() -> None:
    """RW-34, RW-97: if others stand close on all sides of a unit that can fly, the list doesn't call its ways shut."""
    book = rules(layout="open", dice__by="stream", traits__armored__flying=True)
    session = session_at(CROWD, book, armies={"Ada": "legion", "Bea": "biters"})
    who = ask(session, "move")
    texts = {offer.piece: offer.text for offer in offers(Battle(session.play, book, dice_of(book)), who)}
    assert texts["a.gladiator_1"] == "Gladiator 1"


def test_a_move_that_is_cut_short_is_shown_to_its_end() -> None:
    """RW-34: if another unit is in the way of a move, the window names it, and the move ends where the ghost stood.
    The area leaves out places behind the other unit.
    """
    session, request = asked_to_move("a.gladiator_8")
    assert isinstance(request, PickPoint)
    placing = PlaceInteraction(request, session.table.models)
    leader = session.table.models["a.leader_1"].at
    behind = (leader[0] + 200.0, leader[1])
    (area,) = (mark for mark in placing.overlay().marks if isinstance(mark, Area))
    reached = area.region.reached_points().tolist()
    assert min(math.dist(at, behind) for at in reached) > 10.0
    at, said = pointed(placing, behind)
    assert said.startswith("Leader 1 is in the way: the move ends after ")
    answer = placing.released(Pointer(behind, None, 0.0))
    go_there(session, answer)
    assert math.dist(session.table.models["a.gladiator_8"].at, at) < 0.1


def asked_for_contact(name: str) -> tuple[PickPoint, PlaceInteraction]:
    """Let Ada choose that a unit charges the Bug (the only enemy), and return the request for the place of contact."""
    book = rules(layout="open", dice__by="stream")
    session = session_at(CROWD, book, armies={"Ada": "legion", "Bea": "biters"})
    request = ask(session, "close combat", name)
    assert isinstance(request, PickPoint)
    return request, PlaceInteraction(request, session.table.models)


@pytest.mark.parametrize(
    ("name", "met", "reaches"),
    [
        pytest.param("a.gladiator_3", {"Leader 1", "Gladiator 4"}, False, id="own units in the way"),
        pytest.param("a.gladiator_8", {"Bug 1"}, True, id="only the target, which is to be met"),
    ],
)
def test_a_charge_shows_which_places_are_reached(name: str, met: set[str], *, reaches: bool) -> None:
    """RW-34, RW-70: if something is in the way to a place of a Close Combat Move, the place's mark is red. With the
    mouse there, the line is red too, and a hint says what is in the way. The place can still be chosen. The target is
    never in the way: for a place behind it, the ghost stands in contact with it.
    """
    request, placing = asked_for_contact(name)
    ((_, region),) = request.regions
    assert region.places is not None
    assert region.ways is not None
    ends = {at: region.ways.end(at) for at in region.places}
    assert {end.by.name for end in ends.values() if end is not None} == met
    blocked = {at: None if end is None or end.by.name == "Bug 1" else end for at, end in ends.items()}
    assert (None in blocked.values()) == reaches
    rings = {mark.at: mark.colour for mark in placing.overlay().marks if isinstance(mark, Ring)}
    assert rings == {at: ALLOWED if end is None else REFUSED for at, end in blocked.items()}
    for at, end in blocked.items():
        placing.moved(Pointer(at, None, 0.0))
        shown = placing.overlay()
        line, _ = (mark for mark in shown.marks if isinstance(mark, Path))
        assert (shown.hint, line.colour) == (("", ALLOWED) if end is None else (end.text, REFUSED))
        (ghost,) = (mark for mark in shown.marks if isinstance(mark, Ghost))
        assert math.dist(ghost.pose.at[:2], region.ways.reached(at)) < 1e-9
        assert placing.released(Pointer(at, None, 0.0)) == Spot(name, at)
    default = placing.default_answer()
    assert isinstance(default, Spot)
    assert blocked[default.at] is None or not reaches


BEYOND: Final[dict[str, dict[str, Any]]] = {
    "a.gladiator_1": {"at": [18, 10], "facing": 90},
    "a.gladiator_2": {"at": [4, 4], "facing": 90},
    **{f"a.gladiator_{k + 3}": {"at": [4 + 1.05 * x, 4 + 1.05 * y]} for k, (x, y) in enumerate(NEIGHBOURS)},
    "a.leader_1": {"at": [18, 22], "facing": 90},
    "b.bug_1": {"at": [18, 25], "facing": 270},
    "b.bug_2": {"at": [26, 33], "facing": 270},
    "b.bug_3": {"at": [10, 30], "facing": 270},
}
"""A Gladiator with a Leader before Bug 1, and a Gladiator whose own army stands close on all sides of him."""


def test_who_can_be_charged_is_told_with_what_is_in_the_way() -> None:
    """RW-34, RW-70: for each enemy that a unit may charge, the list tells the length of the move and what is in the
    way. Enemies that the unit reaches come first, the nearest at the top. The list of units tells which of them reach
    no enemy. The window marks the charging unit, and by default moves it to the place nearest in a straight line.
    """
    session = session_at(BEYOND, rules(layout="open", dice__by="stream"), armies={"Ada": "legion", "Bea": "biters"})
    who = ask(session, "close combat")
    texts = {offer.piece: offer.text for offer in offers(battle(session), who)}
    assert texts["a.gladiator_1"] == "Gladiator 1"
    assert texts["a.gladiator_2"] == "Gladiator 2: reaches no enemy in a straight line"
    whom = ask(session, "a.gladiator_1")
    assert [offer.text for offer in offers(battle(session), whom)] == [
        "Bug 3: 20.5 in",
        "Bug 2: 23.3 in",
        "Bug 1: 14.0 in, stays short: Leader 1 is in the way",
    ]
    assert status(session).acting == "a.gladiator_1"
    assert told(session) == "Whom does Gladiator 1 charge?"
    request = ask(session, "b.bug_3")
    assert isinstance(request, PickPoint)
    assert status(session).acting == "a.gladiator_1"
    assert told(session) == "Where does Gladiator 1 make contact?"
    answer = PlaceInteraction(request, session.table.models).default_answer()
    assert isinstance(answer, Spot)
    start, target = session.table.models["a.gladiator_1"].at, session.table.models["b.bug_3"].at
    assert abs(math.dist(start, answer.at) + math.dist(answer.at, target) - math.dist(start, target)) < 0.1
    go_there(session, answer)
    assert session.state.units["a.gladiator_1"].fray is not None


def test_whom_a_group_can_charge_leaves_out_the_group() -> None:
    """RW-36, RW-70: if a group charges, the list of its targets doesn't count its own units as in the way."""
    session = session_at(
        {**CROWD, "b.bug_2": {"at": [18, 34.5]}},
        rules(layout="open", dice__by="stream"),
        armies={"Ada": "legion", "Bea": "biters"},
    )
    who = ask(session, "group close combat", ("a.gladiator_1", "a.gladiator_2", "a.gladiator_3", "a.gladiator_4"))
    texts = {offer.piece: offer.text for offer in offers(battle(session), who)}
    assert set(texts) == {"a.gladiator_1", "a.gladiator_2", "a.gladiator_3", "a.gladiator_4"}
    assert texts["a.gladiator_2"] == "Gladiator 2"
    assert texts["a.gladiator_3"] == "Gladiator 3: reaches no enemy in a straight line"
    whom = ask(session, "a.gladiator_2")
    assert [offer.text for offer in offers(battle(session), whom)] == [
        "Bug 1: 23.0 in",
        "Bug 2: 24.5 in",
    ]


def test_a_charge_that_is_shut_in_can_be_chosen() -> None:
    """RW-70: if a charging unit can reach no place, the window says so, but still accepts a click on any place."""
    request, placing = asked_for_contact("a.gladiator_1")
    ((name, region),) = request.regions
    assert region.places
    for at in region.places:
        placing.moved(Pointer(at, None, 0.0))
        assert placing.overlay().hint.endswith(" is in the way: no move leads there")
        assert placing.released(Pointer(at, None, 0.0)) == Spot(name, at)


def test_a_group_whose_leader_is_shut_in_can_charge() -> None:
    """RW-36, RW-70: if a charging group's leader is shut in, the window still accepts what the rules allow."""
    book = rules(layout="open", dice__by="stream")
    session = session_at(CROWD, book, armies={"Ada": "legion", "Bea": "biters"})
    names = ("a.gladiator_1", "a.gladiator_3")
    request = ask(session, "group close combat", names, "a.gladiator_1")
    assert isinstance(request, PlaceSome)
    group = PlaceSomeInteraction(request, session.table.models)
    before = {name: session.table.models[name].at for name in names}
    places = dict(request.regions)["a.gladiator_1"].places
    assert places
    answers = []
    for x, y in places:
        by = (x - before["a.gladiator_1"][0], y - before["a.gladiator_1"][1])
        group.places = {name: (at[0] + by[0], at[1] + by[1]) for name, at in before.items()}
        assert group.is_ready == (request.refusal(group.answer) is None)
        answers.append(group.is_ready)
    assert any(answers)


def test_a_group_stands_where_all_stop() -> None:
    """RW-36: if one unit of a group is stopped, all ghosts stop there. The window names this unit and the obstacle."""
    session, request = asked_to_move("a.gladiator_2", "a.gladiator_3", "a.gladiator_4")
    assert isinstance(request, PlaceSome)
    group = PlaceSomeInteraction(request, session.table.models)
    before = {name: session.table.models[name].at for name in request.pieces}
    group.places = {name: (x, y + 250.0) for name, (x, y) in before.items()}
    assert group.is_ready
    shown = group.overlay()
    assert shown.hint.startswith("a.gladiator_3 meets Leader 1: the move ends after 4.3 in. ")
    ghosts = {mark.piece: mark.pose.at for mark in shown.marks if isinstance(mark, Ghost)}
    shifts = {round(at[1] - before[str(getattr(piece, "id", piece))][1], 1) for piece, at in ghosts.items()}
    assert len(shifts) == 1
    go_there(session, group.answer)
    assert abs(session.table.models["a.gladiator_2"].at[1] - before["a.gladiator_2"][1] - shifts.pop()) < 0.1


def test_a_flying_group_is_shown_over_what_stands() -> None:
    """RW-36, RW-97: if a group flies, the window shows it landing behind units in its way, and it lands there. If the
    group walks, it is stopped.
    """
    names = ("a.gladiator_2", "a.gladiator_3", "a.gladiator_4")
    for how in ("walk", "fly"):
        session, _ = asked_to_move(*names, traits__armored__flying=True)
        request = ask(session, how)
        assert isinstance(request, PlaceSome)
        group = PlaceSomeInteraction(request, session.table.models)
        before = {name: session.table.models[name].at for name in names}
        group.places = {name: (x, y + 250.0) for name, (x, y) in before.items()}
        assert group.is_ready
        assert (group.stopped() is None) == (how == "fly")
        go_there(session, group.answer)
        landed = all(math.dist(session.table.models[name].at, group.places[name]) < 0.1 for name in names)
        assert landed == (how == "fly")


def test_the_ways_shown_are_those_of_the_rules() -> None:
    """RW-32, RW-34: on a map with houses, woods and fields, a move ends in the window exactly where it ends by the
    rules. Moves of a base that is already over a border are not compared.
    """
    units = {f"a.gladiator_{k + 1}": {"at": [4 + 3.1 * (k % 10), 3 + 2.9 * (k // 10)]} for k in range(30)}
    book = rules(dice__by="stream")
    session = session_at({**units, "b.bug_1": {"at": [18, 34]}}, book, armies={"Ada": "legion", "Bea": "biters"})
    game, random, compared = Battle(session.play, book, dice_of(book)), Random(1), 0
    for unit in game.state.standing("Ada"):
        stand, own = stand_of(game, unit), straight_ways(game, unit, (unit.id,))
        assert own is not None
        for _ in range(40):
            to = (random.uniform(20.0, 890.0), random.uniform(20.0, 890.0))
            stop = ways.first_stop(map_of(game), stand, to, stands(game, (unit.id,)))
            border = ways.first_boundary(map_of(game), stand, to)
            if border is not None and border.near == 0.0:
                continue
            ends = ([] if stop is None else [stop.share]) + ([] if border is None else [border.near])
            found = own.end(to)
            assert (found is None) == (not ends)
            if found is not None:
                assert abs(found.share - min(ends)) * math.dist(stand.at, to) < 0.02
            compared += 1
    assert compared > 1000


def test_the_ghosts_of_a_group_stand_where_the_rules_end_its_move() -> None:
    """RW-32, RW-36: on a map with houses, woods and fields, the window stops a group exactly where the rules do. If a
    unit's base is already over a border, the group can't cross this border, and the window doesn't send such a move.
    """
    units = {f"a.gladiator_{k + 1}": {"at": [4 + 3.1 * (k % 10), 3 + 2.9 * (k // 10)]} for k in range(30)}
    book = rules(dice__by="stream", group__within="3in")
    session = session_at({**units, "b.bug_1": {"at": [18, 34]}}, book, armies={"Ada": "legion", "Bea": "biters"})
    game, random, shut = Battle(session.play, book, dice_of(book)), Random(2), 0
    for _ in range(150):
        first = random.randrange(28)
        names = tuple(f"a.gladiator_{k + 1}" for k in range(first, first + 2))
        regions = tuple((name, group_region(game, game.unit(name), names, flying=False)) for name in names)
        group = PlaceSomeInteraction(PlaceSome("Ada", "move", regions), session.table.models)
        starts = tuple(group.places.values())
        if group.request.refusal(group.answer) is not None:
            continue  # they have been put where a house stands
        turn, far = random.uniform(0.0, math.tau), random.uniform(5.0, 200.0)
        group.places = {
            name: (x + far * math.cos(turn), y + far * math.sin(turn)) for name, (x, y) in group.places.items()
        }
        plan = Plan("move", names, starts, tuple(group.places.values()))
        stop, border = first_stop(game, plan), first_boundary(game, plan)
        ends = ([] if stop is None else [stop.share]) + ([] if border is None else [border.near])
        found = group.stopped()
        if group.request.refusal(group.answer) is not None:
            continue
        assert (found is None) == (not ends)
        if found is not None:
            assert abs(found.share - min(ends)) * far < 0.02
            assert group.is_ready == (found.length >= LEAST_MOVE)
            shut += border is not None and border.near == 0.0
    assert shut > 0


def test_a_group_that_turns_on_the_spot_has_a_button_for_it() -> None:
    """RW-33, RW-36: if a group stays where it stands, the window sends no move. A separate offer turns the group."""
    session, request = asked_to_move("a.gladiator_2", "a.gladiator_3", "a.gladiator_4")
    assert isinstance(request, PlaceSome)
    assert PlaceSomeInteraction(request, session.table.models).default_answer() is None
    (offer,) = offers(battle(session), session.pending[0])
    assert offer.text == "Turn where they stand"
    go_there(session, offer.answer)
    assert session.pending[0].purpose == "turn the group"
