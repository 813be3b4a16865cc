"""Unit types and armies as data, in rules files and in army files, and their errors (RW-90 to RW-93, RW-98)."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Final

from pydantic import Field

from riotsim.games.riftwar.armies.unit_types import Abilities, TraitFigures, UnitClass, UnitKind, UnitType
from riotsim.games.riftwar.armies.verdict import ArmyLimits, Block, broken_limits
from riotsim.play.rulebook.quantities import Count
from riotsim.play.rulebook.sections import NOT_EMPTY, Fault, Section, unknown_name

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")

MAX_UNITS: Final = 60
"""Greatest number of units of an army. This limit is our own: the armies in the source rules have at most 35 units."""


class UnitFigures(Section):
    """A type of units in an army, with the number of its units."""

    size: UnitClass
    """Class: light, medium or heavy."""
    kind: UnitKind
    """Kind: ranged, close or unarmed."""
    traits: tuple[str, ...] = ()
    """Names of the traits, such as [leader]. The rules define each trait in their section `traits`."""
    count: Annotated[Count, Field(ge=1, le=MAX_UNITS)] = 1
    """Number of units of this type."""

    def unit_type(self, name: str, traits: Mapping[str, TraitFigures]) -> UnitType:
        """Return the type of unit that this section describes.

        Args:
            name: Name of the type in the army.
            traits: The traits of the rules, by name.
        """
        own = [traits[trait] for trait in self.traits]
        able = Abilities(
            any(one.leader for one in own),
            any(one.transport for one in own),
            any(one.indirect for one in own),
            sum(one.arc for one in own),
            any(one.ap for one in own),
            any(one.armored for one in own),
            any(one.relentless for one in own),
            any(one.flying for one in own),
        )
        return UnitType(name, self.size, self.kind, tuple(sorted(self.traits)), able)


class ArmyFigures(Section):
    """An army: its types of units, each with its number of units."""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    """Name of the army, such as Cold War."""
    units: Annotated[dict[str, UnitFigures], NOT_EMPTY]
    """The types of units, by name."""

    def unit_types(self, traits: Mapping[str, TraitFigures]) -> tuple[tuple[UnitType, int], ...]:
        """Return the types of the army, each with its number of units.

        Args:
            traits: The traits of the rules, by name.
        """
        return tuple((figures.unit_type(name, traits), figures.count) for name, figures in self.units.items())


def army_faults(
    traits: Mapping[str, TraitFigures], limits: ArmyLimits | None, data: Mapping[str, object]
) -> Iterator[Fault]:
    """Yield the errors of an army: wrong names of types, unknown or repeated traits, and broken limits.

    Args:
        traits: The traits of the rules, by name.
        limits: The limits for armies; None if armies may break them (RW-98).
        data: The army as a file gives it. If its entry for a type of units is invalid or has an unknown trait, the
            limits are not checked. An invalid entry is not reported here, because the pydantic model reports it.
    """
    found = data.get("units")
    units = found if isinstance(found, Mapping) else {}
    blocks: list[Block] = []
    for name, figures in units.items():
        where = ("units", str(name))
        if not _NAME.fullmatch(str(name)):
            yield where, "the name of a type has small letters, digits and underscores, such as acid_bug"
        named = figures.get("traits", []) if isinstance(figures, Mapping) else []
        own = [one for one in named if isinstance(one, str)] if isinstance(named, list | tuple) else []
        for k, trait in enumerate(own):
            if trait not in traits:
                yield (*where, "traits", k), unknown_name(f"no trait is called {trait!r}", trait, traits)
            elif trait in own[:k]:
                yield (*where, "traits", k), f"{trait} is there already"
        try:
            sound = UnitFigures.model_validate(figures)
        except ValueError:
            continue
        if all(trait in traits for trait in own):
            blocks.append(Block(sound.unit_type(str(name), traits), sound.count))
    total = sum(block.count for block in blocks)
    if total > MAX_UNITS:
        yield ("units",), f"an army has at most {MAX_UNITS} units, not {total}"
    if limits is not None and len(blocks) == len(units):
        for sentence in broken_limits(limits, blocks):
            yield ("units",), sentence
