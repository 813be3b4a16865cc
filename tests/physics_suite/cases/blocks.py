"""A test bench: blocks of any material in the engine, with the settings of acts, run tick by tick.

Acts only know acrylic dice on tables, but laws of physics are tested with any friction and bounce.
"""

import math
from collections.abc import Iterator
from typing import Final

import numpy as np

from riotsim.physics.bodies.free_spin import FREE_SPIN, FreeSpin
from riotsim.physics.bodies.motion import LOOK_INTERVAL
from riotsim.physics.bodies.substeps import SUBSTEPS, body_max_step_length, ticks_to_next_choice
from riotsim.physics.engine.materials import BOUNCE_THRESHOLDS, DICE, Material
from riotsim.physics.engine.world import GRAVITY, TICK, Solver, World
from riotsim.table.poses import IDENTITY, Pose, Quaternion, Vector, rotate

SIZE: Final = 16.0
"""Edge of a usual die (mm)."""

_FLOOR: Final = (20000.0, 20000.0, 200.0)
"""Length, width and thickness of the floor (mm): nothing leaves it."""


def pair(friction: float = 0.0, restitution: float = 0.0, density: float = DICE.density) -> Material:
    """Return a material of which two equal things have this friction and restitution when they touch.

    The engine multiplies the figures of the two things, so each has the square root. Density in g/mm³.
    """
    return Material(math.sqrt(friction), math.sqrt(restitution), density)


class Block:
    """A box on the bench."""

    def __init__(self, number: int, edges: Vector, mass: float) -> None:
        self.number = number
        self.edges = edges
        self.mass = mass
        """Mass (g); 0 if the block is fixed."""
        self.fastest = 0.0
        """Highest speed that was seen of the block (mm/s)."""
        x, y, z = edges
        self.inertia: Vector = (
            mass * (y * y + z * z) / 12,
            mass * (x * x + z * z) / 12,
            mass * (x * x + y * y) / 12,
        )
        """Moments of inertia about the block's own axes (g·mm²)."""


class Bench:
    """An engine world with a floor at z = 0, unless told otherwise. Use it in a `with` statement."""

    def __init__(self, floor: Material | None = None, solver: Solver = Solver.DANTZIG) -> None:
        self.world = World(solver)
        self.tick = 0
        self._heed_at = 0
        self.blocks: list[Block] = []
        self._spins: list[FreeSpin] = []
        if floor is not None:
            under: Vector = (0.0, 0.0, -_FLOOR[2] / 2)
            self.world.add(self.world.shapes.box(*_FLOOR), Pose(under), floor)

    def __enter__(self) -> "Bench":
        return self

    def __exit__(self, *_: object) -> None:
        self.world.close()

    def block(
        self,
        material: Material,
        at: Vector,
        turn: Quaternion = IDENTITY,
        *,
        edges: Vector = (SIZE, SIZE, SIZE),
        fixed: bool = False,
    ) -> Block:
        """Put a box with its centre at `at` (mm), and return it.

        A fixed box stays, or goes where `World.hold` puts it.
        """
        mass = 0.0 if fixed else material.density * edges[0] * edges[1] * edges[2]
        block = Block(0, edges, mass)
        shape = self.world.shapes.box(*edges)
        block.number = self.world.add(shape, Pose(at, turn), material, mass, None if fixed else block.inertia)
        if not fixed:
            self.blocks.append(block)
            if max(block.inertia) >= FREE_SPIN.max_isotropic_ratio * min(block.inertia):
                self._spins.append(FreeSpin(self.world, block.number, block.inertia))
        return block

    def let_bounce(self, restitution: float) -> None:
        """Set the bounce threshold that acts have if die and table have this restitution."""
        self.world.set_bounce_threshold(next(speed for most, speed in BOUNCE_THRESHOLDS if restitution <= most))

    def pose(self, block: Block) -> Pose:
        """Return the place of a block (mm)."""
        return Pose(*self.world.pose(block.number))

    def launch(self, block: Block, velocity: Vector, spin: Vector = (0.0, 0.0, 0.0)) -> None:
        """Give a block a velocity (mm/s) and a spin (rad/s, table frame)."""
        self.world.set_velocity(block.number, velocity, spin)

    def run(self, seconds: float) -> Iterator[float]:
        """Advance time, and yield the time (s) after each tick. Faster blocks get shorter steps, as in an act."""
        for _ in range(round(seconds / TICK)):
            if self.tick % LOOK_INTERVAL == 0 or self.tick == self._heed_at:
                self._heed()
            for spin in self._spins:
                spin.before()
            self.world.step()
            for spin in self._spins:
                spin.after()
            self.tick += 1
            yield self.tick * TICK

    def _heed(self) -> None:
        """Choose steps short enough for fast and for thin blocks, by the rule of acts (`physics.bodies.substeps`)."""
        fastest, longest = 0.0, SUBSTEPS.longest_step
        for block in self.blocks:
            speed = self.world.speed_and_spin(block.number)[0]
            block.fastest = max(block.fastest, speed)
            fastest, longest = (
                max(fastest, speed),
                min(longest, body_max_step_length(min(block.edges) / 2, block.fastest)),
            )
        ticks = ticks_to_next_choice(fastest, longest)
        self.world.choose_substeps(fastest, ticks, longest)
        self._heed_at = self.tick + ticks

    def wait(self, seconds: float) -> None:
        """Advance time."""
        for _ in self.run(seconds):
            pass

    def momentum(self, block: Block) -> Vector:
        """Return a block's momentum (g·mm/s)."""
        velocity, _ = self.world.velocity(block.number)
        return (block.mass * velocity[0], block.mass * velocity[1], block.mass * velocity[2])

    def angular_momentum(self, block: Block) -> Vector:
        """Return a block's angular momentum about its centre (g·mm²/s, table frame)."""
        turn = self.pose(block).orientation
        x, y, z, w = turn
        own = rotate((-x, -y, -z, w), self.world.velocity(block.number)[1])
        return rotate(turn, (block.inertia[0] * own[0], block.inertia[1] * own[1], block.inertia[2] * own[2]))

    def energy(self, block: Block) -> float:
        """Return a block's energy: of motion, of spin, and of height above the floor (g·mm²/s²)."""
        velocity, spin = self.world.velocity(block.number)
        motion = block.mass * float(np.dot(velocity, velocity)) / 2
        turning = float(np.dot(self.angular_momentum(block), spin)) / 2
        return motion + turning + block.mass * GRAVITY * self.pose(block).at[2]
