"""Measures of made-up games, the pairs that count, and the test that ends a campaign."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from riotsim.files.problems import BadFile
from riotsim.lab.campaigns import measures, stopping
from riotsim.lab.campaigns.plan import Trial
from riotsim.lab.campaigns.stopping import Monitor, possible_values, sprt_of
from riotsim.lab.campaigns.trial import Played
from riotsim.lab.statistics.samples import Samples, summary
from riotsim.lab.statistics.sequential import Sprt
from riotsim.play.session.journal import Acted
from riotsim.play.session.recorder import Decision, GameRecord, ScoreSnapshot
from riotsim.table.acts import Carry, Hand, Pace


def plan(*arms: str, pairs: int = 3, stop: Any = None, names: str = "Ada Bea Cy", rotations: int = 1) -> Any:
    """Return a made-up plan: seats rotate in the first arm only, if at all."""
    seats = tuple(SimpleNamespace(name=name) for name in names.split())
    orders = {arm: rotations if number == 0 else 1 for number, arm in enumerate(arms)}

    def rotated(_: str, order: int) -> tuple[str, ...]:
        return tuple(names.split())[order:] + tuple(names.split())[:order]

    return SimpleNamespace(
        arms={arm: SimpleNamespace(header=SimpleNamespace(seats=seats)) for arm in arms},
        definition=SimpleNamespace(pairs=pairs, stop=stop, name="hands"), players=tuple(names.split()),
        orders=max(orders.values()), played_orders=orders, names=rotated,
        trials_of_pair=lambda pair: [Trial(arm, pair, order) for arm in arms for order in range(orders[arm])],
    )  # fmt: skip


def stop(measure: str = "turns", difference: float = 0.1, even: float | None = None) -> Any:
    """Return a made-up test."""
    return SimpleNamespace(measure=measure, difference=difference, even=even, alpha=0.05, beta=0.1)


def played(failure: str = "", /, **figures: float) -> Played:
    """Return a game with these figures; an underscore stands for a space."""
    return Played({name.replace("_", " "): value for name, value in figures.items()}, {}, ("Ada",), "", 0.0, failure)


def test_a_mean_is_over_the_games_of_a_pair() -> None:
    """A mean is over those games of a pair that have the measure. If a rotation isn't played, the played game counts in
    its place, with the player who would sit in that seat.
    """
    made = plan("a", "b", rotations=2)
    games = {
        Trial("a", 0, 0): played(turns=4.0, wins_Ada=1.0), Trial("a", 0, 1): played(turns=8.0, wins_Ada=0.0),
        Trial("a", 1, 0): played(turns=5.0), Trial("a", 1, 1): played(falls=3.0),
        Trial("b", 0, 0): played(wins_Ada=1.0, wins_Bea=0.0), Trial("b", 1, 0): played(wins_Ada=0.25, wins_Bea=0.5),
    }  # fmt: skip
    found = Samples(made, (0, 1), games)
    assert found.values("a", "turns").tolist() == [6.0, 5.0]
    assert found.values("a", "wins Ada").tolist()[0] == 0.5
    assert np.isnan(found.values("a", "luck")).all()
    assert found.by_game("b", "wins Bea").tolist() == [0.0, 1.0, 0.5, 0.25]
    assert found.values("b", "wins Bea").tolist() == [0.5, 0.375]
    assert found._in_game("b", "wins Bea", 1) == "wins Ada"
    assert [found._in_game("b", one, 1) for one in ("score Ada", "turns", "wins seat 1", "falls Ada")] == [
        "score Cy", "turns", "wins seat 1", "falls Ada",
    ]  # fmt: skip
    assert found.measures == ("turns", "wins Ada", "wins Bea", "falls")


def test_tallies_are_summed_over_the_games_of_an_arm() -> None:
    """Tallies are summed over the games of an arm, in the pairs that count."""
    made = plan("a", "b")
    games = {
        Trial(arm, pair, 0): played()._replace(tallies={"falls": {"own": 1 + pair, arm: 2}})
        for arm in "ab" for pair in range(3)
    }  # fmt: skip
    found = Samples(made, (0, 2), games)
    assert (found.tally("a", "falls"), found.tally("b", "luck")) == ({"own": 4, "a": 4}, {})
    assert found.tallies == ("falls",)


def test_a_summary_tells_wins_once() -> None:
    """If players keep their seats, a summary leaves out the wins of seats, because they equal the wins of players. If
    wins of seats are asked for, the summary has them.
    """
    games = {Trial(arm, pair, 0): played(**{"turns": 1.0 + pair, "wins_Ada": 0.0, "wins_seat_1": 0.0})
             for arm in "ab" for pair in range(3)}  # fmt: skip
    found = Samples(plan("a", "b"), (0, 1, 2), games)
    assert [one.measure for one in summary(found)] == ["turns", "wins Ada"]
    assert [one.measure for one in summary(found, ["wins seat 1"])] == ["wins seat 1"]
    rotated = Samples(plan("a", "b", rotations=2), (), {})
    assert summary(rotated) == []


@pytest.mark.parametrize(
    ("arms", "even", "names", "expected"),
    [
        ("a", None, "Ada Bea", 0.5),
        ("a", None, "Ada Bea Cy Di", 0.25),
        ("a", 0.3, "Ada Bea", 0.3),
        ("a b", 0.3, "Ada", 0.0),
    ],
)
def test_a_test_knows_what_equals_have(arms: str, even: float | None, names: str, expected: float) -> None:
    """A test of a single arm looks for a difference from an equal share for each player, or from a given value. A test
    of two arms looks for a difference from 0.
    """
    made = plan(*arms.split(), stop=stop(even=even), names=names)
    assert sprt_of(made) == Sprt(expected, 0.1, 0.05, 0.1)
    assert sprt_of(plan("a")) is None


@pytest.mark.parametrize(
    ("measure", "names", "arms", "least", "count"),
    [
        ("wins Ada", "Ada Bea", "a", 0.0, 5), ("wins Ada", "Ada Bea Cy", "a", 0.0, 25),
        ("draws", "Ada Bea", "a", 0.0, 3), ("wins Ada", "Ada Bea", "a b", -1.0, 9),
        ("draws", "Ada Bea Cy", "a b", -1.0, 5),
    ],
)  # fmt: skip
def test_shares_have_evenly_spaced_values(measure: str, names: str, arms: str, least: float, count: int) -> None:
    """Means of two games can only have evenly spaced values. In one arm, wins of two players come in quarters, wins of
    three in 24ths, and draws in halves.
    """
    made = plan(*arms.split(), stop=stop(measure), names=names, rotations=2)
    assert possible_values(made) == pytest.approx(np.linspace(least, 1.0, count).tolist())
    assert possible_values(plan("a", stop=stop("turns"))) is None
    assert possible_values(plan("a")) is None


def test_pairs_count_in_order_and_without_failed_games() -> None:
    """A pair counts once all pairs before it are complete. If a game failed, its pair doesn't count, and the failure is
    told.
    """
    made = plan("a", "b", pairs=4)
    watch = Monitor(made, {})
    steps = []
    for arm, pair, why in (("a", 0, ""), ("a", 1, ""), ("b", 1, ""), ("b", 0, ""), ("a", 2, "broke"), ("b", 2, ""),
                           ("a", 3, ""), ("b", 3, "")):  # fmt: skip
        watch.add(Trial(arm, pair, 0), played(why, turns=1.0))
        steps.append((watch.pairs, watch.done))
    assert steps == [
        ((), False), ((), False), ((), False), ((0, 1), False), ((0, 1), False), ((0, 1), False), ((0, 1), False),
        ((0, 1, 3), True),
    ]  # fmt: skip
    assert watch.status.samples.failed == ((Trial("a", 2, 0), "broke"),)
    assert (watch.status.test, watch.status.done) == (None, True)


@pytest.mark.parametrize(("arms", "way"), [("a", "more"), ("a b", "less")])
def test_a_verdict_ends_a_campaign(arms: str, way: str) -> None:
    """Once the test has a verdict, the campaign ends, and later pairs don't count. With one arm, the test is of its
    values. With two arms, it is of the second's minus the first's.
    """
    made = plan(*arms.split(), pairs=40, stop=stop("turns", 1.0, 0.0 if arms == "a" else None))
    games = {
        Trial(arm, pair, 0): played(turns=5.0 + pair % 2 if arm == "a" else 2.0 + pair % 3) for arm in arms.split()
        for pair in range(40)
    }  # fmt: skip
    watch = Monitor(made, games)
    assert watch.status.test is not None
    assert (watch.status.test.verdict, watch.done, watch.pairs) == (way, True, tuple(range(16)))


def test_a_measure_that_no_game_has_is_told_after_eight_pairs() -> None:
    """A tested measure that no game has is refused after eight pairs. Seven pairs may lack it."""
    made = plan("a", pairs=40, stop=stop("trns", 1.0, 0.0))
    watch = Monitor(made, {})
    for pair in range(7):
        watch.add(Trial("a", pair, 0), played(turns=1.0))
    with pytest.raises(BadFile) as told:
        watch.add(Trial("a", 7, 0), played(turns=1.0))
    (problem,) = told.value.problems
    assert (problem.file, problem.field) == ("hands", "stop.measure")
    assert "no game has the measure 'trns'" in problem.message
    watch.add(Trial("a", 8, 0), played(turns=1.0))
    other = Monitor(made, {})
    for pair in range(9):
        other.add(Trial("a", pair, 0), played(**({"trns": 1.0} if pair == 3 else {"turns": 1.0})))
    assert other.pairs == tuple(range(9))


@pytest.mark.parametrize(
    ("arms", "asked", "ladder", "says"),
    [
        ("a", stop("luck"), None, "measure: no game has the measure 'luck'"),
        ("a b", stop(even=0.5), None,
         "even: is for a campaign of one arm; of several, the first two are compared with each other"),
        ("a", stop(), None, "even: must say what 'turns' would be without a difference: there is one arm only"),
        ("a", stop(difference=0.5, even=0.5), [0.0, 1.0],
         "difference: can't be 0.5: what is compared lies between 0 and 1, and without a difference at 0.5"),
        ("a", stop(difference=0.2, even=0.2), [0.0, 1.0],
         "difference: can't be 0.2: what is compared lies between 0 and 1, and without a difference at 0.2"),
        ("a", stop(difference=0.2, even=0.8), [0.0, 1.0],
         "difference: can't be 0.2: what is compared lies between 0 and 1, and without a difference at 0.8"),
        ("a", stop(difference=0.2, even=0.79), [0.0, 1.0], ""), ("a", stop(even=3.0), None, ""),
        ("a b", stop(difference=3.0), None, ""), ("a", stop(), [0.0, 1.0], ""),
    ],
)  # fmt: skip
def test_a_test_that_can_not_be_decided_is_refused(
    arms: str, asked: Any, ladder: list[float] | None, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A test that can't be decided is refused, with the field that is wrong."""
    monkeypatch.setattr(stopping, "possible_values", lambda _: ladder)
    monkeypatch.setattr(stopping, "measure_names_of", lambda _: ("turns",))
    made = plan(*arms.split(), stop=asked, names="Ada Bea")
    if not says:
        stopping.check_stop(made, "c.yaml")
        return
    with pytest.raises(BadFile) as refused:
        stopping.check_stop(made, "c.yaml")
    assert str(refused.value).startswith(f"c.yaml: stop.{says}")


HAND = Hand("h", 1, 0, 0, 9, 1, 1, 1, 1, (("normal", Pace(1, 1)),))

RECORD = GameRecord(
    seats=("Ada", "Bea", "Cy"), history=(Acted(Carry("a", (0, 0), HAND, "normal"), 1, None),) * 2,
    decisions=(
        Decision("Ada", "turn", 3), Decision("Bea", "turn", 1), Decision("Ada", "aim", None), Decision("Cy", "act", 1)
    ),
    score_snapshots=(), winners=("Ada",), unfinished=False, owners={}, state=None, turns=10,
)  # fmt: skip


def _figures(
    *scores: tuple[int, int, int, int], winners: tuple[str, ...] = ("Ada",), turns: int = 10
) -> dict[str, float]:
    """Return the figures of a game with these scores: a turn, and the scores of Ada, Bea and Cy."""
    course = tuple(ScoreSnapshot(turn, {"Ada": a, "Bea": b, "Cy": c}) for turn, a, b, c in scores)
    return measures._common_figures(replace(RECORD, score_snapshots=course, winners=winners, turns=turns))


def test_a_game_has_common_figures() -> None:
    """Each game has figures of its length, decisions, scores and wins. Ada leads for good when two of ten turns are
    over, so the game is decided at 0.2.
    """
    assert _figures((0, 0, 0, 0), (1, 0, 2, 0), (2, 2, 2, 1), (3, 4, 2, 1), (9, 5, 2, 3)) == {
        "turns": 10.0, "acts": 2.0, "decisions": 4.0, "unfinished": 0.0, "lead changes": 1.0,
        "options a decision": 5 / 3, "forced decisions": 2 / 3, "score Ada": 5.0, "score Bea": 2.0, "score Cy": 3.0,
        "wins Ada": 1.0, "wins seat 1": 1.0, "wins Bea": 0.0, "wins seat 2": 0.0, "wins Cy": 0.0, "wins seat 3": 0.0,
        "draws": 0.0, "margin": 2.0, "decided at": 0.2, "decided early": 1.0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("scores", "winners", "at", "early", "margin"),
    [
        ([(6, 1, 0, 0)], "Ada", 0.5, 0.0, 1.0),
        ([(5, 1, 0, 0)], "Ada", 0.4, 1.0, 1.0),
        ([(1, 1, 0, 0)], "Ada", 0.0, 1.0, 1.0),
        ([(0, 3, 1, 0)], "Ada", 0.0, 1.0, 2.0),
        ([(2, 1, 0, 0), (7, 1, 1, 0), (8, 2, 1, 0)], "Ada", 0.7, 0.0, 1.0),
        ([(2, 1, 0, 0), (9, 1, 1, 0)], "Ada", 1.0, 0.0, 0.0),
        ([(2, 1, 1, 0)], "Ada Bea", 1.0, 0.0, 0.0),
        ([(30, 1, 0, 0)], "Ada", 1.0, 0.0, 1.0),
        ([(2, 0, 1, 0)], "Ada", 1.0, 0.0, -1.0),
    ],
)
def test_a_game_is_decided_when_its_winner_leads_for_good(
    scores: list[tuple[int, int, int, int]], winners: str, at: float, early: float, margin: float
) -> None:
    """A game is decided at the share of its turns after which its winner always leads. A share below a half counts as
    early. A draw is decided only at the end.
    """
    found = _figures(*scores, winners=tuple(winners.split()))
    assert (found["decided at"], found["decided early"], found["margin"]) == (at, early, margin)


def test_wins_are_shared() -> None:
    """Two winners have half a win each, and the game counts as a draw. A game without winners has no figure for draws,
    but its changes of lead count.
    """
    found = _figures((2, 1, 1, 0), winners=("Ada", "Bea"))
    assert [found[f"wins {who}"] for who in ("Ada", "Bea", "Cy", "seat 1", "seat 3")] == [0.5, 0.5, 0.0, 0.5, 0.0]
    assert found["draws"] == 1.0
    assert "draws" not in _figures((2, 1, 1, 0), winners=())
    assert _figures((1, 1, 0, 0), (2, 1, 1, 0), (3, 1, 2, 0), (4, 3, 2, 0), winners=(), turns=0)["lead changes"] == 2.0


def test_measures_are_wins_shares_or_numbers() -> None:
    """The name of a measure tells whether it is a win, a share or a number. A game's own measures are listed last."""
    names = ("wins Ada", "draws", "decided at", "turns")
    found = [(measures.is_win(one), measures.is_share(one), measures.at_most_one(one)) for one in names]
    assert found == [(True, True, True), (False, True, True), (False, False, True), (False, False, False)]
    game = cast("Any", SimpleNamespace(figures={"own": "number"}))
    assert measures.measure_names(game, ("Ada", "Bea"))[-7:] == (
        "score Ada", "score Bea", "wins Ada", "wins Bea", "wins seat 1", "wins seat 2", "own",
    )  # fmt: skip
