"""What one piece does in the course of a replay: where it is at which time, and when it is there at all."""

import math
from bisect import bisect_right
from dataclasses import dataclass, field

from riotsim.replay.poses import Movable, between, blend
from riotsim.table.pieces import Model
from riotsim.table.poses import Pose

STEPS = 10
"""Keys of an eased way."""

HOP = 18.0
"""How high a die or token is lifted on the way (mm)."""


@dataclass(frozen=True, slots=True)
class Key:
    """Where a piece is at a time (ms); straight on to the next."""

    ms: int
    pose: Pose


@dataclass(slots=True)
class Track:
    """A piece's way through the replay. It grows at its end only."""

    piece: Movable
    """As it was first seen: its kind and looks never change."""
    keys: list[Key] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    """When it is there (ms), but for a span that has no end yet."""
    since: int | None = None
    """When that one began (ms)."""

    @property
    def there(self) -> bool:
        """Whether it has come, and not gone again."""
        return self.since is not None

    @property
    def pose(self) -> Pose:
        """Where it is at the end of its way so far."""
        return self.keys[-1].pose

    def is_there(self, ms: float) -> bool:
        """Tell whether it is there at a time (ms) of a replay that is laid out."""
        return any(begin <= ms <= end for begin, end in self.spans)

    def at(self, ms: float) -> Pose:
        """Give where it is at a time (ms): on the straight way from one key to the next."""
        k = max(bisect_right(self.keys, ms, key=lambda key: key.ms) - 1, 0)
        one = self.keys[k]
        if k + 1 == len(self.keys) or ms <= one.ms:
            return one.pose
        two = self.keys[k + 1]
        if one.pose == two.pose:
            return one.pose
        return between(one.pose, two.pose, (ms - one.ms) / (two.ms - one.ms))

    def come(self, at: int, pose: Pose) -> None:
        """Let it be there from a time on (ms)."""
        self.since = at
        if self.keys:
            self.keep(at - 1)  # where it went it stays until it comes again
        self.key(at, pose)

    def go(self, at: int) -> None:
        """Let it be there until a time (ms), but no shorter than 1 ms."""
        assert self.since is not None
        at = max(at, self.since + 1)
        self.keep(at)
        self.spans.append((self.since, at))
        self.since = None

    def end(self, at: int) -> None:
        """Let the replay end at a time (ms), whether it is there then or not."""
        if self.since is not None:
            self.spans.append((self.since, at))
            self.since = None

    def keep(self, at: int) -> None:
        """Hold it where it is up to a time (ms)."""
        if self.keys[-1].ms < at:
            self.keys.append(Key(at, self.pose))

    def key(self, at: int, pose: Pose) -> None:
        """Have it somewhere at a time (ms), or at its last one if that is later."""
        keys = self.keys
        if keys and keys[-1].ms >= at:
            keys[-1] = Key(keys[-1].ms, pose)
            return
        if len(keys) > 1 and keys[-1].pose == keys[-2].pose == pose:
            keys.pop()  # it only goes on lying there
        keys.append(Key(at, pose))

    def ease(self, begin: int, length: int, end: Pose, *, hop: bool = False) -> None:
        """Move it smoothly to where it belongs, within so long a time (ms); what is small is lifted if it may hop."""
        start = self.pose
        lifted = hop and not isinstance(self.piece, Model) and math.dist(start.at, end.at) > HOP
        self.keep(begin)
        for k in range(1, STEPS + 1):
            share = k / STEPS
            soft = share * share * (3 - 2 * share)
            x, y, z = (a + (b - a) * soft for a, b in zip(start.at, end.at, strict=True))
            z += HOP * math.sin(math.pi * soft) if lifted else 0.0
            pose = end if k == STEPS else Pose((x, y, z), blend(start.turn, end.turn, soft))
            self.key(begin + length * k // STEPS, pose)
