"""The group `riotsim lab`: one module for each command, with shared options (`options`) and questions (`questions`).

The commands are imported when one of them is needed, so that other help doesn't wait.
"""

from collections.abc import MutableMapping
from typing import Any

from typer.main import get_group

from riotsim.cli.options import CommandGroup, Group


class Lab(Group):
    """The commands of `riotsim.cli.lab.commands`."""

    @property
    def commands(self) -> MutableMapping[str, Any]:
        """All commands by name."""
        from riotsim.cli.lab.commands import app as commands

        return get_group(commands).commands

    @commands.setter
    def commands(self, commands: MutableMapping[str, Any]) -> None:
        """Ignore the commands that typer knows of: there are none."""


app = CommandGroup(
    cls=Lab, no_args_is_help=True, help="The balance lab: questions about rules and players, answered by many games."
)


@app.callback()
def _lab() -> None:
    """The balance lab: questions about rules and players, answered by many games."""
