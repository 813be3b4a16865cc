"""Damage in RiftWar: exact chances, held to a count of all rolls, and what hits do to each kind of unit."""

from fractions import Fraction
from itertools import product

import pytest
from riftwar_rules import ARMIES, rules, session_at, unit_type

from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.expectations import joint_attacks
from riotsim.games.riftwar.battle.firing import has_cover
from riotsim.games.riftwar.battle.game import dice_of
from riotsim.games.riftwar.chapters.damage import (
    Circumstances,
    Effect,
    attack_dice,
    chances,
    dice_rolled,
    effect_of,
    hits_of,
    is_armored,
    takes_hits_as_heavy,
)

OPEN, COVERED = Circumstances(), Circumstances(cover=True)


@pytest.mark.parametrize(
    ("dice", "on", "of", "ways"),
    [
        (3, OPEN, 27, (8, 12, 6, 1)),
        (4, OPEN, 81, (16, 32, 24, 9)),
        (3, COVERED, 216, (125, 48, 36, 7)),
        (4, COVERED, 1296, (625, 256, 288, 127)),
    ],
)
def test_chances_of_the_clause(dice: int, on: Circumstances, of: int, ways: tuple[int, ...]) -> None:
    """RW-65: the chances of no effect, a pin, a wound and a kill are those that the clause lists."""
    assert chances(rules(), dice, on) == tuple(Fraction(way, of) for way in ways)


@pytest.mark.parametrize("mode", ["six", "one_die_less"])
@pytest.mark.parametrize("hurt", ["one_worse", "extra_hit"])
@pytest.mark.parametrize("second", ["pinned", "wounded"])
def test_chances_are_those_of_a_count(mode: str, hurt: str, second: str) -> None:
    """RW-60 to RW-65, RW-97: under all circumstances, and with up to four dice, the chances are those of a count of all
    rolls.
    """
    book = rules(cover__mode=mode, flying__hurt=hurt, kill__second_wound=second, pin__when="reaction", hit__on=4)
    for bits in product((False, True), repeat=6):
        on = Circumstances(*bits)
        for dice in range(5):
            rolled = dice_rolled(book, dice, cover=on.cover)
            found = [0] * 4
            for roll in product(range(1, 7), repeat=rolled):
                found[effect_of(book, hits_of(book, roll, cover=on.cover), on)] += 1
            assert chances(book, dice, on) == tuple(Fraction(count, 6**rolled) for count in found), (on, dice)


@pytest.mark.parametrize(
    ("army", "unit", "fire", "close"),
    [
        ("cold_war", "rifleman", 3, 2),
        ("legion", "gladiator", 2, 3),
        ("cold_war", "atgm", 4, 3),
        ("biters", "giant_bug", 3, 4),
    ],
)
def test_dice_of_an_attack(army: str, unit: str, fire: int, close: int) -> None:
    """RW-60: where a unit is proficient, a Light one rolls 3 dice, and others 4. At its other range a unit rolls one
    die less.
    """
    found = unit_type(army, unit)
    assert (attack_dice(rules(), found, "fire"), attack_dice(rules(), found, "close")) == (fire, close)


@pytest.mark.parametrize(("hits", "effect"), [(0, Effect.NONE), (1, Effect.PIN), (2, Effect.WOUND), (3, Effect.KILL)])
def test_hits(hits: int, effect: Effect) -> None:
    """RW-61: one hit pins, two wound, three or more kill."""
    assert effect_of(rules(), hits, OPEN) == effect
    assert effect_of(rules(), 4, OPEN) == Effect.KILL


def test_a_wound_on_a_pinned_unit_kills() -> None:
    """RW-62, RW-63: if a pinned unit is pinned again, nothing more happens. A wound kills it. With `kill.second_wound:
    wounded`, a wound kills only a unit that is wounded already.
    """
    pinned = Circumstances(pinned=True)
    assert effect_of(rules(), 1, pinned) == Effect.PIN
    assert effect_of(rules(), 2, pinned) == Effect.KILL
    later = rules(kill__second_wound="wounded")
    assert effect_of(later, 2, pinned) == Effect.WOUND
    assert effect_of(later, 2, Circumstances(pinned=True, wounded=True)) == Effect.KILL


def test_heavy_units() -> None:
    """RW-64: if a Heavy unit takes one hit, nothing happens. More hits are one wound, and a second wound kills."""
    heavy = Circumstances(as_heavy=True)
    assert [effect_of(rules(), hits, heavy) for hits in range(5)] == [0, 0, 2, 2, 2]
    hurt = Circumstances(as_heavy=True, pinned=True, wounded=True)
    assert [effect_of(rules(), hits, hurt) for hits in range(5)] == [0, 0, 3, 3, 3]


def test_flying_units() -> None:
    """RW-97: in flight, a pin counts as a wound, and a wound as a kill. If a flying Heavy unit takes one hit, nothing
    happens. Two hits kill it.
    """
    assert [effect_of(rules(), hits, Circumstances(flying=True)) for hits in range(4)] == [0, 2, 3, 3]
    heavy = Circumstances(flying=True, as_heavy=True)
    assert [effect_of(rules(), hits, heavy) for hits in range(4)] == [0, 0, 3, 3]
    later = rules(flying__hurt="extra_hit")
    assert [effect_of(later, hits, Circumstances(flying=True)) for hits in range(4)] == [0, 2, 3, 3]
    assert [effect_of(later, hits, heavy) for hits in range(4)] == [0, 2, 2, 2]


def test_armour() -> None:
    """RW-94, RW-95: an armoured unit has cover against attacks at its proficient range. AP cancels this cover."""
    gladiator, bug = unit_type("legion", "gladiator"), unit_type("biters", "bug")
    ifv, rifleman, atgm = (unit_type("cold_war", name) for name in ("ifv", "rifleman", "atgm"))
    assert is_armored(rules(), bug, gladiator, "close")
    assert not is_armored(rules(), rifleman, gladiator, "fire")
    assert is_armored(rules(), rifleman, ifv, "fire")
    assert not is_armored(rules(), bug, ifv, "close")
    assert not is_armored(rules(), atgm, ifv, "fire")
    assert not is_armored(rules(), None, ifv, "fire")


def test_armour_as_later_played() -> None:
    """RW-95: with `armored.mode: as_heavy`, a Medium Armored unit takes hits as a Heavy unit does. Its armour gives no
    cover.
    """
    later = rules(armored__mode="as_heavy")
    acid, rifleman, atgm = (
        unit_type("biters", "acid_bug"),
        unit_type("cold_war", "rifleman"),
        unit_type("cold_war", "atgm"),
    )
    assert takes_hits_as_heavy(later, rifleman, acid)
    assert not takes_hits_as_heavy(later, atgm, acid)
    assert not takes_hits_as_heavy(rules(), rifleman, acid)
    assert not takes_hits_as_heavy(later, rifleman, unit_type("legion", "gladiator"))
    assert not is_armored(later, rifleman, acid, "fire")


def test_single_hits_outside_reactions_as_later_played() -> None:
    """RW-61: with `pin.when: reaction`, a single hit pins only in reaction fire."""
    later = rules(pin__when="reaction")
    assert effect_of(later, 1, OPEN) == Effect.NONE
    assert effect_of(later, 1, Circumstances(reaction=True)) == Effect.PIN


def test_wound_or_better_in_close_combat() -> None:
    """RW-74: in close combat, a Light Close unit wounds or kills another Light unit in 7 of 27 attacks."""
    _, _, wound, kill = chances(rules(), 3, OPEN)
    assert wound + kill == Fraction(7, 27)


def test_a_joint_attack_counts_cover_for_each_attacker() -> None:
    """RW-53, RW-65: a target may be in cover from one of two attackers and not from the other. Their joint chance to
    wound or kill counts cover for each.
    """
    book = rules(dice__by="stream", victory="last_standing")
    units = {
        "a.rifleman_1": {"at": [14.5, 14], "facing": 90},
        "a.rifleman_2": {"at": [16, 14], "facing": 90},
        "b.atgm": {"at": [14, 26], "facing": 270},
    }
    session = session_at(units, book, armies=ARMIES)
    battle = Battle(session.play, book, dice_of(book))
    assert [has_cover(battle, name, "b.atgm") for name in ("a.rifleman_1", "a.rifleman_2")] == [True, False]
    assert joint_attacks(battle)["b.atgm"].success == 1 - Fraction(173, 216) * Fraction(20, 27)
