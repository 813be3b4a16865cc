"""Campaign files and their plans, and the ledger that stores them."""

import math
import os
import platform
import re
import shutil
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from games_here import pool_here
from small_campaigns import APART, FEW, ONE, campaign, plan

from riotsim.cli.lab.output.results import found_in_words
from riotsim.cli.lab.run import read
from riotsim.files.problems import BadFile
from riotsim.files.resources import builtin_rules
from riotsim.lab.campaigns.campaign import Campaign
from riotsim.lab.campaigns.ledger import Ledger
from riotsim.lab.campaigns.plan import Plan, Trial, make_plan, seed_of
from riotsim.lab.campaigns.running import job_of, run
from riotsim.lab.campaigns.stopping import Status, status
from riotsim.lab.campaigns.trial import Job, Played, play
from riotsim.lab.report.verdicts import evidence, verdict
from riotsim.lab.statistics.samples import Samples, summary
from riotsim.play.session.serialization import checksum
from riotsim.store.database.lock import Busy

QUICK = {"clock.minutes": 1, "clock.after": "last_activation"}
"""Options of Riot Dice with which a game has two activations of each player."""


def test_all_arms_play_the_same_seeds_and_everybody_has_each_seat() -> None:
    """A pair has one game for each order of seats of each arm, and all these games have the same seed. Each pair has
    another seed.
    """
    made = plan(pairs=3)
    trials = list(made.trials())
    assert trials[:4] == [Trial("all alike", 0, 0), *(Trial("apart", 0, order) for order in range(3))]
    assert len({made.header(trial).seed for trial in trials[:4]}) == 1
    assert len({made.header(trial).seed for trial in trials}) == 3
    firsts = [made.header(Trial("apart", 0, order)).seats[0].name for order in range(3)]
    assert firsts == ["Ada", "Bea", "Cy"]


def test_bosses_who_are_alike_need_not_move_up() -> None:
    """If all bosses are alike, another order of seats would be the same game with other names, so only one order is
    played.
    """
    assert plan(arms={"usual": {}}).orders == 1
    pair = [{"name": "Ada"}, {"name": "Bea", "bot": "random"}] * 2
    four = [one | {"name": name} for one, name in zip(pair, "ABCD", strict=True)]
    assert plan(rules="riot_dice", bosses=four, arms={"usual": {}}).orders == 2


@pytest.mark.parametrize(
    ("rules", "options"),
    [("demolition_dice", FEW["set"]), ("riot_dice", QUICK), pytest.param("buskit", {}, marks=pytest.mark.proof)],
)
def test_equal_players_are_played_once_and_count_for_every_seat(rules: str, options: dict[str, Any]) -> None:
    """If all players are alike, only one order of seats is played. The samples fill in the figures of the other orders:
    what a game played in that order would give.
    """
    seats = 3 if rules == "demolition_dice" else 2
    equal = [{"name": name} for name in ("Ada", "Bea", "Cy")[:seats]]
    apart = [*equal[:-1], {"name": "Zoe", "bot": "random"}]
    arms = {"equal": {"set": options}, "apart": {"set": options, "players": apart}}
    made = plan(rules=rules, bosses=equal, arms=arms, pairs=1)
    assert [trial.order for trial in made.trials() if trial.arm == "equal"] == [0]
    games = {Trial("equal", 0, order): play(job_of(made, Trial("equal", 0, order))) for order in range(seats)}
    found = Samples(made, (0,), {Trial("equal", 0, 0): games[Trial("equal", 0, 0)]})
    for measure in {name for one in games.values() for name in one.figures}:
        there = [one.figures.get(measure, math.nan) for one in games.values()]
        assert found.by_game("equal", measure) == pytest.approx(there, nan_ok=True, abs=0.0), measure


def test_seeds_of_pairs_do_not_depend_on_how_many_there_are() -> None:
    """If a campaign is made longer, the games that it had already stay the same."""
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
            {"rules": "riot_dice", "bosses": APART, "arms": {"a": {"set": {"bosses": 3}}, "b": {"set": {"bosses": 2}}}},
            "arms.b.set.bosses: is for 2 players, and 3 play: seat 2 players, or leave this option out",
        ),
        (
            {"rules": "riot_dice", "bosses": [], "arms": {"a": {}, "b": {"set": {"bosses": 3}}}},
            "arms.b.set.bosses: games of 3 players are not compared with games of 2: use one number in all games",
        ),
        (
            {"rules": "riot_dice", "arms": {"a": {"bosses": APART}, "b": {"bosses": APART[:2]}}},
            "arms.b: games of 2 players are not compared with games of 3: use one number in all games",
        ),
        (
            {"rules": "riftwar", "bosses": APART, "arms": {"a": {"set": {"players": 3}}, "b": {"set": {"players": 4}}}},
            "arms.b.set.players: is for 4 players, and 3 play: seat 4 players, or leave this option out",
        ),
        (
            {"arms": {"one": {"set": {"dice.nonsense": 1}}}},
            "arms.one.set.dice.nonsense: dice is a value",
        ),
    ],
)
def test_what_cannot_be_played_is_said_before_anything_is(wrong: dict[str, object], said: str) -> None:
    """If a bot, a hand, an option or a number of players is wrong, the campaign is refused when its plan is made. The
    message names what is wrong.
    """
    with pytest.raises(BadFile) as bad:
        plan(**wrong)
    assert said in str(bad.value)


def _over(won: str, **given: object) -> Status:
    """Return the status of a campaign with made-up figures: one boss always wins, from the first seat."""
    made = plan(pairs=60, **given)
    figures = {"unfinished": 0.0}
    figures |= {f"wins {boss}": float(boss == won) for boss in made.players}
    figures |= {f"wins seat {seat}": float(seat == 1) for seat in (1, 2, 3)}
    return status(made, {trial: Played(figures, {}, (won,), "", 0.0) for trial in made.trials()})


def test_a_seat_is_left_out_only_where_it_is_a_boss() -> None:
    """If bosses change seats, the summary tells the wins of each seat, even if they equal those of a boss. If each boss
    keeps one seat, it tells the wins of bosses alone.
    """
    told = [line.measure for line in summary(_over("Ada", arms={"one": {"bosses": APART}}).samples)]
    assert {"wins seat 1", "wins seat 2", "wins seat 3"} <= set(told)
    told = [line.measure for line in summary(_over("Ada", arms={"one": {}}).samples)]
    assert told == ["unfinished", "wins Ada", "wins Bea", "wins Cy"]


def test_a_verdict_says_what_was_decided() -> None:
    """A verdict says in plain words who wins more than others. Its evidence names the statistical test, and is empty if
    the campaign has no stopping rule.
    """
    stop = {"measure": "wins Ada", "difference": 0.05}
    now = _over("Ada", arms={"one": {"bosses": APART}}, stop=stop)
    first, *_ = found_in_words(now, summary(now.samples))
    assert re.fullmatch(r"\[bold\]Wins of Ada: 100 % \(\d\d % to 100 %\), more than 33 %\.\[/\]", first)
    assert re.match(r"Sequential test \(SPRT\) after \d+ pairs for 5 points: α 0\.05, β 0\.05; ", evidence(now))
    assert evidence(_over("Ada", arms={"one": {}})) == ""


def test_of_two_players_it_is_told_who_is_better() -> None:
    """If two players play, the verdict says which is better, and gives the share of the points."""
    two = [{"name": "Ada"}, {"name": "Bea", "bot": "random"}]
    stop = {"measure": "wins Bea", "difference": 0.1}
    now = _over("Ada", rules="riot_dice", bosses=two, arms={"duel": {}}, stop=stop)
    assert re.match(r"Bea is worse than Ada: Bea has 0 % \(0 % to \d\d %\) of the points\.", verdict(now))


def test_rules_files_are_looked_for_beside_the_campaign(tmp_path: Path) -> None:
    """If a campaign names a rules file, the file is read from the campaign's folder. Both can be passed on together."""
    (tmp_path / "mine.yaml").write_bytes(builtin_rules()["demolition_dice"].read_bytes())
    made = make_plan(Campaign.model_validate(campaign(rules="mine.yaml")), "campaign.yaml", tmp_path)
    assert made.game.name == "demolition_dice"


@pytest.mark.parametrize("file", sorted(Path("examples/lab").glob("*.yaml")), ids=lambda file: file.stem)
def test_campaigns_of_the_findings_can_be_played(file: Path) -> None:
    """Each campaign file in examples/lab gives a plan, so what the findings tell can be played again."""
    assert list(make_plan(read(file), str(file), file.parent).trials())


def test_an_option_of_any_game_may_stand_beside_the_bot() -> None:
    """If a player of a campaign file has `army: reed_court`, this means the same as `options: {army: reed_court}`."""
    beside, within = (
        Campaign.model_validate(
            {
                "name": "armies",
                "rules": "cube_clash",
                "pairs": 1,
                "players": [{"name": "Ada", **option}, {"name": "Bea"}],
                "arms": {"usual": {}},
            }
        )
        for option in ({"army": "reed_court"}, {"options": {"army": "reed_court"}})
    )
    assert beside == within
    assert make_plan(beside, "x.yaml").header(Trial("usual", 0, 0)).seats[0].options["army"] == "reed_court"


def test_a_game_that_is_entered_twice_stays_as_it_was_first(ledger: Ledger) -> None:
    """Two workers may play one game after a crash: the first result stands, whatever the second is."""
    made = plan(pairs=1)
    trial = next(iter(made.trials()))
    first, second = (Played({"turns": turns}, {}, ("Ada",), "", 1.0) for turns in (5.0, 6.0))
    with ledger.reserved(made):
        ledger.add("hands", trial, first)
        ledger.add("hands", trial, second)
    assert ledger.games("hands") == {trial: first}


def test_games_without_a_measure_count_in_no_mean() -> None:
    """The value of a pair is the mean over those of its games that have the measure. If no game of a pair has the
    measure, the pair has no value.
    """
    made = plan(pairs=4)
    turns = {(0, 0): 4.0, (0, 1): 8.0, (1, 2): 5.0, (3, 0): 1.0, (3, 1): 2.0, (3, 2): 6.0}
    games = {
        trial: Played(
            {"turns": turns[trial.pair, trial.order]} if (trial.pair, trial.order) in turns else {"acts": 1.0},
            {}, ("Ada",), "", 0.0,
        )
        for trial in made.trials()
    }  # fmt: skip
    samples = status(made, games).samples
    assert samples.values("apart", "turns").tolist() == pytest.approx([6.0, 5.0, math.nan, 3.0], nan_ok=True)
    found = samples.estimate("apart", "turns")
    assert found is not None
    assert found.sample_size == 3
    assert found.mean == pytest.approx((6.0 + 5.0 + 3.0) / 3)


def test_two_processes_do_not_play_one_campaign(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one process plays a campaign, another process can't play, delete or free the campaign. The message says
    which process plays it.
    """
    made = plan(pairs=1)
    steps = run(made, ledger, pool_here())
    next(steps)
    mine = os.getpid()
    monkeypatch.setattr(os, "getpid", lambda: mine + 1)
    with pytest.raises(Busy, match=f"played by process {mine}$"):
        next(run(plan(pairs=50), ledger, pool_here()))
    assert ledger.plan("hands").definition.pairs == 1, "who is refused has changed nothing"
    with pytest.raises(Busy, match=f"played by process {mine}$"):
        ledger.delete("hands")
    with pytest.raises(Busy, match=f"played by process {mine}$"):
        ledger.free("hands")
    assert len(ledger.games("hands")) == 1


def test_a_campaign_is_taken_from_a_machine_that_is_gone(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a process of another host has reserved a campaign, the campaign counts as running, and a message names
    `riotsim lab free`. This command makes the campaign free for a process of this host, which then keeps it.
    """
    made = plan(pairs=1)
    here = platform.node()
    monkeypatch.setattr(platform, "node", lambda: "elsewhere")
    with ExitStack() as there:
        there.enter_context(ledger.reserved(made))
        monkeypatch.setattr(platform, "node", lambda: here)
        _is_taken_over(made, ledger, there)
    assert set(ledger.games("hands")) == set(made.trials())


def _is_taken_over(made: Plan, ledger: Ledger, there: ExitStack) -> None:
    with pytest.raises(
        Busy, match=f"process {os.getpid()} on elsewhere; if that is gone: riotsim lab free hands --db "
    ):
        next(run(made, ledger, pool_here()))
    holder = ledger.free("hands")
    assert holder is not None
    assert (holder.host, holder.process) == ("elsewhere", os.getpid())
    others = run(made, ledger, pool_here())
    next(others)
    there.close()
    assert ledger.campaigns()[0].running, "who lost it doesn't let go of what another has"
    list(others)


def test_a_campaign_that_cannot_be_read_is_in_nobodys_way(ledger: Ledger) -> None:
    """If a ledger has a campaign that can't be read, other campaigns are counted, listed and played all the same. The
    campaign that can't be read can be deleted.
    """
    with ledger.reserved(plan(name="odd")):
        pass
    ledger._connection.execute("UPDATE campaign SET plan = '{}'")
    list(run(plan(pairs=1, arms=ONE), ledger, pool_here()))
    assert (ledger.count("hands", 1), ledger.count("odd", 1), ledger.count("none", 1)) == (1, 0, 0)
    listed = {entry.name: entry.plan for entry in ledger.campaigns()}
    assert "the campaign 'odd' can't be read" in str(listed["odd"])
    assert isinstance(listed["hands"], Plan)
    ledger.delete("odd")
    assert [entry.name for entry in ledger.campaigns()] == ["hands"]


def test_a_campaign_of_an_unknown_game_cannot_be_read(ledger: Ledger) -> None:
    """If this version doesn't have the game of a stored campaign, a message says so, also in the list of campaigns. A
    worker that is asked to play such a game says so too.
    """
    with ledger.reserved(plan(name="odd")):
        pass
    text, _ = ledger._row("odd")
    text = text.replace('"game":"demolition_dice"', '"game":"chess"')
    ledger._connection.execute("UPDATE campaign SET plan = ?, sum = ?", (text, checksum("odd", text)))
    with pytest.raises(BadFile, match="the campaign 'odd' can't be read: 'chess' is no game of riotsim; there are"):
        ledger.plan("odd")
    (entry,) = ledger.campaigns()
    assert isinstance(entry.plan, BadFile)
    header = next(iter(Plan.model_validate_json(text).arms.values())).header
    with pytest.raises(BadFile, match=r"^game: 'chess' is no game of riotsim"):
        play(Job(header.model_dump_json(), {}))


def test_who_asks_for_fewer_pairs_than_were_played_has_played_all_of_them(ledger: Ledger) -> None:
    """If a campaign is run again with fewer pairs, the list of campaigns counts only the games of those pairs."""
    list(run(plan(pairs=2, arms=ONE), ledger, pool_here()))
    list(run(plan(pairs=1, arms=ONE), ledger, pool_here()))
    (entry,) = ledger.campaigns()
    assert isinstance(entry.plan, Plan)
    assert (entry.played, entry.plan.definition.pairs) == (1, 1)


def test_another_campaign_of_the_same_name_is_refused(ledger: Ledger) -> None:
    """If a ledger has a campaign of the same name with another seed, rules, players, arms or versions, the new campaign
    is refused. If it has only more pairs, it is accepted.
    """
    for made in (plan(), plan(pairs=50)):
        with ledger.reserved(made):
            pass
    older = plan().model_dump()
    older["arms"]["apart"]["header"]["versions"]["numpy"] = "1.0"
    for other, what in (
        (plan(seed=2), "seed"),
        (
            plan(rules="demolition_dice", arms={"all alike": {"set": {"dice": 7}}, "apart": {**FEW, "bosses": APART}}),
            r"rules \(dice: 2 there, 7 here\):",
        ),
        (plan(arms={"all alike": FEW, "apart": FEW}), "players"),
        (plan(arms={"all alike": FEW, "others": {**FEW, "bosses": APART}}), "arms"),
        (Plan.model_validate(older), "versions"),
    ):
        with (
            pytest.raises(BadFile, match=f"has another campaign 'hands', with other {what}") as bad,
            ledger.reserved(other),
        ):
            pass
        assert str(bad.value).endswith(f"or delete that one: riotsim lab delete hands --db {ledger.path}")
    assert ledger.plan("hands").definition.pairs == 50


def test_a_name_needs_its_digest_only_where_two_would_fit(ledger: Ledger) -> None:
    """A campaign's name needs its digest only if two campaigns fit. If two fit, the message names them; if none fits,
    the message says so.
    """
    for name in ("dice=5 or dice=6 0123abcd", "dice=5 or dice=7 0123abcd", "dice=5 or dice=7 00000000"):
        with ledger.reserved(plan(name=name)):
            pass
    assert ledger.full_name("dice=5 or dice=6") == "dice=5 or dice=6 0123abcd"
    assert ledger.full_name("dice=5 or dice=7 00000000") == "dice=5 or dice=7 00000000"
    with pytest.raises(BadFile, match=r"holds 2 campaigns 'dice=5 or dice=7': .*0123abcd"):
        ledger.full_name("dice=5 or dice=7")
    with pytest.raises(BadFile, match=r"no campaign 'dice=5 or'"):
        ledger.full_name("dice=5 or")


def test_a_damaged_ledger_says_so(ledger: Ledger) -> None:
    """If a figure in a ledger was changed from outside, reading the games fails with the message that the ledger is
    damaged.
    """
    made = plan(pairs=1)
    next(run(made, ledger, pool_here()))
    ledger._connection.execute("UPDATE trial SET body = replace(body, '\"acts\": ', '\"acts\": 1')")
    with pytest.raises(BadFile, match="is damaged"):
        ledger.games("hands")


def test_a_game_of_another_shape_is_told(ledger: Ledger) -> None:
    """If a stored game has a right checksum but no figures, a message names the game when it is read."""
    made = plan(pairs=1)
    next(run(made, ledger, pool_here()))
    (trial, *_) = ledger.games("hands")
    its_sum = checksum(*map(str, ("hands", *trial)), "[]")
    ledger._connection.execute("UPDATE trial SET body = '[]', sum = ?", (its_sum,))
    with pytest.raises(BadFile, match=r"the game .* of 'hands' can't be read"):
        ledger.games("hands")


def test_a_ledger_of_this_form_is_read_by_later_ones(tmp_path: Path) -> None:
    """A ledger that was kept in form 2 can be read: its campaign is over, and the game has its figures."""
    shutil.copy(Path(__file__).parents[1] / "store/versions/store-2.sqlite", tmp_path / "lab.sqlite")
    with Ledger(tmp_path / "lab.sqlite") as ledger:
        (entry,) = ledger.campaigns()
        assert (entry.name, entry.played, entry.running) == ("hands", 1, False)
        now = status(ledger.plan("hands"), ledger.games("hands"))
    assert now.done
    assert now.samples.values("usual", "rounds").tolist() == [6.0]
