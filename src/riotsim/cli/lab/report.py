"""`riotsim lab report`: writes the results of a campaign as one HTML page with plots, tables and games to watch."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.app.interrupts import raise_if_interrupted
from riotsim.app.output.streams import printable
from riotsim.app.saving import Force, check_outputs
from riotsim.cli.lab.options import Db, Name, open_ledger
from riotsim.errors import BadInput

if TYPE_CHECKING:
    from riotsim.lab.campaigns.plan import Trial
    from riotsim.lab.report.findings import Example
    from riotsim.lab.report.html import Report, Sample
    from riotsim.lab.statistics.samples import Samples

BYTES_PER_MEGABYTE = 1_000_000


def report(
    name: Name,
    out: Annotated[
        Path | None,
        typer.Option(
            "-o", "--out", metavar="FILE", help="The file to write; by default the campaign's name with .html."
        ),
    ] = None,
    replays: Annotated[bool, typer.Option("--replays/--no-replays", help="Play a game again for each finding.")] = True,
    force: Force = False,
    db: Db = None,
) -> None:
    """Write the results of a campaign as one page for any browser, offline: plots, tables, and games to watch.

    \f

    Raises:
        BadFile: The ledger or the campaign is missing or damaged, or the page can't be written.
        BadInput: No seed has all its games finished, the file exists and `force` is False, or plotly or jinja2 is
            missing.
    """
    from riotsim.app.output.progress import spinner
    from riotsim.files.atomic import write_whole

    plotly = _plotly()
    with open_ledger(db, must_exist=True) as ledger:
        name = ledger.full_name(name)
        plan, played = ledger.plan(name), ledger.games(name)
    from riotsim.lab.campaigns.stopping import status
    from riotsim.lab.report.html import make_report, page
    from riotsim.lab.report.reproduction import file_name

    file = out if out is not None else Path(file_name(plan, ".html"))
    check_outputs([file], force=force)
    now = status(plan, played)
    if not now.samples.pairs:
        raise BadInput(f"no pair of {printable(name)} has been played whole yet, so there is nothing to report")
    with spinner() as progress:
        progress("working it out")
        found = make_report(now)
        samples = _samples(found, progress) if replays else {}
        progress(f"writing {file}")
        content = page(found, samples, plotly).encode()
        write_whole(file, content)
    typer.echo(f"{printable(str(file))}: {len(content) / BYTES_PER_MEGABYTE:.2f} MB{_in_it(samples)}", err=True)


def _plotly() -> str:
    """Return the source of plotly.js.

    Raises:
        BadInput: plotly or jinja2 is not installed.
    """
    try:
        import jinja2  # noqa: F401  # the page's template
        from plotly.offline import get_plotlyjs
    except ImportError as error:
        raise BadInput("riotsim lab report needs plotly and jinja2: pip install 'riotsim[lab]'") from error
    script: str = get_plotlyjs()
    return script


def _samples(found: "Report", progress: Callable[[str], None]) -> "dict[Example, Sample]":
    """Play the sample game of each finding again. A game that illustrates several findings is played once.

    Args:
        found: The results of the campaign.
        progress: Function that shows a progress message.

    Returns:
        The sample games. The key of a game is its `Finding.example`.
    """
    from riotsim.lab.report.findings import choose_examples, why_chosen

    samples = found.status.samples
    picked = choose_examples(samples, found.findings)
    trials = list(dict.fromkeys(picked.values()))
    played: dict[Trial, Sample] = {}
    for number, trial in enumerate(trials, 1):
        raise_if_interrupted()
        progress(f"playing sample {number} of {len(trials)} again")
        reasons = "; ".join(dict.fromkeys(why_chosen(samples, one, trial) for one, it in picked.items() if it == trial))
        played[trial] = _sample(samples, trial, reasons)
    return {shows: played[trial] for shows, trial in picked.items()}


def _sample(samples: "Samples", trial: "Trial", reasons: str) -> "Sample":
    """Play a game again and return it as a sample.

    The sample has a warning if the game can't be played again, or now happens differently.

    Args:
        samples: The samples of the campaign.
        trial: The game.
        reasons: Why this game was chosen as an example. The sample's description quotes this text.
    """
    from riotsim.app.recordings import figure_meshes, recording_of
    from riotsim.lab.campaigns.trial import rerun
    from riotsim.lab.report.html import Sample
    from riotsim.replay.page.html import page_data

    plan = samples.plan
    told = f"“{trial.arm}”, pair {trial.pair}, order {trial.order}: {reasons}"
    try:
        with rerun(plan, trial) as again:
            recording = recording_of(again.started.session, again.header, again.started.book)
            same = again.digest == samples.games[trial].digest
    except (RuntimeError, ValueError, ArithmeticError) as error:
        return Sample("", told, warning=f"It could not be played again here: {error}")
    warning = "" if same else _mismatch_warning(again.header.versions)
    return Sample(recording.title, told, page_data(recording, figure_meshes()), warning)


def _mismatch_warning(then: Mapping[str, str]) -> str:
    """Return a warning that a game happened differently this time.

    The warning lists the versions that differ.

    Args:
        then: Versions of the packages and the platform when the campaign was begun.
    """
    from riotsim.store.begin import installed_versions

    now = installed_versions()
    other = ", ".join(
        f"{part} {then.get(part, '?')} then, {now[part]} now" for part in now if then.get(part) != now[part]
    )
    reason = f" ({other})" if other else ""
    return f"Played again it came out otherwise{reason}: this is not the very game that was counted."


def _in_it(samples: "Mapping[Example, Sample]") -> str:
    games = [sample for sample in dict.fromkeys(samples.values()) if sample.data]
    if not games:
        return ", without games to watch"
    size = sum(len(sample.data) for sample in games)
    return f", {size / BYTES_PER_MEGABYTE:.2f} of it {len(games)} game{'s' if len(games) > 1 else ''} to watch"
