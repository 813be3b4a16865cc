"""The nine lines from a watcher to a body, and what shuts them."""

import math

import numpy as np
import pytest
from brute_sight import Shape, ends, runs_inside, shape_of, tube_of
from hypothesis import given
from hypothesis import strategies as st

from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import Box, Die, Figure, Hull, Model, Terrain, Token
from riotsim.table.poses import Pose, about_z
from riotsim.table.sight.bodies import Body, body_of, solids_of
from riotsim.table.sight.lines import have_open_line, lines_shut, nine_points, seen, view
from riotsim.table.sight.solids import Solids

HERE, THERE = Body("a", (0.0, 0.0), 12.5, 30.0), Body("b", (200.0, 0.0), 12.5, 30.0)


def wall(height: float, length: float = 100.0, x: float = 100.0, y: float = 0.0) -> Terrain:
    """Return a wall of 10 mm thickness across the way from the watcher to the body."""
    return Terrain("wall", Box(10.0, length, height), (x, y))


def open_lines(*pieces: Terrain | Model, watcher: Body = HERE, body: Body = THERE) -> str:
    """Return which of the nine lines are open, top row first: `o` for open, `x` for shut."""
    lines = ["x" if line.shut_by else "o" for line in view(watcher, body, solids_of(pieces)).lines]
    return " ".join("".join(lines[row * 3 : row * 3 + 3]) for row in (2, 1, 0))


def test_points_are_left_middle_and_right_of_the_line_of_centres() -> None:
    """A watcher that looks along +x sees +y on the left. The nine points of a body go from left to right, and in rows
    from foot to top (RW-13).
    """
    points = nine_points(HERE, Body("b", (200.0, 0.0), 12.5, 30.0, level=4.0))
    assert points[0].tolist() == [200.0, 12.5, 4.0]
    assert points[4].tolist() == [200.0, 0.0, 19.0]
    assert points[8].tolist() == [200.0, -12.5, 34.0]
    turned = nine_points(HERE, Body("b", (0.0, 200.0), 12.5, 30.0))
    assert turned[0] == pytest.approx([-12.5, 200.0, 0.0])
    above = nine_points(HERE, Body("b", (0.0, 0.0), 12.5, 30.0))
    assert above[0].tolist() == [0.0, 12.5, 0.0]


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ((), "ooo ooo ooo"),
        ((wall(40.0),), "xxx xxx xxx"),
        ((wall(30.0),), "ooo xxx xxx"),  # along its top: touching
        ((wall(20.0),), "ooo ooo xxx"),  # at 105 mm, the middle line is 22.1 mm high and the lowest one 14.25 mm
        ((wall(22.2),), "ooo xxx xxx"),
        ((wall(14.0),), "ooo ooo ooo"),
        ((wall(40.0, y=50.0),), "xoo xoo xoo"),  # its corner is on the line of centres
        ((wall(40.0, y=49.9),), "xxo xxo xxo"),
        ((wall(40.0, y=-50.0),), "oox oox oox"),
        ((wall(40.0, x=230.0),), "ooo ooo ooo"),  # behind the body
        ((wall(40.0, x=205.0),), "ooo ooo ooo"),  # touching the points
        ((wall(40.0, x=204.9),), "xxx xxx xxx"),  # the body stands in it
        ((wall(40.0, x=3.0),), "xxx xxx xxx"),  # the eye is in it
        ((Model("c", "C", (100.0, 0.0), level=20.0),), "xxx xxx ooo"),  # it stands on something
    ],
)
def test_what_stands_in_between_shuts_lines(pieces: tuple[Terrain | Model, ...], expected: str) -> None:
    """If a line of sight runs inside a piece, the line is shut. A line that only touches a piece stays open (RW-13)."""
    assert open_lines(*pieces) == expected


def test_the_two_units_shut_nothing_between_them() -> None:
    """The solids of the watcher and of the body don't shut the lines between these two. They shut lines of other pairs
    (RW-13).
    """
    models = [Model("a", "A", (0.0, 0.0)), Model("b", "B", (200.0, 0.0)), Model("c", "C", (400.0, 0.0))]
    a, b, c = (body_of(model) for model in models)
    solids = solids_of(models, {"b": 40.0})
    assert seen([(a, b), (b, a), (b, c), (a, c), (c, a)], solids) == [True, True, True, False, False]
    assert view(a, c, solids).lines[4].shut_by == ("b",)
    assert seen([], solids) == []


def test_a_view_counts_what_shuts_its_lines() -> None:
    """A view counts its lines that are shut by anything, and those that are shut by a certain piece. Cover may depend
    on either (RW-14, BK-63).
    """
    low, side = wall(20.0), Terrain("house", Box(10.0, 100.0, 60.0), (150.0, 50.0))
    found = view(HERE, THERE, solids_of([low, side]))
    assert found.is_open
    assert (found.shut(), found.shut("wall"), found.shut("house"), found.shut("tree")) == (5, 3, 3, 0)
    assert found.lines[0].shut_by == ("house", "wall")
    assert (found.lines[0].row, found.lines[0].column) == ("foot", "left")
    assert (found.lines[8].row, found.lines[8].column) == ("top", "right")


def test_pieces_of_all_kinds_shut_lines() -> None:
    """Dice, coins, vehicles, boxes and models shut lines of sight as solids, as they stand or lie."""
    die = Die("die", size=16.0, pose=Pose((100.0, 0.0, 8.0), about_z(0.5)))
    d8 = Die("d8", die_kind("d8"), size=16.0, pose=Pose((100.0, 30.0, 8.0)))
    coin = Token("coin", Pose((50.0, 0.0, 10.0), (0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5))), 20.0)
    truck = Model("truck", "A", (150.0, 0.0), Hull(60.0, 30.0))
    giant = Model("giant", "A", (-50.0, 0.0), figure=Figure("giant.glb", "", 60.0))
    solids = solids_of([die, d8, coin, truck, giant], {"truck": 50.0})
    assert solids.names == ("die", "d8", "truck", "coin", "giant")
    tops = [16.0, 8.0 + 8.0 * math.sqrt(3), 50.0, 20.0, 63.0]  # the last one with the base
    assert solids.highs[:, 2] == pytest.approx(tops, abs=1e-5)
    eye = Body("", (-100.0, 0.0), 1.0, 12.0)
    names = view(eye, Body("", (300.0, 0.0), 1.0, 12.0), solids).lines[7].shut_by
    assert names == ("coin", "die", "giant", "truck")
    assert body_of(truck).radius == 15.0
    assert body_of(giant).eye == (-50.0, 0.0, 63.0)


def test_without_solids_everybody_sees() -> None:
    """If there are no solids, all lines of sight are open."""
    assert view(HERE, THERE, Solids.of([])).shut() == 0
    assert seen([(HERE, THERE)], Solids.of([])) == [True]


coordinates = st.integers(0, 3000).map(lambda tenths: tenths / 10)
walls = st.tuples(coordinates, coordinates, st.integers(5, 120), st.integers(5, 60), st.floats(0, math.tau))
bodies = st.tuples(coordinates, coordinates, st.sampled_from([12.7, 25.4, 31.75]), st.sampled_from([30.5, 50.8, 63.5]))


@given(st.lists(walls, max_size=4), st.lists(bodies, min_size=2, max_size=4))
def test_views_agree_with_brute_force(
    walls_drawn: list[tuple[float, float, int, int, float]], bodies_drawn: list[tuple[float, float, float, float]]
) -> None:
    """Among boxes and models, each line is shut by exactly the pieces that brute force finds."""
    boxes = [
        Terrain(f"w{k}", Box(length, 12.0, height), (x, y), heading)
        for k, (x, y, length, height, heading) in enumerate(walls_drawn)
    ]
    watcher, body, *others = (
        Body(f"m{k}", (x, y), radius, height) for k, (x, y, radius, height) in enumerate(bodies_drawn)
    )
    models = [Model(other.name, "", other.at, level=0.0) for other in others]
    solids = solids_of([*boxes, *models])
    shapes: dict[str, Shape] = {piece.id: shape_of(piece) for piece in boxes}
    shapes |= {model.id: tube_of(body_of(model)) for model in models}
    found = [line.shut_by for line in view(watcher, body, solids).lines]
    expected = [
        tuple(sorted(name for name, shape in shapes.items() if runs_inside(shape, watcher.eye, end)))
        for end in ends(watcher.eye, body.at, body)
    ]
    assert found == expected


@given(st.lists(walls, max_size=4), st.lists(bodies, min_size=2, max_size=2), st.floats(-500, 500), st.floats(0, 6))
def test_a_moved_and_turned_table_gives_the_same_view(
    walls_drawn: list[tuple[float, float, int, int, float]],
    bodies_drawn: list[tuple[float, float, float, float]],
    shift: float,
    turn: float,
) -> None:
    """If a whole table is moved and turned, a view on it stays the same."""

    def moved(x: float, y: float) -> tuple[float, float]:
        return (x * math.cos(turn) - y * math.sin(turn) + shift, x * math.sin(turn) + y * math.cos(turn) - shift)

    views = []
    for place, heading_shift in ((lambda x, y: (x, y), 0.0), (moved, turn)):
        boxes = [
            Terrain(f"w{k}", Box(length, 12.0, height + 0.123), place(x + 0.456, y), heading + heading_shift)
            for k, (x, y, length, height, heading) in enumerate(walls_drawn)
        ]
        watcher, body = (
            Body(f"m{k}", place(x, y + 0.789), radius, height) for k, (x, y, radius, height) in enumerate(bodies_drawn)
        )
        views.append(view(watcher, body, solids_of(boxes)))
    if bodies_drawn[0][:2] != bodies_drawn[1][:2]:  # straight above, the frame decides on left and right
        assert views[0] == views[1]


@given(
    st.lists(walls, max_size=6),
    st.lists(st.tuples(bodies, bodies), min_size=1, max_size=8),
    st.sampled_from([tuple(range(9)), (3, 4, 5), (4,)]),
)
def test_some_lines_are_open_as_the_nine_lines_say(
    walls_drawn: list[tuple[float, float, int, int, float]],
    pairs_drawn: list[tuple[tuple[float, float, float, float], tuple[float, float, float, float]]],
    asked: tuple[int, ...],
) -> None:
    """The quick test of whether any line of a pair is open agrees with the single lines, for pairs with solids of their
    own.
    """
    boxes = [
        Terrain(f"w{k}", Box(length, 12.0, height), (x, y), heading)
        for k, (x, y, length, height, heading) in enumerate(walls_drawn)
    ]
    solids = solids_of(boxes)
    pairs = [
        (Body("a", one[:2], one[2], one[3]), Body("b", other[:2], other[2], other[3])) for one, other in pairs_drawn
    ]
    count = (len(pairs), len(boxes))
    among = np.arange(count[0] * count[1]).reshape(count) % 3 > 0
    shut = lines_shut(pairs, solids, among)[:, asked]
    assert have_open_line(pairs, solids, among, asked) == [not one.any(axis=1).all() for one in shut]
