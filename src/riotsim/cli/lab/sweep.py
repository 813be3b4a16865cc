"""`riotsim lab sweep`: plays games with several values of one option, and shows how measures change."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.app.output.streams import escape_markup, print_json, print_rich, printable
from riotsim.app.saving import Force, check_outputs
from riotsim.cli.lab.options import All, Cluster, Db, Json, Workers, open_ledger, this_command
from riotsim.cli.lab.output.results import (
    conclusions,
    format_estimate,
    found_in_words,
    headline,
    is_main,
    legend,
    notes,
    plain_difference,
    plain_estimate,
    print_report_command,
)
from riotsim.cli.lab.questions import (
    Options,
    Pairs,
    Players,
    PlotFile,
    Rules,
    Seed,
    check_measures,
    known_measures,
    make_campaign,
    parse_options,
    parse_players,
    prepare,
    require_module,
)
from riotsim.cli.lab.run import play
from riotsim.cli.options import Companies
from riotsim.errors import BadInput
from riotsim.games import DEFAULT_RULES

if TYPE_CHECKING:
    from rich.table import Table

    from riotsim.lab.statistics.intervals import Estimate
    from riotsim.lab.statistics.samples import Line

PLOT_WIDTH = 30
"""Width of the bars in the terminal (characters)."""


def sweep(
    option: Annotated[str, typer.Argument(metavar="KEY", help="An option of the rules, such as tower.swig.")],
    values: Annotated[list[str], typer.Argument(metavar="VALUE…", help="Its values, such as 1 2 3.")],
    measure: Annotated[
        list[str] | None,
        typer.Option(help="A measure to show; may be given more than once. By default the main ones."),
    ] = None,
    rules: Rules = DEFAULT_RULES,
    options: Options = None,
    player: Players = None,
    company: Companies = None,
    pairs: Pairs = 50,
    seed: Seed = 1,
    plot: PlotFile = None,
    force: Force = False,
    workers: Workers = None,
    cluster: Cluster = None,
    db: Db = None,
    everything: All = False,
    json: Json = False,
) -> None:
    """Play games with several values of one option, all on the same seeds, and show how measures change.

    Each value is compared with the first value, pair by pair.
    """
    from riotsim.lab.campaigns.campaign import Arm
    from riotsim.lab.statistics.samples import summary

    values = _arm_names(values)
    if plot is not None:
        require_module("sweep --plot", "plotly", "lab")
        check_outputs([plot], force=force)
    common = parse_options(options)
    arms = {value: Arm(set={**common, option: value}) for value in values}
    name = f"{option} from {values[0]} to {values[-1]}"
    plan = prepare(
        make_campaign(name, arms, rules=rules, seed=seed, pairs=pairs, players=parse_players(player), companies=company)
    )
    check_measures(measure, plan)
    with open_ledger(db) as ledger:
        now = play(plan, ledger, this_command(), workers=workers, cluster=cluster, measures=measure or ())
    found = now.samples
    wanted = known_measures(measure, found)
    lines = summary(found, measure or ())
    table = {name: {value: found.estimate(value, name) for value in values} for name in wanted}
    if plot is not None:
        _write_plot(plot, option, table)
    if json:
        apart = {line.measure: line for line in lines}
        print_json({"campaign": plan.definition.name, "done": now.done, "pairs": len(found.pairs), "option": option,
                    "measures": {name: {value: None if one is None else
                                        plain_estimate(one) | (plain_difference(apart[name], value)
                                                               if name in apart else {})
                                        for value, one in row.items()} for name, row in table.items()}})  # fmt: skip
        return
    shown = [line for line in lines if measure or everything or is_main(line, now)]
    print_rich(headline(now), *found_in_words(now, lines))
    for line in shown:
        of = f"[bold]{escape_markup(line.measure)}[/] [dim]by {escape_markup(option)}[/]"
        print_rich("", of, _bars(line))
    if len(shown) < len(lines):
        print_rich("", f"[dim]{len(lines) - len(shown)} more measured, none of which differs: --all shows all.[/]")
    ends = [one for line in shown for one in line.estimates.values()]
    ends += [one.estimate for line in shown for one in line.differences.values()]
    for sentence in (*notes(now, compared=True), *legend(ends), *conclusions(now)):
        print_rich(sentence)
    print_report_command(now, db)


def _arm_names(given: list[str]) -> list[str]:
    """Return the values of the option without spaces around them. Each value is also the name of its arm.

    Raises:
        BadInput: A value is empty, too long or not printable, there is only one value, or a value is given twice.
    """
    from riotsim.lab.campaigns.campaign import MAX_NAME_LENGTH

    values = [value.strip() for value in given]
    if len(values) < 2 or len(set(values)) < len(values):
        raise BadInput("a sweep needs two different values or more")
    for value in values:
        if not value:
            raise BadInput("a value is empty; give each as --set has it behind the =, such as 2in")
        if len(value) > MAX_NAME_LENGTH or not value.isprintable():
            raise BadInput(f"{printable(value[:MAX_NAME_LENGTH])}…: a value of a sweep has at most {MAX_NAME_LENGTH} "
                           "letters, in one line; campaign files (docs/how-to/lab.md) name longer ones")  # fmt: skip
    return values


def _bars(line: "Line") -> "Table":
    """Return a table with a row for each value of the option.

    A row has the mean of the measure, a bar that shows the mean and its interval, and the difference from the first
    value of the option. All bars have the same scale. Infinite ends of intervals don't count for the scale.
    """
    from rich.table import Table

    row = line.estimates
    first = next(iter(row))
    made = Table(box=None, pad_edge=False, header_style="dim")
    for head in ("", "", "mean", f"against {escape_markup(first)}"):
        made.add_column(head, justify="right" if head else "left")
    ends = [end for one in row.values() if one is not None for end in one[:3] if math.isfinite(end)]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    for value, one in row.items():
        if one is None:
            made.add_row(escape_markup(value), "–")
            continue
        apart = line.differences.get(value)
        told = "" if apart is None else format_estimate(apart.estimate, signed=True)
        mark = f"[bold yellow]{told}*[/]" if value in line.differs else f"{told} "
        made.add_row(escape_markup(value), _bar(one, low, high), format_estimate(one), mark)
    return made


def _bar(one: "Estimate", low: float, high: float) -> str:
    def column(number: float) -> int:
        if not math.isfinite(number):
            return column(one.mean)
        share = (number - low) / (high - low) if high > low else 0.5
        return round(min(1.0, max(0.0, share)) * (PLOT_WIDTH - 1))

    first, middle, last = (column(number) for number in (one.low, one.mean, one.high))
    line = [" "] * PLOT_WIDTH
    line[first : last + 1] = "─" * (last - first + 1)
    line[middle] = "●"
    return "".join(line)


def _write_plot(file: Path, option: str, table: "dict[str, dict[str, Estimate | None]]") -> None:
    from riotsim.files.atomic import write_whole
    from riotsim.lab.search.plots import sweep_page

    write_whole(file, sweep_page(option, table).encode())
