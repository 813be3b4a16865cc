"""Every scenario file of Riot Dice holds, and the clauses that it names exist."""

import re
from pathlib import Path

import pytest

from riotsim.cli.check import CheckedScenario, check_file

ROOT = Path(__file__).parents[4]
FOLDER = ROOT / "tests" / "scenarios" / "riot_dice"
FILES = sorted(FOLDER.glob("**/*.yaml"))

CLAUSES = re.findall(r"^\| (RD-\d\d) \|", (ROOT / "docs/games/riot_dice.md").read_text(encoding="utf-8"), re.MULTILINE)

NEED_MORE = ("RD-06", "RD-30", "RD-32", "RD-46", "RD-49", "RD-90", "RD-91", "RD-92", "RD-93")
"""Clauses that physics or unit tests check. Scenarios show some of these clauses in part."""

OPTIONS = (
    "activation.actions", "clock.after", "clock.max_activations", "clock.minutes", "clock.seconds_per_activation",
    "deployment.clear_of", "fight.double_pinch", "fight.fallen_still_acts", "fight.rounds", "fight.shove",
    "fight.terrain_damage", "house.cocked", "house.off_table", "leg_it.within", "loot.each", "scoot.at_the_die",
    "scoot.full_distance", "scoot.order", "scoot.use_all_dice", "shoot.line", "tower.hit_points", "tower.mode",
    "tower.own_fall", "tower.start", "tower.swig", "victory.by", "victory.tower_dice_count",
)  # fmt: skip
"""The options that come from our decisions about the rules."""


def told(checked: CheckedScenario) -> list[str]:
    """Return the messages about a scenario."""
    return [str(one) for one in (*checked.failures, *checked.problems)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_scenario_holds(file: Path) -> None:
    """If a scenario file is checked, the rules do what the scenario says."""
    assert told(check_file(file)) == []


def test_scenarios_name_clauses_that_there_are() -> None:
    """Every clause that a scenario names exists."""
    named = {clause for file in FILES for clause in re.findall(r"RD-\d\d", file.read_text(encoding="utf-8"))}
    assert sorted(named - set(CLAUSES)) == []


def test_every_clause_of_decisions_has_a_scenario() -> None:
    """Each clause has a scenario, except for those that scenarios can't show in full."""
    named = set()
    for file in FILES:
        line = re.search(r"^clauses: \[(.*)\]$", file.read_text(encoding="utf-8"), re.MULTILINE)
        assert line, f"{file} names its clauses in one line"
        named |= set(line[1].split(", "))
    assert [clause for clause in CLAUSES if clause not in named and clause not in NEED_MORE] == []


def test_every_option_of_decisions_has_a_scenario() -> None:
    """Each option that comes from a decision is set in some scenario."""
    text = "".join(file.read_text(encoding="utf-8") for file in FILES)
    assert [option for option in OPTIONS if not re.search(rf"[{{ ]{re.escape(option)}: ", text)] == []


def test_titles_are_unique() -> None:
    """No two scenarios have the same title."""
    titles = [check_title(file) for file in FILES]
    assert sorted(titles) == sorted(set(titles))


def check_title(file: Path) -> str:
    """Return the title of a scenario."""
    found = re.search(r"^title: (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    assert found, f"{file} has a title"
    return found[1]
