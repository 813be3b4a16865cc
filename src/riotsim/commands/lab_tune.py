"""`riotsim lab tune`: turns options until measures come near to what is wanted."""

import shlex
from collections.abc import Mapping
from typing import Annotated

import typer

from riotsim.commands.lab_options import Cluster, Db, Json, Workers, again, opened
from riotsim.commands.lab_questions import (
    DEFAULT_RULES,
    Bosses,
    Knobs,
    Options,
    Pairs,
    Rules,
    Seed,
    bosses_of,
    campaign,
    knobs_of,
    options_of,
    ready,
)
from riotsim.commands.lab_run import play
from riotsim.commands.problems import BadInput
from riotsim.commands.streams import print_json, print_rich, shown


def tune(
    knob: Knobs,
    target: Annotated[
        list[str],
        typer.Option("--target", metavar="MEASURE=VALUE", help="What is wanted: 'median turns=40', 'draws=0.1±0.02'."),
    ],
    trials: Annotated[int, typer.Option(min=1, max=10_000, help="How many settings are tried.")] = 20,
    rules: Rules = DEFAULT_RULES,
    options: Options = None,
    boss: Bosses = None,
    pairs: Pairs = 20,
    seed: Seed = 1,
    workers: Workers = None,
    cluster: Cluster = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Look for options with which games come near to a target (Optuna). Broken off, the same command goes on."""
    from riotsim.lab.campaign import Arm
    from riotsim.lab.tuning import Study, Tried
    from riotsim.lab.tuning import target as read_target

    knobs = knobs_of(knob)
    try:
        targets = [read_target(text) for text in target]
    except ValueError as error:
        raise BadInput(f"--target: {error}") from error
    common = options_of(options)
    name = f"tune {', '.join(sorted(knob))} for {', '.join(sorted(target))}, rules {rules}, seed {seed}, {pairs} pairs"
    with opened(db) as ledger:
        study = Study(ledger.path.with_suffix(".studies.sqlite"), name, knobs, targets, seed % 2**31)

        def tried(number: int, chosen: Mapping[str, str]) -> Tried:
            arm = Arm(set={**common, **chosen})
            asked = campaign(f"tune trial {number + 1}", {"trial": arm}, rules=rules, seed=seed, pairs=pairs,
                             bosses=bosses_of(boss))  # fmt: skip
            now = play(ready(asked), ledger, again(), workers=workers, cluster=cluster)
            found = {one.measure: one.of(now.samples, "trial") for one in targets}
            if not json:
                _tell_trial(number + 1, trials, chosen, found)
            return {measure: value for measure, value in found.items() if value is not None}

        study.run(trials, tried)
        best, found, miss = study.best()
    command = shlex.join(["riotsim", "game", "--rules", rules, *_set({**common, **best})])
    if json:
        print_json({"options": best, "found": found, "miss": miss, "trials": study.done, "command": command})
        return
    print_rich(
        "", "[bold]the best setting[/]", *(f"  {shown(key)}: [bold]{shown(value)}[/]" for key, value in best.items())
    )
    wanted = {one.measure: one.value for one in targets}
    print_rich(*(f"  {shown(key)} {value:.3g} [dim](wanted {wanted[key]:g})[/]" for key, value in found.items()))
    print_rich("[dim]to see a game by it:[/]", shown(command))


def _set(options: Mapping[str, str]) -> list[str]:
    return [word for key, value in options.items() for word in ("--set", f"{key}={value}")]


def _tell_trial(number: int, trials: int, chosen: Mapping[str, str], found: Mapping[str, float | None]) -> None:
    options = ", ".join(f"{key}={value}" for key, value in chosen.items())
    values = ", ".join(f"{key} {'–' if value is None else format(value, '.3g')}" for key, value in found.items())
    print_rich(f"[dim]{number} of {trials}:[/] {shown(options)} → {shown(values)}")
