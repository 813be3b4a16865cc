import json
import math
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from riotsim.lab.ledger import Ledger

SHORT = ("--rules", "demolition_dice")

QUICK_RIOT = ("--set", "clock.minutes=1", "--set", "table.terrain=[]")
"""Two activations of each boss."""


def _lab(*words: str, code: int = 0) -> "subprocess.CompletedProcess[str]":
    run = subprocess.run([sys.executable, "-m", "riotsim", "lab", *words], capture_output=True, text=True, timeout=300)
    assert run.returncode == code, run.stderr
    assert "Traceback" not in run.stderr
    return run


def _json(*words: str) -> Any:
    return json.loads(_lab(*words, "--json").stdout)


def test_two_bosses_are_compared_with_swapped_seats(tmp_path: Path) -> None:
    """Both have played each seat of each seed; scores add up to one, and Elo to nothing."""
    db = tmp_path / "lab.sqlite"
    found = _json("compare", "greedy", "random", *QUICK_RIOT, "--pairs", "2", "--db", str(db))
    assert (found["pairs"], found["games"]) == (2, 4)
    scores = {boss: one["score"]["mean"] for boss, one in found["duel"].items()}
    assert sum(scores.values()) == pytest.approx(1.0)
    assert sum(found["duel"]["greedy"]["pairs"].values()) == 2
    more = _json("compare", "greedy", "random", *QUICK_RIOT, "--pairs", "3", "--db", str(db))
    assert more["campaign"] == found["campaign"]
    assert more["pairs"] == 3


def test_two_sets_of_rules_are_compared_pair_by_pair(tmp_path: Path) -> None:
    """With seven dice each a game takes longer than with five, in every pair."""
    found = _json("compare", "dice=5", "dice=7", *SHORT, "--pairs", "4", "--db", str(tmp_path / "lab.sqlite"))
    turns = found["measures"]["turns"]["dice=7"]
    assert turns["difference"]["mean"] > 1
    assert turns["chance"] < 0.05


def test_rules_that_were_changed_in_their_file_are_another_question(tmp_path: Path) -> None:
    """The name of a question goes by what the rules say: it is asked anew, and put back it goes on with its games."""
    file, db = tmp_path / "mine.yaml", str(tmp_path / "lab.sqlite")

    def asked(game: dict[str, Any]) -> str:
        file.write_text(json.dumps(game))
        name = _json("compare", str(file), f"{file},dice=5", "--pairs", "1", "--db", db)["campaign"]
        assert isinstance(name, str)
        return name

    shown = subprocess.run([sys.executable, "-m", "riotsim", "rules", "show", "demolition_dice", "--json"],
                           capture_output=True, text=True, check=True)  # fmt: skip
    usual = json.loads(shown.stdout)
    first = asked(usual)
    assert asked({**usual, "dice": 7}) != first
    assert asked(usual) == first
    found = {one["name"]: one["games"] for one in _json("list", "--db", db)["campaigns"]}
    assert len(found) == 2
    assert set(found.values()) == {2}


def test_arms_whose_names_begin_alike_are_two(tmp_path: Path) -> None:
    """What differs behind the sixtieth letter is compared as well."""
    alike = "table.width=24in,table.depth=24in,table.surface=felt,hand=average,"
    words = (f"{alike}dice=5", f"{alike}dice=6")
    found = _json("compare", *words, *SHORT, "--pairs", "1", "--db", str(tmp_path / "lab.sqlite"))
    assert len(found["arms"]) == 2
    assert found["games"] == 2


def test_a_test_about_what_no_game_has_says_so_after_few_games(tmp_path: Path) -> None:
    """A slip in the measure's name is told though there were too few pairs for the test to look."""
    words = ("compare", "dice=5", "dice=6", *SHORT, "--measure", "turnz", "--difference", "1", "--pairs", "1")
    told = _lab(*words, "--db", str(tmp_path / "lab.sqlite"), code=2)
    assert "no game has the measure 'turnz'; did you mean turns?" in told.stderr
    assert told.stdout == ""


def test_what_is_being_played_is_not_deleted(tmp_path: Path) -> None:
    """One message tells who plays it; from a machine that is gone it can be taken."""
    db = tmp_path / "lab.sqlite"
    name = _json("sweep", "dice", "5", "6", *SHORT, "--pairs", "1", "--db", str(db))["campaign"]
    with Ledger(db) as ledger, ledger.held(ledger.plan(name)):
        assert "is being played by process" in _lab("delete", name, "--db", str(db), code=2).stderr
        assert "is being played by process" in _lab("free", name, "--db", str(db), code=2).stderr
        ledger._connection.execute("UPDATE campaign SET host = 'elsewhere'")
        refused = _lab("delete", name, "--db", str(db), code=2).stderr
        command = shlex.split(refused.partition("if that is gone: ")[2])
        assert command[:2] == ["riotsim", "lab"]
        assert f"taken from process {os.getpid()} on elsewhere" in _lab(*command[2:]).stderr
        _lab("delete", name, "--db", str(db))


def test_many_arms_are_told_below_each_other(tmp_path: Path) -> None:
    """Of six arms none is cut short where there is room for three; one pair of games has no interval."""
    file = tmp_path / "many.yaml"
    arms = {f"with {dice} dice a tower": {"set": {"dice": dice}} for dice in range(3, 9)}
    file.write_text(json.dumps({"name": "many", "rules": "demolition_dice", "pairs": 1, "arms": arms}))
    told = _lab("run", str(file), "--db", str(tmp_path / "lab.sqlite")).stdout
    assert "6 games of 1 seed" in told
    assert "…" not in re.sub(r"\d…\d", "", told)
    assert max(map(len, told.splitlines())) <= 80
    assert len(re.findall(r"^rounds .* \(\?\)$", told, re.MULTILINE)) >= 2
    assert "inf" not in told


def test_a_sweep_shows_an_option_at_all_its_values(tmp_path: Path) -> None:
    """The table has each value, and the page a plot that needs no network."""
    page, db = tmp_path / "sweep.html", str(tmp_path / "lab.sqlite")
    words = ("sweep", "dice", "5", "6", *SHORT, "--pairs", "2", "--measure", "rounds", "--db", db)
    told = _lab(*words, "--plot", str(page)).stdout
    assert "rounds by dice" in told
    assert told.count("●") == 2
    text = page.read_text()
    assert "Plotly.newPlot" in text
    assert 'src="http' not in text
    assert "is there already" in _lab(*words, "--plot", str(page), code=2).stderr


def test_screening_ranks_options(tmp_path: Path) -> None:
    """How many dice there are matters more for the length of a game than how wide the table is."""
    words = ("--knob", "dice=5..8", "--knob", "table.width=24in..25in", "--trajectories", "2", "--pairs", "1")
    found = _json("screen", *SHORT, *words, "--measure", "decisions", "--db", str(tmp_path / "lab.sqlite"))
    assert [one["option"] for one in found["effects"]] == ["dice", "table.width"]


def test_tuning_comes_nearer_and_goes_on(tmp_path: Path) -> None:
    """Of 5 to 8 dice the fewest give the shortest games; a study that is asked for more trials keeps those it has."""
    words = (*SHORT, "--knob", "dice=5..8", "--target", "median decisions=60", "--pairs", "1", "--db",
             str(tmp_path / "lab.sqlite"))  # fmt: skip
    few = _json("tune", *words, "--trials", "2")
    more = _json("tune", *words, "--trials", "5")
    assert (few["trials"], more["trials"]) == (2, 5)
    assert more["miss"] <= few["miss"]
    assert "riotsim game" in more["command"]


def test_a_tournament_rates_everybody(tmp_path: Path) -> None:
    """Elo of all, their mean being 0, and a score for each meeting."""
    bosses = ("greedy@steady", "greedy@drunk", "random")
    found = _json("tournament", *bosses, *QUICK_RIOT, "--pairs", "1", "--db", str(tmp_path / "lab.sqlite"))
    assert set(found["elo"]) == set(bosses)
    assert sum(one["mean"] for one in found["elo"].values()) == pytest.approx(0.0, abs=1e-6)
    assert len(found["scores"]) == 3


def test_campaigns_are_listed_and_deleted(tmp_path: Path) -> None:
    """What was played is found again, until it is deleted."""
    db = str(tmp_path / "lab.sqlite")
    name = _json("sweep", "dice", "5", "6", *SHORT, "--pairs", "1", "--db", db)["campaign"]
    (entry,) = _json("list", "--db", db)["campaigns"]
    assert (entry["name"], entry["games"], entry["arms"]) == (name, 2, ["5", "6"])
    _lab("delete", name, "--db", db)
    assert _json("list", "--db", db) == {"campaigns": []}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run", "nowhere.yaml"), "nowhere.yaml: cannot be read"),
        (("compare", "greedy", "tower.swig=2"), "two bosses can be compared, or two sets of rules"),
        (("compare", "greedy", "greddy"), "two bosses can be compared"),
        (("compare", "greedy", "random@stedy"), "did you mean steady?"),
        (("compare", "greedy", "random", "--rules", "demolition_dice"), "3 can play Demolition Dice"),
        (("compare", "tower.swig=1", "tower.swig=2", "--measure", "turns"), "belong together"),
        (("sweep", "tower.swig", "1"), "two different values"),
        (("sweep", "tower.swg", "1", "2"), "did you mean"),
        (("screen", "--knob", "tower.swig=3..1"), "from a smaller to a larger number"),
        (("tune", "--knob", "tower.swig=1..3", "--target", "turns"), "a target is written like"),
        (("tournament", "greedy"), "two different bosses or more"),
        (("tournament", "greedy@" + "a" * 40, "random@" + "b" * 40), "at most 60"),
        (("compare", "greedy", "greedy"), "greedy is compared with itself"),
        (("compare", "greedy", "random", "--boss", "random"), "--boss says who plays where rules are compared"),
        (("compare", "greedy", "random", "--difference", "inf"), "difference inf: Input should be a finite number"),
        (("run", "{here}/asked.yaml", "--pairs", "2000000"), "--pairs"),
        (("run", "{here}/endless.yaml"), "stop.difference"),
        (("delete", "nothing"), "there is no ledger here yet"),
        (("free", "nothing"), "there is no ledger here yet"),
    ],
)
def test_bad_input_gets_one_message(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    """Whoever types it is told what would be right, with exit code 2, and nothing is played."""
    asked = {"name": "asked", "rules": "demolition_dice", "arms": {"usual": {}}}
    (tmp_path / "asked.yaml").write_text(json.dumps(asked))
    endless = {**asked, "stop": {"measure": "turns", "difference": math.inf, "even": 1}}
    (tmp_path / "endless.yaml").write_text(json.dumps(endless).replace("Infinity", ".inf"))
    db = tmp_path / "lab.sqlite"
    told = _lab(*(word.replace("{here}", str(tmp_path)) for word in words), "--db", str(db), code=2)
    assert said in told.stderr
    assert told.stdout == ""
    assert not db.exists()
