"""Tips: a cube is rolled over a bottom edge, and slid to a place."""

import itertools
import math
from collections.abc import Generator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tips_by_hand import count_wrong_tips

from riotsim.errors import InvalidValue
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.play.scenarios.scripted_table import ScriptedTable
from riotsim.play.session.outcomes import apply_delta, compute_delta
from riotsim.play.session.serialization import act_to_plain
from riotsim.simulation import frames, perform
from riotsim.table.acts import Frame, Hand, LeftTable, Settled, Tip, is_exact
from riotsim.table.dice.cubes import QUARTER, flat_cube
from riotsim.table.dice.kinds import die_kind
from riotsim.table.impacts import TABLE, Collider
from riotsim.table.kinematic.tip import slide_of
from riotsim.table.pieces import Box, Die, Model, Piece, Terrain, Token, Tower
from riotsim.table.poses import Point, Pose, about_z, angle_between, multiply
from riotsim.table.state import Table
from riotsim.testing.plugin import Size
from riotsim.testing.tables import STEADY_HAND

SIZE = 16.0

EAST, NORTH, WEST, SOUTH = (k * QUARTER for k in range(4))

BOARD = Table(320.0, 320.0)

AVERAGE_HAND = replace(STEADY_HAND, name="average", place_sigma=1.5, yaw_sigma=math.radians(4.0))


def cube(at: Point = (100.0, 100.0), *, level: float = 0.0, yaw: float = 0.0, name: str = "d") -> Die:
    """Return a cube that stands with the 1 up."""
    return Die(name, size=SIZE, pose=Pose((*at, level + SIZE / 2), about_z(yaw)))


def tipped(table: Table, heading: float, to: Point, hand: Hand | None = None, seed: int = 0) -> Die:
    """Tip the cube `d`, and return it as it lies then."""
    return perform(table, Tip("d", heading, to, hand), seed).table.dice["d"]


def ran(under_way: Generator[Frame, None, Settled]) -> tuple[list[Frame], Settled]:
    """Return all frames of an act, and its outcome."""
    found = []
    while True:
        try:
            found.append(next(under_way))
        except StopIteration as end:
            return found, end.value


@pytest.mark.parametrize(
    ("heading", "to", "shows"),
    [(EAST, (140.0, 100.0), 5), (NORTH, (100.0, 140.0), 4), (WEST, (60.0, 100.0), 2), (SOUTH, (100.0, 60.0), 3)],
)
def test_a_tip_ends_exactly(heading: float, to: Point, shows: int) -> None:
    """If a cube is tipped exactly, the face opposite to the way comes up. The place and the height have no error."""
    die = tipped(BOARD.with_pieces(cube()), heading, to)
    assert die.shows == shows
    assert die.pose.at == (*to, SIZE / 2)
    assert die.pose.orientation == flat_cube(die.pose.orientation).orientation


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 10)), max_size=40), st.floats(-math.pi, math.pi))
def test_tips_do_not_drift(way: list[tuple[int, int]], yaw: float) -> None:
    """If a cube is tipped any number of times, its height stays exact, and its yaw is the same as at first to the
    bit.
    """
    table = BOARD.with_pieces(cube((160.0, 160.0), yaw=yaw))
    kept = flat_cube(about_z(yaw)).yaw
    for side, place in way:
        table = perform(table, Tip("d", kept + side * QUARTER, (60.0 + 20.0 * place, 160.0)), 0).table
        pose = table.dice["d"].pose
        assert flat_cube(pose.orientation).yaw == kept
        assert pose.at == (60.0 + 20.0 * place, 160.0, SIZE / 2)


def test_four_tips_round_the_same_way_restore_the_table() -> None:
    """If a cube is tipped east four times and slid back each time, the table is the same as before to the bit."""
    table = begun = BOARD.with_pieces(cube())
    for _ in range(4):
        table = perform(table, Tip("d", EAST, (100.0, 100.0)), 0).table
    assert repr(table) == repr(begun)


def test_a_cube_that_physics_left_is_squared_up() -> None:
    """If a cube was left a little tilted or sunk, its first tip ends exactly at the place, and on the face, of a cube
    that stood flat.
    """
    askew = multiply((0.001, 0.0, 0.0, math.sqrt(1 - 1e-6)), about_z(math.pi / 2))
    die = tipped(BOARD.with_pieces(Die("d", pose=Pose((100.0, 100.0, 7.98), askew))), NORTH, (100.0, 130.0))
    clean = tipped(
        BOARD.with_pieces(Die("d", pose=Pose((100.0, 100.0, 8.0), about_z(math.pi / 2)))), NORTH, (100.0, 130.0)
    )
    assert die.pose.at == clean.pose.at
    assert flat_cube(die.pose.orientation).number == flat_cube(clean.pose.orientation).number


def test_seed_and_frames_make_no_difference() -> None:
    """An exact tip has the same outcome with any seed, with or without frames, and with or without impacts."""
    table, act = BOARD.with_pieces(cube()), Tip("d", EAST, (150.0, 110.0))
    assert is_exact(act)
    outcomes = [perform(table, act, seed, trace_hz=hz) for seed, hz in ((0, 0), (1, 60), (2, 7))]
    outcomes.append(ran(frames(table, act, 3, listen=True))[1])
    assert all(repr(one.table) == repr(outcomes[0].table) and one == outcomes[0] for one in outcomes)
    assert not outcomes[0].facts


def test_frames_show_a_roll_and_a_slide() -> None:
    """If a cube is tipped, its frames show it rising over its edge, sinking to the ground and sliding. No frame is far
    from the one before, none is inside the table, and the last is the outcome.
    """
    table = BOARD.with_pieces(cube(yaw=0.3))
    seen, settled = ran(frames(table, Tip("d", 0.3, (190.0, 150.0)), 0))
    poses = [table.dice["d"].pose, *(frame.poses["d"] for frame in seen)]
    heights = [pose.at[2] for pose in poses]
    assert max(heights) == pytest.approx(SIZE * math.sqrt(0.5), abs=0.1)
    assert min(heights) == SIZE / 2
    for before, after in itertools.pairwise(poses):
        assert math.dist(before.at, after.at) < 6.0
        assert angle_between(before.orientation, after.orientation) < 0.15
        lowest = after.at[2] - max(Die("d", size=SIZE, pose=after).bounds[5] - after.at[2], 0.0)
        assert lowest > -1e-9
    assert seen[-1].tick == settled.ticks
    assert poses[-1] == settled.table.dice["d"].pose


def test_a_slide_may_have_no_length() -> None:
    """If a cube is slid to the place where it is, it stands there at every tick."""
    die = cube()
    motion = slide_of(BOARD.with_pieces(die), die, die, 40)
    assert {motion.poses_at(tick)["d"] for tick in (0, 10, 40, 50)} == {die.pose}


def test_a_tip_is_heard() -> None:
    """A cube strikes the ground once as it falls over, and rubs on the ground while it slides. If the ground is a
    platform, the impact names the platform.
    """
    on_table, _ = ran(frames(BOARD.with_pieces(cube()), Tip("d", EAST, (150.0, 100.0)), 0, listen=True))
    impacts = [impact for frame in on_table for impact in frame.impacts]
    strike, *rubs = impacts
    assert (strike.one, strike.other) == (Collider("die", "d"), TABLE)
    assert strike.at == pytest.approx((124.0, 100.0, 0.0))
    assert rubs
    assert all(rub.impulse < strike.impulse / 3 for rub in rubs)
    assert [impact.tick for impact in impacts] == sorted(impact.tick for impact in impacts)
    hill = Terrain("hill", Box(200.0, 200.0, 30.0), (160.0, 160.0), can_stand_on=True)
    table = BOARD.with_pieces(hill, cube(level=30.0))
    above, _ = ran(frames(table, Tip("d", EAST, (150.0, 100.0)), 0, listen=True))
    assert next(frame.impacts for frame in above if frame.impacts)[0].other == Collider("terrain", "hill")
    assert perform(table, Tip("d", EAST, (150.0, 100.0)), 0).table.dice["d"].pose.at[2] == 38.0


WALL = Terrain("wall", Box(10.0, 60.0, 30.0), (130.0, 100.0))
HILL = Terrain("hill", Box(50.0, 60.0, 5.0), (150.0, 100.0), can_stand_on=True)


@pytest.mark.parametrize(
    ("pieces", "heading", "to", "message"),
    [
        ([], EAST, (140.0, 100.0), "there is no die 'd' to tip"),
        ([replace(cube(), kind=die_kind("d8"))], EAST, (140.0, 100.0), "only cubes can be tipped, and d is a d8"),
        ([cube(level=40.0)], EAST, (140.0, 100.0), "d doesn't stand flat on the ground"),
        ([cube()], EAST, (315.0, 100.0), "stick out over the edge of the table by 3 mm"),
        ([cube((6.0, 100.0))], WEST, (60.0, 100.0), "stick out over the edge of the table by 18 mm"),
        ([cube(), cube((140.0, 104.0), name="e")], EAST, (160.0, 100.0), "would meet e, which"),
        ([cube(), Model("m", "", (125.0, 100.0))], EAST, (160.0, 100.0), "would meet m, which"),
        ([cube(), Token("t", Pose((160.0, 100.0, 1.5)))], EAST, (160.0, 100.0), "would meet t, which"),
        ([cube(), WALL], EAST, (160.0, 100.0), "would meet wall, which stands in the way"),
        ([cube(), HILL], EAST, (160.0, 100.0), "would leave the level of 0 mm"),
        ([cube()], math.nan, (160.0, 100.0), "a tip needs a finite number as heading, not nan"),
        ([cube()], EAST, (math.inf, 100.0), "a tip needs a finite number as to_x, not inf"),
    ],
)
def test_impossible_tips_are_refused(pieces: list[Piece], heading: float, to: Point, message: str) -> None:
    """If a tip can't be done, it is refused with the reason before anything moves. This holds for exact tips and for
    tips by hand.
    """
    for hand in (None, AVERAGE_HAND):
        with pytest.raises(InvalidValue, match=message):
            frames(BOARD.with_pieces(*pieces), Tip("d", heading, to, hand), 0)


def test_towers_are_not_tipped() -> None:
    """A cube that stands in a tower can't be tipped."""
    table = BOARD.with_pieces(cube()).with_tower("t", Tower(("d",)))
    with pytest.raises(InvalidValue, match="d stands in a tower"):
        frames(table, Tip("d", EAST, (140.0, 100.0)), 0)


def test_neighbours_may_touch() -> None:
    """A cube can be tipped if it touches a neighbour, and can end against another cube."""
    table = BOARD.with_pieces(cube(), cube((100.0, 116.0), name="e"), cube((156.0, 100.0), name="f"))
    assert tipped(table, EAST, (140.0, 100.0)).pose.at == (140.0, 100.0, 8.0)


def test_scenarios_tip_exactly() -> None:
    """The table of a scenario file tips a cube exactly, whether the tip has a hand or not."""
    table = BOARD.with_pieces(cube())
    for hand in (None, AVERAGE_HAND):
        act = Tip("d", EAST, (140.0, 100.0), hand)
        assert ScriptedTable()(table, act, 0).table == perform(table, Tip("d", EAST, (140.0, 100.0)), 0).table


def test_it_is_stored_by_its_name() -> None:
    """A stored exact tip has no hand, and a stored tip by hand has the hand's name. The stored outcome has the pose of
    the tipped cube alone, and gives the same table again.
    """
    exact, by_hand = Tip("d", 0.0, (140.0, 100.0)), Tip("d", 0.0, (140.0, 100.0), AVERAGE_HAND)
    assert act_to_plain(exact) == {"is": "tip", "die": "d", "heading": 0.0, "to": [140.0, 100.0], "hand": None}
    assert act_to_plain(by_hand)["hand"] == "average"
    table = BOARD.with_pieces(cube(), cube((20.0, 20.0), name="e"))
    for act in (exact, by_hand):
        settled = perform(table, act, 1)
        delta = compute_delta(table, act, settled)
        assert [*delta.moved] == ["d"]
        assert apply_delta(table, act, delta) == settled


def test_a_hand_decides_by_the_engine() -> None:
    """If a cube is tipped by hand, the fall is simulated. Other seeds give other frames, and the same seed gives the
    same. The cube always ends exactly at its place.
    """
    table = BOARD.with_pieces(cube())
    act = Tip("d", EAST, (140.0, 100.0), AVERAGE_HAND)
    assert not is_exact(act)
    seen = [ran(frames(table, act, seed)) for seed in (1, 2, 1)]
    assert seen[0] == seen[2]
    assert seen[0][0] != seen[1][0]
    exact = tipped(table, EAST, (140.0, 100.0))
    for shown, settled in seen:
        assert settled.table.dice["d"] == exact
        assert shown[-1].poses["d"] == exact.pose
        assert shown[-1].tick == settled.ticks
    impacts = [impact for frame in ran(frames(table, act, 1, listen=True))[0] for impact in frame.impacts]
    assert impacts[0].speed > 50.0
    assert len(impacts) > 3


def test_a_clumsy_hand_may_tip_wrongly() -> None:
    """If a clumsy hand lets go too early, the cube stays on its old face. It still ends exactly at its place, without
    an error of turn.
    """
    clumsy = replace(AVERAGE_HAND, name="clumsy", place_sigma=12.0)
    table = BOARD.with_pieces(cube(yaw=0.2))
    yaw = flat_cube(about_z(0.2)).yaw
    seen = set()
    for seed in range(40):
        die = tipped(table, 0.2, (140.0, 100.0), clumsy, seed)
        assert die.pose.at == (140.0, 100.0, 8.0)
        assert flat_cube(die.pose.orientation).yaw == yaw
        assert die.pose.orientation == flat_cube(die.pose.orientation).orientation
        seen.add(die.shows)
    assert seen == {1, 5}


def test_other_dice_stand_fast() -> None:
    """If a hand tips a cube beside other dice, the other dice don't move, and nothing leaves the table."""
    table = BOARD.with_pieces(cube(), cube((132.5, 100.0), name="e"), cube((100.0, 116.5), name="f"))
    for seed in range(10):
        settled = perform(table, Tip("d", EAST, (116.0, 100.0), AVERAGE_HAND), seed)
        assert settled.table.without("d") == table.without("d")
        assert not settled.facts_of(LeftTable)


@pytest.mark.parametrize("name", ["steady", "average", "drunk"])
def test_hands_hardly_ever_tip_wrongly(rules: Rulebook, size: Size, name: str) -> None:
    """Each hand of the rules leaves fewer than 1 % of its cubes on the old face, and no cube ends at a wrong place
    (CC-15).

    The drunk hand tipped two of 10,000 cubes of 13 mm wrongly, and none of 16 and 19 mm.
    """
    table = BOARD.with_pieces(replace(cube(), size=13.0, pose=Pose((100.0, 100.0, 6.5))))
    count = size(60, 10_000)
    assert count_wrong_tips(table, Tip("d", EAST, (140.0, 100.0), rules.hands[name].hand), range(count)) < count / 100


def test_a_tip_by_hand_looks_alike_in_every_direction() -> None:
    """If a hand tips a cube to any of four sides, the frames are evenly spaced and the heights are alike."""
    heights = []
    for heading, to in ((EAST, (140.0, 100.0)), (NORTH, (100.0, 140.0)), (WEST, (60.0, 100.0)), (SOUTH, (100.0, 60.0))):
        shown, _ = ran(frames(BOARD.with_pieces(cube()), Tip("d", heading, to, STEADY_HAND), 0, every=4))
        ticks = [frame.tick for frame in shown]
        assert ticks == list(range(4, 4 * len(ticks) + 1, 4))
        heights.append([frame.poses["d"].at[2] for frame in shown[:30]])
    for other in heights[1:]:
        assert other == pytest.approx(heights[0], abs=0.05)
