"""Half turns of tables, views and camera poses, for players at the back edge.

To compute a camera pose for the back edge, turn the table and the view by half a turn. Then compute the pose for the
front edge, and turn this pose back.
"""

import math
from dataclasses import replace

from riotsim.table.geometry.plan import Footprint, Part
from riotsim.table.poses import Point, Vector
from riotsim.table.state import Table, Tray
from riotsim.viewer.input.attention import View
from riotsim.viewer.input.camera import CameraPose


def turned_table(table: Table) -> Table:
    """Return a table whose patches and tray are turned by half a turn about the middle of the table.

    Camera poses are computed from the returned table. The models, dice and other pieces are not turned, because camera
    poses don't depend on their places.
    """
    patches = tuple(
        replace(one, footprint=_turned_footprint(one.footprint, table), name_at=None) for one in table.patches
    )
    tray = None if table.tray is None else _turned_tray(table.tray, table)
    return replace(table, patches=patches, tray=tray)


def turned_view(view: View, table: Table) -> View:
    """Return a view turned by half a turn about the middle of a table."""
    low, high = _turned(view.high, table), _turned(view.low, table)
    asked = tuple((*_turned((x, y), table), z) for x, y, z in view.asked)
    return replace(view, low=low, high=high, asked=asked)


def turned_pose(pose: CameraPose, table: Table, *, to_back: bool) -> CameraPose:
    """Return a pose of the camera turned by half a turn about the middle of a table.

    Args:
        pose: The pose.
        table: The table.
        to_back: True from the front edge to the back edge, False from the back edge to the front edge.
    """
    x, y, z = pose.target
    target: Vector = (*_turned((x, y), table), z)
    return replace(pose, target=target, yaw=pose.yaw + (math.pi if to_back else -math.pi))


def _turned(at: Point, table: Table) -> Point:
    return (table.width - at[0], table.depth - at[1])


def _turned_footprint(area: Footprint, table: Table) -> Footprint:
    return Footprint(tuple(Part(tuple(_turned(at, table) for at in part.points), part.radius) for part in area.parts))


def _turned_tray(tray: Tray, table: Table) -> Tray:
    """Turn a tray and its rack by half a turn about the middle of a table.

    Return one tray that covers the places of the turned tray and of its turned rack. The returned tray has no rack.
    """
    lefts, fronts, rights, backs = zip(
        *((x, y, x + width, y + depth) for (x, y), width, depth in tray.areas), strict=True
    )
    at = _turned((max(rights), max(backs)), table)
    return replace(tray, at=at, width=max(rights) - min(lefts), depth=max(backs) - min(fronts), rack=0.0)
