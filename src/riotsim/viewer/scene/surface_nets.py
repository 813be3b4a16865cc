"""A surface out of a field of distances, after Gibson's surface nets (1998): one corner in each cell that it passes."""

import itertools
from typing import Any

import numpy as np
import numpy.typing as npt


def surface(field: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], npt.NDArray[Any]]:
    """Give corners (in cells) and triangles of the surface where a field on a grid is 0; it is below 0 inside."""
    inside = field < 0
    shape = tuple(n - 1 for n in field.shape)
    total = np.zeros((*shape, 3))
    count = np.zeros(shape)
    for axis in range(3):
        low = [slice(None)] * 3
        high = [slice(None)] * 3
        low[axis], high[axis] = slice(None, -1), slice(1, None)
        a, b = field[tuple(low)], field[tuple(high)]
        crossed = (a < 0) != (b < 0)
        along = np.where(crossed, a / np.where(crossed, a - b, 1.0), 0.0)
        others = [k for k in range(3) if k != axis]
        for p, q in itertools.product((0, 1), repeat=2):
            cut: list[Any] = [slice(None)] * 3
            cut[others[0]] = slice(p, shape[others[0]] + p)
            cut[others[1]] = slice(q, shape[others[1]] + q)
            hit = crossed[tuple(cut)]
            count += hit
            total[..., axis] += np.where(hit, along[tuple(cut)], 0.0)
            total[..., others[0]] += hit * float(p)
            total[..., others[1]] += hit * float(q)
    active = count > 0
    number = np.full(shape, -1, dtype=np.int64)
    number[active] = np.arange(int(active.sum()))
    corners = np.argwhere(active) + total[active] / count[active][:, None]
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
