"""The game in progress, for the ratings of bots."""

from dataclasses import dataclass
from typing import Final

from riotsim.games.riot_dice.rules.riot import Riot

FIGHT: Final = "fight"
"""Name of an option that a bot may avoid: ending a move in contact with a standing enemy."""


@dataclass(slots=True)
class BotView(Riot):
    """A game in progress, as a bot sees it: with the names of the options that the bot avoids."""

    avoiding: frozenset[str] = frozenset()

    @property
    def peaceful(self) -> bool:
        """True if the bot fights only if it has no other choice."""
        return FIGHT in self.avoiding
