"""`riotsim odds`: exact odds of checks, and the results of rolled checks beside the odds."""

import json
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import riotsim
from jsonschema import Draft202012Validator

from riotsim.app.odds import check_dice_exist, compare, draw_checks, throw_checks
from riotsim.app.output.documents import odds_schema
from riotsim.errors import BadInput
from riotsim.pools.exact import odds
from riotsim.pools.notation import parse_check


def test_fail_tie_and_win_are_printed() -> None:
    """`riotsim odds` prints the chances of fail, tie and win as fractions and percentages. Then each degree follows,
    with its chance, the chance of this degree or more, and a bar.
    """
    told = riotsim("odds", "d8 vs 2d6")
    assert told.returncode == 0, told.stderr
    lines = [line.split() for line in told.stdout.splitlines()]
    fail, tie, win = (
        ["░", "fail", "125/288", "43.403%"],
        ["▒", "tie", "1/8", "12.500%"],
        ["█", "win", "127/288", "44.097%"],
    )
    for line in (fail, tie, win):
        assert line in lines
    (bar,) = lines[1]
    assert [bar.count(mark) for mark in "░▒█"] == [26, 8, 26]
    degrees = [line for line in lines if len(line) == 5 and line[-1][0] in "█▏▎▍▌▋▊▉"]
    assert [line[0] for line in degrees] == ["-5", "-4", "-3", "-2", "-1", "0", *(f"+{n}" for n in range(1, 8))]
    assert ["+1", "1/8", "12.500%", "44.1%", "█" * 30] in degrees


def test_a_tiny_chance_has_a_bar() -> None:
    """If a degree has a very small chance, its bar is still visible."""
    lines = riotsim("odds", "12d6 vs 5").stdout.splitlines()
    (rarest,) = (line.split() for line in lines if line.split()[:1] == ["-4"])
    assert rarest[-1] == "▏"


def test_json_keeps_to_its_schema() -> None:
    """The JSON of `riotsim odds` is valid by the published schema, with or without thrown checks. All thrown checks are
    counted, and the same seed gives the same counts.
    """
    schema = json.loads(riotsim("games", "schema", "odds").stdout)
    assert schema == odds_schema()
    Draft202012Validator.check_schema(schema)
    exact, thrown = (
        json.loads(riotsim("odds", "d6+wild d6 vs d8", "--json", *more).stdout)
        for more in ((), ("--thrown", "6", "--seed", "3"))
    )
    for document in (exact, thrown):
        Draft202012Validator(schema).validate(document)
    assert exact["thrown"] is exact["drawn"] is thrown["drawn"] is None
    assert (exact["fail"]["exact"], exact["tie"]["exact"], exact["win"]["exact"]) == ("29/72", "1/9", "35/72")
    assert sum(Fraction(one["exact"]) for one in exact["degrees"].values()) == 1
    counted = thrown["thrown"]
    assert counted["fail"] + counted["tie"] + counted["win"] == sum(counted["degrees"].values()) == 6
    again = json.loads(riotsim("odds", "d6+wild d6 vs d8", "--json", "--thrown", "6", "--seed", "3").stdout)
    assert {**again["thrown"], "wall_s": 0} == {**counted, "wall_s": 0}


def test_rolled_checks_stand_beside_the_exact_odds() -> None:
    """If checks are thrown or drawn, `riotsim odds` prints them beside the exact odds, in 80 columns. If there are
    enough checks, a χ² test follows.
    """
    told = riotsim("odds", "2d6 vs d4", "--thrown", "3", "--drawn", "400", "--seed", "1")
    assert told.returncode == 0, told.stderr
    assert "3 checks thrown, hand average, seed 1" in told.stdout
    assert "too few checks for a χ² test" in told.stdout
    assert "400 checks drawn, seed 1" in told.stdout
    assert "fits the exact chances" in told.stdout
    assert max(map(len, told.stdout.splitlines())) <= 80
    assert "…" not in told.stdout


def test_drawn_checks_are_those_of_their_seed() -> None:
    """Checks that are drawn with the same seed have the same results, and with another seed others. The results fit the
    exact chances.
    """
    exact = odds("d8+wild d6 vs 2d6lo+d4")
    one, same, other = (draw_checks(exact, 500, seed) for seed in (7, 7, 8))
    assert one["degrees"] == same["degrees"] != other["degrees"]
    assert one["hand"] is None
    assert (one["p"] or 0) > 0.001


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("d8 v 2d6",), "did you mean 'd8 vs 2d6'?"),
        (("d7 vs d8", "--thrown", "2"), "--thrown: no die here has 7 sides; there are d4, d6, d8, d10, d12, d20"),
        (("5 vs 4", "--thrown", "2"), "--thrown: the check has no dice"),
        (("d8 vs d6", "--thrown", "2", "--hand", "averag"), "did you mean average?"),
        (("d8 vs d6", "--thrown", "-1"), "--thrown"),
        (("d8 vs d6", "--hand", "average"), "--hand is about thrown dice: add --thrown N"),
        (("d8 vs d6", "--drawn", "5", "--rules", "buskit"), "--rules is about thrown dice: add --thrown N"),
    ],
)
def test_bad_input_is_one_message(words: tuple[str, ...], says: str) -> None:
    """If the notation, the dice or an option are wrong, `riotsim odds` tells the error on stderr. The exit code is 2,
    and stdout is empty.
    """
    told = riotsim("odds", *words)
    assert (told.returncode, told.stdout) == (2, "")
    assert says in told.stderr
    assert "Traceback" not in told.stderr


def test_too_many_dice_for_one_throw() -> None:
    """If a check has more than 60 dice, it can't be thrown."""
    check_dice_exist(parse_check("30d6 vs 30d8"))
    with pytest.raises(BadInput, match="the check has 61 dice; at most 60 can be thrown at once"):
        check_dice_exist(parse_check("30d6 vs 31d8"))


def test_more_dice_than_two_hands_of_a_shared_tray_hold() -> None:
    """If a check of thirty dice is thrown, some dice are thrown again, and the check has a result."""
    found = throw_checks(odds("15d12 vs 15d12"), 1, 1)
    assert found["fail"] + found["tie"] + found["win"] == 1
    assert found["thrown_again"] > 0


def test_rare_degrees_are_counted_together() -> None:
    """For the χ² test, rare degrees are grouped together. If there are too few checks for two groups, there is
    no test.
    """
    exact = odds("d6 vs d6")
    assert compare({0: 3}, exact) == (None, None, None)
    found = {degree: int(360 * chance) for degree, chance in exact.degrees.items()}
    assert compare(found, exact) == (0.0, 10, 1.0)
    chi2, freedom, p = compare({0: 60}, exact)
    assert freedom is not None
    assert p is not None
    assert freedom < 10
    assert p < 0.001 < (chi2 or 0)


def test_the_odds_are_written_as_a_picture(tmp_path: Path) -> None:
    """`--picture` writes an SVG file. It has a bar for fail, tie and win whose parts are as long as the chances. It
    also has a bar for each degree and, if checks are drawn, a line for each degree.
    """
    file = tmp_path / "odds.svg"
    told = riotsim("odds", "d8 vs 2d6", "--drawn", "50", "--seed", "1", "--picture", str(file))
    assert told.returncode == 0, told.stderr
    svg = "{http://www.w3.org/2000/svg}"
    bars = ElementTree.fromstring(file.read_text(encoding="utf-8")).findall(f"{svg}rect")
    whole = [float(bar.get("width", "")) for bar in bars if bar.get("height") == "26"]
    assert [one / sum(whole) for one in whole] == pytest.approx([125 / 288, 1 / 8, 127 / 288], abs=0.001)
    found = odds("d8 vs 2d6")
    titled = [title.text for bar in bars for title in bar.findall(f"{svg}title")]
    assert titled == [f"degree {degree:+d}: {chance}" for degree, chance in found.degrees.items()]
    lines = ElementTree.fromstring(file.read_text(encoding="utf-8")).findall(f"{svg}line")
    assert len(lines) == len(found.degrees) + 1


def test_a_picture_needs_the_name_of_an_svg_file(tmp_path: Path) -> None:
    """If the file's name doesn't end in `.svg`, or its folder doesn't exist, the error names the option `--picture`."""
    for name, said in (("odds.png", "write for example odds.svg"), ("no/odds.svg", "can't be written")):
        told = riotsim("odds", "d8 vs 2d6", "--picture", str(tmp_path / name))
        assert told.returncode == 2
        assert "--picture" in told.stderr
        assert said in " ".join(told.stderr.split())
