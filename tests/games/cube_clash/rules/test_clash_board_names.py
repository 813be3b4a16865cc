"""The words on the table of Cube Clash: letters and numbers of squares, and names of terrain (CC-01, CC-07)."""

from itertools import combinations

import numpy as np
import pytest
from clash_rules import rules

from riotsim.games.cube_clash.board.places import layout
from riotsim.games.cube_clash.rules.board import board_patches
from riotsim.viewer.scene.patches import Name, patch_names

GAP = 1.0
"""Least gap between two words (mm)."""


def ink(name: Name) -> tuple[float, float, float, float]:
    """Return the rectangle around the ink of a name: left, front, right, back (mm)."""
    rows, columns = np.nonzero(name.picture > 64)
    high, wide = name.picture.shape
    (left, front), (right, back) = name.low, name.high
    across, along = (right - left) / wide, (back - front) / high
    ends = left + columns.min() * across, front + rows.min() * along
    return (*ends, left + (columns.max() + 1) * across, front + (rows.max() + 1) * along)


@pytest.mark.parametrize("terrain", ["swamp", "mountain", "fey_land", "plains"])
def test_words_on_the_table_do_not_touch(terrain: str) -> None:
    """Names of terrain keep clear of the letters of columns, of each other, and of the strips for dice."""
    places = layout(rules(), (8, 8))
    boxes = [ink(name) for name in patch_names(board_patches(places, (terrain,) * 4))]
    assert len(boxes) == 36
    for one, other in combinations(boxes, 2):
        apart = max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])
        assert apart >= GAP
    fronts, backs = zip(*((box[1], box[3]) for box in boxes), strict=True)
    assert min(fronts) >= places.strip("south").bounds()[3]
    assert max(backs) <= places.strip("north").bounds()[1]
