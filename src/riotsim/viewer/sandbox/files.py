"""Scenario files of the sandbox: which one is asked for, what is wrong with it, and writing it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from riotsim.viewer.door import Unplayable
from riotsim.viewer.panels.sandbox_model import FileAsked
from riotsim.viewer.sandbox.bench import Bench

ENDING = ".yaml"

USUAL = "A position"
"""Title of a scenario that is given none."""


class Files:
    """Asks for a file, and saves into it or opens it."""

    def __init__(self, folder: Path, read: Callable[[Path], Bench], opened: Path | None = None) -> None:
        """`read` opens a scenario; it raises `Unplayable` with what is wrong. `opened` is the one that is open."""
        self.asked: FileAsked | None = None
        self._folder = folder
        self._read = read
        self._file = opened
        self._title = ""

    def ask(self, what: str) -> None:
        """Ask for a file to `save` into, or to `open`; for none if that is empty."""
        if not what:
            self.asked = None
            return
        saves = what == "save"
        file = self._file or (self._free() if saves else None)
        self.asked = FileAsked(saves, "" if file is None else str(file), self._title)

    def written(self, path: str, title: str) -> None:
        """Note what is written in the fields."""
        if self.asked is not None:
            self.asked = replace(self.asked, path=path, title=title, problem="", there=False)

    def save(self, text: Callable[[str, Path], str], *, over: bool) -> str:
        """Save what `text` gives for a title and a file; gives what there is to say, empty if it could not be."""
        asked = self.asked
        assert asked is not None, "a file is asked for"
        path = self._path(asked.path)
        if path.exists() and not over:
            self.asked = replace(asked, problem=f"{path} is there already.", there=True)
            return ""
        title = " ".join(asked.title.split()) or USUAL
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text(title, path), encoding="utf-8")
        except OSError as error:
            self.asked = replace(asked, problem=f"{path}: {error.strerror or error}", there=False)
            return ""
        self.asked, self._file, self._title = None, path, asked.title
        return f"Saved: riotsim check {path}"

    def open(self) -> Bench | None:
        """Open the file that is asked for; None if it can't be, and the reason is shown."""
        asked = self.asked
        assert asked is not None, "a file is asked for"
        path = self._path(asked.path)
        try:
            bench = self._read(path)
            bench.tidied(bench.first())
        except Unplayable as reason:
            self.asked = replace(asked, problem=str(reason))
            return None
        self.asked, self._file, self._title = None, path, ""
        return bench

    def _path(self, written: str) -> Path:
        path = Path(written.strip()).expanduser()
        path = path if path.suffix else path.with_name(path.name + ENDING)
        return path if path.is_absolute() else self._folder / path

    def _free(self) -> Path:
        """A name that no file has yet."""
        number = 1
        while (path := self._folder / f"position-{number}{ENDING}").exists():
            number += 1
        return path
