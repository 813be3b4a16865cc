"""`riotsim lab screen`: ranks many options of the rules by their effect on a measure."""

from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.app.output.streams import escape_markup, print_json, print_rich
from riotsim.app.saving import Force, check_outputs
from riotsim.cli.lab.options import Cluster, Db, Json, Workers, open_ledger, this_command
from riotsim.cli.lab.output.results import conclusions, headline, print_report_command
from riotsim.cli.lab.questions import (
    Options,
    Pairs,
    Parameters,
    Players,
    PlotFile,
    Rules,
    Seed,
    as_typed,
    check_measures,
    known_measures,
    make_campaign,
    parse_options,
    parse_parameters,
    parse_players,
    prepare,
    require_module,
)
from riotsim.cli.lab.run import play
from riotsim.cli.options import Companies
from riotsim.errors import BadInput
from riotsim.games import DEFAULT_RULES

if TYPE_CHECKING:
    from riotsim.lab.search.screening import Effect


def screen(
    knob: Parameters,
    measure: Annotated[str, typer.Option(help="The measure on which the options have an effect.")] = "turns",
    trajectories: Annotated[
        int,
        typer.Option(
            min=2, max=1000, help="Number of starting points; each takes one setting more than there are parameters."
        ),
    ] = 10,
    rules: Rules = DEFAULT_RULES,
    options: Options = None,
    player: Players = None,
    company: Companies = None,
    pairs: Pairs = 4,
    seed: Seed = 1,
    plot: PlotFile = None,
    force: Force = False,
    workers: Workers = None,
    cluster: Cluster = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Rank many options of the rules by their effect on a measure (Morris' method).

    From each of several starting points, one option after the other is changed. Try:

    --parameter tower.swig=1..3 --parameter fight.shove=2in..4in --parameter scoot.order=any|ascending

    \f

    Raises:
        BadInput: An option of the command is malformed, the measure is unknown or missing in all games of some
            combination of values, there are too many combinations, the plot's file exists, or a package is missing.
        BadFile: The rules are invalid, or the plot or the ledger can't be written.
    """
    import numpy as np

    from riotsim.lab.campaigns.campaign import MAX_ARMS, Arm
    from riotsim.lab.search.screening import design, effects, settings

    knobs = parse_parameters(knob)
    if (many := trajectories * (len(knobs) + 1)) > MAX_ARMS:
        raise BadInput(f"{len(knobs)} knobs from {trajectories} places are {many} settings; at most {MAX_ARMS} are")
    require_module("screen", "SALib", "screen")
    if plot is not None:
        require_module("screen --plot", "plotly", "lab")
        check_outputs([plot], force=force)
    made = design(knobs, trajectories, seed % 2**32)
    common = parse_options(options)
    rows = [settings(knobs, row) for row in made]
    # What rounds to the same setting is played once.
    names = {tuple(row.items()): f"setting {k + 1}" for k, row in reversed(list(enumerate(rows)))}
    arms = {names[tuple(row.items())]: Arm(set={**common, **row}) for row in rows}
    asked = make_campaign(
        f"screen for {measure}",
        arms,
        rules=rules,
        seed=seed,
        pairs=pairs,
        players=parse_players(player),
        companies=company,
    )
    plan = prepare(asked, as_typed(knobs, knob))
    check_measures([measure], plan)
    with open_ledger(db) as ledger:
        now = play(plan, ledger, this_command(), workers=workers, cluster=cluster, measures=[measure])
    found = now.samples
    known_measures([measure], found)
    means = {name: float(np.nanmean(found.values(name, measure))) for name in arms}
    values = np.array([means[names[tuple(row.items())]] for row in rows])
    if np.isnan(values).any():
        raise BadInput(f"in some settings no game has the measure {measure!r}; it can't be screened for")
    ranked = effects(knobs, made, values, seed % 2**32)
    if plot is not None:
        from riotsim.files.atomic import write_whole
        from riotsim.lab.search.plots import screen_page

        write_whole(plot, screen_page(measure, ranked).encode())
    if json:
        print_json({"campaign": plan.definition.name, "measure": measure, "games": pairs * plan.games_per_pair,
                    "effects": [_plain(effect) for effect in ranked]})  # fmt: skip
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("option", "strength µ*", "95 %", "with its sign µ", "spread σ"):
        table.add_column(head, justify="left" if head == "option" else "right")
    for one in ranked:
        strength, low, high, mean, spread = (
            f"{number:.3g}" for number in (one.strength, one.low, one.high, one.mean, one.spread)
        )
        table.add_row(escape_markup(one.option), strength, f"{low}…{high}", mean, spread)
    what = f"[bold]{escape_markup(measure)}[/]: the effect of each parameter over its whole range"
    print_rich(headline(now), what, table,
               "[dim]A large σ beside µ*: the effect depends on other parameters, or on chance.[/]")  # fmt: skip
    for sentence in conclusions(now):
        print_rich(sentence)
    print_report_command(now, db)


def _plain(effect: "Effect") -> dict[str, object]:
    return {"option": effect.option, "strength": effect.strength, "low": effect.low, "high": effect.high,
            "sure": effect.interval_half_width, "mean": effect.mean, "spread": effect.spread}  # fmt: skip
