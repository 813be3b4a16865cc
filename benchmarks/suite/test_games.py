"""The parts of a game that are no physics, against plain Python: rules, bots, session and journal."""

import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.program.game import BOTS, figures
from benchmarks.suite.against import Against
from benchmarks.suite.reference import plain_python
from riotsim.bots.bot import play_out
from riotsim.games.riot_dice.rules.game import new_game
from riotsim.players import make_bots
from riotsim.simulation import perform
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table

SEED, ACTIVATIONS, ROUNDS = 1, 3, 5
"""Of the game; activations until it is broken off."""


class Recorded:
    """Performs acts once, and from then on gives what came of them: the same game needs no physics then."""

    def __init__(self) -> None:
        self._kept: list[Settled] = []
        self._next = 0

    def rewind(self) -> None:
        """Begin again."""
        self._next = 0

    def perform(self, table: Table, act: Act, seed: int, /) -> Settled:
        """Perform an act, or give what came of it."""
        if self._next == len(self._kept):
            self._kept.append(perform(table, act, seed))
        self._next += 1
        return self._kept[self._next - 1]


@pytest.mark.benchmark(timer=time.process_time, disable_gc=True)
def test_rules_and_bots(benchmark: BenchmarkFixture, against: Against) -> None:
    """The first activations of a game of two greedy bosses, whose acts have been performed before."""
    rules, meshes = figures()
    recorded = Recorded()

    def work() -> None:
        recorded.rewind()
        session = new_game(rules, list(BOTS), SEED, recorded.perform, meshes)
        for _ in play_out(session, make_bots(BOTS, rules, SEED)):
            if session.state.activations >= ACTIVATIONS:
                break
        session.close()

    def plain() -> None:
        for _ in range(4):
            plain_python()

    against.compare(benchmark, "rules and bots", work, plain, rounds=ROUNDS)
