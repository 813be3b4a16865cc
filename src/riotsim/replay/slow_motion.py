"""Falling towers, and the slow motion in which the window and films show them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from riotsim.replay.poses import smoothstep
from riotsim.table.acts import Settled, TowerFell
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.table.units import TICKS_PER_SECOND

SLOWEST: Final = 0.3
"""Playback rate in the middle of slow motion, as a share of the usual rate."""

BEFORE, AFTER = 300.0, 800.0
"""Slow motion begins so long before a tower counts as fallen and ends so long after (ms of table time).

A die needs 0.2 s from the top of a tower of twelve, and all dice lie on the table 0.7 s later. At the usual speed the
whole takes a little over 3 s.
"""

EASE: Final = 200.0
"""Time in which the rate goes down at the beginning, and up again at the end (ms of table time)."""

STEP: Final = 4.0
"""Step in which `FilmClock` adds up time (ms)."""


@dataclass(frozen=True, slots=True)
class Fall:
    """A tower that falls, as a camera needs to know it."""

    tower: PieceId
    at: Point
    """Place where the tower stood (mm)."""
    height: float
    """Height of its top over the table (mm)."""
    ms: float
    """Time at which it counts as fallen (ms of the timeline)."""

    def is_slow_at(self, ms: float) -> bool:
        """Return whether the tower is shown in slow motion at a time (ms)."""
        return self.ms - BEFORE <= ms < self.ms + AFTER


def falls_of(before: Table, settled: Settled, released: float) -> tuple[Fall, ...]:
    """Return the towers that an act has felled, in the order of the act's facts.

    Args:
        before: The table before the act.
        settled: Outcome of the act.
        released: Time of the act's tick 0 (ms).
    """
    found = []
    for fact in settled.of(TowerFell):
        dice = before.tower_dice(fact.tower)
        foot = dice[0].pose.plan if dice else before.models[fact.tower].at if fact.tower in before.models else None
        if foot is not None:
            top = max((die.pose.at[2] + die.size / 2 for die in dice), default=0.0)
            found.append(Fall(fact.tower, foot, top, released + fact.tick * 1000 / TICKS_PER_SECOND))
    return tuple(found)


def playback_rate(ms: float, falls: Iterable[Fall]) -> float:
    """Return how fast time passes at a time (ms) near these falls: from `SLOWEST` to 1."""
    rate = 1.0
    for fall in falls:
        inside = min(ms - (fall.ms - BEFORE), fall.ms + AFTER - ms) / EASE
        if inside > 0.0:
            rate = min(rate, 1.0 - (1.0 - SLOWEST) * smoothstep(min(inside, 1.0)))
    return rate


class FilmClock:
    """Conversion between seconds of a film and milliseconds of the replay that it shows."""

    def __init__(self, begin: int, end: int, falls: Sequence[Fall] = (), *, speed: float = 1.0) -> None:
        """Add up the time of a film.

        Args:
            begin: First time of the replay that is shown (ms).
            end: Last time of the replay that is shown (ms).
            falls: Towers that are shown in slow motion.
            speed: Seconds of the replay in one second of the film, outside slow motion.
        """
        self._replay = np.arange(begin, max(end, begin + 1) + STEP, STEP, dtype=np.float64)
        self._replay[-1] = max(end, begin + 1)
        rates = np.ones(len(self._replay))
        for fall in falls:
            first, last = np.searchsorted(self._replay, (fall.ms - BEFORE, fall.ms + AFTER))
            for place in range(int(first), int(last)):
                rates[place] = min(rates[place], playback_rate(float(self._replay[place]), (fall,)))
        seconds = np.diff(self._replay) / 1000.0 / ((rates[1:] + rates[:-1]) / 2) / speed
        self._film = np.concatenate([[0.0], np.cumsum(seconds)])

    @property
    def length(self) -> float:
        """Length of the film (s)."""
        return float(self._film[-1])

    def replay_at(self, seconds: float) -> float:
        """Return the time of the replay (ms) that the film shows at a time (s)."""
        return float(np.interp(seconds, self._film, self._replay))

    def film_at(self, ms: float) -> float:
        """Return the time of the film (s) at which a time of the replay (ms) is shown."""
        return float(np.interp(ms, self._replay, self._film))

    def rate_at(self, seconds: float) -> float:
        """Return how many seconds of the replay pass in one second of the film at a time (s)."""
        return (self.replay_at(seconds + 0.01) - self.replay_at(seconds - 0.01)) / 20.0
