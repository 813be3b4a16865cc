"""Shifts: several pieces move at the same time along straight lines, slid or lifted."""

import itertools
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.errors import InvalidValue
from riotsim.physics import overlaps
from riotsim.play.scenarios.scripted_table import ScriptedTable
from riotsim.play.session.outcomes import apply_delta, compute_delta
from riotsim.play.session.serialization import act_to_plain
from riotsim.simulation import frames, perform
from riotsim.table.acts import Displacement, Frame, Shift, is_exact
from riotsim.table.dice.cubes import QUARTER, flat_cube
from riotsim.table.dice.kinds import die_kind
from riotsim.table.geometry.plan import gap
from riotsim.table.impacts import TABLE, Collider
from riotsim.table.kinematic.obstacles import space_of
from riotsim.table.pieces import Box, Die, Hull, Model, Piece, Terrain, Token
from riotsim.table.poses import Point, Pose, about_z
from riotsim.table.state import Table
from riotsim.testing.tables import with_tower

SIZE = 16.0

BOARD = Table(320.0, 320.0)

WALL = Terrain("wall", Box(10.0, 100.0, 30.0), (160.0, 100.0))
HILL = Terrain("hill", Box(80.0, 80.0, 25.0), (200.0, 200.0), can_stand_on=True)


def cube(name: str = "d", at: Point = (100.0, 100.0)) -> Die:
    """Return a cube that stands on the table."""
    return Die(name, size=SIZE, pose=Pose((*at, SIZE / 2)))


def model(name: str = "m", at: Point = (60.0, 200.0)) -> Model:
    """Return a model with a round base that stands on the table."""
    return Model(name, "Ada", at)


def moved(piece: str, to: Point, turn: float = 0.0, *, lifted: bool = False) -> Shift:
    """Return the shift of a single piece."""
    return Shift((Displacement(piece, to, turn),), lifted)


def watched(table: Table, act: Shift) -> tuple[list[Frame], Table]:
    """Return all frames of a shift, with the impacts, and the table after the shift."""
    found, under_way = [], frames(table, act, 0, listen=True)
    while True:
        try:
            found.append(next(under_way))
        except StopIteration as end:
            return found, end.value.table


def placed(piece: Piece, pose: Pose) -> Piece:
    """Return a piece in the pose of a frame."""
    if isinstance(piece, Model):
        heading = 2 * math.atan2(pose.orientation[2], pose.orientation[3])
        return replace(piece, at=pose.xy, level=pose.at[2], heading=heading)
    assert isinstance(piece, Die | Token)
    return replace(piece, pose=pose)


@pytest.mark.parametrize("lifted", [False, True])
def test_all_end_exactly_at_the_same_time(lifted: bool) -> None:
    """If dice, models and tokens are shifted together, they begin and end at the same time. They move in straight
    lines, and end exactly at their places.
    """
    token = Token("t", Pose((200.0, 40.0, 1.5)))
    table = BOARD.with_pieces(cube(), model(), token)
    moves = (Displacement("d", (140.0, 120.0)), Displacement("m", (60.0, 280.0), 0.5), Displacement("t", (220.0, 40.0)))
    act = Shift(moves, lifted)
    seen, after = watched(table, act)
    assert is_exact(act)
    assert after.dice["d"].pose == Pose((140.0, 120.0, 8.0))
    assert (after.models["m"].at, after.models["m"].heading) == ((60.0, 280.0), 0.5)
    assert after.tokens["t"].pose == Pose((220.0, 40.0, 1.5))
    starts = {"d": (100.0, 100.0), "m": (60.0, 200.0), "t": (200.0, 40.0)}
    for frame in seen:
        shares = set()
        for move in moves:
            (x, y), (x0, y0) = frame.poses[move.piece].xy, starts[move.piece]
            way, length = math.dist((x, y), (x0, y0)), math.dist(move.to, (x0, y0))
            assert way + math.dist((x, y), move.to) == pytest.approx(length)
            shares.add(round(way / length, 9))
        assert len(shares) == 1
    assert {name: pose.at for name, pose in seen[-1].poses.items()} == {
        "d": (140.0, 120.0, 8.0), "m": (60.0, 280.0, 0.0), "t": (220.0, 40.0, 1.5),
    }  # fmt: skip


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(0, 10)), max_size=30))
def test_turns_do_not_drift(way: list[tuple[int, int]]) -> None:
    """If a cube and a model are turned by quarters and slid any number of times, the cube has no error of turn at all.
    The model's is negligible.
    """
    table = BOARD.with_pieces(cube(), model())
    quarters = 0
    for turn, place in way:
        quarters += turn
        to = (60.0 + 20.0 * place, 100.0)
        act = Shift((Displacement("d", to, turn * QUARTER), Displacement("m", (60.0, 200.0), turn * QUARTER)))
        table = perform(table, act, 0).table
        assert table.dice["d"].pose.at == (*to, 8.0)
        assert flat_cube(table.dice["d"].pose.orientation).yaw == 0.0
    again = flat_cube(about_z(0.0)).turned(quarters * QUARTER)
    if way:
        assert table.dice["d"].pose.orientation == again.orientation
        assert math.remainder(table.models["m"].heading - quarters * QUARTER, math.tau) == pytest.approx(0.0, abs=1e-9)


def test_three_quarters_are_shown_as_turned() -> None:
    """If a cube is turned by three quarters, its frames show three quarters, and not one quarter the other way."""
    seen, _ = watched(BOARD.with_pieces(cube()), moved("d", (100.0, 100.0), 3 * QUARTER))
    headings = [2 * math.atan2(frame.poses["d"].orientation[2], frame.poses["d"].orientation[3]) for frame in seen[:-1]]
    assert all(0.0 <= after - before < 0.4 for before, after in itertools.pairwise(headings))
    assert headings[-1] == pytest.approx(3 * QUARTER, abs=0.1)


def test_other_dice_keep_their_faces() -> None:
    """If a die that is no cube is shifted, its orientation stays the same to the bit, unless the shift turns the
    die.
    """
    kind = die_kind("d8")
    turn = kind.orientation_showing(5, 0.3)
    die = Die("d", kind, pose=Pose((100.0, 100.0, kind.flat_height() * SIZE), turn))
    assert perform(BOARD.with_pieces(die), moved("d", (150.0, 100.0)), 0).table.dice["d"].pose.orientation == turn
    turned = perform(BOARD.with_pieces(die), moved("d", (150.0, 100.0), 1.0), 0).table.dice["d"]
    assert turned.shows == 5
    assert turned.pose.orientation != turn


def test_pieces_change_places_in_the_air() -> None:
    """If two lifted pieces swap places, one passes over the other, and they never overlap."""
    table = BOARD.with_pieces(cube("d", (100.0, 100.0)), cube("e", (200.0, 100.0)), WALL)
    act = Shift((Displacement("d", (200.0, 100.0)), Displacement("e", (100.0, 100.0))), lifted=True)
    seen, after = watched(table, act)
    assert (after.dice["d"].pose.xy, after.dice["e"].pose.xy) == ((200.0, 100.0), (100.0, 100.0))
    for frame in seen:
        now = table.with_pieces(*(placed(table.dice[name], pose) for name, pose in frame.poses.items()))
        assert overlaps(now, 0.01) == ()


def test_lifted_pieces_pass_over_and_end_on_platforms() -> None:
    """A lifted piece passes over a die and ends exactly on a platform. A piece that slides can't get on the
    platform.
    """
    table = BOARD.with_pieces(model("m", (100.0, 200.0)), cube("d", (140.0, 200.0)), HILL)
    act = Shift((Displacement("m", (200.0, 200.0)),), lifted=True)
    seen, after = watched(table, act)
    assert (after.models["m"].at, after.models["m"].level) == ((200.0, 200.0), 25.0)
    for frame in seen:
        above = placed(table.models["m"], frame.poses["m"])
        assert isinstance(above, Model)
        if gap(above.footprint, table.dice["d"].footprint) < 0.0:
            assert frame.poses["m"].at[2] > SIZE
        if gap(above.footprint, HILL.footprint) < 0.0:
            assert frame.poses["m"].at[2] >= 25.0
    with pytest.raises(InvalidValue, match="m, slid to \\(200, 200\\), would leave the level of 0 mm"):
        perform(table, moved("m", (200.0, 200.0)), 0)


def test_a_row_slides_together() -> None:
    """Four cubes that touch each other in a row can slide together, each to the next one's place."""
    row = [cube(f"d{k}", (100.0 + SIZE * k, 100.0)) for k in range(4)]
    act = Shift(tuple(Displacement(f"d{k}", (100.0 + SIZE * (k + 1), 100.0)) for k in range(4)))
    after = perform(BOARD.with_pieces(*row), act, 0).table
    assert [die.pose.at[0] for die in after.dice.values()] == [116.0, 132.0, 148.0, 164.0]


def test_shifts_are_heard() -> None:
    """If pieces slide, impacts with the ground are heard. If they are lifted, each is heard once, when it is set
    down.
    """
    table = BOARD.with_pieces(cube(), model())
    moves = (Displacement("d", (180.0, 100.0)), Displacement("m", (140.0, 200.0)))
    slid = [impact for frame in watched(table, Shift(moves))[0] for impact in frame.impacts]
    assert {impact.one for impact in slid} == {Collider("die", "d"), Collider("model", "m")}
    assert {impact.other for impact in slid} == {TABLE}
    assert [impact.tick for impact in slid] == sorted(impact.tick for impact in slid)
    seen, _ = watched(table, Shift(moves, lifted=True))
    put = [impact for frame in seen for impact in frame.impacts]
    assert [impact.tick for impact in put] == [seen[-1].tick] * 2
    turned = [impact for frame in watched(table, moved("d", (100.0, 100.0), math.pi))[0] for impact in frame.impacts]
    assert turned


@pytest.mark.parametrize(
    ("pieces", "act", "message"),
    [
        ([], Shift(()), "a shift needs at least one piece"),
        ([], moved("d", (1.0, 1.0)), "there is no model, die or token 'd' to shift"),
        ([WALL], moved("wall", (1.0, 1.0)), "there is no model, die or token 'wall' to shift"),
        ([replace(model(), fallen=True)], moved("m", (60.0, 100.0)), "m has fallen"),
        ([cube()], Shift((Displacement("d", (50.0, 50.0)),) * 2), "moves each piece once, and d more often"),
        ([cube()], moved("d", (5.0, 50.0)), "d at (5, 50) would stick out over the edge of the table by 3 mm"),
        ([cube()], moved("d", (math.nan, 50.0)), "a shift needs a finite number as to_x of d, not nan"),
        ([cube()], moved("d", (100.0, 100.0), 1000.0), "turns d by one full turn at most, not by 1000.0 rad"),
        (
            [cube(), cube("e", (140.0, 100.0))],
            moved("d", (150.0, 100.0)),
            "d can't end at (150, 100): e would be there",
        ),
        ([cube(), WALL], moved("d", (160.0, 100.0)), "d can't end at (160, 100): wall would be there"),
        ([cube(), WALL], moved("d", (220.0, 100.0)), "d can't be slid to (220, 100): wall stands in the way"),
        ([cube(), model("m", (150.0, 100.0))], moved("d", (220.0, 100.0)), "(220, 100): m stands in the way"),
        (
            [cube(), cube("e", (200.0, 100.0))],
            Shift((Displacement("d", (200.0, 100.0)), Displacement("e", (100.0, 100.0)))),
            "e can't be slid to (100, 100): it would meet d on the way",
        ),
        (
            [cube(), cube("e", (200.0, 100.0))],
            Shift((Displacement("d", (150.0, 200.0)), Displacement("e", (155.0, 200.0))), lifted=True),
            "e can't end at (155, 200): d would be there",
        ),
        ([cube(), cube("e", (116.0, 100.0))], moved("d", (100.0, 100.0), QUARTER), "d can't be slid to (100, 100): e"),
        ([Model("v", "", (60.0, 60.0), Hull(100.0, 20.0))], moved("v", (60.0, 30.0), QUARTER / 2), "would stick out"),
    ],
)
def test_impossible_shifts_are_refused(pieces: list[Piece], act: Shift, message: str) -> None:
    """A shift that can't be performed is refused with one clear reason, before anything moves."""
    with pytest.raises(InvalidValue) as refused:
        frames(BOARD.with_pieces(*pieces), act, 0)
    assert message in str(refused.value)


def test_towers_are_carried() -> None:
    """A model that carries a tower can't be shifted, and neither can a die of the tower."""
    table = with_tower(BOARD.with_pieces(model("tower", (100.0, 60.0))), 2, at=(100.0, 100.0))
    for name in ("tower", "tower-00"):
        with pytest.raises(InvalidValue, match="towers are carried, and not shifted"):
            perform(table, moved(name, (200.0, 100.0)), 0)


def test_a_piece_that_turns_over_the_edge_is_refused() -> None:
    """If a long base would reach over the table's edge during half a turn, the shift is refused, although the base
    would end on the table.
    """
    table = BOARD.with_pieces(Model("cart", "Ada", (20.0, 160.0), Hull(60.0, 30.0), heading=math.pi / 2))
    with pytest.raises(InvalidValue, match="cart, slid to"):
        perform(table, moved("cart", (20.0, 160.0), math.pi), 0)
    away = table.with_pieces(replace(table.models["cart"], at=(60.0, 160.0)))
    assert perform(away, moved("cart", (60.0, 160.0), math.pi), 0).table.models["cart"].at == (60.0, 160.0)


places = st.tuples(st.floats(20.0, 300.0), st.floats(20.0, 300.0))


@given(st.lists(places, min_size=2, max_size=4), st.lists(places, min_size=4, max_size=4), st.booleans())
def test_what_is_allowed_never_overlaps(begin: list[Point], ends: list[Point], lifted: bool) -> None:
    """If a shift is allowed, no two pieces overlap by more than 0.6 mm in any frame."""
    pieces: list[Model | Die] = [cube(f"p{k}", at) if k % 2 else Model(f"p{k}", "", at) for k, at in enumerate(begin)]
    if any(gap(one.footprint, other.footprint) < 0.0 for one, other in itertools.combinations(pieces, 2)):
        return
    table = BOARD.with_pieces(*pieces)
    act = Shift(
        tuple(Displacement(piece.id, to, 0.4 * k) for k, (piece, to) in enumerate(zip(pieces, ends, strict=False))),
        lifted,
    )
    try:
        seen, _ = watched(table, act)
    except InvalidValue:
        return
    for frame in seen:
        now = [space_of(placed(piece, frame.poses[piece.id])) for piece in pieces]  # type: ignore[arg-type]  # no piece is terrain
        for one, other in itertools.combinations(now, 2):
            apart = one.low >= other.high - 0.5 or other.low >= one.high - 0.5
            assert apart or gap(one.plan, other.plan) > -0.6, (frame.tick, one.piece, other.piece)


def test_it_is_stored_and_scripted() -> None:
    """A stored shift has no hand. Its stored outcome gives the same table again, and so does the table of a
    scenario.
    """
    table, moves = (
        BOARD.with_pieces(cube(), model()),
        (Displacement("d", (140.0, 100.0)), Displacement("m", (60.0, 40.0))),
    )
    act = Shift(moves, lifted=True)
    plain = act_to_plain(act)
    assert (plain["is"], plain["lifted"]) == ("shift", True)
    assert plain["moves"][0] == {"is": "displacement", "piece": "d", "to": [140.0, 100.0], "turn": 0.0}
    settled = perform(table, act, 1)
    assert apply_delta(table, act, compute_delta(table, act, settled)) == settled
    assert ScriptedTable()(table, act, 0).table == settled.table


@pytest.mark.parametrize("shows", range(1, 7))
def test_a_lifted_cube_is_set_down_on_another_face(shows: int) -> None:
    """A lifted cube that is set down on another face shows the named face, exactly to the bit. It stays above the
    ground on the way.
    """
    turn = cube().kind.orientation_showing(shows)
    act = Shift((Displacement("d", (60.0, 100.0), lies=turn),), lifted=True)
    seen, after = watched(BOARD.with_pieces(cube()), act)
    assert after.dice["d"].pose.orientation == flat_cube(turn).orientation
    assert (after.dice["d"].shows, after.dice["d"].pose.at) == (shows, (60.0, 100.0, SIZE / 2))
    assert all(replace(cube(), pose=frame.poses["d"]).bounds[2] > -1e-9 for frame in seen)
    assert seen[-1].poses["d"] == after.dice["d"].pose
    settled = perform(BOARD.with_pieces(cube()), act, 0)
    assert (
        apply_delta(BOARD.with_pieces(cube()), act, compute_delta(BOARD.with_pieces(cube()), act, settled)) == settled
    )


@pytest.mark.parametrize(
    ("move", "lifted", "told"),
    [
        (Displacement("d", (60.0, 100.0), lies=(0.0, 0.0, 0.0, 1.0)), False, "only a lifted cube"),
        (Displacement("d", (60.0, 100.0), 1.0, (0.0, 0.0, 0.0, 1.0)), True, "without a turn"),
        (Displacement("d", (60.0, 100.0), lies=(1.0, 0.0, 0.0, 1.0)), True, "unit quaternion"),
        (Displacement("m", (60.0, 100.0), lies=(0.0, 0.0, 0.0, 1.0)), True, "no cube that stands flat"),
    ],
)
def test_only_a_lifted_flat_cube_is_set_down_otherwise(move: Displacement, lifted: bool, told: str) -> None:
    """Setting a piece down on another face is refused with the reason if it isn't a lifted flat cube, or if a turn or a
    wrong quaternion is given.
    """
    with pytest.raises(InvalidValue, match=told):
        perform(BOARD.with_pieces(cube(), model()), Shift((move,), lifted), 0)


def test_a_shift_without_another_face_is_stored_as_before() -> None:
    """If a shift sets no piece on another face, its stored form doesn't mention `lies`, like journals of older
    games.
    """
    assert "lies" not in str(act_to_plain(moved("d", (60.0, 100.0))))
