"""How `riotsim odds` prints chances and rolled checks: bars, tables and verdicts."""

from fractions import Fraction
from typing import Any

import pytest

from riotsim.cli.dice import odds
from riotsim.cli.dice.odds import _bar, _fraction, _refuse, _show, _summary, _verdict, _whole_bar
from riotsim.errors import BadInput
from riotsim.pools.exact import odds as exact_odds

D4_ODDS = exact_odds("d4 vs d4")
"""The chances of d4 against d4. Of 16 pairs of numbers, 6 fail, 4 tie and 6 win. One pair has the degree -3, four have
0, and one has 3.
"""


def checks(count: int, **given: object) -> Any:
    """Return rolled checks in which each degree came up once more often than the degree below it."""
    degrees = {str(degree): degree + 4 for degree in range(-3, 4)}
    usual = {"checks": count, "hand": None, "seed": 7, "thrown_again": 0, "wall_s": 1.26, "chi2": 1.5, "freedom": 5,
             "p": 0.25, "fail": 6, "tie": 4, "win": 18, "degrees": degrees}  # fmt: skip
    return {**usual, **given}


@pytest.mark.parametrize(
    ("share", "bar"),
    [
        (Fraction(1), "████"), (Fraction(1, 2), "██"), (Fraction(1, 32), "▏"), (Fraction(0), "▏"),
        (Fraction(1, 1000), "▏"), (Fraction(7, 32), "▉"), (Fraction(8, 32), "█"), (Fraction(9, 32), "█▏"),
        (Fraction(20, 32), "██▌"),
    ],
)  # fmt: skip
def test_a_bar_has_eighths_of_a_character(share: Fraction, bar: str) -> None:
    """A bar of four characters is filled in eighths of a character, and is never empty."""
    assert _bar(share, 4) == bar


def test_one_bar_is_divided_among_fail_tie_and_win() -> None:
    """A bar of 60 characters is divided into fails, ties and wins by their shares. The ends at 22.5 and 37.5 are
    rounded, which gives 22, 16 and 22 characters.
    """
    assert _whole_bar(D4_ODDS) == f"[red]{'░' * 22}[/red][yellow]{'▒' * 16}[/yellow][green]{'█' * 22}[/green]"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "28 checks thrown, seed 7, 1.3 s"),
        (
            {"checks": 1, "hand": "average", "thrown_again": 1},
            "1 check thrown, hand average, seed 7, 1 die thrown again, 1.3 s",
        ),
        ({"thrown_again": 2}, "28 checks thrown, seed 7, 2 dice thrown again, 1.3 s"),
    ],
)
def test_rolled_checks_are_summed_up(given: dict[str, object], told: str) -> None:
    """The line on rolled checks has their number, hand, seed and time, and the number of dice that had to be thrown
    again.
    """
    assert _summary("thrown", checks(28, **given)) == told


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "χ² 1.50 with 5 degrees of freedom, p = 0.250: fits the exact chances"),
        ({"p": 0.00101, "freedom": 1}, "χ² 1.50 with 1 degree of freedom, p = 0.001: fits the exact chances"),
        ({"p": 0.001}, "χ² 1.50 with 5 degrees of freedom, p = 0.001: differs from the exact chances"),
        ({"chi2": None}, "too few checks for a χ² test"),
        ({"freedom": None}, "too few checks for a χ² test"),
        ({"p": None}, "too few checks for a χ² test"),
    ],
)
def test_rolled_checks_fit_the_chances_or_not(given: dict[str, object], told: str) -> None:
    """Rolled checks fit the exact chances if their p-value is above 0.001, and otherwise differ. Too few checks have no
    verdict.
    """
    assert _verdict(checks(28, **given)) == told


@pytest.mark.parametrize(
    ("series", "digits", "there"),
    [(0, 13, True), (0, 14, False), (1, 7, True), (1, 8, False), (2, 7, True), (2, 8, False)],
)
def test_long_fractions_are_left_out(series: int, digits: int, there: bool) -> None:
    """A fraction is left out if it has more than 15 characters, or more than 9 beside rolled checks."""
    chance = Fraction(1, 10 ** (digits - 1))
    assert _fraction(chance, dict.fromkeys(("thrown", "drawn")[:series], checks(1))) == (str(chance) if there else "")


def test_options_of_throws_need_throws() -> None:
    """An option of throws is refused if no dice are thrown. The refusal names the first such option that is given."""
    _refuse(("--hand", False), ("--set", False))
    with pytest.raises(BadInput) as refused:
        _refuse(("--hand", False), ("--set", True), ("--rules", True))
    assert str(refused.value) == (
        "--set is about thrown dice: add --thrown N, such as --thrown 1000, or leave --set out"
    )


def _lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return [row.rstrip() for row in capsys.readouterr().out.splitlines()]


def test_chances_are_told_in_two_tables(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One table has the outcomes. The other has the degrees, each with the chance of this degree or more. The likeliest
    degree has the longest bar.
    """
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(odds, "BAR_WIDTHS", (8, 8, 8))
    _show(D4_ODDS, {})
    assert _lines(capsys) == [
        "d4 vs d4",
        "░" * 22 + "▒" * 16 + "█" * 22,
        "        exact   chance",
        "░ fail    3/8  37.500%",
        "▒ tie     1/4  25.000%",
        "█ win     3/8  37.500%",
        "",
        "degree  exact   chance  or more",
        "    -3   1/16   6.250%   100.0%  ██",
        "    -2    1/8  12.500%    93.8%  ████",
        "    -1   3/16  18.750%    81.2%  ██████",
        "     0    1/4  25.000%    62.5%  ████████",
        "    +1   3/16  18.750%    37.5%  ██████",
        "    +2    1/8  12.500%    18.8%  ████",
        "    +3   1/16   6.250%     6.2%  ██",
        "mean degree +0.000",
    ]


def test_rolled_checks_stand_beside_the_chances(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each series of rolled checks has its counts and their shares of all its checks, and its own verdict below."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(odds, "BAR_WIDTHS", (8, 8, 8))
    _show(D4_ODDS, {"thrown": checks(28, hand="average"), "drawn": checks(56, p=0.0)})
    told = _lines(capsys)
    assert told[2:6] == [
        "        exact   chance    thrown  share  drawn  share",
        "░ fail    3/8  37.500%         6  21.4%      6  10.7%",
        "▒ tie     1/4  25.000%         4  14.3%      4   7.1%",
        "█ win     3/8  37.500%        18  64.3%     18  32.1%",
    ]
    assert told[7:9] == [
        "degree  exact   chance  or more  thrown  share  drawn  share",
        "    -3   1/16   6.250%   100.0%       1   3.6%      1   1.8%  ██",
    ]
    assert told[14] == "    +3   1/16   6.250%     6.2%       7  25.0%      7  12.5%  ██"
    assert told[15:] == [
        "mean degree +0.000",
        "",
        "28 checks thrown, hand average, seed 7, 1.3 s",
        "χ² 1.50 with 5 degrees of freedom, p = 0.250: fits the exact chances",
        "",
        "56 checks drawn, seed 7, 1.3 s",
        "χ² 1.50 with 5 degrees of freedom, p = 0.000: differs from the exact chances",
    ]
