"""A replay as an animated model: it is valid, moves as the game did, and shows only what is there."""

import json
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riotsim.app.recordings import figure_meshes
from riotsim.replay.glb.writer import animated_glb, write_glb
from riotsim.replay.recorded_timeline import lay_out
from riotsim.replay.recording import Recording
from riotsim.table.acts import TowerFell

VALIDATOR = Path(__file__).parents[2] / "tools" / "gltf_validator"


def validate(file: Path) -> dict[str, Any]:
    """Have Khronos' validator look at a file; skips where there is none."""
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
    """Give the document and the binary of a GLB file."""
    length = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20 : 20 + length]), data[28 + length :]


def collapse(recording: Recording) -> int:
    """The first moment in which a tower falls."""
    return next(
        k for k, moment in enumerate(recording.moments) if any(isinstance(fact, TowerFell) for fact in moment.facts)
    )


@pytest.mark.parametrize("part", ["whole", "one moment"])
def test_valid(recording: Recording, tmp_path: Path, part: str) -> None:
    """The validator finds neither errors nor warnings, nor anything else, in a whole game and in one collapse."""
    k = collapse(recording)
    write_glb(
        recording, tmp_path / "game.glb", figure_meshes=figure_meshes(), moments=None if part == "whole" else (k, k + 1)
    )
    report = validate(tmp_path / "game.glb")
    assert report["issues"]["messages"] == []
    assert report["info"]["animationCount"] == 1


def test_moves_as_the_game_did(recording: Recording) -> None:
    """A node's track has the times, places and turns of its piece, and its scale says when it is there."""
    timeline = lay_out(recording)
    document, binary = taken_apart(animated_glb(recording))

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
    track = next(track for track in timeline.tracks if track.piece.id == "a1")
    moved, shown = channels["a1", "translation"], channels["a1", "scale"]
    assert moved["interpolation"] == "LINEAR"
    assert numbers(moved["input"])[:, 0] == pytest.approx([key.ms / 1000 for key in track.keys])
    assert numbers(moved["output"]) == pytest.approx(np.array([key.pose.at for key in track.keys]), abs=1e-3)
    assert np.linalg.norm(numbers(channels["a1", "rotation"]["output"]), axis=1) == pytest.approx(1.0, abs=1e-6)
    assert shown["interpolation"] == "STEP"
    assert numbers(shown["output"])[:2].tolist() == [[0.0] * 3, [1.0] * 3]
    assert numbers(shown["input"])[1, 0] == pytest.approx(track.spans[0][0] / 1000)


def test_one_moment_is_short(recording: Recording) -> None:
    """The file of one collapse is much smaller than that of the game, and only as long as it takes."""
    k = collapse(recording)
    one, whole = animated_glb(recording, moments=(k, k + 1)), animated_glb(recording)
    assert len(one) < len(whole) / 2
    document, _ = taken_apart(one)
    ends = [
        accessor["max"][0] for accessor in document["accessors"] if accessor["type"] == "SCALAR" and "max" in accessor
    ]
    assert max(ends) <= lay_out(recording.part(k, k + 1)).end / 1000 < 20


def test_no_such_moment(recording: Recording) -> None:
    """A span outside the game is refused with what there is."""
    with pytest.raises(ValueError, match="there are moments 0 to"):
        animated_glb(recording, moments=(5000, 5001))
