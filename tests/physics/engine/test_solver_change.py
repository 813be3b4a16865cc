"""Acts that change their solver: they go on in another client of the engine, and come out the same."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from physics_suite.tables import board, throw

from benchmarks.worst.scenes import scene
from riotsim.physics.engine import client
from riotsim.physics.engine.materials import DICE
from riotsim.physics.engine.world import Solver, World
from riotsim.simulation import perform
from riotsim.table.poses import Pose, Vector
from riotsim.testing.plugin import Record, Size

TESTS = Path(__file__).parents[2]
WITH_BENCHMARKS = {
    **os.environ,
    "PYTHONPATH": os.pathsep.join(filter(None, (str(TESTS.parent), os.environ.get("PYTHONPATH")))),
}
"""Environment of a process that imports this module, with the benchmarks' scenes on Python's path."""

SCENES = (("token on heap", 0), ("tokens", 1), ("tower in heap", 1))
"""Acts that change their solver: to the exact solver and then to degraded mode, to the exact solver, and from it to
degraded mode.
"""

KEPT = 50.0
"""Greatest memory that a process may keep of an act that changes to the exact solver and then to degraded mode (KB).

Measured: 0 to 5 after 30 acts, of which one takes 10 MB as the last block of the workspaces. It was 550 when a client's
solver was changed in place.
"""

LUMPS = 4096.0
"""Memory by which a process may grow besides, because it gets memory from the system in large pieces (KB)."""

DIE = 16.0


def put(one: World, shape: int, at: Vector, turn: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)) -> int:
    """Put a body of 5 g into a world."""
    return one.add(shape, Pose(at, turn), DICE, 5.0, (200.0, 200.0, 200.0))


def states(one: World, bodies: list[int]) -> list[tuple[float, ...]]:
    """Return the places, orientations and velocities of bodies."""
    return [(*one.pose(body)[0], *one.pose(body)[1], *one.velocity(body)[0], *one.velocity(body)[1]) for body in bodies]


def some_of_each(one: World) -> list[int]:
    """Add bodies with all kinds of shapes to a world, one above the other. Remove the third, and return the others."""
    corners = [(x, y, z) for x in (-8.0, 8.0) for y in (-8.0, 8.0) for z in (-8.0, 8.0)]
    heights = np.array([[0.0, 0.0, 0.0], [900.0, 0.0, 0.0], [0.0, 900.0, 5.0]])
    shapes = [
        one.shapes.trimesh(heights, np.array([[0, 1, 2]], np.int32)),
        one.shapes.box(20.0, 16.0, 12.0),
        one.shapes.box(DIE, DIE, DIE),
        one.shapes.cylinder(20.0, 4.0),
        one.shapes.hull(corners, 1.0),
        one.shapes.rounded_cube(DIE, 2.0),
        one.shapes.figure(25.0, 3.0, 15.0, 40.0),
        one.shapes.pieces(25.0, 3.0, [corners]),
    ]
    turn = (0.1, 0.2, 0.3, (1.0 - 0.14) ** 0.5)
    bodies = [one.add(shapes[0], Pose((0.0, 0.0, 0.0)), DICE)]
    bodies += [put(one, shape, (100.0, 100.0, 60.0 * k), turn) for k, shape in enumerate(shapes[1:], 1)]
    for k, body in enumerate(bodies[1:]):
        one.set_velocity(body, (10.0 * k, -5.0, 3.0), (0.1 * k, 2.0, -1.0))
    one.step(4)
    one.retire(bodies.pop(2))
    return bodies


@pytest.mark.parametrize(
    ("first", "second"),
    [(Solver.IMPULSES, Solver.DANTZIG), (Solver.IMPULSES, Solver.DEGRADED), (Solver.DANTZIG, Solver.DEGRADED)],
)
def test_all_bodies_go_over_as_they_are(first: Solver, second: Solver) -> None:
    """If a world changes its solver, each body keeps its shape, number, place and velocity, even if another body was
    removed before.
    """
    with World(first) as one:
        bodies = some_of_each(one)
        one.set_bounce_threshold(300.0)
        keys = one.shapes.keys()
        shapes = {keys[what.shape] for what, body in one._client.bodies if body not in one._retired}
        before = states(one, bodies)
        one.use_exact_solver() if second is Solver.DANTZIG else one.reduce_fidelity(10, 1)
        assert one.solver is second
        assert np.allclose(states(one, bodies), before, rtol=1e-12, atol=1e-9)
        assert shapes <= set(one.shapes.keys().values())
        one.step(240)
        assert one.pose(bodies[1])[0][2] < before[1][2] - 10.0


def test_what_touches_is_known_at_once() -> None:
    """If a world changes its solver, the same bodies touch before the next step as after the last one."""
    with World(Solver.DANTZIG) as one:
        one.add(one.shapes.box(600.0, 600.0, 20.0), Pose((300.0, 300.0, -10.0)), DICE)
        tower = [put(one, one.shapes.box(DIE, DIE, DIE), (300.0, 300.0, DIE * (k + 0.5))) for k in range(4)]
        one.step(8)
        before = {frozenset(pair[:2]) for pair in one.contacts()}
        assert len(before) == len(tower)
        one.reduce_fidelity(10, 1)
        assert {frozenset(pair[:2]) for pair in one.contacts()} == before


def perform_again(sort: str, seed: int) -> str:
    """Return a digest of all bits of a scene's outcome."""
    trial = scene(sort, seed)
    settled = perform(trial.table, trial.act, trial.seed)
    return hashlib.sha256(repr((settled.table, settled.facts, settled.ticks)).encode()).hexdigest()


def test_what_goes_over_comes_out_as_in_a_fresh_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """If an act changes its solver, it has the same outcome as in a new process, bit for bit. So has the act that comes
    after it.
    """
    went: list[Solver] = []
    go_over = World._change_solver

    def watched(one: World, solver: Solver) -> None:
        went.append(solver)
        go_over(one, solver)

    monkeypatch.setattr(World, "_change_solver", watched)
    alone = perform(board(), throw(3), 5)
    found = {}
    for which in reversed(SCENES):
        found[which] = perform_again(*which)
        assert perform(board(), throw(3), 5) == alone, which
    assert set(went) == {Solver.DANTZIG, Solver.DEGRADED}
    code = "from physics.engine import test_solver_change as t; print(*(t.perform_again(*which) for which in t.SCENES))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=TESTS, env=WITH_BENCHMARKS
    )
    assert done.stdout.split() == [found[which] for which in SCENES]


ACTS = """
from pathlib import Path
from physics.engine.test_solver_change import SCENES, perform_again

def resident():
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))

for _ in range(20):
    perform_again(*SCENES[0])
before = resident()
for _ in range({count}):
    perform_again(*SCENES[0])
print((resident() - before) / {count})
"""


@pytest.mark.proof
@pytest.mark.skipif(not Path("/proc/self/status").is_file(), reason="this system tells memory in another way")
def test_going_over_keeps_no_workspace(record: Record, size: Size) -> None:
    """If acts change to the exact solver and on to degraded mode, the process grows by at most 50 KB an act."""
    count = size(20, 400)
    done = subprocess.run(
        [sys.executable, "-c", ACTS.format(count=count)],
        capture_output=True,
        text=True,
        check=True,
        cwd=TESTS,
        env=WITH_BENCHMARKS,
    )
    record(
        "engine memory",
        "kept of each act that goes over to the exact solver and on to haste",
        found=float(done.stdout),
        at_most=KEPT + LUMPS / count,
        unit="KB",
        source="measured; the engine forgets the exact solver's workspace where a client is given another solver",
    ).must_hold()


def test_clients_are_replaced_after_many_bodies(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a client has made the greatest number of bodies, it isn't kept. Outcomes stay the same."""
    most = 10
    throws = [throw(count) for count in (6, 1, 5, 2)]
    usual = [perform(board(), one, seed) for seed in range(6) for one in throws]
    assert any(idle.made > most for idle in client.idle())
    monkeypatch.setattr(client, "MAX_BODIES_CREATED", most)
    for seed in range(6):
        for k, one in enumerate(throws):
            assert perform(board(), one, seed) == usual[4 * seed + k]
            assert all(idle.made < most for idle in client.idle() if idle.kind is Solver.DANTZIG)
