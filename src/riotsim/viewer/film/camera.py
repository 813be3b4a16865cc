"""A camera that follows a game: it shows the whole table, moves nearer to acts, and gets close to falling towers."""

import math
from dataclasses import replace
from typing import Final

from riotsim.replay.clocks import SLOW_AFTER, SLOW_BEFORE
from riotsim.replay.overview import OVERVIEW
from riotsim.replay.recorded_timeline import FOCUS_DISTANCE, FOCUS_END_MS, RecordedTimeline
from riotsim.replay.recording import Recording
from riotsim.replay.timeline import Fall
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.viewer.input.camera import CameraPose

FIELD_OF_VIEW: Final = math.radians(OVERVIEW.lens)
"""Vertical field of view (rad)."""

YAW: Final = math.pi / 2
"""Direction of view of a camera at the front of the table, seen from above (rad from +x, anticlockwise)."""

OVERVIEW_PITCH, ACT_PITCH, FALL_PITCH = math.radians(41.0), math.radians(34.0), math.radians(20.0)
"""Angles of the view below the horizontal: for the whole table, for an act, and for a falling tower (rad)."""

ACT_DISTANCE, FALL_DISTANCE = 0.56, 0.34
"""Distances of the camera from an act and from a falling tower.

Each is a fraction of the camera's distance when it shows the whole table.
"""

MIN_DISTANCE: Final = 330.0
"""Smallest distance of the camera from its target during an act or a fall (mm)."""

CENTRING_SHARE: Final = 0.78
"""Position of the camera's target on the way from the table's middle (0) to an act (1), during the act."""

TOWER_RADIUS: Final = 90.0
"""The camera takes towers into account up to this distance from an act (mm)."""

TOWER_DISTANCE: Final = 2.9
"""Smallest distance of the camera, as a multiple of the height of a falling tower, or of a tower near an act."""

ORBIT_ANGLE: Final = 0.42
"""The camera orbits a falling tower by this angle during slow motion (rad)."""

FALL_LEAD_MS: Final = 250
"""The camera starts to move to a falling tower at this time before the fall's slow motion (ms)."""

FALL_HOLD_MS: Final = 500
"""The camera stays at a fallen tower for this time after the fall's slow motion (ms)."""

ACT_DAMPING, FALL_DAMPING = OVERVIEW.damping, 4.5
"""Rates of the camera's approach to its goal (1/s): the usual rate, and the rate at a falling tower.

After 1 / rate seconds, 1/e of the distance to the goal remains.
"""


def overview(table: Table, aspect: float) -> CameraPose:
    """Return a pose of the camera that shows a whole table and its tray.

    Args:
        table: The table.
        aspect: The picture's width divided by its height.
    """
    (left, _), (right, _) = table.outline
    target = ((left + right) / 2, table.depth * 0.48, 0.0)
    return CameraPose(target, OVERVIEW.distance(table, aspect), YAW, OVERVIEW_PITCH)


class FollowCamera:
    """A camera that glides from one act of a replay to the next. Its poses must be computed in the order of time."""

    def __init__(self, recording: Recording, timeline: RecordedTimeline, aspect: float) -> None:
        self._table = recording.first_table
        self._timeline = timeline
        self._whole = overview(self._table, aspect)
        self._now = self._whole
        self._seen: Point | None = None
        self._befores = [moment.before for moment in recording.moments]
        self._place = 0

    def pose_at(self, ms: float, seconds: float) -> CameraPose:
        """Return the camera's pose at a time of the replay. This must not be before the time of the last call.

        Args:
            ms: The time of the replay (ms).
            seconds: Time of the film since the last call (s).
        """
        goal, rate = self._goal(ms)
        share = 1.0 - math.exp(-rate * max(seconds, 0.0))
        now = self._now
        x, y, z = (a + (b - a) * share for a, b in zip(now.target, goal.target, strict=True))
        self._now = CameraPose(
            (x, y, z),
            now.distance + (goal.distance - now.distance) * share,
            now.yaw + (goal.yaw - now.yaw) * share,
            now.pitch + (goal.pitch - now.pitch) * share,
        )
        return self._now

    def _goal(self, ms: float) -> tuple[CameraPose, float]:
        """Return the camera's goal at a time of the replay (ms), and the rate of the approach to the goal (1/s)."""
        falls = self._timeline.falls
        near = [
            fall for fall in falls if fall.ms - SLOW_BEFORE - FALL_LEAD_MS <= ms <= fall.ms + SLOW_AFTER + FALL_HOLD_MS
        ]
        if near:
            self._seen = None
            return self._beside(near[-1], ms), FALL_DAMPING
        spans = self._timeline.spans
        while self._place + 1 < len(spans) and spans[self._place + 1].begin <= ms:
            self._place += 1
        if not spans or ms < spans[0].begin or ms >= self._timeline.end - FOCUS_END_MS:
            self._seen = None
            return self._whole, ACT_DAMPING
        x, y = self._timeline.focus_at(ms)
        if self._seen is None or math.dist(self._seen, (x, y)) >= FOCUS_DISTANCE:
            self._seen = (x, y)
        high = _height_about(self._befores[self._place], self._seen)
        pose = self._nearer(self._seen, max(8.0, 0.42 * high), ACT_DISTANCE, ACT_PITCH, YAW)
        return replace(pose, distance=max(pose.distance, TOWER_DISTANCE * high)), ACT_DAMPING

    def _beside(self, fall: Fall, ms: float) -> CameraPose:
        """Return a pose close to a falling tower. The camera orbits the tower over time.

        Args:
            fall: The fall of the tower.
            ms: Time of the replay (ms).
        """
        # On this side of the tower, more of the table is visible behind it.
        share = (ms - (fall.ms - SLOW_BEFORE)) / (SLOW_BEFORE + SLOW_AFTER)
        way = 1.0 if fall.at[0] > self._table.width / 2 else -1.0
        yaw = YAW + way * ORBIT_ANGLE * (min(max(share, 0.0), 1.0) + 0.35)
        pose = self._nearer(fall.at, 0.44 * fall.height, FALL_DISTANCE, FALL_PITCH, yaw)
        return CameraPose((*fall.at, pose.target[2]), max(pose.distance, TOWER_DISTANCE * fall.height), yaw, FALL_PITCH)

    def _nearer(self, at: Point, height: float, share: float, pitch: float, yaw: float) -> CameraPose:
        width, depth = self._table.width / 2, self._table.depth / 2
        target = (width + (at[0] - width) * CENTRING_SHARE, depth + (at[1] - depth) * CENTRING_SHARE, height)
        return CameraPose(target, max(self._whole.distance * share, MIN_DISTANCE), yaw, pitch)


def _height_about(table: Table, at: Point) -> float:
    """Return the height of the highest tower near a point (mm), or 0 if no tower is near.

    The height of a tower is that of the middle of its top die. A tower is near if this die is at most `TOWER_RADIUS`
    from the point, seen from above.
    """
    tops = [table.tower_dice(name)[-1].pose.at for name in table.towers]
    return max((z for x, y, z in tops if math.dist((x, y), at) <= TOWER_RADIUS), default=0.0)
