"""Exports and stores that were tampered with are refused with a message, or are still valid games."""

import multiprocessing
from collections.abc import Sequence
from pathlib import Path

import pytest
from hostile_games import (
    Found,
    forget_memory,
    memory,
    tampered_export,
    tampered_meshes,
    tampered_store,
    try_export,
    try_store,
)
from stored import header_with_meshes, played

from riotsim.store.database.store import Store
from riotsim.store.exchange import export_game

pytestmark = pytest.mark.xdist_group("hostile_games")  # what they share is made once

SLOWEST, LARGEST = 5.0, 1000.0
"""The greatest processor time for one attempt (s), and the greatest memory for all attempts of a process (MB)."""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, bytes]:
    """Return a game as the text of an export, and as the content of a store."""
    path = tmp_path_factory.mktemp("hostile") / "games.sqlite"
    name = played(path)
    with Store(path) as store:
        text = export_game(store.read(name, with_traces=True))
        store._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return text, path.read_bytes()


def tried(task: tuple[str, bytes, str, Sequence[int]]) -> tuple[list[Found], float]:
    """Try tampered exports (odd seeds) and stores (even seeds). Return the results and the memory that was needed."""
    text, content, folder, seeds = task
    found, before = [], forget_memory()
    for seed in seeds:
        if seed % 2:
            found.append(try_export(tampered_export(text, seed)))
        else:
            path = Path(folder) / f"{seed}.sqlite"
            tampered_store(content, path, seed)
            found.append(try_store(path))
    return found, memory() - before


@pytest.fixture(scope="module")
def with_meshes(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return an export with its own terrain, figure and kind of die."""
    folder = tmp_path_factory.mktemp("meshes")
    name = played(folder / "games.sqlite", most=8, begin=header_with_meshes(folder))
    with Store(folder / "games.sqlite") as store:
        return export_game(store.read(name, with_traces=True))


def tried_meshes(task: tuple[str, Sequence[int]]) -> tuple[list[Found], float]:
    """Try exports with changed meshes, or with any change if the seed is a multiple of 3. Return the results and the
    memory that was needed.
    """
    text, seeds = task
    before = forget_memory()
    found = [try_export(tampered_meshes(text, seed) if seed % 3 else tampered_export(text, seed)) for seed in seeds]
    return found, memory() - before


def hold(found: Sequence[Found], most: float) -> None:
    """Assert that enough attempts were refused, and that time and memory were within the limits."""
    refused = sum(one.refused for one in found)
    assert len(found) / 4 < refused < len(found), "some are harmless, and a good part is not"
    assert max(one.seconds for one in found) < SLOWEST
    assert most < LARGEST


def test_what_was_tampered_with_is_refused_or_a_game(game: tuple[str, bytes], tmp_path: Path) -> None:
    """If an export or a store was tampered with, it is refused with a message or is still a game. Each attempt keeps to
    the limits of time and memory.
    """
    hold(*tried((*game, str(tmp_path), range(40))))


def test_what_was_done_to_meshes_is_refused_or_a_game(with_meshes: str) -> None:
    """If the meshes of an export were tampered with, it is refused with a message or is still a game. Each attempt
    keeps to the limits of time and memory.
    """
    hold(*tried_meshes((with_meshes, range(24))))


@pytest.mark.proof
def test_of_two_thousand_with_meshes_none_gets_through(with_meshes: str) -> None:
    """If 2,000 exports with meshes are tampered with, each is refused or still a game, within the limits."""
    tasks = [(with_meshes, range(start, start + 100)) for start in range(1000, 3000, 100)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        results = pool.map(tried_meshes, tasks, chunksize=1)
    hold([one for found, _ in results for one in found], max(most for _, most in results))


@pytest.mark.proof
def test_of_twenty_thousand_none_gets_through(game: tuple[str, bytes], tmp_path: Path) -> None:
    """If 20,000 exports and stores are tampered with, each is refused or still a game, within the limits."""
    tasks = [(*game, str(tmp_path), range(start, start + 500)) for start in range(1000, 21000, 500)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        results = pool.map(tried, tasks, chunksize=1)
    hold([one for found, _ in results for one in found], max(most for _, most in results))
