"""Checks that all terrain lies in the play area, and that this area has room for all models and loot."""

import math
from collections.abc import Iterator, Mapping

from riotsim.games.riot_dice.rulebook.catalogue import Layout, PlacedTerrain, TerrainKind
from riotsim.play.rulebook.sections import Fault, FieldPath
from riotsim.table.geometry.plan import Footprint, Part, rectangle
from riotsim.table.pieces import Hull, Round
from riotsim.table.units import in_inches

EDGE_TOLERANCE = 0.01
"""Terrain may reach over the table's edge by no more than this (mm). It allows for rounded lengths in inches."""

MAX_OCCUPANCY = 0.3
"""Greatest fraction of a table's free area that models and loot may take. Our choice.

Each model and each piece of loot counts as the square around it. If discs are placed at random on an endless table,
there is no room for another disc once the squares take 0.7 of the area. The limit is lower here because a table has
edges and narrow corners.
"""


def square_area(footing: Round | Hull) -> float:
    """Return the area of the smallest square that has room for a model's base or hull at any angle (mm²)."""
    match footing:
        case Round(diameter):
            return diameter**2
        case Hull(length, width):
            return math.hypot(length, width) ** 2


def off_table_faults(where: FieldPath, layout: Layout, kinds: Mapping[str, TerrainKind]) -> Iterator[Fault]:
    """Yield an error for each piece of terrain that isn't on the table.

    The whole of a box must be on the table. For a mesh, only the centre is checked.

    Args:
        where: Path of the list of terrain in the rules file.
        layout: The play area and its terrain.
        kinds: The kinds of terrain, by name.
    """
    for k, placed in enumerate(layout.terrain):
        kind = kinds.get(placed.piece)
        if kind is None:
            continue
        left, front, right, back = _area(placed, kind).bounds()
        if (
            min(left, front) < -EDGE_TOLERANCE
            or right > layout.width + EDGE_TOLERANCE
            or back > layout.depth + EDGE_TOLERANCE
        ):
            yield (
                (*where, k, "at"),
                f"this {placed.piece} reaches over the edge of its table; from front left, it covers x {left:.0f} to "
                f"{right:.0f} mm and y {front:.0f} to {back:.0f} mm of {layout.width:.0f} x {layout.depth:.0f} mm",
            )


def space_fault(
    where: FieldPath, layout: Layout, kinds: Mapping[str, TerrainKind], bosses: int, taken: float
) -> Iterator[Fault]:
    """Yield an error if models and loot take more than the fraction `MAX_OCCUPANCY` of a table's free area.

    The free area is the area of the table, minus the areas of some boxes of terrain. A box is subtracted if it blocks
    moves, or if models can't stand on it.

    Args:
        where: Path of the table in the rules file.
        layout: The play area and its terrain.
        kinds: The kinds of terrain, by name.
        bosses: Number of bosses, for the message.
        taken: Area that the models of these bosses and all loot take together (mm²). Each model and each piece of loot
            counts as the square around it.
    """
    placed = [kinds[one.piece] for one in layout.terrain if one.piece in kinds]
    boxes = [kind.shape_box for kind in placed if kind.blocks_moves or not kind.stand_on]
    free = layout.width * layout.depth - sum(box.length * box.width for box in boxes if box is not None)
    if taken > MAX_OCCUPANCY * free:
        side = in_inches(math.sqrt(taken / MAX_OCCUPANCY + layout.width * layout.depth - free))
        yield (
            where,
            f"has no room for {bosses} gangs and their loot: with its terrain that takes about {side:.0f} x {side:.0f}"
            f" in, and this is {in_inches(layout.width):.0f} x {in_inches(layout.depth):.0f} in; "
            "make it larger, or gangs, loot or terrain smaller",
        )


def _area(placed: PlacedTerrain, kind: TerrainKind) -> Footprint:
    box = kind.shape_box
    if box is None:
        return Footprint((Part((placed.at,)),))
    return rectangle(placed.at, box.length, box.width, placed.heading)
