import numpy as np
import pytest

from riotsim.lab.search.parameters import parse_parameter
from riotsim.lab.search.screening import design, effects, settings
from riotsim.lab.statistics.intervals import elo
from riotsim.lab.statistics.rating import ratings


def test_two_bosses_are_as_far_apart_as_their_score_says() -> None:
    """Bradley and Terry's model for two is Elo's formula."""
    found = ratings({("a", "b"): np.array([1.0] * 75 + [0.0] * 25)}, 1)
    assert found["a"].mean - found["b"].mean == pytest.approx(elo(0.75), abs=0.5)
    assert found["a"].mean + found["b"].mean == pytest.approx(0.0, abs=1e-6)


def test_ratings_are_found_again_from_games_played_by_them() -> None:
    """Of three with 100 points between them the intervals hold the truth."""
    rng = np.random.default_rng(np.random.SeedSequence(5))
    true = {"a": 100.0, "b": 0.0, "c": -100.0}
    results = {
        (one, other): rng.binomial(2, 1 / (1 + 10 ** ((true[other] - true[one]) / 400)), 300) / 2
        for one, other in (("a", "b"), ("a", "c"), ("b", "c"))
    }
    found = ratings(results, 1)
    for name, points in true.items():
        assert found[name].low <= points <= found[name].high


def test_one_who_wins_all_has_a_finite_rating() -> None:
    """However often: nobody is infinitely good."""
    found = ratings({("a", "b"): np.ones(10)}, 1)
    assert 300 < found["a"].mean - found["b"].mean < 3000


def test_who_wins_everything_may_be_any_distance_above() -> None:
    """Its rating is not the end of what may be: no game says where that is, for it, nor for those who have a mean of 0
    with it. A single half point among them, and it is known, be it by way of others.
    """
    even, all_won = np.array([1.0, 0.5, 0.0]), np.ones(10)
    found = ratings({("a", "b"): all_won, ("a", "c"): all_won, ("b", "c"): even}, 1)
    ends = {name: (np.isfinite(one.low), np.isfinite(one.high)) for name, one in found.items()}
    assert ends == {"a": (True, False), "b": (False, True), "c": (False, True)}
    known = ratings({("a", "b"): all_won, ("a", "c"): even, ("b", "c"): even}, 1)
    assert np.isfinite([one[:3] for one in known.values()]).all()
    assert all(one.low < one.mean < one.high for one in known.values())


def test_one_pair_says_little() -> None:
    """Who has won a single pair may still be the worse one."""
    found = ratings({("a", "b"): np.ones(1)}, 1)
    assert found["a"].low < 0.0 < found["a"].mean <= found["a"].high
    assert found["b"].low <= found["b"].mean < 0.0 < found["b"].high


def test_who_has_met_nobody_has_no_rating() -> None:
    """Where no game of a meeting has a winner, there is nothing to rate by."""
    assert ratings({("a", "b"): np.full(3, np.nan)}, 1) == {}
    found = ratings({("a", "b"): np.array([1.0, 0.5]), ("a", "c"): np.full(2, np.nan)}, 1)
    assert set(found) == {"a", "b"}


def test_screening_finds_what_matters() -> None:
    """Of a measure that is 6 times one knob, 1 times another and nothing of a third, Morris' µ* says just that."""
    knobs = [parse_parameter(text) for text in ("a=0.0..1.0", "b=0.0..1.0", "c=0.0..1.0")]
    made = design(knobs, 20, 3)
    a, b, _ = np.array([[float(value) for value in settings(knobs, row).values()] for row in made]).T
    found = {one.option: one for one in effects(knobs, made, 6 * a - b, 3)}
    assert found["a"].strength == pytest.approx(6.0)
    assert found["b"].strength == pytest.approx(1.0)
    assert found["b"].mean == pytest.approx(-1.0)
    assert found["c"].strength == pytest.approx(0.0)
    assert found["a"].spread == pytest.approx(0.0, abs=1e-9)
