"""Parsing of mesh files: axes, units, limits and equal corners, from small files written by hand."""

import numpy as np
import pytest
import trimesh

from riotsim.files.mesh.parsing import parse, welded, without_comments

OBJ = "v 1 2 3\nv 5 2 3\nv 1 8 3\nv 1 2 10\nf 1 3 2\nf 1 2 4\n"
"""Two of the sides of a corner whose edges are 4, 6 and 7 long."""


def _triangles(ending: str, content: bytes, up: str | None = None) -> set[tuple[tuple[float, ...], ...]]:
    """Return the corners of each triangle, the least first, in their order."""
    raw = parse(ending, content, up)
    found = [[tuple(map(float, raw.corners[corner])) for corner in triangle] for triangle in raw.triangles]
    return {tuple(one[one.index(min(one)) :] + one[: one.index(min(one))]) for one in found}


A, B, C, D = (1.0, 2.0, 3.0), (5.0, 2.0, 3.0), (1.0, 8.0, 3.0), (1.0, 2.0, 10.0)


@pytest.mark.parametrize("up", [None, "z"])
def test_a_file_for_printing_is_read_as_it_is(up: str | None) -> None:
    """A file for printing is in millimetres with z up. Its triangles keep their corners in their order."""
    assert _triangles("obj", OBJ.encode(), up) == {(A, C, B), (A, B, D)}


def test_a_file_with_y_up_is_turned_about_x() -> None:
    """A file with y up is turned about x, so that its y becomes z, and its z becomes −y."""
    a, b, c, d = ((x, -z, y) for x, y, z in (A, B, C, D))
    assert _triangles("obj", OBJ.encode(), "y") == {(a, c, b), (d, a, b)}


@pytest.mark.parametrize(("up", "turned"), [(None, True), ("y", True), ("z", False)])
def test_a_glb_is_in_metres_with_y_up(up: str | None, turned: bool) -> None:
    """A GLB is in metres with y up, unless another axis is said to point up."""
    shape = trimesh.Trimesh([(0.001, 0.002, 0.003), (0.005, 0.002, 0.003), (0.001, 0.008, 0.003)], [(0, 1, 2)])
    points = [(x, -z, y) if turned else (x, y, z) for x, y, z in (A, B, C)]
    content = shape.export(file_type="glb")
    assert isinstance(content, bytes)
    raw = parse("glb", content, up)
    assert sorted(map(tuple, raw.corners.tolist())) == pytest.approx(sorted(points), abs=1e-4)
    assert len(raw.triangles) == 1


FAR = "has corners farther than 1,000,000 from its origin; move it there, and mind its unit"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "has corners that are no numbers (NaN or infinite)"),
        ("v 0 0 1000001\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", FAR), ("v 0 -1000001 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", FAR),
    ],
)  # fmt: skip
def test_corners_that_can_not_be_are_refused(content: str, said: str) -> None:
    """Corners that are no numbers are refused, and so are those too far from the origin on either side."""
    with pytest.raises(ValueError, match="corners") as refused:
        parse("obj", content.encode())
    assert str(refused.value) == said


def test_a_corner_may_be_as_far_as_the_limit() -> None:
    """A corner that is exactly as far from the origin as the limit is read."""
    assert parse("obj", b"v 0 0 1000000\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").corners.max() == 1e6


def test_equal_corners_become_one() -> None:
    """Corners that are equal to four decimals become one, and the remaining corners are sorted. Corners without a
    triangle and triangles without area are left out.
    """
    corners = np.array(
        [(2, 0, 0), (0, 0, 0), (0, 3, 0), (9, 9, 9), (2.00004, 0, -0.00004), (0, 0, 4), (2.0002, 0, 0)],
        dtype=np.float64,
    )
    triangles = np.array([(0, 2, 1), (1, 5, 4), (0, 4, 2), (1, 0, 4), (4, 1, 0), (6, 1, 2)], dtype=np.int32)
    found, kept = welded(corners, triangles)
    assert found.tolist() == [[0, 0, 0], [0, 0, 4], [0, 3, 0], [2, 0, 0], [2.0002, 0, 0]]
    assert not np.signbit(found).any(), "a zero has no sign"
    assert kept.tolist() == [[3, 2, 0], [0, 1, 3], [4, 0, 2]]
    empty = np.zeros((0, 3), dtype=np.int32)
    nothing, none = welded(corners, empty)
    assert (nothing.shape, none.shape) == ((0, 3), (0, 3))


def test_only_text_of_ascii_is_passed_on() -> None:
    """In an OBJ or a text STL, bytes that aren't ASCII become question marks. The comment of a binary STL becomes
    zeros, and a GLB stays as it is.
    """
    assert without_comments("obj", b"# caf\xc3\xa9\x7f\nv 1 2 3\n") == b"# caf??\x7f\nv 1 2 3\n"
    binary = "é".encode() * 40 + (1).to_bytes(4, "little") + b"\xff" * 50
    assert without_comments("stl", binary) == bytes(80) + binary[80:]
    assert without_comments("stl", b"solid \xff\n") == b"solid ?\n"
    assert without_comments("glb", b"\xff\x00") == b"\xff\x00"
    plain = bytes(84)
    assert without_comments("stl", plain) is plain
