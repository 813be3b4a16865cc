"""One world of the engine: its bodies, their motion and their contacts.

Arguments and results are in millimetres, grams, seconds and radians, in the table's frame.
"""

import sys
from collections.abc import Iterable, Sequence, Set
from contextlib import AbstractContextManager
from math import sqrt
from typing import Any, Final, NamedTuple

import pybullet
from pybullet import getBasePositionAndOrientation, getBaseVelocity

from riotsim.physics.engine import client as clients
from riotsim.physics.engine.body_pool import BodyPool
from riotsim.physics.engine.client import BodyRecipe
from riotsim.physics.engine.materials import RIM, Material
from riotsim.physics.engine.shapes import Shapes, create_visual
from riotsim.physics.engine.solver import (
    GRAVITY,
    MM_PER_UNIT,
    SOLVER,
    TICK,
    UNITS_PER_MM,
    Solver,
    configure,
    reset_idle,
)
from riotsim.physics.engine.stepping import Stepper
from riotsim.table.poses import IDENTITY, Pose, Quaternion, Vector

__all__ = ["GRAVITY", "TICK", "ContactPoint", "Solver", "World"]

_IDLE_BODY_SPACING: Final = 1e4
"""Distance between neighbouring bodies of an idle client (mm). It is so large that they never touch."""


_ASLEEP: Final = pybullet.ACTIVATION_STATE_ENABLE_SLEEPING | pybullet.ACTIVATION_STATE_SLEEP
_AWAKE: Final = pybullet.ACTIVATION_STATE_DISABLE_SLEEPING | pybullet.ACTIVATION_STATE_WAKE_UP
"""The engine's flags for a body that is awake and does not fall asleep by itself. New bodies are in this state too."""


class ContactPoint(NamedTuple):
    """The point of one body's contact with another body, or its nearest point to that body."""

    one: int
    """Number of the first body."""
    other: int
    """Number of the second body."""
    at: Vector
    """Position of the point on the second body (mm)."""
    normal: Vector
    """Unit vector at right angles to the touching surfaces. It points from `other` towards `one`."""


class World:
    """A world of the engine. The engine's numbers identify its bodies.

    Close the world, or use it in a `with` statement.
    """

    def __init__(self, solver: Solver = Solver.DANTZIG) -> None:
        self.iterations = SOLVER.iterations
        """Iterations of the impulse solver in a step."""
        self._stepper = Stepper()
        self._begun = False
        self._ever_asleep: set[int] = set()
        self._retired: set[int] = set()
        self._bounce_threshold = SOLVER.bounce_threshold * UNITS_PER_MM
        """Speed below which impacts don't bounce (cm/s)."""
        self._use(solver)

    def _use(self, solver: Solver, worth_keeping: int = sys.maxsize) -> None:
        """Continue in an idle client that uses a solver. If there is none, continue in a new client.

        Args:
            solver: The solver.
            worth_keeping: Maximum number of bodies that the next act may reuse; by default unlimited.
        """
        self.solver = solver
        self._unusable = solver is Solver.DEGRADED
        """True if the client must be closed after the act."""
        client = clients.take_idle(solver)
        if client is None:
            with clients.suppress_output(1):
                # The engine never frees the exact solver's workspace.
                client = clients.connect(solver, lasting=solver is Solver.DANTZIG)
                configure(client.number, solver)
            client.visual = create_visual(client.number)
        self._client = client
        self._number = client.number
        self._stepper.use(client.number, solver)
        self.shapes = Shapes(client)
        self._bodies = BodyPool(client, worth_keeping)

    def close(self) -> None:
        """Release the client. A second call has no effect."""
        if self._number < 0:
            return
        client = self._client
        if self._unusable:
            clients.disconnect(client)
        else:
            self._reset()
            clients.release(client)
        self._number = -1

    def mark_unusable(self) -> None:
        """Ensure that the client will be closed, not reused by a later act.

        Call this after a failed simulation, which leaves a client in a bad state.
        """
        self._unusable = True

    def _reset(self) -> None:
        """Make the client ready for the next act.

        Remove the bodies that the next act can't reuse. Put the others far apart, stop them and wake them, and remove
        all contacts.
        """
        if self._begun:
            self._bodies.used = self._bodies.worth_keeping
        self._bodies.remove_unused()
        for number, (_, body) in enumerate(self._client.bodies, 1):
            self._put(body, (0.0, 0.0, number * _IDLE_BODY_SPACING), IDENTITY)
            self.set_velocity(body, (0.0, 0.0, 0.0))
            if body in self._ever_asleep:
                self.wake(body)
        reset_idle(self._number, waking=bool(self._ever_asleep))

    def __enter__(self) -> "World":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(
        self,
        shape: int,
        pose: Pose,
        material: Material,
        mass: float = 0.0,
        inertia: Vector | None = None,
        damping: float = 0.0,
        rolling: float = 0.0,
    ) -> int:
        """Add a body and return its number.

        Args:
            shape: Number of the shape, from `shapes`.
            pose: Pose of the shape's origin.
            material: Friction and restitution.
            mass: Mass (g); a body with mass 0 never moves by itself.
            inertia: Moments of inertia about the body's axes (g·mm²); by default derived from the shape.
            damping: Fraction of its spin that the body loses in a second.
            rolling: Lever arm of rolling friction (mm). The exact solver ignores it.
        """
        body = self._bodies.take(BodyRecipe(shape, material, mass, inertia, damping, rolling))
        # New bodies are moved too: the engine rounds an orientation otherwise when it makes a body.
        self._put(body, pose.at, pose.orientation)
        return body

    def prepare(self, recipes: Sequence[BodyRecipe]) -> None:
        """Make the bodies that will be added next, in this order. In degraded mode, do nothing.

        Making bodies together is faster than making each body when it is added.
        """
        if self.solver is not Solver.DEGRADED:  # its tree of boxes depends on the order in which bodies were moved
            self._bodies.prepare(recipes)

    def sleep(self, body: int) -> None:
        """Put a body to sleep. The engine doesn't move a sleeping body until a moving body touches it."""
        self._ever_asleep.add(body)
        pybullet.changeDynamics(body, -1, activationState=_ASLEEP, physicsClientId=self._number)

    def wake(self, body: int) -> None:
        """Wake a sleeping body."""
        pybullet.changeDynamics(body, -1, activationState=_AWAKE, physicsClientId=self._number)

    def fall_asleep(self) -> None:
        """Make the bodies that were put to sleep stop moving, by a very short step without gravity.

        A step with gravity could wake these bodies again.
        """
        if not self._begun:
            self._begin()
        # At the end of a step, the engine wakes bodies that are faster than 2.2 mm/s. In a usual step with the impulse
        # solver, gravity makes the dice of a tower of nine or more dice faster than that.
        self._stepper.fall_asleep()

    def make_static(self, body: int) -> None:
        """Make a body immovable at its present place. No later act can reuse the body."""
        self._bodies.note_change(body)
        self.set_velocity(body, (0.0, 0.0, 0.0))
        pybullet.changeDynamics(body, -1, mass=0.0, activationState=_ASLEEP, physicsClientId=self._number)

    def retire(self, body: int) -> None:
        """Take a body out of the act for good: move it to a place where nothing can touch it."""
        # If it were removed, the next body would get its number, and the client couldn't be reused.
        self._retired.add(body)
        self.park(body)

    def park(self, body: int) -> None:
        """Move a body to a place where nothing can touch it. `set_state` can move the body back."""
        self.set_state(
            body,
            (-(self._bodies.index(body) + 1) * _IDLE_BODY_SPACING, 0.0, -_IDLE_BODY_SPACING),
            IDENTITY,
            (0.0, 0.0, 0.0),
        )

    def pose(self, body: int) -> tuple[Vector, Quaternion]:
        """Return the place (mm) and the orientation of a body."""
        (x, y, z), turn = getBasePositionAndOrientation(body, self._number)
        return (x * MM_PER_UNIT, y * MM_PER_UNIT, z * MM_PER_UNIT), turn

    def speed_and_spin(self, body: int) -> tuple[float, float]:
        """Return the speed (mm/s) and the rate of spin (rad/s) of a body."""
        (x, y, z), (a, b, c) = getBaseVelocity(body, self._number)
        return sqrt(x * x + y * y + z * z) * MM_PER_UNIT, sqrt(a * a + b * b + c * c)

    def state(self, body: int) -> tuple[Vector, Quaternion, float, float]:
        """Return the place (mm), orientation, speed (mm/s) and rate of spin (rad/s) of a body."""
        client, mm = self._number, MM_PER_UNIT
        (x, y, z), turn = getBasePositionAndOrientation(body, client)
        (u, v, w), (a, b, c) = getBaseVelocity(body, client)
        return (x * mm, y * mm, z * mm), turn, sqrt(u * u + v * v + w * w) * mm, sqrt(a * a + b * b + c * c)

    def highest_speed(self, bodies: Iterable[int]) -> float:
        """Return the highest speed of some bodies (mm/s); 0 if there are none."""
        squared, client = 0.0, self._number
        for body in bodies:
            (x, y, z), _ = getBaseVelocity(body, client)
            if (own := x * x + y * y + z * z) > squared:
                squared = own
        return sqrt(squared) * MM_PER_UNIT

    def velocity(self, body: int) -> tuple[Vector, Vector]:
        """Return the velocity (mm/s) and the spin (rad/s) of a body."""
        (x, y, z), spin = getBaseVelocity(body, self._number)
        return (x * MM_PER_UNIT, y * MM_PER_UNIT, z * MM_PER_UNIT), spin

    def set_velocity(self, body: int, velocity: Vector, spin: Vector = (0.0, 0.0, 0.0)) -> None:
        """Set a body's velocity (mm/s) and spin (rad/s)."""
        x, y, z = velocity
        pybullet.resetBaseVelocity(body, (x * UNITS_PER_MM, y * UNITS_PER_MM, z * UNITS_PER_MM), spin, self._number)

    def set_state(
        self, body: int, at: Vector, turn: Quaternion, velocity: Vector, spin: Vector = (0.0, 0.0, 0.0)
    ) -> None:
        """Set the place (mm), orientation, velocity (mm/s) and spin (rad/s) of a body.

        If the body's mass is 0, its velocity doesn't move the body itself. It only moves other bodies that rest on it.
        """
        self._put(body, at, turn)
        self.set_velocity(body, velocity, spin)

    def _put(self, body: int, at: Vector, turn: Quaternion) -> None:
        """Set the place (mm) and orientation of a body. Its velocity stays as it was."""
        x, y, z = at
        pybullet.resetBasePositionAndOrientation(
            body, (x * UNITS_PER_MM, y * UNITS_PER_MM, z * UNITS_PER_MM), turn, self._number
        )

    def apply_torque(self, body: int, torque: Vector) -> None:
        """Apply a torque (g·mm²/s², along the table's axes) to a body in the next tick."""
        x, y, z = torque
        unit = UNITS_PER_MM
        pybullet.applyExternalTorque(
            body, -1, (x * unit * unit, y * unit * unit, z * unit * unit), pybullet.WORLD_FRAME, self._number
        )

    def touched_by(self, body: int) -> set[int]:
        """Return the numbers of the bodies that were in contact with a body in the last step."""
        contacts = pybullet.getContactPoints(bodyA=body, physicsClientId=self._number)
        return {int(contact[2]) for contact in contacts}

    def detect_contacts(self) -> list[tuple[int, int, float]]:
        """Detect the contacts of all bodies in their present poses.

        Returns:
            The numbers of two bodies and the depth of their overlap (mm), for each contact.
        """
        self._bodies.remove_unused()
        pybullet.performCollisionDetection(self._number)
        found = pybullet.getContactPoints(physicsClientId=self._number)
        return [(int(contact[1]), int(contact[2]), -float(contact[8]) * MM_PER_UNIT) for contact in found]

    def contacts(self) -> list[tuple[int, int, float]]:
        """Return the contacts that the engine detected last: in the last step, or in a later `detect_contacts`.

        Returns:
            The numbers of two bodies and the depth of their overlap (mm), for each contact.
        """
        found = pybullet.getContactPoints(physicsClientId=self._number)
        return [(contact[1], contact[2], -contact[8] * MM_PER_UNIT) for contact in found]

    def contact_points(self) -> list[ContactPoint]:
        """Return the contact points of all bodies in the last step."""
        return [_contact_point(contact) for contact in pybullet.getContactPoints(physicsClientId=self._number)]

    def nearest_points(self, body: int, distance: float) -> list[ContactPoint]:
        """Return the nearest points of the other bodies to a given body, in the present poses.

        Args:
            body: Number of the given body.
            distance: Maximum distance from the given body (mm). Bodies that are farther away are ignored.
        """
        found = [
            contact
            for _, other in self._client.bodies[: self._bodies.used]
            if other != body and other not in self._retired
            for contact in pybullet.getClosestPoints(body, other, distance * UNITS_PER_MM, physicsClientId=self._number)
        ]
        return [_contact_point(contact) for contact in found]

    def mass(self, body: int) -> float:
        """Return the mass of a body (g); 0 for a body that doesn't move by itself."""
        return float(pybullet.getDynamicsInfo(body, -1, self._number)[0])

    def set_bounce_threshold(self, speed: float) -> None:
        """Set the speed below which impacts don't bounce (mm/s)."""
        self._bounce_threshold = speed * UNITS_PER_MM
        pybullet.setPhysicsEngineParameter(
            restitutionVelocityThreshold=self._bounce_threshold, physicsClientId=self._number
        )

    def step(self, ticks: int = 1) -> None:
        """Advance the world by a number of ticks.

        One call for several ticks is faster than several calls (see `Stepper.step`).
        """
        if not self._begun:
            self._begin()
        self._stepper.step(ticks)

    def _begin(self) -> None:
        """Prepare the first step: remove the bodies that this act doesn't use.

        The next act can reuse only the bodies that are left.
        """
        self._bodies.begin()
        self._begun = True

    def choose_substeps(self, fastest: float, ticks: int, longest: float) -> None:
        """Choose the number of steps in a tick by the speed of the fastest body.

        Args:
            fastest: Speed of the fastest body (mm/s).
            ticks: Ticks until the next choice. In these ticks, the fastest body may gain speed in free fall.
            longest: Maximum distance that a body may move in a step (mm).
        """
        self._stepper.choose_substeps(fastest, ticks, longest)

    def use_exact_solver(self) -> None:
        """Change to the exact solver. All bodies are made again in another client of the engine."""
        self._change_solver(Solver.DANTZIG)

    def _change_solver(self, solver: Solver) -> None:
        """Continue with another solver, in another client. If the solver is in use already, do nothing.

        All bodies are made again in the other client. They keep their numbers, and all of them are awake.

        Raises:
            RuntimeError: A body would get another number in the other client.
        """
        if solver is self.solver:
            return
        # A change of solver within one client would leak the exact solver's memory: megabytes each time.
        self._bodies.remove_unused()
        keys = self.shapes.keys()
        bodies = sorted(
            (body, what, keys[what.shape], self.pose(body), self.velocity(body)) for what, body in self._client.bodies
        )
        self.close()
        self._ever_asleep.clear()
        self._use(solver, self._bodies.worth_keeping)
        for number, what, key, (at, turn), (velocity, spin) in bodies:
            if number in self._retired:  # a body has to take its number
                body = self.add(self.shapes.box(1.0, 1.0, 1.0), Pose(at), RIM)
            else:
                body = self.add(self.shapes.from_key(key), Pose(at, turn), *what[1:])
            if body != number:
                raise RuntimeError(f"the physics engine calls body {number} {body} in another client")
            self.set_state(body, at, turn, velocity, spin)
        self._bodies.remove_unused()
        pybullet.setPhysicsEngineParameter(
            restitutionVelocityThreshold=self._bounce_threshold, physicsClientId=self._number
        )
        pybullet.performCollisionDetection(self._number)  # contacts are read before the next step

    def reduce_fidelity(self, iterations: int, substeps: int) -> None:
        """Continue in degraded mode: with few solver iterations and few steps in a tick, for hundreds of bodies.

        The first call moves all bodies into another client, and wakes them.

        Args:
            iterations: Iterations of the impulse solver in a step.
            substeps: Minimum number of steps in a tick.
        """
        self._change_solver(Solver.DEGRADED)
        self.iterations = iterations
        self._stepper.relax(substeps)
        pybullet.setPhysicsEngineParameter(numSolverIterations=iterations, physicsClientId=self._number)

    @property
    def ever_asleep(self) -> Set[int]:
        """Numbers of all bodies put to sleep since the world took its present client."""
        return self._ever_asleep

    @property
    def body_count(self) -> int:
        """Number of bodies in the world."""
        return self._bodies.used

    @property
    def substeps(self) -> int:
        """Current number of steps in a tick."""
        return self._stepper.substeps

    def set_least_substeps(self, substeps: int) -> None:
        """Set the minimum number of steps in a tick. If the current number is lower, raise it to the minimum."""
        self._stepper.set_least_substeps(substeps)

    def least_substeps(self, substeps: int) -> AbstractContextManager[None]:
        """Make at least `substeps` steps in each tick during a `with` block (see `Stepper.least_substeps`)."""
        return self._stepper.least_substeps(substeps)


def _contact_point(contact: tuple[Any, ...]) -> ContactPoint:
    """Convert an entry of one of pybullet's lists of contacts into a contact point."""
    x, y, z = contact[6]
    return ContactPoint(contact[1], contact[2], (x * MM_PER_UNIT, y * MM_PER_UNIT, z * MM_PER_UNIT), contact[7])
