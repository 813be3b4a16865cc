"""What the rules forbid in attacks and in weapons, in whole sentences, and boundaries of clauses (BK-50 to BK-97)."""

from dataclasses import replace
from typing import Any

import pytest
from buskit_rules import character, rules

from riotsim.games.buskit.chapters import armour, damage, scale
from riotsim.games.buskit.chapters.attack import (
    Attack,
    Declaration,
    attack_bonus,
    attack_faults,
    attack_skills,
    defence_bonus,
    longer_reach,
    may_use_two,
    parrying,
)
from riotsim.games.buskit.chapters.damage import Harm
from riotsim.games.buskit.chapters.healing import Health
from riotsim.games.buskit.characters.character import Character, Role
from riotsim.games.buskit.characters.equipment import weapon_faults
from riotsim.games.buskit.characters.ladder import LADDER, shifted
from riotsim.pools.notation import write_pool
from riotsim.pools.pool import Dice
from riotsim.table.units import inches

RIFLE: Any = {"autofire": "burst", "weapon": "assault_rifle"}
INES, COLE, HAND = (character(name) for name in ("ines", "cole", "hired_hand"))
SHOT: dict[str, Any] = {"weapon": "semi_automatic", "engaged": False, "distance": inches(6)}
TELLING: dict[str, object] = {"optional__telling_blow": True}


@pytest.mark.parametrize(
    ("facts", "options", "told"),
    [
        ({}, {}, []),
        (SHOT, {}, []),
        ({"weapon": "sword"}, {}, ["Cole has no sword"]),
        ({"distance": inches(1)}, {}, []),
        ({"distance": inches(1.26)}, {}, ["Ines is 1.3 in away, too far for melee (BK-43)"]),
        ({"attacker": replace(COLE, weapons=("longbow",)), "weapon": "longbow"}, {},
         ["a longbow can't be used on somebody engaged; only firearms can (BK-52)"]),
        ({"called": True}, {}, []),
        ({"called": True}, {"optional__called_shot": False}, ["these rules have no called shots (BK-57)"]),
        ({"telling": True}, TELLING, []),
        ({"telling": True}, {}, ["these rules have no telling blows (BK-57)"]),
        ({"telling": True, "called": True}, TELLING, ["a called shot and a telling blow don't go together (BK-57)"]),
        ({"aimed": True, **SHOT}, {}, []),
        ({"aimed": True}, {}, ["aiming counts for shots (BK-56)"]),
        ({"autofire": "burst", **SHOT}, {}, ["a semi_automatic fires no bursts here (BK-62)"]),
        ({**SHOT, **RIFLE, "attacker": replace(COLE, weapons=("assault_rifle",))}, {}, []),
        ({**RIFLE, "attacker": replace(COLE, weapons=("assault_rifle",))}, {},
         ["a assault_rifle fires no bursts here (BK-62)"]),
        ({"two_weapons": True}, {}, []),
        ({"two_weapons": True}, {"two_weapons": "tagged"}, ["Cole can't use two weapons (BK-61)"]),
        ({"two_weapons": True, "attacker": replace(COLE, tags=("ambidextrous",))}, {"two_weapons": "tagged"}, []),
        ({"attacks": 2, "number": 1}, {}, []),
        ({"attacks": 2, "number": 2}, {}, ["of 2 attacks there is none with the number 2"]),
        ({"attacks": 2, "number": -1}, {}, ["of 2 attacks there is none with the number -1"]),
        ({"dodging": True, **SHOT}, {}, []),
        ({"dodging": True}, {}, ["only fire is dodged, if the rules allow it (BK-65)"]),
        ({"dodging": True, **SHOT}, {"optional__dodge": False}, ["only fire is dodged, if the rules allow it (BK-65)"]),
    ],
)  # fmt: skip
def test_what_the_rules_forbid_in_an_attack(facts: dict[str, Any], options: dict[str, object], told: list[str]) -> None:
    """BK-43, BK-52, BK-56, BK-57, BK-60 to BK-62, BK-65: each forbidden part of an attack is refused in a sentence of
    its own. Other attacks are allowed.
    """
    attack = Attack(**{"attacker": COLE, "target": INES, "weapon": "unarmed", **facts})
    assert list(attack_faults(rules(**options), attack)) == told


def test_attacks_alternate_between_two_weapons() -> None:
    """BK-61: attacks with two weapons alternate between the first and the second weapon."""
    assert [Declaration("sword", (), "knife").weapon_of(k) for k in range(4)] == ["sword", "knife"] * 2
    assert [Declaration("sword", ()).weapon_of(k) for k in range(2)] == ["sword"] * 2


@pytest.mark.parametrize(
    ("weapons", "tags", "options", "found"),
    [
        ((), (), {}, ("unarmed",)),
        (("magnum",), (), {}, ("unarmed",)),
        (("sword",), (), {}, ("single_weapon",)),
        (("sword", "magnum"), (), {}, ("single_weapon",)),
        (("sword", "knife"), (), {}, ("single_weapon", "single_weapon", "dual_weapons")),
        (("sword", "knife"), (), {"two_weapons": "tagged"}, ("single_weapon", "single_weapon")),
        (("sword",), ("shield",), {}, ("single_weapon", "weapon_and_shield")),
        (("bat",), ("shield",), {}, ("two_handed_weapons",)),
        (("sword", "bat"), ("shield",), {},
         ("single_weapon", "two_handed_weapons", "dual_weapons", "weapon_and_shield")),
    ],
)  # fmt: skip
def test_the_specializations_of_a_defence(
    weapons: tuple[str, ...], tags: tuple[str, ...], options: dict[str, object], found: tuple[str, ...]
) -> None:
    """BK-50: all melee weapons count, and two of them count as a pair. A shield counts with a single weapon, and bare
    hands only alone.
    """
    assert parrying(rules(**options), replace(INES, weapons=weapons, tags=tags)) == found


def test_the_specializations_of_an_attack() -> None:
    """BK-50, BK-61: two weapons and a shield count in melee only."""
    who = replace(INES, weapons=("sword", "magnum"), tags=("shield",))
    melee = Attack(attacker=who, target=COLE, weapon="sword", two_weapons=True)
    assert attack_skills(rules(), melee) == ("single_weapon", "dual_weapons", "weapon_and_shield")
    assert attack_skills(rules(), replace(melee, two_weapons=False)) == ("single_weapon", "weapon_and_shield")
    assert attack_skills(rules(), replace(melee, weapon="magnum")) == ("handgun", "dual_weapons")
    shot = replace(melee, weapon="magnum", engaged=False, distance=inches(5))
    assert attack_skills(rules(), shot) == ("handgun",)


@pytest.mark.parametrize(
    ("ours", "theirs", "found"),
    [
        (("spear",), ("sword",), "attack"),
        (("sword",), ("spear",), "defence"),
        (("sword",), ("knife", "bat"), ""),
        (("knife", "sword"), ("knife",), "attack"),
        ((), ("knife",), ""),
        (("magnum",), ("sword",), "defence"),
        (("knife", "spear"), ("spear", "knife"), ""),
    ],
)
def test_the_longer_weapon(ours: tuple[str, ...], theirs: tuple[str, ...], found: str) -> None:
    """BK-58: the longest melee weapon of each fighter counts. Without a melee weapon, the reach is short."""
    assert longer_reach(rules(), replace(INES, weapons=ours), replace(COLE, weapons=theirs)) == found


@pytest.mark.parametrize(
    ("who", "option", "found"),
    [
        (INES, "all", True),
        (INES, "tagged", False),
        (replace(INES, tags=("ambidextrous",)), "tagged", True),
        (replace(INES, specializations=("dual_weapons",)), "tagged", True),
    ],
)
def test_who_may_use_two_weapons(who: Character, option: str, found: bool) -> None:
    """BK-61: by an option, either everybody may use two weapons, or only those with Dual Weapons or the tag."""
    assert may_use_two(rules(two_weapons=option), who) is found


def test_sizes_lower_dice_to_the_end_of_the_ladder() -> None:
    """BK-97: a difference of sizes lowers or raises a die along the ladder of dice, and never beyond its ends."""
    assert [shifted(die, -1) for die in LADDER] == [4, 4, 6, 8, 10]
    assert [shifted(die, 1) for die in LADDER] == [6, 8, 10, 12, 12]
    assert [shifted(8, steps) for steps in (-3, -2, 0, 2, 3)] == [4, 4, 8, 12, 12]


@pytest.mark.parametrize(
    ("made_for", "against", "size", "found"),
    [
        ((), {}, "people", "plain"),
        ((), {}, "cars", "scratches"),
        ((), {}, "tanks", "harmless"),
        (("cars",), {}, "people", "mauls"),
        (("tanks",), {}, "people", "kills"),
        (("tanks",), {}, "tanks", "plain"),
        (("tanks",), {"people": "outclasses"}, "people", "outclasses"),
    ],
)
def test_the_effect_of_sizes(made_for: tuple[str, ...], against: dict[str, str], size: str, found: str) -> None:
    """BK-96, BK-97: the effect depends on the number of rungs between the target and the nearest size that the weapon
    is made for.
    """
    weapon = rules().weapons["magnum"].model_copy(update={"made_for": made_for, "against": against})
    assert scale.effect(rules(), weapon, size) == found
    only = rules(scale__effect={1: "mauls"})
    assert scale.effect(only, weapon, "tanks") == against.get("tanks", "plain")


@pytest.mark.parametrize(
    ("suit", "kind", "spent", "found"),
    [
        ("leathers", "slashing", (0,), ("d4", "", ())),
        ("leathers", "bullet", (0,), ("", "", ())),
        ("vest_ii", "bullet", (1,), ("", "", ((0, 6),) * 3)),
        ("vest_ii", "bullet", (4,), ("", "", ())),
        ("vest_ii", "rifle", (0,), ("", "", ())),
        ("vest_iii_a", "bullet", (1,), ("", "3d4", ())),
        ("plate", "slashing", (0, 0), ("d6", "d4", ())),
        ("chainmail", "piercing", (0, 0), ("d4", "", ())),
        ("heavy_stab_vest", "slashing", (0, 3), ("", "d4", ((1, 6),))),
        ("heavy_stab_vest", "slashing", (0, 4), ("", "", ())),
        (None, "slashing", (), ("", "", ())),
    ],
)  # fmt: skip
def test_the_protection_of_armour(
    suit: str | None, kind: Any, spent: tuple[int, ...], found: tuple[str, str, tuple[Any, ...]]
) -> None:
    """BK-80 to BK-83: each layer protects against its kinds of damage, without the dice that are spent. A heavy stab
    vest is useless once its ablative dice are spent.
    """
    its = armour.protection(rules(), replace(HAND, role="other", armour=suit), kind, spent)

    def told(dice: tuple[Dice, ...]) -> str:
        return "+".join(f"{die.count if die.count > 1 else ''}d{die.sides}" for die in dice)

    assert (told(its.standard), told(its.subtractive), its.ablative) == found


def test_a_faceless_suit_protects_heroes_only() -> None:
    """BK-D5: a suit that the rules mark as `faceless` protects heroes only."""
    book = rules(armours__leathers__faceless=True)
    roles: tuple[Role, ...] = ("hero", "other", "mook")
    who = [replace(HAND, role=role, armour="leathers") for role in roles]
    assert [len(armour.protection(book, one, "slashing", (0,)).standard) for one in who] == [1, 0, 0]


def test_spent_dice_are_counted_by_layer() -> None:
    """BK-81: new armour has no spent dice. Spending adds to its own layer only."""
    assert (armour.unspent(rules(), "plate"), armour.unspent(rules(), None)) == ((0, 0), ())
    assert armour.after_spending((1, 2), 1) == (1, 3)
    assert armour.after_spending((1, 2), 0, 2) == (3, 2)


@pytest.mark.parametrize(
    ("weapon", "might", "skills", "penalties", "pool"),
    [
        ("sword", 8, (), 0, "d8"), ("sword", 8, ("strength",), 0, "2d8"), ("sword", 8, (), 1, "2d8lo"),
        ("bat", 12, (), 0, "d12 d10"), ("bat", 12, (), 1, "d12"), ("bat", 12, (), 2, "2d12lo"),
        ("bat", 12, ("strength",), 1, "2d12"), ("bat", 8, (), 0, "2d8"), ("bat", 8, (), 1, "d8"),
        ("longbow", 12, (), 0, "2d10"), ("longbow", 6, (), 0, "2d6"), ("magnum", 8, (), 0, ""),
    ],
)  # fmt: skip
def test_the_might_dice_of_weapons(weapon: str, might: int, skills: tuple[str, ...], penalties: int, pool: str) -> None:
    """BK-71: a cap limits Might dice, and Strength adds one. Penalties take the capped die first."""
    who = replace(HAND, traits={**HAND.traits, "might": might}, specializations=skills)
    found = damage.muscle_dice(rules().weapons[weapon], who, penalties)
    told = [f"{die.count if die.count > 1 else ''}d{die.sides}{'lo' if die.keep == 'lowest' else ''}" for die in found]
    assert " ".join(told) == pool


@pytest.mark.parametrize(
    ("rolled", "least", "subtracted", "times", "found"),
    [(5, 3, 0, 1, 5), (3, 5, 0, 1, 5), (5, 3, 2, 1, 3), (5, 3, 2, 2, 8), (1, 2, 4, 1, 0)],
)
def test_the_damage_of_a_hit(rolled: int, least: int, subtracted: int, times: int, found: int) -> None:
    """BK-72, BK-82, BK-97: damage is the higher of roll and degree, multiplied, less subtractive armour. It is never
    below 0.
    """
    assert damage.damage_result(rolled, least, subtracted, times) == found


@pytest.mark.parametrize(
    ("wounds", "shock", "dead_at", "found"),
    [(1, 1, "-might", "up"), (0, 1, "-might", "out"), (1, 0, "-might", "out"), (-5, 5, "-might", "out"),
     (-6, 5, "-might", "dead"), (0, 5, 0, "dead"), (1, -9, 0, "out")],
)  # fmt: skip
def test_the_condition_of_a_fighter(wounds: int, shock: int, dead_at: object, found: str) -> None:
    """BK-74: a fighter is out at 0 Shock or 0 Wounds. A fighter is dead at as many Wounds below 0 as the Might die has
    sides, here six, or by option at 0.
    """
    assert damage.condition(rules(wounds__dead_at=dead_at), HAND, wounds, shock) == found


def test_harm_and_health_in_numbers() -> None:
    """BK-73, BK-90: a hit takes as many Wounds as the damage is above Might. Nobody gets back more than was lost."""
    assert damage.harm(rules(), 7, 5) == Harm(7, 2)
    assert damage.harm(rules(), 5, 5) == Harm(5, 0)
    assert damage.harm(rules(wounds__taken=False), 9, 5) == Harm(9, 0)
    assert damage.after_concessions(Harm(7, 2), {"more_wounds": 1, "more_shock": 4, "stunned": 1}) == Harm(11, 3)
    assert Health(2, 5).plus(HAND, 9, 2) == Health(6, 7)
    assert Health(2, 5).plus(HAND, 1, 9) == Health(3, 12)


SKILLS = {"handgun": "shoot", "single_weapon": "fight"}


@pytest.mark.parametrize(
    ("data", "sizes", "found"),
    [
        ({"might": 1}, ("people",), []),
        ({"dice": "d6"}, ("people",), []),
        ({}, None, [(("weapons", "stick"), "a weapon has Might dice (might) or dice of its own (dice)")]),
        ({"might": 0, "dice": None}, None,
         [(("weapons", "stick"), "a weapon has Might dice (might) or dice of its own (dice)")]),
        ({"might": 1, "specializations": ["handgun", "handgums", 3]}, None,
         [(("weapons", "stick", "specializations", 1),
           "no Specialization is called 'handgums'; did you mean handgun?")]),
        ({"might": 1, "specializations": "handgum"}, None, []),
        ({"might": 1, "made_for": ["cars", "boats", 3]}, ("people", "cars"),
         [(("weapons", "stick", "made_for", 1),
           "the ladder of sizes (scale.ladder) has no rung 'boats'; there are people, cars")]),
        ({"might": 1, "against": {"boats": "kills", "cars": "kills"}}, ("people", "cars"),
         [(("weapons", "stick", "against", "boats"),
           "the ladder of sizes (scale.ladder) has no rung 'boats'; there are people, cars")]),
        ({"might": 1, "against": {"boats": "kills"}, "made_for": ["boats"]}, None, []),
        ({"might": 1, "against": 3, "made_for": 4}, ("people",), []),
    ],
)  # fmt: skip
def test_faults_of_a_weapon(data: dict[str, object], sizes: tuple[str, ...] | None, found: list[Any]) -> None:
    """BK-70, BK-95, BK-97, BK-D3: a weapon needs dice, and its Specializations and sizes must be known."""
    assert list(weapon_faults("stick", data, SKILLS, sizes)) == found


def test_the_commonest_die_is_lowered() -> None:
    """BK-97: if several dice of a pool are equally common, the die of a Trait is lowered."""
    pool = damage.damage_pool(rules(), Attack(attacker=INES, target=COLE, weapon="knife"))
    assert write_pool(pool) == "might d8+knife d6"
    assert scale.lowered_die(pool).sides == 6


@pytest.mark.parametrize(
    ("facts", "attacks", "defends"),
    [
        ({}, 0, 0),
        ({"called": True}, -1, 0),
        ({"telling": True}, -1, 0),
        ({"stance": "wary"}, -1, 0),
        ({"stance": "reckless"}, 1, 0),
        ({"faster": "attack"}, -1, 0),
        ({"faster": "damage"}, 0, 0),
        ({"flinched": True}, -1, 0),
        ({"unaware": True}, 1, 0),
        ({"reach": "attack"}, 1, 0),
        ({"reach": "defence"}, 0, 1),
        ({"guard": "wary"}, 0, 1),
        ({"guard": "reckless"}, 0, -1),
        ({"attack_more": -2, "defence_more": 3}, -2, 3),
        ({"attacks": 3, "number": 1}, -2, 0),
        ({"attacks": 3, "two_weapons": True}, -1, 0),
        ({"attacks": 3, "number": 2, "two_weapons": True}, -2, 0),
        ({"two_weapons": True}, 0, 0),
        ({"prone": True}, 0, 0),
        ({"prone": True, **SHOT}, 0, 1),
        ({"aimed": True, **SHOT}, 1, 0),
        ({"target": replace(INES, size="cars"), **SHOT}, 1, 0),
        ({"target": replace(INES, size="cars")}, 0, 0),
        ({"called": True, "stance": "wary", "flinched": True, "attacks": 2}, -4, 0),
    ],
)
def test_bonuses_and_penalties_are_added_up(facts: dict[str, Any], attacks: int, defends: int) -> None:
    """BK-53 to BK-64, BK-96: each circumstance changes the dice of the attack or of the defence. Several circumstances
    add up.
    """
    attack = Attack(**{"attacker": COLE, "target": INES, "weapon": "unarmed", **facts})
    assert (attack_bonus(rules(), attack), defence_bonus(rules(), attack)) == (attacks, defends)
