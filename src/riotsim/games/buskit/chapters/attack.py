"""Attacks as plain values, and the two pools of their rolls (BK-50 to BK-65)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from riotsim.games.buskit.chapters import scale
from riotsim.games.buskit.chapters.cover import range_die
from riotsim.games.buskit.chapters.initiative import Faster
from riotsim.games.buskit.chapters.traits import aspect_dice, penalized_dice, trait_dice, trait_pool, wild_dice
from riotsim.games.buskit.characters.character import Character
from riotsim.games.buskit.characters.equipment import WeaponFigures
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.pools.pool import Check, Dice, Part, Pool
from riotsim.table.units import in_inches

UNARMED: Final = "unarmed"
"""Name of the weapon that everybody has: bare hands."""

SHIELD: Final = "shield"
"""The tag of a character who bears a shield."""

Stance: TypeAlias = Literal["plain", "reckless", "wary"]
"""A fighter's stance until the next action. `reckless` favours the attack, and `wary` the defence (BK-55)."""

Blow: TypeAlias = Literal["plain blow", "called shot", "telling blow"]
"""A kind of attack: an ordinary one, a called shot, or a telling blow (BK-57)."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """A player's declaration of the attacks of one action."""

    weapon: str
    targets: tuple[str, ...]
    """The targets that are declared so far, one for each attack."""
    second: str | None = None
    """The second weapon, in turns with `weapon`; None for attacks with `weapon` alone (BK-61)."""
    stance: Stance = "plain"
    blow: Blow = "plain blow"
    fire: str | None = None
    """Name of the way to fire bursts (BK-62); None for single shots."""
    wild: int = 0
    """Number of wild dice. All of them are added to the first attack."""
    attacks: int = 1
    """Number of attacks in the action. While targets are still being declared, `targets` is shorter."""

    def weapon_of(self, number: int) -> str:
        """Return the weapon of the attack with the index `number`."""
        return self.weapon if self.second is None or number % 2 == 0 else self.second


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """One attack with one roll: the attacker's declaration, and the circumstances of attacker and target."""

    attacker: Character
    target: Character
    weapon: str
    """Name of the weapon."""
    distance: float = 0.0
    """Distance between the edges of both bases (mm)."""
    engaged: bool = True
    """True if attacker and target are in melee (BK-43)."""
    unaware: bool = False
    """True if the target is unaware of the attack (BK-53)."""
    attacks: int = 1
    """Number of attacks in the attacker's action, this one included (BK-60)."""
    number: int = 0
    """Index of this attack among the attacks of the action."""
    two_weapons: bool = False
    """True if the attacks of the action are made with two weapons (BK-61)."""
    stance: Stance = "plain"
    """The attacker's stance from this action on."""
    called: bool = False
    """True for a called shot (BK-57)."""
    telling: bool = False
    """True for a telling blow (BK-57)."""
    faster: Faster = ""
    """The roll with a penalty in return for a bonus on initiative; empty for none (BK-54)."""
    aimed: bool = False
    """True after a whole round of aiming (BK-56)."""
    autofire: str | None = None
    """Name of the way to fire bursts (BK-62); None for single shots."""
    wild: int = 0
    """Number of wild dice that the attacker adds (BK-14)."""
    gang: int = 1
    """Number of opponents who are engaged with the target, the attacker included (BK-59)."""
    cover: int | None = None
    """Sides of the target's cover die (BK-63); None without cover."""
    guard: Stance = "plain"
    """The stance that the target chose in its last action."""
    prone: bool = False
    """True if the target lies prone (BK-64)."""
    dodging: bool = False
    """True if the target dodges (BK-65)."""
    reach: Literal["", "attack", "defence"] = ""
    """The roll with the bonus for the longer weapon; empty for neither (BK-58)."""
    flinched: bool = False
    """True if the attacker has dropped prone under fire since their last action (BK-64)."""
    attack_more: int = 0
    """Number of bonuses of the attack that don't follow from other fields, minus the number of such penalties."""
    defence_more: int = 0
    """Number of bonuses of the defence that don't follow from other fields, minus the number of such penalties."""
    help: tuple[int, ...] = ()
    """Sides of the dice that helpers add to the attack, one value for each die (BK-36)."""
    hindrance: tuple[int, ...] = ()
    """Sides of the dice that failed help adds to the defence, one value for each die (BK-36)."""

    def figures(self, rules: Rulebook) -> WeaponFigures:
        """Return the data that the rules have about the attack's weapon."""
        return rules.weapons[self.weapon]

    def is_melee(self, rules: Rulebook) -> bool:
        """Return whether the attack is in melee. In melee, the attacker rolls Fight (BK-52).

        If `engaged` is True, even an attack with a firearm is in melee.
        """
        return self.figures(rules).skill == "fight" or self.engaged


def attack_faults(rules: Rulebook, attack: Attack) -> Iterator[str]:
    """Yield a sentence for each rule that an attack breaks."""
    weapon, title = attack.figures(rules), attack.attacker.title
    if attack.weapon != UNARMED and attack.weapon not in attack.attacker.weapons:
        yield f"{title} has no {attack.weapon}"
    if weapon.skill == "fight" and attack.distance > rules.melee.within:
        yield f"{attack.target.title} is {in_inches(attack.distance):.1f} in away, too far for melee (BK-43)"
    if weapon.skill == "shoot" and attack.engaged and not weapon.firearm:
        yield f"a {attack.weapon} can't be used on somebody engaged; only firearms can (BK-52)"
    if attack.called and not rules.optional.called_shot:
        yield "these rules have no called shots (BK-57)"
    if attack.telling and not rules.optional.telling_blow:
        yield "these rules have no telling blows (BK-57)"
    if attack.called and attack.telling:
        yield "a called shot and a telling blow don't go together (BK-57)"
    if attack.aimed and attack.is_melee(rules):
        yield "aiming counts for shots (BK-56)"
    if attack.autofire is not None and (not weapon.autofire or attack.is_melee(rules)):
        yield f"a {attack.weapon} fires no bursts here (BK-62)"
    if attack.two_weapons and not may_use_two(rules, attack.attacker):
        yield f"{title} can't use two weapons (BK-61)"
    if not 0 <= attack.number < attack.attacks:
        yield f"of {attack.attacks} attacks there is none with the number {attack.number}"
    if attack.dodging and (attack.is_melee(rules) or not rules.optional.dodge):
        yield "only fire is dodged, if the rules allow it (BK-65)"


def may_use_two(rules: Rulebook, character: Character) -> bool:
    """Return whether a character may attack with two weapons (BK-61)."""
    able = "dual_weapons" in character.specializations or "ambidextrous" in character.tags
    return able or rules.two_weapons == "all"


def attack_bonus(rules: Rulebook, attack: Attack) -> int:
    """Return the number of bonuses of an attack minus the number of its penalties (BK-53 to BK-64, BK-96)."""
    weapon, is_melee = attack.figures(rules), attack.is_melee(rules)
    spared = attack.two_weapons and attack.number == 0  # BK-61: one penalty off one of the rolls
    penalties = max(0, attack.attacks - 1 - spared)  # BK-60
    penalties += (
        attack.called + attack.telling + (attack.stance == "wary") + (attack.faster == "attack") + attack.flinched
    )
    bonuses = (attack.stance == "reckless") + attack.aimed + attack.unaware + (attack.reach == "attack")
    return bonuses - penalties + scale.to_hit(rules, weapon, attack.target.size, is_melee=is_melee) + attack.attack_more


def defence_bonus(rules: Rulebook, attack: Attack) -> int:
    """Return the number of bonuses of a defence minus the number of its penalties (BK-55, BK-58, BK-64)."""
    prone = attack.prone and rules.optional.prone and not attack.is_melee(rules)
    found = (attack.guard == "wary") - (attack.guard == "reckless") + prone + (attack.reach == "defence")
    return found + attack.defence_more


def attack_pool(rules: Rulebook, attack: Attack) -> Pool:
    """Return the attacker's pool (BK-50 to BK-62)."""
    is_melee = attack.is_melee(rules)
    extra: list[Part] = [Dice(die, why="help") for die in attack.help]
    if is_melee and attack.gang > 1:
        extra.append(Dice(rules.gang_up[min(attack.gang, len(rules.gang_up) + 1) - 2], why="gang-up"))
    if attack.autofire is not None:
        extra.append(Dice(rules.autofire[attack.autofire].die, why="autofire"))
    return trait_pool(
        rules,
        attack.attacker,
        "fight" if is_melee else "shoot",
        specializations=attack_skills(rules, attack),
        purposes=("attack",),
        more=attack_bonus(rules, attack),
        extra=(*extra, *wild_dice(rules, attack.wild)),
    )


def defence_pool(rules: Rulebook, attack: Attack) -> Pool:
    """Return the target's pool (BK-50 to BK-53, BK-63 to BK-65).

    - In melee, the target rolls Fight, or a fixed die if the target is unaware of the attack.
    - Against fire, the target rolls the range die. Cover adds a die, and a dodge adds dice.

    Dice from failed help are always added.
    """
    target, more = attack.target, defence_bonus(rules, attack)
    extra: list[Part] = [Dice(die, why="failed help") for die in attack.hindrance]
    if attack.is_melee(rules):
        if attack.unaware:
            return Pool((Dice(rules.attacks.unaware, why="unaware"), *extra))
        return trait_pool(
            rules,
            target,
            "fight",
            specializations=parrying(rules, target),
            purposes=("defence",),
            more=more,
            extra=extra,
        )
    if attack.cover is not None:
        extra.append(Dice(attack.cover, why="cover"))
    dice = penalized_dice(range_die(rules, attack.distance), 1 + more, "range")
    if not attack.dodging:
        return Pool((dice, *extra))
    extra.append(trait_dice(target, "move", ("reflexes",), why="dodge"))
    return Pool((dice, *aspect_dice(rules, target, {"defence", "move", "reflexes"}), *extra))


def attack_skills(rules: Rulebook, attack: Attack) -> tuple[str, ...]:
    """Return the Specializations that apply to an attack (BK-50, BK-61).

    These are the Specializations of the weapon. In melee, those for two weapons and for a shield may be added (see
    `_styles`).
    """
    weapon = attack.figures(rules)
    if not attack.is_melee(rules):
        return weapon.specializations
    return (*weapon.specializations, *_styles(attack.attacker, (weapon,), pair=attack.two_weapons))


def parrying(rules: Rulebook, character: Character) -> tuple[str, ...]:
    """Return the Specializations for a character's defence in melee (BK-50).

    These are the Specializations of all the character's melee weapons, and those for ways to fight (see `_styles`). If
    this gives no Specializations, those of bare hands apply.
    """
    weapons = [weapon for name in character.weapons if (weapon := rules.weapons[name]).skill == "fight"]
    found = [one for weapon in weapons for one in weapon.specializations]
    pair = len(weapons) > 1 and may_use_two(rules, character)
    return (*found, *_styles(character, weapons, pair=pair)) or rules.weapons[UNARMED].specializations


def _styles(character: Character, weapons: Iterable[WeaponFigures], *, pair: bool) -> Iterator[str]:
    """Yield Specializations for ways to fight (BK-D1).

    - `dual_weapons`, if `pair` is True: two weapons are used together.
    - `weapon_and_shield`, if the character bears a shield and one of the weapons has `single_weapon`.
    """
    if pair:
        yield "dual_weapons"
    if SHIELD in character.tags and any("single_weapon" in weapon.specializations for weapon in weapons):
        yield "weapon_and_shield"


def attack_check(rules: Rulebook, attack: Attack) -> Check:
    """Return the check of an attack: the attacker's pool against the target's."""
    return Check(attack_pool(rules, attack), defence_pool(rules, attack))


def longer_reach(rules: Rulebook, attacker: Character, target: Character) -> Literal["", "attack", "defence"]:
    """Return which side has the longer melee weapon (BK-58). Return an empty text if the lengths are equal.

    The longest melee weapon of one character is compared with the longest of the other. A character without a melee
    weapon counts as having a short one.
    """
    order = ("short", "medium", "long")

    def longest(character: Character) -> int:
        melee = [rules.weapons[name] for name in character.weapons if rules.weapons[name].skill == "fight"]
        return max((order.index(weapon.reach) for weapon in melee), default=0)

    ours, theirs = longest(attacker), longest(target)
    return "" if ours == theirs else "attack" if ours > theirs else "defence"
