"""Drops: tokens fall, bounce and lie flat."""

import math

import pytest
from physics_suite.tables import SHAKY, STEADY, board

from riotsim.simulation import perform
from riotsim.table.acts import (
    CutShort,
    Drop,
    LeftTable,
)
from riotsim.table.pieces import Box, Terrain, Token
from riotsim.table.poses import ORIGIN

MIDDLE = (305.0, 305.0)


def test_tokens_drop_bounce_and_lie_flat() -> None:
    """If a token falls 12 in, it comes to rest flat on the table; of twelve at most one rests on its rim (RD-10).

    The tokens don't all stay near the place below: at least one lies more than 30 mm away.
    """
    places, flat = [], 0
    for seed in range(12):
        settled = perform(board(), Drop(Token("t", ORIGIN), MIDDLE, 304.8, SHAKY), seed)
        assert not settled.facts_of(CutShort)
        token = settled.table.tokens["t"]
        flat += token.pose.at[2] == pytest.approx(1.5, abs=0.1)
        places.append(token.pose.xy)
    assert flat >= 11
    assert max(math.dist(place, MIDDLE) for place in places) > 30.0


def test_a_token_may_rest_on_terrain() -> None:
    """A token that falls on a crate may stay there (RD-10)."""
    table = board().with_pieces(Terrain("crate", Box(150.0, 150.0, 40.0), MIDDLE))
    heights = [
        perform(table, Drop(Token("t", ORIGIN), MIDDLE, 304.8, STEADY), seed).table.tokens["t"].pose.at[2]
        for seed in range(8)
    ]
    assert any(height == pytest.approx(41.5, abs=0.1) for height in heights)


def test_a_token_that_leaves_is_said_to_have() -> None:
    """If a token is dropped beside the table, it isn't on it at the end, and a fact says that it left (RD-14)."""
    settled = perform(board(), Drop(Token("t", ORIGIN), (625.0, 305.0), 300.0, STEADY), 0)
    assert settled.facts_of(LeftTable)
    assert not settled.table.tokens
