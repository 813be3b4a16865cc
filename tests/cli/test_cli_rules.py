"""`riotsim rules` shows rules, checks them and describes them for editors. Rules files may have the user's own
meshes.
"""

import json
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest
import trimesh
from command_line import riotsim

from riotsim.app.rules_files import format_flow, option_rows
from riotsim.files.assets.figures import load_figures
from riotsim.files.mesh.protocol import MeshResult, MeshTask
from riotsim.files.mesh.source import Source
from riotsim.files.mesh.tasks import run_task
from riotsim.files.problems import BadFile
from riotsim.files.resources import builtin_rules
from riotsim.files.rules import load_rules, read_rules
from riotsim.games.registry import GAMES
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook

BUILTIN = Path(__file__).parents[2] / "rules" / "riot_dice.yaml"


def rules(*args: str) -> subprocess.CompletedProcess[str]:
    """Run `riotsim rules`."""
    return riotsim("rules", *args)


def changed(folder: Path, *changes: tuple[str, str]) -> Path:
    """Write a copy of the game's rules with some words replaced."""
    text = BUILTIN.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = folder / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    return file


WRONG_KEYS = "game: riot_dice\n" + "".join(f"wrong_key_{k}: 1\n" for k in range(400))
"""The text of a rules file with 400 unknown keys."""


@pytest.mark.parametrize(
    "command",
    ["rules check", "game --no-save --rules", "check", "lab run", "lab run --json"],
)
def test_of_many_problems_the_first_are_told(tmp_path: Path, command: str) -> None:
    """If a file has hundreds of problems, about twenty lines are printed, and then the number of the other problems."""
    file = tmp_path / "wrong.yaml"
    file.write_text(WRONG_KEYS)
    done = riotsim(*command.split(), str(file))
    lines = (done.stdout + done.stderr).splitlines()
    assert done.returncode == 2
    assert 20 <= len(lines) < 25
    assert any(re.fullmatch(r"\s*and 3\d\d more problems", line) for line in lines)
    assert all(len(line) < 1000 for line in lines)


def test_a_long_key_is_cut(tmp_path: Path) -> None:
    """If an unknown key has 100,000 letters, the message shows the key's beginning only."""
    file = changed(tmp_path, ("game: riot_dice", f"game: riot_dice\n? {'long' * 25_000}\n: 1"))
    done = rules("check", str(file))
    (line,) = done.stdout.splitlines()
    assert "longlong" in line
    assert len(line) < 3000


def test_show_lists_options_in_the_words_of_the_file() -> None:
    """The rules are shown by dotted key, with values as the file has them (24in, not millimetres)."""
    rows = {
        key: value for key, value, _ in option_rows(load_rules("riot_dice", Rulebook), read_rules("riot_dice").data)
    }
    assert rows["table.width"] == "24in"
    assert rows["tower.own_fall"] == "falls_over"
    assert rows["weapons.pistol"] == "range: 12in, dice: 2d6, damage: {weak: 1, big: 2}"
    assert rows["table.terrain.0"].startswith("piece: ")


def test_show_fills_in_defaults(tmp_path: Path) -> None:
    """If a file leaves out an option, the option is shown with its default. Lengths are shown without rounding
    errors.
    """
    file = changed(tmp_path, ("fight:\n  shove: 3in", "fight:\n # shove: 3in"))
    rows = {key: value for key, value, _ in option_rows(load_rules(file, Rulebook), read_rules(file).data)}
    assert rows["fight.shove"] == "3in"
    assert format_flow("152.39999999999998mm") == "152.4mm"


def test_show_writes_for_people_and_for_programs() -> None:
    """`riotsim rules show` prints a table. With `--json` it prints the rules as one document, and nothing on stderr."""
    table = rules("show")
    assert table.returncode == 0
    assert "deployment.clear_of" in table.stdout
    document = rules("show", "--json")
    assert json.loads(document.stdout)["victory"] == {"by": "loot", "tower_dice_count": False}
    assert document.stderr == ""


def test_shown_json_can_be_played_by(tmp_path: Path) -> None:
    """The output of `rules show --json` is a valid rules file, because JSON is YAML."""
    file = tmp_path / "shown.yaml"
    file.write_text(rules("show", "--json").stdout, encoding="utf-8")
    run = rules("check", str(file))
    assert (run.returncode, run.stdout) == (0, f"{file}: sound\n")


def test_check_tells_every_problem_with_its_place(tmp_path: Path) -> None:
    """RD-01: `riotsim rules check` prints a line FILE:LINE: FIELD: for each problem, such as a base that is too large.
    The exit code is 2.
    """
    bad = changed(tmp_path, ("swig: 1", "swig: much"), ("base: 25mm", "base: 90mm"))
    text = bad.read_text(encoding="utf-8").splitlines()
    swig, base = (next(n for n, line in enumerate(text, 1) if words in line) for words in ("swig: much", "base: 90mm"))
    run = rules("check", str(bad), str(BUILTIN))
    assert run.returncode == 2
    lines = run.stdout.splitlines()
    assert len(lines) == 3
    assert any(line.startswith(f"{bad}:{swig}: tower.swig: ") for line in lines)
    assert any(line.startswith(f"{bad}:{base}: models.git.base: ") for line in lines)
    assert lines[-1] == f"{BUILTIN}: sound"


def test_check_has_json(tmp_path: Path) -> None:
    """`rules check --json` gives the same problems as one document."""
    bad = changed(tmp_path, ("swig: 1", "swig: much"))
    run = rules("check", "--json", str(bad))
    assert run.returncode == 2
    (file,) = json.loads(run.stdout)["files"]
    assert file["file"] == str(bad)
    assert not file["sound"]
    assert [problem["field"] for problem in file["problems"]] == ["tower.swig"]


def test_schema_is_json() -> None:
    """`rules schema` writes the JSON Schema of a rules file."""
    schema = json.loads(rules("schema").stdout)
    assert "tower" in schema["properties"]


@pytest.mark.parametrize("game", GAMES)
def test_schema_has_a_name_and_says_what_each_key_means(game: str) -> None:
    """The schema of each game has an `$id` and a title, and every key of it a title and a description."""
    schema = json.loads(rules("schema", game).stdout)
    assert schema["$id"] == f"urn:riotsim:rules:{game}"
    assert schema["title"] == f"Rules file of {game}"
    for name, part in {"": schema, **schema["$defs"]}.items():
        for key, field in part.get("properties", {}).items():
            assert field.get("title"), f"{name}.{key}"
            assert field.get("description"), f"{name}.{key}"


@pytest.mark.parametrize("game", GAMES)
def test_rules_point_editors_at_their_schema(game: str) -> None:
    """The first line of rules that come with the program names a schema file. `riotsim rules show` has the command that
    writes this file.
    """
    first = builtin_rules()[game].read_text(encoding="utf-8").splitlines()[0]
    assert first == f"# yaml-language-server: $schema={game}.schema.json"
    assert f"riotsim rules schema {game} > {game}.schema.json" in rules("show", game).stdout


def test_schema_has_defaults_as_files_write_them() -> None:
    """In the schema, a default is written as in a rules file: a length with its unit, and dice in their notation."""
    parts = json.loads(rules("schema").stdout)["$defs"]
    assert parts["Dice"]["properties"]["edges"]["default"] == "0mm"
    assert parts["Fight"]["properties"]["shove"]["default"] == "3in"
    assert parts["ModelKind"]["properties"]["move"]["default"] == "3d6"
    for name, part in parts.items():
        for key, field in part["properties"].items():
            if field.get("type") == "string" and "default" in field:
                assert isinstance(field["default"], str), f"{name}.{key}"
                assert re.search(field.get("pattern", ""), field["default"]), f"{name}.{key}"


@pytest.mark.parametrize("args", [["show", "rot_dice"], ["show", "missing.yaml"], ["check", "missing.yaml"]])
def test_rules_that_are_not_there_are_one_message(args: list[str]) -> None:
    """If rules or a rules file don't exist, the message names them. The exit code is 2, and there is no traceback."""
    run = rules(*args)
    assert run.returncode == 2
    assert args[1] in run.stdout + run.stderr
    assert "Traceback" not in run.stderr


def with_mesh(folder: Path, name: str, content: bytes, more: str = "") -> Path:
    """Write a copy of the game's rules in which the hill is a mesh file beside them. Return the copy's path."""
    (folder / name).write_bytes(content)
    text = BUILTIN.read_text(encoding="utf-8")
    file = folder / "mine.yaml"
    file.write_text(text.replace("mesh: hill.glb", f"mesh: {name}{more}"), encoding="utf-8")
    return file


def bowl() -> bytes:
    """Return a mesh of half a sphere, which is open and has too many triangles (mm)."""
    ball = trimesh.creation.icosphere(subdivisions=5, radius=40.0)
    half = ball.faces[ball.triangles_center[:, 2] > 0]
    content = trimesh.Trimesh(ball.vertices, half, process=False).export(file_type="stl")
    assert isinstance(content, bytes)
    return content


def test_a_bad_mesh_stops_with_one_message(tmp_path: Path) -> None:
    """If a mesh file is cut off, `riotsim rules check` and `riotsim game` name its field. The exit code is 2."""
    file = with_mesh(tmp_path, "cut.stl", bowl()[:-7])
    for command in (("rules", "check", str(file)), ("game", "--rules", str(file), "--seed", "1")):
        done = riotsim(*command)
        said = done.stdout + done.stderr
        assert done.returncode == 2, said
        assert "cut.stl: terrain.hill.mesh: is cut off" in said
        assert "Traceback" not in said


@pytest.mark.usefixtures("forked_readers")
def test_what_was_changed_is_told(tmp_path: Path) -> None:
    """If a mesh is open and has too many triangles, it is closed and simplified. `riotsim rules check` prints a note
    for each, and no error.
    """
    file = with_mesh(tmp_path, "bowl.stl", bowl(), "\n    scale: 0.5\n    up: z")
    done = rules("check", str(file))
    assert done.returncode == 0, done.stdout
    first, closed, simpler = done.stdout.splitlines()
    assert first == f"{file}: sound"
    assert (
        closed == "note: bowl.stl: terrain.hill.mesh: it had holes, or triangles that faced inward; it has been closed"
    )
    assert "triangles have been simplified" in simpler
    (document,) = json.loads(rules("check", str(file), "--json").stdout)["files"]
    assert document["sound"]
    assert [note["field"] for note in document["notes"]] == ["terrain.hill.mesh"] * 2


def read_here(order: MeshTask, found: Source) -> MeshResult:
    """Read a mesh file in the tests' own process, which saves the start of another one."""
    try:
        return run_task(order, found.content)
    except ValueError as error:
        return MeshResult(refused=str(error))


@pytest.mark.parametrize(
    ("width", "ways"),
    [
        (50.0, ["base: 38mm", "height: 19mm", "body: column"]),
        (90.0, ["height: 10mm", "body: column"]),
        (200.0, ["body: column"]),
    ],
)
def test_advice_about_a_wide_figure_can_be_followed(tmp_path: Path, width: float, ways: list[str]) -> None:
    """If a figure is too wide, the refusal names ways to mend it. If one of these ways is taken, the figure can be
    loaded.
    """
    trimesh.creation.box((width, 1.0, 30.0)).export(tmp_path / "wide.stl")
    plain: dict[str, object] = {"file": "wide.stl", "height": "30mm"}
    with pytest.raises(BadFile) as bad:
        load_figures(load_rules("riot_dice", Rulebook, {"models.git.figure": plain}), tmp_path, read=read_here)
    advice = str(bad.value).partition("Give it ")[2].replace(", ", " or ").split(" or ")
    named = [way.removeprefix("a ").replace(" of ", ": ").replace(" mm", "mm") for way in advice]
    assert named == ways
    for way in named:
        key, value = way.split(": ")
        options = {"models.git.base": value} if key == "base" else {}
        figure = plain if key == "base" else {**plain, key: value}
        rules = load_rules("riot_dice", Rulebook, {"models.git.figure": figure, **options})
        assert "git" in load_figures(rules, tmp_path, read=read_here)


@pytest.mark.usefixtures("forked_readers")
def test_a_figure_that_is_too_wide(tmp_path: Path) -> None:
    """If a figure is much wider than its base, it is refused with advice. If it is a little wider, it is squeezed, and
    a note says so.
    """
    for width, code, reason in ((60.0, 2, "Give it a height of"), (20.0, 0, "squeezed to 16.5 mm")):
        box = trimesh.creation.box((width, 5.0, 30.0))
        assert np.ptp(box.vertices, axis=0)[0] == width
        box.export(tmp_path / "wide.stl")
        text = BUILTIN.read_text(encoding="utf-8")
        ours = "file: ruffian.glb, height: 32mm, body: column"
        assert ours in text
        (tmp_path / "mine.yaml").write_text(text.replace(ours, "file: wide.stl", 1), encoding="utf-8")
        done = rules("check", str(tmp_path / "mine.yaml"))
        assert done.returncode == code, done.stdout
        assert reason in done.stdout


@pytest.mark.parametrize(
    ("command", "meant"),
    [("rules show riot_dise", "riot_dice"), ("game --no-save --player Ada=gredy --player Bea=greedy", "greedy")],
)
def test_a_message_ends_with_what_was_meant(command: str, meant: str) -> None:
    """If a word is misspelt, the message ends with the question whether another one was meant."""
    done = riotsim(*command.split())
    assert done.returncode == 2
    assert done.stderr.endswith(f"; did you mean {meant}?\n")
