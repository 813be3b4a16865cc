"""The dice to throw for pools, and the results of the pools."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from riotsim.pools.pool import Check, Dice, Pool

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class PoolDie:
    """A die to be thrown."""

    pool: int
    """Index of the die's pool. In a check, 0 is the actor's pool and 1 the defender's."""
    index: int
    """Index of the die among all dice of its pool."""
    sides: int
    """Number of the die's sides."""
    why: str
    """The reason why the die is in the pool."""
    throw: int = 0
    """Number of earlier throws of the die."""


@dataclass(frozen=True, slots=True)
class PoolResult:
    """The result of a pool."""

    value: int
    """The number that counts as the result."""
    kept: int | None
    """Index of the die whose number counts, among the dice of the pool; None if a fixed number counts."""
    dice: tuple[int, ...]
    """The number of each die, with all its rolls added up."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The results of both pools of a check."""

    actor: PoolResult
    defender: PoolResult

    @property
    def degree(self) -> int:
        """The actor's result minus the defender's: above 0 if the actor wins, 0 for a tie."""
        return self.actor.value - self.defender.value


Throws: TypeAlias = Generator[tuple[PoolDie, ...], Sequence[int], R]
"""A generator of throws. It yields dice to be thrown together, and receives their numbers by `send`.

After the last throw it returns a result.
"""


def resolve(check: Check) -> Throws[CheckResult]:
    """Resolve a check: yield the dice to throw, receive their numbers, and return the result.

    The dice of both pools are yielded first, all together. After that, dice that must be rolled again are yielded one
    at a time. An `open` die can be yielded several times.
    """
    actor, defender = yield from resolve_pools((check.actor, check.defender))
    return CheckResult(actor, defender)


def resolve_pools(pools: Sequence[Pool]) -> Throws[tuple[PoolResult, ...]]:
    """Resolve several pools: yield the dice to throw, receive their numbers, and return the result of each pool.

    The dice of all pools are yielded first, all together. After that, dice that must be rolled again are yielded one
    at a time. An `open` die can be yielded several times.

    Raises:
        ValueError: The numbers received are too many or too few, or a die can't show the number received for it.
    """
    dice = tuple(die for number, pool in enumerate(pools) for die in first_dice(pool, number))
    shown = dict(zip(dice, _checked(dice, (yield dice)), strict=True)) if dice else {}
    results = []
    for number, pool in enumerate(pools):
        totals: list[int] = []
        kept: list[tuple[int, int | None]] = []
        for part in pool.parts:
            if not isinstance(part, Dice):
                kept.append((part.value, None))
                continue
            mine = range(len(totals), len(totals) + part.count)
            for index in mine:
                die = PoolDie(number, index, part.sides, part.why)
                total = last = shown[die]
                for throw in range(1, part.max_rolls):
                    if last != part.sides:
                        break
                    again = PoolDie(number, index, part.sides, part.why, throw)
                    (last,) = _checked((again,), (yield (again,)))
                    total += last
                totals.append(total)
            its = max if part.keep == "highest" else min
            best = its(mine, key=lambda index: totals[index])
            kept.append((totals[best], best))
        value, index_kept = max(kept, key=lambda one: one[0])
        results.append(PoolResult(value, index_kept, tuple(totals)))
    return tuple(results)


def first_dice(pool: Pool, number: int = 0) -> tuple[PoolDie, ...]:
    """Return all dice of a pool for the first throw, in the order of `pool.parts`.

    Args:
        pool: The pool.
        number: Index of the pool among the pools that are thrown together.
    """
    groups = [(part.sides, part.why) for part in pool.parts if isinstance(part, Dice) for _ in range(part.count)]
    return tuple(PoolDie(number, index, sides, why) for index, (sides, why) in enumerate(groups))


def run_throws(throws: Throws[R], show: Callable[[tuple[PoolDie, ...]], Sequence[int]]) -> R:
    """Make all the throws that a generator asks for, and return its result.

    Args:
        throws: The generator, such as `resolve(check)`.
        show: A function that takes dice and returns the number on each of them, in the same order.
    """
    try:
        dice = next(throws)
        while True:
            dice = throws.send(show(dice))
    except StopIteration as end:
        found: R = end.value
        return found


def draw_with(draw: Callable[[int], int]) -> Callable[[tuple[PoolDie, ...]], tuple[int, ...]]:
    """Return a function for the argument `show` of `run_throws`. It draws a random number for each die.

    Args:
        draw: A function that takes the number of sides of a die, and returns a random number from 1 to this number.
    """
    return lambda dice: tuple(draw(die.sides) for die in dice)


def _checked(dice: tuple[PoolDie, ...], values: Sequence[int]) -> Sequence[int]:
    """Check that dice can show the given values, and return the values.

    Raises:
        ValueError: There are more or fewer values than dice, or a die can't show its value.
    """
    if len(values) != len(dice):
        raise ValueError(f"{len(dice)} dice show {len(dice)} numbers, not {len(values)}")
    for die, value in zip(dice, values, strict=True):
        if not 1 <= value <= die.sides:
            raise ValueError(f"a d{die.sides} can't show {value}")
    return values
