"""Dice with signs in 3D models: the icon and its count are drawn on the face."""

import numpy as np
import pytest

from riotsim.replay.glb.signs import icon_mesh, sign_meshes
from riotsim.replay.glb.solids import die_solids
from riotsim.table.dice.custom import with_signs
from riotsim.table.dice.icons import DRAWINGS, icon_outlines
from riotsim.table.dice.kinds import D6
from riotsim.table.dice.signs import Sign

HERALD = with_signs(D6, "herald", {1: Sign("id"), 2: Sign("melee", 3), 3: Sign("saves", 1)})
"""A d6 with signs on three of its faces."""


def areas(vertices: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Return the signed area of each triangle."""
    (ax, ay), (bx, by), (cx, cy) = (vertices[triangles[:, k]].T for k in range(3))
    found: np.ndarray = ((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2
    return found


@pytest.mark.parametrize("name", DRAWINGS)
def test_triangles_cover_the_icon_once(name: str) -> None:
    """All triangles of an icon run anticlockwise. Their total area is that of the points inside the icon's outlines,
    so they don't overlap.
    """
    vertices, triangles = icon_mesh(name)
    found = areas(vertices, triangles)
    assert found.min() > 0.0
    at = (np.arange(240) + 0.5) / 240 * 2.2 - 1.1
    turns = np.zeros((240, 240), dtype=int)
    for outline in icon_outlines(name):
        for (x, y), (to_x, to_y) in zip(outline, (*outline[1:], outline[0]), strict=True):
            rows = (at >= min(y, to_y)) & (at < max(y, to_y))
            if rows.any():
                crossing = x + (at[rows] - y) * (to_x - x) / (to_y - y)
                turns[rows] += np.where(at < crossing[:, None], 1 if to_y > y else -1, 0)
    assert found.sum() == pytest.approx(float((turns != 0).mean()) * 2.2**2, rel=0.02)


def test_a_sign_is_ink_on_its_face() -> None:
    """An icon and its count lie just above their face and don't reach over its edges. The gap between icon and count
    has the die's colour.
    """
    body, ink = die_solids(HERALD, 16.0)
    plain, _ = die_solids(D6, 16.0)
    assert ink is not None
    assert len(body.corners) > len(plain.corners)
    top = ink.corners[ink.normals[:, 2] > 0.9]
    assert np.abs(top[:, 2] - 8.02).max() < 1e-6
    assert np.abs(top[:, :2]).max() < 8.0
    side = HERALD.face(2)
    assert [is_ink for _, _, is_ink in sign_meshes(HERALD, side, 0.45)] == [True, False, True]
    assert [is_ink for _, _, is_ink in sign_meshes(HERALD, HERALD.face(1), 0.45)] == [True]


def test_a_sign_isn_t_mirrored() -> None:
    """The triangles of a sign run anticlockwise seen from outside, on each face. So signs aren't mirrored."""
    kind = with_signs(D6, "x", {value: Sign("melee", 7) for value in range(1, 7)})
    for face in kind.faces:
        for vertices, triangles, _ in sign_meshes(kind, face, 0.45):
            across = np.cross(
                vertices[triangles[:, 1]] - vertices[triangles[:, 0]],
                vertices[triangles[:, 2]] - vertices[triangles[:, 0]],
            )
            assert (across @ np.array(face.normal)).sum() > 0.0
