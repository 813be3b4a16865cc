"""Units and solver settings of the engine, and the set-up of its clients.

The engine's units here are centimetres, grams and seconds. The engine's collision margin of about 0.001 units is then
0.01 mm; with metres it would be 1 mm. Callers of `world` and `shapes` use millimetres.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

import pybullet

from riotsim.table import units

UNITS_PER_MM: Final = 0.1
"""Engine units (centimetres) in a millimetre."""

MM_PER_UNIT: Final = 10.0
"""Millimetres in an engine unit (a centimetre)."""

TICK: Final = 1 / units.TICKS_PER_SECOND
"""Length of a tick (s): the longest step of the engine, and the unit of an act's clock."""

GRAVITY: Final = units.GRAVITY
"""Acceleration of gravity, downwards (mm/s²)."""


@dataclass(frozen=True, slots=True)
class SolverSettings:
    """Settings of the contact solvers. The values were measured with this program, unless a field names another
    source.
    """

    cfm: float = 1e-7
    """Constraint force mixing, dimensionless. Without it the exact solver's matrices for towers are singular. At 1e-7 a
    tower of 13 dice sags by 0.02 mm, at 1e-6 by 0.06 mm. All of 120 random stacks of 2 to 10 dice stand or fall as
    statics predicts.
    """
    overlap_share_slow: float = 0.08
    """Fraction of an overlap that is removed in a step. It applies while all bodies are slow; in degraded mode, it
    applies instead while any body is fast. With this fraction, a tower recovers from its sag in 0.1 s.
    """
    overlap_share_fast: float = 0.02
    """Fraction of an overlap that is removed in a step while any body is fast, outside degraded mode. This fraction is
    small, because removing overlaps makes bounces higher. With a restitution of 0.5, dice should rise to 0.25 of the
    height of their fall. With a fraction of 0.02, dice rise to between 0.25 and 0.28 of that height; with 0.08, to
    between 0.27 and 0.33.
    """
    overlap_share_degraded: float = 0.2
    """Fraction of an overlap that is removed in a step of degraded mode while all bodies are slow: the engine's
    default.

    With few and long steps, the dice of a pile overlap by 2 to 3 mm. This fraction limits how fast the dice come apart.
    With 0.08, a pile of 340 dice came to rest half a second later than with 0.2; with 0.02, a second later. When the
    pile was at rest with 0.08, 66 pairs of its dice still overlapped by more than 0.5 mm.
    """
    fast_speed: float = 500.0
    """Speed above which a body counts as fast (mm/s). A body reaches it in a fall of 13 mm. A hand's usual pace is
    slower.
    """
    bounce_threshold: float = 100.0
    """Speed below which impacts don't bounce (mm/s). If every impact bounced, a tower at rest would vibrate. Tables
    with a high restitution have a higher threshold (`materials.bounce_threshold`).
    """
    iterations: int = 50
    """Iterations of the impulse solver in a step, outside degraded mode."""
    sleep_step: float = TICK / 10
    """Duration of the step that wakes the sleeping bodies of an idle client (s)."""


SOLVER: Final = SolverSettings()
"""The solver settings that are in use."""


class Solver(Enum):
    """A contact solver of the engine. `DANTZIG` is called the exact solver, `IMPULSES` the impulse solver. `DEGRADED`
    is the impulse solver with few iterations, for hundreds of bodies (degraded mode, see `World.reduce_fidelity`).
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
    """Remove the traces of an act, such as contacts, from a client. The client's bodies must be parked already.

    A last step, without gravity, makes the engine forget the number of steps in each tick of the act. This step lasts
    `SOLVER.sleep_step` if bodies must wake; otherwise its duration is 0.

    Args:
        client: The engine's number of the client.
        waking: Whether sleeping bodies of the client must wake.
    """
    pybullet.performCollisionDetection(client)  # so that no contacts are left
    pybullet.setPhysicsEngineParameter(
        fixedTimeStep=SOLVER.sleep_step if waking else 0.0,
        numSubSteps=0,
        contactERP=SOLVER.overlap_share_slow,
        restitutionVelocityThreshold=SOLVER.bounce_threshold * UNITS_PER_MM,
        physicsClientId=client,
    )
    step_without_gravity(client)


def step_without_gravity(client: int) -> None:
    """Make one step without gravity, then turn gravity on again. Callers need the step for what the engine does at its
    end, such as to let bodies wake or fall asleep.
    """
    pybullet.setGravity(0.0, 0.0, 0.0, client)
    pybullet.stepSimulation(client)
    pybullet.setGravity(0.0, 0.0, -GRAVITY * UNITS_PER_MM, client)
