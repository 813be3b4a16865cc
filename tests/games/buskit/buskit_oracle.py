"""A second reading of attacks and damage, by listing every way in which the dice can fall.

It shares no code with the chapters of the game or with `pools`. A pool is a number of Trait dice that may be 0 or less,
and other dice beside them.
"""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from riotsim.games.buskit.chapters.attack import Attack
from riotsim.games.buskit.rulebook import Rulebook

Chances = dict[int, Fraction]


@dataclass(frozen=True)
class Dice:
    """The dice of a pool: dice of one kind whose number bonuses and penalties change, single dice beside them, and wild
    dice.
    """

    sides: int
    count: int
    beside: tuple[int, ...] = ()
    wild: int = 0


def results(pool: Dice) -> Chances:
    """Return the chance of each result of a pool."""
    number = pool.count if pool.count > 0 else 2 - pool.count
    plain = [
        [(value, Fraction(1, sides)) for value in range(1, sides + 1)]
        for sides in (*[pool.sides] * number, *pool.beside)
    ]
    wild = [(value, Fraction(1, 6)) for value in range(1, 6)] + [(value, Fraction(1, 36)) for value in range(7, 13)]
    found: Chances = {}
    for fall in itertools.product(*plain, *[wild] * pool.wild):
        chance = Fraction(1)
        for _, its in fall:
            chance *= its
        values = [value for value, _ in fall]
        counted = max(values[:number]) if pool.count > 0 else min(values[:number])
        result = max([counted, *values[number:]])
        found[result] = found.get(result, Fraction(0)) + chance
    return found


def degrees(ours: Dice, theirs: Dice) -> Chances:
    """Return the chance of each degree."""
    found: Chances = {}
    for value, chance in results(ours).items():
        for other, its in results(theirs).items():
            found[value - other] = found.get(value - other, Fraction(0)) + chance * its
    return found


def attack_dice(rules: Rulebook, attack: Attack) -> tuple[Dice, Dice]:
    """Return the dice of both sides of an attack, counted clause by clause from the attack and the rules' data."""
    weapon, who, target = rules.weapons[attack.weapon], attack.attacker, attack.target
    melee = weapon.skill == "fight" or attack.engaged
    trait = "fight" if melee else "shoot"
    count = 1
    skills = [*weapon.specializations]
    if melee and attack.two_weapons:
        skills.append("dual_weapons")
    if melee and "shield" in who.tags and "single_weapon" in skills:
        skills.append("weapon_and_shield")
    if any(one in who.specializations for one in skills):
        count += 1  # BK-13
    count += {"plain": 0, "reckless": 1, "wary": -1}[attack.stance]  # BK-55
    extra = attack.attacks - 1  # BK-60
    if attack.two_weapons and attack.number == 0 and extra:
        extra -= 1  # BK-61
    count -= extra
    for yes, by in (
        (attack.called, -1), (attack.telling, -1), (attack.faster == "attack", -1), (attack.aimed, 1),
        (attack.unaware, 1), (attack.reach == "attack", 1),
    ):  # fmt: skip
        count += by * yes
    beside = [a.die for a in who.aspects if {*a.applies} & {trait, "attack", *skills}]
    if melee and attack.gang > 1:
        beside.append({2: 4, 3: 6, 4: 8, 5: 10}.get(attack.gang, 12))  # BK-59
    if attack.autofire:
        beside.append({"burst": 4, "half": 6, "all": 8}[attack.autofire])  # BK-62
    beside += attack.help
    ours = Dice(who.traits[trait], count, tuple(beside), attack.wild)
    if melee and attack.unaware:
        return ours, Dice(4, 1, tuple(attack.hindrance))  # BK-53
    guard = {"plain": 0, "reckless": -1, "wary": 1}[attack.guard] + (attack.reach == "defence")
    beside = list(attack.hindrance)
    if melee:
        skills = [
            s for w in target.weapons if rules.weapons[w].skill == "fight" for s in rules.weapons[w].specializations
        ]
        if sum(rules.weapons[w].skill == "fight" for w in target.weapons) > 1:
            skills.append("dual_weapons")
        if "shield" in target.tags and "single_weapon" in skills:
            skills.append("weapon_and_shield")
        skills = skills or ["unarmed"]
        beside += [a.die for a in target.aspects if {*a.applies} & {"fight", "defence", *skills}]
        skilled = any(one in target.specializations for one in skills)
        return ours, Dice(target.traits["fight"], 1 + skilled + guard, tuple(beside))
    inches = attack.distance / 25.4
    sides = 4 if inches <= 1 else 6 if inches <= 8 else 8 if inches <= 60 else 10 if inches <= 240 else 12  # BK-D2
    if attack.cover:
        beside.append(attack.cover)
    if attack.dodging:
        beside += [target.traits["move"]] * (2 if "reflexes" in target.specializations else 1)  # BK-65
        beside += [a.die for a in target.aspects if {*a.applies} & {"defence", "move", "reflexes"}]
    return ours, Dice(sides, 1 + guard + attack.prone, tuple(beside))


def damage_dice(rules: Rulebook, attack: Attack) -> list[tuple[int, ...]]:
    """Return the dice of damage in groups. In each group the highest die counts. In a group of negative numbers, the
    lowest counts.
    """
    weapon, who = rules.weapons[attack.weapon], attack.attacker
    groups: list[tuple[int, ...]] = []
    if weapon.might:
        most = weapon.cap or 12
        might = [min(who.traits["might"], most)]
        if "strength" in who.specializations:
            might.append(might[0])
        might += [min(might[0], weapon.added_cap or 12)] * (weapon.might - 1)
        if attack.faster == "damage":
            might.sort()
            if len(might) > 1:
                might.pop(0)
            else:
                might = [-might[0]] * 2  # two dice, of which the lowest counts
        groups.append(tuple(might))
    if weapon.dice:
        groups.append((weapon.dice[1],) * weapon.dice[0])
    if attack.called:
        groups.append((who.traits["fight" if weapon.skill == "fight" or attack.engaged else "shoot"],))
    uses = {"might", "strength", *weapon.specializations} if weapon.might else set()
    groups += [(a.die,) for a in who.aspects if {*a.applies} & {"damage", *uses, *weapon.tags}]
    return groups


def fallen(groups: Iterable[tuple[int, ...]]) -> Chances:
    """Return the chance of each result of groups of dice."""
    found: Chances = {}
    listed = [(sides, group) for group, dice in enumerate(groups) for sides in dice]
    for fall in itertools.product(*[range(1, abs(sides) + 1) for sides, _ in listed]):
        chance, each = Fraction(1), dict[int, list[int]]()
        for value, (sides, group) in zip(fall, listed, strict=True):
            chance /= abs(sides)
            each.setdefault(group, []).append(value if sides > 0 else -value)
        result = max(max(values) if values[0] > 0 else -max(values) for values in each.values())
        found[result] = found.get(result, Fraction(0)) + chance
    return found
