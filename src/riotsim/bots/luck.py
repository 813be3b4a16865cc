"""A bot's luck: the chance of each decision, which the game's seed, the seat and the decision's number alone decide.

So a bot remembers nothing. A game that is taken up again with new bots, in another process or after an undo, goes on
with the same bits, and another bot in a seat shifts neither a throw nor another bot's choices.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from riotsim.play.evaluation import ChanceSource
from riotsim.play.session.chance import Stream


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of the bot in a seat."""

    seed: int
    """The game's."""
    seat: int
    """0 for the first."""

    def at(self, decision: int) -> ChanceSource:
        """Give the chance of a decision, by its number: the journal entries before it."""
        address = (int(Stream.PLAYER), self.seat, decision)
        return cache(lambda: np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=address)))
