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
    """Return by how many rungs of the ladder of sizes a weapon is above a target (BK-95, BK-97).

    The number is negative for a weapon below the target. A weapon has the size that it is made for, by default the
    lowest rung. Of several sizes, the nearest to the target's counts.

    Rules may divide a rung into finer sizes, such as fighter, bomber and transport. Between finer sizes of the same
    rung, the number counts finer sizes. For example, a weapon made for transports is 2 above a fighter.
    """
    made_for = weapon.made_for or rules.ladders[rules.scale.ladder].rungs[:1]
    return min((_rungs_between(rules, one, size) for one in made_for), key=abs)


def effect(rules: Rulebook, weapon: WeaponFigures, size: str) -> Effect:
    """Return the effect of a weapon on a target of the given size (BK-97).

    An effect in `weapon.against` comes first. Without one, `scale.effect` of the rules decides, by the result of
    `outclassed_by`.
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

    A target smaller than the weapon is made for is harder to hit. A larger target is easier to shoot, but not easier to
    hit in melee.
    """
    rungs = outclassed_by(rules, weapon, size)
    return -1 if rungs > 0 else int(rungs < 0 and not is_melee)


def lowered_die(damage: Pool) -> Dice:
    """Return the die that is subtracted from the Might result of an outclassed target (BK-97).

    It is one size below the commonest damage die. Of equally common dice, a Trait die comes first.
    """
    dice = [part for part in damage.parts if isinstance(part, Dice)]
    counts = {die.sides: sum(other.count for other in dice if other.sides == die.sides) for die in dice}
    commonest = max(dice, key=lambda die: (counts[die.sides], die.why in TRAITS_FIRST))
    return Dice(shifted(commonest.sides, -1), why="outclassed")


def _rungs_between(rules: Rulebook, made_for: str, size: str) -> int:
    """Return by how many rungs the size `made_for` is above `size`; negative if it is below.

    Between finer sizes of the same rung, the number counts finer sizes.
    """
    ladder = rules.ladders[rules.scale.ladder]
    one, its = _place(ladder.rungs, ladder.finer, made_for)
    other, others = _place(ladder.rungs, ladder.finer, size)
    if one != other:
        return one - other
    return 0 if its is None or others is None else its - others


def _place(rungs: Sequence[str], finer: dict[str, tuple[str, ...]], size: str) -> tuple[int, int | None]:
    """Return the index of a size's rung, and the size's index among the finer sizes of the rung.

    The second index is None if the size is a rung itself.
    """
    if size in rungs:
        return rungs.index(size), None
    rung = next(rung for rung, sizes in finer.items() if size in sizes)
    return rungs.index(rung), finer[rung].index(size)
