"""Sequential tests: how often they are wrong, and how they end campaigns."""

import math
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_campaigns import APART, FEW, ONE, plan

from riotsim.files.problems import BadFile
from riotsim.lab.campaigns.ledger import Ledger
from riotsim.lab.campaigns.plan import Trial
from riotsim.lab.campaigns.running import job_of, run
from riotsim.lab.campaigns.stopping import Monitor, check_stop, possible_values, sprt_of, status
from riotsim.lab.campaigns.trial import Played, play
from riotsim.lab.campaigns.workers import WorkerPool
from riotsim.lab.report.formatting import compared_with
from riotsim.lab.statistics import sequential
from riotsim.lab.statistics.sequential import MIN_PAIRS_NUMERIC, Sprt
from riotsim.store.database.document import Header

PENTANOMIAL = [0.0, 0.25, 0.5, 0.75, 1.0]

QUIET = 2_000

MOST_WRONG = 0.05 + 3 * math.sqrt(0.05 * 0.95 / 300)
"""Greatest share of 300 tests that may be wrong: an error rate of 5 %, and three standard errors more."""


def _pairs(score: float, count: int, rng: np.random.Generator) -> np.ndarray:
    """Return the scores of pairs of games. Each game is won with the chance `score`, and none is drawn."""
    return rng.binomial(2, score, count) / 2


@pytest.mark.parametrize(
    ("score", "wrong"),
    [(0.5, ("more", "less")), (0.58, ("no difference", "less")), (0.42, ("no difference", "more"))],
)
def test_a_test_is_wrong_as_rarely_as_it_promises(score: float, wrong: tuple[str, ...]) -> None:
    """Of 300 tests, at most the promised share of 5 % is wrong, within three standard errors.

    The true score is even, or differs from even by the smallest difference that the test looks for.
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
"""For each kind: the smallest difference that the test looks for, and a function that draws the difference in each
pair.
"""


@pytest.mark.parametrize("there_is_one", [False, True])
@pytest.mark.parametrize("kind", NUMBERS)
def test_a_test_of_numbers_is_wrong_as_rarely_as_it_promises(kind: str, there_is_one: bool) -> None:
    """Of 300 tests of numbers, such as counts, at most the promised share of 5 % is wrong, within three standard
    errors.
    """
    difference, drawn = NUMBERS[kind]
    rng = np.random.default_rng(np.random.SeedSequence(17))
    more = difference if there_is_one else 0.0
    test = Sprt(even=0.0, difference=difference)
    found = [sequential.run(test, drawn(rng, more).astype(float)).verdict for _ in range(300)]
    assert None not in found
    assert sum(verdict != ("more" if there_is_one else "no difference") for verdict in found) / 300 <= MOST_WRONG


@pytest.mark.parametrize("there_is_one", [False, True])
def test_a_test_of_what_happens_rarely_is_wrong_as_rarely_as_it_promises(there_is_one: bool) -> None:
    """Tests of a rare event are wrong at most as often as promised. The event happens in 5 % of the first arm's games,
    and in 5 % or 15 % of the second arm's.
    """
    rng = np.random.default_rng(np.random.SeedSequence(18))
    test, chance = Sprt(even=0.0, difference=0.1), 0.15 if there_is_one else 0.05
    found = [
        sequential.run(test, rng.binomial(1, chance, QUIET) - rng.binomial(1, 0.05, QUIET).astype(float), [-1, 0, 1])
        for _ in range(300)
    ]
    wrong = [course.verdict != ("more" if there_is_one else "no difference") for course in found]
    assert sum(wrong) / 300 <= MOST_WRONG


def test_what_never_scatters_has_no_verdict() -> None:
    """If all pairs have the same value, the test gives no verdict, however far the value is off. As soon as one value
    differs, the test gives a verdict.
    """
    values = np.full(40, 40.1)
    assert sequential.run(Sprt(even=30.0, difference=1.0), values).verdict is None
    values[-1] = 41.0
    assert sequential.run(Sprt(even=30.0, difference=1.0), values) == sequential.SprtResult(
        "more", 40, sequential.run(Sprt(even=30.0, difference=1.0), values).ratios
    )


def test_a_mean_that_is_farther_off_is_known_sooner() -> None:
    """A difference far beyond the smallest one counts as stronger evidence, although it fits neither hypothesis."""
    counts, variances = np.full(4, 30), np.ones(4)
    ratios = sequential.normal_ratio(counts, np.array([0.5, 1.0, 3.0, 30.0]), variances, 0.0, 0.5)
    assert (np.diff(ratios) >= 0.0).all()
    assert ratios[-1] > 3.6


def test_it_takes_fewer_pairs_than_a_fixed_number_would() -> None:
    """If the true difference is the smallest one, a test needs on average fewer pairs than a test of fixed size with
    the same errors.

    A test of fixed size takes (1.96 + 1.645)² σ² / d² pairs.
    """
    rng = np.random.default_rng(np.random.SeedSequence(8))
    test = Sprt(even=0.5, difference=0.08)
    pairs = [sequential.run(test, _pairs(0.58, QUIET, rng), PENTANOMIAL).pairs for _ in range(100)]
    fixed = (1.96 + 1.645) ** 2 * 0.5 * 0.25 / 0.08**2
    assert np.mean(pairs) < fixed


@pytest.mark.parametrize(
    ("alpha", "beta", "low", "high"), [(0.05, 0.05, -2.970414, 3.637586), (0.1, 0.2, -1.558145, 2.772589),
                                       (0.02, 0.1, -2.292535, 4.499810)],
)  # fmt: skip
def test_a_test_decides_at_walds_bounds(alpha: float, beta: float, low: float, high: float) -> None:
    """A test decides at the bounds of Wald (Sequential Analysis, 1947): log(β / (1 − α')) and log((1 − β) / α'). Each
    of the two sides has α' = α / 2.
    """
    assert (low, high) == pytest.approx(
        (math.log(beta / (1 - alpha / 2)), math.log((1 - beta) / (alpha / 2))), abs=1e-6
    )
    assert Sprt(even=0.5, difference=0.1, alpha=alpha, beta=beta).bounds == pytest.approx((low, high), abs=1e-6)


@pytest.mark.parametrize(("alpha", "beta"), [(0.05, 0.05), (0.2, 0.1)])
def test_a_test_takes_as_many_pairs_as_wald_expects(alpha: float, beta: float) -> None:
    """If values are normal and the true difference is the smallest one, d, a test takes on average as many pairs as
    Wald expects: E(n) = ((1 − β) A + β B) / (d² / 2σ²), where A and B are the bounds.

    The last value goes beyond a bound by 0.58 σ_z on average (Siegmund 1985), where σ_z = d/σ is the scatter of one
    ratio. This makes tests longer. The mean of 300 tests may differ by three standard errors and 5 %.
    """
    test, sigma = Sprt(even=0.0, difference=0.25, alpha=alpha, beta=beta), 1.0
    rng = np.random.default_rng(np.random.SeedSequence(19))
    pairs = np.array([sequential.run(test, rng.normal(0.25, sigma, QUIET)).pairs for _ in range(300)], dtype=float)
    low, high = math.log(beta / (1 - alpha / 2)), math.log((1 - beta) / (alpha / 2))
    ratio = test.difference / sigma
    expected = ((1 - beta) * (high + 0.58 * ratio) + beta * (low - 0.58 * ratio)) / (ratio**2 / 2)
    assert pairs.mean() == pytest.approx(expected, abs=3 * pairs.std() / math.sqrt(len(pairs)) + 0.05 * expected)


def test_a_normal_test_agrees_with_the_exact_one_where_both_may_be_used() -> None:
    """After 400 pairs, the likelihood ratio of normal distributions nearly equals that of the best fitting ones."""
    values = _pairs(0.55, 400, np.random.default_rng(np.random.SeedSequence(9)))
    counts = np.array([(values == cell).sum() for cell in PENTANOMIAL], dtype=float)
    exact = sequential.log_likelihood_ratio(counts, np.array(PENTANOMIAL), 0.5, 0.55)
    normal = sequential.normal_ratio(np.array([400]), values.mean(keepdims=True), values.var(keepdims=True), 0.5, 0.55)
    assert normal[0] == pytest.approx(exact, rel=0.05, abs=0.05)


@given(st.lists(st.sampled_from(PENTANOMIAL), min_size=8, max_size=60), st.floats(0.05, 0.95), st.floats(0.05, 0.95))
def test_a_ratio_turns_its_sign_with_the_hypotheses(values: list[float], one: float, other: float) -> None:
    """If two hypotheses change places, the log-likelihood ratio changes its sign, and keeps its size."""
    counts = np.array([values.count(cell) for cell in PENTANOMIAL], dtype=float)
    there = sequential.log_likelihood_ratio(counts, np.array(PENTANOMIAL), one, other)
    back = sequential.log_likelihood_ratio(counts, np.array(PENTANOMIAL), other, one)
    assert there == pytest.approx(-back, abs=1e-6)


def test_a_ratio_depends_on_its_own_results_alone() -> None:
    """If ratios are computed for many results at once, each has the same bits as a ratio that is computed alone."""
    cells = np.linspace(-1.0, 1.0, 13)
    counts = np.random.default_rng(4).integers(0, 9, (200, len(cells))).astype(float)
    together = sequential.log_likelihood_ratio(counts, cells, 0.0, 0.1)
    alone = [sequential.log_likelihood_ratio(one, cells, 0.0, 0.1) for one in counts]
    assert together.tolist() == [float(one) for one in alone]


def test_what_comes_after_a_verdict_makes_no_difference() -> None:
    """If more pairs are played after a test's verdict, they don't change the test's result."""
    values = np.ones(60)
    test = Sprt(even=0.5, difference=0.1)
    course = sequential.run(test, values, PENTANOMIAL)
    assert course.verdict == "more"
    assert sequential.run(test, np.concatenate((values[: course.pairs], np.zeros(500))), PENTANOMIAL) == course


def test_a_mean_that_cannot_be_is_refused() -> None:
    """If values lie between 0 and 1, a test for a mean above 1 is refused."""
    with pytest.raises(ValueError, match="can't come of values from 0 to 1"):
        sequential.log_likelihood_ratio(np.ones(5), np.array(PENTANOMIAL), 0.5, 1.2)


@pytest.fixture(scope="module")
def twenty() -> dict[Trial, Played]:
    """Play twenty games, more than a test needs to decide, and return them by trial."""
    made = plan(pairs=20, arms=ONE)
    return {trial: play(job_of(made, trial)) for trial in made.trials()}


def _known(games: Mapping[Trial, Played]) -> WorkerPool:
    """Return a pool of workers that have played the games already, and find each game by its seed.

    A game's whole header isn't used: it has the time at which it was made, which differs from plan to plan.
    """
    made = plan(pairs=20, arms=ONE)
    played = {made.header(trial).seed: game for trial, game in games.items()}

    class PlayedAlready(Executor):
        def submit(self, _work: Any, job: Any, /) -> Future[Any]:  # type: ignore[override]  # riotsim hands over a job
            done: Future[Any] = Future()
            done.set_result(played[Header.model_validate_json(job.header).seed])
            return done

    return WorkerPool(PlayedAlready, 1, lambda _: None)


@pytest.mark.xdist_group("twenty")
def test_a_test_that_knows_ends_the_campaign(ledger: Ledger, twenty: dict[Trial, Played]) -> None:
    """If the difference is far beyond the smallest one, the campaign ends as soon as it has the fewest pairs that a
    test needs.
    """
    made = plan(pairs=100, arms=ONE, stop={"measure": "acts", "difference": 10.0, "even": 0.0})
    steps = list(run(made, ledger, _known(twenty)))
    test = steps[-1].monitor.status.test
    assert test is not None
    assert test.verdict == "more"
    assert len(steps) == MIN_PAIRS_NUMERIC


@pytest.mark.xdist_group("twenty")
def test_what_was_played_beyond_the_end_does_not_count(twenty: dict[Trial, Played]) -> None:
    """If more pairs were played than the test needed for its verdict, the figures count only the pairs up to the
    verdict.
    """
    tested = plan(pairs=20, arms=ONE, stop={"measure": "acts", "difference": 10.0, "even": 0.0})
    assert len(status(tested, twenty).samples.pairs) == MIN_PAIRS_NUMERIC


@pytest.mark.xdist_group("twenty")
def test_a_campaign_that_is_followed_knows_what_one_looked_at_afterwards_does(twenty: dict[Trial, Played]) -> None:
    """If games come in one by one and in any order, the same pairs count as if all games were read at once. The test's
    result is the same too.
    """
    tested = plan(pairs=20, arms=ONE, stop={"measure": "acts", "difference": 2.0, "even": 12.0})
    games = twenty
    at_once = status(tested, games)
    assert at_once.test is not None
    assert at_once.test.verdict == "more"
    for order in (list(games), list(games)[::-1], list(games)[1::2] + list(games)[::2]):
        begun = {trial: games[trial] for trial in order[:3]}
        watch = Monitor(tested, begun)
        for trial in order[3:]:
            watch.add(trial, games[trial])
        assert watch.status.samples.pairs == at_once.samples.pairs
        assert watch.status.test == at_once.test
        assert watch.done == at_once.done


def test_of_three_arms_the_first_two_are_tested() -> None:
    """Games of a third arm change neither the values of the test nor its verdict."""
    arms = {"one": FEW, "two": {**FEW, "bosses": APART}}
    stop = {"measure": "rounds", "difference": 2.0}
    two, three = (
        plan(pairs=40, arms=arms, stop=stop),
        plan(pairs=40, arms={**arms, "three": {"set": {"dice": 4}}}, stop=stop),
    )
    more = {"one": 0.0, "two": 2.0, "three": 9.0}
    games = {
        trial: Played({"rounds": 5.0 + more[trial.arm] * (trial.pair % 3)}, {}, ("Ada",), "", 0.0)
        for trial in three.trials()
    }
    of_two = {trial: played for trial, played in games.items() if trial.arm != "three"}
    assert len(games) > len(of_two)
    tested = status(three, games).test
    assert tested == status(two, of_two).test
    assert tested is not None
    assert tested.verdict == "more"
    assert compared_with(three) == compared_with(two) == "between “one” and “two”"


@pytest.mark.xdist_group("twenty")
def test_a_test_about_what_no_game_has_ends_soon_and_says_so(ledger: Ledger, twenty: dict[Trial, Played]) -> None:
    """If the measure of a test is misspelt, the campaign ends after at most ten games, with a message that names the
    known measures.
    """
    tested = plan(pairs=100, arms=ONE, stop={"measure": "ronds", "difference": 1.0, "even": 0.0})
    with pytest.raises(BadFile, match=r"(?s)stop\.measure.*'ronds'.*rounds"):
        list(run(tested, ledger, _known(twenty)))
    assert len(ledger.games("hands")) <= 10


@pytest.mark.parametrize(
    ("arms", "stop", "says"),
    [
        ({"one": {}}, {"measure": "rounds", "difference": 1.0}, r"stop\.even.*one arm only"),
        ({"one": {}, "two": {}}, {"measure": "rounds", "difference": 1.0, "even": 4.0}, r"stop\.even.*of one arm"),
        ({"one": {}}, {"measure": "wins Ada", "difference": 0.4}, r"stop\.difference.*between 0 and 1"),
        ({"one": {}, "two": {}}, {"measure": "wins Ada", "difference": 1.5}, r"stop\.difference.*between -1 and 1"),
    ],
)
def test_a_test_that_can_not_come_out_is_refused(arms: dict[str, Any], stop: dict[str, Any], says: str) -> None:
    """If a stopping rule lacks something or asks for an impossible difference, the campaign is refused before a game is
    played. The message names the wrong part.
    """
    with pytest.raises(BadFile, match=says):
        check_stop(plan(arms=arms, stop=stop), "campaign.yaml")


@pytest.mark.parametrize(
    ("measure", "may_be"),
    [
        ("draws", [0, 1 / 3, 2 / 3, 1]),
        ("decided early", [0, 1 / 3, 2 / 3, 1]),
        ("unfinished", [0, 1 / 3, 2 / 3, 1]),
        ("wins Ada", [part / 36 for part in range(37)]),
        ("first boss wins", [part / 36 for part in range(37)]),
        ("rounds", None),
    ],
)
def test_shares_of_games_are_tested_by_what_a_pair_may_have(measure: str, may_be: list[float] | None) -> None:
    """In a pair of three games, the share of draws can be 0, 1/3, 2/3 or 1. The share of wins has more possible values,
    since players may share a win. Other numbers have no fixed values.
    """
    made = plan(arms={"one": {"bosses": APART}}, stop={"measure": measure, "difference": 0.1, "even": 0.3})
    assert possible_values(made) == (None if may_be is None else pytest.approx(may_be))


def test_three_bosses_alike_win_a_third_each() -> None:
    """If a campaign has one arm and three bosses, a test of wins compares them with 1/3, unless the campaign names
    another value.
    """
    check_stop(plan(arms=ONE, stop={"measure": "wins Ada", "difference": 0.1}), "campaign.yaml")
    test = sprt_of(plan(arms=ONE, stop={"measure": "wins Ada", "difference": 0.1}))
    assert test is not None
    assert test.even == pytest.approx(1 / 3)
