import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.lab.statistics import sequential
from riotsim.lab.statistics.sequential import Sprt

PENTANOMIAL = [0.0, 0.25, 0.5, 0.75, 1.0]

QUIET = 2_000

MOST_WRONG = 0.05 + 3 * math.sqrt(0.05 * 0.95 / 300)
"""Of 300 tests, as a share: within three standard errors of what they promise."""


def _pairs(score: float, count: int, rng: np.random.Generator) -> np.ndarray:
    """Scores of pairs of games of which each is won with a chance, and none drawn."""
    return rng.binomial(2, score, count) / 2


@pytest.mark.parametrize(
    ("score", "wrong"),
    [(0.5, ("more", "less")), (0.58, ("no difference", "less")), (0.42, ("no difference", "more"))],
)
def test_a_test_is_wrong_as_rarely_as_it_promises(score: float, wrong: tuple[str, ...]) -> None:
    """Of 300 tests no more are wrong than α or β has it, within three standard errors.

    They are made at a true score of even, and of even and the smallest difference.
    """
    rng = np.random.default_rng(np.random.SeedSequence(7, spawn_key=(round(100 * score),)))
    test = Sprt(even=0.5, difference=0.08)
    found = [sequential.run(test, _pairs(score, QUIET, rng), PENTANOMIAL).verdict for _ in range(300)]
    share = sum(verdict in wrong for verdict in found) / len(found)
    assert None not in found
    assert share <= MOST_WRONG


NUMBERS: dict[str, tuple[float, Callable[[np.random.Generator, float], np.ndarray]]] = {
    "normal": (0.5, lambda rng, more: rng.normal(5.0 + more, 1.0, QUIET) - 5.0),
    "normal, of little scatter": (1.0, lambda rng, more: rng.normal(5.0 + more, 0.3, QUIET) - 5.0),
    "counts": (2.0, lambda rng, more: rng.poisson(4.0 + more, QUIET) - rng.poisson(4.0, QUIET)),
    "rare counts": (0.1, lambda rng, more: rng.poisson(0.1 + more, QUIET) - rng.poisson(0.1, QUIET)),
}
"""By how much two arms differ in each pair, and the smallest difference that is looked for."""


@pytest.mark.parametrize("there_is_one", [False, True])
@pytest.mark.parametrize("kind", NUMBERS)
def test_a_test_of_numbers_is_wrong_as_rarely_as_it_promises(kind: str, there_is_one: bool) -> None:
    """Of 300 tests of what scatters no more are wrong than α or β has it, within three standard errors."""
    difference, drawn = NUMBERS[kind]
    rng = np.random.default_rng(np.random.SeedSequence(17))
    more = difference if there_is_one else 0.0
    test = Sprt(even=0.0, difference=difference)
    found = [sequential.run(test, drawn(rng, more).astype(float)).verdict for _ in range(300)]
    assert None not in found
    assert sum(verdict != ("more" if there_is_one else "no difference") for verdict in found) / 300 <= MOST_WRONG


@pytest.mark.parametrize("there_is_one", [False, True])
def test_a_test_of_what_happens_rarely_is_wrong_as_rarely_as_it_promises(there_is_one: bool) -> None:
    """What happens in one game of twenty in the first arm, and in as many or three of twenty in the second."""
    rng = np.random.default_rng(np.random.SeedSequence(18))
    test, chance = Sprt(even=0.0, difference=0.1), 0.15 if there_is_one else 0.05
    found = [
        sequential.run(test, rng.binomial(1, chance, QUIET) - rng.binomial(1, 0.05, QUIET).astype(float), [-1, 0, 1])
        for _ in range(300)
    ]
    wrong = [course.verdict != ("more" if there_is_one else "no difference") for course in found]
    assert sum(wrong) / 300 <= MOST_WRONG


def test_what_never_scatters_has_no_verdict() -> None:
    """Forty in each of eight pairs may be forty always; how far it could be off nobody knows."""
    values = np.full(40, 40.1)
    assert sequential.run(Sprt(even=30.0, difference=1.0), values).verdict is None
    values[-1] = 41.0
    assert sequential.run(Sprt(even=30.0, difference=1.0), values) == sequential.SprtResult(
        "more", 40, sequential.run(Sprt(even=30.0, difference=1.0), values).ratios
    )


def test_a_mean_that_is_farther_off_is_known_sooner() -> None:
    """What is far beyond the smallest difference speaks no less for it, though that wouldn't fit either."""
    counts, variances = np.full(4, 30), np.ones(4)
    ratios = sequential.normal_ratio(counts, np.array([0.5, 1.0, 3.0, 30.0]), variances, 0.0, 0.5)
    assert (np.diff(ratios) >= 0.0).all()
    assert ratios[-1] > 3.6


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
    exact = sequential.log_likelihood_ratio(counts, np.array(PENTANOMIAL), 0.5, 0.55)
    normal = sequential.normal_ratio(np.array([400]), values.mean(keepdims=True), values.var(keepdims=True), 0.5, 0.55)
    assert normal[0] == pytest.approx(exact, rel=0.05, abs=0.05)


@given(st.lists(st.sampled_from(PENTANOMIAL), min_size=8, max_size=60), st.floats(0.05, 0.95), st.floats(0.05, 0.95))
def test_a_ratio_turns_its_sign_with_the_hypotheses(values: list[float], one: float, other: float) -> None:
    """What speaks for one mean speaks against the other by as much."""
    counts = np.array([values.count(cell) for cell in PENTANOMIAL], dtype=float)
    there = sequential.log_likelihood_ratio(counts, np.array(PENTANOMIAL), one, other)
    back = sequential.log_likelihood_ratio(counts, np.array(PENTANOMIAL), other, one)
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
        sequential.log_likelihood_ratio(np.ones(5), np.array(PENTANOMIAL), 0.5, 1.2)
