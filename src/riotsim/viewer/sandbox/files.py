"""Scenario files of the sandbox: the file dialog, opening and saving."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from riotsim.viewer.sandbox.document import SandboxGame
from riotsim.viewer.session.hosted_game import Unplayable
from riotsim.viewer.ui.sandbox_model import FileDialog

SUFFIX = ".yaml"

DEFAULT_TITLE = "A position"
"""Default title of a scenario."""


def expanded_path(written: str) -> Path:
    """Return the path that the user typed, with `~` expanded.

    Raises:
        Unplayable: The path begins with the home folder of an unknown user.
    """
    try:
        return Path(written.strip()).expanduser()
    except RuntimeError as error:
        raise Unplayable(f"{written.strip()}: there is no user of that name") from error


class Files:
    """The dialog for opening and saving files, and the file that is open."""

    def __init__(
        self,
        folder: Path,
        read: Callable[[Path], SandboxGame],
        write: Callable[[Path, str], None],
        opened: Path | None = None,
    ) -> None:
        """Start without a dialog.

        Args:
            folder: The folder for relative paths.
            read: Opens a scenario file. Raises `Unplayable` if the file is faulty.
            write: Writes a whole file, or raises `Unplayable` and writes nothing.
            opened: The file that is open, or None.
        """
        self.asked: FileDialog | None = None
        self._folder = folder
        self._read, self._write = read, write
        self._file = opened
        self._title = ""

    def ask(self, what: str) -> None:
        """Show the dialog for saving (`save`) or opening (`open`) a file, or hide it if `what` is empty."""
        if not what:
            self.asked = None
            return
        saves = what == "save"
        file = self._file or (self._unused_path() if saves else None)
        self.asked = FileDialog(saves, "" if file is None else str(file), self._title)

    def set_fields(self, path: str, title: str) -> None:
        """Store what was typed into the fields of the dialog."""
        if self.asked is not None:
            self.asked = replace(self.asked, path=path, title=title, problem="", file_exists=False)

    def save(self, text: Callable[[str, Path], str], *, over: bool) -> str:
        """Save the position into the file of the dialog.

        Args:
            text: Returns the file's text, given a title and the path.
            over: Whether an existing file may be replaced.

        Returns:
            A notice for the user. If the file was not saved, the notice is empty, and the dialog shows the reason.
        """
        asked = self.asked
        assert asked is not None, "a file is asked for"
        title = " ".join(asked.title.split()) or DEFAULT_TITLE
        try:
            path = self._path(asked.path)
            if path.exists() and not over:
                self.asked = replace(asked, problem=f"{path} already exists.", file_exists=True)
                return ""
            path.parent.mkdir(parents=True, exist_ok=True)
            self._write(path, text(title, path))
        except (OSError, Unplayable) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            self.asked = replace(asked, problem=f"{asked.path}: {reason}" if reason else str(error), file_exists=False)
            return ""
        self.asked, self._file, self._title = None, path, asked.title
        return f"Saved: riotsim check {path}"

    def open(self) -> SandboxGame | None:
        """Open the file of the dialog and return its game.

        If that fails, show the reason in the dialog and return None.
        """
        asked = self.asked
        assert asked is not None, "a file is asked for"
        try:
            path = self._path(asked.path)
            game = self._read(path)
            game.normalised(game.initial_position())
        except Unplayable as reason:
            self.asked = replace(asked, problem=str(reason))
            return None
        self.asked, self._file, self._title = None, path, ""
        return game

    def _path(self, written: str) -> Path:
        """Return the full path for a typed path.

        A path without a suffix gets `.yaml`. A relative path begins in the sandbox's folder.

        Raises:
            Unplayable: The text is empty, names no file, or begins with the home folder of an unknown user.
        """
        path = expanded_path(written)
        if not path.name:
            raise Unplayable(f"{written.strip()} is a folder")
        path = path if path.suffix else path.with_name(path.name + SUFFIX)
        return path if path.is_absolute() else self._folder / path

    def _unused_path(self) -> Path:
        """Return the path for a new file in the sandbox's folder: `position-N.yaml` with the first free number."""
        number = 1
        while (path := self._folder / f"position-{number}{SUFFIX}").exists():
            number += 1
        return path
