"""What a hand can do with a tower: built die by die, and at each height a copy of it carried at each pace."""

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

WAY = inches(6)
"""How far a tower is carried (mm): the longest move that a six-sided die gives."""

SIDE = inches(24)
"""Of the table on which the towers are built (mm)."""

START: Point = (150.0, 150.0)
"""Where the model stands whose tower it is (mm): all around it the table is free."""

BEHIND = pi
"""The side of the model on which the tower stands (rad): away from where it is carried to (RD-30)."""

CONFIDENCE = 0.95
"""Of the intervals."""

LOOK_EVERY = 4
"""Ticks between two looks at a tower; the physics looks as often to see whether it has fallen."""

MODEL = "model"
"""The model, and so the tower beside it."""

STACKING, CARRYING = 0, 1
"""What an act's seed is for: the second part of its address, after the number of the tower."""


class Aim(Protocol):
    """Where a die is meant to go."""

    def __call__(self, dice: tuple[Die, ...], bearing: float, /) -> Point:
        """Give the place for the next die of a tower, from the middle of the top one (mm)."""


def on_the_middle(dice: tuple[Die, ...], bearing: float, /) -> Point:
    """Aim at the middle of the top die, however the tower leans."""
    return (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class TowerTrial:
    """Whose hand is tried with which towers."""

    hand: Hand
    heights: tuple[int, ...]
    """Dice at which the tower is looked at and carried, from the lowest; it is built to the last of them."""
    seed: int
    paces: tuple[str, ...] = ()
    """At which a copy of the tower is carried."""
    aim: Aim = on_the_middle
    kind: DieKind = D6
    """Of the dice; a cube, sharp or rounded."""
    size: float = 16.0
    """Of the dice (mm)."""
    surface: Surface = FELT


@dataclass(frozen=True, slots=True)
class Tried:
    """What became of one tower."""

    height: int
    """Dice that stood before one brought it down; the last height of the trial if none did."""
    carried: Mapping[tuple[int, str], bool] = field(default_factory=dict)
    """Whether it stood at the end of a carry, by its height and the pace."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many of a number of towers stood."""

    stood: int
    of: int

    @property
    def share(self) -> float | None:
        """The share that stood, 0 to 1; none where there was no tower."""
        return self.stood / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval for the chance to stand, with a confidence of 95 %; 0 to 1 where there was no tower.

        E. B. Wilson, "Probable inference, the law of succession, and statistical inference", J. Am. Stat. Assoc. 22
        (1927): of the usual intervals it is the one that can be trusted near 0 and 1.
        """
        if not self.of:
            return (0.0, 1.0)
        from scipy.stats import binomtest  # late: it takes a second to import

        found = binomtest(self.stood, self.of).proportion_ci(CONFIDENCE, method="wilson")
        return (float(found.low), float(found.high))


@dataclass(frozen=True, slots=True)
class Row:
    """What was found for one height."""

    dice: int
    stacked: Share
    """Of all towers that were begun, those that grew so high."""
    carried: Mapping[str, Share]
    """By pace: of those that grew so high, the ones that stood after a carry of 6 in."""


def try_tower(trial: TowerTrial, number: int) -> Tried:
    """Build tower `number` of a trial, and carry a copy of it at each height.

    Only the trial's seed and the tower's number decide what comes of it, and a height looks the same in a trial of
    other heights or paces. Raises `ValueError` for what no hand can do, and `Diverged` if the engine breaks down.
    """
    table = Table(SIDE, SIDE, trial.surface).put(Model(MODEL, "", START))
    carried: dict[tuple[int, str], bool] = {}
    for die in range(max(trial.heights)):
        dice = table.tower_dice(MODEL)
        offset = trial.aim(dice, BEHIND) if dice else (0.0, 0.0)
        act = Stack(Die(f"die-{die:03}", trial.kind, trial.size), MODEL, trial.hand, BEHIND, offset)
        taller = _after(table, act, seed_of(trial.seed, number, STACKING, die))
        if taller is None:
            return Tried(die, carried)
        table = taller
        if die + 1 in trial.heights:
            for pace in trial.paces:
                carried[die + 1, pace] = _carried(table, trial, pace, number)
    return Tried(max(trial.heights), carried)


def rows(trial: TowerTrial, tried: Iterable[Tried]) -> Iterator[Row]:
    """Count what became of towers, height by height.

    All rows speak of the same towers: each is a fair sample, but one is no evidence for the next.
    """
    towers = tuple(tried)
    for height in trial.heights:
        grown = [tower for tower in towers if tower.height >= height]
        ends = {pace: [tower.carried[height, pace] for tower in grown] for pace in trial.paces}
        carried = {pace: Share(sum(stood), len(stood)) for pace, stood in ends.items()}
        yield Row(height, Share(len(grown), len(towers)), carried)


def _carried(table: Table, trial: TowerTrial, pace: str, number: int) -> bool:
    """Whether a tower stands when its model has been carried 6 in."""
    height = len(table.towers[MODEL].dice)
    nth = [name for name, _ in trial.hand.paces].index(pace)
    seed = seed_of(trial.seed, number, CARRYING, height, nth)
    return _after(table, Carry(MODEL, (START[0] + WAY, START[1]), trial.hand, pace), seed) is not None


def _after(table: Table, act: Act, seed: int) -> Table | None:
    """The table after an act, or none as soon as the tower has fallen: nobody needs its dice to come to rest."""
    dice = table.tower_dice(MODEL)
    if isinstance(act, Stack):
        dice = (*dice, act.die)
    under_way = frames(table, act, seed, every=LOOK_EVERY)
    try:
        while True:
            poses = next(under_way).poses
            if not stands(tuple(replace(die, pose=poses.get(die.id, die.pose)) for die in dice)):
                return None
    except StopIteration as end:
        settled: Settled = end.value
        return None if settled.of(TowerFell) else settled.table
    finally:
        under_way.close()


def seed_of(seed: int, *address: int) -> int:
    """Give the seed of one act of a trial: its address is, say, the number of the tower, what it is for, and which."""
    (own,) = np.random.SeedSequence(seed, spawn_key=address).generate_state(1, np.uint64)
    return int(own)
