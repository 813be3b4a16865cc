"""What a replay needs to know from a game: whose turn it is, and how its events are told."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from riotsim.play.happenings import plain_sentence
from riotsim.play.telling import Turn

S_contra = TypeVar("S_contra", contravariant=True)


class Telling(Protocol[S_contra]):
    """How a game tells what happened; one is made for each replay, because it may remember what it has told."""

    def turn(self, state: S_contra) -> Turn:
        """Give the turn that a state is in."""

    def tell(self, events: Iterable[object]) -> Iterable[str]:
        """Give the lines that are complete once these events have happened; one that may still grow is kept."""

    def growing(self) -> str:
        """Give the line that is kept, as it is now; empty if there is none."""

    def rest(self) -> Iterable[str]:
        """Give the line that was kept, if there is one, at the end."""

    def sentence(self, event: object) -> str:
        """Say one event, on one line."""


class PlainTelling:
    """Tells the events of any game by their names and fields, all as one turn."""

    def turn(self, state: object) -> Turn:
        """Give the one turn there is."""
        return Turn(0, None)

    def tell(self, events: Iterable[object]) -> Iterable[str]:
        """Give a line for each event."""
        return [plain_sentence(event) for event in events]

    def growing(self) -> str:
        """Nothing is kept."""
        return ""

    def rest(self) -> Iterable[str]:
        """Nothing is kept."""
        return ()

    def sentence(self, event: object) -> str:
        """Say an event by its name and fields."""
        return plain_sentence(event)
