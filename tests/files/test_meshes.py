"""Meshes: those that come with the program, and what is said about those that can't be used."""

import hashlib
import importlib
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
import trimesh
from PIL import Image
from trimesh.exchange.gltf import export_glb

from riotsim.files.assets import meshes
from riotsim.files.assets.built_in import stored_result
from riotsim.files.assets.figures import load_figures
from riotsim.files.assets.meshes import load_mesh, load_meshes, mesh_notes, reading_elsewhere
from riotsim.files.mesh.protocol import MeshTask
from riotsim.files.mesh.reader import _SINGLE_THREAD_ENVIRONMENT, ReaderProcess
from riotsim.files.mesh.simplification import TRIANGLE_BUDGETS
from riotsim.files.problems import BadFile
from riotsim.files.resources import builtin_meshes
from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.table.geometry.plan import covers
from riotsim.table.pieces import Mesh, Terrain

pytestmark = pytest.mark.usefixtures("forked_readers")

OURS = (
    *("barrel.glb", "broadleaf.glb", "bruiser.glb", "conifer.glb", "crate.glb", "crops.glb", "crystal.glb"),
    *("giant_tree.glb", "hill.glb", "house.glb", "low_wall.glb", "marksman.glb", "ruffian.glb", "ruin.glb"),
    *("ruined_house.glb", "ruined_wall.glb", "sneak.glb", "unit_close.glb", "unit_flyer.glb", "unit_ranged.glb"),
    *("unit_transport.glb", "unit_unarmed.glb", "wall.glb", "wildcard.glb"),
)
LARGE = ("hill.glb", "ruin.glb")
"""Meshes of the program without any part as small as a die."""

ROOT = Path(__file__).resolve().parents[2]

DIE = 16.0
"""Size of a die (mm). Smaller triangles slow the physics down for little gain."""

FACET = "facet normal 0 0 1\nouter loop\nvertex {}\nvertex {}\nvertex {}\nendloop\nendfacet\n"


def stl_text(*triangles: tuple[str, str, str]) -> str:
    """Return triangles as STL text (mm)."""
    return "solid step\n" + "".join(FACET.format(*triangle) for triangle in triangles) + "endsolid step\n"


FOOT, ALONG, ACROSS, UP = "0 0 0", "60 0 0", "0 40 0", "0 0 30"

STEP = stl_text((FOOT, ACROSS, ALONG), (FOOT, ALONG, UP), (ALONG, ACROSS, UP), (ACROSS, FOOT, UP))
"""A wedge with three corners on the ground and one 30 mm above."""


def glb(solid: trimesh.Trimesh) -> bytes:
    """Return a mesh as the content of a GLB file."""
    return bytes(export_glb(trimesh.Scene(solid)))  # type: ignore[no-untyped-call]  # trimesh has no types here


def told(file: str | Path, beside: Path | None = None) -> str:
    """Return the message about a mesh that can't be used."""
    with pytest.raises(BadFile) as caught:
        load_mesh(file, beside)
    return str(caught.value)


def holes(mesh: Mesh) -> int:
    """Count the edges of a mesh that don't lie between exactly two of its triangles."""
    edges = np.sort(mesh.triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    _, counts = np.unique(edges, axis=0, return_counts=True)
    return int((counts != 2).sum())


def volume(mesh: Mesh) -> float:
    """Return the volume of a closed mesh (mm³), negative if its triangles face inward."""
    a, b, c = np.moveaxis(mesh.vertices[mesh.triangles], 1, 0)
    return float((a * np.cross(b, c)).sum() / 6)


def test_what_comes_with_the_program() -> None:
    """The meshes of the program are the known scenery and figures, and nothing else lies in their folder."""
    assert tuple(builtin_meshes()) == OURS


@pytest.mark.parametrize("name", OURS)
def test_ours_are_made_for_the_physics(name: str) -> None:
    """Each mesh of the program is closed, has few triangles, and stands on the table about its origin. Large meshes
    have large faces.
    """
    mesh = load_mesh(name)
    low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    assert low[2] == 0.0
    assert low[:2] == pytest.approx(-high[:2], abs=1e-3)
    assert holes(mesh) == 0
    assert volume(mesh) > 0
    assert len(mesh.triangles) <= TRIANGLE_BUDGETS[0]
    assert mesh_notes(name) == ()
    if name in LARGE:
        corners = mesh.vertices[mesh.triangles]
        longest = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(axis=1)
        assert np.median(longest) > DIE


def test_ours_are_as_large_as_the_rules_say() -> None:
    """The meshes of the program, stored in metres, have the sizes on the table that `rules/riot_dice.yaml` gives."""
    extents = {name: np.ptp(load_mesh(name).vertices, axis=0) / 25.4 for name in OURS}
    assert extents["barrel.glb"] == pytest.approx([1.0, 1.0, 1.4], abs=0.06)
    assert extents["hill.glb"] == pytest.approx([4.2, 3.4, 1.25], abs=0.1)
    assert extents["ruin.glb"][:2] == pytest.approx([4.0, 4.0], abs=0.01)
    kinds = load_rules("riot_dice", Rulebook).terrain
    for name in ("wall", "crate"):
        box = kinds[name].shape_box
        assert box is not None
        assert extents[f"{name}.glb"] * 25.4 == pytest.approx([box.length, box.width, box.height], abs=0.01)


def test_the_ruin_has_an_inside() -> None:
    """RD-08: the outline of terrain is one hull for each part, so a model can stand in the corner of the ruin."""
    ruin = Terrain("ruin", load_mesh("ruin.glb"), (100.0, 100.0))
    assert len(load_mesh("ruin.glb").outline) == 2
    assert covers(ruin.footprint, (60.0, 55.0))
    assert covers(ruin.footprint, (55.0, 120.0))
    assert not covers(ruin.footprint, (100.0, 100.0))


def test_outlines_are_anticlockwise() -> None:
    """The corners of each part of an outline run anticlockwise, as plane geometry needs them."""
    for name in OURS:
        for part in load_mesh(name).outline:
            x, y = np.array(part).T
            assert (x * np.roll(y, -1) - np.roll(x, -1) * y).sum() > 0


def test_they_are_built_from_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """`tools/build_meshes.py` draws exactly the mesh files of the program. For a piece of scenery and a figure, what
    the tool reads in the file is what is stored.
    """
    monkeypatch.syspath_prepend(ROOT / "tools")
    tool = importlib.import_module("build_meshes")
    assert sorted(tool.MESHES) == sorted(OURS)
    drawn = {name: tool.glb(draw()) for name, draw in tool.MESHES.items()}
    assert [name for name in OURS if drawn[name] != builtin_meshes()[name].read_bytes()] == []
    with np.load(ROOT / "assets" / "meshes.npz") as stored:
        for name in ("barrel.glb", "sneak.glb"):
            for key, read in tool.results_of(name, drawn[name]).items():
                found = [stored[f"{key}/{number}"].tobytes() for number in range(len(read.arrays))]
                assert found == [array.tobytes() for array in read.arrays]


@pytest.mark.proof
def test_all_that_is_stored_of_them_is_read_in_them(tmp_path: Path) -> None:
    """`tools/build_meshes.py` draws exactly the program's meshes. What it reads in them is what is stored."""
    folder = tmp_path / "meshes"
    subprocess.run([sys.executable, str(ROOT / "tools" / "build_meshes.py"), str(folder)], check=True, text=True)
    with np.load(tmp_path / "meshes.npz") as read, np.load(ROOT / "assets" / "meshes.npz") as stored:
        assert read.files == stored.files
        assert [name for name in read.files if read[name].tobytes() != stored[name].tobytes()] == []
    for name in OURS:
        built, kept = load_mesh(folder / name), load_mesh(name)
        assert np.array_equal(built.triangles, kept.triangles)
        assert np.array_equal(built.vertices, kept.vertices)


def test_all_meshes_of_the_rules() -> None:
    """`load_meshes` returns the meshes of a rulebook by the names of the kinds of terrain."""
    rules = load_rules("riot_dice", Rulebook)
    found = load_meshes(rules)
    assert {name: mesh.name for name, mesh in found.items()} == {
        "hill": "hill.glb", "ruin": "ruin.glb", "barrel": "barrel.glb",
    }  # fmt: skip


def test_a_file_beside_the_rules_comes_first(tmp_path: Path) -> None:
    """If a file `hill.glb` lies beside the rules, it is used instead of the program's."""
    content = glb(trimesh.creation.box((0.1, 0.03, 0.05)))
    (tmp_path / "hill.glb").write_bytes(content)
    own = load_mesh("hill.glb", tmp_path)
    assert own.digest == hashlib.sha256(content).hexdigest() != load_mesh("hill.glb").digest
    assert load_mesh("ruin.glb", tmp_path) == load_mesh("ruin.glb")


def test_gltf_has_metres_and_y_up(tmp_path: Path) -> None:
    """A GLB is read in metres with y up: a box of 0.1 × 0.03 × 0.05 becomes 100 × 50 mm and 30 mm high."""
    box = trimesh.creation.box((0.1, 0.03, 0.05))
    box.apply_translation((7.0, 8.0, 9.0))
    (tmp_path / "box.glb").write_bytes(glb(box))
    mesh = load_mesh(tmp_path / "box.glb")
    assert np.ptp(mesh.vertices, axis=0) == pytest.approx([100.0, 50.0, 30.0], abs=1e-3)
    assert mesh.vertices.min(axis=0) == pytest.approx([-50.0, -25.0, 0.0], abs=1e-3)
    assert len(mesh.vertices) == 8
    assert holes(mesh) == 0
    assert volume(mesh) == pytest.approx(100.0 * 50.0 * 30.0, rel=1e-4)


@pytest.mark.parametrize("ending", ["stl", "obj"])
def test_printing_files_have_millimetres_and_z_up(tmp_path: Path, ending: str) -> None:
    """An STL or OBJ is taken as it is: millimetres, z up."""
    path = tmp_path / f"box.{ending}"
    trimesh.creation.box((100.0, 30.0, 50.0)).export(path)
    mesh = load_mesh(path)
    assert np.ptp(mesh.vertices, axis=0) == pytest.approx([100.0, 30.0, 50.0], abs=1e-3)
    assert (len(mesh.vertices), len(mesh.triangles)) == (8, 12)
    assert mesh.height == pytest.approx(50.0)


def test_the_same_file_is_loaded_once(tmp_path: Path) -> None:
    """A mesh that was loaded is kept, and the file isn't read again. If the file has changed, it is loaded anew."""
    path = tmp_path / "box.stl"
    trimesh.creation.box((100.0, 30.0, 50.0)).export(path)
    first = load_mesh(path)
    assert load_mesh(path) is first
    trimesh.creation.box((90.0, 30.0, 50.0)).export(path)
    assert load_mesh(path) != first


def test_a_loaded_mesh_cannot_be_changed() -> None:
    """Loaded meshes are shared, so their numbers are read-only."""
    with pytest.raises(ValueError, match="read-only"):
        load_mesh("hill.glb").vertices[0, 0] = 1.0


def test_files_that_are_not_there(tmp_path: Path) -> None:
    """If a mesh's name is unknown, the message suggests the nearest one. Another file format is refused."""
    assert "did you mean hill.glb?" in told("hil.glb")
    assert "did you mean hill.glb?" in told("hil.glb", tmp_path)
    assert "must end in .glb, .obj or .stl" in told("hill.fbx")


@pytest.mark.parametrize("content", [b"", b"\x00" * 100, b"glTF\x02\x00\x00\x00", b"nonsense\n" * 20])
@pytest.mark.parametrize("ending", ["glb", "stl", "obj"])
def test_broken_files(tmp_path: Path, ending: str, content: bytes) -> None:
    """A file that is no mesh is refused with one line that names it."""
    path = tmp_path / f"broken.{ending}"
    path.write_bytes(content)
    (only,) = told(path).splitlines()
    assert only.startswith(f"{path}: ")


def test_every_shorter_file_is_refused(tmp_path: Path) -> None:
    """A GLB that was cut off on the way is refused, wherever it was cut."""
    whole = builtin_meshes()["barrel.glb"].read_bytes()
    for length in range(0, len(whole), 97):
        (tmp_path / "cut.glb").write_bytes(whole[:length])
        assert told(tmp_path / "cut.glb")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (STEP.replace("60", "nan"), "no numbers"),
        (STEP.replace("60", "inf"), "no numbers"),
        (STEP.replace("60", "6000"), "the unit of .stl files is millimetres"),
        (
            STEP.replace("60 ", "0.06 ").replace(" 40 ", " 0.04 ").replace(" 30", " 0.03"),
            "the unit of .stl files is millimetres",
        ),
        (STEP.replace("0 0 30", "20 20 0"), "is flat"),
        (stl_text((FOOT, FOOT, ALONG)), "has no triangles"),
    ],
)
def test_impossible_scenery(tmp_path: Path, text: str, reason: str) -> None:
    """If corners are no numbers, or a mesh has another unit, is flat or has no area, the message says so."""
    (tmp_path / "step.stl").write_text(STEP)
    assert load_mesh(tmp_path / "step.stl").height == pytest.approx(30.0)
    (tmp_path / "bad.stl").write_text(text)
    assert reason in told(tmp_path / "bad.stl")


@dataclass
class Kind:
    """A kind of terrain."""

    mesh: str | None
    scale: float = 1.0
    up: str | None = None


@dataclass
class Rules:
    """Rules with terrain."""

    terrain: Mapping[str, Kind]


def test_all_that_is_wrong_at_once() -> None:
    """If several meshes of the rules are wrong, one message reports all, each by its field in the rules."""
    rules = Rules({"a": Kind("hil.glb"), "b": Kind(None), "c": Kind("hill.glb"), "d": Kind("ruin.fbx")})
    with pytest.raises(BadFile) as caught:
        load_meshes(rules)
    first, second = str(caught.value).splitlines()
    assert "terrain.a.mesh" in first
    assert "terrain.d.mesh" in second


def same(ones: Mapping[str, Mesh], others: Mapping[str, Mesh]) -> bool:
    """Return whether meshes are equal to the last bit."""
    return ones.keys() == others.keys() and all(
        (mesh.digest, mesh.outline, mesh.vertices.tobytes(), mesh.triangles.tobytes())
        == (
            others[name].digest,
            others[name].outline,
            others[name].vertices.tobytes(),
            others[name].triangles.tobytes(),
        )
        for name, mesh in ones.items()
    )


def test_a_game_reads_no_mesh_file_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the usual rules, a game uses stored results and reads no mesh file. At other scales nothing is stored."""
    monkeypatch.setattr(meshes, "_result_cache", {})
    with monkeypatch.context() as patch:
        patch.setattr("riotsim.files.mesh.tasks.run_task", None)
        patch.setattr("riotsim.files.mesh.reader.subprocess", None)
        rules = load_rules("riot_dice", Rulebook)
        stored = load_meshes(rules)
        figures = load_figures(rules)
        notes = {name: mesh_notes(name) for name in OURS}
        with reading_elsewhere() as read:
            assert same(load_meshes(rules, read=read), stored)
    digest = hashlib.sha256(builtin_meshes()["hill.glb"].read_bytes()).hexdigest()
    assert stored_result(digest, MeshTask("glb", "scenery"))
    assert stored_result(digest, MeshTask("glb", "scenery", scale=1.0000001)) is None
    monkeypatch.setattr(meshes, "stored_result", lambda *_: None)
    monkeypatch.setattr(meshes, "_result_cache", {})
    assert same(load_meshes(rules), stored)
    assert load_figures(rules) == figures
    assert {name: mesh_notes(name) for name in OURS} == notes


@pytest.mark.usefixtures("started_readers")
def test_another_process_may_read_what_comes_with_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may read the meshes of the program. The meshes are the same, and this process reads none."""
    rules = load_rules("riot_dice", Rulebook)
    here = load_meshes(rules)
    monkeypatch.setattr(meshes, "stored_result", lambda *_: None)
    monkeypatch.setattr(meshes, "_result_cache", {})
    monkeypatch.setattr(meshes, "read_in_own_process", None)
    with reading_elsewhere() as read:
        assert same(load_meshes(rules, read=read), here)


@pytest.mark.parametrize(
    ("seconds", "command"),
    [
        (60.0, ("no-such-program-here",)),
        (60.0, ("false",)),
        (60.0, ("echo", "rubbish")),
        (0.0, ("sh", "-c", "echo; exec sleep 9")),
    ],
    ids=["that isn't there", "that ends at once", "that says what nobody understands", "that takes too long"],
)
def test_should_it_fail_they_are_read_here(
    seconds: float, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the process that should read the meshes fails or takes too long, they are read in this process."""
    rules = load_rules("riot_dice", Rulebook)
    here = load_meshes(rules)
    monkeypatch.setattr(meshes, "stored_result", lambda *_: None)
    monkeypatch.setattr(meshes, "_result_cache", {})
    monkeypatch.setattr(meshes, "ReaderProcess", lambda *_: ReaderProcess(seconds, command))
    with reading_elsewhere() as read:
        assert same(load_meshes(rules, read=read), here)


CUBE_WITH_TEXTURE = "\n".join((
    "mtllib cube.mtl", "o Würfel",
    *(f"v {x} {y} {z}" for x in (0, 20) for y in (0, 20) for z in (0, 20)),
    "vt 0 0", "vt 1 0", "vt 1 1", "vt 0 1", "usemtl Material",
    *("f {}/1 {}/2 {}/3 {}/4".format(*side) for side in
      ((1, 2, 4, 3), (5, 7, 8, 6), (1, 5, 6, 2), (3, 4, 8, 7), (1, 3, 7, 5), (2, 6, 8, 4))),
))  # fmt: skip
"""A cube as Blender writes it, with texture coordinates, a material, and a name that is not ASCII."""


def files_with_looks(folder: Path) -> list[Path]:
    """Write cubes of 20 mm and a wedge whose files also have textures, images, a material or letters beyond ASCII."""
    solid = trimesh.creation.box((0.02, 0.02, 0.02))
    sides = np.zeros((len(solid.vertices), 2))
    image = Image.new("RGB", (4, 4))
    coat = trimesh.visual.TextureVisuals(uv=sides, image=image)  # type: ignore[no-untyped-call]  # no types here
    painted = trimesh.Trimesh(solid.vertices, solid.faces, visual=coat, process=False)
    scene = trimesh.Scene([painted, painted.copy().apply_translation((0.0, 0.0, 0.03))])
    printed = bytes(trimesh.exchange.stl.export_stl(solid.copy().apply_scale(1000.0)))
    contents = {
        "utf8.obj": CUBE_WITH_TEXTURE.encode(),
        "latin.obj": CUBE_WITH_TEXTURE.encode("latin-1"),
        "image.glb": bytes(export_glb(scene)),  # type: ignore[no-untyped-call]  # trimesh has no types here
        "comment.stl": "Würfel von mir, 20 mm".encode("latin-1").ljust(80, b"\xd8") + printed[80:],
        "text.stl": STEP.replace("solid step", "solid Stück").encode("latin-1"),
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return [folder / name for name in contents]


def test_looks_keep_no_file_from_being_read(tmp_path: Path) -> None:
    """The shape of a file is read even if the file also has textures, images or letters beyond ASCII."""
    extents = [np.ptp(load_mesh(file).vertices, axis=0).round(3).tolist() for file in files_with_looks(tmp_path)]
    cube = [20.0, 20.0, 20.0]
    assert extents == [cube, cube, [20.0, 50.0, 20.0], cube, [60.0, 40.0, 30.0]]


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_line_of_an_obj_may_go_on_after_a_backslash(tmp_path: Path, ends: str) -> None:
    """A line of an OBJ may end in a backslash and continue on the next line, as some programs write long faces."""
    text = CUBE_WITH_TEXTURE.replace("f 1/1 2/2 ", "f 1/1 2/2 \\\n  ").replace("\n", ends)
    assert "\\" in text
    (tmp_path / "broken.obj").write_bytes(text.encode())
    assert np.ptp(load_mesh(tmp_path / "broken.obj").vertices, axis=0).round(3).tolist() == [20.0, 20.0, 20.0]


WATCHED = """
import sys
from pathlib import Path
from riotsim.files.mesh import worker
from riotsim.files.mesh.protocol import MeshTask

contents = [(Path(name).suffix[1:], Path(name).read_bytes()) for name in sys.argv[1:]]
worker.limit_memory()
worker.import_everything()
happened = []
sys.addaudithook(lambda event, what: happened.append(what[0]) if event in ("import", "open") else None)
for ending, content in contents:
    for task in ("raw", "scenery", "figure", "die"):
        try:
            worker.handle(MeshTask(ending, task, height=30.0), content)
        except ValueError:
            pass
print(happened)
"""


def test_nothing_is_imported_while_a_file_is_read(tmp_path: Path) -> None:
    """The process that reads meshes imports nothing while it reads a file, because it can't open files then."""
    files = files_with_looks(tmp_path)
    files += [tmp_path / "open.obj"]
    files[-1].write_text("\n".join(line for line in CUBE_WITH_TEXTURE.splitlines() if "f 2/" not in line))
    command = [sys.executable, "-P", "-c", WATCHED, *map(str, files)]
    alone = {**os.environ, **_SINGLE_THREAD_ENVIRONMENT}
    done = subprocess.run(command, capture_output=True, text=True, env=alone)
    assert done.stdout.split() == ["[]"], done.stderr
