"""A world of the engine: its bodies, where they are and what they touch, in one client or another.

Callers speak millimetres, grams, seconds and radians; inside, a unit is a centimetre (`physics/engine/units.py`).
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
from riotsim.physics.engine.client import Made
from riotsim.physics.engine.materials import RIM, Material
from riotsim.physics.engine.shapes import Shapes
from riotsim.physics.engine.solver import BOUNCE_THRESHOLD, GRAVITY, ITERATIONS, TICK, Solver, configure, settle_idle
from riotsim.physics.engine.stepping import Pace
from riotsim.physics.engine.units import MILLIMETRES, UNIT
from riotsim.table.poses import IDENTITY, Pose, Quaternion, Vector

__all__ = ["GRAVITY", "ITERATIONS", "TICK", "Solver", "Touch", "World"]

_APART: Final = 1e4
"""How far apart bodies are put that an idle client keeps (mm)."""


_ASLEEP: Final = pybullet.ACTIVATION_STATE_ENABLE_SLEEPING | pybullet.ACTIVATION_STATE_SLEEP
_AWAKE: Final = pybullet.ACTIVATION_STATE_DISABLE_SLEEPING | pybullet.ACTIVATION_STATE_WAKE_UP
"""As the engine makes bodies."""


class Touch(NamedTuple):
    """Where two bodies touch, or are nearest to each other."""

    one: int
    other: int
    at: Vector
    """mm."""
    normal: Vector
    """From the other to the one; of length 1."""


class World:
    """One engine world. Close it, or use it in a `with` statement."""

    def __init__(self, solver: Solver = Solver.DANTZIG) -> None:
        self.iterations = ITERATIONS
        """Of the sequential impulses, in a step."""
        self._pace = Pace()
        self._begun = False
        self._lulled: set[int] = set()
        self._away: set[int] = set()
        """Bodies that are done with."""
        self._bounces_from = BOUNCE_THRESHOLD
        self._use(solver)

    def _use(self, solver: Solver, worth_keeping: int = sys.maxsize) -> None:
        """Work in a client for this solver from now on: an idle one, or a new one."""
        self.solver = solver
        self._spoiled = solver is Solver.HASTE
        """Whether nobody may use the client again."""
        kept = clients.take(solver)
        if kept is None:
            with clients.quiet(1):
                # The engine never frees the exact solver's workspace.
                kept = clients.connect(solver, lasting=solver is Solver.DANTZIG)
                configure(kept.number, solver)
        self._kept = kept
        self._client = kept.number
        self._pace.use(kept.number, solver)
        self.shapes = Shapes(kept)
        self._bodies = BodyPool(kept, worth_keeping)

    def close(self) -> None:
        """Give the engine's memory back; a second call does nothing."""
        if self._client < 0:
            return
        kept = self._kept
        if self._spoiled:
            clients.disconnect(kept)
        else:
            self._tidy()
            clients.give_back(kept)
        self._client = -1

    def spoil(self) -> None:
        """Let nobody use the client again: something went wrong in it."""
        self._spoiled = True

    def _tidy(self) -> None:
        """Leave the client as it would be if nothing had moved in it yet, but for what it holds."""
        if self._begun:
            self._bodies.used = self._bodies.worth_keeping
        self._bodies.forget()
        for number, (_, body) in enumerate(self._kept.bodies, 1):
            self._put(body, (0.0, 0.0, number * _APART), IDENTITY)
            self.launch(body, (0.0, 0.0, 0.0))
            if body in self._lulled:
                self.rouse(body)
        settle_idle(self._client, waking=bool(self._lulled))

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
        """Make a body and give its number. A mass of 0 g makes it stand fast.

        `inertia` is the diagonal in the body's frame (g·mm²); without one it is taken from the shape. `damping` is
        the share of spin lost in a second, `rolling` the lever of rolling friction (mm; sequential impulses only).
        """
        body = self._bodies.give(Made(shape, material, mass, inertia, damping, rolling))
        # Also where it was made just now: the engine rounds a turn otherwise when it makes a body. Either lies still.
        self._put(body, pose.at, pose.turn)
        return body

    def make_ready(self, those: Sequence[Made]) -> None:
        """Have bodies at hand that will be added next, in this order: that takes less than to make one at a time."""
        if self.solver is not Solver.HASTE:  # whose tree of boxes would remember in what order they were moved
            self._bodies.make_ready(those)

    def lull(self, body: int) -> None:
        """Let a body that is at rest sleep: it costs nothing until something that moves by itself touches it."""
        self._lulled.add(body)
        pybullet.changeDynamics(body, -1, activationState=_ASLEEP, physicsClientId=self._client)

    def rouse(self, body: int) -> None:
        """Wake a body that sleeps."""
        pybullet.changeDynamics(body, -1, activationState=_AWAKE, physicsClientId=self._client)

    def doze(self) -> None:
        """Let what was put to sleep fall asleep: for a moment without gravity, in which the rest moves on a little.

        The engine lets sleep begin at the end of a step, and wakes what is faster than 2.2 mm/s by then. Under impulses
        the dice of a tower of nine or more are.
        """
        if not self._begun:
            self._begin()
        self._pace.doze()

    def fix(self, body: int) -> None:
        """Let a body stand fast where it is from now on; another act has no use for it."""
        self._bodies.change(body)
        self.launch(body, (0.0, 0.0, 0.0))
        pybullet.changeDynamics(body, -1, mass=0.0, activationState=_ASLEEP, physicsClientId=self._client)

    def put_away(self, body: int) -> None:
        """Be done with a body while the world lasts: it falls in the void, and touches nothing.

        To take it out would leave its place to the next one, and with it the client would have to go.
        """
        self._away.add(body)
        self.set_aside(body)

    def set_aside(self, body: int) -> None:
        """Let a body fall in the void, where it touches nothing, until it is held somewhere again."""
        self.hold(body, (-(self._bodies.place(body) + 1) * _APART, 0.0, -_APART), IDENTITY, (0.0, 0.0, 0.0))

    def pose(self, body: int) -> tuple[Vector, Quaternion]:
        """Give where a body is (mm) and how it is turned."""
        (x, y, z), turn = getBasePositionAndOrientation(body, self._client)
        return (x * MILLIMETRES, y * MILLIMETRES, z * MILLIMETRES), turn

    def motion(self, body: int) -> tuple[float, float]:
        """Give a body's speed (mm/s) and rate of spin (rad/s)."""
        (x, y, z), (a, b, c) = getBaseVelocity(body, self._client)
        return sqrt(x * x + y * y + z * z) * MILLIMETRES, sqrt(a * a + b * b + c * c)

    def see(self, body: int) -> tuple[Vector, Quaternion, float, float]:
        """Give where a body is (mm), how it is turned, its speed (mm/s) and its rate of spin (rad/s)."""
        client, mm = self._client, MILLIMETRES
        (x, y, z), turn = getBasePositionAndOrientation(body, client)
        (u, v, w), (a, b, c) = getBaseVelocity(body, client)
        return (x * mm, y * mm, z * mm), turn, sqrt(u * u + v * v + w * w) * mm, sqrt(a * a + b * b + c * c)

    def fastest(self, bodies: Iterable[int]) -> float:
        """Give the speed of the fastest of some bodies (mm/s)."""
        squared, client = 0.0, self._client
        for body in bodies:
            (x, y, z), _ = getBaseVelocity(body, client)
            if (own := x * x + y * y + z * z) > squared:
                squared = own
        return sqrt(squared) * MILLIMETRES

    def velocity(self, body: int) -> tuple[Vector, Vector]:
        """Give a body's velocity (mm/s) and spin (rad/s)."""
        (x, y, z), spin = getBaseVelocity(body, self._client)
        return (x * MILLIMETRES, y * MILLIMETRES, z * MILLIMETRES), spin

    def launch(self, body: int, velocity: Vector, spin: Vector = (0.0, 0.0, 0.0)) -> None:
        """Set a body's velocity (mm/s) and spin (rad/s)."""
        x, y, z = velocity
        pybullet.resetBaseVelocity(body, (x * UNIT, y * UNIT, z * UNIT), spin, self._client)

    def hold(self, body: int, at: Vector, turn: Quaternion, velocity: Vector, spin: Vector = (0.0, 0.0, 0.0)) -> None:
        """Put a body somewhere, moving so (mm/s, rad/s); what rests on one that a hand holds is dragged along."""
        self._put(body, at, turn)
        self.launch(body, velocity, spin)

    def _put(self, body: int, at: Vector, turn: Quaternion) -> None:
        """Put a body somewhere, moving as it did."""
        x, y, z = at
        pybullet.resetBasePositionAndOrientation(body, (x * UNIT, y * UNIT, z * UNIT), turn, self._client)

    def twist(self, body: int, torque: Vector) -> None:
        """Let a torque (g·mm²/s², along the table's axes) act on a body in the next tick."""
        pybullet.applyExternalTorque(
            body, -1, [part * UNIT * UNIT for part in torque], pybullet.WORLD_FRAME, self._client
        )

    def touched(self, body: int) -> set[int]:
        """Give the bodies that were in contact with this one in the last step."""
        contacts = pybullet.getContactPoints(bodyA=body, physicsClientId=self._client)
        return {int(contact[2]) for contact in contacts}

    def contacts(self) -> list[tuple[int, int, float]]:
        """Give what touches as all stands now: two bodies each, and how deep they are in one another (mm)."""
        self._bodies.forget()
        pybullet.performCollisionDetection(self._client)
        found = pybullet.getContactPoints(physicsClientId=self._client)
        return [(int(contact[1]), int(contact[2]), -float(contact[8]) * MILLIMETRES) for contact in found]

    def touching(self) -> list[tuple[int, int, float]]:
        """Give the two bodies of each contact that there was in the last step, and how deep it was (mm)."""
        found = pybullet.getContactPoints(physicsClientId=self._client)
        return [(contact[1], contact[2], -contact[8] * MILLIMETRES) for contact in found]

    def touches(self) -> list[Touch]:
        """Give where bodies touched in the last step."""
        return [_touch(contact) for contact in pybullet.getContactPoints(physicsClientId=self._client)]

    def near(self, body: int, room: float) -> list[Touch]:
        """Give where this body is nearest to each other that is no farther away than `room` mm, as all stands now."""
        found = [
            contact
            for _, other in self._kept.bodies[: self._bodies.used]
            if other != body and other not in self._away
            for contact in pybullet.getClosestPoints(body, other, room * UNIT, physicsClientId=self._client)
        ]
        return [_touch(contact) for contact in found]

    def mass(self, body: int) -> float:
        """Give a body's mass (g); 0 if it stands fast."""
        return float(pybullet.getDynamicsInfo(body, -1, self._client)[0])

    def bounce_from(self, speed: float) -> None:
        """Let impacts bounce that are faster than this (mm/s)."""
        self._bounces_from = speed * UNIT
        pybullet.setPhysicsEngineParameter(
            restitutionVelocityThreshold=self._bounces_from, physicsClientId=self._client
        )

    def step(self, ticks: int = 1) -> None:
        """Go on by so many ticks; to ask for several at once gives the same bits if nothing is woken (see `Pace`)."""
        if not self._begun:
            self._begin()
        self._pace.step(ticks)

    def _begin(self) -> None:
        """All is in place that an act begins with."""
        self._bodies.begin()
        self._begun = True

    def heed(self, fastest: float, ticks: int, longest: float) -> None:
        """Suit the steps to the fastest body (mm/s), so that none moves farther than `longest` mm in one.

        It may fall freely for `ticks` before the steps are suited again.
        """
        self._pace.heed(fastest, ticks, longest)

    def solve_exactly(self) -> None:
        """Go over to Dantzig's solver."""
        self._go_over(Solver.DANTZIG)

    def _go_over(self, solver: Solver) -> None:
        """Go on in a client for another solver, with every body as it is here and by the same number, but awake.

        If this client were given another solver, the engine would forget the exact one's workspace: megabytes each
        time.
        """
        if solver is self.solver:
            return
        self._bodies.forget()
        keys = self.shapes.keys()
        bodies = sorted(
            (body, what, keys[what.shape], self.pose(body), self.velocity(body)) for what, body in self._kept.bodies
        )
        self.close()
        self._lulled.clear()
        self._use(solver, self._bodies.worth_keeping)
        for number, what, key, (at, turn), (velocity, spin) in bodies:
            if number in self._away:  # but it must have its number
                body = self.add(self.shapes.box(1.0, 1.0, 1.0), Pose(at), RIM)
            else:
                body = self.add(self.shapes.again(key), Pose(at, turn), *what[1:])
            if body != number:
                raise RuntimeError(f"the physics engine calls body {number} {body} in another client")
            self.hold(body, at, turn, velocity, spin)
        self._bodies.forget()
        pybullet.setPhysicsEngineParameter(
            restitutionVelocityThreshold=self._bounces_from, physicsClientId=self._client
        )
        pybullet.performCollisionDetection(self._client)  # what touches is asked for before the next step

    def hasten(self, iterations: int, substeps: int) -> None:
        """Go on with so few iterations of the impulses, and with no more steps a tick than these if speeds allow it.

        From the first time on this goes on in a client of its own, with each body as it was, but awake: one that has
        the engine's usual tree of boxes, which asks less of it than to compare each of hundreds with each.
        """
        self._go_over(Solver.HASTE)
        self.iterations = iterations
        self._pace.hasten(substeps)
        pybullet.setPhysicsEngineParameter(numSolverIterations=iterations, physicsClientId=self._client)

    @property
    def lulled(self) -> Set[int]:
        """The bodies that were ever put to sleep."""
        return self._lulled

    @property
    def size(self) -> int:
        """How many bodies there are."""
        return self._bodies.used

    @property
    def substeps(self) -> int:
        """Into how many steps a tick is divided now."""
        return self._pace.substeps

    def divide_always(self, substeps: int) -> None:
        """Divide each tick into at least so many steps from now on."""
        self._pace.divide_always(substeps)

    def divided(self, substeps: int) -> AbstractContextManager[None]:
        """Divide each tick into at least so many steps for a while, or until this goes over to another solver."""
        return self._pace.divided(substeps)


def _touch(contact: tuple[Any, ...]) -> Touch:
    """A touch as the engine lists it."""
    x, y, z = contact[6]
    return Touch(contact[1], contact[2], (x * MILLIMETRES, y * MILLIMETRES, z * MILLIMETRES), contact[7])
