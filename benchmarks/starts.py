"""The states in which the dice leave the hand, in the engine's units; other engines start from them."""

from collections.abc import Sequence
from dataclasses import dataclass

import pybullet

from benchmarks.tables import EMPTY, THROW
from riotsim.physics.acts.chance import generator
from riotsim.physics.acts.release import release
from riotsim.physics.scene.scene import Scene
from riotsim.table.poses import Quaternion, Vector


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
        release(scene, THROW, generator(seed))
        found = []
        for body in sorted(scene.thrown, key=lambda body: body.piece.id):
            # As the engine has them: from millimetres and back would change their last digit.
            at, turn = pybullet.getBasePositionAndOrientation(body.number, scene.world._client.number)
            found.append(Start(at, turn, *pybullet.getBaseVelocity(body.number, scene.world._client.number)))
        return found
