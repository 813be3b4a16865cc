"""Random numbers within an act, all drawn from the act's seed."""

import math
from collections.abc import Sequence
from operator import index
from typing import SupportsIndex

import numpy as np

from riotsim.errors import InvalidValue
from riotsim.table.poses import Quaternion


def random_generator(seed: int) -> np.random.Generator:
    """Return the random generator of an act.

    Raises:
        InvalidValue: The seed is not a whole number from 0 up.
    """
    if not _is_seed(seed):
        raise InvalidValue(f"a seed is a whole number from 0 up, not {seed!r:.80}")
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))


def _is_seed(seed: object) -> bool:
    return isinstance(seed, SupportsIndex) and not isinstance(seed, bool) and index(seed) >= 0


def standard_normals(chance: np.random.Generator, count: int) -> list[float]:
    """Draw `count` numbers from the standard normal distribution.

    Drawing them one by one would give the same numbers.
    """
    drawn: list[float] = chance.standard_normal(count).tolist()
    return drawn


def random_orientation(chance: np.random.Generator) -> Quaternion:
    """Draw an orientation. All orientations are equally likely."""
    return orientation_from_normals(standard_normals(chance, 4))


def orientation_from_normals(four: Sequence[float]) -> Quaternion:
    """Return the orientation whose quaternion (x, y, z, w) is parallel to four numbers.

    If the four numbers are drawn by `standard_normals`, all orientations are equally likely.
    """
    x, y, z, w = four
    norm = math.sqrt(x * x + y * y + z * z + w * w)
    return (x / norm, y / norm, z / norm, w / norm)
