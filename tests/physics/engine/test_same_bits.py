import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest
from physics_suite.tables import SHAKY, board, crowd, dice, model_with_tower, throw, tower_at

from riotsim.physics import open_clients
from riotsim.physics.engine.client import idle
from riotsim.simulation import frames, perform
from riotsim.table.acts import Act, Carry, Drop, LeftTable, Roll, Settled, Stack
from riotsim.table.pieces import Box, Die, Terrain, Token
from riotsim.table.poses import ORIGIN
from riotsim.table.state import Table
from riotsim.testing.generators.worlds import random_trial
from riotsim.testing.plugin import Record, Size


def busy() -> Table:
    """Return a table on which every act meets something."""
    table = model_with_tower(board(), "m", 8, (250.0, 300.0), bearing=0.4)
    table = tower_at(table, "t", 6, (330.0, 300.0), yaw=0.2)
    table = table.with_pieces(Token("gold", ORIGIN.translated((300.0, 340.0, 1.5))))
    return table.with_pieces(Terrain("crate", Box(60.0, 60.0, 40.0), (400.0, 330.0), heading=0.3))


ACTS: dict[str, Act] = {
    "roll": throw(3),
    "mixed": Roll(dice(2, "d20") + dice(2, "d4", "s"), (305.0, 305.0), 2.0, SHAKY),
    "drop": Drop(Token("new", ORIGIN), (310.0, 310.0), 300.0, SHAKY),
    "stack": Stack(Die("top"), "m", SHAKY),
    "carry": Carry("m", (300.0, 330.0), SHAKY, "usual"),
}


def digest(settled: Settled) -> str:
    """Return a digest of all bits of an outcome and its facts."""
    table = settled.table
    bits = [
        [
            (die.id, [x.hex() for x in die.pose.at], [x.hex() for x in die.pose.orientation])
            for die in table.dice.values()
        ],
        [(token.id, [x.hex() for x in token.pose.at]) for token in table.tokens.values()],
        [(model.id, [x.hex() for x in model.at]) for model in table.models.values()],
        sorted(table.towers),
        [repr(fact) for fact in settled.facts],
    ]
    return hashlib.sha256(json.dumps(bits).encode()).hexdigest()


def drained(table: Table, act: Act, seed: int) -> Callable[[], Settled | None]:
    """Return a function that takes one frame of an act on each call. It returns the outcome once the act is over, and
    None before.
    """
    under_way = frames(table, act, seed, every=4)

    def more() -> Settled | None:
        try:
            next(under_way)
        except StopIteration as end:
            settled: Settled = end.value
            return settled
        return None

    return more


def test_an_act_gives_the_same_bits_whatever_ran_before() -> None:
    """If acts are performed again after other acts and in another order, each has the same outcome."""
    first = {name: digest(perform(busy(), act, 5)) for name, act in ACTS.items()}
    for name, act in reversed(ACTS.items()):
        perform(busy(), ACTS["carry"], 11)
        assert digest(perform(busy(), act, 5)) == first[name], name


def test_an_act_gives_the_same_bits_in_a_fresh_process() -> None:
    """If acts are performed in a new process, they have the same outcomes as in this one. Nothing else is printed."""
    code = (
        "from physics.engine import test_same_bits as t; "
        "print(*(t.digest(t.perform(t.busy(), a, 3)) for a in t.ACTS.values()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert done.stdout.split() == [digest(perform(busy(), act, 3)) for act in ACTS.values()]
    assert done.stdout.count("\n") == 1


def digest_of(task: tuple[str, int]) -> str:
    """Return the digest of an act's outcome, by the act's name and a seed. A worker process can run it."""
    name, seed = task
    return digest(perform(busy(), ACTS[name], seed))


def test_an_act_gives_the_same_bits_in_another_worker(record: Record, size: Size) -> None:
    """If two worker processes share acts, in whatever order, each act has the same outcome as in this process."""
    tasks = [(name, seed) for seed in range(size(2, 12)) for name in ACTS]
    with get_context("spawn").Pool(2) as pool:
        found = dict(pool.imap_unordered(paired, tasks))
    differ = sum(found[task] != digest_of(task) for task in tasks)
    record(
        "determinism",
        f"of {len(tasks)} acts, those that another worker settles differently",
        found=differ,
        expected=0,
        at_most=0,
        source="same table, act and seed: same bits",
    ).must_hold()


def paired(task: tuple[str, int]) -> tuple[tuple[str, int], str]:
    """Return a task with its digest."""
    return task, digest_of(task)


def test_two_acts_may_run_interleaved() -> None:
    """If frames of several acts are taken in turn, each act has the same outcome as alone."""
    alone = {name: digest(perform(busy(), ACTS[name], 2)) for name in ("roll", "carry", "mixed")}
    under_way = {name: drained(busy(), ACTS[name], 2) for name in alone}
    settled: dict[str, str] = {}
    while under_way:
        for name in list(under_way):
            over = under_way[name]()
            if over is not None:
                settled[name] = digest(over)
                del under_way[name]
    assert settled == alone


def test_seeds_make_a_difference() -> None:
    """If a throw has another seed, its outcome differs."""
    assert digest(perform(busy(), ACTS["roll"], 1)) != digest(perform(busy(), ACTS["roll"], 2))


def test_looking_on_changes_nothing() -> None:
    """If a trace is kept, each act has the same outcome, to the last bit, as without one."""
    for act in ACTS.values():
        watched = perform(busy(), act, 8, trace_hz=60)
        assert watched.trace
        assert digest(watched) == digest(perform(busy(), act, 8))


def test_looking_on_changes_nothing_on_any_table(record: Record, size: Size) -> None:
    """On random tables, acts have the same outcome, to the last bit, with and without a trace.

    Two bugs were found with tables 6 and 7. Three ticks of five steps each differed from three times one tick of five
    steps. A tower that slept while others fell past it was woken while several ticks were simulated at once, and
    floated until their end.
    """
    trials = [random_trial(seed) for seed in range(size(8, 400))]  # tables 6 and 7 are among them
    differ = 0
    for trial in trials:
        alone = digest(perform(trial.table, trial.act, trial.seed))
        differ += sum(alone != digest(perform(trial.table, trial.act, trial.seed, trace_hz=hz)) for hz in (60, 240))
    record(
        "determinism",
        f"of {len(trials)} acts, those that settle otherwise when they are watched",
        found=differ,
        expected=0,
        at_most=0,
        source="same table, act and seed: same bits",
    ).must_hold()


def test_towers_that_nothing_reaches_change_nothing() -> None:
    """If ten towers stand far from a throw, it has the same bits as on an empty table."""
    gentle = throw(3, hand=replace(SHAKY, speed=300.0))
    for seed in range(10):
        among, alone = perform(crowd(), gentle, seed), perform(board(), gentle, seed)
        assert among.facts == alone.facts
        assert [among.table.dice[die] for die in alone.table.dice] == list(alone.table.dice.values())


def test_abandoned_acts_leak_nothing() -> None:
    """If twelve acts are abandoned, at most two idle clients of the engine stay open."""
    under_way = [frames(busy(), throw(3), seed) for seed in range(12)]
    for one in under_way:
        next(one)
    assert open_clients() >= 12
    del one
    under_way.clear()
    assert open_clients() <= 2


def test_each_solver_finds_its_idle_client() -> None:
    """If throws and drops take turns, under two solvers, they use the same two idle clients again and again."""
    two = (ACTS["roll"], ACTS["drop"])
    under_way = [frames(busy(), act, 3) for act in ACTS.values() for _ in range(3)]
    for one in under_way:
        next(one)
    del one
    under_way.clear()
    for act in two:
        perform(board(), act, 0)
    before = {client.number for client in idle()}
    for seed in range(6):
        perform(board(), two[seed % 2], seed)
    assert {client.number for client in idle()} == before
    assert len({client.kind for client in idle()}) == 2


def test_dice_that_leave_the_table_cost_no_client() -> None:
    """If dice are thrown off the table, past towers that wake, the client is kept. The next acts have the same outcomes
    as before.
    """
    over = replace(throw(4), at=(330.0, 600.0), heading=1.5, strength=3.0)
    first = {name: digest(perform(busy(), ACTS[name], 5)) for name in ("roll", "carry", "drop")}
    before = {client.number for client in idle()}
    gone = 0
    for seed in range(3):
        settled = perform(busy(), over, seed)
        gone += len(settled.facts_of(LeftTable))
        for name in ("roll", "carry"):
            assert digest(perform(busy(), ACTS[name], 5)) == first[name]
        assert digest(perform(busy(), over, seed)) == digest(settled)
    assert gone > 0
    assert {client.number for client in idle()} == before


def test_the_engine_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    """The engine prints nothing to standard output, under either solver."""
    perform(busy(), ACTS["roll"], 0)
    perform(busy(), ACTS["mixed"], 0)
    assert capfd.readouterr().out == ""


def test_tables_do_not_import_the_engine() -> None:
    """A program that needs only tables does not load pybullet."""
    code = "import sys, riotsim.table.state, riotsim.table.acts, riotsim.table.towers; print('pybullet' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
