"""Dice that move and knock against each other in a shaking hand."""

import math
from dataclasses import dataclass
from typing import Final

from riotsim.table.impacts import Collider, Impact
from riotsim.table.poses import Point, Vector
from riotsim.table.units import TICKS_PER_SECOND

ROOM: Final = 5.0
"""Each die can move from its usual place in the hand by this distance, in every direction (mm). Chosen by eye."""

BOUNCE: Final = 0.45
"""Speed of a die after a knock in the hand, as a fraction of its speed before. Chosen by ear."""

GRIP_SECONDS: Final = 0.12
"""The hand slows a die down to 1/e of its speed relative to the hand in this time (s). Chosen by ear."""

QUIET_SPEED: Final = 120.0
"""Speed below which a knock can't be heard (mm/s)."""

MAX_HAND_SPEED: Final = 2500.0
"""Greatest speed of the hand that counts (mm/s). A faster hand makes no harder knocks."""

MIN_STEP, MAX_STEP = 0.004, 0.1
"""Shortest and longest time that `LooseDice.move` simulates in one step (s)."""

MAX_BOUNCES: Final = 4
"""Greatest number of knocks of one die in one step."""

DIE_MASS: Final = 5.0
"""Mass of a die of 16 mm (g)."""


@dataclass(slots=True)
class _Loose:
    """The place and the velocity of one of the dice in a hand."""

    x: float
    y: float
    """`x` and `y` give the place of the die, relative to its usual place in the hand (mm)."""
    across: float = 0.0
    along: float = 0.0
    """`across` and `along` give the velocity of the die over the table, along x and along y (mm/s)."""


class LooseDice:
    """Dice in a hand. Each die slides in a round hollow of its own, and knocks against the wall of this hollow."""

    def __init__(self, count: int) -> None:
        """Take dice into the hand.

        Args:
            count: Number of dice.
        """
        # Dice begin at different places, so that they don't all knock at once.
        self._dice = [
            _Loose(0.6 * ROOM * math.cos(2.4 * k), 0.6 * ROOM * math.sin(2.4 * k)) if count > 1 else _Loose(0.0, 0.0)
            for k in range(count)
        ]
        self._seen: tuple[float, Point] | None = None

    @property
    def offsets(self) -> tuple[Point, ...]:
        """The place of each die, relative to its usual place in the hand (mm)."""
        return tuple((die.x, die.y) for die in self._dice)

    def move(self, seconds: float, at: Point, height: float) -> list[Impact]:
        """Move the hand, and return each die's hardest knock since the last call.

        Leave out a knock that is too soft to be heard. If the hand holds only one die, return no knock.

        Args:
            seconds: The present time (s).
            at: The hand's place over the table (mm).
            height: The hand's height above the table (mm).
        """
        if not all(map(math.isfinite, (seconds, *at))):
            return []
        if self._seen is None or seconds < self._seen[0]:
            self._seen = (seconds, at)
            return []
        before, start = self._seen
        step = min(seconds - before, MAX_STEP)
        if step < MIN_STEP:
            return []
        self._seen = (seconds, at)
        hand = ((at[0] - start[0]) / step, (at[1] - start[1]) / step)
        if (speed := math.hypot(*hand)) > MAX_HAND_SPEED:
            hand = (hand[0] * MAX_HAND_SPEED / speed, hand[1] * MAX_HAND_SPEED / speed)
        knocks = []
        for k, die in enumerate(self._dice):
            when, hit = max(_moved(die, hand, step), key=lambda one: one[1], default=(0.0, 0.0))
            if hit >= QUIET_SPEED and len(self._dice) > 1:
                knocks.append(_knock(k, (k + 1) % len(self._dice), when, hit, (*at, height)))
        return knocks


def _moved(die: _Loose, hand: Point, step: float) -> list[tuple[float, float]]:
    """Move a loose die in a moving hand. Return the time (s) and the speed (mm/s) of each knock.

    The times are counted from the start of the step.

    Args:
        die: The die.
        hand: Velocity of the hand over the table (mm/s).
        step: Length of the step (s).
    """
    found = []
    u, v = die.across - hand[0], die.along - hand[1]
    left = step
    for _ in range(MAX_BOUNCES):
        until = _time_to_wall(die.x, die.y, u, v)
        if until >= left:
            break
        die.x, die.y = die.x + u * until, die.y + v * until
        left -= until
        size = math.hypot(die.x, die.y) or 1.0
        out = (u * die.x + v * die.y) / size
        u, v = u - (1 + BOUNCE) * out * die.x / size, v - (1 + BOUNCE) * out * die.y / size
        found.append((step - left, out))
    die.x, die.y = die.x + u * left, die.y + v * left
    if (size := math.hypot(die.x, die.y)) > ROOM:
        die.x, die.y = die.x * ROOM / size, die.y * ROOM / size
    held = math.exp(-step / GRIP_SECONDS)
    die.across, die.along = hand[0] + u * held, hand[1] + v * held
    return found


def _time_to_wall(x: float, y: float, u: float, v: float) -> float:
    """Return the time (s) until a die in the hand meets the wall of its round hollow; ∞ if the die hardly moves.

    Args:
        x: Place of the die, relative to the middle of the hollow (mm).
        y: Place of the die, relative to the middle of the hollow (mm).
        u: Velocity of the die in the direction of `x` (mm/s).
        v: Velocity of the die in the direction of `y` (mm/s).
    """
    square = u * u + v * v
    if square < 1e-9:
        return math.inf
    along = x * u + y * v
    root = along * along - square * (x * x + y * y - ROOM * ROOM)
    return max(0.0, (math.sqrt(max(root, 0.0)) - along) / square)


def _knock(one: int, other: int, seconds: float, speed: float, at: Vector) -> Impact:
    tick = round(seconds * TICKS_PER_SECOND)
    return Impact(
        tick, Collider("die", f"in-hand-{one}"), Collider("die", f"in-hand-{other}"), at, speed, DIE_MASS * speed
    )
