"""Rallies (RW-80)."""

from fractions import Fraction

from riotsim.games.riftwar.chapters.damage import DIE_SIDES
from riotsim.games.riftwar.rulebook import Rulebook


def rally_bonus(*, led: bool, unseen: bool) -> int:
    """Return the bonus to the die of a rally.

    Args:
        led: True if a Leader helps the unit.
        unseen: True if no enemy sees the unit.
    """
    return int(led) + int(unseen)


def rallies(rules: Rulebook, rolled: int, bonus: int) -> bool:
    """Return whether a rally succeeds."""
    return rolled + bonus >= rules.rally.on


def rally_chance(rules: Rulebook, bonus: int) -> Fraction:
    """Return the exact chance that a rally succeeds."""
    return Fraction(sum(rallies(rules, value, bonus) for value in range(1, DIE_SIDES + 1)), DIE_SIDES)
