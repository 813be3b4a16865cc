"""riotsim itself among the contenders."""

from collections.abc import Sequence

from benchmarks.clock import spent
from benchmarks.contender import Contender, Settled
from benchmarks.tables import EMPTY, THROW, dice_of
from riotsim.physics.engine.world import TICK
from riotsim.simulation import perform


class Ours(Contender):
    """`perform`, with all that a caller gets from it: a new table, and facts."""

    name = "riotsim"
    title = "riotsim"
    otherwise = "`perform`, from Python"

    def __init__(self, seeds: Sequence[int]) -> None:
        self._seeds = seeds

    def play(self) -> float:
        """Play all throws."""
        return spent(lambda: [perform(EMPTY, THROW, seed) for seed in self._seeds])

    def settled(self) -> list[Settled]:
        """Return the result of each throw."""
        done = [perform(EMPTY, THROW, seed) for seed in self._seeds]
        return [Settled(one.ticks * TICK, [die.pose for die in dice_of(one)]) for one in done]
