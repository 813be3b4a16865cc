"""Requests allow some answers, and refuse others with a reason."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.play.group_requests import PickSome
from riotsim.play.requests import (
    Aim,
    AimThrow,
    Choose,
    PickPiece,
    PickPoint,
    PickWay,
    PlaceDie,
    Request,
    SetPace,
    Spot,
    Step,
    Way,
)
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Clearance, Region

WAYS = (Way("d1", 0.0, 100.0), Way("d2", 1.0, 50.0))


def test_choose() -> None:
    """An answer that is not among the options is refused with a list of them."""
    request = Choose("Ann", "action", ("scoot", "shoot"))
    assert request.refusal("scoot") is None
    assert request.refusal("boot") == "boot is not open; there is scoot, shoot"


def test_pick_piece() -> None:
    """If a piece cannot be picked, it is refused, and the refusal lists the pieces that can be picked."""
    request = PickPiece("Ann", "boot", ("a2", "b1"))
    assert request.refusal("b1") is None
    assert request.refusal("b2") == "b2 cannot be picked; there is a2, b1"


def test_pick_point() -> None:
    """If a piece can't stand at a point, the refusal says what is in the way. If another piece is put down than asked
    for, the refusal says so.
    """
    region = Region(disc((0, 0), 10), 200, 100, (Clearance(disc((50, 50), 10), 5, "too near the well"),))
    request = PickPoint("Ann", "place", (("a1", region),))
    assert request.refusal(Spot("a1", (75.0, 50.0))) is None
    assert request.refusal(Spot("a1", (74.9, 50.0))) == "too near the well"
    assert request.refusal(Spot("a1", (195.0, 50.0))) == "the whole piece must stay on the table"
    assert request.refusal(Spot("a7", (75.0, 50.0))) == "a7 cannot be put down; there is a1"


@pytest.mark.parametrize(
    ("step", "whole", "discards", "why"),
    [
        (Step("d1"), True, False, None),
        (Step("d3"), True, True, "d3 is not among the dice that may be used next"),
        (Step("d1", 100.0), True, False, None),
        (Step("d1", 99.0), True, False, "the full distance must be moved"),
        (Step("d1", 99.0), False, False, None),
        (Step("d1", 0.0), False, False, None),
        (Step("d1", 101.0), False, False, "the die allows 0 to 100 mm"),
        (Step("d1", 101.0), True, False, "the die allows 0 to 100 mm"),
        (Step("d1", -1.0), False, False, "the die allows 0 to 100 mm"),
        (Step("d1", math.nan), False, False, "the die allows 0 to 100 mm"),
        (Step("d1", math.nan), True, False, "the die allows 0 to 100 mm"),
        (Step("d1", discard=True), True, False, "every die must be used"),
        (Step("d1", discard=True), True, True, None),
        (Step("d1", 5.0, discard=True), False, True, "a die that is put away moves nothing"),
    ],
)
def test_pick_way(step: Step, whole: bool, discards: bool, why: str | None) -> None:
    """RD-42, RD-44: a step must use the whole distance of a die, unless the request allows less. A die may be put away
    only if the request allows that.
    """
    assert PickWay("Ann", "move", "a1", WAYS, whole, discards).refusal(step) == why


THROW = AimThrow("Ann", "roll", ("d6",), 600.0, 500.0, 50.0)


@given(st.floats(0, 600), st.floats(0, 500), st.floats(-7, 7), st.floats(0.3, 2.0), st.floats(50, 300))
def test_every_throw_of_a_hand_is_allowed(x: float, y: float, heading: float, strength: float, drop: float) -> None:
    """RD-92: a throw is allowed if it goes onto the table, from 50 to 300 mm up, with a strength of 0.3 to 2."""
    assert THROW.refusal(Aim((x, y), heading, strength, drop)) is None


@pytest.mark.parametrize(
    ("aim", "why"),
    [
        (Aim((-1, 0), 0), "into the play area"),
        (Aim((0, 501), 0), "into the play area"),
        (Aim((0, 0), math.inf), "with numbers"),
        (Aim((0, 0), 0, drop=49.9), "merely set down is no roll"),
        (Aim((0, 0), 0, drop=301), "at most 300 mm"),
        (Aim((0, 0), 0, strength=0.2), "0.3 to 2 times"),
        (Aim((0, 0), 0, strength=2.1), "0.3 to 2 times"),
    ],
)
def test_other_throws_are_refused(aim: Aim, why: str) -> None:
    """RD-92: a throw is refused with the reason if it misses the table. The same holds if its height is not 50 to 300
    mm, or its strength not 0.3 to 2.
    """
    assert why in (THROW.refusal(aim) or "")


@given(st.floats(-20, 20), st.floats(-20, 20))
def test_place_die(x: float, y: float) -> None:
    """A die may be released only within 8 mm of the middle of the tower's top die."""
    allowed = PlaceDie("Ann", "stack", "a1", 3, 8.0).refusal((x, y)) is None
    assert allowed == (math.hypot(x, y) <= 8.0)


def test_set_pace() -> None:
    """RD-49: if a pace is not one of the hand's paces, it is refused with a list of them."""
    request = SetPace("Ann", "carry", "a1", (0.0, 0.0), 5, ("normal", "slow"))
    assert request.refusal("slow") is None
    assert request.refusal("gallop") == "the hand knows normal, slow, not gallop"


REQUESTS = (
    Choose("Ann", "action", ("scoot", "shoot")),
    PickPiece("Ann", "boot", ("a2", "b1")),
    PickSome("Ann", "group", ("a1", "a2"), least=1),
    PickPoint("Ann", "place", (("a1", Region(disc((0.0, 0.0), 12.5), 600, 600)),)),
    PickWay("Ann", "move", "a1", WAYS, full_distance_only=False, may_discard=True),
    AimThrow("Ann", "roll", ("d6",), 600, 600, 50.0),
    PlaceDie("Ann", "stack", "a1", 3, 8.0),
    SetPace("Ann", "carry", "a1", (10.0, 10.0), 3, ("normal", "slow")),
)

NONSENSE = (
    None, "nonsense", 5, (), (1.0,), (1.0, "2"), (1.0, 2.0, 3.0), [1.0, 2.0], True, {"at": 1},
    Spot("a1", (1.0,)),  # type: ignore[arg-type]  # a stored game may hold anything
    Spot("a1", None),  # type: ignore[arg-type]  # likewise
    Step("d1", "far"),  # type: ignore[arg-type]  # likewise
    Aim((1.0, 2.0), "north"),  # type: ignore[arg-type]  # likewise
    Aim("middle", 0.0),  # type: ignore[arg-type]  # likewise
)  # fmt: skip


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: type(request).__name__)
@pytest.mark.parametrize("answer", NONSENSE, ids=repr)
def test_what_is_no_answer_at_all_is_refused_with_a_sentence(request_: Request[object], answer: object) -> None:
    """If an answer has the wrong form for its request, it is refused with a reason, and no request crashes."""
    assert isinstance(request_.refusal(answer), str)
