"""What is plain about throws: how far dice travel once a hand has let go of them, and how fast it spins them."""

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


def lead(speed: float, drop: float) -> float:
    """Give how far dice travel from release to their mean place of rest (mm), at `speed` mm/s from `drop` mm."""
    return speed * slow_lead(drop) + LEAD_SQUARE * speed * speed


def slow_lead(drop: float) -> float:
    """Give by how much further they travel for each mm/s, while they are slow (s)."""
    return LEAD_FLIGHT * math.sqrt(2 * drop / GRAVITY) + LEAD_SPEED


def usual_spin(hand: Hand) -> float:
    """Give how fast dice usually spin that a hand throws (rad/s): root mean square over the three axes."""
    return math.sqrt(3.0) * hand.spin
