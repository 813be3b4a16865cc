"""The engines of a comparison, riotsim among them, with the states in which dice leave the hand."""

import math
import statistics
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import pybullet

from benchmarks.figures import spent
from benchmarks.scenes import EMPTY, THROW, dice_of
from riotsim.physics.acts.chance import random_generator
from riotsim.physics.acts.release import release
from riotsim.physics.engine.world import TICK
from riotsim.physics.scene.scene import Scene
from riotsim.simulation import perform
from riotsim.table.poses import Pose, Quaternion, Vector


class Missing(Exception):
    """Something that a measurement needs is not on this machine; says what, and what would mend it."""


class GaveUp(Missing):
    """An engine that is there could not play the throws."""


Dice: TypeAlias = list[Pose]
"""The dice of a throw as they lie in the end (mm), in the order of their names."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The result of a throw."""

    seconds: float
    """Time until it came to rest (s, simulated)."""
    dice: Dice


class Contender(ABC):
    """An engine with the throws it is to play."""

    name: str
    """In bench.json."""
    title: str
    """In the table."""
    otherwise: str
    """Differences from riotsim."""

    @abstractmethod
    def play(self) -> float:
        """Play all throws, each to rest, and give the seconds of processor time that took."""

    @abstractmethod
    def settled(self) -> list[Settled]:
        """Return the result of each throw when it was last played."""

    def close(self) -> None:  # noqa: B027  # most have nothing to give back
        """End what was started for it."""


def travel(begun: Sequence[Sequence[tuple[float, float]]], ended: Sequence[Settled]) -> float:
    """Return the mean distance of the dice (mm, in plan)."""
    return statistics.fmean(
        math.dist(start, end.xy)
        for starts, throw in zip(begun, ended, strict=True)
        for start, end in zip(starts, throw.dice, strict=True)
    )


@dataclass(frozen=True, slots=True)
class Start:
    """A die that is let go (cm, s, rad; quaternions x, y, z, w)."""

    at: Vector
    turn: Quaternion
    velocity: Vector
    spin: Vector

    @property
    def numbers(self) -> tuple[float, ...]:
        """All thirteen, as other programs read them."""
        return (*self.at, *self.turn, *self.velocity, *self.spin)


def starts(seeds: Sequence[int]) -> list[list[Start]]:
    """Return the starts of each throw's dice, in the order of their names."""
    return [_starts(seed) for seed in seeds]


def _starts(seed: int) -> list[Start]:
    with Scene(EMPTY) as scene:
        release(scene, THROW, random_generator(seed))
        found = []
        for body in sorted(scene.registry.thrown, key=lambda body: body.piece.id):
            # As the engine has them: from millimetres and back would change their last digit.
            at, turn = pybullet.getBasePositionAndOrientation(body.number, scene.world._client.number)
            found.append(Start(at, turn, *pybullet.getBaseVelocity(body.number, scene.world._client.number)))
        return found


class Ours(Contender):
    """`perform`, with all that a caller gets from it: a new table, and facts."""

    name = "riotsim"
    title = "riotsim"
    otherwise = "`perform`, from Python"

    def __init__(self, seeds: Sequence[int]) -> None:
        self._seeds = seeds

    def play(self) -> float:
        """Play all throws."""
        return spent(lambda: [perform(EMPTY, THROW, seed) for seed in self._seeds])

    def settled(self) -> list[Settled]:
        """Return the result of each throw."""
        done = [perform(EMPTY, THROW, seed) for seed in self._seeds]
        return [Settled(one.ticks * TICK, [die.pose for die in dice_of(one)]) for one in done]
