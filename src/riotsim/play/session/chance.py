"""Random seeds: every seed of a game derives from its root seed, through a counted stream for each purpose."""

from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np


class Stream(IntEnum):
    """The purposes that draw seeds. Numbers are stored in games: add at the end, never renumber."""

    FIRST = 0
    ROLL = 1
    STACK = 2
    CARRY = 3
    DROP = 4
    BOT = 5
    """Random numbers of bots. `riotsim.bots.bot.Luck` uses it for each seat and decision."""


@dataclass(slots=True)
class Chance:
    """The counted streams of seeds of one game.

    Each purpose has its own stream, so another bot or a changed rule never shifts the throws of other purposes.
    """

    root: int
    """The game's seed."""
    counts: dict[Stream, int] = field(default_factory=dict)
    """The number of seeds that each stream has produced."""

    def seed(self, stream: Stream) -> int:
        """Return the next seed of a stream (64 bits)."""
        count = self.counts.get(stream, 0)
        self.counts[stream] = count + 1
        low, high = np.random.SeedSequence(self.root, spawn_key=(int(stream), count)).generate_state(2)
        return int(low) | int(high) << 32

    def pick(self, stream: Stream, count: int) -> int:
        """Return a number from 0 to `count` − 1, all equally likely."""
        return int(np.random.default_rng(self.seed(stream)).integers(count))

    def copy(self) -> "Chance":
        """Return the same streams at the same counts."""
        return Chance(self.root, dict(self.counts))
