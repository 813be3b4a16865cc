"""Seeds of the many acts of one trial."""

import numpy as np


def seed_of(seed: int, *address: int) -> int:
    """Give the seed of one act of a trial: its address is, say, the number of the tower, what it is for, and which."""
    (own,) = np.random.SeedSequence(seed, spawn_key=address).generate_state(1, np.uint64)
    return int(own)
