"""Rate at which time passes in a window: the chosen speed, a pause, and slow motion while a tower falls."""

from collections.abc import Sequence
from dataclasses import dataclass

from riotsim.replay.slow_motion import Fall, playback_rate
from riotsim.table.units import TICKS_PER_SECOND

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Speeds that can be chosen."""

STEP = 1 / TICKS_PER_SECOND
"""Longest step over which the rate counts as constant (s)."""

LONGEST_FRAME = 0.25
"""Longest time that counts between two frames of a window (s): a window that stood still does not jump."""


@dataclass(slots=True)
class Pace:
    """The speed that a person has chosen."""

    speed: float = 1.0
    """One of `SPEEDS`."""
    paused: bool = False
    slow_motion: bool = True
    """True if falling towers are shown in slow motion."""

    def faster(self) -> None:
        """Choose the next higher speed, if there is one."""
        self.speed = next((speed for speed in SPEEDS if speed > self.speed), SPEEDS[-1])

    def slower(self) -> None:
        """Choose the next lower speed, if there is one."""
        self.speed = next((speed for speed in reversed(SPEEDS) if speed < self.speed), SPEEDS[0])

    def passes(self, seconds: float) -> float:
        """Return the time that passes in the game while a window shows a frame, without slow motion (both s)."""
        return 0.0 if self.paused else min(max(seconds, 0.0), LONGEST_FRAME) * self.speed

    def advance(self, ms: float, seconds: float, falls: Sequence[Fall]) -> float:
        """Return the time of a timeline after a while.

        Args:
            ms: The time before (ms).
            seconds: Seconds that pass, as `passes` returns them.
            falls: Towers that fall about then.
        """
        near = falls if self.slow_motion else ()
        if not near:
            return ms + seconds * 1000.0
        while seconds > 0.0:
            step = min(seconds, STEP)
            ms += step * 1000.0 * playback_rate(ms, near)
            seconds -= step
        return ms

    def slow_fall(self, ms: float, falls: Sequence[Fall]) -> Fall | None:
        """Return the tower that is shown in slow motion at a time (ms): the last of several, None if there is none."""
        if not self.slow_motion:
            return None
        return next((fall for fall in reversed(falls) if fall.is_slow_at(ms)), None)
