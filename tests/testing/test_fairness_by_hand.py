"""χ² tests of made-up rolls, worked out by hand, and what `assert_fair` says of them."""

from typing import Any

import numpy as np
import pytest

from riotsim.measuring.chi_squared import Verdict
from riotsim.table.dice.kinds import D6, die_kind
from riotsim.testing import fairness
from riotsim.testing.rolls import UNREAD_SIDE, Rolls, values_by_side

D4 = die_kind("d4")


def rolls(table: list[list[int]], unread: int = 0) -> Rolls:
    """Return rolls of a d4 or d6, by the side on which they began (rows) and the side on which they ended."""
    pairs = [(began, ended) for began, row in enumerate(table) for ended, count in enumerate(row) for _ in range(count)]
    pairs += [(0, UNREAD_SIDE)] * unread
    began, ended = (np.array(sides, dtype=np.int16) for sides in zip(*pairs, strict=True))
    return Rolls(D4 if len(table) == 4 else D6, began, ended, unread, 0, 0)


def _verdict(found: Verdict) -> tuple[float, int]:
    return round(found.chi2, 9), found.freedom


def test_sides_are_compared_with_their_mean() -> None:
    """χ² compares the count of each side with their mean. For counts of 10, 20, 30 and 40 the mean is 25, and χ² is 20
    with three degrees of freedom.
    """
    found = fairness.fairness(rolls([[10, 20, 30, 40], [0] * 4, [0] * 4, [0] * 4]))
    assert _verdict(found) == (20.0, 3)
    assert found.p == pytest.approx(0.00016974, rel=1e-4)


def test_a_large_table_is_tested_for_independence() -> None:
    """A table with five expected rolls in each cell is tested for independence. Here 8 of each 20 rolls end as they
    began, and 4 on each other side, so χ² is 9.6.
    """
    table = [[8 if row == column else 4 for column in range(4)] for row in range(4)]
    found = rolls(table, unread=7)
    assert _verdict(fairness.memory(found)) == (9.6, 9)
    assert fairness.repeats(found) == 0.4


def test_sides_on_which_nothing_began_or_ended_are_left_out() -> None:
    """Sides on which nothing began or ended are left out. With rows of 30, 20, 10 and 10, 20, 30, each row is expected
    to be 20, 20, 20, so χ² is 20.
    """
    table = [[30, 0, 20, 10], [0, 0, 0, 0], [10, 0, 20, 30], [0, 0, 0, 0]]
    assert _verdict(fairness.memory(rolls(table))) == (20.0, 2)
    assert fairness.memory(rolls([[40, 40, 0, 0], [0] * 4, [0] * 4, [0] * 4])) == Verdict(0.0, 0, 1.0)


def test_of_few_rolls_only_those_that_repeat_are_counted() -> None:
    """If a table has fewer than five expected rolls for each cell, as with 79 rolls here, only the repeats are tested.

    Rows and columns have 20, 20, 20 and 19 rolls, so (3 · 20² + 19²) / 79 repeats are expected.
    """
    table = [[8 if row == column else 4 for column in range(4)] for row in range(4)]
    table[3][3] = 7
    expected = (3 * 20 * 20 + 19 * 19) / 79
    chi2 = (31 - expected) ** 2 / expected + (31 - expected) ** 2 / (79 - expected)
    assert _verdict(fairness.memory(rolls(table))) == (round(chi2, 9), 1)
    none = [[0, 5, 0, 0], [0] * 4, [0] * 4, [0] * 4]
    every = [[5, 0, 0, 0], [0] * 4, [0] * 4, [0] * 4]
    assert fairness.memory(rolls(none)) == fairness.memory(rolls(every)) == Verdict(0.0, 1, 1.0)


def test_nothing_is_said_of_rolls_that_can_not_be_read() -> None:
    """Both tests refuse rolls of which none can be read."""
    unread = rolls([[0] * 4] * 4, unread=3)
    for test in (fairness.fairness, fairness.memory):
        with pytest.raises(ValueError, match=r"^no roll could be read, so nothing can be said$"):
            test(unread)


def _asserted(found: Rolls, monkeypatch: pytest.MonkeyPatch, count: int) -> tuple[Rolls, list[Any]]:
    """Return what `assert_fair` returns for made-up rolls, and how it asks for them."""
    asked: list[Any] = []

    def roll(*given: Any, **named: Any) -> Rolls:
        asked.extend((given[1:], named))
        return found

    monkeypatch.setattr(fairness, "roll_many", roll)
    return fairness.assert_fair(found.kind, rolls=count, seed=9, jobs=2), asked


EVEN = [[10] * 4] * 4


def test_a_fair_die_is_given_back_with_its_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    """`assert_fair` makes as many rolls as the caller wants, and returns the rolls of a fair die. Five rolls for each
    side are enough if all can be read.
    """
    found = rolls(EVEN)
    kept, asked = _asserted(found, monkeypatch, 160)
    assert kept is found
    assert asked == [(160, 9, fairness.INTO_A_BOX), {"jobs": 2}]
    assert _asserted(rolls([[5] * 4, [0] * 4, [0] * 4, [0] * 4]), monkeypatch, 20)[0].read_count == 20


@pytest.mark.parametrize(
    ("table", "unread", "count", "said"),
    [
        ([[5, 5, 5, 4]], 1, 20, "of 20 rolls of a d4 19 could be read, and 20 are needed; 22 rolls would do"),
        ([[1, 0, 0, 0]], 19, 20, "of 20 rolls of a d4 1 could be read, and 20 are needed; 400 rolls would do"),
        ([], 20, 20, "of 20 rolls of a d4 0 could be read, and 20 are needed"),
    ],
)
def test_rolls_of_which_too_few_can_be_read_are_refused(
    table: list[list[int]], unread: int, count: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If too few rolls can be read, they are refused. The message says how many rolls would be enough, unless none
    could be read.
    """
    found = rolls([*table, *[[0] * 4] * (4 - len(table))], unread)
    with pytest.raises(ValueError, match="could be read") as refused:
        _asserted(found, monkeypatch, count)
    assert str(refused.value) == said


def test_an_unfair_die_is_told_with_its_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a die isn't fair, the message has the count of each number and the χ² of the sides, which is 20 here."""
    table = [[10, 20, 30, 40], [0] * 4, [0] * 4, [0] * 4]
    with pytest.raises(AssertionError) as failed:
        _asserted(rolls(table), monkeypatch, 100)
    by_value = dict(sorted(zip(values_by_side(D4), (10, 20, 30, 40), strict=True)))
    counts = ", ".join(f"{value}: {count}" for value, count in by_value.items())
    assert str(failed.value) == (
        f"a d4 is not fair: of 100 rolls it showed {counts}; χ² is 20.0 with 3 degrees of freedom, p 0.00017 (at least "
        "0.001)"
    )


def test_a_die_that_remembers_is_told_with_its_repeats(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a die remembers how it began, the message has the share of repeats and χ². With 22 or 6 rolls where 10 are
    expected, χ² is 76.8.
    """
    table = [[22 if row == column else 6 for column in range(4)] for row in range(4)]
    with pytest.raises(AssertionError) as failed:
        _asserted(rolls(table), monkeypatch, 160)
    told, _, p = str(failed.value).partition(", p ")
    assert told == (
        "a d4 remembers how it began: 55.0% of 160 rolls ended on the side they began on, where chance has 25.0%; "
        "χ² is 76.8 with 9 degrees of freedom"
    )
    assert p.endswith(" (at least 0.001)")
    assert float(p.split()[0]) == pytest.approx(6.9e-13, rel=0.05)
