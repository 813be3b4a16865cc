"""Time in a film: as on the table, but that towers come down slowly."""

from collections.abc import Iterable
from typing import Final

import numpy as np

SLOW: Final = 0.32
"""The share of its speed with which a tower is seen to fall."""

BEFORE, AFTER = 550, 900
"""From so long before it is known to have fallen until so long after that (ms): a die takes 0.2 s from the top of a
tower of twelve."""

EASE: Final = 220
"""In so much time it gets slow, and fast again (ms)."""

STEP: Final = 4
"""Time is reckoned in steps of so many ms."""


class Clock:
    """Turns the seconds of a film into the milliseconds of a replay, and back."""

    def __init__(
        self, begin: int, end: int, falls: Iterable[int] = (), *, speed: float = 1.0, slow: float = SLOW
    ) -> None:
        """From one time of the replay to another (ms); towers come down at the times `falls`."""
        self._replay = np.arange(begin, max(end, begin + 1) + STEP, STEP, dtype=np.float64)
        self._replay[-1] = max(end, begin + 1)
        rate = np.ones(len(self._replay))
        for fall in falls:
            inside = np.minimum(self._replay - (fall - BEFORE), (fall + AFTER) - self._replay) / EASE
            share = np.clip(inside, 0.0, 1.0)
            rate = np.minimum(rate, 1.0 - (1.0 - slow) * share * share * (3.0 - 2.0 * share))
        passes = np.diff(self._replay) / 1000.0 / ((rate[1:] + rate[:-1]) / 2) / speed
        self._film = np.concatenate([[0.0], np.cumsum(passes)])

    @property
    def length(self) -> float:
        """Of the film (s)."""
        return float(self._film[-1])

    def replay_at(self, seconds: float) -> float:
        """Give the time of the replay (ms) that is seen then."""
        return float(np.interp(seconds, self._film, self._replay))

    def film_at(self, ms: float) -> float:
        """Give when a time of the replay is seen (s)."""
        return float(np.interp(ms, self._replay, self._film))

    def pace_at(self, seconds: float) -> float:
        """Give how many seconds of the replay pass in one of the film."""
        return (self.replay_at(seconds + 0.01) - self.replay_at(seconds - 0.01)) / 20.0
