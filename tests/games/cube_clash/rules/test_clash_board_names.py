"""What is on the table of Cube Clash: letters and numbers of squares, names of terrain (CC-01, CC-07), and areas."""

from itertools import combinations

import numpy as np
import pytest
from clash_rules import rules
from clash_table import begun, play_at_random

from riotsim.games.cube_clash.board.places import layout
from riotsim.games.cube_clash.rules.board import board_patches
from riotsim.games.cube_clash.show.standing import areas
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
    """Names of terrain touch neither letters nor numbers of squares, nor each other, nor the strips for dice."""
    places = layout(rules(), (8, 8))
    boxes = [ink(name) for name in patch_names(board_patches(places, (terrain,) * 4))]
    assert len(boxes) == 36
    for one, other in combinations(boxes, 2):
        apart = max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])
        assert apart >= GAP
    fronts, backs = zip(*((box[1], box[3]) for box in boxes), strict=True)
    assert min(fronts) >= places.strip("south").bounds()[3]
    assert max(backs) <= places.strip("north").bounds()[1]


def test_areas_are_made_anew_only_when_terrain_is_placed() -> None:
    """CC-07: the areas of the board name each terrain once it is placed. Until the next terrain is placed, the areas
    stay the same objects, so a recording keeps them once.
    """
    book, session = rules(), begun()
    seen = []
    for _ in range(40):
        seen.append((session.state.quarters, areas(book, session.state, session.table)))
        play_at_random(session, 1)
    session.close()
    assert len({id(those) for _, those in seen}) == len({quarters for quarters, _ in seen}) > 2
    for quarters, those in seen:
        titles = " ".join(area.title for area in those)
        assert all(name is None or name.replace("_", " ") in titles for name in quarters)
    assert None not in seen[-1][0]


def test_names_of_terrain_stand_beside_their_quarters() -> None:
    """CC-07: the front quarters have their names in front of the board and the back quarters behind it, 0.35 squares
    from its edge.
    """
    places = layout(rules(), (8, 8))
    (left, front), side = places.corner, places.side
    named = board_patches(places, ("swamp", "mountain", "fey_land", "plains"))[-4:]
    found = [(patch.name, patch.name_at) for patch in named]
    assert found == [
        ("Swamp", (left + 2 * side, front - 0.35 * side)),
        ("Mountain", (left + 6 * side, front - 0.35 * side)),
        ("Fey land", (left + 2 * side, front + 8.35 * side)),
        ("Plains", (left + 6 * side, front + 8.35 * side)),
    ]
