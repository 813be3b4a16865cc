"""Before something is gone for good a person is asked, and a script has to say that it means it."""

import sys
from typing import Annotated, TypeAlias

import typer

from riotsim.app.output.streams import printable
from riotsim.app.problems import BadInput

Yes: TypeAlias = Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")]


def make_sure(what: str, yes: bool) -> None:
    """Leave with 1 unless a person wants it gone, or `yes` was said. Raises `BadInput` where there is nobody to ask."""
    if yes:
        return
    what = printable(what)
    if not sys.stdin.isatty():
        raise BadInput(f"{what} would be gone for good, and there is no terminal to ask at: say --yes")
    typer.confirm(f"Delete {what}? There is no way back.", abort=True, err=True)
