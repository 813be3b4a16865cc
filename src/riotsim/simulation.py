"""The simulation of acts for sessions, commands and tests. The house rules judge the outcomes of the acts.

The physics reports the positions of dice and models. `riotsim.play.house_rules` decides what this means for the game.
"""

from collections.abc import Generator

from riotsim import physics
from riotsim.play.house_rules import apply_house_rules
from riotsim.table.acts import Act, Carry, Frame, Settled
from riotsim.table.state import Table
from riotsim.table.units import TICKS_PER_FRAME


def frames(
    table: Table, act: Act, seed: int, *, every: int = TICKS_PER_FRAME, listen: bool = False
) -> Generator[Frame, None, Settled]:
    """Simulate an act, and yield frames of the moving pieces.

    Several acts may be in progress at once. Closing the generator early frees the simulated world. If one solver fails,
    the frames begin again with another solver.

    Args:
        table: The table before the act.
        act: The act.
        seed: Seed of the act's random numbers, a whole number from 0 up.
        every: Ticks from one frame to the next; 0 for no frames.
        listen: Whether frames report impacts. That takes time, but does not change the result.

    Returns:
        The settled table with its facts, as the generator's return value.

    Raises:
        InvalidValue: The act can't be performed on this table, or it draws random numbers and the seed isn't a whole
            number from 0 up.
        Diverged: The simulation failed.
    """
    return _judged(physics.frames(table, act, seed, every=every, listen=listen))


def _judged(under_way: Generator[Frame, None, Settled]) -> Generator[Frame, None, Settled]:
    """Yield the frames of an act, and return its outcome with the verdicts of the house rules."""
    return apply_house_rules((yield from under_way))


def perform(table: Table, act: Act, seed: int, *, trace_hz: int = 0) -> Settled:
    """Simulate an act, and return the settled table with its facts.

    The same table, act and seed give the same bits in any process on one machine.

    Args:
        table: The table before the act.
        act: The act.
        seed: Seed of the act's random numbers, a whole number from 0 up.
        trace_hz: Frames per second to keep in `Settled.trace`; 0 for none. The time between two frames is rounded to
            whole ticks. So this number is exact only if it divides `TICKS_PER_SECOND`.

    Raises:
        InvalidValue: The act can't be performed on this table, or it draws random numbers and the seed isn't a whole
            number from 0 up.
        Diverged: The simulation failed.
    """
    return apply_house_rules(physics.perform(table, act, seed, trace_hz=trace_hz))


def live_carry(table: Table, act: Carry, seed: int, *, listen: bool = False) -> physics.LiveCarry:
    """Return a carry for simulation during a person's drag of the model.

    Args:
        table: The table before the act.
        act: The carry. Its `drag` is ignored: the person drags.
        seed: Seed of the hand's tremor. The hand trembles only after the person lets go of the model, on the rest of
            the path.
        listen: Whether frames report impacts.

    Raises:
        ValueError: The carry can't be performed, the model is already at the end of the path, or the seed is not a
            whole number from 0 up.
    """
    return physics.LiveCarry(table, act, seed, apply_house_rules, listen=listen)
