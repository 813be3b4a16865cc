"""Which part of a table the camera shows for an act or a question."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.narration import Offer
from riotsim.play.requests import (
    AimThrow,
    Choose,
    PickPiece,
    PickPoint,
    PickWay,
    PlaceDie,
    Request,
    SetPace,
    Target,
    Way,
)
from riotsim.table.acts import Act, Carry, Displacement, Mark, Roll, Shift, Stack
from riotsim.table.geometry.patches import Patch
from riotsim.table.geometry.plan import disc, rectangle
from riotsim.table.geometry.regions import Region
from riotsim.table.pieces import Box, Die, Model, Terrain, Token
from riotsim.table.poses import Point, Pose, Vector
from riotsim.table.state import RACK_OFFSET, Table, Tray
from riotsim.testing.tables import STEADY_HAND, with_tower
from riotsim.viewer.input.attention import (
    View,
    asked_places,
    ends_of,
    first_view,
    is_board,
    is_for_towers,
    is_large,
    is_seen_whole,
    part_around,
    patch_bounds,
    usual_view,
    view_of,
    whole,
)

TRAY = Tray(200.0, 150.0, 40.0, (930.0, 40.0))

EMPTY = Table(900.0, 600.0)

WIDE = replace(EMPTY, tray=TRAY)
"""A large table with a tray."""

CROWDED = with_tower(
    with_tower(WIDE, 3, name="a1", at=(320.0, 300.0)), 2, name="b1", at=(600.0, 400.0), size=20.0
).with_pieces(
    Model("a1", "Ada", (300.0, 300.0), level=5.0),
    Model("c1", "Ada", (500.0, 200.0)),
    Die("d1", pose=Pose((450.0, 310.0, 8.0))),
    Die("d2", pose=Pose((1000.0, 100.0, 8.0))),
    Die("d3", pose=Pose((930.0, 190.0, 8.0))),
    Token("t1", Pose((700.0, 100.0, 1.5))),
)
"""The model a1 with a tower 48 mm high, a tower b1 40 mm high without a model, a model c1 without a tower, a die beside
them, two dice in the tray, and a token.
"""


def test_a_view_is_a_box_over_the_table() -> None:
    """A view has eight corners, and shows the points between its sides, the sides included."""
    view = View((10.0, 20.0), (110.0, 90.0), 30.0)
    assert view.corners == (
        (10.0, 20.0, 0.0), (10.0, 20.0, 30.0), (10.0, 90.0, 0.0), (10.0, 90.0, 30.0),
        (110.0, 20.0, 0.0), (110.0, 20.0, 30.0), (110.0, 90.0, 0.0), (110.0, 90.0, 30.0),
    )  # fmt: skip
    places: list[tuple[list[Point], bool]] = [
        ([], False),
        ([(10.0, 20.0), (110.0, 90.0)], True),
        ([(50.0, 50.0), (9.9, 50.0)], False),
        ([(110.1, 50.0)], False),
        ([(50.0, 19.9)], False),
        ([(50.0, 90.1)], False),
    ]
    assert [view.shows_all(some) for some, _ in places] == [shown for _, shown in places]
    assert [replace(view, kind=kind).is_tray for kind in ("first", "part", "tray", "close")] == [
        False, False, True, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("other", "inside"),
    [
        (View((10.0, 20.0), (110.0, 90.0), 30.0), True),
        (View((11.0, 21.0), (109.0, 89.0), 29.0), True),
        (View((9.0, 20.0), (110.0, 90.0), 30.0), False),
        (View((10.0, 19.0), (110.0, 90.0), 30.0), False),
        (View((10.0, 20.0), (111.0, 90.0), 30.0), False),
        (View((10.0, 20.0), (110.0, 91.0), 30.0), False),
        (View((10.0, 20.0), (110.0, 90.0), 31.0), False),
        (View((10.0, 20.0), (110.0, 90.0), 30.0, "close"), False),
    ],
)
def test_a_view_contains_another_of_its_kind(other: View, *, inside: bool) -> None:
    """A view contains another one if all sides and the height of the other view lie within it."""
    assert View((10.0, 20.0), (110.0, 90.0), 30.0).contains(other) == inside


@pytest.mark.parametrize(
    ("width", "kind", "at", "around"),
    [
        (84.0, "close", (40.0, 50.0), True),
        (85.0, "close", (40.0, 50.0), False),
        (84.0, "part", (40.0, 50.0), False),
        (84.0, "close", (95.0, 50.0), False),
    ],
)
def test_the_view_of_one_tower_is_small(width: float, kind: Any, at: Point, *, around: bool) -> None:
    """A close view of at most 84 mm that shows the foot of a tower is a view of this tower."""
    assert View((10.0, 20.0), (10.0 + width, 120.0), 30.0, kind).is_around(at) == around


def patch(x: float, y: float, width: float, depth: float) -> Patch:
    """Return a rectangle on the table."""
    return Patch(rectangle((x, y), width, depth), "#123456")


@pytest.mark.parametrize(
    ("table", "kinds"),
    [
        (Table(900.0, 600.0), (False, False, True, False)),
        (Table(700.0, 600.0, tray=TRAY), (True, False, False, False)),
        (Table(300.0, 700.0, tray=TRAY), (True, False, False, False)),
        (Table(699.0, 699.0, tray=TRAY), (False, False, False, False)),
        (Table(400.0, 300.0, patches=(patch(150.0, 100.0, 300.0, 200.0),)), (False, True, False, False)),
        (Table(400.0, 300.0, patches=(patch(150.0, 100.0, 299.0, 200.0),)), (False, False, True, False)),
        (Table(400.0, 300.0, patches=(patch(200.0, 200.0, 300.0, 100.0),)), (False, False, True, False)),
        (
            Table(400.0, 300.0, patches=(patch(60.0, 60.0, 20.0, 20.0), patch(350.0, 260.0, 40.0, 20.0))),
            (False, True, False, False),
        ),
        (Table(400.0, 300.0, patches=(patch(200.0, 150.0, 400.0, 300.0),), tray=TRAY), (False, False, False, True)),
        (Table(900.0, 300.0, patches=(patch(9.0, 9.0, 4.0, 3.0),), tray=TRAY), (True, False, False, True)),
    ],
)
def test_tables_are_of_four_kinds(table: Table, kinds: tuple[bool, ...]) -> None:
    """A table may count as large, as a board, as seen whole, or as a table for towers. Without a tray, it is a board
    if its patches span half of it.
    """
    assert (is_large(table), is_board(table), is_seen_whole(table), is_for_towers(table)) == kinds
    for piece in (Model("a1", "Ada", (9.0, 9.0)), Token("t1", Pose((9.0, 9.0, 1.0)))):
        assert not is_for_towers(table.with_pieces(piece))
    assert is_for_towers(table.with_pieces(Die("d1"))) == kinds[3]
    box = Terrain("w1", Box(10.0, 20.0, 30.0), (9.0, 9.0))
    assert not is_for_towers(replace(table, terrain={"w1": box}))


def test_the_bounds_of_patches_enclose_all_of_them() -> None:
    """The left, front, right and back bounds are the outermost edges of the patches."""
    assert patch_bounds((patch(60.0, 70.0, 20.0, 40.0), patch(350.0, 260.0, 40.0, 20.0))) == pytest.approx(
        (50.0, 50.0, 370.0, 270.0)
    )


@pytest.mark.parametrize(
    ("places", "side", "within", "low", "high"),
    [
        ([(300.0, 200.0)], 220.0, None, (190.0, 90.0), (410.0, 310.0)),
        ([(300.0, 200.0)], 0.0, None, (255.0, 155.0), (345.0, 245.0)),
        ([(50.0, 20.0)], 220.0, None, (0.0, 0.0), (220.0, 220.0)),
        ([(880.0, 590.0)], 220.0, None, (680.0, 380.0), (900.0, 600.0)),
        ([(100.0, 100.0), (800.0, 200.0)], 220.0, None, (55.0, 40.0), (845.0, 260.0)),
        ([(10.0, 10.0), (890.0, 590.0)], 220.0, None, (0.0, 0.0), (900.0, 600.0)),
        ([(120.0, 300.0)], 220.0, View((100.0, 50.0), (500.0, 400.0), 40.0), (100.0, 180.0), (320.0, 400.0)),
        ([(120.0, 300.0)], 900.0, View((100.0, 50.0), (500.0, 400.0), 40.0), (100.0, 50.0), (500.0, 400.0)),
    ],
)
def test_a_part_has_a_margin_and_stays_on_the_table(
    places: list[Point], side: float, within: View | None, low: Point, high: Point
) -> None:
    """The part of the table that is shown reaches 45 mm beyond the given places, and has a minimum side. If it would
    reach beyond the table or the given view, it is moved or cut.
    """
    assert part_around(WIDE, places, side, within) == View(low, high, 40.0)


def test_usual_views() -> None:
    """The usual view shows all of a large table, and the places of the towers on a table for towers. On any other table
    it is the first view.
    """
    assert usual_view(WIDE) == whole(WIDE) == View((0.0, 0.0), (900.0, 600.0), 0.0)
    assert usual_view(EMPTY) == first_view(EMPTY) == View((0.0, 0.0), (900.0, 600.0), 0.0, "first")
    asked: list[Vector] = [(1.0, 2.0, 3.0), (4.0, 5.0, 6.0), (1.0, 2.0, 3.0)]
    assert first_view(EMPTY, asked).asked == ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0))
    towers = Table(400.0, 300.0, tray=TRAY, patches=(patch(60.0, 70.0, 20.0, 40.0), patch(300.0, 200.0, 40.0, 20.0)))
    assert usual_view(towers) == View((48.0, 58.0), (312.0, 212.0), 60.0)


@pytest.mark.parametrize(("dice", "height"), [(1, 60.0), (3, 60.0), (4, 108.0), (6, 108.0), (7, 156.0)])
def test_the_height_in_view_grows_in_steps_with_the_towers(dice: int, height: float) -> None:
    """The view's height grows in steps of 48 mm while a tower grows by dice of 16 mm. It leaves 12 mm to spare."""
    table = Table(400.0, 300.0, tray=TRAY, patches=(patch(60.0, 70.0, 20.0, 40.0),))
    built = with_tower(with_tower(table, dice, name="x", at=(200.0, 30.0)), 1, name="y", at=(100.0, 250.0))
    assert view_of(built, None, (Choose("Ada", "act", ("a",)),)) == View((48.0, 18.0), (212.0, 262.0), height)
    pick = PickPiece("Ada", "die", ("z",))
    loose = built.with_pieces(Die("z", pose=Pose((350.0, 280.0, 8.0))))
    assert view_of(loose, None, (pick,)) == View((48.0, 18.0), (362.0, 292.0), height)


@pytest.mark.parametrize(
    ("piece", "ends"),
    [
        ("a1", ((300.0, 300.0, 5.0), (300.0, 300.0, 45.0), (320.0, 300.0, 0.0), (320.0, 300.0, 48.0))),
        ("b1", ((600.0, 400.0, 0.0), (600.0, 400.0, 40.0))),
        ("c1", ((500.0, 200.0, 0.0), (500.0, 200.0, 40.0))),
        ("d1", ((450.0, 310.0, 8.0),)),
        ("t1", ((700.0, 100.0, 1.5),)),
        ("z9", ()),
    ],
)
def test_the_ends_of_a_piece_are_its_foot_and_its_top(piece: str, ends: tuple[Vector, ...]) -> None:
    """A model and a tower have a foot and a top. A die and a token have only a middle."""
    assert ends_of(CROWDED, piece) == ends


SQUARES = Region(disc((0.0, 0.0), 10.0), 900.0, 600.0, places=((100.0, 50.0), (200.0, 150.0)))

SPOTS: tuple[Vector, ...] = ((100.0, 50.0, 0.0), (200.0, 150.0, 0.0))


@pytest.mark.parametrize(
    ("request_", "places"),
    [
        (PickPiece("Ada", "x", ("c1", "d1")), [ends_of(CROWDED, "c1"), ends_of(CROWDED, "d1")]),
        (PickSome("Ada", "x", ("d1", "t1")), [((450.0, 310.0, 8.0),), ((700.0, 100.0, 1.5),)]),
        (PickSome("Ada", "x", ("d1", "t1"), are_pieces=False), []),
        (PickPoint("Ada", "x", (("c1", SQUARES),)), [((500.0, 200.0, 0.0), (500.0, 200.0, 40.0)), SPOTS]),
        (PlaceSome("Ada", "x", (("d1", SQUARES), ("z9", SQUARES))), [((450.0, 310.0, 8.0),), SPOTS, (), SPOTS]),
        (
            PickPoint("Ada", "x", (("d1", replace(SQUARES, places=())),)),
            [((450.0, 310.0, 8.0),), ()],
        ),
        (
            PickWay("Ada", "x", "c1", (Way("d1", math.pi / 2, 70.0), Way("z9", 0.0, 30.0))),
            [
                ((500.0, 200.0, 0.0), (500.0, 200.0, 40.0)),
                ((500.0, pytest.approx(270.0), 0.0), (530.0, 200.0, 0.0)),
                ((450.0, 310.0, 8.0),),
                (),
            ],
        ),
        (PickWay("Ada", "x", "b1", (Way("d1", 0.0, 70.0),)), [ends_of(CROWDED, "b1"), ((450.0, 310.0, 8.0),)]),
        (Choose("Ada", "x", ("a",)), []),
    ],
)
def test_a_question_is_about_pieces_and_places(request_: Request[Any], places: list[tuple[Vector, ...]]) -> None:
    """A question is about the pieces that it names, the places where they may go, and the places of its offers."""
    assert [*asked_places(CROWDED, (request_,))] == places
    offers = ((Offer("p", "P"), Offer("q", "Q", "d1")), (Offer("r", "R", area=rectangle((60.0, 70.0), 20.0, 40.0)),))
    corners = ((50.0, 50.0, 0.0), (50.0, 90.0, 0.0), (70.0, 50.0, 0.0), (70.0, 90.0, 0.0))
    assert [*asked_places(CROWDED, (request_,), offers)] == [*places, ((450.0, 310.0, 8.0),), corners]


def test_a_large_region_is_shown_by_some_of_its_places() -> None:
    """The camera shows more than 80 and at most 242 different places of a large region, the outermost places
    included.
    """
    region = Region(disc((0.0, 0.0), 10.0), 900.0, 600.0)
    (_, places) = asked_places(CROWDED, (PickPoint("Ada", "x", (("c1", region),)),))
    assert 80 < len(places) <= 242
    xs, ys, zs = zip(*places, strict=True)
    assert (min(xs), max(xs), min(ys), max(ys), {*zs}) == (12.0, 888.0, 12.0, 588.0, {0.0})
    assert len({*places}) == len(places)


RUN = PickWay("Ada", "run", "a1", (Way("d1", 0.0, 100.0),))

RUN_VIEW = View((258.0, 258.0), (492.0, 352.0), 82.0, "close")
"""The view of the run: 42 mm around a1, the end of its way, and the die, up to 34 mm above the tower."""

HANDS = Region(disc((0.0, 0.0), 10.0), 900.0, 600.0)

STACK = PlaceDie("Ada", "stack", "b1", 2, 8.0)

STACK_VIEW = View((558.0, 358.0), (642.0, 442.0), 74.0, "close")


def throw(piece: str, back: float = 200.0, region: Region = HANDS) -> AimThrow:
    """Return a throw at a piece at (600, 400)."""
    return AimThrow(
        "Ada", "knock", ("d6",), 900.0, 600.0, 50.0, target=Target(piece, (600.0, 400.0), Mark(back, 30.0), region)
    )


TRAY_VIEW = View((924.0, 34.0), (1136.0, 196.0), 0.0, "tray")

IN_TRAY = AimThrow("Ada", "roll", ("d6",), 200.0, 150.0, 50.0, in_tray=True)

MODELS_VIEW = View((255.0, 140.0), (545.0, 360.0), 40.0)
"""The part with both models: 45 mm around them, and 220 mm deep."""


def roll(*, in_tray: bool = False, mark: Mark | None = None) -> Roll:
    """Return a throw to (400, 200) in the direction of y."""
    return Roll((Die("x"),), (400.0, 200.0), math.pi / 2, STEADY_HAND, in_tray=in_tray, mark=mark)


@pytest.mark.parametrize(
    ("act", "requests", "view"),
    [
        (None, (), None),
        (roll(in_tray=True), (), TRAY_VIEW),
        (roll(), (), MODELS_VIEW),
        (roll(mark=Mark(150.0, 30.0)), (), View((378.0, 28.0), (422.0, 222.0), 64.0, "close")),
        (None, (IN_TRAY,), TRAY_VIEW),
        (None, (Choose("Ada", "x", ("a",)), IN_TRAY), TRAY_VIEW),
        (None, (replace(IN_TRAY, in_tray=False),), MODELS_VIEW),
        (None, (PickPiece("Ada", "x", ("d2", "d3")),), TRAY_VIEW),
        (None, (PickPiece("Ada", "x", ("d2", "d1")),), MODELS_VIEW),
        (None, (PickPiece("Ada", "x", ("d2", "z9")),), MODELS_VIEW),
        (None, (PickPiece("Ada", "x", ()),), MODELS_VIEW),
        (Shift((Displacement("d1", (9.0, 9.0)),)), (), None),
        (Shift((Displacement("d1", (9.0, 9.0)), Displacement("c1", (9.0, 9.0)))), (), MODELS_VIEW),
        (None, (STACK,), STACK_VIEW),
        (None, (replace(STACK, tower="c1"),), View((458.0, 158.0), (542.0, 242.0), 74.0, "close")),
        (None, (replace(STACK, tower="z9"),), MODELS_VIEW),
        (
            None,
            (replace(STACK, tower="z9", new_tower_at=(700.0, 500.0)),),
            View((658.0, 458.0), (742.0, 542.0), 34.0, "close"),
        ),
        (None, (RUN,), RUN_VIEW),
        (None, (replace(RUN, piece="c1"),), MODELS_VIEW),
        (None, (replace(RUN, piece="b1"),), MODELS_VIEW),
        (
            None,
            (SetPace("Ada", "carry", "a1", (310.0, 500.0), 3, ("usual",)),),
            View((258.0, 258.0), (492.0, 542.0), 82.0, "close"),
        ),
        (None, (SetPace("Ada", "carry", "c1", (310.0, 500.0), 0, ("usual",)),), MODELS_VIEW),
        (Carry("a1", (310.0, 500.0), STEADY_HAND, "usual"), (), View((258.0, 258.0), (492.0, 542.0), 82.0, "close")),
        (Carry("c1", (310.0, 500.0), STEADY_HAND, "usual"), (), MODELS_VIEW),
        (None, (throw("b1"),), View((578.0, 178.0), (622.0, 422.0), 74.0, "close")),
        (None, (throw("c1"),), View((578.0, 178.0), (622.0, 422.0), 74.0, "close")),
        (None, (throw("z9", 500.0),), View((578.0, -12.0), (622.0, 422.0), 34.0, "close")),
        (
            None,
            (throw("z9", 500.0, replace(HANDS, places=())),),
            View((578.0, -122.0), (622.0, 422.0), 34.0, "close"),
        ),
        (None, (throw("b1"), RUN), View((578.0, 178.0), (622.0, 422.0), 74.0, "close")),
        (None, (PickSome("Ada", "set up", ("c1",)),), whole(WIDE)),
        (None, (PickSome("Ada", "group", ("c1",)),), MODELS_VIEW),
        (None, (PickPoint("Ada", "x", (("z9", SQUARES),)),), whole(WIDE)),
        (None, (PickPoint("Ada", "x", (("c1", SQUARES), ("z9", SQUARES))),), whole(WIDE)),
        (None, (PickPoint("Ada", "x", (("c1", SQUARES),)),), View((55.0, 5.0), (545.0, 345.0), 40.0)),
        (None, (PlaceSome("Ada", "x", (("c1", SQUARES),)),), View((55.0, 5.0), (545.0, 345.0), 40.0)),
        (None, (PickPoint("Ada", "x", (("c1", HANDS),)),), MODELS_VIEW),
        (None, (PickPoint("Ada", "x", (("c1", replace(HANDS, places=())),)),), MODELS_VIEW),
    ],
)
def test_the_camera_shows_what_an_act_or_a_question_is_about(
    act: Act | None, requests: Sequence[Request[Any]], view: View | None
) -> None:
    """On a large table the camera shows the tray, a tower from near, or the part with all models and their goals."""
    assert view_of(CROWDED, act, requests) == view


def test_the_view_of_a_rack_includes_its_walls() -> None:
    """The rack in front of the tray is shown too, up to the height of the tray's walls."""
    table = replace(CROWDED, tray=replace(TRAY, rack=30.0))
    assert view_of(table, roll(in_tray=True), ()) == View(
        (924.0, 40.0 - RACK_OFFSET - 30.0 - 6.0), (1136.0, 196.0), 40.0, "tray"
    )
    assert view_of(replace(table, tray=None), roll(in_tray=True), ()) == first_view(table)


def test_places_everywhere_direct_no_camera() -> None:
    """If the offered places span nine tenths of the table's width and depth, the view ignores them. If they span less
    in one direction, the view includes them.
    """
    corners = ((40.0, 20.0), (860.0, 570.0))
    for places, view in (
        (corners, MODELS_VIEW),
        (((40.0, 20.0), (840.0, 570.0)), View((0.0, 0.0), (890.0, 600.0), 40.0)),
        (((40.0, 40.0), (860.0, 570.0)), View((0.0, 0.0), (900.0, 600.0), 40.0)),
    ):
        region = replace(SQUARES, places=places)
        assert view_of(CROWDED, None, (PickPoint("Ada", "x", (("c1", region),)),)) == view


def test_a_part_that_is_in_view_already_keeps_the_camera_within_it() -> None:
    """If the last view shows the part already, the new view stays within it. An empty table is shown whole."""
    choose = (Choose("Ada", "x", ("a",)),)
    before = View((250.0, 150.0), (550.0, 350.0), 40.0)
    assert view_of(CROWDED, None, choose, before=before) == View((255.0, 150.0), (545.0, 350.0), 40.0)
    small = View((260.0, 150.0), (550.0, 350.0), 40.0)
    assert view_of(CROWDED, None, choose, before=small) == MODELS_VIEW
    assert view_of(WIDE, None, choose, before=before) == whole(WIDE)


@pytest.mark.parametrize(
    ("act", "requests", "before", "view"),
    [
        (None, (RUN,), RUN_VIEW, None),
        (None, (RUN,), replace(RUN_VIEW, low=(301.0, 258.0)), RUN_VIEW),
        (None, (RUN,), replace(RUN_VIEW, kind="part"), RUN_VIEW),
        (Stack(Die("x"), "b1", STEADY_HAND), (), STACK_VIEW, None),
        (Stack(Die("x"), "b1", STEADY_HAND), (), RUN_VIEW, MODELS_VIEW),
        (Stack(Die("x"), "z9", STEADY_HAND, ground=(600.0, 400.0)), (), STACK_VIEW, None),
        (Stack(Die("x"), "z9", STEADY_HAND), (), STACK_VIEW, MODELS_VIEW),
        (Stack(Die("x"), "c1", STEADY_HAND), (), View((458.0, 158.0), (542.0, 242.0), 74.0, "close"), None),
        (Carry("a1", (400.0, 300.0), STEADY_HAND, "usual"), (), RUN_VIEW, None),
        (Carry("a1", (500.0, 300.0), STEADY_HAND, "usual"), (), RUN_VIEW,
         View((258.0, 258.0), (542.0, 352.0), 82.0, "close")),
        (Carry("c1", (400.0, 300.0), STEADY_HAND, "usual"), (), RUN_VIEW, MODELS_VIEW),
        (Carry("z9", (400.0, 300.0), STEADY_HAND, "usual"), (), RUN_VIEW, None),
        (roll(mark=Mark(150.0, 30.0)), (), View((378.0, 28.0), (422.0, 222.0), 10.0, "close"), None),
        (roll(mark=Mark(150.0, 30.0)), (), RUN_VIEW, View((378.0, 28.0), (422.0, 222.0), 64.0, "close")),
        (roll(), (), RUN_VIEW, MODELS_VIEW),
        (None, (STACK,), STACK_VIEW, STACK_VIEW),
        (None, (STACK,), replace(STACK_VIEW, height=90.0), replace(STACK_VIEW, height=90.0)),
        (None, (STACK,), replace(STACK_VIEW, height=73.0), replace(STACK_VIEW, height=106.0)),
        (None, (STACK,), replace(STACK_VIEW, height=90.0, high=(643.0, 442.0)), STACK_VIEW),
    ],
)  # fmt: skip
def test_a_close_up_is_kept_while_it_shows_what_matters(
    act: Act | None, requests: Sequence[Request[Any]], before: View, view: View | None
) -> None:
    """If a close-up already shows the places of an act or a run, it stays. At a tower it grows only if the next die
    doesn't fit.
    """
    assert view_of(CROWDED, act, requests, before=before) == view


def test_a_table_without_a_tray_is_seen_whole_with_what_is_asked() -> None:
    """If a table has no tray, the camera shows the first view and the places of the questions and offers."""
    table = replace(CROWDED, tray=None)
    offers = ((Offer("q", "Q", "d1"),),)
    asked = ((500.0, 200.0, 0.0), (500.0, 200.0, 40.0), (450.0, 310.0, 8.0))
    assert view_of(table, None, (PickPiece("Ada", "x", ("c1",)),), offers) == first_view(table, asked)
