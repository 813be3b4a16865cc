"""A model is carried with the mouse: what grabs it, which samples are sent, and what is drawn."""

import math

import pytest

from riotsim.play.requests import SetPace
from riotsim.table.acts import Drag
from riotsim.table.pieces import Model, PieceId
from riotsim.table.poses import Point
from riotsim.testing.tables import empty_table
from riotsim.viewer.input.interactions.carry import GRAB_DISTANCE, CarryInteraction
from riotsim.viewer.input.interactions.choose import HOVER
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.scene.marks import Label, Path, Ring
from riotsim.viewer.scene.scene import Glow

START, GOAL = (100.0, 50.0), (220.0, 210.0)
"""The model's way is 200 mm long, in the direction (0.6, 0.8)."""

LINE, END = Path((START, GOAL), HOVER, 3.0), Ring(GOAL, 14.0, HOVER)

CHOSEN: dict[PieceId, Glow] = {"a1": "chosen"}


def carrying(*, hands: bool = True, to: Point = GOAL) -> CarryInteraction:
    """Return the interaction of carrying the model a1."""
    request = SetPace("Ada", "carry", "a1", to, 5, ("normal", "slow"), math.dist(START, to))
    return CarryInteraction(request, empty_table(400.0, 300.0).with_pieces(Model("a1", "Ada", START)), hands=hands)


def at(t: float, x: float, y: float, piece: str | None = None) -> Pointer:
    """Return a pointer at a time and a place."""
    return Pointer((x, y), piece, t)


@pytest.mark.parametrize(
    ("pointer", "hands", "to", "held"),
    [
        (at(0.0, 100.0, 50.0), True, GOAL, True),
        (at(0.0, 100.0 + GRAB_DISTANCE, 50.0), True, GOAL, True),
        (at(0.0, 100.0, 50.0 - GRAB_DISTANCE - 0.01), True, GOAL, False),
        (at(0.0, 127.0, 86.0), True, GOAL, True),  # 45 mm away
        (at(0.0, 73.0, 13.9), True, GOAL, False),
        (at(0.0, 300.0, 290.0, "a1"), True, GOAL, True),
        (at(0.0, 300.0, 290.0, "b1"), True, GOAL, False),
        (at(0.0, 100.0, 50.0, "a1"), False, GOAL, False),
        (at(0.0, 100.0, 50.0, "a1"), True, START, False),
        (at(0.0, 100.0, 50.0, "a1"), True, (100.0, 50.01), True),
    ],
)
def test_a_press_near_the_model_grabs_it(pointer: Pointer, to: Point, *, hands: bool, held: bool) -> None:
    """A press on the model or near it grabs it. If gestures are off or the model is at its goal already, nothing is
    grabbed.
    """
    carries = carrying(hands=hands, to=to)
    assert (carries.held, carries.began, carries.samples(), carries.is_full) == (False, False, (), False)
    assert carries.pressed(pointer) is None
    assert (carries.held, carries.began) == (held, held)


def test_a_drag_is_sent_in_parts_and_then_answered_as_a_whole() -> None:
    """While a model is dragged, each call returns the samples since the last call. The answer has all samples, in ticks
    of 1/240 s. The distance is measured from where the hand grabbed the model.
    """
    carries = carrying()
    carries.pressed(at(2.0, 110.0, 40.0, "a1"))
    assert carries.samples() == ((0, 0.0),)
    carries.moved(at(2.25, 122.0, 56.0))
    assert carries.samples() == ((60, 20.0),)
    assert carries.samples() == ()
    carries.moved(at(2.5, 140.0, 80.0))
    assert carries.released(at(2.75, 170.0, 120.0)) == Drag(((0, 0.0), (60, 20.0), (120, 50.0), (180, 100.0)))
    assert (carries.held, carries.began) == (False, True)
    assert carries.samples() == ((120, 50.0), (180, 100.0))
    assert carries.samples() == ()
    assert carries.released(at(3.0, 200.0, 160.0)) is None
    assert carries.finish() is None
    carries.moved(at(3.0, 200.0, 160.0))
    assert carries.samples() == ()


def test_a_drag_ends_where_the_mouse_is_when_the_time_is_over() -> None:
    """After 30 s a drag is full, and can be finished while the button is still held."""
    carries = carrying()
    carries.pressed(at(0.0, 100.0, 50.0))
    carries.moved(at(29.9, 130.0, 90.0))
    assert not carries.is_full
    carries.moved(at(30.0, 160.0, 130.0))
    assert carries.is_full
    assert carries.finish() == Drag(((0, 0.0), (7176, 50.0), (7200, 100.0)))
    assert not carries.is_full


@pytest.mark.parametrize("before_the_grab", [True, False])
def test_movements_that_waited_for_a_picture_are_spread(*, before_the_grab: bool) -> None:
    """If movements arrive together after a slow picture, they are spread over the time of its drawing. The beginning of
    this time may be noted before or after the model is grabbed.
    """
    carries = carrying()
    if before_the_grab:
        carries.drawn(1.0)
    carries.pressed(at(1.0, 100.0, 50.0))
    if not before_the_grab:
        carries.drawn(1.0)
    carries.moved(at(1.499, 106.0, 58.0))
    carries.moved(at(1.5, 112.0, 66.0))
    assert carries.samples() == ((0, 0.0), (60, 10.0), (120, 20.0))


def test_the_line_and_the_progress_on_it_are_drawn() -> None:
    """The line to the goal is always drawn. While a model is dragged, a label at the hand says how far the model has
    come.
    """
    hint = "Drag the model along its line, gently: it carries its tower"
    assert carrying(hands=False).overlay() == TableOverlay(CHOSEN, (LINE, END))
    there = Path((START, START), HOVER, 3.0), Ring(START, 14.0, HOVER)
    for hands in (True, False):
        at_goal = carrying(hands=hands, to=START).overlay()
        assert at_goal == TableOverlay(CHOSEN, there, "It is already there: choose a pace")
    carries = carrying()
    assert carries.overlay() == TableOverlay(CHOSEN, (LINE, END), hint)
    carries.pressed(at(0.0, 100.0, 50.0))
    carries.moved(at(0.5, 130.0, 90.0))
    label = Label((130.0, 90.0, 60.0), "2.0 of 7.9 in", HOVER)
    assert carries.overlay() == TableOverlay(CHOSEN, (LINE, END, label))


def test_a_key_carries_at_the_usual_pace() -> None:
    """If a key answers instead of a drag, the model is carried at the hand's usual pace. A drag that has begun can't be
    cancelled.
    """
    carries = carrying()
    assert carries.default_answer() == "normal"
    carries.pressed(at(0.0, 100.0, 50.0))
    assert not carries.cancel()
    assert carries.held
    assert (carries.level, carries.instruction) == (0.0, "")
