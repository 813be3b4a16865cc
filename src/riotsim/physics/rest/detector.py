"""When all that moves has come to rest."""

from collections.abc import Sequence

from riotsim.physics.bodies.body import Body
from riotsim.physics.bodies.motion import (
    FLAT,
    LEAN_RUN,
    LOOK_EVERY,
    REST_RUN,
    REST_SPEED,
    REST_SPIN,
    ROCKS_FOR,
    note_place,
    tilt,
)


class Rest:
    """Tells, look after look, whether all is at rest."""

    def __init__(self) -> None:
        self._quiet = 0
        """For how many ticks all has been slow."""

    def stir(self) -> None:
        """Begin anew: something has come in."""
        self._quiet = 0

    def reached(self, tick: int, free: Sequence[Body], rolled: Sequence[Body]) -> bool:
        """Tell whether all that is free has been at rest for long enough; longer where a rolled die lies on no face."""
        restless = False
        for body in free:  # each is looked at
            slow = body.speed <= REST_SPEED and body.spin <= REST_SPIN
            if not slow and note_place(body, tick) < ROCKS_FOR:
                body.still_since = None
                restless = True
            elif body.still_since is None:
                body.still_since = tick
        if restless:
            self._quiet = 0
            return False
        self._quiet += LOOK_EVERY
        if self._quiet < REST_RUN:
            return False
        return self._quiet >= LEAN_RUN or all(tilt(body) <= FLAT for body in rolled)
