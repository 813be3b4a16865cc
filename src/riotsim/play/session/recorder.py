"""The record of a game for measurements, and the recorder of its answers, acts and events."""

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
    """A decision of a player."""

    player: PlayerId
    purpose: str
    option_count: int | None
    """Number of answers to choose from; None if they can't be counted, as for the aim of a throw."""


@dataclass(frozen=True, slots=True)
class ScoreSnapshot:
    """The scores of all players at a moment of the game."""

    turn: int
    scores: Mapping[PlayerId, int]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The record of a whole game, for measurements."""

    seats: tuple[PlayerId, ...]
    """The players in turn order."""
    history: tuple[object, ...]
    """Answers (`Answered`), acts with their outcomes (`Acted`) and the game's events, in order."""
    decisions: tuple[Decision, ...]
    score_snapshots: tuple[ScoreSnapshot, ...]
    """The scores after the first answer, and after each change of the scores or the turn. The last item has the final
    scores.
    """
    winners: tuple[PlayerId, ...]
    """The winners; empty if nobody has won."""
    unfinished: bool
    owners: Mapping[PieceId, PlayerId]
    """The owner of each model."""
    state: Any
    """The game's own state at the end."""
    turns: int
    """Number of turns that were played. In games that are played in rounds, number of rounds."""


@dataclass(slots=True)
class Measures:
    """The measurements of one game."""

    figures: dict[str, float] = field(default_factory=dict)
    """The measured values by name, such as `turns`. No value is negative. Values that can't be measured are missing."""
    tallies: dict[str, Counter[str]] = field(default_factory=dict)
    """Tallies by name, such as `{'fights': {'thump against pinch': 2}}`. A tally says how often each thing happened."""

    def count(self, tally: str, what: str, times: int = 1) -> None:
        """Add a number to one of the counts of a tally. A missing tally or count begins at 0.

        Args:
            tally: Name of the tally, such as `fights`.
            what: The counted thing, such as `thump against pinch`.
            times: The number to add.
        """
        self.tallies.setdefault(tally, Counter())[what] += times


class GameRecorder:
    """A session listener that collects journal entries and events in order."""

    def __init__(self, session: Session[Any]) -> None:
        self.history: list[object] = []
        self._session = session
        self._seen = 0
        session.set_listener(self)

    def entry_added(self, _number: int, entry: Entry, play: Play[Any], _turn: Checkpoint[Any]) -> None:
        """Record the new events, and then the entry. An act that has no outcome yet is not recorded."""
        self._catch_up(play.events)
        if isinstance(entry, Answered) or entry.settled is not None:
            self.history.append(entry)

    def entries_undone(self, _entries: int, _events: int, _turn: Checkpoint[Any]) -> None:
        """Raise an error, because after an undo the record would be wrong.

        Raises:
            RuntimeError: Always.
        """
        raise RuntimeError("a game recorder records games in which nothing is undone")

    def redo_discarded(self) -> None:
        """Do nothing, because no answer of a recorded game is ever undone."""

    def game_ended(self) -> None:
        """Record the events since the last journal entry."""
        self._catch_up(self._session.events)

    def _catch_up(self, events: list[object]) -> None:
        self.history += events[self._seen :]
        self._seen = len(events)


def count_options(request: Request[object]) -> int | None:
    """Return the number of choices that a request offers, or None if requests of this class don't list choices."""
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
