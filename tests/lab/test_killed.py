"""Campaigns whose processes are killed. Only games under way are lost, and no game is stored twice."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
from command_line import riotsim
from small_campaigns import campaign

from riotsim.lab.campaigns.ledger import Ledger
from riotsim.lab.campaigns.plan import Trial
from riotsim.lab.campaigns.trial import Played

TIMEOUT = 240.0
"""Seconds that a run may take on a machine that has much else to do."""

INTERRUPTED = (130, -signal.SIGINT)
"""Exit codes after Ctrl-C; a shell shows both as 130. If Ctrl-C comes while Python executes generated code, such as
that of dataclasses, `python -m` ends itself by the signal.
"""


def _file(folder: Path, pairs: int = 3) -> Path:
    file = folder / "hands.yaml"
    file.write_text(json.dumps(campaign(pairs=pairs)))
    return file


def _begun(file: Path, db: Path, workers: int = 2) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "riotsim", "lab", "run", str(file), "--db", str(db), "--json"]
    command += ["--workers", str(workers)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _found(run: "subprocess.Popen[str]") -> dict[str, Any]:
    out, err = run.communicate(timeout=TIMEOUT)
    assert run.returncode == 0, err
    found: dict[str, Any] = json.loads(out)
    return found


def _found_here(file: Path, db: Path) -> dict[str, Any]:
    """Run the same command with one worker to its end, and return what it prints as JSON."""
    run = riotsim("lab", "run", file, "--db", db, "--workers", "1", "--json")
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def _gone(processes: list[psutil.Process]) -> bool:
    _, alive = psutil.wait_procs(processes, timeout=30)
    return not alive


def _killed_on_and_on(times: int, folder: Path, root: int) -> None:
    """Run a campaign and kill its driver and its workers, in turns, at random moments between and within games.

    Assert that the figures are those of an undisturbed campaign, and that no worker outlives its driver.
    """
    file = _file(folder)
    undisturbed = _found_here(file, folder / "undisturbed.sqlite")
    chance = np.random.default_rng(np.random.SeedSequence(root))
    kills = rounds = 0
    while kills < times:
        rounds += 1
        db = folder / f"disturbed-{rounds}.sqlite"
        run = _begun(file, db)
        while kills < times and run.poll() is None:
            games = int(chance.integers(0, 4)) + (len(_entered(db)) if db.exists() else 0)
            while run.poll() is None and not (db.exists() and len(_entered(db)) >= games):
                time.sleep(0.02)
            time.sleep(float(chance.uniform(0.0, 0.4)))
            if run.poll() is not None:
                continue
            everybody = [psutil.Process(run.pid), *psutil.Process(run.pid).children(recursive=True)]
            driver, *workers = everybody
            if kills % 2 and not workers:
                continue
            victim = workers[int(chance.integers(len(workers)))] if kills % 2 else driver
            if not victim.is_running() or run.poll() is not None:
                continue
            os.kill(victim.pid, signal.SIGKILL)
            kills += 1
            if victim is driver:
                run.communicate(timeout=TIMEOUT)
                assert _gone(everybody), "workers whose driver is gone end by themselves"
                run = _begun(file, db)
        assert _found(run) == undisturbed
        assert _found_here(file, db) == undisturbed, "there is nothing left to play"


@pytest.mark.proof
def test_figures_are_the_same_whatever_is_killed(tmp_path: Path) -> None:
    """If a driver and then a worker are killed at random moments, the figures are the same as without kills."""
    _killed_on_and_on(2, tmp_path, 1)


@pytest.mark.proof
def test_figures_are_the_same_whatever_is_killed_fifty_times(tmp_path: Path) -> None:
    """If drivers and workers are killed fifty times, the campaign's figures are the same as without kills."""
    _killed_on_and_on(50, tmp_path, 2)


@pytest.mark.parametrize("games", [0, 1, pytest.param(5, marks=pytest.mark.proof)])
def test_ctrl_c_pressed_again_and_again_is_one(tmp_path: Path, games: int) -> None:
    """If Ctrl-C is pressed five times in quick succession, `riotsim lab run` ends with an exit code of Ctrl-C and
    prints no traceback.
    """
    db = tmp_path / "lab.sqlite"
    run = _begun(_file(tmp_path, pairs=1_000), db, workers=1)
    time.sleep(1.5)
    _wait_for(games, db)
    for _ in range(5):
        run.send_signal(signal.SIGINT)
        time.sleep(0.03)
    out, err = run.communicate(timeout=60)
    assert run.returncode in INTERRUPTED, err
    assert "Traceback" not in err
    assert out == ""


AT_THE_END = """
import signal, sys
from riotsim.cli import main as cli
from riotsim.lab.campaigns.workers import WorkerPool
close = WorkerPool.close

def closing(pool):
    signal.raise_signal(signal.SIGINT)
    close(pool)

WorkerPool.close = closing
sys.argv = ["riotsim", *sys.argv[1:]]
cli.main()
"""


@pytest.mark.usefixtures("games_here")
def test_ctrl_c_after_the_last_game_is_heeded(tmp_path: Path) -> None:
    """If Ctrl-C is pressed after the last game, while the workers end, the exit code is 130 all the same. So a loop in
    a shell ends too.
    """
    file, db = _file(tmp_path, pairs=1), tmp_path / "lab.sqlite"
    command = [sys.executable, "-c", AT_THE_END, "lab", "run", str(file), "--db", str(db), "--workers", "1"]
    command += ["--json"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert (run.returncode, run.stdout) == (130, "")
    assert f"{len(_entered(db))} games are in the ledger; to resume: riotsim lab run" in run.stderr
    assert "Traceback" not in run.stderr
    there = _found_here(file, db)
    assert there["games"] == len(_entered(db)) == 4  # equal players are played once


@pytest.mark.usefixtures("games_here")
def test_ctrl_c_says_how_to_go_on_and_leaves_nobody_behind(tmp_path: Path) -> None:
    """If Ctrl-C is pressed during a campaign, the exit code is 130, and no worker is left. A line tells the number of
    stored games and a command, which plays the rest.
    """
    file, db = _file(tmp_path, pairs=1), tmp_path / "lab.sqlite"
    command = [
        sys.executable,
        "-m",
        "riotsim",
        "lab",
        "run",
        str(file),
        "--db",
        str(db),
        "--workers",
        "1",
        "--pairs",
        "2",
    ]
    usual = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "usual")}
    run = subprocess.Popen([*command, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=usual)
    children: list[psutil.Process] = []
    _wait_for(1, db)
    children = psutil.Process(run.pid).children(recursive=True)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert run.returncode == 130, err
    assert "Traceback" not in err
    assert out == ""
    assert _gone(children)
    before = _entered(db)
    assert f"{len(before)} games are in the ledger; to resume: riotsim lab run" in err
    words = shlex.split(err.partition("to resume: ")[2].splitlines()[0])
    again = riotsim(*words[1:], env={"XDG_DATA_HOME": usual["XDG_DATA_HOME"]})
    assert again.returncode == 0, again.stderr
    found = json.loads(again.stdout)
    assert (found["done"], found["pairs"]) == (True, 2)
    after = _entered(db)
    assert len(after) == found["games"] > len(before)
    assert before.items() <= after.items(), "what was played stays"
    assert not (tmp_path / "usual").exists(), "the ledger is the same one"


def _wait_for(games: int, db: Path) -> None:
    until = time.monotonic() + TIMEOUT
    while games and not (db.exists() and len(_entered(db)) >= games):
        assert time.monotonic() < until
        time.sleep(0.2)


def _entered(db: Path) -> dict[Trial, Played]:
    with Ledger(db) as ledger:
        return ledger.games("hands")
