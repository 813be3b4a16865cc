"""Fixtures for all tests, such as the rules that come with the program and an empty ledger."""

import functools
import gc
import os
import signal
import subprocess
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import typer.main
import typer.testing

# pytest has no public way to do this. Its version is pinned by constraints.txt.
from _pytest.assertion.rewrite import (
    PYC_TAIL,
    _read_pyc,
    _rewrite_test,
    _write_pyc,
    assertstate_key,
    get_cache_dir,
    try_makedirs,
)
from forked_readers import ReaderForks
from games_here import pool_here
from hypothesis import settings
from own_bots import no_own_bots
from replay.browser import Browser, find
from xdist.remote import Producer
from xdist.scheduler import LoadGroupScheduling

from riotsim.files.rules import load_rules, read_rules
from riotsim.games.registry import GAMES
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.lab.campaigns import workers
from riotsim.lab.campaigns.ledger import Ledger

# A busy machine is no fault of the code: how long an example takes is left to the benchmarks. And what is checked
# before a commit is the same each time, so few examples show what many would; `make proof` looks for new ones
# (--hypothesis-profile=explore).
settings.register_profile("riotsim", deadline=None, print_blob=True, derandomize=True, max_examples=40)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile("riotsim")


# Linear algebra in one thread, in the workers of xdist and in processes that tests start: its matrices are small, and
# threads that wait for each other take the processors from other tests. NumPy reads this when it is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Rewrite the asserts of a share of the test modules, while the other processes of pytest-xdist rewrite the rest.
    Otherwise each process would rewrite all of them, which takes 20 s. Rewritten modules are kept in `__pycache__` for
    the next run.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    asked = [Path(argument.partition("::")[0]) for argument in session.config.args]
    paths = sorted({path for one in asked for path in (one.rglob("test_*.py") if one.is_dir() else [one])})
    for path in paths[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]]:
        kept = get_cache_dir(path) / (path.stem + PYC_TAIL)
        if _read_pyc(path, kept) is None and try_makedirs(kept.parent):
            status, code = _rewrite_test(path, session.config)
            _write_pyc(session.config.stash[assertstate_key], code, status, kept)


LONGEST_IN_A_NAME = 60
"""Length (characters) up to which a text among a test's parameters stands in the test's name."""


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Return the parameter's name for a long text, such as a whole file; None for pytest's own choice otherwise.

    Without this, the log has lines of thousands of characters. pytest adds numbers to names that occur twice.
    """
    return argname if isinstance(val, str | bytes) and len(val) > LONGEST_IN_A_NAME else None


class ModulesAndGroups(LoadGroupScheduling):  # type: ignore[misc]  # pytest-xdist has no types
    """Hands the tests of a module to one process, and the tests of an `xdist_group` too.

    By itself `--dist loadgroup` hands out single tests. Then each process builds the fixtures of each module, and for
    each test xdist looks through all tests that were handed out before. Subclasses of xdist's schedulers override
    `_split_scope`, as its documentation says.
    """

    def _split_scope(self, nodeid: str) -> str:
        """Return what is handed out together: the name of the group of a test, or of its module."""
        unit: str = super()._split_scope(nodeid)
        return unit.partition("::")[0]


@pytest.hookimpl(optionalhook=True)  # without xdist nobody asks
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ModulesAndGroups | None:
    """Hand out whole modules, unless another way of sharing tests was asked for."""
    return ModulesAndGroups(config, log) if config.getoption("dist") == "loadgroup" else None


# Modules and tests that are collected stay: to look for garbage among them took a quarter of the collection's time.
gc.disable()


def pytest_collection_finish() -> None:
    """Turn the collection of garbage on, but leave out the objects of the collected tests."""
    gc.freeze()
    # With Python's 700 new objects, a twentieth of the tests' time went into this.
    gc.set_threshold(20_000)
    gc.enable()


@pytest.fixture(autouse=True, scope="session")
def _interrupts_are_heard() -> Iterator[None]:
    """Restore the handling of Ctrl-C during the tests. A shell turns it off for background jobs, and programs that
    tests start would inherit this.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True, scope="session")
def _commands_are_built_once() -> Iterator[None]:
    """Build the commands of a Typer app once for each set of games, and keep them for all tests. Each command line
    would otherwise spend 14 ms on this.
    """
    get_command = typer.main.get_command

    @functools.cache
    def built(app: typer.Typer, games: tuple[str, ...]) -> Any:
        return get_command(app)

    def build(app: typer.Typer) -> Any:
        return built(app, tuple(GAMES))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.main, "get_command", build)
        # Typer's runner has no public name for it. Typer's version is pinned by constraints.txt.
        patch.setattr(typer.testing, "_get_command", build)
        yield


@pytest.fixture(scope="session")
def rules() -> Rulebook:
    """Return the rules of Riot Dice that come with the program."""
    return load_rules("riot_dice", Rulebook)


@pytest.fixture
def data() -> dict[str, object]:
    """Return the content of the rules file, which a test may change."""
    found = read_rules("riot_dice").data
    assert isinstance(found, dict)
    return deepcopy(dict(found))


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """Yield an empty ledger of the lab."""
    with Ledger(tmp_path / "lab.sqlite") as made:
        yield made


@pytest.fixture(scope="session")
def reader_forks() -> Iterator[ReaderForks]:
    """Yield the process from which processes that read meshes are forked."""
    with ReaderForks() as forks:
        yield forks


@pytest.fixture
def forked_readers(reader_forks: ReaderForks, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let processes that read meshes be forked from one that has already imported what they need."""
    monkeypatch.setattr("riotsim.files.mesh.reader.subprocess", reader_forks)


@pytest.fixture
def started_readers(forked_readers: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let processes that read meshes be started as for a user, in a module that otherwise uses `forked_readers`."""
    monkeypatch.setattr("riotsim.files.mesh.reader.subprocess", subprocess)


@pytest.fixture
def games_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands of the lab play their games in the process of the tests."""
    monkeypatch.setattr(workers, "local_pool", pool_here)


@pytest.fixture(autouse=True, scope="session")
def _no_games_at_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep games that tests play out of the user's own store."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RIOTSIM_DB", str(tmp_path_factory.mktemp("store") / "games.sqlite"))
        yield


@pytest.fixture(autouse=True, scope="module")
def _no_own_bots_of_other_modules() -> Iterator[None]:
    """Forget the bots that a module's tests wrote, as another module's bots may have the same names."""
    with no_own_bots():
        yield


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Yield a browser. Its tests are in one group of xdist, so that it is started once."""
    program = find()
    if program is None:
        pytest.skip("there is no Chromium here (Debian: apt install chromium)")
    with Browser(program, tmp_path_factory.mktemp("profile")) as started:
        yield started
