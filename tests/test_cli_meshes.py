"""Rules files with meshes of one's own, on the command line."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import trimesh

from riotsim.files.assets.figures import load_figures
from riotsim.files.problems import BadFile
from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook

BUILTIN = Path(__file__).parents[1] / "rules" / "riot_dice.yaml"


def riotsim(*args: str) -> subprocess.CompletedProcess[str]:
    """Run riotsim in a process of its own."""
    return subprocess.run([sys.executable, "-m", "riotsim", *args], capture_output=True, text=True, check=False)


def with_mesh(folder: Path, name: str, content: bytes, more: str = "") -> Path:
    """The game's rules with their hill made of a file beside them."""
    (folder / name).write_bytes(content)
    text = BUILTIN.read_text(encoding="utf-8")
    file = folder / "mine.yaml"
    file.write_text(text.replace("mesh: hill.glb", f"mesh: {name}{more}"), encoding="utf-8")
    return file


def bowl() -> bytes:
    """Half a sphere without its lid, fine: open and with too many triangles (mm)."""
    ball = trimesh.creation.icosphere(subdivisions=5, radius=40.0)
    half = ball.faces[ball.triangles_center[:, 2] > 0]
    content = trimesh.Trimesh(ball.vertices, half, process=False).export(file_type="stl")
    assert isinstance(content, bytes)
    return content


def test_a_bad_mesh_stops_with_one_message(tmp_path: Path) -> None:
    """A file cut off in its middle is told with its field, by `rules check` and `game` alike; the exit code is 2."""
    file = with_mesh(tmp_path, "cut.stl", bowl()[:-7])
    for command in (("rules", "check", str(file)), ("game", "--rules", str(file), "--seed", "1")):
        done = riotsim(*command)
        said = done.stdout + done.stderr
        assert done.returncode == 2, said
        assert "cut.stl: terrain.hill.mesh: is cut off" in said
        assert "Traceback" not in said


def test_what_was_changed_is_told(tmp_path: Path) -> None:
    """An open, fine mesh is used, and `rules check` says what was done with it: no error, but a note."""
    file = with_mesh(tmp_path, "bowl.stl", bowl(), "\n    scale: 0.5\n    up: z")
    done = riotsim("rules", "check", str(file))
    assert done.returncode == 0, done.stdout
    first, closed, simpler = done.stdout.splitlines()
    assert first == f"{file}: sound"
    assert (
        closed == "note: bowl.stl: terrain.hill.mesh: it had holes, or triangles that faced inward; it has been closed"
    )
    assert "triangles have been simplified" in simpler
    (document,) = json.loads(riotsim("rules", "check", str(file), "--json").stdout)["files"]
    assert document["sound"]
    assert [note["field"] for note in document["notes"]] == ["terrain.hill.mesh"] * 2


@pytest.mark.parametrize(
    ("width", "ways"),
    [
        (50.0, ["base: 38mm", "height: 19mm", "body: column"]),
        (90.0, ["height: 10mm", "body: column"]),
        (200.0, ["body: column"]),
    ],
)
def test_advice_about_a_wide_figure_can_be_followed(tmp_path: Path, width: float, ways: list[str]) -> None:
    """Each way that is named is within the bounds of rules, and each helps; what isn't is not named."""
    trimesh.creation.box((width, 1.0, 30.0)).export(tmp_path / "wide.stl")
    plain: dict[str, object] = {"file": "wide.stl", "height": "30mm"}
    with pytest.raises(BadFile) as bad:
        load_figures(load_rules("riot_dice", Rulebook, {"models.git.figure": plain}), tmp_path)
    advice = str(bad.value).partition("Give it ")[2].replace(", ", " or ").split(" or ")
    named = [way.removeprefix("a ").replace(" of ", ": ").replace(" mm", "mm") for way in advice]
    assert named == ways
    for way in named:
        key, value = way.split(": ")
        options = {"models.git.base": value} if key == "base" else {}
        figure = plain if key == "base" else {**plain, key: value}
        rules = load_rules("riot_dice", Rulebook, {"models.git.figure": figure, **options})
        assert "git" in load_figures(rules, tmp_path)


def test_a_figure_that_is_too_wide(tmp_path: Path) -> None:
    """A figure much wider than its base is refused with what would do; a little wider, it is squeezed and told."""
    for width, code, reason in ((60.0, 2, "Give it a height of"), (20.0, 0, "squeezed to 16.5 mm")):
        box = trimesh.creation.box((width, 5.0, 30.0))
        assert np.ptp(box.vertices, axis=0)[0] == width
        box.export(tmp_path / "wide.stl")
        text = BUILTIN.read_text(encoding="utf-8")
        ours = "file: ruffian.glb, height: 32mm, body: column"
        assert ours in text
        (tmp_path / "mine.yaml").write_text(text.replace(ours, "file: wide.stl", 1), encoding="utf-8")
        done = riotsim("rules", "check", str(tmp_path / "mine.yaml"))
        assert done.returncode == code, done.stdout
        assert reason in done.stdout
