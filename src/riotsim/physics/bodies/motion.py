"""The record of a body's rest, and the thresholds by which rest is judged."""

import math
from dataclasses import dataclass
from typing import Final, NamedTuple

from riotsim.table.poses import Quaternion, Vector, angle_between

LOOK_INTERVAL: Final = 8
"""Ticks between two looks at the bodies, a thirtieth of a second. A look at three dice takes as long as four ticks."""


@dataclass(frozen=True, slots=True)
class RestThresholds:
    """Thresholds of rest. The figures are this program's own; the docstrings name what they were chosen by."""

    speed: float = 2.0
    """Highest speed of a body at rest (mm/s)."""
    spin: float = 0.15
    """Highest rate of spin of a body at rest (rad/s)."""
    run: int = 16
    """Ticks for which all bodies have to be at rest. A tower that begins to topple gains more speed in this time."""
    lean_run: int = 60
    """Ticks of rest that are needed where a rolled die lies on no face, because it may be balancing."""
    flat: float = math.radians(1.5)
    """Largest tilt of a die that lies flat on a face (rad)."""
    rocking_drift: float = 0.5
    """Distance from its place within which a body rocks (mm)."""
    rocking_angle: float = math.radians(3.0)
    """Angle from its orientation within which a body rocks (rad)."""
    rocking_run: int = 240
    """Ticks of rocking after which a body counts as at rest, however fast it is.

    Nothing damps a die that leans on a corner: among models and scenery 1 roll in 50 rocked by 0.1 mm until its time
    was up. What topples has left its place long before. In one second the lean of a tower of ten grows a thousandfold,
    by e in √(2h/3g), which is 0.1 s.
    """
    creep_drift: float = 0.1
    """Distance after which a slow body creeps and is not at rest (mm)."""
    creep_angle: float = math.radians(0.1)
    """Angle after which a slow body creeps and is not at rest (rad).

    Under impulses a die that lay on another die and on a leaning one tipped by 0.9° in a quarter of a second, never
    faster than 0.09 rad/s. If it had been put to sleep it would have stayed so.
    """
    moved: float = 0.1
    """Distance up to which a piece has not moved (mm)."""
    moved_angle: float = math.radians(0.5)
    """Rotation up to which a piece has not moved (rad)."""


REST: Final = RestThresholds()
"""The thresholds in use."""


@dataclass(frozen=True, slots=True, eq=False)
class RestPolicy:
    """The conditions that one user of a body's record sets for rest."""

    drift: float = math.inf
    """Distance from the place where rest began at which it begins anew (mm)."""
    drift_angle: float = math.inf
    """Rotation since rest began at which it begins anew (rad)."""
    rocking_run: int | None = None
    """Ticks of rocking in its place after which a body counts as at rest at any speed; None: never."""


AT_REST: Final = RestPolicy(rocking_run=REST.rocking_run)
"""Rest by which an act ends, and single pieces fall asleep."""

SETTLED: Final = RestPolicy(REST.creep_drift, REST.creep_angle)
"""Rest by which islands of bodies fall asleep after a fall."""

STANDING: Final = RestPolicy(REST.creep_drift, REST.creep_angle)
"""Rest by which towers fall asleep; all dice of a tower begin it at once."""


class _RestStart(NamedTuple):
    """Since when (tick), and where, a body has been at rest."""

    since: int
    at: Vector
    turn: Quaternion


class Motion:
    """The record of one body's rest: since when, and where, it has been at rest by each policy."""

    __slots__ = ("_place", "_spans")

    def __init__(self, at: Vector, turn: Quaternion, since: int = 0) -> None:
        """Begin a record.

        Args:
            at: Place of the body (mm).
            turn: Orientation of the body.
            since: Tick since which it has kept to that place.
        """
        self._place = _RestStart(since, at, turn)
        self._spans: dict[RestPolicy, _RestStart] = {}

    def since(self, policy: RestPolicy) -> int | None:
        """Return the tick since which the body has been at rest; None if it isn't."""
        span = self._spans.get(policy)
        return None if span is None else span.since

    def observe(
        self,
        policy: RestPolicy,
        tick: int,
        state: tuple[Vector, Quaternion, float, float],
        *,
        tolerance: float = 1.0,
        elapsed: int = 0,
    ) -> int | None:
        """Record the state of the body at a tick.

        Args:
            policy: What counts as rest.
            tick: The tick.
            state: Place (mm), orientation, speed (mm/s) and rate of spin (rad/s) of the body.
            tolerance: Factor on the highest speed and spin.
            elapsed: Ticks before this one that count as rest where it begins.

        Returns:
            Ticks for which the body has been at rest, or None if it isn't.
        """
        at, turn, speed, spin = state
        if (speed > tolerance * REST.speed or spin > tolerance * REST.spin) and (
            policy.rocking_run is None or self.in_place_for(tick, at, turn) < policy.rocking_run
        ):
            self._spans.pop(policy, None)
            return None
        span = self._spans.get(policy)
        if span is None or self.drifted(policy, at, turn):
            self._spans[policy] = span = _RestStart(tick - elapsed, at, turn)
        return tick - span.since

    def begin(self, policy: RestPolicy, tick: int, at: Vector, turn: Quaternion) -> None:
        """Begin rest at a tick and a place (mm), whatever was before."""
        self._spans[policy] = _RestStart(tick, at, turn)

    def forget(self, policy: RestPolicy) -> None:
        """Forget that the body has been at rest."""
        self._spans.pop(policy, None)

    def drifted(self, policy: RestPolicy, at: Vector, turn: Quaternion) -> bool:
        """Return whether the body has left the place where its rest began, if it has begun."""
        span = self._spans.get(policy)
        if span is None or policy.drift == math.inf:
            return False
        return math.dist(at, span.at) > policy.drift or angle_between(turn, span.turn) > policy.drift_angle

    def in_place_for(self, tick: int, at: Vector, turn: Quaternion) -> int:
        """Record a place (mm) and return for how many ticks the body has rocked there at the most."""
        place = self._place
        if math.dist(at, place.at) > REST.rocking_drift or angle_between(turn, place.turn) > REST.rocking_angle:
            self._place = place = _RestStart(tick, at, turn)
        return tick - place.since


class GroupRest:
    """The time for which several bodies have been at rest together, from look to look.

    The records of the bodies don't have it. A body that has left the group counted while it moved, and ticks that an
    act skips without the engine count for no group.
    """

    __slots__ = ("ticks",)

    def __init__(self) -> None:
        self.ticks = 0
        """Ticks for which all have been at rest."""

    def observe(self, *, at_rest: bool) -> int:
        """Record at a look whether all are at rest, and return for how many ticks they have been."""
        self.ticks = self.ticks + LOOK_INTERVAL if at_rest else 0
        return self.ticks

    def begin(self, ticks: int = 0) -> None:
        """Begin anew, with so many ticks of rest taken as done."""
        self.ticks = ticks
