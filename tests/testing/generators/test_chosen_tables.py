"""Random tables that are made from choices written down in a test: which ranges are asked for, and where pieces then
lie.
"""

import math

import pytest
from scripted import SHARP_D6, SIZE_16, STRAIGHT, Row, Script, angle, at, ground_of, no, nth, yes

from riotsim.table.geometry.plan import disc, rectangle
from riotsim.table.pieces import Box, Model, Round, Terrain, Token, Tower
from riotsim.table.poses import Pose
from riotsim.table.state import FELT, Table, Tray
from riotsim.testing.generators.parts import EXTREME_SURFACES
from riotsim.testing.generators.tables import (
    _clear,
    choose_place,
    choose_table,
    choose_turn,
)


@pytest.mark.parametrize(
    ("place", "level", "free"),
    [
        ((30.0, 30.0), 0.0, True),
        ((10.0, 30.0), 0.0, True),
        ((9.9, 30.0), 0.0, False),
        ((30.0, 10.0), 0.0, True),
        ((30.0, 9.9), 0.0, False),
        ((390.0, 30.0), 0.0, True),
        ((390.1, 30.0), 0.0, False),
        ((30.0, 190.0), 0.0, True),
        ((30.0, 190.1), 0.0, False),
        ((300.0, 100.0), 20.0, True),
        ((300.0, 100.0), 0.0, False),
        ((255.0, 100.0), 20.0, False),
        ((255.0, 100.0), 0.0, False),
        ((345.0, 100.0), 20.0, False),
        ((300.0, 75.0), 20.0, False),
        ((300.0, 125.0), 20.0, False),
        ((30.0, 30.0), 20.0, False),
        ((100.0, 121.2), 0.0, True),
        ((100.0, 120.8), 0.0, False),
        ((121.2, 100.0), 0.0, True),
        ((115.0, 115.0), 0.0, True),
        ((114.5, 114.5), 0.0, False),
        ((100.0, 100.0), 0.0, False),
    ],
)
def test_a_piece_fits_on_even_ground_clear_of_others(place: tuple[float, float], level: float, free: bool) -> None:
    """A piece fits on a usual table if three things hold. It is within the edges, entirely on a stage or entirely
    beside it, and at least 1 mm from other pieces. On a nasty table a piece fits anywhere.
    """
    ground = ground_of(Token("other", Pose((100.0, 100.0, 1.5))))
    assert ground.free(disc(place, 10.0), level) is free
    assert ground_of(Token("other", Pose((100.0, 100.0, 1.5))), nasty=True).free(disc(place, 10.0), level)


@pytest.mark.parametrize(("apart", "clear"), [(1.01, True), (0.99, False), (-5.0, False)])
def test_two_pieces_are_clear_of_each_other_with_a_gap_of_a_millimetre(apart: float, clear: bool) -> None:
    """Two pieces are clear of each other if more than a millimetre is between them, in any direction."""
    one = rectangle((200.0, 100.0), 40.0, 20.0)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        other = rectangle((200.0 + dx * (50.0 + apart), 100.0 + dy * (40.0 + apart)), 60.0, 60.0)
        assert _clear(one, other) is _clear(other, one) is clear
    off = (30.0 + apart) / math.sqrt(2)
    assert _clear(one, disc((220.0 + off, 110.0 + off), 30.0)) is clear


USUAL: tuple[Row, ...] = (no(6), no(4), no(5), nth(0, 3), (400.0, 1300.0, 400.0), (400.0, 1300.0, 500.0))
"""Choices of a usual table of 400 × 500 mm with felt and without walls."""

EMPTY: tuple[Row, ...] = ((0, 3, 0), (0, 5, 0), (0, 2, 0), (0, 3, 0), no(4), (0, 6, 0))
"""Choices of a table without pieces."""


def _table(*rows: Row, nasty: bool = False) -> Table:
    script = Script(*rows)
    table = choose_table(script, nasty)
    assert script.rows == []
    return table


def test_a_usual_table_is_as_large_as_in_games() -> None:
    """The sides of a usual table are 400 to 1300 mm long. One table in six may have any size that rules files allow.
    One table in four has walls of 10 to 80 mm.
    """
    assert _table(*USUAL, no(4), *EMPTY) == Table(400.0, 500.0, FELT)
    large, walls = (yes(6), yes(4), (10.0, 80.0, 30.0)), (no(5), nth(0, 3))
    sides = ((152.4, 3048.0, 2000.0), (152.4, 3048.0, 200.0))
    assert _table(*large, *walls, *sides, no(4), *EMPTY) == Table(2000.0, 200.0, FELT, wall_height=30.0)


def test_a_nasty_table_has_any_size_walls_and_surface() -> None:
    """A nasty table may have any size that rules files allow, and its walls are 0.5 to 300 mm high."""
    rows = (yes(4), (0.5, 300.0, 200.0), nth(3, 7), (152.4, 3048.0, 2000.0), (152.4, 3048.0, 200.0), no(4), *EMPTY)
    assert _table(*rows, nasty=True) == Table(2000.0, 200.0, EXTREME_SURFACES[0], wall_height=200.0)


@pytest.mark.parametrize(("side", "x"), [(no(4), 400.0 + 25.0), (yes(4), -200.0 - 25.0)])
def test_a_tray_stands_an_inch_beside_a_usual_table(side: Row, x: float) -> None:
    """A tray is 150 to 350 mm long and wide, with walls of 10 to 80 mm. It stands 25 mm to the left of one table in
    four, and otherwise 25 mm to the right. Dice in the tray are placed relative to its corner.
    """
    tray = ((150.0, 350.0, 200.0), (150.0, 350.0, 160.0), side, (-160.0, 500.0, 120.0), (10.0, 80.0, 40.0))
    die = (*SHARP_D6, *SIZE_16, *at(50.0, 60.0, 200.0, 160.0), nth(0, 6), angle(0.0))
    table = _table(*USUAL, yes(4), *tray, no(5), nth(0, 3), (0, 4, 1), *die, *EMPTY)
    assert table.tray == Tray(200.0, 160.0, 40.0, (x, 120.0), FELT)
    assert {name: one.pose.at for name, one in table.dice.items()} == {"tray-0": (x + 50.0, 180.0, 8.0)}


def test_a_tray_touches_a_nasty_table() -> None:
    """The tray of a nasty table touches it, and is 20 to 600 mm long and wide."""
    rows = (no(4), nth(0, 7), (152.4, 3048.0, 400.0), (152.4, 3048.0, 500.0), yes(4))
    tray = ((20.0, 600.0, 30.0), (20.0, 600.0, 160.0), yes(4), (-160.0, 500.0, 120.0), (0.5, 300.0, 1.0), nth(0, 7))
    table = _table(*rows, *tray, (0, 4, 0), *EMPTY, nasty=True)
    assert table.tray == Tray(30.0, 160.0, 1.0, (-30.0, 120.0), FELT)


def test_a_table_has_some_of_every_sort_of_piece() -> None:
    """A table has at most 3 pieces of scenery, 5 models, 2 towers and 3 heaps of tokens. It has at most 6 dice, or 40
    on one table in four. Pieces are numbered, and put on the table in this order.
    """
    far = {"width": 400.0, "depth": 500.0}
    crate = (no(3), (20.0, 200.0, 50.0), (20.0, 200.0, 40.0), (20.0, 150.0, 30.0), nth(0, 5))
    model = (no(5), no(4), (20.0, 40.0, 30.0), *at(200.0, 50.0, **far), angle(0.0), yes(4))
    tower = (*at(300.0, 300.0, **far), angle(0.0), *SIZE_16, angle(0.0), (1, 10, 1), no(8), *STRAIGHT, (1, 6, 1))
    token = ((15.0, 40.0, 20.0), no(4), no(5), *at(50.0, 400.0, **far))
    die = (*SHARP_D6, *SIZE_16, *at(300.0, 400.0, **far), nth(0, 6), angle(0.0))
    rows = ((0, 3, 1), *crate, *at(50.0, 50.0, **far), angle(0.0), (0, 5, 1), *model, (0, 2, 1), *tower)
    table = _table(*USUAL, no(4), *rows, (0, 3, 1), *token, yes(4), (0, 40, 1), *die)
    assert table.terrain == {"terrain-0": Terrain("terrain-0", Box(50.0, 40.0, 30.0), (50.0, 50.0))}
    assert table.models == {"model-0": Model("model-0", "player", (200.0, 50.0), Round(30.0), fallen=True)}
    assert table.towers == {"tower-0": Tower(("tower-0-00",))}
    assert [*table.tokens, *table.dice] == ["token-0-0", "tower-0-00", "die-00"]


def test_a_place_is_on_the_table_or_just_beyond() -> None:
    """A place is on the table, or beyond its edges by up to a given margin."""
    table = Table(300.0, 200.0)
    assert choose_place(Script((0.0, 300.0, 4.0), (0.0, 200.0, 5.0)), table) == (4.0, 5.0)
    assert choose_place(Script((-10.0, 310.0, -4.0), (-10.0, 210.0, 205.0)), table, 10.0) == (-4.0, 205.0)


@pytest.mark.parametrize(
    ("shares", "turn"),
    [
        ((0.0, 0.25, 0.0), (1.0, 0.0, 0.0, 0.0)),
        ((0.0, 0.5, 0.3), (0.0, -1.0, 0.0, 0.0)),
        ((1.0, 0.3, 0.25), (0.0, 0.0, 1.0, 0.0)),
        ((1.0, 0.3, 0.5), (0.0, 0.0, 0.0, -1.0)),
        ((0.36, 0.25, 0.5), (0.8, 0.0, 0.0, -0.6)),
        ((0.36, 0.125, 0.75), (0.8 * math.sqrt(0.5), 0.8 * math.sqrt(0.5), -0.6, 0.0)),
    ],
)
def test_a_turn_is_made_of_three_shares(
    shares: tuple[float, float, float], turn: tuple[float, float, float, float]
) -> None:
    """A random turn is a quaternion made from three numbers from 0 to 1 (Shoemake). The first divides the turn between
    two planes. The others are angles in these planes, in whole turns.
    """
    assert choose_turn(Script(*((0.0, 1.0, share) for share in shares))) == pytest.approx(turn, abs=1e-12)
