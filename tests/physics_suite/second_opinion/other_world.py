"""The other engine: blocks on a floor in MuJoCo, the one place that imports it.

Callers speak millimetres, seconds and radians, and quaternions (x, y, z, w), as riotsim does; inside are metres and
MuJoCo's (w, x, y, z).
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import mujoco
import numpy as np
import numpy.typing as npt

from riotsim.table.poses import IDENTITY, Pose, Quaternion, Vector

_METRE: Final = 1000.0
"""mm."""

_GRAVITY: Final = 9.81
"""m/s²."""

_DENSITY: Final = 1180.0
"""Of acrylic (kg/m³). It cancels out: MuJoCo's contacts are accelerations, not forces."""

_IMPEDANCE: Final = 0.9999
"""The hardest that MuJoCo allows (its `solimp`): the share of an outer acceleration that a contact takes up."""

_FRICTION_HARDNESS: Final = 10.0
"""Stiffness of friction relative to that of the contact (`impratio`): with 1, pieces creep that should stick."""

_GRIP: Final = 0.5
"""Share of a slip that friction, if it is strong enough, ends in one step. MuJoCo would take the normal's damper, which
is too weak to stop a slip while a bounce lasts; with 1, what bounces on a corner loses a tenth of its bounce."""

_ITERATIONS: Final = 50
"""Of Newton's method; it mostly needs two or three."""

_TOLERANCE: Final = 1e-6
"""At which it stops. With 1e-8 it goes on stirring in what stands: the top of a leaning stack of 13 dice moved by
3.7 mm in 2 s, with this by 0.003, at a sixth of the cost."""


LEAST_RESTITUTION: Final = math.exp(-2.0)
"""Of a spring and damper that just swing."""


@dataclass(frozen=True, slots=True)
class Touch:
    """The contact of two pieces in MuJoCo: friction, and a spring with a damper.

    MuJoCo knows no restitution. Along the normal a contact obeys a + b v + k r = 0, whatever the mass, as long as it
    pushes (documentation of MuJoCo, "Computation: Contact" and "Modeling: Solver parameters").
    """

    friction: float
    stiffness: float
    """k (1/s²)."""
    damping: float
    """b (1/s)."""


def hard(friction: float, time: float) -> Touch:
    """Return a contact that doesn't bounce: critically damped, with a time constant (s)."""
    return Touch(friction, 1 / time**2, 2 / time)


def bouncing(friction: float, restitution: float, contact: float) -> Touch:
    """Return a contact that lasts `contact` seconds and lets go with a share `restitution` of the speed.

    Raises `ValueError` for a restitution of 1 or more, or of less than exp(−2), where the spring no longer swings. It
    begins at r = 0 with speed v and ends when it would begin to pull, a + b v + k r = 0 with a = 0: after an angle
    of oscillation φ = π − 2 asin ζ, at a share exp(−ζ φ / √(1 − ζ²)) of the speed, where ζ = b / 2√k. (ζ is found by
    halving.)
    """
    if not LEAST_RESTITUTION < restitution < 1.0:
        raise ValueError(f"a swinging contact has a restitution from {LEAST_RESTITUTION:.3f} to 1, not {restitution}")
    low, high = 0.0, 1.0
    while high - low > 1e-12:
        ratio = (low + high) / 2
        low, high = (ratio, high) if _let_go(ratio) > restitution else (low, ratio)
    angle, root = _angle(low), math.sqrt(1 - low * low)
    rate = angle / (contact * root)  # √k
    return Touch(friction, rate**2, 2 * low * rate)


def _angle(ratio: float) -> float:
    return math.pi - 2 * math.asin(ratio)


def _let_go(ratio: float) -> float:
    """The share of speed that is left when a contact of this damping ratio, below 1, ends."""
    return math.exp(-ratio * _angle(ratio) / math.sqrt(1 - ratio * ratio))


@dataclass(frozen=True, slots=True)
class Block:
    """A box and how it starts."""

    size: Vector
    """Its three sides (mm)."""
    at: Vector
    """Its centre (mm)."""
    turn: Quaternion = IDENTITY
    velocity: Vector = (0.0, 0.0, 0.0)
    """mm/s."""
    spin: Vector = (0.0, 0.0, 0.0)
    """rad/s, in the table's frame."""


class OtherWorld:
    """Blocks above a level floor at z = 0, in MuJoCo."""

    def __init__(self, blocks: Sequence[Block], floor: Touch, between: Touch, step: float) -> None:
        """Set the blocks up. `floor` is how each touches the floor, `between` how they touch one another.

        `step` is in seconds. The floor's contact goes before the blocks' own (its `priority` is higher).
        """
        self.step = step
        self._count = len(blocks)
        self._model = mujoco.MjModel.from_xml_string(_xml([block.size for block in blocks], floor, between, step))
        self._state = mujoco.MjData(self._model)
        self.launch(blocks)

    def launch(self, blocks: Sequence[Block]) -> None:
        """Begin again, with other starts for the same blocks (their sizes stay as they were)."""
        mujoco.mj_resetData(self._model, self._state)
        for k, block in enumerate(blocks):
            x, y, z, w = block.turn
            self._state.qpos[7 * k : 7 * k + 7] = (*(part / _METRE for part in block.at), w, x, y, z)
            matrix = np.zeros(9)
            mujoco.mju_quat2Mat(matrix, np.array([w, x, y, z]))
            own = matrix.reshape(3, 3).T @ np.array(block.spin)  # MuJoCo wants spin in the body's frame
            self._state.qvel[6 * k : 6 * k + 6] = (*(part / _METRE for part in block.velocity), *own)

    def run(self, seconds: float) -> None:
        """Advance time."""
        mujoco.mj_step(self._model, self._state, nstep=max(1, round(seconds / self.step)))

    @property
    def time(self) -> float:
        """Seconds since the start."""
        return float(self._state.time)

    def pose(self, k: int) -> Pose:
        """Return the place of block `k`."""
        x, y, z, w, a, b, c = (float(part) for part in self._state.qpos[7 * k : 7 * k + 7])
        return Pose((x * _METRE, y * _METRE, z * _METRE), (a, b, c, w))

    def velocity(self, k: int) -> Vector:
        """Return the velocity of block `k` (mm/s)."""
        x, y, z = (float(part) * _METRE for part in self._state.qvel[6 * k : 6 * k + 3])
        return (x, y, z)

    def fastest(self) -> tuple[float, float]:
        """Return the greatest speed (mm/s) and spin (rad/s) of any block."""
        moves: npt.NDArray[np.float64] = np.linalg.norm(self._state.qvel.reshape(-1, 2, 3), axis=2).max(axis=0)
        return float(moves[0]) * _METRE, float(moves[1])


def _xml(sizes: list[Vector], floor: Touch, between: Touch, step: float) -> str:
    """MuJoCo's description of the world: elliptic friction cones, Newton's method, and who touches whom."""
    bodies = "".join(
        f'<body><freejoint/><geom name="{k}" type="box" size="{x / 2 / _METRE} {y / 2 / _METRE} {z / 2 / _METRE}" '
        f'density="{_DENSITY}" contype="0" conaffinity="0"/></body>'
        for k, (x, y, z) in enumerate(sizes)
    )
    names = range(len(sizes))
    pairs = "".join(_pair("floor", str(k), floor, step) for k in names)
    pairs += "".join(_pair(str(j), str(k), between, step) for j, k in itertools.combinations(names, 2))
    return f"""
    <mujoco>
      <option timestep="{step}" gravity="0 0 {-_GRAVITY}" cone="elliptic" solver="Newton" integrator="Euler"
        impratio="{_FRICTION_HARDNESS}" iterations="{_ITERATIONS}" tolerance="{_TOLERANCE}"/>
      <worldbody>
        <geom name="floor" type="plane" size="0 0 1" contype="0" conaffinity="0"/>
        {bodies}
      </worldbody>
      <contact>{pairs}</contact>
    </mujoco>"""


def _pair(one: str, other: str, touch: Touch, step: float) -> str:
    """Two geometries that may touch. Only a pair may have a damper of its own for friction (`solreffriction`)."""
    return (
        f'<pair geom1="{one}" geom2="{other}" condim="3" friction="{touch.friction} {touch.friction} 0 0 0" '
        f'solref="{-touch.stiffness} {-touch.damping}" solreffriction="-1 {-_GRIP / step}" '
        f'solimp="{_IMPEDANCE} {_IMPEDANCE} 0.001"/>'
    )
