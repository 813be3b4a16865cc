"""The memory of the engine's clients is freed with them, and equal bodies are made in one batch."""

import gc
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from physics_suite.tables import board, throw

from riotsim.physics import open_clients
from riotsim.physics.engine import client
from riotsim.physics.engine.client import MAX_IDLE_CLIENTS, BodyRecipe
from riotsim.physics.engine.materials import DICE
from riotsim.physics.engine.world import Solver, World
from riotsim.simulation import perform
from riotsim.table.acts import Drop
from riotsim.table.pieces import Token
from riotsim.table.poses import Pose
from riotsim.testing.tables import STEADY_HAND

DIE = 16.0

LEFT = 12.0
"""Greatest growth of a process after clients were opened and closed (MB). Measured: 0.4, and 172 if free memory is not
returned to the system.
"""

COME_AND_GO = """
from pathlib import Path
from physics.engine.test_engine_memory import clients_that_go

def resident():
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))

clients_that_go(1)
before = resident()
clients_that_go(6)
print((resident() - before) / 1000)
"""


def clients_that_go(count: int) -> None:
    """Open several clients that can't be reused, simulate a tick in each, and close them."""
    worlds = [World(Solver.DEGRADED) for _ in range(count)]
    for one in worlds:
        one.add(one.shapes.box(DIE, DIE, DIE), Pose((0.0, 0.0, 100.0)), DICE, 5.0)
        one.step()
    for one in worlds:
        one.close()


@pytest.mark.skipif(client._MALLOC_TRIM is None, reason="not glibc: memory is given back in another way, or isn't")
def test_the_memory_of_clients_that_are_done_with_goes_back_to_the_system() -> None:
    """If six clients are opened side by side and closed, the process is as large as after one client."""
    done = subprocess.run(
        [sys.executable, "-c", COME_AND_GO], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2]
    )
    assert float(done.stdout) < LEFT


def test_shapes_of_new_clients_cost_no_memory() -> None:
    """If thirty more clients make shapes with many corners, Python has as many objects afterwards as after the first.

    The engine's binding keeps each corner that it is given. With a new list of corners for each shape, objects grew by
    2,000.
    """
    corners = np.random.default_rng(1).normal(size=(60, 3))
    triangles = np.arange(60, dtype=np.int32).reshape(-1, 3)

    def one() -> None:
        with World(Solver.IMPULSES) as world:
            world.shapes.trimesh(corners, triangles)
            world.shapes.hull([(float(x), float(y), float(z)) for x, y, z in corners[:8]])
            world.mark_unusable()

    one()
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(30):
        one()
    gc.collect()
    assert sys.getallocatedblocks() - before < 300


def test_no_client_is_connected_beside_as_many_idle_ones_as_are_kept() -> None:
    """If one client of each solver is idle and a third is needed, the idle one that frees its memory is closed."""
    drop = Drop(Token("t", Pose((*board().middle, 1.0))), board().middle, 100.0, STEADY_HAND)
    for acts in ((drop, throw(3)), (throw(3), drop)):
        for act in acts:
            perform(board(), act, 1)
        assert {idle.kind for idle in client.idle()} == {Solver.DANTZIG, Solver.IMPULSES}
        with World(Solver.DEGRADED):
            assert open_clients() == MAX_IDLE_CLIENTS
            assert [idle.kind for idle in client.idle()] == [Solver.DANTZIG]


@contextmanager
def towers(at_one_go: bool) -> Iterator[tuple[World, list[int]]]:
    """Yield a world with a slab, a tower of six sharp dice that begins to fall, and a token; and their numbers."""
    with World(Solver.DANTZIG) as one:
        one.add(one.shapes.box(500.0, 500.0, 20.0), Pose((0.0, 0.0, -10.0)), DICE)
        one.step()
        die = BodyRecipe(one.shapes.box(DIE, DIE, DIE), DICE, 5.0, (200.0, 200.0, 200.0))
        token = BodyRecipe(one.shapes.cylinder(20.0, 3.0), DICE, 3.0)
        order = [die, die, die, token, die, die, die]
        if at_one_go:
            one.prepare(order)
        numbers, level = [], 0
        for made in order:
            at = (3.5 * level, 0.0, DIE * (level + 0.5)) if made is die else (60.0, 0.0, 1.5)
            level += made is die
            numbers.append(one.add(made.shape, Pose(at), *made[1:]))
        yield one, numbers


def test_bodies_that_are_made_at_one_go_are_those_that_are_made_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """If bodies are made in one batch, they have the same numbers as bodies made singly, and fall to the same bits."""
    monkeypatch.setattr(client, "take_idle", lambda _kind: None)  # whose bodies would be used again
    ends = []
    for at_one_go in (False, True):
        with towers(at_one_go) as (one, numbers):
            one.step(120)
            ends.append([(number, one.state(number), one.mass(number)) for number in numbers])
    assert ends[0] == ends[1]
    assert ends[0][-1][1][0][2] < DIE  # the topmost die has come down


def test_what_is_at_hand_and_not_asked_for_is_gone_when_the_act_begins() -> None:
    """If a client has made bodies that an act doesn't use, they are removed when the act begins."""
    with World(Solver.DANTZIG) as one:
        shape = one.shapes.box(DIE, DIE, DIE)
        one.prepare([BodyRecipe(shape, DICE, 5.0)] * 4)
        first = one.add(shape, Pose((0.0, 0.0, 100.0)), DICE, 5.0)
        second = one.add(one.shapes.box(DIE, DIE, DIE / 2), Pose((100.0, 0.0, 100.0)), DICE, 5.0)
        one.step(8)
        assert one.body_count == len(one._client.bodies) == len({first, second})
