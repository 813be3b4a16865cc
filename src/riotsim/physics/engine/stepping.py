"""The steps of a world: the number of steps in a tick, and the fraction of each overlap that a step removes."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pybullet

from riotsim.physics.engine.solver import GRAVITY, SOLVER, TICK, Solver, step_without_gravity

_SLEEP_STEP_DURATION: Final = TICK / 1000
"""Duration of the step in which bodies fall asleep (s).

In this time, even a body rising at 2 m/s moves only 0.01 mm.
"""


class Stepper:
    """The object that advances a world, and chooses the number of steps in a tick."""

    def __init__(self) -> None:
        self.substeps = 1
        """Number of steps in a tick."""
        self._ticks = 1
        """Number of ticks that one call of the engine simulates."""
        self._least = 1
        """Minimum number of steps in a tick that `choose_substeps` may choose."""
        self._share = SOLVER.overlap_share_slow
        """Fraction of an overlap that is removed in a step."""
        self._told = False
        """True if the engine has the current settings. Otherwise the next step passes them to the engine."""

    def use(self, client: int, solver: Solver) -> None:
        """Simulate in this client from now on.

        Args:
            client: The engine's number of the client.
            solver: The client's solver.
        """
        self._client = client
        self._solver = solver
        if solver is Solver.DEGRADED:
            self._share_slow, self._share_fast = SOLVER.overlap_share_degraded, SOLVER.overlap_share_slow
        else:
            self._share_slow, self._share_fast = SOLVER.overlap_share_slow, SOLVER.overlap_share_fast
        self._told = False

    def step(self, ticks: int) -> None:
        """Advance the world by a number of ticks.

        One call for several ticks is faster than one call for each tick. Both ways give the same results to the bit, as
        long as no sleeping body is woken.
        """
        while ticks:
            # A power of two: the duration of any other number of ticks would be rounded.
            at_once = 1 << (ticks.bit_length() - 1)
            ticks -= at_once
            if at_once != self._ticks or not self._told:
                self._ticks = at_once
                self._configure_step(at_once * TICK, at_once * self.substeps)
                self._told = True
            pybullet.stepSimulation(self._client)

    def fall_asleep(self) -> None:
        """Make a very short step without gravity, so that bodies put to sleep stop moving (`World.fall_asleep`)."""
        share, self._share = self._share, 0.0  # overlaps removed in so short a step would fling bodies apart
        self._configure_step(_SLEEP_STEP_DURATION, 1)
        self._share, self._told = share, False
        step_without_gravity(self._client)

    def choose_substeps(self, fastest: float, ticks: int, longest: float) -> None:
        """Choose the number of steps in a tick by the speed of the fastest body.

        Args:
            fastest: Speed of the fastest body (mm/s).
            ticks: Ticks until the next choice. In these ticks, the fastest body may gain speed in free fall.
            longest: Maximum distance that a body may move in a step (mm).
        """
        share = self._share_fast if fastest > SOLVER.fast_speed else self._share_slow
        substeps = math.ceil((fastest + GRAVITY * ticks * TICK) * TICK / longest)
        if substeps < self._least:
            substeps = self._least
        if share != self._share or substeps != self.substeps:
            self._share, self.substeps, self._told = share, substeps, False

    def relax(self, substeps: int) -> None:
        """Set the minimum number of steps in a tick.

        The current number of steps in a tick stays as it is until the next `choose_substeps`.
        """
        self._least = substeps

    def set_least_substeps(self, substeps: int) -> None:
        """Set the minimum number of steps in a tick. If the current number is lower, raise it to the minimum."""
        self._least = substeps
        if substeps > self.substeps:
            self.substeps, self._told = substeps, False

    @contextmanager
    def least_substeps(self, substeps: int) -> Iterator[None]:
        """Make at least `substeps` steps in each tick during a `with` block.

        The end of the block restores the earlier minimum. It doesn't do so if the block raised an error, or if the
        solver changed during the block.
        """
        solver, least = self._solver, self._least
        self.set_least_substeps(max(least, substeps))
        yield
        if self._solver is solver:
            self._least = least

    def _configure_step(self, time: float, steps: int) -> None:
        """Pass the settings of the next call of `pybullet.stepSimulation` to the engine.

        Args:
            time: Time that the call simulates (s).
            steps: Number of steps in the call.
        """
        pybullet.setPhysicsEngineParameter(
            fixedTimeStep=time,
            numSubSteps=steps if steps > 1 else 0,
            contactERP=self._share,
            physicsClientId=self._client,
        )
