"""How long throws take, from release to rest, on an empty table and among towers that nothing reaches."""

from itertools import count

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook import Rulebook
from riotsim.physics import perform
from riotsim.table.acts import Roll
from riotsim.table.dice import die_kind
from riotsim.table.notation import parse_dice
from riotsim.table.pieces import Die, Tower
from riotsim.table.poses import Pose
from riotsim.table.state import Table

RULES = load_rules("riot_dice", Rulebook)

ROUNDS = 100
"""Throws that are measured; each has a seed of its own, and every run has the same."""

TOWERS = 6
HEIGHT = 8
"""Dice in each tower."""

MARGIN = 30.0
"""Of the towers from the edge (mm): where a throw into the middle seldom comes."""


def table_with_towers(number: int) -> Table:
    """A table with towers along its left edge."""
    table, size = Table(RULES.table.width, RULES.table.depth, RULES.surface), RULES.dice.size
    for n in range(number):
        name, y = f"tower-{n}", table.depth * (n + 1) / (number + 1)
        dice = [
            Die(f"{name}-{k}", size=size, pose=Pose((MARGIN, y, (k + 0.5) * size), die_kind("d6").showing(1)))
            for k in range(HEIGHT)
        ]
        table = table.put(*dice).with_tower(name, Tower(tuple(die.id for die in dice)))
    return table


@pytest.mark.parametrize("towers", [0, TOWERS])
@pytest.mark.parametrize("notation", ["3d6", "2d20+2d10", "24d6"])
def test_throw(benchmark: BenchmarkFixture, notation: str, towers: int) -> None:
    """One throw of these dice, to rest."""
    table = table_with_towers(towers)
    dice = tuple(Die(f"die-{n:02}", die_kind(kind), RULES.dice.size) for n, kind in enumerate(parse_dice(notation)))
    roll = Roll(dice, table.middle, 0.0, RULES.hands["average"].hand)
    seeds = count()
    settled = benchmark.pedantic(lambda: perform(table, roll, next(seeds)), rounds=ROUNDS, warmup_rounds=3)
    assert settled.ticks > 0
