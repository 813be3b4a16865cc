"""The user's own rules file in the window: found while its path is typed, and checked as `riotsim rules check` does."""

from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

from riotsim.app.rules_files import check_rules_file
from riotsim.files.assets.meshes import ignore_progress

KINDS = (".yaml", ".yml")
"""Endings of the names of rules files."""

MOST = 200
"""Maximum number of matching files and folders that are looked at."""


def file_of(text: str) -> Path:
    """Return the path that a typed or pasted text means: `~` is the home folder, and a file:// address works too."""
    bare = text.strip().strip("\"'")
    path = Path(unquote(bare.removeprefix("file://")) if bare.startswith("file://") else bare)
    try:
        return path.expanduser()
    except RuntimeError:  # nobody of that name has a home here, or it isn't written to its end
        return path


def matches(text: str) -> tuple[str, ...]:
    """Return the rules files and folders whose paths begin with a typed text; folders last."""
    path = file_of(text)
    folder, begin = (path, "") if text.endswith("/") or not text.strip() else (path.parent, path.name)
    files, folders = [], []
    try:
        begins = (entry for entry in folder.iterdir() if entry.name.lower().startswith(begin.lower()))
        seen = sorted(entry for entry in begins if begin or not entry.name.startswith("."))
        for entry in seen[:MOST]:
            if entry.is_dir():
                folders.append(f"{entry}/")
            elif entry.suffix.lower() in KINDS:
                files.append(str(entry))
    except (OSError, ValueError):  # there is no such folder, or it is nobody's business
        return ()
    return tuple(files + folders)


def faults(path: Path) -> tuple[str, ...]:
    """Return the problems of a rules file, one line each. The file goes by its name alone, since its path was just
    typed.
    """
    problems, _ = check_rules_file(path, ignore_progress)
    return tuple(str(replace(one, file=path.name) if one.file == str(path) else one) for one in problems)
