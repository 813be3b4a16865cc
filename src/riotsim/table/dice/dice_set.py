"""Kinds of dice by name. The module parses dice notation such as `3d6`, and has the set of dice of a game."""

import difflib
import itertools
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache

from riotsim.table.dice.custom import max_rounding, rounded
from riotsim.table.dice.kinds import KINDS, DieKind, die_kind
from riotsim.table.pieces import Die, PieceId

KIND_NAME_PATTERN = r"[A-Za-z][A-Za-z0-9_-]*"
"""Regular expression for the name of a kind of die."""

_TERM = re.compile(rf"\s*(?P<count>\d*)\s*(?P<kind>{KIND_NAME_PATTERN})\s*")

MAX_DICE = 60
"""Maximum number of dice in one roll. Our limit: about as many as two hands can hold."""


def parse_dice(text: str, known: Collection[str] = KINDS) -> tuple[str, ...]:
    """Parse dice notation, such as `3d6` or `2d6+1d8`, and return the name of each die's kind in order.

    Args:
        text: The notation. Its letters may be small or capital.
        known: Names of the kinds that exist, in lower case.

    Raises:
        ValueError: The text is not dice notation, names an unknown kind, or asks for fewer than 1 or more than
            `MAX_DICE` dice. The message can be shown to the author of the text.
    """
    kinds: list[str] = []
    for term in text.split("+"):
        match = _TERM.fullmatch(term)
        if match is None:
            raise ValueError(f"dice are written like 3d6 or 2d6+1d8, not {text!r}")
        kind = match["kind"].lower()
        if kind not in known:
            # A letter alone is as near to one kind as to another.
            close = difflib.get_close_matches(kind, known, n=1) if len(kind) > 1 else []
            meant = f"did you mean {close[0]}? There" if close else "there"
            how = "" if match["count"] else ". Dice are written like 3d6 or 2d6+1d8"
            raise ValueError(f"{text!r} asks for {kind!r}; {meant} are {', '.join(known)}{how}")
        count = int(match["count"] or 1)
        if not 1 <= count <= MAX_DICE or len(kinds) + count > MAX_DICE:
            raise ValueError(f"{text!r} asks for {count} dice; 1 to {MAX_DICE} can be rolled at once")
        kinds += [kind] * count
    return tuple(kinds)


def write_dice(kinds: tuple[str, ...]) -> str:
    """Return the names of kinds as dice notation, such as `2d6+1d8` for ('d6', 'd6', 'd8')."""
    return "+".join(f"{len(list(group))}{kind}" for kind, group in itertools.groupby(kinds))


_rounded = cache(rounded)


@dataclass(frozen=True, slots=True)
class DiceSet:
    """The dice that a game has: ordinary dice of one size, and kinds of its own."""

    size: float = 16.0
    """Size of ordinary dice: the distance between opposite faces, or the length of an edge of a d4 (mm)."""
    edges: float = 0.0
    """Radius of the edges and corners of ordinary dice (mm); 0 for sharp dice."""
    kinds: Mapping[str, DieKind] = field(default_factory=dict)
    """The game's own kinds, by name. They replace ordinary kinds with the same name."""

    def kind(self, name: str) -> DieKind:
        """Return the kind called `name`.

        Raises:
            ValueError: There is no kind of that name, or it is an ordinary kind whose edges can't have the radius
                `self.edges`.
        """
        own = self.kinds.get(name)
        return _rounded(die_kind(name), self.edges / self.size) if own is None else own

    def allows_edges(self, name: str) -> float:
        """Return the largest radius that the edges of an ordinary die may have (mm). `name` is the kind of the die.

        Raises:
            ValueError: There is no ordinary kind of that name.
        """
        return max_rounding(die_kind(name)) * self.size

    def die(self, piece: PieceId, name: str, owner: str = "") -> Die:
        """Return a new die.

        Args:
            piece: Name of the die.
            name: Name of the die's kind.
            owner: The player whose colour the die has; empty for nobody.

        Raises:
            ValueError: There is no kind of that name, or it is an ordinary kind whose edges can't have the radius
                `self.edges`.
        """
        kind = self.kind(name)
        return Die(piece, kind, self.size if kind.own_size is None else kind.own_size, owner=owner)
