"""Bodies for an act. Bodies that the engine's client keeps from earlier acts are reused."""

import itertools
import sys
from collections.abc import Sequence
from typing import Final

import pybullet

from riotsim.physics.engine.client import BodyRecipe, Client
from riotsim.physics.engine.solver import UNITS_PER_MM
from riotsim.table.poses import IDENTITY

MAX_BODY_SPEED: Final = 1e5
"""Greatest speed that the engine allows a body (cm/s). The engine's own default for a free body is only 100 cm/s."""

ORIGIN: Final = (0.0, 0.0, 0.0)
"""The first position of all bodies in the engine. Then each body is moved to where it belongs."""


class BodyPool:
    """The bodies of one world. In a world, one act is simulated, such as a throw.

    The engine's client keeps bodies from earlier acts, in the order of creation. The world takes these bodies in
    the same order. If the next body has the recipe that the world asks for, the body is reused. If it has another
    recipe, all unused bodies are removed, and a new body is made.
    """

    def __init__(self, client: Client, worth_keeping: int = sys.maxsize) -> None:
        """Begin with a client. At first, the world uses none of the client's bodies.

        Args:
            client: The client that supplies bodies and makes new ones.
            worth_keeping: Maximum number of bodies that the next act may reuse. They are the client's first bodies.
        """
        self._client = client
        self.used = 0
        """Number of the client's bodies that this world uses. They are the first bodies of the client's list."""
        self.worth_keeping = worth_keeping
        """Greatest number of bodies that the next act may reuse. They are the first bodies of the client's list.

        The next act may reuse only bodies that were made before the first step and haven't been changed since.
        """

    def take(self, recipe: BodyRecipe) -> int:
        """Return the engine's number of a body with a given recipe.

        If the client's next unused body has this recipe, it is taken. If not, a new body is made. The caller has to
        move the body to its place.
        """
        body = self._reused(recipe)
        if body is None:
            (body,) = self._make(recipe, 1)
            self.used = len(self._client.bodies)
        return body

    def prepare(self, recipes: Sequence[BodyRecipe]) -> None:
        """Ensure that the client's next unused bodies have the given recipes, in the given order.

        The client's unused bodies are kept up to the first that has another recipe. This body and all later bodies are
        removed. For example, the unused bodies have the recipes A, B, C, and `recipes` are A, B, D, D. Then the bodies
        of A and B are kept, the body of C is removed, and two bodies of D are made.

        If equal bodies follow one another, they are made in one batch, because this is faster.
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
        """Return the engine's number of the client's next unused body if this body has a given recipe.

        If it has another recipe, remove all unused bodies and return None. If no body is unused, also return None.
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
        """Make `count` bodies at the origin, and return the engine's numbers of these bodies in order."""
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

        The engine doesn't accept these values when it makes the body.
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
        """Remove all bodies from index `first` on. The last body is removed first."""
        while len(self._client.bodies) > first:
            pybullet.removeBody(self._client.bodies.pop()[1], self._client.number)

    def begin(self) -> None:
        """Prepare the first step of the act.

        Remove the client's unused bodies. The next act can't reuse bodies that are made later in this act.
        """
        self.remove_unused()
        self.worth_keeping = min(self.worth_keeping, len(self._client.bodies))

    def note_change(self, body: int) -> None:
        """Record that a body was changed and no longer fits its recipe.

        The next act can reuse only the bodies that were made before this body.
        """
        self.worth_keeping = min(self.worth_keeping, self.index(body))

    def index(self, body: int) -> int:
        """Return the index of a body among the client's bodies, in the order of creation."""
        return next(index for index, (_, other) in enumerate(self._client.bodies) if other == body)
