"""The companies of players, such as armies, dice or characters. Each company is in its own file."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from riotsim.play.rulebook.sections import Fault

C = TypeVar("C", bound=BaseModel)


def _no_faults(data: Mapping[str, object]) -> Iterator[Fault]:
    """Yield no errors. `CompanySchema.faults` is this function by default."""
    yield from ()


@dataclass(frozen=True, slots=True)
class CompanySchema(Generic[C]):
    """The content that a game allows in company files."""

    game: str
    """Name of the game. In a company file, the key `game` must have this value."""
    model: type[C]
    """The pydantic model of a company file's content."""
    faults: Callable[[Mapping[str, object]], Iterator[Fault]] = _no_faults
    """Function that yields the errors that `model` can't find, such as breaches of the game's rules.

    Its argument is the content of the file as plain data, which may be invalid.
    """
    label: str = "Company"
    """The game's word for a company, such as `Army`."""
    option: str = ""
    """Name of the seat option that a company replaces, such as a choice of armies; empty if it replaces none."""


@dataclass(frozen=True, slots=True)
class Company(Generic[C]):
    """A company that was read and checked."""

    name: str
    """Name of the company's file without its ending `.yaml`."""
    text: str
    """Content of the file, for stored games."""
    content: C
    """The checked content."""
