"""The slowest act that a search of nasty scenes finds."""

import importlib
from collections.abc import Iterator

from benchmarks.figures import Effort, Figure, Measurement, Say

SEARCH = "benchmarks.worst"
"""`search(seeds=...)` of it gives acts, each with what it was and its seconds of processor time, the slowest first."""

SEEDS = (10, 2)
"""Usual and quick; a seed takes some 12 s."""

WHAT = "the slowest act of a search among the worst scenes that a game can produce"


def measure(effort: Effort, say: Say) -> Iterator[Figure]:
    """Search, and tell the slowest."""
    say("worst: searching")
    try:
        search = importlib.import_module(SEARCH).search
    except ModuleNotFoundError as error:
        if error.name != SEARCH:
            raise
        yield Figure("worst_act_s", WHAT, None, "s", "under 2 s", missing=f"there is no {SEARCH} yet")
        return
    seeds = effort.of(*SEEDS)
    slowest = search(seeds=range(seeds))[0]
    note = f"{slowest.act} on {slowest.table} (`{slowest.again}`); scenes of {seeds} seeds"
    yield Figure("worst_act_s", WHAT, slowest.seconds, "s", "under 2 s", note)


WORST_ACT = Measurement("worst", "the slowest act of nasty scenes", ("worst_act_s",), measure)
