"""The lamp over the table, and the view from it in which shadows are looked up."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from riotsim.table.poses import Vector
from riotsim.table.state import Table
from riotsim.viewer.scene.furniture import BELOW, RIM

LIGHT_DIRECTION = np.array([-0.47, -0.20, 0.86]) / np.linalg.norm([-0.47, -0.20, 0.86])
"""Where it hangs: to the left, a little before the table."""

LIGHT_SIZE = 0.075
"""How large it looks: the tangent of half the angle under which the table sees it."""

ROOM = 12.0
"""Left free about what throws shadows (mm)."""


@dataclass(frozen=True, slots=True)
class LightView:
    """What the shadow map shows."""

    matrix: npt.NDArray[np.float64]
    """(4, 4): from the table to the map, 0 to 1."""
    across: float
    deep: float
    """What it covers (mm)."""


def light_view(table: Table, top: float) -> LightView:
    """Give the view from the lamp over a table on which nothing is higher than `top` (mm)."""
    low = [-RIM, -RIM, BELOW]
    high = [table.width + RIM, table.depth + RIM, max(top, 40.0)]
    tray = table.tray
    if tray is not None:
        low = [min(low[0], tray.at[0] - 9), min(low[1], tray.at[1] - 9), BELOW]
        high = [max(high[0], tray.at[0] + tray.width + 9), max(high[1], tray.at[1] + tray.depth + 9), high[2]]
    return _view((low[0], low[1], low[2]), (high[0], high[1], high[2]))


@lru_cache(maxsize=16)
def _view(low: Vector, high: Vector) -> LightView:
    """The view in which a box is seen that has these corners."""
    right = np.cross([0.0, 0.0, 1.0], LIGHT_DIRECTION)
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(LIGHT_DIRECTION, right), LIGHT_DIRECTION])
    corners = np.array([[(low, high)[k >> i & 1][i] for i in range(3)] for k in range(8)])
    seen = corners @ axes.T
    least, most = seen.min(axis=0) - ROOM, seen.max(axis=0) + ROOM
    across = float((most - least)[:2].max())
    deep = float(most[2] - least[2])
    middle = (least + most) / 2
    matrix = np.eye(4)
    matrix[:3, :3] = axes / np.array([across, across, -deep])[:, None]
    matrix[:2, 3] = 0.5 - middle[:2] / across
    matrix[2, 3] = most[2] / deep
    return LightView(matrix, across, deep)
