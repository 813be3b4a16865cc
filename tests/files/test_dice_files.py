"""Dice of a player's own: meshes whose sides are numbered in a rules file."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import trimesh
from command_line import riotsim

from riotsim.files.assets.dice import load_dice
from riotsim.files.problems import BadFile
from riotsim.files.rules import load_rules, read_rules, with_options
from riotsim.files.yaml import validate
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.table.dice.custom import barrel
from riotsim.testing.fairness import assert_fair

pytestmark = pytest.mark.usefixtures("forked_readers")

BUILTIN = Path(__file__).parents[2] / "rules" / "riot_dice.yaml"
SEVEN = barrel("d7", range(1, 8))
NUMBERS = [{"looks": [round(part, 3) for part in face.normal], "shows": face.value} for face in SEVEN.faces]


def solid(path: Path, corners: npt.NDArray[np.float64]) -> Path:
    """Write the hull of some corners (mm) to a file."""
    trimesh.Trimesh(corners).convex_hull.export(path)
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the mesh of a barrel of 16 mm, which lies away from the file's origin."""
    solid(tmp_path / "d7.obj", np.array(SEVEN.corners) * 16.0 + [30.0, -4.0, 9.0])
    return tmp_path


def rules(kinds: object, **options: object) -> Rulebook:
    """Return the rules with a player's own kinds of dice."""
    return load_rules("riot_dice", Rulebook, {"dice.kinds": kinds, **options})


def barrel_of(**changes: object) -> dict[str, object]:
    """Return the entry of a barrel in a rules file."""
    return {"d7": {"mesh": "d7.obj", "read": "down", "faces": NUMBERS, **changes}}


def told(kinds: object, folder: Path, **options: object) -> str:
    """Return the message about dice that can't be used."""
    with pytest.raises(BadFile) as bad:
        load_dice(rules(kinds, **options), folder)
    return str(bad.value)


def test_a_mesh_becomes_a_die(folder: Path) -> None:
    """A die from a mesh has the mesh's size and the numbers from the rules. Its middle is moved to the origin."""
    kind = load_dice(rules(barrel_of()), folder)["d7"]
    assert (kind.name, kind.values, kind.read_down) == ("d7", tuple(range(1, 8)), True)
    assert kind.own_size == pytest.approx(np.ptp(np.array(SEVEN.corners), axis=0).max() * 16.0, abs=1e-3)
    assert np.array(kind.corners).mean(axis=0) == pytest.approx(np.zeros(3), abs=1e-4)
    assert kind.flat_height() * (kind.own_size or 0.0) == pytest.approx(8.0, abs=1e-3)


def test_it_can_be_made_larger_and_rounder(folder: Path) -> None:
    """If the rules give a `size`, it is the longest extent of the die. `dice.edges` sets the rounding of the die's
    edges.
    """
    kind = load_dice(rules(barrel_of(size="30mm"), **{"dice.edges": "1.5mm"}), folder)["d7"]
    assert kind.own_size == 30.0
    assert kind.rounding == pytest.approx(0.05)


def test_a_barrel_from_a_file_is_fair(folder: Path) -> None:
    """A barrel from a mesh shows each of its seven numbers equally often. Over 95 % of 175 throws can be read."""
    assert assert_fair(load_dice(rules(barrel_of()), folder)["d7"], rolls=175, seed=5).read_count > 0.95 * 175


def test_dice_are_named_in_notation(folder: Path) -> None:
    """Dice from a mesh are rolled by their name, as in 2d6+1d7. For a wrong name, the message suggests a right one."""
    book = rules(barrel_of(), **{"models.git.move": "2d6+1d7"})
    assert book.models["git"].move == ("d6", "d6", "d7")
    assert book.dice.values("d7") == tuple(range(1, 8))
    with pytest.raises(BadFile, match=r"asks for 'd77'; did you mean d7\?"):
        rules(barrel_of(), **{"models.git.move": "2d6+1d77"})


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"faces": NUMBERS[:-1]}, "faces: lack a number for the side that looks [0.62, -0.78, 0.00]"),
        ({"faces": [*NUMBERS, NUMBERS[0]]}, "faces[7].looks: means a side that shows 1 already"),
        ({"faces": [*NUMBERS, {"looks": [0, 0, 1], "shows": 9}]}, "faces[7].looks: is no side's way; the nearest"),
        ({"faces": [{"looks": [0, 0, 0], "shows": 9}]}, "faces[0].looks: is no direction"),
        ({"read": "up"}, "read: is up, but no side is on top when it lies on the sides that look ["),
        ({"mesh": "d8.obj"}, "mesh: d8.obj is no file"),
    ],
)
def test_what_is_wrong_with_its_numbers_is_told(folder: Path, changes: dict[str, object], said: str) -> None:
    """If the numbers of a die are wrong, the message names the field and says what is wrong."""
    assert f"dice.kinds.d7.{said}" in told(barrel_of(**changes), folder)


WEDGE = """
  kinds:
    wedge:
      mesh: wedge.stl
      read: down
      faces:
        - {looks: [0.5, 0.87, 0], shows: 1}
        - {looks: [-1, 0, 0], shows: 2}
        - {looks: [0.5, -0.87, 0], shows: 3}
        - {looks: [0, 0, 1], shows: 4}
        - {looks: [0, 0, -1], shows: 5}
"""
"""A prism with three long sides and two ends, as docs/reference/dice.md has it."""


@pytest.mark.parametrize(
    ("old", "new", "field", "said"),
    [
        ("looks: [0.5, -0.87, 0]", "looks: [0, 0, 0]", "dice.kinds.wedge.faces[2].looks", "is no direction"),
        ("read: down", "read: up", "dice.kinds.wedge.read", "is up, but no side is on top"),
        ("mesh: wedge.stl", "mesh: wegde.stl", "dice.kinds.wedge.mesh", "wegde.stl is no file"),
        ("mesh: wedge.stl", "mesh: open.stl", "dice.kinds.wedge.mesh", "open.stl is not closed"),
        ("mesh: wedge.stl", "mesh: giant.stl", "dice.kinds.wedge.mesh", "giant.stl is 6,000 mm in extent"),
        ("edges: 0mm", "edges: 3mm", "dice.edges", "a wedge (wedge.stl) can have edges of at most 2.25 mm, not 3 mm"),
    ],
)
def test_faults_are_told_with_the_rules_file_and_its_line(
    tmp_path: Path, old: str, new: str, field: str, said: str
) -> None:
    """Each error in an entry of dice is reported in one line, as all errors of a rules file: FILE:LINE: FIELD: what is
    wrong.
    """
    file, line = wedges(tmp_path, old, new)
    document = read_rules(file)
    with pytest.raises(BadFile) as bad:
        load_dice(validate(document, Rulebook), tmp_path, document)
    (told,) = str(bad.value).splitlines()
    assert told.startswith(f"{file}:{line}: {field}: {said}")


@pytest.mark.parametrize("command", ["rules check", "throw 1wedge --rules", "game --seed 1 --rules"])
def test_commands_tell_faults_of_dice_with_their_lines(tmp_path: Path, command: str) -> None:
    """Commands that check rules, throw dice or play a game report an error of a die in one line. The exit code is 2."""
    file, line = wedges(tmp_path, "read: down", "read: up")
    run = riotsim(*command.split(), file)
    (told,) = (run.stdout + run.stderr).splitlines()
    assert (run.returncode, told.partition(" is up")[0]) == (2, f"{file}:{line}: dice.kinds.wedge.read:")


def wedges(folder: Path, old: str, new: str) -> tuple[Path, int]:
    """Write rules with a wedge, and replace some of their words. Return the file and the line of these words."""
    turns = 2 * np.pi * np.arange(3) / 3
    rim = np.column_stack((9 * np.cos(turns), 9 * np.sin(turns)))
    solid(folder / "wedge.stl", np.vstack([np.column_stack((rim, np.full(3, z))) for z in (-8.0, 8.0)]))
    box = trimesh.creation.box((6000.0, 6000.0, 6000.0))
    box.export(folder / "giant.stl")
    trimesh.Trimesh(box.vertices, box.faces[:-1], process=False).export(folder / "open.stl")
    text = BUILTIN.read_text(encoding="utf-8").replace("\n  kinds: {} ", WEDGE + "#").replace("1d4+1d6+1d8", "3d6")
    file = folder / "mine.yaml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return file, text.count("\n", 0, text.index(old)) + 1


def test_an_option_at_fault_is_told_as_that(folder: Path) -> None:
    """An error in an option is reported without a line of the file."""
    document = with_options(read_rules("riot_dice"), {"dice.kinds": barrel_of(read="up")})
    with pytest.raises(BadFile, match=r"^options: dice\.kinds\.d7\.read: is up"):
        load_dice(validate(document, Rulebook), folder, document)


def test_only_those_are_read_that_are_asked_for(folder: Path) -> None:
    """Throwing one kind of die neither loads the other kinds nor reports their errors."""
    book = rules({**barrel_of(), "gone": {"mesh": "gone.stl", "faces": [{"looks": [0, 0, 1], "shows": 1}]}})
    assert list(load_dice(book, folder, only=("d6", "d7"))) == ["d7"]
    with pytest.raises(BadFile, match=r"gone\.stl is no file"):
        load_dice(book, folder)


def test_what_is_wrong_with_its_shape_is_told(folder: Path) -> None:
    """A mesh is refused as a die if it is open, dented, too thin, too large or flat, or has more than 100 sides."""
    cube = trimesh.creation.box((16, 16, 16))
    trimesh.Trimesh(cube.vertices, cube.faces[:-1]).export(folder / "open.stl")
    bump = trimesh.creation.box((4, 4, 16)).apply_translation((10, 0, 0))
    both = np.vstack((cube.vertices, bump.vertices)), np.vstack((cube.faces, bump.faces + len(cube.vertices)))
    trimesh.Trimesh(*both, process=False).export(folder / "dent.stl")
    trimesh.creation.box((16, 16, 3)).export(folder / "sliver.stl")
    trimesh.creation.box((160, 160, 160)).export(folder / "giant.stl")
    trimesh.creation.icosphere(3, 8.0).export(folder / "ball.stl")
    flat = trimesh.Trimesh(
        [(0, 0, 0), (20, 0, 0), (0, 20, 0), (20, 20, 0)], [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)], process=False
    )
    flat.export(folder / "flat.stl")
    up = [{"looks": [0, 0, 1], "shows": 1}]
    kinds = {name: {"mesh": f"{name}.stl", "faces": up} for name in ("open", "dent", "sliver", "giant", "ball", "flat")}
    lines = told(kinds, folder).splitlines()
    for line, said in zip(
        lines,
        ("is not closed", "is not convex", "dice need 2.5 mm", "160 mm in extent", "more than 100 sides", "is flat"),
        strict=True,
    ):
        assert said in line


def test_names_that_are_taken_or_no_names(folder: Path) -> None:
    """A kind of die can't have the name of a usual die, and its name can't have capitals or spaces."""
    for name, said in (("d6", "d6 is a usual die"), ("Lump", "small letters"), ("my lump", "small letters")):
        with pytest.raises(BadFile, match=said):
            rules({name: barrel_of()["d7"]})
