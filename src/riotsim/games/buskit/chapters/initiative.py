"""The order of a round: initiative rolls, ties, and bonuses that cost a penalty later (BK-44, BK-45, BK-54)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, TypeAlias

from riotsim.games.buskit.chapters.traits import trait_pool
from riotsim.games.buskit.characters.character import Character
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.pools.pool import Pool

Faster: TypeAlias = Literal["", "attack", "damage"]
"""The price of a bonus on initiative: a penalty on the attack roll or on the damage roll (BK-54).

An empty text means no bonus and no penalty.
"""


def initiative_pool(
    rules: Rulebook, character: Character, *, faster: Faster = "", starts: bool = False, more: int = 0
) -> Pool:
    """Return the pool of an initiative roll: Move with Reflexes, and Aspects of reflex or experience (BK-44).

    Args:
        rules: The rulebook.
        character: The character.
        faster: The later roll that gets a penalty in exchange for a bonus on this roll (BK-54); empty for no bonus.
        starts: True if the character plainly starts the fight (BK-45).
        more: Number of other bonuses minus the number of other penalties.
    """
    bonus = (faster != "") + starts + more
    return trait_pool(rules, character, "move", specializations=("reflexes",), purposes=("initiative",), more=bonus)


def may_be_faster(rules: Rulebook, character: Character) -> tuple[Faster, ...]:
    """Return a character's ways to pay for a bonus on the initiative roll (BK-54).

    - An empty text: no bonus, and no penalty.
    - `attack`: a bonus, and a penalty on the attack roll.
    - `damage`: a bonus, and a penalty on the damage roll. It is only offered if all the character's weapons have Might
      dice in their damage.

    For a character without weapons, the weapon `unarmed` decides.
    """
    weapons = [rules.weapons[name] for name in character.weapons] or [rules.weapons["unarmed"]]
    return ("", "attack", "damage") if all(weapon.muscle for weapon in weapons) else ("", "attack")


@dataclass(frozen=True, slots=True)
class Rolled:
    """The initiative of a character."""

    fighter: str
    """Name of the fighter, such as `a.ines`."""
    value: int
    """The result of the roll."""
    move: int
    """Number of sides of the Move die, which decides ties."""
    again: tuple[int, ...] = ()
    """The results of further rolls that decided ties."""

    @property
    def rank(self) -> tuple[int, int, tuple[int, ...]]:
        """The values for comparing characters, the most important first."""
        return self.value, self.move, self.again


def in_order(rolls: Iterable[Rolled]) -> tuple[Rolled, ...]:
    """Return initiative rolls with the highest first. Rolls with the same `rank` keep their order."""
    return tuple(sorted(rolls, key=lambda roll: roll.rank, reverse=True))


def ties(rolls: Sequence[Rolled]) -> tuple[tuple[Rolled, ...], ...]:
    """Return the groups of rolls with the same `rank`. The characters of each group have to roll again (BK-44)."""
    groups = (tuple(group) for _, group in groupby(in_order(rolls), key=lambda roll: roll.rank))
    return tuple(group for group in groups if len(group) > 1)
