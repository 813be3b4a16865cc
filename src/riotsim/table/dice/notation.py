"""Dice notation such as `3d6` or `2d6+1d8`, parsed and written."""

import difflib
import itertools
import re
from collections.abc import Collection

from riotsim.table.dice.kinds import KINDS

NAME = r"[A-Za-z][A-Za-z0-9_-]*"
"""Pattern of the name of a kind of die."""

_TERM = re.compile(rf"\s*(?P<count>\d*)\s*(?P<kind>{NAME})\s*")

MOST_DICE = 60
"""The most dice in one roll: as many as two hands hold."""


def parse_dice(text: str, known: Collection[str] = KINDS) -> tuple[str, ...]:
    """Parse dice notation, such as `3d6` or `2d6+1lump`, and return the kinds to roll in order.

    Args:
        text: The notation.
        known: Names of the kinds that exist, in lower case.

    Raises:
        ValueError: The text is no dice notation; the message is for its author.
    """
    kinds: list[str] = []
    for term in text.split("+"):
        match = _TERM.fullmatch(term)
        if match is None:
            raise ValueError(f"dice are written like 3d6 or 2d6+1d8, not {text!r}")
        kind = match["kind"].lower()
        if kind not in known:
            close = difflib.get_close_matches(kind, known, n=1)
            meant = f"did you mean {close[0]}? There" if close else "there"
            how = "" if match["count"] else ". Dice are written like 3d6 or 2d6+1d8"
            raise ValueError(f"{text!r} asks for a {kind}; {meant} are {', '.join(known)}{how}")
        count = int(match["count"] or 1)
        if not 1 <= count <= MOST_DICE or len(kinds) + count > MOST_DICE:
            raise ValueError(f"{text!r} asks for {count} dice; 1 to {MOST_DICE} can be rolled at once")
        kinds += [kind] * count
    return tuple(kinds)


def write_dice(kinds: tuple[str, ...]) -> str:
    """Write dice as notation: ('d6', 'd6', 'd8') is 2d6+1d8."""
    return "+".join(f"{len(list(group))}{kind}" for kind, group in itertools.groupby(kinds))
