"""Formulas for throws: the distance that dice travel after the release, the flight to a target, and the spin."""

import math

from riotsim.table.acts import Hand
from riotsim.table.units import GRAVITY

TRAVEL_FLIGHT_FACTOR = 1.6
"""Distance that dice travel, as a multiple of the length of their first flight. This and the two constants below are
fitted to the mean of 60 throws of 4d6 on felt at each of 300 to 1600 mm/s and 50 to 300 mm of drop. Their error is
below the standard error of these means.
"""

TRAVEL_SPEED_FACTOR = 0.01
"""Coefficient of the speed in the distance travelled (s)."""

TRAVEL_SQUARE_FACTOR = 9.1e-5
"""Coefficient of the squared speed in the distance travelled (s²/mm)."""


def travel_distance(speed: float, drop: float) -> float:
    """Return the distance from release to the mean place of rest (mm).

    Args:
        speed: Horizontal speed at release (mm/s).
        drop: Height of the release (mm).
    """
    return speed * travel_per_speed(drop) + TRAVEL_SQUARE_FACTOR * speed * speed


def travel_per_speed(drop: float) -> float:
    """Return the increase of the distance travelled for each mm/s of speed, at low speed (s)."""
    return TRAVEL_FLIGHT_FACTOR * math.sqrt(2 * drop / GRAVITY) + TRAVEL_SPEED_FACTOR


DEFAULT_RELEASE_HEIGHT = 100.0
"""Usual height of the release of a throw (mm)."""


def aim_angle(hand: Hand) -> float:
    """Return the standard deviation of the direction in which a hand throws at a target (rad), both horizontally and
    vertically.

    Our assumption: the angular error of a hand is the same at any distance, and equals that of its usual roll.

    Raises:
        ValueError: The hand's speed is 0.
    """
    way = travel_distance(hand.speed, DEFAULT_RELEASE_HEIGHT)
    if way <= 0.0:
        raise ValueError(f"the hand {hand.name!r} throws with no speed, and hits nothing")
    return hand.aim_sigma / way


def flight_time(speed: float, back: float) -> float:
    """Return the flight time of a die thrown with a horizontal speed (mm/s) at a target `back` mm away (s)."""
    return back / speed if speed > 0.0 else math.inf


def launch_speed(time: float, rise: float) -> float:
    """Return the initial vertical speed of a die that is `rise` mm higher after `time` seconds of flight (mm/s)."""
    return rise / time + GRAVITY * time / 2


def usual_spin(hand: Hand) -> float:
    """Return the usual angular speed of dice that a hand throws (rad/s): root mean square over the three axes."""
    return math.sqrt(3.0) * hand.spin
