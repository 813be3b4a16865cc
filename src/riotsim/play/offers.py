"""What an answer to a request would do, as far as it can be told before anybody commits to it.

Measuring is free (RD-06).
A game makes offers out of a request and what stands on the table. They are for people who choose by looking: a window
draws the path of each and lights up what it will touch. Rules and bots don't need them.
"""

from dataclasses import dataclass

from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point


@dataclass(frozen=True, slots=True)
class Offer:
    """One answer, and what it means on the table."""

    answer: object
    """What the request accepts."""
    text: str
    """What it is, in the game's words; short enough for a button."""
    piece: PieceId | None = None
    """The piece that stands for it, to click on; None if nothing on the table does."""
    path: tuple[Point, ...] = ()
    """Where something will go: a model's middle, or a bullet (mm). Empty if nothing moves."""
    width: float = 0.0
    """What it covers across its path (mm); 0 for a line."""
    touches: tuple[PieceId, ...] = ()
    """What it will meet."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a model reaches as it stands, to be drawn as a circle about it."""

    text: str
    """What reaches so far, and how far, in the game's words; empty where the circle says it alone."""
    mm: float
    """From the edge of its base."""
