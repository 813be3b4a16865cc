"""An act that can't be performed is refused with a whole sentence. An act that is barely possible is allowed."""

import math
from dataclasses import replace

import pytest
from physics_suite.tables import STEADY, board, dice, model_with_tower, tower_at

from riotsim.errors import InvalidValue
from riotsim.physics.validation import Overlap, check, overlaps
from riotsim.table.acts import Act, Carry, Displacement, Drag, Drop, Hand, Mark, Pace, Put, Roll, Shift, Stack, Tip
from riotsim.table.dice.tray import MAX_SHARED_DICE
from riotsim.table.pieces import Box as Cuboid
from riotsim.table.pieces import Die, Model, Terrain, Token
from riotsim.table.poses import ORIGIN, Pose, about_z
from riotsim.table.state import Table, Tray

MIDDLE = (305.0, 205.0)

TRAY = Tray(120.0, 80.0, 30.0, (-150.0, 40.0), rack=20.0)

TABLE = replace(model_with_tower(tower_at(board(610.0, 410.0), "t", 3, MIDDLE), "m", 2, (100.0, 90.0)), tray=TRAY)

ROLL = Roll(dice(1), MIDDLE, 0.3, STEADY)

MARKED = replace(ROLL, mark=Mark(80.0, 10.0))

SHARED = replace(ROLL, in_tray=True, shared=True)

STACK = Stack(Die("a"), "t", STEADY)

CARRY = Carry("m", (100.0, 150.0), STEADY, "usual")


def hand(**changes: float) -> Hand:
    """Return the steady hand with other figures."""
    return replace(STEADY, **changes)  # type: ignore[arg-type]  # all of these are floats


def paced(speed: float, acceleration: float) -> Hand:
    """Return the steady hand with a single usual pace of this speed and acceleration."""
    return replace(STEADY, paces=(("usual", Pace(speed, acceleration)),))


def refusal(act: Act, table: Table = TABLE) -> str:
    """Return why an act is refused; an empty text if it isn't."""
    try:
        check(table, act)
    except InvalidValue as error:
        return str(error)
    return ""


REFUSED: list[tuple[Act, str]] = [
    (replace(ROLL, dice=()), "a roll needs at least one die"),
    (replace(ROLL, dice=(Die("b"), Die("a"), Die("b"))), "each die of a roll needs a name of its own, not a, b, b"),
    (
        replace(ROLL, dice=(Die("t-01"), Die("a"), Die("t-00"))),
        "dice that stand in a tower cannot be rolled: t-00, t-01",
    ),
    (replace(ROLL, at=(math.nan, 5.0)), "a roll needs a finite number as at_x, not nan"),
    (replace(ROLL, at=(5.0, math.inf)), "a roll needs a finite number as at_y, not inf"),
    (replace(ROLL, heading=math.inf), "a roll needs a finite number as heading, not inf"),
    (replace(ROLL, drop=-0.5), "a roll needs a drop of at least 0, not -0.5"),
    (replace(ROLL, strength=-0.5), "a roll needs a strength of at least 0, not -0.5"),
    (replace(ROLL, spin=(math.nan, 0.0, 0.0)), "a roll needs a finite number as spin_along, not nan"),
    (replace(ROLL, spin=(0.0, math.nan, 0.0)), "a roll needs a finite number as spin_left, not nan"),
    (replace(ROLL, spin=(0.0, 0.0, math.nan)), "a roll needs a finite number as spin_up, not nan"),
    (replace(ROLL, hand=hand(tremor=-0.5)), "the hand 'steady' needs a tremor of at least 0, not -0.5"),
    (replace(ROLL, hand=hand(place_sigma=math.nan)), "the hand 'steady' needs a finite number as place_sigma, not nan"),
    (replace(ROLL, hand=hand(unbraced=0.0)), "the hand 'steady' needs an unbraced height above 0, not 0.0"),
    (
        replace(ROLL, hand=paced(math.inf, 2.0)),
        "the hand 'steady' needs a finite number as speed, not inf",
    ),
    (
        replace(ROLL, hand=paced(2.0, math.inf)),
        "the hand 'steady' needs a finite number as acceleration, not inf",
    ),
    (
        replace(ROLL, hand=paced(0.0, 2.0)),
        "the hand 'steady' needs a speed and an acceleration above 0 for its pace 'usual'",
    ),
    (
        replace(ROLL, hand=paced(2.0, 0.0)),
        "the hand 'steady' needs a speed and an acceleration above 0 for its pace 'usual'",
    ),
    (replace(SHARED, in_tray=False), "a shared throw goes into the tray; set in_tray too"),
    (
        replace(SHARED, dice=dice(MAX_SHARED_DICE + 1)),
        "at most 12 dice are thrown into a shared tray at once, not 13; throw them in batches",
    ),
    (replace(MARKED, mark=Mark(-1.0, 10.0)), "a throw at a mark needs a back of at least 0, not -1.0"),
    (replace(MARKED, mark=Mark(1.0, -10.0)), "a throw at a mark needs a height of at least 0, not -10.0"),
    (replace(MARKED, dice=dice(2)), "one die is thrown at a mark, not 2"),
    (replace(MARKED, in_tray=True), "a die is thrown at a mark on the table, and not into the tray"),
    (replace(MARKED, mark=Mark(0.0, 10.0)), "a throw at a mark needs a speed, and some way to go"),
    (replace(MARKED, strength=0.0), "a throw at a mark needs a speed, and some way to go"),
    (replace(MARKED, hand=hand(speed=0.0)), "a throw at a mark needs a speed, and some way to go"),
    (Drop(Token("g", ORIGIN), (math.nan, 5.0), 20.0, STEADY), "a drop needs a finite number as at_x, not nan"),
    (Drop(Token("g", ORIGIN), (5.0, math.nan), 20.0, STEADY), "a drop needs a finite number as at_y, not nan"),
    (Drop(Token("g", ORIGIN), MIDDLE, -0.5, STEADY), "a drop needs a height of at least 0, not -0.5"),
    (replace(STACK, offset=(math.nan, 0.0)), "a die to stack needs a finite number as offset_x, not nan"),
    (replace(STACK, offset=(0.0, math.nan)), "a die to stack needs a finite number as offset_y, not nan"),
    (replace(STACK, bearing=math.inf), "a die to stack needs a finite number as bearing, not inf"),
    (replace(STACK, put=Put((math.nan, 0.0))), "a die to stack needs a finite number as offset_x, not nan"),
    (replace(STACK, put=Put((0.0, math.nan))), "a die to stack needs a finite number as offset_y, not nan"),
    (replace(STACK, put=Put((0.0, 0.0), math.nan)), "a die to stack needs a finite number as yaw, not nan"),
    (
        replace(STACK, put=Put((0.0, 0.0), velocity=(math.inf, 0.0))),
        "a die to stack needs a finite number as velocity_x, not inf",
    ),
    (
        replace(STACK, put=Put((0.0, 0.0), velocity=(0.0, math.inf))),
        "a die to stack needs a finite number as velocity_y, not inf",
    ),
    (replace(STACK, ground=(math.nan, 0.0)), "a die to stack needs a finite number as ground_x, not nan"),
    (replace(STACK, ground=(0.0, math.nan)), "a die to stack needs a finite number as ground_y, not nan"),
    (replace(STACK, die=Die("t-02")), "t-02 stands in the tower 't' already"),
    (replace(STACK, tower="x"), "there is no tower 'x' to put a on, and no model to begin one beside"),
    (replace(CARRY, to=(math.nan, 1.0)), "a carry needs a finite number as to_x, not nan"),
    (replace(CARRY, to=(1.0, math.nan)), "a carry needs a finite number as to_y, not nan"),
    (replace(CARRY, model="x"), "there is no model 'x' to carry"),
    (replace(CARRY, pace="x"), "the hand 'steady' has no pace 'x'; it has usual, slow, rash"),
    (replace(CARRY, drag=Drag(((-1, 0.0),))), "a drag needs whole ticks that go up, not -1 after -1"),
    (replace(CARRY, drag=Drag(((3, 0.0), (3, 1.0)))), "a drag needs whole ticks that go up, not 3 after 3"),
    (replace(CARRY, drag=Drag(((0, 60.1),))), "a drag stays on its line of 60 mm, and has no place at 60.1"),
]
"""Acts that can't be performed on `TABLE`, each with the message of its refusal."""


@pytest.mark.parametrize(("act", "said"), REFUSED)
def test_what_cannot_be_performed_is_refused_with_its_reason(act: Act, said: str) -> None:
    """If an act can't be performed, the message names the thing, its figure, and what would be right."""
    assert refusal(act) == said


@pytest.mark.parametrize(
    "act",
    [
        replace(ROLL, drop=0.0, strength=0.0, spin=(-1.0, -2.0, -3.0), heading=-9.0),
        replace(ROLL, hand=hand(place_sigma=0.0, tremor=0.0, speed=0.0, spin=0.0, unbraced=math.inf)),
        replace(ROLL, at=(-500.0, 900.0)),
        replace(ROLL, in_tray=True),
        replace(SHARED, dice=dice(MAX_SHARED_DICE)),
        replace(MARKED, mark=Mark(0.5, 0.0)),
        replace(MARKED, mark=Mark(0.5, 0.0), hand=hand(speed=0.5, unbraced=0.5), strength=0.5),
        Drop(Token("g", ORIGIN), (-5.0, -5.0), 0.0, STEADY),
        replace(STACK, offset=(-1.0, -1.0), bearing=-1.0, put=Put((-1.0, -1.0), -1.0, (-1.0, -1.0))),
        replace(STACK, tower="x", ground=(-1.0, -1.0)),
        replace(STACK, tower="m"),
        replace(CARRY, drag=Drag(((0, 0.0), (1, 60.0), (9, 30.0)))),
        replace(CARRY, hand=paced(0.5, 0.5)),
    ],
)
def test_what_is_barely_possible_is_allowed(act: Act) -> None:
    """A height or an error of zero, a point off the table, and a drag to the end of its line are allowed."""
    assert refusal(act) == ""


def test_cubes_and_tokens_that_cannot_be_moved_are_refused() -> None:
    """A cube that isn't there can't be tipped, and a piece that isn't there can't be shifted."""
    assert refusal(Tip("x", 0.0, MIDDLE)) != ""
    assert refusal(Shift((Displacement("x", MIDDLE),))) != ""


def test_walls_of_a_table_have_a_height_of_at_least_nothing() -> None:
    """An act on a table with walls of height 0 is allowed. If the height is negative, the act is refused."""
    assert refusal(ROLL, replace(TABLE, wall_height=0.0)) == ""
    assert refusal(ROLL, replace(TABLE, wall_height=-1.0)) == "a table needs a wall_height of at least 0, not -1.0"


def test_an_act_on_something_else_names_what_is_asked() -> None:
    """If an act is asked of a value that isn't a table, or isn't itself an act, the message shows that value."""
    assert refusal(ROLL, "x") == "an act is performed on a riotsim.Table, not on 'x'"  # type: ignore[arg-type]  # a wrong argument is the test
    assert refusal("x") == "an act is a Roll, Drop, Stack, Carry, Tip or Shift of riotsim, not 'x'"  # type: ignore[arg-type]  # a wrong argument is the test


@pytest.mark.parametrize(
    ("tray", "said"),
    [
        (None, "there is no tray beside this table to roll into; give the table one, or roll into play"),
        (replace(TRAY, at=(math.nan, 0.0)), "a tray needs a finite number as at_x, not nan"),
        (replace(TRAY, at=(0.0, math.nan)), "a tray needs a finite number as at_y, not nan"),
        (replace(TRAY, wall_height=-1.0), "a tray needs a wall_height of at least 0, not -1.0"),
        (replace(TRAY, rack=-1.0), "a tray needs a rack of at least 0, not -1.0"),
        (replace(TRAY, width=0.0), "a tray needs a bottom, not one of 0.0 × 80.0 mm"),
        (replace(TRAY, depth=0.0), "a tray needs a bottom, not one of 120.0 × 0.0 mm"),
        (replace(TRAY, width=0.5, depth=0.5), ""),
        (replace(TRAY, at=(-120.0, 40.0)), ""),
        (
            replace(TRAY, at=(-119.0, 40.0)),
            "a tray stands beside the table, and one at (-119.0, 40.0) would stand on it",
        ),
        (replace(TRAY, at=(610.0, 40.0)), ""),
        (
            replace(TRAY, at=(609.0, 40.0)),
            "a tray stands beside the table, and one at (609.0, 40.0) would stand on it",
        ),
        (replace(TRAY, at=(40.0, -80.0)), ""),
        (
            replace(TRAY, at=(40.0, -79.0)),
            "a tray stands beside the table, and one at (40.0, -79.0) would stand on it",
        ),
        (replace(TRAY, at=(40.0, 410.0), rack=0.0), ""),
        (
            replace(TRAY, at=(40.0, 409.0), rack=0.0),
            "a tray stands beside the table, and one at (40.0, 409.0) would stand on it",
        ),
        (
            replace(TRAY, at=(40.0, 411.0)),
            "a tray stands beside the table, and one with the rack at (40.0, 411.0) would stand on it",
        ),
    ],
)
def test_a_tray_stands_beside_the_table(tray: Tray | None, said: str) -> None:
    """The tray and its rack may touch the table along each side, but may not stand on it. The bottom of the tray can't
    have a side of 0.
    """
    assert refusal(replace(ROLL, in_tray=True), replace(TABLE, tray=tray)) == said
    assert refusal(ROLL, replace(TABLE, tray=tray)) == "", "a tray that nobody throws into is no matter"


def test_overlaps_are_told_with_their_depth_the_deepest_first() -> None:
    """Dice that overlap another die or the table come in order of depth. The names of two dice are in alphabetical
    order, and the table has no name.
    """
    table = board().with_pieces(
        Die("b", pose=Pose((100.0, 100.0, 8.0))),
        Die("a", pose=Pose((113.0, 100.0, 8.0))),
        Die("z", pose=Pose((200.0, 200.0, 6.0), about_z(0.4))),
        Die("high", pose=Pose((300.0, 300.0, 8.5))),
        Model("m", "x", (400.0, 400.0)),
        Terrain("box", Cuboid(40.0, 60.0, 30.0), (405.0, 410.0)),
        Die("c", pose=Pose((500.0, 104.0, 8.0))),
        Die("d", pose=Pose((515.0, 104.0, 8.0))),
    )
    found = overlaps(table)
    deep = [one for one in found if one.depth > 0.5]
    assert [(one.first, one.second) for one in deep] == [("a", "b"), ("z", ""), ("c", "d")]
    assert [one.depth for one in deep] == pytest.approx([3.0, 2.0, 1.0], abs=0.1)
    assert [(one.first, one.second) for one in overlaps(table, deeper_than=1.5)] == [("a", "b"), ("z", "")]
    assert overlaps(table, deeper_than=found[0].depth) == ()
    assert overlaps(table, deeper_than=found[1].depth) == (Overlap("a", "b", found[0].depth),)
