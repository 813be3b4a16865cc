"""The rules for players who are out, and for the end of a game (RW-07, RW-08)."""

from riotsim.games.riftwar.rulebook import Rulebook


def is_out(rules: Rulebook, began_with: int, left: int) -> bool:
    """Return whether a player is out.

    - Under `victory: last_standing`, a player is out after losing all units.
    - Under any other option, a player is out after losing at least half of the units.
    """
    return left == 0 if rules.victory == "last_standing" else 2 * (began_with - left) >= began_with


def most_phases(rules: Rulebook, largest_army: int) -> int:
    """Return the greatest number of phases of a game. A longer game is stopped without a winner.

    Args:
        rules: The rules.
        largest_army: Number of units of the player who began with the most units.
    """
    return rules.phase.max_per_unit * largest_army
