"""Trials of a hand: the heights of its towers, and whether they still stand after the hand has carried them.

In a trial, each tower is built die by die. Whenever a tower reaches one of the trial's `heights`, copies of it are
carried, one copy at each of the trial's `paces`. The tower itself isn't carried: it grows further.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import pi
from typing import Protocol

import numpy as np

from riotsim.physics import frames
from riotsim.table.acts import Act, Carry, Hand, Settled, Stack, TowerFell
from riotsim.table.dice.kinds import D6, DieKind
from riotsim.table.pieces import Die, Model
from riotsim.table.poses import Point
from riotsim.table.state import FELT, Surface, Table
from riotsim.table.towers import stands
from riotsim.table.units import inches

CARRY_LENGTH = inches(6)
"""Length of a carry (mm): the longest move that a six-sided die gives."""

TABLE_SIDE = inches(24)
"""Width and depth of the table with the towers (mm)."""

MODEL_START: Point = (150.0, 150.0)
"""Position of the tower's model at the start: x and y (mm). The model is far from the edges of the table."""

TOWER_BEARING = pi
"""Direction from the model to its tower (rad from +x). It is opposite to the direction of the carry, as RD-30
requires.
"""

CONFIDENCE_LEVEL = 0.95
"""Confidence level of the intervals."""

CHECK_INTERVAL_TICKS = 4
"""Number of ticks (steps of the simulation) between two checks of whether a tower still stands."""

MODEL_ID = "model"
"""Name of the model, which is also the name of the model's tower."""

STACKING, CARRYING = 0, 1
"""Codes for the purpose of an act. They ensure that acts for different purposes have different seeds.

For example, die 3 of tower 5 is stacked with the seed `seed_of(trial.seed, 5, STACKING, 3)`.
"""


class Aim(Protocol):
    """A function that chooses a hand's aim for the next die of a tower."""

    def __call__(self, dice: tuple[Die, ...], bearing: float, /) -> Point:
        """Return the aim for the next die, relative to the middle of the top die (mm).

        Args:
            dice: The dice of the tower from the bottom up.
            bearing: Direction from the model to its tower (rad from +x).
        """


def aim_at_middle(dice: tuple[Die, ...], bearing: float, /) -> Point:
    """Return (0, 0), so that the hand always aims at the middle of the top die, even if the tower leans."""
    return (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class TowerTrial:
    """A hand to be tested, and the towers that it builds and carries."""

    hand: Hand
    heights: tuple[int, ...]
    """Numbers of dice, in ascending order. Towers are counted and carried at these heights."""
    seed: int
    paces: tuple[str, ...] = ()
    """Names of the paces for carrying copies of the tower. At each height, there is one copy for each pace."""
    aim: Aim = aim_at_middle
    kind: DieKind = D6
    """Kind of the dice: cubes with sharp or with rounded edges."""
    size: float = 16.0
    """Size of the dice (mm)."""
    surface: Surface = FELT


@dataclass(frozen=True, slots=True)
class TowerResult:
    """The result for one tower of a trial."""

    height: int
    """Number of dice in the tower before a further die made it fall.

    If the tower never fell while it was built, this is the greatest height of the trial.
    """
    carried: Mapping[tuple[int, str], bool] = field(default_factory=dict)
    """Results of the carries, by height (dice) and pace: True if the carried copy of the tower still stood afterwards.
    """


@dataclass(frozen=True, slots=True)
class StandingCount:
    """The number of standing towers, and the number of all tries."""

    stood: int
    total: int

    @property
    def share(self) -> float | None:
        """Share of the towers that stood (0 to 1); None if no tower was tried."""
        return self.stood / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % confidence interval of the chance that a tower stands.

        If no tower was tried, this is the whole range from 0 to 1.

        This kind of interval is reliable even if the chance is near 0 or 1. Source: E. B. Wilson, "Probable inference,
        the law of succession, and statistical inference", J. Am. Stat. Assoc. 22 (1927).
        """
        if not self.total:
            return (0.0, 1.0)
        from scipy.stats import binomtest  # late: it takes a second to import

        found = binomtest(self.stood, self.total).proportion_ci(CONFIDENCE_LEVEL, method="wilson")
        return (float(found.low), float(found.high))


@dataclass(frozen=True, slots=True)
class HeightResult:
    """The results of a trial for one height."""

    dice: int
    stacked: StandingCount
    """Number of towers that reached this height, among all that were begun."""
    carried: Mapping[str, StandingCount]
    """For each pace: how many of the towers that reached this height still stood after a carry of 6 inches."""


def try_tower(trial: TowerTrial, number: int) -> TowerResult:
    """Build one tower of a trial, die by die, and carry copies of it.

    At each of the trial's heights, one copy is carried at each of the trial's paces. The result depends only on the
    trial and on the tower's number. If further heights or paces are added to a trial, the results at the earlier ones
    don't change.

    Args:
        trial: The trial.
        number: Number of the tower. The seeds of all the tower's acts depend on this number.

    Raises:
        ValueError: An act cannot be performed.
        Diverged: A simulation fails.
    """
    table = Table(TABLE_SIDE, TABLE_SIDE, trial.surface).with_pieces(Model(MODEL_ID, "", MODEL_START))
    carried: dict[tuple[int, str], bool] = {}
    for die in range(max(trial.heights)):
        dice = table.tower_dice(MODEL_ID)
        offset = trial.aim(dice, TOWER_BEARING) if dice else (0.0, 0.0)
        act = Stack(Die(f"die-{die:03}", trial.kind, trial.size), MODEL_ID, trial.hand, TOWER_BEARING, offset)
        taller = _table_after(table, act, seed_of(trial.seed, number, STACKING, die))
        if taller is None:
            return TowerResult(die, carried)
        table = taller
        if die + 1 in trial.heights:
            for pace in trial.paces:
                carried[die + 1, pace] = _survives_carry(table, trial, pace, number)
    return TowerResult(max(trial.heights), carried)


def height_results(trial: TowerTrial, tried: Iterable[TowerResult]) -> Iterator[HeightResult]:
    """Yield the results of a trial, one for each height.

    The same towers are counted at all heights, so the results for different heights are not independent.

    Args:
        trial: The trial.
        tried: The result of each tower.
    """
    towers = tuple(tried)
    for height in trial.heights:
        grown = [tower for tower in towers if tower.height >= height]
        ends = {pace: [tower.carried[height, pace] for tower in grown] for pace in trial.paces}
        carried = {pace: StandingCount(sum(stood), len(stood)) for pace, stood in ends.items()}
        yield HeightResult(height, StandingCount(len(grown), len(towers)), carried)


def _survives_carry(table: Table, trial: TowerTrial, pace: str, number: int) -> bool:
    """Return whether a tower still stands after its model has been carried 6 inches.

    Args:
        table: The table with the model and its tower.
        trial: The trial.
        pace: Name of the hand's pace.
        number: Number of the tower.
    """
    height = len(table.towers[MODEL_ID].dice)
    nth = [name for name, _ in trial.hand.paces].index(pace)
    seed = seed_of(trial.seed, number, CARRYING, height, nth)
    return (
        _table_after(table, Carry(MODEL_ID, (MODEL_START[0] + CARRY_LENGTH, MODEL_START[1]), trial.hand, pace), seed)
        is not None
    )


def _table_after(table: Table, act: Act, seed: int) -> Table | None:
    """Simulate an act, and return the table after it. If the tower falls, stop the simulation and return None."""
    dice = table.tower_dice(MODEL_ID)
    if isinstance(act, Stack):
        dice = (*dice, act.die)
    under_way = frames(table, act, seed, every=CHECK_INTERVAL_TICKS)
    try:
        while True:
            poses = next(under_way).poses
            if not stands(tuple(replace(die, pose=poses.get(die.id, die.pose)) for die in dice)):
                return None
    except StopIteration as end:
        settled: Settled = end.value
        return None if settled.facts_of(TowerFell) else settled.table
    finally:
        under_way.close()


def seed_of(seed: int, *address: int) -> int:
    """Return the seed of one act of a trial.

    Args:
        seed: Seed of the trial.
        *address: Numbers that together identify the act. For a die on a tower, these are the tower's number, a constant
            for stacking, and the number of the die.
    """
    (own,) = np.random.SeedSequence(seed, spawn_key=address).generate_state(1, np.uint64)
    return int(own)
