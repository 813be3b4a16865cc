"""Where a scenario does not hold: the path in its file, what was expected and what was found."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing in a scenario that is not so."""

    path: str
    """The part of the file, such as `then.models.b1.tower`."""
    expected: str
    found: str

    def __str__(self) -> str:
        """One line: PATH: expected …, found …."""
        return f"{self.path}: expected {self.expected}, found {self.found}"


class ScenarioFailed(Exception):
    """A scenario can't go on: from here on it does not hold."""

    def __init__(self, path: str, expected: str, found: str) -> None:
        super().__init__(f"{path}: expected {expected}, found {found}")
        self.failure = Failure(path, expected, found)
