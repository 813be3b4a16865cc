"""Fixtures for all tests: the rules that come with the program, and an empty ledger."""

import gc
import signal
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest
from games_here import pool_here
from hypothesis import settings

from riotsim.files.rules import load_rules, read_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.lab.campaigns import workers
from riotsim.lab.campaigns.ledger import Ledger

# A busy machine is no fault of the code: how long an example takes is left to the benchmarks. And what is checked
# before a commit is the same each time, so few examples show what many would; `make proof` looks for new ones
# (--hypothesis-profile=explore).
settings.register_profile("riotsim", deadline=None, print_blob=True, derandomize=True, max_examples=40)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile("riotsim")


# Modules and tests that are collected stay: to look for garbage among them took a quarter of the collection's time.
gc.disable()


def pytest_collection_finish() -> None:
    """Look for garbage from now on, and no more among what was collected."""
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True, scope="session")
def _interrupts_are_heard() -> Iterator[None]:
    """Restore the handling of Ctrl-C, which a shell turns off for background jobs and thereby for programs that tests
    start.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def rules() -> Rulebook:
    """The rules that come with the program."""
    return load_rules("riot_dice", Rulebook)


@pytest.fixture
def data() -> dict[str, object]:
    """Return the content of the rules file, which a test may change."""
    found = read_rules("riot_dice").data
    assert isinstance(found, dict)
    return deepcopy(dict(found))


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """An empty ledger of the lab."""
    with Ledger(tmp_path / "lab.sqlite") as made:
        yield made


@pytest.fixture
def games_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands of the lab play their games in the process of the tests."""
    monkeypatch.setattr(workers, "local_pool", pool_here)


@pytest.fixture(autouse=True, scope="session")
def _no_games_at_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Games that tests play are not stored among the user's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RIOTSIM_DB", str(tmp_path_factory.mktemp("store") / "games.sqlite"))
        yield
