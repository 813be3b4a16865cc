"""The running of a campaign: a pool of workers plays the games that the ledger lacks. The ledger stores the results."""

import os
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Final, NamedTuple

from riotsim.bots.custom import is_allowed, module_digest
from riotsim.errors import RiotsimError
from riotsim.lab.campaigns.ledger import Ledger
from riotsim.lab.campaigns.plan import Plan, Trial
from riotsim.lab.campaigns.stopping import Monitor
from riotsim.lab.campaigns.trial import Job, OwnBot, Played, play
from riotsim.lab.campaigns.workers import WORKER_DIED, WorkerPool

QUEUED_GAMES_PER_WORKER: Final = 2
"""Number of games that a worker has at a time: the present game and the next one.

A worker that already has its next game is never idle.
"""

INTERRUPT_CHECK_SECONDS: Final = 0.2
"""Interval between calls of `check` while `run` waits for games (s)."""

MAX_SHARED_DEATHS: Final = 2
"""Number of workers that may die during a game before the game is played alone.

If a worker dies while a game is played alone, the game is the cause.
"""

MAX_WORKER_DEATHS: Final = 4
"""Number of workers that may die during a game before the game is stored as failed."""

_WORKER_DEATHS_MESSAGE: Final = f"its worker died {MAX_WORKER_DEATHS} times; is there enough memory?"


class WorkersKeepDying(RiotsimError):
    """The error raised when workers die even though they play no game, or when the cluster no longer answers."""


class Step(NamedTuple):
    """A game of a campaign that has just been played and stored, with the progress of the campaign."""

    trial: Trial
    played: Played
    monitor: Monitor
    """The monitor of the campaign, with this game counted."""


def job_of(plan: Plan, trial: Trial) -> Job:
    """Return the data that a worker needs for a game."""
    header = plan.header(trial)
    own = (seat.player for seat in header.seats if is_allowed(seat.player))
    bots = tuple(OwnBot(name, os.getcwd(), module_digest(name)) for name in dict.fromkeys(own))
    return Job(header.model_dump_json(), dict(plan.arms[trial.arm].never), bots)


def run(plan: Plan, ledger: Ledger, pool: WorkerPool, check: Callable[[], None] = lambda: None) -> Iterator[Step]:
    """Play the missing games of a campaign, pair by pair, until the campaign is over.

    If `MAX_WORKER_DEATHS` workers die during a game, the game is stored as failed.

    Args:
        plan: The campaign.
        ledger: The ledger, which stores the results.
        pool: The workers.
        check: Function that is called repeatedly while workers play. It may raise an error to end the run.

    Yields:
        Each game after it has been stored.

    Raises:
        Busy: Another process is playing the campaign.
        BadFile: A game can't be started, the ledger can't be used, or the measure of the sequential test has no value
            (see `Monitor.add`).
        WorkersKeepDying: Workers die even when they play no game, or the cluster no longer answers.
        UnusableBot: A worker can't import one of the user's own bots, or has another version of it.
    """
    name = plan.definition.name
    with ledger.reserved(plan):
        played = ledger.games(name)
        watch = Monitor(plan, played)
        if watch.done:
            return
        for trial, one in _played(plan, played, pool, check):
            ledger.add(name, trial, one)
            watch.add(trial, one)
            yield Step(trial, one, watch)
            if watch.done:
                return


def _played(
    plan: Plan, known: Mapping[Trial, Played], pool: WorkerPool, check: Callable[[], None]
) -> Iterator[tuple[Trial, Played]]:
    """Play the games that `known` lacks, in the order of the plan. Yield each game when it is finished.

    Several games are in progress at a time.

    - If a worker dies, all games in progress are played again.
    - If `MAX_WORKER_DEATHS` workers have died during a game, this game is yielded as failed.
    """
    left = deque(trial for trial in plan.trials() if trial not in known)
    out: dict[Future[Played], Trial] = {}
    deaths: Counter[Trial] = Counter()
    try:
        while left or out:
            died = False
            if pool.expired and not out:
                pool.replace()
            room = QUEUED_GAMES_PER_WORKER * pool.workers
            while left and len(out) < room and not (died or pool.expired) and _may_start(left[0], out.values(), deaths):
                try:
                    out[pool.submit(play, job_of(plan, left[0]))] = left[0]
                    left.popleft()
                except WORKER_DIED:  # one that had nothing to do, or nobody has waited for yet
                    died = True
            ready: set[Future[Played]] = set()
            while out and not ready:
                check()
                ready, _ = wait(out, INTERRUPT_CHECK_SECONDS, return_when=FIRST_COMPLETED)
            for future in sorted(ready, key=lambda one: out[one]):
                trial = out[future]
                if future.cancelled():  # as dask leaves games when it loses its scheduler
                    raise WorkersKeepDying("the cluster has gone; the same command plays what is missing")
                if isinstance(future.exception(), WORKER_DIED):
                    died = True
                    continue
                del out[future]
                yield trial, future.result()
            if died:
                pool.replace()
                deaths.update(out.values())
                killers = [trial for trial in out.values() if deaths[trial] >= MAX_WORKER_DEATHS]
                left.extendleft(sorted((trial for trial in out.values() if trial not in killers), reverse=True))
                out.clear()
                for trial in killers:
                    _require_live_workers(pool)
                    yield trial, Played({}, {}, (), "", 0.0, _WORKER_DEATHS_MESSAGE)
    finally:
        for future in out:
            future.cancel()


def _may_start(trial: Trial, out: Collection[Trial], deaths: Mapping[Trial, int]) -> bool:
    """Return whether a game may start now.

    - If no other game is in progress, the game may start.
    - If other games are in progress, the game may start if it and each of the others count fewer than
      `MAX_SHARED_DEATHS` deaths of workers.

    A death counts for every game in progress, no matter which game the worker was playing.

    Args:
        trial: The game.
        out: The games in progress.
        deaths: For each game, the number of workers that have died during it.
    """
    return not out or all(deaths[one] < MAX_SHARED_DEATHS for one in (trial, *out))


def _require_live_workers(pool: WorkerPool) -> None:
    """Check that a worker survives a trivial task.

    Raises:
        WorkersKeepDying: A worker died during the task.
    """
    try:
        pool.check()
    except WORKER_DIED as error:
        raise WorkersKeepDying("workers die even without a game to play; is there enough memory?") from error
