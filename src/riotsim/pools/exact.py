"""The exact chances of pools and checks, as fractions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from riotsim.errors import InvalidValue
from riotsim.pools.notation import parse_check, write_check
from riotsim.pools.pool import Check, Dice, Part, Pool

CACHE_SIZE: Final = 4096
"""Number of pools with cached chances, and also number of checks with cached chances."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The exact chances of a check."""

    check: Check
    """The check."""
    degrees: Mapping[int, Fraction] = field(repr=False)
    """The chance of each degree, in ascending order. A degree is the actor's result minus the defender's."""

    @property
    def win(self) -> Fraction:
        """The chance that the actor's result is higher."""
        return sum((chance for degree, chance in self.degrees.items() if degree > 0), Fraction(0))

    @property
    def tie(self) -> Fraction:
        """The chance that both results are equal."""
        return self.degrees.get(0, Fraction(0))

    @property
    def fail(self) -> Fraction:
        """The chance that the defender's result is higher."""
        return 1 - self.win - self.tie

    @property
    def mean_degree(self) -> Fraction:
        """The mean degree of the check. A degree is the actor's result minus the defender's."""
        return mean(self.degrees)

    def __str__(self) -> str:
        """Return the check in notation, and after it the chances of fail, tie and win."""
        return f"{write_check(self.check)}: fail {self.fail}, tie {self.tie}, win {self.win}"


def odds(check: str | Check) -> Odds:
    """Return the exact chances of a check: of failing, of a tie, of winning, and of every degree.

    The notation of a check:

    - `d8 vs 2d6`: the highest die of each side counts.
    - `2d6lo`: the lowest die counts.
    - `d8+help d10`: a d10 is added for the reason `help`.
    - `wild d6`: if the die shows its highest number, it is rolled again once. Both numbers are added.
    - `open d6`: the die is rolled again each time that it shows its highest number. All its numbers are added.
    - `4`: a fixed number. It counts like a die that shows 4.

    Args:
        check: The check, as a value or in notation.

    Raises:
        InvalidValue: `check` is neither a `Check` nor text, or its notation is wrong. For wrong notation, the message
            suggests a corrected text, or it shows examples.
    """
    if not isinstance(check, str | Check):
        raise InvalidValue(f"a check is text such as 'd8 vs 2d6', not {check!r:.80}")
    asked = parse_check(check) if isinstance(check, str) else check
    return Odds(asked, _degrees(asked.actor.without_reasons(), asked.defender.without_reasons()))


def chances(pool: Pool) -> Mapping[int, Fraction]:
    """Return the chance of each result of a pool, in ascending order of results."""
    weights, total = _weights(pool.without_reasons())
    return {value: Fraction(weight, total) for value, weight in enumerate(weights) if weight}


def mean(distribution: Mapping[int, Fraction]) -> Fraction:
    """Return the mean of a distribution, which maps each number to its chance."""
    return sum((number * chance for number, chance in distribution.items()), Fraction(0))


@lru_cache(CACHE_SIZE)
def _degrees(actor: Pool, defender: Pool) -> Mapping[int, Fraction]:
    """Return the chance of each degree of a check, in ascending order of degrees.

    Call this with pools from `Pool.without_reasons`. Then checks that differ only in the reasons for their dice share
    an entry of the cache.
    """
    ours, our_total = _weights(actor)
    theirs, their_total = _weights(defender)
    found = dict.fromkeys(range(1 - len(theirs), len(ours)), 0)
    for value, weight in enumerate(ours):
        for other, its in enumerate(theirs):
            found[value - other] += weight * its
    total = our_total * their_total
    return MappingProxyType({degree: Fraction(weight, total) for degree, weight in found.items() if weight})


@lru_cache(CACHE_SIZE)
def _weights(pool: Pool) -> tuple[tuple[int, ...], int]:
    """Return the chances of a pool's results as whole numbers, called weights, and the sum of the weights.

    The chance of the result k is the weight at index k, divided by the sum.
    """
    top = max(part.highest for part in pool.parts)
    at_most, total = [1] * (top + 1), 1
    for part in pool.parts:
        its, its_total = _at_most(part, top)
        at_most = [one * other for one, other in zip(at_most, its, strict=True)]
        total *= its_total
    return tuple(high - low for low, high in zip((0, *at_most), at_most, strict=False)), total


def _at_most(part: Part, top: int) -> tuple[list[int], int]:
    """Return the cumulative weights of a part's results, and the sum of all weights.

    Weights are chances as whole numbers (see `_weights`). Element k of the list is the weight of all results of at most
    k, for each k from 0 to `top`.
    """
    if not isinstance(part, Dice):
        return [int(number >= part.value) for number in range(top + 1)], 1
    total: int = part.sides**part.max_rolls
    single = [0] * (top + 1)
    for again in range(part.max_rolls):  # the die shows its highest number so many times, and then another
        last = again == part.max_rolls - 1
        for value in range(1, part.sides + last):
            single[again * part.sides + value] += total // part.sides ** (again + 1)
    at_most, so_far = [], 0
    for weight in single:
        so_far += weight
        at_most.append(so_far)
    if part.keep == "lowest":
        return [total**part.count - (total - one) ** part.count for one in at_most], total**part.count
    return [one**part.count for one in at_most], total**part.count
