"""Whole games of two greedy bosses in one process: how many a minute, what is not physics, and how memory goes."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import linear_regression

from benchmarks.figures import Effort, Figure, Measurement, Otherwise, Say
from benchmarks.program.worker import Told

COUNT = (8, 2)
"""Usual and quick."""

MOST = 4000.0
"""A worker that has grown so far is stopped (MB): it grows, and that is told."""

ENOUGH = 200
"""Games after which it can be told whether memory grows: a client of the engine lasts for some 40."""


def measure(effort: Effort, say: Say) -> Iterator[Figure]:
    """Play, and tell."""
    games = effort.games or effort.of(*COUNT)
    told = _played(games, say)
    seconds, physics = sum(game.seconds for game in told), sum(game.physics for game in told)
    turns = sum(game.activations for game in told) / len(told)
    yield Figure(
        "games_per_minute", "whole games of Riot Dice per minute on one core", 60 * len(told) / seconds,
        goal="at least 60", note=f"{len(told)} games, {turns:.0f} activations (turns) on average",
    )  # fmt: skip
    yield Figure(
        "overhead_share", "share of these games' time that is not physics", 1 - physics / seconds, "%", "under 15 %",
        note=f"{1000 * (seconds - physics) / len(told):.0f} ms a game: rules, bots, session and journal",
    )  # fmt: skip
    most = max(game.largest for game in told)
    yield Figure(
        "rss_mb", "peak memory of a process that plays these games, as a worker of the lab", most, "MB",
        "under 300 MB over 1,000 games",
        note=f"after {len(told)} games" + (f" of {games}: it was stopped at {MOST:g} MB" if len(told) < games else ""),
    )  # fmt: skip
    what = "growth of this process's memory per game, in the second half of its games"
    if len(told) < ENOUGH:
        why = f"memory rises and falls, so growth shows only in {ENOUGH} games or more (`--games {ENOUGH}`)"
        yield Figure("rss_mb_per_game", what, None, "MB", "about 0", missing=why)
    else:
        grows = growth([game.memory for game in told])
        yield Figure("rss_mb_per_game", what, grows, "MB", "about 0", note=f"of {len(told)}")


def growth(memory: Sequence[float]) -> float:
    """Return the slope of a series over its last half, of at least two values; 0 for a single value."""
    half = memory[min(len(memory) // 2, max(0, len(memory) - 2)) :]
    return linear_regression(range(len(half)), half).slope if len(half) > 1 else 0.0


def worker(games: int) -> list[str]:
    """Return the command of the process that plays."""
    return [sys.executable, "-m", "benchmarks.program.worker", str(games)]


def _played(games: int, say: Say) -> list[Told]:
    """Return the reports of a fresh process about its games; fewer if it takes too much memory.

    Raises:
        Otherwise: The process died.
    """
    told: list[Told] = []
    stopped = False
    with tempfile.TemporaryFile("w+") as complaints:
        process = subprocess.Popen(
            worker(games), cwd=Path(__file__).parents[2], stdout=subprocess.PIPE, stderr=complaints, text=True,
        )  # fmt: skip
        assert process.stdout is not None, "it was made with a pipe"
        with process:
            try:
                say(f"games: 0 of {games}")
                for line in process.stdout:
                    told.append(Told(**json.loads(line)))
                    say(f"games: {len(told)} of {games}")
                    if told[-1].memory > MOST:
                        stopped = True
                        break
            except BaseException:
                process.kill()
                raise
            if stopped:
                process.terminate()
        if not stopped and len(told) < games:
            complaints.seek(0)
            last = complaints.read().strip().rpartition("\n")[2]
            raise Otherwise(f"after {len(told)} of {games} games their process ended with {process.returncode}: {last}")
    return told


GAMES = Measurement(
    "games", "whole games, and memory",
    ("games_per_minute", "overhead_share", "rss_mb"), measure, ("rss_mb_per_game",),
)  # fmt: skip
