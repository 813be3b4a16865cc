"""Figures on bases: miniatures from files, figures from their solids, and pawns if there is neither."""

import itertools

import numpy as np
import pytest

from riotsim.app.recordings import figure_meshes
from riotsim.replay.figure_meshes import FigureMesh, MeshPart, figure_mesh, pawn_mesh, smooth_part
from riotsim.table.pieces import Figure


def volume(part: MeshPart) -> float:
    """Return a part's volume (mm³), which is negative if its surface faces inward."""
    a, b, c = (part.corners[part.triangles[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def closed(part: MeshPart) -> bool:
    """Return whether each edge is shared by two triangles that run along it in opposite directions."""
    edges = [(int(t[i]), int(t[(i + 1) % 3])) for t, i in itertools.product(part.triangles, range(3))]
    return len(set(edges)) == len(edges) and all((b, a) in set(edges) for a, b in set(edges))


@pytest.mark.parametrize("name", ["ruffian.glb", "bruiser.glb", "marksman.glb", "wildcard.glb", "sneak.glb"])
def test_miniatures_are_read_as_solids(name: str) -> None:
    """The parts of a miniature are closed and face outward, and the lowest point is at height 0. Some parts have the
    owner's colour, and others don't.
    """
    mesh = figure_meshes()[name]
    assert all(closed(part) and volume(part) > 0 for part in mesh.parts)
    assert min(part.corners[:, 2].min() for part in mesh.parts) == pytest.approx(0.0, abs=0.01)
    assert 24.0 < mesh.height < 35.0
    assert {part.livery for part in mesh.parts} == {True, False}
    assert len({part.colour for part in mesh.parts if part.livery}) == 1


def test_rounding_keeps_the_size() -> None:
    """If a coarse part is smoothed, it stays closed and keeps its length, width and height. It has four times as many
    triangles.
    """
    for part in figure_meshes()["bruiser.glb"].parts:
        smooth = smooth_part(part)
        assert closed(smooth)
        assert len(smooth.triangles) == 4 * len(part.triangles)
        assert smooth.corners.min(axis=0) == pytest.approx(part.corners.min(axis=0), abs=1e-6)
        assert smooth.corners.max(axis=0) == pytest.approx(part.corners.max(axis=0), abs=1e-6)
        assert 0.7 < volume(smooth) / volume(part) < 1.5


def test_a_figure_of_ones_own_is_its_solids() -> None:
    """If a figure has no known mesh, it is drawn as its solids from the physics, in its owner's colour."""
    cube = tuple(itertools.product((-4.0, 4.0), (-4.0, 4.0), (0.0, 20.0)))
    mesh = figure_mesh(Figure("mine.stl", "x", 20.0, (cube,)), figure_meshes())
    assert [volume(part) for part in mesh.parts] == pytest.approx([8.0 * 8.0 * 20.0])
    assert all(part.livery for part in mesh.parts)


def test_known_figures_have_the_height_of_the_rules() -> None:
    """A figure is drawn as tall as the rules say, even if the mesh in its file has another height."""
    assert figure_mesh(Figure("bruiser.glb", "x", 40.0), figure_meshes()).height == pytest.approx(40.0)


def test_something_always_stands_there() -> None:
    """If a model has no figure, it is drawn as a pawn of 28 mm whose parts face outward."""
    mesh: FigureMesh = figure_mesh(None, {})
    assert mesh.height == pytest.approx(28.0)
    assert all(volume(part) > 0 for part in pawn_mesh().parts)
