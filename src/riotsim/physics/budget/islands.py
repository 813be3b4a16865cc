"""Which bodies hang together: the engine solves those at once."""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from riotsim.physics.scene.bodies import Body
from riotsim.table.pieces import Die

BOX_MARGIN: Final = 0.2
"""By how much the engine's boxes about bodies are wider on each side (mm)."""


def near(bodies: Sequence[Body]) -> list[tuple[int, int]]:
    """Give the pairs of bodies, by number, whose upright boxes overlap: the engine solves those together."""
    if not bodies:
        return []
    at = np.array([body.at for body in bodies])
    half = _halves(bodies) + BOX_MARGIN
    apart = (np.abs(at[:, None] - at[None]) - half[:, None] - half[None]).max(axis=2)
    ones, others = np.nonzero(np.triu(apart <= 0.0, 1))
    return [
        (bodies[one].number, bodies[other].number) for one, other in zip(ones.tolist(), others.tolist(), strict=True)
    ]


def _halves(bodies: Sequence[Body]) -> npt.NDArray[np.float64]:
    """Half the sides of upright boxes about bodies (mm)."""
    halves = np.array([body.high for body in bodies])
    cubes = [
        (k, body.piece.size / 2, body.turn)
        for k, body in enumerate(bodies)
        if isinstance(body.piece, Die) and body.piece.kind.is_cube
    ]
    if cubes:
        which, half, turn = zip(*cubes, strict=True)
        x, y, z, w = np.array(turn).T
        # What the three edges of a turned cube reach along each axis.
        reach = np.array([
            np.abs(1 - 2 * (y * y + z * z)) + 2 * np.abs(x * y - z * w) + 2 * np.abs(x * z + y * w),
            2 * np.abs(x * y + z * w) + np.abs(1 - 2 * (x * x + z * z)) + 2 * np.abs(y * z - x * w),
            2 * np.abs(x * z - y * w) + 2 * np.abs(y * z + x * w) + np.abs(1 - 2 * (x * x + y * y)),
        ]).T  # fmt: skip
        halves[list(which)] = reach * np.array(half)[:, None]
    return halves


def islands(bodies: Sequence[Body], joined: Iterable[tuple[int, int]]) -> list[list[Body]]:
    """Give the groups of bodies that are joined, told by pairs of body numbers."""
    root = {body.number: body.number for body in bodies}

    def find(number: int) -> int:
        while root[number] != number:
            root[number] = number = root[root[number]]
        return number

    for one, other in joined:
        if one in root and other in root:
            root[find(one)] = find(other)
    groups: dict[int, list[Body]] = {}
    for body in bodies:
        groups.setdefault(find(body.number), []).append(body)
    return list(groups.values())


def contacts_of(bodies: Iterable[Body], touching: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Count the contacts of each body, by number; one between two of them counts for the first."""
    counts = {body.number: 0 for body in bodies}
    for one, other in touching:
        if one in counts:
            counts[one] += 1
        elif other in counts:
            counts[other] += 1
    return counts
