"""Which measures are shares of the games."""

from typing import Final

WINS: Final = ("wins ", "first boss wins")
"""How the names of figures begin that are shares of a win: 0 to 1, in parts by how many drew."""

HAPPENED: Final = ("draws", "decided early", "unfinished")
"""Figures that are 1 for a game in which it happened, and 0 for one in which it didn't."""


WITHIN: Final = ("decided at", "forced decisions", "throws that fell their target")
"""Figures that are a share of what happened in a game: of its turns, its decisions or its throws."""


def is_win(measure: str) -> bool:
    """Tell whether a figure is a share of a win."""
    return measure.startswith(WINS)


def is_share(measure: str) -> bool:
    """Tell whether a figure's mean is a share of the games: between 0 and 1 in any of them."""
    return is_win(measure) or measure in HAPPENED


def at_most_one(measure: str) -> bool:
    """Tell whether a figure lies between 0 and 1 in any game: as a share of the games, or of what happened in one."""
    return is_share(measure) or measure in WITHIN
