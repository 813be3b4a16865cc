import json
import math
import os
import re
import shlex
import subprocess
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any

import pytest
from command_line import Fork, riotsim

from riotsim.cli.lab.questions import player_names
from riotsim.cli.lab.run import play
from riotsim.cli.main import main
from riotsim.errors import BadInput
from riotsim.lab.campaigns.campaign import Arm, Campaign
from riotsim.lab.campaigns.ledger import Ledger
from riotsim.lab.campaigns.plan import Trial, make_plan
from riotsim.lab.search import confirmation

pytestmark = pytest.mark.usefixtures("games_here")

SHORT = ("--rules", "demolition_dice")

QUICK_DUEL = ("--rules", "buskit", "--set", "mode=duel", "--set", "dice.by=stream")
"""A fight of two characters in a few turns, without dice to simulate."""


def _lab(*words: str, code: int = 0) -> "subprocess.CompletedProcess[str]":
    run = riotsim("lab", *words)
    assert run.returncode == code, run.stderr
    return run


def _json(*words: str) -> Any:
    return json.loads(_lab(*words, "--json").stdout)


def test_two_bosses_are_compared_with_swapped_seats(tmp_path: Path) -> None:
    """A comparison of two bots plays each seed with both seatings. Scores add up to 1. More pairs can be added."""
    db = tmp_path / "lab.sqlite"
    found = _json("compare", "greedy", "random", *QUICK_DUEL, "--pairs", "1", "--db", str(db))
    assert (found["pairs"], found["games"]) == (1, 2)
    scores = {boss: one["score"]["mean"] for boss, one in found["duel"].items()}
    assert sum(scores.values()) == pytest.approx(1.0)
    assert sum(found["duel"]["greedy"]["pairs"].values()) == 1
    more = _json("compare", "greedy", "random", *QUICK_DUEL, "--pairs", "2", "--db", str(db))
    assert more["campaign"] == found["campaign"]
    assert more["pairs"] == 2


def test_two_sets_of_rules_are_compared_pair_by_pair(tmp_path: Path) -> None:
    """If rules with one die and with three dice are compared, three dice are found to make games longer."""
    found = _json("compare", "dice=1", "dice=3", *SHORT, "--pairs", "8", "--db", str(tmp_path / "lab.sqlite"))
    turns = found["measures"]["turns"]["dice=3"]
    assert turns["difference"]["mean"] > 1
    assert turns["chance"] < 0.05
    told = _lab("compare", "dice=1", "dice=3", *SHORT, "--pairs", "8", "--db", str(tmp_path / "lab.sqlite"))
    assert re.search(r"^turns .*\)\*$", told.stdout, re.MULTILINE), "marked where there is no colour, too"
    page = shlex.split(told.stderr.splitlines()[-1].removeprefix("for a page: "))
    assert page == ["riotsim", "lab", "report", "--db", str(tmp_path / "lab.sqlite"), found["campaign"]]


def test_rules_that_were_changed_in_their_file_are_another_question(tmp_path: Path) -> None:
    """If a rules file has changed, a comparison is a new campaign. If it is changed back, the old one goes on."""
    file, db = tmp_path / "mine.yaml", str(tmp_path / "lab.sqlite")

    def asked(game: dict[str, Any]) -> str:
        file.write_text(json.dumps(game))
        found = _json("compare", str(file), f"{file},dice=3", "--pairs", "1", "--db", db)
        assert found["arms"] == ["mine.yaml", "mine.yaml,dice=3"], "not by its folders, of which there may be many"
        name = found["campaign"]
        assert isinstance(name, str)
        return name

    usual = json.loads(riotsim("rules", "show", "demolition_dice", "--json").stdout) | {"dice": 2}
    first = asked(usual)
    assert asked({**usual, "dice": 4}) != first
    assert asked(usual) == first
    found = {one["name"]: one["games"] for one in _json("list", "--db", db)["campaigns"]}
    assert len(found) == 2
    assert set(found.values()) == {2}


def test_arms_whose_names_begin_alike_are_two(tmp_path: Path) -> None:
    """Arms whose names differ only after the sixtieth letter are compared as two arms."""
    alike = "table.width=24in,table.depth=24in,table.surface=felt,hand=average,"
    words = (f"{alike}dice=2", f"{alike}dice=3")
    found = _json("compare", *words, *SHORT, "--pairs", "1", "--db", str(tmp_path / "lab.sqlite"))
    assert len(found["arms"]) == 2
    assert found["games"] == 2


def test_what_is_being_played_is_not_deleted(tmp_path: Path) -> None:
    """If a campaign is being played, it is neither deleted nor freed, and the message names the process."""
    db = tmp_path / "lab.sqlite"
    name = _json("sweep", "dice", "2", "3", *SHORT, "--pairs", "1", "--db", str(db))["campaign"]
    with Ledger(db) as ledger, ledger.reserved(ledger.plan(name)):
        assert "is being played by process" in _lab("delete", name, "--yes", "--db", str(db), code=2).stderr
        assert "is being played by process" in _lab("free", name, "--db", str(db), code=2).stderr
        ledger._connection.execute("UPDATE campaign SET host = 'elsewhere'")
        refused = _lab("delete", name, "--yes", "--db", str(db), code=2).stderr
        command = shlex.split(refused.partition("if that is gone: ")[2])
        assert command[:2] == ["riotsim", "lab"]
        assert f"taken from process {os.getpid()} on elsewhere" in _lab(*command[2:]).stderr
        _lab("delete", name, "-y", "--db", str(db))


def test_many_arms_are_told_below_each_other(tmp_path: Path) -> None:
    """If six arms don't fit side by side, they stand in several tables of full width. One pair has no interval."""
    file = tmp_path / "many.yaml"
    arms = {f"a table of {width} in": {"set": {"dice": 1, "table.width": f"{width}in"}} for width in range(24, 30)}
    file.write_text(json.dumps({"name": "many", "rules": "demolition_dice", "pairs": 1, "arms": arms}))
    told = _lab("run", str(file), "--db", str(tmp_path / "lab.sqlite")).stdout
    assert "6 games of 1 seed" in told
    assert "…" not in re.sub(r"\d…\d", "", told)
    assert max(map(len, told.splitlines())) <= 80
    assert len(re.findall(r"^turns .* \(\?\)$", told, re.MULTILINE)) >= 2
    assert "inf" not in told


def test_a_sweep_shows_an_option_at_all_its_values(tmp_path: Path) -> None:
    """A sweep prints a mean for each value of the option. Its page has a plot that needs no network."""
    page, db = tmp_path / "sweep.html", str(tmp_path / "lab.sqlite")
    words = ("sweep", "dice", "2", "3", *SHORT, "--pairs", "2", "--measure", "rounds", "--db", db)
    told = _lab(*words, "--plot", str(page)).stdout
    assert "rounds by dice" in told
    assert told.count("●") == 2
    text = page.read_text()
    assert "Plotly.newPlot" in text
    assert 'src="http' not in text
    assert "is there already" in _lab(*words, "--plot", str(page), code=2).stderr


def test_screening_ranks_options(tmp_path: Path) -> None:
    """Screening finds that the number of dice matters more for the length of a game than the width of the table."""
    words = ("--knob", "dice=1..3", "--knob", "table.width=24in..25in", "--trajectories", "2", "--pairs", "1")
    found = _json("screen", *SHORT, *words, "--measure", "decisions", "--db", str(tmp_path / "lab.sqlite"))
    assert [one["option"] for one in found["effects"]] == ["dice", "table.width"]


def test_tuning_finds_what_is_wanted_and_goes_on(tmp_path: Path) -> None:
    """Of two numbers of dice, a tuning finds the better one. If more trials are asked for, only new ones are played."""
    words = (*SHORT, "--knob", "dice=1|3", "--target", "median decisions=15±5", "--pairs", "1", "--confirm", "0",
             "--db", str(tmp_path / "lab.sqlite"))  # fmt: skip
    few = _lab("tune", *words, "--trials", "1").stdout
    more = _lab("tune", *words, "--trials", "5").stdout
    assert re.findall(r"^(\d) of (\d):", few + more, re.MULTILINE) == [("1", "1"), ("2", "2")]
    assert "1 different setting was tried, of 2 that there are." in few
    assert "All 2 settings that there are were tried." in more
    tried = {dice: float(found) for dice, found in re.findall(r"dice=(\d) → median decisions ([\d.]+)", few + more)}
    assert set(tried) == {"1", "3"}
    best = min(tried, key=lambda dice: abs(tried[dice] - 15))
    assert f"--set dice={best}" in more
    assert f"median decisions {tried[best]:.3g} (wanted 15 ± 5)" in more
    assert "These are the games that chose it, so they flatter it" in more
    listed = riotsim("lab", "list", *words[-2:], env={"COLUMNS": "120"})
    (line,) = [line for line in listed.stdout.splitlines() if "tune" in line]
    assert "2 of 2" in line  # a game for each trial
    assert ", 2 trials" in line


def test_tuning_tells_what_games_on_fresh_seeds_say(tmp_path: Path) -> None:
    """Good settings are played again on fresh seeds. The same command plays no more games. Its page has plots."""
    words = (*SHORT, "--knob", "dice=1|2|3", "--target", "decisions=10±4", "--pairs", "1", "--trials", "3",
             "--confirm", "3", "--db", str(tmp_path / "lab.sqlite"))  # fmt: skip
    found = _json("tune", *words)
    one, *_ = found["confirmed"]
    assert found["options"] == one["options"]
    assert one["found"]["decisions"]["of"] == found["pairs"] == 3
    assert found["found"]["decisions"] == one["found"]["decisions"]["mean"]
    assert 0.0 <= found["chance of nothing"] <= 1.0
    names = {one["name"].rpartition(" ")[0]: one["games"] for one in _json("list", *words[-2:])["campaigns"]}
    assert [games for name, games in names.items() if name.endswith(", confirmed")] == [9]
    page = tmp_path / "tuning.html"
    told = _lab("tune", *words, "--plot", str(page))
    assert "From 3 fresh pairs of games for each setting" in " ".join(told.stdout.split())
    assert {one["name"].rpartition(" ")[0]: one["games"] for one in _json("list", *words[-2:])["campaigns"]} == names
    text = page.read_text()
    assert "played anew on fresh seeds" in text
    assert text.count("Plotly.newPlot(") >= 3


def test_games_on_fresh_seeds_are_counted_by_the_settings_that_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By default the games on fresh seeds are at most half of those of the trials that were played, however many trials
    were asked for.
    """
    monkeypatch.setattr(confirmation, "MIN_PAIRS", 2)
    words = (*SHORT, "--knob", "dice=1|2", "--target", "decisions=20±0.01", "--pairs", "4", "--trials", "100",
             "--db", str(tmp_path / "lab.sqlite"))  # fmt: skip
    assert _json("tune", *words)["pairs"] == 4


def test_a_file_of_studies_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    """If a folder has the name of the file of studies, the tuning is refused with this name."""
    (tmp_path / "lab.studies.sqlite").mkdir()
    words = (*SHORT, "--knob", "dice=3|4", "--target", "decisions=20", "--db", str(tmp_path / "lab.sqlite"))
    assert "lab.studies.sqlite: can't be used" in _lab("tune", *words, code=2).stderr.replace("\n", "")


def test_tuning_says_how_to_see_one_of_its_games(tmp_path: Path) -> None:
    """The command that a tuning prints plays the game that was judged, with the same bots, hands, options and seed."""
    bosses = ("--boss", "random", "--boss", "greedy@steady", "--boss", "greedy")
    words = (*SHORT, *bosses, "--set", "table.width=25in", "--knob", "dice=2|3", "--target", "rounds=40±2", "--pairs",
             "1", "--trials", "1", "--confirm", "0", "--seed", "7", "--db", str(tmp_path / "lab.sqlite"))  # fmt: skip
    told = _lab("tune", *words).stdout
    found = _json("tune", *words)
    assert found["met"] is False
    assert found["command"] in told
    with Ledger(tmp_path / "lab.sqlite") as ledger:
        (entry,) = ledger.campaigns()
        judged = ledger.games(entry.name)[Trial("trial", 0, 0)]
    program, *command = shlex.split(found["command"])
    assert program == "riotsim"
    game = json.loads(riotsim(*command, "--json", "--no-save").stdout)
    assert game["result"]["winners"] == list(judged.winners)
    assert game["turns"] == judged.figures["turns"]
    assert [(one["bot"], one["hand"]) for one in game["bosses"][:2]] == [("random", "average"), ("greedy", "steady")]


def test_another_question_is_another_study(tmp_path: Path) -> None:
    """If options, bosses or the text of the rules differ, a tuning begins anew and uses no earlier trials."""
    rules = tmp_path / "mine.yaml"
    words = ("tune", "--knob", "dice=1|2", "--target", "rounds=4", "--pairs", "1", "--trials", "1", "--confirm", "0",
             "--rules", str(rules), "--db", str(tmp_path / "lab.sqlite"))  # fmt: skip
    text = (Path(__file__).parents[2] / "rules" / "demolition_dice.yaml").read_text()
    rules.write_text(text)
    assert "1 of 1:" in _lab(*words).stdout
    assert "1 of 1:" not in _lab(*words).stdout
    assert "1 of 1:" in _lab(*words, "--set", "table.width=25in").stdout
    assert "1 of 1:" in _lab(*words, "--boss", "random", "--boss", "random", "--boss", "random").stdout
    rules.write_text(text.replace("24in", "26in"))
    assert "1 of 1:" in _lab(*words).stdout


def test_a_study_is_tuned_by_one_process_at_a_time(tmp_path: Path) -> None:
    """If a process tunes a study, a second process is refused. Once the first one is killed, another one can tune."""
    words = ("tune", *SHORT, "--set", "dice=1", "--knob", "table.width=24in..30in", "--target", "rounds=4",
             "--pairs", "1", "--confirm", "0", "--db", str(tmp_path / "lab.sqlite"), "--trials")  # fmt: skip

    def tune(_: IO[bytes], stdout: IO[bytes]) -> None:
        sys.stdout = TextIOWrapper(stdout, write_through=True)  # this process is a fork
        sys.argv = ["riotsim", "lab", *words, "99"]
        main()

    with Fork(tune) as first:
        try:
            assert first.stdout.readline().startswith(b"1 of 99:")
            refused = _lab(*words, "2", code=2).stderr
            assert f"is being tuned by process {first.pid}, since" in refused
            assert re.match(rb"\d+ of 99:", first.stdout.readline())
        finally:
            first.kill()
    assert "the setting whose games came nearest" in _lab(*words, "2").stdout


def test_a_tournament_rates_everybody(tmp_path: Path) -> None:
    """A tournament gives an Elo number to each player, with a mean of 0, and a score to each meeting."""
    bosses = ("greedy@steady", "greedy@drunk", "random")
    found = _json("tournament", *bosses, *QUICK_DUEL, "--pairs", "1", "--db", str(tmp_path / "lab.sqlite"))
    assert set(found["elo"]) == set(bosses)
    assert sum(one["mean"] for one in found["elo"].values()) == pytest.approx(0.0, abs=1e-6)
    assert len(found["scores"]) == 3


def test_campaigns_are_listed_and_deleted(tmp_path: Path) -> None:
    """A campaign is listed until it is deleted."""
    db = str(tmp_path / "lab.sqlite")
    name = _json("sweep", "dice", "2", "3", *SHORT, "--pairs", "1", "--db", db)["campaign"]
    (entry,) = _json("list", "--db", db)["campaigns"]
    assert (entry["name"], entry["games"], entry["arms"]) == (name, 2, ["2", "3"])
    refused = _lab("delete", name, "--db", db, code=2).stderr
    assert (
        refused.strip()
        == f"{name} with 2 games would be deleted for good, and there is no terminal to ask at: add --yes"
    )
    short = name.rpartition(" ")[0]
    _lab("export", short, "--csv", str(tmp_path / "games.csv"), "--db", db)
    assert f"{name} is deleted" in _lab("delete", short, "--yes", "--db", db).stderr
    assert _json("list", "--db", db) == {"campaigns": []}


@pytest.mark.parametrize(("answer", "left"), [("n", 1), ("y", 0)])
def test_a_person_is_asked_before_a_campaign_is_deleted(answer: str, left: int, tmp_path: Path) -> None:
    """At a terminal, the user is asked before a campaign is deleted. If the answer is no, the campaign is kept."""
    db = tmp_path / "lab.sqlite"
    asked = Campaign(name="hands", rules="demolition_dice", arms={"usual": Arm()})
    with Ledger(db) as ledger, ledger.reserved(make_plan(asked, "campaign.yaml")):
        pass
    mine, theirs = os.openpty()
    os.write(mine, f"{answer}\n".encode())
    with open(theirs, encoding="utf-8") as terminal:
        run = riotsim("lab", "delete", "hands", "--db", db, stdin=terminal)
    os.close(mine)
    assert "Delete hands with 0 games? This can't be undone." in run.stderr
    assert run.returncode == left
    with Ledger(db) as ledger:
        assert len(ledger.campaigns()) == left


def test_a_sweep_of_one_pair_shows_means_without_intervals(tmp_path: Path) -> None:
    """If a sweep has one pair, it shows means without intervals. A higher mean stands farther right."""
    words = ("sweep", "dice", "1", " 3", *SHORT, "--pairs", "1", "--measure", "decisions")
    told = _lab(*words, "--db", str(tmp_path / "lab.sqlite"), "--plot", str(tmp_path / "sweep.html")).stdout
    one, three = (line for line in told.splitlines() if "●" in line)
    assert one.index("●") < three.index("●")
    assert "(?)" in one
    assert "─" not in told
    assert "null" in (tmp_path / "sweep.html").read_text().rpartition("arrayminus")[2][:40]


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("sweep", "dice", "5", "6", "--measure", "roundz"), "--measure"),
        (("screen", "--knob", "dice=5..6", "--trajectories", "2", "--measure", "roundz"), "--measure"),
        (("compare", "dice=5", "dice=6", "--measure", "roundz", "--difference", "1"), "riotsim lab: --measure"),
        (("tune", "--knob", "dice=5|6", "--target", "median roundz=4"), "--target"),
        (("run", "{here}/asked.yaml"), "{here}/asked.yaml: stop.measure"),
    ],
)
def test_a_measure_that_is_misspelt_is_told_before_any_game(
    words: tuple[str, ...], option: str, tmp_path: Path
) -> None:
    """If a measure is misspelt, a message of one line names the right one, before any game is played."""
    stop = {"measure": "roundz", "difference": 1}
    asked = {"name": "asked", "rules": "demolition_dice", "arms": {"a": {}, "b": {"set": {"dice": 5}}}, "stop": stop}
    (tmp_path / "asked.yaml").write_text(json.dumps(asked))
    words = tuple(word.replace("{here}", str(tmp_path)) for word in words)
    rules = () if words[0] == "run" else SHORT
    run = _lab(*words, *rules, "--db", str(tmp_path / "lab.sqlite"), code=2)
    said = f"{option.replace('{here}', str(tmp_path))}: no game has the measure 'roundz'; did you mean rounds?"
    assert run.stderr.strip() == said
    assert run.stdout == ""
    assert [file.name for file in tmp_path.iterdir()] == ["asked.yaml"]


def test_a_measure_that_no_game_turns_out_to_have_is_told_after_the_first_pair(tmp_path: Path) -> None:
    """If the games lack a wanted measure, the first game of a thousand pairs shows this, and the campaign stops."""
    asked = Campaign(name="asked", rules="demolition_dice", arms={"usual": Arm()}, pairs=1000)
    with Ledger(tmp_path / "lab.sqlite") as ledger:
        with pytest.raises(BadInput, match=r"--measure: no game has the measure 'minutes'"):
            play(make_plan(asked, "campaign.yaml"), ledger, "", workers=1, cluster=None, measures=["minutes"])
        assert ledger.count("asked") == 1


@pytest.mark.parametrize(
    ("lacking", "extra", "words"),
    [
        ("optuna", "tune", ("tune", "--knob", "dice=5..6", "--target", "rounds=4", *SHORT)),
        ("SALib", "screen", ("screen", "--knob", "dice=5..6", *SHORT)),
        ("plotly", "lab", ("screen", "--knob", "dice=5..6", "--plot", "p.html", *SHORT)),
        ("plotly", "lab", ("sweep", "dice", "5", "6", "--plot", "p.html", *SHORT)),
        ("polars", "export", ("export", "mine", "--csv", "games.csv")),
    ],
)
def test_what_is_not_installed_is_told_before_any_game(
    lacking: str, extra: str, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a package that a command needs is missing, the message says what to install, and nothing is played."""
    monkeypatch.chdir(tmp_path)  # --plot and --db name files of the current folder
    _uninstall(lacking, monkeypatch)
    assert f"needs {lacking}: pip install 'riotsim[{extra}]'" in _lab(*words, "--db", "lab.sqlite", code=2).stderr
    assert not (tmp_path / "lab.sqlite").exists()


def _uninstall(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)  # its import fails


def test_a_cluster_needs_dask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without dask, one sentence says what to install, and no game is played."""
    _uninstall("distributed", monkeypatch)
    db = ("--db", str(tmp_path / "lab.sqlite"))
    run = _lab("compare", "dice=5", "dice=6", *SHORT, "--cluster", "tcp://127.0.0.1:9", *db, code=2)
    assert "--cluster needs dask: pip install 'riotsim[cluster]'" in run.stderr
    assert _json("list", *db)["campaigns"] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run", "nowhere.yaml"), "nowhere.yaml: cannot be read"),
        (("compare", "greedy", "tower.swig=2"), "two players can be compared, or two sets of rules"),
        (("compare", "greedy", "rndom"), "neither a bot nor rules are called 'rndom'; did you mean random? (the bots"),
        (("compare", "gredy@steady", "random"), "did you mean greedy? (the bots are greedy, planner, hasty, easy,"),
        (("compare", "gredy", "random"), "did you mean greedy?"),
        (("compare", "{here}/asked.yaml", "riot_dice"), "is a campaign; riotsim lab run"),
        (
            ("compare", "table.width=24in", "table.width=24.0in", *SHORT),
            "table.width=24.0in: is the same as table.width=24in",
        ),
        (("compare", "tower.swig=1", "tower.swigg=2"), "riotsim lab: tower.swigg=2: is no key"),
        (("compare", "greedy@stedy", "random"), "riotsim lab: greedy@stedy: no hand"),
        (("sweep", "tower.swig", "1", "1.5"), "riotsim lab: tower.swig=1.5: must be a whole number"),
        (("screen", "--knob", "tower.swig=-3..1"), "riotsim lab: --knob tower.swig=-3..1: must be at least 0, not -"),
        (("tune", "--knob", "tower.swig=-3..1", "--target", "turns=4"), "riotsim lab: --knob tower.swig=-3..1: must"),
        (("run", "{here}/twins.yaml"), "arms.other: is the same as usual: the same rules, and the same players"),
        (("compare", "greedy", "random@stedy"), "did you mean steady?"),
        (("compare", "tower.swig=1", "tower.swig=2", "--measure", "turns"), "belong together"),
        (("sweep", "tower.swig", "1"), "two different values"),
        (("sweep", "dice", "5", " 5"), "two different values"),
        (("sweep", "dice", "5", ""), "a value is empty"),
        (("sweep", "dice", "5", "6" * 61), "at most 60 letters"),
        (("sweep", "dice", "5", "6\n7"), "at most 60 letters, in one line"),
        (("sweep", "di\nce", "5", "6"), "name di\\nce from 5 to 6: string should match"),
        (("sweep", "tower.swg", "1", "2"), "did you mean"),
        (("screen", "--knob", "tower.swig=3..1"), "from a smaller to a larger number"),
        (("tune", "--knob", "tower.swig=1..3", "--target", "turns"), "a target is written like"),
        (("tune", "--knob", "tower.swig=1..3", "--target", "draws=0"), "like draws=0±0.02"),
        (("tune", "--knob", "tower.swig=1..3", "--target", "draws=1±0"), "can't be met within 0"),
        (("tournament", "greedy"), "at least two different bots"),
        (("tournament", "greedy", "random", *SHORT), "bots are compared two by two, and Demolition Dice is for 3"),
        (("compare", "greedy", "random", *SHORT), "bots are compared two by two, and Demolition Dice is for 3"),
        (("tournament", "greedy@" + "a" * 40, "random@" + "b" * 40), "at most 60"),
        (("compare", "greedy", "greedy"), "both players are greedy"),
        (("compare", "greedy", "random", "--boss", "random"), "--player says who plays where rules are compared"),
        (("compare", "greedy", "random", "--difference", "inf"), "difference inf: must be a plain number, such as 1.5"),
        (("run", "{here}/asked.yaml", "--pairs", "2000000"), "--pairs"),
        (("run", "{here}/endless.yaml"), "stop.difference"),
        (("delete", "nothing"), "there is no ledger here yet"),
        (("free", "nothing"), "there is no ledger here yet"),
    ],
)
def test_bad_input_gets_one_message(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    """If a command of the lab is wrong, a message says what would be right. The exit code is 2; nothing is played."""
    asked = {"name": "asked", "rules": "demolition_dice", "arms": {"usual": {}}}
    (tmp_path / "asked.yaml").write_text(json.dumps(asked))
    twins = {**asked, "arms": {"usual": {}, "other": {"set": {"table.width": "24in"}}}}
    (tmp_path / "twins.yaml").write_text(json.dumps(twins))
    endless = {**asked, "stop": {"measure": "turns", "difference": math.inf, "even": 1}}
    (tmp_path / "endless.yaml").write_text(json.dumps(endless).replace("Infinity", ".inf"))
    db = tmp_path / "lab.sqlite"
    told = _lab(*(word.replace("{here}", str(tmp_path)) for word in words), "--db", str(db), code=2)
    assert said in told.stderr
    assert told.stdout == ""
    assert not db.exists()


def test_players_whose_names_begin_alike_are_two() -> None:
    """If two players' names would be cut to the same twenty letters, they end with their seat numbers instead."""
    assert player_names(["greedy@a_hand_of_mine_1", "greedy@a_hand_of_mine_2", "random"]) == [
        "greedy@a_hand_of_m 1", "greedy@a_hand_of_m 2", "random"]  # fmt: skip
