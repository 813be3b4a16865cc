"""Meshes that are open, fine or in many parts become closed and simple, and keep their outline and height."""

from pathlib import Path

import numpy as np
import pytest
import trimesh

from riotsim.files.assets.meshes import load_mesh, mesh_notes
from riotsim.files.mesh.decomposition import MAX_CORNERS, MAX_PIECES, convex_hull, convex_pieces
from riotsim.files.mesh.parsing import Raw
from riotsim.files.mesh.repair import FLAT_THICKNESS, MIN_THICKNESS, box_about, close_mesh, is_closed, joined, volume
from riotsim.files.mesh.simplification import OUTLINE_TOLERANCE, TRIANGLE_BUDGETS, extents, same_outline, simplify


def raw(mesh: trimesh.Trimesh) -> Raw:
    """Return the mesh as the program reads it."""
    return Raw(np.array(mesh.vertices), np.array(mesh.faces, dtype=np.int32))


def box(*size: float) -> Raw:
    """Return a box of 12 triangles (mm)."""
    return raw(trimesh.creation.box(size))


def without(mesh: Raw, *gone: int) -> Raw:
    """Return a mesh without some of its triangles."""
    return Raw(mesh.corners, np.delete(mesh.triangles, gone, axis=0))


def test_what_is_closed_stays_as_it_is() -> None:
    """A sound solid is not touched, and nothing is noted."""
    parts, notes = close_mesh(box(40, 30, 20))
    assert notes == []
    assert np.array_equal(parts[0].triangles, box(40, 30, 20).triangles)


@pytest.mark.parametrize("gone", [(0,), (0, 2), (3, 8)])
def test_holes_are_filled(gone: tuple[int, ...]) -> None:
    """A box that lacks triangles is closed again, with the volume of the whole: 40 x 30 x 20 mm."""
    (part,), notes = close_mesh(without(box(40, 30, 20), *gone))
    assert is_closed(part)
    assert volume(part) == pytest.approx(40 * 30 * 20)
    assert len(notes) == 1


def test_what_is_inside_out_is_turned() -> None:
    """A solid whose triangles look inward, or this way and that, is turned to look outward."""
    whole = box(40, 30, 20)
    inward = Raw(whole.corners, whole.triangles[:, ::-1].copy())
    mixed = Raw(whole.corners, np.where(np.arange(12)[:, None] % 2, whole.triangles, whole.triangles[:, ::-1]))
    for bad in (inward, mixed):
        (part,), _ = close_mesh(bad)
        assert volume(part) == pytest.approx(40 * 30 * 20)


def test_a_part_is_turned_beside_one_that_is_sound() -> None:
    """If the triangles of one of two separate blocks face in different directions, that block is turned. Neither block
    becomes a plain box.
    """
    whole = box(40, 30, 20)
    mixed = np.where(np.arange(12)[:, None] % 2, whole.triangles, whole.triangles[:, ::-1])
    parts, notes = close_mesh(joined([whole, Raw(np.add(whole.corners, (100.0, 0.0, 0.0)), mixed)]))
    assert [volume(part) for part in parts] == pytest.approx([40 * 30 * 20] * 2)
    assert notes == ["it had holes, or triangles that faced inward; it has been closed"]


def test_blocks_against_each_other_are_closed() -> None:
    """Two solids that share an edge count as closed, so that nothing is filled or noted."""
    one, other = box(20, 20, 20), box(20, 20, 20)
    both = joined([one, Raw(np.add(other.corners, (20, 20, 0)), other.triangles)])
    places, index = np.unique(both.corners, axis=0, return_inverse=True)
    welded = Raw(places, index.reshape(-1)[both.triangles].astype(np.int32))
    parts, notes = close_mesh(welded)
    assert notes == []
    assert sum(map(volume, parts)) == pytest.approx(2 * 20**3)


def test_what_cannot_be_mended_is_boxed() -> None:
    """A surface in which three sheets meet in one line can't be closed. A plain box takes its place."""
    sheets = [
        [(0, 0, 0), (30, 0, 0), (0, 0, 20)],
        [(0, 0, 0), (0, 0, 20), (0, 30, 0)],
        [(0, 0, 0), (0, 0, 20), (-20, -20, 5)],
    ]
    corners = np.array(sheets, dtype=float).reshape(-1, 3)
    places, index = np.unique(corners, axis=0, return_inverse=True)
    open_one = Raw(places, index.reshape(-1, 3).astype(np.int32))
    (part,), (note,) = close_mesh(open_one)
    assert note.startswith("dice bounce off a plain box about it: its holes could not be filled")
    assert is_closed(part)
    assert np.ptp(part.corners[:, 2]) == pytest.approx(20.0)
    assert (np.ptp(part.corners, axis=0) >= MIN_THICKNESS).all()


def test_a_box_is_thick_enough_to_stop_a_die() -> None:
    """A thin open surface becomes a box of 2 mm: a die of 16 mm at 8 m/s, in steps of 1/960 s, can't jump over it."""
    corners = np.array([(0.0, 0.0, 0.0), (30.0, 0.0, 0.0), (30.0, 30.0, 0.5), (0.0, 30.0, 0.0)])
    made = box_about(Raw(corners, np.array([(0, 1, 2)], dtype=np.int32)))
    assert sorted(np.ptp(made.corners, axis=0)) == pytest.approx([2.0, 30.0, 30.0])


def test_flat_things_are_refused() -> None:
    """A closed sheet without volume is refused as flat. A thin box is kept."""
    sheet = Raw(np.array([(0.0, 0, 0), (30, 0, 10), (0, 30, 10)]), np.array([(0, 1, 2), (0, 2, 1)], dtype=np.int32))
    with pytest.raises(ValueError, match="is flat"):
        close_mesh(sheet)
    (thin,), _ = close_mesh(box(30, 30, 10 * FLAT_THICKNESS))
    assert volume(thin) > 0


def test_fine_meshes_are_simplified_within_their_outline() -> None:
    """A ball of 81,920 triangles is simplified to at most 1,000. Its outline moves by at most 1 mm, and it stays
    closed.
    """
    ball = raw(trimesh.creation.icosphere(subdivisions=6, radius=40.0))
    (part,), (note,) = simplify([ball])
    assert len(part.triangles) <= TRIANGLE_BUDGETS[0]
    assert is_closed(part)
    assert np.abs(extents(part) - extents(ball)).max() <= OUTLINE_TOLERANCE
    assert volume(part) == pytest.approx(4 / 3 * np.pi * 40**3, rel=0.02)
    assert "81,920" in note
    assert same_outline(ball, part)
    assert not same_outline(ball, Raw(ball.corners * 1.03, ball.triangles))


def test_a_mesh_gets_as_many_triangles_as_its_outline_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """If few triangles don't keep the outline, more are tried, up to the last number."""
    monkeypatch.setattr("riotsim.files.mesh.simplification.TRIANGLE_BUDGETS", (20, 40, 700))
    ball = raw(trimesh.creation.icosphere(subdivisions=3, radius=40.0))
    (part,), _ = simplify([ball])
    assert 40 < len(part.triangles) <= 700
    assert same_outline(ball, part)


def test_convex_parts_are_their_own_pieces() -> None:
    """If all parts of a figure are convex, each part becomes one piece and keeps its corners."""
    pieces = convex_pieces([box(10, 10, 20), Raw(np.add(box(6, 6, 6).corners, (0, 0, 12)), box(6, 6, 6).triangles)])
    assert [len(piece.corners) for piece in pieces] == [8, 8]


def test_other_shapes_are_taken_apart() -> None:
    """A ring is divided into few convex pieces of few corners, which leave its hole free. The pieces are the same each
    time.
    """
    ring = raw(trimesh.creation.annulus(r_min=12.0, r_max=15.0, height=10.0))
    pieces = convex_pieces([ring])
    assert 4 <= len(pieces) <= MAX_PIECES
    assert max(len(piece.corners) for piece in pieces) <= MAX_CORNERS
    for piece in pieces:
        hull = convex_hull(np.vstack((piece.corners, (0.0, 0.0, 0.0))))
        assert volume(hull) > volume(piece) * 1.05  # the ring's middle is outside of it
    again = convex_pieces([ring])
    assert all(np.array_equal(a.corners, b.corners) for a, b in zip(pieces, again, strict=True))


def test_a_hill_without_a_floor(tmp_path: Path) -> None:
    """A hill without sides or floor is closed and simplified, and keeps its height. Two notes say so."""
    x, y = np.meshgrid(np.linspace(-50, 50, 40), np.linspace(-50, 50, 40))
    z = 30 * np.exp(-(x**2 + y**2) / 1500)
    k = np.arange(39 * 40).reshape(39, 40)[:, :-1].ravel()
    faces = np.concatenate([np.column_stack((k, k + 1, k + 41)), np.column_stack((k, k + 41, k + 40))])
    trimesh.Trimesh(np.column_stack((x.ravel(), y.ravel(), z.ravel())), faces, process=False).export(
        tmp_path / "hill.stl"
    )
    mesh = load_mesh(tmp_path / "hill.stl")
    assert mesh.height == pytest.approx(np.ptp(z), abs=OUTLINE_TOLERANCE)
    assert is_closed(Raw(mesh.vertices, mesh.triangles))
    assert len(mesh.triangles) <= TRIANGLE_BUDGETS[0]
    assert len(mesh_notes(tmp_path / "hill.stl")) == 2
