"""`riotsim lab run`: plays or resumes a campaign, and prints its results. Other lab commands use its functions too."""

import shlex
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.app.interrupts import interrupts_deferred, raise_if_interrupted
from riotsim.app.output.streams import console, escape_markup, print_json, print_rich
from riotsim.cli.lab.options import Cluster, Db, Json, Workers, open_ledger, this_command, worker_pool
from riotsim.cli.lab.questions import known_measures
from riotsim.errors import BadInput

if TYPE_CHECKING:
    from rich.table import Table

    from riotsim.lab.campaigns.campaign import Campaign
    from riotsim.lab.campaigns.ledger import Ledger
    from riotsim.lab.campaigns.plan import Plan
    from riotsim.lab.campaigns.running import Step
    from riotsim.lab.campaigns.stopping import Status
    from riotsim.lab.campaigns.workers import WorkerPool
    from riotsim.lab.statistics.intervals import Estimate
    from riotsim.lab.statistics.samples import Line

ESTIMATE_INTERVAL_SECONDS = 2.0
"""Time between two updates of the running estimate on a terminal (s). Each update evaluates all games again."""

DIFFERENCE_HEADER = "difference"
"""Heading of the column with the difference between two arms."""

PROGRESS_LINE_INTERVAL_SECONDS = 30.0
"""Time between two progress lines if stderr is no terminal (s)."""


def run(
    campaign: Annotated[
        Path, typer.Argument(metavar="CAMPAIGN.yaml", help="The campaign file; docs/how-to/lab.md has examples.")
    ],
    pairs: Annotated[
        int | None, typer.Option(min=1, max=1_000_000, help="Number of seeds, in place of the number in the file.")
    ] = None,
    workers: Workers = None,
    cluster: Cluster = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Play the games of a campaign file, and print the results. After Ctrl-C the same command resumes the campaign."""
    from riotsim.lab.campaigns.plan import check_arms_differ, make_plan
    from riotsim.lab.campaigns.stopping import check_stop

    asked = read(campaign)
    if pairs is not None:
        asked = asked.model_copy(update={"pairs": pairs})
    plan = make_plan(asked, str(campaign), campaign.parent)
    check_stop(plan, str(campaign))
    check_arms_differ(plan, str(campaign))
    with open_ledger(db) as ledger:
        now = play(plan, ledger, this_command(), workers=workers, cluster=cluster)
    print_summary(now, json=json)
    if not json:
        print_report_command(now, db)


def read(campaign: Path) -> "Campaign":
    """Read a campaign file.

    Raises:
        BadFile: The file is invalid; the error lists all problems.
    """
    from riotsim.files.yaml import read_yaml, validate
    from riotsim.lab.campaigns.campaign import Campaign

    return validate(read_yaml(campaign), Campaign)


def play(
    plan: "Plan",
    ledger: "Ledger",
    resume_command: str,
    *,
    workers: int | None,
    cluster: str | None,
    measures: "Sequence[str]" = (),
    option: str = "--measure",
) -> "Status":
    """Play the games that a campaign still lacks, and show the progress on stderr.

    Args:
        plan: The campaign.
        ledger: The ledger, which stores the results.
        resume_command: The command that resumes the campaign, for messages.
        workers: Number of processes; None for one on each core.
        cluster: Address of a dask cluster; None for this machine.
        measures: Measures that games must have. They are checked after the first pair.
        option: The option that requests them, for messages.

    Returns:
        The progress of the campaign.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed; a message with `resume_command` was printed.
        BadInput: Another process plays the campaign, workers die, or no game has one of `measures`.
        BadFile: No game has the measure of the campaign's sequential test.
    """
    from riotsim.lab.campaigns.running import WorkersKeepDying
    from riotsim.lab.campaigns.running import run as steps
    from riotsim.lab.campaigns.stopping import status
    from riotsim.store.database.lock import Busy

    looked = not measures
    with interrupts_deferred():
        try:
            with worker_pool(workers, cluster) as pool, _progress_display(plan, ledger, pool) as show:
                for step in steps(plan, ledger, pool, raise_if_interrupted):
                    show(step)
                    if not looked and (found := step.monitor.status.samples).pairs:
                        known_measures(measures, found, option)
                        looked = True
            raise_if_interrupted()  # it may have come after the last game
        except (Busy, WorkersKeepDying) as error:
            raise BadInput(str(error)) from error
        except KeyboardInterrupt:
            games = len(ledger.games(plan.definition.name))
            typer.echo(f"{games} games are in the ledger; to resume: {resume_command}", err=True)
            raise
    now = status(plan, ledger.games(plan.definition.name))
    _require_measured(now)
    return now


def _require_measured(now: "Status") -> None:
    """Check that games have the measure of the sequential test. `Monitor.add` can't check this in a short campaign.

    Raises:
        BadFile: No game has the measure.
    """
    from riotsim.files.problems import BadFile, Problem
    from riotsim.play.rulebook.sections import unknown_name

    asked, known = now.samples.plan.definition, now.samples.measures
    if asked.stop is not None and known and asked.stop.measure not in known:
        sentence = unknown_name(f"no game has the measure {asked.stop.measure!r}", asked.stop.measure, known)
        raise BadFile([Problem(asked.name, sentence, field="stop.measure")])


@contextmanager
def _progress_display(plan: "Plan", ledger: "Ledger", pool: "WorkerPool") -> "Iterator[Callable[[Step], None]]":
    """Yield a function that is called with each finished game, and shows the progress on stderr.

    A terminal shows a bar with the rate and the running estimate. Otherwise lines are written.

    Args:
        plan: The campaign.
        ledger: The ledger, which has the number of games that were played before.
        pool: The pool of workers, whose number is shown until the first game has finished.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    screen = Console(stderr=True)
    total = plan.definition.pairs * plan.games_per_pair
    played = ledger.games(plan.definition.name)
    before = sum(trial in played for trial in plan.trials())
    begun = told = time.monotonic()
    done = before
    columns = (TextColumn("{task.description}", markup=False), BarColumn(bar_width=24), MofNCompleteColumn(),
               TextColumn("{task.fields[rate]}"), TimeRemainingColumn(elapsed_when_finished=True),
               TextColumn("{task.fields[so_far]}", markup=False))  # fmt: skip
    bar = Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal, speed_estimate_period=600)
    task = bar.add_task(plan.definition.name, total=total, completed=before, rate=_at_a_time(pool), so_far="")

    def show(step: "Step") -> None:
        nonlocal done, told
        raise_if_interrupted()
        done += 1
        now = time.monotonic()
        rate = f"{60 * (done - before) / (now - begun):.1f} a minute"
        bar.update(task, completed=done, rate=rate)
        if now - told < (ESTIMATE_INTERVAL_SECONDS if screen.is_terminal else PROGRESS_LINE_INTERVAL_SECONDS):
            return
        told, so_far = now, running_estimate(step.monitor.status)
        bar.update(task, so_far=so_far)
        if not screen.is_terminal:
            typer.echo(f"{plan.definition.name}: {done} of {total} games, {rate}. {so_far}", err=True)

    with bar:
        yield show


def _at_a_time(pool: "WorkerPool") -> str:
    return f"{pool.workers} at a time"


def running_estimate(status: "Status") -> str:
    """Return the running estimate as text, such as `wins Ada: 0.47 (0.41…0.53)`; empty before the first pair.

    Its measure is that of the sequential test, or else the wins of the first player. Of several arms the difference
    between the first two is shown if it can be estimated.
    """
    found = status.samples
    if not found.pairs:
        return ""
    stop = found.plan.definition.stop
    measure = stop.measure if stop is not None else next((m for m in found.measures if m.startswith("wins ")), "")
    first, *others = found.plan.arms
    if others and (apart := found.difference(first, others[0], measure)) is not None:
        return f"{measure}, {others[0]} against {first}: {format_estimate(apart.estimate, signed=True)}"
    known = found.estimate(first, measure)
    whose = f", {first}" if others else ""
    return "" if known is None else f"{measure}{whose}: {format_estimate(known)}"


def format_estimate(estimate: "Estimate", *, signed: bool = False, digits: int | None = None) -> str:
    """Format an estimate with its interval, such as `0.47 (0.41…0.53)`, or `0.47 (?)` if it is unbounded.

    Args:
        estimate: The estimate.
        signed: Whether positive numbers get a plus sign.
        digits: Number of decimals; by default two if all finite numbers are below 10, else one.
    """
    import math

    sign = "+" if signed else ""
    mean, low, high, _ = estimate
    if digits is None:
        digits = 2 if all(abs(one) < 10 for one in (mean, low, high) if math.isfinite(one)) else 1
    # What rounds to nothing has no minus.
    parts = [f"{round(number, digits) + 0.0:{sign}.{digits}f}".replace("inf", "∞") for number in (mean, low, high)]
    return f"{parts[0]} (?)" if estimate.is_unbounded else "{} ({}…{})".format(*parts)


def legend(estimates: "Iterable[Estimate | None]") -> "Iterator[str]":
    """Yield a sentence that explains `(?)`, in markup, if one of the estimates has an unbounded interval."""
    from riotsim.lab.statistics.intervals import MIN_PAIRS

    if any(one is not None and one.is_unbounded for one in estimates):
        few = f"from fewer than {MIN_PAIRS} pairs, or the same in all of them"
        yield f"[dim](?): {few}, so no interval can be estimated.[/]"


def print_summary(status: "Status", *, json: bool) -> None:
    """Print the results of a campaign: a line for each measure, and the differences between arms.

    Args:
        status: The progress of the campaign.
        json: Whether to print one JSON document instead.
    """
    from riotsim.lab.report.formatting import count_of
    from riotsim.lab.statistics.intervals import too_few
    from riotsim.lab.statistics.samples import summary

    lines = summary(status.samples)
    if json:
        print_json(document(status, lines))
        return
    arms = tuple(status.samples.plan.arms)
    columns = _columns(lines, arms)
    print_rich(headline(status), *_tables([line.measure for line in lines], columns, console().width))
    if len(arms) > 1:
        apart = (
            f" {DIFFERENCE_HEADER}: of the second from the first, pair by pair." if DIFFERENCE_HEADER in columns else ""
        )
        print_rich(f"[dim]A mean, and where it lies with 95 % certainty.{apart} [/][yellow]*[/][dim]: differs from the "
                   "first arm (pair by pair; Benjamini and Hochberg's correction, 5 %).[/]")  # fmt: skip
        if not any(line.differs for line in lines) and (why := too_few(len(status.samples.pairs))):
            few = count_of(len(status.samples.pairs), "pair", "of seeds")
            print_rich(f"[yellow]{few} can show next to nothing: whether anything differs is not known.[/] {why}")
    shown_ones = [one for line in lines for one in line.estimates.values()]
    shown_ones += [one.estimate for line in lines for one in line.differences.values() if DIFFERENCE_HEADER in columns]
    for sentence in (*legend(shown_ones), *conclusions(status)):
        print_rich(sentence)


def print_report_command(status: "Status", db: Path | None) -> None:
    """Print to stderr the command that writes the campaign's report. Print nothing if no pair counts yet.

    Args:
        status: The progress of the campaign.
        db: The ledger; None for the user's default ledger.
    """
    if not status.samples.pairs:
        return
    name = status.samples.plan.definition.name
    ledger = [] if db is None else ["--db", str(db)]
    command = ["riotsim", "lab", "report", *ledger, *(["--"] if name.startswith("-") else []), name]
    typer.echo(f"for a page: {shlex.join(command)}", err=True)


def _columns(lines: "Sequence[Line]", arms: "Sequence[str]") -> dict[str, list[str]]:
    """Return the cells of the table of measures by the headings of the columns, in markup.

    There is a column for each arm, and for two arms that can be compared also one for their difference.

    Args:
        lines: The summary of each measure, which becomes a row.
        arms: Names of the arms.
    """
    if len(arms) != 2 or DIFFERENCE_HEADER in arms or not any(line.differences for line in lines):
        return {
            arm: [_format_marked_estimate(line.estimates[arm], differs=arm in line.differs) for line in lines]
            for arm in arms
        }
    columns = {arm: [_format_marked_estimate(line.estimates[arm]) for line in lines] for arm in arms}
    columns[DIFFERENCE_HEADER] = [
        _format_marked_estimate(line.differences[arms[1]].estimate, signed=True, differs=bool(line.differs))
        if arms[1] in line.differences else "– "
        for line in lines
    ]  # fmt: skip
    return columns


def _tables(measures: "Sequence[str]", columns: "dict[str, list[str]]", width: int) -> "Iterator[Table]":
    """Yield tables with a line for each measure. Columns that don't fit beside each other go into a further table.

    Args:
        measures: Names of the measures.
        columns: The cells of each column by its heading, in markup.
        width: Width of the terminal (characters).
    """
    from rich.table import Table
    from rich.text import Text

    wide = {
        head: max((Text.from_markup(cell).cell_len for cell in cells), default=0) for head, cells in columns.items()
    }
    room = width - max(map(len, measures), default=0)
    beside: list[list[str]] = [[]]
    for head in columns:
        if beside[-1] and sum(1 + wide[one] for one in (*beside[-1], head)) > room:
            beside.append([])
        beside[-1].append(head)
    for heads in beside:
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("measure", no_wrap=True)
        for head in heads:
            table.add_column(escape_markup(head), justify="right", max_width=wide[head])
        for number, measure in enumerate(measures):
            table.add_row(escape_markup(measure), *(columns[head][number] for head in heads))
        if heads is not beside[-1]:
            table.add_row()
        yield table


def _format_marked_estimate(one: "Estimate | None", *, signed: bool = False, differs: bool = False) -> str:
    """Format an estimate in markup, or `–` for None.

    Args:
        one: The estimate.
        signed: Whether positive numbers get a plus sign.
        differs: Whether the estimate is highlighted and marked with `*`, because its arm differs from the first.
    """
    text = "–" if one is None else format_estimate(one, signed=signed)
    return f"[bold yellow]{text}*[/]" if differs else f"{text} "


def headline(status: "Status") -> str:
    """Return the first line of a campaign's results in markup.

    It has the campaign's name, its game, the number of games, and a note if the campaign is not over.
    """
    found = status.samples
    plan = found.plan
    pairs = len(found.pairs)
    games, seeds = pairs * plan.games_per_pair, "1 seed" if pairs == 1 else f"{pairs} seeds"
    head = f"[bold]{escape_markup(plan.definition.name)}[/] · {plan.game.title} · {games} games of {seeds}"
    return head if status.done else f"{head} [bold]so far; the campaign is not over[/]"


def conclusions(status: "Status") -> "Iterator[str]":
    """Yield sentences in markup on the result of the sequential test, and a line for each game that failed."""
    from riotsim.lab.campaigns.stopping import possible_values
    from riotsim.lab.report.formatting import compared_with, count_of, smallest_difference
    from riotsim.lab.statistics.sequential import min_pairs

    found, stop = status.samples, status.samples.plan.definition.stop
    if stop is not None and status.test is not None:
        plan, measure, after = found.plan, escape_markup(stop.measure), f"after {count_of(status.test.pairs, 'pair')}"
        errors = f"α {stop.alpha:g}, β {stop.beta:g}"
        unit = f"{escape_markup(compared_with(plan))} by {smallest_difference(plan)} or more ({errors})"
        match status.test.verdict:
            case None:
                wait = min_pairs(possible_values(plan))
                yield f"{measure}: {after} not known yet whether it differs {unit}"
                waits = f"The test waits for {wait} pairs. " if status.test.pairs < wait else ""
                more = max(wait, 2 * plan.definition.pairs)
                yield f"{waits}More pairs may tell: the same command with a larger --pairs, such as {more}, goes on."
            case "no difference":
                yield f"{measure}: [bold]does not differ[/] {unit}, {after}"
            case more_or_less:
                sought = f"a difference {escape_markup(compared_with(plan))} of {smallest_difference(plan)}"
                decided = f"the test that looks for {sought} is decided"
                yield f"{measure}: [bold]{more_or_less}[/] ({decided}; {errors}), {after}"
    for trial, failure in found.failed:
        which = f"arm {escape_markup(trial.arm)}, pair {trial.pair}, order {trial.order}"
        yield f"[red]not played[/]: {which}: {escape_markup(failure)}"


def document(status: "Status", lines: "Sequence[Line]") -> dict[str, object]:
    """Return the results of a campaign as plain data for `--json`.

    Args:
        status: The progress of the campaign.
        lines: The summary of each measure.
    """
    found = status.samples
    plan, test = found.plan, status.test
    return {
        "campaign": plan.definition.name,
        "game": plan.game.name,
        "done": status.done,
        "arms": list(plan.arms),
        "pairs": len(found.pairs),
        "games": len(found.pairs) * plan.games_per_pair,
        "failed": [{"arm": t.arm, "pair": t.pair, "order": t.order, "why": why} for t, why in found.failed],
        "test": None if test is None else {"verdict": test.verdict, "pairs": test.pairs, "ratios": list(test.ratios)},
        "measures": {
            line.measure: {
                arm: None if one is None else plain_estimate(one) | (
                    {"difference": plain_estimate(line.differences[arm].estimate), "chance": line.adjusted_p[arm]}
                    if arm in line.differences else {}
                )
                for arm, one in line.estimates.items()
            }
            for line in lines
        },
        "tallies": {name: {arm: dict(found.tally(arm, name)) for arm in plan.arms} for name in found.tallies},
    }  # fmt: skip


def plain_estimate(estimate: "Estimate") -> dict[str, float | int | None]:
    """Return an estimate as plain data for `--json`. An infinite number becomes None."""
    import math

    found = {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}
    return {key: value if math.isfinite(value) else None for key, value in found.items()} | {"of": estimate.sample_size}
