"""How a client of the engine is set up: its solver, its steps, gravity, and what it pushes apart.

What is not in millimetres here is in the engine's own centimetres (`physics/engine/units.py`).
"""

from enum import Enum
from typing import Final

import pybullet

from riotsim.physics.engine.units import UNIT
from riotsim.table import units

TICK: Final = 1 / units.TICKS_PER_SECOND
"""Length of a tick (s): the engine's longest step, and the unit of an act's clock."""

GRAVITY: Final = units.GRAVITY
"""mm/s²."""

CFM: Final = 1e-7
"""Constraint force mixing: without it Dantzig's solver meets singular matrices in towers. Measured: a tower of 13 sags
by 0.02 mm (0.06 mm at 1e-6), and of 120 random stacks of 2 to 10 dice none falls or stands against statics."""

FIRM: Final = 0.08
"""Share of an overlap that is pushed apart in a step while all is slow; a tower stands up from its sag in 0.1 s."""

GENTLE: Final = 0.02
"""And while something is fast. What is pushed apart adds to the bounce: at 0.08 dice rise to 0.27 to 0.33 of their
height where e² is 0.25, at 0.02 to 0.25 to 0.28."""

HASTY: Final = 0.2
"""And, of slow things in haste: few and long steps press piles into themselves by 2 to 3 mm, and out of there they come
no faster than this lets them. At 0.02 a pile of 340 dice took a second longer to come to rest, at 0.08 half of that,
and 66 pairs ended deeper than 0.5 mm in one another, at this one. 0.2 is the engine's own default."""

FAST: Final = 500.0
"""What counts as fast (mm/s): a fall of 13 mm, and more than a hand's usual pace."""

BOUNCE_THRESHOLD: Final = 10.0
"""Impacts slower than this do not bounce (cm/s): a tower at rest would hum. See `materials.least_bounce` for lively
tables."""

ITERATIONS: Final = 50
"""Of the sequential-impulse solver."""

_MOMENT: Final = TICK / 10
"""How long what is to sleep is given for falling asleep (s)."""


class Solver(Enum):
    """How contacts are solved."""

    DANTZIG = "exact: towers stand; its cost explodes in piles"
    IMPULSES = "sequential impulses: piles of dice, and solids with many faces"
    HASTE = "sequential impulses for hundreds of bodies, once an act goes on in haste: see `World.hasten`"


def configure(client: int, solver: Solver) -> None:
    """Set a new client up."""
    if solver is not Solver.HASTE:
        # Its pairs depend on where bodies are and on nothing that was before; the usual tree remembers.
        pybullet.resetSimulation(pybullet.RESET_USE_SIMPLE_BROADPHASE, physicsClientId=client)
    exact = solver is Solver.DANTZIG
    pybullet.setPhysicsEngineParameter(
        fixedTimeStep=TICK,
        numSolverIterations=ITERATIONS,
        numSubSteps=0,
        constraintSolverType=pybullet.CONSTRAINT_SOLVER_LCP_DANTZIG if exact else pybullet.CONSTRAINT_SOLVER_LCP_SI,
        globalCFM=CFM,
        contactERP=FIRM,
        minimumSolverIslandSize=1,
        restitutionVelocityThreshold=BOUNCE_THRESHOLD,
        deterministicOverlappingPairs=1,
        physicsClientId=client,
    )
    pybullet.setGravity(0.0, 0.0, -GRAVITY * UNIT, client)


def settle_idle(client: int, *, waking: bool) -> None:
    """Let a client forget what an act has left in it, once its bodies are where they are kept.

    In a step what is left over from divided ticks is forgotten. It takes no time, unless something has to wake.
    """
    pybullet.performCollisionDetection(client)  # so that none touches another
    pybullet.setPhysicsEngineParameter(
        fixedTimeStep=_MOMENT if waking else 0.0,
        numSubSteps=0,
        contactERP=FIRM,
        restitutionVelocityThreshold=BOUNCE_THRESHOLD,
        physicsClientId=client,
    )
    step_without_gravity(client)


def step_without_gravity(client: int) -> None:
    """Go on, as far as the engine has been told to: it lets bodies wake and fall asleep at the end of a step."""
    pybullet.setGravity(0.0, 0.0, 0.0, client)
    pybullet.stepSimulation(client)
    pybullet.setGravity(0.0, 0.0, -GRAVITY * UNIT, client)
