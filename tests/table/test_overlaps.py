"""Pieces that overlap: contact is allowed, and a piece above another isn't in it."""

import math
from dataclasses import replace

import pytest

from riotsim.table.overlaps import clashes, lies_flat, terrain_clearances
from riotsim.table.pieces import BASE_THICKNESS, MODEL_HEIGHT, Box, Die, Model, Piece, Terrain, Token, Tower
from riotsim.table.poses import Point, Pose, about_z
from riotsim.table.state import Table, Tray

SIZE = 16.0

WALL = Terrain("wall", Box(100.0, 20.0, 30.0), (150.0, 110.0))

TABLE = Table(300.0, 300.0)

ALLOWED, TOO_MUCH = 0.49, 0.51
"""Depths of an overlap (mm) on both sides of contact, which is 0.5 mm (RD-47)."""


def die(at: Point, name: str = "d", height: float = SIZE / 2) -> Die:
    """Return a die with its centre `height` mm above the table."""
    return Die(name, size=SIZE, pose=Pose((*at, height)))


def found(*pieces: Piece, table: Table = TABLE) -> list[tuple[str, str]]:
    """Return the pairs of pieces that overlap."""
    return [(clash.piece, clash.other) for clash in clashes(table.with_pieces(*pieces))]


@pytest.mark.parametrize(("depth", "told"), [(ALLOWED, False), (TOO_MUCH, True)])
def test_pieces_may_touch_and_not_overlap(depth: float, told: bool) -> None:
    """Two pieces may overlap by 0.49 mm, but not by 0.51 mm. This holds for two bases, a base and a die, a base and a
    wall, and a base and the table's edge.
    """
    model = Model("m", "x", (100.0, 50.0))
    assert found(model, Model("n", "x", (125.0 - depth, 50.0))) == [("n", "m")] * told
    assert found(model, die((100.0 + 12.5 + SIZE / 2 - depth, 50.0))) == [("d", "m")] * told
    assert found(WALL, Model("m", "x", (150.0, 100.0 - 12.5 + depth))) == [("m", "wall")] * told
    assert found(Model("m", "x", (12.5 - depth, 50.0))) == [("m", "")] * told
    assert found(Model("m", "x", (50.0, 300.0 - 12.5 + depth))) == [("m", "")] * told


@pytest.mark.parametrize(("depth", "told"), [(ALLOWED, False), (TOO_MUCH, True)])
def test_a_die_may_lie_in_the_tray_within_its_rim(depth: float, told: bool) -> None:
    """A die in the tray doesn't stick out over the edge of the table. A die that is over the tray's rim by more than
    0.5 mm sticks out over the rim.
    """
    tray = Tray(100.0, 80.0, 30.0, (350.0, 50.0))
    table = replace(TABLE, tray=tray)
    assert found(die(tray.middle), table=table) == []
    ends = (350.0 + SIZE / 2 - depth, 90.0), (450.0 - SIZE / 2 + depth, 90.0), (400.0, 50.0 + SIZE / 2 - depth)
    for at in ends:
        clash = next(clashes(table.with_pieces(die(at))), None)
        assert str(clash) == ("d sticks out over the rim of the tray by 0.02 in" if told else "None")


def test_only_loose_dice_may_be_in_the_tray() -> None:
    """A model or a token in the tray sticks out over the edge of the table, and so does a die between table and
    tray.
    """
    table = replace(TABLE, tray=Tray(100.0, 80.0, 30.0, (350.0, 50.0)))
    for piece in (Model("d", "x", (400.0, 90.0)), Token("d", Pose((400.0, 90.0, 1.5))), die((325.0, 90.0))):
        (clash,) = clashes(table.with_pieces(piece))
        assert str(clash).startswith("d sticks out over the edge of the table by ")


def test_an_overlap_is_as_deep_as_it_is_told() -> None:
    """The depth of an overlap is how far the two pieces reach into each other, seen from above. The message tells the
    depth.
    """
    (clash,) = clashes(TABLE.with_pieces(Model("m", "x", (100.0, 50.0)), Model("n", "x", (122.0, 50.0))))
    assert clash.overlap == pytest.approx(3.0)
    assert str(clash) == "n and m overlap by 0.12 in; 0.5 mm are allowed"


@pytest.mark.parametrize(("deep", "told"), [(ALLOWED, False), (TOO_MUCH, True)])
def test_what_is_above_another_piece_is_not_in_it(deep: float, told: bool) -> None:
    """If a token on top of a model reaches into the model by 0.49 mm, they don't overlap. If it reaches in by 0.51 mm,
    they do.
    """
    over = BASE_THICKNESS + MODEL_HEIGHT
    token = Token("t", Pose((100.0, 50.0, over + 1.5 - deep)))
    assert found(Model("m", "x", (100.0, 50.0)), token) == [("t", "m")] * told


def test_only_the_foot_of_a_tower_counts() -> None:
    """Only the lowest die of a tower can overlap with a base. The upper dice may lean over the base."""
    table = TABLE.with_pieces(
        Model("m", "x", (100.0, 50.0)), die((200.0, 50.0), "a"), die((206.0, 50.0), "b", 1.5 * SIZE)
    )
    table = table.with_tower("m", Tower(("a", "b")))
    assert found(Model("n", "x", (200.0 + SIZE / 2 + 12.5 - ALLOWED, 50.0)), table=table) == []
    assert found(Model("n", "x", (200.0 + SIZE / 2 + 12.5 - TOO_MUCH, 50.0)), table=table) == [("m", "n")]


@pytest.mark.parametrize(("off", "flat"), [(0.49, True), (-0.49, True), (0.51, False), (-0.51, False)])
def test_a_die_lies_flat_within_the_tolerance_of_contact(off: float, flat: bool) -> None:
    """A die lies flat if it is within 0.5 mm of the height of a flat die. A die that doesn't lie flat overlaps with no
    model.
    """
    level = 12.0
    assert lies_flat(die((50.0, 50.0), height=level + SIZE / 2 + off), level) is flat
    crooked = die((50.0, 50.0), height=SIZE / 2 + abs(off))
    assert bool(found(Model("m", "x", (50.0, 50.0)), crooked)) is flat


def test_no_model_ends_its_move_on_what_cannot_be_stood_on() -> None:
    """A base must keep off walls, and off ground that may only be crossed, but not off a stage. The message names the
    kind of the terrain, and not its internal name.
    """
    crossed = Terrain("mud-2", Box(20.0, 20.0, 1.0), (50.0, 50.0), name="deep_mud", blocks_moves=False)
    stage = Terrain("stage", Box(20.0, 20.0, 10.0), (50.0, 150.0), blocks_moves=False, can_stand_on=True)
    told = [clearance.message for clearance in terrain_clearances(TABLE.with_pieces(WALL, crossed, stage))]
    assert told == ["the wall is in the way", "the deep mud is in the way"]


def test_a_turned_die_overlaps_with_its_corners() -> None:
    """If a die is turned by 45°, it reaches a model with its corner, by half its diagonal."""
    reach = 12.5 + SIZE * math.sqrt(0.5)
    for gap, told in ((-ALLOWED, False), (-TOO_MUCH, True)):
        turned = Die("d", size=SIZE, pose=Pose((100.0 + reach + gap, 50.0, SIZE / 2), about_z(math.pi / 4)))
        assert found(Model("m", "x", (100.0, 50.0)), turned) == [("d", "m")] * told
