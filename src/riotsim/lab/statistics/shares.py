"""The measures that are shares."""

from typing import Final

WINS: Final = ("wins ", "first boss wins")
"""Prefixes of measures that are shares of a win, from 0 to 1: players who draw share it."""

HAPPENED: Final = ("draws", "decided early", "unfinished")
"""Measures that are 1 for a game in which something happened, and else 0."""


WITHIN: Final = ("decided at", "forced decisions", "throws that fell their target")
"""Measures that are shares within a game: of its turns, its decisions or its throws."""


def is_win(measure: str) -> bool:
    """Return whether a measure is a share of a win."""
    return measure.startswith(WINS)


def is_share(measure: str) -> bool:
    """Return whether the mean of a measure is a share of the games."""
    return is_win(measure) or measure in HAPPENED


def at_most_one(measure: str) -> bool:
    """Return whether a measure lies between 0 and 1 in every game."""
    return is_share(measure) or measure in WITHIN
