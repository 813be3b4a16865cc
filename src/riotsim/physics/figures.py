"""Figures as shapes: several convex solids on a round base."""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pybullet

from riotsim.table.poses import IDENTITY, Vector


def create_pieces(client: int, base: float, thickness: float, pieces: Sequence[Sequence[Vector]], unit: float) -> int:
    """Make the shape: a base of this diameter and thickness (engine's units), and solids by their corners times `unit`.

    The engine makes several hulls at once from a file only, an OBJ with a part for each.
    """
    with _file(pieces, unit) as path:
        # What it remembers of files it would never forget, and each of these has a name of its own.
        pybullet.setPhysicsEngineParameter(enableFileCaching=0, physicsClientId=client)
        shape = pybullet.createCollisionShapeArray(
            shapeTypes=[pybullet.GEOM_CYLINDER, pybullet.GEOM_MESH],
            radii=[base / 2, 0.0],
            lengths=[thickness, 0.0],
            halfExtents=[[0.0, 0.0, 0.0]] * 2,
            fileNames=["", path],
            meshScales=[[1.0, 1.0, 1.0]] * 2,
            collisionFramePositions=[[0.0, 0.0, thickness / 2], [0.0, 0.0, thickness]],
            collisionFrameOrientations=[list(IDENTITY)] * 2,
            physicsClientId=client,
        )
    return int(shape)


@contextmanager
def _file(solids: Sequence[Sequence[Vector]], unit: float) -> Iterator[str]:
    """A file with these solids, for as long as the block lasts.

    The engine makes the hull of each part's corners. A corner counts if some triangle has it, so triangles go through
    all of them in turn; they are no faces.
    """
    handle, path = tempfile.mkstemp(prefix="riotsim-", suffix=".obj")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as stream:
            first = 1
            for number, corners in enumerate(solids):
                stream.write(f"o solid{number}\n")
                stream.writelines(f"v {x * unit!r} {y * unit!r} {z * unit!r}\n" for x, y, z in corners)
                last = first + len(corners) - 1
                stream.writelines(f"f {k} {k + 1} {k + 2}\n" for k in range(first, last - 1))
                first = last + 1
        yield path
    finally:
        os.unlink(path)
