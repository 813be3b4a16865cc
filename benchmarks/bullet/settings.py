"""What riotsim tells its engine and when it takes a throw for settled, by the names that other engines' programs read.

All in the engine's units: centimetres, grams, seconds. A new setting is a line here and a word in throws.cpp.
"""

from collections.abc import Mapping

from benchmarks.tables import EMPTY, SIZE
from riotsim.physics.acts import roll
from riotsim.physics.bodies import motion as rest
from riotsim.physics.bodies import substeps as steps
from riotsim.physics.bodies.extents import reach_of
from riotsim.physics.engine import body_pool as kept_bodies
from riotsim.physics.engine import inertia as solids
from riotsim.physics.engine import materials
from riotsim.physics.engine import solver as engine
from riotsim.physics.rest import sleep as lull
from riotsim.physics.scene import registry as cast
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Die

UNIT = 0.1
"""Engine units in a millimetre."""


def settings() -> Mapping[str, float]:
    """Give the settings of a throw of sharp d6s on the empty table."""
    top = materials.table_top(EMPTY.surface)
    return {
        "table_width": EMPTY.width * UNIT,
        "table_depth": EMPTY.depth * UNIT,
        "table_thickness": cast.TABLE_THICKNESS * UNIT,
        "table_friction": top.friction,
        "table_restitution": top.restitution,
        "size": SIZE * UNIT,
        "mass": solids.mass(D6, SIZE),
        "inertia": solids.inertia(D6, SIZE)[0] * UNIT * UNIT,
        "die_friction": materials.DICE.friction,
        "die_restitution": materials.DICE.restitution,
        "gravity": engine.GRAVITY * UNIT,
        "tick": engine.TICK,
        "firm": engine.FIRM,
        "gentle": engine.GENTLE,
        "fast": engine.FAST * UNIT,
        "iterations": engine.ITERATIONS,
        "cfm": engine.CFM,
        "least_bounce": engine.BOUNCE_THRESHOLD,
        "fastest": kept_bodies.FASTEST,
        "longest_step": steps.LONGEST_STEP * UNIT,
        "hurled": steps.HURLED * UNIT,
        "share": steps.SHARE,
        "limit": roll.LIMIT,
        "look_every": rest.LOOK_EVERY,
        "heed_every": steps.HEED_EVERY,
        "calm": steps.CALM * UNIT,
        "rest_speed": rest.REST_SPEED * UNIT,
        "rest_spin": rest.REST_SPIN,
        "rest_run": rest.REST_RUN,
        "lean_run": rest.LEAN_RUN,
        "flat": rest.FLAT,
        "rocks": rest.ROCKS * UNIT,
        "rocks_by": rest.ROCKS_BY,
        "rocks_for": rest.ROCKS_FOR,
        "sleep": 1,
        "quite_flat": lull.QUITE_FLAT,
        "quite_still": lull.QUITE_STILL * UNIT,
        "apart": lull.APART * UNIT,
        "reach": reach_of(Die("d", size=SIZE)) * UNIT,
    }
