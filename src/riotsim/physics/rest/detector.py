"""Detection of the rest by which an act ends."""

from collections.abc import Sequence

from riotsim.physics.bodies.body import Body
from riotsim.physics.bodies.motion import AT_REST, REST, GroupRest


class RestDetector:
    """The rest of all bodies of an act together."""

    def __init__(self) -> None:
        self._all = GroupRest()

    def restart(self) -> None:
        """Begin anew, because the bodies have changed."""
        self._all.begin()

    def reached(self, tick: int, free: Sequence[Body], rolled: Sequence[Body]) -> bool:
        """Record a look, and return whether all bodies have been at rest for long enough.

        Args:
            tick: The tick of the look.
            free: All bodies that move by themselves.
            rolled: Those that need longer where they lie on no face.
        """
        restless = False
        for body in free:  # each has to be recorded
            if body.motion.observe(AT_REST, tick, (body.at, body.turn, body.speed, body.spin)) is None:
                restless = True
        quiet = self._all.observe(at_rest=not restless)
        return quiet >= REST.lean_run or (quiet >= REST.run and all(body.tilt <= REST.flat for body in rolled))
