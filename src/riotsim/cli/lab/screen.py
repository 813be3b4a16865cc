"""`riotsim lab screen`: finds which of many options of the rules change a measure, and by how much."""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.app.output.streams import escape_markup, print_json, print_rich
from riotsim.app.saving import Force, check_outputs
from riotsim.cli.lab.options import Cluster, Db, Json, Workers, open_ledger, this_command
from riotsim.cli.lab.output.results import conclusions, headline, print_report_command
from riotsim.cli.lab.questions import (
    Options,
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
    from riotsim.lab.campaigns.plan import Plan
    from riotsim.lab.search.parameters import Parameter
    from riotsim.lab.search.screening import Effect
    from riotsim.lab.statistics.samples import Samples, Values

DEFAULT_PART = 0.2
"""Default of `--difference`, as a fraction of the measure's mean."""

DEFAULT_SHARE = 0.1
"""Default of `--difference` for measures between 0 and 1, such as shares of games."""


def screen(
    knob: Parameters,
    measure: Annotated[str, typer.Option(help="The measure on which the options have an effect.")] = "turns",
    trajectories: Annotated[
        int,
        typer.Option(
            min=2, max=1000, help="Number of starting points; each takes one setting more than there are parameters."
        ),
    ] = 10,
    difference: Annotated[
        float | None,
        typer.Option(
            min=1e-9,
            help="The smallest effect that matters, over an option's whole range; by default a fifth of the measure's "
            "mean, or 0.1 for shares of games.",
        ),
    ] = None,
    rules: Rules = DEFAULT_RULES,
    options: Options = None,
    player: Players = None,
    company: Companies = None,
    pairs: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=1_000_000,
            help="Number of seeds at each setting; by default as many as usually show the difference, up to 100.",
        ),
    ] = None,
    seed: Seed = 1,
    plot: PlotFile = None,
    force: Force = False,
    workers: Workers = None,
    cluster: Cluster = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Find which of many options of the rules change a measure, and rank them (Morris' method).

    From each of several starting points, one option after the other is changed. The first few pairs of games show how
    much measures vary by chance, and so how many pairs are needed. Try:

    --parameter tower.swig=1..3 --parameter fight.shove=2in..4in --parameter scoot.order=any|ascending

    \f

    Raises:
        BadInput: An option of the command is malformed, there are too many combinations, the plot's file exists, or a
            package is missing. It is also raised if the measure is unknown, or if it occurs in no game at one of the
            settings.
        BadFile: The rules are invalid, or the plot or the ledger can't be written.
    """
    from riotsim.lab.campaigns.campaign import MAX_ARMS, Arm

    knobs = parse_parameters(knob)
    if (many := trajectories * (len(knobs) + 1)) > MAX_ARMS:
        raise BadInput(f"{len(knobs)} knobs from {trajectories} places are {many} settings; at most {MAX_ARMS} are")
    require_module("screen", "SALib", "screen")
    if plot is not None:
        require_module("screen --plot", "plotly", "lab")
        check_outputs([plot], force=force)

    import numpy as np

    # late: SciPy takes a second to import, and most errors are told before
    from riotsim.lab.search.screening import PILOT_PAIRS, design, effects, settings, smallest_effect

    made = design(knobs, trajectories, seed % 2**32)
    common = parse_options(options)
    rows = [settings(knobs, row) for row in made]
    # What rounds to the same setting is played once.
    names = {tuple(row.items()): f"setting {k + 1}" for k, row in reversed(list(enumerate(rows)))}
    arms = {names[tuple(row.items())]: Arm(set={**common, **row}) for row in rows}

    def planned(many: int) -> "Plan":
        asked = make_campaign(
            f"screen for {measure}", arms, rules=rules, seed=seed, pairs=many, players=parse_players(player),
            companies=company,
        )  # fmt: skip
        return prepare(asked, as_typed(knobs, knob))

    def measured(found: "Samples") -> "Values":
        known_measures([measure], found)
        by_arm = {name: found.values(name, measure) for name in arms}
        values = np.array([by_arm[names[tuple(row.items())]] for row in rows])
        if np.isnan(values).all(axis=1).any():
            raise BadInput(f"in some settings no game has the measure {measure!r}; it can't be screened for")
        return values

    plan = planned(PILOT_PAIRS if pairs is None else pairs)
    check_measures([measure], plan)
    with open_ledger(db) as ledger:
        now = play(
            plan, ledger, this_command(), workers=workers, cluster=cluster, measures=[measure], forecasts=False
        )  # fmt: skip
        values = measured(now.samples)
        if difference is None:
            difference = _default_difference(measure, float(np.nanmean(values)))
        if pairs is None:
            pairs = _proposed(knobs, made, values, measure, difference, now.samples, workers)
            plan = planned(pairs)
            now = play(plan, ledger, this_command(), workers=workers, cluster=cluster, forecasts=False)
            values = measured(now.samples)
    ranked = effects(knobs, made, values, difference)
    least = smallest_effect(knobs, made, values, difference)
    if plot is not None:
        from riotsim.files.atomic import write_whole
        from riotsim.lab.search.plots import screen_page

        write_whole(plot, screen_page(measure, ranked).encode())
    if json:
        print_json({"campaign": plan.definition.name, "measure": measure, "games": pairs * plan.games_per_pair,
                    "difference": difference, "pairs": pairs, "smallest": least if math.isfinite(least) else None,
                "effects": [_plain(effect) for effect in ranked]})  # fmt: skip
        return
    from rich.table import Table

    from riotsim.lab.report.formatting import number

    print_rich(headline(now), *_in_words(ranked, measure), "")
    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("option", "", "change over its range", "strength µ*", "spread σ"):
        table.add_column(head, justify="right" if head[-1:] in "*σe" else "left")
    for one in ranked:
        change = f"{number(one.mean, signed=True)} ({number(one.mean_low)}…{number(one.mean_high)})"
        answer = "matters" if one.matters else "[dim]no more than noise[/]"
        strength = f"{number(one.strength)} ({number(one.low)}…{number(one.high)})"
        table.add_row(escape_markup(one.option), answer, change, strength, number(one.spread))
    print_rich(
        table,
        "",
        f"[dim]{pairs} pairs of games at each of {len(arms)} settings can show a change of {number(least)} {measure} "
        "or more, most often; smaller ones may go unseen.[/]",
        "[dim]In brackets: where the true value lies with 95 % certainty, however often you look. µ* is the change "
        "whichever its sign, σ how much it depends on other options; chance is taken off both (Morris, "
        "Campolongo).[/]",
    )
    for sentence in conclusions(now):
        print_rich(sentence)
    print_report_command(now, db)


def _default_difference(measure: str, mean: float) -> float:
    """Return the default of `--difference`.

    Args:
        measure: The measure.
        mean: Mean of the measure in the first games.
    """
    from riotsim.lab.campaigns.measures import at_most_one

    return DEFAULT_SHARE if at_most_one(measure) else max(abs(mean) * DEFAULT_PART, 1e-9)


def _proposed(
    knobs: "Sequence[Parameter]", made: "Values", values: "Values", measure: str, difference: float,
    found: "Samples", workers: int | None,
) -> int:  # fmt: skip
    """Return the number of seeds to play at each setting. Print this number, and the expected duration of the games.

    Args:
        knobs: The parameters.
        made: The settings, as `design` returns them.
        values: The measure at each setting with the first seeds.
        measure: The measure.
        difference: The smallest effect that matters.
        found: The first games.
        workers: Number of processes; None for one on each core.
    """
    from riotsim.lab.campaigns.workers import cpu_count
    from riotsim.lab.report.formatting import number
    from riotsim.lab.report.verdicts import duration
    from riotsim.lab.search.screening import MAX_PAIRS, pairs_needed

    need = pairs_needed(knobs, made, values, difference)
    pairs = min(need, MAX_PAIRS)
    games = found.plan.games_per_pair
    seconds = sum(one.seconds for one in found.games.values()) / len(found.games) * games / (workers or cpu_count())
    shown = f"usually show an effect of {number(difference)} {measure}"
    typer.echo(f"Going by the first games, {need} pairs at each of {games} settings ({need * games:,} games, "
               f"{duration(need * seconds)}) {shown}.", err=True)  # fmt: skip
    if pairs < need:
        typer.echo(f"{pairs} are played ({duration(pairs * seconds)}); --pairs {need} plays all.", err=True)
    return pairs


def _in_words(ranked: "Sequence[Effect]", measure: str) -> "Iterator[str]":
    """Yield sentences about the options that change the measure. The sentences have rich markup."""
    matter = [one for one in ranked if one.matters]
    if not matter:
        yield f"[bold]No option was seen to change {escape_markup(measure)}.[/]"
        return
    for one in matter:
        yield f"[bold]{escape_markup(one.option)}[/] changes {escape_markup(measure)}{_way(one)}."
    if rest := [one.option for one in ranked if not one.matters]:
        yield f"No more than noise was seen of {escape_markup(', '.join(rest))}."


def _way(one: "Effect") -> str:
    from riotsim.lab.report.formatting import number

    if one.mean_low <= 0.0 <= one.mean_high:
        return f", up or down depending on other options, by {number(one.strength)} on average"
    low, high = number(one.mean_low, signed=True), number(one.mean_high, signed=True)
    return f" by {number(one.mean, signed=True)} ({low} to {high}) over its range"


def _plain(effect: "Effect") -> dict[str, object]:
    ends = {"low": effect.low, "high": effect.high, "mean low": effect.mean_low, "mean high": effect.mean_high}
    return {
        "option": effect.option, "matters": effect.matters, "chance": effect.chance, "strength": effect.strength,
        **{key: value if math.isfinite(value) else None for key, value in ends.items()}, "mean": effect.mean,
        "spread": effect.spread,
    }  # fmt: skip
