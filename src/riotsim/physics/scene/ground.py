"""The table itself in the engine: its top, its edge, and the walls that may stand on it."""

from collections.abc import Sequence
from typing import Final

from riotsim.physics.engine.materials import BOUNCE_THRESHOLDS, RIM, bounce_threshold, table_top
from riotsim.physics.engine.world import World
from riotsim.table.impacts import TABLE, WALL, Collider
from riotsim.table.poses import Bounds, Point, Pose, Vector
from riotsim.table.state import Table

TABLE_THICKNESS: Final = 200.0
"""Thickness of the slab that stands for the table in the engine (mm). Even a fast piece can't pass through the slab."""

WALL_THICKNESS: Final = 10.0
"""Thickness of a table's rim or a tray's wall (mm).

Rims and walls are so thin that dice hardly ever come to rest on top of them.
"""

WALL_DEPTH: Final = 5.0
"""Depth of the walls below the table's top (mm).

So there is no gap between a wall and the table, and the edge of a die cannot get caught there.
"""


def add_table_top(world: World, table: Table) -> int:
    """Put the table into a world as a slab with its top at height 0, and return the slab's number."""
    slab = world.shapes.box(table.width, table.depth, TABLE_THICKNESS)
    middle = Pose((table.width / 2, table.depth / 2, -TABLE_THICKNESS / 2))
    return world.add(slab, middle, table_top(table.surface))


def add_ground(world: World, table: Table) -> dict[int, Collider]:
    """Put a table and its walls into a world, and set the bounce threshold of the table's surface.

    Returns:
        The name of each new body in reports of impacts (`TABLE` or `WALL`), by the body's number.
    """
    ground = {add_table_top(world, table): TABLE}
    if (speed := bounce_threshold(table.surface)) != BOUNCE_THRESHOLDS[0][1]:
        world.set_bounce_threshold(speed)
    for size, at in table_walls(table):
        ground[world.add(world.shapes.box(*size), Pose(at), RIM)] = WALL
    return ground


def is_over_table(table: Table, at: Vector) -> bool:
    """Return whether a point is within the table's edges, seen from above."""
    return 0.0 <= at[0] <= table.width and 0.0 <= at[1] <= table.depth


def edge_crossing(table: Table, inside: Vector, outside: Vector) -> Point:
    """Return the point where the straight line from `inside` to `outside` crosses the table's edge (mm)."""
    share = 1.0
    for k, size in ((0, table.width), (1, table.depth)):
        way = outside[k] - inside[k]
        for edge, beyond in ((0.0, outside[k] < 0.0), (size, outside[k] > size)):
            if beyond and way != 0.0:
                share = min(share, max(0.0, (edge - inside[k]) / way))
    return clamp_to_table(table, [inside[k] + share * (outside[k] - inside[k]) for k in range(2)])


def clamp_to_table(table: Table, at: Sequence[float]) -> Point:
    """Return the point of the table that is nearest to `at`, seen from above (mm)."""
    return (min(max(at[0], 0.0), table.width), min(max(at[1], 0.0), table.depth))


def table_walls(table: Table) -> list[tuple[Vector, Vector]]:
    """Return the boxes of a table's walls; none if it has no rim.

    The inner faces of the walls are at the table's edges. The corners belong to the left and the right wall.

    Returns:
        Size and centre of each box (mm).
    """
    if table.wall_height <= 0.0:
        return []
    width, depth = table.width, table.depth
    out, height = WALL_THICKNESS / 2, table.wall_height + WALL_DEPTH
    z = (table.wall_height - WALL_DEPTH) / 2
    across, along = (width, WALL_THICKNESS, height), (WALL_THICKNESS, depth + 2 * WALL_THICKNESS, height)
    return [
        (across, (width / 2, -out, z)),
        (across, (width / 2, depth + out, z)),
        (along, (-out, depth / 2, z)),
        (along, (width + out, depth / 2, z)),
    ]


def reaches_over(table: Table, bounds: Bounds) -> bool:
    """Return whether a box extends beyond the table's edge at a height below the top of the walls."""
    left, front, bottom, right, back, _ = bounds
    beyond = left < 0.0 or front < 0.0 or right > table.width or back > table.depth
    return beyond and bottom < table.wall_height
