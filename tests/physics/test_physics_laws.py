import pytest
from boards import SIZE, board, throw

from riotsim.physics import perform
from riotsim.physics.bodies import Hold
from riotsim.physics.scene import Scene
from riotsim.table.acts import Turned
from riotsim.table.pieces import Box, Die, Terrain
from riotsim.table.poses import Pose

MIDDLE = (305.0, 305.0)


def test_every_face_of_a_thrown_d6_comes_as_often() -> None:
    """χ² of 1,600 dice over their faces is below 25.7, which chance passes once in ten thousand times."""
    counts = dict.fromkeys(range(1, 7), 0)
    turned = 0.0
    for seed in range(200):
        settled = perform(board(2000.0, 2000.0), throw(8, at=(1000.0, 1000.0)), seed)
        for die in settled.table.dice.values():
            counts[die.shows] += 1
        turned += sum(fact.turns for fact in settled.of(Turned))
    total = sum(counts.values())
    assert total > 1590
    chi_squared = sum((count - total / 6) ** 2 / (total / 6) for count in counts.values())
    assert chi_squared < 25.7
    assert turned / total > 1.0


def test_a_die_falls_on_terrain_and_stays_there() -> None:
    """A box of scenery carries what falls on it."""
    table = board().put(Terrain("crate", Box(120.0, 120.0, 40.0), MIDDLE))
    with Scene(table) as scene:
        die = scene.enter(Die("a", pose=Pose((*MIDDLE, 80.0))), Hold.FREE)
        list(scene.run(1000, 0))
    assert die.at[2] == pytest.approx(40.0 + SIZE / 2, abs=0.05)
