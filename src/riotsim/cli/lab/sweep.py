"""`riotsim lab sweep`: plays games with several values of one option, and shows how measures change."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.app.output.streams import escape_markup, print_json, print_rich, printable
from riotsim.app.saving import Force, check_outputs
from riotsim.cli.lab.options import Cluster, Db, Json, Workers, open_ledger, this_command
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
from riotsim.cli.lab.run import (
    conclusions,
    format_estimate,
    headline,
    legend,
    plain_estimate,
    play,
    print_report_command,
)
from riotsim.cli.options import Companies
from riotsim.errors import BadInput
from riotsim.games import DEFAULT_RULES

if TYPE_CHECKING:
    from rich.table import Table

    from riotsim.lab.statistics.intervals import Estimate

PLOT_WIDTH = 30
"""Width of the bars in the terminal (characters)."""


def sweep(
    option: Annotated[str, typer.Argument(metavar="KEY", help="An option of the rules, such as tower.swig.")],
    values: Annotated[list[str], typer.Argument(metavar="VALUE…", help="Its values, such as 1 2 3.")],
    measure: Annotated[
        list[str] | None, typer.Option(help="A measure to show; may be given more than once. All by default.")
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
    json: Json = False,
) -> None:
    """Play games with several values of one option, all on the same seeds, and show how measures change."""
    from riotsim.lab.campaigns.campaign import Arm

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
    table = {name: {value: found.estimate(value, name) for value in values} for name in wanted}
    if plot is not None:
        _write_plot(plot, option, table)
    if json:
        print_json({"campaign": plan.definition.name, "done": now.done, "pairs": len(found.pairs), "option": option,
                    "measures": {name: {value: None if one is None else plain_estimate(one)
                                        for value, one in row.items()} for name, row in table.items()}})  # fmt: skip
        return
    print_rich(headline(now))
    for name, row in table.items():
        print_rich("", f"[bold]{escape_markup(name)}[/] [dim]by {escape_markup(option)}[/]", _bars(row))
    for sentence in (*legend(one for row in table.values() for one in row.values()), *conclusions(now)):
        print_rich(sentence)
    print_report_command(now, db)


def _arm_names(given: list[str]) -> list[str]:
    """Return the values of the option as the names of the arms that have them.

    Raises:
        BadInput: A value is empty or too long, there is only one value, or a value is given twice.
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


def _bars(row: "dict[str, Estimate | None]") -> "Table":
    """Return a table with a line for each value of the option, in which a bar shows the estimate and its interval.

    All bars have the same scale, from the least to the greatest finite end of all intervals.

    Args:
        row: Estimate by value; None where no game has the measure.
    """
    from rich.table import Table

    made = Table(box=None, pad_edge=False, show_header=False)
    ends = [end for one in row.values() if one is not None for end in one[:3] if math.isfinite(end)]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    for value, one in row.items():
        if one is None:
            made.add_row(escape_markup(value), "–")
            continue
        made.add_row(escape_markup(value), _bar(one, low, high), format_estimate(one))
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
