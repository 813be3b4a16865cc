"""Tips of cubes by hands that err, for tests: how often a cube stays on its old face, and that it ends nowhere else."""

from collections.abc import Iterable
from dataclasses import replace

from riotsim.simulation import perform
from riotsim.table.acts import Tip
from riotsim.table.state import Table


def count_wrong_tips(table: Table, tip: Tip, seeds: Iterable[int]) -> int:
    """Return how often a cube stays on its old face when it is tipped by hand.

    Every cube has to end exactly at the place that is meant: either as a tip without error leaves it, or, after a tip
    that failed, in the orientation from which it came.

    Args:
        table: The table before each tip, on which the cube is squared up.
        tip: The tip.
        seeds: The seed of each tip.
    """
    right = perform(table, replace(tip, hand=None), 0).table.dice[tip.die]
    stays = replace(right, pose=replace(right.pose, orientation=table.dice[tip.die].pose.orientation))
    wrong = 0
    for seed in seeds:
        found = perform(table, tip, seed).table.dice[tip.die]
        assert found in (right, stays), f"seed {seed}: {found.pose} is neither {right.pose} nor {stays.pose}"
        wrong += found == stays
    return wrong
