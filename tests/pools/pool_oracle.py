"""An independent calculation of pools, which lists all ways in which the dice can fall. It shares no code with
`pools.exact`.
"""

import itertools
from fractions import Fraction

from riotsim.pools.pool import Check, Dice, Fixed, Pool

Chances = dict[int, Fraction]


def results(pool: Pool) -> Chances:
    """Return the chance of each result of a pool."""
    ways = [die(part) for part in pool.parts if isinstance(part, Dice) for _ in range(part.count)]
    exact: dict[int, Fraction] = {}
    for fall in itertools.product(*ways):
        chance = Fraction(1)
        for _, its in fall:
            chance *= its
        result = counted(pool, [value for value, _ in fall])
        exact[result] = exact.get(result, Fraction(0)) + chance
    return exact


def die(part: Dice) -> list[tuple[int, Fraction]]:
    """Return the numbers of one die, each with its chance. Dice that are rolled again must be of the sort `once`."""
    plain = [(value, Fraction(1, part.sides)) for value in range(1, part.sides + 1)]
    if part.again == "never":
        return plain
    assert part.again == "once"
    low = plain[:-1]
    return low + [(part.sides + value, Fraction(1, part.sides**2)) for value in range(1, part.sides + 1)]


def counted(pool: Pool, values: list[int]) -> int:
    """Return the result of a pool whose dice show the given values."""
    found = []
    left = list(values)
    for part in pool.parts:
        if isinstance(part, Fixed):
            found.append(part.value)
            continue
        mine, left = left[: part.count], left[part.count :]
        found.append(sorted(mine)[0 if part.keep == "lowest" else -1])
    return max(found)


def degrees(check: Check) -> Chances:
    """Return the chance of each degree of a check."""
    found: Chances = {}
    for ours, chance in results(check.actor).items():
        for theirs, other in results(check.defender).items():
            found[ours - theirs] = found.get(ours - theirs, Fraction(0)) + chance * other
    return found
