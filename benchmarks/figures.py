"""The figures of a measurement, with their goals, or the reason why one is missing."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

FAILED: Final = "it failed"
"""So begins the reason why a figure is missing, where something is wrong, and not only absent here."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that was measured."""

    key: str
    """Its name in bench.json."""
    what: str
    """Description for the table."""
    value: float | None
    unit: str = ""
    goal: str = ""
    """Goal, as in the table."""
    note: str = ""
    """Remark on this run."""
    missing: str = ""
    """Why there is no value."""
    rows: tuple[Mapping[str, str], ...] = ()
    """A table of its own: what each line has under each head."""


class Otherwise(AssertionError):
    """Two things that have to be the same are not, so comparing their times would mean nothing."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The extent of a run."""

    quick: bool = False
    """A few rounds of each, to see that all works: the figures are rough then."""
    games: int | None = None
    """Whole games, unless it is the usual number."""

    def of(self, usual: int, quick: int) -> int:
        """Return the number of rounds."""
        return quick if self.quick else usual


Say: TypeAlias = Callable[[str], None]
"""Tells a person what is going on."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """One measurement: what it is called, and how it is made."""

    name: str
    what: str
    keys: tuple[str, ...]
    """Figures that every run has to give, if only with a reason why they are missing."""
    measure: Callable[[Effort, Say], Iterator[Figure]]
    more: tuple[str, ...] = ()
    """Further figures that it gives; of them too a run says why they are missing."""

    @property
    def all_keys(self) -> tuple[str, ...]:
        """All figures that it gives."""
        return (*self.keys, *self.more)
