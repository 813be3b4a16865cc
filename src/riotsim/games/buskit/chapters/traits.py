"""The dice of a character in a check: Trait dice, Aspects and wild dice (BK-20 to BK-24)."""

from collections.abc import Collection, Iterable, Sequence

from riotsim.games.buskit.characters.character import Character
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.pools.pool import Dice, Part, Pool


def penalized_dice(sides: int, count: int, why: str = "") -> Dice:
    """Return the dice that replace one die after bonuses and penalties (BK-21, BK-23).

    Bonuses and penalties change Trait dice, range dice, and the dice of a difficulty.

    Args:
        sides: Number of sides of each die.
        count: 1, plus 1 for each bonus and minus 1 for each penalty. If it is below 1, `2 - count` dice are rolled, and
            only the lowest result counts.
        why: The reason why the dice are in the pool.
    """
    return Dice(sides, count, why=why) if count >= 1 else Dice(sides, 2 - count, "lowest", why=why)


def trait_dice(
    character: Character, trait: str, specializations: Collection[str] = (), more: int = 0, why: str = ""
) -> Dice:
    """Return the Trait dice of a character (BK-13, BK-21).

    Args:
        character: The character.
        trait: The Trait.
        specializations: The Specializations that apply to the action. A character who has any of them gets one more
            die.
        more: Number of bonuses minus the number of penalties.
        why: The reason why the dice are in the pool; by default the name of the Trait.
    """
    skilled = any(one in specializations for one in character.specializations)
    return penalized_dice(character.traits[trait], 1 + skilled + more, why or trait)


def aspect_dice(rules: Rulebook, character: Character, uses: Collection[str]) -> tuple[Dice, ...]:
    """Return the dice of the Aspects that apply to a check (BK-12, BK-22).

    The rules may allow only the largest of these dice (`aspects.each_check`), or none (`aspects.used`).

    Args:
        rules: The rulebook.
        character: The character.
        uses: The purposes, Traits, Specializations and tags of the check.
    """
    if not rules.aspects.used:
        return ()
    found = [Dice(one.die, why=one.name.lower()) for one in character.aspects if {*one.applies} & {*uses}]
    if rules.aspects.each_check == "one" and found:
        found = [max(found, key=lambda die: die.sides)]
    return tuple(found)


def wild_dice(rules: Rulebook, count: int) -> tuple[Dice, ...]:
    """Return `count` wild dice as parts of a pool (BK-14). If `count` is 0, there are no parts."""
    return (Dice(rules.wild.die, count, again=rules.wild.again, why="wild"),) if count else ()


def trait_pool(
    rules: Rulebook,
    character: Character,
    trait: str,
    *,
    specializations: Sequence[str] = (),
    purposes: Iterable[str] = (),
    more: int = 0,
    extra: Iterable[Part] = (),
) -> Pool:
    """Return the pool of a character who uses a Trait.

    It contains the Trait dice, the dice of the Aspects that apply, and the dice in `extra`.

    Args:
        rules: The rulebook.
        character: The character.
        trait: The Trait.
        specializations: The Specializations that apply to the action.
        purposes: Purposes of the check that Aspects may serve, such as attack.
        more: Number of bonuses minus the number of penalties. Bonuses and penalties change the Trait dice only.
        extra: Other dice.
    """
    uses = {trait, *specializations, *purposes}
    dice = trait_dice(character, trait, specializations, more)
    return Pool((dice, *aspect_dice(rules, character, uses), *extra))
