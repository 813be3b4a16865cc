"""What a replay needs to know from a game: whose turn it is, and how its events are told."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Protocol, TypeVar

from riotsim.play.requests import BossId
from riotsim.table.pieces import PieceId

S_contra = TypeVar("S_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a game."""

    number: int
    """From 1; 0 is the set-up."""
    boss: BossId | None
    """Whose it is."""


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

    def stashes(self, state: S_contra) -> Mapping[BossId, int]:
        """Give what each boss has won so far, in a game in which they win something."""

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

    def stashes(self, state: object) -> Mapping[BossId, int]:
        """Nothing is known of what can be won."""
        return {}

    def sentence(self, event: object) -> str:
        """Say an event by its name and fields."""
        return plain_sentence(event)


def plain_sentence(event: object) -> str:
    """Say an event by its class's name and its fields: `TowerFalls(…)` is `tower falls: model a1, by Bea, dice 4`."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(event).__name__).lower()
    if not is_dataclass(event):
        return name
    said = [f"{field.name.replace('_', ' ')} {_plain(getattr(event, field.name))}" for field in fields(event)]
    return f"{name}: {', '.join(said)}" if said else name


def _plain(value: object) -> str:
    match value:
        case None:
            return "–"
        case float():
            return f"{value:.1f}"
        case tuple() | list():
            return " ".join(map(_plain, value)) or "–"
    return str(value)
