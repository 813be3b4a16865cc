"""Plays what is left of a campaign, with a crew, and enters each game in the ledger as it comes."""

import os
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Final, NamedTuple

from riotsim.bots.custom import is_allowed
from riotsim.errors import RiotsimError
from riotsim.lab.campaigns.ledger import Ledger
from riotsim.lab.campaigns.plan import Plan, Trial
from riotsim.lab.campaigns.stopping import Monitor
from riotsim.lab.campaigns.trial import Job, Played, play
from riotsim.lab.campaigns.workers import WORKER_DIED, WorkerPool

AHEAD: Final = 2
"""Games that wait for each worker, the one it plays included: none stands idle while another game is entered."""

LOOKS_UP: Final = 0.2
"""How often whoever waits for games heeds what has come up meanwhile (s)."""

SUSPECTED: Final = 2
"""After so many deaths of a worker a game that was out each time is played with no other beside it."""

MOST_DEATHS: Final = 4
"""After so many deaths of a worker, the last ones without another game, a game is taken for what kills them."""

_KILLER: Final = f"its worker died {MOST_DEATHS} times; is there enough memory?"


class WorkersDie(RiotsimError):
    """Workers die though they have nothing to do."""


class Step(NamedTuple):
    """A game has come in."""

    trial: Trial
    played: Played
    watch: Monitor
    """Tells how far the campaign is."""


def job_of(plan: Plan, trial: Trial) -> Job:
    """Return what a worker needs for a game."""
    header = plan.header(trial)
    own = tuple((seat.player, os.getcwd()) for seat in header.seats if is_allowed(seat.player))
    return Job(header.model_dump_json(), dict(plan.arms[trial.arm].never), own)


def run(plan: Plan, ledger: Ledger, crew: WorkerPool, heed: Callable[[], None] = lambda: None) -> Iterator[Step]:
    """Play the games of a campaign that are not in the ledger yet, pair by pair, until it is known what was asked.

    Gives each as it has been entered. While it waits it calls `heed` again and again, which may raise. Whenever this
    ends, at the last game or before, the ledger can be gone on with.
    A game that kills its workers is entered as one that can't be played. Raises `Busy` while another process plays it,
    `BadFile` if its test is about a measure that no game has, and `WorkersDie` where workers die without a game too.
    """
    name = plan.asked.name
    with ledger.held(plan):
        played = ledger.played(name)
        watch = Monitor(plan, played)
        if watch.done:
            return
        for trial, one in _played(plan, played, crew, heed):
            ledger.enter(name, trial, one)
            watch.add(trial, one)
            yield Step(trial, one, watch)
            if watch.done:
                return


def _played(
    plan: Plan, known: Mapping[Trial, Played], crew: WorkerPool, heed: Callable[[], None]
) -> Iterator[tuple[Trial, Played]]:
    """Play games in the order of the plan, several at a time; what dies with its worker is played again."""
    left = deque(trial for trial in plan.trials() if trial not in known)
    out: dict[Future[Played], Trial] = {}
    deaths: Counter[Trial] = Counter()
    try:
        while left or out:
            died = False
            if crew.tired and not out:
                crew.replace()
            room = AHEAD * crew.workers
            while left and len(out) < room and not (died or crew.tired) and _may_go(left[0], out.values(), deaths):
                try:
                    out[crew.submit(play, job_of(plan, left[0]))] = left[0]
                    left.popleft()
                except WORKER_DIED:  # one that had nothing to do, or nobody has waited for yet
                    died = True
            ready: set[Future[Played]] = set()
            while out and not ready:
                heed()
                ready, _ = wait(out, LOOKS_UP, return_when=FIRST_COMPLETED)
            for future in sorted(ready, key=lambda one: out[one]):
                trial = out[future]
                if isinstance(future.exception(), WORKER_DIED):
                    died = True
                    continue
                del out[future]
                yield trial, future.result()
            if died:
                crew.replace()
                deaths.update(out.values())
                killers = [trial for trial in out.values() if deaths[trial] >= MOST_DEATHS]
                left.extendleft(sorted((trial for trial in out.values() if trial not in killers), reverse=True))
                out.clear()
                for trial in killers:
                    _must_live(crew)
                    yield trial, Played({}, {}, (), "", 0.0, _KILLER)
    finally:
        for future in out:
            future.cancel()


def _may_go(trial: Trial, out: Collection[Trial], deaths: Mapping[Trial, int]) -> bool:
    """Whether a game may be played beside those that are out: what is suspected is played alone."""
    return not out or all(deaths[one] < SUSPECTED for one in (trial, *out))


def _must_live(crew: WorkerPool) -> None:
    """Raise `WorkersDie` if workers die without a game: then none is to blame."""
    try:
        crew.executor.submit(int).result()
    except WORKER_DIED as error:
        raise WorkersDie("workers die even without a game to play; is there enough memory?") from error
