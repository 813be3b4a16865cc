"""Throws at towers that a hand has built, and the share of towers that stand."""

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
"""Width and depth of the table (mm). A tower in its middle can be thrown at from more than 18 in."""

TOWER_ID = "tower"

BUILDING, THROWING, TURNING = 0, 1, 2
"""Purposes of acts: the second part of the address of an act's seed, after the number of the throw."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw that is repeated, each time at a newly built tower."""

    hand: Hand
    dice: int
    """Number of dice in the tower."""
    away: float
    """Distance from the released die to the tower (mm)."""
    strength: float
    """Speed as a share of the hand's usual speed."""
    seed: int
    drop: float = 100.0
    """Height of the release (mm)."""
    aim: float = 0.5
    """Height of the point aimed at, as a share of the tower's height."""
    kind: DieKind = D6
    """Kind of the dice: a cube, sharp or rounded."""
    size: float = 16.0
    """Size of the dice (mm)."""
    surface: Surface = FELT

    @property
    def back(self) -> float:
        """Distance from the middle of the die to that of the tower's foot (mm), enough for any orientation."""
        return self.away + self.size * (self.kind.circumradius + 1 / math.sqrt(2))


def count_standing(throw: Throw, throws: int) -> StandingCount:
    """Count the towers that stood after a throw at each of `throws` towers."""
    return StandingCount(sum(stood(settled) for settled in throw_results(throw, throws)), throws)


def stood(settled: Settled) -> bool:
    """Return whether the tower still stands, with none of its dice off the stack."""
    return not settled.facts_of(TowerFell)


def throw_results(throw: Throw, throws: int) -> Iterator[Settled]:
    """Yield the result of each of `throws` throws, each at a tower that the same hand has built."""
    for number in range(throws):
        table = build_tower(throw, number)
        die = Die("thrown", throw.kind, throw.size)
        heading = math.tau * (seed_of(throw.seed, number, TURNING) / 2**64)
        mark = Mark(throw.back, throw.aim * throw.dice * throw.size)
        act = Roll((die,), table.middle, heading, throw.hand, throw.drop, throw.strength, mark=mark)
        yield perform(table, act, seed_of(throw.seed, number, THROWING))


def build_tower(throw: Throw, number: int) -> Table:
    """Return a table with a tower that the hand has built in its middle. A tower that falls meanwhile
    is begun again.
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
