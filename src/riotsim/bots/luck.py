"""The random numbers of a bot, decided by the game's seed, the seat and the number of the decision alone.

So a bot needs no memory. A game that is resumed with new bots, in another process or after an undo, continues with the
same bits. Another bot in a seat changes neither a throw nor another bot's choices.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from riotsim.play.evaluation import ChanceSource
from riotsim.play.session.chance import Stream


@dataclass(frozen=True, slots=True)
class Luck:
    """The random numbers of the bot in one seat."""

    seed: int
    """The game's seed."""
    seat: int
    """The number of the seat, 0 for the first."""

    def at(self, decision: int) -> ChanceSource:
        """Return the source of random numbers for a decision.

        Args:
            decision: The number of journal entries before the decision.
        """
        address = (int(Stream.BOT), self.seat, decision)
        return cache(lambda: np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=address)))
