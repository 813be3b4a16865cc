from dataclasses import replace

import pytest
from physics_suite.tables import SHAKY, dice

from riotsim.physics.engine.materials import DICE
from riotsim.simulation import perform
from riotsim.table.acts import CutShort, Roll
from riotsim.table.state import Surface, Table


@pytest.mark.parametrize("restitution", [0.63, 0.7, 0.8])
def test_dice_come_to_rest_on_lively_tables(restitution: float) -> None:
    """Dice come to rest wherever they bounce with less than they came with: each impact loses energy, e < 1.

    0.63 is bare wood. On it, two of five dice once hummed on until their time was up.
    """
    table = Table(610.0, 610.0, Surface("lively", 0.7, restitution / DICE.restitution))
    for seed in range(8):
        for size in (12.0, 16.0):
            die = replace(dice(1)[0], size=size)
            settled = perform(table, Roll((die,), table.middle, 0.3, SHAKY), seed)
            assert not settled.facts_of(CutShort), (size, seed)
