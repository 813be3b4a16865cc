"""Lengths, angles, speeds and dice as rules files write them."""

import json
import math
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter, ValidationError

from riotsim.play.rulebook.quantities import (
    Acceleration,
    Angle,
    Count,
    CountOrWord,
    Dice,
    DiceNotation,
    Length,
    Number,
    NumberOrWord,
    Quantity,
    Size,
    Speed,
    Spread,
    TurningSpeed,
    YesNo,
)
from riotsim.table.dice.dice_set import write_dice
from riotsim.table.dice.kinds import KINDS


def read(kind: object, value: object) -> object:
    """Return the program's value for a value in a file."""
    # A marked type is a form, which `object` is not; mypy cannot tell the two apart here.
    return TypeAdapter[object](kind).validate_python(value)  # type: ignore[arg-type]  # a marked type is a form


@pytest.mark.parametrize(
    ("kind", "text", "held"),
    [
        (Length, "24in", 609.6),
        (Length, " 16 mm ", 16.0),
        (Angle, "-90deg", -math.pi / 2),
        (Spread, "180deg", math.pi),
        (Speed, "150mm/s", 150.0),
        (Speed, "6in/s", 152.4),
        (Acceleration, "0.6m/s2", 600.0),
        (TurningSpeed, "25rad/s", 25.0),
    ],
)
def test_units(kind: object, text: str, held: float) -> None:
    """A quantity in a file, in any unit, is converted to millimetres, seconds and radians."""
    assert read(kind, text) == pytest.approx(held)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Length, 24),
        (Length, "24"),
        (Length, "24cm"),
        (Length, "-1in"),
        (Size, "0mm"),
        (Length, "9" * 400 + "in"),
        (Angle, 30),
        (Spread, "-1deg"),
        (Speed, "150mm"),
        (Acceleration, "0mm/s2"),
        (TurningSpeed, 25),
        (Dice, 3),
        (Dice, "3d7"),
        (Count, True),
        (Count, 2.5),
        (Count, "2"),
        (Count, -1),
        (Number, "1"),
        (Number, math.inf),
        (Number, math.nan),
        (YesNo, "yes"),
        (YesNo, 1),
    ],
)
def test_refused(kind: object, value: object) -> None:
    """A quantity is refused if its unit is missing or wrong, or if its size is impossible. Other values of a wrong type
    are refused too, and not converted.
    """
    with pytest.raises(ValidationError):
        read(kind, value)


def test_the_message_says_what_would_be_right() -> None:
    """If a length has no unit, the error shows how lengths are written."""
    with pytest.raises(ValidationError, match="a length needs a number and a unit, like 24in or 16mm, not 24"):
        read(Length, 24)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Length, "6in"),
        (Length, "0mm"),
        (Length, "1.5mm"),
        (Angle, "60deg"),
        (Acceleration, "2.4m/s2"),
        (Speed, "550mm/s"),
    ],
)
def test_written_as_people_write(kind: object, text: str) -> None:
    """A quantity is written in the unit that gives the shortest text: 6in, and not 152.39999999999998mm."""
    adapter = TypeAdapter[object](kind)  # type: ignore[arg-type]  # a marked type is a form
    assert adapter.dump_python(adapter.validate_python(text), mode="json") == text


class Everything(BaseModel):
    """A section with one field of each kind of quantity."""

    length: Length
    angle: Angle
    speed: Speed
    pull: Acceleration
    turning: TurningSpeed
    dice: Dice


some = st.floats(min_value=0, max_value=1e6, allow_nan=False)


@given(
    some,
    st.floats(-1e3, 1e3),
    some,
    st.floats(min_value=1e-9, max_value=1e6),
    some,
    st.lists(st.sampled_from(KINDS), min_size=1, max_size=20),
)
def test_written_and_read_again(
    length: float, angle: float, speed: float, pull: float, turning: float, dice: list[str]
) -> None:
    """If quantities are written as JSON and read again, their values are exactly the same."""
    one = Everything.model_construct(
        length=length, angle=angle, speed=speed, pull=pull, turning=turning, dice=tuple(dice)
    )
    dumped = json.loads(one.model_dump_json())
    assert dumped["dice"] == write_dice(tuple(dice))
    assert Everything.model_validate(dumped) == one


LIMITED = Quantity("a pull", "2mm/s or 1cm/s", (("mm/s", 1.0), ("cm/s", 10.0)), least=5.0, most=40.0, word="none")
FORM = "a pull needs a number and a unit, like 2mm/s or 1cm/s, or the word none, not"


@pytest.mark.parametrize(
    ("quantity", "value", "wanted"),
    [
        (LIMITED, "5mm/s", 5.0),
        (LIMITED, "4.9mm/s", "a pull must be 5 to 40mm/s here, not 4.9mm/s"),
        (LIMITED, "4cm/s", 40.0),
        (LIMITED, "4.1cm/s", "a pull must be 5 to 40mm/s here, not 4.1cm/s"),
        (LIMITED, " 2.5 cm/s ", 25.0),
        (LIMITED, "none", None),
        (LIMITED, "nothing", f"{FORM} 'nothing'"),
        (LIMITED, 5, f"{FORM} 5"),
        (replace(LIMITED, above=True), "5.1mm/s", 5.1),
        (replace(LIMITED, above=True).between(5.0, 6.0), "5mm/s", 5.0),
        (LIMITED.between(2.0, 6.0), "6.1mm/s", "a pull must be 2 to 6mm/s here, not 6.1mm/s"),
        (replace(LIMITED, most=math.inf), "1mm/s", "a pull must be at least 5mm/s here, not 1mm/s"),
        (replace(LIMITED, most=math.inf, above=True), "5mm/s", "a pull must be more than 5mm/s here, not 5mm/s"),
        (
            replace(LIMITED, most=math.inf),
            "9" * 400 + "mm/s",
            "a pull must be at least 5mm/s here, not 9999999999999999999999999999999999999999",
        ),
        (replace(LIMITED, word=""), "", "a pull needs a number and a unit, like 2mm/s or 1cm/s, not ''"),
        (NumberOrWord("a share", "all"), "all", None),
        (NumberOrWord("a share", "all"), 2, 2.0),
        (NumberOrWord("a share", "all"), 0.5, 0.5),
        (NumberOrWord("a share", "all"), 0, "a share is a number above 0, or the word all, not 0"),
        (NumberOrWord("a share", "all"), True, "a share is a number above 0, or the word all, not True"),
        (NumberOrWord("a share", "all"), "2", "a share is a number above 0, or the word all, not '2'"),
        (NumberOrWord("a share", "all", 3.0), 3.0, 3.0),
        (NumberOrWord("a share", "all", 3.0), 4, "a share is a number above 0 and at most 3, or the word all, not 4"),
        (CountOrWord("a count", "all", 3), "all", None),
        (CountOrWord("a count", "all", 3), 0, 0),
        (CountOrWord("a count", "all", 3), 3, 3),
        (CountOrWord("a count", "all", 3), 4, "a count is 0 to 3, or the word all, not 4"),
        (CountOrWord("a count", "all", 3), -1, "a count is 0 to 3, or the word all, not -1"),
        (CountOrWord("a count", "all", 3), True, "a count is 0 to 3, or the word all, not True"),
        (CountOrWord("a count", "all", 3), 1.0, "a count is 0 to 3, or the word all, not 1.0"),
        (DiceNotation(), 3, "dice are written like 3d6 or 2d6+1d8, not 3"),
    ],
)
def test_values_within_bounds_are_read_and_others_refused(
    quantity: Quantity | NumberOrWord | CountOrWord | DiceNotation, value: object, wanted: object
) -> None:
    """A value at a bound is allowed, except at the lower bound if the value must be above it. If a value is refused,
    the message says what is allowed.
    """
    if isinstance(wanted, str):
        with pytest.raises(ValueError, match=f"^{re.escape(wanted)}$"):
            quantity.read(value)
    else:
        assert quantity.read(value) == wanted


def test_words_are_written_for_none() -> None:
    """The value `None` is written as its word, such as `all`. Another quantity is written in the unit that gives the
    shortest text.
    """
    assert [LIMITED.write(value) for value in (None, 5.0, 20.0, 25.0)] == ["none", "5mm/s", "2cm/s", "25mm/s"]
    assert [NumberOrWord("a share", "all").write(value) for value in (None, 0.5)] == ["all", 0.5]
    assert [CountOrWord("a count", "all", 3).write(value) for value in (None, 0)] == ["all", 0]
