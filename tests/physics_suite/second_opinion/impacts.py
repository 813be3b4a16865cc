"""Dice as rigid bodies that meet the table in hard impacts: no springs, no overlaps, no solver, one die at a time.

It knows nothing of our engine's ways, so what both of them do is due to the mechanics. Free bodies turn by Euler's
equations, with the angular momentum for a state and the midpoint rule for the way. An impact is an impulse on one
corner that is below the table and on its way down, by the law of Chatterjee and Ruina (Journal of Applied Mechanics 65,
1998) with Newton's restitution, Coulomb's friction and no bounce along the table. Many dice are worked out at once, as
arrays.
"""

import math
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.spatial.transform import Rotation

from riotsim.physics.bodies.size_and_mass import inertia, mass
from riotsim.physics.engine.world import GRAVITY
from riotsim.table.acts import Hand
from riotsim.table.dice.kinds import DieKind

Array: TypeAlias = npt.NDArray[np.float64]

STEP: Final = 1 / 2000
"""Seconds. A corner that moves at 3 m/s gets 1.5 mm below the table in it, and is lifted."""

LOOK_EVERY: Final = 20
"""Steps between looks for dice that have landed."""

LONGEST: Final = round(8.0 / STEP)
"""Steps after which a throw is cut short."""

AT_ONCE: Final = 8
"""Impulses at most on one die in a step; the last half of them don't bounce, so that a die can come to rest."""

BOUNCES: Final = 4

STILL: Final = 0.5
"""A corner that goes down more slowly than this (mm/s) is at rest on the table."""

FLAT: Final = 0.02
"""A die lies flat that has this share of the energy that it takes to turn over its lowest edge."""


@dataclass(frozen=True, slots=True)
class Touch:
    """The contact between dice and table."""

    friction: float
    restitution: float
    least_bounce: float
    """Impacts that are slower (mm/s) don't bounce."""


@dataclass(frozen=True, slots=True)
class Throws:
    """Dice as a hand lets go of them; each row is one."""

    turns: Rotation
    velocities: Array
    """mm/s."""
    spins: Array
    """rad/s, in the table's frame."""

    def __len__(self) -> int:
        return len(self.velocities)

    def those(self, chosen: npt.NDArray[np.intp]) -> "Throws":
        """Return some of them, by their numbers."""
        return Throws(self.turns[chosen], self.velocities[chosen], self.spins[chosen])


def throws(count: int, seed: int, hand: Hand) -> Throws:
    """Draw so many throws of single dice, turned as chance has it."""
    chance = np.random.default_rng(seed)
    velocities = np.zeros((count, 3))
    velocities[:, 0] = chance.normal(hand.speed, hand.speed_sigma, count)
    return Throws(Rotation.random(count, rng=chance), velocities, chance.normal(0.0, hand.spin, (count, 3)))


class Solid:
    """A die's shape, for mass 1."""

    def __init__(self, kind: DieKind, size: float) -> None:
        self.corners: Array = np.array(kind.corners) * size
        self.normals: Array = np.array([face.normal for face in kind.faces])
        self.moments: Array = np.array(inertia(kind, size)) / mass(kind, size)
        heights = self.corners @ self.normals.T
        on = np.isclose(heights, heights.max(axis=0))
        self.lying = float(heights.max(axis=0)[0])
        """Height of its centre when it lies flat (mm)."""
        self.tipping = min(
            float(np.linalg.norm(np.cross(a, b)) / np.linalg.norm(a - b))
            for (a, here), (b, there) in combinations(zip(self.corners, on, strict=True), 2)
            if np.count_nonzero(here & there) == 2
        )
        """Height of its centre above the lowest of its edges (mm): with less energy it doesn't come over one."""

    def side_down(self, matrices: Array) -> npt.NDArray[np.intp]:
        """Return the side of each die that looks down most."""
        down: npt.NDArray[np.intp] = np.argmin(matrices[:, 2, :] @ self.normals.T, axis=1)
        return down


class Dice:
    """Dice on their way, let go with their lowest corners `drop` mm above the table."""

    def __init__(self, solid: Solid, thrown: Throws, drop: float, touch: Touch) -> None:
        self.solid = solid
        self.touch = touch
        matrices = thrown.turns.as_matrix()
        self.matrices: Array = matrices
        """Of their orientations: much quicker to work with than `Rotation`."""
        self.heights: Array = drop - (matrices[:, 2, :] @ solid.corners.T).min(axis=1)
        """Of their centres (mm)."""
        self.lifts: Array = np.zeros(len(thrown))
        """Distance by which each was lifted out of the table in the last step (mm)."""
        self.velocities: Array = thrown.velocities.copy()
        self.momenta: Array = _times(matrices, solid.moments, thrown.spins)
        self.began = solid.side_down(matrices)
        self.ended = np.full(len(thrown), -1)
        self.flying = np.arange(len(thrown))
        """Which of them these arrays are of: those that have landed are taken out."""

    @property
    def turns(self) -> Rotation:
        """Their orientations."""
        return Rotation.from_matrix(self.matrices)

    def run(self) -> None:
        """Go on until all have landed."""
        for step in range(1, LONGEST):
            self.step()
            if step % LOOK_EVERY == 0:
                self._look()
            if not len(self.flying):
                return

    def step(self) -> None:
        """Go on by one step."""
        self._fly()
        self._hit()

    def energies(self) -> Array:
        """Return the energy of motion and height of each, for mass 1 (mm²/s²)."""
        energies: Array = self._bound() + np.square(self.velocities[:, :2]).sum(axis=1) / 2
        return energies

    def _fly(self) -> None:
        """A step of free flight."""
        inverse = 1 / self.solid.moments
        halfway = _turned(self.matrices, _times(self.matrices, inverse, self.momenta) * STEP / 2)
        self.matrices = _turned(self.matrices, _times(halfway, inverse, self.momenta) * STEP)
        self.heights += self.velocities[:, 2] * STEP - GRAVITY * STEP**2 / 2
        self.velocities[:, 2] -= GRAVITY * STEP

    def _hit(self) -> None:
        """Impulses on the corners that are below the table."""
        matrices = self.matrices
        lowest = self.heights + (matrices[:, 2, :] @ self.solid.corners.T).min(axis=1)
        (met,) = np.nonzero(lowest <= 0.0)
        self.lifts = np.maximum(-lowest, 0.0)
        if not len(met):
            return
        matrices = matrices[met]
        arms = np.einsum("nij,kj->nki", matrices, self.solid.corners)
        below = self.heights[met, None] + arms[:, :, 2] <= 0.0
        inverses = np.einsum("nij,j,nkj->nik", matrices, 1 / self.solid.moments, matrices)
        velocities, momenta = self.velocities[met], self.momenta[met]
        for number in range(AT_ONCE):
            spins = np.einsum("nij,nj->ni", inverses, momenta)
            corners = velocities[:, None, :] + _cross(spins[:, None, :], arms)
            falling = np.where(below, corners[:, :, 2], math.inf)
            first = falling.argmin(axis=1)
            (now,) = np.nonzero(falling.min(axis=1) < -STILL)
            if not len(now):
                break
            arm = arms[now, first[now]]
            impulse = self._impulse(corners[now, first[now]], arm, inverses[now], number < BOUNCES)
            velocities[now] += impulse
            momenta[now] += _cross(arm, impulse)
        self.velocities[met], self.momenta[met] = velocities, momenta
        self.heights[met] -= lowest[met]

    def _impulse(self, corners: Array, arms: Array, inverses: Array, bounces: bool) -> Array:
        """Return the table's impulse on a moving corner: (1 + e) P₁ + κ (P₂ − P₁), which never adds energy.

        P₁ stops its fall on a smooth table, P₂ stops it altogether, and κ is 1, or what friction can hold. The
        `inverses` are those of the dice's tensors of inertia, in the table's frame.
        """
        lever = _levers(arms)
        mobility = np.eye(3) - lever @ inverses @ lever  # what the corner's velocity gains by an impulse
        bounce = 1 + bounces * self.touch.restitution * (corners[:, 2] < -self.touch.least_bounce)
        smooth = np.zeros(arms.shape)
        smooth[:, 2] = -corners[:, 2] / mobility[:, 2, 2]
        further = np.linalg.solve(mobility, -corners[:, :, None])[:, :, 0] - smooth
        along = np.hypot(further[:, 0], further[:, 1])
        slack = along - self.touch.friction * further[:, 2]
        share = np.minimum(1.0, self.touch.friction * bounce * smooth[:, 2] / np.maximum(slack, 1e-9))
        impulse: Array = bounce[:, None] * smooth + share[:, None] * further
        return impulse

    def _look(self) -> None:
        """Take out the dice that don't come over an edge any more, or lie flat and slide."""
        matrices, bound = self.matrices, self._bound()
        flat = self.solid.lying + FLAT * (self.solid.tipping - self.solid.lying)
        landed = (self.energies() < GRAVITY * self.solid.tipping) | (bound < GRAVITY * flat)
        self.ended[self.flying[landed]] = self.solid.side_down(matrices[landed])
        left = ~landed
        self.flying, self.matrices, self.heights = self.flying[left], matrices[left], self.heights[left]
        self.velocities, self.momenta = self.velocities[left], self.momenta[left]

    def _bound(self) -> Array:
        """The energy of all but the slide along the table."""
        spins = _times(self.matrices, 1 / self.solid.moments, self.momenta)
        turning = np.einsum("ni,ni->n", spins, self.momenta)
        held: Array = (np.square(self.velocities[:, 2]) + turning) / 2 + GRAVITY * self.heights
        return held


def _times(matrices: Array, diagonal: Array, vectors: Array) -> Array:
    """Vectors times a matrix that is diagonal in the frame of each die."""
    own = np.einsum("nji,nj->ni", matrices, vectors) * diagonal
    turned: Array = np.einsum("nij,nj->ni", matrices, own)
    return turned


def _cross(one: Array, other: Array) -> Array:
    """The cross product along the last axis: for so few vectors `np.cross` takes ten times as long."""
    product = np.empty(np.broadcast(one, other).shape)
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        product[..., k] = one[..., i] * other[..., j] - one[..., j] * other[..., i]
    return product


def _levers(arms: Array) -> Array:
    """The matrices that multiply a vector as `arms` × does."""
    levers = np.zeros((len(arms), 3, 3))
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        levers[:, j, i] = arms[:, k]
        levers[:, i, j] = -arms[:, k]
    return levers


def _turned(matrices: Array, by: Array) -> Array:
    """Turn orientations by rotation vectors, in the table's frame (Rodrigues)."""
    angles = np.sqrt(np.einsum("ni,ni->n", by, by))
    along = np.sinc(angles / math.pi)  # sin(x) / x
    across = np.sinc(angles / math.tau) ** 2 / 2  # (1 - cos(x)) / x²
    levers = _levers(by)
    once = levers @ matrices
    turned: Array = matrices + along[:, None, None] * once + across[:, None, None] * (levers @ once)
    return turned
