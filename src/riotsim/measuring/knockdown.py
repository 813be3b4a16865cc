"""What a throw does to a tower: a hand builds one, throws a die at it from some way off, and it is seen what falls."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from riotsim.measuring.hands import Share, seed_of
from riotsim.physics import perform
from riotsim.table.acts import Hand, Mark, Roll, Settled, Stack, TowerFell
from riotsim.table.dice.kinds import D6, DieKind
from riotsim.table.pieces import Die
from riotsim.table.state import FELT, Surface, Table
from riotsim.table.units import inches

SIDE = inches(48)
"""Of the table on which they are built (mm): from the middle one can throw at them from 18 in and far more."""

TOWER = "tower"

BUILDING, THROWING, TURNING = 0, 1, 2
"""What an act's seed is for: the second part of its address, after the number of the throw."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw that is tried again and again, each time at a new tower."""

    hand: Hand
    dice: int
    """In the tower."""
    away: float
    """From the die as it is let go to the tower (mm)."""
    strength: float
    """Share of the hand's usual speed."""
    seed: int
    drop: float = 100.0
    """Height at which the die is let go (mm)."""
    aim: float = 0.5
    """How high it is aimed at, as a share of the tower's height."""
    kind: DieKind = D6
    """Of the dice; a cube, sharp or rounded."""
    size: float = 16.0
    """Of the dice (mm)."""
    surface: Surface = FELT

    @property
    def back(self) -> float:
        """From the middle of the die to the middle of the tower's foot (mm), whichever way they are turned."""
        return self.away + self.size * (self.kind.reach + 1 / math.sqrt(2))


def knocked(throw: Throw, throws: int) -> Share:
    """Give how many of so many towers stood after such a throw at each."""
    return Share(sum(stood(settled) for settled in tried(throw, throws)), throws)


def stood(settled: Settled) -> bool:
    """Tell whether the tower still stands: whether none of its dice has left the stack."""
    return not settled.of(TowerFell)


def tried(throw: Throw, throws: int) -> Iterator[Settled]:
    """Give what comes of each of so many throws, each at a tower that the same hand has built."""
    for number in range(throws):
        table = built(throw, number)
        die = Die("thrown", throw.kind, throw.size)
        heading = math.tau * (seed_of(throw.seed, number, TURNING) / 2**64)
        mark = Mark(throw.back, throw.aim * throw.dice * throw.size)
        act = Roll((die,), table.middle, heading, throw.hand, throw.drop, throw.strength, mark=mark)
        yield perform(table, act, seed_of(throw.seed, number, THROWING))


def built(throw: Throw, number: int) -> Table:
    """Give a table with a tower in its middle that the hand has built; what falls on the way is begun again."""
    tries = 0
    while True:
        table = Table(SIDE, SIDE, throw.surface)
        for level in range(throw.dice):
            die = Die(f"{level:02d}", throw.kind, throw.size)
            act = Stack(die, TOWER, throw.hand, ground=table.middle)
            table = perform(table, act, seed_of(throw.seed, number, BUILDING, tries, level)).table
            if table.tower_height(TOWER) != level + 1:
                break
        else:
            return table
        tries += 1
