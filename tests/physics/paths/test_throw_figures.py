"""A throw into a tray is a throw onto a table, moved to the tray. A token begins to fall where the hand lets it go."""

import math
from collections.abc import Generator
from dataclasses import replace

import numpy as np
import pytest
from physics_suite.tables import STEADY, board

from riotsim.errors import InvalidValue
from riotsim.physics.acts import throw
from riotsim.physics.acts.chance import orientation_from_normals, random_generator, random_orientation, standard_normals
from riotsim.physics.acts.release import tray_throw_as_table_throw
from riotsim.physics.acts.throw import drop, roll
from riotsim.physics.engine.world import Solver
from riotsim.physics.scene.broad_phase import LooseDice
from riotsim.table.acts import Drop, Frame, LeftTable, Roll, Settled
from riotsim.table.dice.kinds import die_kind
from riotsim.table.dice.tray import readings
from riotsim.table.impacts import TABLE, TRAY
from riotsim.table.pieces import Box, Die, Terrain, Token
from riotsim.table.poses import ORIGIN, Pose, Vector, angle_between, rotate
from riotsim.table.state import Table, Tray

LOW = Tray(180.0, 150.0, 0.0, at=(700.0, 120.0))
"""A tray without walls, from which dice fall out."""

BY: Vector = (700.0, 120.0, 0.0)


def performed(act: Generator[Frame, None, Settled]) -> tuple[list[Frame], Settled]:
    """Return the frames and the outcome of an act."""
    frames = []
    while True:
        try:
            frames.append(next(act))
        except StopIteration as end:
            return frames, end.value


@pytest.mark.parametrize("shared", [True, False])
def test_a_throw_into_a_tray_is_one_onto_a_table_moved_to_the_tray(shared: bool) -> None:
    """If dice are thrown into a tray, frames, impacts, dice and places at the edge are those of a table, moved by the
    tray's corner. Dice that weren't pushed keep their poses, and pieces elsewhere stay.
    """
    there = [Die("l0", pose=Pose((705.0, 150.0, 8.0))), Die("l1", pose=Pose((850.0, 200.0, 8.0)))]
    table = replace(board(), tray=LOW).with_pieces(*there, Die("far", pose=Pose((100.0, 100.0, 8.0))), Die("t1"))
    dice = tuple(Die(f"t{k}") for k in range(4))
    act = Roll(dice, (820.0, 190.0), 0.4, STEADY, strength=0.6, in_tray=True, shared=shared)
    frames, settled = performed(roll(table, act, 3, 40, listen=True))
    bed = LOW.as_table.with_pieces(*(die.moved_to(die.pose.translated((-700.0, -120.0, 0.0))) for die in there))
    inner = tray_throw_as_table_throw(LOW.as_table, replace(act, at=(120.0, 70.0)))
    still, expected = performed(roll(bed, inner, 3, 40, listen=True))
    assert [frame.tick for frame in frames] == [frame.tick for frame in still]
    for found, frame in zip(frames, still, strict=True):
        assert found.poses == {name: pose.translated(BY) for name, pose in frame.poses.items()}
        assert [(hit.tick, hit.one, hit.speed, hit.impulse) for hit in found.impacts] == [
            (hit.tick, hit.one, hit.speed, hit.impulse) for hit in frame.impacts
        ]
        for hit, other in zip(found.impacts, frame.impacts, strict=True):
            assert hit.at == Pose(other.at).translated(BY).at
            assert hit.other == (TRAY if other.other == TABLE else other.other)
    assert any(hit.other == TRAY for frame in frames for hit in frame.impacts)
    assert [name for name in expected.table.dice if name.startswith("t")]
    stayed = {die.id for die in there if expected.table.dice.get(die.id) == bed.dice[die.id]}
    dice_after = {"far": table.dice["far"]}
    for name, die in expected.table.dice.items():
        dice_after[name] = table.dice[name] if name in stayed else die.moved_to(die.pose.translated(BY))
    assert settled.table == replace(table, dice=dice_after)
    left = [
        replace(fact, at=(fact.at[0] + 700.0, fact.at[1] + 120.0)) if isinstance(fact, LeftTable) else fact
        for fact in expected.facts
    ]
    assert any(isinstance(fact, LeftTable) for fact in left)
    if shared:
        left += readings(table.without("t1"), act, settled.table)
    assert list(settled.facts) == left
    assert settled.ticks == expected.ticks
    assert settled.rolled == expected.rolled
    assert settled.overhanging == tuple(
        replace(piece, at=(piece.at[0] + 700.0, piece.at[1] + 120.0)) for piece in expected.overhanging
    )


def test_a_throw_that_is_not_into_the_tray_or_without_one_is_onto_the_table() -> None:
    """If a throw goes into a missing tray, or beside a tray, it is the same as a throw onto a table without a tray."""
    act = Roll((Die("a"),), (300.0, 300.0), 0.4, STEADY)
    found = [
        performed(roll(table, replace(act, in_tray=into), 3, 0))[1].table.dice
        for table, into in ((board(), False), (board(), True), (replace(board(), tray=LOW), False))
    ]
    assert found[0] == found[1] == found[2]


class Opened(Exception):
    """Raised in place of opening a scene. Its argument holds the solver and the options of that scene."""


def opened(monkeypatch: pytest.MonkeyPatch, act: Generator[Frame, None, Settled]) -> dict[str, object]:
    """Return the solver and the options of the scene that an act opens."""

    def scene(_table: Table, solver: Solver, **options: object) -> None:
        raise Opened({"solver": solver, **options})

    monkeypatch.setattr(throw, "Scene", scene)
    with pytest.raises(Opened) as caught:
        next(act)
    (found,) = caught.value.args
    return dict(found)


@pytest.mark.parametrize(
    ("thrown", "loose", "shared", "exact", "chosen"),
    [
        (12, 0, False, True, Solver.DANTZIG),
        (13, 0, False, True, Solver.IMPULSES),
        (12, 5, False, True, Solver.DANTZIG),
        (8, 4, True, True, Solver.DANTZIG),
        (8, 5, True, True, Solver.IMPULSES),
        (3, 0, False, False, Solver.IMPULSES),
    ],
)
def test_the_solver_depends_on_the_number_of_dice(
    thrown: int, loose: int, shared: bool, exact: bool, chosen: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a throw has up to twelve boxes, the exact solver simulates them; in a shared throw, loose dice count too.

    If one die is a d8, the exact solver isn't used.
    """
    dice = tuple(Die(f"t{k}") for k in range(thrown))
    table = board().with_pieces(*(Die(f"l{k}", pose=Pose((30.0 * k + 20.0, 90.0, 8.0))) for k in range(loose)))
    act = Roll(dice, (300.0, 300.0), 0.4, STEADY, shared=shared, free_models=not shared)
    options = {"loose": LooseDice.LIVE if shared else LooseDice.STILL, "free_models": not shared, "listen": exact}
    assert opened(monkeypatch, roll(table, act, 3, 0, exact, exact)) == {"solver": chosen, **options}
    mixed = replace(act, dice=(*dice[:-1], Die("t", die_kind("d8"))))
    assert opened(monkeypatch, roll(table, mixed, 3, 0, exact, exact)) == {"solver": Solver.IMPULSES, **options}


def let_go(table: Table, act: Drop, seed: int) -> Pose:
    """Return the pose at which a hand lets a token go.

    It is the pose after one tick, raised by the fall of that tick.
    """
    under_way = drop(table, act, seed, 1)
    pose = next(under_way).poses["t"]
    under_way.close()
    return pose.translated((0.0, 0.0, 9810.0 / 240.0**2))


BIG = Token("t", ORIGIN, 50.0, 20.0)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("height", [40.0, 200.0])
def test_a_token_is_let_go_with_its_lowest_point_at_the_height(seed: int, height: float) -> None:
    """If a token is dropped, its lowest point starts at the height of the drop.

    Its orientation is random, and its place is off by the hand's error of aim.
    """
    hand = replace(STEADY, aim_sigma=12.0)
    chance = random_generator(seed)
    x, y = chance.normal(0.0, 12.0, 2)
    turn = random_orientation(chance)
    pose = let_go(board().with_pieces(BIG), Drop(BIG, (300.0, 250.0), height, hand), seed)
    up = abs(rotate(turn, (0.0, 0.0, 1.0))[2])
    assert angle_between(pose.orientation, turn) < 1e-6
    assert pose.at == pytest.approx(
        (300.0 + x, 250.0 + y, height + 25.0 * math.sqrt(1.0 - up * up) + 10.0 * up), abs=0.1
    )


@pytest.mark.parametrize(("aside", "lifted"), [(26.8, True), (27.1, False)])
@pytest.mark.parametrize(("axis", "side"), [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)])
def test_a_token_is_let_go_above_what_is_below_it(aside: float, lifted: bool, axis: int, side: float) -> None:
    """If an obstacle is below a dropped token, the sphere around the token starts 3 mm above the obstacle."""
    place = [300.0, 250.0]
    place[axis] += side * (30.0 + aside)
    block = Terrain("b", Box(60.0, 60.0, 90.0), (place[0], place[1]))
    pose = let_go(board().with_pieces(block), Drop(BIG, (300.0, 250.0), 50.0, STEADY), 1)
    sphere = math.hypot(50.0, 20.0) / 2
    high = let_go(board(), Drop(BIG, (300.0, 250.0), 50.0, STEADY), 1).at[2]
    assert pose.at == pytest.approx((300.0, 250.0, 93.0 + sphere if lifted else high), abs=0.1)


def test_walls_keep_a_dropped_token_inside() -> None:
    """If the table has walls, the sphere around a dropped token is within the walls.

    Without walls the token may fall beside the table.
    """
    act, sphere = Drop(BIG, (5.0, 900.0), 150.0, STEADY), math.hypot(50.0, 20.0) / 2
    assert let_go(replace(board(), wall_height=30.0), act, 2).at[:2] == pytest.approx(
        (sphere, 610.0 - sphere), abs=1e-3
    )
    assert let_go(board(), act, 2).at[:2] == pytest.approx((5.0, 900.0), abs=1e-3)


@pytest.mark.parametrize("seed", [0, 7, np.int64(7), 10**30])
def test_a_seed_is_a_whole_number_from_0(seed: int) -> None:
    """If a seed is a whole number from 0 up, it gives the same numbers, drawn at once or one after the other."""
    at_once, chance = standard_normals(random_generator(seed), 5), random_generator(int(seed))
    assert at_once == [standard_normals(chance, 1)[0] for _ in range(5)]
    assert len(set(at_once)) == 5
    four = standard_normals(random_generator(seed), 4)
    assert random_orientation(random_generator(seed)) == orientation_from_normals(four)


@pytest.mark.parametrize("seed", [-1, True, 1.0, "7", None])
def test_other_seeds_are_refused(seed: int) -> None:
    """If a seed is no whole number from 0 up, it is refused, and the message quotes the value."""
    with pytest.raises(InvalidValue) as caught:
        random_generator(seed)
    assert str(caught.value) == f"a seed is a whole number from 0 up, not {seed!r}"


def test_an_orientation_is_parallel_to_four_numbers() -> None:
    """An orientation made from four numbers is the quaternion of length 1 in their direction."""
    assert orientation_from_normals((1.0, -2.0, 2.0, 4.0)) == (0.2, -0.4, 0.4, 0.8)
