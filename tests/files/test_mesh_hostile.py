"""Hostile mesh files: each is refused with one clear message, in little time and memory."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from hostile import FILES, content, glb, obj, stl

from riotsim.files.mesh.limits import LARGEST_FILE, MOST_TRIANGLES
from riotsim.files.meshes import load_mesh, read_triangles
from riotsim.files.problems import BadFile

HEAVY = (
    "10 million triangles, binary",
    "many in text",
    "many in an OBJ",
    "nothing but line ends",
    "a million corners to a face",
    "nodes of nodes",
)
"""Those that cost a reader most."""

MEASURED = """
import resource, sys
from riotsim.files.meshes import load_mesh
from riotsim.files.problems import BadFile
try:
    load_mesh(sys.argv[1])
except BadFile as bad:
    print(bad)
own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
print((own.ru_maxrss + others.ru_maxrss) / 1e6, others.ru_utime + others.ru_stime)
"""
"""Loads a mesh, then tells the most memory (GB) that this and the reading process had, and the latter's time (s)."""


def told(path: Path | str, beside: Path | None = None) -> str:
    """What is said about a mesh that can't be used: one line that begins with its name."""
    with pytest.raises(BadFile) as caught:
        load_mesh(path, beside)
    (line,) = str(caught.value).splitlines()
    assert line.startswith(f"{path}: ")
    return line


@pytest.mark.parametrize("name", FILES)
def test_each_is_refused_with_a_reason(tmp_path: Path, name: str) -> None:
    """A hostile file is refused with one line that names it, says what is wrong and, where it can, what would do."""
    file, write, reason = FILES[name]
    write(tmp_path / file)
    line = told(tmp_path / file)
    assert reason in line
    assert len(line) < len(str(tmp_path)) + 400


@pytest.mark.parametrize("name", HEAVY)
def test_time_and_memory_are_bounded(tmp_path: Path, name: str) -> None:
    """What is refused takes less than 1 GB, and the process that reads it less than 5 s of a processor."""
    file, write, _ = FILES[name]
    write(tmp_path / file)
    run = [sys.executable, "-c", MEASURED, str(tmp_path / file)]
    told, _, figures = subprocess.run(run, check=True, capture_output=True, text=True).stdout.strip().rpartition("\n")
    gigabytes, seconds = map(float, figures.split())
    assert told
    assert gigabytes < 1.0
    assert seconds < 5.0


def test_what_a_reader_chokes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that wants more memory or time than it may have is stopped, and the file refused."""
    (tmp_path / "a.stl").write_bytes(stl())
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "sitecustomize.py").write_text(
        "import resource\nresource.setrlimit(resource.RLIMIT_AS, (1 << 26, 1 << 26))\n"
    )
    assert "can't be read with" in told(tmp_path / "a.stl")
    (tmp_path / "sitecustomize.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGXCPU)\n")
    (tmp_path / "b.stl").write_bytes(stl())
    assert "processor's time" in told(tmp_path / "b.stl")


def test_no_other_file_is_read(tmp_path: Path) -> None:
    """A material library beside an OBJ is not opened: it is a pipe here, on which a reader would wait for ever."""
    os.mkfifo(tmp_path / "a.mtl")
    (tmp_path / "a.obj").write_bytes(obj(extra="mtllib a.mtl\nusemtl red"))
    assert load_mesh(tmp_path / "a.obj").height == pytest.approx(30.0)


def test_what_is_no_ordinary_file(tmp_path: Path) -> None:
    """A folder, a pipe, a device, a socket and a link are refused at once, and nobody waits for a pipe's other end."""
    (tmp_path / "folder.stl").mkdir()
    os.mkfifo(tmp_path / "pipe.stl")
    (tmp_path / "real.stl").write_bytes(stl())
    (tmp_path / "link.stl").symlink_to(tmp_path / "real.stl")
    (tmp_path / "zero.stl").symlink_to("/dev/zero")
    (tmp_path / "loop.stl").symlink_to(tmp_path / "loop.stl")
    assert "is a folder" in told(tmp_path / "folder.stl")
    assert "is a pipe" in told(tmp_path / "pipe.stl")
    for name in ("link.stl", "zero.stl", "loop.stl"):
        assert "symbolic link" in told(tmp_path / name)
    listener = socket.socket(socket.AF_UNIX)
    with listener:
        os.chdir(tmp_path)  # a socket's whole name must be short
        listener.bind("socket.stl")
        assert "cannot be read" in told("socket.stl")


def test_what_may_not_be_read(tmp_path: Path) -> None:
    """A file without permission is told as that; root may read all, so there it is no test."""
    (tmp_path / "a.stl").write_bytes(stl())
    (tmp_path / "a.stl").chmod(0)
    if os.access(tmp_path / "a.stl", os.R_OK):
        pytest.skip("this user may read everything")
    assert "permission denied" in told(tmp_path / "a.stl")


def test_names_that_no_file_can_have(tmp_path: Path) -> None:
    """A name with a zero byte, or far too long, is refused like any other."""
    assert told("a\0.stl".replace("\0", "x"), tmp_path)
    with pytest.raises(BadFile, match="null"):
        load_mesh("a\0.stl", tmp_path)
    assert "cannot be read" in told("a" * 5000 + ".stl", tmp_path)


@pytest.mark.parametrize(("ending", "made"), [("glb", glb()), ("stl", stl()), ("obj", obj())])
def test_what_is_in_order_is_read(tmp_path: Path, ending: str, made: bytes) -> None:
    """The files that the hostile ones are made from are sound: a wedge of 60 x 40 x 30 mm, four triangles."""
    content(made)(tmp_path / f"a.{ending}")
    raw = read_triangles(tmp_path / f"a.{ending}", up="z")
    assert sorted(map(tuple, raw.corners)) == [(0, 0, 0), (0, 0, 30), (0, 40, 0), (60, 0, 0)]
    assert raw.triangles.shape == (4, 3)


def test_limits_are_told() -> None:
    """docs/meshes.md gives the limits as they are."""
    text = (Path(__file__).resolve().parents[2] / "docs" / "meshes.md").read_text()
    assert f"{LARGEST_FILE // 1_000_000} MB" in text
    assert f"{MOST_TRIANGLES:,} triangles" in text
