"""The results of a campaign in the terminal: the findings in words, a table, and notes."""

import shlex
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from riotsim.app.output.streams import console, escape_markup, print_json, print_rich

if TYPE_CHECKING:
    from rich.table import Table

    from riotsim.lab.campaigns.stopping import Status
    from riotsim.lab.statistics.intervals import Estimate
    from riotsim.lab.statistics.samples import Line

DIFFERENCE_HEADER = "difference"
"""Heading of the column with the difference between two arms."""


def format_estimate(estimate: "Estimate", *, signed: bool = False, digits: int | None = None) -> str:
    """Format an estimate with its interval, such as `0.47 (0.41…0.53)`; `0.47 (?)` if the interval is unbounded.

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
    """Yield a sentence in markup that explains `(?)`. If no estimate has an unbounded interval, yield nothing."""
    from riotsim.lab.statistics.intervals import MIN_PAIRS

    if any(one is not None and one.is_unbounded for one in estimates):
        few = f"from fewer than {MIN_PAIRS} pairs, or the same in all of them"
        yield f"[dim](?): {few}, so no interval can be estimated.[/]"


MAIN_MEASURES = ("turns", "margin", "draws")
"""Measures that every summary shows. It also shows wins, the tested measure, and measures that differ between arms."""

MAX_FOUND = 5
"""Maximum number of findings that are printed; the page of `riotsim lab report` has up to twelve."""


def print_summary(status: "Status", *, json: bool, everything: bool = False) -> None:
    """Print the results of a campaign: the findings in words, a table of measures, and notes.

    Args:
        status: The progress of the campaign.
        json: Whether to print one JSON document instead.
        everything: Whether the table has all measures. By default it has only the measures that pass `is_main`.
    """
    from riotsim.lab.statistics.samples import summary

    lines = summary(status.samples)
    if json:
        print_json(document(status, lines))
        return
    arms = tuple(status.samples.plan.arms)
    shown = [line for line in lines if everything or is_main(line, status)]
    columns = _columns(shown, arms)
    print_rich(headline(status), *found_in_words(status, lines), "")
    print_rich(*_tables([line.measure for line in shown], columns, console().width))
    if len(shown) < len(lines):
        print_rich(f"[dim]{len(lines) - len(shown)} more measured, none of which differs: --all shows all.[/]")
    shown_ones = [one for line in shown for one in line.estimates.values()]
    shown_ones += [one.estimate for line in shown for one in line.differences.values() if DIFFERENCE_HEADER in columns]
    for sentence in (*notes(status, compared=len(arms) > 1), *legend(shown_ones), *conclusions(status)):
        print_rich(sentence)


def is_main(line: "Line", status: "Status") -> bool:
    """Return whether a measure is shown by default.

    The wins, the `MAIN_MEASURES`, the tested measure, and measures that differ between arms are shown by default.
    """
    stop = status.samples.plan.definition.stop
    asked = stop is not None and line.measure == stop.measure
    return asked or bool(line.differs) or line.measure in MAIN_MEASURES or line.measure.startswith("wins ")


def found_in_words(status: "Status", lines: "Sequence[Line]") -> "Iterator[str]":
    """Yield at most `MAX_FOUND` findings as sentences in markup. The result of a sequential test comes first.

    Args:
        status: The progress of the campaign.
        lines: The summary of each measure.
    """
    from riotsim.lab.report.findings import findings
    from riotsim.lab.report.standings import standings

    if not status.samples.pairs:
        return
    told = findings(status, lines, standings(status.samples))
    for place, one in enumerate(told[:MAX_FOUND]):
        yield f"[bold]{escape_markup(one.sentence)}[/]" if place == 0 else escape_markup(one.sentence)
    if len(told) > MAX_FOUND:
        yield f"[dim]{len(told) - MAX_FOUND} more findings are marked below with *.[/]"


def notes(status: "Status", *, compared: bool) -> "Iterator[str]":
    """Yield footnotes in markup.

    They tell the state of the test, the smallest detectable differences, and the meaning of the numbers in brackets. If
    `compared`, they also explain the mark `*`.

    Args:
        status: The progress of the campaign.
        compared: Whether the output marks differences between arms with `*`.
    """
    from riotsim.lab.report.verdicts import evidence, hindsight
    from riotsim.lab.statistics.intervals import too_few

    if not status.samples.pairs:
        return
    yield ""
    if by := evidence(status):
        yield f"[dim]{escape_markup(by)}[/]"
    if seen := hindsight(status) or too_few(len(status.samples.pairs)):
        yield f"[dim]{escape_markup(seen)}[/]"
    marks = "; * differs from the first arm (5 %, corrected for the number of measures)" if compared else ""
    yield f"[dim]In brackets: where the true value lies with 95 % certainty, however often you look{marks}.[/]"


def print_report_command(status: "Status", db: Path | None) -> None:
    """Print to stderr the command that writes the campaign's report.

    Print nothing if no seed has all its games finished.

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
    """Return the columns of the table of measures: under each heading, the column's cells in markup, from the top down.

    Each arm has a column. If there are two arms whose difference can be estimated, a third column has the difference.

    Args:
        lines: The summaries of the measures. Each summary becomes a row.
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
    """Yield the table of measures. If the terminal is too narrow for it, divide its columns among several tables.

    Every table has a line for each measure.

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
        differs: Whether the estimate's arm differs from the first arm. If so, the estimate is highlighted, and marked
            with `*`.
    """
    text = "–" if one is None else format_estimate(one, signed=signed)
    return f"[bold yellow]{text}*[/]" if differs else f"{text} "


def headline(status: "Status") -> str:
    """Return the first line of a campaign's results in markup.

    The line has the campaign's name, its game, the number of games, and a note if the campaign is not over.
    """
    found = status.samples
    plan = found.plan
    pairs = len(found.pairs)
    games, seeds = pairs * plan.games_per_pair, "1 seed" if pairs == 1 else f"{pairs} seeds"
    head = f"[bold]{escape_markup(plan.definition.name)}[/] · {plan.game.title} · {games} games of {seeds}"
    return head if status.done else f"{head} [bold]so far; the campaign is not over[/]"


def conclusions(status: "Status") -> "Iterator[str]":
    """Yield lines with markup after a campaign's results.

    If the campaign is over and its sequential test is undecided, the first line tells the user how to go on. Each
    failed game has a further line.
    """
    from riotsim.lab.campaigns.stopping import possible_values
    from riotsim.lab.statistics.sequential import min_pairs

    found = status.samples
    if status.done and status.test is not None and status.test.verdict is None:
        more = max(min_pairs(possible_values(found.plan)), 2 * found.plan.definition.pairs)
        yield f"More pairs may tell: the same command with a larger --pairs, such as {more}, goes on."
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
                arm: None if one is None else plain_estimate(one) | plain_difference(line, arm)
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


def plain_difference(line: "Line", arm: str) -> dict[str, object]:
    """Return an arm's difference from the first arm as plain data for `--json`.

    The mapping is empty if `line` has no difference for this arm.
    """
    if arm not in line.differences:
        return {}
    return {"difference": plain_estimate(line.differences[arm].estimate), "chance": line.adjusted_p[arm]}
