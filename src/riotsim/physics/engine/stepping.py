"""How a world goes on: in how many steps a tick, and what share of an overlap is pushed apart in each."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pybullet

from riotsim.physics.engine.solver import FAST, FIRM, GENTLE, GRAVITY, HASTY, TICK, Solver, step_without_gravity

_INSTANT: Final = TICK / 1000
"""And while something moves: what rises at 2 m/s rises by 0.01 mm, for which it pays nothing."""


class Pace:
    """The steps of a world, whatever client it is at work in."""

    def __init__(self) -> None:
        self.substeps = 1
        """Into how many steps a tick is divided now."""
        self._ticks = 1
        """How many ticks the engine goes on in one step of the client."""
        self._least = 1
        """Into how many each is divided at the least."""
        self._push = FIRM
        """The share of an overlap that is pushed apart in a step."""
        self._told = False
        """Whether the engine knows these: it is told before a step, once for all that has changed since the last."""

    def use(self, client: int, solver: Solver) -> None:
        """Step this client from now on."""
        self._client = client
        self._solver = solver
        self._push_slow, self._push_fast = (HASTY, FIRM) if solver is Solver.HASTE else (FIRM, GENTLE)
        self._told = False

    def step(self, ticks: int) -> None:
        """Go on by so many ticks. To ask for several at once is quicker, and gives the same bits if nothing is woken.

        They are asked for by twos, fours and eights: five steps in each of three ticks would be longer by a rounding.
        """
        while ticks:
            at_once = 1 << (ticks.bit_length() - 1)
            ticks -= at_once
            if at_once != self._ticks or not self._told:
                self._ticks = at_once
                self._tell(at_once * TICK, at_once * self.substeps)
                self._told = True
            pybullet.stepSimulation(self._client)

    def doze(self) -> None:
        """Go on for a moment without gravity: see `World.doze`."""
        push, self._push = self._push, 0.0  # what is pushed apart in so short a step would be flung
        self._tell(_INSTANT, 1)
        self._push, self._told = push, False
        step_without_gravity(self._client)

    def heed(self, fastest: float, ticks: int, longest: float) -> None:
        """Suit the steps to the fastest body: see `World.heed`."""
        push = self._push_fast if fastest > FAST else self._push_slow
        substeps = math.ceil((fastest + GRAVITY * ticks * TICK) * TICK / longest)
        if substeps < self._least:
            substeps = self._least
        if push != self._push or substeps != self.substeps:
            self._push, self.substeps, self._told = push, substeps, False

    def hasten(self, substeps: int) -> None:
        """Divide each tick into no more steps than these, if speeds allow it."""
        self._least = substeps

    def divide_always(self, substeps: int) -> None:
        """Divide each tick into at least so many steps from now on."""
        self._least = substeps
        if substeps > self.substeps:
            self.substeps, self._told = substeps, False

    @contextmanager
    def divided(self, substeps: int) -> Iterator[None]:
        """Divide each tick into at least so many steps for a while, or until another solver is at work."""
        solver, least = self._solver, self._least
        self.divide_always(max(least, substeps))
        yield
        if self._solver is solver:
            self._least = least

    def _tell(self, time: float, steps: int) -> None:
        """Tell the engine how far it goes on when it is asked to (s), in how many steps, and what it pushes apart."""
        pybullet.setPhysicsEngineParameter(
            fixedTimeStep=time,
            numSubSteps=steps if steps > 1 else 0,
            contactERP=self._push,
            physicsClientId=self._client,
        )
