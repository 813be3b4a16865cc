"""The settings of riotsim's engine and its rule of rest, by the names that other engines' programs read.

Units are the engine's: centimetres, grams, seconds. A new setting is a line here and a word in throws.cpp.
"""

from collections.abc import Mapping

from benchmarks.scenes import EMPTY, SIZE
from riotsim.physics.bodies import size_and_mass as solids
from riotsim.physics.bodies.motion import LOOK_INTERVAL, REST
from riotsim.physics.bodies.size_and_mass import bounding_radius
from riotsim.physics.bodies.substeps import SUBSTEPS
from riotsim.physics.engine import materials
from riotsim.physics.engine.body_pool import MAX_BODY_SPEED
from riotsim.physics.engine.solver import GRAVITY, SOLVER, TICK
from riotsim.physics.rest import SLEEP
from riotsim.physics.scene.ground import TABLE_THICKNESS
from riotsim.physics.scene.scene import LIMITS
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Die

UNIT = 0.1
"""Engine units in a millimetre."""


def settings() -> Mapping[str, float]:
    """Return the settings of a throw of sharp d6s on the empty table."""
    top = materials.table_top(EMPTY.surface)
    return {
        "table_width": EMPTY.width * UNIT,
        "table_depth": EMPTY.depth * UNIT,
        "table_thickness": TABLE_THICKNESS * UNIT,
        "table_friction": top.friction,
        "table_restitution": top.restitution,
        "size": SIZE * UNIT,
        "mass": solids.mass(D6, SIZE),
        "inertia": solids.inertia(D6, SIZE)[0] * UNIT * UNIT,
        "die_friction": materials.DICE.friction,
        "die_restitution": materials.DICE.restitution,
        "gravity": GRAVITY * UNIT,
        "tick": TICK,
        "firm": SOLVER.overlap_share_slow,
        "gentle": SOLVER.overlap_share_fast,
        "fast": SOLVER.fast_speed * UNIT,
        "iterations": SOLVER.iterations,
        "cfm": SOLVER.cfm,
        "least_bounce": SOLVER.bounce_threshold * UNIT,
        "fastest": MAX_BODY_SPEED,
        "longest_step": SUBSTEPS.longest_step * UNIT,
        "hurled": SUBSTEPS.hurled_speed * UNIT,
        "share": SUBSTEPS.hurled_share,
        "limit": LIMITS.ticks,
        "look_every": LOOK_INTERVAL,
        "heed_every": SUBSTEPS.interval,
        "calm": SUBSTEPS.calm_speed * UNIT,
        "rest_speed": REST.speed * UNIT,
        "rest_spin": REST.spin,
        "rest_run": REST.rest_ticks,
        "lean_run": REST.leaning_ticks,
        "flat": REST.max_flat_tilt,
        "rocks": REST.rocking_drift * UNIT,
        "rocks_by": REST.rocking_angle,
        "rocks_for": REST.rocking_ticks,
        "sleep": 1,
        "quite_flat": SLEEP.max_tilt_at_once,
        "quite_still": SLEEP.max_speed_at_once * UNIT,
        "apart": SLEEP.clearance * UNIT,
        "reach": bounding_radius(Die("d", size=SIZE)) * UNIT,
    }
