"""The chance that a tower stands which a hand stacks, by statics alone.

The criterion is that of `riotsim.table.statics`, which computes the margin of one stack. Here it is applied to
thousands of towers at once, after each of their dice.
"""

from collections.abc import Sequence

import numpy as np

from riotsim.table.acts import Hand

SAMPLES = 20_000
"""Number of towers that are drawn. The chance is then right to 0.7 percentage points, with 95 % confidence."""


def by_statics(
    hand: Hand, heights: Sequence[int], *, size: float = 16.0, samples: int = SAMPLES, seed: int = 0
) -> list[float]:
    """Return the chance (0 to 1) that a tower grows to each of these heights.

    Each die is released with the hand's error from the middle of the one below. The tower stands as long as the centre
    of mass of all above a joint lies over both dice that meet there, after each die. Dice are taken as turned alike:
    the hand's `yaw_sigma`, which makes the joints a little smaller, is ignored.

    Args:
        hand: The hand.
        heights: Heights in dice.
        size: Size of the dice (mm).
        samples: Number of towers that are drawn.
        seed: Seed of the errors.
    """
    most = max(heights)
    chance = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))
    spread = np.array([hand.place_sigma_at(k * size) for k in range(most - 1)])
    errors = chance.standard_normal((samples, most - 1, 2)) * spread[None, :, None]
    places = np.concatenate([np.zeros((samples, 1, 2)), errors.cumsum(axis=1)], axis=1)
    standing = np.ones(samples, dtype=np.bool_)
    shares = {1: 1.0}
    for count in range(2, most + 1):
        above = places[:, count - 1 :: -1].cumsum(axis=1)  # of the top die, the top two, and so on, down to all
        for level in range(count - 1):
            centre = above[:, count - 2 - level] / (count - 1 - level)
            for support in (places[:, level], places[:, level + 1]):
                standing &= np.abs(centre - support).max(axis=1) < size / 2
        shares[count] = float(standing.mean())
    return [shares[count] for count in heights]
