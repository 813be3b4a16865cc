"""A rules file of one's own, for the window: found while its path is written, and looked over as `rules check` does."""

from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

from riotsim.app.rules_files import check_rules_file
from riotsim.files.assets.meshes import ignore_progress

KINDS = (".yaml", ".yml")
"""What rules files end in."""

MOST = 200
"""So many that begin as is written are looked at, and no more."""


def file_of(text: str) -> Path:
    """Give the file that somebody means who has written or pasted this: `~` is home; an address of a file will do."""
    bare = text.strip().strip("\"'")
    path = Path(unquote(bare.removeprefix("file://")) if bare.startswith("file://") else bare)
    try:
        return path.expanduser()
    except RuntimeError:  # nobody of that name has a home here, or it isn't written to its end
        return path


def matches(text: str) -> tuple[str, ...]:
    """Give the rules files and folders whose path begins with what is written, as it would go on; folders last."""
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
    """Say all that is wrong with a file, a line for each, by its name alone: where it lies has just been written."""
    problems, _ = check_rules_file(path, ignore_progress)
    return tuple(str(replace(one, file=path.name) if one.file == str(path) else one) for one in problems)
