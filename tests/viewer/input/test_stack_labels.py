"""What is shown over a tower while a die is put on it."""

from dataclasses import replace

import pytest

from riotsim.play.requests import PlaceDie
from riotsim.table.pieces import Die
from riotsim.testing.tables import empty_table, with_tower
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.input.interactions.stack import BESIDE, CLICK_OVER_TOWER, StackInteraction
from riotsim.viewer.scene.marks import Ghost, Label, Ring


@pytest.mark.parametrize("hands", [True, False])
@pytest.mark.parametrize("height", [0, 1, 2, 11])
def test_the_number_over_a_tower_says_what_it_counts(height: int, *, hands: bool) -> None:
    """The label over a tower says which die of the tower is next, even while the die is held. A bare number wouldn't
    say what it counts.
    """
    table = empty_table(400.0, 400.0)
    table = with_tower(table, height, name="a1", at=(200.0, 200.0)) if height else table
    request = PlaceDie("Ada", "stack", "a1", height, 8.0, new_tower_at=None if height else (200.0, 200.0))
    stacking = StackInteraction(request, table, hands=hands)
    for move in (lambda _: None, stacking.moved, stacking.pressed):
        move(Pointer((201.0, 200.0), None, 0.1))
        (label,) = [mark for mark in stacking.overlay().marks if isinstance(mark, Label)]
        assert label.text == f"die no. {height + 1} of the tower"


def stacking_on_three() -> StackInteraction:
    """Return an interaction in which a fourth die is put on a tower at (200, 200)."""
    table = with_tower(empty_table(400.0, 400.0), 3, name="a1", at=(200.0, 200.0))
    return StackInteraction(PlaceDie("Ada", "stack", "a1", 3, 8.0), table, hands=True)


def test_how_to_stack_is_said_all_the_time() -> None:
    """The hint how to put a die on a tower is shown before the mouse is over the table, and while the die is at the
    mouse.
    """
    stacking = stacking_on_three()
    assert stacking.overlay().hint == CLICK_OVER_TOWER
    stacking.moved(Pointer((230.0, 200.0), None, 0.1))
    assert (stacking.overlay().hint, stacking.overlay().refused) == (CLICK_OVER_TOWER, False)


def test_a_click_beside_the_tower_says_so() -> None:
    """If a die is released beside the tower, it stays in the hand. A hint says why, until the mouse moves."""
    stacking = stacking_on_three()
    beside = Pointer((230.0, 200.0), None, 0.1)
    stacking.pressed(beside)
    assert stacking.released(beside) is None
    assert (stacking.overlay().hint, stacking.overlay().refused) == (BESIDE, True)
    stacking.moved(Pointer((215.0, 200.0), None, 0.2))
    assert not stacking.overlay().refused
    over = Pointer((201.0, 200.0), None, 0.3)
    stacking.pressed(over)
    assert stacking.released(over) is not None


def test_the_label_stands_beside_the_top_of_the_tower() -> None:
    """The label of a tower is beside the top die, at its height. A ring shows where the next die must go."""
    marks = stacking_on_three().overlay().marks
    (label,) = (mark for mark in marks if isinstance(mark, Label))
    (ring,) = (mark for mark in marks if isinstance(mark, Ring))
    assert 32.0 < label.at[2] < 48.0
    assert 20.0 < abs(label.at[0] - 200.0) < 40.0
    assert ring.at == (200.0, 200.0, 48.0)


def test_the_die_in_hand_shows_the_number_that_stays_up() -> None:
    """DD-20: if a player has chosen a 5, the die in hand shows a 5, whatever the top die shows. If no number was
    chosen, the die looks like the top die.
    """
    table = with_tower(empty_table(400.0, 400.0), 3, name="a1", at=(200.0, 200.0))
    top = table.tower_dice("a1")[-1]
    for shows, seen in ((5, 5), (2, 2), (None, top.shows)):
        stacking = StackInteraction(PlaceDie("Ada", "stack", "a1", 3, 8.0, shows=shows), table, hands=True)
        stacking.moved(Pointer((201.0, 200.0), None, 0.1))
        (ghost,) = (mark for mark in stacking.overlay().marks if isinstance(mark, Ghost))
        assert isinstance(ghost.piece, Die)
        assert replace(ghost.piece, pose=ghost.pose).shows == seen
