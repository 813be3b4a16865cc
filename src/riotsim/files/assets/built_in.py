"""Stored results for the program's own mesh files: one result for each `MeshTask` on each file.

`tools/build_meshes.py` computes the results beforehand. So games with these meshes need not import the libraries that
read mesh files. Importing these libraries takes about a second.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import IO, Final

import numpy as np

from riotsim.files.mesh.protocol import MeshResult, MeshTask
from riotsim.files.resources import folder

FILE: Final = "meshes.npz"
"""Name of the file with the results, in the folder `assets`."""

NOTES: Final = "notes"
"""Name of the entry that has the notes of all results, as JSON."""


def result_key(digest: str, order: MeshTask) -> str:
    """Return the name that the stored result of a task on a mesh file has.

    Args:
        digest: SHA-256 of the mesh file's content (hexadecimal).
        order: The task, with its options.
    """
    return f"{digest[:16]}/{order.task},{order.up or ''},{order.scale!r},{order.height!r}"


def write_results(results: Mapping[str, MeshResult], path: Path) -> None:
    """Write results to a file.

    Args:
        results: The results, by `result_key`.
        path: Path of the file.
    """
    arrays = {f"{key}/{n}": array for key, one in results.items() for n, array in enumerate(one.arrays)}
    notes = json.dumps({key: one.notes for key, one in results.items()})
    np.savez_compressed(path, allow_pickle=False, **{NOTES: np.array(notes), **arrays})


def stored_result(digest: str, order: MeshTask) -> MeshResult | None:
    """Return the stored result of a task on one of the program's own mesh files. Return None if no result is stored.

    Args:
        digest: SHA-256 of the mesh file's content (hexadecimal).
        order: The task.
    """
    key = result_key(digest, order)
    if key not in _notes():
        return None
    with _opened() as file, np.load(file) as stored:
        count = sum(name.startswith(f"{key}/") for name in stored.files)
        return MeshResult(tuple(stored[f"{key}/{n}"] for n in range(count)), _notes()[key])


@lru_cache(maxsize=1)
def _notes() -> Mapping[str, tuple[str, ...]]:
    """Return the notes of each stored result (`MeshResult.notes`), by `result_key`."""
    with _opened() as file, np.load(file) as stored:
        return {key: tuple(notes) for key, notes in json.loads(str(stored[NOTES])).items()}


@contextmanager
def _opened() -> Iterator[IO[bytes]]:
    with folder("assets").joinpath(FILE).open("rb") as file:
        yield file
