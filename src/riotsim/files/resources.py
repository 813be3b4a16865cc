"""The files that come with the program, such as rules, companies and meshes."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

UNFINISHED: Final[frozenset[str]] = frozenset()
"""Names of rules files of games that are not in the registry yet. `builtin_rules` leaves them out."""

PACKAGE_FOLDER = "data"
"""Folder inside the package that holds the resources in a wheel (see pyproject.toml)."""


def folder(*names: str) -> Traversable:
    """Return a folder of the program's resources, such as `folder("assets", "meshes")`.

    In a wheel, the resources are inside the package. In a checkout, they are in the top folder of the checkout.
    """
    packaged = files("riotsim").joinpath(PACKAGE_FOLDER)
    root = packaged if packaged.is_dir() else _checkout()
    return root.joinpath(*names)


def builtin_rules() -> dict[str, Traversable]:
    """Return the program's finished rules files. The keys are the files' names without `.yaml`."""
    return {name: file for name, file in _named(".yaml", "rules").items() if name not in UNFINISHED}


def builtin_companies(game: str) -> dict[str, Traversable]:
    """Return the company files that come with a game. The keys are the files' names without `.yaml`."""
    return _named(".yaml", "rules", game) if folder("rules", game).is_dir() else {}


def builtin_lesson(game: str) -> dict[str, Traversable]:
    """Return the files of the scenes of a game's lesson, in order. The keys are the files' names without `.yaml`.

    The mapping is empty if the game has no lesson.
    """
    return _named(".yaml", "rules", "lessons", game) if folder("rules", "lessons", game).is_dir() else {}


def clause_page(game: str) -> str | None:
    """Return the documentation page that lists the clauses of a game's rules, as Markdown.

    Return None if the game has no such page.
    """
    page = folder("docs", "games").joinpath(f"{game}.md")
    return page.read_text(encoding="utf-8") if page.is_file() else None


def page_picture(name: str) -> bytes:
    """Return the bytes of a picture on one of the pages from `clause_page`.

    Args:
        name: File name of the picture.
    """
    return folder("docs", "pictures").joinpath(name).read_bytes()


def builtin_meshes() -> dict[str, Traversable]:
    """Return the program's mesh files, by file name."""
    found = sorted(folder("assets", "meshes").iterdir(), key=lambda entry: entry.name)
    return {entry.name: entry for entry in found if entry.is_file()}


@contextmanager
def on_disk(resource: Traversable) -> Iterator[Path]:
    """Yield a path for reading a resource. The path is valid until the `with` block ends."""
    with as_file(resource) as path:
        yield path


def _named(ending: str, *names: str) -> dict[str, Traversable]:
    found = sorted(folder(*names).iterdir(), key=lambda entry: entry.name)
    return {entry.name.removesuffix(ending): entry for entry in found if entry.name.endswith(ending)}


def _checkout() -> Path:
    return Path(__file__).resolve().parents[3]
