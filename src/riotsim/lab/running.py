"""Plays what is left of a campaign, with a crew, and enters each game in the ledger as it comes."""

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Final, NamedTuple

from riotsim.lab.crew import WORKER_DIED, Crew
from riotsim.lab.ledger import Ledger
from riotsim.lab.plan import Plan, Trial
from riotsim.lab.stopping import Watch
from riotsim.lab.trial import Job, Played, play

AHEAD: Final = 2
"""Games that wait for each worker, the one it plays included: none stands idle while another game is entered."""

MOST_DEATHS: Final = 4
"""After so many deaths of a worker a game that was with one each time is taken for what kills them."""


class Step(NamedTuple):
    """A game has come in."""

    trial: Trial
    played: Played
    watch: Watch
    """Tells how far the campaign is."""


def job_of(plan: Plan, trial: Trial) -> Job:
    """Give what a worker needs for a game."""
    return Job(plan.header(trial).model_dump_json(), dict(plan.arms[trial.arm].never))


def run(plan: Plan, ledger: Ledger, crew: Crew) -> Iterator[Step]:
    """Play the games of a campaign that are not in the ledger yet, pair by pair, until it is known what was asked.

    Gives each as it has been entered. Whenever this ends, at the last game or before, the ledger can be gone on with.
    Raises `Busy` while another process plays it, and `BadFile` if its test is about a measure that no game has.
    """
    name = plan.asked.name
    ledger.begin(plan)
    with ledger.held(name):
        played = ledger.played(name)
        watch = Watch(plan, played)
        if watch.done:
            return
        for trial, one in _played(plan, played, crew):
            ledger.enter(name, trial, one)
            watch.add(trial, one)
            yield Step(trial, one, watch)
            if watch.done:
                return


def _played(plan: Plan, known: Mapping[Trial, Played], crew: Crew) -> Iterator[tuple[Trial, Played]]:
    """Play games in the order of the plan, several at a time; what dies with its worker is played again."""
    left = deque(trial for trial in plan.trials() if trial not in known)
    out: dict[Future[Played], Trial] = {}
    deaths: Counter[Trial] = Counter()
    try:
        while left or out:
            died = False
            while left and len(out) < AHEAD * crew.workers and not died:
                try:
                    out[crew.executor.submit(play, job_of(plan, left[0]))] = left[0]
                    left.popleft()
                except WORKER_DIED:  # one that had nothing to do, or nobody has waited for yet
                    died = True
            ready, _ = wait(out, return_when=FIRST_COMPLETED) if out else (set(), set())
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
                if deaths:
                    _give_up_on_killers(deaths)
                left.extendleft(sorted(out.values(), reverse=True))
                out.clear()
    finally:
        for future in out:
            future.cancel()


def _give_up_on_killers(deaths: Counter[Trial]) -> None:
    """Raise `RuntimeError` for a game that was under way at too many deaths."""
    trial, times = deaths.most_common(1)[0]
    if times >= MOST_DEATHS:
        raise RuntimeError(
            f"workers keep dying: the game of arm {trial.arm!r}, pair {trial.pair}, order {trial.order} was under way "
            f"{times} times when one did (is there enough memory?)"
        )
