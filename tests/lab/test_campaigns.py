from pathlib import Path

import pytest
from small_campaigns import APART, campaign, plan

from riotsim.cli.lab.run import conclusions
from riotsim.files.problems import BadFile
from riotsim.files.resources import builtin_rules
from riotsim.lab.campaigns.campaign import Campaign
from riotsim.lab.campaigns.plan import Trial, make_plan, seed_of
from riotsim.lab.campaigns.stopping import Status, status
from riotsim.lab.campaigns.trial import Played
from riotsim.lab.statistics.samples import summary


def test_all_arms_play_the_same_seeds_and_everybody_has_each_seat() -> None:
    """A pair is each arm with each order of seats, all with one seed; pairs have different ones."""
    made = plan(pairs=3)
    trials = list(made.trials())
    assert trials[:6] == [Trial(arm, 0, order) for arm in ("all alike", "apart") for order in range(3)]
    assert len({made.header(trial).seed for trial in trials[:6]}) == 1
    assert len({made.header(trial).seed for trial in trials}) == 3
    firsts = [made.header(Trial("apart", 0, order)).seats[0].name for order in range(3)]
    assert firsts == ["Ada", "Bea", "Cy"]


def test_bosses_who_are_alike_need_not_move_up() -> None:
    """Where all bosses are alike another order of seats is the same game with other names: one is played."""
    assert plan(arms={"usual": {}}).orders == 1
    pair = [{"name": "Ada"}, {"name": "Bea", "bot": "random"}] * 2
    four = [one | {"name": name} for one, name in zip(pair, "ABCD", strict=True)]
    assert plan(rules="riot_dice", bosses=four, arms={"usual": {}}).orders == 2


def test_seeds_of_pairs_do_not_depend_on_how_many_there_are() -> None:
    """A campaign that is made longer goes on with the same games."""
    short, long = (plan(pairs=pairs).header(Trial("apart", 1, 0)) for pairs in (2, 9))
    assert short == long.model_copy(update={"begun": short.begun})
    assert seed_of(1, 0) != seed_of(2, 0)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"bosses": [{"name": "Ada", "bot": "gredy"}, {"name": "Bea"}, {"name": "Cy"}]}, "did you mean greedy?"),
        ({"bosses": [{"name": "Ada"}, {"name": "Bea"}]}, "has 2 players; 3 can play Demolition Dice"),
        ({"bosses": [{"name": "Ada"}] * 3}, "two players of one name"),
        ({"bosses": [{"name": "Ada", "hand": "stedy"}, {"name": "Bea"}, {"name": "Cy"}]}, "did you mean steady?"),
        (
            {"bosses": [{"name": "Ada", "never": ["leave them alon"]}, {"name": "Bea"}, {"name": "Cy"}]},
            "Ada: never: nobody does 'leave them alon' in Demolition Dice; did you mean leave them alone?",
        ),
        (
            {
                "rules": "riot_dice",
                "bosses": [{"name": "Ada", "bot": "random", "never": ["fight"]}, {"name": "Bea"}],
                "arms": {"one": {}},
            },
            "a random bot can't keep clear of a fight",
        ),
        ({"arms": {"one": {}, "two": {"rules": "riot_dice", "bosses": APART}}}, "all play one game"),
        (
            {"arms": {"one": {"set": {"dice.nonsense": 1}}}},
            "arms.one.set.dice.nonsense: dice is a value",
        ),
    ],
)
def test_what_cannot_be_played_is_said_before_anything_is(wrong: dict[str, object], said: str) -> None:
    """Bots, hands, numbers of bosses and options are looked at first."""
    with pytest.raises(BadFile) as bad:
        plan(**wrong)
    assert said in str(bad.value)


def _over(won: str, **given: object) -> Status:
    """A campaign whose games were never played, and which one boss always wins, from the first seat."""
    made = plan(pairs=60, **given)
    figures = {"unfinished": 0.0}
    figures |= {f"wins {boss}": float(boss == won) for boss in made.players}
    figures |= {f"wins seat {seat}": float(seat == 1) for seat in (1, 2, 3)}
    return status(made, {trial: Played(figures, {}, (won,), "", 0.0) for trial in made.trials()})


def test_a_seat_is_left_out_only_where_it_is_a_boss() -> None:
    """One that never wins is told where everybody moves up, though its figures are those of a boss who never does."""
    told = [line.measure for line in summary(_over("Ada", arms={"one": {"bosses": APART}}).samples)]
    assert {"wins seat 1", "wins seat 2", "wins seat 3"} <= set(told)
    told = [line.measure for line in summary(_over("Ada", arms={"one": {}}).samples)]
    assert told == ["unfinished", "wins Ada", "wins Bea", "wins Cy"]


def test_a_verdict_says_what_was_decided_and_what_was_not_corrected() -> None:
    """A test that looks for 0.05 decides against none; it doesn't show that it is 0.05 or more."""
    stop = {"measure": "wins Ada", "difference": 0.05}
    verdict, note = conclusions(_over("Ada", arms={"one": {"bosses": APART}}, stop=stop))
    decided = "(the test that looks for a difference from 33 % of 5 points is decided; α 0.05, β 0.05)"
    assert verdict.startswith(f"wins Ada: [bold]more[/] {decided}, after ")
    assert "not corrected" in note
    assert list(conclusions(_over("Ada", arms={"one": {}}))) == []


def test_rules_files_are_looked_for_beside_the_campaign(tmp_path: Path) -> None:
    """A campaign can be passed on together with its rules."""
    (tmp_path / "mine.yaml").write_bytes(builtin_rules()["demolition_dice"].read_bytes())
    made = make_plan(Campaign.model_validate(campaign(rules="mine.yaml")), "campaign.yaml", tmp_path)
    assert made.game.name == "demolition_dice"
