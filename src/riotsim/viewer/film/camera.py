"""A camera that follows what happens: all of the table, nearer where something is done, close where a tower falls."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from riotsim.replay.recording import Recording
from riotsim.replay.slow_motion import AFTER, BEFORE
from riotsim.replay.timeline import Timeline
from riotsim.table.poses import Point, Vector
from riotsim.table.state import Table

LENS: Final = math.radians(32.0)
"""The field of view, from top to bottom."""

YAW: Final = math.pi / 2
"""From the front of the table."""

OVER, BESIDE, LOW = math.radians(41.0), math.radians(34.0), math.radians(20.0)
"""How far down the camera looks at all of the table, at what is done, and at a tower that falls."""

NEARER, CLOSE = 0.56, 0.34
"""Its distances then, as shares of that from which all of the table is seen."""

CLOSEST: Final = 330.0
"""But it goes no nearer than this (mm)."""

PULL: Final = 0.78
"""What is done at the table's edge is not quite in the middle of the picture."""

AROUND: Final = 90.0
"""Towers that are no farther from what is done than this (mm) are to be seen to their tops."""

ROOM: Final = 2.9
"""For that the camera is so many times as far away as they are high."""

ELSEWHERE: Final = 70.0
"""The camera turns to what happens so far from where it looks (mm)."""

ASIDE: Final = 0.42
"""And it goes round a tower by so much while that falls (rad)."""

LOOKS_UP: Final = 250
"""It is on its way to a tower so long before time gets slow (ms)."""

LINGER: Final = 500
"""And stays so long after (ms)."""

HASTE: Final = 3.2
"""How fast it glides: so many times in a second the way left shrinks to 1/e."""

SWOOP: Final = 4.5
"""And to a tower that falls."""

ENDING: Final = 400
"""All of the table is seen so long before the end (ms)."""


@dataclass(frozen=True, slots=True)
class CameraPose:
    """Where a camera looks, and from where."""

    target: Vector
    """mm."""
    distance: float
    """From there (mm)."""
    yaw: float
    """Where it looks in plan (rad from +x, counterclockwise)."""
    pitch: float
    """How far it looks down (rad)."""


@dataclass(frozen=True, slots=True)
class Fall:
    """A tower comes down."""

    ms: int
    """When it is known to."""
    at: Point
    height: float
    """mm."""


def falls(recording: Recording, timeline: Timeline) -> tuple[Fall, ...]:
    """Give the towers that come down, in order of time."""
    found = []
    for moment, (begin, end) in zip(recording.moments, timeline.moments, strict=True):
        marks = [mark for mark in timeline.marks if mark.kind == "collapse" and begin <= mark.ms <= end]
        facts = sorted(moment.felled, key=lambda fact: fact.tick)
        for mark, fact in zip(marks, facts, strict=False):
            dice = moment.before.tower_dice(fact.tower)
            if dice:
                x, y, z = dice[0].pose.at
                found.append(Fall(mark.ms, (x, y), dice[-1].pose.at[2] - z + dice[0].size))
    return tuple(sorted(found, key=lambda fall: fall.ms))


def overview(table: Table, aspect: float) -> CameraPose:
    """Give a look at all of a table, and its tray, in a picture that is so many times as wide as high."""
    (left, _), (right, _) = table.outline
    tan = math.tan(LENS / 2)
    far = max(
        (right - left + 110.0) / (2 * tan * aspect) + table.depth * 0.36,
        table.depth * 0.82 / (2 * tan) + table.depth * 0.22,
    )
    return CameraPose(((left + right) / 2, table.depth * 0.48, 0.0), far, YAW, OVER)


class FollowCamera:
    """Goes through a replay with the camera. `at` is asked for one time after the other."""

    def __init__(self, recording: Recording, timeline: Timeline, aspect: float, fallen: Sequence[Fall]) -> None:
        self._table = recording.first
        self._timeline = timeline
        self._fallen = fallen
        self._whole = overview(self._table, aspect)
        self._now = self._whole
        self._seen: Point | None = None
        self._befores = [moment.before for moment in recording.moments]
        self._place = 0

    def at(self, ms: float, seconds: float) -> CameraPose:
        """Give where the camera is at a time (ms), so many seconds of the film after it was asked last."""
        goal, haste = self._goal(ms)
        share = 1.0 - math.exp(-haste * max(seconds, 0.0))
        now = self._now
        x, y, z = (a + (b - a) * share for a, b in zip(now.target, goal.target, strict=True))
        self._now = CameraPose(
            (x, y, z),
            now.distance + (goal.distance - now.distance) * share,
            now.yaw + (goal.yaw - now.yaw) * share,
            now.pitch + (goal.pitch - now.pitch) * share,
        )
        return self._now

    def jump(self, ms: float) -> CameraPose:
        """Be where the camera would like to be at a time (ms)."""
        self._now = self._goal(ms)[0]
        return self._now

    def _goal(self, ms: float) -> tuple[CameraPose, float]:
        """Where the camera goes to, and how fast."""
        near = [fall for fall in self._fallen if fall.ms - BEFORE - LOOKS_UP <= ms <= fall.ms + AFTER + LINGER]
        if near:
            self._seen = None
            return self._beside(near[-1], ms), SWOOP
        sights, moments = self._timeline.sights, self._timeline.moments
        while self._place + 1 < len(moments) and moments[self._place + 1][0] <= ms:
            self._place += 1
        if not moments or ms < moments[0][0] or ms >= self._timeline.length - ENDING:
            self._seen = None
            return self._whole, HASTE
        x, y = sights[self._place]
        if self._seen is None or math.dist(self._seen, (x, y)) >= ELSEWHERE:
            self._seen = (x, y)
        high = _height_about(self._befores[self._place], self._seen)
        sight = self._nearer(self._seen, max(8.0, 0.42 * high), NEARER, BESIDE, YAW)
        return replace(sight, distance=max(sight.distance, ROOM * high)), HASTE

    def _beside(self, fall: Fall, ms: float) -> CameraPose:
        """Close to a tower, going round it while it falls, from the side on which there is more of the table."""
        share = (ms - (fall.ms - BEFORE)) / (BEFORE + AFTER)
        way = 1.0 if fall.at[0] > self._table.width / 2 else -1.0
        yaw = YAW + way * ASIDE * (min(max(share, 0.0), 1.0) + 0.35)
        sight = self._nearer(fall.at, 0.44 * fall.height, CLOSE, LOW, yaw)
        return CameraPose((*fall.at, sight.target[2]), max(sight.distance, ROOM * fall.height), yaw, LOW)

    def _nearer(self, at: Point, height: float, share: float, pitch: float, yaw: float) -> CameraPose:
        width, depth = self._table.width / 2, self._table.depth / 2
        target = (width + (at[0] - width) * PULL, depth + (at[1] - depth) * PULL, height)
        return CameraPose(target, max(self._whole.distance * share, CLOSEST), yaw, pitch)


def _height_about(table: Table, at: Point) -> float:
    """The height of the highest tower about a place (mm); 0 if there is none."""
    tops = [table.tower_dice(name)[-1].pose.at for name in table.towers]
    return max((z for x, y, z in tops if math.dist((x, y), at) <= AROUND), default=0.0)
