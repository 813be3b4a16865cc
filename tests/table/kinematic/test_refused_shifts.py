"""Which shifts are refused and why, and the spaces, areas and levels that decide it, by hand."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from motion_pieces import BOARD, HILL, WALL, cube, lifted

from riotsim.errors import InvalidValue
from riotsim.table.acts import Displacement, Shift
from riotsim.table.dice.kinds import die_kind
from riotsim.table.geometry.plan import Footprint, Part, disc, rectangle
from riotsim.table.kinematic.obstacles import (
    first_in_way,
    joined,
    occupied_spaces,
    require_level,
    require_on_table,
    space_of,
)
from riotsim.table.kinematic.shift import shift_motion
from riotsim.table.overlaps import OccupiedSpace
from riotsim.table.pieces import Box, Die, Hull, Mesh, Model, Piece, Terrain, Token, Tower
from riotsim.table.poses import IDENTITY, Point, Pose, Vector
from riotsim.table.state import Tray


def test_the_spaces_of_pieces() -> None:
    """The space of a piece reaches from its lowest to its highest point. Pieces to leave out, and meshes to stand on,
    have no space.
    """
    corners: list[Vector] = [(0.0, 0.0, 0.0), (10.0, 0.0, 0.0), (0.0, 10.0, 0.0), (0.0, 0.0, 9.0)]
    mesh = Mesh(
        "m", "", np.array(corners), np.array([[0, 1, 2]], dtype=np.int32), (((0.0, 0.0), (10.0, 0.0), (0.0, 10.0)),)
    )
    ruin, ramp = Terrain("ruin", mesh, (20.0, 20.0)), Terrain("ramp", mesh, (50.0, 50.0), can_stand_on=True)
    model, token = Model("m", "", (60.0, 200.0), level=10.0), Token("t", Pose((200.0, 40.0, 9.0)), 22.0, 4.0)
    tilted = Die(
        "d", size=16.0, pose=Pose((100.0, 100.0, 20.0), (math.sin(math.pi / 8), 0.0, 0.0, math.cos(math.pi / 8)))
    )
    table = BOARD.with_pieces(model, token, tilted, cube("e"), HILL, WALL, ruin, ramp)
    found = [(one.piece, one.plan, one.low, one.high) for one in occupied_spaces(table, {"e"})]
    reach = 8.0 * math.sqrt(2.0)
    assert found == [
        ("m", model.footprint, 10.0, 41.0),
        ("t", token.footprint, 7.0, 11.0),
        ("d", tilted.footprint, pytest.approx(20.0 - reach), pytest.approx(20.0 + reach)),
        ("hill", HILL.footprint, 0.0, 25.0),
        ("wall", WALL.footprint, 0.0, 40.0),
        ("ruin", ruin.footprint, 0.0, 9.0),
    ]
    assert space_of(model) == OccupiedSpace("m", model.footprint, 10.0, 41.0)


def test_the_first_thing_in_the_way() -> None:
    """If a moving piece overlaps another by up to half a millimetre, it isn't in the way. Of several pieces in the way,
    the first in the given order is found.
    """
    moving = OccupiedSpace("d", rectangle((0.0, 0.0), 20.0, 20.0), 0.0, 16.0)
    near, far = (OccupiedSpace(name, disc((x, 0.0), 5.0), 0.0, 9.0) for name, x in (("near", 14.4), ("far", 14.6)))
    assert first_in_way(moving, [far, near]) is near
    assert first_in_way(moving, [far]) is None
    assert first_in_way(moving, [near, replace(far, plan=disc((0.0, 0.0), 5.0))]) is near
    assert first_in_way(moving, [replace(near, low=16.0, high=20.0)]) is None


def test_the_area_of_a_straight_move() -> None:
    """The area of a straight move is made of one hull for each part of the piece, around the part's two places. Its
    radius is the greater of both.
    """
    one = Footprint((Part(((0.0, 0.0),), 3.0), *rectangle((20.0, 0.0), 4.0, 2.0).parts))
    found = joined(one, one.translated(10.0, 5.0))
    assert found.parts[0] == Part(((0.0, 0.0), (10.0, 5.0)), 3.0)
    corners = ((18.0, -1.0), (22.0, -1.0), (32.0, 4.0), (32.0, 6.0), (28.0, 6.0), (18.0, 1.0))
    assert found.parts[1] == Part(corners, 0.0)
    assert joined(disc((0.0, 0.0), 2.0), disc((9.0, 0.0), 5.0)).parts[0].radius == 5.0


@pytest.mark.parametrize(
    ("at", "over"),
    [
        ((9.5, 100.0), None),
        ((9.0, 100.0), 1.0),
        ((312.0, 100.0), 2.0),
        ((100.0, 7.0), 3.0),
        ((100.0, 294.0), 4.0),
        ((359.0, 90.0), 1.0),
        ((442.0, 90.0), 2.0),
        ((400.0, 57.0), 3.0),
        ((400.0, 124.0), 4.0),
        ((400.0, 0.0), 2.0),
        ((400.0, 12.0), None),
    ],
)
def test_an_area_on_the_table_or_in_the_tray(at: Point, over: float | None) -> None:
    """A disc of 10 mm may stick out by half a millimetre over each edge of the table, the tray and the rack."""
    table = replace(BOARD, tray=Tray(100.0, 80.0, 30.0, (350.0, 50.0), rack=40.0))
    area = disc(at, 10.0)
    if over is None:
        require_on_table("it", area, table, in_tray=True)
    else:
        with pytest.raises(InvalidValue, match=f"^it would stick out over the edge of the table by {over:g} mm$"):
            require_on_table("it", area, table, in_tray=True)
    if at[0] > 330.0:
        with pytest.raises(InvalidValue, match="it would stick out"):
            require_on_table("it", area, table)


@pytest.mark.parametrize(
    ("start", "end", "level"),
    [
        ((50.0, 50.0), (300.0, 50.0), None),
        ((50.0, 200.0), (300.0, 200.0), "0"),  # over the hill
        ((50.0, 50.0), (200.0, 200.0), "0"),
        ((200.0, 200.0), (50.0, 50.0), "25"),
        ((170.0, 170.0), (230.0, 230.0), None),
        ((200.0, 200.0), (200.0, 200.0), None),
        ((100.0, 100.0), (100.0, 100.0), None),
        ((200.0, 10.0), (200.0, 290.0), "0"),
        ((120.0, 290.0), (310.0, 100.0), "0"),
        ((120.0, 310.0), (310.0, 120.0), "0"),
        ((300.0, 150.0), (150.0, 150.0), None),
        ((230.0, 200.0), (280.0, 200.0), "25"),  # from the hill to a lower one beside it
        ((230.0, 200.0), (300.0, 200.0), "25"),
    ],
)
def test_the_ground_along_a_line_is_level(start: Point, end: Point, level: str | None) -> None:
    """A slide may stay on the table or on one hill. It may not go over a hill, up, down, or to a hill of another
    height.
    """
    lower = Terrain("lower", Box(40.0, 80.0, 12.0), (260.0, 200.0), can_stand_on=True)
    table = BOARD.with_pieces(HILL, lower, replace(WALL, at=(150.0, 50.0)))
    if level is None:
        require_level("it", start, end, table)
    else:
        message = f"^it would leave the level of {level} mm on which it stands$"
        with pytest.raises(InvalidValue, match=message):
            require_level("it", start, end, table)


@pytest.mark.parametrize(
    ("pieces", "moves", "message"),
    [
        # Two that go the same way, one that catches up, two that cross at the same time and one after the other.
        ((cube("a", (40.0, 100.0)), cube("b", (60.0, 100.0))), {"a": (140.0, 100.0), "b": (160.0, 100.0)}, None),
        (
            (cube("a", (40.0, 100.0)), cube("b", (100.0, 100.0))),
            {"a": (200.0, 100.0), "b": (150.0, 100.0)},
            "b can't be slid to (150, 100): it would meet a on the way; lifted pieces pass over",
        ),
        (
            (cube("a", (50.0, 100.0)), cube("b", (100.0, 50.0))),
            {"a": (150.0, 100.0), "b": (100.0, 150.0)},
            "b can't be slid to (100, 150): it would meet a on the way; lifted pieces pass over",
        ),
        ((cube("a", (50.0, 100.0)), cube("b", (100.0, 90.0))), {"a": (150.0, 100.0), "b": (100.0, 190.0)}, None),
        ((cube("a", (50.0, 110.0)), cube("b", (100.0, 90.0))), {"a": (100.0, 90.0), "b": (150.0, 70.0)}, None),
        (
            (cube("a", (40.0, 100.0)), cube("b", (40.0, 160.0))),
            {"a": (140.0, 100.0), "b": (145.0, 100.0)},
            "b can't end at (145, 100): a would be there",
        ),
        (
            (cube("a", (40.0, 100.0)), WALL),
            {"a": (230.0, 100.0)},
            "a can't be slid to (230, 100): wall stands in the way; a lifted piece passes over",
        ),
        ((cube("a", (40.0, 100.0)), WALL), {"a": (40.0, 260.0)}, None),
        ((cube("a", (140.0, 30.0)), Model("m", "", (200.0, 50.3))), {"a": (260.0, 30.0)}, None),
        (
            (cube("a", (140.0, 30.0)), Model("m", "", (200.0, 49.9))),
            {"a": (260.0, 30.0)},
            "a can't be slid to (260, 30): m stands in the way; a lifted piece passes over",
        ),
        (
            (cube("a", (40.0, 100.0)),),
            {"a": (40.0, 297.0)},
            "a at (40, 297) would stick out over the edge of the table by 5 mm",
        ),
        (
            (cube("a", (100.0, 200.0)), HILL),
            {"a": (270.0, 200.0)},
            "a, slid to (270, 200), would leave the level of 0 mm on which it stands",
        ),
        ((cube("a", (170.0, 200.0), 25.0), HILL), {"a": (230.0, 230.0)}, None),
    ],
)
def test_which_slides_are_refused(pieces: tuple[Piece, ...], moves: dict[str, Point], message: str | None) -> None:
    """If all pieces of a shift can slide at the same time, they end at their places. Otherwise, the shift is refused
    with a sentence.
    """
    table = BOARD.with_pieces(*pieces)
    act = Shift(tuple(Displacement(name, to) for name, to in moves.items()))
    if message is None:
        assert {name: die.pose.xy for name, die in shift_motion(table, act).table.dice.items()} == moves
    else:
        with pytest.raises(InvalidValue, match=f"^{re.escape(message)}$"):
            shift_motion(table, act)


def test_a_long_piece_turns_where_it_has_room() -> None:
    """A truck of 60 by 20 mm needs 31.6 mm on all sides to turn half round. If more than half a millimetre is missing,
    it sticks out over the edge or meets a piece.
    """
    half = Shift((Displacement("m", (100.0, 100.0), math.pi),))

    def after(x: float, *pieces: Piece) -> Model:
        truck = Model("m", "", (x, 100.0), Hull(60.0, 20.0), math.pi / 2)
        act = replace(half, moves=(Displacement("m", (x, 100.0), math.pi),))
        return shift_motion(BOARD.with_pieces(truck, *pieces), act).table.models["m"]

    assert after(31.7).heading == pytest.approx(-math.pi / 2)
    assert after(31.2).heading == pytest.approx(-math.pi / 2)
    with pytest.raises(
        InvalidValue, match=r"^m, slid to \(31, 100\), would stick out over the edge of the table by 0\.6"
    ):
        after(31.0)
    assert after(100.0, cube("d", (139.7, 100.0))).at == (100.0, 100.0)
    with pytest.raises(InvalidValue, match=r"^m can't be slid to \(100, 100\): d stands in the way; a lifted piece"):
        after(100.0, cube("d", (138.9, 100.0)))


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (Displacement("q", (1.0, 2.0)), "there is no model, die or token 'q' to shift"),
        (Displacement("d", (1.0, math.inf)), "a shift needs a finite number as to_y of d, not inf"),
        (Displacement("d", (1.0, 2.0), math.nan), "a shift needs a finite number as turn of d, not nan"),
        (Displacement("d", (1.0, 2.0), -6.3), "a shift turns d by one full turn at most, not by -6.3 rad"),
        (
            Displacement("d", (1.0, 2.0), 0.5, IDENTITY),
            "a shift sets d down in the orientation of a unit quaternion, without a turn besides",
        ),
        (
            Displacement("d", (1.0, 2.0), 0.0, (0.0, 0.0, 0.0, 1.1)),
            "a shift sets d down in the orientation of a unit quaternion, without a turn besides",
        ),
        (
            Displacement("e", (1.0, 2.0), 0.0, IDENTITY),
            "e is no cube that stands flat, so it can't be set down on another face",
        ),
        (Displacement("m", (1.0, 2.0)), "m has fallen; only models that stand are shifted"),
        (Displacement("t", (1.0, 2.0)), "t belongs to a tower; towers are carried, and not shifted"),
    ],
)
def test_why_a_move_is_refused(move: Displacement, message: str) -> None:
    """A move of a lifted piece that can't be done is refused with a sentence for each reason."""
    table = BOARD.with_pieces(
        cube(), Die("e", die_kind("d8"), pose=Pose((60.0, 60.0, 8.0))), Model("m", "", (200.0, 60.0), fallen=True)
    )
    table = table.with_pieces(cube("t", (30.0, 200.0))).with_tower("tower", Tower(("t",)))
    with pytest.raises(InvalidValue, match=f"^{re.escape(message)}$"):
        shift_motion(table, Shift((move,), lifted=True))


def test_pieces_are_set_down_in_the_tray_only_if_they_are_dice() -> None:
    """A lifted die may end in the tray, but a model may not. Nothing slides there. A shift moves at least one piece,
    and each only once. Only a lifted cube is set down on another face.
    """
    tray = Tray(100.0, 80.0, 30.0, (350.0, 50.0))
    table = replace(BOARD, tray=tray).with_pieces(cube(), Model("m", "", (60.0, 200.0)))
    assert lifted(table, Displacement("d", (400.0, 90.0))).table.dice["d"].pose.at == (400.0, 90.0, 8.0)
    for name, is_lifted in (("m", True), ("d", False)):
        with pytest.raises(
            InvalidValue, match=rf"^{name} at \(400, 90\) would stick out over the edge of the table by "
        ):
            shift_motion(table, Shift((Displacement(name, (400.0, 90.0)),), is_lifted))
    with pytest.raises(InvalidValue, match=r"^a shift needs at least one piece$"):
        shift_motion(table, Shift(()))
    twice = Displacement("d", (120.0, 100.0))
    with pytest.raises(InvalidValue, match=r"^a shift moves each piece once, and d more often$"):
        shift_motion(table, Shift((twice, twice)))
    laid = Displacement("d", (120.0, 100.0), lies=IDENTITY)
    with pytest.raises(InvalidValue, match=r"^only a lifted cube is set down on another face, and d slides$"):
        shift_motion(table, Shift((laid,)))
