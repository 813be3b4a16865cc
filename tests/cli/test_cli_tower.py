"""`riotsim tower`: real towers that are built, carried and counted."""

import json
import subprocess

import pytest
from command_line import riotsim

from riotsim.cli.tower import balanced
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose


def tower(*args: str) -> subprocess.CompletedProcess[str]:
    """Run `riotsim tower`."""
    return riotsim("tower", *args)


def told(*args: str) -> dict[str, object]:
    """Run `riotsim tower --json` and return its document without the time that it took."""
    run = tower(*args, "--json")
    assert run.returncode == 0, run.stderr
    document: dict[str, object] = json.loads(run.stdout)
    assert document.pop("wall_s")
    return document


def test_json_has_a_row_for_each_height() -> None:
    """With `--json`, stdout is one document with a row for each height. The row has how many towers stood, of how many,
    and the interval of the share.
    """
    document = told("2-3", "--count", "3", "--seed", "5", "--hand", "steady", "--pace", "slow")
    assert (document["hand"], document["seed"], document["count"]) == ("steady", 5, 3)
    rows = document["rows"]
    assert isinstance(rows, list)
    assert [row["dice"] for row in rows] == [2, 3]
    assert [list(row["carried"]) for row in rows] == [["slow"], ["slow"]]
    for row in rows:
        for share in (row["stacked"], row["carried"]["slow"]):
            assert share["low"] <= share["share"] == share["stood"] / share["of"] <= share["high"]


def test_towers_are_of_the_dice_of_the_rules() -> None:
    """If dice have round edges, other numbers of towers stand than with sharp edges."""
    asked = ("6", "--hand", "drunk", "--count", "20", "--seed", "3", "--pace", "none")
    assert told(*asked)["rows"] != told(*asked, "--set", "dice.edges=1.5mm")["rows"]


def test_only_the_dice_of_towers_limit_their_edges() -> None:
    """If edges are too large for a d4 but not for the dice of towers, towers are built. No tower has a d4."""
    assert told("2", "--count", "1", "--seed", "1", "--pace", "none", "--set", "dice.edges=3mm")["count"] == 1


def test_several_processes_give_what_one_gives() -> None:
    """With the same seed, two processes give the same towers as one."""
    asked = ("2-5", "--count", "4", "--seed", "3", "--hand", "drunk", "--pace", "none")
    assert told(*asked) == told(*asked, "--jobs", "2")


def test_a_person_sees_bars() -> None:
    """Without `--json`, each height has a line with a bar, the share of towers that stood, and its interval."""
    run = tower("1-9", "--count", "2", "--seed", "1", "--pace", "none", "--set", "hands.average.place_sigma=7mm")
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert lines[0].startswith("2 towers, average hand, seed 1")
    assert [line.split()[0] for line in lines[2:11]] == [str(n) for n in range(1, 10)]
    assert "████████ 100% (34–100)" in lines[2]
    assert "0% (0–66)" in lines[10]


def test_balance_leans_against_the_lean() -> None:
    """If a tower leans 1 mm a die to the right, a balanced die goes to the left of the top die. On a single die it goes
    to the middle.
    """
    leaning = tuple(Die(f"d{k}", pose=Pose((100.0 + k, 100.0, 8.0 + 16.0 * k))) for k in range(6))
    x, y = balanced(leaning, 0.0)
    assert x < 0.0
    assert y == 0.0
    assert balanced(leaning[:1], 0.0) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("0",), "'0' is no height of a tower: write one such as 8, or a range such as 1-20, up to 60"),
        (("-3",), "'-3' is no height of a tower: write one such as 8, or a range such as 1-20, up to 60"),
        (("-3", "--json", "--seed", "4"), "'-3' is no height"),
        (("--json", "-3"), "'-3' is no height"),
        (("--seed=1", "-3"), "'-3' is no height"),
        (("3", "--seed", "-3"), "Invalid value for '--seed'"),
        (("-3", "--seed", "-3"), "Invalid value for '--seed'"),
        (("3", "-x"), "No such option: -x"),
        (("9-3",), "'9-3' is no height"),
        (("1-61",), "'1-61' is no height"),
        (("ten",), "'ten' is no height"),
        (("3", "--hand", "god"), "no hand is called 'god'; there are steady, average, drunk"),
        (("3", "--pace", "fast"), "the average hand has no pace 'fast'; it has normal, slow, and none is no carry"),
        (
            ("3", "--pace", "none", "--pace", "slow"),
            "--pace none is no carry at all, and --pace slow is one",
        ),
        (("3", "--pace", "none", "--pace", "fast"), "the average hand has no pace 'fast'"),
        (("3", "--set", "hands.average.tremor=loud"), "hands.average.tremor"),
        (("3", "--set", "dice.edges=5mm"), "--set dice.edges: a d6 of 16 mm can have edges of at most 4.00 mm"),
        (("3", "--set", "tower.swig"), "--set is written like tower.swig=2"),
        (("3", "--jobs", "0"), "--jobs"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(args: tuple[str, ...], said: str) -> None:
    """If an option of `riotsim tower` is wrong, a message says what would be right. The exit code is 2, and there is no
    traceback.
    """
    run = tower(*args)
    assert run.returncode == 2
    assert said in run.stderr
    assert "Traceback" not in run.stderr
    assert run.stdout == ""
