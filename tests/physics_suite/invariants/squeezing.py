"""Pieces that a carrying hand presses against an obstacle, found from an act's frames alone."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import Final

from physics_suite.invariants.observation import Watched
from riotsim.physics.bodies.size_and_mass import bounding_radius, model_height, model_radius
from riotsim.table.acts import Carry
from riotsim.table.geometry.plan import Footprint, gap
from riotsim.table.pieces import Die, Model, Piece, PieceId, Token
from riotsim.table.poses import Pose, rotate
from riotsim.table.state import Table

CLOSE: Final = 1.0
"""Distance that counts as touching (mm). The outlines of leaning pieces are no more exact than that."""

SUNK: Final = 1.0
"""If a point of a piece is this deep in the ground and the hand reaches the piece, the piece is pressed into it (mm).

If a token is only pushed aside, its rim dips by up to 0.85. One pressed die of a fallen heap once threw another off, at
5.9 m/s.
"""

FLICK: Final = 9800.0
"""Highest speed at which a pressed piece flies off (mm/s). Ours.

The hand does not yield, and the engine pushes the piece out. The fastest of 600 such carries had 9.3 m/s
(`tests/physics/fuzz/test_fuzz_squeezed.py`).
"""


def pressed(watched: Watched) -> frozenset[PieceId]:
    """Return the dice and tokens that a carry presses against an obstacle or into the ground.

    At some tick such a piece touches what the hand holds, and also touches scenery, another model or the rim. Or it is
    deeper in the ground than anything sinks. A piece within the hand's way of that tick counts as touching: it may have
    touched between two frames.
    """
    table, act, frames = watched.trial.table, watched.trial.act, watched.frames
    if not isinstance(act, Carry):
        return frozenset()
    pieces = watched.pieces
    movable = {name: piece for name in watched.reached - watched.held if isinstance(piece := pieces[name], Die | Token)}
    walls = list(_fast(table, act.model))
    found: set[PieceId] = set()
    for before, frame in pairwise((*frames[:1], *frames)):
        near = CLOSE + math.dist(before.poses[act.model].at, frame.poses[act.model].at)
        there = sorted(frame.poses.keys() & movable.keys() - found)
        things = {name: _Outline(movable[name], frame.poses[name], bounding_radius(movable[name])) for name in there}
        hand = [_held(pieces[name], frame.poses[name]) for name in sorted(watched.held)]
        found.update(
            name
            for name, thing in things.items()
            if any(thing.meets(one, near) for one in hand) and _stuck(thing, table, walls, near)
        )
    return frozenset(found)


def _stuck(thing: "_Outline", table: Table, walls: Sequence["_Outline"], near: float) -> bool:
    """Return whether a piece can't move on, because an obstacle is beside it or it is in the ground."""
    return thing.sunk(table) or thing.at_rim(table, near) or any(thing.meets(wall, near) for wall in walls)


class _Outline:
    """The plan and the heights of a piece (mm), computed when they are first needed."""

    def __init__(self, piece: Piece, pose: Pose, reach: float) -> None:
        self.pose = pose
        self._piece = piece
        self._reach = reach

    @cached_property
    def plan(self) -> Footprint:
        """Outline of the piece, seen from above."""
        match self._piece:
            case Die() | Token() as free:
                return replace(free, pose=self.pose).footprint
            case Model() as model:
                return model.footprint_at(self.pose.xy)
        return self._piece.footprint

    @cached_property
    def heights(self) -> tuple[float, float]:
        """Heights of the piece's lowest and highest point."""
        z, piece = self.pose.at[2], self._piece
        match piece:
            case Die():
                heights = [rotate(self.pose.orientation, corner)[2] * piece.size for corner in piece.kind.corners]
                return z + min(heights), z + max(heights)
            case Token():
                up = min(1.0, abs(rotate(self.pose.orientation, (0.0, 0.0, 1.0))[2]))
                rise = piece.diameter / 2 * math.sqrt(1.0 - up * up) + piece.thickness / 2 * up
                return z - rise, z + rise
            case Model():
                return z, z + model_height(piece)
        return 0.0, piece.height

    def meets(self, other: "_Outline", near: float) -> bool:
        """Return whether a piece is beside another, at most `near` away.

        If one is on top of the other, it doesn't count.
        """
        if math.dist(self.pose.xy, other.pose.xy) > self._reach + other._reach + near:
            return False
        (low, high), (lowest, highest) = self.heights, other.heights
        return low < highest - SUNK and lowest < high - SUNK and gap(self.plan, other.plan) <= near

    def sunk(self, table: Table) -> bool:
        """Return whether the piece is in the ground by more than `SUNK`."""
        return self.heights[0] < table.level_at(self.pose.xy) - SUNK and self.over(table)

    def over(self, table: Table) -> bool:
        """Return whether the ground is even under all of the piece. A piece over a stage's edge is not in the stage."""
        left, front, right, back = self.plan.bounds()
        corners = ((left, front), (left, back), (right, front), (right, back))
        return (
            left >= 0.0
            and front >= 0.0
            and right <= table.width
            and back <= table.depth
            and len({table.level_at(corner) for corner in corners}) == 1
        )

    def at_rim(self, table: Table, near: float) -> bool:
        """Return whether the piece is at the rim, if the table has one."""
        left, front, right, back = self.plan.bounds()
        return self.heights[0] < table.wall_height and min(left, front, table.width - right, table.depth - back) <= near


def _held(piece: Piece, pose: Pose) -> _Outline:
    """Return the outline of the carried model, or of the lowest die of its tower."""
    return _Outline(piece, pose, model_radius(piece) if isinstance(piece, Model) else math.inf)


def _fast(table: Table, carried: PieceId) -> Iterator[_Outline]:
    """Yield the outlines of scenery, and of all models but the carried one."""
    for piece in table.terrain.values():
        yield _Outline(piece, Pose((*piece.at, 0.0)), math.inf)
    for model in table.models.values():
        if model.id != carried:
            yield _Outline(model, Pose((*model.at, model.level)), model_radius(model))
