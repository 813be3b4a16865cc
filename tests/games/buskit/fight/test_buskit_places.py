"""Models on the table: distances, sight, moves, cover to dodge to, and the set-up (BK-02, BK-41, BK-43, BK-63, BK-65).

Bases are 25 mm, which is 0.98 in.
"""

import math
from dataclasses import replace
from typing import Any

import pytest
from buskit_rules import answer, playing, rules, skirmish

from riotsim.games.buskit import events
from riotsim.games.buskit.chapters.cover import Sight
from riotsim.games.buskit.fight.field import (
    body,
    clearances,
    cover_places,
    distance_between,
    drop_prone,
    engaged_with,
    is_beside,
    is_engaged,
    lay,
    lines_between,
    move_region,
    put,
    sight_between,
)
from riotsim.games.buskit.fight.game import initial_state
from riotsim.games.buskit.fight.setup import (
    OUTSIDE,
    deployment_area,
    deployment_region,
    empty_table,
    incoming_models,
    model_of,
    next_to_set_up,
    set_up_model,
)
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.state import State
from riotsim.play.requests import Choose, PickPoint, Request, Spot
from riotsim.table.geometry.plan import rectangle
from riotsim.table.geometry.regions import OFF_TABLE
from riotsim.table.pieces import MODEL_HEIGHT, Figure, Model, Round
from riotsim.table.poses import Point
from riotsim.table.units import inches

THREE: dict[str, Any] = {
    "a.ines": {"at": [10, 10]}, "b.cole": {"at": [13, 14]}, "b.hired_hand_1": {"at": [11.98, 10]},
    "a.hired_hand_1": {"at": [10, 8.6]},
}  # fmt: skip
"""Ines of Ada, Cole 5 in from her, an opponent whose base is just less than 1 in away, and a friend beside her."""


def at(x: float, y: float) -> Point:
    """Return a point in mm."""
    return inches(x), inches(y)


def test_distances_are_between_bases() -> None:
    """BK-43, BK-51: a distance is measured between the edges of bases. It is 0 for bases that overlap."""
    game = skirmish(THREE)
    assert distance_between(game.table, "a.ines", "b.cole") == pytest.approx(inches(5) - 25.0)
    game.table = game.table.with_pieces(replace(game.table.models["b.cole"], at=at(10.2, 10)))
    assert distance_between(game.table, "a.ines", "b.cole") == 0.0


@pytest.mark.parametrize(
    ("far", "within", "engaged"), [(1.97, "1in", True), (2.0, "1in", False), (2.9, "2in", True), (3.0, "2in", False)]
)
def test_opponents_are_engaged_within_a_distance(far: float, within: str, engaged: bool) -> None:
    """BK-43: opponents are engaged up to the distance of the rules, measured from base to base."""
    game = skirmish({"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10 + far, 10]}}, melee__within=within)
    ines, cole = game.fighter("a.ines"), game.fighter("b.cole")
    assert is_engaged(game, ines, cole) is is_engaged(game, cole, ines) is engaged
    assert engaged_with(game, ines) == ((cole,) if engaged else ())


def test_only_conscious_opponents_are_engaged() -> None:
    """BK-43: friends aren't engaged, nor is anybody who is out on either side."""
    game = skirmish(THREE)
    ines, foe, friend = (game.fighter(name) for name in ("a.ines", "b.hired_hand_1", "a.hired_hand_1"))
    assert engaged_with(game, ines) == (foe,)
    assert not is_engaged(game, ines, friend)
    out = replace(foe, condition="out")
    assert not is_engaged(game, ines, out)
    assert not is_engaged(game, out, ines)


@pytest.mark.parametrize(("far", "beside"), [(0.0, True), (1.45, True), (1.5, False)])
def test_who_is_beside_a_place(far: float, beside: bool) -> None:
    """BK-42: the place of a task is beside a fighter whose base is within 1 in of it."""
    assert is_beside(skirmish(THREE), "a.ines", at(10, 10 + far)) is beside


def test_the_body_of_a_fighter() -> None:
    """BK-51: for lines of sight, a standing model is 1.25 in high and a prone one 0.4 in. This also holds for places to
    which a model might move.
    """
    game = skirmish(THREE)
    ines = game.fighter("a.ines")
    found = body(game, ines)
    assert (found.name, found.at, found.radius, found.height) == ("a.ines", at(10, 10), 12.5, inches(1.25))
    there = body(game, replace(ines, prone=True), at(3, 4))
    assert (there.name, there.at, there.radius, there.height) == ("a.ines", at(3, 4), 12.5, inches(0.4))


WALL: dict[str, Any] = {"table__terrain": [{"piece": "wall", "at": ["10in", "12in"]}]}
HEIGHTS = 0.0, 0.0, 0.0, 0.5, 0.5, 0.5, 1.0, 1.0, 1.0
"""Heights of the ends of the nine lines of sight, as shares of the height of the target."""

HEDGE: dict[str, Any] = {"table__terrain": [{"piece": "hedge", "at": ["10in", "12in"]}]}
BEHIND: dict[str, Any] = {"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 14], "prone": True}}


def test_sight_without_and_with_terrain() -> None:
    """BK-63: on an open table no line is shut. A prone target behind a wall isn't seen, and a hedge lets shots through.
    From a place beside the wall, all of the target is seen.
    """
    game = skirmish(BEHIND)
    assert sight_between(game, game.fighter("a.ines"), game.fighter("b.cole")) == Sight(0, 0)
    for options, blocked in ((WALL, 9), (HEDGE, 0)):
        game = skirmish(BEHIND, **options)
        ines, cole = game.fighter("a.ines"), game.fighter("b.cole")
        assert sight_between(game, ines, cole) == Sight(9, blocked)
        assert sight_between(game, ines, cole, at(20, 10)) == Sight(0, 0)
        lines = lines_between(game, ines, cole)
        assert [line[2] for line in lines] == [False] * 9
        assert {line[0] for line in lines} == {(*at(10, 10), inches(1.25))}
        assert [line[1][2] for line in lines] == pytest.approx([share * inches(0.4) for share in HEIGHTS])
        assert [line[2] for line in lines_between(game, ines, replace(cole, prone=False))] != [False] * 9


def test_where_a_fighter_may_move() -> None:
    """BK-41: a fighter may move up to 6 in from the middle of its model. The place must be on the table and clear of
    other models, even of those that lie.
    """
    game = skirmish({**THREE, "b.hired_hand_2": {"at": [5, 10], "wounds": 0}})
    region = move_region(game, game.fighter("a.ines"))
    assert region is not None
    assert region.refusal(at(10, 15.99)) is None
    assert region.refusal(at(10, 16.02)) is not None
    assert region.refusal(at(10, 10)) is None
    blocked = "b.hired_hand_2 is in the way"
    assert [region.refusal(spot) for spot in (at(5, 10), at(5.9, 10))] == [blocked, blocked]
    assert region.refusal(at(6.1, 10)) is None
    assert [clear.distance for clear in clearances(game, game.fighter("a.ines"))] == [0.0] * 4
    near = skirmish({"a.ines": {"at": [0.8, 10]}, "b.cole": {"at": [20, 20]}})
    edge = move_region(near, near.fighter("a.ines"))
    assert edge is not None
    assert edge.refusal(at(0.4, 10)) == OFF_TABLE


@pytest.mark.parametrize(("move", "moves"), [("12mm", False), ("13mm", False), ("13.1mm", True)])
def test_moves_too_short_to_matter_are_none(move: str, moves: bool) -> None:
    """BK-41: a fighter can't move if its greatest move is no longer than 13 mm: half a base (12.5 mm) and the gap
    between models in contact (0.5 mm).
    """
    game = skirmish(THREE, move__distance=move)
    assert (move_region(game, game.fighter("a.ines")) is not None) is moves


def put_down(game: Skirmish, spot: Point, how: str) -> Any:
    """Return the part of the rules that moves Ines to a place."""
    return put(game, "a.ines", spot, how)


def test_a_move_turns_the_model_and_is_told_in_inches() -> None:
    """BK-41: the model looks in the direction of its move, and the move is told to a tenth of an inch."""
    turned = {**THREE, "a.ines": {"at": [10, 10], "facing": 30}}
    session, _, _ = playing(lambda game: put_down(game, at(8, 10 + 2 * math.sqrt(3)), "run"), turned)
    model = session.table.models["a.ines"]
    assert model.at == pytest.approx(at(8, 10 + 2 * math.sqrt(3)))
    assert math.degrees(model.heading) == pytest.approx(120.0)
    assert session.events == [events.Moves("a.ines", 4.0, "run")]


@pytest.mark.parametrize(("far", "moved"), [(0.04, False), (0.06, True)])
def test_a_move_of_no_length_leaves_the_model(far: float, moved: bool) -> None:
    """BK-41: if a model is put down less than 0.05 mm away, it stays exactly where it stood."""
    session, _, _ = playing(lambda game: put_down(game, (inches(10) + far, inches(10)), "move"), THREE)
    assert (session.table.models["a.ines"].at != at(10, 10)) is moved
    assert session.events == [events.Moves("a.ines", 0.0, "move")]


@pytest.mark.parametrize(
    ("before", "under_fire", "flinched"),
    [(False, False, False), (False, True, True), (True, False, True), (True, True, True)],
)
def test_dropping_prone_lays_the_model_down(before: bool, under_fire: bool, flinched: bool) -> None:
    """BK-64: a fighter who drops prone under fire has a penalty on its next action. An earlier penalty stays if the
    fighter drops prone again.
    """
    game = skirmish(THREE)
    start = game.change("a.ines", flinched=before)
    drop_prone(game, "a.ines", under_fire=under_fire)
    assert game.fighter("a.ines") == replace(start, prone=True, flinched=flinched)
    assert game.table.models["a.ines"].fallen
    assert game.play.events[-1] == events.DropsProne("a.ines", under_fire)
    lay(game, "a.ines", down=False)
    assert not game.table.models["a.ines"].fallen


def hut(x: float, y: float, turn: float = 0.0) -> dict[str, object]:
    """Return a hut, 4 in long and 3 in wide, in the table section of the rules."""
    return {"piece": "hut", "at": [f"{x}in", f"{y}in"], "turn": f"{turn}deg"}


def hiding(*terrain: dict[str, object], **options: Any) -> tuple[Skirmish, tuple[Point, ...]]:
    """Return a fight in which Cole at (10, 3) shoots at Ines at (10, 10), and the places where she may hide."""
    game = skirmish({"b.cole": {"at": [10, 3]}, "a.ines": {"at": [10, 10]}}, table__terrain=list(terrain), **options)
    return game, cover_places(game, game.fighter("a.ines"), game.fighter("b.cole"))


def test_places_to_hide_are_behind_the_nearest_cover() -> None:
    """BK-65: a fighter can hide behind the nearest piece of terrain that hides at least half of the model. The places
    are within one move, 1 mm from its sides. No place is behind a piece farther away.
    """
    game, found = hiding(hut(14, 10, 90), hut(5, 10))
    assert found
    box = rectangle(at(14, 10), inches(4), inches(3), math.radians(90)).bounds()
    for x, y in found:
        outside = max(box[0] - x, x - box[2], box[1] - y, y - box[3])
        assert outside == pytest.approx(13.5)  # half a base and 1 mm
        assert math.dist((x, y), at(10, 10)) <= inches(6)
        seen = sight_between(game, game.fighter("b.cole"), game.fighter("a.ines"), (x, y))
        assert seen.shut >= 5
    assert min(y for _, y in found) > inches(10)  # the hut is between Cole, at the front, and these places


def test_there_is_nowhere_to_hide_without_cover_in_reach() -> None:
    """BK-65: an open table has no place to hide. There is none either if the terrain, or each place behind it, is
    farther than a move.
    """
    assert hiding()[1] == ()
    assert hiding(hut(22, 10))[1] == ()
    assert hiding(hut(14, 10), move__distance="2in")[1] == ()
    assert hiding(hut(15, 10), move__distance="9in")[1] != ()


def test_a_place_that_is_taken_is_no_place_to_hide() -> None:
    """BK-65: a place where another model stands is no place to hide."""
    free = hiding(hut(14, 10))[1]
    fighters = {
        "b.cole": {"at": [10, 3]}, "a.ines": {"at": [10, 10]},
        "a.hired_hand_1": {"at": [free[0][0] / 25.4, free[0][1] / 25.4]},
    }  # fmt: skip
    game = skirmish(fighters, table__terrain=[hut(14, 10)])
    left = cover_places(game, game.fighter("a.ines"), game.fighter("b.cole"))
    assert set(left) < set(free)
    assert free[0] not in left


def test_the_table_has_the_terrain_of_the_rules() -> None:
    """BK-02, BK-04: the table has the terrain of the rules, each piece named by its kind and number. The tray has a
    rack.
    """
    table = empty_table(rules(table__terrain=[hut(14, 10, 30), {"piece": "wall", "at": ["4in", "5in"]}]))
    pieces: list[Any] = [
        (name, one.at, round(math.degrees(one.heading)), one.name) for name, one in table.terrain.items()
    ]
    assert pieces == [
        ("hut1", pytest.approx(at(14, 10)), 30, "hut"), ("wall2", pytest.approx(at(4, 5)), 0, "wall"),
    ]  # fmt: skip
    assert table.tray is not None
    assert table.tray.rack == inches(3)


@pytest.mark.parametrize(
    ("changes", "fallen"), [({}, False), ({"prone": True}, True), ({"condition": "out"}, True), ({"wounds": 1}, False)]
)
def test_the_model_of_a_fighter(changes: dict[str, Any], fallen: bool) -> None:
    """BK-02, BK-74: a model has a base of 25 mm and the figure of its fighter. A fighter who is prone or out lies."""
    game = skirmish(THREE)
    who = game.fighter("a.ines")
    shown = replace(who, character=replace(who.character, miniature="ruffian.glb"), **changes)
    figure = Figure("ruffian.glb", "", MODEL_HEIGHT)
    assert model_of(game.rules, shown, at(3, 4), 1.5) == Model(
        "a.ines", "Ada", at(3, 4), Round(25.0), 1.5, fallen=fallen, kind="ines", figure=figure
    )
    bare = replace(who, character=replace(who.character, miniature=""))
    assert model_of(game.rules, bare, at(3, 4)).figure is None


@pytest.mark.parametrize(
    ("sides", "side", "bounds"),
    [
        (2, 0, (0, 0, 36, 5)),
        (2, 1, (0, 19, 36, 24)),
        (3, 0, (0, 0, 5, 5)),
        (3, 1, (31, 19, 36, 24)),
        (3, 2, (31, 0, 36, 5)),
        (4, 3, (0, 19, 5, 24)),
    ],
)
def test_the_area_of_a_side(sides: int, side: int, bounds: tuple[int, ...]) -> None:
    """BK-02: of two sides, each has the front or the back edge of the table. Three or four sides have a corner each."""
    area = deployment_area(rules(sides=sides, deployment__depth="5in"), side)
    assert area.bounds() == pytest.approx(tuple(inches(one) for one in bounds))


def test_a_model_is_set_up_with_its_whole_base_in_its_area() -> None:
    """BK-02: a base of 0.98 in may touch the inner border of an area 4 in deep, at 3.5 in, but not go beyond it."""
    game = skirmish(THREE)
    region = deployment_region(game, game.fighter("a.ines"))
    assert [region.refusal(at(20, y)) for y in (0.5, 2, 3.5)] == [None, None, None]
    assert region.refusal(at(20, 3.53)) == OUTSIDE
    assert region.refusal(at(20, 21)) == OUTSIDE
    other = deployment_region(game, game.fighter("b.cole"))
    assert [other.refusal(at(20, y)) for y in (20.5, 23, 23.5)] == [None, None, None]
    assert other.refusal(at(20, 20.47)) == OUTSIDE


def test_a_corner_limits_places_on_both_of_its_sides() -> None:
    """BK-02: the second of three sides has the corner at the back on the right of the table, 36 by 24 in."""
    game = skirmish(THREE)
    game.rules = rules(sides=3, table__terrain=[])
    region = deployment_region(game, game.fighter("b.cole"))
    assert [region.refusal(at(*spot)) for spot in ((32.5, 22), (34, 20.5), (35.4, 22))] == [None] * 3
    assert [region.refusal(at(*spot)) for spot in ((32.47, 22), (34, 20.47), (20, 22), (34, 12))] == [OUTSIDE] * 4


def test_a_side_without_room_may_stand_anywhere() -> None:
    """BK-02: if terrain fills the area of a side, that side may set up at any free place of the table."""
    full = {"table__terrain": [{"piece": "hut", "at": ["18in", "2in"]}], "scenery__hut__box": ["36in", "4in", "1in"]}
    game = skirmish({"a.ines": {"at": [10, 10]}, "b.cole": {"at": [13, 14]}}, **full)
    region = deployment_region(game, game.fighter("a.ines"))
    assert region.refusal(at(20, 12)) is None
    assert region.refusal(at(20, 2)) is not None


def beginning(*sides: str, **options: Any) -> State:
    """Return a game that begins, with players named after their sides."""
    names = tuple(side.title() for side in sides)
    return initial_state(rules(**options), names, dict(zip(names, sides, strict=True)), {})


def test_the_next_to_set_up_has_the_fewest_models() -> None:
    """BK-02: sides take turns to set up a model. A side that has set up all its models is passed over."""
    state = beginning("ines", "cole")
    order = []
    for _ in range(6):
        player = next_to_set_up(state)
        order.append(player)
        one = next(fighter for fighter in state.side(player) if not fighter.placed)
        state.fighters[one.id] = replace(one, placed=True)
    assert order == ["Ines", "Cole"] * 3
    uneven = beginning("hired_hand", "cole")  # four hired hands
    for name in [name for name in uneven.fighters if name.startswith("b.")]:
        uneven.fighters[name] = replace(uneven.fighters[name], placed=True)
    assert next_to_set_up(uneven) == "Hired_Hand"


@pytest.mark.parametrize(("surprise", "phase"), [(None, "round"), (2, "surprise")])
def test_the_set_up_of_the_last_model(surprise: int | None, phase: str) -> None:
    """BK-02, BK-46: a model that is set up looks at the middle of the table. After the last one, the first round or the
    actions by surprise begin.
    """

    async def sets_up(game: Skirmish) -> None:
        game.state.phase = "set-up"
        game.change("b.cole", placed=False)
        await set_up_model(game)

    fighters = {"a.ines": {"at": [10, 10]}, "b.cole": {"at": [30, 2]}}
    options = {} if surprise is None else {"scenario__surprise": surprise}
    session, _, _ = playing(sets_up, fighters, **options)
    (request,) = session.pending
    assert isinstance(request, PickPoint)
    assert (request.player, request.purpose, [name for name, _ in request.regions]) == ("Bea", "set up", ["b.cole"])
    answer(session, Spot("b.cole", at(27, 21)))
    model = session.table.models["b.cole"]
    assert model.at == at(27, 21)
    assert math.degrees(model.heading) == pytest.approx(-135.0)
    assert session.state.fighters["b.cole"].placed
    assert session.state.phase == phase
    assert session.events == [events.SetsUp("Bea", "b.cole")]


def test_the_models_that_may_be_set_up_are_known() -> None:
    """BK-02: the window shows the models that a player may set up. For other questions it shows none."""
    state, book = beginning("ines", "cole"), rules()
    game = skirmish(THREE)
    region = deployment_region(game, game.fighter("a.ines"))
    two: Request[Any] = PickPoint("Ines", "set up", (("a.ines", region), ("a.hired_hand_1", region)))
    found = incoming_models(book, state, two)
    assert {name: (one.owner, one.kind) for name, one in found.items()} == {
        "a.ines": ("Ines", "ines"), "a.hired_hand_1": ("Ines", "hired_hand_1"),
    }  # fmt: skip
    others: list[Request[Any]] = [
        PickPoint("Ines", "move", (("a.ines", region),)),
        Choose("Ines", "set up", ("a", "b")),
    ]
    assert [incoming_models(book, state, other) for other in others] == [{}, {}]
