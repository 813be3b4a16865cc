"""The opponents of the engine: what is written for them and read from them, and the reason given if one is missing."""

import gc
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.__main__ import failed, measured
from benchmarks.engines import bullet, compare, mujoco, throws
from benchmarks.engines.bullet import build, last_time, settled, stepped, written
from benchmarks.engines.contender import Contender, GaveUp, Missing, Ours, Settled, Start, starts
from benchmarks.engines.node import FILES, Rapier, installed
from benchmarks.engines.settings import settings
from benchmarks.figures import FAILED, Effort, Figure
from benchmarks.scenes import seeds_that_stay
from riotsim.physics.engine.world import TICK

SOURCE = bullet.SOURCE.read_text(encoding="utf-8")


class Pretender(Contender):
    """An opponent that takes two seconds, and whose dice end where ours do. A strange one takes a tick too long for
    each throw.
    """

    title = "a pretender"

    def __init__(self, throws: Sequence[Sequence[Start]], *, sleeps: bool = True, strange: bool | None = None) -> None:
        self._more = TICK if sleeps is strange else 0.0
        self._count = len(throws)

    def play(self) -> float:
        """Play nothing."""
        return 2.0

    def settled(self) -> list[Settled]:
        """Return our own results, with the extra time added."""
        ours = Ours(seeds_that_stay(self._count)).settled()
        return [replace(one, seconds=one.seconds + self._more) for one in ours]


def program(folder: Path, name: str, does: str = "exit 0") -> None:
    """Write a program of a name that only does what is given."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
    path.chmod(0o755)


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of programs of a machine that has no others. A test puts programs into it."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def test_without_a_compiler_that_is_said(bare: Path) -> None:
    """If there is no compiler, the opponent is missing, and the message says how to install g++."""
    with pytest.raises(Missing, match=r"no g\+\+ here; on Debian: apt install g\+\+"):
        build(bare)


def test_without_the_library_that_is_said(bare: Path) -> None:
    """If there is a compiler but no pkg-config or no Bullet, the opponent is missing, and the message names what is
    missing.
    """
    program(bare, "g++")
    with pytest.raises(Missing, match=r"no pkg-config here"):
        build(bare)
    program(bare, "pkg-config", "exit 1")
    with pytest.raises(Missing, match=r"no bullet-float64 here; on Debian: apt install .*libbullet-dev"):
        build(bare)


def test_what_cannot_be_compiled_is_said(bare: Path) -> None:
    """If the opponent can't be compiled, this is a failure and not a missing program. The message has the compiler's
    error.
    """
    program(bare, "pkg-config", "echo -lBullet")
    program(bare, "g++", "echo 'In file included from x' >&2; echo 'throws.cpp:1: error: no btBullet.h' >&2; exit 1")
    with pytest.raises(GaveUp, match=r"could not compile throws.cpp: .*error: no btBullet.h"):
        build(bare)


def test_it_is_compiled_with_optimisation(bare: Path, tmp_path: Path) -> None:
    """The opponent is compiled with `-O2`, so that it isn't slow for want of optimisation."""
    program(bare, "pkg-config", "echo -lBullet")
    program(bare, "g++", f'echo "$@" > {tmp_path}/asked')
    build(bare)
    assert "-O2" in (tmp_path / "asked").read_text(encoding="utf-8").split()


def test_without_node_that_is_said(bare: Path) -> None:
    """If there is no node, the message says how to install node and npm. If there is node but no npm, it names npm."""
    with pytest.raises(Missing, match="no node here; on Debian: apt install nodejs npm"):
        installed(bare)
    program(bare, "node")
    with pytest.raises(Missing, match="no npm here"):
        installed(bare)


def test_npm_that_finds_no_registry_is_no_fault(bare: Path, tmp_path: Path) -> None:
    """If npm can't install the engines, they count as missing, and the message asks whether there is a network."""
    program(bare, "node")
    program(bare, "npm", "exit 1")
    with pytest.raises(Missing, match="is there a network"):
        installed(tmp_path)


def test_peers_are_pinned() -> None:
    """The other engines have exact versions, so that everybody compares with the same ones."""
    import json

    wanted = json.loads((Path(installed.__code__.co_filename).parent / FILES[0]).read_text(encoding="utf-8"))
    assert wanted["dependencies"]
    assert all(version[0].isdigit() for version in wanted["dependencies"].values())


@pytest.fixture
def two_throws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measurements of two throws in two rounds."""
    monkeypatch.setattr(throws, "THROWS", (2, 2))
    monkeypatch.setattr(throws, "ROUNDS", (2, 2))


def measured_throws() -> dict[str, Figure]:
    """Return the measurements of throws by their keys."""
    return {figure.key: figure for figure in measured([throws.THROWS_VS_CPP], Effort(quick=True), lambda _: None)}


@pytest.mark.usefixtures("two_throws", "bare")
def test_throws_are_measured_without_an_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    """If there is no compiler, figures that need it are missing with a reason, and the others are measured. Garbage
    collection is off meanwhile.
    """
    collects: list[bool] = []

    def seen(work: Callable[..., float]) -> Callable[..., float]:
        def look(*given: object) -> float:
            collects.append(gc.isenabled())
            return work(*given)

        return look

    monkeypatch.setattr(Ours, "play", seen(Ours.play))
    monkeypatch.setattr(throws, "stepped", seen(stepped))
    found = measured_throws()
    for key in ("throws_vs_cpp", "throws_vs_cpp_asleep", "cpp_throws_per_second"):
        assert found[key].value is None
        assert found[key].missing.startswith("there is no g++ here")
    for key in ("throws_per_second", "engine_throws_per_second"):
        assert found[key].value is not None
    assert collects == [False] * 4


@pytest.mark.usefixtures("two_throws")
def test_an_opponent_that_cannot_be_compiled_fails_the_run(bare: Path) -> None:
    """If a compiler and Bullet are there, a failed compilation is an error in our own source."""
    program(bare, "pkg-config", "echo -lBullet")
    program(bare, "g++", "echo 'throws.cpp:1: error: no btBullet.h' >&2; exit 1")
    found = measured_throws()["throws_vs_cpp"]
    assert failed(found)
    assert "could not compile throws.cpp: throws.cpp:1: error: no btBullet.h" in found.missing


@pytest.mark.usefixtures("two_throws")
@pytest.mark.parametrize("sleeps", [True, False])
def test_an_opponent_that_does_other_work_fails_the_run(monkeypatch: pytest.MonkeyPatch, sleeps: bool) -> None:
    """If an opponent takes other times for its throws than we do, the run fails, with sleeping dice or without. Here it
    takes a tick too many for each throw.
    """
    monkeypatch.setattr(throws, "Opponent", partial(Pretender, strange=sleeps))
    found = measured_throws()["throws_vs_cpp"]
    assert failed(found)
    assert "a pretender does not do what riotsim does" in found.missing


@pytest.mark.usefixtures("two_throws")
def test_figures_of_throws_are_of_the_same_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each round times our throws and those of the wheel's Bullet in turn. The rates and notes come from the same
    rounds.
    """
    monkeypatch.setattr(throws, "Opponent", Pretender)
    turns: list[str] = []
    times = {"ours": 1.0, "wheel": 0.5}

    def told(name: str) -> Callable[..., float]:
        def play(*_: object) -> float:
            turns.append(name)
            return times[name]

        return play

    monkeypatch.setattr(Ours, "play", told("ours"))
    monkeypatch.setattr(throws, "stepped", told("wheel"))
    found = measured_throws()
    assert turns == ["ours", "wheel"] * 2
    assert found["throws_vs_cpp"].value == 2.0
    assert "last digits differ: 100.0% of throws end within 0.1 mm of ours" in found["throws_vs_cpp"].note
    assert found["cpp_throws_per_second"].value == 1.0
    assert found["engine_throws_per_second"].value == 4.0
    assert found["engine_throws_per_second"].note.startswith("4.00 times as fast as Bullet in C++")


def test_the_opponent_is_told_all_its_settings() -> None:
    """The opponent's file has each setting that the C++ code reads, and no others."""
    told = {line.split()[0] for line in written({**settings(), "repeats": 2}, starts([0])).splitlines()[:-4]}
    listed = SOURCE.split("#define SETTINGS(X)")[1].split("\n\n")[0]
    assert told == {word[2:-1] for word in listed.split() if word.startswith("X(")}


def test_starts_are_written_to_the_last_digit() -> None:
    """The file for an opponent has a throw's starting numbers exactly: when read back they are equal."""
    (throw,) = starts([0])
    lines = written(settings(), [throw]).splitlines()
    assert lines[-4] == "throws 1 3"
    assert [tuple(map(float, line.split())) for line in lines[-3:]] == [die.numbers for die in throw]


def test_what_the_opponent_tells_is_read() -> None:
    """From an opponent's output, the time of the last repeat counts, and poses are read in millimetres."""
    told = f"took 9.0 100\ntook 0.5 100\nsettled 48 {(1.5).hex()} 0x1p+1 0x1p-1 0x0p+0 0x0p+0 0x0p+0 0x1p+0\n"
    assert last_time(told) == 0.5
    (throw,) = settled(told)
    assert throw.seconds == 48 * TICK
    (die,) = throw.dice
    assert die.at == (15.0, 20.0, 5.0)
    assert die.orientation == (0.0, 0.0, 0.0, 1.0)


def test_an_engine_that_gives_up_says_why(bare: Path, tmp_path: Path) -> None:
    """If an engine stops with an error, the message names the engine and has the line of its output with the error."""
    program(bare, "node", "read settings; read play; echo 'at x' >&2; echo 'Error: a die has left the table' >&2")
    engine = Rapier(tmp_path, starts([0]))
    try:
        with pytest.raises(GaveUp, match=r"^Rapier \(WebAssembly\) gave up: Error: a die has left the table"):
            engine.play()
    finally:
        engine.close()


@pytest.mark.parametrize(
    ("does", "why"),
    [
        ("echo 'Error: no module here' >&2; exit 1", "Error: no module here"),
        ("exec <&-; echo 'Error: out of memory' >&2; sleep 0.2; exit 1", "Error: out of memory"),
        ("exit 0", "it did not say why"),
    ],
)
def test_an_engine_that_ends_before_it_is_asked_gave_up(bare: Path, tmp_path: Path, does: str, why: str) -> None:
    """If an engine's program ends before it has read the throws, this is a failure with the engine's error as reason.
    The engine can still be closed.
    """
    program(bare, "node", does)
    program(bare, "sleep", "exec /bin/sleep $1")
    engine = Rapier(tmp_path, starts([0]) * 1000)  # more than a pipe holds
    try:
        with pytest.raises(GaveUp, match=rf"^Rapier \(WebAssembly\) gave up: {why}"):
            engine.play()
    finally:
        engine.close()


@pytest.fixture
def nothing_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Python import MuJoCo and the modules of `physics_suite` anew, and only from where the benchmark says."""
    monkeypatch.setattr(sys, "path", [folder for folder in sys.path if not (Path(folder) / "physics_suite").is_dir()])
    for name in [name for name in sys.modules if name.split(".")[0] in ("mujoco", "physics_suite")]:
        monkeypatch.delitem(sys.modules, name)
    assert find_spec("physics_suite") is None  # another checkout may be on Python's path


@pytest.mark.usefixtures("nothing_imported")
def test_without_mujoco_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """If MuJoCo isn't installed, it is missing and not a failure. The message says that `make test` installs it."""
    monkeypatch.setitem(sys.modules, "mujoco", None)  # so Python finds none
    with pytest.raises(Missing, match="no mujoco here; `make test` installs it") as missing:
        mujoco.MuJoCo(starts([0]))
    assert not isinstance(missing.value, GaveUp)


@pytest.mark.usefixtures("nothing_imported")
def test_a_module_of_ours_that_is_lost_is_a_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A missing module of our own is a failure, because installing MuJoCo would not restore it."""
    monkeypatch.setattr(mujoco, "SUITE", tmp_path)
    with pytest.raises(GaveUp, match=r"MuJoCo could not be used: .*physics_suite"):
        mujoco.MuJoCo(starts([0]))


@pytest.mark.usefixtures("nothing_imported")
def test_engines_that_fail_are_not_told_as_absent(bare: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """If an engine can't be used or breaks, its figures count as failed. If Node.js isn't there, its engines' figures
    are missing.
    """
    monkeypatch.setattr(compare, "THROWS", (1, 1))
    monkeypatch.setattr(compare, "ROUNDS", (1, 1))
    monkeypatch.setattr(mujoco, "SUITE", tmp_path)
    found = {figure.key: figure.missing for figure in compare.measure(Effort(), lambda _: None)}
    assert found["mujoco_throws_per_second"].startswith(f"{FAILED}: MuJoCo could not be used")
    assert found["rapier_throws_per_second"].startswith("there is no node here")
    program(bare, "node", "echo 'Error: broken' >&2; exit 1")
    program(bare, "npm")
    found = {figure.key: figure.missing for figure in compare.measure(Effort(), lambda _: None)}
    assert found["rapier_throws_per_second"] == f"{FAILED}: Rapier (WebAssembly) gave up: Error: broken"
    assert found["cannon_throws_per_second"] == f"{FAILED}: cannon-es (JavaScript) gave up: Error: broken"
