"""The part of a large table at which the camera looks: where models stand, where one may go, or the dice tray."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from riotsim.play.requests import AimThrow, PickPoint, Request
from riotsim.table.acts import Act, Roll, Shift
from riotsim.table.poses import Point, Vector
from riotsim.table.state import Table, Tray

LARGE_SIDE = 700.0
"""Length of the longer side from which a table with a tray is large (mm): as a whole, its models would look tiny."""

MODEL_MARGIN = 45.0
"""Distance around models that is in view (mm)."""

MODEL_HEIGHT = 40.0
"""Height above the table that is in view (mm)."""

LEAST_SIDE = 220.0
"""Least side of a part of the table that is in view (mm), so that models who fight look no larger than on a shelf."""

EVERYWHERE = 0.9
"""Share of a table's width and depth from which places on it count as everywhere."""

TRAY_MARGIN = 12.0
"""Distance around the tray that is in view (mm), with its walls."""


@dataclass(frozen=True, slots=True)
class View:
    """A part of the table, or the dice tray, that the camera shows as large as it fits between the panels."""

    low: Point
    """Front left corner (mm)."""
    high: Point
    """Back right corner (mm)."""
    height: float
    """Height above the table that is in view (mm)."""
    is_tray: bool = False
    """True for the tray, which is shown more from above, so that dice can be read."""

    @property
    def corners(self) -> tuple[Vector, ...]:
        """The corners of the box that is in view (mm)."""
        (left, front), (right, back) = self.low, self.high
        return tuple((x, y, z) for x in (left, right) for y in (front, back) for z in (0.0, self.height))

    def contains(self, other: "View") -> bool:
        """Return whether another view of the same kind is inside."""
        ends = zip((*self.low, *other.high), (*other.low, *self.high), strict=True)
        return self.is_tray == other.is_tray and all(one <= two for one, two in ends)


def is_large(table: Table) -> bool:
    """Return whether a table is so large that the camera follows the game on it."""
    return table.tray is not None and max(table.width, table.depth) >= LARGE_SIDE


def view_of(table: Table, act: Act | None, requests: Sequence[Request[Any]]) -> View | None:
    """Return the part of a large table that matters now, or None if what was in view before still matters.

    Args:
        table: The table.
        act: The act in progress; None for none.
        requests: The open requests to people.
    """
    if table.tray is not None and (_throws_into_tray(act) or any(_aims_at_tray(one) for one in requests)):
        return _tray_view(table.tray)
    if act is None and not requests:
        return None
    if isinstance(act, Shift) and not any(one.piece in table.models for one in act.moves):
        return None  # dice are set aside
    places = [model.at for model in table.models.values()]
    for request in requests:
        if isinstance(request, PickPoint):
            if any(name not in table.models for name, _ in request.regions):
                return whole(table)  # models are set up
            ends = [_bounds(region.allowed_points()) for _, region in request.regions]
            places += [place for pair in ends if not _is_everywhere(table, pair) for place in pair]
    return _around(table, places) if places else whole(table)


def whole(table: Table) -> View:
    """Return the view of the whole table without its tray."""
    return View((0.0, 0.0), (table.width, table.depth), 0.0)


def _throws_into_tray(act: Act | None) -> bool:
    return isinstance(act, Roll) and act.in_tray


def _aims_at_tray(request: Request[Any]) -> bool:
    return isinstance(request, AimThrow) and request.in_tray


def _bounds(points: Iterable[Sequence[float]]) -> list[Point]:
    """Return the front left and the back right corner around some points; nothing for no points."""
    pairs = [(float(x), float(y)) for x, y in points]
    if not pairs:
        return []
    across, along = zip(*pairs, strict=True)
    return [(min(across), min(along)), (max(across), max(along))]


def _is_everywhere(table: Table, ends: Sequence[Point]) -> bool:
    """Return whether places reach across nearly the whole table, such as those at which a unit may look. They tell
    nothing about where to look from.

    Args:
        table: The table.
        ends: The front left and the back right corner around the places; empty if there are none.
    """
    sizes = (table.width, table.depth)
    return bool(ends) and all(high - low >= EVERYWHERE * size for low, high, size in zip(*ends, sizes, strict=True))


def _around(table: Table, places: Iterable[Point]) -> View:
    """Return the part of the table around some places, at least `LEAST_SIDE` wide and deep."""
    low, high = _bounds(places)
    ends = []
    for least, most, room in ((low[0], high[0], table.width), (low[1], high[1], table.depth)):
        half = max(most - least + 2 * MODEL_MARGIN, LEAST_SIDE) / 2
        middle = (least + most) / 2
        middle = min(max(middle, half), room - half) if 2 * half < room else room / 2
        ends.append((max(0.0, middle - half), min(room, middle + half)))
    (left, right), (front, back) = ends
    return View((left, front), (right, back), MODEL_HEIGHT)


def _tray_view(tray: Tray) -> View:
    (left, front), (right, back) = _bounds(
        corner for at, width, depth in tray.areas for corner in (at, (at[0] + width, at[1] + depth))
    )
    low, high = (left - TRAY_MARGIN, front - TRAY_MARGIN), (right + TRAY_MARGIN, back + TRAY_MARGIN)
    return View(low, high, tray.wall_height, is_tray=True)
