"""How a game went, for whoever counts: its decisions, its acts and its events in the order in which they came."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from riotsim.play.context import Checkpoint, Play
from riotsim.play.requests import Choose, PickPiece, PickWay, PlayerId, Request, SetPace
from riotsim.play.session.journal import Answered, Entry
from riotsim.play.session.session import Session
from riotsim.table.pieces import PieceId


@dataclass(frozen=True, slots=True)
class Decision:
    """What a boss was asked."""

    player: PlayerId
    purpose: str
    options: int | None
    """How many there were to choose from; None for what a hand does, of which there is no end."""


@dataclass(frozen=True, slots=True)
class ScoreSnapshot:
    """How the game stood after some turn."""

    turn: int
    scores: Mapping[PlayerId, int]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game from its first question to its end."""

    seats: tuple[PlayerId, ...]
    """In turn order."""
    happened: tuple[object, ...]
    """Answers (`Answered`), acts with their outcomes (`Acted`) and the game's events, in order."""
    decisions: tuple[Decision, ...]
    standings: tuple[ScoreSnapshot, ...]
    """Wherever the scores or the turn have changed, the last at the end."""
    winners: tuple[PlayerId, ...]
    """None in an unfinished game."""
    unfinished: bool
    whose: Mapping[PieceId, PlayerId]
    """Whose the models are."""
    state: Any
    """The game's own, at the end."""


@dataclass(slots=True)
class Measures:
    """What was measured of a game."""

    figures: dict[str, float] = field(default_factory=dict)
    """One number a game, 0 or more, such as `turns`. What a game has none of it leaves out."""
    tallies: dict[str, Counter[str]] = field(default_factory=dict)
    """What happened how often, such as `fights`: `{"thump against pinch": 2}`."""

    def count(self, tally: str, what: str, times: int = 1) -> None:
        """Count something."""
        self.tallies.setdefault(tally, Counter())[what] += times


class GameRecorder:
    """Watches a session, and remembers how it went."""

    def __init__(self, session: Session[Any]) -> None:
        self.happened: list[object] = []
        self._session = session
        self._told = 0
        session.watch(self)

    def noted(self, _number: int, entry: Entry, play: Play[Any], _turn: Checkpoint[Any]) -> None:
        """Remember an answer, or an act once it has been performed, behind the events before it."""
        self._catch_up(play.events)
        if isinstance(entry, Answered) or entry.settled is not None:
            self.happened.append(entry)

    def undone(self, _entries: int, _events: int, _turn: Checkpoint[Any]) -> None:
        """Bots take nothing back. Raises `RuntimeError`."""
        raise RuntimeError("an onlooker watches games in which nothing is taken back")

    def forgotten(self) -> None:
        """Nothing has been taken back, so nothing is forgotten."""

    def ended(self) -> None:
        """Remember the events after the last entry."""
        self._catch_up(self._session.events)

    def _catch_up(self, events: list[object]) -> None:
        self.happened += events[self._told :]
        self._told = len(events)


def options_of(request: Request[object]) -> int | None:
    """Give how many answers a request leaves to choose from; None if there is no counting them."""
    match request:
        case Choose(options=options):
            return len(options)
        case PickPiece(pieces=pieces):
            return len(pieces)
        case PickWay(ways=ways, may_discard=may_discard):
            return len(ways) * (2 if may_discard else 1)
        case SetPace(paces=paces):
            return len(paces)
    return None
