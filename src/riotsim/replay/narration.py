"""What a replay needs to know from a game: whose turn it is, and how its events are told."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from riotsim.play.narration import Turn
from riotsim.play.requests import PlayerId
from riotsim.play.scenarios.expected_events import plain_sentence
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table

S_contra = TypeVar("S_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Said:
    """A line in which something was told."""

    text: str
    """Plain text; one that begins with a space is a detail of the line before."""
    pieces: tuple[PieceId, ...] = ()
    """What it is about; some may have left the table since."""


class Telling(Protocol[S_contra]):
    """How a game tells what happened; one is made for each replay, because it may remember what it has told."""

    def turn(self, state: S_contra) -> Turn:
        """Give the turn that a state is in."""

    def tell(self, events: Iterable[object]) -> Iterable[Said]:
        """Give the lines that are complete once these events have happened; one that may still grow is kept."""

    def growing(self) -> Said | None:
        """Give the line that is kept, as it is now, if there is one."""

    def rest(self) -> Iterable[Said]:
        """Give the line that was kept, if there is one, at the end."""

    def scores(self, state: S_contra, table: Table) -> Mapping[PlayerId, int]:
        """Give what each boss has so far of what counts in the end."""

    def sentence(self, event: object) -> str:
        """Say one event, on one line."""


class PlainTelling:
    """Tells the events of any game by their names and fields, all as one turn."""

    def turn(self, state: object) -> Turn:
        """Give the one turn there is."""
        return Turn(0, None)

    def tell(self, events: Iterable[object]) -> Iterable[Said]:
        """Give a line for each event."""
        return [Said(plain_sentence(event)) for event in events]

    def growing(self) -> None:
        """Nothing is kept."""

    def rest(self) -> Iterable[Said]:
        """Nothing is kept."""
        return ()

    def scores(self, state: object, table: Table) -> Mapping[PlayerId, int]:
        """Nothing is known of what counts."""
        return {}

    def sentence(self, event: object) -> str:
        """Say an event by its name and fields."""
        return plain_sentence(event)
