"""A die with a side without a number, for tests of how dice are drawn."""

from itertools import combinations

import numpy as np

from riotsim.table.dice.custom import ConvexShape, convex_die
from riotsim.table.dice.kinds import DieKind


def leaning_d3() -> DieKind:
    """Return a die of three numbered sides and a base without a number. The die leans so far that it can't rest on the
    base. The number on the side that lies down counts.
    """
    corners = np.array([(2.45, 0.3, 0.8), (0.4, 0.9, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 0.0)])
    middle = corners.mean(axis=0)
    normals, heights = [], []
    for side in combinations(corners, 3):  # the base comes last
        out = np.cross(side[1] - side[0], side[2] - side[0])
        out *= np.sign(out @ (side[0] - middle)) / np.linalg.norm(out)
        normals.append(out)
        heights.append(out @ (side[0] - middle))
    shape = ConvexShape(np.array(normals), np.array(heights))
    return convex_die("leaning d3", shape, {0: 1, 1: 2, 2: 3}, read_down=True, size=20.0, digest="leaning")
