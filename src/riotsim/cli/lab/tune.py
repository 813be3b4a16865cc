"""`riotsim lab tune`: looks for values of options with which measures come close to targets."""

import hashlib
import math
import shlex
from collections.abc import Mapping, Sequence
from itertools import chain
from json import dumps as json_of
from typing import TYPE_CHECKING, Annotated, Final

import typer

from riotsim.app.output.streams import console, escape_markup, print_json, print_rich
from riotsim.cli.lab.options import Cluster, Db, Json, Workers, open_ledger, this_command
from riotsim.cli.lab.questions import (
    Options,
    Pairs,
    Parameters,
    Players,
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
    from riotsim.store.database.document import Header

TRIAL_SEPARATOR: Final = " trial "
"""Separator in the name of a trial's campaign, between the tuning's name and the trial's number.

A trial is the games of one setting; each is a campaign of its own in the ledger.
"""


def tune(
    knob: Parameters,
    target: Annotated[
        list[str],
        typer.Option("--target", metavar="MEASURE=VALUE", help="A target: 'median turns=40' or 'draws=0.1±0.02'."),
    ],
    trials: Annotated[int, typer.Option(min=1, max=10_000, help="Number of different settings to try.")] = 20,
    rules: Rules = DEFAULT_RULES,
    options: Options = None,
    player: Players = None,
    company: Companies = None,
    pairs: Pairs = 20,
    seed: Seed = 1,
    workers: Workers = None,
    cluster: Cluster = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Look for values of options with which measures come close to targets (Optuna).

    The same command resumes an interrupted search.

    \f

    Raises:
        BadInput: A target or a parameter is malformed, no game has a measure, or another process runs the same search.
    """
    from riotsim.lab.campaigns.campaign import Arm
    from riotsim.lab.campaigns.plan import Trial
    from riotsim.lab.search.tuning import Study, TrialResult, study_held
    from riotsim.lab.search.tuning import parse_target as read_target
    from riotsim.store.database.lock import Busy

    require_module("tune", "optuna", "tune")
    knobs = parse_parameters(knob)
    try:
        targets = [read_target(text) for text in target]
    except ValueError as error:
        raise BadInput(f"--target: {error}") from error
    common = parse_options(options)

    def asked(what: str, chosen: Mapping[str, str]) -> "Plan":
        arm = Arm(set={**common, **chosen})
        made = make_campaign(
            what, {"trial": arm}, rules=rules, seed=seed, pairs=pairs, players=parse_players(player), companies=company
        )
        return prepare(made, as_typed(knobs, knob))

    first = asked("tune", {one.option: one.value_at(0.0) for one in knobs})
    digest = _digest(first, sorted(knob), sorted(target), sorted(common.items()), seed, pairs)
    name = f"{', '.join(sorted(knob))} for {', '.join(sorted(target))}"[:80] + f" {digest}"
    figures = [one.figure for one in targets]
    check_measures(figures, first, "--target")
    with open_ledger(db) as ledger:
        file = ledger.path.with_suffix(".studies.sqlite")

        def tried(number: int, chosen: Mapping[str, str]) -> TrialResult:
            plan = asked(f"tune {digest}{TRIAL_SEPARATOR}{number + 1}", chosen)
            now = play(plan, ledger, this_command(), workers=workers, cluster=cluster,
                       measures=() if number else figures, option="--target")  # fmt: skip
            if number == 0 and now.samples.pairs:
                known_measures(figures, now.samples, "--target")
            found = {one.measure: one.measured_in(now.samples, "trial") for one in targets}
            if not json:
                _report_trial(number + 1, min(trials, study.settings), chosen, found)
            return {measure: value for measure, value in found.items() if value is not None}

        try:
            with study_held(file, name):
                study = Study(file, name, knobs, targets, seed % 2**31)
                study.run(trials, tried)
                best, found, miss = study.best()
        except Busy as error:
            raise BadInput(str(error)) from error
    command = _game(asked("tune", best).header(Trial("trial", 0, 0)), rules, {**common, **best}, company or ())
    missed = [one for one in targets if one.measure in found and not one.is_met(found[one.measure])]
    if json:
        print_json({"options": best, "found": found, "miss": miss if math.isfinite(miss) else None,
                    "met": math.isfinite(miss) and not missed, "trials": study.done, "settings": study.settings,
                    "command": command})  # fmt: skip
        return
    print_rich(
        "",
        "[bold]the best setting[/]",
        *(f"  {escape_markup(key)}: [bold]{escape_markup(value)}[/]" for key, value in best.items()),
    )
    for one in targets:
        value = format(found[one.measure], ".3g") if one.measure in found else "–"
        print_rich(f"  {escape_markup(one.measure)} {value} [dim](wanted {one.value:g})[/]")
    if not math.isfinite(miss):
        print_rich("[yellow]So far no setting has games with all that is wanted; this one is as good as any.[/]")
    for one in missed:
        off = abs(found[one.measure] - one.value)
        print_rich(f"[yellow]{escape_markup(one.measure)} was missed by {off:.3g}; near enough is ±{one.within:g}[/]")
    print_rich(_how_many(study.done, study.settings))
    console(soft_wrap=True).print(f"[dim]to see one of its games:[/]\n{escape_markup(command)}")


def _digest(plan: "Plan", *asked: object) -> str:
    """Return a digest of a study's rules, players, versions of packages, and options of the command line.

    Args:
        plan: The plan of a trial.
        asked: The options of the command line that determine the results.
    """
    arms = [[arm.header.model_dump(mode="json", exclude={"begun"}), arm.never] for arm in plan.arms.values()]
    return hashlib.sha256(json_of([arms, asked], sort_keys=True).encode()).hexdigest()[:16]


def _game(header: "Header", rules: str, options: Mapping[str, str], companies: Sequence[str]) -> str:
    """Return the shell command that plays one game of a setting again.

    Args:
        header: The header of the game, with its players and its seed.
        rules: The rules, as `--rules` has them.
        options: All options of the rules that the game changes, by dotted key.
        companies: Values of `--company`.
    """
    words = [("--set", f"{key}={value}") for key, value in options.items()]
    words += [("--player", f"{seat.name}={seat.player}") for seat in header.seats]
    for seat in header.seats:
        words += [(f"--{name}", f"{seat.name}={value}") for name, value in seat.options.items()]
    words += [("--company", text) for text in companies]
    return shlex.join(["riotsim", "game", "--rules", rules, *chain(*words), "--seed", str(header.seed)])


def _how_many(tried: int, there: int) -> str:
    if tried >= there:
        return f"[dim]All {there} settings that there are were tried.[/]"
    return f"[dim]{tried} different setting{'s were' if tried > 1 else ' was'} tried, of {there:,} that there are.[/]"


def tuning_of(name: str) -> str | None:
    """Return the name of the tuning to which a campaign belongs as a trial, or None if it belongs to none.

    Args:
        name: Name of the campaign.
    """
    tuning, trial, number = name.partition(TRIAL_SEPARATOR)
    return tuning if trial and tuning.startswith("tune ") and number[:1].isdigit() else None


def _report_trial(number: int, trials: int, chosen: Mapping[str, str], found: Mapping[str, float | None]) -> None:
    options = ", ".join(f"{key}={value}" for key, value in chosen.items())
    values = ", ".join(f"{key} {'–' if value is None else format(value, '.3g')}" for key, value in found.items())
    print_rich(f"[dim]{number} of {trials}:[/] {escape_markup(options)} → {escape_markup(values)}")
