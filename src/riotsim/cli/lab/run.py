"""`riotsim lab run`: plays or resumes a campaign, and prints its results.

Other commands of the lab play their campaigns with `play`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.app.interrupts import interrupts_deferred, raise_if_interrupted
from riotsim.cli.lab.options import All, Cluster, Db, Json, Workers, open_ledger, this_command, worker_pool
from riotsim.cli.lab.output.progress import progress_display
from riotsim.cli.lab.output.results import print_report_command, print_summary
from riotsim.cli.lab.questions import known_measures
from riotsim.errors import BadInput

if TYPE_CHECKING:
    from riotsim.lab.campaigns.campaign import Campaign
    from riotsim.lab.campaigns.ledger import Ledger
    from riotsim.lab.campaigns.plan import Plan
    from riotsim.lab.campaigns.stopping import Status


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
    everything: All = False,
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
    print_summary(now, json=json, everything=everything)
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
    forecasts: bool = True,
) -> "Status":
    """Play the games that a campaign still lacks, and show the progress on stderr.

    Args:
        plan: The campaign.
        ledger: The ledger, which stores the results.
        resume_command: The command that resumes the campaign, for messages.
        workers: Number of processes; None for one on each core.
        cluster: Address of a dask cluster; None for this machine.
        measures: Measures that games must have. They are checked after all games of the first seed.
        option: The option that requests `measures`, for messages.
        forecasts: Whether to print a forecast after the games of the first seeds: the smallest difference that the
            campaign can detect.

    Returns:
        The progress of the campaign.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed; a message with `resume_command` was printed.
        BadInput: Another process plays the campaign, workers die, the cluster can't be used, or one of `measures`
            occurs in no game.
        BadFile: A game can't be started, or no game has the measure of the campaign's sequential test.
        UnusableBot: A worker can't use one of the user's own bots.
    """
    from riotsim.lab.campaigns.running import WorkersKeepDying
    from riotsim.lab.campaigns.running import run as steps
    from riotsim.lab.campaigns.stopping import status
    from riotsim.store.database.lock import Busy

    looked = not measures
    with interrupts_deferred():
        try:
            with (
                worker_pool(workers, cluster) as pool,
                progress_display(plan, ledger, pool, forecasts=forecasts) as show,
            ):
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
    """Check that games have the measure of the campaign's sequential test. Do nothing without a test.

    `Monitor.add` makes the same check after the games of the first few seeds. A short campaign may have fewer seeds.

    Raises:
        BadFile: No game has the measure.
    """
    from riotsim.files.problems import BadFile, Problem
    from riotsim.play.rulebook.sections import unknown_name

    asked, known = now.samples.plan.definition, now.samples.measures
    if asked.stop is not None and known and asked.stop.measure not in known:
        sentence = unknown_name(f"no game has the measure {asked.stop.measure!r}", asked.stop.measure, known)
        raise BadFile([Problem(asked.name, sentence, field="stop.measure")])
