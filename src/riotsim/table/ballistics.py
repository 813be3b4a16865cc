"""Formulas for throws: the travel of dice after the release, the flight to a target, and the spin."""

import math

from riotsim.table.acts import Hand
from riotsim.table.units import GRAVITY

TRAVEL_FLIGHT_FACTOR = 1.6
"""Coefficient of the length of the first flight in the distance that dice travel.

All three `TRAVEL_` factors were fitted together to throws of 4d6 on felt. The speeds were 300 to 1600 mm/s, and the
drops 50 to 300 mm.
"""

TRAVEL_SPEED_FACTOR = 0.01
"""Coefficient of the speed in the distance that dice travel (s). See `TRAVEL_FLIGHT_FACTOR`."""

TRAVEL_SQUARE_FACTOR = 9.1e-5
"""Coefficient of the squared speed in the distance that dice travel (s²/mm). See `TRAVEL_FLIGHT_FACTOR`."""


def travel_distance(speed: float, drop: float) -> float:
    """Estimate how far dice travel on average from their release to their places of rest, seen from above (mm).

    Args:
        speed: Horizontal speed at the release (mm/s).
        drop: Height of the release above the table (mm).
    """
    return speed * travel_per_speed(drop) + TRAVEL_SQUARE_FACTOR * speed * speed


def travel_per_speed(drop: float) -> float:
    """Return the travel of dice per mm/s of horizontal speed (mm per mm/s, which is s).

    The part of the distance that grows with the square of the speed is left out, so the value suits slow dice.

    Args:
        drop: Height of the release above the table (mm).
    """
    return TRAVEL_FLIGHT_FACTOR * math.sqrt(2 * drop / GRAVITY) + TRAVEL_SPEED_FACTOR


DEFAULT_RELEASE_HEIGHT = 100.0
"""Usual height of a throw's release above the table (mm)."""


def aim_angle(hand: Hand) -> float:
    """Return the standard deviation of a hand's direction when it throws at a target (rad).

    The horizontal and the vertical direction have the same deviation. We assume that it is the same at any distance,
    and equals the angular error of the hand's usual roll.

    Raises:
        ValueError: The hand's speed is 0.
    """
    way = travel_distance(hand.speed, DEFAULT_RELEASE_HEIGHT)
    if way <= 0.0:
        raise ValueError(f"the hand {hand.name!r} throws with no speed, and hits nothing")
    return hand.aim_sigma / way


def flight_time(speed: float, back: float) -> float:
    """Return the time that a die flies to a target (s); infinite at speed 0.

    Args:
        speed: Horizontal speed of the die (mm/s).
        back: Horizontal distance from the release to the target (mm).
    """
    return back / speed if speed > 0.0 else math.inf


def launch_speed(time: float, rise: float) -> float:
    """Return the vertical launch speed that brings a die to a given height after a given time (mm/s).

    Args:
        time: Time of flight (s).
        rise: Height above the release after that time (mm); negative below it.
    """
    return rise / time + GRAVITY * time / 2


def usual_spin(hand: Hand) -> float:
    """Return the usual angular speed of a die that a hand throws (rad/s): the root mean square over many throws."""
    return math.sqrt(3.0) * hand.spin
