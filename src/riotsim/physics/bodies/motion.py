"""The record of how long a body has been at rest, and the thresholds of rest."""

import math
from dataclasses import dataclass
from typing import Final, NamedTuple

from riotsim.table.poses import Quaternion, Vector, angle_between

LOOK_INTERVAL: Final = 8
"""Ticks between two regular checks, at which the state of free bodies is read: 1/30 s.

Checking three dice takes as long as simulating four ticks.
"""


@dataclass(frozen=True, slots=True)
class RestThresholds:
    """Thresholds below which bodies count as at rest. The values are our choice. Some are explained below."""

    speed: float = 2.0
    """Highest speed of a body that counts as at rest (mm/s)."""
    spin: float = 0.15
    """Highest rate of spin of a body that counts as at rest (rad/s)."""
    rest_ticks: int = 16
    """Ticks for which all bodies must be at rest before an act ends.

    In this time, a tower that begins to topple becomes faster than `speed`.
    """
    leaning_ticks: int = 60
    """As `rest_ticks`, for acts in which a rolled die or a dropped token lies on no face (ticks).

    It is longer, as such a piece may be balancing.
    """
    max_flat_tilt: float = math.radians(1.5)
    """Maximum tilt of a die that counts as lying flat on a face (rad)."""
    rocking_drift: float = 0.5
    """Largest distance of a rocking body from the place where it began to rock (mm)."""
    rocking_angle: float = math.radians(3.0)
    """Largest rotation of a rocking body from the orientation in which it began to rock (rad)."""
    rocking_ticks: int = 240
    """Ticks of rocking after which a body counts as at rest, however fast it is.

    Nothing damps a die that leans on a corner. In 1 of 50 rolls among models and scenery, a die rocked by 0.1 mm until
    the time limit.

    A toppling body leaves its place much sooner. The lean of a tower of ten dice with the height h grows by the factor
    e in √(2h/3g) = 0.1 s. So it grows a thousandfold within a second.
    """
    creep_drift: float = 0.1
    """Largest distance that a slow body may drift while at rest (mm). Beyond it the body creeps, and isn't at rest."""
    creep_angle: float = math.radians(0.1)
    """Largest angle that a slow body may turn while at rest (rad). Beyond it the body creeps, and isn't at rest.

    With the impulse solver a die that lay on two others tipped by 0.9° in 0.25 s. It was never faster than 0.09 rad/s.
    Without this limit it would have fallen asleep before it tipped.
    """
    moved_distance: float = 0.1
    """Largest displacement with which a piece still counts as not moved by the act (mm)."""
    moved_angle: float = math.radians(0.5)
    """Largest rotation with which a piece still counts as not moved by the act (rad)."""


REST: Final = RestThresholds()
"""The thresholds of rest that are in use."""


@dataclass(frozen=True, slots=True, eq=False)
class RestPolicy:
    """The conditions under which a body is at rest for one purpose, such as falling asleep.

    The limits of speed and spin come from `REST`, and are the same for all policies.
    """

    drift: float = math.inf
    """Largest distance that a body may drift while at rest (mm). Beyond it the rest begins anew."""
    drift_angle: float = math.inf
    """Largest angle that a body may turn while at rest (rad). Beyond it the rest begins anew."""
    rocking_ticks: int | None = None
    """Ticks of rocking after which a body counts as at rest, however fast it is; None for never."""


AT_REST: Final = RestPolicy(rocking_ticks=REST.rocking_ticks)
"""The conditions under which an act ends, and single pieces fall asleep."""

SETTLED: Final = RestPolicy(REST.creep_drift, REST.creep_angle)
"""The conditions under which groups of touching bodies fall asleep after a tower has fallen."""

STANDING: Final = RestPolicy(REST.creep_drift, REST.creep_angle)
"""The conditions under which towers fall asleep. All dice of a tower begin their rest at the same tick."""


class _RestStart(NamedTuple):
    """The tick and the pose at which a body's rest began."""

    since: int
    at: Vector
    turn: Quaternion


class Motion:
    """The record of one body's rest: for each policy, when and in which pose the rest began."""

    __slots__ = ("_place", "_spans")

    def __init__(self, at: Vector, turn: Quaternion, since: int = 0) -> None:
        """Begin a record. No policy counts the body as at rest yet.

        Args:
            at: Place of the body (mm).
            turn: Orientation of the body.
            since: Tick since which the body has been at that place. Rocking is counted from this tick.
        """
        self._place = _RestStart(since, at, turn)
        self._spans: dict[RestPolicy, _RestStart] = {}

    def since(self, policy: RestPolicy) -> int | None:
        """Return the tick since which a policy counts the body as at rest; None if the body isn't at rest."""
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
        """Record the state of the body at a tick, and return for how long it has been at rest.

        Args:
            policy: The conditions of rest.
            tick: The tick of the observation.
            state: Place (mm), orientation, speed (mm/s) and rate of spin (rad/s) of the body.
            tolerance: Factor on the highest speed and spin of a body at rest.
            elapsed: If the body comes to rest at `tick`, its rest is counted from the tick `tick` − `elapsed`.

        Returns:
            Ticks for which the body has been at rest, or None if it isn't at rest.
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
        """Record the tick and the pose from which a policy counts the body as at rest.

        This replaces an earlier record.

        Args:
            policy: The conditions of rest.
            tick: The tick.
            at: Place of the body (mm).
            turn: Orientation of the body.
        """
        self._spans[policy] = _RestStart(tick, at, turn)

    def forget(self, policy: RestPolicy) -> None:
        """Record that a policy doesn't count the body as at rest."""
        self._spans.pop(policy, None)

    def drifted(self, policy: RestPolicy, at: Vector, turn: Quaternion) -> bool:
        """Return whether the body has drifted from the pose in which its rest began; False if no rest is recorded.

        Args:
            policy: The conditions of rest, with the distance and rotation that count as drift.
            at: Present place of the body (mm).
            turn: Present orientation of the body.
        """
        span = self._spans.get(policy)
        if span is None or policy.drift == math.inf:
            return False
        return math.dist(at, span.at) > policy.drift or angle_between(turn, span.turn) > policy.drift_angle

    def in_place_for(self, tick: int, at: Vector, turn: Quaternion) -> int:
        """Return the number of ticks for which the body has stayed at one place, where it may rock.

        Once the body has left this place, the count starts again from 0.

        Args:
            tick: The tick of the observation.
            at: Place of the body (mm).
            turn: Orientation of the body.
        """
        place = self._place
        if math.dist(at, place.at) > REST.rocking_drift or angle_between(turn, place.turn) > REST.rocking_angle:
            self._place = place = _RestStart(tick, at, turn)
        return tick - place.since


class GroupRest:
    """The time for which several bodies have been at rest together.

    Ticks that pass without a step of the engine don't count. The records of single bodies don't suffice: a body that
    has left the group may have interrupted the rest.
    """

    __slots__ = ("ticks",)

    def __init__(self) -> None:
        self.ticks = 0
        """Ticks for which all bodies of the group have been at rest."""

    def observe(self, *, at_rest: bool) -> int:
        """Record whether all bodies are at rest now, and return for how many ticks they have been.

        Call this once every `LOOK_INTERVAL` ticks.
        """
        self.ticks = self.ticks + LOOK_INTERVAL if at_rest else 0
        return self.ticks

    def begin(self, ticks: int = 0) -> None:
        """Set the number of ticks for which all bodies have been at rest to `ticks`."""
        self.ticks = ticks
