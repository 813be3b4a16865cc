"""Plain work that the cases are compared with: it uses nothing of riotsim, so that nothing done here makes it faster.

What slows the machine down should slow it down alike: so throws are compared with the engine itself, rules with plain
Python, and starts with another process. Don't change it: all baselines would change.
"""

import math
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from riotsim.physics.client import quiet

with quiet(1, 2):  # it tells its build time
    import pybullet

DICE, TICKS, LOOK_EVERY = 3, 160, 4

THROWS = 8
"""In one piece of work."""


class PlainThrows:
    """Throws as the manual of pybullet would have them: three cubes that fall on a box, with the engine's defaults."""

    def __init__(self, client: int) -> None:
        self._client = client
        pybullet.setGravity(0.0, 0.0, -981.0, client)
        slab = pybullet.createCollisionShape(pybullet.GEOM_BOX, halfExtents=[30.0, 30.0, 10.0], physicsClientId=client)
        cube = pybullet.createCollisionShape(pybullet.GEOM_BOX, halfExtents=[0.8, 0.8, 0.8], physicsClientId=client)
        pybullet.createMultiBody(0.0, slab, basePosition=[0.0, 0.0, -10.0], physicsClientId=client)
        self._dice = [pybullet.createMultiBody(4.8, cube, physicsClientId=client) for _ in range(DICE)]

    def __call__(self) -> None:
        """Throw, and look at the dice now and then."""
        for n in range(THROWS):
            for k, die in enumerate(self._dice):
                turn = pybullet.getQuaternionFromEuler([0.3 + n, 0.7 * k, 0.2])
                pybullet.resetBasePositionAndOrientation(die, [3.0 * k, 0.0, 8.0], turn, self._client)
                pybullet.resetBaseVelocity(die, [40.0, 5.0 * k, 0.0], [20.0, 10.0, 5.0 * n], self._client)
            for tick in range(TICKS):
                pybullet.stepSimulation(self._client)
                if tick % LOOK_EVERY == 0:
                    for die in self._dice:
                        pybullet.getBasePositionAndOrientation(die, self._client)
                        pybullet.getBaseVelocity(die, self._client)


@contextmanager
def plain_throws() -> Iterator[PlainThrows]:
    """Give throws by the engine alone."""
    with quiet(1):
        client = pybullet.connect(pybullet.DIRECT)
    try:
        yield PlainThrows(client)
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


def plain_start() -> None:
    """Start a Python that loads some of its own library, and let it end."""
    subprocess.run([sys.executable, "-c", "import argparse, asyncio, decimal, json, unittest"], check=True)
