"""The progress of a running campaign on stderr.

A forecast names the smallest difference that the campaign can detect.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from riotsim.app.interrupts import raise_if_interrupted
from riotsim.cli.lab.output.results import format_estimate

if TYPE_CHECKING:
    from riotsim.lab.campaigns.ledger import Ledger
    from riotsim.lab.campaigns.plan import Plan
    from riotsim.lab.campaigns.running import Step
    from riotsim.lab.campaigns.stopping import Status
    from riotsim.lab.campaigns.workers import WorkerPool

ESTIMATE_INTERVAL_SECONDS = 2.0
"""Least time between two updates of the running estimate on a terminal (s). Each update evaluates all games again."""

PROGRESS_LINE_INTERVAL_SECONDS = 30.0
"""Least time between two progress lines if stderr is not a terminal (s)."""


@contextmanager
def progress_display(
    plan: "Plan", ledger: "Ledger", pool: "WorkerPool", *, forecasts: bool = True
) -> "Iterator[Callable[[Step], None]]":
    """Yield a function that shows the progress on stderr. Call it after each finished game, with the game's `Step`.

    A terminal shows a bar with the rate and the running estimate. If stderr isn't a terminal, it gets lines of text
    with the rate and the estimate.

    Args:
        plan: The campaign.
        ledger: The ledger, which has the number of games that were played before.
        pool: The pool of workers. The number of workers is shown until the first game has finished.
        forecasts: Whether to print a forecast after the games of the first seeds: the smallest difference that the
            campaign can detect.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from riotsim.lab.report.verdicts import PILOT_PAIRS, duration, forecast

    screen = Console(stderr=True)
    total = plan.definition.pairs * plan.games_per_pair
    played = ledger.games(plan.definition.name)
    before = sum(trial in played for trial in plan.trials())
    begun = told = time.monotonic()
    done, forecast_told = before, plan.definition.pairs <= PILOT_PAIRS
    columns = (TextColumn("{task.description}", markup=False), BarColumn(bar_width=24), MofNCompleteColumn(),
               TextColumn("{task.fields[rate]}"), TimeRemainingColumn(elapsed_when_finished=True),
               TextColumn("{task.fields[so_far]}", markup=False))  # fmt: skip
    bar = Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal, speed_estimate_period=600)
    task = bar.add_task(plan.definition.name, total=total, completed=before, rate=_at_a_time(pool), so_far="")

    def show(step: "Step") -> None:
        nonlocal done, told, forecast_told
        raise_if_interrupted()
        done += 1
        now = time.monotonic()
        rate = f"{60 * (done - before) / (now - begun):.1f} a minute"
        bar.update(task, completed=done, rate=rate)
        if not forecast_told and forecasts and len(step.monitor.pairs) >= PILOT_PAIRS:
            forecast_told = True
            if text := forecast(step.monitor.status, (now - begun) / (done - before) * plan.games_per_pair):
                bar.console.print(text, highlight=False, markup=False, soft_wrap=True)
        if now - told < (ESTIMATE_INTERVAL_SECONDS if screen.is_terminal else PROGRESS_LINE_INTERVAL_SECONDS):
            return
        left = f"{duration((total - done) * (now - begun) / (done - before))} left at most"
        told, so_far = now, running_estimate(step.monitor.status)
        bar.update(task, so_far=so_far)
        if not screen.is_terminal:
            typer.echo(f"{plan.definition.name}: {done} of {total} games, {rate}, {left}. {so_far}", err=True)

    with bar:
        yield show


def _at_a_time(pool: "WorkerPool") -> str:
    return f"{pool.workers} at a time"


def running_estimate(status: "Status") -> str:
    """Return the latest estimate as text, such as `wins Ada: 0.47 (0.41…0.53)`; empty if there is none.

    - The measure is the one that the sequential test is about. If there is no test, it is the wins of the first player.
    - If the campaign compares several arms (variants of the rules or players), the text has the difference between the
      first two. If their difference can't be estimated, the text has the estimate of the first arm.
    """
    found = status.samples
    if not found.pairs:
        return ""
    stop = found.plan.definition.stop
    measure = stop.measure if stop is not None else next((m for m in found.measures if m.startswith("wins ")), "")
    first, *others = found.plan.arms
    told = _running_test(status)
    if others and (apart := found.difference(first, others[0], measure)) is not None:
        return f"{measure}, {others[0]} against {first}: {format_estimate(apart.estimate, signed=True)}{told}"
    known = found.estimate(first, measure)
    whose = f", {first}" if others else ""
    return "" if known is None else f"{measure}{whose}: {format_estimate(known)}{told}"


def _running_test(status: "Status") -> str:
    """Return a text about the sequential test; empty if there is no test.

    The text has the log-likelihood ratio, and the bounds that decide the test. With too few pairs for a ratio, the text
    has the needed number of pairs. A pair is all games with one seed.
    """
    from riotsim.lab.campaigns.stopping import possible_values, sprt_of
    from riotsim.lab.statistics.sequential import min_pairs

    asked = sprt_of(status.samples.plan)
    if asked is None or status.test is None:
        return ""
    if status.test.pairs < (wait := min_pairs(possible_values(status.samples.plan))):
        return f"; evidence from {wait} pairs on"
    low, high = asked.bounds
    return f"; evidence {max(status.test.ratios):+.1f}, decided at {low:+.1f} (no difference) or {high:+.1f}"
