"""The command `python -m benchmarks`: measures everything, and writes bench.json and docs/benchmarks.md."""

import json
import sys
import traceback
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.acts.carrying import CARRYING
from benchmarks.acts.crowded import CROWDED
from benchmarks.acts.floor import FLOOR
from benchmarks.document import DOCUMENT, document, save, told, write
from benchmarks.engines.compare import PEERS
from benchmarks.engines.throws import THROWS_VS_CPP
from benchmarks.figures import FAILED, Effort, Figure, Measurement, Otherwise, Say
from benchmarks.machine import described
from benchmarks.program.games import GAMES
from benchmarks.program.lab import LAB
from benchmarks.program.starting import OPENING, START
from benchmarks.program.waiting import WAITING
from benchmarks.program.window import WINDOW
from benchmarks.worst.search import WORST_ACT
from riotsim.app.interrupts import INTERRUPTED_EXIT_CODE
from riotsim.app.output.progress import progress_line
from riotsim.errors import BadInput

MEASUREMENTS: tuple[Measurement, ...] = (
    THROWS_VS_CPP, PEERS, CROWDED, CARRYING, FLOOR, WORST_ACT, GAMES, LAB, START, OPENING, WAITING, WINDOW,
)  # fmt: skip
"""All measurements, in the order in which they are made."""

UNPUBLISHED = DOCUMENT.with_name("bench-failed.json")
"""The file for a whole run that failed in part or was stopped. It never replaces a sound run."""

OVER_PROGRESS = "\r\x1b[2K"
"""Clears the line of a terminal on which the progress stands."""

NAMES = ", ".join(one.name for one in MEASUREMENTS)

TEACHES = "\n\n".join(
    (
        "Measure how fast riotsim is on this machine, beside Bullet from C++ and other engines.",
        "Figures are told as they come. A whole run takes 10 to 30 minutes, and writes bench.json and "
        "docs/benchmarks.md if nothing failed; one with --only or --quick writes no files but what --out names. It "
        "ends with 1 if something failed, or if things that have to be the same are not. What this machine lacks is "
        "skipped, and said. Ctrl-C leaves off; what a whole run has measured by then is kept in bench-failed.json.",
        "What there is to measure, and the figures that each gives:",
        *(f"{one.name}: {one.what} ({', '.join(one.all_keys)})" for one in MEASUREMENTS),
    )
)


def chosen(only: Sequence[str]) -> list[Measurement]:
    """Return the measurements with the given names or keys.

    Raises:
        BadInput: A name is unknown.
    """
    if not only:
        return list(MEASUREMENTS)
    for name in only:
        if not any(name in (one.name, *one.all_keys) for one in MEASUREMENTS):
            keys = ", ".join(key for one in MEASUREMENTS for key in one.all_keys)
            raise BadInput(f"there is no {name} to measure; there are {NAMES}, and the keys {keys}")
    return [one for one in MEASUREMENTS if any(name in (one.name, *one.all_keys) for name in only)]


def measured(measurements: Sequence[Measurement], effort: Effort, say: Say) -> Iterator[Figure]:
    """Make the measurements one after the other. If one fails, its missing figures say why."""
    for one in measurements:
        owed = list(one.all_keys)
        try:
            for figure in one.measure(effort, say):
                yield figure
                _tick_off(figure, owed, one)
        except Exception as fault:  # the others are measured all the same
            for key in owed or [one.name]:  # a failure shows, also of what owes nothing more
                yield Figure(key, one.what, None, missing=f"{FAILED}: {_in_words(fault)}")


def _tick_off(figure: Figure, owed: list[str], of: Measurement) -> None:
    """Remove a figure from those that its measurement still owes."""
    if figure.key not in owed:
        raise Otherwise(f"{figure.key} is no figure that {of.name} says it gives, or was given twice")
    owed.remove(figure.key)


def _in_words(fault: Exception) -> str:
    """Return what went wrong, and for an unforeseen error where."""
    if isinstance(fault, Otherwise):
        return str(fault)
    where = traceback.extract_tb(fault.__traceback__)[-1]
    return f"{type(fault).__name__}: {fault} ({Path(where.filename).name}, line {where.lineno})"


def failed(figure: Figure) -> bool:
    """Return whether a figure is missing because something is wrong, rather than absent on this machine."""
    return figure.missing.startswith(FAILED)


def line_of(figure: Figure) -> str:
    """Return a figure as a line for a terminal."""
    goal = f"  (goal: {figure.goal})" if figure.goal else ""
    return f"{figure.key:28} {told(figure)}{goal}"


def bench(
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Measure only this, by its name or a figure's; may be given more than once."),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="A few rounds of each: rough, but soon there. For a look at one thing.")
    ] = False,
    games: Annotated[
        int | None,
        typer.Option(
            min=1, help="Whole games to play, for speed and memory (8). Each takes some 3 s: 1,000 take nearly an hour."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write nothing to stdout but the document, as JSON.")] = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where the document goes, as JSON.")] = None,
) -> None:
    """Measure; the help text is `TEACHES`.

    Raises:
        BadInput: A name is unknown, or `out` can't be written.
        typer.Exit: The run was stopped, or a measurement failed.
    """
    measurements = chosen(only or ())
    if out is not None and (out.is_dir() or not out.parent.is_dir()):
        raise BadInput(
            f"--out {out}: " + ("that is a folder; name a file" if out.is_dir() else f"there is no folder {out.parent}")
        )
    figures: list[Figure] = []
    machine = described()
    stopped = False
    try:
        with progress_line() as say:
            for figure in measured(measurements, Effort(quick, games), say):
                figures.append(figure)
                if not as_json:
                    typer.echo((OVER_PROGRESS if sys.stdout.isatty() else "") + line_of(figure))
    except KeyboardInterrupt:
        stopped = True
    expected = [key for one in MEASUREMENTS for key in one.all_keys]
    whole = document(figures, machine, date.today().isoformat(), expected)
    if stopped:
        if figures and not quick and len(measurements) == len(MEASUREMENTS):
            _keep(whole)
        typer.echo("stopped", err=True)
        raise typer.Exit(INTERRUPTED_EXIT_CODE)
    faults = [figure for figure in figures if failed(figure)]
    if out is not None:
        save(whole, out)
    elif not quick and len(measurements) == len(MEASUREMENTS):
        _publish(whole, sound=not faults)
    if as_json:
        typer.echo(json.dumps(whole, ensure_ascii=False, allow_nan=False))
    if faults:
        typer.echo("\n".join(f"{figure.key}: {figure.missing}" for figure in faults), err=True)
        raise typer.Exit(1)


def _publish(whole: dict[str, object], *, sound: bool) -> None:
    """Save a whole run; a sound one replaces the last one."""
    if sound:
        save(whole, DOCUMENT)
        write(whole)
        UNPUBLISHED.unlink(missing_ok=True)
        return
    _keep(whole)


def _keep(whole: dict[str, object]) -> None:
    """Save a whole run that isn't to be published."""
    save(whole, UNPUBLISHED)
    typer.echo(f"bench.json and its page are as they were; what was measured is in {UNPUBLISHED.name}", err=True)


def main() -> None:
    """Run the command. A problem that the user can mend is one line and exit code 2."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command(help=TEACHES)(bench)
    try:
        app(prog_name="python -m benchmarks")
    except BadInput as problem:
        typer.echo(str(problem), err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
