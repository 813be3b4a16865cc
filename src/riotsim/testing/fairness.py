"""Tests of dice: whether all sides come up equally often, and whether the result depends on the die's first side."""

import math
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from riotsim.measuring.chi_squared import Verdict, chi_squared
from riotsim.table.dice.kinds import DieKind
from riotsim.table.pieces import Die
from riotsim.testing.rolls import AS_IN_A_GAME, INTO_A_BOX, Rolls, Throw, find_die, roll_many

__all__ = [
    "AS_IN_A_GAME",
    "INTO_A_BOX",
    "Rolls",
    "Throw",
    "Verdict",
    "assert_fair",
    "fairness",
    "memory",
    "repeats",
    "roll_many",
]

SIGNIFICANCE: Final = 0.001
"""Significance level of each of the two tests. A fair die fails each of them with a chance of 0.001."""

UNREADABLE: Final = "no roll could be read, so nothing can be said"

MIN_EXPECTED: Final = 5.0
"""Minimum expected number of rolls in each cell of a χ² test (Cochran 1954)."""


def fairness(rolls: Rolls) -> Verdict:
    """Test by χ² whether a die lands on each side equally often.

    Raises:
        ValueError: No roll could be read: the die was always cocked or off the table.
    """
    return _equal(rolls.by_side)


def memory(rolls: Rolls) -> Verdict:
    """Test whether a die's last side depends on its first side: the side on which it began.

    The rolls are counted for each pair of a first and a last side. The test is the χ² test of independence. If there
    are on average fewer than five rolls for each pair, the test is simpler. It compares the number of rolls that end on
    their first side with the number expected for independent sides. If nothing can be tested, for instance because all
    rolls end on the same side, the verdict's `p` is 1.

    Raises:
        ValueError: No roll could be read: the die was always cocked or off the table.
    """
    table = rolls.from_to
    if not table.any():
        raise ValueError(UNREADABLE)
    if table.sum() < MIN_EXPECTED * table.size:
        total, same = float(table.sum()), float(np.trace(table))
        by_chance = float(table.sum(axis=1) @ table.sum(axis=0)) / total
        if not 0.0 < by_chance < total:
            return Verdict(0.0, 1, 1.0)
        return chi_squared([same, total - same], [by_chance, total - by_chance], 1)
    kept = table[np.ix_(table.sum(axis=1) > 0, table.sum(axis=0) > 0)]
    expected = np.outer(kept.sum(axis=1), kept.sum(axis=0)) / kept.sum()
    freedom = (kept.shape[0] - 1) * (kept.shape[1] - 1)
    if not freedom:
        return Verdict(0.0, 0, 1.0)
    return chi_squared(kept.ravel().tolist(), expected.ravel().tolist(), freedom)


def repeats(rolls: Rolls) -> float:
    """Return the fraction of rolls that end on the side that was down at the start (ideally 1 / number of sides)."""
    table = rolls.from_to
    return float(np.trace(table) / table.sum())


def assert_fair(
    die: DieKind | Die | str,
    *,
    rules: str | Path | None = None,
    rolls: int = 6000,
    seed: int = 0,
    throw: Throw = INTO_A_BOX,
    jobs: int | None = None,
) -> Rolls:
    """Roll a die many times, and fail if it isn't fair or if its result depends on its first side.

    For a fair die, the assertion fails for two seeds in a thousand. For a faulty die, it fails for these fractions
    of the seeds (by noncentral χ²):

    - a d6 with a side that comes up a tenth too often: 30 % with 6,000 rolls, nearly all with 20,000 rolls.
    - a d20 with a side that comes up a tenth too often: 70 % with 60,000 rolls.
    - a d6 that ends on its first side in 19 % of rolls: a third with 6,000 rolls.
    - a d6 that ends on its first side in 20 % of rolls: 90 % with 6,000 rolls.

    Args:
        die: A die, a kind of die, or the name of a kind, such as "d6".
        rules: A rules file, or the name of rules that come with the program, for a die given by its name.
        rolls: The number of rolls.
        seed: The seed. The same seed gives the same result.
        throw: How to throw; by default hard, against the walls of a box of bare wood.
        jobs: The number of processes, as in `roll_many`.

    Returns:
        The rolls.

    Raises:
        AssertionError: The die is not fair, or its result depends on its first side.
        ValueError: `rolls` is less than five times the number of sides, or fewer rolls than that could be read
            (Cochran 1954). Or `roll_many` refuses the arguments.
        BadFile: The rules can't be read, or their dice are invalid.
    """
    die = find_die(die, rules)
    kind = die.kind
    enough = math.ceil(MIN_EXPECTED * kind.sides)
    if rolls < enough:
        raise ValueError(f"{rolls} rolls of a {kind.name} say nothing of its {kind.sides} sides; {enough} would do")
    found = roll_many(die, rolls, seed, throw, jobs=jobs)
    if found.read_count < enough:
        more = "" if not found.read_count else f"; {math.ceil(rolls * enough / found.read_count)} rolls would do"
        raise ValueError(
            f"of {rolls} rolls of a {kind.name} {found.read_count} could be read, and {enough} are needed{more}"
        )
    fair, forgets = fairness(found), memory(found)
    counts = ", ".join(f"{value}: {count}" for value, count in found.by_value.items())
    if fair.p < SIGNIFICANCE:
        raise AssertionError(
            f"a {found.kind.name} is not fair: of {found.read_count} rolls it showed {counts}; "
            f"χ² is {fair.chi2:.1f} with {fair.freedom} degrees of freedom, p {fair.p:.2g} (at least {SIGNIFICANCE})"
        )
    if forgets.p < SIGNIFICANCE:
        raise AssertionError(
            f"a {found.kind.name} remembers how it began: {repeats(found):.1%} of {found.read_count} rolls ended on "
            f"the side they began on, where chance has {1 / found.kind.sides:.1%}; χ² is {forgets.chi2:.1f} with "
            f"{forgets.freedom} degrees of freedom, p {forgets.p:.2g} (at least {SIGNIFICANCE})"
        )
    return found


def _equal(counts: npt.NDArray[np.int64]) -> Verdict:
    if not counts.any():
        raise ValueError(UNREADABLE)
    return chi_squared(counts.tolist(), [counts.mean()] * len(counts), len(counts) - 1)
