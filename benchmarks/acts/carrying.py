"""The time of carrying a model with a tower of 10 dice for 6 inches, and of putting a die on a tower of 12."""

import statistics
from collections.abc import Iterator, Sequence

from benchmarks.figures import Effort, Figure, Measurement, Say, spent, undisturbed
from benchmarks.scenes import TALLEST, average, next_die, tower
from riotsim.measuring.hands import CARRY_LENGTH, MODEL_ID, MODEL_START, seed_of
from riotsim.simulation import perform
from riotsim.table.acts import Carry, TowerFell

CARRIED, STACKED = 10, TALLEST
"""Dice in the towers."""

SEEDS = (100, 10)
"""Usual and quick."""

ACT = 99
"""Address of the acts' own seeds: beyond those of the dice that build the towers."""


def measure(effort: Effort, say: Say) -> Iterator[Figure]:
    """Measure both, each on as many towers."""
    seeds = range(effort.of(*SEEDS))
    for seed in seeds:
        say(f"towers: building {seed + 1} of {len(seeds)}")
        tower(seed, STACKED)
    yield from _carries(seeds, say)
    yield from _stacks(seeds, say)


def _carries(seeds: Sequence[int], say: Say) -> Iterator[Figure]:
    """Measure at each pace of the hand; the figure with a goal is the mean of all."""
    took: dict[str, list[float]] = {}
    stood: dict[str, list[bool]] = {}
    for pace, _ in average().paces:
        took[pace], stood[pace] = [], []
        act = Carry(MODEL_ID, (MODEL_START[0] + CARRY_LENGTH, MODEL_START[1]), average(), pace)
        for seed in seeds:
            say(f"carry: {pace}, {seed + 1} of {len(seeds)}")
            table, own = tower(seed, CARRIED), seed_of(seed, ACT)
            with undisturbed():
                took[pace].append(1000 * spent(lambda table=table, act=act, own=own: perform(table, act, own)))  # type: ignore[misc]  # the defaults bind the values of this turn of the loop
            stood[pace].append(not perform(table, act, own).facts_of(TowerFell))
    whole = [one for times in took.values() for one in times]
    all_stood = [one for those in stood.values() for one in those]
    what = f"carrying a model over 6 in with a tower of {CARRIED} dice"
    note = (
        f"{len(seeds)} towers at each of {len(took)} paces; median {statistics.median(whole):.3g} ms; "
        f"{apart(whole, all_stood)}"
    )
    yield Figure(f"carry_{CARRIED}_ms", f"mean time of {what}", statistics.fmean(whole), "ms", "about 30 ms", note)
    for pace, times in took.items():
        yield Figure(
            f"carry_{CARRIED}_{pace}_ms", f"mean time of this carry at the {pace} pace", statistics.fmean(times), "ms",
            note=f"median {statistics.median(times):.3g} ms; {apart(times, stood[pace])}",
        )  # fmt: skip


def _stacks(seeds: Sequence[int], say: Say) -> Iterator[Figure]:
    took: list[float] = []
    stood: list[bool] = []
    for seed in seeds:
        say(f"stack: {seed + 1} of {len(seeds)}")
        table, act, own = tower(seed, STACKED), next_die(STACKED), seed_of(seed, ACT)
        with undisturbed():
            took.append(1000 * spent(lambda table=table, act=act, own=own: perform(table, act, own)))  # type: ignore[misc]  # the defaults bind the values of this turn of the loop
        stood.append(not perform(table, act, own).facts_of(TowerFell))
    what = f"putting a die on a tower of {STACKED} dice"
    note = apart(took, stood)
    yield Figure(f"stack_{STACKED}_ms", f"mean time of {what}", statistics.fmean(took), "ms", "about 10 ms", note)
    yield Figure(f"stack_{STACKED}_median_ms", f"median time of {what}", statistics.median(took), "ms")


def apart(times: Sequence[float], stood: Sequence[bool]) -> str:
    """Describe the times of acts (ms): of those after which the tower stands, and of those in which it falls."""
    standing = [took for took, stands in zip(times, stood, strict=True) if stands]
    falling = [took for took, stands in zip(times, stood, strict=True) if not stands]
    if not standing or not falling:
        return f"all {len(times)} towers {'stand' if standing else 'fall'}"
    return (
        f"{len(standing)} of {len(times)} towers stand: these took {statistics.fmean(standing):.3g} ms on average; "
        f"the others fall: {statistics.fmean(falling):.3g} ms"
    )


CARRYING = Measurement(
    "carrying", "a carried tower, and a die put on one", (f"carry_{CARRIED}_ms", f"stack_{STACKED}_ms"), measure,
    (*(f"carry_{CARRIED}_{pace}_ms" for pace in ("normal", "slow")), f"stack_{STACKED}_median_ms"),
)  # fmt: skip
