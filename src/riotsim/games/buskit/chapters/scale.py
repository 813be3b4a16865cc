"""The effects of weapons on targets of another size (BK-95 to BK-97)."""

from collections.abc import Sequence
from typing import Final

from riotsim.games.buskit.characters.equipment import Effect, WeaponFigures
from riotsim.games.buskit.characters.ladder import shifted
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.pools.pool import Dice, Pool

TRAITS_FIRST: Final = ("might", "fight", "shoot")
"""Values of `Dice.why` that mark damage dice as Trait dice. If dice are equally common, Trait dice go first (BK-97)."""


def outclassed_by(rules: Rulebook, weapon: WeaponFigures, size: str) -> int:
    """Return the number of rungs by which a weapon's size is above a target's size on the ladder of sizes. The
    number is negative if the weapon's size is below the target's (BK-95, BK-97).

    The weapon's size is the size of the targets that it is made for, by default the lowest rung. If the weapon
    is made for several sizes, the size nearest to the target's counts.

    The rules may divide a rung into finer sizes, such as starfighter into fighter, bomber and transport. If both sizes
    are finer sizes of the same rung, return by how many finer sizes the weapon's is above the target's. For example,
    the number is 2 for a weapon made for transports and a target that is a fighter.
    """
    made_for = weapon.made_for or rules.ladders[rules.scale.ladder].rungs[:1]
    return min((_rungs_between(rules, one, size) for one in made_for), key=abs)


def effect(rules: Rulebook, weapon: WeaponFigures, size: str) -> Effect:
    """Return the effect of a weapon on a target of the given size (BK-97).

    If `weapon.against` has an effect for this size, return it. Otherwise return the effect that `scale.effect` of the
    rules gives for the result of `outclassed_by`.
    """
    if size in weapon.against:
        return weapon.against[size]
    rungs = outclassed_by(rules, weapon, size)
    named = [number for number in rules.scale.effect if number * rungs > 0]
    if not named or rungs == 0:
        return "plain"
    farthest = max(named, key=abs)
    return rules.scale.effect.get(farthest if abs(rungs) > abs(farthest) else rungs, "plain")


def to_hit(rules: Rulebook, weapon: WeaponFigures, size: str, *, is_melee: bool) -> int:
    """Return the effect of the target's size on an attack: 1 for a bonus, -1 for a penalty, 0 for neither (BK-96).

    Each weapon is made for targets of certain sizes. A larger target is easier to shoot, but not easier to hit in
    melee. A smaller target is harder to hit.
    """
    rungs = outclassed_by(rules, weapon, size)
    return -1 if rungs > 0 else int(rungs < 0 and not is_melee)


def lowered_die(damage: Pool) -> Dice:
    """Return the die that is subtracted from the Might result of an outclassed target: one size below the commonest
    damage die. If several are equally common, a Trait die comes before a die of the weapon (BK-97).
    """
    dice = [part for part in damage.parts if isinstance(part, Dice)]
    counts = {die.sides: sum(other.count for other in dice if other.sides == die.sides) for die in dice}
    commonest = max(dice, key=lambda die: (counts[die.sides], die.why in TRAITS_FIRST))
    return Dice(shifted(commonest.sides, -1), why="outclassed")


def _rungs_between(rules: Rulebook, made_for: str, size: str) -> int:
    """Return the number of rungs by which the size `made_for` is above `size`; negative if `made_for` is below.

    If both are finer sizes of the same rung, return by how many finer sizes `made_for` is above `size`.
    """
    ladder = rules.ladders[rules.scale.ladder]
    one, its = _place(ladder.rungs, ladder.finer, made_for)
    other, others = _place(ladder.rungs, ladder.finer, size)
    if one != other:
        return one - other
    return 0 if its is None or others is None else its - others


def _place(rungs: Sequence[str], finer: dict[str, tuple[str, ...]], size: str) -> tuple[int, int | None]:
    """Return the index of a size's rung, and the index of the size among the finer sizes of that rung. The second index
    is None if the size is a rung itself.
    """
    if size in rungs:
        return rungs.index(size), None
    rung = next(rung for rung, sizes in finer.items() if size in sizes)
    return rungs.index(rung), finer[rung].index(size)
