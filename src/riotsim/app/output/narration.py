"""The lines of a game, each with the pieces that it is about."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from riotsim.play.narration import EventFormatter
from riotsim.table.pieces import PieceId


@dataclass(frozen=True, slots=True)
class Narrated:
    """A line."""

    markup: str
    """In rich markup, with its indent."""
    pieces: tuple[PieceId, ...]


class Narrator:
    """A teller who knows what each line is about. It hears one event after the other, in the order of telling."""

    def __init__(self, teller: EventFormatter[Any]) -> None:
        self.teller = teller
        self._about: dict[PieceId, None] = {}

    def tell(self, event: object) -> list[Narrated]:
        """Give the lines that are complete once this has happened too; one that may still grow is kept."""
        before = self.teller.so_far
        done = self._taken(self.teller.tell([event]))
        if done or self.teller.so_far != before:
            self._about.update(dict.fromkeys(self.teller.about(event)))
        return done

    def rest(self) -> list[Narrated]:
        """Give the line that was kept, if there is one."""
        return self._taken(self.teller.rest())

    @property
    def growing(self) -> Narrated | None:
        """The line that is kept, as it is now."""
        markup = self.teller.so_far
        return Narrated(markup, tuple(self._about)) if markup else None

    def _taken(self, lines: Iterable[str]) -> list[Narrated]:
        taken = []
        for line in lines:
            taken.append(Narrated(line, tuple(self._about)))
            self._about = {}
        return taken
