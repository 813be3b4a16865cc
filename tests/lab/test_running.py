"""Playing a campaign: interrupted runs go on later, and workers start, end and are killed."""

import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import Executor, Future
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from games_here import Here, pool_here
from small_campaigns import APART, FEW, plan

from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.lab.campaigns.ledger import Ledger
from riotsim.lab.campaigns.plan import Trial
from riotsim.lab.campaigns.running import WorkersKeepDying, job_of, run
from riotsim.lab.campaigns.stopping import status
from riotsim.lab.campaigns.trial import Played, play
from riotsim.lab.campaigns.workers import WorkerPool, local_pool
from riotsim.store.begin import make_header
from riotsim.store.database.document import Seat


def _without_times(ledger: Ledger, name: str) -> dict[Trial, Played]:
    return {trial: one._replace(seconds=0.0) for trial, one in ledger.games(name).items()}


def test_a_campaign_that_is_left_off_goes_on_with_the_rest(ledger: Ledger) -> None:
    """If runs of a campaign are broken off, the next run plays only the games that are missing. Once all games are
    stored, a further run plays none.
    """
    made = plan(pairs=1)
    here = Here()
    pool = WorkerPool(lambda: here, 1, lambda _: None)
    for _ in range(2):
        for step in run(made, ledger, pool):
            assert step.trial in ledger.games("hands")
            break
    assert len(ledger.games("hands")) == 2
    list(run(made, ledger, pool))
    assert set(ledger.games("hands")) == set(made.trials())
    before = len(here.played)
    assert list(run(made, ledger, pool)) == []
    assert len(here.played) == before


def test_a_worker_that_is_killed_costs_its_game_and_nothing_else(ledger: Ledger, tmp_path: Path) -> None:
    """If two workers are killed during a campaign, their games are played again. All games come out as in a campaign
    without kills.
    """
    longer = {"set": {"dice": 3}}  # so that a worker is still at work when it is to be killed
    made = plan(pairs=2, arms={"all alike": longer, "apart": {**longer, "bosses": APART}})
    pool = local_pool(2)
    killed = 0
    try:
        for number, _ in enumerate(run(made, ledger, pool)):
            if number > 0 and killed < 2:  # the last games may end before a worker is seen at work
                killed += _kill_a_child()
    finally:
        pool.close()
    assert killed == 2
    with Ledger(tmp_path / "undisturbed.sqlite") as other:
        list(run(made, other, pool_here()))
        assert _without_times(other, "hands") == _without_times(ledger, "hands")


@pytest.mark.parametrize("workers", [1, 2])
def test_workers_are_replaced_at_their_task_limit(ledger: Ledger, workers: int) -> None:
    """If workers have a limit of four games each, the pool replaces them at that limit. Each game is played all the
    same.
    """
    made = plan(pairs=3)
    shifts: list[Here] = []
    let_go: list[Executor] = []

    def spawn() -> Here:
        shifts.append(Here())
        return shifts[-1]

    list(run(made, ledger, WorkerPool(spawn, workers, let_go.append, max_tasks=4)))
    games = len(list(made.trials()))
    assert [len(shift.played) for shift in shifts] == [4 * workers] * (games // (4 * workers)) + (
        [games % (4 * workers)] if games % (4 * workers) else []
    )
    assert let_go == shifts[:-1]
    assert set(ledger.games("hands")) == set(made.trials())


def test_those_of_this_machine_are_other_processes_then(ledger: Ledger) -> None:
    """If a worker process has reached its limit of games, another process plays the rest. All games are stored."""
    with closing(local_pool(1, max_tasks=4)) as pool:
        seen = {pool.submit(_who, None).result()}
        list(run(plan(pairs=1), ledger, pool))
        assert pool.submit(_who, None).result() not in seen
    assert len(ledger.games("hands")) == len(list(plan(pairs=1).trials()))


def _who(_: None) -> int:
    return os.getpid()


def _kill_a_child() -> int:
    """Kill one of the worker processes that are playing, and return the number of processes killed: 1 or 0."""
    for _ in range(10):  # on a busy machine none may have run within the fifth of a second
        for child in psutil.Process().children(recursive=True):
            with suppress(psutil.NoSuchProcess):  # one that was killed before is a zombie for a while
                if any("popen_loky" in part for part in child.cmdline()) and child.cpu_percent(0.2) > 0:
                    os.kill(child.pid, signal.SIGKILL)
                    return 1
    return 0


@pytest.mark.parametrize("workers", [1, 2])
def test_a_game_that_kills_its_workers_is_entered_as_such(ledger: Ledger, workers: int) -> None:
    """If a game kills its worker four times, it is stored as failed with that reason. All other games are played and
    not blamed.
    """
    made = plan(pairs=2)
    killer = Trial("apart", 0, 0)
    deadly = made.header(killer).model_dump_json()
    real = local_pool(workers)

    class Beside(Executor):
        """Executor that passes games on to real workers; one game kills the worker that plays it."""

        def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
            job = args[0] if args else None
            return real.executor.submit(os.abort) if job and job.header == deadly else real.executor.submit(fn, *args)

    try:
        list(run(made, ledger, WorkerPool(Beside, workers, lambda _: real.replace())))
    finally:
        real.close()
    now = status(made, ledger.games("hands"))
    ((trial, why),) = now.samples.failed
    assert trial == killer
    assert "its worker died 4 times" in why
    assert now.done
    assert now.samples.pairs == (1,)


def test_workers_that_die_by_themselves_blame_no_game(ledger: Ledger) -> None:
    """If every worker dies, the run ends with an error, and no game is stored as unplayable."""
    from loky.process_executor import TerminatedWorkerError

    class Deadly(Executor):
        def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
            done: Future[Any] = Future()
            done.set_exception(TerminatedWorkerError("gone"))
            return done

    with pytest.raises(WorkersKeepDying, match="even without a game"):
        list(run(plan(pairs=1), ledger, WorkerPool(Deadly, 1, lambda _: None)))
    assert ledger.games("hands") == {}


def test_a_game_that_breaks_down_is_told_and_counts_in_no_arm(ledger: Ledger) -> None:
    """If a game breaks down, its pair is left out of the samples of all arms, and the failure is told. The other games
    are played.
    """
    made = plan(pairs=2)
    broken = made.header(Trial("apart", 0, 1)).model_dump_json()

    class Fragile(Here):
        def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
            if args[0].header != broken:
                return super().submit(fn, *args)
            done: Future[Any] = Future()
            done.set_result(Played({}, {}, (), "", 0.0, "Diverged: it flew away"))
            return done

    list(run(made, ledger, WorkerPool(Fragile, 1, lambda _: None)))
    now = status(made, ledger.games("hands"))
    assert now.samples.pairs == (1,)
    assert now.samples.failed == ((Trial("apart", 0, 1), "Diverged: it flew away"),)
    assert now.done


def test_a_game_that_broke_down_is_not_played_again(ledger: Ledger) -> None:
    """If a campaign goes on after games broke down, these games aren't played again. Only missing games are played."""
    made = plan(pairs=1, arms={"one": FEW, "two": FEW})
    first, *_, last = made.trials()
    broken = Played({}, {}, (), "", 0.0, "Diverged: it flew away")
    with ledger.reserved(made):
        for trial in made.trials():
            if trial != last:
                ledger.add("hands", trial, broken)
    here = Here()
    steps = list(run(made, ledger, WorkerPool(lambda: here, 1, lambda _: None)))
    assert [step.trial for step in steps] == [last]
    assert len(here.played) == 1
    assert ledger.games("hands")[first] == broken


def test_a_game_is_the_same_in_any_process() -> None:
    """If the same job is played in another process, it gives the same game."""
    job = job_of(plan(), Trial("apart", 0, 0))
    pool = local_pool(1)
    try:
        there = pool.executor.submit(play, job).result()
    finally:
        pool.close()
    assert there._replace(seconds=0.0) == play(job)._replace(seconds=0.0)


def test_games_wait_for_each_other_within_a_process() -> None:
    """If two threads of a process play games at the same time, each game comes out as it does alone."""
    made = plan()
    jobs = [job_of(made, trial) for trial in list(made.trials())[:2]]
    alone = [play(job) for job in jobs]
    found: dict[int, Played] = {}
    threads = [threading.Thread(target=lambda k=k: found.setdefault(k, play(jobs[k]))) for k in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[k].digest for k in range(2)] == [one.digest for one in alone]


BRIEF = {"clock.minutes": 1, "clock.after": "last_activation"}

PLAYS = """
import sys
from riotsim.lab.campaigns.trial import Job, play
played = play(Job(sys.stdin.read(), {}))
assert not played.failure, played.failure
print([name for name in ("trimesh", "scipy", "networkx", "PIL") if name in sys.modules])
"""


def test_a_worker_leaves_meshes_to_a_process_that_ends() -> None:
    """If a worker plays a game with a scaled mesh, its own process doesn't load the libraries that read meshes."""
    seats = [Seat(name="Ada", player="random"), Seat(name="Bea", player="random")]
    rules = load_rules("riot_dice", Rulebook, {**BRIEF, "terrain.hill.scale": 1.1})
    header = make_header("riot_dice", "riot_dice", rules, 3, seats)
    found = subprocess.run(
        [sys.executable, "-c", PLAYS], input=header.model_dump_json(), capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr
    assert found.stdout.splitlines()[-1] == "[]"


MASKED = """
import signal
from functools import partial
from riotsim.lab.campaigns.workers import local_pool
pool = local_pool(1)
print(signal.SIGINT in pool.submit(partial(signal.pthread_sigmask, signal.SIG_BLOCK), ()).result())
pool.replace()
pool.check()
print(signal.SIGINT in pool.submit(partial(signal.pthread_sigmask, signal.SIG_BLOCK), ()).result())
pool.close()
"""


def test_workers_of_a_command_never_receive_ctrl_c() -> None:
    """In the worker processes of a command, Ctrl-C (SIGINT) is blocked, also in those that replace others."""
    found = subprocess.run([sys.executable, "-c", MASKED], capture_output=True, text=True, check=False)
    assert found.stdout == "True\nTrue\n", found.stderr
