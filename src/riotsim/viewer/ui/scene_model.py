"""The data that panels draw over the scene: signs, gauges and initiatives of units, labels and the ruler."""

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
    """Side of the square that the sign fills (pixels)."""
    colour: str = "#ffffff"


@dataclass(frozen=True, slots=True)
class SceneUnit:
    """The gauges and the initiative of a unit, which are drawn over the unit's model."""

    at: tuple[float, float]
    """Middle of the lower edge of the unit's gauges: pixels from the window's upper left corner."""
    colour: str
    """Colour of the unit's owner (#rrggbb)."""
    gauges: tuple[Gauge, ...]
    initiative: Initiative | None = None
    piece: PieceId = ""
    """The unit's model."""


@dataclass(frozen=True, slots=True)
class SceneLabel:
    """A text that is drawn over a place in the scene."""

    at: tuple[float, float]
    """Middle of the text: pixels from the window's upper left corner."""
    text: str
    """The text. If it is empty, nothing is drawn. The label then only keeps other labels off the box `around`."""
    colour: str = "#ffffff"
    yields: bool = False
    """True for a name. A name is left out if no place for it is free."""
    around: tuple[float, float, float, float] | None = None
    """The box of the text's figure: left, upper, right and lower edge (pixels).

    None for a text that belongs to no figure. Such a text stands at `at`.
    """
    elsewhere: tuple[tuple[float, float], ...] = ()
    """Other places for the text, the best one first (pixels).

    They are used if the text would cover a figure, a name or a panel at `at`.
    """
    places: tuple[int, ...] = ()
    """The number of the place `at`, and then of each place in `elsewhere`. If empty, places are numbered from 0.

    A place is recognised in the next frame by its number. A number is left out if its place is out of sight.
    """
    matters: bool = False
    """True to place the name before other names, because the player should notice the figure."""
    pointed: bool = False
    """True to place the name before all other names, because the mouse is on the figure or on a line about it."""
    piece: PieceId = ""
    """The text's figure, or another piece that the text is about; empty for other texts."""


@dataclass(frozen=True, slots=True)
class Ruler:
    """A measured distance on the table, and the ends of the line that shows it on the screen."""

    begin: tuple[float, float]
    """Start of the ruler's line: pixels from the window's upper left corner."""
    end: tuple[float, float]
    mm: float
    about: str = ""
