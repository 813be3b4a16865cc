"""Companies: the armies, dice or characters that players bring to a game, each company in a file."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from riotsim.play.rulebook.sections import Fault

C = TypeVar("C", bound=BaseModel)


def _no_faults(data: Mapping[str, object]) -> Iterator[Fault]:
    """Yield nothing."""
    yield from ()


@dataclass(frozen=True, slots=True)
class CompanySchema(Generic[C]):
    """The content that a game allows in company files."""

    game: str
    """Name of the game, which must stand under the key `game` of company files."""
    model: type[C]
    """The pydantic model of a company file's content."""
    faults: Callable[[Mapping[str, object]], Iterator[Fault]] = _no_faults
    """Function that yields the errors that `model` can't find, such as breaches of the game's rules.

    It gets the file's plain data, which may be invalid.
    """
    label: str = "Company"
    """The game's word for a company, such as `Army`."""
    option: str = ""
    """Name of the seat option that a company replaces, such as a choice of armies; empty for none."""


@dataclass(frozen=True, slots=True)
class Company(Generic[C]):
    """A company that was read and checked."""

    name: str
    """Name of the file without its ending."""
    text: str
    """Content of the file, for stored games."""
    content: C
    """The checked content."""
