"""Walls around the table keep dice and tokens on it. Dice that are rolled into a tray end in it."""

import math
from dataclasses import replace

import pytest
from physics_suite.tables import SHAKY, board, dice, throw, tower_at

from riotsim.physics import overlaps
from riotsim.physics.engine import client
from riotsim.physics.scene.ground import WALL_THICKNESS, table_walls
from riotsim.simulation import frames, perform
from riotsim.table.acts import Cocked, CutShort, Drop, Hand, LeftTable, Roll, Turned
from riotsim.table.pieces import Token
from riotsim.table.poses import ORIGIN, Point
from riotsim.table.state import Surface, Table, Tray

RECKLESS = replace(SHAKY, name="reckless", speed=900.0, speed_sigma=200.0, spin=50.0, aim_sigma=45.0)
"""A hand like the drunk one of rules/riot_dice.yaml, the fastest and worst aimed hand that comes with the program."""

RIM = 30.0
"""A rim of usual height (mm)."""

TRAY = Tray(254.0, 203.0, 75.0, at=(700.0, 100.0))
"""A tray of 10 × 8 in with walls of 3 in, beside the table."""

CORNERS: tuple[Point, ...] = ((60.0, 60.0), (550.0, 60.0), (60.0, 550.0), (550.0, 550.0))


def lost(table: Table, at: Point, heading: float, hand: Hand, seed: int) -> int:
    """Throw four dice, and return how many leave the table."""
    return len(perform(table, Roll(dice(4), at, heading, hand), seed).facts_of(LeftTable))


def test_a_rim_keeps_dice_on_the_table() -> None:
    """If a reckless hand throws 144 dice, walls of 30 mm keep all of them on the table.

    Without walls some leave. Reference: a die that is let go at 100 mm comes off felt with half its speed. It rises to
    25 mm, which is less than the rim.
    """
    throws = [((305.0, 305.0), 0.4 * seed, seed) for seed in range(24)]
    throws += [(at, math.atan2(305.0 - at[1], 305.0 - at[0]), seed) for at in CORNERS for seed in range(3)]
    assert sum(lost(board(), at, heading, RECKLESS, seed) for at, heading, seed in throws) > 0
    assert (
        sum(lost(replace(board(), wall_height=RIM), at, heading, RECKLESS, seed) for at, heading, seed in throws) == 0
    )


def test_a_rim_keeps_tokens_on_the_table() -> None:
    """If tokens fall from 12 in beside the edge, walls of 60 mm keep them on the table. Without walls some leave."""

    def dropped(table: Table, seed: int) -> bool:
        act = Drop(Token("t", ORIGIN), (10.0, 305.0), 305.0, replace(SHAKY, aim_sigma=20.0))
        return bool(perform(table, act, seed).facts_of(LeftTable))

    assert any(dropped(board(), seed) for seed in range(8))
    assert not any(dropped(replace(board(), wall_height=60.0), seed) for seed in range(8))


def test_walls_stand_around_the_table() -> None:
    """If a table has walls, four boards stand outside the play area on all sides, without a gap at the corners."""
    table = Table(600.0, 400.0, wall_height=RIM)
    spans = [tuple((at[k] - size[k] / 2, at[k] + size[k] / 2) for k in range(3)) for size, at in table_walls(table)]
    t = WALL_THICKNESS
    assert {span[:2] for span in spans} == {
        ((0.0, 600.0), (-t, 0.0)),
        ((0.0, 600.0), (400.0, 400.0 + t)),
        ((-t, 0.0), (-t, 400.0 + t)),
        ((600.0, 600.0 + t), (-t, 400.0 + t)),
    }
    assert {span[2][1] for span in spans} == {RIM}
    assert table_walls(board()) == []


@pytest.mark.parametrize("hand", [SHAKY, RECKLESS])
def test_dice_rolled_into_a_tray_end_in_it(hand: Hand) -> None:
    """If a hand rolls dice into a tray, all come to rest inside it, and nearly all have turned over (RD-92)."""
    table = replace(board(), tray=TRAY)
    turns = []
    for seed in range(12):
        settled = perform(table, Roll(dice(3), TRAY.middle, 0.0, hand, in_tray=True), seed)
        assert not settled.facts_of(LeftTable)
        assert not settled.facts_of(CutShort)
        for die in settled.table.dice.values():
            x, y, z = die.pose.at
            assert TRAY.at[0] < x < TRAY.at[0] + TRAY.width
            assert TRAY.at[1] < y < TRAY.at[1] + TRAY.depth
            assert z > die.size / 2 - 0.1
        turns += [fact.turns for fact in settled.facts_of(Turned)]
        assert len(settled.facts_of(Cocked)) <= 1
    assert sorted(turns)[len(turns) // 20] >= 1.0, "at most one in twenty has hardly turned"


def test_a_tray_is_a_world_of_its_own() -> None:
    """If pieces stand on the table, a roll into the tray has the same outcome as without them, and moves none."""
    bare = replace(board(), tray=TRAY)
    full = tower_at(bare, "t", 8, (305.0, 305.0)).with_pieces(*dice(2, prefix="x"))
    act = Roll(dice(3), TRAY.middle, 0.0, SHAKY, in_tray=True)
    alone, beside = perform(bare, act, 5), perform(full, act, 5)
    assert (beside.facts, beside.ticks) == (alone.facts, alone.ticks)
    assert {name: beside.table.dice[name] for name in alone.table.dice} == alone.table.dice
    assert beside.table.without(*alone.table.dice) == full


def test_dice_that_lie_in_a_tray_are_met() -> None:
    """If dice are rolled into a tray where dice lie, none overlap at the end (RD-91).

    Dice that weren't moved keep their poses exactly.
    """
    bare = replace(board(), tray=TRAY)
    kept = 0
    for seed in range(12):
        first = perform(bare, Roll(dice(3, prefix="a"), TRAY.middle, 0.0, SHAKY, in_tray=True), seed).table
        settled = perform(first, Roll(dice(8), TRAY.middle, 0.0, SHAKY, in_tray=True), seed).table
        assert overlaps(settled, 0.5) == ()
        kept += sum(settled.dice[name] == die for name, die in first.dice.items())
    assert kept > 0


def test_a_tray_may_stand_anywhere_and_has_a_surface_of_its_own() -> None:
    """If a tray stands elsewhere, the same seed gives the same faces.

    If it has another surface, the same seed gives other faces.
    """
    faces = []
    ice = Surface("ice", friction=0.1, restitution=0.9)
    for tray in (TRAY, replace(TRAY, at=(-300.0, 0.0)), replace(TRAY, surface=ice)):
        act = Roll(dice(6), tray.middle, 0.0, SHAKY, in_tray=True)
        settled = perform(replace(board(), tray=tray), act, 1)
        faces.append([die.shows for die in settled.table.dice.values()])
    assert faces[0] == faces[1] != faces[2]


def test_frames_of_a_tray_show_it_where_it_stands_and_close_it() -> None:
    """If dice are rolled into a tray, frames have their places in the table's coordinates.

    If the roll is abandoned, its world is given back.
    """
    act = Roll(dice(3), TRAY.middle, 0.0, SHAKY, in_tray=True)
    perform(board(), throw(), 0)  # the engine's idle worlds are there now
    before = client.open_clients()
    under_way = frames(replace(board(), tray=TRAY), act, 3)
    frame = next(under_way)
    assert all(pose.at[0] > TRAY.at[0] for pose in frame.poses.values())
    under_way.close()
    assert client.open_clients() == before


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (board(), "there is no tray beside this table"),
        (replace(board(), tray=replace(TRAY, at=(600.0, 0.0))), r"one at \(600.0, 0.0\) would stand on it"),
        (replace(board(), tray=replace(TRAY, at=(math.nan, 0.0))), "a tray needs a finite number as at_x"),
        (replace(board(), tray=replace(TRAY, width=0.0)), "a tray needs a bottom"),
        (replace(board(), tray=replace(TRAY, wall_height=-1.0)), "a tray needs a wall_height of at least 0"),
        (replace(board(), wall_height=-5.0), "a table needs a wall_height of at least 0"),
        (replace(board(), wall_height=math.nan), "a table needs a finite number as wall_height"),
    ],
)
def test_trays_and_walls_that_cannot_be_are_refused(table: Table, said: str) -> None:
    """If a tray or the walls can't exist, the roll is refused with a sentence that says what is wrong."""
    with pytest.raises(ValueError, match=said):
        perform(table, Roll(dice(3), (305.0, 305.0), 0.0, SHAKY, in_tray=True), 0)
