"""`riotsim throw`: real throws and their counts."""

import io
import json
import subprocess
import threading
from itertools import pairwise
from pathlib import Path

import pytest
import trimesh
from command_line import riotsim
from rich.console import Console
from scipy.stats import chi2 as chi2_tail

from riotsim.app.output.progress import progress_bar, progress_line, spinner
from riotsim.app.throws import ThrowTally, fairness
from riotsim.files.problems import BadFile
from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.table.acts import Cocked, CutShort, LeftTable, Settled
from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose
from riotsim.table.state import Table

BUILTIN = Path(__file__).parents[2] / "rules" / "riot_dice.yaml"


def throw(*args: str) -> subprocess.CompletedProcess[str]:
    """Run `riotsim throw`."""
    return riotsim("throw", *args)


def lying(name: str, kind: str, value: int) -> Die:
    """Return a die that lies flat and shows `value`."""
    return Die(name, die_kind(kind), pose=Pose((0.0, 0.0, 8.0), die_kind(kind).orientation_showing(value)))


def test_json_is_one_document_and_adds_up() -> None:
    """With `--json`, stdout is one JSON document. Each die counts once in it: by its number, as cocked, or as off the
    table.
    """
    run = throw("2d6+1d8", "--count", "20", "--seed", "5", "--json")
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    assert (told["dice"], told["seed"], told["hand"], told["rolls"]) == ("2d6+1d8", 5, "average", 20)
    on_faces = sum(sum(found["counts"].values()) for found in told["faces"].values())
    assert on_faces + told["cocked"] + told["off_table"] == 20 * 3
    assert [list(found["counts"]) for found in told["faces"].values()] == [
        [str(value) for value in range(1, sides + 1)] for sides in (6, 8)
    ]
    assert 0 < told["rest_s"]["mean"] <= told["rest_s"]["p95"] + 1
    assert told["wall_s"] > 0


def test_a_seed_repeats_and_a_longer_run_begins_alike() -> None:
    """A seed gives the same throws in another process. A longer run with the same seed begins with the throws of the
    shorter one.
    """
    short, long = (json.loads(throw("3d6", "--seed", "9", "--count", n, "--json").stdout) for n in ("3", "6"))
    assert long["results"][:3] == short["results"]
    assert any(a != b for a, b in pairwise(long["results"]))


def test_a_made_up_seed_is_told() -> None:
    """Without `--seed`, each run has another seed and prints it."""
    once, again = (json.loads(throw("1d6", "--json").stdout)["seed"] for _ in range(2))
    assert once != again


def test_a_tray_takes_all_dice() -> None:
    """With `--tray`, dice are thrown into a tray. All dice of a drunk hand stay in the tray, while some leave a
    table.
    """
    tray, table = (
        json.loads(throw("3d6", "--count", "40", "--seed", "1", "--hand", "drunk", "--json", *more).stdout)
        for more in (("--tray",), ())
    )
    assert (tray["tray"], table["tray"]) == (True, False)
    assert tray["off_table"] == 0 < table["off_table"]
    run = throw("2d6", "--seed", "1", "--tray")
    assert run.stdout.startswith("2d6 by an average hand into a tray, seed 1")
    assert "out of the tray 0" in run.stdout


def test_rules_without_felt_or_an_average_hand() -> None:
    """If the rules name a hand, this hand throws by default. A tray can be used even if the rules have no felt."""
    rules = Path(__file__).parents[2] / "examples" / "own_dice" / "house.yaml"
    for more in ((), ("--tray",)):
        run = throw("1d6", "--rules", str(rules), "--seed", "1", *more)
        assert run.returncode == 0, run.stderr
        assert run.stdout.startswith("1d6 by a grandma hand")
    run = throw("1d6", "--rules", str(rules), "--hand", "grandpa")
    assert run.returncode == 2
    assert run.stderr == "no hand is called 'grandpa'; did you mean grandma?\n"


def test_many_throws_show_a_histogram() -> None:
    """Without `--json`, many throws are printed with bars and χ²."""
    run = throw("1d6", "--count", "30", "--seed", "2", "--hand", "steady")
    assert run.returncode == 0
    assert run.stdout.startswith("1d6 by a steady hand, seed 2")
    assert "█" in run.stdout
    assert "χ²" in run.stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["3d7"], "asks for 'd7'; there are d4, d6, d8, d10, d12, d20"),
        (["3d"], "asks for 'd'; there are d4, d6, d8, d10, d12, d20"),
        (["dice"], "Dice are written like 3d6"),
        (["3d6", "--hand", "third"], "no hand is called 'third'; there are steady, average, drunk"),
        (["3d6", "--count", "0"], "'--count': must be at least 1, not '0'"),
        (["3d6", "--seed", "abc"], "'--seed': must be a whole number, such as 2, not 'abc'"),
    ],
)
def test_bad_input_is_one_message(args: list[str], said: str) -> None:
    """If a throw is invalid, a message on stderr gives the remedy. The exit code is 2, and stdout stays empty."""
    run = throw(*args)
    assert run.returncode == 2
    assert said in run.stderr
    assert "Traceback" not in run.stderr
    assert run.stdout == ""


def test_edges_and_other_rules_can_be_thrown_with() -> None:
    """`--set` and `--rules` change the dice that are thrown, so rounded dice fall otherwise. A wrong option is refused
    with a message.
    """
    sharp, rounded = (
        json.loads(throw("3d6", "--count", "5", "--seed", "3", "--json", *more).stdout)["results"]
        for more in ((), ("--set", "dice.edges=1.5mm"))
    )
    assert sharp != rounded
    for args, said in (
        (("1d6", "--set", "dice.edges=9mm"), "dice.edges"),
        (("1d6", "--set", "dice.edges=4.5mm"), "--set dice.edges: a d6 of 16 mm can have edges of at most 4.00 mm"),
        (("1d6", "--rules", "nothing.yaml"), "nothing.yaml: cannot be read"),
    ):
        run = throw(*args)
        assert (run.returncode, said in run.stderr, "Traceback" in run.stderr) == (2, True, False)


def test_only_thrown_dice_limit_their_edges() -> None:
    """If no d4 is thrown, edges that are too large for a d4 are allowed. A game has a d4, so its rules are refused, and
    the message names the model that needs it.
    """
    wide = ("--set", "dice.edges=3mm", "--seed", "1")
    assert throw("3d6", *wide).returncode == 0
    run = throw("3d6+1d4", *wide)
    assert (run.returncode, run.stderr) == (
        2,
        "--set dice.edges: a d4 of 16 mm can have edges of at most 1.63 mm\n",
    )
    told = r"dice\.edges: a d4 .* at most 1\.63 mm; asked for by models\.wildcard\.move(?! and)"
    with pytest.raises(BadFile, match=told):
        load_rules("riot_dice", Rulebook, {"dice.edges": "3mm"})


def test_cocked_and_lost_dice_are_counted_apart() -> None:
    """RD-90, RD-91: a cocked die and a die off the table are counted as such. No number is counted for them."""
    dice = (lying("a", "d6", 4), lying("b", "d6", 2), lying("c", "d6", 6), lying("d", "d8", 7))
    table = Table(600.0, 600.0).with_pieces(dice[0], dice[1], dice[3])
    facts = (LeftTable("c", 100, (0.0, 0.0)), Cocked("b"), CutShort(240))
    tally = ThrowTally(("d6", "d6", "d6", "d8"))
    tally.add(dice, Settled(table, facts, ticks=240))
    summary = tally.summary()
    assert summary["results"] == [[4, None, None, 7]]
    assert (summary["cocked"], summary["off_table"], summary["cut_short"]) == (1, 1, 1)
    assert summary["faces"]["d6"]["counts"] == {"1": 0, "2": 0, "3": 0, "4": 1, "5": 0, "6": 0}
    assert summary["rest_s"] == {"mean": 1.0, "p95": 1.0}


def test_fairness_knows_a_loaded_die() -> None:
    """Equal counts have χ² 0 and p 1. Counts of a die that prefers six have a high χ². Without throws there is
    no χ².
    """
    once = [1] * 6
    assert fairness([10, 10, 10, 10, 10, 10], once) == (0.0, 1.0)
    chi2, p = fairness([10, 10, 10, 10, 10, 40], once)
    assert chi2 == pytest.approx(50.0)
    assert p == pytest.approx(chi2_tail.sf(50.0, df=5))
    assert fairness([0, 0, 0, 0, 0, 0], once) == (None, None)


def test_a_number_on_two_sides_comes_twice_as_often() -> None:
    """If a die has 2, 3, 3, 4, 4 and 5, counts of 10, 20, 20 and 10 are fair. For counts of 15 each, χ² is 5²/10 +
    5²/20 + 5²/20 + 5²/10 = 7.5.
    """
    sides = [1, 2, 2, 1]
    assert fairness([10, 20, 20, 10], sides) == (0.0, 1.0)
    chi2, p = fairness([15, 15, 15, 15], sides)
    assert chi2 == pytest.approx(7.5)
    assert p == pytest.approx(chi2_tail.sf(7.5, df=3))
    assert fairness([60], [6]) == (None, None), "a die with one number shows nothing else"


@pytest.mark.usefixtures("forked_readers")
def test_a_die_with_numbers_on_several_sides_is_held_to_their_shares(tmp_path: Path) -> None:
    """If a die of the rules has a number on several sides, the output has each number's fair share. χ² is computed from
    these shares.
    """
    file = averaging(tmp_path)
    run = throw("3avg", "--rules", str(file), "--count", "20", "--seed", "1")
    assert run.returncode == 0, run.stderr
    assert ("33.3%" in run.stdout, "16.7%" in run.stdout, "χ²" in run.stdout) == (True, True, True)
    found = json.loads(throw("3avg", "--rules", str(file), "--count", "20", "--seed", "1", "--json").stdout)
    avg = found["faces"]["avg"]
    assert avg["fair"] == pytest.approx({"2": 1 / 6, "3": 1 / 3, "4": 1 / 3, "5": 1 / 6})
    total = sum(avg["counts"].values())
    fair = [total * share for share in avg["fair"].values()]
    assert avg["chi2"] == pytest.approx(
        sum((count - its) ** 2 / its for count, its in zip(avg["counts"].values(), fair, strict=True))
    )
    assert avg["p"] > 0.001


def averaging(folder: Path) -> Path:
    """Write rules with a die in the form of a cube with 2, 3, 3, 4, 4 and 5. Return their path."""
    trimesh.creation.box((16, 16, 16)).export(folder / "cube.stl")
    ways = {(0, 0, 1): 2, (0, 0, -1): 5, (1, 0, 0): 3, (-1, 0, 0): 4, (0, 1, 0): 3, (0, -1, 0): 4}
    faces = ", ".join(f"{{looks: {list(way)}, shows: {number}}}" for way, number in ways.items())
    text = BUILTIN.read_text(encoding="utf-8")
    assert "  kinds: {} " in text
    file = folder / "mine.yaml"
    file.write_text(text.replace("  kinds: {} ", f"  kinds: {{avg: {{mesh: cube.stl, faces: [{faces}]}}}} "))
    return file


@pytest.mark.parametrize(("step", "shows"), [(1.0, True), (0.01, False)])
def test_progress_shows_when_it_lasts(step: float, shows: bool) -> None:
    """If throws take more than two seconds, a bar appears in a terminal. If they are quick, none appears."""
    screen = io.StringIO()
    ticks = iter(range(1000))
    console = Console(file=screen, force_terminal=True, width=80)
    with progress_bar(8, "throwing", console=console, clock=lambda: next(ticks) * step) as numbers:
        assert list(numbers) == list(range(8))
    assert ("throwing" in screen.getvalue()) is shows


def test_progress_without_a_terminal_is_a_plain_line_now_and_then() -> None:
    """If stderr isn't a terminal, a line says about every ten seconds how many are done."""
    clock = [0.0]
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=False, width=20)
    with progress_bar(40, "building towers of [20]", console=console, clock=lambda: clock[0]) as numbers:
        for _ in numbers:
            clock[0] += 0.9
    assert screen.getvalue().splitlines() == [
        "building towers of [20]: 12 of 40",
        "building towers of [20]: 24 of 40",
        "building towers of [20]: 36 of 40",
    ]


def test_a_message_without_a_terminal_is_a_plain_line_now_and_then() -> None:
    """If stderr isn't a terminal and a game isn't printed, a line gives its turn about every ten seconds."""
    clock = [0.0]
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=False, width=20)
    with progress_line(console=console, clock=lambda: clock[0]) as progress:
        for number in range(30):
            clock[0] += 0.9
            progress(f"turn {number}")
    assert screen.getvalue() == "turn 11\nturn 23\n"


@pytest.mark.parametrize(("step", "shows"), [(0.5, True), (0.1, False)])
def test_what_has_no_known_end_shows_that_it_goes_on(step: float, shows: bool) -> None:
    """If a game isn't printed, its turn is shown in a terminal after two seconds."""
    screen = io.StringIO()
    ticks = iter(range(1000))
    console = Console(file=screen, force_terminal=True, width=80)
    with progress_line(console=console, clock=lambda: next(ticks) * step) as progress:
        for number in range(8):
            progress(f"turn {number}")
    assert ("turn 7" in screen.getvalue()) is shows


@pytest.mark.parametrize(("terminal", "delay", "shows"), [(True, 0.0, True), (False, 0.0, True), (True, 60.0, False)])
def test_what_says_nothing_more_is_shown_all_the_same(terminal: bool, delay: float, shows: bool) -> None:
    """If reading a file takes longer than a delay, the file's name is shown. No timer is left after the reading."""
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=terminal, width=80)
    with spinner(console=console, delay=delay) as progress:
        progress("reading [a].obj")
        for thread in threading.enumerate():
            if delay == 0.0 and isinstance(thread, threading.Timer):
                thread.join()
    assert ("reading [a].obj" in screen.getvalue()) is shows, repr(screen.getvalue())
    assert not any(isinstance(thread, threading.Timer) for thread in threading.enumerate())


def test_a_die_without_a_number_is_explained() -> None:
    """If a die has no number, the output has "–" for it, and a line explains this sign."""
    run = throw("20d6", "--seed", "2", "--count", "10")
    assert run.returncode == 0, run.stderr
    results, rest = run.stdout.partition("– is")[::2]
    assert "–" in results
    assert rest.startswith(" a die that lies on no face (cocked) or is off the table\n")
    assert "– is" not in throw("3d6", "--seed", "7").stdout


@pytest.mark.parametrize("words", [("throw", "3d6"), ("tower", "3")])
def test_a_seed_that_python_refuses_is_refused(words: tuple[str, ...]) -> None:
    """If a seed is above 2⁶⁴ − 1, `riotsim throw` and `riotsim tower` refuse it with the largest seed."""
    run = riotsim(*words, "--seed", str(2**64))
    assert run.returncode == 2
    assert "18446744073709551615" in run.stderr
