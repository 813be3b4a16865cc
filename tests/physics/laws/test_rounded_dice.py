"""Dice with round edges: they stand, are carried and come to lie as statics and their flat faces have it."""

import math
from itertools import pairwise

import numpy as np
import pytest
from physics_suite.cases.towers import LOST, SURE
from physics_suite.tables import SHAKY, SIZE, STEADY, board, model_with_tower

from riotsim.physics.bodies.body import MotionType
from riotsim.physics.bodies.live_towers import pressed_together
from riotsim.physics.bodies.motion import REST
from riotsim.physics.bodies.size_and_mass import mass
from riotsim.physics.engine.world import TICK
from riotsim.physics.scene.scene import Scene
from riotsim.simulation import perform
from riotsim.table.acts import Carry, Cocked, LeftTable, Roll, TowerFell
from riotsim.table.dice.custom import rounded
from riotsim.table.dice.kinds import D6, die_kind
from riotsim.table.pieces import Die
from riotsim.table.poses import Point, Pose, about_z
from riotsim.table.statics import CubeStack
from riotsim.table.units import ACRYLIC_DENSITY
from riotsim.testing.plugin import Record, Size

RADIUS = 1.5
"""Of a usual die's edges (mm)."""

ROUND = rounded(D6, RADIUS / SIZE)
MIDDLE = (305.0, 305.0)


def leaning(chance: np.random.Generator) -> tuple[tuple[Point, ...], float]:
    """A random stack of 2 to 10 dice, turned alike, and its margin by statics (mm).

    Only what is flat of a face carries: a square of size less twice the radius.
    """
    count, spread = int(chance.integers(2, 11)), chance.uniform(0.3, 6.0)
    at = np.cumsum(chance.normal(0.0, spread, (count, 2)), axis=0)
    places = tuple((float(x), float(y)) for x, y in at - at[0])
    return places, CubeStack(places, (0.0,) * count, SIZE - 2 * RADIUS).margin


def stands(offsets: tuple[Point, ...], seconds: float = 2.0) -> tuple[bool, float]:
    """Return whether a stack of rounded dice stands, and how far its top has moved by then (mm)."""
    yaw = 0.3
    c, s = math.cos(yaw), math.sin(yaw)
    stack = tuple(
        Die(
            f"{k:02d}",
            ROUND,
            SIZE,
            Pose((MIDDLE[0] + x * c - y * s, MIDDLE[1] + x * s + y * c, (k + 0.5) * SIZE), about_z(yaw)),
        )
        for k, (x, y) in enumerate(offsets)
    )
    with Scene(board()) as scene:
        for die in pressed_together(scene.table, stack):
            scene.registry.enter(die, MotionType.FREE)
        tower = scene.registry.add_tower("t", tuple(die.id for die in stack))
        for _ in range(round(seconds / TICK)):
            scene.world.step()
            scene.tick += 1
            if scene.tick % 24 == 0:
                scene.look()
                if tower.fell:
                    return False, 0.0
        return tower.stands(), math.dist(tower.dice[-1].at, stack[-1].pose.at)


@pytest.mark.takes(8.0)
def test_rounded_towers_stand_as_statics_says(record: Record, size: Size) -> None:
    """Stacks of 2 to 10 dice with edges of 1.5 mm: margin of 1 mm and more never falls, below -0.3 mm never stands.

    The margin is that of the centre of mass over the flat parts of faces, analytically; 1,000 stacks in the long run.
    """
    chance = np.random.default_rng(1)
    wrong, sure, lost = [], 0, 0
    for _ in range(size(40, 1000)):
        offsets, margin = leaning(chance)
        sure, lost = sure + (margin >= SURE), lost + (margin < LOST)
        if LOST <= margin < SURE:
            continue
        if stands(offsets)[0] is not (margin > 0):
            wrong.append((len(offsets), margin))
    record(
        "towers against statics",
        "rounded dice: false falls and false stands",
        found=len(wrong),
        expected=0.0,
        at_most=0.0,
        unit=f"of {sure + lost:,}",
        source="statics of the flat parts of faces",
        note="; ".join(f"{count} dice, margin {margin:.2f} mm" for count, margin in wrong[:3]),
    )
    assert not wrong
    assert min(sure, lost) >= size(8, 200)


@pytest.mark.takes(1.0)
def test_a_rounded_tower_of_thirteen_keeps_still(record: Record, size: Size) -> None:
    """Thirteen rounded dice: the top moves by less than 0.15 mm in 60 s (10 s in the quick run), as of sharp ones."""
    seconds = size(10.0, 60.0)
    stood, moved = stands(((0.0, 0.0),) * 13, seconds)
    assert stood
    record(
        "standing",
        f"top of 13 rounded dice after {seconds:.0f} s",
        found=moved,
        expected=0.0,
        at_most=0.15,
        unit="mm",
        source="what stands stays; the bound is ours",
    ).must_hold()


def falls_when_carried(radius: float, pace: str, seed: int) -> bool:
    """Return whether a tower of ten falls in a carry of six inches."""
    table = model_with_tower(board(), "m", 10, (100.0, 300.0))
    kind = rounded(D6, radius / SIZE)
    table = table.with_pieces(*(Die(die.id, kind, die.size, die.pose, die.owner) for die in table.dice.values()))
    settled = perform(table, Carry("m", (252.4, 300.0), STEADY, pace), seed)
    return bool(settled.facts_of(TowerFell))


@pytest.mark.parametrize(("pace", "falls"), [("slow", False), ("rash", True)])
def test_a_carried_rounded_tower_does_as_a_sharp_one(pace: str, falls: bool) -> None:
    """Ten dice bear 0.3 m/s², and not 12: g/(N - 1) is 1.1 m/s² for sharp ones, and 13/16 of that for rounded ones."""
    assert falls_when_carried(0.0, pace, 1) is falls
    assert falls_when_carried(RADIUS, pace, 1) is falls


@pytest.mark.parametrize("name", ["d4", "d6", "d8", "d20"])
def test_thrown_rounded_dice_lie_flat(name: str) -> None:
    """Round edges leave no die on them: all lie on a face, as high as sharp ones, or lean on another die."""
    kind = rounded(die_kind(name), 1.5 / SIZE)
    dice = tuple(Die(f"{k}", kind) for k in range(6))
    leaning = 0
    for seed in range(6):
        settled = perform(board(2000.0, 2000.0), Roll(dice, (1000.0, 1000.0), 0.3, SHAKY), seed)
        assert not settled.facts_of(LeftTable)
        cocked = {fact.die for fact in settled.facts_of(Cocked)}
        leaning += len(cocked)
        for die in settled.table.dice.values():
            if die.id not in cocked:
                assert kind.lowest_face(die.pose.orientation)[1] < REST.max_flat_tilt
                assert die.pose.at[2] == pytest.approx(kind.flat_height() * SIZE, abs=0.05)
    assert leaning <= 3


def test_a_rounded_die_weighs_less() -> None:
    """Edges of 1.5 mm take 2.2 % off a cube of 16 mm (Steiner's formula); of 4.83 g 4.73 g are left."""
    a, r = SIZE - 2 * RADIUS, RADIUS
    volume = a**3 + 6 * a**2 * r + 3 * math.pi * a * r**2 + 4 / 3 * math.pi * r**3
    assert mass(ROUND, SIZE) == pytest.approx(ACRYLIC_DENSITY * volume)
    weights = [mass(rounded(D6, share), SIZE) for share in (0.0, 0.05, 0.1, 0.2)]
    assert all(heavy > light for heavy, light in pairwise(weights))
