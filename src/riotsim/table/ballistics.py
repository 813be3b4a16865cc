"""What is plain about throws: how far dice travel once a hand has let go, how they get to a mark, and how they spin."""

import math

from riotsim.table.acts import Hand
from riotsim.table.units import GRAVITY

LEAD_FLIGHT = 1.6
"""How far dice travel, in lengths of their first flight. This and the two below are fitted to the mean of 60 throws of
4d6 on felt at each of 300 to 1600 mm/s and 50 to 300 mm of drop; they miss by less than the standard error."""

LEAD_SPEED = 0.01
"""Further, this times the speed (s)."""

LEAD_SQUARE = 9.1e-5
"""Further, this times the speed squared (s²/mm)."""


def travel(speed: float, drop: float) -> float:
    """Give how far dice travel from release to their mean place of rest (mm), at `speed` mm/s from `drop` mm."""
    return speed * travel_per_speed(drop) + LEAD_SQUARE * speed * speed


def travel_per_speed(drop: float) -> float:
    """Give by how much further they travel for each mm/s, while they are slow (s)."""
    return LEAD_FLIGHT * math.sqrt(2 * drop / GRAVITY) + LEAD_SPEED


USUAL_DROP = 100.0
"""From where a hand usually lets go of what it throws (mm)."""


def aim_angle(hand: Hand) -> float:
    """Give the spread of the direction in which a hand throws at a mark (rad), to the side and up or down each.

    Ours: a hand that spreads its rolls by so much over their usual way errs by as much over any other, in proportion.
    A hand that throws with no speed has no way: `ValueError`.
    """
    way = travel(hand.speed, USUAL_DROP)
    if way <= 0.0:
        raise ValueError(f"the hand {hand.name!r} throws with no speed, and hits nothing")
    return hand.aim_sigma / way


def flight_time(speed: float, back: float) -> float:
    """Give how long a die is in the air (s) that is thrown `speed` mm/s over the ground at a mark `back` mm off."""
    return back / speed if speed > 0.0 else math.inf


def launch_speed(time: float, rise: float) -> float:
    """Give how fast upwards a die has to go at first (mm/s) to be `rise` mm higher after a flight of `time` s."""
    return rise / time + GRAVITY * time / 2


def usual_spin(hand: Hand) -> float:
    """Give how fast dice usually spin that a hand throws (rad/s): root mean square over the three axes."""
    return math.sqrt(3.0) * hand.spin
