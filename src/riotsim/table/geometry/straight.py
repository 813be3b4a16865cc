"""Straight paths of round pieces: the distances that they can move, and the obstacles. All lengths are in mm."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.table.geometry.plan import Footprint, Part, covers, disc, gap
from riotsim.table.poses import Point
from riotsim.table.units import in_inches, inches

Numbers: TypeAlias = npt.NDArray[np.float64]
"""Distances, angles or coordinates."""

TOLERANCE = 1e-6
"""A piece that overlaps a thing by no more than this depth still counts as beside it (mm). It allows for rounding
errors.
"""

LEAST_MOVE = inches(0.1)
"""Length below which a move counts as no move (mm). Our choice."""

DIRECTIONS = 72
"""Number of directions in which `StraightWays.all_shut` tries to move the piece. Our choice."""

FREE_WAY_TOLERANCE = 1.0
"""Greatest length of the blocked end of a path that still counts as free (mm). Our choice."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A thing that stops a piece on its straight path."""

    footprint: Footprint
    """The area of the thing."""
    name: str
    """The name of the thing in messages, such as `House 1`."""
    is_border: bool = False
    """True for an area whose border stops pieces. False for a thing that can't be entered.

    - A piece from outside the area stops when its edge reaches the border.
    - A piece with an overlap at the start stops when its centre reaches the border.
    """
    is_shut: bool = False
    """True for a border that pieces can't cross.

    A piece whose centre is outside the area may overlap the border at the start. Such a piece can't move at all on a
    path that would lead its centre across the border.
    """
    is_goal: bool = False
    """True for the thing that the piece is to touch. A path counts as free if this thing stops the piece."""


@dataclass(frozen=True, slots=True)
class WayEnd:
    """The point where an obstacle stops a piece on its straight path."""

    share: float
    """Fraction of the path that is free, from 0 to 1."""
    length: float
    """Length of the free part of the path (mm)."""
    by: Obstacle
    """The obstacle."""
    piece: str = ""
    """The name of the stopped piece if several pieces move together. Empty if only one piece moves."""

    @property
    def is_stuck(self) -> bool:
        """True if the piece can't move in this direction: the obstacle stops the piece at once and can't be crossed."""
        return self.length < LEAST_MOVE and (self.by.is_shut or not self.by.is_border)

    @property
    def text(self) -> str:
        """The message about the obstacle and the piece that it stops, with the length of the free part of the path."""
        name, is_border = self.by.name, self.by.is_border
        if self.piece:
            met = f"{self.piece} meets {'the edge of ' if is_border else ''}{name}"
        else:
            met = f"Edge of {name}" if is_border else f"{name} is in the way"
        if self.is_stuck:
            return f"{met}: no move leads there"
        after = "at once" if self.length < LEAST_MOVE else f"after {in_inches(self.length):.1f} in"
        return f"{met}: the move ends {after}"


@dataclass(frozen=True, slots=True)
class StraightWays:
    """All straight paths of a round piece from its place. The first obstacle on a path stops the piece."""

    start: Point
    """Centre of the piece (mm)."""
    radius: float
    """Radius of the piece (mm)."""
    obstacles: tuple[Obstacle, ...]
    """The things that may stop the piece."""

    def end(self, to: Point) -> WayEnd | None:
        """Return where the piece is stopped on the path to a point, or None if the whole path is free."""
        length = math.dist(self.start, to)
        lengths, firsts = self._free_lengths(np.array([to], dtype=np.float64))
        if length == 0.0 or lengths[0] >= length - TOLERANCE:
            return None
        free = float(lengths[0])
        return WayEnd(free / length, free, self.obstacles[int(firsts[0])])

    def reached(self, to: Point) -> Point:
        """Return the place that the piece reaches on the path to a point (mm)."""
        share = 1.0 if (end := self.end(to)) is None else end.share
        return (self.start[0] + (to[0] - self.start[0]) * share, self.start[1] + (to[1] - self.start[1]) * share)

    def all_shut(self) -> bool:
        """Return whether things on all sides keep the piece from moving at all. The borders of areas are ignored."""
        turns = np.linspace(0.0, math.tau, DIRECTIONS, endpoint=False)
        ends = np.array(self.start) + LEAST_MOVE * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        solid = StraightWays(self.start, self.radius, tuple(one for one in self.obstacles if not one.is_border))
        lengths, _ = solid._free_lengths(ends)
        return bool((lengths < LEAST_MOVE).all())

    def are_free(self, ends: Numbers) -> npt.NDArray[np.bool_]:
        """Return whether the path to each point is free, shape (n,).

        A path also counts as free if the stopping obstacle is a goal (`Obstacle.is_goal`).

        Args:
            ends: The points, shape (n, 2), in mm.
        """
        if not self.obstacles:
            return np.full(len(ends), True)
        lengths, firsts = self._free_lengths(ends)
        free: npt.NDArray[np.bool_] = lengths >= _lengths(self.start, ends) - FREE_WAY_TOLERANCE
        return free | np.array([one.is_goal for one in self.obstacles], dtype=np.bool_)[firsts]

    def _free_lengths(self, ends: Numbers) -> tuple[Numbers, npt.NDArray[np.int64]]:
        """Return how far the piece can move towards each of n points, and which obstacle stops it.

        Both arrays have shape (n,). The first has the distances (mm). The second has the indices of the obstacles. A
        distance may be longer than the path to the point, because the obstacle may lie beyond the point. If no obstacle
        is found, the distance is infinite and the index is 0.
        """
        free, first = np.full(len(ends), np.inf), np.zeros(len(ends), dtype=np.int64)
        far = _lengths(self.start, ends)
        moves = far > 0.0
        ahead = np.zeros_like(ends)
        ahead[moves] = (ends[moves] - self.start) / far[moves, None]
        turns = np.arctan2(ahead[:, 1], ahead[:, 0])
        may_meet = moves & _may_meet(self.start, turns, far, [one.footprint for one in self.obstacles], self.radius)
        for number in np.flatnonzero(may_meet.any(axis=1)).tolist():
            near = may_meet[number]
            met = self._met(self.obstacles[number], ahead[near], far[near])
            rows = np.flatnonzero(near)[met < free[near]]
            free[rows], first[rows] = met[met < free[near]], number
        return free, first

    def _met(self, obstacle: Obstacle, ahead: Numbers, far: Numbers) -> Numbers:
        """Return, for each path, the distance until the piece meets an obstacle (mm).

        The distance is infinite if the piece never meets the obstacle.

        Args:
            obstacle: The obstacle.
            ahead: The direction of each path as a unit vector, shape (n, 2).
            far: The length of each path (mm), shape (n,). It is used only if the obstacle is a border that
                pieces can't cross (`Obstacle.is_shut`).
        """
        area = obstacle.footprint
        if obstacle.is_border and covers(area, self.start):
            return _exits(self.start, ahead, area)
        is_over = obstacle.is_border and gap(disc(self.start, self.radius), area) < -TOLERANCE
        grown = 0.0 if is_over else self.radius - TOLERANCE
        found: Numbers = np.minimum.reduce([_met_part(self.start, ahead, part, grown) for part in area.parts])
        if is_over and obstacle.is_shut:
            return np.where(found < far, 0.0, np.inf)
        return found


def meeting(one: tuple[Point, Point], other: tuple[Point, Point], apart: float) -> float | None:
    """Return the fraction of their paths until two moving round pieces meet, or None if they don't meet.

    Both pieces start at the same time, move at constant speeds, and arrive at the same time.

    Args:
        one: Start and end of the path of the first piece's centre (mm).
        other: Start and end of the path of the second piece's centre (mm).
        apart: Distance of the centres when the pieces touch (mm).
    """
    (x, y), (x1, y1) = one
    (u, v), (u1, v1) = other
    step = (x1 - x - u1 + u, y1 - y - v1 + v)
    length = math.hypot(*step)
    if length <= TOLERANCE:
        return None
    start, ahead = np.array((x, y)), np.array([step]) / length
    met = float(_met_part((float(start[0]), float(start[1])), ahead, Part(((u, v),)), apart - TOLERANCE)[0])
    return None if met >= length - TOLERANCE else met / length


def _lengths(start: Point, ends: Numbers) -> Numbers:
    found: Numbers = np.hypot(ends[:, 0] - start[0], ends[:, 1] - start[1])
    return found


def _may_meet(
    start: Point, turns: Numbers, far: Numbers, areas: Sequence[Footprint], radius: float
) -> npt.NDArray[np.bool_]:
    """Return whether a piece may meet each of m areas on each of n paths, shape (m, n).

    This is a quick test: each area is replaced by a circle around it. False means that the piece doesn't meet the area.
    True means that it may.

    Args:
        start: The start of all paths (mm).
        turns: Direction of each path (rad), shape (n,).
        far: Length of each path (mm), shape (n,).
        areas: The m areas.
        radius: Radius of the piece (mm).
    """
    left, front, right, back = np.array([area.bounds() for area in areas]).reshape(-1, 4).T[:, :, None]
    x, y = (left + right) / 2 - start[0], (front + back) / 2 - start[1]
    reach, away = np.hypot(right - left, back - front) / 2 + radius + 1.0, np.hypot(x, y)
    off = np.abs((turns - np.arctan2(y, x) + math.pi) % math.tau - math.pi)
    ahead = (off <= np.arcsin(reach / np.maximum(away, reach))) & (far >= away - reach)
    found: npt.NDArray[np.bool_] = (away <= reach) | ahead
    return found


def _met_part(start: Point, ahead: Numbers, part: Part, radius: float) -> Numbers:
    """Return, for each direction, the distance until a round piece meets a convex part (mm).

    The distance is infinite if the piece never meets the part. It is 0 if the piece touches the part at the start and
    moves into it.
    """
    enter, leave = _crossed(start, ahead, part, radius)
    meets = (leave - enter > 1e-3) & (leave > 0.0) & (enter > -np.abs(leave))
    return np.where(meets, np.maximum(enter, 0.0), np.inf)


def _exits(start: Point, ahead: Numbers, area: Footprint) -> Numbers:
    """Return, for each direction, the distance from a start inside an area to the edge of the area (mm)."""
    spans = [_crossed(start, ahead, part, 0.0) for part in area.parts]
    far = np.zeros(len(ahead))
    for _ in spans:  # each round may lead through one further part
        far = np.maximum.reduce([far, *(np.where(enter <= far + TOLERANCE, leave, 0.0) for enter, leave in spans)])
    return far


def _crossed(start: Point, ahead: Numbers, part: Part, radius: float) -> tuple[Numbers, Numbers]:
    """Return the distances to the entries of straight lines into a convex part, and the distances to their exits (mm).

    The part is grown by `radius`. Distances behind the start are negative. If a line misses the part, its two distances
    are inf and -inf.

    Args:
        start: Start of all lines (mm).
        ahead: The direction of each line as a unit vector, shape (n, 2).
        part: The part.
        radius: The part is grown by this distance (mm).
    """
    grown = part.radius + radius
    dx, dy = ahead.T
    ox, oy = (np.array(part.points) - start).T[:, :, None]
    along = ox * dx + oy * dy
    within = grown * grown - (ox * ox + oy * oy - along * along)
    half = np.sqrt(np.maximum(within, 0.0))
    enter = np.where(within >= 0.0, along - half, np.inf).min(axis=0)
    leave = np.where(within >= 0.0, along + half, -np.inf).max(axis=0)
    if not (edges := _edges(part.points)):
        return enter, leave
    begins, ends = np.array(edges).transpose(1, 2, 0)[..., None]
    ex, ey = ends - begins
    length = np.array([math.dist(one, two) for one, two in edges])[:, None]
    ax, ay = begins[0] + ey / length * grown - start[0], begins[1] - ex / length * grown - start[1]
    across = dx * ey - dy * ex
    with np.errstate(divide="ignore", invalid="ignore"):
        far, share = (ax * ey - ay * ex) / across, (ax * dy - ay * dx) / across
    on = (np.abs(across) > 1e-12) & (share >= -1e-12) & (share <= 1.0 + 1e-12)
    enter = np.minimum(enter, np.where(on, far, np.inf).min(axis=0))
    leave = np.maximum(leave, np.where(on, far, -np.inf).max(axis=0))
    return enter, leave


def _edges(points: Sequence[Point]) -> list[tuple[Point, Point]]:
    """Return the edges of a polygon whose corners are given anticlockwise.

    Two points have two edges: one in each direction. One point has no edges.
    """
    pairs = zip(points, (*points[1:], points[0]), strict=True) if len(points) > 1 else ()
    return [(one, two) for one, two in pairs if one != two]
