import pytest
from physics_suite.tables import SIZE, board

from riotsim.physics.bodies.body import MotionType
from riotsim.physics.scene.scene import Scene
from riotsim.table.pieces import Box, Die, Terrain
from riotsim.table.poses import Pose

MIDDLE = (305.0, 305.0)


def test_a_die_falls_on_terrain_and_stays_there() -> None:
    """A die that falls on a box of scenery stays there."""
    table = board().with_pieces(Terrain("crate", Box(120.0, 120.0, 40.0), MIDDLE))
    with Scene(table) as scene:
        die = scene.registry.enter(Die("a", pose=Pose((*MIDDLE, 80.0))), MotionType.FREE)
        list(scene.run(1000, 0))
    assert die.at[2] == pytest.approx(40.0 + SIZE / 2, abs=0.05)
