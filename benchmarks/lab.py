"""The balance lab: what two of its workers reach beside two processes on their own, and what it costs itself."""

import multiprocessing
import tempfile
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median

from benchmarks.figures import Effort, Figure, Measurement, Otherwise, Say
from riotsim.lab.campaign import Arm, Campaign
from riotsim.lab.crew import Crew, local
from riotsim.lab.ledger import Ledger
from riotsim.lab.plan import Plan, planned
from riotsim.lab.running import job_of, run
from riotsim.lab.trial import Job, Played, play

WORKERS = 2

_NOTHING = Played({}, {}, (), "", 0.0)

ROUNDS = (3, 1)
"""Usual and quick."""

GAMES = (20, 6)
"""Of each round."""


def measure(effort: Effort, say: Say) -> Iterator[Figure]:
    """Play the same games by the lab and by processes on their own, in turns."""
    rounds, games = effort.of(*ROUNDS), effort.of(*GAMES)
    plan = planned(Campaign(name="benchmark", arms={"usual": Arm()}, pairs=rounds * games), "benchmark")
    jobs = [job_of(plan, trial) for trial in plan.trials()]
    ratios, costs = [], []
    crew = local(WORKERS)
    try:
        for number in range(rounds):
            say(f"lab: {number} of {rounds} rounds")
            batch = jobs[number * games : (number + 1) * games]
            alone = _alone(batch)
            rate, cost = _by_the_lab(plan, crew, number, games)
            ratios.append(rate / alone)
            costs.append(cost)
    finally:
        crew.close()
    note = f"{rounds} rounds of {games} games by two greedy bosses, from {min(ratios):.2f} to {max(ratios):.2f}"
    yield Figure(
        "lab_two_workers", "games a minute by two workers of the lab, against two processes on their own",
        median(ratios), goal="at least 0.95", note=note,
    )  # fmt: skip
    yield Figure(
        "lab_overhead", "processor time of the lab's own process, in shares of that of its games", median(costs), "%",
        "at most 2 %", "it hands out games, enters them in the ledger and looks at what is known by now",
    )  # fmt: skip


def _by_the_lab(plan: Plan, crew: Crew, number: int, games: int) -> tuple[float, float]:
    """Games a second while nobody waits for the last ones, and the share of the lab's own processor time."""
    part = plan.model_copy(update={"campaign": plan.campaign | {"pairs": (number + 1) * games}})
    with tempfile.TemporaryDirectory() as folder, Ledger(Path(folder) / "lab.sqlite") as ledger:
        with ledger.held(part):
            for trial in list(part.trials())[: number * games]:  # what other rounds have is taken as played
                ledger.enter(part.asked.name, trial, _NOTHING)
        for waiting in [crew.executor.submit(play, _shortest(part)) for _ in range(2 * WORKERS)]:
            waiting.result()  # processes have started, and have loaded the engine
        begun, own = time.perf_counter(), time.process_time()
        ends: list[float] = []
        seconds = 0.0
        for step in run(part, ledger, crew):
            if step.played.failure:
                raise Otherwise(step.played.failure)
            ends.append(time.perf_counter() - begun)
            seconds += step.played.seconds
        own = time.process_time() - own
    counted = games - WORKERS + 1
    return counted / ends[counted - 1], own / seconds


def _alone(jobs: list[Job]) -> float:
    """Games a second of processes that each play their share, one after the other, and know of nothing else."""
    context = multiprocessing.get_context("spawn")
    pipes: list[tuple[Connection, multiprocessing.process.BaseProcess]] = []
    for k in range(WORKERS):
        here, there = context.Pipe()
        process = context.Process(target=_play_all, args=(there, jobs[k::WORKERS]))
        process.start()
        pipes.append((here, process))
    for here, _ in pipes:
        here.recv()  # it is ready
    for here, _ in pipes:
        here.send("go")
    rates = [here.recv() for here, _ in pipes]
    for _, done in pipes:
        done.join()
    return float(sum(rates))


def _play_all(pipe: Connection, jobs: list[Job]) -> None:
    play(jobs[0])
    pipe.send("ready")
    pipe.recv()
    begun = time.perf_counter()
    for job in jobs:
        play(job)
    pipe.send(len(jobs) / (time.perf_counter() - begun))


def _shortest(plan: Plan) -> Job:
    return job_of(plan, next(plan.trials()))


LAB = Measurement("lab", "the balance lab", (), measure)
