"""The prescribed motion of exact acts, whose outcome doesn't depend on the physics."""

from riotsim.errors import InvalidValue
from riotsim.table.acts import Act, Shift, Tip
from riotsim.table.kinematic.motion import Motion
from riotsim.table.kinematic.shift import shift_motion
from riotsim.table.kinematic.tip import tip_motion
from riotsim.table.state import Table


def exact_motion(table: Table, act: Act) -> Motion | None:
    """Return the prescribed motion of an exact act, or None if the outcome of the act depends on the physics.

    Raises:
        InvalidValue: The act can't be performed on this table. The message says why.
    """
    match act:
        case Tip(hand=None):
            return tip_motion(table, act)
        case Shift():
            return shift_motion(table, act)
    return None


def shown_motion(table: Table, act: Act) -> Motion | None:
    """Return the prescribed motion of an act of a recorded game, or None.

    The result is None if the outcome depends on the physics. It is also None if the act can't be performed on this
    table.
    """
    try:
        return exact_motion(table, act)
    # The recorded game is damaged.
    except InvalidValue:
        return None
