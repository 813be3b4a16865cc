"""The record of a body's time at rest, and the thresholds below which a body is at rest."""

import math
from dataclasses import dataclass
from typing import Final, NamedTuple

from riotsim.table.poses import Quaternion, Vector, angle_between

LOOK_INTERVAL: Final = 8
"""Number of ticks between two regular checks: 1/30 s. At a regular check, the state of free bodies is read.

A check of three dice takes as long as the simulation of four ticks.
"""


@dataclass(frozen=True, slots=True)
class RestThresholds:
    """Thresholds below which bodies are treated as at rest. We chose the values; they have no source."""

    speed: float = 2.0
    """Greatest speed of a body at rest (mm/s)."""
    spin: float = 0.15
    """Greatest rate of spin of a body at rest (rad/s)."""
    rest_ticks: int = 16
    """All bodies must be at rest for this number of ticks before an act ends.

    In this time, a tower that begins to topple becomes faster than `speed`.
    """
    leaning_ticks: int = 60
    """Number of ticks instead of `rest_ticks` while a rolled die or a dropped token doesn't lie on a face.

    It is greater than `rest_ticks`, because such a piece may be balancing and may still fall.
    """
    max_flat_tilt: float = math.radians(1.5)
    """Greatest tilt of a die or token that lies flat on a face (rad)."""
    rocking_drift: float = 0.5
    """A body rocks on the spot if it is no farther than this from its place at the beginning of the rocking (mm)."""
    rocking_angle: float = math.radians(3.0)
    """Greatest rotation of a body rocking on the spot since the rocking began (rad)."""
    rocking_ticks: int = 240
    """After this number of ticks of rocking on the spot, a body counts as at rest, even if it is fast.

    A die that leans on a corner may rock without end, because nothing damps it. In 1 of 50 rolls among models and
    scenery, a die rocked by 0.1 mm until the time limit.

    A body that topples leaves the spot much sooner. For example, the lean of a tower of ten dice with the height h
    grows by the factor e in √(2h/3g) = 0.1 s. So it grows a thousandfold within a second.
    """
    creep_drift: float = 0.1
    """Greatest distance that a slow body may drift and still be at rest (mm). If it drifts further, it creeps."""
    creep_angle: float = math.radians(0.1)
    """Greatest angle that a slow body may turn and still be at rest (rad). If it turns further, it creeps.

    With the impulse solver, a die lay on two others and tipped by 0.9° in 0.25 s. It was never faster than 0.09 rad/s.
    Without this limit, the die would have fallen asleep before it tipped.
    """
    moved_distance: float = 0.1
    """A piece counts as not moved by the act up to this distance (mm)."""
    moved_angle: float = math.radians(0.5)
    """A piece counts as not moved by the act up to this angle of rotation (rad)."""


REST: Final = RestThresholds()
"""The thresholds of rest that the simulation uses."""


@dataclass(frozen=True, slots=True, eq=False)
class RestPolicy:
    """The conditions for a body's rest for one purpose, such as letting the body fall asleep.

    The limits of speed and spin come from `REST`. They are the same for all policies.
    """

    drift: float = math.inf
    """Greatest distance that a body may drift while at rest (mm). If it drifts further, a new rest begins."""
    drift_angle: float = math.inf
    """Greatest angle that a body may turn while at rest (rad). If it turns further, a new rest begins."""
    rocking_ticks: int | None = None
    """After this number of ticks of rocking on the spot, a body counts as at rest, even if it is fast.

    If this is None, a fast body is never at rest.
    """


AT_REST: Final = RestPolicy(rocking_ticks=REST.rocking_ticks)
"""The conditions of rest for two purposes: to end an act, and to let single pieces fall asleep."""

SETTLED: Final = RestPolicy(REST.creep_drift, REST.creep_angle)
"""The conditions of rest for letting islands (groups of touching bodies) fall asleep.

Islands fall asleep only after a tower has fallen.
"""

STANDING: Final = RestPolicy(REST.creep_drift, REST.creep_angle)
"""The conditions of rest for letting towers fall asleep.

All dice of a tower begin their rest at the same tick.
"""


class _RestStart(NamedTuple):
    """The first tick of a body's rest, and the body's pose then."""

    since: int
    at: Vector
    turn: Quaternion


class Motion:
    """The record of one body's rest: for each policy, the tick and the pose of its beginning."""

    __slots__ = ("_place", "_spans")

    def __init__(self, at: Vector, turn: Quaternion, since: int = 0) -> None:
        """Begin a record. The body isn't at rest by any policy yet.

        Args:
            at: Position of the body (mm).
            turn: Orientation of the body.
            since: First tick of the body's stay in that position. From this tick, `in_place_for` counts how long the
                body stays on the spot.
        """
        self._place = _RestStart(since, at, turn)
        self._spans: dict[RestPolicy, _RestStart] = {}

    def since(self, policy: RestPolicy) -> int | None:
        """Return the first tick of the body's rest by a policy; None if it isn't at rest."""
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
            state: Position (mm), orientation, speed (mm/s) and rate of spin (rad/s) of the body.
            tolerance: Factor of the limits of speed and spin for a body at rest.
            elapsed: Number of ticks before `tick` that count as rest too, if a new rest begins with this observation.

        Returns: The body's ticks of rest so far, or None if it isn't at rest.
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
        """Record that the body is at rest by a policy, from a given tick on and in a given pose.

        This replaces an earlier record for the same policy.

        Args:
            policy: The conditions of rest.
            tick: The tick.
            at: Position of the body (mm).
            turn: Orientation of the body.
        """
        self._spans[policy] = _RestStart(tick, at, turn)

    def forget(self, policy: RestPolicy) -> None:
        """Record that the body isn't at rest by a policy."""
        self._spans.pop(policy, None)

    def drifted(self, policy: RestPolicy, at: Vector, turn: Quaternion) -> bool:
        """Return whether the body has moved or turned too far from its pose at the beginning of its rest.

        If no rest is recorded for the policy, the result is False.

        Args:
            policy: The conditions of rest. They say how far is too far (`drift`, `drift_angle`).
            at: Present position of the body (mm).
            turn: Present orientation of the body.
        """
        span = self._spans.get(policy)
        if span is None or policy.drift == math.inf:
            return False
        return math.dist(at, span.at) > policy.drift or angle_between(turn, span.turn) > policy.drift_angle

    def in_place_for(self, tick: int, at: Vector, turn: Quaternion) -> int:
        """Return the number of ticks for which the body has stayed on the spot. It may rock there.

        If the body has now left the spot, count again from 0 at its new position.

        Args:
            tick: The tick of the observation.
            at: Position of the body (mm).
            turn: Orientation of the body.
        """
        place = self._place
        if math.dist(at, place.at) > REST.rocking_drift or angle_between(turn, place.turn) > REST.rocking_angle:
            self._place = place = _RestStart(tick, at, turn)
        return tick - place.since


class GroupRest:
    """The record of how long several bodies have been at rest together.

    Ticks that pass without a step of the engine aren't counted. The records of the single bodies (`Motion`) aren't
    enough to compute this time. For example, a body may have moved a moment ago, and have left the group since. Its
    motion interrupted the common rest, but the records of the remaining bodies don't show this.
    """

    __slots__ = ("ticks",)

    def __init__(self) -> None:
        self.ticks = 0
        """Number of ticks of rest that all bodies of the group have had together."""

    def observe(self, *, at_rest: bool) -> int:
        """Record whether all bodies are at rest now, and return the number of ticks of their common rest.

        Call this once every `LOOK_INTERVAL` ticks.
        """
        self.ticks = self.ticks + LOOK_INTERVAL if at_rest else 0
        return self.ticks

    def begin(self, ticks: int = 0) -> None:
        """Set the number of ticks of rest that all bodies have had together."""
        self.ticks = ticks
