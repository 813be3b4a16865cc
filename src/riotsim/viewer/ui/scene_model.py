"""The data that panels draw over the scene: signs, numbers of units, labels and the ruler."""

from dataclasses import dataclass

from riotsim.play.displays import Gauge, Initiative
from riotsim.table.dice.signs import Sign
from riotsim.table.pieces import PieceId


@dataclass(frozen=True, slots=True)
class SceneSign:
    """A sign that is drawn over a place in the scene."""

    at: tuple[float, float]
    """Middle of the sign: pixels from the window's upper left corner."""
    sign: Sign
    side: float
    """Side of its square (pixels)."""
    colour: str = "#ffffff"


@dataclass(frozen=True, slots=True)
class SceneUnit:
    """The numbers of a unit that are drawn over its model."""

    at: tuple[float, float]
    """Middle of the lower edge of its gauges: pixels from the window's upper left corner."""
    colour: str
    """Colour of its owner (#rrggbb)."""
    gauges: tuple[Gauge, ...]
    initiative: Initiative | None = None
    piece: PieceId = ""
    """The model."""


@dataclass(frozen=True, slots=True)
class SceneLabel:
    """A text that is drawn over a place in the scene."""

    at: tuple[float, float]
    """Middle of the text: pixels from the window's upper left corner."""
    text: str
    """The text. If it is empty, nothing is drawn: the label only keeps other labels off the box `around` a piece."""
    colour: str = "#ffffff"
    yields: bool = False
    """True for a name. A name is left out if no place for it is free."""
    around: tuple[float, float, float, float] | None = None
    """The box of the figure beside which the text stands: left, upper, right and lower edge (pixels). None for `at`."""
    elsewhere: tuple[tuple[float, float], ...] = ()
    """Alternatives to `at`, in order of preference, for a text that would cover a figure, a name or a panel (pixels).
    """
    places: tuple[int, ...] = ()
    """The number of the place `at`, and then of each place in `elsewhere`. Empty to number them from 0.

    By its number, a place is recognised in the next frame. Numbers may have gaps, for places that are out of sight.
    """
    matters: bool = False
    """True to place the name before other names, because the player should notice the figure."""
    pointed: bool = False
    """True to place the name before all other names, because the mouse is on the figure or on a line about it."""
    piece: PieceId = ""
    """The figure that the text names, or the piece that the text is about; empty for other texts."""


@dataclass(frozen=True, slots=True)
class Ruler:
    """A measured distance on the table, and the ends of its line on the screen."""

    begin: tuple[float, float]
    """Start of the ruler: pixels from the window's upper left corner."""
    end: tuple[float, float]
    mm: float
    about: str = ""
