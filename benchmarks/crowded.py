"""What a throw costs among towers that it does not reach, and what where it hits one, against the empty table."""

import statistics
from collections.abc import Iterator

from benchmarks.clock import ratio, spent, undisturbed
from benchmarks.figures import Effort, Figure, Measurement, Otherwise, Say
from benchmarks.tables import EMPTY, SIZE, THROW, crowded, seeds_that_stay, throw_at
from riotsim.physics import perform
from riotsim.table.acts import Roll, Settled, TowerFell, TowerPushed
from riotsim.table.poses import Point
from riotsim.table.state import Table

CROWDS = {10: 60, 30: 200}
"""Dice in so many towers."""

THROWS, ROUNDS = (50, 20), (9, 3)
"""In each round, and rounds: usual and quick."""

HITS, TRIES = (40, 8), 400
"""Throws that hit a tower, usual and quick; and how many are thrown at the most to find them."""

LEAST_BOUND = "at most 1.3"


def measure(effort: Effort, say: Say) -> Iterator[Figure]:
    """Measure, and hold the crowded table to the same bits."""
    tables = {count: crowded(count, dice) for count, dice in CROWDS.items()}
    seeds = seeds_that_stay(effort.of(*THROWS))
    for count, table in tables.items():
        for seed in seeds:
            same_bits(table, THROW, seed)
        say(f"crowded: {count} towers")
        alone: list[float] = []
        among: list[float] = []
        for _ in range(effort.of(*ROUNDS)):
            alone.append(0.0)
            among.append(0.0)
            with undisturbed():
                for seed in seeds:
                    alone[-1] += _cost(EMPTY, THROW, seed)
                    among[-1] += _cost(table, THROW, seed)
        found = ratio(among, alone)
        yield Figure(
            f"crowded_{count}",
            f"a throw of 3d6 among {count} towers ({CROWDS[count]} dice) out of its reach, against the empty table",
            found.median,
            goal=LEAST_BOUND,
            note=f"half of {found.rounds} rounds from {found.low:.2f} to {found.high:.2f}; results equal to the bit",
        )
    yield _hits(tables[30], effort.of(*HITS), say)


def same_bits(table: Table, act: Roll, seed: int) -> None:
    """Throw on this table and on the empty one. Raises `Otherwise` unless the same comes of both, and no more."""
    alone, among = perform(EMPTY, act, seed), perform(table, act, seed)
    dice = dict(alone.table.dice)
    as_there = {name: die for name, die in among.table.dice.items() if name not in table.dice}
    if (alone.facts, alone.ticks, dice) != (among.facts, among.ticks, as_there):
        raise Otherwise(f"seed {seed}: towers that are not reached change what comes of a throw")
    if any(among.table.dice[name] != die for name, die in table.dice.items()):
        raise Otherwise(f"seed {seed}: the throw reaches a tower, so it says nothing of those that are not reached")


def touched(table: Table, settled: Settled) -> set[str]:
    """Give the towers that a throw has moved, pushed or felled."""
    names = {fact.tower for fact in settled.facts if isinstance(fact, TowerFell | TowerPushed)}
    for name in table.towers:
        dice = table.tower_dice(name)
        if any(settled.table.dice.get(die.id) != die for die in dice):
            names.add(name)
    return names


def hits(table: Table, wanted: int, say: Say) -> Iterator[tuple[Roll, int]]:
    """Give throws that hit a tower, each with its seed. Raises `Otherwise` if there is none."""
    found = 0
    towers = sorted(table.towers)
    for seed in range(TRIES):
        if found == wanted:
            return
        say(f"hit: {found} of {wanted}")
        act = throw_at(_foot(table, towers[seed % len(towers)]))
        if touched(table, perform(table, act, seed)):
            found += 1
            yield act, seed
    if not found:
        raise Otherwise("no throw hits a tower, though all are aimed at one")


def _hits(table: Table, wanted: int, say: Say) -> Figure:
    """Throws that hit a tower, each beside the same throw on an empty table."""
    hit: list[float] = []
    alone: list[float] = []
    for act, seed in hits(table, wanted, say):
        with undisturbed():
            hit.append(_cost(table, act, seed))
            alone.append(_cost(EMPTY, act, seed))
    return Figure(
        "hit_one",
        "a throw of 3d6 that hits a tower on the table of 30, against the same throw on an empty table",
        sum(hit) / sum(alone),
        goal="at most 10",
        note=f"all of {len(hit)} throws together; the median of their ratios is {ratio(hit, alone).median:.2f}, "
        f"and of their times {1000 * statistics.median(hit):.1f} ms",
    )


def _foot(table: Table, tower: str) -> Point:
    """Where a tower stands; a die's width nearer to the middle, so that the hand has room for the throw."""
    x, y = table.tower_dice(tower)[0].pose.plan
    return (_inwards(x, table.width), _inwards(y, table.depth))


def _inwards(part: float, size: float) -> float:
    return min(max(part, 2 * SIZE), size - 2 * SIZE)


def _cost(table: Table, act: Roll, seed: int) -> float:
    return spent(lambda: perform(table, act, seed))


CROWDED = Measurement(
    "crowded", "throws among towers, and at one", (*(f"crowded_{count}" for count in CROWDS), "hit_one"), measure
)
