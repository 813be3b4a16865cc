"""The door to the physics: an act performed on a table."""

from collections.abc import Generator
from dataclasses import replace

from riotsim.physics.acts.carry import carry
from riotsim.physics.acts.drop import drop
from riotsim.physics.acts.roll import roll
from riotsim.physics.acts.stack import stack
from riotsim.physics.engine.world import TICK
from riotsim.physics.scene.scene import Diverged
from riotsim.physics.validation import check
from riotsim.table.acts import Act, Carry, Drop, Frame, Roll, Settled, Stack
from riotsim.table.state import Table


def frames(
    table: Table, act: Act, seed: int, *, every: int = 4, listen: bool = False
) -> Generator[Frame, None, Settled]:
    """Perform an act step by step: yields a frame every `every` ticks (none if 0), and returns what settled.

    To who wants to `listen` frames tell what hit what since the one before. That takes time, and changes nothing.

    An abandoned generator closes its world. Any number may be under way at once. Raises `ValueError` for an act that
    cannot be done on this table, and `Diverged` if the engine breaks down. (Should it do so under its exact solver, the
    act begins again under the other, frames too; that was seen once, for a disc rolling on its rim.)
    """
    check(table, act)
    return _under_way(table, act, seed, every, listen)


def _under_way(table: Table, act: Act, seed: int, every: int, listen: bool) -> Generator[Frame, None, Settled]:
    """Begin again under the other solver should the exact one break down: it may meet a matrix it cannot solve."""
    try:
        return (yield from _solved(table, act, seed, every, exact=True, listen=listen))
    except Diverged:
        return (yield from _solved(table, act, seed, every, exact=False, listen=listen))


def _solved(
    table: Table, act: Act, seed: int, every: int, *, exact: bool, listen: bool
) -> Generator[Frame, None, Settled]:
    match act:
        case Roll():
            return roll(table, act, seed, every, exact, listen)
        case Drop():
            return drop(table, act, seed, every, exact, listen)
        case Stack():
            return stack(table, act, seed, every, exact, listen)
        case Carry():
            return carry(table, act, seed, every, exact, listen)


def perform(table: Table, act: Act, seed: int, *, trace_hz: int = 0) -> Settled:
    """Give what comes of an act. The same table, act and seed give the same bits, in any process.

    With `trace_hz`, so many frames a second of the way there are kept in `Settled.trace` (a divisor of 240 is exact).
    """
    every = max(1, round(1 / (TICK * trace_hz))) if trace_hz > 0 else 0
    under_way = frames(table, act, seed, every=every)
    trace: list[Frame] = []
    while True:
        try:
            trace.append(next(under_way))
        except StopIteration as end:
            settled: Settled = end.value
            return replace(settled, trace=tuple(trace)) if trace else settled
