"""The tables, throws and towers that are measured."""

import itertools
import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.measuring.hands import MODEL_ID, MODEL_START, TOWER_BEARING, seed_of
from riotsim.simulation import perform
from riotsim.table.acts import Hand, Roll, Settled, Stack, TowerFell
from riotsim.table.pieces import Die, Model, Tower, pose_beside
from riotsim.table.poses import Point, point_ahead
from riotsim.table.state import Table
from riotsim.table.units import inches

SIDE = inches(24)
"""Side of the table (mm)."""

SIZE = 16.0
"""Size of a die (mm)."""

HAND = Hand("bench", 0.0, 0.0, 0.0, 10.0, 20.0, 400.0, 50.0, 25.0, ())
"""A gentle hand, whose dice stay away from the edges."""

HEADING = 0.3
"""Direction of the throws (rad), along no edge."""

INSET = 30.0
"""Distance of towers from the edge (mm)."""

AWAY = 85.0
"""Distance from the edge at which dice are out of reach of towers (mm). Of 300 throws, those that stayed 51 mm away met
no tower."""

BEYOND = 75.0
"""Distance from the foot of the tower that is to be hit to the point where the throw should come to rest (mm). Of 60
throws each with 0, 25, 50, 75, 100 and 125 mm, 2, 7, 24, 30, 12 and 2 fell it. Shorter throws arrive late and slow. For
longer ones the hand is over the tower or past it."""

LOOKS = 60
"""Looks at a throw in a second of simulated time."""

EMPTY = Table(SIDE, SIDE)


def throw_at(at: Point) -> Roll:
    """Return a throw of 3d6 that is aimed to come to rest at a point."""
    return Roll(tuple(Die(f"r{k}") for k in range(3)), at, HEADING, HAND)


THROW = throw_at((SIDE / 2, SIDE / 2))
"""The throw that all engines are compared by."""

AT_THE_MIDDLE = throw_at(point_ahead(EMPTY.middle, HEADING, BEYOND))
"""A throw that is to hit what stands in the middle. Hand and dice have table before and behind it."""

INSIDE = "m00"
"""The tower that stands in the middle then."""


def crowded(towers: int, dice: int) -> Table:
    """Return a table with so many towers beside models along its edges, and so many dice in all of them."""
    table = EMPTY
    for k, at in enumerate(_along_edges(towers)):
        model = Model(f"m{k:02}", "boss", at)
        seat = pose_beside(model, 0.0, SIZE)
        height = dice * (k + 1) // towers - dice * k // towers
        tower = tuple(Die(f"{model.id}-{j:02}", pose=seat.translated((0.0, 0.0, j * SIZE))) for j in range(height))
        table = table.with_pieces(model, *tower).with_tower(model.id, Tower(tuple(die.id for die in tower)))
    return table


def with_one_inside(table: Table) -> Table:
    """Return a crowded table whose first tower stands in the middle, with its model beside the path of the throw.

    There the model neither keeps dice off the tower nor holds it up. All other towers stay along the edges.
    """
    bearing = HEADING + math.pi / 2
    there = replace(table.models[INSIDE], at=table.middle)
    reach = math.dist(pose_beside(there, bearing, SIZE).xy, there.at)
    model = replace(there, at=point_ahead(table.middle, bearing, -reach))
    seat = pose_beside(model, bearing, SIZE)
    dice = table.tower_dice(INSIDE)
    moved = (replace(die, pose=seat.translated((0.0, 0.0, j * SIZE))) for j, die in enumerate(dice))
    return table.with_pieces(model, *moved).with_tower(INSIDE, Tower(tuple(die.id for die in dice), bearing))


def _along_edges(count: int) -> Iterator[Point]:
    """Places as far apart as can be, along the four edges."""
    side = SIDE - 2 * INSET
    for k in range(count):
        edge, along = divmod(4 * side * k / count, side)
        x, y = ((along, 0.0), (side, along), (side - along, side), (0.0, side - along))[int(edge)]
        yield (x + INSET, y + INSET)


def seeds_that_stay(count: int) -> list[int]:
    """Return the first seeds with which every die of the throw stays in the middle of the empty table: 19 of 20 do.

    Then towers along the edges are out of reach, and other engines need no rule for dice that fall off.
    """
    return list(islice(filter(_stays, itertools.count()), count))


def _stays(seed: int) -> bool:
    frames = perform(EMPTY, THROW, seed, trace_hz=LOOKS).trace
    return all(AWAY <= part <= SIDE - AWAY for frame in frames for die in frame.poses.values() for part in die.at[:2])


def dice_of(settled: Settled, act: Roll = THROW) -> list[Die]:
    """Return the thrown dice at rest, in the order of their names."""
    return [settled.table.dice[die.id] for die in sorted(act.dice, key=lambda die: die.id)]


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
    return Stack(Die(f"die-{height:03}"), MODEL_ID, average(), TOWER_BEARING)


def tower(seed: int, height: int) -> Table:
    """Return a table with a tower of so many dice, a stage of one that grew to the tallest."""
    return _grown(seed)[height]


@cache
def _grown(seed: int) -> tuple[Table, ...]:
    """Return the table with no die, one die and so on, of the seed's first tower that grows to the tallest."""
    for again in range(TRIES):
        tables = [Table(SIDE, SIDE).with_pieces(Model(MODEL_ID, "", MODEL_START))]
        for height in range(TALLEST):
            settled = perform(tables[-1], next_die(height), seed_of(seed, again, height))
            if settled.facts_of(TowerFell):
                break
            tables.append(settled.table)
        else:
            return tuple(tables)
    raise AssertionError(f"seed {seed}: of {TRIES} towers none grows to {TALLEST} dice")
