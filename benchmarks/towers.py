"""Towers as the average hand of the rules builds them, one for each seed."""

from functools import cache

from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.measuring.hands import BEHIND, MODEL, SIDE, START, seed_of
from riotsim.simulation import perform
from riotsim.table.acts import Hand, Stack, TowerFell
from riotsim.table.pieces import Die, Model
from riotsim.table.state import Table

TALLEST = 12
"""Dice; towers are built to that, and looked at on their way."""

TRIES = 50
"""Number of towers begun for each seed."""


@cache
def average() -> Hand:
    """Return the average hand of the program's rules."""
    return load_rules("riot_dice", Rulebook).hands["average"].hand


def next_die(height: int) -> Stack:
    """Return the act of putting a die on a tower of the given height."""
    return Stack(Die(f"die-{height:03}"), MODEL, average(), BEHIND)


def tower(seed: int, height: int) -> Table:
    """Give a table with a tower of so many dice: one that went on to grow to the tallest, as it was then."""
    return _grown(seed)[height]


@cache
def _grown(seed: int) -> tuple[Table, ...]:
    """The table with no die, with one, and so on; of the seed's first tower that grows to the tallest."""
    for again in range(TRIES):
        tables = [Table(SIDE, SIDE).put(Model(MODEL, "", START))]
        for height in range(TALLEST):
            settled = perform(tables[-1], next_die(height), seed_of(seed, again, height))
            if settled.of(TowerFell):
                break
            tables.append(settled.table)
        else:
            return tuple(tables)
    raise AssertionError(f"seed {seed}: of {TRIES} towers none grows to {TALLEST} dice")
