"""Dice and tokens hurled at scenery, faster than any hand throws."""

import math
from dataclasses import dataclass, replace

import numpy as np

from physics_suite.sunk_pieces import TOLERANCE, Floats, corners_of, passed_through, sunk, surface
from riotsim.physics.acts.chance import random_orientation
from riotsim.physics.bodies.body import MotionType
from riotsim.physics.bodies.substeps import min_substeps
from riotsim.physics.engine.world import Solver
from riotsim.physics.scene.broad_phase import LooseDice
from riotsim.physics.scene.scene import LIMITS, Scene
from riotsim.table.dice.custom import barrel, rounded
from riotsim.table.dice.kinds import D6, die_kind
from riotsim.table.pieces import Die, Model, Terrain, Token
from riotsim.table.poses import ORIGIN, Point, Pose
from riotsim.table.state import Table

MIDDLE: Point = (1500.0, 1500.0)
SPEED = 8000.0
"""Usual speed of a hurled piece: that of a fall from 3.3 m (mm/s)."""

AWAY = 170.0
"""Distance from where the piece is let go to where it is aimed at (mm)."""

SPIN = 40.0
"""Standard deviation of each component of the piece's spin (rad/s)."""


@dataclass(frozen=True)
class Hurled:
    """The outcome of a hurled piece."""

    left: bool
    """True if the piece left the table."""
    sunk: bool
    through: bool
    """True if the piece's centre crossed a surface."""
    end: Pose


ODD = {
    "d4 of 8 mm": Die("x", die_kind("d4"), 8.0),
    "rounded d6": Die("x", rounded(D6, 1.0 / 16.0)),
    "barrel of 7": Die("x", barrel("barrel of 7", range(1, 8))),
}
"""Unusual kinds that rules allow: the smallest and thinnest die, a die with edges of 1 mm, and a custom die."""


def missile(kind: str) -> Die | Token:
    """Return a usual die of this kind, a die of `ODD`, or a token."""
    return Token("x", ORIGIN) if kind == "token" else ODD.get(kind) or Die("x", die_kind(kind))


def lies_in(piece: Die | Token, solids: list[Floats]) -> bool:
    """Return whether a piece has sunk into any of the solids.

    A rounded die is its core, grown by its radius. If its core touches a solid, the die is in the solid by that radius.
    """
    if isinstance(piece, Die) and piece.kind.core:
        core = replace(piece, kind=replace(piece.kind, corners=piece.kind.core))
        return sunk(corners_of(core), solids, max(0.0, TOLERANCE - piece.kind.rounding * piece.size))
    return sunk(corners_of(piece), solids)


def hurl(target: Terrain | Model, kind: str, seed: int, speed: float = SPEED, *, free: bool = False) -> Hurled:
    """Hurl a die or a token at a random spot of the target, from a random side or from above."""
    chance = np.random.default_rng(seed)
    piece = missile(kind)
    solids = surface(target)
    at, velocity = _aim(solids, chance, speed)
    piece = replace(piece, pose=Pose((at[0], at[1], at[2]), random_orientation(chance)))
    table = Table(3000.0, 3000.0).with_pieces(target)
    boxes = isinstance(piece, Die) and piece.kind.box is not None
    solver = Solver.DANTZIG if boxes else Solver.IMPULSES
    path = [at]
    with Scene(table, solver, loose=LooseDice.LIVE, free_models=free) as scene:
        if isinstance(piece, Die):
            scene.world.set_least_substeps(min_substeps([piece]))  # as in a throw
        body = scene.registry.enter(piece, MotionType.FREE)
        (scene.registry.dropped if kind == "token" else scene.registry.thrown).append(body)
        a, b, c = (float(part) for part in chance.normal(0.0, SPIN, 3))
        scene.world.set_velocity(body.number, (velocity[0], velocity[1], velocity[2]), (a, b, c))
        body.speed, body.spin = speed, math.sqrt(a * a + b * b + c * c)
        scene.runaway = 3 * speed
        path += [np.array(frame.poses["x"].at) for frame in scene.run(LIMITS.ticks, 1) if "x" in frame.poses]
        left = "x" not in scene.registry.bodies
        lies = replace(piece, pose=body.pose)
    through = not free and passed_through(np.array(path), solids)
    return Hurled(left, not left and not free and lies_in(lies, solids), through, lies.pose)


def _aim(solids: list[Floats], chance: np.random.Generator, speed: float) -> tuple[Floats, Floats]:
    """Return a random place at which a piece is let go, and its velocity."""
    corners = np.concatenate([triangles.reshape(-1, 3) for triangles in solids])
    low, high = corners.min(axis=0), corners.max(axis=0)
    goal = low + (high - low) * chance.uniform(0.1, 0.9, 3)
    steep = math.asin(float(chance.uniform(0.05, 1.0)))
    side = float(chance.uniform(0.0, math.tau))
    back = np.array([math.cos(side) * math.cos(steep), math.sin(side) * math.cos(steep), math.sin(steep)])
    at = goal + back * AWAY
    at[2] = max(at[2], high[2] if abs(at[:2] - MIDDLE).max() < 60 else 20.0) if steep < 0.5 else at[2]
    return at, (goal - at) / np.linalg.norm(goal - at) * speed
