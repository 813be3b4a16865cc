"""The random seeds of a game, with one stream of seeds for each purpose.

A seed is derived from the game's seed, the stream, and the number of earlier seeds of the stream.
"""

from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np


class Stream(IntEnum):
    """The purposes of seeds, each with its number.

    Stored games depend on these numbers. So a number never changes, and a new purpose gets a new number.
    """

    FIRST = 0
    ROLL = 1
    STACK = 2
    CARRY = 3
    DROP = 4
    BOT = 5
    """Random numbers of bots. `riotsim.bots.bot.Luck` derives them from the bot's seat and the decision's number."""
    TIP = 6
    SHIFT = 7
    CHECK = 8
    """Random numbers that are drawn instead of throwing dice."""


@dataclass(slots=True)
class Chance:
    """The streams of seeds of one game.

    Each purpose has a stream of its own. So seeds drawn for one purpose don't change those for another.
    """

    root: int
    """The game's seed. All other seeds derive from it."""
    counts: dict[Stream, int] = field(default_factory=dict)
    """The number of seeds drawn from each stream. Streams that were never used are missing."""

    def seed(self, stream: Stream) -> int:
        """Return the next seed of a stream, a whole number from 0 to 2**64 - 1."""
        count = self.counts.get(stream, 0)
        self.counts[stream] = count + 1
        low, high = np.random.SeedSequence(self.root, spawn_key=(int(stream), count)).generate_state(2)
        return int(low) | int(high) << 32

    def pick(self, stream: Stream, count: int) -> int:
        """Return a random whole number from 0 to `count` - 1, drawn with the next seed of a stream."""
        return int(np.random.default_rng(self.seed(stream)).integers(count))

    def copy(self) -> "Chance":
        """Return a copy that draws the same next seeds. Drawing from one of the two doesn't change the other."""
        return Chance(self.root, dict(self.counts))
