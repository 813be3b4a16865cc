"""Values in rules files: lengths, angles and speeds with their units, dice, and plain numbers.

Each kind of value is a type for a pydantic field. A rulebook that is written as JSON uses the notation of rules files.

- A value with a unit is a text such as `24in` in a file, and a float in the table's units (mm, rad, s) in the program.
- Dice are a text such as `2d6` in a file, and a tuple of kinds of dice in the program.
"""

import math
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Annotated, TypeAlias

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler, Strict
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from riotsim.play.rulebook.sections import current_section
from riotsim.table.dice.dice_set import KIND_NAME_PATTERN, parse_dice, write_dice
from riotsim.table.dice.kinds import KINDS
from riotsim.table.units import INCH, parse_length

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)"


_DECIMALS = 6
"""Number of decimals of a value in a short text: 152.39999999999998 mm become 6 in."""


def _format_plain(number: float) -> str:
    """Return a number as text without an exponent, and without `.0` at the end."""
    return f"{Decimal(repr(number)):f}".removesuffix(".0")


@dataclass(frozen=True)
class Quantity:
    """A kind of quantity, such as a length: its notation in files and its bounds.

    It is put beside `float` in the type of a field, as in `Annotated[float, LENGTH]`.
    """

    what: str
    """The name of the quantity with its article, such as `a length`, for messages."""
    examples: str
    units: tuple[tuple[str, float], ...]
    """Each unit with its size in the table's units (mm, rad, s). The first unit is the table's own."""
    read_text: Callable[[str], float] | None = None
    """A function that parses a text, and raises `ValueError` if it can't; None for the general parser."""
    least: float = 0.0
    above: bool = False
    """True if a value must be greater than `least`; False if `least` itself is allowed."""
    most: float = math.inf
    word: str = ""
    """The word that stands for None in a file; empty if None is not allowed."""

    def between(self, least: float, most: float) -> "Quantity":
        """Return the same quantity with other bounds. Both bounds are allowed values.

        Args:
            least: The lower bound, in the unit of the program (`unit`), such as mm.
            most: The upper bound, in the same unit.
        """
        return replace(self, least=least, most=most, above=False)

    @property
    def unit(self) -> str:
        """The unit of the value in the program, such as `mm` or `rad`."""
        return self.units[0][0]

    def read(self, value: object) -> float | None:
        """Return the value of a text in a file, in the unit of the program (`unit`); None if the text is `word`.

        Raises:
            ValueError: The text isn't a quantity of this kind, or is out of bounds. The message is for the file's
                author.
        """
        if self.word and value == self.word:
            return None
        number = self._number(value)
        if number < self.least or (self.above and number == self.least) or number > self.most or math.isinf(number):
            raise ValueError(f"{self.what} must be {self._bounds()} here, not {value!s:.40}")
        return number

    def write(self, value: float | None) -> str:
        """Return the shortest text for a value, in any unit. The text for None is `word`.

        `read` turns the text back into exactly the same value.
        """
        if value is None:
            return self.word
        exact = f"{_format_plain(value)}{self.unit}"
        others = (f"{_format_plain(round(value / factor, _DECIMALS))}{unit}" for unit, factor in self.units)
        return min((exact, *(text for text in others if self._number(text) == value)), key=len)

    def _number(self, value: object) -> float:
        if isinstance(value, str):
            if self.read_text is not None:
                return self.read_text(value)
            match = re.fullmatch(rf"\s*({_NUMBER})\s*({self._any_unit()})\s*", value)
            if match is not None:
                return float(match[1]) * dict(self.units)[match[2]]
        or_word = f", or the word {self.word}" if self.word else ""
        raise ValueError(f"{self.what} needs a number and a unit, like {self.examples}{or_word}, not {value!r}")

    def _bounds(self) -> str:
        low = f"more than {self.least:g}{self.unit}" if self.above else f"at least {self.least:g}{self.unit}"
        return low if math.isinf(self.most) else f"{self.least:g} to {self.most:g}{self.unit}"

    def _any_unit(self) -> str:
        return "|".join(re.escape(unit) for unit, _ in self.units)

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            self.read, serialization=core_schema.plain_serializer_function_ser_schema(self.write, when_used="json")
        )

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        text: JsonSchemaValue = {"type": "string", "pattern": rf"^\s*{_NUMBER}\s*({self._any_unit()})\s*$"}
        return {"anyOf": [text, {"const": self.word}]} if self.word else text


@dataclass(frozen=True)
class DiceNotation:
    """The form of a field that is dice notation such as `2d6+1d8` in a file, and a tuple in the program.

    The tuple has the kind of each die. The form is put beside the type `tuple[str, ...]` of the field (`Annotated`).
    """

    def read(self, value: object) -> tuple[str, ...]:
        """Return the kinds of the dice in a notation, one for each die.

        Raises:
            ValueError: The value isn't dice notation, or names an unknown kind. The message is for the file's author.
        """
        if not isinstance(value, str):
            raise ValueError(f"dice are written like 3d6 or 2d6+1d8, not {value!r}")
        return parse_dice(value, (*KINDS, *map(str, current_section("dice", "kinds"))))

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            self.read, serialization=core_schema.plain_serializer_function_ser_schema(write_dice, when_used="json")
        )

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string", "pattern": rf"^\s*\d*\s*{KIND_NAME_PATTERN}\s*(\+\s*\d*\s*{KIND_NAME_PATTERN}\s*)*$"}


@dataclass(frozen=True)
class NumberOrWord:
    """The form of a field that is a number above 0 or the word `word` in a file, and a float or None in the program.

    The form is put beside the type `float | None` of the field (`Annotated`).
    """

    what: str
    word: str
    most: float = sys.float_info.max

    def read(self, value: object) -> float | None:
        """Return the value if it is a number, or None if it is `word`.

        Raises:
            ValueError: The value is neither `word` nor a number above 0 and up to `most`. The message is for the file's
                author.
        """
        if value == self.word:
            return None
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= self.most:
            return float(value)
        up_to = "" if self.most == sys.float_info.max else f" and at most {self.most:g}"
        raise ValueError(f"{self.what} is a number above 0{up_to}, or the word {self.word}, not {value!r}")

    def write(self, value: float | None) -> float | str:
        """Return the value if it is a number, or `word` if it is None."""
        return self.word if value is None else value

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            self.read, serialization=core_schema.plain_serializer_function_ser_schema(self.write, when_used="json")
        )

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"anyOf": [{"type": "number", "exclusiveMinimum": 0}, {"const": self.word}]}


@dataclass(frozen=True)
class CountOrWord:
    """The form of a field that is a whole number or the word `word` in a file, and an int or None in the program.

    The form is put beside the type `int | None` of the field (`Annotated`). The least number is 0.
    """

    what: str
    word: str
    most: int

    def read(self, value: object) -> int | None:
        """Return the value if it is a number, or None if it is `word`.

        Raises:
            ValueError: The value is neither `word` nor a whole number from 0 to `most`. The message is for the file's
                author.
        """
        if value == self.word:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= self.most:
            return value
        raise ValueError(f"{self.what} is 0 to {self.most}, or the word {self.word}, not {value!r}")

    def write(self, value: int | None) -> int | str:
        """Return the value if it is a number, or `word` if it is None."""
        return self.word if value is None else value

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            self.read, serialization=core_schema.plain_serializer_function_ser_schema(self.write, when_used="json")
        )

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"anyOf": [{"type": "integer", "minimum": 0, "maximum": self.most}, {"const": self.word}]}


_LENGTHS = (("mm", 1.0), ("in", INCH))
_ANGLES = (("rad", 1.0), ("deg", math.pi / 180))

LENGTH = Quantity("a length", "24in or 16mm", _LENGTHS, parse_length)
SPREAD = Quantity("a spread of angles", "4deg", _ANGLES)
SPEED = Quantity("a speed", "150mm/s or 6in/s", (("mm/s", 1.0), ("in/s", INCH)))
ACCELERATION = Quantity("an acceleration", "600mm/s2", (("mm/s2", 1.0), ("m/s2", 1000.0), ("in/s2", INCH)), above=True)
TURNING_SPEED = Quantity("a turning speed", "25rad/s", (("rad/s", 1.0), ("deg/s", math.pi / 180)))

Length: TypeAlias = Annotated[float, LENGTH]
"""A length of at least 0 (mm), written as `24in` or `16mm`."""

Size: TypeAlias = Annotated[float, replace(LENGTH, above=True)]
"""A length of more than 0 (mm), written as `24in` or `16mm`."""

Angle: TypeAlias = Annotated[float, Quantity("an angle", "30deg", _ANGLES, least=-math.inf)]
"""An angle (rad), written as `30deg`."""

Spread: TypeAlias = Annotated[float, SPREAD]
"""A standard deviation of an angle, at least 0 (rad), written as `30deg`."""

Speed: TypeAlias = Annotated[float, SPEED]
"""A speed of at least 0 (mm/s), written as `150mm/s` or `6in/s`."""

Acceleration: TypeAlias = Annotated[float, ACCELERATION]
"""An acceleration of more than 0 (mm/s²), written as `600mm/s2`."""

TurningSpeed: TypeAlias = Annotated[float, TURNING_SPEED]
"""A rate of rotation of at least 0 (rad/s), written as `25rad/s`."""

Dice: TypeAlias = Annotated[tuple[str, ...], DiceNotation()]
"""The kinds of the dice to roll, one for each die, written as `3d6` or `2d6+1d8`."""

Count: TypeAlias = Annotated[int, Strict(), Field(ge=0)]
"""A whole number of at least 0."""

Number: TypeAlias = Annotated[float, Strict(), Field(ge=0, allow_inf_nan=False)]
"""A number of at least 0, without a unit."""

YesNo: TypeAlias = Annotated[bool, Strict()]
"""A truth value, written as `true` or `false`."""
