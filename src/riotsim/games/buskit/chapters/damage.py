"""Damage: its dice, the Might roll against it, and the resulting Shock and Wounds (BK-70 to BK-76)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from riotsim.games.buskit.chapters.attack import Attack
from riotsim.games.buskit.chapters.traits import aspect_dice, penalized_dice, trait_pool
from riotsim.games.buskit.characters.character import Character
from riotsim.games.buskit.characters.equipment import WeaponFigures
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.pools.pool import Dice, Part, Pool

Condition: TypeAlias = Literal["up", "out", "dead"]
"""The condition of a character: able to act, out of the fight, or dead for good (BK-74)."""


def damage_pool(rules: Rulebook, attack: Attack) -> Pool:
    """Return the damage dice of an attack that has hit (BK-70, BK-71, BK-D3, BK-D4)."""
    weapon, attacker = attack.figures(rules), attack.attacker
    parts: list[Part] = list(muscle_dice(weapon, attacker, penalties=int(attack.faster == "damage")))
    if weapon.dice is not None:
        count, sides = weapon.dice
        parts.append(Dice(sides, count, why=attack.weapon.replace("_", " ")))
    if attack.called:  # BK-57
        trait = "fight" if attack.is_melee(rules) else "shoot"
        parts.append(Dice(attacker.traits[trait], why=trait))
    uses = {"might", "strength", *weapon.specializations} if weapon.muscle else set()
    return Pool((*parts, *aspect_dice(rules, attacker, {"damage", *uses, *weapon.tags})))


def muscle_dice(weapon: WeaponFigures, character: Character, penalties: int = 0) -> Iterator[Dice]:
    """Yield the Might dice in the damage of a weapon (BK-71). If `weapon.might` is 0, yield nothing.

    The weapon has `weapon.might` dice, each of the size of the character's Might die. The Specialization Strength adds
    one more die. Two limits may make dice smaller:

    - No die is larger than `weapon.cap`.
    - The weapon's second and further dice are no larger than `weapon.added_cap`. The die for Strength isn't limited so.

    Each penalty removes a die, the smallest first. The last die can't be removed. Instead, further penalties add dice,
    and only the lowest result counts (see `penalized_dice`).
    """
    if not weapon.muscle:
        return
    might = character.might if weapon.cap is None else min(character.might, weapon.cap)
    added = weapon.might - 1
    capped = might if weapon.added_cap is None else min(might, weapon.added_cap)
    plain = 1 + ("strength" in character.specializations)
    if capped == might:
        yield penalized_dice(might, plain + added - penalties, "might")
        return
    yield penalized_dice(might, plain - max(0, penalties - added), "might")
    if added > penalties:
        yield Dice(capped, added - penalties, why="might")


def might_pool(rules: Rulebook, character: Character, *armour: Dice) -> Pool:
    """Return the pool that a victim rolls against damage (BK-70, BK-80).

    It contains the dice of Might, with the Specialization Toughness, the dice of Aspects, and the dice of armour.
    """
    return trait_pool(rules, character, "might", specializations=("toughness",), purposes=("toughness",), extra=armour)


def damage_result(rolled: int, least: int, subtracted: int = 0, times: int = 1) -> int:
    """Return the damage of a hit: `max(rolled, least) * times - subtracted`, at least 0.

    Args:
        rolled: The result of the damage dice.
        least: The degree of the attack, which is the minimum damage before armour (BK-72).
        subtracted: The result of subtractive armour (BK-82).
        times: Factor of the damage: above 1 for a weapon that mauls the target (BK-97), otherwise 1.
    """
    return max(0, max(rolled, least) * times - subtracted)


@dataclass(frozen=True, slots=True)
class Harm:
    """The Shock and the Wounds that a hit takes from a character (BK-73)."""

    shock: int
    """Points of Shock."""
    wounds: int
    """Wounds."""


def harm(rules: Rulebook, damage: int, might: int) -> Harm:
    """Return the harm that damage does (BK-73).

    The Shock is `damage`. The Wounds are `damage` minus `might`, the result of the Might roll, but at least 0. In rules
    without Wounds they are 0.
    """
    return Harm(damage, max(0, damage - might) if rules.wounds.taken else 0)


def condition(rules: Rulebook, character: Character, wounds: int, shock: int) -> Condition:
    """Return the condition of a character who still has `wounds` Wounds and `shock` Shock (BK-74)."""
    dead_at = 0 if rules.wounds.dead_at == 0 else -character.might
    if wounds <= dead_at:
        return "dead"
    return "out" if wounds <= 0 or shock <= 0 else "up"


def may_be_stopped(rules: Rulebook, character: Character) -> bool:
    """Return whether a single Wound puts a character out of the fight, unless the character takes concessions (BK-75).

    The option `optional.stopping` names these characters.
    """
    role = {"off": (), "all": ("hero", "other", "mook"), "npc": ("other", "mook"), "mooks": ("mook",)}
    return character.role in role[rules.optional.stopping]


def concessions_worth(rules: Rulebook, taken: Mapping[str, int]) -> int:
    """Return the total worth of the concessions in `taken` (BK-75, BK-D6).

    Most concessions are worth 1. If a concession has units, such as points of Shock, the rules may count several units
    as one concession (`each`). Units that are left over are worth nothing.

    Args:
        rules: The rulebook.
        taken: For each concession the number of units, such as 4 points of Shock for `more_shock`. It is 1 for a
            concession without units.

    Raises:
        KeyError: The rules have no such concession.
    """
    return sum(rules.concessions[name].worth * (count // rules.concessions[name].each) for name, count in taken.items())


def after_concessions(found: Harm, taken: Mapping[str, int]) -> Harm:
    """Return the harm of a hit after concessions (BK-75).

    The concessions `more_shock` and `more_wounds` add Shock and Wounds. All others change nothing.
    """
    return Harm(found.shock + taken.get("more_shock", 0), found.wounds + taken.get("more_wounds", 0))


def is_lethal(rules: Rulebook, might: int, least: int) -> bool:
    """Return whether a hit puts the victim out of the fight by the option `optional.lethal` (BK-76).

    Args:
        rules: The rulebook. Without the option, no hit is lethal.
        might: The result of the victim's Might roll, without armour dice.
        least: The minimum damage of the hit. The victim is out if `might` is not above this number.
    """
    return rules.optional.lethal and might <= least
