"""Reuse of the bodies that a client keeps from earlier acts."""

import itertools
import sys
from collections.abc import Sequence
from typing import Final

import pybullet

from riotsim.physics.engine.client import BodyRecipe, Client
from riotsim.physics.engine.solver import UNITS_PER_MM
from riotsim.table.poses import IDENTITY

MAX_BODY_SPEED: Final = 1e5
"""Limit of a body's speed in the engine (cm/s). The engine's default for a free body is 100 cm/s."""

ORIGIN: Final = (0.0, 0.0, 0.0)
"""The position at which the engine makes bodies, before they are moved to their places."""


class BodyPool:
    """The bodies of one world, in which one act is simulated, such as a throw.

    The engine's client keeps bodies from earlier acts, in the order in which they were made. The world takes them in
    this order. If the next one has the recipe asked for, it is reused. If it has another recipe, all unused bodies are
    removed, and a new body is made.
    """

    def __init__(self, client: Client, worth_keeping: int = sys.maxsize) -> None:
        """Begin with all bodies of the client unused.

        Args:
            client: The client from which bodies are taken and in which they are made.
            worth_keeping: Upper bound of the number of bodies that the next act may reuse.
        """
        self._client = client
        self.used = 0
        """Number of the client's bodies that this world uses. These are the bodies that were made first."""
        self.worth_keeping = worth_keeping
        """Upper bound of the number of bodies that the next act may reuse.

        These bodies were made before the first step, and haven't been changed.
        """

    def take(self, recipe: BodyRecipe) -> int:
        """Return the engine's number of the next unused body, if it has this recipe, or of a new body.

        The caller has to move the body to its place.
        """
        body = self._reused(recipe)
        if body is None:
            (body,) = self._make(recipe, 1)
            self.used = len(self._client.bodies)
        return body

    def prepare(self, recipes: Sequence[BodyRecipe]) -> None:
        """Make the bodies that will be taken next, in the order of `recipes`, as far as the client hasn't kept them.

        The client's unused bodies are kept up to the first that has another recipe. For example, they have the recipes
        A, B, C, and `recipes` are A, B, D, D. Then the body of C is removed, and two of D are made.

        Equal bodies in succession are made in one batch, because this is faster.
        """
        there = self._client.bodies
        kept = 0
        while kept < len(recipes) and self.used + kept < len(there) and there[self.used + kept][0] == recipes[kept]:
            kept += 1
        if kept < len(recipes):
            self._remove_from(self.used + kept)
            for recipe, equal in itertools.groupby(recipes[kept:]):
                self._make(recipe, len(list(equal)))

    def _reused(self, recipe: BodyRecipe) -> int | None:
        """Return the number of the client's next unused body if it has this recipe.

        Otherwise remove all unused bodies, and return None.
        """
        if self.used == len(self._client.bodies):
            return None
        kept, body = self._client.bodies[self.used]
        if kept != recipe:
            self.remove_unused()
            return None
        self.used += 1
        return body

    def _make(self, recipe: BodyRecipe, count: int) -> tuple[int, ...]:
        """Make `count` bodies at the origin and return their numbers, in order."""
        client = self._client
        client.made += count
        if count == 1:
            one = pybullet.createMultiBody(
                recipe.mass, recipe.shape, client.visual, ORIGIN, IDENTITY, physicsClientId=client.number
            )
            bodies: tuple[int, ...] = (int(one),)
        else:
            bodies = pybullet.createMultiBody(
                recipe.mass,
                recipe.shape,
                client.visual,
                ORIGIN,
                IDENTITY,
                batchPositions=[ORIGIN] * count,
                physicsClientId=client.number,
            )
        for body in bodies:
            self._set_dynamics(body, recipe)
            client.bodies.append((recipe, body))
        return bodies

    def _set_dynamics(self, body: int, recipe: BodyRecipe) -> None:
        """Set the material, inertia, damping, collision margin and speed limit of a body.

        The engine doesn't accept them when the body is made.
        """
        client = self._client
        shape, material, mass, inertia, damping, rolling = recipe
        margin = client.margins.get(shape)
        dynamics = {
            **({} if margin is None else {"collisionMargin": margin}),
            "lateralFriction": material.friction,
            "restitution": material.restitution,
            "rollingFriction": rolling * UNITS_PER_MM,
            "spinningFriction": 0.0,
            "linearDamping": 0.0,
            "angularDamping": damping,
            "maxJointVelocity": MAX_BODY_SPEED,
        }
        if inertia is None:
            pybullet.changeDynamics(body, -1, physicsClientId=client.number, **dynamics)
        else:
            # Setting the mass resets the inertia, and the reverse, so both are set in one call.
            diagonal = [part * UNITS_PER_MM * UNITS_PER_MM for part in inertia]
            pybullet.changeDynamics(
                body, -1, mass=mass, localInertiaDiagonal=diagonal, physicsClientId=client.number, **dynamics
            )

    def remove_unused(self) -> None:
        """Remove the client's bodies that this world does not use."""
        self._remove_from(self.used)

    def _remove_from(self, first: int) -> None:
        """Remove all bodies from index `first` on, the last body first."""
        while len(self._client.bodies) > first:
            pybullet.removeBody(self._client.bodies.pop()[1], self._client.number)

    def begin(self) -> None:
        """Prepare the first step of an act, a simulated action such as a throw.

        The client's unused bodies are removed. The next act can reuse only bodies that exist now.
        """
        self.remove_unused()
        self.worth_keeping = min(self.worth_keeping, len(self._client.bodies))

    def note_change(self, body: int) -> None:
        """Record that a body was changed and no longer fits its recipe.

        The next act can reuse only the bodies that were made before this body.
        """
        self.worth_keeping = min(self.worth_keeping, self.index(body))

    def index(self, body: int) -> int:
        """Return the index of a body among the client's bodies, in the order in which they were made."""
        return next(index for index, (_, other) in enumerate(self._client.bodies) if other == body)
