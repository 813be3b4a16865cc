"""The table and its pieces as values, and the notation of lengths."""

import math
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import Box, Die, Model, Terrain, Token, Tower
from riotsim.table.poses import ORIGIN, Pose, about_z, rotate, shortest_rotation
from riotsim.table.state import Table, Tray
from riotsim.table.units import format_short, in_inches, inches, parse_length


def test_putting_and_taking_make_new_tables() -> None:
    """If a piece is put on a table or taken away, the result is a new table, and the old one stays as it was."""
    empty = Table(600, 600)
    one = empty.with_pieces(Token("t1", Pose((10, 10, 1.5))))
    assert not empty.tokens
    assert list(one.tokens) == ["t1"]
    assert one.without("t1") == empty


def test_taking_a_stranger_is_an_error() -> None:
    """Taking away a piece that isn't on the table is an error that names the piece."""
    with pytest.raises(KeyError, match="t9"):
        Table(600, 600).without("t9")


def test_a_tower_goes_with_its_last_die() -> None:
    """If the last die of a tower is taken away, the tower is gone, too."""
    table = Table(600, 600).with_pieces(Die("d1"), Die("d2")).with_tower("a1", Tower(("d1", "d2")))
    assert table.without("d2").towers["a1"].dice == ("d1",)
    assert not table.without("d1", "d2").towers


def test_loose_dice_are_those_in_no_tower() -> None:
    """The loose dice of a table are those that are in no tower."""
    table = Table(600, 600).with_pieces(Die("d1"), Die("d2")).with_tower("a1", Tower(("d1",)))
    assert [die.id for die in table.loose_dice()] == ["d2"]


def test_ground_level_is_the_top_of_terrain_to_stand_on() -> None:
    """The ground is higher on a stage, but not on a wall, since models can't stand on a wall (RD-08)."""
    stage = Terrain("stage", Box(100, 100, 12), (300, 300), blocks_moves=False, can_stand_on=True)
    wall = Terrain("wall", Box(100, 10, 40), (100, 100))
    table = Table(600, 600).with_pieces(stage, wall)
    assert table.level_at((300, 300)) == 12
    assert table.level_at((351, 300)) == 0
    assert table.level_at((100, 100)) == 0


def test_a_die_stands_on_what_is_under_any_part_of_it() -> None:
    """A die whose middle is beyond a stage's edge may still stand on the stage. A die beside a stage stands on the
    table, even if it slightly overlaps the stage seen from above.
    """
    stage = Terrain("stage", Box(100, 100, 12), (300, 300), blocks_moves=False, can_stand_on=True)
    high = Terrain("high", Box(100, 100, 40), (300, 400), blocks_moves=False, can_stand_on=True)
    table = Table(600, 600).with_pieces(stage, high)
    over, beside = Pose((351.0, 300.0, 20.0)), Pose((351.0, 300.0, 8.0))
    assert table.level_under(Die("d", pose=over)) == 12
    assert table.level_under(Die("d", pose=beside)) == 0
    assert table.level_under(Die("d", pose=Pose((357.8, 300.0, 20.0)))) == 0
    assert table.level_under(Die("d", pose=Pose((300.0, 349.0, 20.0)))) == 12  # not on the higher one, which it meets


def test_a_model_stands_on_its_footprint_fallen_or_not() -> None:
    """A fallen model covers the same footprint as a standing one (RD-37)."""
    up, down = Model("a1", "Ada", (50, 50)), Model("a1", "Ada", (50, 50), fallen=True)
    assert up.footprint == down.footprint


@pytest.mark.parametrize(("text", "mm"), [("24in", 609.6), ("16mm", 16), (" 0.5 in ", 12.7), (".5in", 12.7)])
def test_lengths_carry_their_unit(text: str, mm: float) -> None:
    """A length is read in inches or millimetres, as the text says."""
    assert parse_length(text) == pytest.approx(mm)


@pytest.mark.parametrize("text", ["24", "in", "3 feet", "", "1e3in", "nan mm", "--1in"])
def test_a_length_without_its_unit_is_refused(text: str) -> None:
    """If the text of a length has no unit, or isn't a length, the message shows what would be right."""
    with pytest.raises(ValueError, match="24in or 16mm"):
        parse_length(text)


@given(st.floats(-1e6, 1e6))
def test_inches_there_and_back(value: float) -> None:
    """A length in inches that is converted to millimetres and back is the same."""
    assert in_inches(inches(value)) == pytest.approx(value)


unit = st.tuples(st.floats(-1, 1), st.floats(-1, 1), st.floats(-1, 1)).filter(lambda v: math.hypot(*v) > 0.1)


@given(unit, unit)
def test_an_arc_leads_from_one_direction_to_the_other(a: tuple[float, ...], b: tuple[float, ...]) -> None:
    """The shortest rotation between two directions takes the first to the second, even if they are opposite."""
    u = (a[0] / math.hypot(*a), a[1] / math.hypot(*a), a[2] / math.hypot(*a))
    v = (b[0] / math.hypot(*b), b[1] / math.hypot(*b), b[2] / math.hypot(*b))
    assert rotate(shortest_rotation(u, v), u) == pytest.approx(v, abs=2e-3)
    assert rotate(shortest_rotation(u, (-u[0], -u[1], -u[2])), u) == pytest.approx((-u[0], -u[1], -u[2]), abs=1e-6)


def test_the_outline_has_the_tray_in_it() -> None:
    """The outline of a table with a tray reaches around both, from the leftmost to the rightmost and from the nearest
    to the farthest point.
    """
    assert Table(600.0, 500.0).outline == ((0.0, 0.0), (600.0, 500.0))
    beside = Tray(250.0, 200.0, 70.0, (650.0, 150.0))
    assert Table(600.0, 500.0, tray=beside).outline == ((0.0, 0.0), (900.0, 500.0))
    before = Tray(250.0, 200.0, 70.0, (-300.0, -220.0))
    assert Table(600.0, 500.0, tray=before).outline == ((-300.0, -220.0), (600.0, 500.0))


THERE = Pose((1.0, 2.0, 3.0), about_z(0.5))

PIECES = [
    Die("d", die_kind("d20"), 12.0, Pose((9.0, 9.0, 9.0)), "red"),
    Token("t", Pose((9.0, 9.0, 9.0)), 30.0, 4.0),
]
"""Pieces of which no value is the default, so that a test finds out if a value is lost."""


@pytest.mark.parametrize("piece", PIECES, ids=("die", "token"))
def test_a_piece_that_is_moved_keeps_all_but_its_place(piece: Die | Token) -> None:
    """If a die or a token is moved, only its pose and its footprint change."""
    usual = Die("") if isinstance(piece, Die) else Token("", ORIGIN)
    assert all(getattr(piece, one.name) != getattr(usual, one.name) for one in fields(piece) if one.init)
    before = piece.footprint  # which it remembers
    moved = piece.moved_to(THERE)
    assert moved == replace(piece, pose=THERE)
    assert moved.footprint != before


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (0.00012345, "0.000123"),
        (0.5, "0.5"),
        (16.0, "16"),
        (-2.345, "-2.35"),
        (47625.4, "47,625"),
        (0.0000123, "1.23e-05"),
        (2_500_000.0, "2.5e+06"),
    ],
)
def test_a_measured_figure_has_three_digits(value: float, text: str) -> None:
    """A measured number is written with three digits, and its thousands with a comma. If it is below a ten-thousandth,
    or a million and more, it has an exponent.
    """
    assert format_short(value) == text
