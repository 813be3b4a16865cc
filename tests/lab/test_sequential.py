import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.lab import sequential
from riotsim.lab.sequential import Sprt

PENTANOMIAL = [0.0, 0.25, 0.5, 0.75, 1.0]

QUIET = 2_000


def _pairs(score: float, count: int, rng: np.random.Generator) -> np.ndarray:
    """Scores of pairs of games of which each is won with a chance, and none drawn."""
    return rng.binomial(2, score, count) / 2


@pytest.mark.parametrize(
    ("score", "wrong", "bound"),
    [(0.5, ("more", "less"), 0.05), (0.58, ("no difference", "less"), 0.05), (0.42, ("no difference", "more"), 0.05)],
)
def test_a_test_is_wrong_as_rarely_as_it_promises(score: float, wrong: tuple[str, ...], bound: float) -> None:
    """Of 300 tests no more are wrong than α or β has it, within three standard errors.

    They are made at a true score of even, and of even and the smallest difference.
    """
    rng = np.random.default_rng(np.random.SeedSequence(7, spawn_key=(round(100 * score),)))
    test = Sprt(even=0.5, difference=0.08)
    found = [sequential.run(test, _pairs(score, QUIET, rng), PENTANOMIAL).verdict for _ in range(300)]
    share = sum(verdict in wrong for verdict in found) / len(found)
    assert None not in found
    assert share <= bound + 3 * math.sqrt(bound * (1 - bound) / len(found))


def test_it_takes_fewer_pairs_than_a_fixed_number_would() -> None:
    """At the smallest difference a test is over, in the mean, before one of fixed size with the same errors.

    That takes (1.96 + 1.645)² σ² / d² pairs.
    """
    rng = np.random.default_rng(np.random.SeedSequence(8))
    test = Sprt(even=0.5, difference=0.08)
    pairs = [sequential.run(test, _pairs(0.58, QUIET, rng), PENTANOMIAL).pairs for _ in range(100)]
    fixed = (1.96 + 1.645) ** 2 * 0.5 * 0.25 / 0.08**2
    assert np.mean(pairs) < fixed


def test_a_normal_test_agrees_with_the_exact_one_where_both_may_be_used() -> None:
    """The likelihood ratio of the best fitting distributions is nearly that of normal ones once many pairs are in."""
    values = _pairs(0.55, 400, np.random.default_rng(np.random.SeedSequence(9)))
    counts = np.array([(values == cell).sum() for cell in PENTANOMIAL], dtype=float)
    exact = sequential.ratio(counts, np.array(PENTANOMIAL), 0.5, 0.55)
    assert sequential.normal_ratio(values, 0.5, 0.55) == pytest.approx(exact, rel=0.05, abs=0.05)


@given(st.lists(st.sampled_from(PENTANOMIAL), min_size=8, max_size=60), st.floats(0.05, 0.95), st.floats(0.05, 0.95))
def test_a_ratio_turns_its_sign_with_the_hypotheses(values: list[float], one: float, other: float) -> None:
    """What speaks for one mean speaks against the other by as much."""
    counts = np.array([values.count(cell) for cell in PENTANOMIAL], dtype=float)
    there = sequential.ratio(counts, np.array(PENTANOMIAL), one, other)
    back = sequential.ratio(counts, np.array(PENTANOMIAL), other, one)
    assert there == pytest.approx(-back, abs=1e-6)


def test_what_comes_after_a_verdict_makes_no_difference() -> None:
    """A test ends at its verdict, whatever was played beyond it."""
    values = np.ones(60)
    test = Sprt(even=0.5, difference=0.1)
    course = sequential.run(test, values, PENTANOMIAL)
    assert course.verdict == "more"
    assert sequential.run(test, np.concatenate((values[: course.pairs], np.zeros(500))), PENTANOMIAL) == course


def test_a_mean_that_cannot_be_is_refused() -> None:
    """A score above one can't be tested for."""
    with pytest.raises(ValueError, match="can't come of values from 0 to 1"):
        sequential.ratio(np.ones(5), np.array(PENTANOMIAL), 0.5, 1.2)
