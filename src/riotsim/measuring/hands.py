"""The towers that a hand can build and carry: built die by die, with a copy carried at each height and pace."""

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
"""Width and depth of the table on which the towers are built (mm)."""

MODEL_START: Point = (150.0, 150.0)
"""Place of the tower's model (mm). The table is free all around it."""

TOWER_BEARING = pi
"""Side of the model on which the tower stands (rad), opposite to the direction of the carry (RD-30)."""

CONFIDENCE_LEVEL = 0.95
"""Confidence of the intervals."""

CHECK_INTERVAL_TICKS = 4
"""Number of ticks between two checks of a tower."""

MODEL_ID = "model"
"""Name of the model and of its tower."""

STACKING, CARRYING = 0, 1
"""Purposes of acts: the second part of the address of an act's seed, after the number of the tower."""


class Aim(Protocol):
    """A rule for the place at which the next die is aimed."""

    def __call__(self, dice: tuple[Die, ...], bearing: float, /) -> Point:
        """Return the place for the next die of a tower, relative to the middle of the top die (mm)."""


def aim_at_middle(dice: tuple[Die, ...], bearing: float, /) -> Point:
    """Aim at the middle of the top die, however the tower leans."""
    return (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class TowerTrial:
    """A hand, and the towers with which it is tested."""

    hand: Hand
    heights: tuple[int, ...]
    """Heights at which the tower is counted and carried, in ascending order (dice)."""
    seed: int
    paces: tuple[str, ...] = ()
    """Paces at which a copy of the tower is carried."""
    aim: Aim = aim_at_middle
    kind: DieKind = D6
    """Kind of the dice: a cube, sharp or rounded."""
    size: float = 16.0
    """Size of the dice (mm)."""
    surface: Surface = FELT


@dataclass(frozen=True, slots=True)
class TowerResult:
    """The result of one tower."""

    height: int
    """Number of dice before the die that brought the tower down; the last height of the trial if none did."""
    carried: Mapping[tuple[int, str], bool] = field(default_factory=dict)
    """True if the tower stood at the end of each carry, by height and pace."""


@dataclass(frozen=True, slots=True)
class StandingCount:
    """The number of towers that stood, of all that were tried."""

    stood: int
    total: int

    @property
    def share(self) -> float | None:
        """Share of towers that stood, 0 to 1; None if there was no tower."""
        return self.stood / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of the chance to stand, with a confidence of 95 %; 0 to 1 if there was no tower.

        E. B. Wilson, "Probable inference, the law of succession, and statistical inference", J. Am. Stat. Assoc. 22
        (1927): unlike the usual interval it is reliable near 0 and 1.
        """
        if not self.total:
            return (0.0, 1.0)
        from scipy.stats import binomtest  # late: it takes a second to import

        found = binomtest(self.stood, self.total).proportion_ci(CONFIDENCE_LEVEL, method="wilson")
        return (float(found.low), float(found.high))


@dataclass(frozen=True, slots=True)
class HeightResult:
    """The results for one height."""

    dice: int
    stacked: StandingCount
    """Towers that reached this height, out of all that were begun."""
    carried: Mapping[str, StandingCount]
    """Towers that stood after a carry of 6 in, out of those that reached this height, by pace."""


def try_tower(trial: TowerTrial, number: int) -> TowerResult:
    """Build tower `number` of a trial, and carry a copy of it at each height.

    The result depends on the trial's seed and the tower's number only. Other heights or paces in the trial don't
    change it.

    Raises:
        ValueError: If an act cannot be performed.
        Diverged: If the engine breaks down.
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
    """Yield the results height by height.

    All rows count the same towers. Each row is a fair sample, but the rows are not independent.
    """
    towers = tuple(tried)
    for height in trial.heights:
        grown = [tower for tower in towers if tower.height >= height]
        ends = {pace: [tower.carried[height, pace] for tower in grown] for pace in trial.paces}
        carried = {pace: StandingCount(sum(stood), len(stood)) for pace, stood in ends.items()}
        yield HeightResult(height, StandingCount(len(grown), len(towers)), carried)


def _survives_carry(table: Table, trial: TowerTrial, pace: str, number: int) -> bool:
    """Return whether a tower stands after its model has been carried 6 in."""
    height = len(table.towers[MODEL_ID].dice)
    nth = [name for name, _ in trial.hand.paces].index(pace)
    seed = seed_of(trial.seed, number, CARRYING, height, nth)
    return (
        _table_after(table, Carry(MODEL_ID, (MODEL_START[0] + CARRY_LENGTH, MODEL_START[1]), trial.hand, pace), seed)
        is not None
    )


def _table_after(table: Table, act: Act, seed: int) -> Table | None:
    """Return the table after an act, or None as soon as the tower has fallen."""
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
        *address: Address of the act, such as the number of the tower, its purpose and a count.
    """
    (own,) = np.random.SeedSequence(seed, spawn_key=address).generate_state(1, np.uint64)
    return int(own)
