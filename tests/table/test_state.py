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
    """The old table is as it was."""
    empty = Table(600, 600)
    one = empty.with_pieces(Token("t1", Pose((10, 10, 1.5))))
    assert not empty.tokens
    assert list(one.tokens) == ["t1"]
    assert one.without("t1") == empty


def test_taking_a_stranger_is_an_error() -> None:
    """A piece that is not there cannot be taken away silently."""
    with pytest.raises(KeyError, match="t9"):
        Table(600, 600).without("t9")


def test_a_tower_goes_with_its_last_die() -> None:
    """A tower without dice is no tower."""
    table = Table(600, 600).with_pieces(Die("d1"), Die("d2")).with_tower("a1", Tower(("d1", "d2")))
    assert table.without("d2").towers["a1"].dice == ("d1",)
    assert not table.without("d1", "d2").towers


def test_loose_dice_are_those_in_no_tower() -> None:
    """Rolled dice lie loose, stacked ones don't."""
    table = Table(600, 600).with_pieces(Die("d1"), Die("d2")).with_tower("a1", Tower(("d1",)))
    assert [die.id for die in table.loose_dice()] == ["d2"]


def test_ground_level_is_the_top_of_terrain_to_stand_on() -> None:
    """A stage lifts models, a wall does not (RD-08)."""
    stage = Terrain("stage", Box(100, 100, 12), (300, 300), blocks_moves=False, can_stand_on=True)
    wall = Terrain("wall", Box(100, 10, 40), (100, 100))
    table = Table(600, 600).with_pieces(stage, wall)
    assert table.level_at((300, 300)) == 12
    assert table.level_at((351, 300)) == 0
    assert table.level_at((100, 100)) == 0


def test_a_die_stands_on_what_is_under_any_part_of_it() -> None:
    """Its middle may be beyond a stage's edge. Beside a stage it stands on the table, also if it hardly meets that."""
    stage = Terrain("stage", Box(100, 100, 12), (300, 300), blocks_moves=False, can_stand_on=True)
    high = Terrain("high", Box(100, 100, 40), (300, 400), blocks_moves=False, can_stand_on=True)
    table = Table(600, 600).with_pieces(stage, high)
    over, beside = Pose((351.0, 300.0, 20.0)), Pose((351.0, 300.0, 8.0))
    assert table.level_under(Die("d", pose=over)) == 12
    assert table.level_under(Die("d", pose=beside)) == 0
    assert table.level_under(Die("d", pose=Pose((357.8, 300.0, 20.0)))) == 0
    assert table.level_under(Die("d", pose=Pose((300.0, 349.0, 20.0)))) == 12  # not on the higher one, which it meets


def test_a_model_stands_on_its_footprint_fallen_or_not() -> None:
    """A fallen model's footprint stays its base (RD-37)."""
    up, down = Model("a1", "Ada", (50, 50)), Model("a1", "Ada", (50, 50), fallen=True)
    assert up.footprint == down.footprint


@pytest.mark.parametrize(("text", "mm"), [("24in", 609.6), ("16mm", 16), (" 0.5 in ", 12.7), (".5in", 12.7)])
def test_lengths_carry_their_unit(text: str, mm: float) -> None:
    """Inches and millimetres are told apart by what is written."""
    assert parse_length(text) == pytest.approx(mm)


@pytest.mark.parametrize("text", ["24", "in", "3 feet", "", "1e3in", "nan mm", "--1in"])
def test_a_length_without_its_unit_is_refused(text: str) -> None:
    """The message shows what would be right."""
    with pytest.raises(ValueError, match="24in or 16mm"):
        parse_length(text)


@given(st.floats(-1e6, 1e6))
def test_inches_there_and_back(value: float) -> None:
    """An inch is 25.4 mm both ways."""
    assert in_inches(inches(value)) == pytest.approx(value)


unit = st.tuples(st.floats(-1, 1), st.floats(-1, 1), st.floats(-1, 1)).filter(lambda v: math.hypot(*v) > 0.1)


@given(unit, unit)
def test_an_arc_leads_from_one_direction_to_the_other(a: tuple[float, ...], b: tuple[float, ...]) -> None:
    """The shortest rotation between two directions does what its name says, opposite ones included."""
    u = (a[0] / math.hypot(*a), a[1] / math.hypot(*a), a[2] / math.hypot(*a))
    v = (b[0] / math.hypot(*b), b[1] / math.hypot(*b), b[2] / math.hypot(*b))
    assert rotate(shortest_rotation(u, v), u) == pytest.approx(v, abs=2e-3)
    assert rotate(shortest_rotation(u, (-u[0], -u[1], -u[2])), u) == pytest.approx((-u[0], -u[1], -u[2]), abs=1e-6)


def test_the_outline_has_the_tray_in_it() -> None:
    """From the leftmost to the rightmost, and from the nearest to the farthest of table and tray."""
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
"""Pieces none of whose figures is the default, so that none can be forgotten unseen."""


@pytest.mark.parametrize("piece", PIECES, ids=("die", "token"))
def test_a_piece_that_is_moved_keeps_all_but_its_place(piece: Die | Token) -> None:
    """A die or token elsewhere has its name, kind, measures and owner still, and covers other ground."""
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
    """Thousands are told apart, and only what is below a ten-thousandth or a million and more has an exponent."""
    assert format_short(value) == text
