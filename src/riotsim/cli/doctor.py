"""`riotsim doctor`: checks whether games can be played on this machine, and says what to install if not."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.app.output.streams import print_json, print_rich

if TYPE_CHECKING:
    from riotsim.app.checks import CheckResult

COLOURS = {"works": "green", "missing": "red", "not here": "dim"}


def doctor(
    json: Annotated[bool, typer.Option("--json", help="Write JSON and nothing else.")] = False,
) -> None:
    """Check whether games can be played on this machine, and say what to install if not."""
    from riotsim.app.checks import run_checks

    findings = run_checks()
    playable = all(finding.state != "missing" for finding in findings)
    if json:
        print_json(
            {
                "playable": playable,
                "checks": [
                    {"name": one.name, "state": one.state, "found": one.found, "advice": one.advice} for one in findings
                ],
            }
        )
    else:
        _show(findings, playable)
    sys.exit(0 if playable else 1)


def _show(findings: "list[CheckResult]", playable: bool) -> None:
    from rich.markup import escape
    from rich.table import Table as Columns

    columns = Columns(box=None, show_header=False)
    for one in findings:
        text = one.found + (f"\n→ {one.advice}" if one.advice else "")
        columns.add_row(one.name, f"[{COLOURS[one.state]}]{one.state}[/]", escape(text))
    print_rich(
        columns, "[green]The game can be played here.[/]" if playable else "[red]The game can't be played yet.[/]"
    )
