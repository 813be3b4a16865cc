"""The same throws on other engines, beside riotsim's in the same rounds."""

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.engines.contender import Contender, GaveUp, Missing, Ours, Settled, starts, travel
from benchmarks.engines.mujoco import MuJoCo
from benchmarks.engines.node import Cannon, Rapier, installed
from benchmarks.engines.settings import UNIT
from benchmarks.figures import FAILED, Effort, Figure, Measurement, Say, ratio, undisturbed
from benchmarks.scenes import seeds_that_stay

THROWS, ROUNDS = (40, 10), (3, 2)
"""In each round, and rounds: usual and quick. Few, because MuJoCo takes 90 ms a throw."""


def measure(effort: Effort, say: Say) -> Iterator[Figure]:
    """Measure those that are there. Of the others it is said why they are not, or that they failed."""
    seeds = seeds_that_stay(effort.of(*THROWS))
    throws = starts(seeds)
    begun = [[(die.at[0] / UNIT, die.at[1] / UNIT) for die in throw] for throw in throws]
    contenders: list[Contender] = [Ours(seeds)]
    missing: dict[type[Contender], Missing] = {}
    with tempfile.TemporaryDirectory(prefix="riotsim-peers-") as folder:
        try:
            say("peers: MuJoCo")
            try:
                contenders.append(MuJoCo(throws))
            except Missing as why:
                missing[MuJoCo] = why
            say("peers: fetching those for Node.js")
            try:
                there = installed(Path(folder))
                contenders += [Rapier(there, throws), Cannon(there, throws)]
            except Missing as why:
                missing[Rapier] = missing[Cannon] = why
            took, gave_up = _rounds(contenders, effort.of(*ROUNDS), say)
        finally:
            for contender in contenders:
                contender.close()
    for contender in contenders[1:]:
        if contender in gave_up:
            missing[type(contender)] = gave_up[contender]
            continue
        done = contender.settled()
        ours = ratio(took[contender], took[contenders[0]])
        yield Figure(
            f"{contender.name}_throws_per_second",
            f"throws per second by {contender.title}",
            len(seeds) / statistics.median(took[contender]),
            note=f"riotsim is {ours.median:.3g} times as fast (quartiles of {ours.rounds} rounds: {ours.low:.3g} and "
            f"{ours.high:.3g}); dice rest after {_time(done):.2f} s (ours {_time(contenders[0].settled()):.2f}) and "
            f"travel {travel(begun, done):.0f} mm (ours {travel(begun, contenders[0].settled()):.0f}); "
            f"{contender.otherwise}",
        )
    for peer, reason in missing.items():
        missed = f"{FAILED}: {reason}" if isinstance(reason, GaveUp) else str(reason)
        yield Figure(f"{peer.name}_throws_per_second", f"throws per second by {peer.title}", None, missing=missed)


def _rounds(
    contenders: list[Contender], rounds: int, say: Say
) -> tuple[dict[Contender, list[float]], dict[Contender, Missing]]:
    """Return the times of each engine, round by round, and why some gave up.

    A first round to warm up isn't counted.
    """
    took: dict[Contender, list[float]] = {contender: [] for contender in contenders}
    gave_up: dict[Contender, Missing] = {}
    for n in range(rounds + 1):
        for contender in contenders:
            if contender in gave_up:
                continue
            say(f"peers: {contender.title}, round {n} of {rounds}" if n else f"peers: warming {contender.title} up")
            try:
                with undisturbed():
                    took[contender].append(contender.play())
            except GaveUp as why:
                gave_up[contender] = why
    return {contender: times[1:] for contender, times in took.items()}, gave_up


def _time(done: list[Settled]) -> float:
    return statistics.fmean(one.seconds for one in done)


PEERS = Measurement(
    "peers", "the same throws on MuJoCo, Rapier and cannon-es", (), measure,
    tuple(f"{peer.name}_throws_per_second" for peer in (MuJoCo, Rapier, Cannon)),
)  # fmt: skip
