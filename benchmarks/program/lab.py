"""The balance lab: what two of its workers reach beside two processes on their own, and what it costs itself."""

import multiprocessing
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import mean, median

from benchmarks.figures import Effort, Figure, Measurement, Otherwise, Say
from riotsim.lab.campaigns.campaign import Arm, Campaign
from riotsim.lab.campaigns.ledger import Ledger
from riotsim.lab.campaigns.plan import Plan, make_plan
from riotsim.lab.campaigns.running import job_of, run
from riotsim.lab.campaigns.trial import Job, Played, play
from riotsim.lab.campaigns.workers import WorkerPool, local_pool

WORKERS = 2

_NOTHING = Played({}, {}, (), "", 0.0)

ROUNDS = (5, 1)
"""Usual and quick."""

GAMES = (10, 4)
"""Of each round."""


def measure(effort: Effort, say: Say) -> Iterator[Figure]:
    """Play the same games by the lab and by processes on their own, at the same time.

    Whatever else the machine does meanwhile is then as bad for the ones as for the others.
    """
    rounds, games = effort.of(*ROUNDS), effort.of(*GAMES)
    plan = make_plan(Campaign(name="benchmark", arms={"usual": Arm()}, pairs=rounds * games), "benchmark")
    jobs = [job_of(plan, trial) for trial in plan.trials()]
    ratios, costs = [], []
    crew = local_pool(WORKERS)
    try:
        for number in range(rounds):
            say(f"lab: {number} of {rounds} rounds")
            with _alone(jobs[number * games : (number + 1) * games]) as alone:
                rate, cost = _by_the_lab(plan, crew, number, games, alone.go)
                ratios.append(rate / alone.rate())
            costs.append(cost)
    finally:
        crew.close()
    note = f"{rounds} rounds of {games} games: from {min(ratios):.2f} to {max(ratios):.2f}"
    yield Figure(
        "lab_two_workers",
        "games per minute of two workers of the lab, divided by those of two processes without the lab at the same "
        "time",
        median(ratios), goal="at least 0.95", note=note,
    )  # fmt: skip
    yield Figure(
        "lab_overhead", "processor time of the lab's own process, as a share of its games' processor time",
        median(costs), "%", "at most 2 %", "it hands out games, records them and summarizes the results so far",
    )  # fmt: skip


def _by_the_lab(plan: Plan, crew: WorkerPool, number: int, games: int, go: Callable[[], object]) -> tuple[float, float]:
    """Games a second that a worker is at, and the share of the lab's own processor time. `go` is called at the start.

    Whoever is done while no game is left has ended: so do processes on their own, whose times are taken likewise.
    """
    part = Plan(campaign=plan.campaign | {"pairs": (number + 1) * games}, arms=plan.arms)
    with tempfile.TemporaryDirectory() as folder, Ledger(Path(folder) / "lab.sqlite") as ledger:
        with ledger.reserved(part):
            for trial in list(part.trials())[: number * games]:  # what other rounds have is taken as played
                ledger.add(part.definition.name, trial, _NOTHING)
        for waiting in [crew.executor.submit(play, _shortest(part)) for _ in range(2 * WORKERS)]:
            waiting.result()  # processes have started, and have loaded the engine
        go()
        begun, own = time.perf_counter(), time.process_time()
        ends: list[float] = []
        seconds = 0.0
        for step in run(part, ledger, crew):
            if step.played.failure:
                raise Otherwise(step.played.failure)
            ends.append(time.perf_counter() - begun)
            seconds += step.played.seconds
        own = time.process_time() - own
    return games / mean(ends[-WORKERS:]), own / seconds


class _Alone:
    """Processes that each play their share of some games, one after the other, and know of nothing else."""

    def __init__(self, pipes: list[Connection]) -> None:
        self._pipes = pipes

    def go(self) -> None:
        """Start them."""
        for pipe in self._pipes:
            pipe.send("go")

    def rate(self) -> float:
        """Wait until all are done; give their games a second."""
        return float(sum(pipe.recv() for pipe in self._pipes))


@contextmanager
def _alone(jobs: list[Job]) -> Iterator[_Alone]:
    """Return the workers, started and ready."""
    context = multiprocessing.get_context("spawn")
    with ExitStack() as ends:
        pipes = []
        for k in range(WORKERS):
            here, there = context.Pipe()
            process = context.Process(target=_play_all, args=(there, jobs[k::WORKERS]), daemon=True)
            process.start()
            ends.callback(process.kill)
            pipes.append(here)
        for pipe in pipes:
            pipe.recv()  # it is ready
        yield _Alone(pipes)


def _play_all(pipe: Connection, jobs: list[Job]) -> None:
    play(jobs[0])
    pipe.send("ready")
    pipe.recv()
    begun = time.perf_counter()
    for job in jobs:
        play(job)
    pipe.send(len(jobs) / (time.perf_counter() - begun))
    for job in cycle(jobs):  # until it is ended: who is done first must not leave the machine to the others
        play(job)


def _shortest(plan: Plan) -> Job:
    return job_of(plan, next(plan.trials()))


LAB = Measurement("lab", "the balance lab", (), measure, ("lab_two_workers", "lab_overhead"))
