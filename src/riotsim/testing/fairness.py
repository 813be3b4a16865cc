"""Tests of fairness: every side comes up equally often, whatever side a die began on."""

import math
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from riotsim.measuring.chi_squared import Verdict, chi_squared
from riotsim.table.dice.kinds import DieKind
from riotsim.table.pieces import Die
from riotsim.testing.own_dice import find_kind
from riotsim.testing.rolls import AS_IN_A_GAME, INTO_A_BOX, Rolls, Throw, roll_many

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

LEAST_P: Final = 0.001
"""A fair die fails a test at this level once in a thousand times."""

UNREADABLE: Final = "no roll could be read, so nothing can be said"

FILLED: Final = 5.0
"""Rolls that each cell of a table needs on average, or χ² doesn't follow its distribution (Cochran 1954)."""


def fairness(rolls: Rolls) -> Verdict:
    """Test that a die lands on each side equally often.

    Raises:
        ValueError: No roll could be read.
    """
    return _equal(rolls.by_side)


def memory(rolls: Rolls) -> Verdict:
    """Test that what a die ends on does not depend on what it began on.

    That is the test of independence in the table of all sides against all. Where the rolls are too few for so many
    cells, it is looked at only whether a die repeats the side it began on as often as chance has it, by how often it
    began and ended on each. Where chance could have had it no other way, as when all began and ended on one side,
    p is 1. Raises `ValueError` if none could be read.
    """
    table = rolls.from_to
    if not table.any():
        raise ValueError(UNREADABLE)
    if table.sum() < FILLED * table.size:
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
    """Return the share of dice that land on the side they began on; by chance one over their number."""
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
    """Roll a die, and raise `AssertionError` that tells the counts if it isn't fair or remembers its first side.

    A die may be given by its name: a usual one, such as "d6", or with `rules` (a file, or the name of some that come
    with the program) as these have it, kinds of their own among them. It is thrown hard, against the walls of a
    box of bare wood (`riotsim.testing.rolls`). A fair die fails twice in a thousand seeds. A side that comes a tenth
    too often is found in 6,000 rolls of a d6 three times in ten and in 20,000 nearly always, of a d20 in 60,000 seven
    times in ten (χ² that isn't central). Of a memory 6,000 rolls find only a strong one: a d6 that repeats its side in
    20 % of rolls nine times in ten, in 19 % one time in three. Returns the rolls. Raises `ValueError` for so few that
    χ² says nothing (Cochran 1954: five for each side).
    """
    die = find_kind(die, rules)
    kind = die.kind
    enough = math.ceil(FILLED * kind.sides)
    if rolls < enough:
        raise ValueError(f"{rolls} rolls of a {kind.name} say nothing of its {kind.sides} sides; {enough} would do")
    found = roll_many(die, rolls, seed, throw, jobs=jobs)
    if found.read < enough:
        more = "" if not found.read else f"; {math.ceil(rolls * enough / found.read)} rolls would do"
        raise ValueError(f"of {rolls} rolls of a {kind.name} {found.read} could be read, and {enough} are needed{more}")
    fair, forgets = fairness(found), memory(found)
    counts = ", ".join(f"{value}: {count}" for value, count in found.by_value.items())
    if fair.p < LEAST_P:
        raise AssertionError(
            f"a {found.kind.name} is not fair: of {found.read} rolls it showed {counts}; "
            f"χ² is {fair.chi2:.1f} with {fair.freedom} degrees of freedom, p {fair.p:.2g} (at least {LEAST_P})"
        )
    if forgets.p < LEAST_P:
        raise AssertionError(
            f"a {found.kind.name} remembers how it began: {repeats(found):.1%} of {found.read} rolls ended on the side "
            f"they began on, where chance has {1 / found.kind.sides:.1%}; χ² is {forgets.chi2:.1f} with "
            f"{forgets.freedom} degrees of freedom, p {forgets.p:.2g} (at least {LEAST_P})"
        )
    return found


def _equal(counts: npt.NDArray[np.int64]) -> Verdict:
    if not counts.any():
        raise ValueError(UNREADABLE)
    return chi_squared(counts.tolist(), [counts.mean()] * len(counts), len(counts) - 1)
