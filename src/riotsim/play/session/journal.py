"""The journal of a game: all answers, and all physical acts with their outcomes, in order."""

from dataclasses import dataclass
from typing import TypeAlias

from riotsim.errors import StorageError
from riotsim.play.requests import PlayerId
from riotsim.table.acts import Act, Settled


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to a request, or the answers to requests that several players got at the same time."""

    purpose: str
    answers: tuple[tuple[PlayerId, object], ...]
    stamp: float
    """Time of the answer, or of the last one of several answers (s). The times in a journal never decrease.

    In the window, time passes only while people see an open question.
    """


@dataclass(frozen=True, slots=True)
class Acted:
    """A physical act with its seed and its outcome."""

    act: Act
    seed: int
    settled: Settled | None
    """The outcome; None if the act is not performed yet, or has failed."""


Entry: TypeAlias = Answered | Acted


class ReplayDiverged(StorageError, RuntimeError):
    """The error raised when a journal does not fit the rules."""

    def __init__(self, index: int, expected: str, found: str) -> None:
        super().__init__(f"entry {index} of the journal: the rules ask for {expected}, the journal has {found}")
        self.index = index
        self.expected = expected
        self.found = found
