"""The game as a boss sees it when rating answers."""

from dataclasses import dataclass
from typing import Final

from riotsim.games.riot_dice.rules.riot import Riot

FIGHT: Final = "fight"
"""The name of what a bot can be told to avoid: ending a move beside a standing enemy."""


@dataclass(slots=True)
class BotView(Riot):
    """A game of Riot Dice, with the things that this boss avoids."""

    avoiding: frozenset[str] = frozenset()

    @property
    def peaceful(self) -> bool:
        """True if the boss fights only when there is no other choice."""
        return FIGHT in self.avoiding
