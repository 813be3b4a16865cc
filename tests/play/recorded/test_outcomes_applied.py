"""Records of a game: outcomes, stored as differences between tables, and answers, stored as plain data."""

import math
from dataclasses import replace
from typing import Any

import pytest

from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.requests import Aim, AimThrow, Choose, PickPoint, PlaceDie, Refused, Request, SetPace, Spot
from riotsim.play.session.answers import parse_answer
from riotsim.play.session.outcomes import InvalidDelta, TableDelta, apply_delta, compute_delta, largest_displacement
from riotsim.table.acts import Act, Drag, Drop, Hand, LeftTable, Mark, Pace, Put, Roll, Settled, Stack
from riotsim.table.pieces import Die, Model, Token, Tower
from riotsim.table.poses import IDENTITY, Pose, Quaternion
from riotsim.table.state import Table

HAND = Hand("steady", 1, 0, 0, 10, 0, 640, 0, 25, (("normal", Pace(300, 900)),))


def at(x: float, y: float, z: float = 8.0, orientation: Quaternion = IDENTITY) -> Pose:
    """Return a pose."""
    return Pose((x, y, z), orientation)


BEFORE = (
    Table(310.0, 220.0)
    .with_pieces(
        Die("d1", pose=at(20, 30)),
        Die("d2", pose=at(40, 30)),
        Die("d3", pose=at(40, 30, 24)),
        Token("t1", at(60, 70, 1)),
        Token("t2", at(0.0, 70, 1)),
        Model("m", "Ann", (100.0, 50.0), heading=0.5),
        Model("n", "Bob", (150.0, 50.0)),
    )
    .with_tower("m", Tower(("d2", "d3")))
)
ROLL = Roll((Die("new"), Die("d1", pose=at(20, 30))), (50.0, 60.0), 0.0, HAND)
DROP = Drop(Token("loot", at(1, 2)), (50.0, 60.0), 100.0, HAND)
STACK = Stack(Die("new"), "m", HAND)
LEFT = LeftTable("d1", 5, (0.0, 0.0))


def die(name: str, x: float, y: float, z: float = 8.0) -> Die:
    """Return a die in its place."""
    return Die(name, pose=at(x, y, z))


ROWS: list[tuple[Act, Table, TableDelta]] = [
    (ROLL, BEFORE, TableDelta()),
    (ROLL, BEFORE.with_pieces(die("d1", 25, 30)), TableDelta(moved={"d1": at(25, 30)})),
    (ROLL, BEFORE.with_pieces(die("new", 25, 35)), TableDelta(moved={"new": at(25, 35)})),
    (ROLL, BEFORE.without("d1", "t1"), TableDelta(gone=("d1", "t1"))),
    (DROP, BEFORE.with_pieces(Token("loot", at(1, 2))), TableDelta(moved={"loot": at(1, 2)})),
    (DROP, BEFORE.with_pieces(Token("t2", at(-0.0, 70, 1))), TableDelta(moved={"t2": at(-0.0, 70, 1)})),
    (
        STACK,
        BEFORE.with_pieces(die("new", 40, 30, 40)).with_tower("m", Tower(("d2", "d3", "new"))),
        TableDelta(moved={"new": at(40, 30, 40)}, towers={"m": Tower(("d2", "d3", "new"))}),
    ),
    (ROLL, BEFORE.with_tower("m", None), TableDelta(towers={"m": None})),
    (
        ROLL,
        BEFORE.with_pieces(
            Model("m", "Ann", (110.0, 50.0), heading=0.5, fallen=True), Model("n", "Bob", (150.0, 50.0), level=-0.0)
        ),
        TableDelta(
            models={"m": ((110.0, 50.0), 0.5, 0.0, True), "n": ((150.0, 50.0), 0.0, -0.0, False)},
        ),
    ),
    (
        ROLL,
        replace(BEFORE, dice={name: BEFORE.dice[name] for name in ("d3", "d1", "d2")}),
        TableDelta(order={"dice": ("d3", "d1", "d2")}),
    ),
]


@pytest.mark.parametrize(("act", "after", "delta"), ROWS)
def test_an_outcome_is_stored_as_what_changed(act: Act, after: Table, delta: TableDelta) -> None:
    """Only the differences between the tables before and after an act are stored. If the differences are applied to the
    table before, the result is exactly the table after.
    """
    settled = Settled(after, (LEFT,), 77)
    found = compute_delta(BEFORE, act, settled)
    assert repr(found) == repr(replace(delta, facts=(LEFT,), ticks=77))
    assert repr(apply_delta(BEFORE, act, found)) == repr(settled)


def test_a_change_that_no_difference_can_express_is_an_error() -> None:
    """If a piece appears without an act, or if a model's owner or the table's size changes, the outcome can't be
    stored.
    """
    for after in (BEFORE.with_pieces(Model("m", "Eve", (100.0, 50.0), heading=0.5)), replace(BEFORE, width=300.0)):
        with pytest.raises(InvalidDelta, match=r"^what came of roll can't be told as a difference$"):
            compute_delta(BEFORE, ROLL, Settled(after))
    with pytest.raises(InvalidDelta, match=r"^other is no die or token that could have moved$"):
        compute_delta(BEFORE, ROLL, Settled(BEFORE.with_pieces(die("other", 1, 1))))
    with pytest.raises(InvalidDelta, match=r"^o is no model on the table$"):
        compute_delta(BEFORE, ROLL, Settled(BEFORE.with_pieces(Model("o", "Ann", (1.0, 1.0)))))


@pytest.mark.parametrize(
    ("delta", "why"),
    [
        (TableDelta(moved={"loot": at(1, 2)}), "loot is no die or token that could have moved"),
        (TableDelta(moved={"m": at(1, 2)}), "m is no die or token that could have moved"),
        (TableDelta(models={"d1": ((1.0, 2.0), 0.0, 0.0, False)}), "d1 is no model on the table"),
        (TableDelta(gone=("d1", "y", "x")), "x, y can't be gone: it was not there"),
        (TableDelta(order={"dice": ("d1", "d2")}), "the order of dice names others than are there"),
        (TableDelta(order={"terrain": ()}), "the order of terrain names others than are there"),
        (TableDelta(towers={"m": Tower(("d2", "x", "y"))}), "x of the tower m is not on the table"),
        (
            TableDelta(moved={"d1": at(1, 2, 3, (0.0, 0.0, 0.0, 1.0011))}),
            "d1 is turned by no rotation: the quaternion has the length 1.0011",
        ),
        (
            TableDelta(moved={"d1": at(1, 2, 3, (0.0, 0.0, 0.6, 0.7))}),
            "d1 is turned by no rotation: the quaternion has the length 0.921954",
        ),
    ],
)
def test_a_difference_that_does_not_fit_is_an_error(delta: TableDelta, why: str) -> None:
    """The error names the piece that doesn't fit the table, or that has no sound orientation."""
    with pytest.raises(InvalidDelta) as found:
        apply_delta(BEFORE, ROLL, delta)
    assert str(found.value) == why


def test_an_orientation_may_be_off_by_a_thousandth() -> None:
    """A stored orientation is accepted if the length of its quaternion differs from 1 by less than 0.001."""
    for length in (0.9991, 1.0009):
        pose = at(1, 2, 3, (0.0, length, 0.0, 0.0))
        assert apply_delta(BEFORE, ROLL, TableDelta(moved={"d1": pose})).table.dice["d1"].pose == pose


def test_the_largest_displacement_of_a_piece() -> None:
    """The largest distance between the places of any piece on two tables is found. For dice and tokens the height
    counts too. If one table has a piece or tower that the other lacks, the distance is infinite.
    """
    rows = [
        (BEFORE, 0.0),
        (BEFORE.with_pieces(die("d1", 23, 34, 20)), 13.0),
        (BEFORE.with_pieces(die("d1", 23, 34, 8), Token("t1", at(60, 70, 8))), 7.0),
        (BEFORE.with_pieces(Model("m", "Ann", (108.0, 56.0)), die("d1", 23, 34, 8)), 10.0),
        (BEFORE.without("d1"), math.inf),
        (BEFORE.with_tower("m", None), math.inf),
        (BEFORE.with_tower("m", Tower(("d2",))), 0.0),
    ]
    for other, expected in rows:
        assert largest_displacement(BEFORE, other) == pytest.approx(expected)
        assert largest_displacement(other, BEFORE) == pytest.approx(expected)
    assert largest_displacement(Table(1.0, 1.0), Table(2.0, 2.0)) == 0.0


PICK = PickSome("Ann", "p", ("a", "b"))
PLACE_SOME = PlaceSome("Ann", "p", ())
POINT = PickPoint("Ann", "p", ())
PLACE = PlaceDie("Ann", "stack", "a1", 3, 8.0)
THROW: Request[Any] = AimThrow("Ann", "roll", ("d6",), 600.0, 500.0, 50.0)
PACE = SetPace("Ann", "carry", "a1", (300.0, 0.0), 5, ("normal", "slow"), 300.0)
CHOOSE = Choose("Ann", "c", ("a", (1, 2), None))
SPOT = {"is": "spot", "piece": "a", "at": [1.0, 2.0]}


@pytest.mark.parametrize(
    ("request_", "data", "answer"),
    [
        (CHOOSE, "a", "a"),
        (CHOOSE, [1, 2], (1, 2)),
        (CHOOSE, None, None),
        (PICK, ["a", 3], ("a", 3)),
        (PICK, [], ()),
        (PLACE_SOME, [SPOT, SPOT], (Spot("a", (1.0, 2.0)),) * 2),
        (POINT, SPOT, Spot("a", (1.0, 2.0))),
        (POINT, {"is": "step", "piece": "a", "at": [1, 2]}, None),
        (PLACE, [3.0, -4.0], (3.0, -4.0)),
        (PLACE, {"is": "put", "offset": [1.0, 2.0], "velocity": [3, 4]}, Put((1.0, 2.0), 0.0, (3, 4))),
        (PACE, "slow", "slow"),
        (PACE, {"is": "drag", "samples": [[0, 0.0], [9, 5.0], 7]}, Drag(((0, 0.0), (9, 5.0), 7))),  # type: ignore[arg-type]  # what a file may say
        (
            THROW,
            {
                "is": "aim",
                "at": [1, 2],
                "heading": 3.0,
                "spin": [4, 5, 6],
                "mark": {"is": "mark", "back": 7, "height": 8},
            },
            Aim((1, 2), 3.0, spin=(4, 5, 6), mark=Mark(7, 8)),
        ),
    ],
)
def test_plain_data_becomes_an_answer(request_: Request[object], data: object, answer: object) -> None:
    """Lists become tuples, and mappings become the answers that they name. Whether the request allows the answer is not
    checked.
    """
    if answer is not None or data is None:
        assert repr(parse_answer(request_, data)) == repr(answer)
    else:
        with pytest.raises(Refused, match=r"^step is not stored as it should be: "):
            parse_answer(request_, data)


@pytest.mark.parametrize(
    ("request_", "data", "why"),
    [
        (CHOOSE, [1], "[1] is not among the options"),
        (PICK, "a", "a is no list of names"),
        (PLACE_SOME, "a", "a is no list of spots"),
        (PLACE_SOME, ["a"], "a is none of spot, step, aim, put, drag"),
        (POINT, None, "None is none of spot, step, aim, put, drag"),
        (THROW, {"is": "aims"}, "{'is': 'aims'} is none of spot, step, aim, put, drag"),
        (THROW, {"is": ["aim"]}, "{'is': ['aim']} is none of spot, step, aim, put, drag"),
        (PLACE, [1, 2, 3], "[1, 2, 3] is no point"),
        (PLACE, [1], "[1] is no point"),
        (PLACE, "12", "12 is no point"),
        (POINT, {**SPOT, "at": 5}, "5 is no point"),
        (PACE, 7, "7 is no word"),
        (PACE, ["slow"], "['slow'] is no word"),
    ],
)
def test_plain_data_of_another_form_is_refused(request_: Request[object], data: object, why: str) -> None:
    """If stored data has the wrong form for the request, the refusal says which form the data should have."""
    with pytest.raises(Refused) as found:
        parse_answer(request_, data)
    assert str(found.value) == why


def test_a_mark_with_other_fields_is_refused() -> None:
    """If the mark of an aim lacks fields or has others, the refusal names the mark and not the aim."""
    for mark in ({}, {"back": 1, "height": 2, "more": 3}):
        with pytest.raises(Refused, match=r"^a mark is not stored as it should be: "):
            parse_answer(THROW, {"is": "aim", "at": [1, 2], "heading": 3.0, "mark": mark})
