"""The output of `riotsim check` for scenarios that fail or make no sense."""

import json
import math
import os
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import riotsim
from typer.testing import CliRunner

from riotsim.cli.check import all_files
from riotsim.cli.main import app
from riotsim.play.rulebook.bounds import MAX_LEAST_TURNS
from riotsim.play.scenarios.scripted_table import COCKED_ORIENTATION
from riotsim.table.poses import rotate

SOUND = """\
riotsim: scenario/1
title: A shot
clauses: [RD-54]
rules: riot_dice
options: {fight.rounds: 2}
given:
  table: [24, 24]
  bosses: {Ann: {stash: 1}, Bob: {}}
  models:
    a1: {boss: Ann, at: [4, 12]}
    b1: {boss: Bob, at: [8, 12], tower: 2}
  loot: [[20, 20]]
  turn: Ann
when:
  - activate: a1
  - action: shoot
  - roll: [{at: [10, 12], shows: 3}, {at: [20, 3], shows: 1}]
  - bullet: {die: 0, hits: b1}
then:
  models: {b1: {tower: 4}}
  events: [{damage: {model: b1, points: 2}}]
  asks: {boss: Ann, for: bullet}
"""


def run(tmp_path: Path, *changes: tuple[str, str]) -> tuple[int, str]:
    """Check the correct scenario with some changes. Return the exit code and the output after the first line."""
    text = SOUND
    for old, new in changes:
        assert old in text, f"{old!r} is to be changed"
        text = text.replace(old, new)
    file = tmp_path / "scenario.yaml"
    file.write_text(text, encoding="utf-8")
    found = CliRunner().invoke(app, ["check", str(file)])
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return found.exit_code, found.output.replace(str(file), "FILE").partition("\n")[2].strip()


def test_sound_scenario_holds(tmp_path: Path) -> None:
    """If a scenario holds, `riotsim check` prints one line with its title, and the exit code is 0."""
    file = tmp_path / "scenario.yaml"
    file.write_text(SOUND, encoding="utf-8")
    found = CliRunner().invoke(app, ["check", str(file)])
    assert (found.exit_code, found.output) == (0, "✓ A shot\n")


def test_scripted_dice_turn_over_often_enough_for_any_rules(tmp_path: Path) -> None:
    """Even if the rules ask for the greatest possible number of turns, the dice of a script count as rolled (RD-92)."""
    most = f"options: {{fight.rounds: 2, house.least_turns: {MAX_LEAST_TURNS}}}"
    assert run(tmp_path, ("options: {fight.rounds: 2}", most)) == (0, "")


BULLET = "  - bullet: {die: 0, hits: b1}\n"
ACTION = "  - action: shoot\n"

FAILURES = {
    "tower": ("tower: 4}", "tower: 3}", "then.models.b1.tower: expected 3, found 4"),
    "standing": ("tower: 4}", "standing: false}", "then.models.b1.standing: expected false, found true"),
    "place": ("tower: 4}", "at: [8.1, 12]}", "then.models.b1.at: expected [8.1, 12], found [8, 12]"),
    "gone": ("b1: {tower: 4}", "b1: gone", "then.models.b1: expected gone, found in play"),
    "hit points": ("tower: 4}", "hit_points: 5}", "then.models.b1.hit_points: expected 5, found tower.mode: dice"),
    "stash": ("  models: {b1", "  bosses: {Ann: {stash: 2}}\n  models: {b1",
              "then.bosses.Ann.stash: expected 2, found 1"),
    "out": ("  models: {b1", "  bosses: {Ann: {out: true}}\n  models: {b1",
            "then.bosses.Ann.out: expected true, found false"),
    "loot": ("  models: {b1", "  loot: [[20, 20], [20, 20]]\n  models: {b1",
             "then.loot: expected [[20, 20], [20, 20]], found [[20, 20]]"),
    "loot place": ("  models: {b1", "  loot: [[20.06, 20]]\n  models: {b1",
                   "then.loot: expected [[20.06, 20]], found [[20, 20]]"),
    "asks": ("for: bullet", "for: turn", "then.asks: expected turn of Ann, found bullet of Ann"),
    "asks boss": ("{boss: Ann, for: bullet}", "{boss: Bob}",
                  "then.asks: expected anything of Bob, found bullet of Ann"),
    "too early": ("  models: {b1", "  over: {winner: Ann}\n  models: {b1",
                  "then.over: expected the game over, found it goes on"),
    "events in order": ("[{damage: {model: b1, points: 2}}]", "[{bullet: {}}, {rolled: {}}]",
                        "then.events[1]: expected rolled(), found after that, damage("),
    "not refused": ("  models: {b1", "  refused: true\n  models: {b1",
                    "then.refused: expected the last answer refused, found it is allowed"),
    "another kind": (ACTION, "", "when[1]: expected action of Ann, found roll"),
    "another kind in the end": (BULLET, BULLET + "  - fight: {Ann: thump, Bob: pinch}\n",
                                "when[4]: expected bullet of Ann, found fight"),
    "no roll": ("  - roll: [{at: [10, 12], shows: 3}, {at: [20, 3], shows: 1}]\n", "",
                "when[2]: expected roll of Ann, found bullet"),
    "fewer dice": (", {at: [20, 3], shows: 1}", "", "when[2].roll: expected 2 dice, found 1"),
    "no such face": ("shows: 1", "shows: 7", "when[2].roll[1].shows: expected a face of a d6, found 7"),
    "no such die": ("{die: 0, hits: b1}", "{die: 2, hits: b1}",
                    "when[3]: expected one of the dice 0 to 1, found die 2"),
    "refused": ("{die: 0, hits: b1}", "{die: 0, hits: a1}",
                "when[3]: expected an answer that the rules allow, found refused:"),
    "refused before the last": (BULLET + "then:\n",
                                "  - bullet: {die: 0, hits: a1}\n" + BULLET + "then:\n  refused: true\n",
                                "when[3]: expected an answer that the rules allow, found refused:"),
    "which hit": ("  - bullet: {die: 0, hits: b1}", "  - bullet: {die: 1}\n  - bullet: {die: 0}\n  - move: {die: 1}",
                  "when[5]: expected action of Ann, found move"),
    "no tower to topple": (BULLET, "  - topples: [a1]\n" + BULLET,
                           "when[3].topples: expected a tower to fall, found no dice beside a1"),
    "nothing to topple it": (ACTION, ACTION + "  - topples: [b1]\n",
                             "when[1]: expected an answer after which something can fall, found one after which"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), FAILURES.values(), ids=list(FAILURES))
def test_failure_tells_path_expected_and_found(tmp_path: Path, old: str, new: str, said: str) -> None:
    """If a scenario does not hold, `riotsim check` prints the path in the file, what was expected and what was found.
    The exit code is 1.
    """
    code, output = run(tmp_path, (old, new))
    assert code == 1
    assert said in output


def test_hits_must_be_said_where_there_is_a_choice(tmp_path: Path) -> None:
    """If a bullet may hit or miss and the scenario has no `hits`, the scenario fails, and the message lists the
    choices.
    """
    code, output = run(tmp_path, ("at: [8, 12]", "at: [8, 12.8]"), (", hits: b1}", "}"))
    assert code == 1
    assert output == "when[3].bullet.hits: expected one of b1, nothing, found nothing said"


def test_answers_after_the_end(tmp_path: Path) -> None:
    """If a scenario has an answer after the end of the game, the scenario fails with exit code 1."""
    code, output = run(tmp_path, ("  - activate: a1\n", "  - leg_it: true\n  - activate: a1\n"))
    assert code == 1
    assert output == "when[1]: expected nothing: the game is over, found activate"


def test_fight_between_others(tmp_path: Path) -> None:
    """If a scenario answers a fight for other bosses than the two who are asked, the scenario fails."""
    code, output = run(
        tmp_path,
        ("Bob: {}}", "Bob: {}, Cat: {}}"),
        ("  loot:", "    c1: {boss: Cat, at: [20, 3]}\n  loot:"),
        (ACTION, "  - action: scoot\n"),
        ("{at: [20, 3], shows: 1}]", "{at: [20, 3], shows: 1}, {at: [20, 3], shows: 1}]"),
        (BULLET, "  - move: {die: 0}\n  - fight: {Ann: thump, Cat: pinch}\n"),
    )
    assert code == 1
    assert output == "when[4]: expected fight of Ann and Bob, found fight of Ann and Cat"


UNREADABLE = {
    "unknown key": ("  turn: Ann", "  turns: Ann", "FILE:13: given.turns: "),
    "unknown model": ("- activate: a1", "- activate: a7", "FILE:15: when[0].activate: no model is called 'a7'"),
    "unknown target": ("hits: b1", "hits: b7", "FILE:18: when[3].bullet.hits: no model is called 'b7'"),
    "unknown toppled": (BULLET, BULLET + "  - topples: [zz]\n", "FILE:19: when[4].topples[0]: no model is called 'zz'"),
    "unknown model expected": ("{b1: {tower: 4}}", "{b9: gone}", "FILE:20: then.models.b9: no model is called 'b9'"),
    "unknown boss": ("boss: Bob, at", "boss: Bab, at", "FILE:11: given.models.b1.boss: no boss is called 'Bab'"),
    "unknown boss asked": ("boss: Ann, for", "boss: Anna, for", "FILE:22: then.asks.boss: no boss is called 'Anna'"),
    "unknown purpose": ("for: bullet", "for: bullets", "FILE:22: then.asks.for: must be"),
    "unknown event": ("{damage:", "{damages:", "FILE:21: then.events[0].damages: no event is called 'damages'"),
    "unknown field": ("points: 2", "point: 2", "FILE:21: then.events[0].damage.point: damage has no field 'point'"),
    "unknown weapon": ("a1: {boss: Ann,", "a1: {boss: Ann, weapons: [pistole],",
                       "FILE:10: given.models.a1.weapons[0]: no weapon is called 'pistole'; did you mean pistol?"),
    "unknown kind": ("a1: {boss: Ann,", "a1: {boss: Ann, kind: gitt,", "FILE:10: given.models.a1.kind: no model is"),
    "unknown rules": ("rules: riot_dice", "rules: riot_dise", "FILE:4: rules: "),
    "rules beside it": ("rules: riot_dice", "rules: mine.yaml", "FILE:4: rules: "),
    "unknown option": ("fight.rounds", "fight.round", "FILE:5: options.fight.round: is no key that is known here"),
    "bad option": ("fight.rounds: 2", "fight.rounds: none", "FILE:5: options.fight.rounds: must be a whole number"),
    "wrong type": ("at: [4, 12]", "at: [4, twelve]", "FILE:10: given.models.a1.at[1]: must be a plain number"),
    "overlap": ("at: [8, 12]", "at: [4.96, 12]", "FILE:11: given.models.b1.at: b1 and a1 overlap"),
    "on a token": ("[[20, 20]]", "[[8.5, 12]]", "FILE:12: given.loot[0]: loot-1 and b1 overlap"),
    "over the edge": ("at: [4, 12]", "at: [0.4, 12]", "FILE:10: given.models.a1.at: a1 sticks out over the edge"),
    "in terrain": ("  turn: Ann", "  terrain: [{box: [2, 2, 2], at: [8, 13]}]\n  turn: Ann",
                   "FILE:11: given.models.b1.at: b1 and terrain-1 overlap"),
    "one boss": ("{Ann: {stash: 1}, Bob: {}}", "{Ann: {stash: 1}}", "FILE:8: given.bosses: there are 2 to 4 bosses"),
    "no place": ("boss: Ann, at: [4, 12]", "boss: Ann", "FILE:10: given.models.a1: needs its place"),
    "fallen with a tower": ("tower: 2}", "tower: 2, fallen: true}", "FILE:11: given.models.b1.tower: only a standing"),
    "two keys": ("  - action: shoot", "  - {action: shoot, activate: a1}", "FILE:16: when[1]: an entry has one key"),
    "no key": ("  - action: shoot", "  - {}", "FILE:16: when[1]: an entry has one key"),
    "empty key": ("  - action: shoot", "  - action:", "FILE:16: when[1]"),
    "topples first": ("  - activate: a1", "  - topples: [b1]", "FILE:15: when[0].topples: stands right after"),
    "a die without a face": ("{at: [20, 3], shows: 1}", "{at: [20, 3]}", "FILE:17: when[2].roll[1]: a rolled die has"),
    "a die off the table": ("at: [20, 3]", "at: [25, 3]", "FILE:17: when[2].roll[1].at: is not on the table"),
    "a table like a field": ("table: [24, 24]", "table: [24, 1e9]", "FILE:7: given.table[1]: must be at most 120"),
    "another format": ("scenario/1", "scenario/2", "FILE:1: riotsim: must be 'scenario/1'"),
    "no YAML": ("title: A shot", "title: [A shot", "FILE:"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), UNREADABLE.values(), ids=list(UNREADABLE))
def test_nonsense_is_told_with_file_line_and_field(tmp_path: Path, old: str, new: str, said: str) -> None:
    """If a scenario is malformed or impossible, `riotsim check` prints its file, line, field and fault. The exit code
    is 2.
    """
    code, output = run(tmp_path, (old, new))
    assert code == 2
    assert said in output


def test_towers_that_clash(tmp_path: Path) -> None:
    """If a tower's given side puts the tower into another model, the scenario is refused with exit code 2."""
    code, output = run(
        tmp_path, ("at: [8, 12], tower: 2}", "at: [8, 12], tower: 2, tower_side: 180}"), ("[4, 12]", "[6.8, 12]")
    )
    assert code == 2
    assert "given.models.b1.tower_side: the tower of b1 and a1 overlap" in output


def test_overlap_by_less_than_contact_is_allowed(tmp_path: Path) -> None:
    """If two models overlap by less than half a millimetre, the scenario is allowed."""
    code, output = run(tmp_path, ("at: [4, 12]", "at: [7.03, 12]"))
    assert (code, output) == (0, "")


def test_folder_is_searched_and_the_worst_counts(tmp_path: Path) -> None:
    """If a folder is checked, its files and subfolders are checked in order. The exit code is 2 if a file can't be
    read, even if another only fails.
    """
    (tmp_path / "deeper").mkdir()
    (tmp_path / "a.yaml").write_text(SOUND, encoding="utf-8")
    (tmp_path / "b.yml").write_text(SOUND.replace("tower: 4", "tower: 5"), encoding="utf-8")
    found = CliRunner().invoke(app, ["check", str(tmp_path)])
    assert found.exit_code == 1
    (tmp_path / "deeper" / "c.yaml").write_text(SOUND.replace("turn: Ann", "turn: Eve"), encoding="utf-8")
    found = CliRunner().invoke(app, ["check", "--json", str(tmp_path)])
    assert found.exit_code == 2
    files = json.loads(found.output)["files"]
    assert [one["result"] for one in files] == ["holds", "failed", "unreadable"]
    assert files[1]["failures"] == [{"path": "then.models.b1.tower", "expected": "5", "found": "4"}]
    assert files[2]["problems"][0]["line"] == 13


def test_missing_file_is_unreadable(tmp_path: Path) -> None:
    """If a scenario file doesn't exist, `riotsim check` says so, and the exit code is 2."""
    found = CliRunner().invoke(app, ["check", str(tmp_path / "none.yaml")])
    assert found.exit_code == 2
    assert "none.yaml: cannot be read: no such file" in found.output


def test_rules_beside_the_scenario(tmp_path: Path) -> None:
    """A scenario can name a rules file that lies beside it."""
    rules = (Path(__file__).parents[2] / "rules" / "riot_dice.yaml").read_text(encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(rules.replace("big: 2", "big: 7"), encoding="utf-8")
    code, output = run(tmp_path, ("rules: riot_dice", "rules: mine.yaml"))
    assert code == 1
    assert output.startswith("then.models.b1.tower: expected 4, found 9")


def test_the_page_s_own_examples_hold(tmp_path: Path) -> None:
    """The scenario in docs/reference/scenarios.md holds. It also holds with the page's lesson, and with the page's
    exact description of the model.
    """
    page = (Path(__file__).parents[2] / "docs" / "reference" / "scenarios.md").read_text(encoding="utf-8")
    example, exact, lesson = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    plain = "    a1: {boss: Ann, at: [4, 12]}\n"
    assert plain in example
    for text in (example, example + lesson, example.replace(plain, textwrap.indent(exact, "    "))):
        file = tmp_path / "example.yaml"
        file.write_text(text, encoding="utf-8")
        found = CliRunner().invoke(app, ["check", str(file)])
        assert (found.exit_code, found.output.startswith("✓ ")) == (0, True), found.output


@pytest.mark.parametrize(("name", "words"), [("", "is empty"), ("x" * 300, "so long a name")], ids=["", "long"])
def test_a_name_that_no_file_has_is_one_message(name: str, words: str) -> None:
    """If a file name is empty or too long for the system, `riotsim check` prints one message. The exit code is 2."""
    run = riotsim("check", name)
    assert run.returncode == 2
    assert run.stdout == ""
    assert words in run.stderr
    assert len(run.stderr.splitlines()) == 1


def test_a_folder_that_vanishes_meanwhile_has_no_scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a folder is deleted while `check FOLDER` looks for files, the others are found."""
    for name in ("gone", "kept"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "one.yaml").touch()
    scandir = os.scandir

    def scan(path: "str | os.PathLike[str]") -> "Iterator[os.DirEntry[str]]":
        if str(path) == str(tmp_path / "gone"):
            (tmp_path / "gone").rename(tmp_path.with_name("elsewhere"))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", scan)
    assert all_files([str(tmp_path)]) == [tmp_path / "kept" / "one.yaml"]


def test_a_cocked_die_of_a_script_lies_on_none_of_its_faces() -> None:
    """If a script makes a die cocked, no face of the cube is less than 45° from facing up or down."""
    assert math.isclose(math.hypot(*COCKED_ORIENTATION), 1.0)
    ups = [abs(rotate(COCKED_ORIENTATION, axis)[2]) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))]
    assert max(ups) == pytest.approx(math.sqrt(0.5))
