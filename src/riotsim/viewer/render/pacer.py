"""Finds the quality that a machine can do: it begins with low, and goes up while frames take little time."""

from statistics import median

from riotsim.viewer.render.quality import QUALITIES, Quality

UNCOUNTED = 3
"""Frames after a change that are not counted: programs are compiled in them."""

COUNTED = 5
"""Frames of which the middle one counts."""

EASY = 0.006
"""A frame that takes less (s) leaves time for a better one, which takes some three times as long."""

HARD = 0.025
"""One that takes more is no good: that quality is left again."""


class Pacer:
    """Is told how long frames took, and says in which quality the next one should be."""

    def __init__(self) -> None:
        self.done = False
        """Whether it has found what it looked for."""
        self._times: list[float] = []
        self._climbed = False

    def after(self, seconds: float, quality: Quality) -> Quality:
        """Take in how long a frame in this quality took; give the quality of the next one."""
        self._times.append(seconds)
        if self.done or len(self._times) < UNCOUNTED + COUNTED:
            return quality
        took = median(self._times[UNCOUNTED:])
        self._times = []
        place = QUALITIES.index(quality)
        if took > HARD and self._climbed:
            self.done = True
            return QUALITIES[place - 1]
        if took < EASY and place + 1 < len(QUALITIES):
            self._climbed = True
            return QUALITIES[place + 1]
        self.done = True
        return quality
