"""`python -m benchmarks`: measures all in one run, and writes bench.json and the figures in docs/benchmarks.md."""

import json
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.catalogue import MEASUREMENTS
from benchmarks.document import document, save
from benchmarks.figures import FAILED, Effort, Figure, Measurement, Otherwise, Say
from benchmarks.machine import described
from benchmarks.page import DOCUMENT, told, write
from riotsim.commands.problems import BadInput
from riotsim.commands.progress import passing

OVER_PROGRESS = "\r\x1b[2K"
"""Clears the line of a terminal on which the progress stands."""

NAMES = ", ".join(one.name for one in MEASUREMENTS)


def chosen(only: Sequence[str]) -> list[Measurement]:
    """Give the measurements that are named, by their own names or by keys of theirs. Raises `BadInput`."""
    if not only:
        return list(MEASUREMENTS)
    for name in only:
        if not any(name in (one.name, *one.keys) for one in MEASUREMENTS):
            keys = ", ".join(key for one in MEASUREMENTS for key in one.keys)
            raise BadInput(f"there is no {name} to measure; there are {NAMES}, and the keys {keys}")
    return [one for one in MEASUREMENTS if any(name in (one.name, *one.keys) for name in only)]


def measured(measurements: Sequence[Measurement], effort: Effort, say: Say) -> Iterator[Figure]:
    """Make the measurements one after the other; of one that would mean nothing, the figures say why."""
    for one in measurements:
        owed = list(one.keys)
        try:
            for figure in one.measure(effort, say):
                if figure.key in owed:
                    owed.remove(figure.key)
                yield figure
        except Otherwise as fault:
            for key in owed or [one.name]:  # a failure shows, also of what owes nothing
                yield Figure(key, one.what, None, missing=f"{FAILED}: {fault}")


def failed(figure: Figure) -> bool:
    """Whether a figure is missing because something is wrong, and not only absent here."""
    return figure.missing.startswith(FAILED)


def line_of(figure: Figure) -> str:
    """Give a figure as a line for a terminal."""
    goal = f"  (goal: {figure.goal})" if figure.goal else ""
    return f"{figure.key:28} {told(figure)}{goal}"


def bench(
    only: Annotated[
        list[str] | None, typer.Option(help=f"Measure only this; may be given more than once. There are: {NAMES}.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A few rounds of each: rough, in a minute.")] = False,
    games: Annotated[int | None, typer.Option(min=1, help="Whole games to play, for speed and memory.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Write the document to stdout too, and nothing else.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="Where the document goes. A whole run writes bench.json and docs/benchmarks.md.")
    ] = None,
) -> None:
    """Measure how fast riotsim is on this machine, beside Bullet from C++ and other engines.

    Figures are told as they come. A run with --only or --quick writes no files but what --out names. It ends with 1 if
    things that have to be the same are not.
    """
    measurements = chosen(only or ())
    if out is not None and (out.is_dir() or not out.parent.is_dir()):
        raise BadInput(
            f"--out {out}: " + ("that is a folder; name a file" if out.is_dir() else f"there is no folder {out.parent}")
        )
    figures: list[Figure] = []
    with passing() as say:
        for figure in measured(measurements, Effort(quick, games), say):
            figures.append(figure)
            if not as_json:
                typer.echo((OVER_PROGRESS if sys.stdout.isatty() else "") + line_of(figure))
    whole = document(figures, described(), date.today().isoformat())
    if out is not None:
        save(whole, out)
    elif not quick and len(measurements) == len(MEASUREMENTS):
        save(whole, DOCUMENT)
        write(whole)
    if as_json:
        typer.echo(json.dumps(whole, ensure_ascii=False, allow_nan=False))
    if faults := [figure for figure in figures if failed(figure)]:
        typer.echo("\n".join(f"{figure.key}: {figure.missing}" for figure in faults), err=True)
        raise typer.Exit(1)


def main() -> None:
    """Run it; what a person can put right is told in a line."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(bench)
    try:
        app(prog_name="python -m benchmarks")
    except BadInput as problem:
        typer.echo(str(problem), err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
