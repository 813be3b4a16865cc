"""Setting riotsim up: pinned versions, and what the scripts say on a machine that lacks something."""

import hashlib
import json
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

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


HASH = r"sha256:[0-9a-f]{64}\s*"


def setup(folder: Path, **answers: object) -> str:
    """Run tools/setup with a stand-in for Python that can't make environments, and return what it says."""
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
    """Run .ci/run with only these programs. Without apt-get it installs nothing, and names what it would install."""
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


def locked() -> list[list[str]]:
    """Return the packages of constraints.txt, each as its pin, with a marker if any, and its hashes."""
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    entries = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", "").splitlines()
    return [entry.split(" --hash=") for entry in entries]


def test_all_that_is_asked_for_is_pinned() -> None:
    """Each requirement in pyproject.toml, even of the build, is met by a version in constraints.txt."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    for more in (project["project"]["optional-dependencies"], project["dependency-groups"]):
        asked += [one for requirements in more.values() for one in requirements]
    pins = [Requirement(pin) for pin, *_ in locked()]
    versions = {canonicalize_name(pin.name): str(pin.specifier).removeprefix("==") for pin in pins if applies(pin)}
    unmet = [
        one for one in map(Requirement, asked) if versions.get(canonicalize_name(one.name), "") not in one.specifier
    ]
    assert unmet == []


def applies(pin: Requirement) -> bool:
    """Return whether a pin is for this Python and this machine."""
    return pin.marker is None or pin.marker.evaluate()


def test_every_pin_has_hashes_and_no_address() -> None:
    """Each package is pinned to one version, with hashes of its files. The file contains no address to fetch from."""
    without = [pin for pin, *hashes in locked() if not hashes or not all(re.fullmatch(HASH, one) for one in hashes)]
    assert without == []
    assert all(len(Requirement(pin).specifier) == 1 and "==" in pin for pin, *_ in locked())
    assert not re.search("://|--index|--find-links", (ROOT / "constraints.txt").read_text(encoding="utf-8"))


def test_an_old_python_is_refused(tmp_path: Path) -> None:
    """If Python is older than 3.11, tools/setup refuses it with its version, and says how to name another Python."""
    said = setup(tmp_path, version="3.10", old=1)
    assert "is Python 3.10; riotsim needs Python 3.11" in said
    assert "make setup PYTHON=" in said


def test_a_python_without_venv_is_told_what_to_install(tmp_path: Path) -> None:
    """If Python has no venv module, tools/setup names the Debian package that has it for this version."""
    assert "apt install python3.12-venv" in setup(tmp_path, version="3.12", venv=1)


@pytest.mark.parametrize(
    "kind", ["linux aarch64 cpython 3.11", "darwin arm64 cpython 3.11", "linux x86_64 cpython 3.12"]
)
def test_a_long_compile_is_announced(tmp_path: Path, kind: str) -> None:
    """If the engine must be compiled, tools/setup says so first, with what is needed and how long it takes."""
    said = setup(tmp_path, kind=kind)
    note, _, rest = said.partition("setup: making")
    assert rest
    for part in (kind, "compiled", "5 to 6 minutes", "C++ compiler", "Python headers"):
        assert part in note


def test_the_headers_of_that_very_python_are_named(tmp_path: Path) -> None:
    """If the engine must be compiled, tools/setup names the Debian package with the headers for this version of
    Python.
    """
    assert "python3.12-dev" in setup(tmp_path, kind="linux x86_64 cpython 3.12", version="3.12")


CI_STAND_IN = """#!/bin/sh
case "$*" in
    *platform*) echo 'linux {kind}' ;;
    *Python.h*) exit 1 ;;
    *'print("%d.%d"'*) echo '{version}' ;;
esac
"""


TOOLS = ("chromium", "npm", "Xvfb", "xauth", "xdotool", "openssl", "g++", "pkg-config")
NEEDED = dict.fromkeys(TOOLS, "#!/bin/sh\n")
NEEDED["ldconfig"] = "#!/bin/sh\necho libEGL.so.1 libGL.so.1\n"
"""Stand-ins for programs that tests of replays, windows, clusters and benchmarks need."""


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
    """If there is no ready-made engine for the processor or Python, .ci/run wants g++ and the headers of Python."""
    python = CI_STAND_IN.format(kind=kind, version=kind[-4:])
    there = {name: text for name, text in NEEDED.items() if name != "g++" or not headers}
    run = ci(tmp_path, {"python3.11": python, "make": "#!/bin/sh\necho made\n", **there})
    assert wanted(run) == (f"g++ {headers}" if headers else "")
    assert run.stdout == ("" if headers else "made\n")


def test_ci_installs_python_before_it_looks_at_it(tmp_path: Path) -> None:
    """If make and Python are missing, .ci/run first wants only these. That Python may need no compiler."""
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
        ("openssl", "openssl"),
        ("g++", "g++"),
        ("pkg-config", "pkg-config libbullet-dev"),
    ],
    ids=["browser", "npm", "screen", "its key", "mouse", "opengl", "certificates", "compiler", "bullet"],
)
def test_ci_installs_what_is_tested_with(tmp_path: Path, missing: str, packages: str) -> None:
    """If a program that tests need is missing, such as a browser or npm, .ci/run wants its packages."""
    python = CI_STAND_IN.format(kind="x86_64 cpython 3.11", version="3.11")
    there = {name: text for name, text in NEEDED.items() if name != missing}
    run = ci(tmp_path, {"python3.11": python, "make": "#!/bin/sh\necho made\n", **there})
    assert wanted(run) == packages
    assert run.stdout == ""


def test_no_compile_is_announced_where_there_is_a_wheel(tmp_path: Path) -> None:
    """On Linux x86-64 with CPython 3.11, tools/setup doesn't mention compiling."""
    said = setup(tmp_path)
    assert "setup: making" in said
    assert "compiled" not in said


OTHER = {"kind": "linux x86_64 cpython 3.12", "version": "3.12"}
"""Answers of the stand-in for a Python without a ready-made engine."""

SHELL_TOOLS = ("sh", "awk", "cat", "chmod", "cp", "dirname", "mkdir", "mktemp", "rm", "sed")

FETCHED = """#!/bin/sh
case "$*" in
    '-m venv '*) exit 1 ;;
    *'print(sys.platform'*) echo 'linux x86_64 cpython 3.11' ;;
    *'print("%d.%d"'*) echo 3.11 ;;
    *) exec {python} "$@" ;;
esac
"""
"""A stand-in for the Python that uv fetches. It runs this Python, but can't make environments."""


def bare(folder: Path, **programs: str) -> dict[str, Any]:
    """Make a checkout with a folder of all programs that tools/setup finds, and return how to run it."""
    (folder / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "setup", folder / "tools")
    shutil.copy(ROOT / "constraints.txt", folder)
    path = folder / "bin"
    path.mkdir()
    programs = {"uname": "#!/bin/sh\necho Linux x86_64\n", **programs}
    for name, text in programs.items():
        (path / name).write_text(text, encoding="utf-8")
        (path / name).chmod(0o755)
    for name in set(SHELL_TOOLS) - programs.keys():  # afterwards: writing to a link would change the machine's program
        found = shutil.which(name)
        assert found is not None
        (path / name).symlink_to(found)
    settings = {"PATH": str(path), "HOME": str(folder), "UV_NO_CONFIG": "1", "UV_CACHE_DIR": str(folder / "cache")}
    return {"args": [str(folder / "tools" / "setup"), "env"], "cwd": folder, "env": settings}


def said(run: dict[str, Any], **settings: str) -> str:
    """Run tools/setup, which can't make its environment, and return what it said."""
    env = {**run["env"], **settings}
    done = subprocess.run(**{**run, "env": env}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    return str(done.stderr)


def uv() -> str:
    """Return a script that runs the uv of this environment."""
    return f'#!/bin/sh\nexec {sysconfig.get_path("scripts")}/uv "$@"\n'


def mirror(folder: Path) -> str:
    """Make an archive with a Python and a list that names it for uv, and return the list's address."""
    library = folder / "python" / "lib" / "python3.11"
    library.mkdir(parents=True)
    shutil.copy(f"{sysconfig.get_path('stdlib')}/{sysconfig._get_sysconfigdata_name()}.py", library)  # type: ignore[attr-defined]  # it has no types
    python = folder / "python" / "bin" / "python3.11"
    python.parent.mkdir()
    python.write_text(FETCHED.format(python=sys.executable), encoding="utf-8")
    python.chmod(0o755)
    archive = shutil.make_archive(str(folder / "python"), "gztar", folder, "python")
    entry = {
        "name": "cpython", "arch": {"family": "x86_64", "variant": None}, "os": "linux", "libc": "gnu",
        "major": 3, "minor": 11, "patch": 9, "prerelease": "", "url": Path(archive).as_uri(), "sha256": None,
        "variant": None, "build": "1",
    }  # fmt: skip
    listed = folder / "downloads.json"
    listed.write_text(json.dumps({"cpython-3.11.9-linux-x86_64-gnu": entry}), encoding="utf-8")
    return listed.as_uri()


@pytest.mark.skipif(
    (sys.platform, platform.machine(), sys.version_info[:2]) != ("linux", "x86_64", (3, 11)),
    reason="this very Python stands in for the one that uv fetches, and uv looks at it",
)
def test_a_ready_made_python_is_fetched_before_anything_is_compiled(tmp_path: Path) -> None:
    """If Python is 3.12, uv fetches a 3.11, and tools/setup says so and uses it. The next set-up finds it there."""
    run = bare(tmp_path, python3=STAND_IN.format(**{**PLAIN_311, **OTHER}), uv=uv())
    told = said(run, UV_PYTHON_DOWNLOADS_JSON_URL=mirror(tmp_path))
    assert f"Fetching such a Python with uv, into {tmp_path}/.python" in told
    assert "setup: making env with Python 3.11" in told
    assert "compiled" not in told
    again = said(run)
    assert again.startswith("setup: making env with Python 3.11")


def test_the_engine_is_compiled_only_where_no_python_is_had(tmp_path: Path) -> None:
    """If uv can't fetch a Python, tools/setup shows the reason and announces that it compiles for the present
    Python.
    """
    run = bare(tmp_path, python3=STAND_IN.format(**{**PLAIN_311, **OTHER}), uv=uv())
    told = said(run, UV_PYTHON_INSTALL_MIRROR=(tmp_path / "nowhere").as_uri())
    tried, _, note = told.partition("Note: this is linux x86_64 cpython 3.12")
    assert "setup: that failed:" in tried
    assert "nowhere" in tried
    assert "compiled here now" in note
    assert "setup: making env with Python 3.12" in note


def test_an_old_python_fetches_a_newer_one_first(tmp_path: Path) -> None:
    """If Python is older than 3.11, tools/setup tries to fetch a 3.11 before it refuses."""
    run = bare(tmp_path, python3=STAND_IN.format(version="3.10", old=1, venv=0, kind="linux x86_64 cpython 3.10"))
    told = said(run)
    assert told.index("Fetching such a Python") < told.index("is Python 3.10; riotsim needs Python 3.11")


def test_uv_itself_is_installed_by_its_hash(tmp_path: Path) -> None:
    """If uv isn't on the path, tools/setup installs it by its hash into a folder that is removed afterwards."""
    pip = '#!/bin/sh\necho "$*"\nfor last; do :; done\ncat "$last"\nexit 1\n'
    python = f"""#!/bin/sh
case "$*" in
    '-m venv {tmp_path}/room/'*) mkdir -p "$3/bin"; cp '{tmp_path}/pip' "$3/bin/python" ;;
    *) exec '{tmp_path}/python' "$@" ;;
esac
"""
    for name, text in {"pip": pip, "python": STAND_IN.format(**{**PLAIN_311, **OTHER})}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    mktemp = f"#!/bin/sh\nmkdir {tmp_path}/room\necho {tmp_path}/room\n"
    run = bare(tmp_path, python3=python, mktemp=mktemp)
    done = subprocess.run(**run, capture_output=True, text=True, check=False)
    command, pin, *hashes = done.stdout.splitlines()
    assert command == f"-m pip install --quiet --require-hashes -r {tmp_path}/room/uv.txt"
    assert pin.startswith("uv==")
    assert hashes
    assert all(re.search(HASH, line) for line in hashes)
    assert not (tmp_path / "room").exists()


def test_all_is_installed_by_hash_but_riotsim_itself(tmp_path: Path) -> None:
    """Each call of pip checks hashes. Only the last call, which installs riotsim itself, has none and can't fetch
    files.
    """
    log = tmp_path / "log"
    python = f"""#!/bin/sh
case "$*" in
    '-m venv '*) mkdir -p "$4/bin"; cp "$0" "$4/bin/python" ;;
    *' install '*) echo "$*" >>'{log}' ;;
    '- window') exec '{sys.executable}' "$@" ;;
    *compileall*) ;;
    *) exec '{tmp_path}/python' "$@" ;;
esac
"""
    (tmp_path / "python").write_text(STAND_IN.format(**PLAIN_311), encoding="utf-8")
    (tmp_path / "python").chmod(0o755)
    run = bare(tmp_path, **{"python3.11": python})
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    subprocess.run([*run.pop("args"), "window"], **run, check=True, capture_output=True)
    *calls, last = log.read_text(encoding="utf-8").splitlines()
    assert len(calls) == 3
    assert all("--require-hashes" in call for call in calls)
    assert "--no-deps --no-index --editable" in last


BLOCKING = subprocess.run(["env", "--block-signal=INT", "true"], capture_output=True, check=False).returncode == 0
"""Whether `env` can block signals on this machine."""


@pytest.mark.skipif(not BLOCKING, reason="the command stays as pip makes it where env can't block signals")
@pytest.mark.parametrize(("folder", "blocks"), [("plain", True), ("a$b", False), ("long", False)])
def test_the_command_starts_with_sigint_blocked(folder: str, blocks: bool, tmp_path: Path) -> None:
    """The installed command has SIGINT blocked at its start, unless `env` can't start Python from its folder."""
    room = tmp_path / (folder if folder != "long" else "x" * (240 - len(f"{tmp_path}//python")))
    room.mkdir()
    (room / "python").symlink_to(sys.executable)
    (tmp_path / "command").write_text(
        f"#!{room}/python\nimport signal\nprint(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))\n"
    )
    (tmp_path / "command").chmod(0o755)
    python = f"""#!/bin/sh
case "$*" in
    '-m venv '*) mkdir -p "$4/bin"; cp "$0" "$4/bin/python" ;;
    *' --editable '*) cp '{tmp_path}/command' "$(dirname "$0")/riotsim" ;;
    *' install '*) ;;
    '- window') exec '{sys.executable}' "$@" ;;
    *compileall*) ;;
    *) exec '{tmp_path}/python' "$@" ;;
esac
"""
    (tmp_path / "python").write_text(STAND_IN.format(**PLAIN_311), encoding="utf-8")
    (tmp_path / "python").chmod(0o755)
    run = bare(tmp_path, **{"python3.11": python})
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name in ("env", "true"):
        (tmp_path / "bin" / name).symlink_to(str(shutil.which(name)))
    subprocess.run([*run.pop("args"), "window"], **run, check=True, capture_output=True)
    told = subprocess.run([tmp_path / "env" / "bin" / "riotsim"], check=True, capture_output=True, text=True).stdout
    assert told == f"{blocks}\n"


def test_a_file_with_another_hash_is_not_installed(tmp_path: Path) -> None:
    """The pinned pip refuses a package without the hash from constraints.txt, and installs one that has it."""
    wheel = tmp_path / "tiny-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tiny.py", "")
        archive.writestr("tiny-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n")
        archive.writestr("tiny-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr("tiny-1.0.dist-info/RECORD", "")
    constraints = tmp_path / "constraints.txt"
    pip = [sys.executable, "-m", "pip", "--isolated", "--disable-pip-version-check", "install", "--require-hashes",
           "--no-index", "--find-links", str(tmp_path), "--target", str(tmp_path / "into"),
           "--constraint", str(constraints)]  # fmt: skip
    right = hashlib.sha256(wheel.read_bytes()).hexdigest()
    for digest, installed in ((64 * "0", False), (right, True)):
        constraints.write_text(f"tiny==1.0 --hash=sha256:{digest}\n", encoding="utf-8")
        run = subprocess.run([*pip, "tiny>=0.9"], capture_output=True, text=True, check=False)
        assert (run.returncode == 0) == installed, run.stderr
        assert ("DO NOT MATCH THE HASHES" in run.stderr) != installed
        assert (tmp_path / "into" / "tiny.py").exists() == installed


def test_make_help_tells_every_target() -> None:
    """`make` alone lists each target that a person may call, with its purpose."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    told = subprocess.run(["make", "-C", str(ROOT)], capture_output=True, text=True, check=True).stdout
    assert [target for target in phony.split() if not re.search(rf"^  make {target} +\S", told, re.MULTILINE)] == []


def test_make_bench_runs_what_it_says() -> None:
    """`make bench` runs all measurements once, with the options that it is given."""
    command = ["make", "-n", "-C", str(ROOT), "bench", "BENCH=--quick"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "python -m benchmarks --quick" in told


def test_make_test_ends_with_the_speed() -> None:
    """`make test` ends with the cases that have become slower, measured while no other process runs, and the coverage
    of the tests.
    """
    command = ["make", "-n", "--no-print-directory", "-C", str(ROOT), "test"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    *_, speed, coverage = told.splitlines()
    assert "pytest -p tools.coverage_plugin" in told
    assert "benchmarks/suite" in speed
    assert "-n " not in speed
    assert "tools/coverage_plugin.py" in coverage


@pytest.mark.xdist_group("kept_together")
def test_what_shares_a_fixture_stays_in_one_process(request: pytest.FixtureRequest) -> None:
    """Tests of a group have its name in their ids, so that xdist runs the whole group in one process."""
    if not request.config.getoption("loadgroup", default=False):
        pytest.skip("only where tests are spread by groups, as `make test` does")
    assert request.node.nodeid.endswith("@kept_together")
