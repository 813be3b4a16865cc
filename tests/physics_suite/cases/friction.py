"""Results at different frictions: the travel of a throw, the numbers that come up, and the height of a tower."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from physics_suite.cases.blocks import SIZE, Bench, pair
from physics_suite.second_opinion.rolls import let_go, there
from riotsim.measuring.chi_squared import chi_squared
from riotsim.physics.engine.materials import DICE
from riotsim.physics.engine.world import TICK
from riotsim.simulation import perform
from riotsim.table.acts import Cocked, Roll, Turned
from riotsim.table.ballistics import travel_distance
from riotsim.table.pieces import Die
from riotsim.table.state import FELT, Surface, Table
from riotsim.table.statics import CubeStack
from riotsim.testing.tables import STEADY_HAND

WIDE: Final = Table(4000.0, 4000.0)
"""Table for throws, so wide that no die leaves it."""

TOGETHER: Final = 5
"""Number of dice in a throw."""

DROP: Final = 100.0
"""Height from which the dice are let go (mm)."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """The outcome of many throws at one friction of dice on the table."""

    travel: float
    """Mean way from release to rest, along the throw (mm)."""
    spread: float
    """Standard deviation of the travel of single dice (mm)."""
    turns: float
    """Mean number of times that a die turned over."""
    faces: tuple[int, ...]
    """Counts of 1, 2, … 6 on top, without cocked dice."""
    seconds: float
    """Mean simulated time until all dice rest (s)."""

    @property
    def chi_squared(self) -> float:
        """χ² of the faces against equal shares, with 5 degrees of freedom."""
        return chi_squared(self.faces, [sum(self.faces) / 6] * 6, 5).chi2


def throw(friction: float, throws: int, seed: int) -> Thrown:
    """Throw dice at 0.7 m/s on a table, with this friction between dice and table.

    Dice bounce off the table as off felt.
    """
    table = Table(WIDE.width, WIDE.depth, Surface("tried", friction / DICE.friction, FELT.restitution))
    dice = tuple(Die(f"d{k}") for k in range(TOGETHER))
    ways, faces, turns, seconds = [], [0] * 6, [], []
    released = table.middle[0] - travel_distance(STEADY_HAND.speed, DROP)
    for child in np.random.SeedSequence(seed).spawn(throws):
        settled = perform(table, Roll(dice, table.middle, 0.0, STEADY_HAND, drop=DROP), int(child.generate_state(1)[0]))
        cocked = {fact.die for fact in settled.facts_of(Cocked)}
        for die in settled.table.dice.values():
            ways.append(die.pose.at[0] - released)
            if die.id not in cocked:
                faces[die.shows - 1] += 1
        turns += [fact.turns for fact in settled.facts_of(Turned)]
        seconds.append(settled.ticks * TICK)
    return Thrown(
        float(np.mean(ways)), float(np.std(ways)), float(np.mean(turns)), tuple(faces), float(np.mean(seconds))
    )


def travel_in_mujoco(friction: float, throws: int, seed: int) -> float:
    """Return the mean travel (mm) of the first throws of `throw` on MuJoCo."""
    surface = Surface("tried", friction / DICE.friction, FELT.restitution)
    table = Table(WIDE.width, WIDE.depth, surface)
    act = Roll(tuple(Die(f"d{k}") for k in range(TOGETHER)), table.middle, 0.0, STEADY_HAND, drop=DROP)
    released = table.middle[0] - travel_distance(STEADY_HAND.speed, DROP)
    seeds = [int(child.generate_state(1)[0]) for child in np.random.SeedSequence(seed).spawn(throws)]
    return float(np.mean([
        landed.end.at[0] - released for one in seeds for landed in there(let_go(table, act, one), surface)
    ]))  # fmt: skip


LET_GO: Final = 0.5
"""Height above the tower at which a die is let go (mm), as by hands."""

SETTLING: Final = 0.35
"""Time that a die is given to settle (s)."""

MOST: Final = 16
"""Number of dice at which building ends."""

SUNK: Final = SIZE / 4
"""If a die is this much too low (mm), it has fallen off."""


@dataclass(frozen=True, slots=True)
class Grown:
    """The height of a tower before it fell."""

    dice: int
    """Number of dice that stood."""
    by_statics: int
    """Number of dice that would stand by statics if each die stayed where it was let go."""


def grow(friction: float, sigma: float, seed: int) -> Grown:
    """Pile dice with this friction on each other until the tower falls.

    Each die is let go off the one below by N(0, `sigma`).
    """
    chance = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))
    errors = chance.normal(0.0, sigma, (MOST, 2))
    stuff = pair(friction)
    with Bench(stuff) as bench:
        blocks = [bench.block(stuff, (0.0, 0.0, SIZE / 2))]
        stood = MOST
        for k in range(1, MOST):
            x, y, z = bench.pose(blocks[-1]).at
            at = (x + float(errors[k][0]), y + float(errors[k][1]))
            blocks.append(bench.block(stuff, (*at, z + SIZE + LET_GO)))
            bench.wait(SETTLING)
            if any(abs(bench.pose(block).at[2] - (n + 0.5) * SIZE) > SUNK for n, block in enumerate(blocks)):
                stood = k
                break
    return Grown(stood, _by_statics(errors))


def _by_statics(errors: npt.NDArray[np.float64]) -> int:
    """Return the number of dice of the tallest tower that stands by statics with these errors."""
    places = np.cumsum(np.concatenate([np.zeros((1, 2)), errors[1:]]), axis=0)
    for count in range(2, MOST + 1):
        if CubeStack(tuple((float(x), float(y)) for x, y in places[:count]), (0.0,) * count).margin < 0.0:
            return count - 1
    return MOST
