"""Pieces as values."""

from dataclasses import fields, replace

import pytest

from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import Die, Token
from riotsim.table.poses import ORIGIN, Pose, about_z

THERE = Pose((1.0, 2.0, 3.0), about_z(0.5))

PIECES = [
    Die("d", die_kind("d20"), 12.0, Pose((9.0, 9.0, 9.0)), "red"),
    Token("t", Pose((9.0, 9.0, 9.0)), 30.0, 4.0),
]
"""Of which no figure is the usual one: none can be forgotten unseen."""


@pytest.mark.parametrize("piece", PIECES, ids=("die", "token"))
def test_a_piece_that_is_moved_keeps_all_but_its_place(piece: Die | Token) -> None:
    """A die or token elsewhere has its name, kind, measures and owner still, and covers other ground."""
    usual = Die("") if isinstance(piece, Die) else Token("", ORIGIN)
    assert all(getattr(piece, one.name) != getattr(usual, one.name) for one in fields(piece) if one.init)
    before = piece.footprint  # which it remembers
    moved = piece.moved_to(THERE)
    assert moved == replace(piece, pose=THERE)
    assert moved.footprint != before
