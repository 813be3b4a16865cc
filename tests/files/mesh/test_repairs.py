"""Closing, simplifying and measuring of meshes, on shapes whose figures are known."""

import itertools
import math

import numpy as np
import pytest
import trimesh

from riotsim.files.mesh import repair, sides, simplification
from riotsim.files.mesh.parsing import Raw
from riotsim.files.mesh.protocol import MeshTask
from riotsim.files.mesh.repair import area, box_about, close_mesh, is_closed, joined, labelled, parts_of, volume
from riotsim.files.mesh.sides import find_sides
from riotsim.files.mesh.simplification import extents, same_outline, simplify
from riotsim.files.mesh.tasks import run_task

CLOSED = "it had holes, or triangles that faced inward; it has been closed"


def box(x: float, y: float, z: float, at: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Raw:
    """Return a box of 12 triangles (mm), with its middle at a place."""
    mesh = trimesh.creation.box((x, y, z))
    return Raw(np.array(mesh.vertices) + np.array(at), np.array(mesh.faces, dtype=np.int32))


def ball(subdivisions: int, radius: float, x: float = 0.0) -> Raw:
    """Return a ball of 20 · 4^subdivisions triangles."""
    mesh = trimesh.creation.icosphere(subdivisions=subdivisions, radius=radius)
    return Raw(np.array(mesh.vertices) + np.array((x, 0.0, 0.0)), np.array(mesh.faces, dtype=np.int32))


def sheets(x: float = 0.0, scale: float = 1.0) -> Raw:
    """Return three sheets that meet in one line of 20 mm, which can't be closed."""
    faces = [
        [(0, 0, 0), (30, 0, 0), (0, 0, 20)],
        [(0, 0, 0), (0, 0, 20), (0, 30, 0)],
        [(0, 0, 0), (0, 0, 20), (-20, -20, 5)],
    ]
    corners = np.array(faces, dtype=float).reshape(-1, 3) * scale + np.array((x, 0.0, 0.0))
    places, index = np.unique(corners, axis=0, return_inverse=True)
    return Raw(places, index.reshape(-1, 3).astype(np.int32))


PYRAMID = Raw(
    np.array([(1.0, 2.0, 3.0), (4.0, 2.0, 3.0), (1.0, 6.0, 3.0), (1.0, 2.0, 8.0)]),
    np.array([(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)], dtype=np.int32),
)
"""A pyramid: the corner cut off from a box of 3 × 4 × 5 mm that lies away from the origin."""


def _points(corners: np.ndarray) -> set[tuple[float, ...]]:
    return {tuple(row) for row in (np.round(corners, 6) + 0.0).tolist()}


def test_a_pyramid_has_a_sixth_of_its_box() -> None:
    """The volume of a pyramid is a sixth of its box's volume. The volume is negative if the pyramid is turned inside
    out. The surface is the sum of the four sides.
    """
    inside_out = Raw(PYRAMID.corners, PYRAMID.triangles[:, ::-1])
    assert [volume(PYRAMID), volume(inside_out)] == pytest.approx([10.0, -10.0])
    slanted = math.sqrt((3 * 4) ** 2 + (4 * 5) ** 2 + (3 * 5) ** 2) / 2
    assert area(PYRAMID) == area(inside_out) == pytest.approx(6.0 + 10.0 + 7.5 + slanted)
    assert is_closed(PYRAMID)
    assert is_closed(inside_out)
    assert not is_closed(Raw(PYRAMID.corners, PYRAMID.triangles[1:]))
    assert not is_closed(Raw(PYRAMID.corners, np.vstack((PYRAMID.triangles[:1, ::-1], PYRAMID.triangles[1:]))))


def test_a_mesh_is_taken_apart_and_put_together() -> None:
    """Triangles with a common corner belong to one part. Each part has its own corners, numbered from 0."""
    other = Raw(PYRAMID.corners + 100.0, PYRAMID.triangles[:, [1, 2, 0]])
    both = joined([PYRAMID, other])
    assert both.corners.tolist() == [*PYRAMID.corners.tolist(), *other.corners.tolist()]
    assert both.triangles.tolist() == [*PYRAMID.triangles.tolist(), *(other.triangles + 4).tolist()]
    mixed = Raw(both.corners, both.triangles[[0, 4, 1, 5, 6, 2, 7, 3]])
    labels, count = labelled(mixed.triangles, 8)
    assert (labels.tolist(), count) == ([0, 0, 0, 0, 1, 1, 1, 1], 2)
    parts = parts_of(mixed)
    assert [part.corners.tolist() for part in parts] == [PYRAMID.corners.tolist(), other.corners.tolist()]
    assert [part.triangles.tolist() for part in parts] == [PYRAMID.triangles.tolist(), other.triangles.tolist()]
    assert parts_of(PYRAMID) == [PYRAMID]
    assert joined([PYRAMID]) is PYRAMID


def test_a_mesh_has_at_most_a_number_of_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mesh may have as many separate parts as the limit, but not one more."""
    three = joined([Raw(PYRAMID.corners + 100.0 * k, PYRAMID.triangles) for k in range(3)])
    monkeypatch.setattr(repair, "MAX_PARTS", 3)
    assert len(parts_of(three)) == 3
    monkeypatch.setattr(repair, "MAX_PARTS", 2)
    with pytest.raises(ValueError, match=r"^has 3 separate parts, and at most 2 are read; join them"):
        parts_of(three)


@pytest.mark.parametrize("turn", [0.0, 30.0, 100.0])
def test_a_box_about_a_part_is_turned_as_it_is(turn: float) -> None:
    """The box about an open part is turned about the vertical axis like the part, and is as high as the part."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    floor = [(7 + x * c - y * s, -4 + x * s + y * c) for x, y in ((15, 5), (-15, 5), (-15, -5), (15, -5), (3, 2))]
    corners = np.array([(*at, z) for at, z in zip(floor, (5.0, 12.0, 6.0, 7.0, 11.0), strict=True)])
    made = box_about(Raw(corners, np.array([(0, 1, 2)], dtype=np.int32)))
    assert _points(made.corners) == _points(np.array([(*at, z) for at in floor[:4] for z in (5.0, 12.0)]))
    assert is_closed(made)
    assert volume(made) == pytest.approx(30 * 10 * 7)


def test_a_box_about_a_thin_part_is_two_millimetres_thick() -> None:
    """The box about a thin part is two millimetres thick. It reaches to both sides of an upright sheet, and upwards
    from one that lies flat.
    """
    sheet = np.array([(0.0, 0.0, 0.0), (30.0, 40.0, 0.0), (15.0, 20.0, 8.0)])
    made = box_about(Raw(sheet, np.array([(0, 1, 2)], dtype=np.int32)))
    beside = [(-0.8, 0.6), (0.8, -0.6), (29.2, 40.6), (30.8, 39.4)]
    assert _points(made.corners) == {(*at, z) for at in beside for z in (0.0, 8.0)}
    flat = np.array([(0.0, 0.0, 3.0), (30.0, 0.0, 3.0), (30.0, 20.0, 3.5), (0.0, 20.0, 3.0)])
    made = box_about(Raw(flat, np.array([(0, 1, 2)], dtype=np.int32)))
    assert _points(made.corners) == set(itertools.product((0.0, 30.0), (0.0, 20.0), (3.0, 5.0)))


def test_flat_parts_are_left_out_with_a_note() -> None:
    """A part is flat if its volume divided by half its surface is at most 0.02 mm. Flat parts are left out with a note,
    and a mesh with nothing else is refused.
    """
    thin, thick, solid = box(30, 30, 0.02, (0, 0, 50)), box(30, 30, 0.0201, (0, 0, 90)), box(20, 20, 20)
    parts, notes = close_mesh(joined([solid, thick]))
    assert ([round(volume(part), 2) for part in parts], notes) == ([8000.0, 18.09], [])
    parts, notes = close_mesh(joined([solid, thin, thick]))
    assert ([round(volume(part), 2) for part in parts], notes) == (
        [8000.0, 18.09],
        ["1 of its 3 parts are flat, and left out"],
    )
    with pytest.raises(ValueError, match=r"^is flat: it holds no volume\. Give it a thickness$"):
        close_mesh(thin)


def test_holes_are_closed_by_fans() -> None:
    """A hole is closed by a new corner in the middle of its rim, which is joined to each edge of the rim. A closed mesh
    stays as it is.
    """
    whole = box(40, 30, 20)
    a, b, c = (whole.corners[whole.triangles[:, k]] for k in range(3))
    looks = np.cross(b - a, c - a)
    without = Raw(whole.corners, whole.triangles[np.abs(looks[:, 2]) < 1e-9])
    found = repair._filled(without)
    assert (len(without.triangles), len(found.triangles)) == (8, 16)
    assert _points(found.corners[8:]) == {(0.0, 0.0, -10.0), (0.0, 0.0, 10.0)}
    assert found.corners[:8].tolist() == whole.corners.tolist()
    assert found.triangles[:8].tolist() == without.triangles.tolist()
    assert is_closed(found)
    assert volume(found) == pytest.approx(24_000.0)
    assert repair._filled(whole) is whole
    twice = Raw(without.corners, np.vstack((without.triangles, without.triangles[:1])))
    assert repair._filled(twice) is twice


def test_near_corners_are_merged_and_doubled_triangles_removed() -> None:
    """Corners that round to the same multiples of 0.05 mm are merged, such as corners that are 0.01 mm off. A doubled
    triangle is removed, and so is one without area.
    """
    whole = box(40.1, 30.1, 20.1)
    rng = np.random.default_rng(np.random.SeedSequence(3))
    loose = whole.corners[whole.triangles].reshape(-1, 3) + rng.uniform(-0.01, 0.01, (36, 3))
    triangles = np.arange(36, dtype=np.int32).reshape(-1, 3)
    bad = Raw(loose, np.vstack((triangles, triangles[:1], [(0, 0, 1)])).astype(np.int32))
    found = repair._mended(bad)
    assert (len(found.corners), len(found.triangles)) == (8, 12)
    assert is_closed(found)
    assert abs(volume(found)) == pytest.approx(40.1 * 30.1 * 20.1, rel=2e-3)


def test_a_fine_open_mesh_is_simplified_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fine mesh is simplified to the greatest number of triangles that are repaired. A mesh with exactly this number
    stays.
    """
    fine = ball(2, 40.0)
    monkeypatch.setattr(repair, "MAX_REPAIRED_TRIANGLES", 320)
    assert len(repair._mended(fine).triangles) == 320
    monkeypatch.setattr(repair, "MAX_REPAIRED_TRIANGLES", 200)
    assert 150 < len(repair._mended(fine).triangles) <= 200


@pytest.mark.parametrize(
    ("parts", "boxes", "note"),
    [
        ([sheets()], 1, "dice bounce off a plain box about it: its holes could not be filled; "),
        ([sheets(), box(9, 9, 9, (90, 0, 0))], 1,
         "dice bounce off a plain box about each of 1 of its 2 parts: its holes could not be filled; "),
        ([sheets(), sheets(90.0), box(9, 9, 9, (190, 0, 0))], 2,
         "dice bounce off a plain box about each of 2 of its 3 parts: their holes could not be filled; "),
    ],
)  # fmt: skip
def test_open_parts_become_boxes(parts: list[Raw], boxes: int, note: str) -> None:
    """Open parts become boxes, and closed parts stay and come first. A note tells how many boxes there are."""
    found, notes = close_mesh(joined(parts))
    assert notes == [f"{note}close them in a modelling program for the real shape"]
    closed = len(parts) - boxes
    assert [round(volume(part)) for part in found[:closed]] == [729] * closed
    assert len(found) == len(parts)
    assert all(is_closed(part) and volume(part) > 0 for part in found)


@pytest.mark.parametrize(("scale", "many"), [(0.9, 1), (1.1, 2)])
def test_tiny_open_parts_are_left_out(scale: float, many: int) -> None:
    """Open parts whose greatest extent is less than a millimetre are left out."""
    found, notes = close_mesh(joined([box(9, 9, 9, (90, 0, 0)), sheets(scale=scale / 50)]))
    assert len(found) == many
    assert (notes == [CLOSED]) is (many == 1)


def test_triangles_that_face_inward_are_turned() -> None:
    """Triangles that face inward are turned. Their corners stay, and so does a part that faces outward."""
    solid = box(20, 20, 20)
    inward = Raw(solid.corners, solid.triangles[:, ::-1])
    assert repair._outward(solid) is solid
    assert repair._outward(inward).triangles.tolist() == solid.triangles.tolist()
    found, notes = close_mesh(joined([solid, Raw(inward.corners + 100.0, inward.triangles)]))
    assert notes == [CLOSED]
    assert [volume(part) for part in found] == pytest.approx([8000.0] * 2)


def test_extents_are_measured_in_64_directions() -> None:
    """The extents of a mesh are measured in 64 horizontal directions, and its heights at the foot and the top."""
    found = extents(box(40, 30, 20, (5, 6, 7)))
    angles = [k * math.tau / 64 for k in range(64)]
    plan = [5 * math.cos(a) + 6 * math.sin(a) + 20 * abs(math.cos(a)) + 15 * abs(math.sin(a)) for a in angles]
    assert found == pytest.approx([*plan, -3.0, 17.0])
    upright = Raw(np.array([(1.0, 2.0, 3.0), (4.0, 2.0, 3.0), (1.0, 2.0, 9.0)]), np.array([(0, 1, 2)], dtype=np.int32))
    line = [max(x * math.cos(a) + 2 * math.sin(a) for x in (1, 4)) for a in angles]
    assert extents(upright) == pytest.approx([*line, 3.0, 9.0])


@pytest.mark.parametrize(("by", "same"), [(0.99, True), (1.01, False)])
def test_outlines_may_differ_by_a_millimetre(by: float, same: bool) -> None:
    """Two outlines are the same if they differ by less than a millimetre in plan, at the foot and at the top."""
    one = box(40, 30, 20)
    for other in (box(40, 30, 20, (by, 0, 0)), box(40, 30, 20, (0, 0, by)), box(40, 30, 20 + 2 * by)):
        assert same_outline(one, other) is same


def test_a_mesh_within_the_budget_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mesh within its budget of triangles stays. Each part of a finer mesh gets a share by the square root of its
    surface, but at least the 12 triangles of a box. A note tells how many triangles the file has. If the outline can't
    be kept, the mesh is refused.
    """
    monkeypatch.setattr(simplification, "TRIANGLE_BUDGETS", (320, 330))
    monkeypatch.setattr(simplification, "OUTLINE_TOLERANCE", 8.0)
    whole = [ball(2, 40.0)]
    assert simplify(whole) == (whole, [])
    both = [ball(2, 40.0), ball(2, 10.0, 100.0), box(0.5, 0.5, 0.5, (200, 0, 0))]
    asked: list[int] = []
    simpler = simplification._simpler

    def noted(part: Raw, count: int) -> Raw:
        asked.append(count)
        return simpler(part, count)

    monkeypatch.setattr(simplification, "_simpler", noted)
    found, notes = simplify(both, 5000)
    roots = [math.sqrt(area(part)) for part in both]
    assert asked == [int(max(12, 320 * root / sum(roots))) for root in roots]
    after = sum(len(part.triangles) for part in found)
    assert notes == [
        f"its 5,000 triangles have been simplified to {after}; its outline and height are kept within 8 mm"
    ]
    assert simplify(both, 7)[1][0].startswith("its 652 triangles")
    monkeypatch.setattr(simplification, "OUTLINE_TOLERANCE", 1e-3)
    says = r"^has 652 triangles, and can't be simplified to 330 with its outline kept within 0\.001 mm; simplify it"
    with pytest.raises(ValueError, match=says):
        simplify(both)


def test_a_part_that_can_not_have_fewer_triangles_stays() -> None:
    """If a part has few enough triangles, it stays as it is. A part that can't have fewer triangles stays too."""
    solid = box(20, 20, 20)
    assert simplification._simpler(solid, 12) is solid
    assert simplification._simpler(solid, 2) is solid


def test_a_die_has_its_sides_by_direction_and_distance() -> None:
    """Each side of a die has a direction, and a distance from the middle as a share of the longest edge."""
    normals, heights, size = find_sides(box(40, 30, 20, (5, 6, 7)))
    assert size.tolist() == [40.0, 30.0, 20.0]
    found = {
        tuple(np.round(normal, 9) + 0.0): round(float(height), 9)
        for normal, height in zip(normals, heights, strict=True)
    }
    assert found == {
        (1.0, 0.0, 0.0): 0.5, (-1.0, 0.0, 0.0): 0.5, (0.0, 1.0, 0.0): 0.375, (0.0, -1.0, 0.0): 0.375,
        (0.0, 0.0, 1.0): 0.25, (0.0, 0.0, -1.0): 0.25,
    }  # fmt: skip


def test_a_die_has_at_most_a_number_of_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    """A die may have as many sides as the limit, but not one more."""
    monkeypatch.setattr(sides, "MAX_SIDES", 6)
    assert len(find_sides(box(40, 30, 20))[0]) == 6
    monkeypatch.setattr(sides, "MAX_SIDES", 5)
    with pytest.raises(ValueError, match=r"^has more than 5 sides; make its edges sharp, and round by dice\.edges$"):
        find_sides(box(40, 30, 20))


def test_a_die_is_a_closed_convex_solid() -> None:
    """A die must be a closed, convex solid that isn't flat. Up to 2 % of its hull may be missing."""
    solid = box(40, 30, 20)
    with pytest.raises(ValueError, match=r"^is not closed; a die must be one solid without holes$"):
        find_sides(Raw(solid.corners, solid.triangles[1:]))
    fan = repair._filled(Raw(solid.corners, solid.triangles[[k for k in range(12) if k not in _top(solid)]]))
    for depth, missing in ((1.19, ""), (1.21, "2%"), (3.0, "5%")):
        # the middle of the top is pushed in: a pyramid of a third of floor and depth is missing
        dented = fan.corners.copy()
        dented[8, 2] -= depth
        if not missing:
            find_sides(Raw(dented, fan.triangles))
            continue
        with pytest.raises(ValueError, match=f"^is not convex: {missing} of its hull is missing, and dice may lack 2%"):
            find_sides(Raw(dented, fan.triangles))
    for height, flat in ((2e-4, False), (0.5e-4, True)):
        sheet = box(100, 100, height)
        if flat:
            with pytest.raises(ValueError, match=r"^is flat; a die must be a solid$"):
                find_sides(sheet)
        else:
            assert find_sides(sheet)[2] == pytest.approx([100.0, 100.0, height])


def _top(solid: Raw) -> list[int]:
    """Return the triangles of the top of a box."""
    return [k for k, corners in enumerate(solid.corners[solid.triangles]) if (corners[:, 2] > 0).all()]


def test_scenery_is_scaled_before_its_extent_is_checked() -> None:
    """A box of 20 × 12 × 8 mm is twice as large with a scale of 2. It stands on the table, in the middle."""
    shape = box(20.0, 12.0, 8.0)
    content = trimesh.Trimesh(shape.corners, shape.triangles).export(file_type="stl")
    assert isinstance(content, bytes)
    corners, *_ = run_task(MeshTask("stl", "scenery", scale=2.0), content).arrays
    assert corners.min(axis=0).tolist() == pytest.approx([-20.0, -12.0, 0.0])
    assert corners.max(axis=0).tolist() == pytest.approx([20.0, 12.0, 16.0])
