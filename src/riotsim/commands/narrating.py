"""The lines of a game of Riot Dice, each with the pieces that it is about."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass

from riotsim.commands.telling import Commentator
from riotsim.table.pieces import PieceId

PIECES = ("model", "other", "token", "active", "passive", "hits", "die", "stopped_by")
"""The fields of events that name pieces ..."""

NO_PIECES = ("terrain", "nothing", "edge")
"""... and what may stand there instead."""


@dataclass(frozen=True, slots=True)
class Narrated:
    """A line."""

    markup: str
    """In rich markup, with its indent."""
    pieces: tuple[PieceId, ...]


class Narrator:
    """A commentator who knows what each line is about. It hears one event after the other, in the order of telling."""

    def __init__(self, commentator: Commentator) -> None:
        self._commentator = commentator
        self._about: dict[PieceId, None] = {}

    def tell(self, event: object) -> list[Narrated]:
        """Give the lines that are complete once this has happened too; one that may still grow is kept."""
        before = self._commentator.so_far
        done = self._taken(self._commentator.tell([event]))
        if done or self._commentator.so_far != before:
            self._about.update(dict.fromkeys(_pieces(event)))
        return done

    def rest(self) -> list[Narrated]:
        """Give the line that was kept, if there is one."""
        return self._taken(self._commentator.rest())

    @property
    def growing(self) -> Narrated | None:
        """The line that is kept, as it is now."""
        markup = self._commentator.so_far
        return Narrated(markup, tuple(self._about)) if markup else None

    def _taken(self, lines: Iterable[str]) -> list[Narrated]:
        taken = []
        for line in lines:
            taken.append(Narrated(line, tuple(self._about)))
            self._about = {}
        return taken


def _pieces(event: object) -> Iterator[PieceId]:
    """The pieces that an event names."""
    for field in fields(event) if is_dataclass(event) else ():
        if field.name in PIECES:
            name = getattr(event, field.name)
            if isinstance(name, str) and name not in NO_PIECES:
                yield name
