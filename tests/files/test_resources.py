"""Resources of the program are found in a checkout and in an installed package."""

from pathlib import Path

import pytest

from riotsim.files import resources
from riotsim.files.resources import UNFINISHED, builtin_meshes, builtin_rules, folder, on_disk

ROOT = Path(__file__).resolve().parents[2]


def test_all_of_the_top_level_folders() -> None:
    """Each finished rules file and each mesh of the repository can be found by its name."""
    files = {path.stem for path in (ROOT / "rules").glob("*.yaml")}
    assert set(builtin_rules()) == files - UNFINISHED >= {"riot_dice"}
    assert files >= UNFINISHED
    assert set(builtin_meshes()) == {path.name for path in (ROOT / "assets" / "meshes").iterdir()}


def test_in_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an installed wheel the wheel's own copy is used, and no folder around the package is searched."""
    (tmp_path / "data" / "rules").mkdir(parents=True)
    (tmp_path / "data" / "rules" / "mine.yaml").write_text("bosses: 2\n")
    monkeypatch.setattr(resources, "files", lambda package: tmp_path)
    assert list(builtin_rules()) == ["mine"]
    assert folder("rules", "mine.yaml").read_text() == "bosses: 2\n"


def test_on_disk() -> None:
    """`on_disk` gives the path of a file with the resource's content."""
    with on_disk(builtin_rules()["riot_dice"]) as path:
        assert path.read_bytes() == (ROOT / "rules" / "riot_dice.yaml").read_bytes()
