"""Problems of a file, described for the person who wrote it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from riotsim.errors import InvalidInput

FieldPath: TypeAlias = tuple[str | int, ...]
"""The path from the root of a file to one of its parts: keys and list indices."""


def format_path(path: FieldPath) -> str:
    """Return a path as text, such as `table.terrain[2].at`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: its place, and what would be right."""

    file: str
    message: str
    line: int | None = None
    """The line in the file, from 1; None if the problem has no line."""
    field: str = ""
    """The dotted key, such as `weapons.pistol.range`; empty for the whole file."""

    def __str__(self) -> str:
        """One line: FILE:LINE: field: message."""
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        line = ": ".join(part for part in (place, self.field, self.message) if part)
        # A key or a file name may hold a line break, or half a character that no terminal takes.
        return "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)


class BadFile(InvalidInput):
    """A file that can't be used, with a list of all its problems."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        """One line for each problem."""
        return "\n".join(str(problem) for problem in self.problems)
