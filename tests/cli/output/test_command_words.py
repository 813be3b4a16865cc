"""How words of the command line are read, and what `riotsim tower` and `riotsim lab compare` print."""

from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from riotsim.cli import game, tower
from riotsim.cli.lab import commands, compare, questions
from riotsim.errors import BadInput
from riotsim.files.problems import BadFile, Problem
from riotsim.lab.campaigns.campaign import Arm, Player
from riotsim.lab.campaigns.ledger import Entry
from riotsim.lab.search.parameters import parse_parameter
from riotsim.lab.statistics.intervals import Estimate
from riotsim.lab.statistics.rating import Duel
from riotsim.lab.statistics.sequential import Sprt
from riotsim.measuring.hands import HeightResult, StandingCount


def _refusal(parse: Any, *given: Any) -> str:
    """Return the message with which something is refused."""
    with pytest.raises(BadInput) as refused:
        parse(*given)
    return str(refused.value)


@pytest.mark.parametrize(
    ("text", "heights"), [("8", (8,)), (" 60 ", (60,)), ("1-3", (1, 2, 3)), ("7-7", (7,)), ("58-60", (58, 59, 60))]
)
def test_heights_of_towers_are_one_or_a_range(text: str, heights: tuple[int, ...]) -> None:
    """The heights of towers are a number or a range, and both ends of a range belong to it."""
    assert tower.heights_of(text) == heights


@pytest.mark.parametrize("text", ["0", "61", "0-3", "59-61", "3-2", "1000", "1-", "-1", "1-2-3", ""])
def test_other_heights_are_refused(text: str) -> None:
    """If a height of towers is below 1, above 60 or no rising range, it is refused with examples of right ones."""
    assert _refusal(tower.heights_of, text) == (
        f"{text!r} is no height of a tower: write one such as 8, or a range such as 1-20, up to 60"
    )


@pytest.mark.parametrize(
    ("stood", "of", "bar"),
    [
        (0, 0, "[dim]no tower so high[/]"),
        (0, 4, "[dim]░░░░░░░░[/]   0% [dim](0–49)[/]"),
        (1, 4, "██[dim]░░░░░░[/]  25% [dim](5–70)[/]"),
        (3, 4, "██████[dim]░░[/]  75% [dim](30–95)[/]"),
        (4, 4, "████████[dim][/] 100% [dim](51–100)[/]"),
    ],
)
def test_a_share_of_towers_has_a_bar_of_eight_columns(stood: int, of: int, bar: str) -> None:
    """A bar of eight columns shows the share of towers that stood. Behind it are the share and Wilson's interval. For
    none of 4 this ends at z² / (4 + z²), which is 49 %.
    """
    assert tower._bar(StandingCount(stood, of)) == bar


def test_a_height_has_a_plain_form() -> None:
    """The plain form of a height has counts, shares and intervals. Without a tower the share is None, and the interval
    goes from 0 to 1.
    """
    none = {"stood": 0, "of": 0, "share": None, "low": 0.0, "high": 1.0}
    end = 1.96**2 / (4 + 1.96**2)
    assert tower._plain(HeightResult(5, StandingCount(0, 4), {"slow": StandingCount(0, 0)})) == {
        "dice": 5,
        "stacked": {"stood": 0, "of": 4, "share": 0.0, "low": pytest.approx(0), "high": pytest.approx(end, abs=1e-4)},
        "carried": {"slow": none},
    }


def test_results_of_towers_are_a_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Results of towers are a table with a row for each height, and columns for stacked towers and for each pace."""
    monkeypatch.setenv("COLUMNS", "200")
    all_of_two = StandingCount(2, 2)
    rows = [
        HeightResult(3, StandingCount(1, 4), {"normal": StandingCount(0, 0), "slow": all_of_two}),
        HeightResult(12, StandingCount(4, 4), {"normal": StandingCount(1, 2), "slow": all_of_two}),
    ]
    tower._show("4 towers, steady hand, seed 5", rows)
    title, head, *table, legend = capsys.readouterr().out.splitlines()
    assert title == "4 towers, steady hand, seed 5"
    assert head.split() == ["dice", "stacked", "carried:", "normal", "carried:", "slow"]
    full = "████████ 100% (34–100)"
    assert [" ".join(row.split()) for row in table] == [
        f"3 ██░░░░░░ 25% (5–70) no tower so high {full}",
        f"12 ████████ 100% (51–100) ████░░░░ 50% (9–91) {full}",
    ]
    assert legend == "in brackets: where the true chance lies with 95 % confidence"


@pytest.mark.parametrize(
    ("text", "option", "bot"),
    [("planner", {}, "planner"), ("greedy@steady", {"hand": "steady"}, "greedy"), ("a:B@x", {"hand": "x"}, "a:B")],
)
def test_a_player_is_a_bot_with_a_hand(text: str, option: dict[str, str], bot: str) -> None:
    """A player is written as a bot, and may have a hand behind an @."""
    assert questions.parse_player(text, "Ada") == Player(name="Ada", bot=bot, options=option)
    assert questions.is_bot(text)


def test_players_get_the_usual_names() -> None:
    """Players get the usual names in the order of the seats. Five players are refused as too many, and so is an @
    without a hand.
    """
    assert questions.parse_players(["greedy", "random@steady"]) == (
        Player(name="Ada", bot="greedy"), Player(name="Bea", bot="random", options={"hand": "steady"}),
    )  # fmt: skip
    assert [player.name for player in questions.parse_players(["easy"] * 4)] == ["Ada", "Bea", "Cy", "Dee"]
    assert (questions.parse_players(None), questions.parse_players([])) == ((), ())
    assert _refusal(questions.parse_players, ["easy"] * 5) == "--player: 5 players are more than any game has seats"
    assert _refusal(questions.parse_player, "greedy@", "Ada") == "greedy@: a hand follows the @, as in greedy@steady"
    assert not questions.is_bot("gredy@steady")


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("riot_dice", True), ("my.yaml", True), ("my.yml", True), ("a/b", True), ("my.json", False), ("greedy", False),
    ],
)  # fmt: skip
def test_rules_are_known_by_their_name_or_path(text: str, rules: bool) -> None:
    """A word means rules if it is the name of rules in riotsim, a YAML file, or a path with a folder."""
    assert questions.are_rules(text) == rules


@pytest.mark.parametrize(
    ("text", "arm"),
    [
        ("tower.swig=2", Arm(set={"dice": "1", "tower.swig": "2"})),
        ("my.yaml", Arm(rules="my.yaml", set={"dice": "1"})),
        (" dice=5 , my.yaml , x = y ", Arm(rules="my.yaml", set={"dice": "5", "x": "y"})),
    ],
)
def test_an_arm_is_rules_and_options(text: str, arm: Arm) -> None:
    """An arm is written as rules and options in any order. Its own options take precedence over those of all arms."""
    assert questions.parse_arm(text, {"dice": "1"}) == arm


@pytest.mark.parametrize("text", ["", "a.yaml,b.yaml", "dice=5,", "dice=5,,a.yaml"])
def test_an_arm_has_rules_once(text: str) -> None:
    """An arm with two rules files, or with an empty part, is refused."""
    assert _refusal(questions.parse_arm, text, {}) == (
        f"{text}: an arm is a bot, rules, options such as tower.swig=2, or rules and options with commas between"
    )


def test_parameters_are_each_of_another_option() -> None:
    """A parameter is shown as it was typed. If two parameters set the same option, they are refused."""
    typed = ["tower.swig=1..3", "scoot.order=any|ascending"]
    parameters = [parse_parameter(text) for text in typed]
    assert questions.parse_parameters(typed) == parameters
    assert questions.as_typed(parameters, typed) == {
        "tower.swig": "--knob tower.swig=1..3", "scoot.order": "--knob scoot.order=any|ascending",
    }  # fmt: skip
    twice = ["dice=1..3", "tower.swig=1..3", "dice=2..5"]
    assert _refusal(questions.parse_parameters, twice) == "--knob: one is there twice: dice, tower.swig, dice"
    assert _refusal(questions.parse_parameters, ["dice"]).startswith("--knob: ")


def test_measures_are_those_asked_for_or_all() -> None:
    """All measures are used if none is asked for. A measure that no game has is refused, with the option that asks for
    it.
    """
    found: Any = SimpleNamespace(measures=("turns", "draws"))
    assert questions.known_measures(None, found) == questions.known_measures([], found) == ("turns", "draws")
    assert questions.known_measures(["draws"], found) == ("draws",)
    assert _refusal(questions.known_measures, ["draws", "turn"], found, "--target").startswith(
        "--target: no game has the measure 'turn'"
    )


def test_problems_are_told_as_they_were_typed() -> None:
    """In a problem, a wrong option is named as it was typed, or with its value. A problem of an arm has the arm's name,
    unless the name was made up. Problems of files stay unchanged.
    """
    asked: Any = SimpleNamespace(
        arms={
            "a": Arm(set={"tower.swig": "9", "dice": "x", "tow": "1"}), "a.set.b": Arm(set={"dice": "7"}),
            "duel": Arm(), "setting 12": Arm(set={"dice": "0"}), "settings": Arm(),
        }
    )  # fmt: skip
    typed = {"dice": "--knob dice=0..3"}
    fields = {
        "stop.measure": "--measure", "stop.stop.even": "--stop.even", "arms.a.set.tower.swig": "tower.swig=9",
        "arms.a.set.tower.swig.more": "tower.swig=9", "arms.a.set.tower": "tower",
        "arms.a.set.dice": "--knob dice=0..3",
        "arms.a.set.b.set.dice": "--knob dice=0..3", "arms.a": "a", "arms.duel": "", "arms.setting 12": "",
        "arms.settings": "settings", "arms.other": "arms.other", "seed": "seed",
    }  # fmt: skip
    for field, shown in fields.items():
        problem = Problem("riotsim lab", "is wrong", field=field)
        assert questions._as_typed(problem, asked, typed) == Problem("riotsim lab", "is wrong", field=shown), field
    of_file = Problem("my.yaml", "is wrong", field="stop.measure")
    assert questions._as_typed(of_file, asked, typed) == of_file


def test_a_name_of_a_generated_campaign_has_fifty_characters() -> None:
    """The name of a generated campaign is cut to fifty characters. Its other parts are those of the command line."""
    arms = {"one": Arm(set={"dice": 3})}
    made = questions.make_campaign("x" * 51, arms, rules="demolition_dice", seed=7, pairs=9)
    assert (made.name, made.rules, made.seed, made.pairs, made.arms, made.players, made.stop) == (
        "x" * 50, "demolition_dice", 7, 9, arms, (), None,
    )  # fmt: skip
    stop = questions.make_stop("turns", 2.5)
    assert (stop.measure, stop.difference) == ("turns", 2.5)
    assert _refusal(questions.make_stop, "turns", -1.0).startswith("difference -1.0: ")


def test_players_of_all_arms_bring_their_companies() -> None:
    """A company belongs to the player of that name in each arm, whether the arm has players of its own or not."""
    own = (Player(name="Bea", bot="easy"), Player(name="Ada", bot="random"))
    made = questions.make_campaign(
        "x", {"one": Arm(), "two": Arm(players=own)}, rules="riftwar", seed=1, pairs=1, companies=["Bea=my.yaml"]
    )
    assert made.players == (Player(name="Ada"), Player(name="Bea", company="my.yaml"))
    assert made.arms == {
        "one": Arm(),
        "two": Arm(players=(Player(name="Bea", bot="easy", company="my.yaml"), Player(name="Ada", bot="random"))),
    }


@pytest.mark.parametrize(
    ("a", "b", "says"),
    [
        ("easy", "dice=3", "easy and dice=3: two players can be compared, or two sets of rules; easy is a player"),
        ("my.yaml", "easy", "my.yaml and easy: two players can be compared, or two sets of rules; easy is a player"),
        ("greedy", "planner@steady", ""), ("dice=3", "buskit", ""),
    ],
)  # fmt: skip
def test_two_sides_of_a_kind_are_compared(a: str, b: str, says: str) -> None:
    """Two bots are compared, or two sets of rules or options. A comparison of a bot with rules is refused."""
    if says:
        assert _refusal(compare._require_same_kind, a, b) == says
    else:
        compare._require_same_kind(a, b)


def test_a_campaign_file_is_not_compared(tmp_path: Path) -> None:
    """A file with arms is a campaign, which can't be compared. The refusal has the command that plays it."""
    file, other = tmp_path / "my campaign.yaml", tmp_path / "rules.yaml"
    file.write_text("arms: {}\n")
    other.write_text("dice: 3\n")
    assert _refusal(compare._require_same_kind, str(other), str(file)) == (
        f"{file} is a campaign; riotsim lab run '{file}' plays it"
    )
    assert [compare._is_campaign(str(one)) for one in (file, other, tmp_path / "none.yaml", "arms")] == [
        True, False, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("greedy", "greedy", None), "both players are greedy: name two different players, or compare two sets of "
                                     "rules or options with --player greedy for each player"),
        (("greedy", "easy", "turns"), "--measure is for two sets of rules; of two players it is asked who wins"),
    ],
)  # fmt: skip
def test_two_players_are_asked_who_wins(given: tuple[str, str, str | None], says: str) -> None:
    """A comparison of two players only asks who wins, so a measure is refused. Two equal players are refused, too."""
    a, b, measure = given
    assert _refusal(compare._of_players, a, b, "riot_dice", None, None, measure, None, 1, 5) == says


@pytest.mark.parametrize(("difference", "tested"), [(None, 0.1), (0.25, 0.25)])
def test_a_duel_is_a_campaign_with_a_test(difference: float | None, tested: float) -> None:
    """A duel tests whether the first player wins more than half, by a tenth of the points unless another difference is
    given.
    """
    made = compare._of_players("greedy@steady", "random", "riot_dice", ["dice.edges=1mm"], None, None, difference, 7, 9)
    assert made.stop == questions.make_stop("wins greedy@steady", tested)
    assert (made.name, made.rules, made.seed, made.pairs) == ("greedy@steady against random", "riot_dice", 7, 9)
    players = (
        Player(name="greedy@steady", bot="greedy", options={"hand": "steady"}), Player(name="random", bot="random"),
    )  # fmt: skip
    assert made.arms == {"duel": Arm(set={"dice.edges": "1mm"}, players=players)}


def _of_rules(a: str, b: str, measure: str | None = None, difference: float | None = None) -> Any:
    return compare._of_rules(a, b, "buskit", ["x=1"], ["easy"], None, measure, difference, 7, 9)


def test_two_sets_of_rules_are_arms_by_their_names() -> None:
    """Two sets of rules become two arms, and a rules file is named without its folders. Names that begin alike get a
    number.
    """
    made = _of_rules("all/my.yaml,dice=3", "dice=a/b", "turns", 2.5)
    assert (made.name, made.rules, made.seed, made.pairs) == ("my.yaml,dice=3 or dice=a/b", "buskit", 7, 9)
    assert made.arms == {
        "my.yaml,dice=3": Arm(rules="all/my.yaml", set={"x": "1", "dice": "3"}),
        "dice=a/b": Arm(set={"x": "1", "dice": "a/b"}),
    }  # fmt: skip
    assert (made.stop, made.players) == (questions.make_stop("turns", 2.5), (Player(name="Ada", bot="easy"),))
    long = "o=" + "v" * 58
    assert [*_of_rules(f"{long}1", f"{long}2").arms] == [f"1: {long}"[:60], f"2: {long}"[:60]]
    assert [*_of_rules("a/my.yaml", "b/my.yaml").arms] == ["1: my.yaml", "2: my.yaml"]
    assert _of_rules("dice=1", "dice=2").stop is None
    together = "--measure and --difference belong together: what is tested, and what difference matters"
    assert _refusal(_of_rules, "dice=1", "dice=2", "turns") == together
    assert _refusal(_of_rules, "dice=1", "dice=2", None, 2.0) == together
    same = "both sides are dice=1: name two different sets of rules or options"
    assert _refusal(_of_rules, "dice=1", "dice=1") == same


def test_the_usual_number_of_pairs_is_a_multiple_of_fifty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A comparison of bots gets as many pairs as usually decide it. The number is rounded up to a multiple of fifty, up
    to a million. A comparison of rules gets 100 pairs.
    """
    assert compare._default_pairs("dice=3", 0.5) == 100
    for wanted, pairs in ((50, 50), (51, 100), (149, 150), (10**7, 10**6)):
        monkeypatch.setattr("riotsim.lab.statistics.precision.pairs_to_decide", lambda *_, wanted=wanted: wanted)
        assert compare._default_pairs("greedy", None) == pairs
    asked: list[tuple[float, float, float]] = []

    def need(test: Sprt, deviation: float) -> int:
        asked.append((test.even, test.difference, round(deviation**2, 9)))
        return 1

    monkeypatch.setattr("riotsim.lab.statistics.precision.pairs_to_decide", need)
    compare._default_pairs("greedy", None)
    compare._default_pairs("greedy", 0.25)
    assert asked == [(0.5, 0.1, 0.125), (0.5, 0.25, 0.125)]


def test_a_duel_has_a_plain_form() -> None:
    """The plain form of a duel has the score, the Elo points, and the number of pairs for each number of points."""
    score, elo = Estimate(0.75, 0.5, 1.0, 9), Estimate(190.0, 0.0, float("inf"), 9)
    assert compare._plain(Duel(score, elo, Counter({2.0: 5, 0.5: 3, 1.5: 1}))) == {
        "score": {"mean": 0.75, "low": 0.5, "high": 1.0, "of": 9},
        "elo": {"mean": 190.0, "low": 0.0, "high": None, "of": 9},
        "pairs": {"0": 0, "0.5": 3, "1": 0, "1.5": 1, "2": 5},
    }
    assert compare._plain(None) is None


def _entry(name: str, played: int, *, pairs: int | None = 5) -> Entry:
    """Return a campaign with three games in each pair. If `pairs` is None, the campaign can't be read."""
    plan: Any = SimpleNamespace(
        definition=SimpleNamespace(pairs=pairs), games_per_pair=3, game=SimpleNamespace(name="buskit", title="Buskit"),
        arms={"one": None, "two": None},
    )  # fmt: skip
    broken = BadFile([Problem("lab.sqlite", "is damaged")])
    return Entry(name, broken if pairs is None else plan, "2024-05-06T07:08:09Z", played, running=pairs == 4)


def test_campaigns_have_a_plain_form() -> None:
    """In the plain form, a campaign counts no games beyond those of its plan. If a campaign can't be read, all its
    games are counted.
    """
    begun = "2024-05-06T07:08:09Z"
    assert commands._plain(_entry("a", 99)) == {
        "name": "a", "game": "buskit", "arms": ["one", "two"], "pairs": 5, "games": 15, "begun": begun,
        "running": False,
    }  # fmt: skip
    assert commands._plain(_entry("b", 11, pairs=4))["games"] == 11
    assert commands._plain(_entry("c", 99, pairs=None)) == {
        "name": "c", "fault": "lab.sqlite: is damaged", "games": 99, "begun": begun, "running": False,
    }  # fmt: skip


def test_trials_of_a_tuning_are_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """In the list of campaigns, all trials of a tuning share one line. This line counts all their games, and says
    whether any trial is running.
    """
    found = [
        _entry("tune a1 trial 2", 2, pairs=4), _entry("old", 7, pairs=None), _entry("tune a1 trial 1", 12, pairs=4),
        _entry("hands", 99),
    ]  # fmt: skip
    ledger = SimpleNamespace(campaigns=lambda: found)
    monkeypatch.setattr(commands, "open_ledger", lambda *_, **__: nullcontext(ledger))
    monkeypatch.setenv("COLUMNS", "200")
    commands.list_campaigns()
    shown = capsys.readouterr()
    assert [line.rstrip() for line in shown.out.splitlines()] == [
        "campaign           game           arms     games  begun",
        "tune a1, 2 trials  Buskit            2  14 of 24  2024-05-06 07:08  running",
        "old                can't be read               7  2024-05-06 07:08",
        "hands              Buskit            2  15 of 15  2024-05-06 07:08",
    ]
    assert shown.err == "riotsim: lab.sqlite: is damaged; riotsim lab delete takes it away\n"
    found.clear()
    commands.list_campaigns()
    assert capsys.readouterr().out == "No campaign yet: riotsim lab run CAMPAIGN.yaml begins one.\n"


def test_a_game_is_played_again_by_a_command() -> None:
    """The command that plays a game again leaves out the usual rules of Riot Dice, and ends with the seed."""
    given = {"--set": ["a=1", "b=c d"], "--player": None, "--hand": ["Ada=steady"]}
    assert game._rerun_command("my.yaml", 7, given) == (
        "riotsim game --rules my.yaml --set a=1 --set 'b=c d' --hand Ada=steady --seed 7"
    )
    assert game._rerun_command("riot_dice", 8, {}) == "riotsim game --seed 8"
