"""Campaigns with a sequential test: it ends them, and what can't be tested is told before a game is played."""

from typing import Any

import pytest
from small_campaigns import APART, crew_here, plan

from riotsim.files.problems import BadFile
from riotsim.lab.campaigns.ledger import Ledger
from riotsim.lab.campaigns.running import run
from riotsim.lab.campaigns.stopping import Monitor, check_stop, possible_values, sprt_of, status
from riotsim.lab.statistics.sequential import LEAST_NUMBERS


def test_a_test_that_knows_ends_the_campaign(ledger: Ledger) -> None:
    """Acts of a game differ from 0 by more than 10 in any case: it is known as soon as anything may be."""
    made = plan(pairs=100, arms={"one": {}}, stop={"measure": "acts", "difference": 10.0, "even": 0.0})
    steps = list(run(made, ledger, crew_here()))
    test = steps[-1].watch.status.test
    assert test is not None
    assert test.verdict == "more"
    assert len(steps) == LEAST_NUMBERS


def test_what_was_played_beyond_the_end_does_not_count(ledger: Ledger) -> None:
    """However many games were under way when it became known, the figures are the same."""
    made = plan(pairs=20, arms={"one": {}})
    list(run(made, ledger, crew_here()))
    tested = plan(pairs=20, arms={"one": {}}, stop={"measure": "acts", "difference": 10.0, "even": 0.0})
    assert len(status(tested, ledger.played("hands")).samples.pairs) == LEAST_NUMBERS


def test_a_campaign_that_is_followed_knows_what_one_looked_at_afterwards_does(ledger: Ledger) -> None:
    """In whichever order games come in, and wherever the look began, the same pairs count and the test stands alike."""
    tested = plan(pairs=20, arms={"one": {}}, stop={"measure": "rounds", "difference": 2.0, "even": 3.0})
    list(run(tested, ledger, crew_here()))
    games = ledger.played("hands")
    at_once = status(tested, games)
    for order in (list(games), list(games)[::-1], list(games)[1::2] + list(games)[::2]):
        begun = {trial: games[trial] for trial in order[:3]}
        watch = Monitor(tested, begun)
        for trial in order[3:]:
            watch.add(trial, games[trial])
        assert watch.status.samples.pairs == at_once.samples.pairs
        assert watch.status.test == at_once.test
        assert watch.done == at_once.done


def test_a_test_about_what_no_game_has_ends_soon_and_says_so(ledger: Ledger) -> None:
    """A slip in the measure's name is told with what there is, before a night is spent on it."""
    tested = plan(pairs=100, arms={"one": {}}, stop={"measure": "ronds", "difference": 1.0, "even": 0.0})
    with pytest.raises(BadFile, match=r"(?s)stop\.measure.*'ronds'.*rounds"):
        list(run(tested, ledger, crew_here()))
    assert len(ledger.played("hands")) <= 10


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
    """Before a game is played one is told what is missing, or what can't be."""
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
    """Of three games of a pair none, one, two or all are draws; a win may be shared. Numbers scatter as they do."""
    made = plan(arms={"one": {"bosses": APART}}, stop={"measure": measure, "difference": 0.1, "even": 0.3})
    assert possible_values(made) == (None if may_be is None else pytest.approx(may_be))


def test_three_bosses_alike_win_a_third_each() -> None:
    """Of a single arm, wins are held against what equals have, if nothing else is said."""
    check_stop(plan(arms={"one": {}}, stop={"measure": "wins Ada", "difference": 0.1}), "campaign.yaml")
    test = sprt_of(plan(arms={"one": {}}, stop={"measure": "wins Ada", "difference": 0.1}))
    assert test is not None
    assert test.even == pytest.approx(1 / 3)
