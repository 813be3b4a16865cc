"""The range die for a distance, and the cover die for blocked lines of sight (BK-51, BK-63)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from riotsim.games.buskit.characters.ladder import LADDER
from riotsim.games.buskit.rulebook import Rulebook

SIGHT_LINES: Final = 9
"""Number of lines of sight from a shooter to a target."""


def range_die(rules: Rulebook, distance: float) -> int:
    """Return the number of sides of the range die (BK-51, BK-D2).

    Args:
        rules: The rulebook.
        distance: Distance between the edges of the two bases (mm).
    """
    ends = (rules.melee.within, rules.ranges.d6, rules.ranges.d8, rules.ranges.d10)
    return next((die for die, end in zip(LADDER, ends, strict=False) if distance <= end), LADDER[-1])


@dataclass(frozen=True, slots=True)
class Sight:
    """The sight from a shooter to a target."""

    shut: int
    """Number of lines of sight, out of nine, that something blocks. Even foliage counts."""
    blocked: int
    """Number of lines of sight, out of nine, that are blocked for shots too."""

    @property
    def is_blind(self) -> bool:
        """True if every line of sight is blocked, even if only by foliage."""
        return self.shut == SIGHT_LINES

    @property
    def may_shoot(self) -> bool:
        """True if a shot may hit: at least one line of sight is free for shots."""
        return self.blocked < SIGHT_LINES


def sight(lines: Sequence[Collection[str]], shoot_through: Collection[str]) -> Sight:
    """Return the sight along the nine lines of sight from a shooter to a target.

    Args:
        lines: For each of the nine lines, the pieces of terrain that block it.
        shoot_through: The pieces of terrain that can be shot through.
    """
    return Sight(
        sum(bool(line) for line in lines), sum(any(one not in shoot_through for one in line) for line in lines)
    )


def cover_die(rules: Rulebook, seen: Sight) -> int | None:
    """Return the number of sides of the die that the target adds for cover (BK-63). Return None if it has no cover."""
    if not seen.shut:
        return None
    if seen.is_blind:
        return rules.cover.whole
    return rules.cover.half if seen.shut >= rules.cover.half_from else rules.cover.part
