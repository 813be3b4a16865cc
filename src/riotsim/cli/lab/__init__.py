"""The group `riotsim lab`: one module for each command, with shared options (`options`) and questions (`questions`).

The commands are imported when one of them is needed, so that other help doesn't wait.
"""

from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_group


class Lab(TyperGroup):
    """The commands of `riotsim.cli.lab.commands`."""

    def list_commands(self, ctx: Any) -> list[str]:  # click's context, or that of typer's copy of click
        """Return the names of the commands."""
        return self._commands().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by its name, or None."""
        return self._commands().get_command(ctx, cmd_name)

    def _commands(self) -> TyperGroup:
        from riotsim.cli.lab.commands import app as commands

        return get_group(commands)


app = typer.Typer(
    cls=Lab, no_args_is_help=True, help="The balance lab: questions about rules and players, answered by many games."
)


@app.callback()
def _lab() -> None:
    """The balance lab: questions about rules and players, answered by many games."""
