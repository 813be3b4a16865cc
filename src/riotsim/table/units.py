"""Conversion of units. Lengths are in mm inside the program, and in inches or mm in rules files."""

import re
from typing import Final

INCH = 25.4
"""Millimetres in an inch."""

GRAVITY: Final = 9810.0
"""Acceleration of gravity, rounded from the standard 9806.65 (mm/s²)."""

TICKS_PER_SECOND: Final = 240
"""Ticks per second of simulated time. A tick is the longest time step of the physics engine."""

FRAMES_PER_SECOND: Final = 60
"""Usual number of frames for each simulated second of an act. An act is what a hand does, such as a roll."""

TICKS_PER_FRAME: Final = TICKS_PER_SECOND // FRAMES_PER_SECOND
"""Usual number of ticks from one frame of an act to the next."""

ACRYLIC_DENSITY: Final = 1.18e-3
"""Density of acrylic (g/mm³): a die of 16 mm weighs 4.8 g, one of 12 mm 2.0 g."""

MODEL_MASS: Final = 12.0
"""Mass of a 28 mm plastic figure with its base (g)."""

_SIGNIFICANT_DIGITS = 3
"""Significant digits of a number written by `format_short`."""

_LENGTH = re.compile(r"\s*(?P<number>[+-]?(?:\d+\.?\d*|\.\d+))\s*(?P<unit>in|mm)\s*")


def inches(value: float) -> float:
    """Convert inches to millimetres."""
    return value * INCH


def in_inches(millimetres: float) -> float:
    """Convert millimetres to inches."""
    return millimetres / INCH


def ticks_in_ms(ticks: int) -> float:
    """Convert a number of ticks (steps of simulated time) to milliseconds."""
    return ticks * 1000 / TICKS_PER_SECOND


def parse_length(text: str) -> float:
    """Convert a length with its unit, such as `24in` or `16mm`, to millimetres.

    Raises:
        ValueError: The text is not a number with the unit `in` or `mm`. The message is for the author of the text.
    """
    match = _LENGTH.fullmatch(text)
    if match is None:
        raise ValueError(f"a length needs a number and a unit, like 24in or 16mm, not {text!r}")
    number = float(match["number"])
    return inches(number) if match["unit"] == "in" else number


def format_short(value: float) -> str:
    """Format a number for a reader: 0.125, 1.5, 12,346, 1.23e-05 or 2.5e+06.

    A number from 1,000 up to a million is rounded to a whole number. Any other number is rounded to three significant
    digits.
    """
    if not 1.0 <= abs(value) < 1e6:
        return f"{value:.{_SIGNIFICANT_DIGITS}g}"
    places = max(0, _SIGNIFICANT_DIGITS - len(str(int(abs(value)))))
    text = f"{value:,.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
