"""Damage: dice, hits, cover, and what they do to a unit (RW-60 to RW-65, RW-95, RW-97)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final, Literal, TypeAlias

from riotsim.games.riftwar.armies.unit_types import UnitType
from riotsim.games.riftwar.rulebook import Rulebook

DIE_SIDES: Final = 6
"""Number of sides of all dice of the game."""

Range: TypeAlias = Literal["fire", "close"]
"""The kind of an attack: at range, or in close combat."""


class Effect(IntEnum):
    """The effects of an attack on its target, from the weakest to the strongest."""

    NONE = 0
    PIN = 1
    WOUND = 2
    """A wound, which also pins."""
    KILL = 3


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The circumstances of one attack. Together with the rolled dice, they determine the damage."""

    cover: bool = False
    """True if the target has cover for any reason: its place, a fray, or its armour (RW-65)."""
    as_heavy: bool = False
    """True if the target takes hits as a Heavy unit does (RW-64)."""
    flying: bool = False
    """True if the target is flying (RW-97)."""
    pinned: bool = False
    """True if the target is pinned."""
    wounded: bool = False
    """True if the target is wounded."""
    reaction: bool = False
    """True for reaction fire, and for a reaction in close combat (RW-61)."""


def attack_dice(rules: Rulebook, attacker: UnitType, at: Range) -> int:
    """Return the number of dice of an attack (RW-60).

    A unit has fewer dice if it isn't proficient in the kind of attack `at`. An Unarmed unit has none.
    """
    if attacker.kind == "unarmed":
        return 0
    dice: int = getattr(rules.dice, attacker.size)
    proficient = attacker.kind == ("ranged" if at == "fire" else "close")
    return max(0, dice if proficient else dice + rules.dice.unproficient)


def is_armored(rules: Rulebook, attacker: UnitType | None, target: UnitType, at: Range) -> bool:
    """Return whether a target's armour gives it cover (RW-94, RW-95).

    The armour of a Close unit gives cover in close combat. The armour of any other unit gives cover against fire. There
    are three exceptions. In each of these cases, armour never gives cover:

    - The attacker has AP.
    - There is no attacker.
    - The rulebook has `armored.mode: as_heavy`.

    Args:
        rules: The rulebook.
        attacker: The attacker's type; None for dice without an attacker, such as those of a crash (RW-83).
        target: The target's type.
        at: The kind of attack: at range, or in close combat.
    """
    if rules.armored.mode == "as_heavy" or not target.able.armored or attacker is None or attacker.able.ap:
        return False
    return target.fights_at_range if at == "fire" else target.kind == "close"


def takes_hits_as_heavy(rules: Rulebook, attacker: UnitType | None, target: UnitType) -> bool:
    """Return whether a target takes hits as a Heavy unit does (RW-64, RW-95).

    A Heavy unit always takes hits like this. With `armored.mode: as_heavy`, a Medium unit with the trait Armored does
    so too, if there is an attacker, and the attacker has no AP.
    """
    if target.size == "heavy":
        return True
    armored = rules.armored.mode == "as_heavy" and target.size == "medium" and target.able.armored
    return armored and attacker is not None and not attacker.able.ap


def dice_rolled(rules: Rulebook, dice: int, *, cover: bool) -> int:
    """Return the number of dice that are rolled (RW-65).

    With `cover.mode: one_die_less`, cover takes one die away.
    """
    return max(0, dice - 1) if cover and rules.cover.mode == "one_die_less" else dice


def hits_of(rules: Rulebook, rolled: Sequence[int], *, cover: bool) -> int:
    """Return the number of hits that rolled dice make (RW-61, RW-65).

    With `cover.mode: six`, a roll without a 6 makes no hits on a target in cover.
    """
    hits = [value for value in rolled if value >= rules.hit.on]
    if cover and rules.cover.mode == "six" and DIE_SIDES not in hits:
        return 0
    return len(hits)


def effect_of(rules: Rulebook, hits: int, on: Circumstances) -> Effect:
    """Return the effect of a number of hits on a target (RW-61 to RW-64, RW-97)."""
    if hits and on.flying and rules.flying.hurt == "extra_hit":
        hits += 1
    effect = Effect(min(hits, Effect.KILL))
    if on.as_heavy:  # RW-64: a single hit does nothing, and more are one wound
        effect = Effect.WOUND if hits >= 2 else Effect.NONE
    if on.flying and rules.flying.hurt == "one_worse" and effect > Effect.NONE:
        effect = Effect(min(effect + 1, Effect.KILL))
    if effect == Effect.PIN and rules.pin.when == "reaction" and not on.reaction:
        return Effect.NONE
    second = on.pinned if rules.kill.second_wound == "pinned" else on.wounded
    return Effect.KILL if effect == Effect.WOUND and second else effect  # RW-63


def chances(rules: Rulebook, dice: int, on: Circumstances) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return the exact chances of no effect, a pin, a wound and a kill.

    Args:
        rules: The rulebook.
        dice: Number of dice of the attack, before cover takes any away.
        on: The circumstances.
    """
    needs_six = on.cover and rules.cover.mode == "six"
    found = [Fraction(0)] * len(Effect)
    for hits, chance in enumerate(_hit_chances(dice_rolled(rules, dice, cover=on.cover), rules.hit.on, needs_six)):
        found[effect_of(rules, hits, on)] += chance
    return found[0], found[1], found[2], found[3]


@lru_cache(maxsize=128)
def _hit_chances(dice: int, hit_on: int, needs_six: bool) -> tuple[Fraction, ...]:
    """Return the chance of each number of hits, from no hit to a hit with every die.

    Args:
        dice: Number of dice.
        hit_on: Lowest number that hits.
        needs_six: True if there are no hits unless at least one die shows a 6.
    """
    hit = Fraction(DIE_SIDES + 1 - hit_on, DIE_SIDES)
    lesser = hit - Fraction(1, DIE_SIDES)  # a hit that isn't a 6
    found = []
    for hits in range(dice + 1):
        ways = comb(dice, hits) * (1 - hit) ** (dice - hits)
        found.append(ways * (hit**hits - (lesser**hits if needs_six and hits else 0)))
    if needs_six:
        found[0] = 1 - sum(found[1:], Fraction(0))
    return tuple(found)
