"""Edits of a position: what is lifted from a table and put down elsewhere."""

import pytest

from riotsim.table.pieces import Die, Model, Token, Tower
from riotsim.table.poses import ORIGIN, Pose
from riotsim.table.state import Table
from riotsim.viewer.sandbox.edits import lift, put_down


@pytest.mark.parametrize("to", [(250.0, 330.0), (100.0, 330.0), (250.0, 200.0)])
def test_a_tower_goes_with_its_model(to: tuple[float, float]) -> None:
    """A model that is put down elsewhere has its tower beside it as before, die by die."""
    dice = [Die(f"d{k}", pose=Pose((130.0, 205.0, 8.0 + 16.0 * k))) for k in range(3)]
    table = Table(600.0, 600.0).with_pieces(Model("a1", "Ada", (100.0, 200.0)), Token("t1", ORIGIN, 20.0), *dice)
    table = table.with_tower("a1", Tower(tuple(die.id for die in dice)))
    without, held = lift(table, "a1")
    there = put_down(without, held, to, table.towers["a1"])
    assert there.models["a1"].at == to
    for before, after in zip(dice, there.tower_dice("a1"), strict=True):
        moved = [a - b for a, b in zip(after.pose.at, before.pose.at, strict=True)]
        assert moved == pytest.approx([to[0] - 100.0, to[1] - 200.0, 0.0])
