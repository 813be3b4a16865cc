"""Scenario files of the sandbox: which one is asked for, what is wrong with it, and writing it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from riotsim.viewer.sandbox.game import SandboxGame
from riotsim.viewer.session.hosted_game import Unplayable
from riotsim.viewer.ui.sandbox.model import FileDialog

ENDING = ".yaml"

USUAL = "A position"
"""Title of a scenario that is given none."""


def file_of(written: str) -> Path:
    """Give the file that is written; `~` is home. Raises `Unplayable` where that is nobody's."""
    try:
        return Path(written.strip()).expanduser()
    except RuntimeError as error:
        raise Unplayable(f"{written.strip()}: there is nobody of that name here") from error


class Files:
    """Asks for a file, and saves into it or opens it."""

    def __init__(
        self,
        folder: Path,
        read: Callable[[Path], SandboxGame],
        write: Callable[[Path, str], None],
        opened: Path | None = None,
    ) -> None:
        """`read` opens a scenario, `write` puts its text into a file, whole or not at all; both raise `Unplayable` with
        what is wrong. `opened` is the one that is open.
        """
        self.asked: FileDialog | None = None
        self._folder = folder
        self._read, self._write = read, write
        self._file = opened
        self._title = ""

    def ask(self, what: str) -> None:
        """Ask for a file to `save` into, or to `open`; for none if that is empty."""
        if not what:
            self.asked = None
            return
        saves = what == "save"
        file = self._file or (self._free() if saves else None)
        self.asked = FileDialog(saves, "" if file is None else str(file), self._title)

    def written(self, path: str, title: str) -> None:
        """Note what is written in the fields."""
        if self.asked is not None:
            self.asked = replace(self.asked, path=path, title=title, problem="", there=False)

    def save(self, text: Callable[[str, Path], str], *, over: bool) -> str:
        """Save what `text` gives for a title and a file; gives what there is to say, empty if it could not be."""
        asked = self.asked
        assert asked is not None, "a file is asked for"
        title = " ".join(asked.title.split()) or USUAL
        try:
            path = self._path(asked.path)
            if path.exists() and not over:
                self.asked = replace(asked, problem=f"{path} is there already.", there=True)
                return ""
            path.parent.mkdir(parents=True, exist_ok=True)
            self._write(path, text(title, path))
        except (OSError, Unplayable) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            self.asked = replace(asked, problem=f"{asked.path}: {reason}" if reason else str(error), there=False)
            return ""
        self.asked, self._file, self._title = None, path, asked.title
        return f"Saved: riotsim check {path}"

    def open(self) -> SandboxGame | None:
        """Open the file that is asked for; None if it can't be, and the reason is shown."""
        asked = self.asked
        assert asked is not None, "a file is asked for"
        try:
            path = self._path(asked.path)
            game = self._read(path)
            game.tidied(game.first())
        except Unplayable as reason:
            self.asked = replace(asked, problem=str(reason))
            return None
        self.asked, self._file, self._title = None, path, ""
        return game

    def _path(self, written: str) -> Path:
        """Raises `Unplayable` for what is the name of no file."""
        path = file_of(written)
        if not path.name:
            raise Unplayable(f"{written.strip()} is a folder")
        path = path if path.suffix else path.with_name(path.name + ENDING)
        return path if path.is_absolute() else self._folder / path

    def _free(self) -> Path:
        """A name that no file has yet."""
        number = 1
        while (path := self._folder / f"position-{number}{ENDING}").exists():
            number += 1
        return path
