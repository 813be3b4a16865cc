"""The simulation of physical acts with a rigid-body engine.

Other packages mostly use the names that this module exports. Within the package, each module or folder of this list
imports only from modules and folders that are further down in the list:

- `live`: the simulation of a carry while a person is still dragging.
- `perform`: `perform` and `frames`, which simulate one act on a table.
- `validation`: checks that an act can be performed, and detection of overlapping pieces.
- `acts/`: the acts of hands: roll, drop, stack, carry and tip.
- `scene/`: the pieces that take part in an act, its clock, and the resulting table.
- `budget`: the computing cost of an act, and the degraded mode for acts that cost too much.
- `rest`: the conditions for rest and for sleep of bodies.
- `statics`: the stability of towers by their centres of mass, without simulation.
- `bodies/`: pieces as bodies of the engine, their motion, and towers.
- `engine/`: worlds, shapes, materials and solver settings of pybullet. Only this folder imports pybullet.
"""

from riotsim.physics.engine.client import open_clients
from riotsim.physics.live import LiveCarry
from riotsim.physics.perform import frames, perform
from riotsim.physics.scene.scene import Diverged
from riotsim.physics.validation import Overlap, overlaps

__all__ = ["Diverged", "LiveCarry", "Overlap", "frames", "open_clients", "overlaps", "perform"]
