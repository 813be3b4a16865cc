"""Prescribed motions by hand: how long they last, where pieces are when, what is heard, and what is refused."""

import math
import re
from dataclasses import replace

import pytest
from motion_pieces import BOARD, HILL, WALL, cube, lifted

from riotsim.errors import InvalidValue
from riotsim.table.acts import Displacement, Frame, Roll, Settled, Shift, Tip
from riotsim.table.dice.cubes import FlatCube, flat_cube
from riotsim.table.dice.custom import rounded
from riotsim.table.dice.kinds import D6, die_kind
from riotsim.table.impacts import TABLE as TABLETOP
from riotsim.table.impacts import Collider, Impact
from riotsim.table.kinematic.exact import exact_motion, shown_motion
from riotsim.table.kinematic.motion import Motion, between, impact, minimum_jerk, rubbing, slide_ticks, whole_frames
from riotsim.table.kinematic.shift import shift_motion
from riotsim.table.kinematic.tip import roll_share, roll_speed, slide_of, stands_flat, tip_motion, tipped_cube
from riotsim.table.pieces import Box, Die, Hull, Model, Piece, Round, Terrain, Token, Tower
from riotsim.table.poses import IDENTITY, Point, Pose, about_z, angle_between, multiply
from riotsim.table.state import Tray
from riotsim.testing.tables import STEADY_HAND

DIE_MASS = 1.18e-3 * 16.0**3
"""Mass of a die of 16 mm (g)."""


def jerk(t: float) -> float:
    """Return the share of its path that a movement with the least jerk has covered (Flash and Hogan 1985)."""
    return 10 * t**3 - 15 * t**4 + 6 * t**5


@pytest.mark.parametrize(
    ("share", "covered"),
    [(-1.0, 0.0), (0.0, 0.0), (0.25, 0.103515625), (0.5, 0.5), (0.75, 0.896484375), (1.0, 1.0), (2.0, 1.0)],
)
def test_the_movement_with_the_least_jerk(share: float, covered: float) -> None:
    """A movement with the least jerk is half done in half its time. Before its beginning and after its end, the piece
    stands still.
    """
    assert minimum_jerk(share) == pytest.approx(covered, abs=1e-12)


@pytest.mark.parametrize(
    ("length", "turn", "ticks"),
    [
        (0.0, 0.0, 0),
        (1e-7, -1e-7, 0),
        (300.0, 0.0, 452),  # 1.875 · 300 mm / 300 mm/s = 1.875 s = 450 ticks
        (320.0, 0.0, 480),
        (10.0, 0.0, 56),  # √(10 / √3 · 10 mm / 1200 mm/s²) = 0.2193 s = 52.6 ticks
        (0.0, math.pi / 2, 84),  # 0.35 s
        (0.0, -math.pi, 168),
        (300.0, math.pi, 452),
        (10.0, math.pi / 2, 84),
    ],
)
def test_how_long_a_slide_lasts(length: float, turn: float, ticks: int) -> None:
    """A slide takes whole frames. Its speed is at most 300 mm/s, its acceleration at most 1200 mm/s², and a quarter
    turn takes at least 0.35 s.
    """
    assert slide_ticks(length, turn) == ticks


def test_whole_frames_are_rounded_up() -> None:
    """A duration is rounded up to whole frames. A frame has 4 of the 240 ticks of a second."""
    assert [whole_frames(seconds) for seconds in (0.0, 0.001, 0.1, 0.25, 0.4)] == [0, 4, 24, 60, 96]


def test_a_share_of_a_line() -> None:
    """A share of a line is a point on the line. For a share of 1 or more, the point is exactly the line's end."""
    start, end = (1.0, 2.0, 3.0), (5.0, -6.0, 11.0)
    assert between(start, end, 0.25) == (2.0, 0.0, 5.0)
    assert between(start, end, 0.0) == start
    assert between(start, end, 1.0) is end
    assert between(start, end, 1.5) is end


def test_frames_of_a_motion() -> None:
    """A motion gives a frame every four ticks, or as often as asked. A frame has the impacts since the last one, and
    the outcome comes after all frames.
    """
    heard = tuple(Impact(tick, Collider("die", "d"), TABLETOP, (0.0, 0.0, 0.0), 1.0, 2.0) for tick in (1, 4, 5, 12))
    motion = Motion(BOARD, 12, lambda tick: {"d": Pose((float(tick), 0.0, 0.0))}, heard)

    def ran(every: int, *, listen: bool) -> tuple[list[Frame], Settled]:
        found, under_way = [], motion.frames(every, listen=listen)
        while True:
            try:
                found.append(next(under_way))
            except StopIteration as end:
                return found, end.value

    def frame(tick: int, *impacts: Impact) -> Frame:
        return Frame(tick, {"d": Pose((float(tick), 0.0, 0.0))}, impacts)

    settled = Settled(BOARD, (), 12)
    assert motion.settled == settled
    assert ran(4, listen=True) == ([frame(4, *heard[:2]), frame(8, heard[2]), frame(12, heard[3])], settled)
    assert ran(6, listen=False) == ([frame(6), frame(12)], settled)
    assert ran(0, listen=True) == ([], settled)
    assert [one.tick for one in motion.frames()] == [4, 8, 12]


@pytest.mark.parametrize(
    ("piece", "kind", "mass"),
    [
        (cube("p"), "die", DIE_MASS),
        (Token("p", Pose((1.0, 2.0, 3.0)), 22.0, 4.0), "token", 1.18e-3 * math.pi * 11.0**2 * 4.0),
        (Model("p", "", (1.0, 2.0)), "model", 12.0),
    ],
)
def test_what_is_heard_of_a_piece_on_the_ground(piece: Die | Token | Model, kind: str, mass: float) -> None:
    """The impulse of an impact is its speed times the mass that is stopped. If a piece lands on a platform, the impact
    is with the platform instead of the table.
    """
    low = Terrain("low", Box(80.0, 80.0, 10.0), (200.0, 200.0), can_stand_on=True)
    table = BOARD.with_pieces(low, HILL, WALL)
    on_table = impact(table, piece, (20.0, 30.0, 0.0), 7, 50.0)
    assert on_table == Impact(7, Collider(kind, "p"), TABLETOP, (20.0, 30.0, 0.0), 50.0, on_table.impulse)  # type: ignore[arg-type]  # a kind of collider
    assert on_table.impulse == pytest.approx(50.0 * mass)
    on_hill = impact(table, piece, (200.0, 210.0, 25.0), 7, 50.0, 0.25)
    assert on_hill.other == Collider("terrain", "hill")
    assert on_hill.impulse == pytest.approx(12.5 * mass)


@pytest.mark.parametrize("turn", [0.0, 0.6, -0.6])
def test_the_noise_of_a_slide(turn: float) -> None:
    """A sliding piece is heard every 8 ticks, with a tenth of its speed. If it turns, the speed of its edge is added. A
    slow slide is silent.
    """
    piece = Model("m", "", (100.0, 100.0), Round(30.0))
    found = rubbing(BOARD, piece, (100.0, 100.0, 0.0), (160.0, 180.0, 0.0), 20, 48, turn)
    length = 100.0 + 0.6 * 15.0 * (turn != 0.0)
    expected = []
    for tick in (8, 16, 24, 32, 40):
        share = jerk(tick / 48)
        speed = 0.1 * length * (share - jerk((tick - 1) / 48)) * 240
        if speed >= 5.0:
            expected.append((20 + tick, (100.0 + 60.0 * share, 100.0 + 80.0 * share, 0.0), speed))
    assert [one.tick for one in found] == [tick for tick, _, _ in expected]
    for one, (_, at, speed) in zip(found, expected, strict=True):
        assert one.at == pytest.approx(at)
        assert one.speed == pytest.approx(speed)
        assert one.impulse == pytest.approx(12.0 * speed)
    slow = rubbing(BOARD, piece, (100.0, 100.0, 0.0), (110.0, 100.0, 0.0), 0, 400)
    assert slow == []
    assert [one.tick for one in rubbing(BOARD, piece, (0.0, 0.0, 0.0), (60.0, 0.0, 0.0), 0, 16)] == [8]


def height(tick: int, motion: Motion, name: str = "d") -> float:
    """Return the height of a piece at a tick (mm)."""
    return motion.poses_at(tick)[name].at[2]


def test_a_slide_in_time() -> None:
    """The place and the turn of a sliding piece follow the same curve of time. If several pieces slide together, all
    take the time of the slowest.
    """
    truck = Model("m", "Ada", (100.0, 200.0), Hull(40.0, 20.0), 0.3)
    moves = (Displacement("d", (220.0, 100.0)), Displacement("m", (100.0, 230.0), math.pi / 2))
    motion = shift_motion(BOARD.with_pieces(cube(), truck), Shift(moves))
    assert motion.ticks == 184  # √(10 / √3 · 120 mm / 1200 mm/s²) are 182.4 ticks
    for tick in (0, 46, 92, 183, 184):
        share, poses = jerk(tick / 184), motion.poses_at(tick)
        assert poses["d"].at == pytest.approx((100.0 + 120.0 * share, 100.0, 8.0))
        assert poses["m"].at == pytest.approx((100.0, 200.0 + 30.0 * share, 0.0))
        assert poses["m"].orientation == pytest.approx(about_z(0.3 + math.pi / 2 * share))
    after = motion.table
    assert (after.dice["d"].pose, after.models["m"].at) == (Pose((220.0, 100.0, 8.0), IDENTITY), (100.0, 230.0))
    assert after.models["m"].heading == pytest.approx(0.3 + math.pi / 2)
    ticks = [one.tick for one in motion.impacts]
    assert ticks == sorted(ticks)
    assert {one.one.piece for one in motion.impacts} == {"d", "m"}


def test_a_lifted_piece_in_time() -> None:
    """A piece is lifted by 20 mm in 60 ticks, carried across, and set down in 60 ticks. Its impact comes when it is set
    down.
    """
    motion = lifted(BOARD.with_pieces(cube()), Displacement("d", (180.0, 160.0)))
    across = 168  # √(10 / √3 · 100 mm / 1200 mm/s²) are 166.5 ticks
    assert motion.ticks == across + 120
    for tick, share, up in (
        (0, 0.0, 0.0),
        (15, 0.0, jerk(0.25)),
        (60, 0.0, 1.0),
        (60 + across // 4, jerk(0.25), 1.0),
        (60 + across, 1.0, 1.0),
        (60 + across + 45, 1.0, jerk(0.25)),
        (across + 120, 1.0, 0.0),
    ):
        at = (100.0 + 80.0 * share, 100.0 + 60.0 * share, 8.0 + 20.0 * up)
        assert motion.poses_at(tick)["d"].at == pytest.approx(at)
    assert motion.impacts == (impact(BOARD, cube(), (180.0, 160.0, 0.0), across + 120, 99.0),)
    still = lifted(BOARD.with_pieces(cube()), Displacement("d", (100.0, 100.0)))
    assert (still.ticks, height(60, still), height(120, still)) == (120, 28.0, 8.0)


@pytest.mark.parametrize(
    ("pieces", "to", "low"),
    [
        ((), (200.0, 100.0), 20.0),
        ((WALL,), (220.0, 100.0), 45.0),
        ((WALL,), (220.0, 260.0), 20.0),
        ((Model("m", "", (160.0, 100.0)),), (220.0, 100.0), 36.0),
        ((Model("m", "", (160.0, 121.1)),), (220.0, 100.0), 20.0),
        ((Model("m", "", (160.0, 120.9)),), (220.0, 100.0), 36.0),
        ((replace(WALL, shape=Box(10.0, 100.0, 15.0)),), (220.0, 100.0), 20.0),
        ((replace(WALL, shape=Box(10.0, 100.0, 15.1)),), (220.0, 100.0), 20.1),
        ((HILL,), (200.0, 200.0), 45.0),
        ((HILL, Model("m", "", (180.0, 180.0), level=25.0)), (200.0, 200.0), 61.0),
    ],
)
def test_how_high_a_piece_is_carried(pieces: tuple[Piece, ...], to: Point, low: float) -> None:
    """A piece is carried 20 mm above the higher ground of both ends. It passes 5 mm above what its path meets, but
    ignores what is beside the path.
    """
    motion = lifted(BOARD.with_pieces(cube(), *pieces), Displacement("d", to))
    level = 25.0 if to == (200.0, 200.0) else 0.0
    assert height(60, motion) == pytest.approx(8.0 + low)
    assert height(motion.ticks - 60, motion) == pytest.approx(8.0 + low)
    assert height(motion.ticks, motion) == pytest.approx(8.0 + level)


def test_lifted_pieces_whose_paths_cross() -> None:
    """If the paths of two lifted pieces cross, the second in the order of the moves passes 5 mm above the first. A
    third piece whose path crosses neither stays low.
    """
    table = BOARD.with_pieces(cube("a", (60.0, 100.0)), cube("b", (140.0, 100.0)), cube("c", (60.0, 250.0)))
    moves = (Displacement("b", (60.0, 100.0)), Displacement("a", (140.0, 100.0)), Displacement("c", (90.0, 250.0)))
    motion = lifted(table, *moves)
    assert [height(60, motion, name) - 8.0 for name in "bac"] == pytest.approx([20.0, 41.0, 20.0])


def test_a_piece_that_is_carried_over_the_walls_of_the_tray() -> None:
    """A piece that goes from the tray to its rack passes 20 mm above the higher wall. A piece that stays within the
    tray doesn't.
    """
    tray = Tray(100.0, 80.0, 30.0, (350.0, 50.0), rack=40.0)
    table = replace(BOARD, tray=tray).with_pieces(cube("d", (400.0, 90.0)))
    assert height(60, lifted(table, Displacement("d", (400.0, 10.0)))) == pytest.approx(58.0)
    assert height(60, lifted(replace(table, wall_height=44.0), Displacement("d", (400.0, 10.0)))) == pytest.approx(72.0)
    assert height(60, lifted(table, Displacement("d", (380.0, 80.0)))) == pytest.approx(28.0)


def test_a_cube_that_is_turned_over_in_the_air() -> None:
    """If a lifted cube is turned onto another face, it is lifted higher by as much as its corners may sink. Its motion
    lasts at least as long as the rotation needs, and halfway half of the rotation is done.
    """
    corner = (math.sqrt(3) / 2 - 0.5) * 16.0
    lies = D6.orientation_showing(6)
    motion = lifted(BOARD.with_pieces(cube()), Displacement("d", (110.0, 100.0), lies=lies))
    assert motion.ticks == 168 + 120  # half a turn takes 0.7 s
    assert height(60, motion) == pytest.approx(28.0 + corner)
    half = motion.poses_at(60 + 84)["d"].orientation
    assert angle_between(IDENTITY, half) == pytest.approx(math.pi / 2)
    assert motion.table.dice["d"].shows == 6
    over = lifted(BOARD.with_pieces(cube(), WALL), Displacement("d", (220.0, 100.0), lies=lies))
    assert height(60, over) == pytest.approx(8.0 + 45.0 + corner)


def test_where_pieces_end() -> None:
    """After a shift, models and flat cubes stand exactly on the ground. Other dice and tokens keep their height above
    the ground. On the rack, any die lies on the bottom.
    """
    hung = Die("e", size=16.0, pose=Pose((60.0, 60.0, 12.0), about_z(0.2)))
    coin = Token("t", Pose((60.0, 100.0, 4.5)), 12.0)
    sunk = replace(cube(), pose=Pose((100.0, 100.0, 7.9), about_z(0.1)))
    table = BOARD.with_pieces(sunk, hung, coin, HILL, Model("m", "", (60.0, 250.0), heading=3.0))
    moves = [("d", (180.0, 180.0)), ("e", (210.0, 180.0)), ("t", (180.0, 215.0)), ("m", (215.0, 215.0))]
    after = lifted(table, *(Displacement(name, at, 0.5) for name, at in moves)).table
    assert after.dice["d"].pose.at == (180.0, 180.0, 33.0)
    assert after.dice["d"].pose.orientation == flat_cube(sunk.pose.orientation).turned(0.5).orientation
    assert after.dice["e"].pose.at == pytest.approx((210.0, 180.0, 37.0))
    assert after.dice["e"].pose.orientation == pytest.approx(about_z(0.7))
    assert after.tokens["t"].pose == Pose((180.0, 215.0, 29.5), about_z(0.5))
    assert (after.models["m"].at, after.models["m"].level) == ((215.0, 215.0), 25.0)
    assert after.models["m"].heading == pytest.approx(3.5 - math.tau)
    tray = Tray(100.0, 80.0, 30.0, (350.0, 50.0), rack=40.0)
    aside = lifted(replace(table, tray=tray), Displacement("e", (400.0, 10.0))).table.dice["e"]
    assert aside.pose == Pose((400.0, 10.0, 8.0), hung.pose.orientation)


def test_a_tip_in_time() -> None:
    """A cube that is tipped rolls for 96 ticks, is gripped for 24 ticks, and then slides. The speed of its impact is
    that of its far edge.
    """
    table = BOARD.with_pieces(cube())
    tip = tipped_cube(table, Tip("d", 0.1, (146.0, 100.0)))
    assert (tip.side, tip.landing, tip.end, tip.level) == (0, (116.0, 100.0), (146.0, 100.0), 0.0)
    assert (tip.way, tip.cube) == ((1.0, 0.0, 0.0), FlatCube(0))
    for angle in (0.0, math.pi / 4, math.pi / 2):
        pose = tip.rolled(angle)
        reach = 8.0 * math.sqrt(2.0)
        around = (108.0 - reach * math.cos(math.pi / 4 + angle), 100.0, reach * math.sin(math.pi / 4 + angle))
        assert pose.at == pytest.approx(around)
        assert pose.orientation == pytest.approx((0.0, math.sin(angle / 2), 0.0, math.cos(angle / 2)))
    motion = tip_motion(table, Tip("d", 0.1, (146.0, 100.0)))
    slide = slide_ticks(30.0)
    assert motion.ticks == 96 + 24 + slide
    assert motion.poses_at(48)["d"] == tip.rolled(math.pi / 2 * 0.3125)  # 0.5² · (3 - 0.5) / 2
    for tick, x in ((96, 116.0), (120, 116.0), (120 + slide // 2, 131.0), (motion.ticks, 146.0)):
        assert motion.poses_at(tick)["d"].at == pytest.approx((x, 100.0, 8.0))
    first = motion.impacts[0]
    speed = math.pi / 2 * 1.5 / 0.4 * 16.0
    assert (first.tick, first.at) == (96, (124.0, 100.0, 0.0))
    assert (first.speed, first.impulse) == pytest.approx((speed, speed * DIE_MASS * 2 / 3))
    assert all(one.tick > 120 for one in motion.impacts[1:])
    assert tip_motion(table, Tip("d", 0.0, (116.0, 100.0))).ticks == 96
    assert motion.table.dice["d"].shows == 5


@pytest.mark.parametrize(("heading", "way"), [(0.3, (1, 0)), (1.87, (0, 1)), (3.4, (-1, 0)), (-1.2, (0, -1))])
def test_a_tip_to_each_side_of_a_turned_cube(heading: float, way: tuple[int, int]) -> None:
    """A cube tips to the side nearest to the heading. It lands ahead by its own size, along its own axes."""
    yaw = flat_cube(about_z(0.3)).yaw
    die = Die("d", size=20.0, pose=Pose((100.0, 110.0, 35.0), about_z(yaw)))
    table = BOARD.with_pieces(die, replace(HILL, at=(100.0, 110.0)))
    c, s = math.cos(yaw), math.sin(yaw)
    landing = (100.0 + 20.0 * (way[0] * c - way[1] * s), 110.0 + 20.0 * (way[0] * s + way[1] * c))
    tip = tipped_cube(table, Tip("d", heading, landing))
    assert tip.landing == pytest.approx(landing)
    assert tip.level == 25.0
    assert tip.rolled(math.pi / 2).at == pytest.approx((*landing, 35.0))
    assert tip.rolled(0.0) == Pose(pytest.approx((100.0, 110.0, 35.0)), pytest.approx(die.pose.orientation))  # type: ignore[arg-type]  # nearly


def test_the_share_of_a_roll() -> None:
    """A roll is slow at first and fast at the end: its share is t² (3 - t) / 2, and its speed is the derivative."""
    assert [roll_share(t) for t in (0.0, 0.5, 1.0)] == [0.0, 0.3125, 1.0]
    assert [roll_speed(t) for t in (0.0, 0.5, 1.0)] == [0.0, 1.125, 1.5]


def test_a_slide_with_a_turn_that_begins_later() -> None:
    """If the slide of a die begins later, the die waits at its start, turns while it slides, and stays at its end."""
    start, end = cube(), replace(cube(), pose=Pose((140.0, 130.0, 8.0), about_z(0.8)))
    motion = slide_of(BOARD, start, end, 40)
    ticks = slide_ticks(50.0, 0.8)
    assert (motion.ticks, motion.table.dice["d"]) == (40 + ticks, end)
    assert motion.poses_at(0)["d"] == motion.poses_at(40)["d"] == start.pose
    halfway = motion.poses_at(40 + ticks // 2)["d"]
    assert halfway.at == pytest.approx((120.0, 115.0, 8.0))
    assert halfway.orientation == pytest.approx(about_z(0.4))
    assert motion.poses_at(40 + ticks)["d"] is end.pose
    assert {one.tick % 8 for one in motion.impacts} == {0}


@pytest.mark.parametrize(
    ("orientation", "z", "flat"),
    [
        (IDENTITY, 8.0, True),
        (about_z(1.0), 8.4, True),
        (IDENTITY, 8.6, False),
        ((math.sin(math.radians(0.9)), 0.0, 0.0, math.cos(math.radians(0.9))), 8.0, True),
        ((math.sin(math.radians(1.1)), 0.0, 0.0, math.cos(math.radians(1.1))), 8.0, False),
    ],
)
def test_a_cube_that_stands_flat(orientation: tuple[float, float, float, float], z: float, flat: bool) -> None:
    """A cube stands flat if it leans by at most 2 degrees and is within half a millimetre of its ground. Other dice
    never stand flat.
    """
    die = Die("d", rounded(D6, 0.1), 16.0, Pose((100.0, 100.0, z), orientation))
    assert stands_flat(die, BOARD) is flat
    assert not stands_flat(Die("d", die_kind("d8"), 16.0, Pose((100.0, 100.0, 8.0))), BOARD)


@pytest.mark.parametrize(
    ("pieces", "tip", "message"),
    [
        ((), Tip("d", math.inf, (1.0, 2.0)), "a tip needs a finite number as heading, not inf"),
        ((), Tip("d", 0.0, (1.0, math.nan)), "a tip needs a finite number as to_y, not nan"),
        ((), Tip("d", 0.0, (-math.inf, 1.0)), "a tip needs a finite number as to_x, not -inf"),
        ((), Tip("d", 0.0, (1.0, 2.0)), "there is no die 'd' to tip"),
        (
            (Die("d", die_kind("d8")),),
            Tip("d", 0.0, (1.0, 2.0)),
            "only cubes can be tipped, and d is a d8; a d6 would do",
        ),
        (
            (replace(cube(), pose=Pose((100.0, 100.0, 9.0))),),
            Tip("d", 0.0, (1.0, 2.0)),
            "d doesn't stand flat on the ground, so it can't be tipped over an edge",
        ),
        (
            (cube(), Model("m", "", (130.0, 100.0))),
            Tip("d", 0.0, (116.0, 100.0)),
            "d, tipped and slid to (116, 100), would meet m, which stands in the way",
        ),
        (
            (cube(), Model("m", "", (160.0, 110.0))),
            Tip("d", 0.0, (200.0, 100.0)),
            "d, tipped and slid to (200, 100), would meet m, which stands in the way",
        ),
        (
            (cube(at=(310.0, 100.0)),),
            Tip("d", 0.0, (300.0, 100.0)),
            "d, tipped and slid to (300, 100), would stick out over the edge of the table by 14 mm",
        ),
        (
            (cube(at=(150.0, 200.0)), HILL),
            Tip("d", 0.0, (150.0, 200.0)),
            "d, tipped and slid to (150, 200), would leave the level of 0 mm on which it stands",
        ),
    ],
)
def test_why_a_tip_is_refused(pieces: tuple[Piece, ...], tip: Tip, message: str) -> None:
    """If an exact tip can't be done, it is refused with the reason in a sentence. A display shows no motion then."""
    table = BOARD.with_pieces(*pieces)
    with pytest.raises(InvalidValue, match=f"^{re.escape(message)}$"):
        exact_motion(table, tip)
    assert shown_motion(table, tip) is None


def test_which_acts_are_exact() -> None:
    """Shifts, and tips without a hand, are exact. A tip by a hand and a roll aren't."""
    table = BOARD.with_pieces(cube())
    by_hand = Tip("d", 0.0, (116.0, 100.0), STEADY_HAND)
    assert exact_motion(table, by_hand) is None
    assert exact_motion(table, Roll((), (0.0, 0.0), 0.0, STEADY_HAND)) is None
    shown = shown_motion(table, Shift((Displacement("d", (120.0, 100.0)),)))
    assert shown is not None
    assert shown.table.dice["d"].pose.at == (120.0, 100.0, 8.0)
    stacked = table.with_tower("t", Tower(("d",)))
    with pytest.raises(InvalidValue, match=r"^d stands in a tower; only loose dice can be tipped$"):
        exact_motion(stacked, Tip("d", 0.0, (116.0, 100.0)))


def test_turned_pieces_are_multiplied_in_order() -> None:
    """A cube that lies on a side and is turned about the vertical turns with all its faces."""
    lies = D6.orientation_showing(3)
    table = BOARD.with_pieces(replace(cube(), pose=Pose((100.0, 100.0, 8.0), lies)))
    after = shift_motion(table, Shift((Displacement("d", (100.0, 100.0), 0.5),))).table.dice["d"]
    assert angle_between(after.pose.orientation, multiply(about_z(0.5), lies)) == pytest.approx(0.0, abs=1e-7)
