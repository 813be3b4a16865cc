"""Throws of a die at towers that a hand has built, and the share of towers that still stand afterwards."""

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
"""Width and depth of the table (mm).

The table is so large that a die can be thrown at its middle from more than 18 inches away.
"""

TOWER_ID = "tower"

BUILDING, THROWING, TURNING = 0, 1, 2
"""Codes for the purpose of a seed: building the tower, throwing, or choosing the throw's direction.

Among the arguments of `seed_of`, the code comes directly after the number of the throw.
"""


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw of one die at a tower. It is repeated, each time at a newly built tower."""

    hand: Hand
    dice: int
    """Number of dice in the tower."""
    away: float
    """Smallest possible gap between the released die and the lowest die of the tower (mm).

    The actual gap depends on how the two dice are turned.
    """
    strength: float
    """Speed of the throw, as a multiple of the hand's usual speed."""
    seed: int
    drop: float = 100.0
    """Height of the released die above the table (mm)."""
    aim: float = 0.5
    """Height of the hand's aim, as a fraction of the tower's height."""
    kind: DieKind = D6
    """Kind of the thrown die and of the tower's dice: cubes with sharp or with rounded edges."""
    size: float = 16.0
    """Size of the thrown die and of the tower's dice (mm)."""
    surface: Surface = FELT

    @property
    def back(self) -> float:
        """Horizontal distance from the centre of the released die to the middle of the tower's lowest die (mm).

        The distance is large enough for a gap of at least `away` between these two dice.
        """
        return self.away + self.size * (self.kind.circumradius + 1 / math.sqrt(2))


def count_standing(throw: Throw, throws: int) -> StandingCount:
    """Throw at each of a number of towers, and count the towers that still stand afterwards.

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
    """Repeat a throw, and yield the result each time.

    Before each throw, the same hand builds the tower anew. Then it throws at this tower.

    Args:
        throw: The throw.
        throws: How often the throw is repeated.

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
    """Build the tower for a throw, and return the table with the tower.

    The tower stands in the middle of an otherwise empty table. It is built by the hand that will throw. If the tower
    falls, the hand begins again on an empty table.

    Args:
        throw: The throw. It says which hand builds the tower, and with what dice.
        number: Number of the throw. The seeds of the acts depend on this number.

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
