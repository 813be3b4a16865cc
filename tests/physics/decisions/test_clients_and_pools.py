"""Set-up of physics clients, reuse of bodies, repeated impacts, and the frames of a trace."""

from collections.abc import Callable, Generator
from typing import cast

import numpy as np
import pytest

from riotsim.physics.bodies.body import Body, MotionType
from riotsim.physics.engine import body_pool, solver
from riotsim.physics.engine.body_pool import BodyPool
from riotsim.physics.engine.client import BodyRecipe, Client
from riotsim.physics.engine.materials import DICE, RIM
from riotsim.physics.engine.world import GRAVITY, TICK, ContactPoint, Solver, World
from riotsim.physics.perform import perform
from riotsim.physics.scene.impacts import ImpactDetector
from riotsim.table.acts import Frame, Roll, Settled
from riotsim.table.impacts import TABLE
from riotsim.table.pieces import Die
from riotsim.table.poses import IDENTITY, Vector
from riotsim.table.state import Table
from riotsim.testing.tables import STEADY_HAND


class Calls:
    """A stand-in for pybullet that records its calls. Its constants are their own names, and new bodies are numbered
    from 0.
    """

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[object, ...], dict[str, object]]] = []
        self.made = 0

    def __getattr__(self, name: str) -> object:
        return name if name.isupper() else self._recorder(name)

    def _recorder(self, name: str) -> Callable[..., object]:
        def call(*args: object, **settings: object) -> object:
            self.calls.append((name, args, settings))
            if name != "createMultiBody":
                return None
            places = cast(list[object], settings.get("batchPositions", [0]))
            self.made += len(places)
            new = tuple(range(self.made - len(places), self.made))
            return new if "batchPositions" in settings else new[0]

        return call


@pytest.mark.parametrize("kind", Solver)
def test_a_client_is_set_up_for_its_solver(kind: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a client for Dantzig's solver uses that solver; other clients use sequential impulses. Only the degraded
    mode keeps the engine's tree of boxes.

    The engine's units are centimetres.
    """
    calls = Calls()
    monkeypatch.setattr(solver, "pybullet", calls)
    solver.configure(6, kind)
    reset = ("resetSimulation", ("RESET_USE_SIMPLE_BROADPHASE",), {"physicsClientId": 6})
    settings = {
        "fixedTimeStep": TICK,
        "numSolverIterations": 50,
        "numSubSteps": 0,
        "constraintSolverType": f"CONSTRAINT_SOLVER_LCP_{'DANTZIG' if kind is Solver.DANTZIG else 'SI'}",
        "globalCFM": 1e-7,
        "contactERP": 0.08,
        "minimumSolverIslandSize": 1,
        "restitutionVelocityThreshold": 10.0,
        "deterministicOverlappingPairs": 1,
        "physicsClientId": 6,
    }
    assert calls.calls == [reset] * (kind is not Solver.DEGRADED) + [
        ("setPhysicsEngineParameter", (), settings),
        ("setGravity", (0.0, 0.0, -GRAVITY / 10, 6), {}),
    ]


@pytest.mark.parametrize(("waking", "parts"), [(True, 10), (False, 0)])
def test_a_client_is_reset_in_a_step_without_gravity(waking: bool, parts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client is reset in a step without gravity. The step takes a tenth of a tick if bodies must wake, and no time
    otherwise.
    """
    calls = Calls()
    monkeypatch.setattr(solver, "pybullet", calls)
    solver.reset_idle(6, waking=waking)
    settings = {
        "fixedTimeStep": TICK / parts if parts else 0.0,
        "numSubSteps": 0,
        "contactERP": 0.08,
        "restitutionVelocityThreshold": 10.0,
        "physicsClientId": 6,
    }
    assert calls.calls == [
        ("performCollisionDetection", (6,), {}),
        ("setPhysicsEngineParameter", (), settings),
        ("setGravity", (0.0, 0.0, 0.0, 6), {}),
        ("stepSimulation", (6,), {}),
        ("setGravity", (0.0, 0.0, -GRAVITY / 10, 6), {}),
    ]


A, B, C, D = (BodyRecipe(shape, DICE, 5.0) for shape in (1, 2, 3, 4))


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Return a stand-in for pybullet, which body pools use."""
    calls = Calls()
    monkeypatch.setattr(body_pool, "pybullet", calls)
    return calls


def removed(engine: Calls) -> list[object]:
    """Return the numbers of the bodies that were removed."""
    return [args[0] for name, args, _ in engine.calls if name == "removeBody"]


def test_bodies_are_reused_in_their_order_and_others_are_made(engine: Calls) -> None:
    """The kept bodies have the recipes A, B and C. If A, B, D, D and A are asked for, the first two are reused and C is
    removed.
    """
    client = Client(6, "k", False, bodies=[(A, 90), (B, 91), (C, 92)])
    pool = BodyPool(client)
    pool.prepare([A, B])
    assert (len(client.bodies), client.made) == (3, 0)
    assert (pool.take(A), pool.used) == (90, 1)
    pool.prepare([B, D, D, A])
    assert client.bodies == [(A, 90), (B, 91), (D, 0), (D, 1), (A, 2)]
    assert (removed(engine), client.made, pool.used) == ([92], 3, 1)
    assert [pool.take(recipe) for recipe in (B, D, C, B)] == [91, 0, 3, 4]
    assert (removed(engine), client.made, pool.used) == ([92, 2, 1], 5, 5)
    assert client.bodies == [(A, 90), (B, 91), (D, 0), (C, 3), (B, 4)]
    assert [pool.index(number) for number in (90, 0, 4)] == [0, 2, 4]


def test_only_bodies_of_the_first_step_that_have_not_changed_are_worth_keeping(engine: Calls) -> None:
    """Unused bodies are removed before the first step. A body that has changed, and all bodies after it, aren't worth
    keeping.
    """
    client = Client(6, "k", False, bodies=[(A, 90), (B, 91), (C, 92), (D, 93)])
    pool = BodyPool(client, 9)
    for recipe in (A, B, C):
        pool.take(recipe)
    pool.begin()
    assert (removed(engine), pool.worth_keeping, pool.used) == ([93], 3, 3)
    pool.note_change(91)
    pool.note_change(92)
    assert pool.worth_keeping == 1
    small = BodyPool(client, 2)
    small.take(A)
    small.begin()
    assert (removed(engine), small.worth_keeping) == ([93, 92, 91], 1)


def test_a_body_is_made_with_its_mass_and_the_factors_of_its_material(engine: Calls) -> None:
    """A new body gets its mass, its moments of inertia in g·cm², and the friction, restitution and damping of its
    material.
    """
    client = Client(6, "k", False, visual=3, margins={7: 0.15})
    pool = BodyPool(client)
    pool.take(BodyRecipe(7, DICE, 5.0, (100.0, 200.0, 300.0), 0.8, 0.5))
    pool.take(BodyRecipe(8, RIM))
    common = {"spinningFriction": 0.0, "linearDamping": 0.0, "maxJointVelocity": 1e5, "physicsClientId": 6}
    origin = (0.0, 0.0, 0.0)
    first, second = engine.calls[1][2], engine.calls[3][2]
    assert [(name, args) for name, args, _ in engine.calls] == [
        ("createMultiBody", (5.0, 7, 3, origin, IDENTITY)),
        ("changeDynamics", (0, -1)),
        ("createMultiBody", (0.0, 8, 3, origin, IDENTITY)),
        ("changeDynamics", (1, -1)),
    ]
    assert first.pop("localInertiaDiagonal") == pytest.approx([1.0, 2.0, 3.0])
    assert first == common | {
        "collisionMargin": 0.15,
        "lateralFriction": 0.5,
        "restitution": 0.67,
        "rollingFriction": 0.05,
        "angularDamping": 0.8,
        "mass": 5.0,
    }
    assert second == common | {
        "lateralFriction": 0.7,
        "restitution": 0.94,
        "rollingFriction": 0.0,
        "angularDamping": 0.0,
    }


class Blow:
    """A stand-in for the world: one body of 3 g has one contact with the ground."""

    substeps = 2

    def __init__(self, contact: ContactPoint, spin: Vector = (0.0, 0.0, 0.0)) -> None:
        self.contact, self.spin, self.speed = contact, spin, (0.0, 0.0, 0.0)

    def velocity(self, body: int) -> tuple[Vector, Vector]:
        """Return velocity and spin."""
        return self.speed, self.spin

    def pose(self, body: int) -> tuple[Vector, tuple[float, float, float, float]]:
        """Return place and orientation."""
        return (10.0, 20.0, 30.0), IDENTITY

    def mass(self, body: int) -> float:
        """Return the mass (g)."""
        return 3.0 if body == 1 else 0.0

    def contact_points(self) -> list[ContactPoint]:
        """Return the contact."""
        return [self.contact]


def falling_die() -> Body:
    """Return a free die, which is body 1."""
    return Body(Die("d"), 1, MotionType.FREE, (0.0,) * 3, (0.0,) * 3, (0.0,) * 3, IDENTITY)


def test_the_closing_speed_is_that_of_the_point_of_contact() -> None:
    """The speed of an impact is that of the point of contact. It includes half a tick of gravity, and the spin about
    the body's place before the last step.
    """
    spin, before, after = (3.0, -5.0, 7.0), (100.0, -200.0, -300.0), (-40.0, 96.0, 240.0)
    at, normal = (15.0, 13.0, 21.0), (0.48, -0.6, -0.64)  # the normal points to the ground
    world = Blow(ContactPoint(9, 1, at, normal), spin)
    detector = ImpactDetector(cast(World, world), {9: TABLE})
    world.speed = before
    detector.before([falling_die()], [])
    world.speed = after
    detector.after(5, [falling_die()], [falling_die()])
    (heard,) = detector.take()
    arm = np.subtract(at, (10.0, 20.0, 30.0)) + np.multiply(after, TICK / 2)
    point = np.subtract(np.add(before, np.cross(spin, arm)), (0.0, 0.0, GRAVITY * TICK / 2))
    assert heard.speed == pytest.approx(float(np.dot(point, normal)))
    change = np.add(np.subtract(after, before), (0.0, 0.0, GRAVITY * TICK))
    assert heard.impulse == pytest.approx(-3.0 * float(np.dot(change, normal)))


@pytest.mark.parametrize(
    ("tick", "speed", "heard"),
    [(73, 300.0, False), (73, 299.0, False), (73, 301.0, True), (74, 299.0, True), (90, 200.0, True)],
)
def test_an_impact_of_the_same_bodies_is_reported_again_after_four_ticks_or_if_it_is_harder(
    tick: int, speed: float, heard: bool
) -> None:
    """If two bodies hit each other again, the impact is reported after four ticks, or earlier if it is harder. The
    first impact is at tick 70, at 300 mm/s.
    """
    world = Blow(ContactPoint(1, 9, (10.0, 20.0, 22.0), (1.0, 0.0, 0.0)))
    detector, found = ImpactDetector(cast(World, world), {9: TABLE}), []
    for now, fast in ((70, 300.0), (tick, speed)):
        world.speed = (-fast, 0.0, 0.0)
        detector.before([falling_die()], [])
        world.speed = (90.0, 0.0, -GRAVITY * TICK)
        detector.after(now, [falling_die()], [falling_die()])
        found.append(len(detector.take()))
    assert found == [1, int(heard)]


@pytest.mark.parametrize(
    ("hertz", "every"), [(0, 0), (-5, 0), (60, 4), (240, 1), (1000, 1), (100, 2), (90, 3), (1, 240)]
)
def test_a_trace_has_the_frames_of_the_last_attempt(hertz: int, every: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames of a trace are a whole number of ticks apart; a second has 240 ticks. If an act begins again, the trace
    keeps only the frames of the last attempt.
    """
    table, act = Table(600.0, 400.0), Roll((), (0.0, 0.0), 0.0, STEADY_HAND)
    asked: list[tuple[object, ...]] = []
    settled = Settled(table, (), 30)

    def begun(*arguments: object, every: int) -> Generator[Frame, None, Settled]:
        asked.append((*arguments, every))
        for tick in (4, 8, 12, 8, 16, 24) if every else ():
            yield Frame(tick, {})
        return settled

    monkeypatch.setitem(perform.__globals__, "frames", begun)
    found = perform(table, act, 17, trace_hz=hertz)
    assert asked == [(table, act, 17, every)]
    assert [frame.tick for frame in found.trace] == ([8, 16, 24] if every else [])
    assert (found is settled) is (every == 0)
