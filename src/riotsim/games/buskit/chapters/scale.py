"""The effects of weapons on targets of another size (BK-95 to BK-97)."""

from collections.abc import Sequence
from typing import Final

from riotsim.games.buskit.characters.equipment import Effect, WeaponFigures
from riotsim.games.buskit.characters.ladder import shifted
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.pools.pool import Dice, Pool

TRAITS_FIRST: Final = ("might", "fight", "shoot")
"""Values of `Dice.why` that mark damage dice as Trait dice. `lowered_die` prefers these dice (BK-97)."""


def outclassed_by(rules: Rulebook, weapon: WeaponFigures, size: str) -> int:
    """Return the number of rungs from a target's size up to a weapon's size, on the ladder of sizes (BK-95, BK-97).

    The number is negative if the weapon's size is below. A weapon's size is that of the targets that it is made for, by
    default the lowest rung. If it is made for several sizes, the one nearest to the target's size counts.

    Rules may divide a rung into finer sizes, such as fighter, bomber and transport. If both sizes are finer sizes of
    the same rung, the number counts finer sizes. For example, a weapon made for transports is 2 above a fighter.
    """
    made_for = weapon.made_for or rules.ladders[rules.scale.ladder].rungs[:1]
    return min((_rungs_between(rules, one, size) for one in made_for), key=abs)


def effect(rules: Rulebook, weapon: WeaponFigures, size: str) -> Effect:
    """Return the effect of a weapon on a target of the given size (BK-97).

    If `weapon.against` has an entry for the size, the entry is the effect. If not, the effect is looked up in the rules
    (see `Scale.effect`), by the number of rungs that `outclassed_by` returns.
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

    The weapon's size is compared with the target's as in `outclassed_by`. A target smaller than the weapon's size gives
    a penalty. A larger target gives a bonus, but not in melee.
    """
    rungs = outclassed_by(rules, weapon, size)
    return -1 if rungs > 0 else int(rungs < 0 and not is_melee)


def lowered_die(damage: Pool) -> Dice:
    """Return the die that is subtracted from the Might result of an outclassed target (BK-97).

    This die is one size smaller than the commonest damage die. If several sizes are equally common, the size of a Trait
    die is preferred (`TRAITS_FIRST`).
    """
    dice = [part for part in damage.parts if isinstance(part, Dice)]
    counts = {die.sides: sum(other.count for other in dice if other.sides == die.sides) for die in dice}
    commonest = max(dice, key=lambda die: (counts[die.sides], die.why in TRAITS_FIRST))
    return Dice(shifted(commonest.sides, -1), why="outclassed")


def _rungs_between(rules: Rulebook, made_for: str, size: str) -> int:
    """Return the number of rungs from `size` up to `made_for`. The number is negative if `made_for` is below.

    If `made_for` and `size` are finer sizes of the same rung, the number counts finer sizes.
    """
    ladder = rules.ladders[rules.scale.ladder]
    one, its = _place(ladder.rungs, ladder.finer, made_for)
    other, others = _place(ladder.rungs, ladder.finer, size)
    if one != other:
        return one - other
    return 0 if its is None or others is None else its - others


def _place(rungs: Sequence[str], finer: dict[str, tuple[str, ...]], size: str) -> tuple[int, int | None]:
    """Return two indices for a size: that of its rung on the ladder, and its own among the rung's finer sizes.

    The second index is None if the size is a whole rung.
    """
    if size in rungs:
        return rungs.index(size), None
    rung = next(rung for rung, sizes in finer.items() if size in sizes)
    return rungs.index(rung), finer[rung].index(size)
