"""Parameters of a search: options of the rules, each with its possible values."""

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

Value: TypeAlias = int | float | str

_NUMBER: Final = re.compile(r"(-?\d+(?:\.\d+)?)([a-zA-Z]*\d?)")

DECIMALS: Final = 4
"""Number of decimals of the values of a range."""

MIN_RANGE_WIDTH: Final = 10.0 ** (1 - DECIMALS)
"""Minimum distance between the ends of a range, in the range's unit.

With this minimum, a range of numbers with `DECIMALS` decimals has at least 11 values.
"""


@dataclass(frozen=True, slots=True)
class Parameter:
    """An option of the rules with its possible values: choices, or a range of numbers."""

    option: str
    """The option's dotted key, such as `tower.swig`."""
    choices: tuple[str, ...] = ()
    """The choices. They are empty if the option has a range, which `low`, `high` and `unit` describe."""
    low: float = 0.0
    high: float = 0.0
    unit: str = ""
    whole: bool = False
    """True if the range has whole numbers only, because both ends are written as whole numbers without a unit."""

    def value_at(self, share: float) -> str:
        """Return the value at a position within the range or among the choices, as text for the option, such as `3in`.

        Args:
            share: The position, from 0 to 1.
        """
        if self.choices:
            return self.choices[min(int(share * len(self.choices)), len(self.choices) - 1)]
        return self.format(self.low + share * (self.high - self.low))

    @property
    def value_count(self) -> int:
        """The number of different values. Values of a range are whole numbers, or have `DECIMALS` decimals."""
        return len(self.choices) or round(self.high * self._scale) - round(self.low * self._scale) + 1

    def value_by_index(self, number: int) -> str:
        """Return the value with an index from 0 to `value_count` − 1, as text for the option."""
        if self.choices:
            return self.choices[number]
        return self.format((round(self.low * self._scale) + number) / self._scale)

    @property
    def _scale(self) -> int:
        return 1 if self.whole else 10**DECIMALS

    def share(self, value: str) -> float:
        """Return the position of a value within the range or among the choices, from 0 to 1.

        The value is given as text. Choices are evenly spaced.
        """
        if self.choices:
            return self.choices.index(value) / (len(self.choices) - 1)
        return (float(self.parse(value)) - self.low) / (self.high - self.low)

    def parse(self, value: str) -> Value:
        """Parse a value that was written as text.

        If the parameter has choices, return the text. If it has a range, return the number without its unit.
        """
        if self.choices:
            return value
        number = float(value.removesuffix(self.unit))
        return round(number) if self.whole else number

    def format(self, number: float) -> str:
        """Return a number from the range as text for the option: rounded, and followed by the range's unit."""
        plain = str(round(number)) if self.whole else str(round(number, DECIMALS)).removesuffix(".0")
        return f"{plain}{self.unit}"


def parse_parameter(text: str) -> Parameter:
    """Parse a parameter, such as `fight.shove=2in..4in`, `tower.swig=1..3` or `scoot.order=any|ascending`.

    Raises:
        ValueError: The text is malformed, a choice is given twice, or the ends of the range have different units, the
            wrong order or too small a distance.
    """
    option, equals, said = (part.strip() for part in text.partition("="))
    if not (option and equals and said):
        raise ValueError(f"a knob is written like tower.swig=1..3 or scoot.order=any|ascending, not {text!r}")
    if "|" in said:
        choices = tuple(part.strip() for part in said.split("|"))
        if not all(choices) or len(set(choices)) < len(choices):
            raise ValueError(f"{option} has an empty choice, or one twice: {said!r}")
        return Parameter(option, choices)
    ends = [_NUMBER.fullmatch(part.strip()) for part in said.split("..")]
    if len(ends) != 2 or None in ends:
        raise ValueError(f"{option} needs two ends (1..3, 2in..4in) or choices (any|ascending), not {said!r}")
    (low, unit), (high, other) = (end.groups() for end in ends if end is not None)
    if unit and other and unit != other:
        raise ValueError(f"{option} is given in {unit} and in {other}")
    if float(low) >= float(high):
        raise ValueError(f"{option} goes from a smaller to a larger number, not from {low} to {high}")
    if float(high) - float(low) < MIN_RANGE_WIDTH:
        raise ValueError(f"{option} has ends that are nearer than {MIN_RANGE_WIDTH:g} to each other: {said!r}")
    whole = "." not in low + high and not (unit or other)
    return Parameter(option, (), float(low), float(high), other or unit, whole)
