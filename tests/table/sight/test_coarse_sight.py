"""Coarse meshes for lines of sight."""

import numpy as np
import pytest

from riotsim.files.assets.meshes import load_mesh
from riotsim.table.pieces import Mesh, Terrain
from riotsim.table.sight.bodies import solids_of
from riotsim.table.sight.coarse import COARSE_ERROR, sight_mesh
from riotsim.table.sight.polyhedra import polyhedron
from riotsim.table.sight.segments import lines_inside
from riotsim.table.sight.solids import Solids


def count(mesh: Mesh) -> int:
    """Count the triangles of the coarse mesh that stands for a mesh."""
    return sum(len(part.triangles) for part in sight_mesh(mesh))


@pytest.mark.parametrize(
    ("file", "triangles"), [("wall.glb", 12), ("crate.glb", 12), ("hill.glb", 80), ("ruin.glb", 80)]
)
def test_a_mesh_that_fills_its_box_becomes_the_box(file: str, triangles: int) -> None:
    """If a mesh fills its box, its coarse mesh is the box of 12 triangles. This holds for a wall and a crate. A hill
    and a ruin keep their shapes.
    """
    mesh = load_mesh(file)
    assert count(mesh) == triangles
    corners = np.vstack([part.corners for part in sight_mesh(mesh)])
    assert corners.min(axis=0) == pytest.approx(mesh.vertices.min(axis=0), abs=1e-5)
    assert corners.max(axis=0) == pytest.approx(mesh.vertices.max(axis=0), abs=1e-5)


def test_it_is_made_once_for_each_mesh() -> None:
    """If a coarse mesh is asked for again, the result is the same object. Two meshes without a digest are equal, but
    each has its own coarse mesh.
    """
    first, second = (
        Mesh("it", "", load_mesh(file).vertices, load_mesh(file).triangles, ()) for file in ("hill.glb", "barrel.glb")
    )
    assert first == second
    assert sight_mesh(first) is sight_mesh(first)
    assert sight_mesh(first)[0].corners.max() > sight_mesh(second)[0].corners.max() + 10


def test_parts_are_apart() -> None:
    """A ruin of two separate walls becomes two solids with the ruin's name."""
    ruin = Terrain("ruin", load_mesh("ruin.glb"), (0.0, 0.0))
    assert solids_of([ruin]).names == ("ruin", "ruin")


def test_a_coarse_mesh_shuts_little_more() -> None:
    """The coarse mesh of a wall shuts each line that the wall shuts. The few other lines that it shuts come near the
    wall.
    """
    mesh = load_mesh("wall.glb")
    random = np.random.default_rng(1)
    low, high = mesh.vertices.min(axis=0) - 30, mesh.vertices.max(axis=0) + 30
    starts, ends = random.uniform(low, high, (2, 2000, 3))
    fine = Solids.of([("wall", polyhedron(mesh.vertices, mesh.triangles))])
    coarse = Solids.of(("wall", part) for part in sight_mesh(mesh))
    really, shut = (lines_inside(solids, starts, ends)[:, 0] for solids in (fine, coarse))
    assert not (really & ~shut).any()
    more = shut & ~really
    assert 0 < more.sum() < 0.1 * really.sum()
    for start, end in zip(starts[more], ends[more], strict=True):
        ways = np.array([(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)])
        shifts = ways[np.abs(ways).sum(axis=1) > 0] / np.sqrt(3) * COARSE_ERROR
        assert lines_inside(fine, start + shifts, end + shifts).any()
