"""The Bullet inside pybullet's wheel, stepped through throws by itself: whether the opponent's library is a fair one.

Nobody looks at a die, and the ticks are those that riotsim needed. (A throw as gentle as these is one step a tick.)
"""

import time
from collections.abc import Sequence

import pybullet

from benchmarks.tables import EMPTY, THROW
from riotsim.physics import perform
from riotsim.physics.chance import generator
from riotsim.physics.release import release
from riotsim.physics.scene import Scene
from riotsim.physics.world import TICK


def ticks_of(seeds: Sequence[int]) -> list[int]:
    """Give how many ticks each throw takes."""
    return [perform(EMPTY, THROW, seed).ticks for seed in seeds]


def stepped(seeds: Sequence[int], ticks: Sequence[int]) -> float:
    """Give the seconds of processor time in which the engine alone goes through these throws, each in one call."""
    took = 0.0
    for seed, count in zip(seeds, ticks, strict=True):
        with Scene(EMPTY) as scene:
            scene.world.spoil()  # nobody finds the client as it is left
            release(scene, THROW, generator(seed))
            client = scene.world._client
            pybullet.setPhysicsEngineParameter(fixedTimeStep=count * TICK, numSubSteps=count, physicsClientId=client)
            begun = time.process_time()
            pybullet.stepSimulation(client)
            took += time.process_time() - begun
    return took
