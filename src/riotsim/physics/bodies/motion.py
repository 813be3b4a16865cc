"""The record of a body's rest, and the thresholds of rest."""

import math
from dataclasses import dataclass
from typing import Final, NamedTuple

from riotsim.table.poses import Quaternion, Vector, angle_between

LOOK_INTERVAL: Final = 8
"""Ticks between two looks at the bodies: 1/30 s. A look at three dice takes as long as four ticks."""


@dataclass(frozen=True, slots=True)
class RestThresholds:
    """Thresholds of rest. The figures are this program's own; the docstrings say how they were chosen."""

    speed: float = 2.0
    """Highest speed of a body at rest (mm/s)."""
    spin: float = 0.15
    """Highest rate of spin of a body at rest (rad/s)."""
    rest_ticks: int = 16
    """Ticks for which all bodies must be at rest. A tower that begins to topple gains more speed in this time."""
    leaning_ticks: int = 60
    """Ticks of rest that are needed if a rolled die lies on no face, because it may be balancing."""
    max_flat_tilt: float = math.radians(1.5)
    """Maximum tilt of a die that lies flat on a face (rad)."""
    rocking_drift: float = 0.5
    """Maximum distance of a rocking body from its place (mm)."""
    rocking_angle: float = math.radians(3.0)
    """Maximum angle of a rocking body from its orientation (rad)."""
    rocking_ticks: int = 240
    """Ticks of rocking after which a body counts as at rest, however fast it is. Nothing damps a die that leans on a
    corner: among models and scenery 1 roll in 50 rocked by 0.1 mm until the time limit. A toppling body leaves its
    place much sooner. The lean of a tower of ten grows by e in √(2h/3g) = 0.1 s, which is a thousandfold in one
    second.
    """
    creep_drift: float = 0.1
    """Distance beyond which a slow body creeps and is not at rest (mm)."""
    creep_angle: float = math.radians(0.1)
    """Angle beyond which a slow body creeps and is not at rest (rad). Under impulses a die on two others, one of them
    leaning, tipped by 0.9° in 0.25 s, never faster than 0.09 rad/s. Asleep it would have stayed as it was.
    """
    moved_distance: float = 0.1
    """Distance within which a piece counts as not moved (mm)."""
    moved_angle: float = math.radians(0.5)
    """Rotation within which a piece counts as not moved (rad)."""


REST: Final = RestThresholds()
"""The thresholds in use."""


@dataclass(frozen=True, slots=True, eq=False)
class RestPolicy:
    """Conditions of rest for one use of a body's record."""

    drift: float = math.inf
    """Distance from the place where rest began at which rest begins anew (mm)."""
    drift_angle: float = math.inf
    """Rotation since rest began at which rest begins anew (rad)."""
    rocking_ticks: int | None = None
    """Ticks of rocking after which a body counts as at rest at any speed; None for never."""


AT_REST: Final = RestPolicy(rocking_ticks=REST.rocking_ticks)
"""Policy of rest by which an act ends and single pieces fall asleep."""

SETTLED: Final = RestPolicy(REST.creep_drift, REST.creep_angle)
"""Policy of rest by which islands of bodies fall asleep after a fall."""

STANDING: Final = RestPolicy(REST.creep_drift, REST.creep_angle)
"""Policy of rest by which towers fall asleep. All dice of a tower begin it at the same time."""


class _RestStart(NamedTuple):
    """Since when (tick), and where, a body has been at rest."""

    since: int
    at: Vector
    turn: Quaternion


class Motion:
    """The record of one body's rest: since when and where it has been at rest, by each policy."""

    __slots__ = ("_place", "_spans")

    def __init__(self, at: Vector, turn: Quaternion, since: int = 0) -> None:
        """Begin a record.

        Args:
            at: Place of the body (mm).
            turn: Orientation of the body.
            since: Tick since which the body has been at that place.
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
            policy: The conditions of rest.
            tick: The tick.
            state: Place (mm), orientation, speed (mm/s) and rate of spin (rad/s) of the body.
            tolerance: Factor on the highest speed and spin.
            elapsed: Ticks before this one that count as rest if rest begins here.

        Returns:
            Ticks for which the body has been at rest, or None if it isn't.
        """
        at, turn, speed, spin = state
        if (speed > tolerance * REST.speed or spin > tolerance * REST.spin) and (
            policy.rocking_ticks is None or self.in_place_for(tick, at, turn) < policy.rocking_ticks
        ):
            self._spans.pop(policy, None)
            return None
        span = self._spans.get(policy)
        if span is None or self.drifted(policy, at, turn):
            self._spans[policy] = span = _RestStart(tick - elapsed, at, turn)
        return tick - span.since

    def begin(self, policy: RestPolicy, tick: int, at: Vector, turn: Quaternion) -> None:
        """Begin rest at a tick and a place (mm), whatever the record was."""
        self._spans[policy] = _RestStart(tick, at, turn)

    def forget(self, policy: RestPolicy) -> None:
        """Forget that the body has been at rest."""
        self._spans.pop(policy, None)

    def drifted(self, policy: RestPolicy, at: Vector, turn: Quaternion) -> bool:
        """Return whether the body has left the place where its rest began; False if it has not begun."""
        span = self._spans.get(policy)
        if span is None or policy.drift == math.inf:
            return False
        return math.dist(at, span.at) > policy.drift or angle_between(turn, span.turn) > policy.drift_angle

    def in_place_for(self, tick: int, at: Vector, turn: Quaternion) -> int:
        """Record a place (mm), and return an upper limit of the ticks for which the body has rocked there."""
        place = self._place
        if math.dist(at, place.at) > REST.rocking_drift or angle_between(turn, place.turn) > REST.rocking_angle:
            self._place = place = _RestStart(tick, at, turn)
        return tick - place.since


class GroupRest:
    """The time for which several bodies have been at rest together.

    The records of single bodies can't tell this: a body that has left the group counted while it moved, and ticks that
    an act skips without the engine count for no group.
    """

    __slots__ = ("ticks",)

    def __init__(self) -> None:
        self.ticks = 0
        """Ticks for which all have been at rest."""

    def observe(self, *, at_rest: bool) -> int:
        """Record at a look whether all bodies are at rest, and return the number of ticks for which they have been."""
        self.ticks = self.ticks + LOOK_INTERVAL if at_rest else 0
        return self.ticks

    def begin(self, ticks: int = 0) -> None:
        """Begin anew, with `ticks` ticks of rest already counted."""
        self.ticks = ticks
