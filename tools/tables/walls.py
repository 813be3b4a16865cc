"""Writes the table of docs/reference/surfaces.md: how many dice leave the table with a rim of each height.

    python tools/tables/walls.py [THROWS]

Each hand that comes with the program throws 3d6 at the middle of 24 × 24 in, straight ahead, with the seeds from 0 on.
"""

import math
import sys
from dataclasses import replace

from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.simulation import perform
from riotsim.table.acts import LeftTable, Roll
from riotsim.table.pieces import Die
from riotsim.table.state import Table

WALLS = (0.0, 15.0, 30.0, 50.0)
"""Heights of the rim (mm)."""

THROWS, DICE = 300, 3


def lost(table: Table, act: Roll, throws: int) -> int:
    """Count the dice that leave the table."""
    return sum(len(perform(table, act, seed).facts_of(LeftTable)) for seed in range(throws))


def main(throws: int = THROWS) -> None:
    """Write the table to standard output."""
    rules = load_rules("riot_dice", Rulebook)
    table = Table(rules.table.width, rules.table.depth, rules.surface)
    dice = tuple(Die(f"d{k}", size=rules.dice.size) for k in range(DICE))
    print(f"| hand | {' | '.join(f'{walls:g} mm' for walls in WALLS)} |")
    print(f"|---|{'---:|' * len(WALLS)}")
    for name, figures in rules.hands.items():
        act = Roll(dice, table.middle, math.pi / 2, figures.hand)
        counts = [lost(replace(table, wall_height=walls), act, throws) for walls in WALLS]
        print(f"| {name} | {' | '.join(map(str, counts))} |", flush=True)


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
