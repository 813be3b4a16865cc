"""Characters in play (BK-10 to BK-17)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Role: TypeAlias = Literal["hero", "other", "mook"]
"""The rank of a character: hero, lesser character, or mook. A mook has no Aspects and no Specializations (BK-24)."""


@dataclass(frozen=True, slots=True)
class Aspect:
    """An Aspect: a quality of a character in words. Its die is rolled when the Aspect applies (BK-12)."""

    name: str
    """The words of the Aspect."""
    die: int
    """Number of sides of the Aspect's die."""
    applies: tuple[str, ...]
    """The uses that the Aspect applies to.

    They are Traits, Specializations, tags of weapons, and purposes of a roll, such as attack.
    """


@dataclass(frozen=True, slots=True)
class Character:
    """The properties of a character that don't change in a fight."""

    name: str
    """Name in the game, such as `ines`."""
    role: Role
    """Rank of the character."""
    traits: Mapping[str, int]
    """The die of every Trait, as its number of sides."""
    specializations: tuple[str, ...] = ()
    """The Specializations."""
    aspects: tuple[Aspect, ...] = ()
    """The Aspects."""
    weapons: tuple[str, ...] = ()
    """Names of the character's weapons in the rules. The weapon `unarmed` need not be listed."""
    armour: str | None = None
    """Name of the armour; None if the character wears no armour."""
    tags: tuple[str, ...] = ()
    """Other facts, such as `ambidextrous`."""
    size: str = "people"
    """Size on the ladder of sizes: a rung or a finer size (BK-95)."""
    concept: str = ""
    """The character in a few words (BK-10)."""
    miniature: str = ""
    """Name of the character's mesh file; empty for a plain miniature."""

    @property
    def title(self) -> str:
        """The name as people read it, such as `Hired Hand`."""
        return self.name.replace("_", " ").title()

    @property
    def might(self) -> int:
        """The number of sides of the Might die."""
        return self.traits["might"]

    @property
    def full_wounds(self) -> int:
        """Wounds of the unhurt character: the number of sides of the Might die (BK-16)."""
        return self.might

    @property
    def full_shock(self) -> int:
        """Shock of the unhurt character: the sum of the sides of the Might die and of the Will die (BK-16)."""
        return self.might + self.traits["will"]
