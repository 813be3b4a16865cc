"""Detection of pieces of a table that stand in one another."""

from dataclasses import dataclass

from riotsim.physics.bodies.body import Hold, add
from riotsim.physics.engine.materials import table_top
from riotsim.physics.engine.world import World
from riotsim.physics.scene.registry import TABLE_THICKNESS
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose
from riotsim.table.state import Table

TABLE_TOP: PieceId = ""
"""Name of the table itself in an overlap."""


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two pieces that stand in one another. At least one of them is a die or a token."""

    first: PieceId
    second: PieceId
    """`TABLE_TOP` for the table; else a name after `first` in the alphabet."""
    depth: float
    """Depth of the overlap (mm)."""


def overlaps(table: Table, deeper_than: float = 0.0) -> tuple[Overlap, ...]:
    """Return the overlaps of dice and tokens with anything, the deepest first.

    Scenery and models are not compared with each other. A piece that is wholly inside a mesh is not found, because a
    mesh is a surface.

    Args:
        table: The table.
        deeper_than: Depth that an overlap has to exceed (mm).
    """
    with World() as world:
        slab = world.shapes.box(table.width, table.depth, TABLE_THICKNESS)
        ground = Pose((table.width / 2, table.depth / 2, -TABLE_THICKNESS / 2))
        names = {world.add(slab, ground, table_top(table.surface)): TABLE_TOP}
        for fixed in (table.terrain, table.models):
            for name in sorted(fixed):
                names[add(world, fixed[name], Hold.FIXED).number] = name
        for free in (table.tokens, table.dice):
            for name in sorted(free):
                names[add(world, free[name], Hold.FREE).number] = name
        deepest: dict[tuple[PieceId, PieceId], float] = {}
        for first, second, depth in world.detect_contacts():
            one, other = sorted((names[first], names[second]), key=lambda name: (name == TABLE_TOP, name))
            if depth > deeper_than:
                deepest[one, other] = max(depth, deepest.get((one, other), depth))
    found = (Overlap(one, other, depth) for (one, other), depth in deepest.items())
    return tuple(sorted(found, key=lambda overlap: (-overlap.depth, overlap.first, overlap.second)))
