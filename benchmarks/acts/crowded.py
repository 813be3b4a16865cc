"""The time of a throw among towers that it misses, and of one that hits a tower, against the empty table."""

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from benchmarks.figures import Effort, Figure, Measurement, Otherwise, Say, ratio, spent, undisturbed
from benchmarks.scenes import AT_THE_MIDDLE, EMPTY, INSIDE, THROW, crowded, seeds_that_stay, with_one_inside
from riotsim.simulation import perform
from riotsim.table.acts import LeftTable, Roll, Settled, TowerFell, TowerPushed
from riotsim.table.state import Table

CROWDS = {10: 60, 30: 200}
"""Dice in so many towers."""

THROWS, ROUNDS = (50, 20), (9, 3)
"""In each round, and rounds: usual and quick."""

HITS, TRIES = (40, 8), 400
"""Throws that hit a tower, usual and quick; and how many are thrown at the most to find them."""

LEAST_FALLS = 1 / 3
"""Of the throws that hit a tower. Of the first 40 throws 21 fell it; with fewer than a third most would be nudges."""

MOST_LEAVE = 0.1
"""Dice that leave a table in a throw. In the first 40 throws 3 do. What has left costs nothing any more, so one table
would be measured with other dice than the other."""

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
            f"time of a throw of 3d6 that reaches none of {count} towers ({CROWDS[count]} dice), divided by that "
            "throw's time on an empty table",
            found.median,
            goal=LEAST_BOUND,
            note=f"quartiles of {found.rounds} rounds: {found.low:.2f} and {found.high:.2f}; results equal to the bit",
        )
    yield _hits(with_one_inside(tables[30]), effort.of(*HITS), say)


def same_bits(table: Table, act: Roll, seed: int) -> None:
    """Throw on this table and on the empty one, and require the same result.

    Raises:
        Otherwise: The results differ.
    """
    alone, among = perform(EMPTY, act, seed), perform(table, act, seed)
    dice = dict(alone.table.dice)
    as_there = {name: die for name, die in among.table.dice.items() if name not in table.dice}
    if (alone.facts, alone.ticks, dice) != (among.facts, among.ticks, as_there):
        raise Otherwise(f"seed {seed}: towers that are not reached change what comes of a throw")
    if any(among.table.dice[name] != die for name, die in table.dice.items()):
        raise Otherwise(f"seed {seed}: the throw reaches a tower, so it says nothing of those that are not reached")


def touched(table: Table, settled: Settled) -> set[str]:
    """Return the towers that a throw has moved, pushed or felled."""
    names = {fact.tower for fact in settled.facts if isinstance(fact, TowerFell | TowerPushed)}
    for name in table.towers:
        dice = table.tower_dice(name)
        if any(settled.table.dice.get(die.id) != die for die in dice):
            names.add(name)
    return names


class Came(StrEnum):
    """The effect on a tower that was hit."""

    FELL = "felled the tower"
    PUSHED = "pushed it off its place"
    TOUCHED = "only moved some of its dice"


@dataclass(frozen=True, slots=True)
class Hit:
    """A throw that hit a tower."""

    act: Roll
    seed: int
    came: Came
    left: int
    """Dice of the throw or of the tower that left the table, and those that left the empty one in the same throw."""


def hits(table: Table, wanted: int, say: Say) -> list[Hit]:
    """Return the first throws that hit the tower in the middle.

    Raises:
        Otherwise: They aren't worth measuring.
    """
    found: list[Hit] = []
    for seed in range(TRIES):
        if len(found) == wanted:
            break
        say(f"hit: {len(found)} of {wanted}")
        settled = perform(table, AT_THE_MIDDLE, seed)
        if INSIDE in touched(table, settled):
            left = len(settled.facts_of(LeftTable)) + len(perform(EMPTY, AT_THE_MIDDLE, seed).facts_of(LeftTable))
            found.append(Hit(AT_THE_MIDDLE, seed, _came(settled), left))
    if len(found) < wanted:
        raise Otherwise(f"only {len(found)} of {TRIES} throws hit a tower, though all are aimed at one")
    worth_measuring(found)
    return found


def _came(settled: Settled) -> Came:
    if any(fact.tower == INSIDE for fact in settled.facts_of(TowerFell)):
        return Came.FELL
    return Came.PUSHED if any(fact.tower == INSIDE for fact in settled.facts_of(TowerPushed)) else Came.TOUCHED


def worth_measuring(found: Sequence[Hit]) -> None:
    """Require throws that are worth measuring.

    Raises:
        Otherwise: Too few of them fell the tower, or too many of their dice leave the table.
    """
    fell = sum(hit.came is Came.FELL for hit in found)
    if fell < LEAST_FALLS * len(found):
        raise Otherwise(f"of {len(found)} throws that hit a tower only {fell} fell it: the others are nudges")
    left = sum(hit.left for hit in found)
    if left > MOST_LEAVE * len(found):
        raise Otherwise(
            f"in {len(found)} throws that hit a tower {left} dice left the table, and cost nothing from then on"
        )


def _hits(table: Table, wanted: int, say: Say) -> Figure:
    """Throws that hit a tower, each beside the same throw on an empty table."""
    found = hits(table, wanted, say)
    among: list[float] = []
    alone: list[float] = []
    for hit in found:
        with undisturbed():
            among.append(_cost(table, hit.act, hit.seed))
            alone.append(_cost(EMPTY, hit.act, hit.seed))
    return Figure(
        "hit_one",
        "time of a throw of 3d6 that hits one of 30 towers, divided by that throw's time on an empty table",
        sum(among) / sum(alone),
        goal="at most 10",
        note=f"ratio of the total times of {len(found)} throws; the median of their ratios is "
        f"{ratio(among, alone).median:.2f}, of their times {1000 * statistics.median(among):.1f} ms; {told(found)}",
    )


def told(found: Sequence[Hit]) -> str:
    """Describe how many of these throws did what, and how many dice left the table."""
    came = Counter(hit.came for hit in found)
    parts = [f"{came[one]} {one}" for one in Came]
    return f"{', '.join(parts)}; {sum(hit.left for hit in found)} dice left the table"


def _cost(table: Table, act: Roll, seed: int) -> float:
    return spent(lambda: perform(table, act, seed))


CROWDED = Measurement(
    "crowded", "throws among towers, and at one", (*(f"crowded_{count}" for count in CROWDS), "hit_one"), measure
)
