"""The other engine: blocks on a floor in MuJoCo. Only this module imports MuJoCo.

Callers use riotsim's units: millimetres, seconds, radians, and quaternions as (x, y, z, w). The code inside uses
MuJoCo's: metres, and quaternions as (w, x, y, z).
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
"""One metre (mm)."""

_GRAVITY: Final = 9.81
"""Acceleration of gravity (m/s²)."""

_DENSITY: Final = 1180.0
"""Density of acrylic (kg/m³). It doesn't matter for the results: MuJoCo's contacts are accelerations, not forces."""

_IMPEDANCE: Final = 0.9999
"""Share of an outer acceleration that a contact opposes (MuJoCo's `solimp`): the hardest that MuJoCo allows."""

_FRICTION_HARDNESS: Final = 10.0
"""Stiffness of friction relative to that of the contact (`impratio`). With 1, pieces creep that should stay put."""

_GRIP: Final = 0.5
"""Share of a slip that friction, if strong enough, ends in one step. By default MuJoCo takes the normal's damper, which
is too weak to stop a slip during a bounce. With 1, a die that bounces on a corner loses a tenth of its bounce."""

_ITERATIONS: Final = 50
"""Greatest number of iterations of Newton's method, which mostly needs two or three."""

_TOLERANCE: Final = 1e-6
"""Tolerance at which Newton's method stops. With 1e-8 the method moves stacks that stand: the top of a leaning stack of
13 dice moved by 3.7 mm in 2 s. With 1e-6 the top moved by 0.003 mm, at a sixth of the cost."""


LEAST_RESTITUTION: Final = math.exp(-2.0)
"""Restitution of a spring and damper that are just short of critical damping. No smaller one is possible."""


@dataclass(frozen=True, slots=True)
class Touch:
    """The contact of two pieces in MuJoCo: friction, and a spring with a damper.

    MuJoCo has no parameter for restitution. Along the normal a contact obeys a + b v + k r = 0, whatever the mass, as
    long as the contact pushes (documentation of MuJoCo, "Computation: Contact", "Modeling: Solver parameters").
    """

    friction: float
    stiffness: float
    """The factor k of the equation above (1/s²)."""
    damping: float
    """The factor b of the equation above (1/s)."""


def hard(friction: float, time: float) -> Touch:
    """Return a contact that doesn't bounce: critically damped, with a time constant (s)."""
    return Touch(friction, 1 / time**2, 2 / time)


def bouncing(friction: float, restitution: float, contact: float) -> Touch:
    """Return a contact that lasts `contact` seconds and lets go with a share `restitution` of the speed.

    Raises `ValueError` if the restitution is 1 or more, or exp(−2) or less, where the spring no longer swings. The
    contact begins at r = 0 with speed v. It ends where it would begin to pull: a + b v + k r = 0 with a = 0. That is
    after an angle of oscillation φ = π − 2 asin ζ, with a share exp(−ζ φ / √(1 − ζ²)) of the speed. Here ζ = b / 2√k;
    the function finds ζ by bisection.
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
    """Return the share of the speed that is left after a contact of this damping ratio, which is below 1."""
    return math.exp(-ratio * _angle(ratio) / math.sqrt(1 - ratio * ratio))


@dataclass(frozen=True, slots=True)
class Block:
    """A box and how it starts."""

    size: Vector
    """The lengths of the box's three edges (mm)."""
    at: Vector
    """The box's centre (mm)."""
    turn: Quaternion = IDENTITY
    velocity: Vector = (0.0, 0.0, 0.0)
    """Velocity (mm/s)."""
    spin: Vector = (0.0, 0.0, 0.0)
    """Angular velocity (rad/s, in the table's frame)."""


class OtherWorld:
    """Blocks above a level floor at z = 0, in MuJoCo."""

    def __init__(self, blocks: Sequence[Block], floor: Touch, between: Touch, step: float) -> None:
        """Set the blocks up.

        `floor` is the contact of a block with the floor, and `between` that of two blocks. `step` is in seconds.
        """
        self.step = step
        self._count = len(blocks)
        self._model = mujoco.MjModel.from_xml_string(_xml([block.size for block in blocks], floor, between, step))
        self._state = mujoco.MjData(self._model)
        self.launch(blocks)

    def launch(self, blocks: Sequence[Block]) -> None:
        """Begin again with other places and velocities of the same blocks. The blocks keep their sizes."""
        mujoco.mj_resetData(self._model, self._state)
        for k, block in enumerate(blocks):
            x, y, z, w = block.turn
            self._state.qpos[7 * k : 7 * k + 7] = (*(part / _METRE for part in block.at), w, x, y, z)
            matrix = np.zeros(9)
            mujoco.mju_quat2Mat(matrix, np.array([w, x, y, z]))
            own = matrix.reshape(3, 3).T @ np.array(block.spin)  # MuJoCo wants spin in the body's frame
            self._state.qvel[6 * k : 6 * k + 6] = (*(part / _METRE for part in block.velocity), *own)

    def run(self, seconds: float) -> None:
        """Simulate so many seconds, but at least one step."""
        mujoco.mj_step(self._model, self._state, nstep=max(1, round(seconds / self.step)))

    @property
    def time(self) -> float:
        """Return the simulated seconds since the start."""
        return float(self._state.time)

    def pose(self, k: int) -> Pose:
        """Return the place and orientation of block `k`."""
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
    """Return MuJoCo's description of the world: elliptic friction cones, Newton's method, and all pairs in contact."""
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
    """Return MuJoCo's description of two geometries that may touch.

    MuJoCo allows a separate damper for friction (`solreffriction`) only for such pairs.
    """
    return (
        f'<pair geom1="{one}" geom2="{other}" condim="3" friction="{touch.friction} {touch.friction} 0 0 0" '
        f'solref="{-touch.stiffness} {-touch.damping}" solreffriction="-1 {-_GRIP / step}" '
        f'solimp="{_IMPEDANCE} {_IMPEDANCE} 0.001"/>'
    )
