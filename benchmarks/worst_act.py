"""The slowest act that a search of nasty scenes finds, and those behind it."""

from collections.abc import Iterator

from benchmarks.figures import Effort, Figure, Measurement, Otherwise, Say
from benchmarks.worst_search import ALL, MOST, End, Timed, search

SEEDS = (10, 2)
"""Usual and quick; a seed takes some 7 s of the processor's time."""

TOLD = 10
"""So many of the slowest."""

SORTS, PATIENCE = ALL, MOST

WHAT, GOAL = "the slowest act of a search among the worst scenes that a game can produce", "under 2 s"


def measure(effort: Effort, say: Say) -> Iterator[Figure]:
    """Search, and tell the slowest. Raises `Otherwise` if an act breaks down."""
    seeds = effort.of(*SEEDS)
    found = search(range(seeds), SORTS, most=PATIENCE, say=lambda words: say(f"worst: {words}"))
    if broken := [one for one in found if one.end is End.BROKE_DOWN]:
        raise Otherwise("; ".join(f"`{one.again}` broke down: {one.why}" for one in broken))
    slowest, rows = found[0], tuple(_row(one) for one in found[:TOLD])
    note = f"{slowest.act} on {slowest.table} (`{slowest.again}`); scenes of {seeds} seeds"
    if slowest.end is End.GIVEN_UP:
        yield Figure("worst_act_s", WHAT, None, "s", GOAL, note, missing=slowest.took, rows=rows)
        return
    yield Figure("worst_act_s", WHAT, slowest.seconds, "s", GOAL, note, rows=rows)


def _row(one: Timed) -> dict[str, str]:
    return {"took": one.took, "scene": one.again, "act": one.act, "table": one.table}


WORST_ACT = Measurement("worst", "the slowest act of nasty scenes", ("worst_act_s",), measure)
