"""Units and solver settings of the engine, and the set-up of a client.

The engine's unit of length is a centimetre here; other units follow from it, grams and seconds. The engine's
collision margin is about 0.001 units, whatever a unit means. Here that is 0.01 mm; with metres it would be 1 mm.
Callers of `world` and `shapes` use millimetres.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

import pybullet

from riotsim.table import units

UNITS_PER_MM: Final = 0.1
"""Engine units in a millimetre."""

MM_PER_UNIT: Final = 10.0
"""Millimetres in an engine unit."""

TICK: Final = 1 / units.TICKS_PER_SECOND
"""Length of a tick (s): the engine's longest step, and the unit of an act's clock."""

GRAVITY: Final = units.GRAVITY
"""Acceleration of a falling body (mm/s²)."""


@dataclass(frozen=True, slots=True)
class SolverSettings:
    """Settings of the contact solvers. Where no other source is named, the figures were measured with this program."""

    cfm: float = 1e-7
    """Constraint force mixing (1). Without it the matrices of towers are singular for Dantzig's solver. At 1e-7 a
    tower of 13 dice sags by 0.02 mm, at 1e-6 by 0.06 mm. All of 120 random stacks of 2 to 10 dice stand or fall as
    statics says.
    """
    overlap_share_slow: float = 0.08
    """Share of an overlap that is removed in a step while all bodies are slow (1). A tower recovers from its sag in
    0.1 s.
    """
    overlap_share_fast: float = 0.02
    """Share of an overlap that is removed in a step while a body is fast (1). Removing overlaps adds to a bounce. If
    e² is 0.25, dice rise to 0.25 to 0.28 of their height with a share of 0.02, and to 0.27 to 0.33 with 0.08.

    Removing overlaps adds to a bounce. Where e² is 0.25, dice rise to 0.25 to 0.28 of their height with a share of
    0.02, and to 0.27 to 0.33 with 0.08.
    """
    overlap_share_degraded: float = 0.2
    """Share of an overlap of slow bodies that is removed in a step of the degraded mode (1). The engine's own default.

    Few and long steps press piles into themselves by 2 to 3 mm, and this limits how fast they come apart. A pile of 340
    dice came to rest a second later with 0.02, and half a second later with 0.08, after which 66 pairs were deeper than
    0.5 mm in one another.
    """
    fast_speed: float = 500.0
    """Speed from which a body counts as fast (mm/s): that of a fall of 13 mm, and more than a hand's usual pace."""
    bounce_threshold: float = 100.0
    """Speed below which impacts don't bounce (mm/s); otherwise a tower at rest would vibrate. Lively tables have more
    (`materials.bounce_threshold`).
    """
    iterations: int = 50
    """Iterations of the sequential-impulse solver in a step."""
    sleep_step: float = TICK / 10
    """Duration of the step in which bodies of an idle client wake (s)."""


SOLVER: Final = SolverSettings()
"""The settings in use."""


class Solver(Enum):
    """A contact solver."""

    DANTZIG = "exact: towers stand; its cost explodes in piles"
    IMPULSES = "sequential impulses: piles of dice, and solids with many faces"
    DEGRADED = "sequential impulses with few iterations for hundreds of bodies: see `World.reduce_fidelity`"


def configure(client: int, solver: Solver) -> None:
    """Set up a new client for a solver."""
    if solver is not Solver.DEGRADED:
        # Its pairs depend on where bodies are and on nothing that was before; the usual tree remembers.
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
    """Remove the traces of an act from a client, once its bodies are parked. A step without duration clears the
    remains of divided ticks. The step has a duration only if bodies must wake.

    Args:
        client: The engine's number of the client.
        waking: Whether a body in the client sleeps.
    """
    pybullet.performCollisionDetection(client)  # so that none touches another
    pybullet.setPhysicsEngineParameter(
        fixedTimeStep=SOLVER.sleep_step if waking else 0.0,
        numSubSteps=0,
        contactERP=SOLVER.overlap_share_slow,
        restitutionVelocityThreshold=SOLVER.bounce_threshold * UNITS_PER_MM,
        physicsClientId=client,
    )
    step_without_gravity(client)


def step_without_gravity(client: int) -> None:
    """Make one step without gravity: the engine lets bodies wake and fall asleep at the end of a step."""
    pybullet.setGravity(0.0, 0.0, 0.0, client)
    pybullet.stepSimulation(client)
    pybullet.setGravity(0.0, 0.0, -GRAVITY * UNITS_PER_MM, client)
