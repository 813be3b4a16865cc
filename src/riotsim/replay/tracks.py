"""Tracks: the poses of one piece over the time of a replay, and the spans of its presence on the table."""

import math
from bisect import bisect_right
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Final

from riotsim.replay.poses import interpolate, smoothstep
from riotsim.table.pieces import Model, Movable
from riotsim.table.poses import Pose, slerp

EASED_KEYS: Final = 10
"""Number of keyframes of an eased move."""

HOP_HEIGHT: Final = 18.0
"""A die or token is lifted by this height in an eased move (mm).

A piece that moves no further than this is not lifted.
"""

_MS: Final = attrgetter("ms")


@dataclass(frozen=True, slots=True)
class Keyframe:
    """The pose of a piece at a time."""

    ms: int
    """The time (ms of the timeline)."""
    pose: Pose


@dataclass(slots=True)
class Track:
    """The keyframes of one piece, in order of time. New keyframes are added only at the end."""

    piece: Movable
    """The piece as it first appeared."""
    keys: list[Keyframe] = field(default_factory=list)
    """The keyframes."""
    spans: list[tuple[int, int]] = field(default_factory=list)
    """Start and end of each finished span of the piece's presence on the table (ms)."""
    open_since: int | None = None
    """Start of the unfinished span (ms); None if the piece is not on the table."""
    _place: int = 0
    """Index of the keyframe before the last requested time. The next search begins there."""

    @property
    def is_present(self) -> bool:
        """True if the piece is on the table at the end of the track."""
        return self.open_since is not None

    @property
    def pose(self) -> Pose:
        """Pose at the end of the track."""
        return self.keys[-1].pose

    def is_present_at(self, ms: float) -> bool:
        """Return whether the piece is on the table at a time (ms).

        The result is False for the exact time when the piece leaves the table.
        """
        if self.open_since is not None and ms >= self.open_since:
            return True
        return any(begin <= ms < end for begin, end in self.spans)

    def keys_around(self, ms: float) -> tuple[Keyframe, Keyframe]:
        """Return the last keyframe at or before a time (ms), and the first keyframe after it.

        If the piece doesn't move at that time, the same keyframe is returned twice. This is also so before the first
        keyframe, after the last one, and at the exact time of a keyframe.
        """
        keys, place = self.keys, self._place
        # Usually the time is between the same two keyframes as before, or has just passed the second.
        if place >= len(keys) or keys[place].ms > ms or (place + 2 < len(keys) and keys[place + 2].ms <= ms):
            place = max(bisect_right(keys, ms, key=_MS) - 1, 0)
        elif place + 1 < len(keys) and keys[place + 1].ms <= ms:
            place += 1
        self._place = place
        one = keys[place]
        if place + 1 == len(keys) or ms <= one.ms:
            return one, one
        two = keys[place + 1]
        return (one, one) if one.pose == two.pose else (one, two)

    def pose_at(self, ms: float) -> Pose:
        """Return the pose at a time (ms)."""
        one, two = self.keys_around(ms)
        return one.pose if one is two else interpolate(one.pose, two.pose, (ms - one.ms) / (two.ms - one.ms))

    def appear(self, at: int, pose: Pose) -> None:
        """Put the piece on the table in a pose, at a time (ms)."""
        self.open_since = at
        if self.keys:
            self.hold(at - 1)  # it stays where it left until it comes again
        self.add_key(at, pose)

    def disappear(self, at: int) -> None:
        """Remove the piece from the table at a time (ms), at the earliest 1 ms after the piece appeared."""
        assert self.open_since is not None
        at = max(at, self.open_since + 1)
        self.hold(at)
        self.spans.append((self.open_since, at))
        self.open_since = None

    def cut(self, at: int) -> None:
        """Remove the piece from the table at a time (ms), and remove its keyframes after that time."""
        at = max(at, (self.open_since or 0) + 1)
        while len(self.keys) > 1 and self.keys[-1].ms > at:
            self.keys.pop()
        self.disappear(at)

    def end(self, at: int) -> None:
        """End the track. If the piece is still on the table, its unfinished span ends at the time `at` (ms)."""
        if self.open_since is not None:
            self.spans.append((self.open_since, at))
            self.open_since = None

    def hold(self, at: int) -> None:
        """Keep the piece in its last pose up to a time (ms)."""
        if self.keys[-1].ms < at:
            self.keys.append(Keyframe(at, self.pose))

    def add_key(self, at: int, pose: Pose) -> None:
        """Add a keyframe at a time (ms).

        If the last keyframe is at that time or later, only its pose is replaced.
        """
        keys = self.keys
        if keys and keys[-1].ms >= at:
            keys[-1] = Keyframe(keys[-1].ms, pose)
            return
        if len(keys) > 1 and keys[-1].pose == keys[-2].pose == pose:
            keys.pop()  # the piece still lies in the same place
        keys.append(Keyframe(at, pose))

    def correct(self, pose: Pose) -> None:
        """Replace the last pose, which may be rounded, by the exact pose `pose`. No keyframe is added."""
        # Stored frames are rounded, and tables are not. Later moves should not begin at rounded poses.
        still = len(self.keys) > 1 and self.keys[-2].pose == self.pose
        for place in (-2, -1) if still else (-1,):
            self.keys[place] = Keyframe(self.keys[place].ms, pose)

    def ease(self, begin: int, length: int, end: Pose, *, hop: bool = False) -> None:
        """Move the piece smoothly to a pose.

        Args:
            begin: Start of the move (ms).
            length: Duration of the move (ms).
            end: Pose at the end of the move.
            hop: Whether a die or token is lifted on the way. In moves no longer than `HOP_HEIGHT`, nothing is lifted.
        """
        start = self.pose
        lifted = hop and not isinstance(self.piece, Model) and math.dist(start.at, end.at) > HOP_HEIGHT
        self.hold(begin)
        for k in range(1, EASED_KEYS + 1):
            soft = smoothstep(k / EASED_KEYS)
            x, y, z = (a + (b - a) * soft for a, b in zip(start.at, end.at, strict=True))
            z += HOP_HEIGHT * math.sin(math.pi * soft) if lifted else 0.0
            pose = end if k == EASED_KEYS else Pose((x, y, z), slerp(start.orientation, end.orientation, soft))
            self.add_key(begin + length * k // EASED_KEYS, pose)

    def rewind(self, to: int) -> None:
        """Remove the keyframes after a time (ms).

        If the piece disappeared after that time, it is on the table again.
        """
        while len(self.keys) > 1 and self.keys[-1].ms > to:
            self.keys.pop()
        if self.open_since is None and self.spans and self.spans[-1][1] > to:
            self.open_since = self.spans.pop()[0]

    def forget(self) -> None:
        """Remove all finished spans, and all keyframes except the last one."""
        del self.keys[:-1]
        self.spans.clear()
