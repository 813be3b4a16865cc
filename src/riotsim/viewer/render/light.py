"""The lamp over the table, and the orthographic view from it that the shadow map shows."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from riotsim.table.poses import Vector
from riotsim.table.state import Table
from riotsim.viewer.scene.furniture import BELOW, RIM

LIGHT_DIRECTION = np.array([-0.47, -0.20, 0.86]) / np.linalg.norm([-0.47, -0.20, 0.86])
"""Direction from the table to the lamp: from the left, a little from the front."""

LIGHT_SIZE = 0.075
"""Tangent of half the angle under which the table sees the lamp."""

ROOM = 12.0
"""Margin around everything that casts shadows (mm)."""


@dataclass(frozen=True, slots=True)
class LightView:
    """The view that the shadow map shows."""

    matrix: npt.NDArray[np.float64]
    """Matrix of shape (4, 4) from the table (mm) to the map (0 to 1)."""
    across: float
    deep: float
    """Depth that the map covers (mm); `across` is its width."""


def light_view(table: Table, top: float) -> LightView:
    """Return the lamp's view of a table on which nothing is higher than `top` (mm)."""
    low = [-RIM, -RIM, BELOW]
    high = [table.width + RIM, table.depth + RIM, max(top, 40.0)]
    tray = table.tray
    if tray is not None:
        low = [min(low[0], tray.at[0] - 9), min(low[1], tray.at[1] - 9), BELOW]
        high = [max(high[0], tray.at[0] + tray.width + 9), max(high[1], tray.at[1] + tray.depth + 9), high[2]]
    return _view((low[0], low[1], low[2]), (high[0], high[1], high[2]))


@lru_cache(maxsize=16)
def _view(low: Vector, high: Vector) -> LightView:
    """Return the view in which a box with these corners is seen."""
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
