"""The values of whole runs: loot, stops and fights on the way, and what is near their ends."""

import math
from dataclasses import replace

import numpy as np
import pytest
from bot_position import MOVER, token

from riotsim.games.riot_dice.bot.runs import (
    VALUE_PER_INCH,
    MoveObstacles,
    RunPlan,
    _distance_to_loot,
    move_obstacles,
    run_values,
)
from riotsim.games.riot_dice.bot.stakes import Margins, Stakes, margin_values
from riotsim.table.pieces import Model, Round
from riotsim.table.poses import Point
from riotsim.table.state import Table


def stakes(area: MoveObstacles, fights: tuple[str, ...] = (), goals: tuple[Point, ...] = (), **stops: float) -> Stakes:
    """Return stakes in which a token is worth 1. Other pieces have the worth given by `stops`, or 0."""
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
    """Return a plan of runs. A run is a list of dice, each with its place (x, y) and inches."""
    area = move_obstacles(table, model)
    dice = np.array(runs)
    start = np.array(table.models[model].at)
    own = area.names.index(model)
    return RunPlan(area, own, start, dice[:, :, :2], dice[:, :, 2], stakes(area, fights, goals, **stops))


def inch(mm: float) -> float:
    """Return the value lost by a distance to loot (mm)."""
    return VALUE_PER_INCH * mm / 25.4


def test_the_value_of_a_run_is_its_loot_and_what_is_near_its_end() -> None:
    """RD-41, RD-43: a model of radius 15 moves towards each die, and stops where it meets a token or the die (a disc of
    radius 8.96). A run is worth the loot taken, less 0.04 for each inch to the nearest token left.
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
    """RD-41: a run uses its second die from the end of its first move. Without a given order, each step uses the die
    that looks best. Here this die leads to a token.
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
    """RD-47: if the first die brings a token, the second die leads on to the next token. If no token is left, distances
    don't count.
    """
    table = Table(900.0, 900.0).with_pieces(MOVER, token("t1", 200.0, 300.0), token("t2", 300.0, 300.0))
    ahead = (600.0, 300.0, 4.0)
    runs = [[ahead, ahead, ahead], [ahead, ahead, (600.0, 300.0, 0.0)]]
    for in_order in (True, False):
        ((worth, _),) = run_values([plan(table, runs)], 16.0, in_order=in_order)
        assert worth == pytest.approx([2.0, 2.0])


def test_a_fight_ends_a_run() -> None:
    """RD-60: if a model meets an enemy and a fight begins, the run ends there. If no fight begins, the run goes on with
    its other dice.
    """
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
    """If nothing or only the edge stops a run, its value is that of its end."""
    table = Table(900.0, 900.0).with_pieces(MOVER, token("t1", 200.0, 300.0))
    ((worth, _),) = run_values([plan(table, [[(5.0, 300.0, 6.0)], [(100.0, 800.0, 6.0)]], a1=7.0)], 1.0)
    assert worth == pytest.approx([-inch(200.0 - 20.56), -inch(math.hypot(100.0, 152.4))])


def test_the_die_that_leads_nearer_to_loot_is_used_first() -> None:
    """If no die leads to a token, the die that leads nearest to one is used first, whatever the given order."""
    table = Table(900.0, 900.0).with_pieces(MOVER, token("t1", 300.0, 300.0))
    nearer, farther = (400.0, 330.0, 2.0), (100.0, 600.0, 4.0)
    both = [[nearer, farther], [farther, nearer]]
    ((in_order, _),) = run_values([plan(table, both)], 16.0, in_order=True)
    ((chosen, _),) = run_values([plan(table, both)], 16.0)
    assert in_order[0] != pytest.approx(in_order[1])
    assert chosen == pytest.approx([in_order[0], in_order[0]])


def test_a_friend_stops_every_die() -> None:
    """RD-45: if a friend has stopped a model, the friend also stops the next die's move towards it. A friend isn't
    taken as a token is.
    """
    friend = Model("a0", "Ann", (200.0, 300.0), base=Round(30.0))
    table = Table(900.0, 900.0).with_pieces(token("t1", 600.0, 300.0), friend, MOVER)
    ((worth, _),) = run_values([plan(table, [[(500.0, 300.0, 6.0), (500.0, 300.0, 6.0)]])], 16.0, in_order=True)
    assert worth == pytest.approx([-inch(600.0 - 170.0)])


def test_a_token_taken_counts_for_the_margins() -> None:
    """RD-81: a token taken raises a boss's lead by 1, and takes 1 from the loot on the table. So the boss's margin
    rises by 2.
    """
    table = Table(900.0, 900.0).with_pieces(MOVER, token("t1", 200.0, 300.0), token("t2", 400.0, 300.0))
    one = plan(table, [[(300.0, 300.0, 6.0)], [(100.0, 500.0, 2.0)]])
    one = replace(one, stakes=replace(one.stakes, margins=Margins(-1.0, -3.0, np.zeros(0, dtype=np.bool_))))
    ((worth, staying),) = run_values([one], 16.0)
    took, none = (float(margin_values(np.array([own]), np.array([-3.0]))[0]) for own in (1.0, -1.0))
    wanted = [1.0 + took - inch(225.0), none - inch(math.hypot(100.0, 50.8))]
    assert worth == pytest.approx(wanted)
    assert staying == pytest.approx(none - inch(100.0))


def test_without_loot_a_run_approaches_its_goals() -> None:
    """If the table has no tokens, a run is worth more the nearer it ends to a goal. Without goals, all places are
    equal.
    """
    table = Table(900.0, 900.0).with_pieces(MOVER)
    run = [[(600.0, 300.0, 4.0)]]
    ((worth, staying),) = run_values([plan(table, run, goals=((300.0, 300.0), (100.0, 0.0)))], 16.0)
    assert [worth[0], staying] == pytest.approx([-inch(300.0 - 201.6), -inch(200.0)])
    ((worth, staying),) = run_values([plan(table, run)], 16.0)
    assert (worth.tolist(), staying) == ([0.0], 0.0)


@pytest.mark.parametrize("loot", [True, False])
def test_plans_have_the_same_values_alone_and_together(loot: bool) -> None:
    """If plans of several models are rated together, each has the same values as when rated alone. The values come in
    the order of the plans.
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
    """The distance to loot is that to the nearest token left, in inches. Goals always count, and without tokens and
    goals it is 0.
    """
    points, spots = np.array([[0.0, 30.0], [0.0, 40.0]]), np.array([[76.2, 0.0], [0.0, 25.4]])
    assert _distance_to_loot(points, spots, np.array([[True, True], [True, False]])) == pytest.approx(
        [1.0, math.hypot(46.2, 40.0) / 25.4]
    )
    assert _distance_to_loot(points, spots, np.ones((2, 0), dtype=np.bool_)) == pytest.approx(
        [1.0, math.hypot(30.0, 14.6) / 25.4]
    )
    assert _distance_to_loot(points, np.zeros((2, 0)), np.ones((2, 0), dtype=np.bool_)).tolist() == [0.0, 0.0]
