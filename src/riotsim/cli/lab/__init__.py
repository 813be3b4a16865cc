"""The group `riotsim lab`: a module for each of its larger commands.

- `commands`: registers all commands, and has the small ones. It is imported only on use, which keeps `riotsim --help`
  fast.
- `options`: options that the commands share.
- `questions`: turns command lines into campaigns.
"""

from collections.abc import MutableMapping
from typing import Any

from typer.main import get_group

from riotsim.cli.options import CommandGroup, Group


class Lab(Group):
    """The group `riotsim lab`, whose commands are imported from `riotsim.cli.lab.commands` on first use."""

    _commands: MutableMapping[str, Any] | None = None

    @property
    def commands(self) -> MutableMapping[str, Any]:
        """All commands by name. They are made on first use, and kept.

        They are kept because `riotsim lab --help` reads this property once for each command.
        """
        if self._commands is None:
            from riotsim.cli.lab.commands import app as commands

            self._commands = get_group(commands).commands
        return self._commands

    @commands.setter
    def commands(self, commands: MutableMapping[str, Any]) -> None:
        """Ignore the empty mapping of commands that typer sets."""


app = CommandGroup(
    cls=Lab, no_args_is_help=True, help="The balance lab: questions about rules and players, answered by many games."
)


@app.callback()
def _lab() -> None:
    """Play many games to answer questions about rules and players (the balance lab)."""
