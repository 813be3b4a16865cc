"""How ticks are divided into steps, and which clients stay idle for later acts."""

import pytest

from riotsim.physics.engine import client as clients
from riotsim.physics.engine import stepping
from riotsim.physics.engine.client import MAX_BODIES_CREATED, MAX_SHAPES, Client
from riotsim.physics.engine.stepping import Stepper
from riotsim.physics.engine.world import TICK, Solver


class Engine:
    """A stand-in for pybullet that records the settings and steps of one client."""

    def __init__(self) -> None:
        self.calls: list[tuple[float, int, float] | str] = []

    def setPhysicsEngineParameter(self, **settings: float) -> None:  # noqa: N802  pybullet's name
        """Record the settings, with the duration in ticks."""
        assert settings.pop("physicsClientId") == 6
        time, steps, share = (settings.pop(name) for name in ("fixedTimeStep", "numSubSteps", "contactERP"))
        assert not settings
        self.calls.append((time / TICK, int(steps), share))

    def stepSimulation(self, client: int) -> None:  # noqa: N802  pybullet's name
        """Record a step."""
        assert client == 6
        self.calls.append("step")


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    """Return a stand-in for pybullet, which steppers use."""
    made = Engine()
    monkeypatch.setattr(stepping, "pybullet", made)
    monkeypatch.setattr(stepping, "step_without_gravity", lambda client: made.calls.append(f"weightless {client}"))
    return made


def stepper(solver: Solver = Solver.DANTZIG) -> Stepper:
    """Return a stepper that simulates in client 6."""
    made = Stepper()
    made.use(6, solver)
    return made


def test_ticks_are_simulated_in_powers_of_two_and_settings_passed_once(engine: Engine) -> None:
    """13 ticks are simulated as 8, 4 and 1. Settings are passed to the engine only if the duration or the number of
    steps changes.
    """
    one = stepper()
    one.step(13)
    wanted: list[tuple[float, int, float] | str] = []
    for ticks in (8, 4, 1):
        wanted += [(ticks, ticks if ticks > 1 else 0, 0.08), "step"]
    assert engine.calls == wanted
    engine.calls.clear()
    one.step(1)
    one.step(0)
    assert engine.calls == ["step"]
    engine.calls.clear()
    one.set_least_substeps(3)
    one.step(3)
    one.step(1)
    assert engine.calls == [(2.0, 6, 0.08), "step", (1.0, 3, 0.08), "step", "step"]
    engine.calls.clear()
    one.use(6, Solver.DANTZIG)
    one.step(1)
    assert engine.calls == [(1.0, 3, 0.08), "step"]


def test_bodies_fall_asleep_in_a_thousandth_of_a_tick_without_removal_of_overlaps(engine: Engine) -> None:
    """Bodies fall asleep in a step of a thousandth of a tick, without gravity and removal of overlaps. Before the next
    step, the usual settings are passed again.
    """
    one = stepper()
    one.set_least_substeps(2)
    one.fall_asleep()
    one.step(1)
    assert engine.calls == [(pytest.approx(0.001), 0, 0.0), "weightless 6", (1.0, 2, 0.08), "step"]


@pytest.mark.parametrize(
    ("solver", "fastest", "ticks", "longest", "steps", "share"),
    [
        # A body of 960 mm/s moves 4 mm in a tick; in 8 ticks gravity adds 327 mm/s, which is 1.36 mm a tick.
        (Solver.DANTZIG, 960.0, 0, 4.001, 1, 0.02),
        (Solver.DANTZIG, 960.0, 0, 3.999, 2, 0.02),
        (Solver.IMPULSES, 960.0, 8, 5.4, 1, 0.02),
        (Solver.IMPULSES, 960.0, 8, 5.3, 2, 0.02),
        (Solver.IMPULSES, 960.0, 8, 1.35, 4, 0.02),
        (Solver.IMPULSES, 960.0, 8, 1.33, 5, 0.02),
        (Solver.DANTZIG, 500.0, 0, 3.0, 1, 0.08),
        (Solver.DANTZIG, 501.0, 0, 1.0, 3, 0.02),
        (Solver.DEGRADED, 500.0, 0, 3.0, 1, 0.2),
        (Solver.DEGRADED, 501.0, 0, 3.0, 1, 0.08),
    ],
)
def test_a_tick_has_so_many_steps_that_no_body_moves_too_far_in_one(
    engine: Engine, solver: Solver, fastest: float, ticks: int, longest: float, steps: int, share: float
) -> None:
    """The number of steps in a tick is the smallest with which no body moves too far in a step. While a body is faster
    than 500 mm/s, a smaller share of overlaps is removed.
    """
    one = stepper(solver)
    one.choose_substeps(fastest, ticks, longest)
    one.step(1)
    assert (one.substeps, engine.calls) == (steps, [(1.0, steps if steps > 1 else 0, share), "step"])
    engine.calls.clear()
    one.choose_substeps(fastest, ticks, longest)
    one.step(1)
    assert engine.calls == ["step"]


def test_the_least_number_of_steps_bounds_each_choice(engine: Engine) -> None:
    """If a least number of steps is set, a lower number of steps rises to it at once, and a higher one stays. `relax`
    takes effect only at the next choice.
    """
    one = stepper()
    one.set_least_substeps(4)
    assert one.substeps == 4
    one.set_least_substeps(2)
    assert one.substeps == 4
    one.choose_substeps(0.0, 0, 4.0)
    assert one.substeps == 2
    one.relax(3)
    assert one.substeps == 2
    one.choose_substeps(0.0, 0, 4.0)
    assert one.substeps == 3
    one.choose_substeps(960.0, 0, 0.9)
    assert one.substeps == 5
    with one.least_substeps(7):
        assert one.substeps == 7
        with one.least_substeps(6):
            one.choose_substeps(0.0, 0, 4.0)
            assert one.substeps == 7
    one.choose_substeps(0.0, 0, 4.0)
    assert one.substeps == 3
    with one.least_substeps(7):
        one.use(6, Solver.DEGRADED)
        one.relax(1)
    one.choose_substeps(0.0, 0, 4.0)
    assert one.substeps == 1


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Remove all idle clients, and return a list to which the numbers of closed clients are added."""
    closed: list[int] = []
    monkeypatch.setattr(clients, "_idle_clients", [])
    monkeypatch.setattr("pybullet.disconnect", closed.append)
    return closed


def numbers() -> list[int]:
    """Return the numbers of the idle clients."""
    return [client.number for client in clients.idle()]


def test_the_latest_idle_client_of_a_kind_is_taken(idle: list[int]) -> None:
    """The latest idle client of the kind that is asked for is taken. If none is idle, the result is None."""
    clients._idle_clients += [Client(1, "a", False), Client(2, "b", False), Client(3, "a", False)]
    found = [clients.take_idle(kind) for kind in ("a", "a", "a", "c")]
    assert [None if one is None else one.number for one in found] == [3, 1, None, None]
    assert (numbers(), idle) == ([2], [])


@pytest.mark.parametrize(
    ("kinds", "left", "closed"),
    [("a", [0], []), ("ab", [0, 1], []), ("aba", [1, 2], [0]), ("baa", [0, 2], [1]), ("abc", [0, 1], [2])],
)
def test_two_clients_stay_idle_if_possible_of_two_kinds(
    idle: list[int], kinds: str, left: list[int], closed: list[int]
) -> None:
    """At most two clients stay idle. If two of three clients are of one kind, the older of the two is closed; otherwise
    the latest is closed.
    """
    for number, kind in enumerate(kinds):
        clients.release(Client(number, kind, False))
    assert (numbers(), idle) == (left, closed)


def test_a_client_with_many_shapes_or_bodies_is_closed_after_its_act(idle: list[int]) -> None:
    """If a client has 200 shapes or has made 20,000 bodies, it is closed after its act."""
    shape_keys = {("box", float(k)): k for k in range(MAX_SHAPES)}
    clients.release(Client(1, "a", False, shapes=shape_keys))
    clients.release(Client(2, "a", False, made=MAX_BODIES_CREATED))
    assert (numbers(), idle) == ([], [1, 2])
    del shape_keys["box", 0.0]
    clients.release(Client(3, "a", False, shapes=shape_keys, made=MAX_BODIES_CREATED - 1))
    assert (numbers(), idle) == ([3], [1, 2])


def test_a_new_client_takes_the_room_of_an_idle_one_that_frees_its_memory(
    idle: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a client is opened while two are idle, the first that isn't lasting is closed, or else the first. If the
    engine has no room, an error says so.
    """
    answers = [4, 5, 6, -1]
    monkeypatch.setattr("pybullet.connect", lambda mode: answers.pop(0))
    clients._idle_clients += [Client(1, "a", True), Client(2, "b", False)]
    one = clients.connect("k", lasting=True)
    assert (one.number, one.kind, one.lasting, one.bodies, one.made, idle) == (4, "k", True, [], 0, [2])
    assert clients.connect("k", lasting=False).number == 5
    assert (numbers(), idle) == ([1], [2])
    clients._idle_clients.append(Client(3, "b", True))
    clients.connect("k", lasting=False)
    assert idle == [2, 1]
    with pytest.raises(
        RuntimeError, match=r"^the physics engine has no room for another world: at most 1024 can be open at once$"
    ):
        clients.connect("k", lasting=False)
