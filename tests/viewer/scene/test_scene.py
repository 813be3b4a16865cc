"""The scene shows what is on the table: each piece where it is, and each shape without a hole in its surface."""

from dataclasses import replace

import numpy as np
import pytest
from leaning_die import leaning_d3
from small_table import small_table, staged

from riotsim.files.assets.meshes import load_mesh
from riotsim.replay.poses import movables, pose_of
from riotsim.table.dice.custom import rounded
from riotsim.table.dice.kinds import KINDS, DieKind, die_kind
from riotsim.table.geometry.patches import Patch
from riotsim.table.geometry.plan import disc, rectangle
from riotsim.table.geometry.regions import Clearance, Region
from riotsim.table.pieces import Die, Model, Terrain
from riotsim.table.poses import Pose, about_z
from riotsim.table.state import Table
from riotsim.viewer.scene.dice import die_shape
from riotsim.viewer.scene.figures.implicit import surface_nets
from riotsim.viewer.scene.marks import Ghost, Path, Ring, linear, mask, stroke
from riotsim.viewer.scene.scene import GLOW_COLOURS, OUTLINE_COLOUR, Scene
from riotsim.viewer.scene.scenery import scenery_shape
from riotsim.viewer.scene.shapes import Shape
from riotsim.viewer.scene.textures import WOOD


@pytest.fixture(scope="module")
def table() -> Table:
    """Return a table with a tray and a piece of each sort."""
    return small_table()


def rows(stage: Scene) -> dict[str, list[float]]:
    """Return the row of numbers that describes each drawn piece."""
    return {name: row.tolist() for batch in stage.batches() for name, row in zip(batch.ids, batch.rows, strict=True)}


def test_every_piece_has_a_row_where_it_is(table: Table) -> None:
    """The row has the place, the orientation and the owner's colour of the piece. Only the table and its pieces have
    rows.
    """
    found = rows(staged(table))
    assert set(found) == {*table.ids(), ""}  # the table itself is in no need of a name
    for name, piece in movables(table).items():
        pose = pose_of(piece)
        assert found[name][:3] == pytest.approx(pose.at, abs=1e-3)
        assert found[name][4:8] == pytest.approx(pose.orientation, abs=1e-6)
    assert found["a0"][8:11] == pytest.approx(linear("#2f7fc4"), abs=1e-6)
    assert found["bea1"][8:11] == pytest.approx(linear("#e0702a"), abs=1e-6)
    assert found["crate"][:2] == pytest.approx((150.0, 150.0))


def test_poses_hold_for_one_frame(table: Table) -> None:
    """If a frame gives a pose to a piece, the piece is drawn there. If the next frame gives none, the piece is drawn at
    its place on the table again. Poses of unknown pieces are ignored.
    """
    stage = staged(table)
    there = Pose((10.0, 20.0, 30.0), about_z(1.0))
    stage.pose({"a0": there, "stranger": there})
    assert rows(stage)["a0"][:3] == pytest.approx(there.at)
    assert rows(stage)["a0"][4:8] == pytest.approx(there.orientation, abs=1e-6)
    stage.pose({"a1": there})
    assert rows(stage)["a0"][:3] == pytest.approx(table.dice["a0"].pose.at)
    assert rows(stage)["a1"][:3] == pytest.approx(there.at)
    stage.pose({})
    assert rows(stage) == rows(staged(table))


def test_a_new_table_is_shown_as_it_is(table: Table) -> None:
    """If the scene gets a new table, new pieces appear and missing pieces vanish. Poses that were given before are
    forgotten.
    """
    stage = staged(table)
    stage.pose({"a0": Pose((1.0, 2.0, 3.0))})
    stage.show(table.without("a1").with_pieces(Die("new", pose=Pose((9.0, 9.0, 8.0)))))
    found = rows(stage)
    assert "a1" not in found
    assert found["new"][:2] == pytest.approx((9.0, 9.0))
    assert found["a0"][:3] == pytest.approx(table.dice["a0"].pose.at)


def test_glows_come_and_go(table: Table) -> None:
    """A piece glows while its name is in the dictionary of glows. If a glow changes, only pieces of the same shape are
    sent again.
    """
    stage = staged(table)
    stage.glow["a0"] = "hover"
    assert rows(stage)["a0"][12:] == pytest.approx(GLOW_COLOURS["hover"])
    stamps = {batch.shape.name: batch.stamp for batch in stage.batches()}
    assert stamps == {batch.shape.name: batch.stamp for batch in stage.batches()}
    stage.glow.clear()
    assert rows(stage)["a0"][12:] == [0.0] * 4
    changed = [batch for batch in stage.batches() if batch.stamp != stamps[batch.shape.name]]
    assert [batch.shape for batch in changed] == [die_shape(table.dice["a0"].kind)]


def test_glows_outlast_a_new_table(table: Table) -> None:
    """If the scene gets a new table, pieces that glow keep their glow."""
    stage = staged(table)
    stage.glow["a0"] = "legal"
    list(stage.batches())
    stage.show(table)
    assert rows(stage)["a0"][12:] == pytest.approx(GLOW_COLOURS["legal"])


def test_a_change_makes_shadows_anew_and_a_rest_doesnt(table: Table) -> None:
    """The scene's stamp changes if a piece moves. The stamp stays if a piece begins to glow or no pose changes."""
    stage = staged(table)
    before = stage.stamp
    stage.glow["a0"] = "hover"
    list(stage.batches())
    stage.pose({})
    assert stage.stamp == before
    stage.pose({"a0": Pose((1.0, 2.0, 3.0))})
    assert stage.stamp != before


def closed(shape: Shape) -> None:
    """Check that all triangles look outward, that two share each edge, and that normals agree with triangles."""
    at = shape.vertices["position"].astype(np.float64)
    _, where = np.unique(np.round(at, 4), axis=0, return_inverse=True)
    faces = where.ravel()[shape.triangles.astype(np.int64)]
    faces = faces[(faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])]
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    there = {(int(a), int(b)) for a, b in edges}
    assert len(there) == len(edges)
    assert all((b, a) in there for a, b in there)
    a, b, c = (at[shape.triangles[:, k]] for k in range(3))
    across = np.cross(b - a, c - a)
    assert float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum()) > 0
    assert np.einsum("ij,ij->i", across, shape.vertices["normal"][shape.triangles[:, 0]]).min() > -1e-9
    assert np.allclose(np.linalg.norm(shape.vertices["normal"], axis=1), 1.0, atol=1e-4)


@pytest.mark.parametrize("kind", [*map(die_kind, KINDS), rounded(die_kind("d6"), 0.12), rounded(die_kind("d20"), 0.05)])
def test_dice_are_closed_solids_of_their_size(kind: DieKind) -> None:
    """Dice with sharp edges lose a little at their corners. The distance between their faces stays the same."""
    shape = die_shape(kind)
    closed(shape)
    at = shape.vertices["position"].astype(np.float64)
    heights = np.array(kind.normals) @ np.array(kind.corners).T
    assert (np.array(kind.normals) @ at.T).max(axis=1) == pytest.approx(heights.max(axis=1), abs=1e-4)


@pytest.mark.parametrize("name", [name for name in KINDS if name not in ("d4", "d6")])
def test_the_number_on_a_face_is_the_one_it_counts_for(name: str) -> None:
    """Each face of a die has its own number in its middle, upright and not mirrored."""
    kind = die_kind(name)
    shape = die_shape(kind)
    inked = shape.vertices[shape.vertices["mark"][:, 3] > 0.5]
    for face in kind.faces:
        own = inked[(inked["normal"] @ np.array(face.normal, dtype=np.float32)) > 0.9999]
        assert set(own["mark"][:, 2]) == {float(face.value + 1)}  # the first sign is a blank
        at, cell = own["position"].astype(np.float64), own["mark"][:, :2].astype(np.float64)
        turn = np.cross(at[1] - at[0], at[2] - at[0]) @ np.array(face.normal)
        u, v = cell[1] - cell[0], cell[2] - cell[0]
        assert turn * (u[0] * v[1] - u[1] * v[0]) > 0


def test_the_numbers_of_a_d4_stand_along_the_side_that_lies_down() -> None:
    """If a side of a d4 lies on the table, the other three sides show this side's number along their lower edges."""
    kind = die_kind("d4")
    inked = die_shape(kind).vertices
    inked = inked[inked["mark"][:, 3] > 0.5]
    for down in kind.faces:
        below = -np.array(down.normal)
        shown = []
        for first in range(0, len(inked), 3):
            own = inked[first : first + 3]
            if own["normal"][0] @ np.array(down.normal, dtype=np.float32) > 0.9:
                continue
            feet = own["position"][:2].astype(np.float64) @ below
            if feet.max() < own["position"][2] @ below and abs(feet[0] - feet[1]) < 1e-4:
                shown.append(int(own["mark"][0, 2]) - 1)
        assert shown == [down.value] * 3


def test_a_die_with_a_bare_side_is_drawn() -> None:
    """If one side of a die that is read from below has no number, the other sides are blank where they meet it."""
    kind = leaning_d3()
    shape = die_shape(kind)
    closed(shape)
    inked = shape.vertices[shape.vertices["mark"][:, 3] > 0.5]
    assert sorted(inked["mark"][::3, 2].tolist()) == [2.0, 2.0, 3.0, 3.0, 4.0, 4.0]  # the first sign is a blank


def test_a_ball_comes_out_of_its_distances() -> None:
    """If a field of numbers has the distances from a ball, the surface made from the field is that ball."""
    x, y, z = np.mgrid[0:24, 0:24, 0:24]
    field = np.sqrt((x - 11.5) ** 2 + (y - 11.5) ** 2 + (z - 11.5) ** 2) - 8.0
    at, triangles = surface_nets(field)
    assert np.linalg.norm(at - 11.5, axis=1) == pytest.approx(8.0, abs=0.08)
    a, b, c = (at[triangles[:, k]] - 11.5 for k in range(3))
    volume = float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum()) / 6
    assert volume == pytest.approx(4 / 3 * np.pi * 8.0**3, rel=0.03)


def test_a_way_is_as_wide_as_it_is_said(table: Table) -> None:
    """A drawn path is as wide as given, also at a bend. A path whose points are all at one place is not drawn."""
    corners = stroke(Path([(0.0, 0.0), (100.0, 0.0), (100.0, 80.0)], "#ffffff", 6.0))
    assert (corners["position"][:, 1].min(), corners["position"][:, 0].max()) == pytest.approx((-3.0, 103.0))
    assert len(stroke(Path([(5.0, 5.0), (5.0, 5.0)], "#ffffff"))) == 0
    ring = stroke(Ring((50.0, 60.0), 40.0, "#ffffff"))
    assert np.hypot(ring["position"][:, 0] - 50, ring["position"][:, 1] - 60) == pytest.approx(40.0, abs=1.5)


def test_an_area_covers_the_spots_of_its_region() -> None:
    """The picture of an area covers the places of its region without the places to keep clear. If a region has no place
    at all, there is no picture.
    """
    region = Region(disc((0.0, 0.0), 10.0), 300.0, 200.0, (Clearance(disc((150.0, 100.0), 30.0), 10.0),))
    picture = mask(region)
    assert picture is not None
    rows_, columns = picture.covered.shape
    assert (picture.high[0] - picture.low[0], picture.high[1] - picture.low[1]) == (columns * 4.0, rows_ * 4.0)

    def covered(x: float, y: float) -> bool:
        column, row = int((x - picture.low[0]) // 4), int((y - picture.low[1]) // 4)
        return bool(picture.covered[row, column] > 127)

    assert covered(40.0, 40.0)
    assert not covered(150.0, 100.0)
    assert mask(Region(disc((0.0, 0.0), 200.0), 300.0, 200.0)) is None


def test_a_ghost_looks_like_its_piece(table: Table) -> None:
    """A ghost can be given by the name of a piece on the table, or as any piece. If the name is unknown, no ghost is
    drawn.
    """
    stage = staged(table)
    there = Pose((5.0, 6.0, 0.0))
    stage.marks += [
        Ghost("ada1", there, "#ffffff"),
        Ghost(Model("x", "Ada", (0.0, 0.0)), there, "#ffffff"),
        Ghost("nobody", there, "#ffffff"),
    ]
    ghosts = list(stage.ghosts())
    assert [shape for shape, _ in ghosts] == [stage.appearance(table.models["ada1"])[0]] * 2
    assert ghosts[0][1][0, :3] == pytest.approx(there.at)


def test_patches_of_the_table_are_outlined_in_their_owners_colours(table: Table) -> None:
    """The outlines of the table's patches are closed lines, and are drawn before the current marks. The outline of a
    patch without an owner has a colour of its own.
    """
    ground = rectangle((100.0, 100.0), 80.0, 40.0)
    owner = staged(table).seats[0]
    stage = staged(replace(table, patches=(Patch(ground, owner.name), Patch(ground))))
    stage.marks.append(Ring((0.0, 0.0), 10.0, "#ffffff"))
    own, nobodys, ring = stage.lines()
    assert isinstance(own, Path)
    assert isinstance(nobodys, Path)
    assert own.points[0] == own.points[-1]
    assert set(own.points) == set(ground.parts[0].points)
    assert own.colour == owner.colour
    assert nobodys.colour == OUTLINE_COLOUR
    assert [ring] == stage.marks


def test_filled_patches_have_the_texture_of_the_table(table: Table) -> None:
    """A filled patch has the colour and opacity of its fill, and the texture of the table. The drawn patches are the
    same object until the scene shows other patches.
    """
    ground = rectangle((100.0, 100.0), 80.0, 40.0)
    filled = Patch(ground, fill="#3f86c6", opacity=0.4, is_outlined=False, name="pond")
    wooden = replace(table, surface=replace(table.surface, name="wood"), patches=(filled, Patch(ground)))
    stage = staged(wooden)
    drawn = stage.patches()
    assert drawn.fills is not None
    assert {tuple(paint) for paint in drawn.fills.vertices["paint"]} == {(0x3F, 0x86, 0xC6, 102)}
    assert {*drawn.fills.vertices["mark"][:, 2]} == {WOOD}
    (name,) = drawn.names
    assert (name.low[0] + name.high[0], name.low[1] + name.high[1]) == pytest.approx((200.0, 200.0))
    assert name.picture.max() == 255
    assert len([*stage.lines()]) == 1
    stage.show(wooden.without("ada1"))
    assert stage.patches() is drawn
    stage.show(table)
    assert stage.patches().fills is None


def test_a_house_and_a_tree_are_painted_by_their_parts() -> None:
    """A house has thatch, plaster, timber and panes. A tree has bark and leaves, and a ruined house has only stones."""

    def colours(file: str, name: str) -> int:
        shape = scenery_shape(Terrain("piece", load_mesh(file), (0.0, 0.0), name=name))
        return len(np.unique(shape.vertices["paint"][:, :3], axis=0))

    assert colours("house.glb", "house") >= 5
    assert colours("conifer.glb", "conifer") >= 2
    assert colours("ruined_house.glb", "ruined_house") == 1
