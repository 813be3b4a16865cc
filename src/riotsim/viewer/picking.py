"""What a ray meets on the table: pieces by their own geometry, never by the engine."""

from collections.abc import Mapping

import numpy as np

from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point, Pose
from riotsim.table.state import Table
from riotsim.viewer.camera import Ray


def on_plane(ray: Ray, level: float = 0.0) -> Point | None:
    """Where a ray meets the plane at a height (mm); None if it doesn't."""
    if ray.way[2] > -1e-6:
        return None
    t = (level - ray.origin[2]) / ray.way[2]
    return None if t < 0 else (ray.origin[0] + t * ray.way[0], ray.origin[1] + t * ray.way[1])


def pick(table: Table, poses: Mapping[PieceId, Pose], ray: Ray) -> PieceId | None:
    """stub: nearest ball."""
    best, found = np.inf, None
    o, w = np.array(ray.origin), np.array(ray.way)
    for name, at, radius in [
        *((m.id, (*m.at, m.level + 16), 16.0) for m in table.models.values()),
        *((d.id, d.pose.at, d.size * 0.6) for d in table.dice.values()),
        *((t.id, t.pose.at, t.diameter / 2) for t in table.tokens.values()),
    ]:
        to = np.array(at) - o
        along = float(to @ w)
        if 0 < along < best and np.linalg.norm(to - along * w) < radius:
            best, found = along, name
    return found
