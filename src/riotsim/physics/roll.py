"""A throw of dice: how a hand lets go of them, and what comes of it."""

from collections.abc import Generator

from riotsim.physics.awake import Loose
from riotsim.physics.chance import generator
from riotsim.physics.release import release
from riotsim.physics.scene import Scene
from riotsim.physics.settle import outcome
from riotsim.physics.world import TICK, Solver
from riotsim.table.acts import Frame, Roll, Settled
from riotsim.table.state import Table

LIMIT = round(8.0 / TICK)
"""A throw is cut short after eight simulated seconds (ticks)."""

MOST_EXACT = 12
"""Up to so many boxes, sharp or rounded, are thrown under the exact solver: in piles its cost explodes (24 dice 6.5 ms
a step, 48 47). A rounded cube that is thrown is a small cube grown by a margin: 3 of them cost 1.4 times what sharp
ones do; the shape that towers need (`rounded_cube`) costs 4 times as much, and under impulses twice that again."""


def roll(table: Table, act: Roll, seed: int, every: int, exact: bool = True) -> Generator[Frame, None, Settled]:
    """Throw dice; yields a frame every so many ticks."""
    ids = [die.id for die in act.dice]
    table = table.without(*[die for die in ids if die in table.dice])
    chance = generator(seed)
    exact = exact and len(act.dice) <= MOST_EXACT and all(die.kind.box is not None for die in act.dice)
    solver = Solver.DANTZIG if exact else Solver.IMPULSES
    with Scene(table, solver, loose=Loose.STILL, free_models=act.free_models) as scene:
        release(scene, act, chance)
        yield from scene.run(LIMIT, every)
        return outcome(scene, tuple(ids))
