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
    """The faces carry 1 to n."""
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
    """Of the faces on one half of the die, as many carry a low number as a high one, within one."""
    kind = die_kind(name)
    upper = [face.value for face in kind.faces if tuple(round(part, 9) for part in face.normal[::-1]) > (0, 0, 0)]
    assert len(upper) == kind.sides / 2
    low = sum(value <= kind.sides / 2 for value in upper)
    assert abs(2 * low - len(upper)) <= 1


def test_a_d6_is_right_handed() -> None:
    """1, 2 and 3 run counterclockwise about their corner, as on western dice."""
    one, two, three = (next(f.normal for f in die_kind("d6").faces if f.value == v) for v in (1, 2, 3))
    cross = (
        one[1] * two[2] - one[2] * two[1],
        one[2] * two[0] - one[0] * two[2],
        one[0] * two[1] - one[1] * two[0],
    )
    assert cross == three


@given(st.sampled_from(KINDS), st.integers(1, 20), st.floats(0, math.tau))
def test_a_die_reads_what_it_was_laid_to_show(name: str, value: int, heading: float) -> None:
    """Laying a die to show a number and reading it are inverse; it lies flat."""
    kind = die_kind(name)
    value = (value - 1) % kind.sides + 1
    turn = kind.orientation_showing(value, heading)
    assert kind.read(turn) == value
    assert kind.lowest_face(turn)[1] == pytest.approx(0, abs=1e-6)


@given(st.sampled_from(KINDS), st.integers(1, 4), st.floats(0, math.tau), st.floats(0, math.tau), st.floats(0, 0.2))
def test_a_slight_tilt_changes_no_number_but_is_measured(
    name: str, value: int, heading: float, way: float, tilt: float
) -> None:
    """A die tilted by less than half the angle between faces still shows its number, and says by how much it leans."""
    kind = die_kind(name)
    lean = (math.cos(way) * math.sin(tilt / 2), math.sin(way) * math.sin(tilt / 2), 0.0, math.cos(tilt / 2))
    turn = multiply(lean, kind.orientation_showing(value, heading))
    assert kind.read(turn) == value
    assert kind.lowest_face(turn)[1] == pytest.approx(tilt, abs=1e-6)


def test_turning_a_die_on_the_spot_changes_nothing() -> None:
    """The number does not depend on the heading."""
    kind = die_kind("d20")
    turn = kind.orientation_showing(17)
    assert {kind.read(multiply(about_z(a), turn)) for a in (0.3, 1.0, 2.5, 4.0)} == {17}
    assert rotate(about_z(math.pi / 2), (1.0, 0.0, 0.0)) == pytest.approx((0, 1, 0))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [("3d6", ("d6",) * 3), ("d20", ("d20",)), ("2d6+1d8", ("d6", "d6", "d8")), (" 1D4 + 2d10 ", ("d4", "d10", "d10"))],
)
def test_notation_is_read(text: str, kinds: tuple[str, ...]) -> None:
    """Dice of any usual kind can be asked for (RD-94)."""
    assert parse_dice(text) == kinds


@pytest.mark.parametrize("text", ["", "3", "d7", "0d6", "-1d6", "3d6+", "3d6 2d6", "dd6", f"{MAX_DICE + 1}d6", "3.5d6"])
def test_bad_notation_says_what_is_right(text: str) -> None:
    """Invalid dice notation is refused with a sentence that quotes it."""
    with pytest.raises(ValueError, match=r"dice|d4"):
        parse_dice(text)


@given(st.lists(st.sampled_from(KINDS), min_size=1, max_size=12))
def test_notation_is_written_as_it_is_read(kinds: list[str]) -> None:
    """Writing dice and reading them again gives the same dice."""
    assert parse_dice(write_dice(tuple(kinds))) == tuple(kinds)


def test_a_face_that_is_not_there_is_an_error() -> None:
    """A d6 cannot be laid to show 7."""
    with pytest.raises(ValueError, match="no face 7"):
        die_kind("d6").orientation_showing(7)


def test_a_kind_is_known_by_name_rounding_and_digest() -> None:
    """Kinds compare and hash by what tells them apart, not by hundreds of numbers; a die's printout stays short."""
    d6 = die_kind("d6")
    assert replace(d6, corners=(), faces=()) == d6
    assert hash(replace(d6, corners=(), faces=())) == hash(d6)
    others = [replace(d6, rounding=0.1), replace(d6, digest="ab"), replace(d6, name="d7")]
    assert d6 not in others
    assert "corners" not in repr(Die("a", d6))


def _dot(a: tuple[float, float, float], b: tuple[float, float, float]) -> float:
    return sum(x * y for x, y in itertools.zip_longest(a, b))
