"""How near a tower is to its fall while it is carried, as far as the places of its dice tell."""

from collections.abc import Mapping
from math import hypot

from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose
from riotsim.table.state import Table

FALLEN = 1.6
"""Lean from which a tower counts as fallen."""


def lean(table: Table, poses: Mapping[PieceId, Pose], tower: PieceId) -> float:
    """Return how far a tower leans: 0 if it is straight, about 1 if dice are about to fall off the die below them.

    For each die of the tower, the common centre of mass of the dice above it is compared with the edge of the die. The
    worst of them counts. A tower that has fallen, and one of less than two dice, has no lean.

    Args:
        table: The table.
        poses: Poses of pieces that are not at their places on `table`.
        tower: Name of the tower.
    """
    dice = table.tower_dice(tower)
    places = [poses[die.id].at if die.id in poses else die.pose.at for die in dice]
    mass = across = along = worst = 0.0
    for above, below in zip(range(len(dice) - 1, 0, -1), range(len(dice) - 2, -1, -1), strict=True):
        (x, y, z), (u, v, w) = places[above], places[below]
        if z <= w:
            return 0.0  # it has fallen
        weight = dice[above].size ** 3
        mass, across, along = mass + weight, across + weight * x, along + weight * y
        away = hypot(across / mass - u, along / mass - v)
        worst = max(worst, away / (dice[below].size / 2))
    return 0.0 if worst >= FALLEN else worst
