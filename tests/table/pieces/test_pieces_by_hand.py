"""Pieces: their boxes, areas and places by hand, dice beside models, and the table that has them."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from riotsim.table.dice.custom import cuboid, rounded
from riotsim.table.dice.kinds import D6, die_kind
from riotsim.table.geometry.plan import Footprint, Part, disc, rectangle
from riotsim.table.pieces import (
    Box,
    Die,
    Figure,
    Hull,
    Mesh,
    Model,
    Piece,
    Round,
    Terrain,
    Token,
    Tower,
    place_of,
    pose_beside,
)
from riotsim.table.poses import Point, Pose, about_z
from riotsim.table.state import Table, Tray

TRAY = Tray(100.0, 80.0, 30.0, (350.0, 50.0), rack=20.0)


@pytest.mark.parametrize("number", range(8))
def test_the_box_around_a_cube_reaches_to_its_corners(number: int) -> None:
    """The box around a cube reaches to its corners, however the cube is turned and wherever it is. A cube with round
    corners has the box of the sharp cube.
    """
    turn = Rotation.random(8, random_state=7)[number]
    x, y, z, w = turn.as_quat().tolist()
    die = Die("d", size=14.0, pose=Pose((30.0, -20.0, 50.0), (x, y, z, w)))
    corners = turn.apply(np.array(D6.corners) * 14.0) + np.array([30.0, -20.0, 50.0])
    expected = [*corners.min(axis=0), *corners.max(axis=0)]
    assert die.bounds == pytest.approx(expected)
    assert replace(die, kind=rounded(D6, 0.1)).bounds == pytest.approx(expected)
    assert die.bounds is die.bounds


def test_the_box_around_another_die_is_that_of_a_ball() -> None:
    """The box around a die that is no cube is as large as a ball around the die that touches its farthest corners."""
    reach = 12.0 * die_kind("d8").circumradius
    die = Die("d", die_kind("d8"), 12.0, Pose((30.0, -20.0, 50.0), about_z(0.3)))
    assert die.bounds == (30.0 - reach, -20.0 - reach, 50.0 - reach, 30.0 + reach, -20.0 + reach, 50.0 + reach)


def test_the_area_of_a_cuboid_as_it_lies() -> None:
    """The area of a cuboid on the table is spanned by its two level edges, and turned with the die. If the corners are
    round, the area is a smaller rectangle, grown by the radius.
    """
    kind = cuboid(0.5, 0.75, 1.25)
    flat = Die("d", kind, 20.0, Pose((100.0, 50.0, 12.5)))
    assert flat.footprint.bounds() == pytest.approx((95.0, 42.5, 105.0, 57.5))
    lying = Die("d", kind, 20.0, Pose((100.0, 50.0, 5.0), kind.orientation_showing(2)))
    left, front, right, back = lying.footprint.bounds()
    assert sorted((right - left, back - front)) == pytest.approx([15.0, 25.0])
    round_one = Die("d", rounded(kind, 0.1), 20.0, Pose((100.0, 50.0, 12.5)))
    (part,) = round_one.footprint.parts
    assert part.radius == pytest.approx(2.0)
    assert Part(part.points).bounds() == pytest.approx((97.0, 44.5, 103.0, 55.5))
    assert flat.footprint is flat.footprint


def test_areas_of_pieces() -> None:
    """The area of a token is a disc, and that of a model is its base or hull. The area of scenery is a rectangle or the
    parts of its mesh, turned and moved.
    """
    assert Token("t", Pose((30.0, 40.0, 5.0)), 22.0).footprint == disc((30.0, 40.0), 11.0)
    assert Model("m", "", (30.0, 40.0), Round(32.0)).footprint == disc((30.0, 40.0), 16.0)
    truck = Model("m", "", (30.0, 40.0), Hull(60.0, 20.0), 0.4)
    assert truck.footprint == rectangle((30.0, 40.0), 60.0, 20.0, 0.4)
    assert truck.footprint_at((1.0, 2.0)) == rectangle((1.0, 2.0), 60.0, 20.0, 0.4)
    assert Terrain("w", Box(50.0, 10.0, 30.0), (5.0, 6.0), 0.3).footprint == rectangle((5.0, 6.0), 50.0, 10.0, 0.3)
    corners = np.array([(0.0, 0.0, 0.0), (10.0, 0.0, 0.0), (0.0, 4.0, 0.0), (0.0, 0.0, 7.0)])
    outline = (((0.0, 0.0), (10.0, 0.0), (0.0, 4.0)), ((20.0, 0.0), (21.0, 0.0), (20.0, 1.0)))
    mesh = Mesh("m", "x", corners, np.array([[0, 1, 2]], dtype=np.int32), outline)
    turned = Terrain("w", mesh, (100.0, 50.0), math.atan2(3.0, 4.0))
    flat = [number for part in turned.footprint.parts for point in part.points for number in point]
    assert flat == pytest.approx([100.0, 50.0, 108.0, 56.0, 97.6, 53.2, 116.0, 62.0, 116.8, 62.6, 115.4, 62.8])
    assert isinstance(turned.footprint, Footprint)
    assert (mesh.height, turned.height, Terrain("w", Box(5.0, 6.0, 31.0), (0.0, 0.0)).height) == (7.0, 7.0, 31.0)


def test_heights_of_models() -> None:
    """A model's base is 3 mm high. Its figure is 28 mm high, or as high as its file says."""
    assert Model("m", "", (0.0, 0.0)).height == 31.0
    assert Model("m", "", (0.0, 0.0), figure=Figure("f", "", 40.0)).height == 43.0


@pytest.mark.parametrize(
    "piece",
    [
        Model("p", "", (3.0, 4.0)),
        Terrain("p", Box(1.0, 1.0, 1.0), (3.0, 4.0)),
        Die("p", pose=Pose((3.0, 4.0, 5.0))),
        Token("p", Pose((3.0, 4.0, 5.0))),
    ],
)
def test_where_a_piece_is(piece: Piece) -> None:
    """The place of each kind of piece is the x and y of its middle. A table finds a piece by its name if it can be
    moved.
    """
    assert place_of(piece) == (3.0, 4.0)
    table = Table(600.0, 500.0).with_pieces(piece)
    assert table.ids() == {"p"}
    assert table.movable("p") == (None if isinstance(piece, Terrain) else piece)
    assert table.movable("q") is None


@pytest.mark.parametrize(
    ("base", "bearing", "at", "turn"),
    [
        (Round(30.0), 0.0, (23.0, 0.0), 0.0),
        (Round(30.0), math.atan2(3.0, 4.0), (18.4, 13.8), math.atan2(3.0, 4.0)),
        (Hull(60.0, 20.0), 0.0, (38.0, 0.0), 0.0),
        (Hull(60.0, 20.0), math.pi, (-38.0, 0.0), 0.0),
        (Hull(60.0, 20.0), math.pi / 2, (0.0, 18.0), 0.0),
        (Hull(60.0, 20.0), -math.pi / 2, (0.0, -18.0), 0.0),
        (Hull(60.0, 20.0), math.atan2(6.0, 30.0), (38.0, 6.0), 0.0),
        (Hull(60.0, 20.0), math.atan2(-6.0, -30.0), (-38.0, -6.0), 0.0),
        (Hull(60.0, 20.0), math.atan2(10.0, 15.0), (15.0, 18.0), 0.0),
        (Hull(60.0, 20.0), math.atan2(-10.0, 15.0), (15.0, -18.0), 0.0),
        (Hull(60.0, 20.0), math.atan2(10.0, -15.0), (-15.0, 18.0), 0.0),
    ],
)
@pytest.mark.parametrize("heading", [0.0, 0.7])
def test_a_die_beside_a_model(base: Round | Hull, bearing: float, at: Point, turn: float, heading: float) -> None:
    """Beside a round base, a die is put in the direction of the bearing. Beside a hull, it is put straight out of the
    side through which the bearing leaves the hull.

    The die of 16 mm stands on the model's ground. The figures are those of a model at the origin that faces +x.
    """
    model = Model("m", "", (100.0, 50.0), base, heading, level=12.0)
    found = pose_beside(model, bearing + heading, 16.0)
    c, s = math.cos(heading), math.sin(heading)
    expected = (100.0 + at[0] * c - at[1] * s, 50.0 + at[0] * s + at[1] * c, 20.0)
    assert found.at == pytest.approx(expected)
    assert found.orientation == pytest.approx(about_z(turn + heading))


def test_parts_of_a_tray() -> None:
    """A tray has a middle and two areas: the bottom, and the rack 18 mm before it. Without a rack, it has one area."""
    assert TRAY.middle == (400.0, 90.0)
    assert TRAY.rack_at == (350.0, 12.0)
    assert TRAY.areas == (((350.0, 50.0), 100.0, 80.0), ((350.0, 12.0), 100.0, 20.0))
    assert replace(TRAY, rack=0.0).areas == (((350.0, 50.0), 100.0, 80.0),)
    assert TRAY.as_table == Table(100.0, 80.0, TRAY.surface, wall_height=30.0)
    edges = {(x, y): TRAY.contains((x, y)) for x in (349.9, 350.0, 450.0, 450.1) for y in (49.9, 50.0, 130.0, 130.1)}
    assert [at for at, there in edges.items() if there] == [(x, y) for x in (350.0, 450.0) for y in (50.0, 130.0)]
    table = Table(300.0, 200.0, tray=replace(TRAY, rack=60.0))
    assert table.outline == ((0.0, -28.0), (450.0, 200.0))
    assert table.middle == (150.0, 100.0)


def test_pieces_come_and_go() -> None:
    """If a piece is put on the table, it replaces one of the same name. A die that is taken away leaves its tower. If a
    tower has no dice left, it is removed.
    """
    dice = [Die(name) for name in ("d1", "d2", "d3")]
    table = Table(600.0, 500.0).with_pieces(*dice, Model("m", "Ada", (1.0, 2.0)), Token("t", Pose((1.0, 2.0, 3.0))))
    table = table.with_tower("m", Tower(("d1", "d2"), 0.5)).with_tower("n", Tower(("d3",)))
    assert [die.id for die in table.tower_dice("m")] == ["d1", "d2"]
    assert table.tower_dice("x") == ()
    assert table.without() is table
    less = table.without("d1", "d3", "t")
    assert (less.towers, less.ids()) == ({"m": Tower(("d2",), 0.5)}, {"d2", "m"})
    assert table.without("t").towers == table.towers
    with pytest.raises(KeyError, match="not on the table: x, y"):
        table.without("y", "d1", "x")
    assert table.with_tower("m", None).towers == {"n": Tower(("d3",))}
    assert table.with_tower("n", Tower(())).towers == {"m": Tower(("d1", "d2"), 0.5)}
    moved = table.with_pieces(Die("d1", size=20.0))
    assert (moved.dice["d1"].size, moved.dice["d2"], len(moved.dice)) == (20.0, dice[1], 3)


@pytest.mark.parametrize(
    ("at", "foot", "level"),
    [
        ((100.0, 100.0), 12.0, 20.0),  # over the high box the ground is its top, whatever the die's height
        ((72.0, 100.0), 12.0, 12.0),
        ((57.5, 100.0), 12.0, 12.0),
        ((57.4, 100.0), 12.0, 12.0),
        ((42.6, 100.0), 12.0, 12.0),
        ((42.4, 100.0), 12.0, 0.0),
        ((42.6, 100.0), 11.5, 12.0),
        ((42.6, 100.0), 11.4, 0.0),
        ((57.5, 100.0), 19.6, 12.0),
        ((82.6, 100.0), 20.0, 20.0),
        ((82.6, 100.0), 19.4, 12.0),
        ((82.4, 100.0), 20.0, 12.0),
        ((70.0, 142.4), 12.0, 12.0),
        ((70.0, 142.6), 12.0, 0.0),
    ],
)
def test_the_ground_below_a_die(at: Point, foot: float, level: float) -> None:
    """The ground is the box under the die's middle. A higher box counts instead if the die overlaps it by half a
    millimetre and stands at most half a millimetre below its top.

    A low box of 12 mm height is from x = 50 to x = 90. A high box of 20 mm is from x = 90 to x = 110.
    """
    low = Terrain("low", Box(40.0, 70.0, 12.0), (70.0, 100.0), can_stand_on=True)
    high = Terrain("high", Box(20.0, 70.0, 20.0), (100.0, 100.0), can_stand_on=True)
    wall = Terrain("wall", Box(300.0, 300.0, 9.0), (100.0, 100.0))
    table = Table(300.0, 300.0).with_pieces(low, high, wall)
    assert table.level_under(Die("d", pose=Pose((*at, foot + 8.0)))) == level
    assert [table.level_at((x, 100.0)) for x in (49.9, 50.0, 89.9, 90.0, 110.0, 110.1)] == [
        0.0,
        12.0,
        12.0,
        20.0,
        20.0,
        0.0,
    ]
