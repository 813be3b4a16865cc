"""Problems of a file, described for the person who wrote it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from riotsim.errors import InvalidInput

FieldPath: TypeAlias = tuple[str | int, ...]
"""The path from the root of a file to one of its parts: keys and list indices."""

MAX_SHOWN_PROBLEMS: Final = 20
"""Number of problems of a file that are shown; whoever has mended these looks again."""

MAX_LINE_LENGTH: Final = 2000
"""Letters of a problem that are shown: a key may be as long as a file."""


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
        place = _shorten(self.file) if self.line is None else f"{_shorten(self.file)}:{self.line}"
        line = ": ".join(part for part in (place, _shorten(self.field), self.message) if part)
        # A key or a file name may hold a line break, or half a character that no terminal takes.
        line = line if len(line) <= MAX_LINE_LENGTH else f"{line[:MAX_LINE_LENGTH]} …"
        return "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)


def _shorten(name: str) -> str:
    """Return a name, cut where it takes so much of a line that the message would not be seen."""
    return name if len(name) <= MAX_LINE_LENGTH // 4 else f"{name[: MAX_LINE_LENGTH // 4]} …"


def problem_lines(problems: Sequence[Problem]) -> Iterator[str]:
    """Yield a line for each problem, of many for the first only, and then how many more there are."""
    yield from map(str, problems[:MAX_SHOWN_PROBLEMS])
    if (more := len(problems) - MAX_SHOWN_PROBLEMS) > 0:
        yield f"and {more:,} more problem{'' if more == 1 else 's'}"


class BadFile(InvalidInput):
    """A file that can't be used, with a list of all its problems."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        """One line for each problem that is shown: see `problem_lines`."""
        return "\n".join(problem_lines(self.problems))
