"""A replay as an animated 3D model (GLB): a valid file, with the game's motions, and with numbers on the dice."""

import json
import shutil
import struct
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from leaning_die import leaning_d3

from riotsim.app.recordings import figure_meshes
from riotsim.replay.glb.numerals import numerals
from riotsim.replay.glb.solids import INK_HEIGHT, die_solids
from riotsim.replay.glb.writer import animated_glb, write_glb
from riotsim.replay.recorded_timeline import RecordedTimeline, lay_out
from riotsim.replay.recording import Recording
from riotsim.table.acts import TowerFell
from riotsim.table.dice.kinds import die_kind
from riotsim.table.geometry.patches import Patch
from riotsim.table.geometry.plan import rectangle

VALIDATOR = Path(__file__).parents[2] / "tools" / "gltf_validator"


def validate(file: Path) -> dict[str, Any]:
    """Return the report of Khronos' glTF validator on a file. Skip the test if the validator isn't installed."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node here (Debian: apt install nodejs npm)")
    if not (VALIDATOR / "node_modules" / "gltf-validator").is_dir():
        pytest.skip("there is no gltf-validator here: npm install --no-package-lock --prefix tools/gltf_validator")
    done = subprocess.run(
        [node, str(VALIDATOR / "validate.js"), str(file)], capture_output=True, text=True, check=True, timeout=120
    )
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def taken_apart(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the JSON document and the binary data of a GLB file."""
    length = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20 : 20 + length]), data[28 + length :]


def collapse(recording: Recording) -> int:
    """Return the index of the first moment in which a tower falls."""
    return next(
        k for k, moment in enumerate(recording.moments) if any(isinstance(fact, TowerFell) for fact in moment.facts)
    )


@pytest.fixture(scope="module")
def whole(recording: Recording) -> bytes:
    """Return the GLB file of the whole game."""
    return animated_glb(recording, figure_meshes=figure_meshes())


@pytest.fixture(scope="module")
def one_moment(recording: Recording, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the GLB file of the one moment in which a tower falls."""
    k, file = collapse(recording), tmp_path_factory.mktemp("glb") / "game.glb"
    write_glb(recording, file, figure_meshes=figure_meshes(), moments=(k, k + 1))
    return file.read_bytes()


@pytest.mark.parametrize("part", ["whole", "one_moment"])
def test_valid(request: pytest.FixtureRequest, tmp_path: Path, part: str) -> None:
    """The GLB files of a whole game and of one collapse are valid: the validator reports nothing."""
    (tmp_path / "game.glb").write_bytes(request.getfixturevalue(part))
    report = validate(tmp_path / "game.glb")
    assert report["issues"]["messages"] == []
    assert report["info"]["animationCount"] == 1


def test_painted_tables_are_painted(recording: Recording, tmp_path: Path) -> None:
    """A filled patch of the table becomes a mesh with the patch's name and opacity, just above the table. The file is
    valid.
    """
    (moment, *_), table = recording.moments, recording.first_table
    pond = Patch(rectangle((100.0, 100.0), 80.0, 40.0), fill="#3f86c6", opacity=0.4, name="pond")
    part = replace(recording.part(0, 1), moments=(replace(moment, after=replace(table, patches=(pond, pond))),))
    write_glb(part, tmp_path / "game.glb", figure_meshes=figure_meshes())
    document, _ = taken_apart((tmp_path / "game.glb").read_bytes())
    drawn = [node for node in document["nodes"] if node["name"] == "pond"]
    assert [node["translation"][2] for node in drawn] == [0.02, 0.04]
    (primitive,) = document["meshes"][drawn[0]["mesh"]]["primitives"]
    material = document["materials"][primitive["material"]]
    assert material["pbrMetallicRoughness"]["baseColorFactor"][3] == 0.4
    assert material["alphaMode"] == "BLEND"
    assert validate(tmp_path / "game.glb")["issues"]["messages"] == []


def test_moves_as_the_game_did(timeline: RecordedTimeline, whole: bytes) -> None:
    """The animation of a piece has the times and positions of the piece's keyframes. Its scale is 0 before the piece
    appears, and then 1.
    """
    document, binary = taken_apart(whole)

    def numbers(accessor: int) -> np.ndarray[Any, np.dtype[np.float32]]:
        entry = document["accessors"][accessor]
        view = document["bufferViews"][entry["bufferView"]]
        width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[entry["type"]]
        return np.frombuffer(binary, "<f4", entry["count"] * width, view["byteOffset"]).reshape(-1, width)

    animation = document["animations"][0]
    channels = {
        (document["nodes"][one["target"]["node"]]["name"], one["target"]["path"]): animation["samplers"][one["sampler"]]
        for one in animation["channels"]
    }
    track = next(track for track in timeline.tracks if track.piece.id == "a3")
    moved, shown = channels["a3", "translation"], channels["a3", "scale"]
    assert moved["interpolation"] == "LINEAR"
    assert numbers(moved["input"])[:, 0] == pytest.approx([key.ms / 1000 for key in track.keys])
    assert numbers(moved["output"]) == pytest.approx(np.array([key.pose.at for key in track.keys]), abs=1e-3)
    assert np.linalg.norm(numbers(channels["a3", "rotation"]["output"]), axis=1) == pytest.approx(1.0, abs=1e-6)
    assert shown["interpolation"] == "STEP"
    assert numbers(shown["output"])[:2].tolist() == [[0.0] * 3, [1.0] * 3]
    assert numbers(shown["input"])[1, 0] == pytest.approx(track.spans[0][0] / 1000)


def test_one_moment_is_short(recording: Recording, whole: bytes, one_moment: bytes) -> None:
    """The GLB file of one collapse is less than half as large as that of the game. Its animation lasts no longer than
    the collapse.
    """
    k = collapse(recording)
    assert len(one_moment) < len(whole) / 2
    document, _ = taken_apart(one_moment)
    ends = [
        accessor["max"][0] for accessor in document["accessors"] if accessor["type"] == "SCALAR" and "max" in accessor
    ]
    assert max(ends) <= lay_out(recording.part(k, k + 1)).end / 1000 < 20


def test_no_such_moment(recording: Recording) -> None:
    """If moments outside the game are asked for, the error names the moments that exist."""
    with pytest.raises(ValueError, match="there are moments 0 to"):
        animated_glb(recording, moments=(5000, 5001))


SIZE = 16.0


@pytest.mark.parametrize("name", ["d8", "d10", "d12", "d20"])
def test_each_side_has_its_number(name: str) -> None:
    """Each side of a die has its own number, which is drawn in the plane of the side."""
    kind = die_kind(name)
    found = numerals(kind)
    assert [one.value for one in found] == [face.value for face in kind.faces]
    corners = np.array(kind.corners)
    for one, face in zip(found, kind.faces, strict=True):
        assert one.out == pytest.approx(face.normal)
        assert one.up @ one.out == pytest.approx(0.0, abs=1e-9)
        assert one.middle @ one.out == pytest.approx((corners @ one.out).max(), abs=1e-6)


def test_a_d4_is_read_along_its_foot() -> None:
    """Each side of a d4 has three numbers, one along each edge. A number along an edge is the value of the d4 when it
    lies on the side beyond that edge.
    """
    kind = die_kind("d4")
    found = numerals(kind)
    assert len(found) == 12
    for face in kind.faces:
        shown = [one for one in found if one.value == face.value]
        assert len(shown) == 3
        down = np.array(face.normal)
        for one in shown:
            assert one.out @ down < 0.9  # on another side
            assert one.up @ down < -0.5  # and its foot is where that side lies


def test_no_number_stands_beside_a_side_without_one() -> None:
    """If a die can't come to rest on one of its sides, that side has no number. The other sides have no number along
    the edge to that side.
    """
    kind = leaning_d3()
    (bare,) = kind.blank_normals
    found = numerals(kind)
    assert sorted(one.value for one in found) == [1, 1, 2, 2, 3, 3]
    for one in found:
        assert one.up @ np.array(bare) > -0.5  # the foot of no number is where the bare side lies
        assert one.out @ np.array(bare) < 0.9
    assert die_solids(kind, SIZE)[1] is not None


@pytest.mark.parametrize("name", ["d4", "d8", "d10", "d12", "d20"])
def test_ink_looks_outwards(name: str) -> None:
    """The strokes of a die's numbers lie just above the sides and face outward. No stroke crosses an edge."""
    kind = die_kind(name)
    _, ink = die_solids(kind, SIZE)
    assert ink is not None
    a, b, c = (ink.corners[ink.triangles[:, k]] for k in range(3))
    out = np.cross(b - a, c - a)
    assert (np.einsum("ij,ij->i", out, ink.normals[ink.triangles[:, 0]]) > 0).all()
    far = ink.corners @ np.array(kind.normals).T - (np.array(kind.corners) * SIZE @ np.array(kind.normals).T).max(
        axis=0
    )
    assert far.max(axis=1) == pytest.approx(INK_HEIGHT, abs=1e-6)


def test_cubes_keep_their_pips() -> None:
    """A cube with the usual numbers has 21 pips, and none of them is a numeral."""
    _, ink = die_solids(die_kind("d6"), SIZE)
    assert ink is not None
    assert len(ink.corners) == 21 * 20
