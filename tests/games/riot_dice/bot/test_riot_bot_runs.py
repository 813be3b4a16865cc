"""Fast estimates of runs: obstacles, the lengths of straight moves, and the values of whole runs."""

import math
from dataclasses import fields, replace

import numpy as np
import pytest
from lucky_table import LuckyTable, stand

from riotsim.games.riot_dice.bot.runs import (
    CONTACT_DISTANCE,
    NOT_STOPPED,
    STOPPED_BY_EDGE,
    VALUE_PER_INCH,
    MoveObstacles,
    RunPlan,
    _distance_to_loot,
    move_obstacles,
    presence_mask,
    radius_of,
    run_lengths,
    run_values,
    sight_obstacles,
)
from riotsim.games.riot_dice.bot.stakes import Margins, Stakes, margin_values
from riotsim.games.riot_dice.rules.moving import compute_course
from riotsim.table.pieces import Box, Hull, Model, Round, Terrain, Token
from riotsim.table.poses import Point, Pose
from riotsim.table.state import Table

MOVER = Model("a1", "Ann", (100.0, 300.0), base=Round(30.0))
"""A model with a radius of 15 mm."""


def token(name: str, x: float, y: float) -> Token:
    """Return a token with a radius of 10 mm."""
    return Token(name, Pose((x, y, 1.5)))


def scene() -> Table:
    """Return a table with a token, three models, of which one has a hull and one is fallen, and three pieces of
    terrain. Of these, the fence blocks only moves, the curtain only bullets, and the mat neither.
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
    """Return a disc as obstacles have it."""
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
    """Return the corners of a rectangle along the axes, counterclockwise from the back right one."""
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
    """RD-45: loot, all models and terrain that blocks moves are in the way, grown by the mover's radius of 15 mm. A
    rectangle has a disc at each corner, and its four sides.
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
    """RD-52: standing models and terrain that blocks bullets are in the way, at their own size. Bullets pass loot and
    fallen models.
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
    """RD-01: a hull of 60 by 20 mm counts as a disc with a radius of 20 mm, a base of 30 mm as one of 15 mm."""
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
    """RD-41, RD-45: a base of radius 15 stops where it meets a token of radius 10, a wall, a corner or the edge.

    At a token whose centre lies 100 mm ahead and 15 mm aside, the centres are 25 mm apart at the end: the move is
    100 - 20 mm long. The corner (395, 260) of the fence lies 85 mm ahead and 9 mm aside: the move is 85 - 12 mm long.
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
    """A model that touches a token, or overlaps it, moves away from it or along it, but not towards it."""
    table = Table(500.0, 600.0).with_pieces(MOVER, token("t1", 125.0 + gap, 300.0))
    ((far, who),) = lengths(table, ((100.0, 300.0), heading, 50.0))
    assert (far, who) == (pytest.approx(wanted[0], abs=1e-6), wanted[1])


@pytest.mark.parametrize(("gap", "heading", "wanted"), [
    (0.5, 0.0, (0.5, "w")), (-0.5, 0.0, (0.0, "w")), (-0.5, 20.0, (0.0, "w")), (-0.5, 90.0, (50.0, "nothing")),
    (-0.5, 180.0, (50.0, "nothing")), (30.0, 60.0, (50.0, "nothing")), (20.0, 60.0, (40.0, "w")),
])  # fmt: skip
def test_a_model_at_a_wall_may_move_along_it(gap: float, heading: float, wanted: tuple[float, str]) -> None:
    """A model at a wall, or a little in it, moves away from the wall or along it, but not into it."""
    table = Table(500.0, 600.0).with_pieces(MOVER, Terrain("w", Box(10.0, 300.0, 30.0), (120.0 + gap, 300.0)))
    ((far, who),) = lengths(table, ((100.0, 300.0), heading, 50.0))
    assert (far, who) == (pytest.approx(wanted[0], abs=1e-6), wanted[1])


def test_contact_distance_is_above_the_gap_of_contact() -> None:
    """RD-05: pieces touch at a gap of 0.5 mm. The estimate has a little more, for its discs."""
    assert 0.5 < CONTACT_DISTANCE < 1.0


def test_of_two_pieces_equally_near_the_first_stops_the_move() -> None:
    """A model that meets two tokens at once is stopped by the one that was put on the table first."""
    table = Table(500.0, 600.0).with_pieces(MOVER, token("t2", 200.0, 320.0), token("t1", 200.0, 280.0))
    ((far, who),) = lengths(table, ((100.0, 300.0), 0.0, 150.0))
    assert (far, who) == (pytest.approx(100.0 - 15.0), "t2")


def test_pieces_that_are_not_there_stop_nothing() -> None:
    """A token that the model has taken does not stop it, nor does the model itself."""
    table = Table(500.0, 600.0).with_pieces(MOVER, token("t1", 200.0, 300.0), token("t2", 250.0, 300.0))
    area = move_obstacles(table, "a1")
    there = presence_mask(area, np.array([area.names.index("a1")]))
    assert there.tolist() == [[True, True, False, True, True]]
    there[0, 0] = False
    far, who = run_lengths(area, np.array([MOVER.at]).T, np.array([[1.0], [0.0]]), np.array([200.0]), there)
    assert (far.tolist(), who.tolist()) == ([125.0], [1])


def test_estimates_agree_with_the_rules_among_discs() -> None:
    """RD-45: among round pieces, the estimate is as exact as the course that the rules compute."""
    luck = np.random.default_rng(3)
    table = Table(500.0, 400.0).with_pieces(MOVER, token("t1", 180.0, 330.0), token("t2", 150.0, 240.0),
                                            Model("a2", "Ann", (220.0, 260.0)))  # fmt: skip
    for heading, wanted in zip(luck.uniform(0.0, math.tau, 40), luck.uniform(20.0, 250.0, 40), strict=True):
        ((far, who),) = lengths(table, (MOVER.at, math.degrees(heading), wanted))
        course = compute_course(table, "a1", heading, wanted, grazes=False)
        assert (far, who) == (pytest.approx(course.distance, abs=1e-6), course.stopped_by or "nothing")


def stakes(area: MoveObstacles, fights: tuple[str, ...] = (), goals: tuple[Point, ...] = (), **stops: float) -> Stakes:
    """Return stakes in which tokens are worth 1, and other pieces what `stops` has."""
    worth = np.array([1.0 if name.startswith("t") else stops.get(name, 0.0) for name in area.names])
    starts_fight = np.array([name in fights for name in area.names])
    return Stakes(worth, starts_fight, np.array(goals).reshape(-1, 2), np.zeros((0, 3)))


def plan(
    table: Table,
    runs: list[list[tuple[float, float, float]]],
    model: str = "a1",
    fights: tuple[str, ...] = (),
    goals: tuple[Point, ...] = (),
    **stops: float,
) -> RunPlan:
    """Return a plan of runs, each with its dice: x, y and inches."""
    area = move_obstacles(table, model)
    dice = np.array(runs)
    start = np.array(table.models[model].at)
    own = area.names.index(model)
    return RunPlan(area, own, start, dice[:, :, :2], dice[:, :, 2], stakes(area, fights, goals, **stops))


def inch(mm: float) -> float:
    """Return the value lost by a distance to loot (mm)."""
    return VALUE_PER_INCH * mm / 25.4


def test_the_value_of_a_run_is_its_loot_and_what_is_near_its_end() -> None:
    """RD-41, RD-43: a model of radius 15 moves towards each die, at most to where it meets the die (a disc of radius
    8.96). A run is worth the loot taken, less 0.04 tokens for each inch to the nearest token left.
    """
    table = Table(900.0, 900.0).with_pieces(MOVER, token("t1", 200.0, 300.0), token("t2", 400.0, 300.0))
    runs = [
        [(300.0, 300.0, 6.0)],  # stops at the first token, at x = 175
        [(150.0, 300.0, 6.0)],  # stops at the die, at x = 150 - 15 - 8.96
        [(100.0, 500.0, 2.0)],  # ends at y = 350.8
        [(110.0, 300.0, 6.0)],  # touches the die already
    ]
    ((worth, staying),) = run_values([plan(table, runs)], 16.0)
    wanted = [
        1.0 - inch(400.0 - 175.0), -inch(200.0 - 126.04), -inch(math.hypot(100.0, 50.8)), -inch(100.0),
    ]  # fmt: skip
    assert worth == pytest.approx(wanted)
    assert staying == pytest.approx(-inch(100.0))


def test_a_run_uses_its_dice_one_after_the_other() -> None:
    """RD-41: the second die is used from where the first one has led. The order is the given one, or else each step
    uses the die that looks best: here the one that leads to a token.
    """
    table = Table(900.0, 900.0).with_pieces(MOVER, token("t1", 200.0, 300.0), token("t2", 400.0, 300.0))
    token_die, other_die = (300.0, 300.0, 6.0), (175.0, 500.0, 2.0)
    first = 1.0 - inch(math.hypot(400.0 - 175.0, 50.8))
    # Towards (175, 500) from (100, 300) by 50.8 mm; the straight way on to (300, 300) then misses the first token.
    x, y = 100.0 + 50.8 * 75.0 / math.hypot(75.0, 200.0), 300.0 + 50.8 * 200.0 / math.hypot(75.0, 200.0)
    share = 152.4 / math.hypot(300.0 - x, 300.0 - y)
    end = (x + (300.0 - x) * share, y + (300.0 - y) * share)
    assert math.hypot(end[0] - 200.0, end[1] - 300.0) > 25.0
    second = -inch(min(math.hypot(end[0] - 200.0, end[1] - 300.0), math.hypot(end[0] - 400.0, end[1] - 300.0)))
    runs = [[token_die, other_die], [other_die, token_die]]
    ((worth, _),) = run_values([plan(table, runs)], 16.0, in_order=True)
    assert worth == pytest.approx([first, second])
    ((worth, _),) = run_values([plan(table, runs)], 16.0)
    assert worth == pytest.approx([first, first])


def test_each_token_is_taken_once() -> None:
    """RD-47: a token that the first die has brought is not there for the second die, which leads on to the next one.
    With no token left, no distance counts.
    """
    table = Table(900.0, 900.0).with_pieces(MOVER, token("t1", 200.0, 300.0), token("t2", 300.0, 300.0))
    ahead = (600.0, 300.0, 4.0)
    runs = [[ahead, ahead, ahead], [ahead, ahead, (600.0, 300.0, 0.0)]]
    for in_order in (True, False):
        ((worth, _),) = run_values([plan(table, runs)], 16.0, in_order=in_order)
        assert worth == pytest.approx([2.0, 2.0])


def test_a_fight_ends_a_run() -> None:
    """RD-60: after contact with an enemy the remaining dice are not used. Without a fight they are."""
    table = Table(900.0, 900.0).with_pieces(
        MOVER, Model("b1", "Bob", (200.0, 300.0), base=Round(20.0)), token("t1", 175.0, 400.0)
    )
    run = [[(600.0, 300.0, 4.0), (175.0, 800.0, 6.0)]]
    ((fights, staying),) = run_values([plan(table, run, fights=("b1",), b1=-0.5)], 16.0, in_order=True)
    ((passes, _),) = run_values([plan(table, run, b1=-0.5)], 16.0, in_order=True)
    assert fights == pytest.approx([-0.5 - inch(100.0)])
    assert passes == pytest.approx([0.5])
    assert staying == pytest.approx(-inch(math.hypot(75.0, 100.0)))


def test_the_edge_and_free_ground_are_worth_nothing() -> None:
    """A run that the edge stops, or that nothing stops, has only the value of its end."""
    table = Table(900.0, 900.0).with_pieces(MOVER, token("t1", 200.0, 300.0))
    ((worth, _),) = run_values([plan(table, [[(5.0, 300.0, 6.0)], [(100.0, 800.0, 6.0)]], a1=7.0)], 1.0)
    assert worth == pytest.approx([-inch(200.0 - 20.56), -inch(math.hypot(100.0, 152.4))])


def test_the_die_that_leads_nearer_to_loot_is_used_first() -> None:
    """If no die leads to a token, the first step is the one that ends nearest to a token, whatever the dice's order."""
    table = Table(900.0, 900.0).with_pieces(MOVER, token("t1", 300.0, 300.0))
    nearer, farther = (400.0, 330.0, 2.0), (100.0, 600.0, 4.0)
    both = [[nearer, farther], [farther, nearer]]
    ((in_order, _),) = run_values([plan(table, both)], 16.0, in_order=True)
    ((chosen, _),) = run_values([plan(table, both)], 16.0)
    assert in_order[0] != pytest.approx(in_order[1])
    assert chosen == pytest.approx([in_order[0], in_order[0]])


def test_a_friend_stops_every_die() -> None:
    """RD-45: a model that a friend has stopped is stopped by the friend again. The friend is not taken as loot is."""
    friend = Model("a0", "Ann", (200.0, 300.0), base=Round(30.0))
    table = Table(900.0, 900.0).with_pieces(token("t1", 600.0, 300.0), friend, MOVER)
    ((worth, _),) = run_values([plan(table, [[(500.0, 300.0, 6.0), (500.0, 300.0, 6.0)]])], 16.0, in_order=True)
    assert worth == pytest.approx([-inch(600.0 - 170.0)])


def test_a_token_taken_counts_for_the_margins() -> None:
    """RD-81: a token taken brings the lead up by 1 and the loot on the table down by 1, so the margin rises by 2."""
    table = Table(900.0, 900.0).with_pieces(MOVER, token("t1", 200.0, 300.0), token("t2", 400.0, 300.0))
    one = plan(table, [[(300.0, 300.0, 6.0)], [(100.0, 500.0, 2.0)]])
    one = replace(one, stakes=replace(one.stakes, margins=Margins(-1.0, -3.0, np.zeros(0, dtype=np.bool_))))
    ((worth, staying),) = run_values([one], 16.0)
    took, none = (float(margin_values(np.array([own]), np.array([-3.0]))[0]) for own in (1.0, -1.0))
    wanted = [1.0 + took - inch(225.0), none - inch(math.hypot(100.0, 50.8))]
    assert worth == pytest.approx(wanted)
    assert staying == pytest.approx(none - inch(100.0))


def test_without_loot_a_run_approaches_its_goals() -> None:
    """On a table without tokens, the nearest goal takes their place. Without goals, all places are equal."""
    table = Table(900.0, 900.0).with_pieces(MOVER)
    run = [[(600.0, 300.0, 4.0)]]
    ((worth, staying),) = run_values([plan(table, run, goals=((300.0, 300.0), (100.0, 0.0)))], 16.0)
    assert [worth[0], staying] == pytest.approx([-inch(300.0 - 201.6), -inch(200.0)])
    ((worth, staying),) = run_values([plan(table, run)], 16.0)
    assert (worth.tolist(), staying) == ([0.0], 0.0)


@pytest.mark.parametrize("loot", [True, False])
def test_plans_have_the_same_values_alone_and_together(loot: bool) -> None:
    """Plans of models with other starts, bases, numbers of dice, numbers of runs and goals do not disturb each other.
    The values come in the order of the plans.
    """
    table = Table(900.0, 900.0).with_pieces(
        MOVER, Model("a2", "Ann", (600.0, 250.0), base=Round(30.0)), Model("a3", "Ann", (400.0, 700.0)),
        *([token("t1", 200.0, 310.0), token("t2", 700.0, 400.0)] if loot else []),
    )  # fmt: skip
    there, back, aside = (720.0, 420.0, 5.0), (50.0, 310.0, 3.0), (300.0, 600.0, 2.0)
    plans = [
        plan(table, [[there, back], [aside, back]], "a1", goals=((800.0, 800.0),)),
        plan(table, [[there, aside]], "a3", goals=((100.0, 100.0),)),
        plan(table, [[there], [aside], [back]], "a2", goals=((800.0, 100.0),)),
        plan(table, [[there, back], [back, there], [aside, there]], "a2", goals=((50.0, 800.0),), a1=0.5),
    ]
    together = run_values(plans, 16.0)
    for one, (worth, staying) in zip(plans, together, strict=True):
        ((alone, stays),) = run_values([one], 16.0)
        assert worth == pytest.approx(alone)
        assert staying == pytest.approx(stays)
    assert [len(worth) for worth, _ in together] == [2, 1, 3, 3]


def test_distances_to_loot_are_those_to_the_nearest_token_left() -> None:
    """Distances are in inches. Goals have no mask and always count."""
    points, spots = np.array([[0.0, 30.0], [0.0, 40.0]]), np.array([[76.2, 0.0], [0.0, 25.4]])
    assert _distance_to_loot(points, spots, np.array([[True, True], [True, False]])) == pytest.approx(
        [1.0, math.hypot(46.2, 40.0) / 25.4]
    )
    assert _distance_to_loot(points, spots, np.ones((2, 0), dtype=np.bool_)) == pytest.approx(
        [1.0, math.hypot(30.0, 14.6) / 25.4]
    )
    assert _distance_to_loot(points, np.zeros((2, 0)), np.ones((2, 0), dtype=np.bool_)).tolist() == [0.0, 0.0]


def test_obstacles_follow_the_table() -> None:
    """A piece that leaves the table is no obstacle any more."""
    table = stand(LuckyTable(), {"a1": (4.0, 4.0), "b1": (8.0, 8.0)}).table
    assert move_obstacles(table, "a1").names == ("a1", "b1")
    assert move_obstacles(table.without("b1"), "a1").names == ("a1",)
    assert sight_obstacles(table.without("a1")).names == ("b1",)
