"""The games, with a folder for each, and their registry.

A folder holds everything that the program knows of its game. `description.py` collects it in a `play.game.Game`.
`rules/` has a file for each chapter of the rules, `scenario/` the game's keys in scenario files, `bot/` the
knowledge of its bots, and `show/` its narration and presentation.
"""

from typing import Final

DEFAULT_RULES: Final = "riot_dice"
"""The rules that are used where none are named."""
