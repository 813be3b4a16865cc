"""Ratios of times, agreement between engines, and the report of cases that have become slower."""

import json
import os
import subprocess
import sys
from argparse import ArgumentTypeError
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks.engines.contender import Settled, travel
from benchmarks.engines.same_work import agreement, likeness
from benchmarks.figures import ratio
from benchmarks.program.games import growth
from benchmarks.suite import baselines
from benchmarks.suite.conftest import KEPT, number_of_rounds, pytest_configure
from riotsim.table.poses import Pose, about_z, multiply

ROOT = Path(__file__).parents[2]

LAID = [Settled(0.5, [Pose((10.0 * k, 20.0, 8.0), (0.0, 0.0, 0.6, 0.8))]) for k in range(100)]


def moved(one: Settled, by: float) -> Settled:
    """Return the same throw with its dice moved a little."""
    return replace(one, dice=[die.translated((by, 0.0, 0.0)) for die in one.dice])


def test_a_ratio_is_the_median_of_rounds() -> None:
    """If one round is much slower than the others, the median of the rounds' ratios hardly changes."""
    found = ratio([2.0, 2.2, 90.0, 2.1, 2.0], [1.0, 1.1, 1.0, 1.05, 1.0])
    assert found.median == pytest.approx(2.0)
    assert found.low <= found.median <= found.high
    assert found.rounds == 5


def test_one_round_is_a_ratio_and_none_is_not() -> None:
    """One round is enough for a ratio. Without any round, the ratio is refused."""
    assert ratio([3.0], [2.0]).median == 1.5
    with pytest.raises(ValueError, match="nothing was measured"):
        ratio([], [])


def test_the_same_throws_agree() -> None:
    """Engines agree if their dice lie in the same places, even if a quaternion has the opposite sign."""
    turned = [
        replace(one, dice=[Pose(die.at, (-x, -y, -z, -w)) for die in one.dice for x, y, z, w in (die.orientation,)])
        for one in LAID
    ]
    found = agreement(LAID, turned)
    assert (found.same, found.near) == (1.0, 1.0)
    assert found.holds


@pytest.mark.parametrize("by", [1e-6, 1.0])
def test_other_throws_do_not_agree(by: float) -> None:
    """If all throws end 1 mm from ours, the engines don't agree. Even a millionth of a millimetre is too much."""
    assert not agreement(LAID, [moved(one, by) for one in LAID]).holds


def test_a_few_throws_may_bounce_otherwise() -> None:
    """If only two in a hundred throws end elsewhere, the engines still agree, since bounces are chaotic."""
    assert agreement(LAID, [moved(one, 5.0 if k < 2 else 0.0) for k, one in enumerate(LAID)]).holds


def test_a_throw_that_rests_earlier_is_another_one() -> None:
    """If a throw comes to rest earlier than ours, it isn't near ours, even if its dice lie in the same places."""
    assert agreement(LAID, [replace(one, seconds=0.4) for one in LAID]).near == 0.0


@pytest.mark.parametrize(("by", "holds"), [(0.02, True), (0.2, False)])
def test_a_die_that_does_not_sleep_may_creep(by: float, holds: bool) -> None:
    """If dice don't sleep, throws are alike when dice end 0.02 mm from ours, and not when they end 0.2 mm off."""
    assert likeness(LAID, [moved(one, by) for one in LAID]).holds is holds


def test_a_die_that_has_turned_has_crept_with_its_corners() -> None:
    """If a die has turned by half a degree about its centre, the throw isn't alike."""
    turned = [
        replace(one, dice=[replace(die, orientation=multiply(about_z(0.01), die.orientation)) for die in one.dice])
        for one in LAID
    ]
    assert likeness(LAID, turned).alike == 0.0


@pytest.mark.parametrize(("others", "holds"), [(4, True), (20, False)])
def test_a_few_throws_may_bounce_otherwise_where_no_die_sleeps(others: int, holds: bool) -> None:
    """If dice don't sleep and 4 in a hundred throws end elsewhere, the engines still do the same work. If 20 do, they
    don't.
    """
    assert likeness(LAID, [moved(one, 5.0 if k < others else 0.0) for k, one in enumerate(LAID)]).holds is holds


def test_throws_that_take_other_ticks_are_other_work() -> None:
    """If throws take other ticks than ours, none of them is alike. A few may take a little longer, but not ten times as
    long.
    """
    assert likeness(LAID, [replace(one, seconds=0.55) for one in LAID]).alike == 0.0
    for longer, holds in ((0.52, True), (5.0, False)):
        few = [replace(one, seconds=longer if k < 4 else one.seconds) for k, one in enumerate(LAID)]
        assert likeness(LAID, few).holds is holds


def test_travel_is_the_mean_way_in_plan() -> None:
    """The travel of a throw is the mean distance of its dice from their start, seen from above."""
    assert travel([[(0.0, 0.0)]], [Settled(1.0, [Pose((3.0, 4.0, 99.0))])]) == 5.0


def test_growth_looks_at_the_last_half() -> None:
    """Memory that a process loads at its start does not count as growth."""
    assert growth([50.0, 150.0, 200.0, 200.0, 200.0, 200.0]) == pytest.approx(0.0)
    assert growth([50.0, 150.0, 200.0, 210.0, 220.0, 230.0]) == pytest.approx(10.0)
    assert growth([100.0, 104.0]) == pytest.approx(4.0)
    assert growth([100.0]) == 0.0


def test_a_case_that_became_slower_is_told() -> None:
    """A case that takes more than a tenth longer has a line of its own, the slowest first. The line that all is well is
    then left out.
    """
    lines = list(baselines.told({"a": 1.3, "b": 3.0, "c": 1.09}, {"a": 1.0, "b": 1.0, "c": 1.0}))
    assert [line.split()[:2] for line in lines] == [["SLOWER:", "b"], ["SLOWER:", "a"]]
    assert "3.00 times" in lines[0]


def test_what_is_as_fast_as_it_was_has_one_line() -> None:
    """If no case is slower, one line says so, and names the case with the highest ratio."""
    (line,) = baselines.told({"a": 1.05, "b": 0.95}, {"a": 1.0, "b": 1.0})
    assert line.startswith("2 cases, none of them more than 10%")
    assert "a, 1.05 times" in line


def test_faster_and_new_cases_ask_for_baselines() -> None:
    """A case that is much faster than its baseline has a line, and so has a case without a baseline."""
    lines = list(baselines.told({"a": 0.5, "b": 1.0}, {"a": 1.0}))
    assert any(line.startswith("faster: a takes 0.50") for line in lines)
    assert any(line.startswith("new: b") for line in lines)


def test_new_baselines_are_compared_with_none() -> None:
    """If baselines are renewed, no case is compared with an old one. So each case is measured with all its series."""
    given = {"--renew-baselines": True, "--baselines": baselines.FILE, "--rounds": None}
    config: Any = SimpleNamespace(getoption=given.__getitem__, stash={})
    pytest_configure(config)
    assert config.stash[KEPT].taken == {}


def test_baselines_are_renewed_case_by_case(tmp_path: Path) -> None:
    """If baselines of some cases are written, those of the other cases are kept."""
    file = tmp_path / "baselines.json"
    assert baselines.read(file) == {}
    baselines.write({"b": 2.0, "a": 1.23456}, file)
    baselines.write({"b": 3.0}, file)
    assert baselines.read(file) == {"a": 1.23, "b": 3.0}


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "many", ""])
def test_no_number_of_rounds(text: str) -> None:
    """`--rounds` takes whole numbers from 1 up. Others are refused with a message that shows the given text."""
    assert number_of_rounds("3") == 3
    with pytest.raises(ArgumentTypeError, match=f"a whole number from 1 up, not {text!r}"):
        number_of_rounds(text)


def test_a_slower_case_shows_in_the_output_and_fails_nothing(tmp_path: Path) -> None:
    """If a case is slower than its baseline, the suite says so in its last lines, and still succeeds."""
    file = tmp_path / "baselines.json"
    file.write_text(json.dumps({"ratios": {"throw 3d6": 0.01}}), encoding="utf-8")
    # By itself, as `make test` runs it: not as a worker of those who run this test.
    alone = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    case = "benchmarks/suite/test_throws.py::test_throw[throw 3d6]"
    command = [sys.executable, "-m", "pytest", case, f"--baselines={file}", "--rounds=1"]
    run = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
    assert "speed: SLOWER: throw 3d6 takes" in "\n".join(run.stdout.splitlines()[-4:])
