"""Where the files are that come with the program: rules and meshes."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path

PACKAGED = "data"
"""The folder of the package in which a wheel has them (see pyproject.toml)."""


def folder(*names: str) -> Traversable:
    """Give a folder of what comes with the program, such as `folder("assets", "meshes")`.

    A wheel has it inside the package; in a checkout of the source it lies at the top.
    """
    packaged = files("riotsim").joinpath(PACKAGED)
    root = packaged if packaged.is_dir() else _checkout()
    return root.joinpath(*names)


def builtin_rules() -> dict[str, Traversable]:
    """Give the rules files that come with the program, by name."""
    return _named("rules", ".yaml")


def builtin_meshes() -> dict[str, Traversable]:
    """Give the meshes that come with the program, by file name."""
    found = sorted(folder("assets", "meshes").iterdir(), key=lambda entry: entry.name)
    return {entry.name: entry for entry in found if entry.is_file()}


@contextmanager
def on_disk(resource: Traversable) -> Iterator[Path]:
    """Give a path at which a resource can be read, for as long as the block lasts."""
    with as_file(resource) as path:
        yield path


def _named(name: str, ending: str) -> dict[str, Traversable]:
    found = sorted(folder(name).iterdir(), key=lambda entry: entry.name)
    return {entry.name.removesuffix(ending): entry for entry in found if entry.name.endswith(ending)}


def _checkout() -> Path:
    return Path(__file__).resolve().parents[3]
