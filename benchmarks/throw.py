"""What a throw costs among ten towers that it does not reach, as a share of its cost on an empty table.

Run it as `python benchmarks/throw.py`. The two are interleaved, so that whatever else the machine does falls on both.
"""

import statistics
import time

from riotsim.physics import perform
from riotsim.table.acts import Hand, Roll
from riotsim.table.pieces import Die, Model, Tower, beside
from riotsim.table.state import Table

THROWS = 200
"""Of each."""

SIDE = 610.0
"""Of the table (mm): 24 in."""

TOWER = 7
"""Dice in each tower."""

SIZE = 16.0
"""Of a die (mm)."""

HAND = Hand("bench", 0.0, 0.0, 0.0, 10.0, 20.0, 400.0, 50.0, 25.0, ())
"""Gentle, so that its dice stay away from the towers."""


def among_towers(count: int = 10) -> Table:
    """Give a table with towers beside models along two of its edges."""
    table = Table(SIDE, SIDE)
    for k in range(count):
        model = Model(f"m{k}", "boss", (40.0 + 55.0 * k, 30.0 if k % 2 else SIDE - 30.0))
        seat = beside(model, 0.0, SIZE)
        dice = tuple(Die(f"{model.id}-{j}", pose=seat.moved((0.0, 0.0, j * SIZE))) for j in range(TOWER))
        table = table.put(model, *dice).with_tower(model.id, Tower(tuple(die.id for die in dice)))
    return table


def main() -> None:
    """Measure, and print the medians and their ratio."""
    act = Roll(tuple(Die(f"r{k}") for k in range(3)), (SIDE / 2, SIDE / 2), 0.3, HAND)
    tables = {"empty": Table(SIDE, SIDE), "towers": among_towers()}
    took: dict[str, list[float]] = {name: [] for name in tables}
    for seed in range(THROWS):
        for name, table in tables.items():
            start = time.perf_counter()
            perform(table, act, seed)
            took[name].append(time.perf_counter() - start)
    median = {name: statistics.median(times) * 1000 for name, times in took.items()}
    print(f"3d6 on an empty table: {median['empty']:.2f} ms; among ten towers: {median['towers']:.2f} ms")
    print(f"ratio: {median['towers'] / median['empty']:.2f}")


if __name__ == "__main__":
    main()
