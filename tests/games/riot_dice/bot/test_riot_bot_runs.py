"""Fast estimates of runs: obstacles, the lengths of straight moves, and the values of whole runs."""

import math
from dataclasses import fields

import numpy as np
import pytest
from bot_position import MOVER, token
from lucky_table import LuckyTable, stand

from riotsim.games.riot_dice.bot.runs import (
    CONTACT_DISTANCE,
    NOT_STOPPED,
    STOPPED_BY_EDGE,
    MoveObstacles,
    move_obstacles,
    presence_mask,
    radius_of,
    run_lengths,
    sight_obstacles,
)
from riotsim.games.riot_dice.rules.moving import compute_course
from riotsim.table.pieces import Box, Hull, Model, Round, Terrain
from riotsim.table.poses import Point
from riotsim.table.state import Table


def scene() -> Table:
    """Return a table with a token, three models and three pieces of terrain. One model has a hull, and one has fallen.
    The fence blocks only moves, the curtain only bullets, and the mat nothing.
    """
    return Table(500.0, 400.0).with_pieces(
        MOVER,
        token("t1", 200.0, 310.0),
        Model("b1", "Bob", (300.0, 100.0), base=Hull(60.0, 20.0)),
        Model("b2", "Bob", (50.0, 50.0), base=Round(40.0), fallen=True),
        Terrain("fence", Box(10.0, 80.0, 30.0), (400.0, 300.0), blocks_bullets=False),
        Terrain("curtain", Box(10.0, 40.0, 30.0), (450.0, 300.0), blocks_moves=False),
        Terrain("mat", Box(20.0, 20.0, 3.0), (450.0, 50.0), blocks_moves=False, blocks_bullets=False),
    )


def assert_same(found: MoveObstacles, **wanted: object) -> None:
    """Compare all fields of obstacles."""
    assert set(wanted) == {field.name for field in fields(MoveObstacles)}
    for name, value in wanted.items():
        got = getattr(found, name)
        if name == "names":
            assert got == value
        else:
            expected = np.array(value)
            assert got.shape == expected.shape, name
            assert got == pytest.approx(expected, abs=1e-4), name


def disc(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
    """Return the figures that obstacles have for a disc."""
    return (x, y, radius**2, (radius + 0.6) ** 2)


def rectangle(x: float, y: float, length: float, width: float, grown: float) -> list[tuple[float, ...]]:
    """Return the four sides of a rectangle along the axes, moved outward: back, left, front and right."""
    u, v = length / 2, width / 2
    return [
        (x + u, y + v + grown, -length, 0.0, 0.0, 1.0, length**2),
        (x - u - grown, y + v, 0.0, -width, -1.0, 0.0, width**2),
        (x - u, y - v - grown, length, 0.0, 0.0, -1.0, length**2),
        (x + u + grown, y - v, 0.0, width, 1.0, 0.0, width**2),
    ]


def corners(x: float, y: float, length: float, width: float) -> list[Point]:
    """Return the corners of a rectangle along the axes, anticlockwise from the back right one."""
    u, v = length / 2, width / 2
    return [(x + u, y + v), (x - u, y + v), (x - u, y - v), (x + u, y - v)]


def box(left: float, front: float, right: float, back: float) -> tuple[float, float, float, float]:
    """Return a box with its margin of 1 mm."""
    return (left - 1, front - 1, right + 1, back + 1)


def side_boxes(walls: list[tuple[float, ...]]) -> list[tuple[float, float, float, float]]:
    """Return the boxes around walls."""
    found = []
    for px, py, ex, ey, *_ in walls:
        xs, ys = sorted((px, px + ex)), sorted((py, py + ey))
        found.append(box(xs[0], ys[0], xs[1], ys[1]))
    return found


def edge_boxes(width: float, depth: float, grown: float) -> list[tuple[float, float, float, float]]:
    """Return the boxes beyond the left, right, front and back edges."""
    far = math.inf
    return [box(-far, -far, grown, far), box(width - grown, -far, far, far), box(-far, -far, far, grown),
            box(-far, depth - grown, far, far)]  # fmt: skip


def test_obstacles_of_a_move() -> None:
    """RD-45: a move's obstacles are loot, all models, and terrain that blocks moves. All are grown by the mover's
    radius of 15 mm. A rectangle has four sides, and a disc at each corner.
    """
    hull, fence = corners(300, 100, 60, 20), corners(400, 300, 10, 80)
    discs = [(200.0, 310.0, 25.0), (100.0, 300.0, 30.0), *((x, y, 15.0) for x, y in hull), (50.0, 50.0, 35.0)]
    discs += [(x, y, 15.0) for x, y in fence]
    light, scenery = rectangle(300, 100, 60, 20, 15), rectangle(400, 300, 10, 80, 15)
    boxes = [box(x - r, y - r, x + r, y + r) for x, y, r in discs]
    boxes += side_boxes([*light, *scenery]) + edge_boxes(500, 400, 15)
    assert_same(
        move_obstacles(scene(), "a1"),
        names=("t1", "a1", "b1", "b2", "fence"),
        discs=np.array([disc(*one) for one in discs]).T,
        walls=np.array([*light, *scenery]).T,
        boxes=np.array(boxes).T[:, :, None],
        box_of=[0, 1, 2, 2, 2, 2, 3, 4, 4, 4, 4, 2, 2, 2, 2, 4, 4, 4, 4],
        tokens=[0],
        low=[[15.0], [15.0]],
        high=[[485.0], [385.0]],
    )


def test_obstacles_of_a_bullet() -> None:
    """RD-52: a bullet's obstacles are standing models, and terrain that blocks bullets, at their own size. Loot and
    fallen models aren't obstacles.
    """
    hull, curtain = corners(300, 100, 60, 20), corners(450, 300, 10, 40)
    discs = [(100.0, 300.0, 15.0), *((x, y, 0.0) for x, y in [*hull, *curtain])]
    light, scenery = rectangle(300, 100, 60, 20, 0), rectangle(450, 300, 10, 40, 0)
    boxes = [box(x - r, y - r, x + r, y + r) for x, y, r in discs]
    boxes += side_boxes([*light, *scenery]) + edge_boxes(500, 400, 0)
    assert_same(
        sight_obstacles(scene()),
        names=("a1", "b1", "curtain"),
        discs=np.array([disc(*one) for one in discs]).T,
        walls=np.array([*light, *scenery]).T,
        boxes=np.array(boxes).T[:, :, None],
        box_of=[0, 1, 1, 1, 1, 2, 2, 2, 2, 1, 1, 1, 1, 2, 2, 2, 2],
        tokens=np.zeros(0),
        low=[[0.0], [0.0]],
        high=[[500.0], [400.0]],
    )


def test_a_vehicle_counts_as_a_disc_of_its_mean_half_size() -> None:
    """RD-01: a model with a hull of 60 by 20 mm counts as a disc with a radius of 20 mm. A round base of 30 mm has a
    radius of 15 mm.
    """
    table = scene()
    assert [radius_of(table.models[name]) for name in ("a1", "b1", "b2")] == [15.0, 20.0, 20.0]


def lengths(table: Table, *moves: tuple[Point, float, float]) -> list[tuple[object, str]]:
    """Return the length of each move of `a1` and the name of what stops it. A move has a start, a heading (degrees) and
    an intended length (mm).
    """
    area = move_obstacles(table, "a1")
    starts = np.array([at for at, _, _ in moves]).T
    headings = np.radians([heading for _, heading, _ in moves])
    ways = np.array([np.cos(headings), np.sin(headings)])
    there = presence_mask(area, np.full(len(moves), area.names.index("a1")))
    far, who = run_lengths(area, starts, ways, np.array([wanted for _, _, wanted in moves]), there)
    words = {STOPPED_BY_EDGE: "edge", NOT_STOPPED: "nothing"}
    return [(float(f), words[int(w)] if w < 0 else area.names[w]) for f, w in zip(far, who, strict=True)]


def test_how_far_straight_moves_go() -> None:
    """RD-41, RD-45: a base of radius 15 stops where it meets a token of radius 10, a wall, a corner or the edge. A
    token's centre lies 100 mm ahead and 15 mm aside. At the end the centres are 25 mm apart, so the move is 100 - 20 mm
    long. The corner (395, 260) of the fence lies 85 mm ahead and 9 mm aside, so the move is 85 - 12 mm long.
    """
    table = Table(500.0, 400.0).with_pieces(
        MOVER, token("t1", 200.0, 310.0), Terrain("fence", Box(10.0, 80.0, 30.0), (400.0, 300.0)),
        Terrain("bench", Box(100.0, 10.0, 30.0), (250.0, 100.0)),
    )  # fmt: skip
    rows = [
        (((100.0, 310.0), 0.0, 150.0), (75.0, "t1")),
        (((100.0, 295.0), 0.0, 150.0), (80.0, "t1")),
        (((100.0, 325.0), 0.0, 150.0), (80.0, "t1")),
        (((100.0, 284.9), 0.0, 150.0), (150.0, "nothing")),
        (((100.0, 335.1), 0.0, 150.0), (150.0, "nothing")),
        (((100.0, 310.0), 0.0, 75.0), (75.0, "nothing")),
        (((100.0, 310.0), 0.0, 75.1), (75.0, "t1")),
        (((100.0, 310.0), 180.0, 50.0), (50.0, "nothing")),
        (((100.0, 310.0), 180.0, 85.0), (85.0, "nothing")),
        (((100.0, 310.0), 180.0, 90.0), (85.0, "edge")),
        (((100.0, 300.0), 90.0, 90.0), (85.0, "edge")),
        (((300.0, 300.0), 0.0, 150.0), (80.0, "fence")),
        (((300.0, 340.0), 0.0, 150.0), (80.0, "fence")),
        (((300.0, 260.0), 0.0, 150.0), (80.0, "fence")),
        (((310.0, 251.0), 0.0, 150.0), (73.0, "fence")),
        (((310.0, 349.0), 0.0, 150.0), (73.0, "fence")),
        (((310.0, 244.9), 0.0, 150.0), (150.0, "nothing")),
        (((480.0, 310.0), 180.0, 150.0), (60.0, "fence")),
        (((400.0, 100.0), 90.0, 300.0), (145.0, "fence")),
        (((400.0, 100.0), 45.0, 300.0), (85.0 * math.sqrt(2), "edge")),
        (((400.0, 50.0), 225.0, 300.0), (35.0 * math.sqrt(2), "edge")),
        (((350.0, 250.0), 60.0, 300.0), (60.0, "fence")),
        (((20.0, 100.0), 270.0, 84.0), (84.0, "nothing")),
        (((14.0, 100.0), 180.0, 50.0), (0.0, "edge")),
        (((100.0, 334.99), 0.0, 150.0), (100.0 - math.sqrt(25.0**2 - 24.99**2), "t1")),
        (((190.0, 40.0), 45.0, 150.0), (40.0 * math.sqrt(2), "bench")),
        (((375.0, 60.0), 135.0, 110.0), (110.0, "nothing")),
    ]
    found = lengths(table, *(move for move, _ in rows))
    for (move, wanted), got in zip(rows, found, strict=True):
        assert got == (pytest.approx(wanted[0], abs=1e-6), wanted[1]), move
        assert lengths(table, move) == [got], "moves do not depend on other moves"


@pytest.mark.parametrize(("gap", "heading", "wanted"), [
    (0.5, 0.0, (0.0, "t1")), (0.5, 60.0, (0.0, "t1")), (0.5, 100.0, (50.0, "nothing")), (0.5, 180.0, (50.0, "nothing")),
    (0.5, 90.0, (50.0, "nothing")), (0.7, 0.0, (0.7, "t1")), (0.7, 90.0, (50.0, "nothing")),
    (-5.0, 0.0, (0.0, "t1")), (-5.0, 180.0, (50.0, "nothing")),
])  # fmt: skip
def test_a_model_in_contact_may_move_away(gap: float, heading: float, wanted: tuple[float, str]) -> None:
    """A model that touches or overlaps a token can move away from it or along it, but not towards it."""
    table = Table(500.0, 600.0).with_pieces(MOVER, token("t1", 125.0 + gap, 300.0))
    ((far, who),) = lengths(table, ((100.0, 300.0), heading, 50.0))
    assert (far, who) == (pytest.approx(wanted[0], abs=1e-6), wanted[1])


@pytest.mark.parametrize(("gap", "heading", "wanted"), [
    (0.5, 0.0, (0.5, "w")), (-0.5, 0.0, (0.0, "w")), (-0.5, 20.0, (0.0, "w")), (-0.5, 90.0, (50.0, "nothing")),
    (-0.5, 180.0, (50.0, "nothing")), (30.0, 60.0, (50.0, "nothing")), (20.0, 60.0, (40.0, "w")),
])  # fmt: skip
def test_a_model_at_a_wall_may_move_along_it(gap: float, heading: float, wanted: tuple[float, str]) -> None:
    """A model that touches or overlaps a wall can move away from it or along it, but not into it."""
    table = Table(500.0, 600.0).with_pieces(MOVER, Terrain("w", Box(10.0, 300.0, 30.0), (120.0 + gap, 300.0)))
    ((far, who),) = lengths(table, ((100.0, 300.0), heading, 50.0))
    assert (far, who) == (pytest.approx(wanted[0], abs=1e-6), wanted[1])


def test_contact_distance_is_above_the_gap_of_contact() -> None:
    """RD-05: pieces touch if their gap is at most 0.5 mm. The estimate of runs uses a slightly larger gap."""
    assert 0.5 < CONTACT_DISTANCE < 1.0


def test_of_two_pieces_equally_near_the_first_stops_the_move() -> None:
    """If a model meets two tokens at the same moment, the token that came to the table first stops the model."""
    table = Table(500.0, 600.0).with_pieces(MOVER, token("t2", 200.0, 320.0), token("t1", 200.0, 280.0))
    ((far, who),) = lengths(table, ((100.0, 300.0), 0.0, 150.0))
    assert (far, who) == (pytest.approx(100.0 - 15.0), "t2")


def test_pieces_that_are_not_there_stop_nothing() -> None:
    """If a model has already taken a token, the token doesn't stop it. The model itself is no obstacle either."""
    table = Table(500.0, 600.0).with_pieces(MOVER, token("t1", 200.0, 300.0), token("t2", 250.0, 300.0))
    area = move_obstacles(table, "a1")
    there = presence_mask(area, np.array([area.names.index("a1")]))
    assert there.tolist() == [[True, True, False, True, True]]
    there[0, 0] = False
    far, who = run_lengths(area, np.array([MOVER.at]).T, np.array([[1.0], [0.0]]), np.array([200.0]), there)
    assert (far.tolist(), who.tolist()) == ([125.0], [1])


def test_estimates_agree_with_the_rules_among_discs() -> None:
    """RD-45: among round pieces, the estimate of a move has the length and the stop that the rules compute."""
    luck = np.random.default_rng(3)
    table = Table(500.0, 400.0).with_pieces(MOVER, token("t1", 180.0, 330.0), token("t2", 150.0, 240.0),
                                            Model("a2", "Ann", (220.0, 260.0)))  # fmt: skip
    for heading, wanted in zip(luck.uniform(0.0, math.tau, 40), luck.uniform(20.0, 250.0, 40), strict=True):
        ((far, who),) = lengths(table, (MOVER.at, math.degrees(heading), wanted))
        course = compute_course(table, "a1", heading, wanted, grazes=False)
        assert (far, who) == (pytest.approx(course.distance, abs=1e-6), course.stopped_by or "nothing")


def test_obstacles_follow_the_table() -> None:
    """If a piece leaves the table, it isn't an obstacle any more."""
    table = stand(LuckyTable(), {"a1": (4.0, 4.0), "b1": (8.0, 8.0)}).table
    assert move_obstacles(table, "a1").names == ("a1", "b1")
    assert move_obstacles(table.without("b1"), "a1").names == ("a1",)
    assert sight_obstacles(table.without("a1")).names == ("b1",)
