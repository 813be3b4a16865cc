"""The games, with a folder for each, and their registry.

A game's folder holds the code that only this game needs. Its `description.py` describes the game to the program as a
`play.game.Game`. Folders such as `rules/` and `chapters/` have the rules, and `scenario/` the game's keys in scenario
files. `bot/` rates answers and positions for bots, and `show/` has narration and presentation.
"""

from typing import Final

DEFAULT_RULES: Final = "riot_dice"
"""Name of the rules that are used where a command or a file names none."""
