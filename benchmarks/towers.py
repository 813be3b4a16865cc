"""Towers as the average hand of the rules builds them, one for each seed."""

from functools import cache

from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook import Rulebook
from riotsim.lab.hands import BEHIND, MODEL, SIDE, START
from riotsim.lab.seeds import seed_of
from riotsim.physics import perform
from riotsim.table.acts import Hand, Stack, TowerFell
from riotsim.table.pieces import Die, Model
from riotsim.table.state import Table

TRIES = 50
"""How often a die that brings its tower down is put on anew."""


@cache
def average() -> Hand:
    """Give the average hand of the rules that come with the program."""
    return load_rules("riot_dice", Rulebook).hands["average"].hand


def next_die(height: int) -> Stack:
    """Give the act of putting a die on a tower of so many."""
    return Stack(Die(f"die-{height:03}"), MODEL, average(), BEHIND)


def tower(seed: int, height: int) -> Table:
    """Give a table with a tower of so many dice; the lower ones are those of the seed's lower towers."""
    return _grown(seed, height)[-1]


@cache
def _grown(seed: int, height: int) -> tuple[Table, ...]:
    """The table with one die, with two, and so on."""
    if height == 0:
        return (Table(SIDE, SIDE).put(Model(MODEL, "", START)),)
    lower = _grown(seed, height - 1)
    for again in range(TRIES):
        settled = perform(lower[-1], next_die(height - 1), seed_of(seed, height, again))
        if not settled.of(TowerFell):
            return (*lower, settled.table)
    raise AssertionError(f"seed {seed}: no die stays on a tower of {height - 1}")
