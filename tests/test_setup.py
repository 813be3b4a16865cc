"""Setting riotsim up: pinned versions, and what it says when a machine is not as it should be."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

PLAIN_311 = {"version": "3.11", "old": 0, "venv": 0, "kind": "linux x86_64 cpython 3.11"}
"""Answers of the stand-in for a usual Python."""

STAND_IN = """#!/bin/sh
case "$*" in
    *'print("%d.%d"'*) echo '{version}' ;;
    *'(3, 11)'*) exit {old} ;;
    *ensurepip*) exit {venv} ;;
    *platform*) echo '{kind}' ;;
    '-m venv '*) exit 1 ;;
esac
"""


def names(requirements: list[str]) -> set[str]:
    """The packages that requirements ask for, as package indexes spell them."""
    found = (re.match(r"[\w.-]+", requirement) for requirement in requirements)
    return {re.sub(r"[-_.]+", "-", match[0]).lower() for match in found if match}


def setup(folder: Path, **answers: object) -> str:
    """Run tools/setup with a stand-in for Python that can't make environments; gives what was said."""
    python = folder / "python"
    python.write_text(STAND_IN.format(**{**PLAIN_311, **answers}), encoding="utf-8")
    python.chmod(0o755)
    command = [str(ROOT / "tools" / "setup"), str(folder / "env")]
    run = subprocess.run(
        command, capture_output=True, text=True, check=False, env={"PYTHON": str(python), "PATH": "/usr/bin:/bin"}
    )
    assert run.returncode == 1
    assert run.stdout == ""
    return run.stderr


def ci(folder: Path, stand_ins: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run .ci/run where only these programs are; without apt-get it installs nothing, and says what it would have."""
    bash = shutil.which("bash")
    assert bash is not None
    for name in ("dirname", "id"):
        tool = shutil.which(name)
        assert tool is not None
        (folder / name).symlink_to(tool)
    for name, text in stand_ins.items():
        file = folder / name
        file.write_text(text.replace("#!/bin/sh", f"#!{bash}"), encoding="utf-8")
        file.chmod(0o755)
    command = [bash, str(ROOT / ".ci" / "run")]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={"PATH": str(folder)})


def wanted(run: subprocess.CompletedProcess[str]) -> str:
    """Return what .ci/run said it would install."""
    return run.stderr.strip().rpartition(": ")[2]


def test_all_that_is_asked_for_is_pinned() -> None:
    """Every package that pyproject.toml names has its version in constraints.txt, the build's own included."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    for extra in project["project"]["optional-dependencies"].values():
        asked += extra
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = [line for line in lines if not line.startswith("#")]
    assert all("==" in line for line in pinned)
    assert names(asked) - names(pinned) == set()


def test_an_old_python_is_refused(tmp_path: Path) -> None:
    """A Python before 3.11 is refused by its version, with how to name another."""
    said = setup(tmp_path, version="3.10", old=1)
    assert "is Python 3.10; riotsim needs Python 3.11" in said
    assert "make setup PYTHON=" in said


def test_a_python_without_venv_is_told_what_to_install(tmp_path: Path) -> None:
    """Debian's Python comes without venv; the package that has it is named."""
    assert "apt install python3.12-venv" in setup(tmp_path, version="3.12", venv=1)


@pytest.mark.parametrize(
    "kind", ["linux aarch64 cpython 3.11", "darwin arm64 cpython 3.11", "linux x86_64 cpython 3.12"]
)
def test_a_long_compile_is_announced(tmp_path: Path, kind: str) -> None:
    """If the engine must be compiled, this, the requirements and the duration are announced before anything begins."""
    said = setup(tmp_path, kind=kind)
    note, _, rest = said.partition("setup: making")
    assert rest
    for part in (kind, "compiled", "5 to 6 minutes", "C++ compiler", "Python headers"):
        assert part in note


def test_the_headers_of_that_very_python_are_named(tmp_path: Path) -> None:
    """Debian's headers go by version; those of its usual Python are of no use to another."""
    assert "python3.12-dev" in setup(tmp_path, kind="linux x86_64 cpython 3.12", version="3.12")


CI_STAND_IN = """#!/bin/sh
case "$*" in
    *platform*) echo '{kind}' ;;
    *Python.h*) exit 1 ;;
    *'print("%d.%d"'*) echo '{version}' ;;
esac
"""


NEEDED = dict.fromkeys(("chromium", "npm", "Xvfb", "xauth", "xdotool", "g++", "pkg-config"), "#!/bin/sh\n")
NEEDED["ldconfig"] = "#!/bin/sh\necho libEGL.so.1 libGL.so.1\n"
"""Programs that tests of replays, of the window and of the benchmarks' opponent need."""


@pytest.mark.parametrize(
    ("kind", "headers"),
    [
        ("x86_64 cpython 3.11", ""),
        ("x86_64 cpython 3.12", "python3.12-dev"),
        ("aarch64 cpython 3.11", "python3.11-dev"),
        ("x86_64 pypy 3.11", "python3.11-dev"),
    ],
)
def test_ci_installs_a_compiler_where_the_engine_needs_one(tmp_path: Path, kind: str, headers: str) -> None:
    """On another processor or with another Python than the ready-made engine is for, .ci/run wants g++ and headers."""
    python = CI_STAND_IN.format(kind=kind, version=kind[-4:])
    there = {name: text for name, text in NEEDED.items() if name != "g++" or not headers}
    run = ci(tmp_path, {"python3.11": python, "make": "#!/bin/sh\necho made\n", **there})
    assert wanted(run) == (f"g++ {headers}" if headers else "")
    assert run.stdout == ("" if headers else "made\n")


def test_ci_installs_python_before_it_looks_at_it(tmp_path: Path) -> None:
    """On a machine without make and Python these come first: that Python may need no compiler."""
    assert wanted(ci(tmp_path, {})) == "make python3 python3-venv"


@pytest.mark.parametrize(
    ("missing", "packages"),
    [
        ("chromium", "chromium fonts-dejavu-core"),
        ("npm", "npm"),
        ("Xvfb", "xvfb"),
        ("xauth", "xauth"),
        ("xdotool", "xdotool"),
        ("ldconfig", "libegl1 libgl1 libgl1-mesa-dri"),
        ("g++", "g++"),
        ("pkg-config", "pkg-config libbullet-dev"),
    ],
    ids=["browser", "npm", "screen", "its key", "mouse", "opengl", "compiler", "bullet"],
)
def test_ci_installs_what_is_tested_with(tmp_path: Path, missing: str, packages: str) -> None:
    """Without a browser, npm, a screen or OpenGL, tests would be skipped: .ci/run wants them all."""
    python = CI_STAND_IN.format(kind="x86_64 cpython 3.11", version="3.11")
    there = {name: text for name, text in NEEDED.items() if name != missing}
    run = ci(tmp_path, {"python3.11": python, "make": "#!/bin/sh\necho made\n", **there})
    assert wanted(run) == packages
    assert run.stdout == ""


def test_no_compile_is_announced_where_there_is_a_wheel(tmp_path: Path) -> None:
    """On Linux x86-64 with CPython 3.11 nobody is alarmed."""
    said = setup(tmp_path)
    assert "setup: making" in said
    assert "compiled" not in said


def test_make_help_tells_every_target() -> None:
    """`make` alone teaches: each target that a person may call stands there with what it is for."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    told = subprocess.run(["make", "-C", str(ROOT)], capture_output=True, text=True, check=True).stdout
    assert [target for target in phony.split() if not re.search(rf"^  make {target} +\S", told, re.MULTILINE)] == []


def test_make_bench_runs_what_it_says() -> None:
    """One run of all measurements, with the options that it is given."""
    command = ["make", "-n", "-C", str(ROOT), "bench", "BENCH=--quick"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "python -m benchmarks --quick" in told


def test_make_test_ends_with_the_speed() -> None:
    """`make test` ends with the cases that have become slower, measured while no other process runs."""
    command = ["make", "-n", "--no-print-directory", "-C", str(ROOT), "test"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    last = told.splitlines()[-1]
    assert "benchmarks/suite" in last
    assert "-n " not in last


@pytest.mark.xdist_group("kept_together")
def test_what_shares_a_fixture_stays_in_one_process(request: pytest.FixtureRequest) -> None:
    """Tests of a group go to one process, which makes what they share once. xdist tells groups by the tests' ids."""
    if not request.config.getoption("loadgroup", default=False):
        pytest.skip("only where tests are spread by groups, as `make test` does")
    assert request.node.nodeid.endswith("@kept_together")
