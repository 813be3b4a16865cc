"""Companies: the armies, builds or characters that players bring to a game in files of their own."""

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
    """The content that company files of a game may have."""

    game: str
    """Name of the game, which company files have under the key `game`."""
    model: type[C]
    """The content of a file."""
    faults: Callable[[Mapping[str, object]], Iterator[Fault]] = _no_faults
    """Function that yields the errors which `model` can't see, such as those against the rules of the game. It gets the
    file's plain data, which may be invalid anywhere, and leaves the errors of single fields to the model.
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
    """Content of the file, which a stored game keeps."""
    content: C
    """The checked content."""
