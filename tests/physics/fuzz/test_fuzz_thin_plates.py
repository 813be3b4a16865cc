import math

import pytest
from physics_suite.tables import SHAKY, board

from riotsim.physics import overlaps
from riotsim.simulation import perform
from riotsim.table.acts import Drop
from riotsim.table.pieces import Box, Hull, Model, Round, Terrain, Token
from riotsim.table.poses import ORIGIN, Point

SUNK = 0.5
"""A token at rest may overlap the thing below by at most this depth (mm)."""

MIDDLE: Point = (305.0, 305.0)

THIN: dict[str, Terrain | Model] = {
    "plate of 1 mm": Terrain("thin", Box(100.0, 100.0, 1.0), MIDDLE),
    "plate of 3 mm": Terrain("thin", Box(100.0, 100.0, 3.0), MIDDLE),
    "base of 25 mm": Model("thin", "owner", MIDDLE, Round(25.0)),
    "base of 40 mm": Model("thin", "owner", MIDDLE, Round(40.0)),
    "model that lies": Model("thin", "owner", MIDDLE, Round(40.0), fallen=True),
    "vehicle that lies": Model("thin", "owner", MIDDLE, Hull(60.0, 30.0), heading=math.pi / 8, fallen=True),
}


@pytest.mark.parametrize("name", THIN)
def test_a_token_does_not_stick_in_what_is_thin(name: str) -> None:
    """If a token falls on a thin thing from 300 mm, the token does not come to rest inside that thing.

    The token lands at 2.4 m/s (√(2gh)), and moves 10 mm in a tick. Of 60 tokens 9 and 6 once stuck in the two plates,
    and 3 to 5 in the bases, which are 3 mm thick.
    """
    table = board().with_pieces(THIN[name])
    for seed in range(60):
        settled = perform(table, Drop(Token("t", ORIGIN), MIDDLE, 300.0, SHAKY), seed)
        assert overlaps(settled.table, SUNK) == (), seed
