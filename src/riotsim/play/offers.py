"""The effect of each answer to a request, as far as it is known beforehand. Measuring is free (RD-06).

A game makes offers from a request and the table, for people who choose by looking: a window draws the path of each and
highlights what it would touch. Rules and bots don't need them.
"""

from dataclasses import dataclass

from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point


@dataclass(frozen=True, slots=True)
class Offer:
    """One answer and its effect on the table."""

    answer: object
    """The answer."""
    text: str
    """A description in the game's words, short enough for a button."""
    piece: PieceId | None = None
    """The piece to click on for it; None if there is none."""
    path: tuple[Point, ...] = ()
    """The path of what would move: a model's centre, or a bullet (mm). Empty if nothing moves."""
    width: float = 0.0
    """The width of the path (mm); 0 for a line."""
    touches: tuple[PieceId, ...] = ()
    """The pieces it would touch."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The reach of a model as it stands, to be drawn as a circle around it."""

    text: str
    """A description in the game's words; empty where the circle is enough."""
    mm: float
    """Distance from the edge of its base (mm)."""
