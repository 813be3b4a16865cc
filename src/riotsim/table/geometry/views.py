"""The area that straight lines from one shape through another can reach, seen from above.

A quick test rules out things outside this area, because no line can meet them. All lengths are in mm.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from riotsim.table.geometry.plan import Footprint, Part
from riotsim.table.poses import Point

VIEW_MARGIN = 0.01
"""Margin of a widened view (mm). So rounding errors don't rule out a thing that a line may meet."""


@dataclass(frozen=True, slots=True)
class View:
    """The area covered by all straight lines that begin in one shape and pass through a second shape.

    The first shape is replaced by a circle around it.

    - Up to the second shape, lines stay in the convex hull of both shapes.
    - Beyond the second shape, lines stay between two tangents that cross each other. One tangent leads from the right
      side of the first shape to the left side of the second shape. The other tangent leads from the left side of the
      first shape to the right side of the second shape.

    A view has its own frame of coordinates. Its origin is the centre of the first shape. Its first axis points to the
    centre of the second shape. Its second axis points to the left.
    """

    start: Point
    """Centre of the first shape, in the table's coordinates (mm)."""
    direction: Point
    """Unit vector from the first shape to the second, in the table's coordinates."""
    radius: float
    """Radius of the circle around the first shape (mm)."""
    left: float
    """Greatest second coordinate of a point in the hull of both shapes, in the view's frame (mm)."""
    right: float
    """Least second coordinate of a point in the hull of both shapes, in the view's frame (mm, negative)."""
    leftmost: Point
    """Direction of the tangent to the left side of the second shape: a unit vector in the view's frame."""
    rightmost: Point
    """Direction of the tangent to the right side of the second shape: a unit vector in the view's frame."""

    def local_coordinates(self, at: Point) -> Point:
        """Convert a point from the table's coordinates to coordinates in the view's frame (mm)."""
        x, y = at[0] - self.start[0], at[1] - self.start[1]
        return (x * self.direction[0] + y * self.direction[1], y * self.direction[0] - x * self.direction[1])

    def is_left(self, place: Point, by: float) -> bool:
        """Return whether a point is to the left of every line of the view, by more than the distance `by`.

        Args:
            place: The point, in the view's frame (mm).
            by: The distance (mm).
        """
        along, across = place
        c, s = self.leftmost
        return across > self.left + by and across * c - along * s + self.radius > by

    def is_right(self, place: Point, by: float) -> bool:
        """Return whether a point is to the right of every line of the view, by more than the distance `by`.

        Args:
            place: The point, in the view's frame (mm).
            by: The distance (mm).
        """
        along, across = place
        c, s = self.rightmost
        return across < self.right - by and along * s - across * c + self.radius > by

    def misses(self, part: Part) -> bool:
        """Return True if no line of the view can meet a convex part. If False is returned, a line may meet the part."""
        places, grown = [self.local_coordinates(at) for at in part.points], part.radius + VIEW_MARGIN
        return (
            all(along < -self.radius - grown for along, _ in places)
            or all(self.is_left(place, grown) for place in places)
            or all(self.is_right(place, grown) for place in places)
        )


def view(base: Footprint, target: Footprint) -> View | None:
    """Return the area covered by lines from `base` through `target`, or None if the shapes are too close together.

    The shapes are too close if a line may deviate by 90° or more from the direction between their centres.
    """
    (x, y, radius), (to_x, to_y, _) = bounding_circle(base), bounding_circle(target)
    apart = math.hypot(to_x - x, to_y - y)
    if apart == 0.0:
        return None
    way = ((to_x - x) / apart, (to_y - y) / apart)
    found = View((x, y), way, radius, 0.0, 0.0, (1.0, 0.0), (1.0, 0.0))
    lefts, rights, left, right = [], [], radius, -radius
    for part in target.parts:
        for along, across in map(found.local_coordinates, part.points):
            far = math.hypot(along, across)
            if far <= radius + part.radius + VIEW_MARGIN or along <= 0.0:
                return None
            turn, spread = math.atan2(across, along), math.asin((radius + part.radius) / far)
            lefts.append(turn + spread)
            rights.append(turn - spread)
            left, right = max(left, across + part.radius), min(right, across - part.radius)
    most, least = max(lefts), min(rights)
    if most > math.pi / 2 or least < -math.pi / 2:
        return None
    leftmost, rightmost = (math.cos(most), math.sin(most)), (math.cos(least), math.sin(least))
    return View((x, y), way, radius, left, right, leftmost, rightmost)


def visible_things(
    base: Footprint, target: Footprint, things: Mapping[str, Footprint], reach: float
) -> tuple[dict[str, Footprint], bool]:
    """Return the things that lines from `base` through `target` may meet first, and whether all lines meet a thing.

    A line meets a thing first if it meets no other thing before. This is a quick test. It never leaves out a thing
    that a line can meet first, but it may return others too. True as the second result is certain. False may be wrong.

    Args:
        base: The shape where lines start.
        target: The shape that lines pass through.
        things: The things that lines may meet, by name.
        reach: Length of a line (mm).
    """
    through = view(base, target)
    if through is None:
        return dict(things), False
    parts = {name: [part for part in thing.parts if not through.misses(part)] for name, thing in things.items()}
    bars = {name: list(_blocking_segments(through, those)) for name, those in parts.items()}
    blocked = any(
        max(math.hypot(*end) for end in bar) + through.radius < reach for each in bars.values() for bar in each
    )
    hidden = {
        name
        for name, those in parts.items()
        if those
        and any(
            all(_is_behind(through, part, bar) for part in those)
            for other, each in bars.items()
            if other != name
            for bar in each
        )
    }
    return {name: things[name] for name, those in parts.items() if those and name not in hidden}, blocked


def bounding_circle(shape: Footprint) -> tuple[float, float, float]:
    """Return x, y and radius of a circle around a shape (mm)."""
    left, front, right, back = shape.bounds()
    x, y = (left + right) / 2, (front + back) / 2
    return x, y, max([math.hypot(px - x, py - y) + part.radius for part in shape.parts for px, py in part.points])


def _blocking_segments(through: View, parts: list[Part]) -> Iterator[tuple[Point, Point]]:
    """Yield segments that reach across the whole view, from its left side to its right side.

    Every line of the view that is long enough meets each segment. A segment lies within one of the convex `parts`. It
    is given by its left end and its right end, in the view's frame (mm).
    """
    for part in parts:
        places = [through.local_coordinates(at) for at in part.points]
        lefts = [(along, across + part.radius) for along, across in places if along > through.radius + VIEW_MARGIN]
        rights = [(along, across - part.radius) for along, across in places if along > through.radius + VIEW_MARGIN]
        lefts = [place for place in lefts if through.is_left(place, VIEW_MARGIN)]
        rights = [place for place in rights if through.is_right(place, VIEW_MARGIN)]
        if lefts and rights:
            yield min(lefts), min(rights)


def _is_behind(through: View, part: Part, bar: tuple[Point, Point]) -> bool:
    """Return whether all of a part lies beyond a segment across the view, seen from the start of the view's lines.

    Args:
        through: The view.
        part: The part, in the table's coordinates.
        bar: The left and the right end of the segment, in the view's frame (mm).
    """
    (x, y), (to_x, to_y) = bar
    ex, ey = to_x - x, to_y - y
    least = (part.radius + VIEW_MARGIN) * math.hypot(ex, ey)
    return all(
        (along - x) * -ey + (across - y) * ex > least for along, across in map(through.local_coordinates, part.points)
    )
