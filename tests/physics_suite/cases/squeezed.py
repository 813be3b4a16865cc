"""Random carries that press a token or a tower against an obstacle that doesn't move."""

import math

import numpy as np

from physics_suite.invariants.usual_world import DEEPEST
from riotsim.physics import overlaps
from riotsim.table.acts import Carry
from riotsim.table.pieces import Box, Die, Model, Round, Terrain, Token, Tower
from riotsim.table.poses import Point, Pose, about_z
from riotsim.table.state import Table
from riotsim.testing.generators.worlds import USUAL_HAND, Trial

SIDE = 900.0
"""Side of the table (mm)."""

MIDDLE: Point = (SIDE / 2, SIDE / 2)


def squeeze(seed: int, pace: str) -> Trial:
    """Return a carry at or past a wall or another model, with a token or a tower of 1 to 3 dice in the way.

    Nothing begins inside the wall, because the engine would push it out and so give it energy. The 400th tower once
    stood in a wall, and rose by 11 mm. If anything overlaps, the table is drawn again.
    """
    tables = (_squeeze(np.random.default_rng([seed, *again]), seed, pace) for again in _AGAIN)
    return next(trial for trial in tables if not overlaps(trial.table, DEEPEST))


_AGAIN = [(), *((number,) for number in range(1, 50))]
"""What is added to a seed each time that its table is drawn: nothing at first, then a number."""


def _squeeze(chance: np.random.Generator, seed: int, pace: str) -> Trial:
    """Return a random carry for `squeeze`, even if pieces overlap."""
    fast = Terrain("wall", Box(300.0, 40.0, 60.0), MIDDLE, float(chance.uniform(0.0, math.pi)))
    table = Table(SIDE, SIDE).with_pieces(fast if seed % 4 else Model("wall", "owner", MIDDLE, Round(40.0)))
    start = (MIDDLE[0] + float(chance.uniform(-150.0, 150.0)), MIDDLE[1] - 120.0)
    table = table.with_pieces(Model("m", "owner", start, Round(float(chance.choice([25.0, 32.0, 40.0])))))
    x, y = (float((a + b) / 2 + chance.uniform(-12.0, 12.0)) for a, b in zip(start, MIDDLE, strict=True))
    size = float(chance.choice([8.0, 12.0, 16.0, 24.0]))
    if seed % 2:
        stack = tuple(
            Die(f"t-{k}", size=size, pose=Pose((x, y, (k + 0.5) * size), about_z(0.3)))
            for k in range(int(chance.integers(1, 4)))
        )
        table = table.with_pieces(*stack).with_tower("t", Tower(tuple(die.id for die in stack)))
    else:
        table = table.with_pieces(Token("t", Pose((x, y, 1.5)), float(chance.uniform(15.0, 40.0))))
    along = float(chance.uniform(0.8, 1.8))
    to = (start[0] + (MIDDLE[0] - start[0]) * along + float(chance.uniform(-20.0, 20.0)),
          MIDDLE[1] + float(chance.uniform(-30.0, 150.0)))  # fmt: skip
    return Trial(table, Carry("m", to, USUAL_HAND, pace), seed, nasty=False)
