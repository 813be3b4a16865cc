"""Attacks and damage: clause by clause, the source's sums, and a comparison with a list of all falls of the dice."""

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from buskit_oracle import Dice as PoolDice
from buskit_oracle import attack_dice, damage_dice, degrees, fallen
from buskit_rules import character, rules
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from riotsim.games.buskit.chapters import armour, damage
from riotsim.games.buskit.chapters.attack import (
    Attack,
    attack_check,
    attack_faults,
    attack_pool,
    defence_pool,
    longer_reach,
    parrying,
)
from riotsim.games.buskit.chapters.cover import Sight, cover_die, range_die, sight
from riotsim.games.buskit.chapters.damage import Harm
from riotsim.games.buskit.characters.character import Aspect, Character
from riotsim.pools.exact import chances, odds
from riotsim.pools.notation import write_check, write_pool
from riotsim.pools.pool import Dice
from riotsim.table.units import inches

INES, COLE, OTTOLINE, HAND = (character(name) for name in ("ines", "cole", "ottoline", "hired_hand"))
NIMBLE = replace(
    HAND,
    specializations=("dual_weapons", "weapon_and_shield"),
    aspects=(Aspect("Nimble", 8, ("defence", "damage")), Aspect("Mystic", 6, ("mystic", "move"))),
    weapons=("knife", "energy_sword"),
    tags=("shield",),
)
SHOT: dict[str, Any] = {"engaged": False, "distance": inches(6)}


def check(who: Character, target: Character, weapon: str, **facts: Any) -> str:
    """Return the check of an attack in notation."""
    return write_check(attack_check(rules(), Attack(attacker=who, target=target, weapon=weapon, **facts)))


def test_melee_is_fight_against_fight() -> None:
    """BK-13, BK-50: an attack in melee rolls Fight against Fight. Aspects and Specializations of both add dice."""
    assert check(INES, OTTOLINE, "sword") == "fight 2d10+feint d8 vs fight d8"
    assert check(OTTOLINE, INES, "unarmed") == "fight 2d8+bear hug d8 vs fight 2d10"
    assert parrying(rules(), COLE) == ("unarmed",)


@pytest.mark.parametrize(("far", "die"), [(0.5, 4), (1, 4), (8, 6), (8.1, 8), (60, 8), (61, 10), (240, 10), (241, 12)])
def test_range_dice(far: float, die: int) -> None:
    """BK-51, BK-D2: the range die depends on the distance alone."""
    assert range_die(rules(), inches(far)) == die


def test_fire_is_shoot_against_a_range_die() -> None:
    """BK-51: a shot rolls Shoot against a range die and a die of cover. The target's Aspects don't count."""
    assert check(COLE, INES, "semi_automatic", **SHOT) == "shoot 2d10+dead shot d10 vs range d6"
    assert check(COLE, INES, "semi_automatic", **SHOT, cover=8) == "shoot 2d10+dead shot d10 vs range d6+cover d8"


def test_a_firearm_in_melee() -> None:
    """BK-52: against an engaged target, a firearm is used with Fight against Fight. Near a target that isn't engaged,
    the range die is a d4. A bow can't be used on an engaged target.
    """
    assert check(COLE, INES, "semi_automatic") == "fight 2d6 vs fight 2d10"
    near = {"engaged": False, "distance": inches(0.5), "unaware": True}
    assert check(COLE, INES, "semi_automatic", **near) == "shoot 3d10+dead shot d10 vs range d4"
    bow = replace(INES, weapons=("longbow",))
    assert list(attack_faults(rules(), Attack(attacker=bow, target=COLE, weapon="longbow"))) == [
        "a longbow can't be used on somebody engaged; only firearms can (BK-52)"
    ]


def test_the_unaware() -> None:
    """BK-53: an attack on an unaware target has one die more. In melee a d4 defends, at range the usual range die."""
    assert check(INES, COLE, "sword", unaware=True) == "fight 3d10+feint d8 vs unaware d4"
    assert check(HAND, INES, "hold_out", **SHOT, unaware=True) == "shoot 2d6 vs range d6"


def test_trades() -> None:
    """BK-54, BK-55, BK-57: hurrying, a called shot and a stance change the dice of the attack. The target's stance
    changes the dice of its defence.
    """
    assert check(INES, HAND, "sword", faster="attack") == "fight d10+feint d8 vs fight d6"
    assert check(INES, HAND, "sword", stance="reckless", called=True) == "fight 2d10+feint d8 vs fight d6"
    assert check(HAND, INES, "knife", stance="wary") == "fight 2d6lo vs fight 2d10"
    assert check(HAND, INES, "knife", guard="wary") == "fight d6 vs fight 3d10"
    assert check(COLE, INES, "semi_automatic", **SHOT, guard="reckless").endswith("vs range 2d6lo")
    shot = Attack(attacker=COLE, target=INES, weapon="semi_automatic", called=True, **SHOT)
    assert write_pool(damage.damage_pool(rules(), shot)) == "semi automatic 2d6+shoot d10"


def test_aim() -> None:
    """BK-56: a shot after a whole round of aiming has one Shoot die more. An aim can't be used in melee."""
    assert check(HAND, INES, "hold_out", **SHOT) == "shoot d6 vs range d6"
    assert check(HAND, INES, "hold_out", **SHOT, aimed=True) == "shoot 2d6 vs range d6"
    melee = ["aiming counts for shots (BK-56)"]
    assert list(attack_faults(rules(), Attack(attacker=HAND, target=INES, weapon="knife", aimed=True))) == melee
    assert list(attack_faults(rules(), Attack(attacker=HAND, target=INES, weapon="hold_out", aimed=True))) == melee
    assert not [*attack_faults(rules(), Attack(attacker=HAND, target=INES, weapon="hold_out", aimed=True, **SHOT))]


def test_reach() -> None:
    """BK-58: the longer weapon gives a die to the attack or to the defence. Of two weapons of one fighter, the longer
    one counts.
    """
    tito = replace(INES, weapons=("knife", "spear"))
    assert longer_reach(rules(), tito, OTTOLINE) == "attack"
    assert longer_reach(rules(), COLE, OTTOLINE) == "defence"
    assert longer_reach(rules(), INES, OTTOLINE) == ""
    assert check(INES, HAND, "sword", reach="attack") == "fight 3d10+feint d8 vs fight d6"
    assert check(INES, HAND, "sword", reach="defence") == "fight 2d10+feint d8 vs fight 2d6"


@pytest.mark.parametrize(("gang", "die"), [(2, 4), (3, 6), (4, 8), (5, 10), (6, 12), (7, 12)])
def test_ganging_up(gang: int, die: int) -> None:
    """BK-59: in melee, the number of attackers of one target decides the gang-up die. At range there is no such die."""
    assert check(HAND, INES, "knife", gang=gang).startswith(f"fight d6+gang-up d{die} vs")
    assert "gang-up" not in check(HAND, INES, "hold_out", **SHOT, gang=gang)


def test_several_attacks_and_two_weapons() -> None:
    """BK-60, BK-61: in the source's example of three shots with two pistols, the lowest of 2 dice counts first. Then
    the lowest of 3 dice counts twice.
    """
    tommy = replace(HAND, role="other", weapons=("semi_automatic", "semi_automatic"))
    pools = [
        write_pool(
            attack_pool(
                rules(),
                Attack(
                    attacker=tommy, target=HAND, weapon="semi_automatic", attacks=3, number=k, two_weapons=True, **SHOT
                ),
            )
        )
        for k in range(3)
    ]
    assert pools == ["shoot 2d6lo", "shoot 3d6lo", "shoot 3d6lo"]
    assert check(tommy, HAND, "semi_automatic", **SHOT, attacks=3).startswith("shoot 3d6lo vs")
    both = Attack(attacker=tommy, target=HAND, weapon="semi_automatic", attacks=2, two_weapons=True, **SHOT)
    assert list(attack_faults(rules(), both)) == []
    assert list(attack_faults(rules(two_weapons="tagged"), both)) == ["Hired Hand can't use two weapons (BK-61)"]


@pytest.mark.parametrize(("how", "die"), [("burst", 4), ("half", 6), ("all", 8)])
def test_autofire(how: str, die: int) -> None:
    """BK-62: a burst adds an autofire die, which penalties don't change."""
    gunner = replace(HAND, weapons=("assault_rifle",))
    told = check(gunner, INES, "assault_rifle", **SHOT, autofire=how, attacks=2)
    assert told == f"shoot 2d6lo+autofire d{die} vs range d6"


def test_cover_by_nine_lines() -> None:
    """BK-63: as cover, 1 to 4 shut lines of sight give a d6, 5 to 8 a d8, and 9 a d12. If all 9 are shut, a shot is
    possible only if one is shut just by terrain that can be shot through.
    """
    assert [cover_die(rules(), Sight(shut, 0)) for shut in (0, 1, 4, 5, 8, 9)] == [None, 6, 6, 8, 8, 12]
    lines = [("wall",)] * 8 + [("hedge",)]
    assert sight(lines, {"hedge"}) == Sight(9, 8)
    assert sight(lines, {"hedge"}).may_shoot
    assert not sight([("wall", "hedge")] * 9, {"hedge"}).may_shoot


def test_prone_and_dodging() -> None:
    """BK-64, BK-65: against a shot, a prone target has one range die more. A dodger rolls Move with Reflexes beside the
    range die.
    """
    assert check(HAND, INES, "hold_out", **SHOT, prone=True).endswith("vs range 2d6")
    assert check(HAND, INES, "hold_out", **SHOT, dodging=True).endswith("vs range d6+quick d6+dodge 2d8")
    assert check(HAND, INES, "knife", prone=True).endswith("vs fight 2d10")
    dodge = Attack(attacker=HAND, target=INES, weapon="knife", dodging=True)
    assert list(attack_faults(rules(), dodge)) == ["only fire is dodged, if the rules allow it (BK-65)"]


def test_other_dice_of_a_check() -> None:
    """BK-14, BK-36: wild dice and the die of a helper stand beside the Trait dice. The die of failed help stands in the
    defence.
    """
    told = check(HAND, INES, "knife", wild=1, help=(8,), hindrance=(10,))
    assert told == "fight d6+help d8+wild d6 vs fight 2d10+failed help d10"


def test_declarations_that_are_refused() -> None:
    """BK-43, BK-57, BK-62: a forbidden attack is refused with a sentence for each fault."""
    far = Attack(attacker=INES, target=HAND, weapon="sword", distance=inches(3), called=True, telling=True)
    assert list(attack_faults(rules(), far)) == [
        "Hired Hand is 3.0 in away, too far for melee (BK-43)", "these rules have no telling blows (BK-57)",
        "a called shot and a telling blow don't go together (BK-57)",
    ]  # fmt: skip
    assert list(attack_faults(rules(optional__called_shot=False), Attack(attacker=INES, target=HAND, weapon="bat",
                                                                         called=True))) == [
        "Ines has no bat", "these rules have no called shots (BK-57)",
    ]  # fmt: skip
    assert list(attack_faults(rules(), Attack(attacker=COLE, target=HAND, weapon="semi_automatic", autofire="burst",
                                              number=2, **SHOT))) == [
        "a semi_automatic fires no bursts here (BK-62)", "of 1 attacks there is none with the number 2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("weapon", "might", "dice"),
    [
        ("unarmed", 8, "might d8"), ("knife", 8, "might d8+knife d6"), ("baton", 8, "might d8+might d6"),
        ("baton", 6, "might 2d6"), ("greatsword", 10, "might 2d10+greatsword d8"), ("bat", 8, "might 2d8"),
        ("bat", 12, "might d12+might d10"), ("shortbow", 10, "might d8"), ("longbow", 12, "might 2d10"),
        ("longbow", 6, "might 2d6"), ("shotgun", 10, "shotgun d10"), ("hold_out", 8, "hold out d6"),
    ],
)  # fmt: skip
def test_damage_of_weapons(weapon: str, might: int, dice: str) -> None:
    """BK-70, BK-71, BK-D3, BK-D4: the damage of a weapon has its Might dice and its own dice. Caps limit dice: with a
    bat, a Might of d12 gives a d12 and a d10.
    """
    who = replace(HAND, traits={**HAND.traits, "might": might}, weapons=(weapon,))
    assert write_pool(damage.damage_pool(rules(), Attack(attacker=who, target=INES, weapon=weapon))) == dice


@pytest.mark.parametrize(
    ("weapon", "dice"),
    [
        ("unarmed", "might 2d12lo"),
        ("knife", "might 2d12lo+knife d6"),
        ("bat", "might d12"),
        ("greatsword", "might d12+greatsword d8"),
    ],
)
def test_damage_that_pays_for_speed(weapon: str, dice: str) -> None:
    """BK-54, BK-71: if damage pays for speed, the penalty takes Might dice only, and the capped die first."""
    who = replace(HAND, traits={**HAND.traits, "might": 12}, weapons=(weapon,))
    attack = Attack(attacker=who, target=INES, weapon=weapon, faster="damage")
    assert write_pool(damage.damage_pool(rules(), attack)) == dice


def test_aspects_in_damage() -> None:
    """BK-70: an Aspect that applies to the weapon adds a die to its damage. Another Aspect adds a die to Might, beside
    the die of armour.
    """
    unarmed = Attack(attacker=OTTOLINE, target=INES, weapon="unarmed")
    assert write_pool(damage.damage_pool(rules(), unarmed)) == "might 2d12+bear hug d8"
    assert write_pool(damage.might_pool(rules(), OTTOLINE, Dice(4, why="armour"))) == (
        "might 2d12+hard to hurt d8+armour d4"
    )


@pytest.mark.parametrize(
    ("degree", "rolled", "subtracted", "might", "found"),
    [(4, 3, 0, 6, Harm(4, 0)), (1, 5, 0, 3, Harm(5, 2)), (1, 6, 0, 6, Harm(6, 0)), (1, 5, 3, 6, Harm(2, 0)),
     (6, 2, 4, 1, Harm(2, 1))],
)  # fmt: skip
def test_the_sources_damage(degree: int, rolled: int, subtracted: int, might: int, found: Harm) -> None:
    """BK-72, BK-73, BK-82, BK-T4: a hit of degree 4 that rolls 3 does 4 damage. A damage of 5 against a Might of 3
    takes 5 Shock and 2 Wounds. Subtractive armour lowers the least damage too.
    """
    assert damage.harm(rules(), damage.damage_result(rolled, degree, subtracted), might) == found


def test_mauling_doubles_with_the_least() -> None:
    """BK-97: mauling doubles the higher of roll and degree before subtractive armour is taken off."""
    assert damage.damage_result(3, 4, 5, times=2) == 3


def test_the_sources_concessions() -> None:
    """BK-75, BK-D6, BK-T4: at damage 7 against Might 5, two concessions make up for the Wounds. The victim stays up,
    and loses 7 Shock and 3 Wounds.
    """
    found = damage.harm(rules(), 7, 5)
    taken = {"knocked_down": 1, "more_wounds": 1}
    assert damage.concessions_worth(rules(), taken) == found.wounds == 2
    assert damage.after_concessions(found, taken) == Harm(7, 3)
    assert damage.concessions_worth(rules(), {"more_shock": 4, "out_of_action": 1, "limb_useless": 1}) == 7
    each = (INES, replace(INES, role="other"), HAND)
    asked = {
        how: [damage.may_be_stopped(rules(optional__stopping=how), who) for who in each]
        for how in ("off", "all", "npc", "mooks")
    }
    assert asked == {"off": [False] * 3, "all": [True] * 3, "npc": [False, True, True], "mooks": [False, False, True]}


def test_who_is_out_and_who_is_dead() -> None:
    """BK-74: a fighter is out if Shock or Wounds are 0 or less. A fighter is dead if the Wounds are as far below 0 as
    the Might die has sides, or by option at 0.
    """
    assert [damage.condition(rules(), HAND, *left) for left in ((1, 1), (0, 5), (3, 0), (-5, 5), (-6, 5))] == [
        "up", "out", "out", "out", "dead",
    ]  # fmt: skip
    assert damage.condition(rules(wounds__dead_at=0), HAND, 0, 5) == "dead"


def test_lethal() -> None:
    """BK-76: with the option `lethal`, a hit puts the victim out if the Might result isn't above the least damage."""
    on = rules(optional__lethal=True)
    assert [damage.is_lethal(on, might, 3) for might in (2, 3, 4)] == [True, True, False]
    assert not damage.is_lethal(rules(), 1, 3)


def wearing(name: str, role: str = "hero") -> Character:
    """Return somebody in armour."""
    return replace(INES, armour=name, role=role)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("worn", "kind", "found"),
    [
        ("leathers", "slashing", "standard d4"), ("leathers", "bullet", ""), ("chainmail", "piercing", "standard d4"),
        ("chainmail", "crushing", "standard d6"), ("plate", "slashing", "standard d6 subtractive d4"),
        ("plate", "crushing", "standard d6"), ("vest_ii", "bullet", "ablative 4"), ("vest_ii", "rifle", ""),
        ("vest_ii_a", "slashing", ""), ("vest_iii_a", "bullet", "subtractive 4d4"),
        ("vest_iii_a", "rifle", "ablative 4"),
        ("tactical", "rifle", "subtractive 4d6"), ("stab_vest", "piercing", "ablative 4"), ("stab_vest", "energy", ""),
        ("heavy_stab_vest", "slashing", "subtractive d4 ablative 4"), ("heavy_suit", "energy", "ablative 5"),
        ("light_suit", "crushing", "ablative 4"), ("concealable_suit", "rifle", "ablative 2"),
    ],
)  # fmt: skip
def test_kinds_of_armour(worn: str, kind: Any, found: str) -> None:
    """BK-80, BK-81, BK-82, BK-83, BK-D5: each armour has its own dice against each kind of damage."""
    dice = armour.protection(rules(), wearing(worn), kind, armour.unspent(rules(), worn))
    told = []
    for how, its in (("standard", dice.standard), ("subtractive", dice.subtractive)):
        told += [f"{how} {'' if die.count == 1 else die.count}d{die.sides}" for die in its]
    told += [f"ablative {len(dice.ablative)}"] if dice.ablative else []
    assert " ".join(told) == found


def test_ablative_dice_are_spent_for_good() -> None:
    """BK-81, BK-T4: at damage 6 against Might 2, ablative dice show 3 and then 6. The fighter loses 6 Shock and no
    Wounds, and two of four dice are left.
    """
    spent = armour.unspent(rules(), "vest_ii")
    for _ in range(2):
        (layer, sides), *_ = armour.protection(rules(), COLE, "bullet", spent).ablative
        assert sides == 6
        spent = armour.after_spending(spent, layer)
    assert len(armour.protection(rules(), COLE, "bullet", spent).ablative) == 2
    assert damage.harm(rules(), 6, max(2, 3, 6)) == Harm(6, 0)


def test_the_same_dice_of_a_police_vest() -> None:
    """BK-D5: a vest III-A has the same dice against bullets and rifles. Dice that were spent as ablative ones don't
    subtract from bullets any more.
    """
    left = armour.protection(rules(), wearing("vest_iii_a"), "bullet", (3,))
    assert left.subtractive == (Dice(4, 1, why="armour"),)
    assert armour.protection(rules(), wearing("vest_iii_a"), "bullet", (4,)) == armour.Protection()


def test_armour_that_is_useless_once_spent() -> None:
    """BK-D5: a heavy stab vest doesn't protect once its ablative dice are spent. Armour marked `faceless` protects
    heroes only.
    """
    worn = wearing("heavy_stab_vest")
    assert armour.protection(rules(), worn, "slashing", (0, 3)).subtractive
    assert armour.protection(rules(), worn, "slashing", (0, 4)) == armour.Protection()
    faceless = rules(armours__heavy_suit__faceless=True)
    assert armour.protection(faceless, wearing("heavy_suit", "mook"), "bullet", (0,)) == armour.Protection()
    assert armour.protection(faceless, wearing("heavy_suit"), "bullet", (0,)).ablative


def test_a_shot_takes_on_average() -> None:
    """BK-T3: a shot with Shoot d8 at the range of the d6 does 2d6 damage. Against a Might of d6 it takes 175/64 Shock
    and 1099/1152 Wounds on average.
    """
    who = replace(HAND, traits={**HAND.traits, "shoot": 8}, weapons=("semi_automatic",))
    shot = Attack(attacker=who, target=HAND, weapon="semi_automatic", **SHOT)
    shock = wounds = Fraction(0)
    for degree, chance in odds(attack_check(rules(), shot)).degrees.items():
        for rolled, its in chances(damage.damage_pool(rules(), shot)).items() if degree > 0 else ():
            for might, other in chances(damage.might_pool(rules(), HAND)).items():
                found = damage.harm(rules(), damage.damage_result(rolled, degree), might)
                shock += chance * its * other * found.shock
                wounds += chance * its * other * found.wounds
    assert (shock, wounds) == (Fraction(175, 64), Fraction(1099, 1152))


@st.composite
def attacks(draw: st.DrawFn) -> Attack:
    """Draw an attack."""
    weapon = draw(st.sampled_from(["unarmed", "knife", "energy_sword", "bat", "hold_out", "assault_rifle", "longbow"]))
    armed = () if weapon == "unarmed" else (weapon,)
    who = replace(draw(st.sampled_from([INES, COLE, OTTOLINE, HAND, NIMBLE])), weapons=armed)
    target = draw(st.sampled_from([INES, COLE, OTTOLINE, HAND, NIMBLE]))
    fights = rules().weapons[weapon].skill == "fight"
    engaged = fights or (weapon != "longbow" and draw(st.booleans()))
    far = 0.0 if engaged else inches(draw(st.sampled_from([0.5, 5, 8, 30, 100, 300])))
    attacks_ = draw(st.integers(1, 2))
    flag = st.booleans()
    return Attack(
        attacker=who, target=target, weapon=weapon, distance=far, engaged=engaged, unaware=draw(flag),
        attacks=attacks_, number=draw(st.integers(0, attacks_ - 1)), two_weapons=draw(flag),
        stance=draw(st.sampled_from(["plain", "reckless", "wary"])), called=draw(flag),
        faster=draw(st.sampled_from(["", "attack", "damage"])), aimed=draw(flag) and not engaged,
        autofire=draw(st.sampled_from([None, "burst", "half", "all"])) if weapon == "assault_rifle" else None,
        gang=draw(st.integers(1, 3)), cover=draw(st.sampled_from([None, 6, 8])),
        guard=draw(st.sampled_from(["plain", "reckless", "wary"])), prone=draw(flag) and not engaged,
        dodging=draw(flag) and not engaged, reach=draw(st.sampled_from(["", "attack", "defence"])),
    )  # fmt: skip


def falls(pool: PoolDice) -> int:
    """Return in how many ways the dice of a pool can fall."""
    number = pool.count if pool.count > 0 else 2 - pool.count
    return math.prod([pool.sides] * number) * math.prod(pool.beside)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(attacks())
def test_attacks_by_an_oracle(attack: Attack) -> None:
    """BK-50 to BK-65: the computed chances of an attack are exactly those from a list of all falls of its dice."""
    ours, theirs = attack_dice(rules(), attack)
    assume(falls(ours) <= 5000 and falls(theirs) <= 5000)
    assert dict(odds(attack_check(rules(), attack)).degrees) == degrees(ours, theirs)
    assert attack_pool(rules(), attack).parts
    assert defence_pool(rules(), attack).parts


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(attacks())
def test_damage_by_an_oracle(attack: Attack) -> None:
    """BK-70, BK-71: the computed chances of damage are exactly those from a list of all falls of its dice."""
    groups = damage_dice(rules(), attack)
    assume(sum(map(len, groups)) <= 5)
    assert dict(chances(damage.damage_pool(rules(), attack))) == fallen(groups)
