"""Units and solver settings of the engine, and the set-up of its clients.

The engine works in centimetres, grams and seconds. Callers of `world` and `shapes` use millimetres.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

import pybullet

from riotsim.table import units

UNITS_PER_MM: Final = 0.1
"""Engine units (centimetres) in a millimetre.

With centimetres, the engine's collision margin of about 0.001 units is 0.01 mm. With metres it would be 1 mm.
"""

MM_PER_UNIT: Final = 10.0
"""Millimetres in an engine unit (a centimetre)."""

TICK: Final = 1 / units.TICKS_PER_SECOND
"""Length of a tick (s): the longest step of the engine, and the unit of an act's clock."""

GRAVITY: Final = units.GRAVITY
"""Acceleration of gravity, downwards (mm/s²)."""


@dataclass(frozen=True, slots=True)
class SolverSettings:
    """Settings of the contact solvers. The values were measured with this program unless stated otherwise."""

    cfm: float = 1e-7
    """Constraint force mixing, without a unit. The exact solver needs it for towers.

    At 1e-7 a tower of 13 dice sags by 0.02 mm, at 1e-6 by 0.06 mm. All of 120 random stacks of 2 to 10 dice stand or
    fall as statics predicts.
    """
    overlap_share_slow: float = 0.08
    """Fraction of an overlap that one step removes while all bodies are slow.

    With this fraction, a tower recovers from its sag in 0.1 s. Degraded mode uses the same fraction in another case:
    while any body is fast.
    """
    overlap_share_fast: float = 0.02
    """Fraction of an overlap that is removed in a step while any body is fast.

    Degraded mode doesn't use this setting. The fraction is small, because removing overlaps makes bounces higher. With
    a restitution of 0.5, dice should rise to 25 % of their height of fall. With this fraction they rise to 25 to 28 %.
    With a fraction of 0.08 they would rise to 27 to 33 %.
    """
    overlap_share_degraded: float = 0.2
    """Fraction of an overlap that one step of degraded mode removes while all bodies are slow.

    The value is the engine's default. The dice of a pile overlap by 2 to 3 mm. Smaller fractions were tried with a pile
    of 340 dice:

    - With 0.08 the pile came to rest half a second later. At rest, 66 pairs of dice still overlapped by over 0.5 mm.
    - With 0.02 the pile came to rest a second later.
    """
    fast_speed: float = 500.0
    """Speed above which a body counts as fast (mm/s).

    A body has this speed after a fall of 13 mm. A hand usually carries dice more slowly.
    """
    bounce_threshold: float = 100.0
    """Speed below which impacts don't bounce (mm/s). Without this threshold, a tower at rest would vibrate.

    Tables with a high restitution have a higher threshold (`materials.bounce_threshold`).
    """
    iterations: int = 50
    """Iterations of the impulse solver in a step, outside degraded mode."""
    sleep_step: float = TICK / 10
    """Duration of the short step that wakes the sleeping bodies of an idle client (s)."""


SOLVER: Final = SolverSettings()
"""The solver settings that are in use."""


class Solver(Enum):
    """A contact solver of the engine.

    - `DANTZIG`: the exact solver.
    - `IMPULSES`: the impulse solver.
    - `DEGRADED`: the impulse solver with few iterations, for hundreds of bodies (`World.reduce_fidelity`).
    """

    DANTZIG = "exact: towers stand; its cost explodes in piles"
    IMPULSES = "sequential impulses: piles of dice, and solids with many faces"
    DEGRADED = "sequential impulses with few iterations for hundreds of bodies: see `World.reduce_fidelity`"


def configure(client: int, solver: Solver) -> None:
    """Set up a new client of the engine for a solver. The client is given by its number."""
    if solver is not Solver.DEGRADED:
        # The order of its pairs depends only on where bodies are. That of the usual tree depends on earlier motion too.
        pybullet.resetSimulation(pybullet.RESET_USE_SIMPLE_BROADPHASE, physicsClientId=client)
    exact = solver is Solver.DANTZIG
    pybullet.setPhysicsEngineParameter(
        fixedTimeStep=TICK,
        numSolverIterations=SOLVER.iterations,
        numSubSteps=0,
        constraintSolverType=pybullet.CONSTRAINT_SOLVER_LCP_DANTZIG if exact else pybullet.CONSTRAINT_SOLVER_LCP_SI,
        globalCFM=SOLVER.cfm,
        contactERP=SOLVER.overlap_share_slow,
        minimumSolverIslandSize=1,
        restitutionVelocityThreshold=SOLVER.bounce_threshold * UNITS_PER_MM,
        deterministicOverlappingPairs=1,
        physicsClientId=client,
    )
    pybullet.setGravity(0.0, 0.0, -GRAVITY * UNITS_PER_MM, client)


def reset_idle(client: int, *, waking: bool) -> None:
    """Remove the traces of an act, such as contacts, from a client.

    Before the call, the caller must move the client's bodies so far apart that they don't touch.

    Args:
        client: The engine's number of the client.
        waking: True to wake the sleeping bodies of the client.
    """
    pybullet.performCollisionDetection(client)  # so that no contacts are left
    pybullet.setPhysicsEngineParameter(
        fixedTimeStep=SOLVER.sleep_step if waking else 0.0,
        numSubSteps=0,
        contactERP=SOLVER.overlap_share_slow,
        restitutionVelocityThreshold=SOLVER.bounce_threshold * UNITS_PER_MM,
        physicsClientId=client,
    )
    step_without_gravity(client)  # makes the engine forget the number of steps in each tick of the act


def step_without_gravity(client: int) -> None:
    """Make one step without gravity, and turn gravity on again.

    At the end of the step the engine may wake bodies, or let them fall asleep.
    """
    pybullet.setGravity(0.0, 0.0, 0.0, client)
    pybullet.stepSimulation(client)
    pybullet.setGravity(0.0, 0.0, -GRAVITY * UNITS_PER_MM, client)
