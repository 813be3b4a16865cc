"""The table's edge: who is beyond it, and where the way there crosses it."""

from collections.abc import Sequence

from riotsim.table.poses import Point, Vector
from riotsim.table.state import Table


def over_table(table: Table, at: Vector) -> bool:
    """Tell whether a point is above the table or on it, seen from above."""
    return 0.0 <= at[0] <= table.width and 0.0 <= at[1] <= table.depth


def crossing_of_edge(table: Table, inside: Vector, outside: Vector) -> Point:
    """Give where the way from one point to another, which is beyond the edge, crosses it (mm)."""
    share = 1.0
    for k, size in ((0, table.width), (1, table.depth)):
        way = outside[k] - inside[k]
        for edge, beyond in ((0.0, outside[k] < 0.0), (size, outside[k] > size)):
            if beyond and way != 0.0:
                share = min(share, max(0.0, (edge - inside[k]) / way))
    return on_table(table, [inside[k] + share * (outside[k] - inside[k]) for k in range(2)])


def on_table(table: Table, at: Sequence[float]) -> Point:
    """Give the nearest point of the table (mm)."""
    return (min(max(at[0], 0.0), table.width), min(max(at[1], 0.0), table.depth))
