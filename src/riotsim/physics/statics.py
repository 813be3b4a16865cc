"""Statics of towers: stability computed from centres of mass, without simulation.

The predictions were compared with the engine:

- A die was stacked on 1,000 random towers by random hands (`tests/physics/towers/test_static_stacking.py`). If
  `resting_pose` had predicted a pose, no die fell or moved.
- Towers of 2 to 13 dice were carried in 990 random carries (`tests/physics/carries/test_rigid_carries.py`). No tower
  with a margin of stability (`stability_margins`) above -1 mm fell. If `required_friction` was less than the friction
  between two dice, each die ended within 0.03 mm of its predicted place.
"""

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from riotsim.physics.bodies.size_and_mass import BODY, bounding_radius, model_height, model_radius
from riotsim.physics.engine.materials import DICE
from riotsim.physics.engine.world import GRAVITY, TICK
from riotsim.table.geometry.plan import Footprint, disc, gap, near
from riotsim.table.pieces import BASE_THICKNESS, Die, Model, PieceId, Round
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.table.statics import CubeStack
from riotsim.table.towers import yaw_of


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A piece, or a part of a piece, that a tower must not touch."""

    plan: Footprint
    """Footprint of the obstacle."""
    bottom: float
    """Height of the obstacle's lowest point (mm)."""
    top: float
    """Height of the obstacle's highest point (mm)."""

    def is_within(self, distance: float, plan: Footprint, bottom: float, top: float) -> bool:
        """Return whether the obstacle is near another piece.

        Args:
            distance: Largest distance that counts as near (mm).
            plan: Footprint of the other piece.
            bottom: Height of the other piece's lowest point (mm).
            top: Height of the other piece's highest point (mm).
        """
        if self.bottom - distance > top or bottom > self.top + distance:
            return False
        return near(plan, self.plan, distance) and gap(plan, self.plan) <= distance


def model_obstacles(model: Model) -> list[Obstacle]:
    """Return a model as obstacles.

    A plain column on a round base gives two obstacles: the base and the column. Any other model gives one.
    """
    top = model.level + model_height(model)
    base = model.level + BASE_THICKNESS
    if not isinstance(model.base, Round) or model.figure is not None or top <= base:
        return [Obstacle(model.footprint, model.level, top)]
    column = disc(model.at, BODY.figure_width_share * model_radius(model))
    return [Obstacle(model.footprint, model.level, base), Obstacle(column, base, top)]


def die_obstacle(die: Die) -> Obstacle:
    """Return a die as an obstacle that contains the die in any orientation."""
    z, reach = die.pose.at[2], bounding_radius(die)
    return Obstacle(disc(die.pose.xy, reach), z - reach, z + reach)


def table_obstacles(table: Table, own: PieceId, *, loose: bool) -> list[Obstacle]:
    """Return the pieces of a table as obstacles.

    Args:
        table: The table.
        own: Name of a model and of its tower. Both are left out.
        loose: Whether to include loose dice.
    """
    found = [Obstacle(terrain.footprint, 0.0, terrain.height) for terrain in table.terrain.values()]
    found += [part for model in table.models.values() if model.id != own for part in model_obstacles(model)]
    for token in table.tokens.values():
        z, reach = token.pose.at[2], bounding_radius(token)
        found.append(Obstacle(token.footprint, z - reach, z + reach))
    found += [
        die_obstacle(table.dice[die]) for name, tower in table.towers.items() if name != own for die in tower.dice
    ]
    if loose:
        found += [die_obstacle(die) for die in table.loose_dice()]
    return found


@dataclass(frozen=True, slots=True)
class StaticsSettings:
    """Conditions for the prediction by statics that a tower stands. We chose the values; they have no source."""

    margin: float = 1.0
    """Minimum margin of stability (mm). None of 1,000 random stacks with at least this margin fell in the engine.

    A joint is where two dice meet. Seen from above, the centre of mass of all dice above a joint must be at least this
    far inside the edges of both dice.
    """
    max_tilt: float = math.radians(0.2)
    """Maximum tilt of each die of the tower from flat (rad)."""
    gap: float = 0.05
    """Maximum gap or overlap between a die and the die below it (mm)."""
    clearance: float = 2.0
    """Minimum distance from the new die of a tower to any piece outside the tower (mm)."""
    carried_margin: float = 0.0
    """A carried tower may move as one rigid body if its margin of stability is at least this (mm).

    By the laws of mechanics, 0 is enough.
    """
    friction_limit: float = 0.8 * DICE.friction**2
    """Statics predicts that no die of a carried tower slides up to this value of `required_friction`.

    To be safe, it is only 0.8 times the friction between two dice.
    """


STATICS: Final = StaticsSettings()
"""The conditions of statics that are in use."""


def resting_pose(tower: Sequence[Die], die: Die, others: Iterable[Obstacle]) -> Die | None:
    """Return a die in its final pose on a tower; None if statics can't predict the pose.

    Args:
        tower: The dice of the tower from the bottom up. They don't move.
        die: The die in its pose at the release.
        others: Obstacles other than the tower's dice, such as the model beside the tower.
    """
    top = tower[-1]
    x, y, z = die.pose.at
    lies = replace(die, pose=Pose((x, y, top.pose.at[2] + (top.size + die.size) / 2), die.pose.orientation))
    dice = (*tower, lies)
    if any(
        (one.kind, one.size) != (die.kind, die.size) or one.kind.lowest_face(one.pose.orientation)[1] > STATICS.max_tilt
        for one in dice
    ):
        return None
    if any(abs(b.pose.at[2] - a.pose.at[2] - die.size) > STATICS.gap for a, b in itertools.pairwise(dice)):
        return None
    bottom = lies.pose.at[2] - die.size / 2
    if any(other.is_within(STATICS.clearance, lies.footprint, bottom, z + die.size / 2) for other in others):
        return None
    return lies if CubeStack.from_dice(dice).margin >= STATICS.margin else None


def is_regular(dice: Sequence[Die]) -> bool:
    """Return whether statics can judge a tower.

    Its dice must be cubes with sharp edges, all of one kind and size. They must lie flat, with no gaps between them.
    """
    if any((die.kind, die.size) != (dice[0].kind, dice[0].size) for die in dice):
        return False
    if not dice[0].kind.is_cube or dice[0].kind.rounding > 0.0:
        return False
    if any(die.kind.lowest_face(die.pose.orientation)[1] > STATICS.max_tilt for die in dice):
        return False
    return not any(abs(b.pose.at[2] - a.pose.at[2] - b.size) > STATICS.gap for a, b in itertools.pairwise(dice))


def first_unstable_tick(
    dice: Sequence[Die], acceleration: npt.NDArray[np.float64], margin: float = STATICS.carried_margin
) -> int | None:
    """Return the index of the first tick when a carried tower might slip or tip; None if there is no such tick.

    The tower must be regular (`is_regular`).

    Args:
        dice: The dice from the bottom up.
        acceleration: The hand's acceleration at each tick (ticks × 3, mm/s²).
        margin: Minimum margin of stability (mm).
    """
    doubts = np.flatnonzero(
        (required_friction(acceleration) > STATICS.friction_limit) | (stability_margins(dice, acceleration) < margin)
    )
    return int(doubts[0]) if len(doubts) else None


def accelerations(feet: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Compute the acceleration of a hand at each tick.

    Args:
        feet: Position of the hand at each tick (ticks × 3, mm). The hand is at rest before the first and after the last
            tick.

    Returns:
        Accelerations (ticks × 3, mm/s²).
    """
    at = np.vstack([feet[:1], feet, feet[-1:]])
    speeds: npt.NDArray[np.float64] = np.diff(at, axis=0) / TICK
    return np.diff(speeds, axis=0) / TICK


def stability_margins(dice: Sequence[Die], acceleration: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Compute the margin of stability of a carried tower at each tick. It is the margin of the tower's worst joint.

    At a joint, the faces of two dice meet. A line begins at the centre of mass of all dice above the joint. Its
    direction is that of gravity minus the hand's acceleration. The line meets the joint at a point. The joint's margin
    is the distance from this point to the nearest edge of the two faces. It is negative if the point is outside a face.

    Args:
        dice: The dice from the bottom up.
        acceleration: The hand's acceleration at each tick (ticks × 3, mm/s²).

    Returns:
        The margin at each tick (mm); infinity for a single die.
    """
    worst = np.full(len(acceleration), np.inf)
    at = np.array([die.pose.at for die in dice])
    yaws = np.array([yaw_of(die.pose.orientation) for die in dice])
    flats = np.array([die.size * (0.5 - die.kind.rounding) for die in dice])
    masses = np.array([die.size**3 for die in dice])
    above = np.cumsum(masses[::-1])[::-1]
    centres = np.cumsum((at * masses[:, None])[::-1], axis=0)[::-1] / above[:, None]
    lean = acceleration[:, :2] / (GRAVITY + acceleration[:, 2:])
    for joint in range(1, len(dice)):
        centre = centres[joint]
        height = centre[2] - (at[joint, 2] - dice[joint].size / 2)
        met = centre[:2] - height * lean
        for die in (joint - 1, joint):
            off = met - at[die, :2]
            c, s = np.cos(yaws[die]), np.sin(yaws[die])
            across = np.maximum(np.abs(off @ (c, s)), np.abs(off @ (-s, c)))
            worst = np.minimum(worst, flats[die] - across)
    return worst


def required_friction(acceleration: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return, for each tick, the lowest coefficient of friction that keeps every die of a carried tower from sliding.

    Args:
        acceleration: The hand's acceleration at each tick (ticks × 3, mm/s²).
    """
    needed: npt.NDArray[np.float64] = np.hypot(acceleration[:, 0], acceleration[:, 1]) / (GRAVITY + acceleration[:, 2])
    return needed
