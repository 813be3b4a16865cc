"""The journal of a game: every answer and every outcome of a physical act, in order."""

from dataclasses import dataclass
from typing import TypeAlias

from riotsim.errors import StorageError
from riotsim.play.requests import PlayerId
from riotsim.table.acts import Act, Settled


@dataclass(frozen=True, slots=True)
class Answered:
    """Decisions that were taken together: one, or one of each player in a joint request."""

    purpose: str
    answers: tuple[tuple[PlayerId, object], ...]
    stamp: float
    """Time of the last answer (seconds of play). The rules have no other clock."""


@dataclass(frozen=True, slots=True)
class Acted:
    """A physical act with its seed and its outcome."""

    act: Act
    seed: int
    settled: Settled | None
    """The outcome; None until the act has been performed, because act and seed are recorded first."""


Entry: TypeAlias = Answered | Acted


class ReplayDiverged(StorageError, RuntimeError):
    """A journal that does not fit the rules."""

    def __init__(self, index: int, expected: str, found: str) -> None:
        super().__init__(f"entry {index} of the journal: the rules ask for {expected}, the journal has {found}")
        self.index = index
        self.expected = expected
        self.found = found
