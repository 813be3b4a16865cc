"""The Bullet inside pybullet's wheel, stepped through throws by itself: whether the opponent's library is a fair one.

Nobody looks at a die and none sleeps, as in the opponent that the goal is set against. The ticks are as many as riotsim
needed; how firmly overlaps are pushed apart isn't suited to speeds, so that the dice bounce otherwise. (A throw as
gentle as these is one step a tick.)
"""

import time
from collections.abc import Sequence

from benchmarks.tables import EMPTY, THROW
from riotsim.physics.acts.chance import generator
from riotsim.physics.acts.release import release
from riotsim.physics.scene.scene import Scene
from riotsim.simulation import perform


def ticks_of(seeds: Sequence[int]) -> list[int]:
    """Return the number of ticks of each throw."""
    return [perform(EMPTY, THROW, seed).ticks for seed in seeds]


def stepped(seeds: Sequence[int], ticks: Sequence[int]) -> float:
    """Give the seconds of processor time in which the engine alone goes through these throws, each in a few calls.

    It is the client that riotsim keeps from one throw to the next: in a new one for each, whose memory is cold, the
    same steps took 1.18 times as long.
    """
    took = 0.0
    for seed, count in zip(seeds, ticks, strict=True):
        with Scene(EMPTY) as scene:
            release(scene, THROW, generator(seed))
            begun = time.process_time()
            scene.world.step(count)
            took += time.process_time() - begun
    return took
