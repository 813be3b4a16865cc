"""Requests allow answers at their limits, and refuse answers just outside. The tests compare each refusal's
whole text.
"""

import math
from dataclasses import replace
from typing import Any

import pytest

from riotsim.play.requests import (
    MAX_NUMBER,
    Aim,
    AimThrow,
    Choose,
    PickPiece,
    PickPoint,
    PickWay,
    PlaceDie,
    SetPace,
    Spot,
    Step,
    Target,
    Way,
    is_spot,
)
from riotsim.table.acts import Drag, Mark, Put
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Region

ROLL = AimThrow("Ann", "roll", ("d6",), 600.0, 400.0, 50.0)
PLAIN = Aim((200.0, 100.0), 0.5)

HAND = Region(disc((0.0, 0.0), 1.0), 1000.0, 500.0)
AT_TARGET = replace(ROLL, target=Target("wall", (500.0, 100.0), Mark(240.0, 20.0), HAND), speed=800.0)
"""A throw at a target. From 240 mm away a die needs 0.5 of the speed of 800 mm/s: it may fly for 0.6 s at most."""

THROWN = Aim((500.0, 100.0), 0.0)

NUMBERS = "a throw is aimed with numbers"
POINT = "a throw is aimed at a point of two numbers"
SPIN = "a spin is given as three numbers"
AREA = "the dice must be thrown into the play area"
SPEEDS = "a throw has 0.3 to 2 times the hand's usual speed"
FAST = "a throw has at most 2 times the hand's usual spin"

AIMS: list[tuple[Aim, str | None]] = [
    (PLAIN, None),
    (replace(PLAIN, at=(0.0, 0.0)), None),
    (replace(PLAIN, at=(600.0, 400.0)), None),
    (replace(PLAIN, at=(600.5, 400.0)), AREA),
    (replace(PLAIN, at=(600.0, 400.5)), AREA),
    (replace(PLAIN, at=(-0.5, 100.0)), AREA),
    (replace(PLAIN, at=(100.0, -0.5)), AREA),
    (replace(PLAIN, at=(500.0, 500.0)), AREA),
    (replace(PLAIN, at=(100.0, math.nan)), POINT),
    (replace(PLAIN, at=(True, 100.0)), POINT),
    (replace(PLAIN, at=(MAX_NUMBER, 100.0)), POINT),
    (replace(PLAIN, drop=50.0), None),
    (replace(PLAIN, drop=49.5), "a roll is released at least 50 mm up; a die merely set down is no roll"),
    (replace(PLAIN, drop=300.0), None),
    (replace(PLAIN, drop=300.5), "a roll is released at most 300 mm up"),
    (replace(PLAIN, drop=math.inf), NUMBERS),
    (replace(PLAIN, strength=0.3), None),
    (replace(PLAIN, strength=0.29), SPEEDS),
    (replace(PLAIN, strength=2.0), None),
    (replace(PLAIN, strength=2.01), SPEEDS),
    (replace(PLAIN, strength=True), NUMBERS),
    (replace(PLAIN, heading=-MAX_NUMBER), NUMBERS),
    (replace(PLAIN, by_hand=True), None),
    (replace(PLAIN, by_hand=1), "a throw is a person's own or it is not"),  # type: ignore[arg-type]  # wrong data
    (replace(PLAIN, spin=(1.2, 0.0, -1.6)), None),
    (replace(PLAIN, spin=(1.3, 0.0, -1.6)), FAST),
    (replace(PLAIN, spin=(1.2, 1.2, 1.2)), FAST),
    (replace(PLAIN, spin=(1.0, 1.0)), SPIN),  # type: ignore[arg-type]  # wrong data
    (replace(PLAIN, spin=(1.0, 1.0, math.nan)), SPIN),
    (replace(PLAIN, mark=Mark(100.0, 20.0)), "there is nothing to throw at"),
]


@pytest.mark.parametrize(("aim", "why"), AIMS)
def test_a_roll_is_aimed_within_limits(aim: Aim, why: str | None) -> None:
    """RD-92: a roll must go into the play area. Its height, speed and spin must be within the limits of a hand."""
    assert ROLL.refusal(aim) == why


def test_a_roll_into_the_tray() -> None:
    """If a roll into the tray is aimed beside the tray, the refusal speaks of the tray. The greatest strength is 2, or
    4 for a throw at a target.
    """
    assert (
        replace(ROLL, in_tray=True).refusal(replace(PLAIN, at=(601.0, 0.0))) == "the dice must be thrown into the tray"
    )
    assert ROLL.strengths == (0.3, 2.0)
    assert AT_TARGET.strengths == (0.3, 4.0)


HIGH = "a die is thrown at something 0 to 300 mm high"
OVER = "a die is thrown from over the table"
AHEAD = "a die is thrown at something that is ahead"
MARK = "a mark is a distance and a height in mm"

MARKED: list[tuple[Aim, str | None]] = [
    (THROWN, None),
    (replace(THROWN, strength=0.5), None),
    (replace(THROWN, strength=0.49), "from 9.4 in off a die must be thrown harder than that"),
    (replace(THROWN, strength=4.0), None),
    (replace(THROWN, strength=4.01), "a throw has 0.3 to 4 times the hand's usual speed"),
    (replace(THROWN, mark=Mark(480.0, 20.0)), None),
    (replace(THROWN, mark=Mark(481.0, 20.0)), "from 18.9 in off a die must be thrown harder than that"),
    (replace(THROWN, mark=Mark(499.0, 20.0), strength=4.0), None),
    (replace(THROWN, mark=Mark(499.5, 20.0), strength=4.0), OVER),
    # Thrown towards the west, the hand is east of the target; towards the south, it is north of it.
    (replace(THROWN, heading=math.pi, mark=Mark(480.0, 20.0)), None),
    (replace(THROWN, heading=math.pi, mark=Mark(499.5, 20.0), strength=4.0), OVER),
    (replace(THROWN, heading=-math.pi / 2, mark=Mark(399.0, 20.0)), None),
    (replace(THROWN, heading=-math.pi / 2, mark=Mark(399.5, 20.0)), OVER),
    (replace(THROWN, heading=math.pi / 2, mark=Mark(99.0, 20.0)), None),
    (replace(THROWN, heading=math.pi / 2, mark=Mark(99.5, 20.0)), OVER),
    (replace(THROWN, mark=Mark(0.0, 20.0)), AHEAD),
    (replace(THROWN, mark=Mark(-5.0, 20.0)), AHEAD),
    (replace(THROWN, mark=Mark(1.0, 0.0)), None),
    (replace(THROWN, mark=Mark(1.0, 300.0)), None),
    (replace(THROWN, mark=Mark(1.0, -0.5)), HIGH),
    (replace(THROWN, mark=Mark(1.0, 300.5)), HIGH),
    (replace(THROWN, mark=Mark(math.nan, 20.0)), MARK),
    (replace(THROWN, mark=Mark(1.0, math.nan)), MARK),
    (replace(THROWN, mark=(1.0, 2.0)), MARK),  # type: ignore[arg-type]  # wrong data
]


@pytest.mark.parametrize(("aim", "why"), MARKED)
def test_a_throw_at_a_target_has_a_mark_that_it_reaches(aim: Aim, why: str | None) -> None:
    """A throw at a target is allowed if the hand is over the table and behind the mark, and the die is fast enough to
    reach the mark within 0.6 s.
    """
    assert AT_TARGET.refusal(aim) == why


def test_a_throw_whose_hand_has_no_room() -> None:
    """If the hand's region refuses the hand, but not because of the table's edge, the refusal gives the region's
    reason.
    """
    region = Region(disc((0.0, 0.0), 1.0), 1000.0, 500.0, places=((10.0, 10.0),))
    target = Target("wall", (500.0, 100.0), Mark(240.0, 20.0), region)
    why = replace(AT_TARGET, target=target).refusal(THROWN)
    assert why == "it can only be put on one of the marked places"


TOWER = PlaceDie("Ann", "stack", "a1", 3, 8.0)
PLACE, LET_GO = "a place is given as two numbers", "a die is let go with an angle, and a velocity of two numbers"
REACH, SPEED = "a die is placed within 8 mm of the one on top", "a die is let go by a hand with at most 1000 mm/s"

PUTS: list[tuple[Any, str | None]] = [
    ((0.0, 8.0), None),
    ((0.0, 8.01), REACH),
    ((-4.8, -6.4), None),
    ((-5.0, -6.4), REACH),
    ((1.0,), PLACE),
    ((1.0, math.inf), PLACE),
    (Put((4.8, 6.4), 0.5, (600.0, -800.0)), None),
    (Put((4.8, 6.4), 0.5, (601.0, -800.0)), SPEED),
    (Put((4.8, 6.6), 0.5, (0.0, 0.0)), REACH),
    (Put((4.8, math.nan), 0.5, (0.0, 0.0)), PLACE),
    (Put((0.0, 0.0), math.nan, (0.0, 0.0)), LET_GO),
    (Put((0.0, 0.0), 0.5, (0.0, math.nan)), LET_GO),
]


@pytest.mark.parametrize(("answer", "why"), PUTS)
def test_a_die_is_let_go_over_its_tower(answer: Any, why: str | None) -> None:
    """A die must be released within 8 mm of the tower's top die, by a hand that moves at most 1000 mm/s."""
    assert TOWER.refusal(answer) == why


CARRY = SetPace("Ann", "carry", "a1", (0.0, 0.0), 5, ("normal", "slow"), 120.0)
SAMPLE = "each sample of a drag is a whole number of ticks and a distance in mm"
LINE, ORDER = "a drag stays on its line, from 0 to 120 mm", "the ticks of a drag go up"

DRAGS: list[tuple[Any, str | None]] = [
    ((), None),
    (((0, 0.0), (1, 60.0), (3, 120.0)), None),
    (((0, 0.0), (1, 120.0), (3, 0.0)), None),
    (((0, 0.0), (0, 10.0)), ORDER),
    (((2, 0.0), (1, 10.0)), ORDER),
    (((-1, 0.0),), ORDER),
    (((0, 120.01),), LINE),
    (((0, -0.01),), LINE),
    (((0, 120.0 + 5e-7), (1, -5e-7)), None),
    (((0, 120.0 + 2e-6),), LINE),
    (((0, -2e-6),), LINE),
    (((0.0, 1.0),), SAMPLE),
    (((0, 1.0, 2.0),), SAMPLE),
    (((True, 1.0),), SAMPLE),
    (([0, 1.0],), SAMPLE),
    ([(0, 1.0)], "a drag is a list of ticks and distances"),
    (((7200, 1.0),), None),
    (((7201, 1.0),), "a drag takes at most 30 s"),
    (tuple((tick, 0.0) for tick in range(4000)), None),
    (tuple((tick, 0.0) for tick in range(4001)), "a drag has at most 4000 samples"),
]


@pytest.mark.parametrize(("samples", "why"), DRAGS, ids=[f"{str(row[0])[:30]}" for row in DRAGS])
def test_a_drag_stays_on_its_line(samples: Any, why: str | None) -> None:
    """RD-49: a drag stays on its path of 120 mm. Its ticks of 1/240 s increase, up to 30 s. It has at most 4000
    samples.
    """
    assert CARRY.refusal(Drag(samples)) == why


WAY = PickWay("Ann", "move", "a1", (Way("d1", 0.0, 100.0), Way("d2", 1.0, 50.0)), False, True)
FORM, LIMIT = "a step is a die and a distance in mm", "the die allows 0 to 50 mm"

STEPS: list[tuple[Any, bool, str | None]] = [
    (Step("d2", 50.0), False, None),
    (Step("d2", 50.0 + 5e-7), False, None),
    (Step("d2", 50.0 + 2e-6), False, LIMIT),
    (Step("d2", 50.0), True, None),
    (Step("d2", 50.0 - 5e-7), True, None),
    (Step("d2", 50.0 - 2e-6), True, "the full distance must be moved"),
    (Step("d1", 60.0), False, None),
    (Step("d2", 0), False, None),
    (Step("d2", -0.5), False, LIMIT),
    (Step("d2", discard=True), True, None),
    (Step("d2", 0.0, discard=True), True, "a die that is put away moves nothing"),
    (Step("d2", "far"), False, FORM),  # type: ignore[arg-type]  # wrong data
    ("d2", False, FORM),
    (Step("d3", 1.0), False, "d3 is not among the dice that may be used next"),
]


@pytest.mark.parametrize(("answer", "whole", "why"), STEPS)
def test_a_step_goes_no_further_than_its_way(answer: Any, whole: bool, why: str | None) -> None:
    """RD-42, RD-44: a step goes along one of the offered ways. If the request asks for the full distance, a shorter
    step is refused.
    """
    assert replace(WAY, full_distance_only=whole).refusal(answer) == why


def test_what_may_be_chosen_is_listed() -> None:
    """If something is chosen that is not offered, the refusal lists what is offered, or says `nothing`."""
    assert Choose("Ann", "action", ("scoot",)).refusal("boot") == "boot is not open; there is scoot"
    empty: Choose[str] = Choose("Ann", "action", ())
    assert empty.refusal("boot") == "boot is not open; there is nothing"
    assert PickPiece("Ann", "boot", ("a", "b")).refusal("c") == "c cannot be picked; there is a, b"
    assert PickPiece("Ann", "boot", ()).refusal("c") == "c cannot be picked; there is nothing"
    spot = PickPoint("Ann", "place", (("a1", HAND), ("a2", replace(HAND, width=50.0))))
    assert spot.refusal(Spot("a3", (1.0, 1.0))) == "a3 cannot be put down; there is a1, a2"
    assert spot.refusal(Spot("a1", (60.0, 60.0))) is None
    assert spot.refusal(Spot("a2", (60.0, 60.0))) == "the whole piece must stay on the table"
    wrong: Any = (1.0, 2.0)
    form = "a spot is a piece and a point of two numbers (mm), such as Spot('{}', (100, 100))"
    assert spot.refusal(wrong) == form.format("a1")
    assert PickPoint("Ann", "place", ()).refusal(wrong) == form.format("piece")


@pytest.mark.parametrize(
    ("value", "is_one"),
    [
        (Spot("a", (1.0, 2.0)), True),
        (Spot("a", (1, -2)), True),
        (Spot("a", (1.0, 2.0, 3.0)), False),  # type: ignore[arg-type]  # wrong data
        (Spot("a", [1.0, 2.0]), False),  # type: ignore[arg-type]  # wrong data
        (Spot("a", (1.0, True)), False),
        (Spot("a", (1.0, -MAX_NUMBER)), False),
        (Spot("a", (1.0, math.nextafter(MAX_NUMBER, 0.0))), True),
        (("a", (1.0, 2.0)), False),
    ],
)
def test_a_spot_has_two_numbers(value: object, is_one: bool) -> None:
    """A spot has two coordinates. Each is a number smaller than a limit, and not a truth value."""
    assert is_spot(value) == is_one
