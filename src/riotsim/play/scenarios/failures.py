"""Failures of a scenario: the path in its file, what was expected and what was found."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Failure:
    """One expectation of a scenario that does not hold."""

    path: str
    """The part of the file, such as `then.models.b1.tower`."""
    expected: str
    found: str

    def __str__(self) -> str:
        """Return one line: PATH: expected …, found …."""
        return f"{self.path}: expected {self.expected}, found {self.found}"


class ScenarioFailed(Exception):
    """The end of a scenario that can't go on, with its failure."""

    def __init__(self, path: str, expected: str, found: str) -> None:
        super().__init__(f"{path}: expected {expected}, found {found}")
        self.failure = Failure(path, expected, found)
