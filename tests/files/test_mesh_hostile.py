"""Hostile mesh files: each is refused with one clear message, in little time and memory."""

import fcntl
import itertools
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import IO

import numpy as np
import pytest
import trimesh
from hostile import FILES, content, glb, obj, stl

from riotsim.files.assets.meshes import load_mesh, read_product, read_triangles
from riotsim.files.mesh import reader
from riotsim.files.mesh.protocol import CPU_SECONDS, MAX_FILE_SIZE, MAX_TRIANGLES, MeshTask
from riotsim.files.mesh.sides import MAX_SIDES
from riotsim.files.mesh.source import find_source
from riotsim.files.problems import BadFile

pytestmark = pytest.mark.usefixtures("forked_readers")

HEAVY = (
    "10 million triangles, binary",
    "many in text",
    "many in an OBJ",
    "nothing but line ends",
    "a million corners to a face",
    "nodes of nodes",
)
"""Names of the files that cost a reader most."""

OF_EACH_SORT = (*HEAVY, "10 million claimed", "NaN", "zip", "buffer on the net", "material above", "flat",
                "cut off, binary", "cut off, GLB")  # fmt: skip

NOWHERE = b"v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n"
"""An OBJ with a corner that is no number."""

WITHIN = 5.0
"""The processor time (s) within which any hostile file must be refused."""

IMPORTS = 2.0
"""Processor time for the imports of a process that a time limit ends (s). Imports take 1 s, more on a busy machine."""

MEASURED = """
import json, os, resource, sys
from pathlib import Path
from riotsim.files.assets.dice import load_dice
from riotsim.files.assets.figures import load_figures
from riotsim.files.assets.meshes import load_meshes
from riotsim.files.problems import BadFile
from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook

uses = sys.argv[1::2]
told = []
for use, file in zip(uses, map(Path, sys.argv[2::2]), strict=True):
    options, load = {
        "terrain": ({"terrain.hill": {"mesh": file.name}}, load_meshes),
        "figure": ({"models.git.figure": {"file": file.name}}, load_figures),
        "die": ({"dice.kinds": {"lump": {"mesh": file.name, "faces": [{"looks": [0, 0, 1], "shows": 1}]}}}, load_dice),
    }[use]
    rules = load_rules("riot_dice", Rulebook, options)
    begun = sum(os.times()[:4])
    try:
        load(rules, file.parent)
        said = ""
    except BadFile as bad:
        said = str(bad)
    told.append((said, sum(os.times()[:4]) - begun))
# Its own most from the kernel's account of this program: getrusage would count the process that started it, too.
own = next(int(line.split()[1]) for line in Path("/proc/self/status").open() if line.startswith("VmHWM"))
others = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([told, (own + others.ru_maxrss) / 1e6]))
"""
"""Loads each mesh for one of three uses. Prints the message and the processor time of each (s), and the most memory
used (GB). Time and memory are those of this process and of the reading process.
"""


def measured(*loaded: tuple[str, Path]) -> tuple[list[tuple[str, float]], float]:
    """Load files as terrain, figure or die, in a separate process. Return each message with seconds, and gigabytes."""
    words = [str(word) for use, file in loaded for word in (use, file)]
    done = subprocess.run([sys.executable, "-c", MEASURED, *words], check=True, capture_output=True, text=True)
    told, gigabytes = json.loads(done.stdout)
    return [(said, seconds) for said, seconds in told], gigabytes


def told(path: Path | str, beside: Path | None = None) -> str:
    """Return the message about a mesh that can't be used: one line that begins with the mesh's name."""
    with pytest.raises(BadFile) as caught:
        load_mesh(path, beside)
    (line,) = str(caught.value).splitlines()
    assert line.startswith(f"{path}: ")
    return line


@pytest.mark.parametrize("name", FILES)
def test_each_is_refused_with_a_reason(tmp_path: Path, name: str) -> None:
    """A hostile file is refused with one short line that names it and says what is wrong."""
    file, write, reason = FILES[name]
    write(tmp_path / file)
    line = told(tmp_path / file)
    assert reason in line
    assert len(line) < len(str(tmp_path)) + 400


def test_time_and_memory_are_bounded(tmp_path: Path) -> None:
    """As terrain, figure or die, a hostile file is refused with its reason, within 5 s, in under 1 GB."""
    files = {}
    for number, name in enumerate(OF_EACH_SORT):
        file, write, _ = FILES[name]
        files[name] = tmp_path / str(number) / file
        files[name].parent.mkdir()
        write(files[name])
    sorts = {"terrain": OF_EACH_SORT, "figure": OF_EACH_SORT[::4], "die": OF_EACH_SORT[1::4]}
    loaded = [(use, name) for use, names in sorts.items() for name in names]
    told, gigabytes = measured(*((use, files[name]) for use, name in loaded))
    for (use, name), (said, seconds) in zip(loaded, told, strict=True):
        assert FILES[name][2] in said, (use, name)
        assert seconds < WITHIN, (use, name)
    assert gigabytes < 1.0


HANGS = """
import fcntl, sys, time
if 'riotsim.files.mesh.worker' in sys.orig_argv:
    held = open({lock!r}, 'w')
    fcntl.flock(held, fcntl.LOCK_EX)
    {then}
"""
"""Code that Python runs first in the reading process: it holds a lock for as long as the process exists."""


def hang(folder: Path, then: str) -> Path:
    """Make a folder for Python's path, which makes the reading process lock a file and run this code at its start."""
    (folder / "hang").mkdir()
    (folder / "hang" / "sitecustomize.py").write_text(HANGS.format(lock=str(folder / "lock"), then=then))
    (folder / "a.stl").write_bytes(stl())
    return folder / "hang"


def is_free(lock: Path) -> bool:
    """Return whether no process holds the lock."""
    with lock.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


NEVER_DONE = {"sleeps": "time.sleep(3600)", "computes": "sum(iter(int, 1))"}
"""Code that a reader would run for ever."""


@pytest.mark.parametrize(("does", "told"), [("sleeps", "0.5 s"), ("computes", "0.5 s of processor time")])
def test_a_reader_that_is_never_done_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str, told: str
) -> None:
    """A reader that computes is killed after 0.5 s of processor time, and a reader that sleeps after 0.5 s by the
    clock.

    The process is gone then: the file that it had locked is free again.
    """
    endless = f"import riotsim.files.mesh.tasks as tasks; tasks.run_task = lambda *_: {NEVER_DONE[does]}"
    monkeypatch.setenv("PYTHONPATH", str(hang(tmp_path, endless)), prepend=os.pathsep)
    monkeypatch.setattr(reader, "CLOCK_FACTOR", 1 if does == "sleeps" else 1000)
    found = find_source("a.stl", tmp_path)
    with reader.ReaderProcess(0.5) as reading:
        with pytest.raises(reader.TimeLimitExceeded) as caught:
            reading.read(MeshTask("stl", "die"), found.content)
        assert str(caught.value) == told
        assert is_free(tmp_path / "lock")


def test_a_busy_machine_refuses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is read even if the clock moves on by ten seconds at each look, as on a busy machine."""
    now = itertools.count(step=10.0)
    monkeypatch.setattr(reader, "time", SimpleNamespace(monotonic=lambda: next(now)))
    monkeypatch.setattr("riotsim.files.assets.meshes._result_cache", {})  # nothing was read before
    (tmp_path / "a.stl").write_bytes(stl())
    assert load_mesh(tmp_path / "a.stl").height == pytest.approx(30.0)


def test_a_reader_that_never_gets_ready_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the reading process doesn't start within the time limit, here half a second, the file is refused and the
    process ends.
    """
    monkeypatch.setattr("riotsim.files.mesh.reader.START_TIMEOUT", 0.5)
    monkeypatch.setenv("PYTHONPATH", str(hang(tmp_path, "time.sleep(3600)")), prepend=os.pathsep)
    assert "was not looked at: what reads meshes did not start within 0.5 s" in told(tmp_path / "a.stl")
    assert is_free(tmp_path / "lock")


DAWDLES = """
import sys
sys.stdin.buffer.read(int(sys.argv[1]))
sys.stdout.write(chr(10) + '{"refused": "", "notes": [], "arrays": [["|u1", [%d]]]}' + chr(10) + 'x' * %d)
"""
"""Code of a process that reads the question, writes its whole answer and ends."""


DAWDLES_FIRST = """
import json, sys
from riotsim.files.mesh.worker import limit_cpu_time
limit_cpu_time(json.loads(sys.stdin.buffer.readline())["processor"])
print(flush=True)
sum(iter(int, 1))
"""
"""Code of a process that computes for ever once it is ready."""


@pytest.mark.parametrize("size", [3, 20_000])
def test_an_answer_that_is_there_before_anybody_looks_arrives_whole(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the reader has ended before the program looks for its answer, no part of a short or long answer is lost."""
    order, write = MeshTask("stl", "raw"), reader._write
    asked = json.dumps({"order": order.written, "size": 7, "processor": CPU_SECONDS}) + "\ncontent"

    def dawdling(pipe: IO[bytes], question: bytes) -> None:
        write(pipe, question)
        time.sleep(1.0)

    monkeypatch.setattr(reader, "_write", dawdling)
    command = (sys.executable, "-c", DAWDLES % (size, size), str(len(asked)))
    with reader.ReaderProcess(command=command) as reading:
        (array,) = reading.read(order, b"content").arrays
    assert array.tobytes() == b"x" * size


def test_files_that_are_read_together_have_one_time() -> None:
    """If the common time of several files is over, every further file is refused, and the reading process is ended."""
    computes = (sys.executable, "-c", DAWDLES_FIRST)
    with reader.ReaderProcess(0.3, command=computes) as reading:
        with pytest.raises(reader.TimeLimitExceeded, match=r"0\.3 s of processor time"):
            reading.read(MeshTask("stl", "raw"), stl())
        with pytest.raises(reader.TimeLimitExceeded):
            reading.check_time()
        with pytest.raises(reader.TimeLimitExceeded):
            reading.read(MeshTask("stl", "raw"), stl())
        assert reading._process is not None
    assert reading._process.returncode is not None


SLEEPS_AT_THE_SECOND = """
import json, sys, time
question = json.loads(sys.stdin.buffer.readline())
sys.stdin.buffer.read(question["size"])
print(chr(10) + json.dumps({"refused": "", "notes": [], "arrays": []}), flush=True)
time.sleep(600)
"""
"""Code of a process that answers the first question and then sleeps."""


def test_time_to_start_is_given_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the reading process has answered once, further files have the usual time limit, not that of a start."""
    monkeypatch.setattr(reader, "CLOCK_FACTOR", 1)
    monkeypatch.setattr(reader, "START_TIMEOUT", 30.0)
    with reader.ReaderProcess(3.0, command=(sys.executable, "-c", SLEEPS_AT_THE_SECOND)) as reading:
        assert reading.read(MeshTask("stl", "raw"), stl()).refused == ""
        with pytest.raises(reader.TimeLimitExceeded, match=r"^3 s$"):
            reading.read(MeshTask("stl", "raw"), stl())


@pytest.mark.usefixtures("started_readers")
def test_files_are_read_one_after_the_other() -> None:
    """If a file is refused, the same reading process still reads the next file."""
    with reader.ReaderProcess(60.0) as reading:
        first = reading.read(MeshTask("stl", "raw"), b"solid nothing")
        for _ in range(2):
            assert len(reading.read(MeshTask("stl", "raw"), stl()).arrays[1]) == 4
            assert "has corners that are no numbers" in reading.read(MeshTask("obj", "raw"), NOWHERE).refused
    assert "is cut off" in first.refused


def test_a_reader_that_has_died_is_not_started_again() -> None:
    """If the reading process has died, all further files are refused, and no second process is started for them."""
    with reader.ReaderProcess(command=(sys.executable, "-c", "import sys; sys.exit('no')")) as reading:
        refused = [reading.read(MeshTask("stl", "raw"), stl()).refused for _ in range(3)]
        assert reading._process is not None
        number = reading._process.pid
        assert reading.read(MeshTask("stl", "raw"), stl()).refused
        assert reading._process.pid == number
    assert refused == ["can't be read: no"] * 3


def test_what_is_made_of_a_die_is_bounded(tmp_path: Path) -> None:
    """The product of a die has only the die's sides, even if its mesh is fine.

    A cube of 12,288 triangles whose sides bulge by a quarter of a degree gives 6 sides. A ball of 20,480 triangles is
    refused for its number of sides, or because the reading process exceeds a limit.
    """
    cube = trimesh.creation.box((2.0, 2.0, 2.0))
    for _ in range(5):
        cube = cube.subdivide()
    corners = np.array(cube.vertices)
    for axis in range(3):
        on, others = np.abs(corners[:, axis]) > 1 - 1e-9, [k for k in range(3) if k != axis]
        corners[on, axis] *= 1 + 0.002 * (1 - corners[np.ix_(on, others)] ** 2).prod(axis=1)
    trimesh.Trimesh(corners * 8.0, cube.faces, process=False).export(tmp_path / "bulging.stl")
    found = find_source("bulging.stl", tmp_path)
    normals, heights, extents = read_product("bulging.stl", found, "die").arrays
    assert (normals.shape, heights.shape, extents.shape) == ((6, 3), (6,), (3,))
    trimesh.creation.icosphere(subdivisions=5, radius=8.0).export(tmp_path / "ball.stl")
    ((said, seconds),), gigabytes = measured(("die", tmp_path / "ball.stl"))
    assert "more than 100 sides" in said or "can't be read with" in said
    assert seconds < WITHIN + IMPORTS
    assert gigabytes < 1.0


def test_the_most_sides_that_a_die_may_have_are_soon_worked_out(tmp_path: Path) -> None:
    """Work outside the reading process grows with the cube of the number of sides. With all 100 it takes at most 2 s
    and 1 GB.

    The seconds are those of a machine that counts to five million in 0.3 s; of a slower one, as many more.
    The worst that was found: two pyramids of 50 sides, base to base, whose edges are round.
    """
    turns = 2 * np.pi * np.arange(50) / 50
    ways = np.column_stack((np.cos(turns), np.sin(turns), np.ones(50))) / np.sqrt(2.0)
    both = np.vstack((ways, ways * [1, 1, -1]))
    code = (
        "import json, sys, time\n"
        "from pathlib import Path\n"
        "import numpy as np\n"
        "from riotsim.table.dice.custom import ConvexShape, convex_die\n"
        "ways = np.array(json.loads(sys.stdin.read()))\n"
        "begun, count = time.process_time(), 0\n"
        "for number in range(5_000_000):\n"
        "    count += number\n"
        "usual = (time.process_time() - begun) / 0.3\n"
        "begun = time.process_time()\n"
        "kind = convex_die('lump', ConvexShape(ways, np.full(len(ways), 0.35), 0.05),\n"
        "                {k: k for k in range(len(ways))},\n"
        "                read_down=True, size=16.0, digest='')\n"
        "seconds = (time.process_time() - begun) / usual\n"
        "(most,) = [line.split()[1] for line in Path('/proc/self/status').open() if line.startswith('VmHWM')]\n"
        "print(len(kind.corners), seconds, most)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=json.dumps(both.tolist()), capture_output=True, text=True, check=True
    )
    corners, seconds, kilobytes = map(float, done.stdout.split())
    assert len(both) == MAX_SIDES
    assert corners == 52
    assert seconds < 2.0
    assert kilobytes < 1e6


@pytest.mark.parametrize(("data", "is_one", "ending"), [(obj(), "an OBJ", "obj"), (glb(), "a GLB", "glb"),
                                                        (stl(), "an STL", "stl")])  # fmt: skip
def test_a_file_with_the_wrong_ending(tmp_path: Path, data: bytes, is_one: str, ending: str) -> None:
    """If a file's name has the wrong ending, the message says what the content is and which ending the name needs."""
    for other in sorted({"glb", "obj", "stl"} - {ending}):
        (tmp_path / f"a.{other}").write_bytes(data)
        assert told(tmp_path / f"a.{other}").endswith(
            f": is {is_one} by what is in it; let its name end in .{ending}, not in .{other}"
        )


def test_what_a_reader_chokes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the reading process exceeds its limit of memory or processor time, the file is refused."""
    (tmp_path / "a.stl").write_bytes(stl())
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "sitecustomize.py").write_text(
        "import resource\nresource.setrlimit(resource.RLIMIT_AS, (1 << 26, 1 << 26))\n"
    )
    assert "can't be read with" in told(tmp_path / "a.stl")
    (tmp_path / "sitecustomize.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGXCPU)\n")
    (tmp_path / "b.stl").write_bytes(stl())
    assert "processor time" in told(tmp_path / "b.stl")


@pytest.mark.usefixtures("started_readers")
def test_no_other_file_is_read(tmp_path: Path) -> None:
    """A material library beside an OBJ is not opened: it is a pipe here, on which a reader would wait for ever."""
    os.mkfifo(tmp_path / "a.mtl")
    (tmp_path / "a.obj").write_bytes(obj(extra="mtllib a.mtl\nusemtl red"))
    assert load_mesh(tmp_path / "a.obj").height == pytest.approx(30.0)


def test_what_is_no_ordinary_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder, a pipe, a socket and a symbolic link are refused. The program doesn't wait for a pipe's other end."""
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
        monkeypatch.chdir(tmp_path)  # a socket's whole name must be short
        listener.bind("socket.stl")
        assert "cannot be read" in told("socket.stl")


def test_what_may_not_be_read(tmp_path: Path) -> None:
    """If a file may not be read, the message says that permission was denied. The test is skipped for root."""
    (tmp_path / "a.stl").write_bytes(stl())
    (tmp_path / "a.stl").chmod(0)
    if os.access(tmp_path / "a.stl", os.R_OK):
        pytest.skip("this user may read everything")
    assert "permission denied" in told(tmp_path / "a.stl")


def test_names_that_no_file_can_have(tmp_path: Path) -> None:
    """A name that contains a zero byte or is far too long is refused with the usual error."""
    assert told("a\0.stl".replace("\0", "x"), tmp_path)
    with pytest.raises(BadFile, match="null"):
        load_mesh("a\0.stl", tmp_path)
    with pytest.raises(BadFile, match=r"^a+ …: cannot be read"):
        load_mesh("a" * 5000 + ".stl", tmp_path)


@pytest.mark.parametrize(("ending", "data"), [("glb", glb()), ("stl", stl()), ("obj", obj())])
def test_what_is_in_order_is_read(tmp_path: Path, ending: str, data: bytes) -> None:
    """The files that the hostile ones are made from are sound: a wedge of 60 x 40 x 30 mm, four triangles."""
    content(data)(tmp_path / f"a.{ending}")
    raw = read_triangles(tmp_path / f"a.{ending}", up="z")
    assert sorted(map(tuple, raw.corners)) == [(0, 0, 0), (0, 0, 30), (0, 40, 0), (60, 0, 0)]
    assert raw.triangles.shape == (4, 3)


def test_limits_are_told() -> None:
    """`docs/how-to/meshes.md` names the limits that the program has for the size and the triangles of a mesh file."""
    text = (Path(__file__).resolve().parents[2] / "docs" / "how-to" / "meshes.md").read_text()
    assert f"{MAX_FILE_SIZE // 1_000_000} MB" in text
    assert f"{MAX_TRIANGLES:,} triangles" in text
