"""Plain work that the cases are compared with: it uses nothing of riotsim, so that nothing done here makes it faster.

What slows the machine down should slow it down alike: so acts are compared with the engine itself, rules with plain
Python, and starts with another process. Don't change it: all baselines would change.
"""

import math
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from riotsim.physics.engine.client import suppress_output

with suppress_output(1, 2):  # it tells its build time
    import pybullet

TICKS, LOOK_EVERY = 160, 4

THROWS = 8
"""In one piece of work."""

TOWER, HITS = 8, 1
"""Dice in a tower, and how often one is hit in a piece of work."""


class PlainThrows:
    """Throws as the manual of pybullet would have them: three cubes that fall on a box, with the engine's defaults."""

    def __init__(self, client: int) -> None:
        self._client = client
        self._dice = _cubes_on_a_box(client, 3)

    def __call__(self) -> None:
        """Throw, and look at the dice now and then."""
        for n in range(THROWS):
            for k, die in enumerate(self._dice):
                turn = pybullet.getQuaternionFromEuler([0.3 + n, 0.7 * k, 0.2])
                pybullet.resetBasePositionAndOrientation(die, [3.0 * k, 0.0, 8.0], turn, self._client)
                pybullet.resetBaseVelocity(die, [40.0, 5.0 * k, 0.0], [20.0, 10.0, 5.0 * n], self._client)
            _let_go_on(self._client, self._dice)


class PlainHits:
    """A tower hit by a cube, under the exact solver: its matrices want memory, where throws want none to speak of."""

    def __init__(self, client: int) -> None:
        self._client = client
        with suppress_output(1):  # it tells of its solvers
            pybullet.setPhysicsEngineParameter(
                constraintSolverType=pybullet.CONSTRAINT_SOLVER_LCP_DANTZIG, globalCFM=1e-7, physicsClientId=client
            )
        self._dice = _cubes_on_a_box(client, TOWER + 1)

    def __call__(self) -> None:
        """Put the tower up, and hit it."""
        for n in range(HITS):
            for k, die in enumerate(self._dice):
                last = k == TOWER
                at = [-6.0, 0.1 * n, 6.0] if last else [0.0, 0.0, 0.8 + 1.6 * k]
                pybullet.resetBasePositionAndOrientation(die, at, [0.0, 0.0, 0.0, 1.0], self._client)
                pybullet.resetBaseVelocity(die, [90.0 * last, 0.0, 0.0], [0.0, 20.0 * last, 0.0], self._client)
            _let_go_on(self._client, self._dice)


def _cubes_on_a_box(client: int, count: int) -> list[int]:
    """Return a scene in centimetres, and its cubes."""
    pybullet.setGravity(0.0, 0.0, -981.0, client)
    slab = pybullet.createCollisionShape(pybullet.GEOM_BOX, halfExtents=[30.0, 30.0, 10.0], physicsClientId=client)
    cube = pybullet.createCollisionShape(pybullet.GEOM_BOX, halfExtents=[0.8, 0.8, 0.8], physicsClientId=client)
    pybullet.createMultiBody(0.0, slab, basePosition=[0.0, 0.0, -10.0], physicsClientId=client)
    return [pybullet.createMultiBody(4.8, cube, physicsClientId=client) for _ in range(count)]


def _let_go_on(client: int, dice: list[int]) -> None:
    """Advance the simulation, and read the dice now and then."""
    for tick in range(TICKS):
        pybullet.stepSimulation(client)
        if tick % LOOK_EVERY == 0:
            for die in dice:
                pybullet.getBasePositionAndOrientation(die, client)
                pybullet.getBaseVelocity(die, client)


@contextmanager
def engine() -> Iterator[int]:
    """Return an empty client of the engine."""
    with suppress_output(1):
        client = pybullet.connect(pybullet.DIRECT)
    try:
        yield client
    finally:
        pybullet.disconnect(client)


def plain_python() -> float:
    """Do what rules and bots do most: small tuples, dictionaries, and geometry in the plane."""
    points = {f"piece-{k:03}": (math.cos(k) * 300.0, math.sin(k) * 300.0) for k in range(150)}
    total = 0.0
    for name, (x, y) in points.items():
        near = [(math.dist((x, y), at), other) for other, at in points.items() if other != name]
        total += min(near)[0] + len({other[:6] for far, other in near if far < 100.0})
    return total


def plain_start(*modules: str) -> None:
    """Start a Python that loads these modules, and let it end."""
    subprocess.run([sys.executable, "-c", f"import {', '.join(modules)}"], check=True)
