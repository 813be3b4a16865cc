"""What is left of a fallen tower sleeps where it has come to rest, and costs nothing until something moving touches it.

The exact solver's cost grows with the cube of the contacts that hang together: the lower half of a tower that still
stands, while dice from above roll on, took as long as the fall.
"""

from collections.abc import Sequence
from typing import Final

from riotsim.physics.budget.islands import islands, near
from riotsim.physics.engine.world import World
from riotsim.physics.rest.detector import FLAT, LEAN_RUN, REST_RUN, REST_SPEED, REST_SPIN, creeps, tilt
from riotsim.physics.rest.sleep import lull
from riotsim.physics.scene.bodies import Body
from riotsim.table.poses import Quaternion, Vector

EVERY: Final = 8
"""Ticks from one time to the next that this is looked for."""


class IslandSleeping:
    """All that hangs together, and for how long it has been at rest."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._since: dict[int, tuple[int, Vector, Quaternion]] = {}
        """Since when a body has been at rest (tick), and where."""

    def look(self, free: Sequence[Body], tick: int) -> None:
        """Put to sleep what has been at rest for long enough, with all that hangs together with it."""
        for body in free:
            if body.asleep:
                continue
            if body.speed > REST_SPEED or body.spin > REST_SPIN:
                self._since.pop(body.number, None)
            elif (since := self._since.get(body.number)) is None or creeps(body, since[1], since[2]):
                self._since[body.number] = (tick, body.at, body.turn)
        if tick % EVERY:
            return
        rested = {body.number for body in free if self._rested(body, tick)}
        if all(body.asleep for body in free if body.number in rested):
            return
        for group in islands(free, near(free)):
            if all(body.number in rested for body in group):
                for body in group:
                    if not body.asleep:
                        lull(self._world, body)

    def _rested(self, body: Body, tick: int) -> bool:
        """Whether a body has been at rest for long enough; longer where it leans, for it may be balancing."""
        if body.asleep:
            return True
        since = self._since.get(body.number)
        quiet = 0 if since is None else tick - since[0]
        return quiet >= LEAN_RUN or (quiet >= REST_RUN and tilt(body) <= FLAT)
