"""Every scenario file of Demolition Dice holds, and names only clauses that exist."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from dice_table import NAMES, rules

from riotsim.cli.check import check_file
from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.invariants import find_violations
from riotsim.games.demolition_dice.scenario.given import Given
from riotsim.play.scenarios.expected_events import event_repr, plain_event

ROOT = Path(__file__).parents[3]
FILES = sorted((ROOT / "tests" / "scenarios" / "demolition_dice").glob("**/*.yaml"))
PAGE = (ROOT / "docs" / "games" / "demolition_dice.md").read_text(encoding="utf-8")
CLAUSES = re.findall(r"^\| (DD-\d\d) \|", PAGE, re.MULTILINE)

NEED_MORE = ("DD-02",)
"""Clauses that no scenario tests; physics and unit tests do."""

OPTIONS = ("dice", "ties", "rebuild.tries")
"""The options of the rules that were settled by decisions."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_scenario_holds(file: Path) -> None:
    """The game does what the scenario file expects."""
    checked = check_file(file)
    assert [str(one) for one in (*checked.failures, *checked.problems)] == []


def test_scenarios_name_clauses_that_there_are() -> None:
    """Scenarios name only clauses that exist. Each clause is named by a scenario, except those of `NEED_MORE`."""
    named = {clause for file in FILES for clause in _clauses(file)}
    assert sorted(named - set(CLAUSES)) == []
    assert [clause for clause in CLAUSES if clause not in named and clause not in NEED_MORE] == []


def test_every_option_of_decisions_has_a_scenario() -> None:
    """Each option of `OPTIONS` is set in at least one scenario."""
    text = "".join(file.read_text(encoding="utf-8") for file in FILES)
    assert [option for option in OPTIONS if not re.search(rf"^options: .*\b{re.escape(option)}: ", text, re.M)] == []


def test_what_cannot_fall_is_told_by_its_own_word(tmp_path: Path) -> None:
    """DD-31: if a scenario lets a missing tower fall, the failure names the place in the file, with the file's word
    `falls`.
    """
    file = tmp_path / "no_tower.yaml"
    text = (ROOT / "tests" / "scenarios" / "demolition_dice" / "dd30_their_own.yaml").read_text(encoding="utf-8")
    file.write_text(
        text.replace("towers: {Bea: [1, 1, 2]}", "towers: {}", 1).replace("knock: Bea", "knock: Ada"), encoding="utf-8"
    )
    assert [failure.path for failure in check_file(file).failures] == ["when[7].falls"]


@pytest.mark.parametrize(
    ("rolled", "told"),
    [
        ("{Ada: [1]}", "Ada rolls 2 dice at once here, not 1 (DD-10)"),
        ("{Bea: [1, 2]}", "Bea rolls 1 die at once here, not 2 (DD-10)"),
        ("{Bea: [7]}", "there is no 7 on a d6"),
        ("{Di: [1]}", "no player is called 'Di'"),
    ],
)
def test_an_impossible_roll_is_told(tmp_path: Path, rolled: str, told: str) -> None:
    """If a position has an impossible roll, it is refused, with the reason."""
    text = (ROOT / "tests" / "scenarios" / "demolition_dice" / "dd10_rolled_before.yaml").read_text(encoding="utf-8")
    file = tmp_path / "rolled.yaml"
    file.write_text(text.replace("{Bea: [6], Cy: [5, 4]}", rolled), encoding="utf-8")
    assert told in str(check_file(file).problems[0])


def test_a_round_begins_with_rolled_dice_in_the_tray_only() -> None:
    """DD-10: if a position says which dice were rolled, these dice break no invariant. A die beside the tray breaks an
    invariant, and so does a roll of too few dice.
    """
    book = rules()
    position = Given(players=NAMES, towers={"Bea": (1, 2, 3, 4)}, rolled={"Bea": (6,), "Cy": (5, 4)})
    state, table = position.state(book), position.lay(book)
    assert [*position.faults(book)] == []
    assert find_violations(book, state, table) == []
    die = table.dice["c1"]
    beside = table.with_pieces(replace(die, pose=replace(die.pose, at=(1.0, 1.0, die.pose.at[2]))))
    assert find_violations(book, state, beside) == [
        "c1 lies outside the tray at the start of a round",
        "Cy has rolled 1 dice, not 2",
    ]


def test_the_words_of_0_1_are_still_read(tmp_path: Path) -> None:
    """A scenario may say `player`, or the word `boss` of version 0.1. Stored events keep the word `boss`."""
    text = (ROOT / "tests" / "scenarios" / "demolition_dice" / "dd11_roll_off.yaml").read_text(encoding="utf-8")
    assert "boss" in text
    file = tmp_path / "new_words.yaml"
    file.write_text(text.replace("boss", "player").replace("playeres", "players"), encoding="utf-8")
    assert [str(one) for one in (*check_file(file).failures, *check_file(file).problems)] == []
    assert plain_event(events.Lowest("Ada", 2)) == {"event": "lowest", "boss": "Ada", "sum": 2}
    assert event_repr(events.Lowest("Ada", 2)) == "Lowest(boss='Ada', sum=2)"
    file.write_text(text.replace("bosses: [Ada, Bea, Cy]", "bosses: [Ada, Bea, 3]"), encoding="utf-8")
    (problem,) = check_file(file).problems
    assert (problem.field, problem.line) == ("given.bosses[2]", 6)


def _clauses(file: Path) -> list[str]:
    line = re.search(r"^clauses: \[(.*)\]$", file.read_text(encoding="utf-8"), re.MULTILINE)
    assert line, f"{file} names its clauses in one line"
    return line[1].split(", ")
