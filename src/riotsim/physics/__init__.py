"""What happens: acts performed by a rigid-body engine. The only room that knows pybullet."""

from riotsim.physics.acts.live_carry import LiveCarry, live_carry
from riotsim.physics.engine.client import open_clients
from riotsim.physics.perform import frames, perform
from riotsim.physics.scene.overlaps import Overlap, overlaps
from riotsim.physics.scene.scene import Diverged

__all__ = ["Diverged", "LiveCarry", "Overlap", "frames", "live_carry", "open_clients", "overlaps", "perform"]
