"""The board of Cube Clash: squares, distances and paths checked by brute force, the set-up, and dice on the table."""

import itertools
import math
import os
import pickle
import subprocess
import sys

import pytest
from clash_rules import army, rules
from clash_scene import scene
from hypothesis import given
from hypothesis import strategies as st

from riotsim.games.cube_clash.board import setup
from riotsim.games.cube_clash.board.places import (
    Layout,
    die_size,
    layout,
    read_die,
    square_centre,
    square_under,
    table_die,
    tips_again,
)
from riotsim.games.cube_clash.board.position import (
    Standing,
    home_row_dice,
    home_rows_changed,
    nearest_home_squares,
    position,
)
from riotsim.games.cube_clash.board.squares import (
    QUARTERS,
    SQUARES,
    Square,
    adjacent,
    can_shoot,
    distance,
    home_row,
    in_home_row,
    neighbour,
    parse_square,
    path,
    path_length,
    quarter_of,
    reach,
    row_squares,
    square_name,
    squares_in,
    within,
)
from riotsim.games.cube_clash.rules.board import board_patches
from riotsim.games.cube_clash.units.orientations import DIRECTIONS, ID_UP, ORIENTATIONS, Orientation
from riotsim.games.cube_clash.units.unit import standing
from riotsim.table.geometry.plan import Footprint
from riotsim.table.poses import Pose, about_z, multiply

squares = st.sampled_from(SQUARES)
blockers = st.frozensets(squares, max_size=40)


def bits(chosen: frozenset[Square]) -> int:
    """Return a set of squares as a bit set."""
    return sum(1 << at for at in chosen)


def walks(start: Square, steps: int, blocked: frozenset[Square]) -> dict[Square, int]:
    """Return the squares that a walk over free squares can enter, each with its least number of steps. All walks are
    tried.
    """
    found: dict[Square, int] = {}
    ends = {start}
    for taken in range(1, steps + 1):
        ends = {there for at in ends for there in adjacent(at) if there not in blocked}
        for there in ends:
            found.setdefault(there, taken)
    return found


def test_the_board_is_a_chessboard() -> None:
    """CC-01: the board has 8 × 8 squares. South's home row is at the south, North's at the north."""
    assert len(SQUARES) == 64
    assert [square_name(at) for at in (0, 7, 56, 63)] == ["a1", "h1", "a8", "h8"]
    assert [parse_square(square_name(at)) for at in SQUARES] == list(SQUARES)
    assert (home_row("south"), home_row("north")) == (0, 7)
    assert [at for at in SQUARES if in_home_row(at, "north")] == list(row_squares(7))
    for wrong in ("i1", "a9", "", "a10"):
        with pytest.raises(ValueError, match="a square is a letter"):
            parse_square(wrong)


def test_a_home_row_spans_two_quarters() -> None:
    """CC-07: the board has four quarters of 4 × 4 squares, two of them on each home row."""
    quarters = [[at for at in SQUARES if quarter_of(at) == quarter] for quarter in QUARTERS]
    assert [len(part) for part in quarters] == [16] * 4
    assert [square_name(part[0]) for part in quarters] == ["a1", "e1", "a5", "e5"]
    assert {quarter_of(at) for at in row_squares(0)} == {0, 1}
    assert {quarter_of(at) for at in row_squares(7)} == {2, 3}


def test_neighbours() -> None:
    """CC-11: a square's neighbours are one orthogonal step away. None is over the edge."""
    assert {square_name(at) for at in adjacent(parse_square("e4"))} == {"e5", "f4", "e3", "d4"}
    assert {square_name(at) for at in adjacent(parse_square("a8"))} == {"b8", "a7"}
    assert [neighbour(parse_square("h1"), way) for way in DIRECTIONS] == [15, None, None, 6]


@given(squares, st.integers(0, 6), blockers)
def test_reach_is_that_of_all_walks(start: Square, steps: int, blocked: frozenset[Square]) -> None:
    """CC-32: a maneuver reaches exactly the squares that a walk over empty squares can end on."""
    wanted = {at for at in walks(start, steps, blocked) if at != start}
    assert set(squares_in(reach(start, steps, bits(blocked)))) == wanted


@given(squares, st.integers(0, 14))
def test_flying_ignores_what_is_between(start: Square, steps: int) -> None:
    """CC-46, CC-61: flying reaches all squares within a number of orthogonal steps, whatever stands between."""
    assert set(squares_in(within(start, steps))) == {at for at in SQUARES if 0 < distance(start, at) <= steps}


@given(squares, squares, blockers)
def test_paths_are_shortest_walks(start: Square, end: Square, blocked: frozenset[Square]) -> None:
    """CC-60: the length of a path is that of the shortest walk over empty squares. The path itself lists its squares,
    each next to the one before.
    """
    wanted = 0 if start == end else walks(start, 40, blocked - {end}).get(end)
    assert path_length(start, end, bits(blocked)) == wanted
    found = path(start, end, bits(blocked))
    if wanted is None:
        assert found is None
        return
    assert found is not None
    assert len(found) == wanted + 1
    assert (found[0], found[-1]) == (start, end)
    assert all(distance(one, other) == 1 for one, other in itertools.pairwise(found))
    assert not set(found[1:-1]) & blocked
    assert path_length(start, end, bits(blocked), wanted) == wanted
    assert wanted == 0 or path_length(start, end, bits(blocked), wanted - 1) is None


def _clear_shots(start: Square, end: Square, blocked: frozenset[Square], ways: tuple[str, ...]) -> bool:
    """Return whether a missile can fly over empty squares from `start` to `end`. Each step must bring it nearer, in one
    of the directions.
    """
    if start == end:
        return True
    for way in DIRECTIONS:
        there = neighbour(start, way) if way in ways else None
        nearer = there is not None and distance(there, end) < distance(start, end)
        free = there == end or there not in blocked
        if there is not None and nearer and free and _clear_shots(there, end, blocked, ways):
            return True
    return False


@given(squares, squares, blockers)
def test_missiles_take_shortest_paths(start: Square, end: Square, blocked: frozenset[Square]) -> None:
    """CC-33: a missile needs a shortest path of empty squares. By option this path has no bend."""
    assert can_shoot(start, end, bits(blocked), straight=False) == _clear_shots(start, end, blocked, DIRECTIONS)
    wanted = any(_clear_shots(start, end, blocked, (way,)) for way in DIRECTIONS)
    assert can_shoot(start, end, bits(blocked), straight=True) == wanted


def test_a_missile_goes_round_a_corner() -> None:
    """CC-33: if one of two bent paths is blocked, a missile takes the other one. If both are blocked, it can't get
    there.
    """
    b2, c3 = parse_square("b2"), parse_square("c3")
    assert can_shoot(b2, c3, bits(frozenset([parse_square("b3")])), straight=False)
    assert not can_shoot(b2, c3, bits(frozenset(map(parse_square, ("b3", "c2")))), straight=False)
    assert not can_shoot(b2, c3, 0, straight=True)


def test_who_goes_first() -> None:
    """CC-06: the player with fewer build points goes first. With equal points, the side that was drawn goes first, or
    South by option.
    """
    south, north = army("lantern_guild"), army("reed_court")
    assert setup.first_player(rules(), south[1:], north, "north") == "south"
    assert setup.first_player(rules(), south, north[1:], "south") == "north"
    assert setup.first_player(rules(), south, north, "north") == "north"
    assert setup.first_player(rules(first="south"), south, north, "north") == "south"


def test_terrain_is_chosen_in_turn() -> None:
    """CC-07: players choose terrain in turn, two each, and the second player chooses first. A terrain may be given to
    any free quarter.
    """
    assert setup.terrain_choosers("south") == ("north", "south", "north", "south")
    assert setup.free_quarters(["coast", None, "coast", None]) == (1, 3)
    assert setup.set_up_order("south") == ("north", "south")


def test_rows_are_filled_one_after_the_other() -> None:
    """CC-05: each side's dice stand on its home row with the ID on top. A row has to be full before dice go into the
    next row.
    """
    match = setup.new_match(rules(), army("lantern_guild"), army("reed_court"), ("coast", "swamp", "waste", "plains"))
    here = setup.lined_up(match, "south")
    assert here.mover == "south"
    assert [len(row) for row in home_row_dice(here)] == [8, 8]
    assert {one.lies for one in here.standing} == {standing("south"), standing("north")} <= set(ID_UP)
    some = here.lift(["south.bellfounder", "south.wick_runner"])
    assert [square_name(at) for at in nearest_home_squares(some, "south")] == ["a1", "g1"]
    assert nearest_home_squares(here, "south") == tuple(row_squares(1))
    assert nearest_home_squares(here, "north") == tuple(row_squares(6))


def test_positions_are_values() -> None:
    """Positions with the same dice in the same places are equal and hash alike, however they came about."""
    one, other = Standing("south.a", 3, ID_UP[0]), Standing("north.b", 9, ID_UP[1])
    here = position([one, other], ["south.c"], "north")
    assert here == position([other], ["south.c", "south.a"], "north").put(one)
    assert hash(here) == hash(position([other, one], ["south.c"], "north"))
    assert here.bury(["south.a"]).dead == ("south.a", "south.c")
    assert here.banish(["south.c"]).dead == ()
    assert here.passed().mover == "south"
    assert here.at(9) == other
    assert here.find("south.c") is None
    assert list(here.neighbours(1)) == [other]
    assert str(one) == "south.a at d1"
    with pytest.raises(KeyError):
        here["south.c"]


def test_terrain_is_a_lookup_of_the_quarter() -> None:
    """CC-07: all squares of a quarter have its terrain. By option there is no terrain."""
    armies = army("lantern_guild"), army("reed_court")
    match = setup.new_match(rules(), *armies, ("coast", "swamp", "waste", "plains"))
    assert [match.terrain(at) for at in (0, 7, 56, 63)] == ["coast", "swamp", "waste", "plains"]
    off = setup.new_match(rules(terrain="off"), *armies, ("coast", "swamp", "waste", "plains"))
    assert {off.terrain(at) for at in SQUARES} == {None}


CORNER = (100.0, 60.0)


@given(
    st.sampled_from(SQUARES),
    st.sampled_from(ORIENTATIONS),
    st.floats(-15, 15),
    st.floats(-15, 15),
    st.floats(-0.7, 0.7),
)
def test_what_is_put_down_is_read_back(at: int, lies: Orientation, dx: float, dy: float, yaw: float) -> None:
    """CC-01, CC-15: square and orientation of a die are read from its pose, even if it lies a little askew."""
    found = scene("S hero e4 dwarves 2 melee 1")
    book = found.match.rules
    die = table_die(book, found.match.dice["south.hero"], square_centre(book, at, CORNER), lies, "Ada")
    assert die.shows == lies.top
    assert die.pose.at[2] == die.size / 2
    assert read_die(book, die, CORNER) == (at, lies)
    moved = die.pose.translated((dx, dy, 0.0))
    askew = die.moved_to(Pose(moved.at, multiply(about_z(yaw), moved.orientation)))
    assert read_die(book, askew, CORNER) == (at, lies)


def test_squares_on_the_table() -> None:
    """CC-01: squares are 40 mm wide unless an option says otherwise, and a1 is at the south-west corner. A point beside
    the board is on no square.
    """
    assert square_centre(rules(), parse_square("a1")) == (20.0, 20.0)
    assert square_centre(rules(), parse_square("h2"), CORNER) == (400.0, 120.0)
    assert square_centre(rules(board__square="50mm"), parse_square("b1")) == (75.0, 25.0)
    assert square_under(rules(), (-1.0, 5.0)) is None
    assert square_under(rules(), (5.0, 320.0)) is None
    assert square_under(rules(), (319.0, 319.0)) == 63
    assert square_under(rules(), (319.0, math.nextafter(40, 0))) == 7


def test_letters_and_numbers_stand_along_the_edges_of_the_board() -> None:
    """CC-01: each letter stands in line with its column, in front of the board and behind it. Each number stands in
    line with its row, at both sides. None of them touches the board's squares or the name of a terrain.
    """
    places = Layout(rules(), 1)
    drawn = board_patches(places, ("swamp", "mountain", "fey_land", "plains"))
    places_of: dict[str, list[tuple[float, float]]] = {}
    for patch in drawn:
        places_of.setdefault(patch.name, []).append(patch.name_place)
    for number in range(8):
        letter, digit = "abcdefgh"[number], "12345678"[number]
        column, row = places.middle(parse_square(f"{letter}{digit}"))
        assert [x for x, _ in places_of[letter]] == [column, column]
        assert [y for _, y in places_of[digit]] == [row, row]
        for at in places_of[letter] + places_of[digit]:
            assert places.under(at) is None
    terrains = [patch for patch in drawn if len(patch.name) > 1]
    for patch in drawn:
        if len(patch.name) == 1:
            for other in terrains:
                apart = abs(patch.name_place[1] - other.name_place[1])
                assert apart > (patch.name_size + other.name_size) / 2


def bounds(area: Footprint) -> tuple[float, ...]:
    """Return the left, front, right and back edge of an area."""
    return tuple(round(edge, 6) for edge in area.bounds())


def test_places_on_the_table() -> None:
    """For squares of 50 mm and dice of up to 20 mm, the margin is 15 mm and gaps are 25 mm. A strip has two rows of
    32.5 mm. South's dice begin at the west, North's at the east. Later rows are farther from the board.
    """
    book = rules(board__square="50mm", dice__size=["13mm", "16mm", "20mm"])
    places = Layout(book, 2)
    assert (places.side, places.row_depth, places.strip_depth) == (50.0, 32.5, 65.0)
    assert places.corner == (15.0, 105.0)
    assert places.size == (430.0, 15 + 65 + 25 + 400 + 25 + 65 + 15)
    assert places.middle(parse_square("c2")) == (140.0, 180.0)
    assert bounds(places.square(parse_square("c2"))) == (115.0, 155.0, 165.0, 205.0)
    assert places.under((16.0, 106.0)) == 0
    assert places.under((414.0, 504.0)) == 63
    assert places.under((64.9, 156.0)) == 8
    assert [places.under(at) for at in ((14.0, 120.0), (415.5, 120.0), (30.0, 104.0), (30.0, 505.5))] == [None] * 4
    assert [places.beside("south", number) for number in (0, 7, 8, 10)] == [
        *[(40.0, 63.75), (390.0, 63.75)],
        *[(40.0, 31.25), (140.0, 31.25)],
    ]
    assert [places.beside("north", number) for number in (0, 7, 8, 10)] == [
        *[(390.0, 546.25), (40.0, 546.25)],
        *[(390.0, 578.75), (290.0, 578.75)],
    ]
    assert bounds(places.strip("south")) == (15.0, 15.0, 415.0, 80.0)
    assert bounds(places.strip("north")) == (15.0, 530.0, 415.0, 595.0)
    assert [bounds(places.quarter(quarter)) for quarter in QUARTERS] == [
        *[(15.0, 105.0, 215.0, 305.0), (215.0, 105.0, 415.0, 305.0)],
        *[(15.0, 305.0, 215.0, 505.0), (215.0, 305.0, 415.0, 505.0)],
    ]
    c2 = parse_square("c2")  # the areas are 19.5 mm from its middle (140, 180), 7 mm wide and 25 mm long
    assert bounds(places.edge(c2, 1)) == (156.0, 167.5, 163.0, 192.5)
    assert bounds(places.edge(c2, 2)) == (127.5, 157.0, 152.5, 164.0)
    assert bounds(places.edge(c2, 3)) == (117.0, 167.5, 124.0, 192.5)


@pytest.mark.parametrize(("sizes", "rows"), [((0, 0), 1), ((8, 3), 1), ((3, 9), 2), ((16, 16), 2), ((17, 1), 3)])
def test_strips_have_rows_for_the_larger_army(sizes: tuple[int, int], rows: int) -> None:
    """The strip beside the board has rows of eight places, enough for the larger army. It has at least one row."""
    assert layout(rules(), sizes).rows == rows


def test_a_die_on_the_table() -> None:
    """A die on the table has the signs of its unit's faces, the size of its health, its owner, and its place on the
    ground.
    """
    its = scene("S hero e4 dwarves 2 melee 4, vanish, fly 2")
    die = table_die(its.match.rules, its.match.dice["south.hero"], (31.0, 47.0), ORIENTATIONS[0], "Ada")
    assert (die.id, die.size, die.pose.at, die.owner) == ("south.hero", 16.0, (31.0, 47.0, 8.0), "Ada")
    assert [str(die.kind.face(number).sign) for number in range(1, 7)] == [
        *["id", "melee 4", "vanish"],
        *["fly 2", "saves 1", "saves 1"],
    ]


def test_sizes_follow_health() -> None:
    """CC-03: a cube has one of three sizes, by its health. An option sets other sizes."""
    assert [die_size(rules(), health) for health in (1, 2, 3)] == [13.0, 16.0, 19.0]
    assert die_size(rules(dice__size=["10mm", "12mm", "14mm"]), 3) == 14.0


def test_a_wrong_face_is_tipped_again() -> None:
    """CC-15: if a die rests on an unexpected face, it is tipped again, unless an option says otherwise."""
    one, other = ORIENTATIONS[:2]
    assert tips_again(rules(), one, other)
    assert not tips_again(rules(), one, one)
    assert not tips_again(rules(hand__wrong_face="as_it_lies"), one, other)


@given(st.permutations(range(8)), st.permutations(range(56, 64)), st.data())
def test_home_rows_change_when_a_die_enters_or_leaves_one(
    south: list[int], north: list[int], data: st.DataObject
) -> None:
    """CC-82: the home rows change only if a die enters or leaves one. Moves and exchanges within a home row don't
    count.
    """
    squares = [*south[:4], *north[:4], 20, 30]
    before = position(Standing(f"south.die{number}", at, ID_UP[0]) for number, at in enumerate(squares))
    moved = data.draw(st.permutations([*squares, 21, 31]))
    after = position(
        Standing(f"south.die{number}", at, ID_UP[0])
        for number, at in enumerate(data.draw(st.sampled_from([moved[:10], moved[:9], squares, squares[::-1]])))
    )
    assert home_rows_changed(before, after) == (home_row_dice(before) != home_row_dice(after))
    assert not home_rows_changed(before, before)


def test_a_position_is_found_again_in_another_process() -> None:
    """Hashes of texts differ between processes. If a position is sent to another process, its hash is calculated again
    there.
    """
    here = position([Standing("south.elk", 28, ORIENTATIONS[5])])
    script = (
        "import pickle, sys; here = pickle.loads(sys.stdin.buffer.read())\n"
        "assert here in {type(here)(here.standing, here.dead, here.mover)}"
    )
    hash(here)
    told = pickle.dumps(here)
    subprocess.run([sys.executable, "-c", script], input=told, check=True, env={**os.environ, "PYTHONHASHSEED": "7"})
