"""The data of characters and sides in rules files and company files (BK-10 to BK-17, BK-24).

This module also finds the errors in such data.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import Field

from riotsim.games.buskit.characters.character import Aspect, Character, Role
from riotsim.games.buskit.characters.ladder import LADDER, DiceText, LadderDie
from riotsim.play.rulebook.sections import NOT_EMPTY, Fault, FieldPath, Section, unknown_name

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")

PURPOSES: Final = ("attack", "defence", "initiative", "damage", "toughness", "recovery")
"""Purposes of a roll that an Aspect may serve (BK-12)."""

Name = Annotated[str, Field(min_length=1, max_length=40)]


class AspectFigures(Section):
    """An Aspect, as a file describes it (BK-12)."""

    die: LadderDie
    """Die of the Aspect, such as d8."""
    applies: Annotated[tuple[str, ...], NOT_EMPTY]
    """The uses that the Aspect applies to. Each is attack, defence, initiative, damage, toughness, recovery, a Trait, a
    Specialization, or a tag of a weapon.
    """


class CharacterFigures(Section):
    """A character, as a file describes it (BK-10)."""

    concept: Name
    """The character in a few words, such as `old sailor`."""
    role: Role = "hero"
    """Rank: hero, other, or mook. A mook has no Aspects, no Specializations and no wild dice."""
    level: str | None = None
    """Level of the character, one of `levels`. It decides the number of raises. By default it is the level in the
    rules.
    """
    traits: dict[str, LadderDie] = Field(default_factory=dict)
    """Dice of Traits, such as {fight: d10}. All other Traits have the average die of the rules, such as d6."""
    specializations: tuple[str, ...] = ()
    """Specializations, such as [reflexes]."""
    aspects: dict[str, AspectFigures] = Field(default_factory=dict)
    """Aspects. The key of each Aspect is its words."""
    weapons: tuple[str, ...] = ()
    """Names of weapons."""
    armour: str | None = None
    """Name of the armour; by default none."""
    tags: tuple[str, ...] = ()
    """Other facts, such as [ambidextrous]."""
    size: str | None = None
    """Size on the ladder of sizes; by default the lowest rung."""

    def character(self, name: str, terms: "Terms") -> Character:
        """Return a character with the values of this object. Values that the rules don't use are left out (BK-15).

        Args:
            name: Name of the character in the game.
            terms: The part of the rules that characters need.
        """
        aspects = self.aspects if terms.aspects else {}
        return Character(
            name,
            self.role,
            {trait: self.traits.get(trait, terms.average) for trait in terms.traits},
            self.specializations if terms.specializations else (),
            tuple(Aspect(words, one.die, one.applies) for words, one in aspects.items()),
            self.weapons,
            self.armour,
            self.tags,
            self.size or terms.sizes[0],
            self.concept,
        )


class CompanyFigures(Section):
    """The content of a company file: characters, and the names of those that form the side."""

    name: Name
    """Name of the side, such as The Bridge Watch."""
    characters: Annotated[dict[str, CharacterFigures], NOT_EMPTY]
    """The characters that are available, by name."""
    side: Annotated[tuple[str, ...], NOT_EMPTY]
    """Names of the characters of the side. A name that is listed twice stands for two models."""

    def chosen(self, terms: "Terms") -> tuple[Character, ...]:
        """Return the characters of the side in order.

        If the side lists a character several times, each copy gets a number in its name, such as `hired_hand_2`.
        """
        made = []
        for k, name in enumerate(self.side):
            number = self.side[: k + 1].count(name)
            own = f"{name}_{number}" if self.side.count(name) > 1 else name
            made.append(self.characters[name].character(own, terms))
        return tuple(made)


@dataclass(frozen=True, slots=True)
class Terms:
    """The part of the rules that characters must fit."""

    traits: Mapping[str, tuple[str, ...]]
    """The Traits, each with its Specializations."""
    levels: Mapping[str, int]
    """The number of raises of each level."""
    level: str
    """The level of characters without a given level."""
    specializations: int
    """Greatest number of Specializations for one character; 0 if the rules have no Specializations."""
    aspects: tuple[tuple[int, ...], ...]
    """The allowed sets of dice for a character's Aspects; empty if the rules have no Aspects."""
    weapons: Mapping[str, tuple[str, ...]]
    """The weapons, each with its tags."""
    armours: tuple[str, ...]
    """The armours."""
    sizes: tuple[str, ...]
    """The rungs and finer sizes of the ladder of sizes, the lowest rung first."""
    characters: int
    """Greatest number of characters on one side."""
    average: int
    """Number of sides of an average Trait die. Raises are counted from here (BK-10, BK-11)."""


def raises_spent(traits: Mapping[str, int], average: int) -> int:
    """Return the number of raises that a character's Trait dice cost (BK-11).

    Each step of a die above the average die costs one raise. Each step below gives one raise back.

    Args:
        traits: Number of sides of each Trait's die. Traits with the average die may be missing.
        average: Number of sides of the average die.
    """
    return sum(LADDER.index(die) - LADDER.index(average) for die in traits.values())


def company_faults(terms: Terms, data: Mapping[str, object]) -> Iterator[Fault]:
    """Yield the errors in a company file that can't be found by looking at one field alone.

    Args:
        terms: The part of the rules that characters need.
        data: The plain data of the file. Any value in it may be invalid.
    """
    found = data.get("characters")
    characters = found if isinstance(found, Mapping) else {}
    for name, figures in characters.items():
        where: FieldPath = ("characters", str(name))
        if not _NAME.fullmatch(str(name)):
            yield where, "the name of a character has small letters, digits and underscores, such as hired_hand"
        if isinstance(figures, Mapping):
            yield from _trait_faults(terms, where, figures)
            yield from _specialization_faults(terms, where, figures)
            yield from _aspect_faults(terms, where, figures)
            yield from _possession_faults(terms, where, figures)
            yield from _mook_faults(where, figures)
    side = _texts(data.get("side"))
    for k, one in side:
        if one not in characters:
            yield ("side", k), unknown_name(f"no character is called {one!r}", one, map(str, characters))
    if len(side) > terms.characters:
        yield ("side",), f"a side has 1 to {terms.characters} characters, not {len(side)} (BK-02)"


def _trait_faults(terms: Terms, where: FieldPath, figures: Mapping[str, object]) -> Iterator[Fault]:
    """Yield an error for each unknown Trait, and one if the character's level is unknown.

    Yield another error if the Traits cost more raises than this level allows.
    """
    level = figures.get("level")
    level = terms.level if level is None else level
    if isinstance(level, str) and level not in terms.levels:
        yield (*where, "level"), unknown_name(f"no level is called {level!r}", level, terms.levels)
    found = figures.get("traits", {})
    if not isinstance(found, Mapping):
        return
    dice: dict[str, int] = {}
    for name, text in found.items():
        if name not in terms.traits:
            yield (*where, "traits", str(name)), unknown_name(f"no Trait is called {name!r}", str(name), terms.traits)
        elif (die := _die(text)) is not None:
            dice[str(name)] = die
    allowed = terms.levels.get(level) if isinstance(level, str) else None
    if allowed is not None and (spent := raises_spent(dice, terms.average)) > allowed:
        yield (*where, "traits"), f"the Traits cost {spent} raises, and {level} has {allowed} (BK-11)"


def _specialization_faults(terms: Terms, where: FieldPath, figures: Mapping[str, object]) -> Iterator[Fault]:
    """Yield an error for each Specialization that is unknown or is listed again (BK-13).

    Yield another error if the character has too many Specializations.
    """
    known = [one for its in terms.traits.values() for one in its]
    asked = _texts(figures.get("specializations"))
    seen: set[str] = set()
    for k, one in asked:
        if one not in known:
            sentence = f"no Specialization is called {one!r}"
            yield (*where, "specializations", k), unknown_name(sentence, one, known)
        elif one in seen:
            yield (*where, "specializations", k), f"{one} is there already"
        seen.add(one)
    if len(asked) > terms.specializations > 0:
        words = f"at most {terms.specializations} Specializations"
        yield (*where, "specializations"), f"these rules have {words} for a character, not {len(asked)} (BK-13)"


def _aspect_faults(terms: Terms, where: FieldPath, figures: Mapping[str, object]) -> Iterator[Fault]:
    """Yield an error for each unknown name in an Aspect's `applies`.

    Yield another error if the Aspects' dice fit none of the allowed sets of dice.
    """
    found = figures.get("aspects", {})
    if not isinstance(found, Mapping) or not found:
        return
    known = [*PURPOSES, *terms.traits, *(one for its in terms.traits.values() for one in its)]
    known += [tag for tags in terms.weapons.values() for tag in tags]
    dice = []
    for words, figure in found.items():
        if not isinstance(figure, Mapping):
            continue
        for k, one in _texts(figure.get("applies")):
            if one not in known:
                sentence = f"an Aspect can't apply to {one!r}"
                yield (*where, "aspects", str(words), "applies", k), unknown_name(sentence, one, known)
        if (die := _die(figure.get("die"))) is not None:
            dice.append(die)
    dice.sort(reverse=True)
    if terms.aspects and not any(_fits(dice, one) for one in terms.aspects):
        sets = ", or ".join(" and ".join(f"d{die}" for die in one) for one in terms.aspects)
        mine = " and ".join(f"d{die}" for die in dice)
        yield (*where, "aspects"), f"Aspects are at most {sets}, not {mine} (BK-12)"


def _possession_faults(terms: Terms, where: FieldPath, figures: Mapping[str, object]) -> Iterator[Fault]:
    """Yield an error for each unknown weapon, for unknown armour, and for an unknown size."""
    for k, one in _texts(figures.get("weapons")):
        if one not in terms.weapons:
            yield (*where, "weapons", k), unknown_name(f"no weapon is called {one!r}", one, terms.weapons)
    for key, what, known in (("armour", "armour", terms.armours), ("size", "size", terms.sizes)):
        name = figures.get(key)
        if isinstance(name, str) and name not in known:
            yield (*where, key), unknown_name(f"no {what} is called {name!r}", name, known)


def _mook_faults(where: FieldPath, figures: Mapping[str, object]) -> Iterator[Fault]:
    """Yield an error for a mook with Aspects, and one for a mook with Specializations (BK-24)."""
    if figures.get("role") == "mook":
        for key, what in (("aspects", "Aspects"), ("specializations", "Specializations")):
            if figures.get(key):
                yield (*where, key), f"a mook has no {what}; make the role other, or leave them out (BK-24)"


def _fits(dice: list[int], most: tuple[int, ...]) -> bool:
    """Return whether dice fit an allowed set of dice.

    There may be fewer dice than in the set, and each die may be smaller than the die at the same index in the set.

    Args:
        dice: The dice, the largest first.
        most: The allowed set, the largest die first.
    """
    return len(dice) <= len(most) and all(die <= its for die, its in zip(dice, most, strict=False))


def _die(text: object) -> int | None:
    """Return the number of sides of the die that a text names, such as 8 for `d8`.

    Return None for any other value. Pydantic reports such a value as an error.
    """
    try:
        die = DiceText(many=False).read(text)
    except ValueError:
        return None
    assert isinstance(die, int)
    return die


def _texts(found: object) -> list[tuple[int, str]]:
    """Return each text in the list `found`, with its index. Return nothing if `found` is not a list.

    Pydantic reports values of other types.
    """
    return [(k, one) for k, one in enumerate(found) if isinstance(one, str)] if isinstance(found, list) else []
