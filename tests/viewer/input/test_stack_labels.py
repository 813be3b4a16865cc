"""What is shown over a tower while a die is put on it."""

import pytest

from riotsim.play.requests import PlaceDie
from riotsim.testing.tables import empty_table, with_tower
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.input.interactions.stack import StackInteraction
from riotsim.viewer.scene.marks import Label


@pytest.mark.parametrize("hands", [True, False])
@pytest.mark.parametrize("height", [0, 1, 2, 11])
def test_the_number_over_a_tower_says_what_it_counts(height: int, *, hands: bool) -> None:
    """The label over a tower names the die and the tower, also while the die is held. It was a bare number once, and
    nobody could tell what it meant.
    """
    table = empty_table(400.0, 400.0)
    table = with_tower(table, height, name="a1", at=(200.0, 200.0)) if height else table
    request = PlaceDie("Ada", "stack", "a1", height, 8.0, new_tower_at=None if height else (200.0, 200.0))
    stacking = StackInteraction(request, table, hands=hands)
    for move in (lambda _: None, stacking.moved, stacking.pressed):
        move(Pointer((201.0, 200.0), None, 0.1))
        (label,) = [mark for mark in stacking.overlay().marks if isinstance(mark, Label)]
        assert label.text == f"die {height + 1} of the tower"
