"""A surface out of a field of distances, after Gibson's surface nets (1998): one corner in each cell that it passes."""

import itertools
from typing import Any

import numpy as np
import numpy.typing as npt


def surface(field: npt.NDArray[np.floating[Any]]) -> tuple[npt.NDArray[np.float64], npt.NDArray[Any]]:
    """Give corners (in cells) and triangles of the surface where a field on a grid is 0; it is below 0 inside."""
    inside = field < 0
    shape = tuple(n - 1 for n in field.shape)
    full = np.zeros(shape, dtype=np.int8)
    for p, q, r in itertools.product((0, 1), repeat=3):
        full += inside[p : shape[0] + p, q : shape[1] + q, r : shape[2] + r]
    cells = np.argwhere((full > 0) & (full < 8))
    number = np.full(shape, -1, dtype=np.int64)
    number[tuple(cells.T)] = np.arange(len(cells))
    total, count = np.zeros((len(cells), 3)), np.zeros(len(cells))
    for axis in range(3):
        others = [k for k in range(3) if k != axis]
        for p, q in itertools.product((0, 1), repeat=2):
            begin = np.zeros(3, dtype=np.int64)
            begin[others] = p, q
            end = begin + np.eye(3, dtype=np.int64)[axis]
            one, two = field[tuple((cells + begin).T)], field[tuple((cells + end).T)]
            crossed = (one < 0) != (two < 0)
            count += crossed
            total += crossed[:, None] * begin
            total[crossed, axis] += one[crossed] / (one[crossed] - two[crossed])
    corners = cells + total / count[:, None]
    quads = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        here: list[Any] = [slice(1, -1)] * 3
        here[axis] = slice(0, -1)
        there = list(here)
        there[axis] = slice(1, None)
        a, b = inside[tuple(here)], inside[tuple(there)]
        for sign, found in ((1, a & ~b), (-1, ~a & b)):
            at = np.argwhere(found)
            at[:, u] += 1
            at[:, v] += 1
            du, dv = np.eye(3, dtype=np.int64)[u], np.eye(3, dtype=np.int64)[v]
            ring = [number[tuple((at - du * p - dv * q).T)] for p, q in ((0, 0), (1, 0), (1, 1), (0, 1))]
            quad = np.stack(ring, axis=1)
            quads.append(quad if sign > 0 else quad[:, ::-1])
    four = np.concatenate(quads)
    return corners, np.concatenate([four[:, [0, 1, 2]], four[:, [0, 2, 3]]])
