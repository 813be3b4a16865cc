"""How the public assertions call riotsim, and what their messages say about made-up answers."""

import json
import subprocess
import sys
from typing import Any

import pytest

from riotsim.measuring.standing import WatchedTower
from riotsim.testing import asserts
from riotsim.testing.tables import empty_table, with_tower


class Program:
    """A stand-in for riotsim that notes how it was called and gives the answer that a test sets."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []
        self.stdout = ""
        self.stderr = ""

    def run(self, words: list[str], **given: Any) -> "subprocess.CompletedProcess[str]":
        """Answer a call."""
        assert words[:3] == [sys.executable, "-m", "riotsim"]
        assert given == {"capture_output": True, "text": True, "check": False, "stdin": subprocess.DEVNULL}
        self.calls.append(words[3:])
        return subprocess.CompletedProcess(words, 1, self.stdout, self.stderr)


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Program:
    """Replace the start of riotsim by a stand-in, and return this stand-in."""
    found = Program()
    monkeypatch.setattr(subprocess, "run", found.run)
    return found


def _fault(line: int | None, field: str, message: str) -> dict[str, Any]:
    return {"line": line, "field": field, "message": message}


def test_each_problem_of_rules_has_its_line(program: Program) -> None:
    """If a rules file has problems, each has a line in the message: the file, then the line and field if they are
    known.
    """
    problems = [_fault(3, "tower.swig", "is no number"), _fault(None, "dice", "is missing"), _fault(7, "", "ends here")]
    program.stdout = json.dumps({"files": [{"problems": problems}, {"problems": [_fault(None, "", "is no file")]}]})
    with pytest.raises(AssertionError) as failed:
        asserts.assert_rules("my.yaml")
    assert str(failed.value) == (
        "my.yaml is not in order:\n  my.yaml:3: tower.swig: is no number\n  my.yaml: dice: is missing\n"
        "  my.yaml:7: ends here\n  my.yaml: is no file"
    )
    program.stdout = json.dumps({"files": [{"problems": []}]})
    asserts.assert_rules("my.yaml")
    assert program.calls == [["rules", "check", "my.yaml", "--json"]] * 2


@pytest.mark.parametrize(("many", "more"), [(12, []), (13, ["  … and 1 more"]), (20, ["  … and 8 more"])])
def test_a_message_has_twelve_lines_at_most(program: Program, many: int, more: list[str]) -> None:
    """A message shows at most twelve problems, and says how many more there are."""
    problems = [_fault(line, "", "is wrong") for line in range(1, many + 1)]
    program.stdout = json.dumps({"files": [{"problems": problems}]})
    with pytest.raises(AssertionError) as failed:
        asserts.assert_rules("my.yaml")
    shown = [f"  my.yaml:{line}: is wrong" for line in range(1, 13)]
    assert str(failed.value).splitlines() == ["my.yaml is not in order:", *shown, *more]


def test_scenarios_tell_problems_and_differences(program: Program) -> None:
    """If scenarios don't hold, the message lists the problems and differences of each, with the name of its file."""
    differs = [
        {"path": "then.turn", "expected": "Ada", "found": "Bea"}, {"path": "then.gold", "expected": 3, "found": 2},
    ]  # fmt: skip
    program.stdout = json.dumps({"files": [
        {"file": "all/a.yaml", "problems": [_fault(2, "given", "is missing")], "failures": []},
        {"file": "all/b.yaml", "problems": [], "failures": differs},
        {"file": "all/c.yaml", "problems": [], "failures": []},
    ]})  # fmt: skip
    with pytest.raises(AssertionError) as failed:
        asserts.assert_scenario("all")
    assert str(failed.value) == (
        "all does not hold:\n  all/a.yaml:2: given: is missing\n"
        "  all/b.yaml: then.turn: expected Ada, found Bea\n  all/b.yaml: then.gold: expected 3, found 2"
    )
    program.stdout = json.dumps({"files": [{"file": "all/c.yaml", "problems": [], "failures": []}]})
    asserts.assert_scenario("all")
    assert program.calls == [["check", "all", "--json"]] * 2


def test_a_game_is_asked_for_with_a_bot_in_each_seat(program: Program) -> None:
    """`assert_game_ends` starts a game with the rules, seed, players and options of the call. By default two random
    bots play with seed 0.
    """
    program.stdout = json.dumps({"result": {"unfinished": False}, "turns": 7})
    asserts.assert_game_ends("buskit")
    asserts.assert_game_ends("my.yaml", seed=5, bot="greedy", players=1)
    asserts.assert_game_ends("my.yaml", players=4, options={"clock.minutes": 3, "dice.edges": "1mm"})
    usual = ["game", "--no-save", "--rules"]
    assert program.calls == [
        [*usual, "buskit", "--seed", "0", "--player", "Ada=random", "--player", "Bea=random", "--json"],
        [*usual, "my.yaml", "--seed", "5", "--player", "Ada=greedy", "--json"],
        [*usual, "my.yaml", "--seed", "0", "--player", "Ada=random", "--player", "Bea=random", "--player", "Cy=random",
         "--player", "Dee=random", "--set", "clock.minutes=3", "--set", "dice.edges=1mm", "--json"],
    ]  # fmt: skip
    program.stdout = json.dumps({"result": {"unfinished": True}, "turns": 7})
    with pytest.raises(AssertionError) as failed:
        asserts.assert_game_ends("buskit", seed=9)
    assert str(failed.value) == (
        "the game of seed 9 by buskit had no end: the rules' limit stopped it (turns or rounds played: 7)"
    )


def test_a_command_without_an_answer_is_told(program: Program) -> None:
    """If a command gives no answer, the message names the command and repeats what it wrote to stderr, without empty
    lines.
    """
    program.stderr = "my.yaml: cannot be read\n\n  \ntry another\n"
    with pytest.raises(AssertionError) as failed:
        asserts.assert_rules("my.yaml")
    assert str(failed.value) == (
        "riotsim rules check my.yaml --json could not be done:\n  my.yaml: cannot be read\n  try another"
    )


def _built(stood: int, of: int, low: float, high: float) -> str:
    rows = [{"stacked": {"high": 0.0}}, {"stacked": {"stood": stood, "of": of, "low": low, "high": high}}]
    return json.dumps({"rows": rows})


def test_a_hand_fails_only_if_its_interval_ends_below_the_chance(program: Program) -> None:
    """A hand fails if the upper end of the interval of its chance is below the required chance. If both are equal, the
    hand passes. The last row of the answer counts, which is that of the required height.
    """
    program.stdout = _built(30, 50, 0.46, 0.75)
    asserts.assert_builds("my.yaml", 6, hand="steady", at_least=0.75, towers=50, seed=3)
    with pytest.raises(AssertionError) as failed:
        asserts.assert_builds("riot_dice", 7, hand="drunk", at_least=0.76)
    assert str(failed.value) == (
        "the hand 'drunk' built 30 of 50 towers of 7 dice: its chance is 0.46 to 0.75, and should be 0.76 at least"
    )
    assert program.calls == [
        ["tower", "6", "--hand", "steady", "--rules", "my.yaml", "--count", "50", "--seed", "3", "--pace", "none",
         "--json"],
        ["tower", "7", "--hand", "drunk", "--rules", "riot_dice", "--count", "40", "--seed", "0", "--pace", "none",
         "--json"],
    ]  # fmt: skip


@pytest.mark.parametrize(("at_least", "worse", "enough"), [(0.25, "0", 12), (1.0, "0.75", 4)])
def test_the_least_number_of_towers_is_enough(program: Program, at_least: float, worse: str, enough: int) -> None:
    """Too few towers are refused, because the test would pass even if the hand built far fewer than required.

    If none of n towers stands, Wilson's interval ends at z² / (n + z²), which is below 0.25 from 12 towers on. Three
    quarters of fewer than 4 towers, rounded up, are all of them, and then the interval ends at 1.
    """
    program.stdout = _built(enough, enough, 0.0, 1.0)
    asserts.assert_builds("riot_dice", 6, hand="steady", at_least=at_least, towers=enough)
    with pytest.raises(ValueError, match="are too few") as refused:
        asserts.assert_builds("riot_dice", 6, hand="steady", at_least=at_least, towers=enough - 1)
    assert str(refused.value) == (
        f"{enough - 1} towers are too few: a hand that builds {worse} of them would pass for one that builds "
        f"{at_least:g}; {enough} would do"
    )
    assert len(program.calls) == 1


@pytest.mark.parametrize(
    ("dice", "margin", "said"),
    [
        (1, 0.0, "the tower 'keep' of 1 die: by statics it should stand, with 0.00 mm to spare at its worst level"),
        (2, 3.456, "the tower 'keep' of 2 dice: by statics it should stand, with 3.46 mm to spare at its worst level"),
        (9, -1.5, "the tower 'keep' of 9 dice: by statics it should fall: at its worst level the centre of mass is "
                  "1.50 mm beyond the edge"),
    ],
)  # fmt: skip
def test_a_tower_is_described_with_its_statics(dice: int, margin: float, said: str) -> None:
    """A message says by how much a tower should stand or fall by statics. If its centre of mass is right above the
    edge, it says that the tower should stand.
    """
    one = WatchedTower("keep", dice, None, margin)
    assert f"{asserts._describe(one)}: {asserts._statics(one)}" == said


def test_of_several_towers_those_that_are_there_are_named() -> None:
    """If the named tower is missing, the error names the towers of the table in alphabetical order. Without a name, the
    first tower that still stands in this order is named.
    """
    table = with_tower(with_tower(empty_table(), 2, name="west", at=(300.0, 300.0)), 1, name="east", at=(100.0, 100.0))
    with pytest.raises(ValueError, match=r"^no tower 'keep': there is east, west$"):
        asserts.assert_falls(table, "keep")
    with pytest.raises(AssertionError, match=r"^the tower 'east' of 1 die still stands after 0\.05 s; "):
        asserts.assert_falls(table, seconds=0.05)
