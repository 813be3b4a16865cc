"""The game as a boss sees it who weighs answers."""

from dataclasses import dataclass
from typing import Final

from riotsim.games.riot_dice.rules.riot import Riot

FIGHT: Final = "fight"
"""The thing that a bot can be told to avoid: ending a move beside a standing enemy."""


@dataclass(slots=True)
class BotView(Riot):
    """A game of Riot Dice, and what this boss keeps clear of."""

    avoiding: frozenset[str] = frozenset()

    @property
    def peaceful(self) -> bool:
        """True if the boss fights only where nothing else is left."""
        return FIGHT in self.avoiding
