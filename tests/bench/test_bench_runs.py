"""The command that runs the benchmarks, and the tables on which it measures."""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from benchmarks import __main__ as driver
from benchmarks.__main__ import MEASUREMENTS
from benchmarks.acts.crowded import CROWDS, same_bits, touched
from benchmarks.acts.floor import time_of
from benchmarks.document import KEYS
from benchmarks.figures import Effort, Figure, Measurement, Otherwise, Say
from benchmarks.program import games
from benchmarks.program.games import GAMES
from benchmarks.program.worker import Told
from benchmarks.scenes import AWAY, EMPTY, SIDE, THROW, crowded, next_die, seeds_that_stay, throw_at, tower
from riotsim.errors import BadInput
from riotsim.measuring.hands import MODEL_ID
from riotsim.simulation import perform
from riotsim.table.towers import stands

GAME = Told(seconds=2.0, physics=1.5, activations=30, memory=200.0, largest=210.0)
"""The report of a process about a game."""


def fine(effort: Effort, say: Say) -> Iterator[Figure]:
    """Yield a figure."""
    yield Figure("help_s", "help", 0.1 if effort.quick else 0.2, "s", "under 0.3 s")


def fallen(effort: Effort, say: Say) -> Iterator[Figure]:
    """Raise an unexpected error before any figure."""
    yield from ()
    raise OSError("no room left")


def broken(effort: Effort, say: Say) -> Iterator[Figure]:
    """Yield a figure, and then say that the measurement would mean nothing."""
    yield Figure("crowded_10", "ten towers", 1.1)
    raise Otherwise("towers change what comes of a throw")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the benchmarks have three made-up measurements, and write only into this folder. Return the folder."""
    some = (
        Measurement("start", "starts", ("help_s",), fine),
        Measurement("window", "frames", (), fallen, ("frame_python_ms",)),
        Measurement("crowded", "crowds", ("crowded_10", "hit_one"), broken),
    )
    monkeypatch.setattr(driver, "MEASUREMENTS", some)
    monkeypatch.setattr(driver, "DOCUMENT", tmp_path / "bench.json")
    monkeypatch.setattr(driver, "UNPUBLISHED", tmp_path / "bench-failed.json")
    monkeypatch.setattr(driver, "write", lambda whole: (tmp_path / "page.md").write_text("written", encoding="utf-8"))
    return tmp_path


def run(*args: str) -> tuple[int, str, str]:
    """Run the benchmarks and return exit code, stdout and stderr."""
    app = typer.Typer()
    app.command()(driver.bench)
    result = CliRunner().invoke(app, list(args))
    return result.exit_code, result.stdout, result.stderr


def test_a_whole_run_writes_document_and_page(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole run shows each figure with its goal, and writes the document and the page."""
    monkeypatch.setattr(driver, "MEASUREMENTS", (Measurement("start", "starts", ("help_s",), fine),))
    code, out, _ = run()
    assert code == 0
    assert "help_s" in out
    assert "0.2 s  (goal: under 0.3 s)" in out
    assert json.loads((here / "bench.json").read_text(encoding="utf-8"))["help_s"] == 0.2
    assert (here / "page.md").exists()


def test_a_part_writes_nothing_unless_it_is_told_where(here: Path) -> None:
    """A run of a part, or a quick run, writes no files. If a file is named with `--out`, the document goes there."""
    assert run("--only", "start")[0] == 0
    run("--quick")
    assert list(here.iterdir()) == []
    run("--only", "help_s", "--quick", "--out", str(here / "part.json"))
    part = json.loads((here / "part.json").read_text(encoding="utf-8"))
    assert part["help_s"] == 0.1
    assert part["rss_mb"] is None


def test_a_run_in_which_something_failed_takes_no_place(here: Path) -> None:
    """A run with a failure leaves the published figures unchanged, and writes its own beside them."""
    code, _, err = run()
    assert code == 1
    assert "bench-failed.json" in err
    assert [file.name for file in here.iterdir()] == ["bench-failed.json"]
    found = json.loads((here / "bench-failed.json").read_text(encoding="utf-8"))
    assert found["help_s"] == 0.2


def test_of_a_failed_run_only_that_run_speaks(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a run fails and doesn't write bench-failed.json itself, it doesn't mention one from an earlier run. A
    successful run deletes that file.
    """
    (here / "bench-failed.json").write_text("{}", encoding="utf-8")
    assert "bench-failed.json" not in run("--only", "crowded")[2]
    assert "bench-failed.json" not in run("--out", str(here / "mine.json"))[2]
    monkeypatch.setattr(driver, "MEASUREMENTS", (Measurement("start", "starts", ("help_s",), fine),))
    assert run()[0] == 0
    assert not (here / "bench-failed.json").exists()


def stopped(effort: Effort, say: Say) -> Iterator[Figure]:
    """Yield a figure, and then stop as if the user had pressed Ctrl-C."""
    yield Figure("stack_12_ms", "a die", 16.0)
    raise KeyboardInterrupt


def test_ctrl_c_keeps_what_was_measured(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If Ctrl-C stops a whole run, what was measured goes to bench-failed.json, and the published document stays. If it
    stops a part or a quick run, nothing is written.
    """
    some = (
        Measurement("start", "starts", ("help_s",), fine),
        Measurement("stacking", "dice", ("stack_12_ms",), stopped),
        Measurement("crowded", "crowds", ("crowded_10",), broken),
    )
    monkeypatch.setattr(driver, "MEASUREMENTS", some)
    (here / "bench.json").write_text("published", encoding="utf-8")
    for part in (["--only", "start", "--only", "stacking"], ["--quick"]):
        code, _, err = run(*part)
        assert (code, err.splitlines()[-1]) == (130, "stopped")
        assert [file.name for file in here.iterdir()] == ["bench.json"]
    code, out, err = run()
    assert code == 130
    assert "stack_12_ms" in out
    assert "crowded_10" not in out
    assert "what was measured is in bench-failed.json\nstopped\n" in err
    assert (here / "bench.json").read_text(encoding="utf-8") == "published"
    found = json.loads((here / "bench-failed.json").read_text(encoding="utf-8"))
    assert (found["help_s"], found["stack_12_ms"], found["crowded_10"]) == (0.2, 16.0, None)
    assert not found["complete"]


def test_a_figure_that_was_not_declared_is_told_and_fails(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a measurement gives a figure that it didn't declare, the figure is shown, and the run fails."""
    monkeypatch.setattr(driver, "MEASUREMENTS", (Measurement("start", "starts", (), fine, ("other_s",)),))
    code, out, err = run()
    assert code == 1
    assert "0.2 s" in out
    assert "other_s: it failed: help_s is no figure that start says it gives" in err


def test_what_nobody_foresaw_costs_only_its_own_figures(here: Path) -> None:
    """If a measurement ends with an unexpected error, its figures have the error and its line as reason. The next
    measurements still run.
    """
    code, out, err = run("--json", "--only", "frame_python_ms", "--only", "crowded")
    assert code == 1
    assert "frame_python_ms: it failed: OSError: no room left (test_bench_runs.py, line " in err
    assert json.loads(out)["crowded_10"] == 1.1


def test_json_is_all_that_is_written_then(here: Path) -> None:
    """With `--json`, stdout is the document only, with every key."""
    code, out, _ = run("--json", "--only", "start")
    assert code == 0
    assert set(KEYS) <= set(json.loads(out))


def test_what_means_nothing_fails_loudly(here: Path) -> None:
    """If a measurement would mean nothing, the run ends with exit code 1 and the reason. Figures measured before stay
    in the document.
    """
    code, out, err = run("--json")
    assert code == 1
    assert "towers change what comes of a throw" in err
    found = json.loads(out)
    assert found["crowded_10"] == 1.1
    assert found["hit_one"] is None
    assert "towers change" in found["hit_one_missing"]


def test_a_process_that_dies_is_no_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the process that plays games dies, the measurement fails, and says how many games were played."""
    dies = [sys.executable, "-c", "import sys; print(sys.argv[1]); sys.exit('out of memory')", json.dumps(asdict(GAME))]
    monkeypatch.setattr(games, "worker", lambda _: dies)
    with pytest.raises(Otherwise, match=r"after 1 of 3 games their process ended with 1: out of memory"):
        list(GAMES.measure(Effort(games=3), lambda _: None))


def test_growth_is_told_of_enough_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The growth of memory per game is given only after many games, such as 200. After 4 games it is missing, and the
    reason says so.
    """
    script = "import sys; [print(sys.argv[1]) for _ in range(int(sys.argv[2]))]"
    monkeypatch.setattr(
        games, "worker", lambda count: [sys.executable, "-c", script, json.dumps(asdict(GAME)), str(count)]
    )
    few, many = ({one.key: one for one in GAMES.measure(Effort(games=count), lambda _: None)} for count in (4, 200))
    assert few["rss_mb_per_game"].value is None
    assert "--games 200" in few["rss_mb_per_game"].missing
    assert many["rss_mb_per_game"].value == 0.0
    assert many["rss_mb"].value == GAME.largest


def test_what_owes_no_figure_fails_as_loudly(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a measurement that owes no figures fails, the run fails too, and names the measurement."""
    monkeypatch.setattr(driver, "MEASUREMENTS", (Measurement("window", "frames", (), fallen),))
    code, out, err = run()
    assert code == 1
    assert "window" in out
    assert "window: it failed: OSError: no room left" in err


def test_what_is_not_there_cannot_be_chosen() -> None:
    """Measurements are chosen by name, or by the key of a figure. An unknown one is refused with a list of all."""
    with pytest.raises(BadInput, match=r"there is no thorws to measure; there are throws, .*worst_act_s"):
        driver.chosen(["thorws"])
    assert [one.name for one in driver.chosen(["hit_one", "start"])] == ["crowded", "start"]
    assert [one.name for one in driver.chosen(["first_throw_s"])] == ["start"]  # any figure has a name


def test_every_key_is_owed_by_one_measurement() -> None:
    """Each key of the document belongs to exactly one measurement. No two figures have the same name."""
    assert sorted(key for one in MEASUREMENTS for key in one.keys) == sorted(KEYS)
    every = [key for one in MEASUREMENTS for key in one.all_keys]
    assert len(every) == len(set(every))


@pytest.mark.parametrize(("towers", "dice"), CROWDS.items())
def test_crowded_tables_have_their_dice(towers: int, dice: int) -> None:
    """Each crowded table has the wanted numbers of towers and dice. All towers stand, and no two are in the same
    place.
    """
    table = crowded(towers, dice)
    assert len(table.towers) == towers
    assert len(table.dice) == dice
    assert all(stands(table.tower_dice(name)) for name in table.towers)
    feet = {table.tower_dice(name)[0].pose.xy for name in table.towers}
    assert len(feet) == towers


def test_throws_stay_away_from_the_edges() -> None:
    """The dice of the throw on the empty table come to rest away from the edges, where the towers will stand."""
    seeds = seeds_that_stay(5)
    assert len(seeds) == 5
    for seed in seeds:
        lie = perform(EMPTY, THROW, seed).table.dice
        assert len(lie) == len(THROW.dice)
        for die in lie.values():
            assert all(AWAY <= part <= SIDE - AWAY for part in die.pose.xy)


def test_a_throw_that_reaches_a_tower_is_refused() -> None:
    """A throw whose dice touch a tower is refused in the comparison with the empty table."""
    table = crowded(10, 60)
    at_one = throw_at(table.tower_dice("m03")[0].pose.xy)
    same_bits(table, THROW, seeds_that_stay(1)[0])
    hits = next(seed for seed in range(20) if touched(table, perform(table, at_one, seed)))
    assert "m03" in touched(table, perform(table, at_one, hits))
    with pytest.raises(Otherwise, match=f"seed {hits}"):
        same_bits(table, at_one, hits)
    assert not touched(table, perform(table, THROW, seeds_that_stay(1)[0]))


def test_the_engines_part_is_that_of_its_steps() -> None:
    """A throw takes time in the engine's steps and outside of them. The first die of a tower is put down without any
    step.
    """
    throw = time_of([(EMPTY, THROW, 0)])
    assert 0.0 < throw.steps < throw.whole
    assert time_of([(tower(1, 0), next_die(0), 0)]).steps == 0.0


def test_towers_are_those_of_a_hand() -> None:
    """A tower of the benchmark stands and is crooked. One seed builds the same first die at any height, another seed
    another tower.
    """
    low, high = tower(1, 3), tower(1, 4)
    assert stands(high.tower_dice(MODEL_ID))
    assert high.tower_dice(MODEL_ID)[0] == low.tower_dice(MODEL_ID)[0]
    assert len({die.pose.xy for die in high.tower_dice(MODEL_ID)}) == 4
    assert tower(2, 3) != low
