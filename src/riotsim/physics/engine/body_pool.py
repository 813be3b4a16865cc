"""The bodies of a client: each is made, or was kept from an act before this one."""

import itertools
import sys
from collections.abc import Sequence
from typing import Final

import pybullet

from riotsim.physics.engine.client import Client, Made
from riotsim.physics.engine.units import UNIT
from riotsim.table.poses import IDENTITY

FASTEST: Final = 1e5
"""The engine's cap on a body's speed (units/s); its default would cap a free body at 100."""

ORIGIN: Final = (0.0, 0.0, 0.0)
"""Where bodies are made."""


class BodyPool:
    """Gives the bodies that an act asks for, and sees to it that the client keeps those that the next may ask for."""

    def __init__(self, client: Client, worth_keeping: int = sys.maxsize) -> None:
        self._client = client
        self.used = 0
        """How many of the client's bodies are in use, in the order in which they were made."""
        self.worth_keeping = worth_keeping
        """How many of them there were when the first step was made, or before one was changed: the next act may have
        use for those."""

    def give(self, what: Made) -> int:
        """Give the number of a body that is made like this, wherever it is."""
        body = self._kept(what)
        if body is None:
            (body,) = self._make(what, 1)
            self.used = len(self._client.bodies)
        return body

    def make_ready(self, those: Sequence[Made]) -> None:
        """Have what will be asked for next, in this order: of alike bodies the engine makes several at one go.

        It takes 0.15 ms for one, of which four fifths are to describe it to whoever asked, and of several it describes
        the last.
        """
        there = self._client.bodies
        kept = 0
        while kept < len(those) and self.used + kept < len(there) and there[self.used + kept][0] == those[kept]:
            kept += 1
        if kept < len(those):
            self._take_out(self.used + kept)
            for what, alike in itertools.groupby(those[kept:]):
                self._make(what, len(list(alike)))

    def _kept(self, what: Made) -> int | None:
        """The next of the bodies that the client kept, if it is one of these."""
        if self.used == len(self._client.bodies):
            return None
        kept, body = self._client.bodies[self.used]
        if kept != what:
            self.forget()
            return None
        self.used += 1
        return body

    def _make(self, what: Made, count: int) -> tuple[int, ...]:
        """So many new bodies, anywhere."""
        client = self._client
        client.made += count
        look = client.looks.get(what.shape, -1)
        if count == 1:
            one = pybullet.createMultiBody(what.mass, what.shape, look, ORIGIN, IDENTITY, physicsClientId=client.number)
            bodies: tuple[int, ...] = (int(one),)
        else:
            bodies = pybullet.createMultiBody(
                what.mass,
                what.shape,
                look,
                ORIGIN,
                IDENTITY,
                batchPositions=[ORIGIN] * count,
                physicsClientId=client.number,
            )
        for body in bodies:
            self._finish(body, what)
            client.bodies.append((what, body))
        return bodies

    def _finish(self, body: int, what: Made) -> None:
        """Give a new body what it is not made with."""
        client = self._client
        shape, material, mass, inertia, damping, rolling = what
        margin = client.margins.get(shape)
        dynamics = {
            **({} if margin is None else {"collisionMargin": margin}),
            "lateralFriction": material.friction,
            "restitution": material.restitution,
            "rollingFriction": rolling * UNIT,
            "spinningFriction": 0.0,
            "linearDamping": 0.0,
            "angularDamping": damping,
            "maxJointVelocity": FASTEST,
        }
        if inertia is None:
            pybullet.changeDynamics(body, -1, physicsClientId=client.number, **dynamics)
        else:
            # Each resets the other: mass and inertia have to go together.
            diagonal = [part * UNIT * UNIT for part in inertia]
            pybullet.changeDynamics(
                body, -1, mass=mass, localInertiaDiagonal=diagonal, physicsClientId=client.number, **dynamics
            )

    def forget(self) -> None:
        """Take out the bodies that the client kept and that nobody has asked for."""
        self._take_out(self.used)

    def _take_out(self, first: int) -> None:
        """Take out all bodies from one on, the last first."""
        while len(self._client.bodies) > first:
            pybullet.removeBody(self._client.bodies.pop()[1], self._client.number)

    def begin(self) -> None:
        """Note that all is there that an act begins with."""
        self.forget()
        self.worth_keeping = min(self.worth_keeping, len(self._client.bodies))

    def change(self, body: int) -> None:
        """Note that a body is no longer as it was made: another act has no use for it, nor for what came after it."""
        self.worth_keeping = min(self.worth_keeping, self.place(body))

    def place(self, body: int) -> int:
        """Give which of the client's bodies this is, counted from 0."""
        return next(place for place, (_, other) in enumerate(self._client.bodies) if other == body)
