import pytest
from boards import SHAKY, board

from riotsim.physics import overlaps, perform
from riotsim.table.acts import Drop
from riotsim.table.pieces import Box, Terrain, Token
from riotsim.table.poses import ORIGIN

SUNK = 0.5
"""No token that lies on something is deeper in it (mm)."""


@pytest.mark.parametrize("height", [1.0, 3.0])
def test_a_token_does_not_stick_in_a_thin_plate(height: float) -> None:
    """Two solids don't share a place: what falls at 2.4 m/s (√(2gh), 300 mm) on a thin plate comes to lie on it.

    It moves 10 mm in a tick. Of 60 tokens, 9 and 6 once stuck in such plates, 3 mm deep.
    """
    table = board().put(Terrain("plate", Box(100.0, 100.0, height), (305.0, 305.0)))
    for seed in range(40):
        settled = perform(table, Drop(Token("t", ORIGIN, 25.0), (305.0, 305.0), 300.0, SHAKY), seed)
        assert overlaps(settled.table, SUNK) == (), seed
