"""The presentation of a game: its functions that put it into words and describe its pieces."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from riotsim.play.context import Checkpoint
from riotsim.play.displays import DataSheet, GameStatus, PieceMark, Roster, Row, ShownArea, ShownCheck
from riotsim.play.narration import EventFormatter, FinalScore, Offer, Reason, Turn
from riotsim.play.requests import PlayerId, Request, Unavailable
from riotsim.play.session.session import Session
from riotsim.table.pieces import Figure, Piece, PieceId
from riotsim.table.state import Table

R = TypeVar("R")
S = TypeVar("S")


def _no_offers(_rules: Any, _session: Session[Any], _request: Request[object]) -> tuple[Offer, ...]:
    return ()


def _none_unavailable(_rules: Any, _session: Session[Any], _request: Request[object]) -> tuple[Unavailable, ...]:
    return ()


def _no_incoming_pieces(
    _rules: Any, _figures: Mapping[str, Figure], _session: Session[Any], _request: Request[object]
) -> Mapping[PieceId, Piece]:
    return {}


def _no_notes(_rules: Any, _state: Any, _table: Table) -> Mapping[PieceId, Any]:
    return {}


def _no_rosters(_rules: Any, _state: Any, _table: Table) -> Mapping[PlayerId, Roster]:
    return {}


def _no_areas(_rules: Any, _state: Any, _table: Table) -> tuple[ShownArea, ...]:
    return ()


def _no_checks(_rules: Any, _state: Any, _table: Table) -> tuple[ShownCheck, ...]:
    return ()


def _no_model_owners(_state: Any) -> Mapping[PieceId, PlayerId]:
    return {}


def _nobody(_state: Any) -> frozenset[PlayerId]:
    return frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation(Generic[R, S]):
    """The presentation of a game with rulebooks `R` and states `S`.

    Fields with a default describe features that a game need not have.
    """

    turn: Callable[[S], Turn]
    """Function that takes a state and returns the current turn. If the game is over, the result has no meaning."""
    final_score: Callable[[S], FinalScore | None]
    """Function that takes a state and returns the final score, or None before the end of the game."""
    formatter: Callable[[R, Checkpoint[S]], EventFormatter[S]]
    """Function that takes a rulebook and a checkpoint, and makes the formatter of the events from the checkpoint on."""
    reason: Callable[[R, Session[S], Request[object]], Reason]
    """Function that returns the reason for a request, in words."""
    offers: Callable[[R, Session[S], Request[object]], tuple[Offer, ...]] = _no_offers
    """Function that returns answers to a request, each with its effect.

    It returns none if a player answers the request by a gesture, such as a throw.
    """
    unavailable: Callable[[R, Session[S], Request[object]], tuple[Unavailable, ...]] = _none_unavailable
    """Function that returns the answers that a player can't give now, each with the reason. Windows show them in grey.
    """
    incoming_pieces: Callable[[R, Mapping[str, Figure], Session[S], Request[object]], Mapping[PieceId, Piece]] = (
        _no_incoming_pieces
    )
    """Function that returns the pieces of a request that are not on the table yet, by name."""
    scores: Callable[[S, Table], Mapping[PlayerId, int]]
    """Function that takes a state and a table, and returns the current score of each player."""
    rows: Callable[[R, S, Table], Iterable[Row]] | None = None
    """Function that takes a rulebook, a state and a table, and returns the rows of the standings in replays.

    None if the standings in replays consist only of the scores and the heights of towers.
    """
    status: Callable[[R, Session[S], float], GameStatus]
    """Function that takes a rulebook, a session and a time, and returns the standings at that time.

    The time is measured in seconds, as `Answered.stamp` is.
    """
    marks: Callable[[R, S, Table], Mapping[PieceId, tuple[PieceMark, ...]]] = _no_notes
    """Function that takes a rulebook, a state and a table, and returns the marks of pieces."""
    sheets: Callable[[R, S, Table], Mapping[PieceId, DataSheet]] = _no_notes
    """Function that takes a rulebook, a state and a table, and returns the data sheets of pieces."""
    areas: Callable[[R, S, Table], tuple[ShownArea, ...]] = _no_areas
    """Function that takes a rulebook, a state and a table, and returns the areas of the table that have a meaning."""
    rosters: Callable[[R, S, Table], Mapping[PlayerId, Roster]] = _no_rosters
    """Function that takes a rulebook, a state and a table, and returns each player's company as it is now."""
    checks: Callable[[R, S, Table], tuple[ShownCheck, ...]] = _no_checks
    """Function that takes a rulebook, a state and a table, and returns the checks to show, in order of time.

    These are the checks with dice on the table or in the next throw, and the checks that led to them.
    """
    model_owners: Callable[[S], Mapping[PieceId, PlayerId]] = _no_model_owners
    """Function that takes the state at the beginning of the game and returns the owner of each model."""
    at_back: Callable[[S], frozenset[PlayerId]] = _nobody
    """Function that takes the game's first state, and returns the players who sit at the back edge of the table.

    All others sit at the front edge.
    """
