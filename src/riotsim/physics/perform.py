"""The simulation of one act on a table: `perform` returns its result, and `frames` also yields its frames."""

from collections.abc import Generator
from dataclasses import replace

from riotsim.physics.acts.carry import carry
from riotsim.physics.acts.stack import stack
from riotsim.physics.acts.throw import drop, roll
from riotsim.physics.acts.tip import tip_by_hand
from riotsim.physics.engine.world import TICK
from riotsim.physics.scene.scene import Diverged
from riotsim.physics.validation import check
from riotsim.table.acts import Act, Carry, Drop, Frame, Hand, Roll, Settled, Stack, Tip
from riotsim.table.kinematic.exact import exact_motion
from riotsim.table.state import Table
from riotsim.table.units import TICKS_PER_FRAME


def frames(
    table: Table, act: Act, seed: int, *, every: int = TICKS_PER_FRAME, listen: bool = False
) -> Generator[Frame, None, Settled]:
    """Simulate an act, and yield frames of the moving pieces. `riotsim.simulation.frames` explains the arguments.

    If the exact solver fails, the act is simulated again with the impulse solver, and the frames begin again too.

    Raises:
        InvalidValue: The act cannot be performed on this table, or it draws random numbers and the seed is not a whole
            number from 0 up.
        Diverged: The simulation fails with the impulse solver.
    """
    check(table, act)
    return _simulate_with_fallback(table, act, seed, every, listen)


def _simulate_with_fallback(
    table: Table, act: Act, seed: int, every: int, listen: bool
) -> Generator[Frame, None, Settled]:
    """Simulate an act. If the exact solver fails, simulate the act again with the impulse solver."""
    try:
        return (yield from _simulate(table, act, seed, every, exact=True, listen=listen))
    except Diverged:  # seen once, for a disc that rolled on its rim
        return (yield from _simulate(table, act, seed, every, exact=False, listen=listen))


def _simulate(
    table: Table, act: Act, seed: int, every: int, *, exact: bool, listen: bool
) -> Generator[Frame, None, Settled]:
    """Simulate an act. If `exact` is True, and if the exact solver suits the act, begin with the exact solver."""
    match act:
        case Roll():
            return roll(table, act, seed, every, exact, listen)
        case Drop():
            return drop(table, act, seed, every, exact, listen)
        case Stack():
            return stack(table, act, seed, every, exact, listen)
        case Carry():
            return carry(table, act, seed, every, exact, listen)
        case Tip(hand=Hand() as hand):
            return tip_by_hand(table, act, hand, seed, every, exact, listen)
    motion = exact_motion(table, act)
    assert motion is not None, "all other acts are simulated"
    return motion.frames(every, listen=listen)


def perform(table: Table, act: Act, seed: int, *, trace_hz: int = 0) -> Settled:
    """Simulate an act as `riotsim.simulation.perform` does, but without the house rules.

    For example, the result does not say which dice are cocked.

    Args:
        table: The table before the act.
        act: The act.
        seed: Seed of the act's random numbers.
        trace_hz: Number of frames per second to keep in `Settled.trace`; 0 for no frames. The time between two
            frames is rounded to whole ticks, so only divisors of `TICKS_PER_SECOND` give exactly this number.

    Raises:
        InvalidValue: The act cannot be performed on this table, or it draws random numbers and the seed is not a whole
            number from 0 up.
        Diverged: The simulation fails.
    """
    every = max(1, round(1 / (TICK * trace_hz))) if trace_hz > 0 else 0
    under_way = frames(table, act, seed, every=every)
    trace: list[Frame] = []
    while True:
        try:
            frame = next(under_way)
        except StopIteration as end:
            settled: Settled = end.value
            return replace(settled, trace=tuple(trace)) if trace else settled
        if trace and frame.tick <= trace[-1].tick:  # the act has begun again
            trace.clear()
        trace.append(frame)
