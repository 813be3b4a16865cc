"""The public helpers that tell whether dice are fair."""

from dataclasses import replace

import numpy as np
import pytest

from riotsim.table.dice import D6, KINDS, die_kind
from riotsim.table.poses import about_z, multiply
from riotsim.table.prisms import cuboid
from riotsim.testing.fairness import Rolls, assert_fair, fairness, memory, repeats, roll_many
from riotsim.testing.rolls import CHUNK, LIVELY, UNREAD, side_down, values_by_side


def rolls(began: list[int], ended: list[int]) -> Rolls:
    """Rolls of a d6, as if they had come so."""
    return Rolls(D6, np.array(began, dtype=np.int16), np.array(ended, dtype=np.int16), 0, 0, 0)


def test_equal_counts_are_fair_and_others_are_not() -> None:
    """χ² of 10 each is 0, p 1; of 10, 10, 10, 10, 10, 40 it is 50 (by hand: 5 · 5²/15 + 25²/15)."""
    even = [side for side in range(6) for _ in range(10)]
    assert (fairness(rolls(even, even)).chi2, fairness(rolls(even, even)).p) == (0.0, 1.0)
    odd = even + [5] * 30
    assert fairness(rolls(odd, odd)).chi2 == pytest.approx(50.0)
    assert fairness(rolls(odd, odd)).p < 1e-8


def test_memory_is_found() -> None:
    """A die that always ends as it began has no p to speak of; one that ends on all sides alike has p 1."""
    every = [(a, b) for a in range(6) for b in range(6)] * 10
    forgetful = rolls([a for a, _ in every], [b for _, b in every])
    assert memory(forgetful).p == 1.0
    assert repeats(forgetful) == pytest.approx(1 / 6)
    same = [a for a, _ in every]
    assert memory(rolls(same, same)).p < 1e-9
    few = [0, 1, 2, 3, 4, 5] * 4
    assert memory(rolls(few, few)).freedom == 1, "too few for a table of 36 cells"
    assert memory(rolls(few, few)).p < 1e-9


def test_dice_that_could_not_be_read_are_in_no_count() -> None:
    """A cocked die is on no side; where none could be read, nothing is said."""
    found = rolls([0, 1, 2], [3, UNREAD, 4])
    assert (found.read, found.counts.tolist()) == (2, [0, 0, 0, 1, 1, 0])
    with pytest.raises(ValueError, match="no roll could be read"):
        fairness(rolls([0], [UNREAD]))


@pytest.mark.parametrize("name", KINDS)
def test_sides_and_numbers_agree(name: str) -> None:
    """A die that shows a number lies on the side that counts for it, whatever its heading."""
    kind = die_kind(name)
    for value in kind.values:
        side = side_down(kind, multiply(about_z(0.7), kind.showing(value)))
        assert values_by_side(kind)[side] == value


def test_rolls_depend_on_the_seed_alone() -> None:
    """In this process and in others the same rolls come, and a longer run begins as a shorter one."""
    long = roll_many(D6, CHUNK + 40, 7, jobs=2)
    short = roll_many(D6, 200, 7, jobs=0)
    assert len(long.ended) == CHUNK + 40
    assert long.ended[:200].tolist() == short.ended.tolist()
    assert long.began[:200].tolist() == short.began.tolist()
    assert roll_many(D6, 20, 8).ended.tolist() != short.ended[:20].tolist()


def test_progress_is_told() -> None:
    """Whoever waits is told how many rolls are done."""
    told: list[tuple[int, int]] = []
    roll_many(D6, 30, 1, progress=lambda done, total: told.append((done, total)))
    assert told == [(30, 30)]


def test_a_fair_die_passes_and_a_flat_one_is_found_out() -> None:
    """A brick half as high as wide is told with its counts; a d6 passes."""
    assert assert_fair(D6, rolls=300, seed=3).read > 290
    with pytest.raises(AssertionError, match=r"not fair: of \d+ rolls it showed 1: \d+, 2: \d+.* p "):
        assert_fair(replace(cuboid(1.0, 1.0, 0.5), name="brick"), rolls=300)


def test_no_rolls_are_refused() -> None:
    """Nothing can be said of no rolls."""
    with pytest.raises(ValueError, match="at least 1 roll"):
        roll_many(D6, 0, 1)
    with pytest.raises(ValueError, match="of 0"):
        roll_many(D6, 10, 1, hand=LIVELY, together=0)
