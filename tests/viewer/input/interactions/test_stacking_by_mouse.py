"""A die is put on a tower with the mouse: where it is let go, and what is drawn over the tower."""

from dataclasses import replace
from typing import Any

import pytest

from riotsim.play.requests import PlaceDie
from riotsim.table.acts import Put
from riotsim.table.pieces import Die, Model, Tower
from riotsim.table.poses import Point, Pose, about_z
from riotsim.table.state import Table
from riotsim.testing.tables import empty_table, with_tower
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.input.interactions.place import ALLOWED, REFUSED
from riotsim.viewer.input.interactions.stack import BESIDE, CLICK_OVER_TOWER, WHEEL_TURN, StackInteraction
from riotsim.viewer.scene.marks import Ghost, Label, Ring

LIGHT = "#ffe6a6"

TOP: Point = (150.0, 90.0)
"""The middle of the tower's top. The middle of its second and last die is 30 mm above the table."""


def tower(*models: Model) -> Table:
    """Return a table with a tower of two dice of 20 mm, and models."""
    return with_tower(empty_table(400.0, 300.0), 2, name="a1", at=TOP, size=20.0).with_pieces(*models)


def stacking(table: Table | None = None, *, hands: bool = True, new_tower_at: Point | None = None) -> StackInteraction:
    """Return an interaction in which the next die is put on the tower."""
    table = tower() if table is None else table
    height = len(table.tower_dice("a1"))
    return StackInteraction(PlaceDie("Ada", "stack", "a1", height, 8.0, 0, new_tower_at), table, hands=hands)


def at(t: float, x: float, y: float) -> Pointer:
    """Return a pointer at a time and a place."""
    return Pointer((x, y), None, t)


def approx(value: object) -> Any:
    """Return a value that is equal to numbers near the given ones, for a field of a dataclass."""
    return pytest.approx(value)


ABOVE = (150.0, 90.0, 98.0)
"""The place of a label above the tower: 58 mm above its top."""


@pytest.mark.parametrize(
    ("model", "first", "second"),
    [
        (None, 180.0, 120.0),
        (Model("a1", "Ada", (130.0, 90.0)), 180.0, 120.0),
        (Model("a1", "Ada", (150.0, 70.0)), 180.0, 120.0),
        (Model("a1", "Ada", (171.0, 90.0)), 120.0, 180.0),
        (Model("b1", "Bea", (171.0, 90.0)), 180.0, 120.0),
    ],
)
@pytest.mark.parametrize("hands", [True, False])
def test_the_label_is_on_the_side_away_from_the_model(
    model: Model | None, first: float, second: float, *, hands: bool
) -> None:
    """The label is beside the top die, on the side away from the tower's own model. If a panel hides the label there,
    it may go to the other side, or above the tower.
    """
    table = tower() if model is None else tower(model)
    label = Label((first, 90.0, 30.0), "die no. 3 of the tower", LIGHT, ((second, 90.0, 30.0), ABOVE))
    stacks = stacking(table, hands=hands)
    ring = Ring((150.0, 90.0, 40.0), approx(12.4), ALLOWED)
    assert stacks.level == 40.0
    if hands:
        assert stacks.overlay() == TableOverlay(marks=(label, ring), hint=CLICK_OVER_TOWER)
        assert stacks.instruction == CLICK_OVER_TOWER
    else:
        assert stacks.overlay() == TableOverlay(marks=(label,))
        assert stacks.instruction == ""


@pytest.mark.parametrize(
    ("models", "new_tower_at", "at_label", "hint"),
    [
        ((Model("a1", "Ada", (60.0, 70.0)),), (200.0, 120.0), (200.0, 120.0), "Click to start the tower there"),
        ((), (200.0, 120.0), (200.0, 120.0), "Click to start the tower there"),
        ((), None, (0.0, 0.0), "Click to put the first die beside the model"),
        # The base reaches 12.5 mm to the right of the model's middle, and the die of 16 mm stands against it.
        ((Model("a1", "Ada", (60.0, 70.0)),), None, (80.5, 70.0), "Click to put the first die beside the model"),
    ],
)
def test_the_first_die_has_its_place(
    models: tuple[Model, ...], new_tower_at: Point | None, at_label: Point, hint: str
) -> None:
    """If a tower has no die yet, a click anywhere puts the first die at its place. The label is above this place."""
    stacks = stacking(empty_table(400.0, 300.0).with_pieces(*models), new_tower_at=new_tower_at)
    (label, *rings), seen = stacks.overlay().marks, stacks.overlay()
    assert isinstance(label, Label)
    assert label == Label(label.at, "die no. 1 of the tower", LIGHT)
    assert label.at == pytest.approx((*at_label, 58.0))
    assert rings == ([] if new_tower_at is None else [Ring(new_tower_at, 16.0, ALLOWED)])
    assert replace(seen, marks=()) == TableOverlay(hint=hint)
    assert (stacks.level, stacks.instruction) == (0.0, "")
    assert stacks.released(at(0.0, 300.0, 200.0)) is None, "the button was not pressed"
    stacks.pressed(at(0.1, 300.0, 200.0))
    assert stacks.released(at(0.2, 310.0, 220.0)) == (0.0, 0.0)
    assert stacks.released(at(0.3, 310.0, 220.0)) is None


def test_the_die_follows_the_pointer_and_its_colour_tells_where_it_may_go() -> None:
    """A held die follows the mouse, 12 mm above the top of the tower. Over the tower the die is green, and beside it
    red.
    """
    stacks = stacking()
    top = stacks._top
    assert isinstance(top, Die)
    for x, colour in ((152.0, ALLOWED), (158.0, ALLOWED), (158.5, REFUSED), (141.0, REFUSED), (150.0, ALLOWED)):
        stacks.moved(at(0.1, x, 90.0))
        (_, _, ghost), overlay = stacks.overlay().marks, stacks.overlay()
        assert isinstance(ghost, Ghost)
        assert ghost == Ghost(replace(top, id="in-hand"), Pose((x, 90.0, 62.0), ghost.pose.orientation), colour)
        assert replace(overlay, marks=()) == TableOverlay(hint=CLICK_OVER_TOWER)
    assert len(stacking(hands=False).overlay().marks) == 1


@pytest.mark.parametrize("yaw", [0.0, 0.4])
def test_the_wheel_turns_the_die(yaw: float) -> None:
    """Each notch of the wheel turns the held die a little, anticlockwise. The turn begins at the direction of the
    top die.
    """
    table = with_tower(empty_table(400.0, 300.0), 2, name="a1", at=TOP, size=20.0, yaw=yaw)
    stacks = stacking(table)
    stacks.turned(3.0)
    stacks.turned(-1.0)
    stacks.moved(at(0.1, 150.0, 90.0))
    (_, _, ghost) = stacks.overlay().marks
    assert isinstance(ghost, Ghost)
    turned = Pose((0.0, 0.0, 0.0), ghost.pose.orientation).transform((1.0, 0.0, 0.0))
    wanted = Pose((0.0, 0.0, 0.0), about_z(yaw + 0.24)).transform((1.0, 0.0, 0.0))
    assert turned == pytest.approx(wanted)
    stacks.pressed(at(0.2, 151.0, 88.0))
    put = stacks.released(at(0.9, 151.0, 88.0))
    assert put == Put((1.0, -2.0), approx(2 * WHEEL_TURN))


def test_a_press_beside_the_tower_is_refused_while_the_button_is_down() -> None:
    """A press beside the tower shows a refusal, which stays after the release until the mouse moves. While the mouse is
    over the tower, there is no refusal. If a press was cancelled, its release gives no answer.
    """
    stacks = stacking()
    beside, over = at(0.1, 165.0, 90.0), at(0.2, 152.0, 90.0)

    def refused() -> bool:
        overlay = stacks.overlay()
        assert (overlay.hint, len(overlay.marks)) == (BESIDE if overlay.refused else CLICK_OVER_TOWER, 3)
        return overlay.refused

    stacks.moved(beside)
    assert not refused()
    assert stacks.pressed(beside) is None
    assert refused()
    stacks.moved(over)
    assert not refused()
    stacks.moved(at(0.3, 165.0, 90.0))
    assert refused()
    assert stacks.released(at(0.4, 165.0, 90.0)) is None
    assert refused()
    stacks.moved(at(0.5, 165.0, 90.0))
    assert refused(), "the mouse has not moved"
    stacks.moved(at(0.6, 166.0, 90.0))
    assert not refused()
    stacks.pressed(at(0.7, 150.0, 90.0))
    assert (stacks.cancel(), stacks.cancel()) == (True, False)
    assert stacks.released(at(0.8, 150.0, 90.0)) is None


def test_a_release_over_the_tower_gives_the_answer_once() -> None:
    """If the hand moves when it releases a die over the tower, the answer has the offset from the middle and the
    velocity. Movements that waited for a slow picture are spread over its drawing.
    """
    stacks = stacking()
    stacks.pressed(at(0.0, 130.0, 90.0))
    stacks.drawn(0.0)
    stacks.moved(at(0.199, 140.0, 90.0))
    assert stacks.released(at(0.2, 150.0, 90.0)) == Put((0.0, 0.0), 0.0, approx((100.0, 0.0)))
    assert stacks.released(at(0.3, 150.0, 90.0)) is None
    assert not stacks.overlay().refused


@pytest.mark.parametrize(
    ("speed", "given"), [(24.0, 0.0), (26.0, 26.0), (999.0, 999.0), (1001.0, 999.0), (4000.0, 999.0)]
)
def test_a_hand_is_still_or_not_too_fast(speed: float, given: float) -> None:
    """If the hand is slow, its speed counts as 0. If it is faster than allowed, its speed counts as just below the
    limit, in the same direction.
    """
    stacks = stacking()
    stacks.pressed(at(0.0, 150.0 - 0.6 * speed / 10, 90.0 - 0.8 * speed / 10))
    put = stacks.released(at(0.1, 150.0, 90.0))
    assert isinstance(put, Put)
    assert put.velocity == pytest.approx((0.6 * given, 0.8 * given))


def test_without_gestures_a_press_puts_nothing_down() -> None:
    """If gestures are off, the mouse gives no answer. The key puts the die on the middle of the tower."""
    stacks = stacking(hands=False)
    stacks.pressed(at(0.0, 150.0, 90.0))
    assert stacks.released(at(0.5, 150.0, 90.0)) is None
    assert stacks.default_answer() == (0.0, 0.0)


def test_the_top_die_of_a_crooked_tower_counts() -> None:
    """If a tower leans, the offset of the next die is measured from the top die and not from the lowest."""
    table = with_tower(empty_table(400.0, 300.0), 3, name="a1", at=TOP, lean=(2.0, -1.0))
    stacks = stacking(table.with_tower("b1", Tower(())))
    stacks.pressed(at(0.0, 155.0, 90.0))
    assert stacks.released(at(0.5, 155.0, 90.0)) == Put((1.0, 2.0), 0.0)
    assert stacks.level == 48.0
