"""The dice of armour: standard, ablative and subtractive (BK-80 to BK-84)."""

from collections.abc import Sequence
from dataclasses import dataclass

from riotsim.games.buskit.characters.character import Character
from riotsim.games.buskit.characters.equipment import DamageKind
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.pools.pool import Dice


@dataclass(frozen=True, slots=True)
class Protection:
    """The dice of an armour against one kind of damage."""

    standard: tuple[Dice, ...] = ()
    """Dice that are added to every Might roll (BK-80)."""
    subtractive: tuple[Dice, ...] = ()
    """Dice that are rolled first. Their result is subtracted from the damage (BK-82)."""
    ablative: tuple[tuple[int, int], ...] = ()
    """Dice that may be spent (BK-81). Each is given by the index of its layer and its number of sides."""


def unspent(rules: Rulebook, armour: str | None) -> tuple[int, ...]:
    """Return a 0 for each layer of a suit of armour: no die is spent yet. If `armour` is None, return ()."""
    return () if armour is None else (0,) * len(rules.armours[armour].layers)


def protection(rules: Rulebook, character: Character, kind: DamageKind, spent: Sequence[int]) -> Protection:
    """Return the dice of a character's armour against a kind of damage (BK-83).

    A spent die is gone for good. It no longer protects against any kind of damage (BK-D5, III-A).

    Args:
        rules: The rulebook.
        character: The character.
        kind: The kind of damage.
        spent: Number of spent dice in each layer.
    """
    if character.armour is None:
        return Protection()
    armour = rules.armours[character.armour]
    if armour.faceless and character.role != "hero":
        return Protection()
    left = [layer.dice[0] - gone for layer, gone in zip(armour.layers, spent, strict=True)]
    wears = [any(how == "ablative" for how in layer.against.values()) for layer in armour.layers]
    if armour.spent_useless and not any(one and count for one, count in zip(wears, left, strict=True)):
        return Protection()
    standard, subtractive, ablative = list[Dice](), list[Dice](), list[tuple[int, int]]()
    for index, (layer, count) in enumerate(zip(armour.layers, left, strict=True)):
        sides, how = layer.dice[1], layer.against.get(kind)
        if how is None or not count:
            continue
        match how:
            case "standard":
                standard.append(Dice(sides, count, why="armour"))
            case "subtractive":
                subtractive.append(Dice(sides, count, why="armour"))
            case "ablative":
                ablative += [(index, sides)] * count
    return Protection(tuple(standard), tuple(subtractive), tuple(ablative))


def after_spending(spent: Sequence[int], layer: int, count: int = 1) -> tuple[int, ...]:
    """Return the number of spent dice in each layer, after `count` more dice of one layer are spent (BK-81)."""
    return tuple(gone + count * (index == layer) for index, gone in enumerate(spent))
