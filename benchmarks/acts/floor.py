"""The share of the engine's own steps in our acts, which is the least that the same ticks could take."""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from unittest.mock import patch

import pybullet

from benchmarks.acts.carrying import ACT, CARRIED, STACKED
from benchmarks.acts.crowded import CROWDS, hits
from benchmarks.figures import Effort, Figure, Measurement, Say, spent, undisturbed
from benchmarks.scenes import EMPTY, THROW, average, crowded, next_die, seeds_that_stay, tower, with_one_inside
from riotsim.measuring.hands import CARRY_LENGTH, MODEL_ID, MODEL_START, seed_of
from riotsim.simulation import perform
from riotsim.table.acts import Act, Carry
from riotsim.table.state import Table

THROWS, HITS, TOWERS = (200, 50), (40, 8), (100, 10)
"""Usual and quick."""


@dataclass(slots=True)
class Spent:
    """Processor time (s)."""

    steps: float = 0.0
    """In the engine's steps."""
    whole: float = 0.0

    @property
    def share(self) -> float:
        """Share of the engine's steps."""
        return self.steps / self.whole

    def add(self, table: Table, act: Act, seed: int) -> None:
        """Perform an act, and add what it takes."""
        with _timed_steps(self):
            self.whole += spent(lambda: perform(table, act, seed))


def measure(effort: Effort, say: Say) -> Iterator[Figure]:
    """Measure the engine's part of what `throws`, `crowded` and `carrying` measure."""
    say("floor: throws")
    throws = time_of((EMPTY, THROW, seed) for seed in seeds_that_stay(effort.of(*THROWS)))
    yield Figure(
        "throw_engine_share",
        "share of the engine's steps in the time of a throw of 3d6 on an empty table",
        throws.share,
        "%",
    )
    table = with_one_inside(crowded(max(CROWDS), CROWDS[max(CROWDS)]))
    found = hits(table, effort.of(*HITS), say)
    say("floor: hits")
    hit, alone = Spent(), Spent()
    with undisturbed():
        for one in found:  # in turns
            hit.add(table, one.act, one.seed)
            alone.add(EMPTY, one.act, one.seed)
    yield Figure(
        "hit_one_engine",
        "time of the engine's steps in throws that hit a tower, as a multiple of their time in the same throws on an "
        "empty table",
        hit.steps / alone.steps,
        note=f"the steps take {hit.share:.0%} of the time of throws that hit a tower",
    )
    seeds = range(effort.of(*TOWERS))
    for seed in seeds:
        say(f"floor: building {seed + 1} of {len(seeds)}")
        tower(seed, STACKED)
    say("floor: carries")
    paces = [
        Carry(MODEL_ID, (MODEL_START[0] + CARRY_LENGTH, MODEL_START[1]), average(), pace) for pace, _ in average().paces
    ]
    carries = [(tower(seed, CARRIED), act, seed_of(seed, ACT)) for act in paces for seed in seeds]
    yield _milliseconds(f"carry_{CARRIED}_engine_ms", f"carrying a tower of {CARRIED} dice over 6 in", carries)
    say("floor: stacks")
    stacks = [(tower(seed, STACKED), next_die(STACKED), seed_of(seed, ACT)) for seed in seeds]
    yield _milliseconds(f"stack_{STACKED}_engine_ms", f"putting a die on a tower of {STACKED} dice", stacks)


def _milliseconds(key: str, what: str, acts: Sequence[tuple[Table, Act, int]]) -> Figure:
    took = time_of(acts)
    mean = 1000 * took.steps / len(acts)
    return Figure(
        key, f"mean time of the engine's steps in {what}", mean, "ms", note=f"{took.share:.0%} of the whole act's time"
    )


def time_of(acts: Iterable[tuple[Table, Act, int]]) -> Spent:
    """Perform acts, and give what they and the engine's steps in them take."""
    took = Spent()
    with undisturbed():
        for table, act, seed in acts:
            took.add(table, act, seed)
    return took


@contextmanager
def _timed_steps(took: Spent) -> Iterator[None]:
    """Add up what the engine's steps take."""
    step = pybullet.stepSimulation

    def timed(client: int) -> None:
        begun = time.process_time()
        step(client)
        took.steps += time.process_time() - begun

    with patch.object(pybullet, "stepSimulation", timed):
        yield


FLOOR = Measurement(
    "floor", "the engine's part of throws, hits, carries and stacks", (), measure,
    ("throw_engine_share", "hit_one_engine", f"carry_{CARRIED}_engine_ms", f"stack_{STACKED}_engine_ms"),
)  # fmt: skip
