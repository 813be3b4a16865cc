"""Dice with round edges stand, are carried and come to rest as statics says of the flat parts of their faces."""

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
"""Radius of a usual die's edges (mm)."""

ROUND = rounded(D6, RADIUS / SIZE)
MIDDLE = (305.0, 305.0)


def leaning(chance: np.random.Generator) -> tuple[tuple[Point, ...], float]:
    """Return the offsets of 2 to 10 dice of a random stack, turned alike, and its margin by statics (mm).

    Only the flat part of a face carries: a square whose side is the die's size less twice the radius.
    """
    count, spread = int(chance.integers(2, 11)), chance.uniform(0.3, 6.0)
    at = np.cumsum(chance.normal(0.0, spread, (count, 2)), axis=0)
    places = tuple((float(x), float(y)) for x, y in at - at[0])
    return places, CubeStack(places, (0.0,) * count, SIZE - 2 * RADIUS).margin


def stands(offsets: tuple[Point, ...], seconds: float = 2.0) -> tuple[bool, float]:
    """Return whether a stack of rounded dice stands after some time, and how far its top has moved (mm)."""
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
    """If a stack of 2 to 10 rounded dice has a margin of 1 mm or more, it stands; below -0.3 mm it falls.

    The margin says how far the centre of mass is inside the flat parts of the faces, by statics. The edges have a
    radius of 1.5 mm. 1,000 stacks in the long run.
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
    """If thirteen rounded dice stand for 60 s, the top moves by less than 0.15 mm. The quick run has 10 s."""
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
    """If a tower of ten is carried at 0.3 m/s², it stands; at 12 m/s² it falls, with round edges or sharp ones.

    By statics, ten sharp dice bear g/(N - 1), 1.1 m/s². Rounded dice bear 13/16 of that.
    """
    assert falls_when_carried(0.0, pace, 1) is falls
    assert falls_when_carried(RADIUS, pace, 1) is falls


@pytest.mark.parametrize("name", ["d4", "d6", "d8", "d20"])
def test_thrown_rounded_dice_lie_flat(name: str) -> None:
    """If rounded dice are thrown, each comes to rest on a face, as high as a sharp die, or leans on another die.

    At most 3 of 36 dice lean.
    """
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
    """If a die's edges are rounder, the die weighs less.

    Edges of 1.5 mm take 2.2 % off a cube of 16 mm (Steiner's formula).
    """
    a, r = SIZE - 2 * RADIUS, RADIUS
    volume = a**3 + 6 * a**2 * r + 3 * math.pi * a * r**2 + 4 / 3 * math.pi * r**3
    assert mass(ROUND, SIZE) == pytest.approx(ACRYLIC_DENSITY * volume)
    weights = [mass(rounded(D6, share), SIZE) for share in (0.0, 0.05, 0.1, 0.2)]
    assert all(heavy > light for heavy, light in pairwise(weights))
