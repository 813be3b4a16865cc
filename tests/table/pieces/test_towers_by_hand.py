"""Towers, stacks and overlaps by hand: where a tower goes, when a stack stands, and which pieces are in each other."""

import math
from dataclasses import replace

import numpy as np
import pytest

from riotsim.table.dice.custom import rounded
from riotsim.table.dice.kinds import D6, die_kind
from riotsim.table.geometry.plan import gap, rectangle
from riotsim.table.overlaps import HOVER_GAP, Clash, OccupiedSpace, clashes, overlap_depth, terrain_clearances
from riotsim.table.pieces import Box, Die, Model, Round, Terrain, Token, Tower, pose_beside
from riotsim.table.poses import Point, Pose, about_z, multiply, point_ahead, rotate
from riotsim.table.state import Table, Tray
from riotsim.table.statics import CubeStack, best_offsets, loads, margins
from riotsim.table.towers import (
    BEARING_STEP,
    first_die_pose,
    free_bearing,
    is_stack,
    move_tower,
    push_back,
    turn_tower,
    yaw_of,
)

TABLE = Table(600.0, 500.0)

MODEL = Model("m", "Ada", (300.0, 250.0), Round(30.0))

STAGE = Terrain("stage", Box(100.0, 100.0, 12.0), (300.0, 250.0), blocks_moves=False, can_stand_on=True)


def tower(*offsets: Point, foot: Pose, size: float = 16.0) -> list[Die]:
    """Return a tower of dice, each with an offset from the first."""
    x, y, z = foot.at
    return [
        Die(f"d{k}", size=size, pose=Pose((x + dx, y + dy, z + k * size), foot.orientation))
        for k, (dx, dy) in enumerate(offsets)
    ]


def test_an_empty_stack_and_stacks_of_unequal_dice() -> None:
    """Dice are a stack if each is higher than the one below by half of both sizes, and aside by less than that. An
    empty list of dice is a stack, too.
    """
    assert is_stack([])
    assert is_stack([((1.0, 2.0, 9.0), 18.0), ((1.0, 2.0, 24.0), 12.0)])
    assert is_stack([((1.0, 2.0, 9.0), 18.0), ((9.9, 14.0, 24.0), 12.0)])
    assert not is_stack([((1.0, 2.0, 9.0), 18.0), ((10.1, 14.0, 24.0), 12.0)])
    assert not is_stack([((1.0, 2.0, 9.0), 18.0), ((10.0, 14.0, 24.0), 12.0)])
    assert is_stack([((1.0, 2.0, 39.0), 18.0), ((1.0, 2.0, 54.0), 12.0)], 30.0)
    assert not is_stack([((1.0, 2.0, 9.0), 18.0)], 30.0)
    assert not is_stack([((1.0, 2.0, 9.0), 18.0), ((1.0, 2.0, 24.0), 12.0), ((1.0, 2.0, 38.0), 12.0)])


def test_where_the_first_die_of_a_tower_goes() -> None:
    """The first die of a tower stands in the given direction beside its model, or at a place of its own. It is on the
    ground that is there, and turned by the bearing.
    """
    table = TABLE.with_pieces(MODEL, STAGE)
    assert first_die_pose(table, "m", 0.5, 16.0) == pose_beside(MODEL, 0.5, 16.0)
    assert first_die_pose(table, "m", 0.5, 20.0, (300.0, 260.0)) == Pose((300.0, 260.0, 22.0), about_z(0.5))
    assert first_die_pose(table, "x", 0.5, 20.0, (100.0, 60.0)) == Pose((100.0, 60.0, 10.0), about_z(0.5))


@pytest.mark.parametrize(("turned", "spun"), [(0.0, 0.0), (0.3, 0.3), (1.2, 1.2 - math.pi / 2), (3.0, 3.0 - math.pi)])
def test_a_tower_moves_as_one(turned: float, spun: float) -> None:
    """If a tower moves, its dice turn together about the first one by at most an eighth of a turn. Other dice stay."""
    foot = Pose((100.0, 120.0, 8.0), about_z(0.2))
    dice = tower((0.0, 0.0), (2.0, -1.0), (-3.0, 4.0), foot=foot)
    other = Die("other", pose=Pose((30.0, 30.0, 8.0)))
    table = TABLE.with_pieces(*dice, other).with_tower("t", Tower(("d0", "d1", "d2"), 0.2))
    after = move_tower(table, "t", Pose((200.0, 90.0, 20.0), about_z(0.2 + turned)))
    for die in dice:
        (dx, dy, dz), (u, v, w) = die.pose.at, foot.at
        x, y, z = rotate(about_z(spun), (dx - u, dy - v, dz - w))
        found = after.dice[die.id]
        assert found.pose.at == pytest.approx((200.0 + x, 90.0 + y, 20.0 + z))
        assert found.pose.orientation == pytest.approx(multiply(about_z(spun), die.pose.orientation))
    assert (after.dice["other"], after.towers) == (other, table.towers)


def test_a_tower_swings_around_its_model() -> None:
    """If a tower swings around its model to a bearing, it stands on the ground that is there. A tower that was pushed
    away is put back beside its model, in the direction in which it is.
    """
    dice = tower((0.0, 0.0), (1.0, 2.0), foot=pose_beside(MODEL, 0.0, 16.0))
    dice[1] = replace(dice[1], size=12.0)
    table = TABLE.with_pieces(MODEL, *dice).with_tower("m", Tower(("d0", "d1"), 0.0))
    swung = turn_tower(table, "m", 2.0)
    seat = pose_beside(MODEL, 2.0, 16.0)
    assert swung.towers["m"] == Tower(("d0", "d1"), 2.0)
    assert swung.dice["d0"].pose.at == pytest.approx(seat.at)
    assert swung.dice["d1"].pose.at[2] == pytest.approx(24.0)
    raised = turn_tower(table.with_pieces(replace(STAGE, at=(230.0, 250.0))), "m", math.pi)
    assert raised.dice["d0"].pose.at == pytest.approx((277.0, 250.0, 20.0))
    pushed = table.with_pieces(*(replace(die, pose=die.pose.translated((10.0, 20.0, 0.0))) for die in dice))
    back = push_back(pushed, "m")
    bearing = math.atan2(20.0, 33.0)
    assert back.towers["m"].bearing == pytest.approx(bearing)
    assert back.dice["d0"].pose.at == pytest.approx(pose_beside(MODEL, bearing, 16.0).at)


def test_the_rotation_of_a_cube_about_the_vertical() -> None:
    """The rotation of a cube about the vertical is that of the first of its axes that leans less than 45 degrees from
    level.
    """
    assert yaw_of(about_z(0.4)) == pytest.approx(0.4)
    assert yaw_of(multiply(about_z(0.4), D6.orientation_showing(2))) == pytest.approx(0.4 + math.pi / 2)  # 2 is on +x
    lean = (0.0, math.sin(0.35), 0.0, math.cos(0.35))
    assert yaw_of(multiply(about_z(0.4), lean)) == pytest.approx(0.4)
    with pytest.raises(ValueError, match="two of three axes level"):
        yaw_of((0.0, 2.0, 3.0, 1.0))


@pytest.mark.parametrize(
    "piece",
    [
        None,
        Terrain("post", Box(20.0, 20.0, 30.0), (325.0, 250.0)),
        Terrain("mud", Box(20.0, 20.0, 1.0), (325.0, 250.0), blocks_moves=False),
        Die("near", pose=Pose((335.0, 250.0, 8.0))),
        Die("far", pose=Pose((350.0, 250.0, 8.0))),
        Model("other", "", (350.0, 250.0), Round(30.0)),
        Model("other", "", (346.0, 280.0), Round(30.0)),
        Token("coin", Pose((325.0, 250.0, 1.5)), 20.0),
    ],
)
def test_free_ground_is_found_step_by_step(piece: Die | Model | Terrain | Token | None) -> None:
    """A tower's die goes to the free bearing nearest to the wanted one, in steps of 5 degrees. It is free if it is 6 mm
    from other pieces. The left side is tried first.
    """
    pieces = () if piece is None else (piece,)

    def is_free(bearing: float) -> bool:
        ground = Die("x", pose=pose_beside(MODEL, bearing, 16.0)).footprint
        return all(gap(ground, one.footprint) >= 6.0 for one in pieces if one.id != "mud")

    tries = [0.0, *(side * k * BEARING_STEP for k in range(1, 37) for side in (1.0, -1.0))]
    expected = next(bearing for bearing in tries if is_free(0.3 + bearing))
    assert free_bearing(TABLE.with_pieces(MODEL, *pieces), "m", 0.3, 16.0) == pytest.approx(0.3 + expected)


def test_without_free_ground_things_give_way_one_after_the_other() -> None:
    """If no bearing is free, one with less than 6 mm to other pieces is taken. If there is none either, tokens and dice
    are ignored, and at last the wanted bearing is taken.
    """
    # Eight walls around the model, 3 mm farther away than a die beside it reaches.
    turns = [k * math.pi / 4 for k in range(8)]
    walls = [Terrain(f"w{turn}", Box(4.0, 40.0, 30.0), point_ahead(MODEL.at, turn, 36.0), turn) for turn in turns]
    boxed = TABLE.with_pieces(MODEL, *walls)
    assert free_bearing(boxed, "m", 0.3, 16.0) == 0.3
    beside = boxed.with_pieces(Token("t", Pose((323.0, 257.0, 1.5))))
    bearing = free_bearing(beside, "m", 0.3, 16.0)
    assert abs(bearing - 0.3) > 0.5
    assert gap(Die("x", pose=pose_beside(MODEL, bearing, 16.0)).footprint, beside.tokens["t"].footprint) >= 0.0
    assert free_bearing(boxed.with_pieces(Token("t", Pose((300.0, 250.0, 1.5)), 90.0)), "m", 0.3, 16.0) == 0.3
    full = TABLE.with_pieces(MODEL, Terrain("w", Box(200.0, 200.0, 30.0), (300.0, 250.0)))
    assert free_bearing(full, "m", 0.7, 16.0) == 0.7


@pytest.mark.parametrize(
    ("at", "wanted", "expected"),
    [
        ((15.0, 250.0), math.pi, -math.pi + 16 * BEARING_STEP),
        ((585.0, 250.0), 0.0, 16 * BEARING_STEP),
        ((300.0, 15.0), -math.pi / 2, -math.pi / 2 + 16 * BEARING_STEP),
        ((300.0, 485.0), math.pi / 2, math.pi / 2 + 16 * BEARING_STEP),
    ],
)
def test_free_ground_is_on_the_table_at_each_edge(at: Point, wanted: float, expected: float) -> None:
    """Beside the edge of the table, a tower of 16 mm needs a bearing 80 degrees from the wanted one to stand on the
    table.

    Its model has a base of 30 mm. At 75 degrees, the die's centre is 15 - 23 cos 75° = 9.05 mm from the edge, and the
    die reaches 8 (cos + sin) 75° = 9.8 mm. At 80 degrees the distance is 11.0 mm, and the die reaches 9.3 mm.
    """
    assert free_bearing(TABLE.with_pieces(replace(MODEL, at=at)), "m", wanted, 16.0) == pytest.approx(expected)


def test_a_tower_is_not_in_its_own_way() -> None:
    """If a free bearing is sought for a model's tower, the tower's own dice aren't in the way, but loose dice are."""
    own = tower((0.0, 0.0), foot=pose_beside(MODEL, 0.0, 16.0))
    table = TABLE.with_pieces(MODEL, *own)
    assert free_bearing(table.with_tower("m", Tower(("d0",))), "m", 0.0, 16.0) == 0.0
    assert free_bearing(table, "m", 0.0, 16.0) > 0.5


def test_loads_of_a_stack() -> None:
    """In each joint of a stack, the load is the centre of mass of all higher dice. It is compared with the lower and
    the upper die of the joint.
    """
    found = list(loads([(0.0, 0.0), (3.0, 1.0), (6.0, -1.0), (0.0, 6.0)]))
    assert [die for _, die in found] == [0, 1, 1, 2, 2, 3]
    flat = [number for point, _ in found[::2] for number in point]
    assert flat == pytest.approx([3.0, 2.0, 3.0, 2.5, 0.0, 6.0])
    assert found[::2][0][0] == found[1][0]
    assert list(loads([(1.0, 2.0)])) == []


def test_the_margin_of_a_stack() -> None:
    """The margin of a stack is how far its worst load lies inside the nearest edge, along the die's own axes."""
    assert CubeStack(((5.0, 6.0),), (0.3,), 16.0).margin == 8.0
    assert CubeStack(((0.0, 0.0), (3.0, 1.0)), (0.0, 0.0), 16.0).margin == pytest.approx(5.0)
    assert CubeStack(((0.0, 0.0), (3.0, 1.0), (9.0, -3.0)), (0.0,) * 3, 16.0).margin == pytest.approx(2.0)
    assert CubeStack(((0.0, 0.0), (9.0, 0.0)), (0.0, 0.0), 16.0).margin == pytest.approx(-1.0)
    # Turned by 45 degrees, a die reaches 8 √2 mm along x: 5 mm along x are 5 / √2 mm along its own axes.
    turned = CubeStack(((0.0, 0.0), (5.0, 0.0)), (math.pi / 4, math.pi / 4), 16.0)
    assert turned.margin == pytest.approx(8.0 - 5.0 / math.sqrt(2.0))
    dice = CubeStack(((1.0, 2.0), (3.0, 4.0)), (0.1, 0.2), 12.0).dice()
    assert dice == (
        Die("00", size=12.0, pose=Pose((1.0, 2.0, 6.0), about_z(0.1))),
        Die("01", size=12.0, pose=Pose((3.0, 4.0, 18.0), about_z(0.2))),
    )
    back = CubeStack.from_dice([replace(dice[0], kind=rounded(D6, 0.1)), dice[1]])
    assert back.at == ((1.0, 2.0), (3.0, 4.0))
    assert back.size == pytest.approx(9.6)
    assert back.yaws == pytest.approx((0.1, 0.2))


def test_margins_with_one_more_die() -> None:
    """For each place of one more die, the margin is that of the whole stack with this die."""
    stack = [(0.0, 0.0), (2.0, -1.0), (-1.0, 3.0)]
    offsets = [(0.0, 0.0), (3.0, 0.0), (-4.0, 1.0), (2.0, -5.0), (9.0, 9.0)]
    found = margins(np.array(stack), np.array(offsets), 16.0)
    expected = [CubeStack((*stack, (-1.0 + x, 3.0 + y)), (0.0,) * 4, 16.0).margin for x, y in offsets]
    assert found.tolist() == pytest.approx(expected)


@pytest.mark.parametrize("bearing", [0.0, 0.6])
@pytest.mark.parametrize("reach", [9.0, 2.0])
def test_the_best_places_for_the_next_die(bearing: float, reach: float) -> None:
    """The places for the next die of a tower are a millimetre apart, and up to 6 mm from the middle. The three best are
    found. A place is worth its margin, less 0.05 for each mm from the middle.
    """
    c, s = math.cos(bearing), math.sin(bearing)
    stack = [(0.0, 0.0), (3.0, 0.5), (5.0, 2.5)]
    dice = tuple(
        Die(f"d{k}", pose=Pose((50.0 + x * c - y * s, 60.0 + x * s + y * c, 8.0 + 16.0 * k), about_z(bearing)))
        for k, (x, y) in enumerate(stack)
    )
    most = min(6.0, reach)
    steps = [-most + k for k in range(int(2 * most) + 1)]
    places = [(0.0, 0.0), *((x, y) for y in steps for x in steps if math.hypot(x, y) <= most)]
    worth = margins(np.array(stack), np.array(places), 16.0) - 0.05 * np.hypot(*np.array(places).T)
    best = sorted(range(len(places)), key=lambda k: -round(float(worth[k]), 9))[:3]
    found = best_offsets(dice, bearing, reach)
    assert [value for _, value in found] == pytest.approx([worth[k] for k in best])
    local = [(x * c + y * s, y * c - x * s) for (x, y), _ in found]
    for (x, y), value in zip(local, (value for _, value in found), strict=True):
        (again,) = margins(np.array(stack), np.array([(x, y)]), 16.0) - 0.05 * math.hypot(x, y)
        assert value == pytest.approx(again)
        assert math.hypot(x, y) <= most + 1e-9
    assert found[0][1] > float(worth[0])


def test_a_straight_tower_grows_straight_up() -> None:
    """For the next die of a straight tower, the middle is the best place."""
    dice = tuple(tower((0.0, 0.0), (0.0, 0.0), foot=Pose((50.0, 60.0, 8.0))))
    best = best_offsets(dice, 0.0)
    assert best[0] == ((0.0, 0.0), 8.0)


def test_overlaps_in_words() -> None:
    """The message about an overlap names both pieces, or the edge over which a piece sticks out. It tells the overlap
    in inches.
    """
    assert [
        str(Clash("a", 12.7)),
        str(Clash("a", 12.7, over_rim=True)),
        str(Clash("a", 12.7, is_tower=True)),
        str(Clash("a", 25.4, "b")),
        str(Clash("a", 25.4, "the tower of b", True)),
    ] == [
        "a sticks out over the edge of the table by 0.50 in",
        "a sticks out over the rim of the tray by 0.50 in",
        "the tower of a sticks out over the edge of the table by 0.50 in",
        "a and b overlap by 1.00 in; 0.5 mm are allowed",
        "the tower of a and the tower of b overlap by 1.00 in; 0.5 mm are allowed",
    ]


@pytest.mark.parametrize(
    ("low", "high", "depth"),
    [(10.0, 30.0, 4.0), (39.5, 60.0, 0.0), (39.49, 60.0, 4.0), (0.0, 10.5, 0.0), (0.0, 10.51, 4.0), (50.0, 60.0, 0.0)],
)
def test_the_depth_of_an_overlap_at_these_heights(low: float, high: float, depth: float) -> None:
    """A piece from 10 to 40 mm height is above or below another if they share at most half a millimetre of height."""
    assert HOVER_GAP == 0.5
    space = OccupiedSpace("a", rectangle((0.0, 0.0), 20.0, 30.0), 10.0, 40.0)
    assert overlap_depth(space, rectangle((16.0, 0.0), 20.0, 30.0), low, high) == pytest.approx(depth)
    assert overlap_depth(space, rectangle((24.0, 0.0), 20.0, 30.0), low, high) <= 0.0


def test_which_pieces_overlap_and_how_deep() -> None:
    """Models, the lowest dice of towers, tokens and flat dice are compared with each other and with each edge of the
    table. Overlaps with terrain come last.
    """
    foot = [Die("f0", pose=Pose((100.0, 100.0, 8.0))), Die("f1", pose=Pose((110.0, 100.0, 24.0)))]
    table = TABLE.with_pieces(
        Model("m", "", (120.5, 100.0), Round(30.0)),
        *foot,
        Token("t", Pose((599.0, 30.0, 1.5)), 20.0),
        Die("low", pose=Pose((300.0, 3.0, 8.0))),
        Die("high", pose=Pose((300.0, 5.0, 20.0))),
        Terrain("wall", Box(20.0, 20.0, 40.0), (300.0, 20.0)),
        Terrain("stage", Box(50.0, 50.0, 10.0), (120.0, 100.0), can_stand_on=True),
    ).with_tower("lone", Tower(("f0", "f1")))
    found = [(one.piece, one.other, round(one.overlap, 6), one.is_tower, one.over_rim) for one in clashes(table)]
    assert found == [
        ("t", "", 9.0, False, False),
        ("low", "", 5.0, False, False),
        ("lone", "m", 2.5, False, False),
        ("low", "wall", 1.0, False, False),
    ]
    assert [one.piece for one in clashes(table, towers=())] == ["t", "low", "low"]
    named = table.with_tower("lone", None).with_tower("m", Tower(("f0", "f1")))
    assert [str(one) for one in clashes(named, towers=["m"])][2] == (
        "the tower of m and m overlap by 0.10 in; 0.5 mm are allowed"
    )


def test_a_die_over_the_rim_of_tray_and_rack() -> None:
    """If a die reaches over the rim of the tray or of the rack, on any side, the overlap is found. Of tray and rack,
    the one out of which the die reaches least counts.
    """
    tray = Tray(100.0, 80.0, 30.0, (650.0, 50.0), rack=30.0)
    table = replace(TABLE, tray=tray)
    for at, over in {
        (657.0, 90.0): 1.0,
        (745.0, 90.0): 3.0,
        (700.0, 56.0): 2.0,
        (700.0, 126.0): 4.0,
        (700.0, 8.0): 2.0,
        (700.0, 29.0): 5.0,
        (655.0, 17.0): 3.0,
    }.items():
        (clash,) = clashes(table.with_pieces(Die("d", pose=Pose((*at, 8.0)))))
        assert (clash.piece, clash.over_rim, clash.other) == ("d", True, "")
        assert clash.overlap == pytest.approx(over)
    (beside,) = clashes(table.with_pieces(Die("d", pose=Pose((641.0, 90.0, 8.0)))))
    assert not beside.over_rim
    assert beside.overlap == pytest.approx(49.0)


def test_heights_of_tokens_and_dice_that_overlap() -> None:
    """For overlaps, a token reaches half its thickness up and down from its middle, and a flat die reaches up from its
    ground.
    """
    box = Terrain("w", Box(100.0, 100.0, 6.0), (300.0, 250.0), can_stand_on=True)
    coin = Token("t", Pose((300.0, 250.0, 30.0)), 20.0, 8.0)

    def found(low: float) -> list[str]:
        model = Model("m", "", (300.0, 250.0), level=low)
        return [f"{one.piece} {one.other}" for one in clashes(TABLE.with_pieces(coin, model))]

    assert [found(33.4), found(33.6), found(-4.4), found(-4.6)] == [["t m"], [], ["t m"], []]
    d20 = die_kind("d20")
    flat = Die("d", d20, 20.0, Pose((300.0, 250.0, 16.0), d20.orientation_showing(7)))
    for level, told in ((25.4, ["d m"]), (25.6, [])):
        model = Model("m", "", (300.0, 250.0), level=level)
        assert [f"{one.piece} {one.other}" for one in clashes(TABLE.with_pieces(box, flat, model))] == told
    off = replace(flat, pose=flat.pose.translated((0.0, 0.0, 0.5)))
    assert list(clashes(TABLE.with_pieces(box, off, Model("m", "", (300.0, 250.0), level=10.0)))) == []


def test_clearances_of_terrain() -> None:
    """A piece keeps its distance from terrain that blocks moves or can't be stood on. The message has the name of the
    terrain's kind, or its own.
    """
    pieces = [
        Terrain("a", Box(20.0, 20.0, 1.0), (50.0, 50.0), name="deep_mud", blocks_moves=False),
        Terrain("b", Box(20.0, 20.0, 9.0), (150.0, 50.0), can_stand_on=True),
        Terrain("c", Box(20.0, 20.0, 9.0), (250.0, 50.0), blocks_moves=False, can_stand_on=True),
        Terrain("d", Box(20.0, 20.0, 9.0), (350.0, 50.0)),
    ]
    found = terrain_clearances(TABLE.with_pieces(*pieces), 3.0)
    assert [(one.footprint, one.distance, one.message, one.soft) for one in found] == [
        (pieces[0].footprint, 3.0, "the deep mud is in the way", False),
        (pieces[1].footprint, 3.0, "the b is in the way", False),
        (pieces[3].footprint, 3.0, "the d is in the way", False),
    ]
    assert [one.distance for one in terrain_clearances(TABLE.with_pieces(*pieces))] == [0.0] * 3
