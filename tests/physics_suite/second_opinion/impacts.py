"""Dice as rigid bodies that meet the table in hard impacts: no springs, no overlaps, no solver, one die at a time.

This calculation shares no method with riotsim's engine, so results that agree are due to the mechanics. Free bodies
turn by Euler's equations, with the angular momentum as state, integrated by the midpoint rule. An impact is an impulse
on one corner that is below the table and moves down, by the law of Chatterjee and Ruina (Journal of Applied Mechanics
65, 1998) with Newton's restitution, Coulomb's friction and no bounce along the table. Many dice are computed at once,
as arrays.
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
"""Length of a step (s). A corner that moves at 3 m/s gets 1.5 mm below the table in a step, and is then lifted."""

LOOK_EVERY: Final = 20
"""Number of steps between two checks for dice that have landed."""

LONGEST: Final = round(8.0 / STEP)
"""Number of steps after which a throw is stopped even if a die still moves."""

AT_ONCE: Final = 8
"""Greatest number of impulses on one die in a step. The second half don't bounce, so that a die can come to rest."""

BOUNCES: Final = 4

STILL: Final = 0.5
"""A corner that goes down more slowly than this (mm/s) is at rest on the table."""

FLAT: Final = 0.02
"""A die lies flat if its energy is less than this share of what it needs to turn over its lowest edge."""


@dataclass(frozen=True, slots=True)
class Touch:
    """The contact between dice and table."""

    friction: float
    restitution: float
    least_bounce: float
    """Impacts that are slower than this (mm/s) don't bounce."""


@dataclass(frozen=True, slots=True)
class Throws:
    """Dice as a hand releases them; each row of the arrays is one die."""

    turns: Rotation
    velocities: Array
    """Velocities (mm/s)."""
    spins: Array
    """Angular velocities (rad/s, in the table's frame)."""

    def __len__(self) -> int:
        return len(self.velocities)

    def those(self, chosen: npt.NDArray[np.intp]) -> "Throws":
        """Return the throws with the given numbers."""
        return Throws(self.turns[chosen], self.velocities[chosen], self.spins[chosen])


def throws(count: int, seed: int, hand: Hand) -> Throws:
    """Return `count` throws of single dice with random orientations."""
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
        """Height of the die's centre when the die lies flat (mm)."""
        self.tipping = min(
            float(np.linalg.norm(np.cross(a, b)) / np.linalg.norm(a - b))
            for (a, here), (b, there) in combinations(zip(self.corners, on, strict=True), 2)
            if np.count_nonzero(here & there) == 2
        )
        """Height of the centre when the die stands on an edge (mm, the least of all edges).

        A die with less energy than that takes can't turn over an edge.
        """

    def side_down(self, matrices: Array) -> npt.NDArray[np.intp]:
        """Return the side of each die that faces down most."""
        down: npt.NDArray[np.intp] = np.argmin(matrices[:, 2, :] @ self.normals.T, axis=1)
        return down


class Dice:
    """Dice in motion, released with their lowest corners `drop` mm above the table."""

    def __init__(self, solid: Solid, thrown: Throws, drop: float, touch: Touch) -> None:
        self.solid = solid
        self.touch = touch
        matrices = thrown.turns.as_matrix()
        self.matrices: Array = matrices
        """Rotation matrices of the dice: much faster to compute with than `Rotation`."""
        self.heights: Array = drop - (matrices[:, 2, :] @ solid.corners.T).min(axis=1)
        """Heights of the dice's centres (mm)."""
        self.lifts: Array = np.zeros(len(thrown))
        """Distance by which each die was lifted out of the table in the last step (mm)."""
        self.velocities: Array = thrown.velocities.copy()
        self.momenta: Array = _times(matrices, solid.moments, thrown.spins)
        self.began = solid.side_down(matrices)
        self.ended = np.full(len(thrown), -1)
        self.flying = np.arange(len(thrown))
        """Numbers of the dice that the other arrays hold: dice that have landed are taken out."""

    @property
    def turns(self) -> Rotation:
        """Return the orientations of the dice."""
        return Rotation.from_matrix(self.matrices)

    def run(self) -> None:
        """Advance step by step until all dice have landed."""
        for step in range(1, LONGEST):
            self.step()
            if step % LOOK_EVERY == 0:
                self._look()
            if not len(self.flying):
                return

    def step(self) -> None:
        """Advance all dice by one step."""
        self._fly()
        self._hit()

    def energies(self) -> Array:
        """Return the kinetic and potential energy of each die, for mass 1 (mm²/s²)."""
        energies: Array = self._bound() + np.square(self.velocities[:, :2]).sum(axis=1) / 2
        return energies

    def _fly(self) -> None:
        """Advance all dice by a step of free flight."""
        inverse = 1 / self.solid.moments
        halfway = _turned(self.matrices, _times(self.matrices, inverse, self.momenta) * STEP / 2)
        self.matrices = _turned(self.matrices, _times(halfway, inverse, self.momenta) * STEP)
        self.heights += self.velocities[:, 2] * STEP - GRAVITY * STEP**2 / 2
        self.velocities[:, 2] -= GRAVITY * STEP

    def _hit(self) -> None:
        """Apply the table's impulses to corners below the table, and lift these dice out of the table."""
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

        P₁ stops the corner's fall on a smooth table, and P₂ stops the corner altogether. κ is 1, or less if friction
        can't hold that much. `inverses` are the inverse inertia tensors of the dice, in the table's frame.
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
        """Take out the dice that can't turn over an edge any more, or that lie flat and slide."""
        matrices, bound = self.matrices, self._bound()
        flat = self.solid.lying + FLAT * (self.solid.tipping - self.solid.lying)
        landed = (self.energies() < GRAVITY * self.solid.tipping) | (bound < GRAVITY * flat)
        self.ended[self.flying[landed]] = self.solid.side_down(matrices[landed])
        left = ~landed
        self.flying, self.matrices, self.heights = self.flying[left], matrices[left], self.heights[left]
        self.velocities, self.momenta = self.velocities[left], self.momenta[left]

    def _bound(self) -> Array:
        """Return the energy of each die without that of its motion along the table."""
        spins = _times(self.matrices, 1 / self.solid.moments, self.momenta)
        turning = np.einsum("ni,ni->n", spins, self.momenta)
        held: Array = (np.square(self.velocities[:, 2]) + turning) / 2 + GRAVITY * self.heights
        return held


def _times(matrices: Array, diagonal: Array, vectors: Array) -> Array:
    """Return vectors times a matrix that is diagonal in the frame of each die."""
    own = np.einsum("nji,nj->ni", matrices, vectors) * diagonal
    turned: Array = np.einsum("nij,nj->ni", matrices, own)
    return turned


def _cross(one: Array, other: Array) -> Array:
    """Return the cross product along the last axis: for so few vectors `np.cross` takes ten times as long."""
    product = np.empty(np.broadcast(one, other).shape)
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        product[..., k] = one[..., i] * other[..., j] - one[..., j] * other[..., i]
    return product


def _levers(arms: Array) -> Array:
    """Return matrices that turn a vector into the cross product of `arms` and that vector."""
    levers = np.zeros((len(arms), 3, 3))
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        levers[:, j, i] = arms[:, k]
        levers[:, i, j] = -arms[:, k]
    return levers


def _turned(matrices: Array, by: Array) -> Array:
    """Return orientations turned by rotation vectors, in the table's frame (Rodrigues)."""
    angles = np.sqrt(np.einsum("ni,ni->n", by, by))
    along = np.sinc(angles / math.pi)  # sin(x) / x
    across = np.sinc(angles / math.tau) ** 2 / 2  # (1 - cos(x)) / x²
    levers = _levers(by)
    once = levers @ matrices
    turned: Array = matrices + along[:, None, None] * once + across[:, None, None] * (levers @ once)
    return turned
