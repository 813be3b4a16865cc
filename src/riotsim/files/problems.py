"""Problems of a file, described for the person who wrote it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from riotsim.errors import InvalidInput

FieldPath: TypeAlias = tuple[str | int, ...]
"""A path from the root of a file to one of its values: keys, and indices in lists."""

MAX_SHOWN_PROBLEMS: Final = 20
"""Maximum number of problems of a file that are shown. When these are corrected, the next check shows further ones."""

MAX_LINE_LENGTH: Final = 2000
"""Maximum length of a problem's line (characters). Longer lines are cut. A message can quote a key, which may be very
long.
"""


def format_path(path: FieldPath) -> str:
    """Return a path in a file as text, such as `table.terrain[2].at`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem of a file: its place, the mistake, and the correction."""

    file: str
    """Name of the file."""
    message: str
    """The mistake and the correction, such as `must be at least 2, not 1`.

    Most messages form a sentence with the field before them, such as `tower.swig: must be at least 2, not 1`.
    """
    line: int | None = None
    """The line in the file, counted from 1; None if the problem belongs to no line."""
    field: str = ""
    """The path of the value as text, such as `weapons.pistol.range`; empty for the whole file."""

    def __str__(self) -> str:
        """Return one line of the form `FILE:LINE: field: message`."""
        place = _shorten(self.file) if self.line is None else f"{_shorten(self.file)}:{self.line}"
        line = ": ".join(part for part in (place, _shorten(self.field), self.message) if part)
        # A key or a file name may hold a line break, or half a character that no terminal takes.
        line = line if len(line) <= MAX_LINE_LENGTH else f"{line[:MAX_LINE_LENGTH]} …"
        return "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)


def _shorten(name: str) -> str:
    """Return the name of a file or field, cut to a quarter of `MAX_LINE_LENGTH` if it is longer.

    A problem is shown as one line: the names of the file and the field, and then the message. Short names leave room
    for the message.
    """
    return name if len(name) <= MAX_LINE_LENGTH // 4 else f"{name[: MAX_LINE_LENGTH // 4]} …"


def problem_lines(problems: Sequence[Problem]) -> Iterator[str]:
    """Yield lines for the first `MAX_SHOWN_PROBLEMS` problems, and a line with the number of further problems."""
    yield from map(str, problems[:MAX_SHOWN_PROBLEMS])
    if (more := len(problems) - MAX_SHOWN_PROBLEMS) > 0:
        yield f"and {more:,} more problem{'' if more == 1 else 's'}"


class BadFile(InvalidInput):
    """The error raised for a file that can't be used, with all its problems."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        """Return the lines of `problem_lines`, joined by line breaks."""
        return "\n".join(problem_lines(self.problems))
