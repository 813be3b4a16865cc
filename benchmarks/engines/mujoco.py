"""MuJoCo as a contender, set as the second opinion of the physics suite has it: so that dice bounce as ours do."""

import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.engines.contender import Contender, GaveUp, Missing, Settled, Start
from benchmarks.engines.settings import UNIT
from benchmarks.figures import spent
from benchmarks.scenes import EMPTY, SIZE
from riotsim.physics.bodies.motion import LOOK_INTERVAL, REST
from riotsim.physics.engine.materials import DICE, table_top
from riotsim.physics.engine.world import TICK
from riotsim.physics.scene.scene import LIMITS
from riotsim.table.dice.kinds import D6
from riotsim.table.poses import Vector

SUITE = Path(__file__).parents[2] / "tests"


class MuJoCo(Contender):
    """MuJoCo through its Python package; a look goes by its arrays, and the steps between two are one call."""

    name = "mujoco"
    title = "MuJoCo"
    otherwise = (
        "it has no restitution, so dice bounce by springs, in contacts of 1 ms and steps of 0.1 ms (42 times as many); "
        "an endless floor; dice that rock in place don't count as at rest"
    )

    def __init__(self, throws: Sequence[Sequence[Start]]) -> None:
        """Make the world, once.

        Raises:
            Missing: MuJoCo is not installed.
            GaveUp: It can't be used.
        """
        sys.path.insert(0, str(SUITE))
        try:
            from physics_suite.second_opinion.other_world import Block, OtherWorld, bouncing
            from physics_suite.second_opinion.rolls import PUSHED_APART
            from physics_suite.second_opinion.settings import CONTACT, STEP
        except ImportError as error:
            if isinstance(error, ModuleNotFoundError) and error.name == "mujoco":
                raise Missing("there is no mujoco here; `make test` installs it") from error
            raise GaveUp(f"{self.title} could not be used: {error}") from error
        finally:
            sys.path.remove(str(SUITE))
        top = table_top(EMPTY.surface)
        self._throws = [
            [Block((SIZE,) * 3, _mm(one.at), one.turn, _mm(one.velocity), one.spin) for one in throw]
            for throw in throws
        ]
        self._world = OtherWorld(
            self._throws[0],
            bouncing(DICE.friction * top.friction, DICE.restitution * top.restitution + PUSHED_APART, CONTACT),
            bouncing(DICE.friction**2, DICE.restitution**2 + PUSHED_APART, CONTACT),
            STEP,
        )
        self._settled: list[Settled] = []

    def play(self) -> float:
        """Play all throws."""
        self._settled = []
        return spent(self._play)

    def settled(self) -> list[Settled]:
        """Return the result of each throw."""
        return self._settled

    def _play(self) -> None:
        for blocks in self._throws:
            self._world.launch(blocks)
            dice, quiet = range(len(blocks)), 0
            while self._world.time < LIMITS.ticks * TICK:
                self._world.run(LOOK_INTERVAL * TICK)
                speed, spin = self._world.fastest()
                quiet = quiet + LOOK_INTERVAL if speed <= REST.speed and spin <= REST.spin else 0
                if quiet >= REST.leaning_ticks or (
                    quiet >= REST.rest_ticks
                    and all(D6.lowest_face(self._world.pose(k).orientation)[1] <= REST.max_flat_tilt for k in dice)
                ):
                    break
            self._settled.append(Settled(self._world.time, [self._world.pose(k) for k in dice]))


def _mm(vector: Vector) -> Vector:
    x, y, z = vector
    return (x / UNIT, y / UNIT, z / UNIT)
