"""Throws a second: 3d6 on an empty table to rest, by riotsim and by Bullet from C++, in turns."""

import statistics
from collections.abc import Iterator, Sequence

from benchmarks.bullet.opponent import Opponent
from benchmarks.bullet.wheel import stepped, ticks_of
from benchmarks.clock import ratio, undisturbed
from benchmarks.contender import GaveUp, Missing
from benchmarks.figures import Effort, Figure, Measurement, Otherwise, Say
from benchmarks.ours import Ours
from benchmarks.same_work import agreement
from benchmarks.starts import starts
from benchmarks.tables import seeds_that_stay

THROWS, ROUNDS = (200, 50), (11, 3)
"""In each round, and rounds: usual and quick."""

WHAT, GOAL = "throws of 3d6 to rest, riotsim against Bullet in C++ (above 1: riotsim is faster)", "at least 0.9"

ASLEEP = "the same against Bullet in C++ that lets dice sleep as riotsim does"

OURS, THEIRS = "throws of 3d6 to rest, a second and core", "the same by Bullet in C++"

ENGINE = "the same ticks by the Bullet in pybullet's wheel alone, without a look at any die"

ENGINE_ROUNDS = 3


def measure(effort: Effort, say: Say) -> Iterator[Figure]:
    """Measure, with the opponent if it can be made."""
    seeds = seeds_that_stay(effort.of(*THROWS))
    ours, rounds = Ours(seeds), effort.of(*ROUNDS)
    ours.play()  # to be warm
    say("throws: compiling the opponent")
    try:
        opponent = Opponent(starts(seeds))
        plain = Opponent(starts(seeds), sleeps=False)
    except Missing as why:
        yield Figure("throws_vs_cpp", WHAT, None, goal=GOAL, missing=str(why))
        yield Figure("throws_vs_cpp_asleep", ASLEEP, None, missing=str(why))
        say("throws: by riotsim alone")
        yield Figure("throws_per_second", OURS, len(seeds) / statistics.median(ours.play() for _ in range(rounds)))
        yield Figure("cpp_throws_per_second", THEIRS, None, missing=str(why))
        return
    try:
        yield from _against(ours, opponent, plain, seeds, rounds, say)
    except GaveUp as fault:
        raise Otherwise(str(fault)) from fault
    finally:
        opponent.close()
        plain.close()


def _against(
    ours: Ours, opponent: Opponent, plain: Opponent, seeds: Sequence[int], rounds: int, say: Say
) -> Iterator[Figure]:
    """All in turns; the opponent is held to the same work. Raises `Otherwise`."""
    our_times, their_times, plain_times = [], [], []
    for n in range(rounds):
        say(f"throws: round {n + 1} of {rounds}")
        with undisturbed():
            our_times.append(ours.play())
            their_times.append(opponent.play())
            plain_times.append(plain.play())
    same = agreement(ours.settled(), opponent.settled())
    if not same.holds:
        raise Otherwise(f"{opponent.title} does not do what riotsim does: {same}")
    found, asleep = ratio(plain_times, our_times), ratio(their_times, our_times)
    note = f"half of {found.rounds} rounds from {found.low:.2f} to {found.high:.2f}; in C++ no die sleeps"
    yield Figure("throws_vs_cpp", WHAT, found.median, goal=GOAL, note=note)
    note = f"half of the rounds from {asleep.low:.2f} to {asleep.high:.2f}; {same}"
    yield Figure("throws_vs_cpp_asleep", ASLEEP, asleep.median, note=note)
    yield Figure("throws_per_second", OURS, len(seeds) / statistics.median(our_times))
    yield Figure("cpp_throws_per_second", THEIRS, len(seeds) / statistics.median(plain_times))
    yield _engine(plain, seeds, say)


def _engine(opponent: Opponent, seeds: Sequence[int], say: Say) -> Figure:
    """The engine alone and the opponent in turns: whether that is handicapped by how its library was compiled."""
    ticks, engine_times, their_times = ticks_of(seeds), [], []
    for n in range(ENGINE_ROUNDS):
        say(f"throws: the engine alone, round {n + 1} of {ENGINE_ROUNDS}")
        engine_times.append(stepped(seeds, ticks))
        their_times.append(opponent.play())
    note = f"{ratio(their_times, engine_times).median:.2f} times as fast as Bullet in C++ with its looks"
    return Figure("engine_throws_per_second", ENGINE, len(seeds) / statistics.median(engine_times), note=note)


THROWS_VS_CPP = Measurement("throws", "throws against Bullet in C++", ("throws_vs_cpp",), measure)
