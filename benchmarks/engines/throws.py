"""Throws a second: 3d6 on an empty table to rest, by riotsim and by Bullet from C++, in turns."""

import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing

from benchmarks.engines.bullet import Opponent, stepped, ticks_of
from benchmarks.engines.contender import GaveUp, Missing, Ours, starts
from benchmarks.engines.same_work import Agreement, Likeness, agreement, likeness
from benchmarks.figures import Effort, Figure, Measurement, Otherwise, Say, ratio, undisturbed
from benchmarks.scenes import seeds_that_stay

THROWS, ROUNDS = (200, 50), (11, 3)
"""In each round, and rounds: usual and quick."""

WHAT, GOAL = "throws of 3d6 per second: riotsim's, divided by those of Bullet in C++", "at least 0.9"

ASLEEP = "the same, if the program in C++ also stops simulating dice that lie still, as riotsim does"

OURS, THEIRS = "throws of 3d6 per second by riotsim on one core", "throws per second by Bullet in C++"

ENGINE = "throws per second by pybullet's steps alone, with all dice simulated to the end"


def measure(effort: Effort, say: Say) -> Iterator[Figure]:
    """Measure, with the opponent if it can be compiled.

    Raises:
        Otherwise: All that it needs is installed, and it can't be compiled.
    """
    seeds = seeds_that_stay(effort.of(*THROWS))
    ours, rounds, ticks = Ours(seeds), effort.of(*ROUNDS), ticks_of(seeds)  # which leaves all warm
    say("throws: compiling the opponent")
    with ExitStack() as made:
        try:
            opponent = made.enter_context(closing(Opponent(starts(seeds))))
            plain = made.enter_context(closing(Opponent(starts(seeds), sleeps=False)))
            yield from _against(ours, opponent, plain, seeds, ticks, rounds, say)
        except GaveUp as fault:
            raise Otherwise(str(fault)) from fault
        except Missing as why:
            yield from _alone(ours, seeds, ticks, rounds, say, str(why))


def _against(
    ours: Ours, opponent: Opponent, plain: Opponent, seeds: Sequence[int], ticks: Sequence[int], rounds: int, say: Say
) -> Iterator[Figure]:
    """Measure all in turns, and hold both opponents to the same work.

    Raises:
        Otherwise: They did other work.
    """
    our_times, their_times, plain_times, engine_times = _in_turns(
        (ours.play, opponent.play, plain.play, lambda: stepped(seeds, ticks)), rounds, say
    )
    done = ours.settled()
    same, alike = agreement(done, opponent.settled()), likeness(done, plain.settled())
    _hold(opponent, same)
    _hold(plain, alike)
    found, asleep = ratio(plain_times, our_times), ratio(their_times, our_times)
    note = f"quartiles of {found.rounds} rounds: {found.low:.2f} and {found.high:.2f}; in C++ no die sleeps, so last "
    yield Figure("throws_vs_cpp", WHAT, found.median, goal=GOAL, note=f"{note}digits differ: {alike}")
    note = f"quartiles: {asleep.low:.2f} and {asleep.high:.2f}; {same}"
    yield Figure("throws_vs_cpp_asleep", ASLEEP, asleep.median, note=note)
    yield _a_second("throws_per_second", OURS, seeds, our_times)
    yield _a_second("cpp_throws_per_second", THEIRS, seeds, plain_times)
    note = f"{ratio(plain_times, engine_times).median:.2f} times as fast as Bullet in C++, which checks for rest"
    yield _a_second("engine_throws_per_second", ENGINE, seeds, engine_times, note)


def _alone(ours: Ours, seeds: Sequence[int], ticks: Sequence[int], rounds: int, say: Say, why: str) -> Iterator[Figure]:
    """Measure what needs no compiler, in turns too, and say why the rest is missing."""
    yield Figure("throws_vs_cpp", WHAT, None, goal=GOAL, missing=why)
    yield Figure("throws_vs_cpp_asleep", ASLEEP, None, missing=why)
    our_times, engine_times = _in_turns((ours.play, lambda: stepped(seeds, ticks)), rounds, say)
    yield _a_second("throws_per_second", OURS, seeds, our_times)
    yield Figure("cpp_throws_per_second", THEIRS, None, missing=why)
    yield _a_second("engine_throws_per_second", ENGINE, seeds, engine_times)


def _in_turns(plays: Sequence[Callable[[], float]], rounds: int, say: Say) -> list[list[float]]:
    """Return the times of each, round by round."""
    took: list[list[float]] = [[] for _ in plays]
    for n in range(rounds):
        say(f"throws: round {n + 1} of {rounds}")
        with undisturbed():
            for times, play in zip(took, plays, strict=True):
                times.append(play())
    return took


def _hold(opponent: Opponent, found: Agreement | Likeness) -> None:
    """Require the same work.

    Raises:
        Otherwise: It is other work.
    """
    if not found.holds:
        raise Otherwise(f"{opponent.title} does not do what riotsim does: {found}")


def _a_second(key: str, what: str, seeds: Sequence[int], times: Sequence[float], note: str = "") -> Figure:
    return Figure(key, what, len(seeds) / statistics.median(times), note=note)


THROWS_VS_CPP = Measurement(
    "throws", "throws against Bullet in C++", ("throws_vs_cpp",), measure,
    ("throws_vs_cpp_asleep", "throws_per_second", "cpp_throws_per_second", "engine_throws_per_second"),
)  # fmt: skip
"""The opponent: Bullet from C++, with nothing of riotsim around it, made to do the same work."""
