"""The game in progress, as the ratings of bots need it."""

from dataclasses import dataclass
from typing import Final

from riotsim.games.riot_dice.rules.riot import Riot

FIGHT: Final = "fight"
"""Name of the thing that a peaceful bot avoids: a move that ends in contact with a standing enemy, and so begins a
fight.
"""


@dataclass(slots=True)
class BotView(Riot):
    """A game in progress, as a bot sees it.

    `avoiding` has the names of the things that the bot avoids. The only such name is `FIGHT`.
    """

    avoiding: frozenset[str] = frozenset()

    @property
    def peaceful(self) -> bool:
        """True if the bot avoids fights. Such a bot only fights when it has no other choice."""
        return FIGHT in self.avoiding
