"""The path of a person's own hand that drags something along a straight line, from samples of where the mouse was.

The hand follows the mouse as a critically damped spring would. So it makes of samples that come 30 to 120 times a
second, each off by a pixel, one smooth motion; it never overshoots; and it never accelerates harder than the mouse did,
for what it does is a mean of what that did in the last tenth of a second. Each tick depends on samples that have come
by then and on none after it: a drag can be performed while it is made, with the same bits as ever after.
"""

import math
import sys
from collections.abc import Sequence
from typing import Final

import numpy as np

from riotsim.physics.acts.hand_path import Ground, Path, ground, hand_path
from riotsim.physics.engine.world import TICK
from riotsim.table.acts import Hand, Pace
from riotsim.table.poses import Point, Vector
from riotsim.table.state import Table

EAGER: Final = 25.0
"""How eagerly the hand follows (1/s). Ours: it is 2/25 s behind a mouse that moves steadily, and a mouse that jumps by
a pixel of 0.6 mm accelerates it by 375 mm/s² for a moment, where a tower of 13 tips from 820 on if that lasts."""

FASTEST: Final = 1500.0
"""No hand drags faster (mm/s): five times what hands usually do. (What it pushes is hurled aside faster than that.)"""

LIFTED: Final = 60.0
"""Over how much of the way a person lifts what they drag up a step of the ground (mm), or lets it down. Ours: nobody
sees on a screen that it would take care. A tower of 8 then stands up 25 mm at 0.47 m/s, and up 50 mm at 0.28."""

AHEAD: Final = 35.0
"""And so far ahead of it (mm), that dice are above an edge before they are over it."""

SLOPE: Final = 0.5
"""The rise of the ground is looked at so far ahead and behind (mm)."""

AT_THE_END: Final = 0.5
"""Who lets go no farther than this from the end of the line (mm) meant the end."""

STILL: Final = (1e-4, 1e-2)
"""The hand has come to rest within so much of a place (mm), and no faster than that (mm/s)."""

SLACK: Final = 1e-6
"""What a distance may be off by because it was reckoned elsewhere (mm)."""

UNKNOWN: Final = sys.maxsize
"""When a drag is over that still goes on (tick)."""


class DragPath:
    """Where a dragging hand is at each tick. It grows by each sample, and by what is left of the way at its end."""

    def __init__(
        self, table: Table, start: Point, end: Point, hand: Hand, pace: Pace, chance: np.random.Generator, also: Point
    ) -> None:
        """Begin a drag from `start` to `end`; `also` is a second thing that the hand holds (mm).

        What is left when the hand lets go is carried by `hand`, at `pace`.
        """
        self.start, self.end = start, end
        self.length = math.dist(start, end)
        self.ground = ground(table, start, end, LIFTED, AHEAD)
        shift = (end[0] - start[0], end[1] - start[1])
        self.beside = ground(table, also, (also[0] + shift[0], also[1] + shift[1]), LIFTED, AHEAD)
        """Under the second thing."""
        self._table, self._hand, self._pace, self._chance, self._also = table, hand, pace, chance, also
        self.ticks = UNKNOWN
        """How long it takes, once that is known."""
        self.cut_off = False
        """Whether what it dragged has fallen, and it stopped there."""
        self._ways = [0.0]
        """How far along the hand is at each tick (mm)."""
        self._speed = 0.0
        self._goal = 0.0
        """Where the mouse was at the last tick (mm)."""
        self._rest: Path | None = None
        """The way that was left, and ..."""
        self._rest_from = UNKNOWN
        """... when it begins (tick)."""

    def follow(self, tick: int, way: float) -> None:
        """Take a sample: at this tick the mouse is so far along the line (mm); between two it goes evenly."""
        way = min(max(way, 0.0), self.length)
        first, before = len(self._ways) - 1, self._goal
        for k in range(first + 1, tick + 1):
            self._goal = before + (way - before) * ((k - first) / (tick - first))
            self._step(self._goal)
        self._goal = way

    def let_go(self) -> None:
        """Come to rest where the mouse was last, and go on from there to the end as the hand of the rules would."""
        goal = self.length if self.length - self._goal <= AT_THE_END else self._goal
        near, slow = STILL
        while abs(goal - self._ways[-1]) > near or abs(self._speed) > slow:
            self._step(goal)
        self._ways.append(goal)  # a tick later: where the hand was at the last may have been seen
        self._rest_from = len(self._ways) - 1
        left = self.length - goal
        if left <= 0.0:
            self.ticks = self._rest_from
            return
        here = self._between(goal)
        aside = (here[0] - self.start[0] + self._also[0], here[1] - self.start[1] + self._also[1])
        self._rest = hand_path(self._table, here, self.end, self._hand, self._pace, self._chance, aside)
        self.ticks = self._rest_from + self._rest.ticks

    def way(self, tick: int) -> float:
        """Give how far along it is (mm), without the tremor of the hand that goes on."""
        if tick >= self.ticks:
            return self.length
        if tick <= self._rest_from or self._rest is None:
            return self._ways[tick]
        return self._ways[self._rest_from] + self._rest.way(tick - self._rest_from)

    def at(self, tick: int) -> Point:
        """Give where it is (mm); exactly at the end of the line when all is over."""
        if tick >= self.ticks:
            return self.end
        if tick <= self._rest_from or self._rest is None:
            return self._between(self._ways[tick])
        return self._rest.at(tick - self._rest_from)

    def foot(self, tick: int) -> Vector:
        """Give where the foot of what it drags is (mm)."""
        return (*self.at(tick), self.ground.at(self.way(tick)))

    def _between(self, way: float) -> Point:
        share = way / self.length
        (x, y), (x1, y1) = self.start, self.end
        return (x + share * (x1 - x), y + share * (y1 - y))

    def _step(self, goal: float) -> None:
        """Go on by a tick towards where the mouse is then (mm)."""
        at = self._ways[-1]
        off, fades = at - goal, math.exp(-EAGER * TICK)
        push = (self._speed + EAGER * off) * TICK
        there = goal + (off + push) * fades
        speed = (self._speed - EAGER * push) * fades
        most = self._fastest(at)
        if abs(there - at) > most * TICK:
            speed = math.copysign(most, there - at)
            there = at + speed * TICK
        if not 0.0 <= there <= self.length:
            there, speed = min(max(there, 0.0), self.length), 0.0
        self._ways.append(there)
        self._speed = speed

    def _fastest(self, way: float) -> float:
        """How fast the hand may be there (mm/s): where the ground rises it goes up, and no faster than along."""
        steepest = max(_slope(self.ground, way), _slope(self.beside, way))
        return FASTEST / (1.0 + steepest)


def _slope(ground: Ground, way: float) -> float:
    if not ground.steps:
        return 0.0
    return abs(ground.at(way + SLOPE) - ground.at(way - SLOPE)) / (2 * SLOPE)


def sound_sample(tick: object, way: object, before: int, length: float) -> str | None:
    """Say what is wrong with a sample of a drag along a line of so many mm, or None if nothing is.

    `before` is the tick of the one before it, -1 for the first.
    """
    if not isinstance(tick, int) or tick <= before:
        return f"a drag needs whole ticks that go up, not {tick} after {before}"
    if not isinstance(way, int | float) or not -SLACK <= way <= length + SLACK:
        return f"a drag stays on its line of {length:.0f} mm, and has no place at {way}"
    return None


def follow_all(path: DragPath, samples: Sequence[tuple[int, float]]) -> None:
    """Follow a drag that was made before to its end."""
    for tick, way in samples:
        path.follow(tick, way)
    path.let_go()
