"""Parts of what `riotsim lab tune`, `sweep` and `screen` print, from made-up results."""

import math
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from riotsim.cli.lab import screen, sweep, tune
from riotsim.errors import BadInput
from riotsim.lab.search.confirmation import Answer, Confirmed, Tried
from riotsim.lab.search.screening import Effect
from riotsim.lab.search.tuning import Target
from riotsim.lab.statistics.intervals import Difference, Estimate
from riotsim.lab.statistics.samples import Line

INF = math.inf

TURNS, DRAWS = Target("turns", 40.0, 2.5), Target("draws", 0.125, 0.05)


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the terminal so wide that no line is folded."""
    monkeypatch.setenv("COLUMNS", "400")


def told(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the printed lines without spaces at their ends."""
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("tried", "there", "says"),
    [
        (1, 2500, "[dim]1 different setting was tried, of 2,500 that there are.[/]"),
        (2, 2500, "[dim]2 different settings were tried, of 2,500 that there are.[/]"),
        (8, 9, "[dim]8 different settings were tried, of 9 that there are.[/]"),
        (9, 9, "[dim]All 9 settings that there are were tried.[/]"),
    ],
)
def test_a_tuning_tells_how_many_settings_it_tried(tried: int, there: int, says: str) -> None:
    """A tuning tells how many settings it tried, and whether these are all."""
    assert tune._how_many(tried, there) == says


@pytest.mark.parametrize(
    ("name", "tuning"),
    [
        ("tune ab12 trial 3", "tune ab12"),
        ("tune ab12 trial 12 9f8e7d6c", "tune ab12"),
        ("tune ab12 trial", None),
        ("tune ab12 trial ", None),
        ("tune ab12 trial run", None),
        ("tune ab12, confirmed", None),
        ("retune ab12 trial 3", None),
        ("a trial 3", None),
    ],
)
def test_a_trial_is_known_by_its_name(name: str, tuning: str | None) -> None:
    """A name is that of a trial if it has a tuning's name, the word "trial" and a number. The tuning's name is then
    known.
    """
    assert tune.tuning_of(name) == tuning


def test_each_trial_of_a_tuning_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Each trial has a line with its options, and with its measures to three digits. If no game has a measure, a dash
    stands for it.
    """
    tune._report_trial(3, 20, {"tower.swig": "2", "dice": "5"}, {"turns": 41.26, "draws": None, "falls": 1234.5})
    assert told(capsys) == ["3 of 20: tower.swig=2, dice=5 → turns 41.3, draws –, falls 1.23e+03"]


def test_the_best_setting_without_fresh_games_is_told_with_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    """If there are no fresh games, the best setting's values stand beside the wanted ones, with a warning. If no
    setting has all the wanted measures, a line says so.
    """
    tune._report_unconfirmed({"tower.swig": "2", "dice": "5"}, {"turns": 41.26}, [TURNS, DRAWS], measured=False)
    lines = [
        "", "the setting whose games came nearest", "  tower.swig: 2", "  dice: 5", "  turns 41.3 (wanted 40 ± 2.5)",
        "  draws – (wanted 0.125 ± 0.05)",
        "So far no setting has games with all that is wanted; this one is as good as any.",
        "These are the games that chose it, so they flatter it: --confirm plays it anew.",
    ]  # fmt: skip
    assert told(capsys) == lines
    tune._report_unconfirmed({"tower.swig": "2", "dice": "5"}, {"turns": 41.26}, [TURNS, DRAWS], measured=True)
    assert told(capsys) == [*lines[:-2], lines[-1]]


def _confirmed(swig: int, turns: Answer, estimate: Estimate | None) -> Confirmed:
    found = {"draws": Estimate(0.1, 0.09, 0.14, 9)} | ({} if estimate is None else {"turns": estimate})
    return Confirmed({"tower.swig": str(swig), "dice": "5"}, found, {"turns": turns, "draws": "met"})


NOTHING = (
    "No option was seen to do anything. The setting that seemed best and the one that seemed most different don't "
    "differ by more than chance can do."
)


@pytest.mark.parametrize(
    ("chance", "first", "last"),
    [
        (None, [], ""),
        (0.049, [], " Chance that the options do nothing and this came about: 0.049."),
        (0.05, [NOTHING], " Chance that the options do nothing and this came about: 0.050."),
    ],
)
def test_good_settings_are_told_with_what_fresh_games_say(
    chance: float | None, first: list[str], last: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """For each good setting, each target has its interval, and whether this lies within the tolerance. If chance may
    explain all differences, a line before the settings says so.
    """
    results = [
        _confirmed(2, "missed", Estimate(45.0, 43.5, 46.25, 9)), _confirmed(3, "not known", None),
        _confirmed(1, "met", Estimate(4.0, 3.5, 4.25, 9)),
    ]  # fmt: skip
    tune._report_confirmation(results, [TURNS, DRAWS], chance, 60)
    draws = "  draws 0.10 (0.09…0.14): within 0.125 ± 0.05"
    assert told(capsys) == [
        "", *first, "the best setting: tower.swig 2, dice 5", "  turns 45.0 (43.5…46.2): not within 40 ± 2.5", draws,
        "another good one: tower.swig 3, dice 5", "  turns –: not known whether it is within 40 ± 2.5", draws,
        "another good one: tower.swig 1, dice 5", "  turns 4.00 (3.50…4.25): within 40 ± 2.5", draws,
        "From 60 fresh pairs of games for each setting, not from those that chose it; in brackets: where the true "
        f"values lie, all together with 95 % certainty.{last}",
    ]  # fmt: skip


def test_a_confirmed_setting_has_a_plain_form() -> None:
    """The plain form of a confirmed setting has its options, values and answers. An infinite number is null."""
    assert tune._plain(_confirmed(2, "not known", Estimate(45.0, -INF, INF, 9))) == {
        "options": {"tower.swig": "2", "dice": "5"},
        "found": {
            "turns": {"mean": 45.0, "low": None, "high": None, "of": 9},
            "draws": {"mean": 0.1, "low": 0.09, "high": 0.14, "of": 9},
        },
        "answers": {"turns": "not known", "draws": "met"},
    }


@pytest.mark.parametrize(
    ("confirm", "searched", "pairs"), [(None, 1000, 500), (None, 101, 50), (None, 30, 20), (7, 1000, 7), (0, 1000, 0)]
)
def test_at_most_half_as_many_pairs_are_played_again(confirm: int | None, searched: int, pairs: int) -> None:
    """If no number of fresh pairs is asked for, at most half as many are played as were searched, but at least 20. A
    number that is asked for is kept.
    """
    scattered = [Tried({"x": "1"}, {"turns": 40.0}, {"turns": 400.0}, 20)] * 3
    assert tune._pairs_of_confirmation(confirm, [Target("turns", 40.0, 0.1)], scattered, searched) == pairs


def test_a_sure_target_needs_few_pairs() -> None:
    """If a measure has no scatter, 20 fresh pairs are played, however many were searched."""
    sure = [Tried({"x": "1"}, {"turns": 40.0}, {"turns": 0.0}, 20)] * 3
    assert tune._pairs_of_confirmation(None, [Target("turns", 40.0, 10.0)], sure, 10**6) == 20


def test_a_game_of_a_setting_is_played_by_a_command() -> None:
    """The command for a game has all options, players, their choices, companies and the seed. What a shell would split
    is quoted.
    """
    seats = [
        SimpleNamespace(name="Ada", player="greedy", options={"hand": "steady", "gang": "docks"}),
        SimpleNamespace(name="Bea", player="random", options={}),
    ]
    header: Any = SimpleNamespace(seats=seats, seed=77)
    assert tune._game(header, "my rules.yaml", {"dice": "5", "tower.swig": "2"}, ["Bea=army.yaml"]) == (
        "riotsim game --rules 'my rules.yaml' --set dice=5 --set tower.swig=2 --player Ada=greedy --player Bea=random "
        "--hand Ada=steady --gang Ada=docks --company Bea=army.yaml --seed 77"
    )


def _bar(low: float, mean: float, high: float, of: tuple[float, float] = (0.0, 29.0)) -> str:
    return sweep._bar(Estimate(mean, low, high, 9), *of)


@pytest.mark.parametrize(
    ("ends", "of", "bar"),
    [
        ((0.0, 14.0, 29.0), (0.0, 29.0), "─" * 14 + "●" + "─" * 15),
        ((3.0, 5.0, 6.0), (0.0, 29.0), "   ──●─" + " " * 23),
        ((103.0, 105.0, 106.0), (100.0, 129.0), "   ──●─" + " " * 23),
        ((-9.0, 2.0, 4.0), (0.0, 29.0), "──●──" + " " * 25),
        ((20.0, 28.0, 99.0), (0.0, 29.0), " " * 20 + "────────●─"),
        ((-INF, 4.0, INF), (0.0, 29.0), "    ●" + " " * 25),
        ((-INF, 4.0, 6.0), (0.0, 29.0), "    ●──" + " " * 23),
        ((7.0, 7.0, 7.0), (7.0, 7.0), " " * 14 + "●" + " " * 15),
    ],
)
def test_a_bar_has_thirty_columns(ends: tuple[float, float, float], of: tuple[float, float], bar: str) -> None:
    """The first and the last column of a bar stand for the ends of the scale. An end that is not known is drawn at the
    mean.
    """
    assert _bar(*ends, of) == bar


def test_a_sweep_shows_each_value_with_a_bar_and_its_difference() -> None:
    """All bars of a sweep share one scale, from the lowest to the highest finite end of an interval."""
    estimates = {
        "1": Estimate(10.0, 0.0, 29.0, 60), "2": Estimate(20.0, 15.0, 25.0, 9), "[3]": None,
        "4": Estimate(2.0, -INF, INF, 9),
    }  # fmt: skip
    apart = {
        "2": Difference(Estimate(10.0, 9.0, 11.0, 9), 0.5), "4": Difference(Estimate(-8.0, -9.0, -7.0, 9), 0.5),
    }  # fmt: skip
    table = sweep._bars(Line("turns", estimates, apart, {"2": 0.01, "4": 0.6}))
    out = Console(width=200, color_system=None)
    with out.capture() as shown:
        out.print(table)
    lines = [line.rstrip() for line in shown.get().splitlines()]
    assert [line.split() for line in lines] == [
        ["mean", "against", "1"],
        ["1", "─" * 10 + "●" + "─" * 19, "10.0", "(0.0…29.0)"],
        ["2", "─" * 5 + "●" + "─" * 5, "20.0", "(15.0…25.0)", "+10.0", "(+9.0…+11.0)*"],
        ["[3]", "–"],
        ["4", "●", "2.00", "(?)", "-8.00", "(-9.00…-7.00)"],
    ]
    starts = [len(line) - len(line[1:].lstrip()) for line in lines]
    assert [starts[2] - starts[1], starts[4] - starts[1]] == [15, 2]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["2"], "a sweep needs two different values or more"),
        (["2", " 2"], "a sweep needs two different values or more"),
        (["1", " "], "a value is empty; give each as --set has it behind the =, such as 2in"),
        (["1", "x" * 61], f"{'x' * 60}…: a value of a sweep has at most 60 letters, in one line; campaign files "
                          "(docs/how-to/lab.md) name longer ones"),
    ],
)  # fmt: skip
def test_values_of_a_sweep_differ_and_are_short(given: list[str], says: str) -> None:
    """The values of a sweep must differ and have 1 to 60 letters, because each is the name of an arm."""
    with pytest.raises(BadInput) as refused:
        sweep._arm_names(given)
    assert str(refused.value) == says
    assert sweep._arm_names([" 1 ", "x" * 60]) == ["1", "x" * 60]


def _effect(option: str, mean: float, low: float, high: float, chance: float = 0.01, strongest: float = 9.0) -> Effect:
    return Effect(option, 4.5, 1.25, strongest, mean, low, high, 0.75, chance)


@pytest.mark.parametrize(
    ("ends", "says"),
    [
        ((2.0, 1.0, 3.0), " by +2.00 (+1.00 to +3.00) over its range"),
        ((-2.0, -3.0, -1.0), " by −2.00 (−3.00 to −1.00) over its range"),
        ((2.0, 0.0, 3.0), ", up or down depending on other options, by 4.50 on average"),
        ((-2.0, -3.0, 0.0), ", up or down depending on other options, by 4.50 on average"),
    ],
)
def test_an_effect_has_a_direction_only_if_its_interval_is_on_one_side(
    ends: tuple[float, float, float], says: str
) -> None:
    """An effect has a direction if its whole interval is on one side of 0. Otherwise it may go up or down."""
    assert screen._way(_effect("x", *ends)) == says


def test_a_screening_is_told_in_sentences() -> None:
    """A screening has a sentence for each option that matters, and one for all the others together."""
    strong, weak = _effect("a", 2.0, 1.0, 3.0), _effect("b", 1.0, -1.0, 3.0, chance=0.3)
    other = _effect("c", 1.0, -1.0, 3.0, chance=0.06)
    changes = "[bold]a[/] changes turns by +2.00 (+1.00 to +3.00) over its range."
    assert [*screen._in_words([strong], "turns")] == [changes]
    assert [*screen._in_words([strong, weak, other], "turns")] == [changes, "No more than noise was seen of b, c."]
    assert [*screen._in_words([weak], "turns")] == ["[bold]No option was seen to change turns.[/]"]


def test_an_effect_has_a_plain_form() -> None:
    """The plain form of an effect has null for an end that is not known."""
    assert screen._plain(_effect("a", 2.0, -INF, 3.0, 0.3, strongest=INF)) == {
        "option": "a", "matters": False, "chance": 0.3, "strength": 4.5, "low": 1.25, "high": None, "mean low": None,
        "mean high": 3.0, "mean": 2.0, "spread": 0.75,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("measure", "mean", "difference"),
    [("turns", 40.0, 8.0), ("margin", -5.0, 1.0), ("turns", 0.0, 1e-9), ("draws", 0.5, 0.1), ("wins Ada", 0.5, 0.1)],
)
def test_a_fifth_of_the_mean_matters_or_a_tenth_of_the_games(measure: str, mean: float, difference: float) -> None:
    """If no difference is asked for, a fifth of the mean counts as a difference that matters. For draws and wins it is
    a tenth of the games.
    """
    assert screen._default_difference(measure, mean) == pytest.approx(difference)


@pytest.mark.parametrize(
    ("need", "pairs", "says"),
    [
        (100, 100, ["Going by the first games, 100 pairs at each of 4 settings (400 games, 7 min) usually show an "
                    "effect of 2.50 turns."]),
        (300, 100, ["Going by the first games, 300 pairs at each of 4 settings (1,200 games, 20 min) usually show an "
                    "effect of 2.50 turns.", "100 are played (7 min); --pairs 300 plays all."]),
    ],
)  # fmt: skip
def test_a_screening_proposes_how_many_pairs_to_play(
    need: int, pairs: int, says: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A screening proposes the number of pairs that usually shows an effect, and plays at most 100. Games of 1, 2 and 3
    s take 2 s in the mean, and two processes halve the time.
    """
    monkeypatch.setattr("riotsim.lab.search.screening.pairs_needed", lambda *_: need)
    found: Any = SimpleNamespace(
        plan=SimpleNamespace(games_per_pair=4),
        games={number: SimpleNamespace(seconds=float(number)) for number in (1, 2, 3)},
    )
    values: Any = None
    assert screen._proposed([], values, values, "turns", 2.5, found, 2) == pairs
    assert capsys.readouterr().err.splitlines() == says
