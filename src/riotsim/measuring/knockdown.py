"""Throws at towers that a hand has built, and the share of the towers that still stand."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from riotsim.measuring.hands import StandingCount, seed_of
from riotsim.physics import perform
from riotsim.table.acts import Hand, Mark, Roll, Settled, Stack, TowerFell
from riotsim.table.dice.kinds import D6, DieKind
from riotsim.table.pieces import Die
from riotsim.table.state import FELT, Surface, Table
from riotsim.table.units import inches

TABLE_SIDE = inches(48)
"""Width and depth of the table (mm). The middle can be thrown at from more than 18 in away."""

TOWER_ID = "tower"

BUILDING, THROWING, TURNING = 0, 1, 2
"""Codes for the purpose of a seed: building the tower, throwing, or choosing the throw's direction.

The code follows the throw's number in the arguments of `seed_of`.
"""


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw that is repeated, each time at a new tower."""

    hand: Hand
    dice: int
    """Number of dice in the tower."""
    away: float
    """Minimum gap between the released die and the lowest die of the tower, however the two are turned (mm)."""
    strength: float
    """Speed of the throw, as a multiple of the hand's usual speed."""
    seed: int
    drop: float = 100.0
    """Height above the table at which the die is released (mm)."""
    aim: float = 0.5
    """Height of the point at which the hand aims, as a fraction of the tower's height."""
    kind: DieKind = D6
    """Kind of the thrown die and of the tower's dice: a cube, sharp or rounded."""
    size: float = 16.0
    """Size of the thrown die and of the tower's dice (mm)."""
    surface: Surface = FELT

    @property
    def back(self) -> float:
        """Horizontal distance from the centre of the released die to the middle of the tower's foot (mm).

        So the gap between the released die and the tower's lowest die is at least `away`.
        """
        return self.away + self.size * (self.kind.circumradius + 1 / math.sqrt(2))


def count_standing(throw: Throw, throws: int) -> StandingCount:
    """Throw at a number of towers, and count the towers that still stand.

    Args:
        throw: The throw.
        throws: Number of throws, each at a new tower.

    Raises:
        InvalidValue: An act can't be performed.
        Diverged: A simulation fails.
    """
    return StandingCount(sum(stood(settled) for settled in throw_results(throw, throws)), throws)


def stood(settled: Settled) -> bool:
    """Return whether the tower still has all its dice after a throw."""
    return not settled.facts_of(TowerFell)


def throw_results(throw: Throw, throws: int) -> Iterator[Settled]:
    """Yield the result of each throw.

    For each throw, the hand that throws builds a new tower.

    Args:
        throw: The throw.
        throws: Number of throws.

    Raises:
        InvalidValue: An act can't be performed.
        Diverged: A simulation fails.
    """
    for number in range(throws):
        table = build_tower(throw, number)
        die = Die("thrown", throw.kind, throw.size)
        heading = math.tau * (seed_of(throw.seed, number, TURNING) / 2**64)
        mark = Mark(throw.back, throw.aim * throw.dice * throw.size)
        act = Roll((die,), table.middle, heading, throw.hand, throw.drop, throw.strength, mark=mark)
        yield perform(table, act, seed_of(throw.seed, number, THROWING))


def build_tower(throw: Throw, number: int) -> Table:
    """Build a tower in the middle of an empty table with the hand of a throw, and return the table.

    If the tower falls, begin again on an empty table.

    Args:
        throw: The throw, with the hand and the dice of the tower.
        number: Number of the throw. The seed of each act depends on it.

    Raises:
        InvalidValue: An act can't be performed.
        Diverged: A simulation fails.
    """
    tries = 0
    while True:
        table = Table(TABLE_SIDE, TABLE_SIDE, throw.surface)
        for level in range(throw.dice):
            die = Die(f"{level:02d}", throw.kind, throw.size)
            act = Stack(die, TOWER_ID, throw.hand, ground=table.middle)
            table = perform(table, act, seed_of(throw.seed, number, BUILDING, tries, level)).table
            if table.tower_height(TOWER_ID) != level + 1:
                break
        else:
            return table
        tries += 1
