import gc
import subprocess
import sys
import tracemalloc
from collections.abc import Generator
from contextlib import suppress
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from physics_suite.tables import SHAKY, STEADY, board, dice, tower_at

from riotsim.physics import Diverged, open_clients
from riotsim.physics.engine.client import MAX_IDLE_CLIENTS
from riotsim.physics.engine.world import World
from riotsim.physics.scene.scene import Scene
from riotsim.simulation import frames, perform
from riotsim.table.acts import Act, Frame, Roll, Settled, Stack
from riotsim.table.pieces import Die
from riotsim.table.state import Table
from riotsim.testing.generators.worlds import random_trial
from riotsim.testing.plugin import Record, Size

UnderWay = Generator[Frame, None, Settled]

PYTHON_BOUND = 64 * 1024
"""Python's own memory may grow by at most this much in all, after a warm-up (bytes).

That is 4 KB for each act of the quick size. Measured: 144 bytes.
"""

KEPT = {"10d8": 4.0, "10d6": 8.0, "tower": 4.0}
"""A process may keep at most this much memory of each act (KB).

The acts are a throw under impulses, a throw under the exact solver, and a die put on a tower of ten. Measured: 0.3, 1.4
and 0.3, of which each newly made die takes 1. If the exact solver's workspace were forgotten after each act, a throw
would keep 17 and a tower 289.
"""

LUMPS = 4096.0
"""A process may grow by this much more, however many acts it does: the system hands out memory in lumps (KB)."""

LATEST = 60
"""An act is abandoned after at most this many ticks: by then most dice have met the table."""


def begin(seed: int) -> UnderWay:
    """Start the random act of this seed on its random table, and return the act under way."""
    trial = random_trial(seed, nasty=seed % 4 == 0)
    return frames(trial.table, trial.act, trial.seed, every=1)


def go_on(under_way: UnderWay, ticks: int) -> bool:
    """Pull this many frames of an act, and return whether the act had that many."""
    try:
        for _ in range(ticks):
            next(under_way)
    except (StopIteration, Diverged):
        return False
    return True


def left_over() -> list[object]:
    """Return the objects of engine worlds that Python still holds."""
    gc.collect()
    return [one for one in gc.get_objects() if isinstance(one, Scene | World)]


def open_files() -> set[tuple[str, str]]:
    """Return the open files of this process by number; none if the system doesn't list them."""
    found = set()
    for number in Path("/proc/self/fd").iterdir() if Path("/proc/self/fd").is_dir() else ():
        with suppress(FileNotFoundError):  # the one that lists them
            found.add((number.name, str(number.readlink())))
    return found


class Knocked(Exception):
    """An error that a watcher of an act raises while the act is under way."""


def leave(under_way: UnderWay, way: int) -> None:
    """Abandon an act in one of four ways; the caller keeps no reference."""
    match way:
        case 0:
            under_way.close()
        case 1:
            with pytest.raises(Knocked):
                under_way.throw(Knocked())
        case 2:
            with pytest.raises(KeyboardInterrupt):
                under_way.throw(KeyboardInterrupt())


@pytest.mark.takes(minutes=2)
def test_abandoned_acts_leave_nothing_open(size: Size) -> None:
    """If an act is abandoned after any tick, no world and no file stays open.

    It is abandoned by `close`, by an error, by Ctrl-C or by dropping the last reference to the act.
    """
    chance = np.random.default_rng(3)
    perform(board(), Roll(dice(3), (305.0, 305.0), 0.0, SHAKY), 0)
    before = open_files()
    for seed in range(size(16, 1000)):
        under_way = begin(seed)
        if go_on(under_way, int(chance.integers(0, LATEST))):
            leave(under_way, seed % 4)
        del under_way
        assert open_clients() <= MAX_IDLE_CLIENTS, seed
    assert left_over() == []
    assert open_files() <= before  # what tests before this one have left may be closed meanwhile


@pytest.mark.takes(minutes=2)
def test_acts_that_are_abandoned_among_others_leave_them_alone(size: Size) -> None:
    """If an act runs in turn with eight others that are abandoned now and then, it settles as it does alone."""
    chance = np.random.default_rng(4)
    lasting = random_trial(1)
    alone = perform(lasting.table, lasting.act, lasting.seed)
    for turn in range(size(2, 125)):
        watched = frames(lasting.table, lasting.act, lasting.seed, every=1)
        others = [begin(8 * turn + k) for k in range(8)]
        settled = None
        while settled is None:
            try:
                next(watched)
            except StopIteration as end:
                settled = end.value
            if others:
                k = int(chance.integers(len(others)))
                if not go_on(others[k], 3) or chance.random() < 0.2:
                    leave(others.pop(k), int(chance.integers(4)))
        assert settled == alone, turn
        del others
        assert open_clients() <= MAX_IDLE_CLIENTS + 1
        del watched
    assert open_clients() <= MAX_IDLE_CLIENTS
    assert left_over() == []


def test_python_keeps_nothing_of_abandoned_acts(size: Size) -> None:
    """If throws are abandoned, Python's memory grows by less than 64 KB in all. The long size abandons hundreds."""

    def abandon(count: int) -> None:
        for seed in range(count):
            under_way = frames(board(), Roll(dice(10), (305.0, 305.0), 0.0, SHAKY), seed, every=1)
            assert go_on(under_way, 20)
            leave(under_way, seed % 4)

    abandon(20)
    gc.collect()
    tracemalloc.start()
    try:
        abandon(10)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        abandon(size(15, 600))
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert grown < PYTHON_BOUND


ACTS = """
import os
import sys
from pathlib import Path
from riotsim.simulation import perform
from physics.fuzz.test_fuzz_abandoned import KEPT, act_on_table

def resident():
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))

for what in KEPT:
    child = os.fork()
    if child:
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status:
            sys.exit(f"the process for {{what}} ended with status {{status}}")
        continue
    for seed in range(20):
        perform(*act_on_table(what), seed)
    before = resident()
    for seed in range({count}):
        perform(*act_on_table(what), seed)
    print(what, (resident() - before) / {count}, flush=True)
    os._exit(0)
"""
"""Program that prints each act in `KEPT` and the memory that a process keeps of it (KB).

Each act has a process of its own, split off from one that has done no act. A process that has done others would reuse
memory that they freed. If one of these processes fails, the program fails, too.
"""


@cache
def kept_of_each(count: int) -> dict[str, float]:
    """Do each act in `KEPT` this many times, and return the memory that a process keeps of one, by name (KB)."""
    done = subprocess.run(
        [sys.executable, "-c", ACTS.format(count=count)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0, done.stderr
    told = dict(line.split() for line in done.stdout.splitlines())
    assert set(told) == set(KEPT)
    return {what: float(kept) for what, kept in told.items()}


def act_on_table(what: str) -> tuple[Table, Act]:
    """Return a table and the act on it that has this name in `KEPT`."""
    if what == "tower":
        return tower_at(board(), "t", 10, (305.0, 305.0)), Stack(Die("top"), "t", STEADY)
    return board(), Roll(dice(10, what[2:]), (305.0, 305.0), 0.0, SHAKY)


@pytest.mark.skipif(not Path("/proc/self/status").is_file(), reason="this system tells memory in another way")
@pytest.mark.xdist_group("memory of acts")  # one process, so that acts are done once
@pytest.mark.parametrize("what", KEPT)
def test_what_the_engine_keeps_is_bounded(record: Record, size: Size, what: str) -> None:
    """After an act, a process keeps only a few KB of the act's world, under either solver."""
    count = size(30, 400)
    record(
        "engine memory",
        f"kept of each act: {what}",
        found=kept_of_each(count)[what],
        at_most=KEPT[what] + LUMPS / count,
        unit="KB",
        source="measured; the engine never frees its exact solver's workspace, and keeps some of each body",
    ).must_hold()
