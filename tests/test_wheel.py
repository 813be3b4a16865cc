"""The wheel, installed far from the repository, can do what the checkout can."""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

EDITABLE = ("riotsim", "_riotsim", "__editable__", "_editable_impl")
"""How the files begin by which this environment finds the checkout; an installed wheel must do without them."""

RUNS = [
    (("throw", "1d6", "--seed", "1", "--json"), '"rolls": 1'),
    # Random bots: those that look ahead take minutes.
    (("game", "--quiet", "--seed", "1", "--boss", "Ada=random", "--boss", "Bea=random"), "--seed 1"),
    (("rules", "show"), "deployment.clear_of"),
    (("rules", "schema"), '"properties"'),
]
"""Commands to run from the wheel, each with something that it says. A new command is one line here."""

# One worker does them all, so that the wheel is built once.
pytestmark = pytest.mark.xdist_group("wheel")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment outside the repository with the wheel in it; gives its Python.

    The dependencies are those of the environment that runs the tests, linked one by one: nothing is downloaded, and
    what would lead to the checkout is left out.
    """
    room = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(room / "dist"), str(ROOT)]
    made = subprocess.run(build, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    (wheel,) = (room / "dist").glob("*.whl")

    venv.create(room / "env", with_pip=False, symlinks=True)
    python = room / "env" / "bin" / "python"
    scheme = {"base": str(room / "env"), "platbase": str(room / "env")}
    site = Path(sysconfig.get_path("purelib", vars=scheme))
    for entry in sorted(Path(sysconfig.get_path("purelib")).iterdir()):
        if not entry.name.startswith(EDITABLE):
            (site / entry.name).symlink_to(entry)
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--no-deps", "--no-index", str(wheel)]
    put = subprocess.run(pip, capture_output=True, text=True, check=False, cwd=room)
    assert put.returncode == 0, put.stdout + put.stderr
    return python


def run(python: Path, folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Run the installed `riotsim` in some folder, with nothing of this process's Python settings."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    command = [str(python.parent / "riotsim"), *args]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=clean)


def test_the_wheel_is_what_runs(installed: Path, tmp_path: Path) -> None:
    """The installed package is the one in its own environment, not the checkout; it carries rules and licences."""
    script = "import riotsim, pathlib; print(pathlib.Path(riotsim.__file__).parent)"
    found = subprocess.run([installed, "-I", "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path)
    package = Path(found.stdout.strip())
    assert package.is_relative_to(installed.parents[1])
    assert (package / "data" / "rules" / "riot_dice.yaml").is_file()
    assert (package / "py.typed").is_file()
    (notes,) = package.parent.glob("riotsim-*.dist-info")
    assert sorted(file.name for file in (notes / "licenses").iterdir()) == ["LICENSE", "LICENSE-ATTRIBUTION.md"]


@pytest.mark.parametrize(("command", "said"), RUNS, ids=lambda value: value[0] if isinstance(value, tuple) else "")
def test_commands_run_from_any_folder(installed: Path, tmp_path: Path, command: tuple[str, ...], said: str) -> None:
    """In a folder that has nothing to do with the repository, the program does its work with what the wheel brought."""
    done = run(installed, tmp_path, *command)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
