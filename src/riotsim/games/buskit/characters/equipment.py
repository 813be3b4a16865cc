"""Weapons and armour as data (BK-D3 to BK-D5)."""

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from riotsim.games.buskit.characters.ladder import LadderDice, LadderDie
from riotsim.play.rulebook.quantities import Count, YesNo
from riotsim.play.rulebook.sections import NOT_EMPTY, Fault, FieldPath, Section, unknown_name

DamageKind: TypeAlias = Literal["crushing", "slashing", "piercing", "bullet", "rifle", "energy"]
"""A kind of damage (BK-83)."""

Reach: TypeAlias = Literal["short", "medium", "long"]
"""The reach of a melee weapon (BK-58)."""

REACHES: Final[tuple[Reach, ...]] = ("short", "medium", "long")
"""The reaches in ascending order."""

Effect: TypeAlias = Literal["kills", "mauls", "outclasses", "plain", "scratches", "harmless"]
"""An effect of a weapon on a target of another size (BK-97); `plain` is damage as usual."""

ArmourType: TypeAlias = Literal["standard", "ablative", "subtractive"]
"""A type of protection by dice of armour (BK-80 to BK-82)."""

FIREARM_KINDS: Final = frozenset({"bullet", "rifle", "energy"})
"""Kinds of damage of firearms (BK-83)."""


class WeaponFigures(Section):
    """A weapon (BK-D3, BK-D4). Its damage has Might dice, dice of its own, or both."""

    skill: Literal["fight", "shoot"]
    """The weapon's Trait."""
    kind: DamageKind
    """Kind of the weapon's damage."""
    might: Annotated[Count, Field(le=4)] = 0
    """Number of Might dice in the weapon's damage; 0 for a weapon whose damage doesn't depend on Might."""
    added_cap: LadderDie | None = None
    """Largest size of the second and further Might dice, such as d6; by default no limit."""
    cap: LadderDie | None = None
    """Largest size of each Might die, for weapons such as bows; by default no limit."""
    dice: LadderDice | None = None
    """Dice of the weapon itself in its damage, such as 2d6, the same for every character; by default none."""
    specializations: tuple[str, ...] = ()
    """Specializations that apply to attacks with the weapon."""
    reach: Reach = "medium"
    """Reach in melee."""
    autofire: YesNo = False
    """Choice whether the weapon fires bursts (BK-62)."""
    magazine: Annotated[Count, Field(le=1000)] | None = None
    """Number of shots before the weapon is empty; by default it is never empty."""
    made_for: tuple[str, ...] = ()
    """Sizes on the ladder of sizes that the weapon is made to hit; by default the lowest rung."""
    against: dict[str, Effect] = Field(default_factory=dict)
    """Effects on targets of the named sizes, in place of the effects in `scale.effect`."""
    tags: tuple[str, ...] = ()
    """Words such as mystic. An Aspect that applies to one of them adds to the weapon's damage."""

    @property
    def muscle(self) -> bool:
        """True if the weapon's damage has Might dice (BK-71)."""
        return self.might > 0

    @property
    def firearm(self) -> bool:
        """True if the weapon is used with Shoot, and the kind of its damage is one of `FIREARM_KINDS` (BK-52)."""
        return self.skill == "shoot" and self.kind in FIREARM_KINDS


class ArmourLayer(Section):
    """Dice of armour that protect together."""

    dice: LadderDice
    """The dice, such as 4d6."""
    against: Annotated[dict[DamageKind, ArmourType], NOT_EMPTY]
    """The kinds of damage that the dice protect against, each with the type of protection."""


class ArmourFigures(Section):
    """Armour (BK-D5)."""

    layers: Annotated[tuple[ArmourLayer, ...], NOT_EMPTY]
    """The dice that protect."""
    spent_useless: YesNo = False
    """Choice whether the whole armour is useless once the ablative dice are spent."""
    faceless: YesNo = False
    """Choice whether the armour protects only heroes."""


def weapon_faults(
    name: str, data: Mapping[str, object], specializations: Mapping[str, str], sizes: Collection[str] | None
) -> Iterator[Fault]:
    """Yield the errors in a weapon's definition that can't be found by looking at one field alone.

    Args:
        name: Name of the weapon.
        data: Plain data of the weapon.
        specializations: The Trait of each Specialization.
        sizes: The rungs and finer sizes of the ladder of sizes; None if the rules have no such ladder.
    """
    if not data.get("might") and data.get("dice") is None:
        yield ("weapons", name), "a weapon has Might dice (might) or dice of its own (dice)"
    asked = data.get("specializations", ())
    for k, one in enumerate(asked if isinstance(asked, list | tuple) else ()):
        if isinstance(one, str) and one not in specializations:
            yield (
                ("weapons", name, "specializations", k),
                unknown_name(f"no Specialization is called {one!r}", one, specializations),
            )
    if sizes is None:
        return
    made_for, against = data.get("made_for", ()), data.get("against", {})
    named: list[tuple[FieldPath, object]] = []
    if isinstance(made_for, list | tuple):
        named += [(("made_for", k), one) for k, one in enumerate(made_for)]
    if isinstance(against, Mapping):
        named += [(("against", str(one)), one) for one in against]
    for where, one in named:
        if isinstance(one, str) and one not in sizes:
            sentence = f"the ladder of sizes (scale.ladder) has no rung {one!r}"
            yield ("weapons", name, *where), unknown_name(sentence, one, sizes)
