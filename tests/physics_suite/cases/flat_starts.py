"""Dice that lie flat when the hand lets them go.

They show how lively a throw must be for dice to forget their start.
"""

import math
from typing import Final

import numpy as np

from riotsim.measuring.hands import seed_of
from riotsim.physics.bodies.body import MotionType
from riotsim.physics.bodies.substeps import min_substeps
from riotsim.physics.engine.world import Solver
from riotsim.physics.scene.broad_phase import LooseDice
from riotsim.physics.scene.scene import LIMITS, Scene
from riotsim.table.acts import Hand
from riotsim.table.dice.kinds import COCKED_TILT, DieKind
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose, about_z, multiply, shortest_rotation
from riotsim.table.state import FELT, Surface, Table
from riotsim.testing.rolls import UNREAD_SIDE, Rolls, side_down

ACROSS: Final = 3
"""Dice fly at the same time in this many rows and columns."""

APART: Final = 1500.0
"""Distance between dice at which none meets another (mm)."""


def flat_starts(
    kind: DieKind, rolls: int, seed: int, hand: Hand, drop: float, *, size: float = 16.0, surface: Surface = FELT
) -> Rolls:
    """Release dice with their lowest side level, `drop` mm above the table, and return the sides before and after.

    No die meets another. Each die has a random heading, and any of its sides may be down. The hand's speed and its spin
    about each axis are random, too.
    """
    began: list[int] = []
    ended: list[int] = []
    cut_short = 0
    for number in range(-(-rolls // ACROSS**2)):
        chance = np.random.default_rng(seed_of(seed, number))
        count = min(ACROSS**2, rolls - len(began))
        sides = [int(side) for side in chance.integers(kind.sides, size=count)]
        lies, late = _let_go(kind, sides, chance, hand, drop, size, surface)
        began += sides
        ended += lies
        cut_short += late
    first, last = (np.array(sides, dtype=np.int16) for sides in (began, ended))
    return Rolls(kind, first, last, int((last == UNREAD_SIDE).sum()), 0, cut_short)


def _let_go(
    kind: DieKind, sides: list[int], chance: np.random.Generator, hand: Hand, drop: float, size: float, surface: Surface
) -> tuple[list[int], bool]:
    """Release dice together. Return the sides that they lie on at the end, and whether they still moved then."""
    table = Table(APART * (ACROSS + 1), APART * (ACROSS + 1), surface)
    solver = Solver.IMPULSES if kind.box is None else Solver.DANTZIG
    with Scene(table, solver, loose=LooseDice.ABSENT) as scene:
        scene.world.set_least_substeps(min_substeps([Die("", kind, size)]))  # as in a throw
        for k, side in enumerate(sides):
            flat = shortest_rotation(kind.faces[side].normal, (0.0, 0.0, -1.0))
            turn = multiply(about_z(float(chance.uniform(0.0, math.tau))), flat)
            height = max(sum(n * c for n, c in zip(kind.faces[side].normal, at, strict=True)) for at in kind.corners)
            row, column = divmod(k, ACROSS)
            at = ((column + 0.5) * APART, (row + 1) * APART, drop + height * size)
            body = scene.registry.enter(Die(f"{k}", kind, size, Pose(at, turn)), MotionType.FREE, thrown=True)
            scene.registry.thrown.append(body)
            speed = max(0.0, float(chance.normal(hand.speed, hand.speed_sigma)))
            a, b, c = (float(part) for part in chance.normal(0.0, hand.spin, 3))
            scene.world.set_velocity(body.number, (speed, 0.0, 0.0), (a, b, c))
            body.speed, body.spin = speed, math.sqrt(a * a + b * b + c * c)
        for _ in scene.run(LIMITS.ticks, 0):
            pass
        turns = [body.orientation for body in scene.registry.thrown]
        lies = [side_down(kind, turn) if kind.lowest_face(turn)[1] < COCKED_TILT else UNREAD_SIDE for turn in turns]
        return lies, scene.cut_short
