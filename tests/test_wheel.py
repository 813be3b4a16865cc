"""The wheel, installed far from the repository, can do what the checkout can."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

SCENARIO = ROOT / "tests" / "scenarios" / "riot_dice" / "rd12_first_boss.yaml"
GOLDEN = Path(__file__).parent / "golden" / "riot_dice.json"
"""A stored game that `riotsim replay` shows."""

LAB = ("--rules", "demolition_dice", "--pairs", "1", "--workers", "1", "--db", "lab.sqlite")

BRIEF = ("--set", "clock.minutes=1", "--set", "clock.after=last_activation")
"""Options of a short game. The time alone ends no game, because the bosses play on after it."""

RUNS = [
    (("throw", "1d6", "--seed", "1", "--json"), '"rolls": 1'),
    (("odds", "d8 vs 2d6"), "127/288"),
    (("tower", "2", "--count", "1", "--seed", "1", "--json"), '"dice": 2'),
    # A minute of random bots: those that look ahead take minutes of the processor.
    (
        ("game", "--quiet", "--seed", "1", "--boss", "Ada=random", "--boss", "Bea=random", *BRIEF),
        "--seed 1",
    ),
    (("check", "game.yaml"), "✓ Without a boss"),
    (("doctor",), "The game can be played here"),
    (("games", "schema"), '"riotsim_game"'),
    (("replay", "game.json", "--turn", "0"), "is dropped from 12 in"),
    (("rules", "show"), "deployment.clear_of"),
    (("rules", "schema"), '"properties"'),
]
"""Commands to run from the wheel, each with a text that it prints. To test a new command, add a line here. `lab
compare`, and commands of the lab that need an extra, have a test of their own.
"""

# One worker does them all, so that the wheel is built once.
pytestmark = pytest.mark.xdist_group("wheel")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an environment outside the repository with the wheel in it, and return its Python.

    The dependencies are linked from the environment that runs the tests, so nothing is downloaded. Only the packages
    that the project says it needs, and what these need, are linked. If the project forgot one, it is missing here.
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
    link(PROJECT["dependencies"], site)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    put = subprocess.run(
        [*pip, "install", "--no-deps", "--no-index", str(wheel)], capture_output=True, text=True, check=False, cwd=room
    )
    assert put.returncode == 0, put.stdout + put.stderr
    return python


def link(requirements: list[str], folder: Path) -> None:
    """Link the packages that requirements ask for, and all that those need, from this environment into a folder."""
    for entry in sorted({entry for name in closure(requirements) for entry in entries(name)}):
        (folder / entry.name).symlink_to(entry)


def closure(requirements: list[str]) -> set[str]:
    """Return the names of the packages that requirements need here, including indirect ones."""
    found: set[str] = set()
    waiting = [Requirement(one) for one in requirements]
    while waiting:
        one = waiting.pop()
        name = canonicalize_name(one.name)
        if name not in found and (one.marker is None or one.marker.evaluate({"extra": ""})):
            found.add(name)
            waiting += [Requirement(inner) for inner in distribution(name).requires or ()]
    return found


def entries(name: str) -> set[Path]:
    """Return the files and folders in site-packages that belong to a package."""
    site = Path(sysconfig.get_path("purelib"))
    tops = {file.parts[0] for file in distribution(name).files or ()} - {"..", "__pycache__"}
    return {site / top for top in tops}


def test_only_what_the_project_asks_for(installed: Path) -> None:
    """The environment of the wheel has no tools that only tests need, so the wheel runs without them."""
    script = (
        "import sys; from importlib.util import find_spec; sys.exit(bool(find_spec('pytest') or find_spec('mypy')))"
    )
    assert subprocess.run([installed, "-I", "-c", script], check=False).returncode == 0


def run(python: Path, folder: Path, *args: str, more: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the installed `riotsim` in some folder, with no settings of Python and NumPy that this process has.

    Args:
        python: The Python of its environment.
        folder: The current folder of the command.
        args: Words of the command line.
        more: A folder with packages that are not in the environment.
    """
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "OPENBLAS"))}
    if more is not None:
        clean["PYTHONPATH"] = str(more)
    command = [str(python.parent / "riotsim"), *args]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=clean)


def test_the_wheel_is_what_runs(installed: Path, tmp_path: Path) -> None:
    """The installed package is the one in the environment of the wheel, and not the checkout. It contains the rules,
    the pages and the licences.
    """
    script = "import riotsim, pathlib; print(pathlib.Path(riotsim.__file__).parent)"
    found = subprocess.run([installed, "-I", "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path)
    package = Path(found.stdout.strip())
    assert package.is_relative_to(installed.parents[1])
    assert (package / "data" / "rules" / "riot_dice.yaml").is_file()
    assert (package / "py.typed").is_file()
    page = package / "replay" / "page"
    assert all((page / name).is_file() for name in ("page.html", "main.js", "vendor/three.js", "vendor/three.LICENSE"))
    assert (package / "lab" / "report" / "page" / "report.html").is_file()
    (notes,) = package.parent.glob("riotsim-*.dist-info")
    assert sorted(file.name for file in (notes / "licenses").iterdir()) == ["LICENSE", "LICENSE-ATTRIBUTION.md"]


@pytest.mark.parametrize(("command", "said"), RUNS, ids=lambda value: value[0] if isinstance(value, tuple) else "")
def test_commands_run_from_any_folder(installed: Path, tmp_path: Path, command: tuple[str, ...], said: str) -> None:
    """If a command is run in a folder outside the repository, the installed program does its work with the files of the
    wheel.
    """
    shutil.copy(SCENARIO, tmp_path / "game.yaml")
    shutil.copy(GOLDEN, tmp_path / "game.json")
    done = run(installed, tmp_path, *command)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout


def test_a_command_of_the_lab_needs_only_the_extra_that_it_names(installed: Path, tmp_path: Path) -> None:
    """`riotsim lab compare` needs no extra. Each other command of the lab that is tested here names the extra to
    install, and works with this extra alone.
    """
    db = LAB[-2:]
    campaign = run(installed, tmp_path, "lab", "compare", "dice=2", "dice=3", *LAB, "--json")
    assert campaign.returncode == 0, campaign.stderr
    name = json.loads(campaign.stdout)["campaign"]
    for extra, words in {
        "lab": ("report", name, "--no-replays", "-o", "page.html", *db),
        "export": ("export", name, "--parquet", "games.parquet", *db),
        "screen": ("screen", "--knob", "dice=2..3", "--trajectories", "2", *LAB),
        "tune": ("tune", "--knob", "dice=2..3", "--target", "rounds=4", "--trials", "1", "--confirm", "2", *LAB),
    }.items():
        without = run(installed, tmp_path, "lab", *words)
        assert (without.returncode, without.stdout) == (2, "")
        assert f"pip install 'riotsim[{extra}]'" in without.stderr
        more = tmp_path / extra
        more.mkdir()
        link(PROJECT["optional-dependencies"][extra], more)
        done = run(installed, tmp_path, "lab", *words, more=more)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "page.html").is_file()
    assert (tmp_path / "games.parquet").is_file()
