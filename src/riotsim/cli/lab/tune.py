"""`riotsim lab tune`: searches for values of options that bring measures close to targets."""

import hashlib
import math
import shlex
from collections.abc import Mapping, Sequence
from itertools import chain
from json import dumps as json_of
from typing import TYPE_CHECKING, Annotated, Final

import typer

from riotsim.app.output.streams import console, escape_markup, print_json, print_rich
from riotsim.app.saving import Force, check_outputs
from riotsim.cli.lab.options import Cluster, Db, Json, Workers, open_ledger, this_command
from riotsim.cli.lab.output.results import format_estimate, plain_estimate
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
    from riotsim.lab.campaigns.ledger import Ledger
    from riotsim.lab.campaigns.plan import Plan
    from riotsim.lab.search.confirmation import Confirmed, Tried
    from riotsim.lab.search.parameters import Parameter
    from riotsim.lab.search.tuning import Target
    from riotsim.store.database.document import Header

CONFIRMATION_ENDING: Final = ", confirmed"
"""End of the name of a campaign that plays the best settings of a tuning again."""

FRESH_SEED: Final = 2**31
"""Number that helps to derive the seed of the confirming games.

It takes the place of the number of a pair (the games of one seed). No trial has so many pairs, so the confirming games
get fresh seeds.
"""

MAX_CHANCE: Final = 0.05
"""Smallest value of `chance_of_nothing` that makes the output say: no option was seen to have an effect."""

ANSWERS: Final = {
    "met": "[green]within {}[/]",
    "missed": "[yellow]not within {}[/]",
    "not known": "not known whether it is within {}",
}
"""Texts, in rich markup, for a target that was met, for a missed target, and for an unknown result. `{}` stands for the
target's value and tolerance.
"""

TRIAL_SEPARATOR: Final = " trial "
"""Separator between a tuning's name and a trial's number, in the name of the trial's campaign.

A trial is all games of one setting. In the ledger it is a campaign.
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
    confirm: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=1_000_000,
            metavar="PAIRS",
            help="Number of fresh seeds on which the best settings are played again; 0 for none. By default as many as "
            "are needed to tell whether the targets are met, but at most half as many as all trials had.",
        ),
    ] = None,
    plot: PlotFile = None,
    force: Force = False,
    seed: Seed = 1,
    workers: Workers = None,
    cluster: Cluster = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Search for values of options that bring measures close to targets (Optuna).

    The best settings are then played again on fresh seeds. The results come from these games alone. The same command
    resumes an interrupted search.

    \f

    Raises:
        BadInput: A target or a parameter is malformed, the measure of a target occurs in no game, or another process
            runs the same search.
    """
    require_module("tune", "optuna", "tune")
    if plot is not None:
        require_module("tune --plot", "plotly", "lab")
        check_outputs([plot], force=force)

    # late: SciPy takes a second to import, and a missing package or a file in the way is told before
    from riotsim.lab.campaigns.campaign import Arm
    from riotsim.lab.campaigns.plan import Trial, seed_of
    from riotsim.lab.search.confirmation import chance_of_nothing, chosen, confirmed, models, pairs_needed
    from riotsim.lab.search.tuning import UNMEASURED_DISTANCE, Study, TrialResult, study_held
    from riotsim.lab.search.tuning import parse_target as read_target
    from riotsim.store.database.lock import Busy

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
                       measures=() if number else figures, option="--target", forecasts=False)  # fmt: skip
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
        tried_before = _tried(ledger, digest, study.done, knobs, targets)
        settings = chosen(knobs, targets, tried_before, seed) if tried_before else {}
        again = _pairs_of_confirmation(confirm, targets, tried_before, min(trials, study.settings) * pairs)
        results: list[Confirmed] = []
        chance = None
        if again and settings:
            arms = {arm: Arm(set={**common, **setting}) for arm, setting in settings.items()}
            anew = make_campaign(
                f"tune {digest}{CONFIRMATION_ENDING}", arms, rules=rules, seed=seed_of(seed, FRESH_SEED), pairs=again,
                players=parse_players(player), companies=company,
            )  # fmt: skip
            now = play(
                prepare(anew, as_typed(knobs, knob)), ledger, this_command(), workers=workers, cluster=cluster,
                forecasts=False,
            )  # fmt: skip
            results = confirmed(settings, now.samples, targets)
            chance = chance_of_nothing(now.samples, targets)
            best = dict(results[0].setting)
            found = {measure: one.mean for measure, one in results[0].estimates.items()}
            miss = sum(one.miss(found[one.measure]) if one.measure in found else UNMEASURED_DISTANCE for one in targets)
    if plot is not None:
        from riotsim.files.atomic import write_whole
        from riotsim.lab.search.plots import tune_page

        fitted = models(knobs, targets, tried_before)
        write_whole(plot, tune_page(knobs, targets, tried_before, fitted, results, chance, seed).encode())
    command = _game(asked("tune", best).header(Trial("trial", 0, 0)), rules, {**common, **best}, company or ())
    missed = [one for one in targets if one.measure in found and not one.is_met(found[one.measure])]
    if json:
        print_json({"options": best, "found": found, "miss": miss if math.isfinite(miss) else None,
                    "met": math.isfinite(miss) and not missed, "trials": study.done, "settings": study.settings,
                    "confirmed": [_plain(one) for one in results], "pairs": again if results else 0,
                    "chance of nothing": chance, "command": command})  # fmt: skip
        return
    if results:
        _report_confirmation(results, targets, chance, again)
        if confirm is None and (need := pairs_needed(targets, tried_before)) > again:
            print_rich(f"[dim]About {need:,} pairs for each setting would usually tell: --confirm {need}[/]")
    else:
        _report_unconfirmed(best, found, targets, measured=math.isfinite(miss))
    print_rich(_how_many(study.done, study.settings))
    console(soft_wrap=True).print(f"[dim]to see one of its games:[/]\n{escape_markup(command)}")


def _tried(
    ledger: "Ledger", digest: str, trials: int, knobs: "Sequence[Parameter]", targets: "Sequence[Target]"
) -> "list[Tried]":
    """Return the trials of a tuning study. Trials that were deleted from the ledger are left out.

    Args:
        ledger: The ledger.
        digest: Digest of the study.
        trials: Number of trials that the study has made, including deleted ones.
        knobs: The options.
        targets: The targets.
    """
    from riotsim.files.problems import BadFile
    from riotsim.lab.campaigns.stopping import status
    from riotsim.lab.search.confirmation import tried_of

    found = []
    for number in range(1, trials + 1):
        try:
            name = ledger.full_name(f"tune {digest}{TRIAL_SEPARATOR}{number}")
        except BadFile:
            continue
        plan = ledger.plan(name)
        given = plan.definition.arms["trial"].set
        setting = {knob.option: str(given[knob.option]) for knob in knobs}
        found.append(tried_of(setting, status(plan, ledger.games(name)).samples, "trial", targets))
    return found


def _pairs_of_confirmation(
    confirm: int | None, targets: "Sequence[Target]", tried: "Sequence[Tried]", searched: int
) -> int:
    """Return the number of seeds that confirm each setting.

    The default is the number needed to tell whether the targets are met, but at most half of `searched`. If this is
    less than `MIN_PAIRS`, the default is `MIN_PAIRS`.

    Args:
        confirm: Value of `--confirm`; None for the default.
        targets: The targets.
        tried: The trials.
        searched: The number of trials, times the number of seeds in each.
    """
    from riotsim.lab.search.confirmation import MIN_PAIRS, pairs_needed

    if confirm is not None:
        return confirm
    return max(MIN_PAIRS, min(pairs_needed(targets, tried), searched // 2))


def _report_confirmation(
    results: "Sequence[Confirmed]", targets: "Sequence[Target]", chance: float | None, pairs: int
) -> None:
    """Print the results of a tuning's games on fresh seeds.

    Args:
        results: The settings that were played again. The first seemed best in the search.
        targets: The targets.
        chance: A p-value (`chance_of_nothing`). It is small if options have an effect, and None if it can't be
            computed.
        pairs: Number of seeds for each setting.
    """
    from riotsim.lab.report.formatting import probability

    print_rich("")
    if chance is not None and chance >= MAX_CHANCE:
        print_rich("[bold]No option was seen to do anything.[/] The setting that seemed best and the one that seemed "
                   "most different don't differ by more than chance can do.")  # fmt: skip
    for number, one in enumerate(results):
        options = ", ".join(
            f"{escape_markup(key)} [bold]{escape_markup(value)}[/]" for key, value in one.setting.items()
        )
        print_rich(f"[bold]{'the best setting' if number == 0 else 'another good one'}[/]: {options}")
        for target in targets:
            known = one.estimates.get(target.measure)
            value = "–" if known is None else format_estimate(known)
            answer = ANSWERS[one.answers[target.measure]].format(f"{target.value:g} ± {target.within:g}")
            print_rich(f"  {escape_markup(target.measure)} {value}: {answer}")
    told = "" if chance is None else f" Chance that the options do nothing and this came about: {probability(chance)}."
    print_rich(f"[dim]From {pairs} fresh pairs of games for each setting, not from those that chose it; in brackets: "
               f"where the true values lie, all together with 95 % certainty.{told}[/]")  # fmt: skip


def _report_unconfirmed(
    best: Mapping[str, str], found: Mapping[str, float], targets: "Sequence[Target]", *, measured: bool
) -> None:
    """Print the results of a tuning whose settings were not played again.

    Args:
        best: The setting that came nearest to the targets.
        found: The value that each target's measure has at the best setting, by measure.
        targets: The targets.
        measured: Whether each target's measure occurs in the games of the best setting.
    """
    print_rich(
        "",
        "[bold]the setting whose games came nearest[/]",
        *(f"  {escape_markup(key)}: [bold]{escape_markup(value)}[/]" for key, value in best.items()),
    )
    for one in targets:
        value = format(found[one.measure], ".3g") if one.measure in found else "–"
        print_rich(f"  {escape_markup(one.measure)} {value} [dim](wanted {one.value:g} ± {one.within:g})[/]")
    if not measured:
        print_rich("[yellow]So far no setting has games with all that is wanted; this one is as good as any.[/]")
    print_rich("[yellow]These are the games that chose it, so they flatter it: --confirm plays it anew.[/]")


def _plain(one: "Confirmed") -> dict[str, object]:
    found = {measure: plain_estimate(known) for measure, known in one.estimates.items()}
    return {"options": dict(one.setting), "found": found, "answers": dict(one.answers)}


def _digest(plan: "Plan", *asked: object) -> str:
    """Return a digest of a tuning study: of its rules, its players, its package versions and its command line.

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
        rules: The value of `--rules`.
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
    """Return the name of a campaign's tuning, or None if the campaign isn't a trial of a tuning.

    Args:
        name: Name of the campaign.
    """
    tuning, trial, number = name.partition(TRIAL_SEPARATOR)
    return tuning if trial and tuning.startswith("tune ") and number[:1].isdigit() else None


def _report_trial(number: int, trials: int, chosen: Mapping[str, str], found: Mapping[str, float | None]) -> None:
    options = ", ".join(f"{key}={value}" for key, value in chosen.items())
    values = ", ".join(f"{key} {'–' if value is None else format(value, '.3g')}" for key, value in found.items())
    print_rich(f"[dim]{number} of {trials}:[/] {escape_markup(options)} → {escape_markup(values)}")
