"""Clocks of the window and of films: playback speeds, and slow motion for the falls of towers and other highlights."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from riotsim.replay.poses import smoothstep
from riotsim.replay.timeline import CloseUp, Fall
from riotsim.table.units import TICKS_PER_SECOND

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Playback speeds that a person can choose, in the window and on the HTML page of a game."""

SLOWEST_RATE: Final = 0.3
"""Playback rate in the middle of slow motion, as a share of the chosen speed. The value was found by trying."""

# A die falls from the top of a tower of twelve in 0.2 s. All dice lie on the table 0.7 s later.
SLOW_BEFORE, SLOW_AFTER = 300.0, 500.0
"""Slow motion begins `SLOW_BEFORE` before the time of a close-up (its `ms`), and ends `SLOW_AFTER` after it (ms).

At playback speed 1, slow motion lasts 2 s. We chose these values. A longer slow motion would hold up the game.
"""

SLOW_EASE: Final = 200.0
"""The playback rate falls during this time at the start of slow motion, and rises during it at the end (ms of the
timeline).
"""

FILM_STEP: Final = 4.0
"""Time between two entries of the table that `FilmClock` computes (ms of the replay)."""

WINDOW_STEP: Final = 1 / TICKS_PER_SECOND
"""`PlaybackClock` computes a new playback rate after this time at the latest (s)."""

MAX_FRAME_SECONDS: Final = 0.25
"""Greatest real time that counts for one frame of the window (s). If a frame takes longer, playback falls behind.
"""


def is_slow_at(close_up: CloseUp, ms: float) -> bool:
    """Return whether a close-up is shown in slow motion at a time (ms of the timeline)."""
    return close_up.ms - SLOW_BEFORE <= ms < close_up.ms + SLOW_AFTER


def playback_rate(ms: float, close_ups: Iterable[CloseUp]) -> float:
    """Return the playback rate at a time: 1 outside slow motion, and down to `SLOWEST_RATE` in slow motion.

    Args:
        ms: The time (ms of the timeline).
        close_ups: The close-ups that are shown in slow motion. If several are shown at this time, the slowest rate
            counts. The caller may leave out close-ups that are far from this time.
    """
    rate = 1.0
    for one in close_ups:
        inside = min(ms - (one.ms - SLOW_BEFORE), one.ms + SLOW_AFTER - ms) / SLOW_EASE
        if inside > 0.0:
            rate = min(rate, 1.0 - (1.0 - SLOWEST_RATE) * smoothstep(min(inside, 1.0)))
    return rate


@dataclass(slots=True)
class PlaybackClock:
    """A clock that advances playback according to a person's settings."""

    speed: float = 1.0
    """The playback speed: one of `SPEEDS`."""
    paused: bool = False
    """True if no time passes."""
    slow_motion: bool = True
    """True if falling towers, and the other highlights of a recording, are shown in slow motion."""

    def game_seconds(self, seconds: float) -> float:
        """Return the advance of playback in one frame of the window, apart from slow motion (s).

        The result is the real time multiplied by `speed`; 0 while playback is paused.

        Args:
            seconds: Real time since the preceding frame (s). At most `MAX_FRAME_SECONDS` of it counts.
        """
        return 0.0 if self.paused else min(max(seconds, 0.0), MAX_FRAME_SECONDS) * self.speed

    def advance(self, ms: float, seconds: float, close_ups: Sequence[CloseUp]) -> float:
        """Return the new time of playback on a timeline (ms). In slow motion it advances more slowly.

        Args:
            ms: The present time on the timeline (ms).
            seconds: The result of `game_seconds` for the frame (s).
            close_ups: The close-ups around the present time.
        """
        near = close_ups if self.slow_motion else ()
        if not near:
            return ms + seconds * 1000.0
        while seconds > 0.0:
            step = min(seconds, WINDOW_STEP)
            ms += step * 1000.0 * playback_rate(ms, near)
            seconds -= step
        return ms

    def close_up_at(self, ms: float, close_ups: Sequence[CloseUp]) -> CloseUp | None:
        """Return the close-up that is shown in slow motion at a time, or None if there is none.

        If there are several, return the last of them.

        Args:
            ms: The time (ms of the timeline).
            close_ups: The close-ups around that time, in order of time.
        """
        if not self.slow_motion:
            return None
        return next((one for one in reversed(close_ups) if is_slow_at(one, ms)), None)


class FilmClock:
    """Conversion between the time of a film (s) and the time of the replay that it shows (ms)."""

    def __init__(self, begin: int, end: int, falls: Sequence[Fall] = (), *, speed: float = 1.0) -> None:
        """Compute a table of film times, with an entry for every `FILM_STEP` of the replay.

        Args:
            begin: First time of the replay that is shown (ms).
            end: Last time of the replay that is shown (ms).
            falls: The falls of towers that are shown in slow motion.
            speed: Seconds of the replay in one second of the film, outside slow motion.
        """
        self._replay = np.arange(begin, max(end, begin + 1) + FILM_STEP, FILM_STEP, dtype=np.float64)
        self._replay[-1] = max(end, begin + 1)
        rates = np.ones(len(self._replay))
        for fall in falls:
            first, last = np.searchsorted(self._replay, (fall.ms - SLOW_BEFORE, fall.ms + SLOW_AFTER))
            for place in range(int(first), int(last)):
                rates[place] = min(rates[place], playback_rate(float(self._replay[place]), (fall,)))
        seconds = np.diff(self._replay) / 1000.0 / ((rates[1:] + rates[:-1]) / 2) / speed
        self._film = np.concatenate([[0.0], np.cumsum(seconds)])

    @property
    def length(self) -> float:
        """Length of the film (s)."""
        return float(self._film[-1])

    def replay_at(self, seconds: float) -> float:
        """Return the time of the replay (ms) that the film shows at a time of the film (s)."""
        return float(np.interp(seconds, self._film, self._replay))

    def film_at(self, ms: float) -> float:
        """Return the time of the film (s) that shows a time of the replay (ms)."""
        return float(np.interp(ms, self._replay, self._film))
