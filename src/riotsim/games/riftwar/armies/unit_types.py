"""Types of units, and what traits do (RW-01, RW-93 to RW-98)."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from riotsim.play.rulebook.quantities import Angle, YesNo
from riotsim.play.rulebook.sections import Section

UnitClass: TypeAlias = Literal["light", "medium", "heavy"]
"""A class of units (RW-01)."""

UnitKind: TypeAlias = Literal["ranged", "close", "unarmed"]
"""A kind of units: proficient at fire, at close combat, or at neither (RW-01)."""

CLASSES: Final[tuple[UnitClass, ...]] = ("light", "medium", "heavy")
"""The classes in ascending order."""


class TraitFigures(Section):
    """The effects of a trait. Users may add traits of their own to the rules, with any of these effects (RW-98)."""

    leader: YesNo = False
    """True if a unit with the trait leads coordinated and indirect fire, and helps to rally (RW-53, RW-55, RW-80)."""
    transport: YesNo = False
    """True if a unit with the trait carries other units (RW-81)."""
    indirect: YesNo = False
    """True if a unit with the trait can fire at targets that an ally sees (RW-55)."""
    arc: Angle = 0.0
    """The trait makes a unit's arc wider by this angle, such as 90deg (RW-94)."""
    ap: YesNo = False
    """True if the target's trait `armored` has no effect on attacks of a unit with the trait (RW-94)."""
    armored: YesNo = False
    """True if a unit with the trait has cover in its own kind of combat (RW-95). A Close unit has this cover in close
    combat, and any other unit has it against fire.
    """
    relentless: YesNo = False
    """True if a unit with the trait can move although it is pinned (RW-96)."""
    flying: YesNo = False
    """True if a unit with the trait may fly over terrain and structures (RW-97)."""


@dataclass(frozen=True, slots=True)
class Abilities:
    """The effects of all traits of a unit type together."""

    leader: bool = False
    transport: bool = False
    indirect: bool = False
    arc: float = 0.0
    """All traits together make the arc wider by this angle (rad)."""
    ap: bool = False
    armored: bool = False
    relentless: bool = False
    flying: bool = False


ABBREVIATIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ap": "armour-piercing",
        "apc": "armoured personnel carrier",
        "atgm": "anti-tank guided missile",
        "hmg": "heavy machine gun",
        "ifv": "infantry fighting vehicle",
        "lmg": "light machine gun",
        "mg": "machine gun",
        "mlrs": "multiple launch rocket system",
        "pmc": "private military company",
    }
)
"""Abbreviations in the names of types and traits, each with its meaning. They are shown in capital letters."""

EFFECTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "leader": "leads joint fire and helps to rally",
        "transport": "carries other units",
        "indirect": "fires at what an ally sees",
        "arc": "fires in a wider arc",
        "ap": "armored gives no cover against it",
        "armored": "has cover in its own kind of combat",
        "relentless": "moves though pinned",
        "flying": "flies over terrain",
    }
)
"""The effect of each field of `TraitFigures` in a few words, by the name of the field."""


def effects_of(trait: TraitFigures) -> str:
    """Return the effects of a trait in a few words."""
    return ", ".join(told for field, told in EFFECTS.items() if getattr(trait, field))


def meaning_of_type(name: str) -> str:
    """Return what the abbreviations in a type's name stand for, such as `infantry fighting vehicle`.

    Return an empty string if the name has no abbreviations.
    """
    return ", ".join(ABBREVIATIONS[word] for word in name.split("_") if word in ABBREVIATIONS)


def title_of_type(name: str) -> str:
    """Return the name of a type or a unit as people read it, such as `IFV 1` for `ifv_1`."""
    return " ".join(word.upper() if word in ABBREVIATIONS else word.capitalize() for word in name.split("_"))


def spoken_trait(name: str) -> str:
    """Return the name of a trait in the form for the middle of a sentence: small letters, except abbreviations.

    Examples are `armored` and `AP`.
    """
    return " ".join(word.upper() if word in ABBREVIATIONS else word for word in name.split("_"))


def title_of(unit: str) -> str:
    """Return the name of a unit as people read it, such as `Rifleman 3` for `a.rifleman_3`."""
    return title_of_type(unit.partition(".")[2])


@dataclass(frozen=True, slots=True)
class UnitType:
    """A type of units. All units of a type have the same class, kind and traits (RW-90, RW-91)."""

    name: str
    """Name in the army, such as `rifleman`."""
    size: UnitClass
    """The class."""
    kind: UnitKind
    """The kind."""
    traits: tuple[str, ...] = ()
    """Names of the traits, in alphabetical order."""
    able: Abilities = Abilities()
    """The effects of the traits."""

    @property
    def title(self) -> str:
        """The name as people read it, such as `Acid Bug`."""
        return title_of_type(self.name)

    @property
    def fights_at_range(self) -> bool:
        """True if the units are Ranged or Unarmed, and False if they are Close.

        If they are Armored, Ranged and Unarmed units have cover against fire. Close units have cover in close combat
        (RW-95).
        """
        return self.kind != "close"
