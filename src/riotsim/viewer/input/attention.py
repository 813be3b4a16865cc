"""The part of a table to show: the play area, the places that open requests are about, a tower, or the dice tray."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np

from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.narration import Offer
from riotsim.play.requests import AimThrow, PickPiece, PickPoint, PickWay, PlaceDie, Request, SetPace, Target
from riotsim.table.acts import Act, Carry, Mark, Roll, Shift, Stack
from riotsim.table.geometry.patches import Patch
from riotsim.table.geometry.regions import Region
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point, Vector, point_ahead
from riotsim.table.state import Table, Tray

Kind: TypeAlias = Literal["first", "part", "tray", "close"]
"""A way to show a part of the table.

- `first`: in the same way as when the table is first shown.
- `part`: as large as possible.
- `tray`: from above.
- `close`: from near.
"""

LARGE_SIDE = 700.0
"""Least length of the longer side of a large table with a tray (mm)."""

MODEL_MARGIN = 45.0
"""Distance around models that is in view (mm)."""

MODEL_HEIGHT = 40.0
"""Height that the camera assumes for models (mm). Views of a part of the table show the space up to this height."""

LEAST_SIDE = 220.0
"""Least width and depth of the part that is in view (mm)."""

EVERYWHERE = 0.9
"""Fraction of the table's width and depth. Places that span this fraction of both count as the whole table."""

TRAY_MARGIN = 6.0
"""Margin that is in view around the tray and its rack (mm). The rack is a ledge in front of the tray, for dice."""

TOWER_MARGIN = 12.0
"""Margin in view around towers and places for towers (mm). It is used only for the tables of `is_for_towers`."""

TOWER_STEP = 48.0
"""The height in view grows by this step on a table for towers, as the highest tower grows (mm)."""

CLOSE_MARGIN = 42.0
"""Distance in view around a tower shown from near (mm)."""

ABOVE_TOWER = 34.0
"""Height that is in view above the top of a tower (mm). A die in the hand and one more die fit in it."""

SERIES_HEIGHT = 32.0
"""Height added to a tower's close-up if the next die doesn't fit in (mm). So the camera doesn't move for every die."""

TARGET_MARGIN = 22.0
"""Distance in view around the target of a throw, and around the throwing hand (mm)."""

BOARD_SHARE = 0.5
"""Least fraction of a board that the rectangle around its patches covers. Patches are areas that the game draws."""

SET_UP = "set up"
"""Purpose of requests for the next pieces of the set-up and for their places."""

FEW_PLACES = 160
"""Approximate number of places in the result of `_few_places`."""


@dataclass(frozen=True, slots=True)
class View:
    """A part of the table, or the dice tray, that the camera has to show without a panel over it."""

    low: Point
    """Front left corner (mm)."""
    high: Point
    """Back right corner (mm)."""
    height: float
    """Height above the table that is in view (mm)."""
    kind: Kind = "part"
    """The way to show the part."""
    asked: tuple[Vector, ...] = ()
    """More places to show (mm), such as those that open requests ask about. Only views of the kind `first` have any."""

    @property
    def is_tray(self) -> bool:
        """True if the view shows the dice tray."""
        return self.kind == "tray"

    @property
    def corners(self) -> tuple[Vector, ...]:
        """The corners of the box that is in view (mm)."""
        (left, front), (right, back) = self.low, self.high
        return tuple((x, y, z) for x in (left, right) for y in (front, back) for z in (0.0, self.height))

    def contains(self, other: "View") -> bool:
        """Return whether another view has the same kind as this one and lies inside it."""
        ends = zip((*self.low, *other.high, other.height), (*other.low, *self.high, self.height), strict=True)
        return self.kind == other.kind and all(one <= two for one, two in ends)

    def shows_all(self, places: Sequence[Point]) -> bool:
        """Return whether the view contains all points in `places` (on the table, mm), and `places` is not empty."""
        (left, front), (right, back) = self.low, self.high
        return bool(places) and all(left <= x <= right and front <= y <= back for x, y in places)

    def is_around(self, at: Point) -> bool:
        """Return whether this is the near view of a tower at a point (mm)."""
        is_small = self.high[0] - self.low[0] <= 2 * CLOSE_MARGIN + 1e-6
        return self.kind == "close" and is_small and self.shows_all([at])


def is_large(table: Table) -> bool:
    """Return whether a table is so large that the camera shows only the part in play."""
    return table.tray is not None and max(table.width, table.depth) >= LARGE_SIDE


def is_board(table: Table) -> bool:
    """Return whether a table is a board. A board has no tray, and its patches span most of it (`BOARD_SHARE`)."""
    if not table.patches or table.tray is not None:
        return False
    left, front, right, back = patch_bounds(table.patches)
    return (right - left) * (back - front) >= BOARD_SHARE * table.width * table.depth


def is_seen_whole(table: Table) -> bool:
    """Return whether the camera usually shows the whole table. It does if the table has no tray and isn't a board."""
    return table.tray is None and not is_board(table)


def is_for_towers(table: Table) -> bool:
    """Return whether a table has a tray, places for towers, and no pieces but dice."""
    others = (table.models, table.tokens, table.terrain)
    return table.tray is not None and bool(table.patches) and not any(others)


def patch_bounds(patches: Sequence[Patch]) -> tuple[float, float, float, float]:
    """Return left, front, right and back of the rectangle around one or more patches (mm)."""
    lefts, fronts, rights, backs = zip(*(patch.footprint.bounds() for patch in patches), strict=True)
    return min(lefts), min(fronts), max(rights), max(backs)


def view_of(
    table: Table,
    act: Act | None,
    requests: Sequence[Request[Any]],
    offers: Sequence[Sequence[Offer]] = (),
    before: View | None = None,
) -> View | None:
    """Return the part of a table that the camera should show now, or None to keep the present view.

    Args:
        table: The table.
        act: The act in progress, or None.
        requests: The open requests to people.
        offers: For each request, the answers that windows offer; may be empty.
        before: The part of the table that was shown last; None if it is not known.
    """
    if table.tray is not None and (_throws_into_tray(act) or any(_asks_about_tray(table, one) for one in requests)):
        return _tray_view(table.tray)
    if act is None and not requests:
        return None
    if isinstance(act, Shift) and not any(one.piece in table.models for one in act.moves):
        return None  # dice are set aside
    if before is not None and before.kind == "close" and before.shows_all(_places_to_stay_at(table, act, requests)):
        return None  # it was asked for, or a run goes on
    for request in requests:
        if (near := _near_view(table, request, before)) is not None:
            return near
    if (near := _near_view_of_act(table, act)) is not None:
        return near
    if is_large(table):
        return _part_with_models(table, requests, before)
    if is_for_towers(table):
        return _towers_view(table, requests)
    return first_view(table, (place for one in asked_places(table, requests, offers) for place in one))


def whole(table: Table) -> View:
    """Return the view of the whole table without its tray."""
    return View((0.0, 0.0), (table.width, table.depth), 0.0)


def first_view(table: Table, asked: Iterable[Vector] = ()) -> View:
    """Return the first view of a table: the whole table, and the places in `asked`.

    Args:
        table: The table.
        asked: The places that the open requests are about (mm).
    """
    return View((0.0, 0.0), (table.width, table.depth), 0.0, "first", tuple(dict.fromkeys(asked)))


def usual_view(table: Table) -> View:
    """Return the usual view of a table, shown until an act or a request needs another view."""
    if is_large(table):
        return whole(table)
    return _towers_view(table, ()) if is_for_towers(table) else first_view(table)


def asked_places(
    table: Table, requests: Sequence[Request[Any]], offers: Sequence[Sequence[Offer]] = ()
) -> Iterator[tuple[Vector, ...]]:
    """Yield the places that the requests are about (mm): a tuple for each piece or region.

    Args:
        table: The table.
        requests: The requests.
        offers: For each request, the answers offered by windows; may be empty. Their pieces and areas count too.
    """
    for request in requests:
        match request:
            case PickPiece(pieces=pieces):
                yield from (ends_of(table, piece) for piece in pieces)
            case PickSome(items=items, are_pieces=True):
                yield from (ends_of(table, piece) for piece in items)
            case PickPoint() | PlaceSome():
                for piece, region in request.regions:
                    yield ends_of(table, piece)
                    yield _few_places(region)
            case PickWay():
                yield ends_of(table, request.piece)
                if (model := table.models.get(request.piece)) is not None:
                    yield tuple((*point_ahead(model.at, way.heading, way.distance), 0.0) for way in request.ways)
                yield from (ends_of(table, way.die) for way in request.ways)
    for offer in (one for some in offers for one in some):
        if offer.piece is not None:
            yield ends_of(table, offer.piece)
        if offer.area is not None:
            left, front, right, back = offer.area.bounds()
            yield tuple((x, y, 0.0) for x in (left, right) for y in (front, back))


def _throws_into_tray(act: Act | None) -> bool:
    return isinstance(act, Roll) and act.in_tray


def _asks_about_tray(table: Table, request: Request[Any]) -> bool:
    """Return whether a request asks for a throw into the tray, or for a choice of dice in it."""
    if isinstance(request, PickPiece) and table.tray is not None and request.pieces:
        lying = [table.dice.get(piece) for piece in request.pieces]
        return all(die is not None and table.tray.contains(die.pose.xy) for die in lying)
    return isinstance(request, AimThrow) and request.in_tray


def _places_to_stay_at(table: Table, act: Act | None, requests: Sequence[Request[Any]]) -> list[Point]:
    """Return the places that matter now (mm). If there are any, the camera keeps a close-up that shows all of them.

    If the act puts a die on a tower, carries a model or throws at a target, these are the places of the act. Otherwise
    these are the places of the runs that requests ask about (`_places_of_run`).
    """
    match act:
        case Stack():
            return list(filter(None, (_foot(table, act.tower) or act.ground,)))
        case Carry():
            return [act.to, *(one.at for one in (table.models.get(act.model),) if one is not None)]
        case Roll(mark=Mark()):
            return [act.at]
    return [place for request in requests for place in _places_of_run(table, request)]


def _places_of_run(table: Table, request: Request[Any]) -> list[Point]:
    """Return the places of the run that a request asks about (see `_run`); empty if it asks about no run.

    A run is a move of a model together with its tower of dice.
    """
    match request:
        case PickWay(piece=name):
            model = table.models.get(name)
            ends = [] if model is None else [point_ahead(model.at, way.heading, way.distance) for way in request.ways]
        case SetPace(model=name, to=to):
            ends = [to]
        case _:
            return []
    return _run(table, name, ends) if table.tower_dice(name) else []


def _run(table: Table, name: PieceId, ends: Sequence[Point]) -> list[Point]:
    """Return a run's places (mm): that of model `name`, the possible goals `ends`, and loose dice in the play area."""
    model = table.models.get(name)
    if model is None:
        return []
    stacked = {die.id for tower in table.towers for die in table.tower_dice(tower)}
    lying = [die.pose.xy for die in table.dice.values() if die.id not in stacked]
    return [model.at, *ends, *((x, y) for x, y in lying if 0.0 <= x <= table.width and 0.0 <= y <= table.depth)]


def _near_view_of_act(table: Table, act: Act | None) -> View | None:
    """Return the close view that an act needs, or None if the act needs no close view."""
    match act:
        case Roll(mark=Mark() as mark):
            return _lane(act.at, point_ahead(act.at, act.heading, -mark.back), mark.height + ABOVE_TOWER)
        case Carry(model=name) if table.tower_dice(name) and (places := _run(table, name, [act.to])):
            return _box(places, CLOSE_MARGIN, _top(table, name) + ABOVE_TOWER)
    return None


def _near_view(table: Table, request: Request[Any], before: View | None) -> View | None:
    """Return the close view that a request needs, or None if it needs none. `before` is the view shown until now."""
    match request:
        case PlaceDie():
            at = request.new_tower_at or _foot(table, request.tower)
            if at is None:
                return None
            near = _box([at], CLOSE_MARGIN, _top(table, request.tower) + ABOVE_TOWER)
            if before is None or not before.is_around(at):
                return near
            return before if before.height >= near.height else replace(near, height=near.height + SERIES_HEIGHT)
        case PickWay(piece=name) | SetPace(model=name) if places := _places_of_run(table, request):
            return _box(places, CLOSE_MARGIN, _top(table, name) + ABOVE_TOWER)
        case AimThrow(target=Target() as target):
            hand = (target.at[0], target.at[1] - target.default_mark.back)
            return _lane(
                target.at, target.release_region.nearest(hand) or hand, _top(table, target.piece) + ABOVE_TOWER
            )
    return None


def _lane(target: Point, hand: Point, height: float) -> View:
    """Return the part of the table between a hand that throws and the target of the throw."""
    return _box([target, hand], TARGET_MARGIN, height)


def _box(places: Iterable[Point], margin: float, height: float) -> View:
    """Return a close view that shows some places, a margin around them, and the space above up to `height` (mm)."""
    low, high = _bounds(places)
    return View((low[0] - margin, low[1] - margin), (high[0] + margin, high[1] + margin), height, "close")


def _foot(table: Table, tower: str) -> Point | None:
    """Return the place of a tower's lowest die (mm), or else of the tower's model; None if there is neither."""
    dice, model = table.tower_dice(tower), table.models.get(tower)
    return dice[0].pose.xy if dice else None if model is None else model.at


def _top(table: Table, tower: str) -> float:
    """Return the height of a tower's top (mm). Without dice, it is `MODEL_HEIGHT` if there is a model, otherwise 0."""
    dice = table.tower_dice(tower)
    return dice[-1].pose.at[2] + dice[-1].size / 2 if dice else MODEL_HEIGHT if tower in table.models else 0.0


def ends_of(table: Table, piece: PieceId) -> tuple[Vector, ...]:
    """Return the places of a piece that the camera must show (mm); empty if there is no such piece.

    - For a tower: its foot and its top.
    - For a model: its foot and its top, and the foot and the top of its tower if it has one.
    - For a die or token: its middle.
    """
    dice, model = table.tower_dice(piece), table.models.get(piece)
    tower = ((*dice[0].pose.xy, 0.0), (*dice[-1].pose.xy, _top(table, piece))) if dice else ()
    if model is not None:
        return ((*model.at, model.level), (*model.at, model.level + MODEL_HEIGHT), *tower)
    if tower:
        return tower
    other = table.dice.get(piece) or table.tokens.get(piece)
    return () if other is None else (other.pose.at,)


def _few_places(region: Region) -> tuple[Vector, ...]:
    """Return a sample of the places of a region (mm): the outermost ones, and some between them."""
    places = region.allowed_points()
    if len(places) == 0:
        return ()
    turns = np.linspace(0.0, 2 * math.pi, FEW_PLACES // 2, endpoint=False)
    farthest = np.argmax(places @ np.array([np.cos(turns), np.sin(turns)]), axis=0)
    some = np.arange(0, len(places), max(len(places) * 2 // FEW_PLACES, 1))
    chosen = np.unique(np.concatenate([farthest, some]))
    return tuple((float(x), float(y), 0.0) for x, y in places[chosen])


def _part_with_models(table: Table, requests: Sequence[Request[Any]], before: View | None) -> View:
    """Return the part of a large table around all models and the places that they may move to.

    - If a model may move nearly everywhere on the table, the places that it may move to are left out.
    - If `before` already shows all other places, the result lies inside `before`.
    - The result is the whole table while models are set up, or if there are no models and no such places.
    """
    places = [model.at for model in table.models.values()]
    for request in requests:
        if isinstance(request, PickSome) and request.purpose == SET_UP:
            return whole(table)
        if isinstance(request, PickPoint | PlaceSome):
            if any(name not in table.models for name, _ in request.regions):
                return whole(table)  # models are set up
            ends = [_bounds(region.allowed_points()) for _, region in request.regions]
            places += [place for pair in ends if not _is_everywhere(table, pair) for place in pair]
    seen = before if places and before and before.contains(part_around(table, places, 0.0)) else None
    return part_around(table, places, within=seen) if places else whole(table)


def _towers_view(table: Table, requests: Sequence[Request[Any]]) -> View:
    """Return the part of the table with all towers, all places for towers, and the places that requests ask about."""
    places: list[Point] = [dice[0].pose.xy for name in table.towers if (dice := table.tower_dice(name))]
    for patch in table.patches:
        left, front, right, back = patch.footprint.bounds()
        places.append(((left + right) / 2, (front + back) / 2))
    asked = [place for some in asked_places(table, requests) for place in some]
    places += [(x, y) for x, y, _ in asked]
    top = max([_top(table, name) for name in table.towers], default=0.0)
    height = max(math.ceil(top / TOWER_STEP), 1) * TOWER_STEP
    low, high = _bounds(places)
    margin = TOWER_MARGIN
    return View((low[0] - margin, low[1] - margin), (high[0] + margin, high[1] + margin), height + TOWER_MARGIN)


def _bounds(points: Iterable[Sequence[float]]) -> list[Point]:
    """Return the front left and back right corners of the rectangle around points; an empty list without points."""
    pairs = np.asarray(points if isinstance(points, np.ndarray) else list(points), dtype=np.float64)
    if not len(pairs):
        return []
    (left, front), (right, back) = pairs.min(axis=0).tolist(), pairs.max(axis=0).tolist()
    return [(left, front), (right, back)]


def _is_everywhere(table: Table, ends: Sequence[Point]) -> bool:
    """Return whether some places are spread over nearly the whole table.

    Args:
        table: The table.
        ends: The front left and the back right corner around the places; empty if there are none.
    """
    sizes = (table.width, table.depth)
    return bool(ends) and all(high - low >= EVERYWHERE * size for low, high, size in zip(*ends, sizes, strict=True))


def part_around(table: Table, places: Iterable[Point], side: float = LEAST_SIDE, within: View | None = None) -> View:
    """Return the part of a table around some places. If there is room, it is at least `side` wide and deep (mm).

    The part lies inside the table, or inside the view `within` if it is given.
    """
    bounds, ends = within or whole(table), []
    for least, most, start, end in zip(*_bounds(places), bounds.low, bounds.high, strict=True):
        half = max(most - least + 2 * MODEL_MARGIN, side) / 2
        middle = (least + most) / 2
        middle = min(max(middle, start + half), end - half) if 2 * half < end - start else (start + end) / 2
        ends.append((max(start, middle - half), min(end, middle + half)))
    (left, right), (front, back) = ends
    return View((left, front), (right, back), MODEL_HEIGHT)


def _tray_view(tray: Tray) -> View:
    (left, front), (right, back) = _bounds(
        corner for at, width, depth in tray.areas for corner in (at, (at[0] + width, at[1] + depth))
    )
    low, high = (left - TRAY_MARGIN, front - TRAY_MARGIN), (right + TRAY_MARGIN, back + TRAY_MARGIN)
    return View(low, high, 0.0 if tray.rack == 0.0 else tray.wall_height, "tray")
