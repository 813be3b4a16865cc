"""Whole runs of `riotsim lab tune`, `sweep`, `screen` and `compare` with made-up games, and what these commands
print.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from command_line import riotsim

from riotsim.lab.campaigns import running
from riotsim.lab.campaigns.plan import seed_of
from riotsim.lab.campaigns.trial import Job, Played
from riotsim.store.database.document import Header

pytestmark = pytest.mark.usefixtures("games_here", "made_up_games")


def played(job: Job) -> Played:
    """Return a made-up game. It takes ten turns for each die, and up to two more. The greedy player wins, or else the
    first player.
    """
    header = Header.model_validate_json(job.header)
    dice: Any = header.rules.text.get("dice")
    turns = 10.0 * dice + header.seed % 3 if isinstance(dice, int) else 5.0
    names = [seat.name for seat in header.seats]
    winner = next((name for name in names if name.startswith("greedy")), names[0])
    figures = {"turns": turns} | {f"wins {name}": float(name == winner) for name in names}
    figures |= {f"wins seat {seat}": float(name == winner) for seat, name in enumerate(names, 1)}
    return Played(figures, {}, (winner,), "", 3.0)


@pytest.fixture
def made_up_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give games made-up results, so that none is played."""
    monkeypatch.setattr(running, "play", played)


def turns(dice: int, pairs: int, seed: int = 1) -> float:
    """Return the mean of the turns over the first pairs of a campaign with this seed."""
    return sum(10 * dice + seed_of(seed, pair) % 3 for pair in range(pairs)) / pairs


def lab(tmp_path: Path, *words: str) -> list[str]:
    """Run a command of `riotsim lab` and return the lines that it prints, with # for the digest of a campaign's name.
    Check that stderr has the command for a page, except for a tuning or `--json`.
    """
    done = riotsim("lab", *words, "--db", tmp_path / "lab.sqlite", env={"COLUMNS": "400"})
    assert done.returncode == 0, done.stderr
    assert ("for a page: riotsim lab report" in done.stderr) == (words[0] != "tune" and "--json" not in words)
    return [re.sub(r" [0-9a-f]{8}(?= |$)", " #", line.rstrip()) for line in done.stdout.splitlines()]


SHORT = ("--rules", "demolition_dice")

LOOKS = "In brackets: where the true value lies with 95 % certainty, however often you look"


def test_a_tuning_tries_plays_again_and_answers(tmp_path: Path) -> None:
    """A tuning prints each trial, then the best setting with its values in fresh games, and a command for one game.
    Without fresh games, the same tuning plays nothing, and gives the games that chose the setting.
    """
    words = ("tune", *SHORT, "--knob", "dice=3|4|5", "--target", "turns=41±2", "--pairs", "2", "--trials", "3")
    told = lab(tmp_path, *words, "--confirm", "8")
    trials, rest = told[:3], told[3:]
    assert sorted(line.partition(": ")[2] for line in trials) == [
        f"dice={dice} → turns {turns(dice, 2):.3g}" for dice in (3, 4, 5)
    ]
    assert [line.partition(":")[0] for line in trials] == ["1 of 3", "2 of 3", "3 of 3"]
    fresh = turns(4, 8, seed_of(1, 2**31))
    command = (
        "riotsim game --rules demolition_dice --set dice=4 --player Ada=greedy --player Bea=greedy --player Cy=greedy "
        f"--seed {seed_of(1, 0)}"
    )
    ways = ["All 3 settings that there are were tried.", "to see one of its games:", command]
    assert rest[:2] + rest[3:4] + rest[5:] == [
        "", "the best setting: dice 4", "another good one: dice 5",
        "From 8 fresh pairs of games for each setting, not from those that chose it; in brackets: where the true "
        "values lie, all together with 95 % certainty. Chance that the options do nothing and this came about: 0.008.",
        *ways,
    ]  # fmt: skip
    assert re.fullmatch(rf"  turns {fresh:.1f} \(\S+\): not known whether it is within 41 ± 2", rest[2])
    assert re.fullmatch(rf"  turns {fresh + 10:.1f} \(\S+\): not within 41 ± 2", rest[4])
    (plain,) = lab(tmp_path, *words, "--confirm", "8", "--json")
    found = json.loads(plain)
    confirmed = found.pop("confirmed")
    assert [(one["options"], one["found"]["turns"]["mean"], one["answers"]) for one in confirmed] == [
        ({"dice": "4"}, fresh, {"turns": "not known"}), ({"dice": "5"}, fresh + 10, {"turns": "missed"}),
    ]  # fmt: skip
    assert found == {
        "options": {"dice": "4"}, "found": {"turns": fresh}, "miss": ((fresh - 41) / 2) ** 2, "met": True, "trials": 3,
        "settings": 3, "pairs": 8, "chance of nothing": 2 * 0.5**8, "command": command,
    }  # fmt: skip
    mean = turns(4, 2)
    assert lab(tmp_path, *words, "--confirm", "0") == [
        "", "the setting whose games came nearest", "  dice: 4", f"  turns {mean:.3g} (wanted 41 ± 2)",
        "These are the games that chose it, so they flatter it: --confirm plays it anew.", *ways,
    ]  # fmt: skip


def test_a_sweep_tells_what_changes(tmp_path: Path) -> None:
    """A sweep compares each value of an option with the first, in the wanted measure. If all 8 pairs differ in the same
    way, the chance of this is 2 · 0.5⁸.
    """
    words = ("sweep", "dice", "3", "5", *SHORT, "--pairs", "8", "--measure", "turns")
    first, second = turns(3, 8), turns(5, 8)
    head, sentence, *others, end, question = lab(tmp_path, *words)
    assert head == "dice from 3 to 5 # · Demolition Dice · 16 games of 8 seeds"
    assert sentence == f"Turns: more in “5” than in “3”, {second:.1f} against {first:.1f}."
    blank, title, columns, low, high, last = others[-6:]
    assert (blank, title, columns.split(), last) == ("", "turns by dice", ["mean", "against", "3"], "")
    assert re.fullmatch(rf"3  ─+●─+ +{first:.1f} \(\S+\)", low)
    assert re.fullmatch(rf"5   +─+●─+  {second:.1f} \(\S+\)  \+20\.0 \(\?\)\*", high)
    assert end == f"{LOOKS}; * differs from the first arm (5 %, corrected for the number of measures)."
    assert question == ("(?): from fewer than 6 pairs, or the same in all of them, so no interval can be estimated.")
    (plain,) = lab(tmp_path, *words, "--json")
    found = json.loads(plain)
    row = found.pop("measures")["turns"]
    assert found == {"campaign": found["campaign"], "done": True, "pairs": 8, "option": "dice"}
    assert [(one["mean"], one["of"]) for one in row.values()] == [(first, 8), (second, 8)]
    assert "difference" not in row["3"]
    assert (row["5"]["difference"], row["5"]["chance"]) == (
        {"mean": 20.0, "low": None, "high": None, "of": 8}, 0.5**7,
    )  # fmt: skip


def test_a_screening_ranks_the_options(tmp_path: Path) -> None:
    """A screening tells by how much each option changes turns. Two more dice bring twenty turns more, and the width of
    the table changes nothing.
    """
    words = ("screen", *SHORT, "--knob", "dice=3|5", "--knob", "table.width=24in|25in", "--trajectories", "3",
             "--pairs", "4")  # fmt: skip
    told = lab(tmp_path, *words)
    settings = 4
    assert [" ".join(line.split()) for line in told] == [
        f"screen for turns # · Demolition Dice · {4 * settings} games of 4 seeds",
        "dice changes turns by +20.0 (+20.0 to +20.0) over its range.",
        "No more than noise was seen of table.width.", "",
        "option change over its range strength µ* spread σ", "dice matters +20.0 (20.0…20.0) 20.0 (20.0…20.0) 0.00",
        "table.width no more than noise 0.00 (0.00…0.00) 0.00 (0.00…0.00) 0.00", "",
        f"4 pairs of games at each of {settings} settings can show a change of 0.00 turns or more, most often; smaller "
        "ones may go unseen.",
        "In brackets: where the true value lies with 95 % certainty, however often you look. µ* is the change "
        "whichever its sign, σ how much it depends on other options; chance is taken off both (Morris, Campolongo).",
    ]  # fmt: skip
    (plain,) = lab(tmp_path, *words, "--json", "--difference", "3")
    found = json.loads(plain)
    assert [(one["option"], one["matters"]) for one in found.pop("effects")] == [("dice", True), ("table.width", False)]
    assert found == {
        "campaign": found["campaign"], "measure": "turns", "games": 16, "difference": 3.0, "pairs": 4,
        "smallest": pytest.approx(0.0, abs=1e-9),
    }  # fmt: skip


def test_a_duel_ends_when_it_is_clear(tmp_path: Path) -> None:
    """If the greedy player wins all games, the test decides after 20 pairs, and no more are played."""
    words = ("compare", "greedy", "random", "--rules", "buskit")
    head, verdict, *rest = lab(tmp_path, *words)
    assert head == "greedy against random # · Buskit · 40 games of 20 seeds"
    assert verdict == "greedy is better than random: greedy has 100 % (83 % to 100 %) of the points."
    blank, titles, greedy, random, gap, test, looks = rest
    assert (blank, gap, looks) == ("", "", f"{LOOKS}.")
    assert titles.split("  ")[0] == "player"
    assert titles.endswith("Elo  pairs of games: 0, ½, 1, 1½, 2 points")
    assert greedy.split() == ["greedy", "1.00", "(0.83…1.00)", "+∞", "(+271.2…+∞)", "0", "0", "0", "0", "20"]
    assert random.split() == ["random", "0.00", "(0.00…0.17)", "-∞", "(-∞…-271.2)", "20", "0", "0", "0", "0"]
    assert test.startswith("Sequential test (SPRT) after 20 pairs for 10 points: α 0.05, β 0.05; ")
    everything = lab(tmp_path, *words, "--all")
    table = [" ".join(line.split()) for line in everything]
    assert [line for line in table if line.startswith("turns ")] == ["turns 5.00 (?)"]
    assert everything[-4:] == ["", titles, greedy, random]
