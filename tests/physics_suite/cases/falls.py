"""Falls of towers: dice that a hand puts on a tower until it falls, and what is left of it then."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from physics_suite.cases.blocks import SIZE, Bench, pair
from riotsim.physics.bodies.body import MotionType
from riotsim.physics.bodies.live_towers import pressed_together
from riotsim.physics.engine.world import GRAVITY, Solver
from riotsim.physics.scene.scene import LIMITS, Scene
from riotsim.table.acts import Hand
from riotsim.table.poses import Point, Vector, about_z
from riotsim.table.state import Table
from riotsim.table.statics import CubeStack

DICE_COUNT: Final = 13
"""Number of dice of each tower, including the die that brings the tower down."""

SURELY_FALLS: Final = -0.3
"""A tower with this margin (mm) or less falls on either engine."""

SAME_HEIGHT: Final = SIZE / 4
"""If a die's height has changed by less than this (mm), the die still stands on the one below."""

_BOARD: Final = Table(6000.0, 6000.0)
"""A table of felt that no die leaves."""


def falling_towers(count: int, seed: int, hand: Hand) -> Iterator[CubeStack]:
    """Draw towers that stood until the hand put the last die on, and that must fall by statics with this die."""
    chance = np.random.Generator(np.random.PCG64(seed))
    while count:
        places: list[Point] = [(0.0, 0.0)]
        yaws = [float(chance.uniform(0.0, math.tau))]
        margin = math.inf
        while margin >= 0.0 and len(places) < DICE_COUNT:
            x, y = chance.normal(0.0, hand.place_sigma_at((len(places) - 1) * SIZE), 2)
            places.append((places[-1][0] + float(x), places[-1][1] + float(y)))
            yaws.append(yaws[-1] + float(chance.normal(0.0, hand.yaw_sigma)))
            margin = CubeStack(tuple(places), tuple(yaws)).margin
        if len(places) == DICE_COUNT and margin <= SURELY_FALLS:
            count -= 1
            yield CubeStack(tuple(places), tuple(yaws))


@dataclass(frozen=True, slots=True)
class Fallen:
    """What is left of a tower at the end of its fall."""

    standing: int
    """Dice that still stand on one another, from the table up."""
    spread: float
    """Mean distance of all dice from their middle, seen from above (mm)."""
    travel: float
    """Mean distance of the dice that fell from the foot of the tower, seen from above (mm)."""

    @classmethod
    def of(cls, before: Sequence[Vector], after: Sequence[Vector]) -> "Fallen":
        """Return what is left of a tower, from the places of its dice before and after the fall, lowest first (mm)."""
        kept = [abs(a[2] - b[2]) < SAME_HEIGHT for a, b in zip(before, after, strict=True)]
        standing = kept.index(False) if False in kept else len(kept)
        plan = np.array(after)[:, :2]
        spread = np.linalg.norm(plan - plan.mean(axis=0), axis=1).mean()
        travel = np.linalg.norm(plan[standing:] - before[0][:2], axis=1).mean() if standing < len(kept) else 0.0
        return cls(standing, float(spread), float(travel))


def fall(stack: CubeStack, solver: Solver = Solver.DANTZIG, *, impulses_from_the_fall_on: bool = False) -> Fallen:
    """Simulate a tower as an act does until all is at rest, and return what is left.

    If `impulses_from_the_fall_on` is set, the solver changes as soon as the tower counts as fallen.
    """
    dice = tuple(replace(die, pose=die.pose.translated((*_BOARD.middle, 0.0))) for die in stack.dice())
    with Scene(_BOARD, solver) as scene:
        for die in pressed_together(_BOARD, dice):
            scene.registry.enter(die, MotionType.FREE)
        tower = scene.registry.add_tower("tower", tuple(die.id for die in dice))
        for _ in scene.run(LIMITS.ticks, 0, until=lambda: impulses_from_the_fall_on and tower.fell):
            pass
        if impulses_from_the_fall_on:
            scene.world._change_solver(Solver.IMPULSES)
            for body in scene.registry.free:
                body.asleep = False
            for _ in scene.run(LIMITS.ticks, 0):
                pass
        return Fallen.of([die.pose.at for die in dice], [body.at for body in tower.dice])


BEYOND: Final = 2.0
"""Distance of the upper die's middle beyond the edge of the lower one (mm)."""

TILT: Final = math.radians(30.0)
"""Tilt at which the spin of the toppling die is measured (rad)."""


def toppling_spin() -> float:
    """Return the spin (rad/s) at `TILT` of a die that topples over an edge without sliding, by its energy."""
    half = SIZE / 2
    sunk = half * (1 - math.cos(TILT)) + BEYOND * math.sin(TILT)
    return math.sqrt(2 * GRAVITY * sunk / (SIZE**2 / 6 + half**2 + BEYOND**2))


def topple(solver: Solver, yaw: float) -> float:
    """Measure the spin (rad/s) at `TILT` of a die that topples over the edge of a fixed die.

    Both dice are turned by `yaw`.
    """
    stuff = pair(1.0)
    out = SIZE / 2 + BEYOND
    turn = about_z(yaw)
    with Bench(stuff, solver) as bench:
        bench.world.set_least_substeps(8)
        bench.block(stuff, (0.0, 0.0, SIZE / 2), turn, fixed=True)
        die = bench.block(stuff, (out * math.cos(yaw), out * math.sin(yaw), 1.5 * SIZE - 0.001), turn)
        before = (0.0, 0.0)
        for _ in bench.run(1.0):
            _, _, z, w = bench.pose(die).orientation
            tilt = math.acos(min(1.0, 2 * (z * z + w * w) - 1))
            now = (tilt, bench.world.speed_and_spin(die.number)[1])
            if tilt >= TILT:
                share = (TILT - before[0]) / (tilt - before[0])
                return before[1] + share * (now[1] - before[1])
            before = now
    raise AssertionError("a die whose middle is beyond the edge has not toppled")
