"""Chance within an act: everything is drawn from the act's seed."""

import math

import numpy as np

from riotsim.table.poses import Quaternion


def generator(seed: int) -> np.random.Generator:
    """Give the act's own source of chance. Raises `ValueError` for a negative seed."""
    if seed < 0:
        raise ValueError(f"a seed is a whole number from 0 up, not {seed}")
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))


def any_turn(chance: np.random.Generator) -> Quaternion:
    """Draw an orientation uniformly from all (four normal deviates, brought to length one)."""
    x, y, z, w = (float(part) for part in chance.standard_normal(4))
    norm = math.sqrt(x * x + y * y + z * z + w * w)
    return (x / norm, y / norm, z / norm, w / norm)
