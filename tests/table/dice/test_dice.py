"""Dice as solids, and the reading of one that lies there."""

import itertools
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.table.dice.dice_set import MAX_DICE, parse_dice, write_dice
from riotsim.table.dice.kinds import KINDS, die_kind
from riotsim.table.pieces import Die
from riotsim.table.poses import about_z, multiply, rotate

EULER = {"d4": (4, 4), "d6": (8, 6), "d8": (6, 8), "d10": (12, 10), "d12": (20, 12), "d20": (12, 20)}
"""Corners and faces of each solid."""


@pytest.mark.parametrize("name", KINDS)
def test_each_die_is_its_solid(name: str) -> None:
    """A die of n sides has the corners and faces of its solid, and Euler's edges between them (RD-94)."""
    kind = die_kind(name)
    assert (len(kind.corners), kind.sides) == EULER[name]
    height = kind.flat_height()
    sides = [sum(abs(_dot(f.normal, c) - height) < 1e-9 for c in kind.corners) for f in kind.faces]
    assert all(_dot(f.normal, c) < height + 1e-9 for f in kind.faces for c in kind.corners)
    assert len(kind.corners) - sum(sides) // 2 + kind.sides == 2


@pytest.mark.parametrize("name", KINDS)
def test_numbers_are_each_there_once(name: str) -> None:
    """The faces of a die with n sides have the numbers from 1 to n, each once."""
    kind = die_kind(name)
    assert sorted(face.value for face in kind.faces) == list(range(1, kind.sides + 1))


@pytest.mark.parametrize("name", [k for k in KINDS if k != "d4"])
def test_opposite_faces_add_up(name: str) -> None:
    """Opposite numbers add up to the number of sides plus one."""
    kind = die_kind(name)
    for face in kind.faces:
        (other,) = [f for f in kind.faces if _dot(f.normal, face.normal) < -1 + 1e-9]
        assert face.value + other.value == kind.sides + 1


@pytest.mark.parametrize("name", ["d8", "d10", "d12", "d20"])
def test_low_and_high_numbers_are_mixed(name: str) -> None:
    """On the upper half of a die, the counts of low and of high numbers differ by one at most."""
    kind = die_kind(name)
    upper = [face.value for face in kind.faces if tuple(round(part, 9) for part in face.normal[::-1]) > (0, 0, 0)]
    assert len(upper) == kind.sides / 2
    low = sum(value <= kind.sides / 2 for value in upper)
    assert abs(2 * low - len(upper)) <= 1


def test_a_d6_is_right_handed() -> None:
    """The faces 1, 2 and 3 of a d6 follow each other anticlockwise around their corner, as on western dice."""
    one, two, three = (next(f.normal for f in die_kind("d6").faces if f.value == v) for v in (1, 2, 3))
    cross = (
        one[1] * two[2] - one[2] * two[1],
        one[2] * two[0] - one[0] * two[2],
        one[0] * two[1] - one[1] * two[0],
    )
    assert cross == three


@given(st.sampled_from(KINDS), st.integers(1, 20), st.floats(0, math.tau))
def test_a_die_reads_what_it_was_laid_to_show(name: str, value: int, heading: float) -> None:
    """If a die is laid to show a number, the die lies flat and reading it gives that number."""
    kind = die_kind(name)
    value = (value - 1) % kind.sides + 1
    turn = kind.orientation_showing(value, heading)
    assert kind.read(turn) == value
    assert kind.lowest_face(turn)[1] == pytest.approx(0, abs=1e-6)


@given(st.sampled_from(KINDS), st.integers(1, 4), st.floats(0, math.tau), st.floats(0, math.tau), st.floats(0, 0.2))
def test_a_slight_tilt_changes_no_number_but_is_measured(
    name: str, value: int, heading: float, way: float, tilt: float
) -> None:
    """A die that is tilted by up to 0.2 rad still shows its number, and the tilt is measured."""
    kind = die_kind(name)
    lean = (math.cos(way) * math.sin(tilt / 2), math.sin(way) * math.sin(tilt / 2), 0.0, math.cos(tilt / 2))
    turn = multiply(lean, kind.orientation_showing(value, heading))
    assert kind.read(turn) == value
    assert kind.lowest_face(turn)[1] == pytest.approx(tilt, abs=1e-6)


def test_turning_a_die_on_the_spot_changes_nothing() -> None:
    """If a die is turned about the vertical, it still shows the same number."""
    kind = die_kind("d20")
    turn = kind.orientation_showing(17)
    assert {kind.read(multiply(about_z(a), turn)) for a in (0.3, 1.0, 2.5, 4.0)} == {17}
    assert rotate(about_z(math.pi / 2), (1.0, 0.0, 0.0)) == pytest.approx((0, 1, 0))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [("3d6", ("d6",) * 3), ("d20", ("d20",)), ("2d6+1d8", ("d6", "d6", "d8")), (" 1D4 + 2d10 ", ("d4", "d10", "d10"))],
)
def test_notation_is_read(text: str, kinds: tuple[str, ...]) -> None:
    """Texts such as "3d6" and "2d6+1d8" are read as kinds of dice, whatever their case and spaces (RD-94)."""
    assert parse_dice(text) == kinds


@pytest.mark.parametrize("text", ["", "3", "d7", "0d6", "-1d6", "3d6+", "3d6 2d6", "dd6", f"{MAX_DICE + 1}d6", "3.5d6"])
def test_bad_notation_says_what_is_right(text: str) -> None:
    """Invalid dice notation is refused with a message that mentions dice or their kinds."""
    with pytest.raises(ValueError, match=r"dice|d4"):
        parse_dice(text)


@given(st.lists(st.sampled_from(KINDS), min_size=1, max_size=12))
def test_notation_is_written_as_it_is_read(kinds: list[str]) -> None:
    """If dice are written as text and read again, they are the same dice."""
    assert parse_dice(write_dice(tuple(kinds))) == tuple(kinds)


def test_a_face_that_is_not_there_is_an_error() -> None:
    """A d6 cannot be laid to show 7."""
    with pytest.raises(ValueError, match="no face 7"):
        die_kind("d6").orientation_showing(7)


def test_a_kind_is_known_by_name_rounding_and_digest() -> None:
    """Two kinds of dice are equal if their names, roundings and digests are. A die's `repr` doesn't list corners."""
    d6 = die_kind("d6")
    assert replace(d6, corners=(), faces=()) == d6
    assert hash(replace(d6, corners=(), faces=())) == hash(d6)
    others = [replace(d6, rounding=0.1), replace(d6, digest="ab"), replace(d6, name="d7")]
    assert d6 not in others
    assert "corners" not in repr(Die("a", d6))


def _dot(a: tuple[float, float, float], b: tuple[float, float, float]) -> float:
    return sum(x * y for x, y in itertools.zip_longest(a, b))
