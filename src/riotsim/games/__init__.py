"""The games, with a folder for each, and their registry.

A game's folder holds the code that only this game needs:

- `description.py`: the description of the game for the program, a `play.game.Game`.
- Folders such as `rules/` and `chapters/`: the rules.
- `scenario/`: the game's keys in scenario files.
- `bot/`: ratings of answers and positions for bots.
- `show/`: narration and presentation.
"""

from typing import Final

DEFAULT_RULES: Final = "riot_dice"
"""Name of the rules for commands and files that name no rules."""
