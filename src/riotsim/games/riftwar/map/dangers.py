"""Dangers of a move: who may attack a moving unit, and the stretches of its path where this is possible (RW-40, RW-41).

A point of a path is given as a fraction of the path, from 0 to 1. A stretch is the part of a path between two points.
Units that move together have always covered the same fraction of their paths. All lengths are in mm.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from riotsim.games.riftwar.map.arcs import arc_stretches
from riotsim.games.riftwar.map.field import Field
from riotsim.games.riftwar.map.game_map import Area, Corner
from riotsim.games.riftwar.map.outlines import between
from riotsim.games.riftwar.map.sight import at_edge, corner_share
from riotsim.games.riftwar.map.stands import Mover, Stand, Watcher
from riotsim.table.geometry.plan import Footprint, Part, gap, near
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point
from riotsim.table.sight.bodies import Body
from riotsim.table.sight.lines import lines_shut, nine_points
from riotsim.table.sight.moving import MovingCylinders, open_shares
from riotsim.table.sight.path import Stretches, stretches_watched
from riotsim.table.sight.polyhedra import Array, BoolArray
from riotsim.table.sight.roots import Curves, roots
from riotsim.table.sight.solids import Solids

SHORTEST = 1e-9
"""Stretches up to this length are left out, and gaps up to this length are closed (fraction of the path)."""


def dangers(
    field: Field, watchers: Sequence[Watcher], movers: Sequence[Mover], fired: Sequence[PieceId] = ()
) -> dict[tuple[PieceId, PieceId], Stretches]:
    """Return the stretches of the movers' paths where each watcher sees each mover and has the mover in its arc.

    Args:
        field: The map with all units. Moving units are at the beginning of their paths.
        watchers: The units that may attack.
        movers: The units that move together.
        fired: Units that have fired round a corner, and so are exposed (RW-18).

    Returns:
        The stretches, by the name of the watcher and the name of the mover. Pairs without stretches are left out.
    """
    parts = [part for mover in movers for part in _parts(field, mover)]
    names = [(watcher.stand.name, mover.stand.name) for watcher in watchers for mover in movers]
    arcs = dict(zip(names, _in_arcs(watchers, movers), strict=True))
    asked = [
        (watcher, part) for part in parts for watcher in watchers if arcs[watcher.stand.name, part.mover.stand.name]
    ]
    found: dict[tuple[PieceId, PieceId], list[tuple[float, float]]] = {}
    seen = _seen(field, movers, [(watcher.stand, part) for watcher, part in asked], fired)
    for (watcher, part), stretches in zip(asked, seen, strict=True):
        pair = (watcher.stand.name, part.mover.stand.name)
        if left := common(stretches, arcs[pair]):
            found.setdefault(pair, []).extend(left)
    return {pair: joined(stretches) for pair, stretches in found.items()}


def _in_arcs(watchers: Sequence[Watcher], movers: Sequence[Mover]) -> Iterator[Stretches]:
    """Yield for each watcher and each mover the stretches where the mover's base is partly in the watcher's arc."""
    arcs = np.array([(*one.stand.at, one.facing, one.arc) for one in watchers]).reshape(-1, 4)
    ways = np.array([(*one.stand.at, *one.to, one.stand.radius) for one in movers]).reshape(-1, 5)
    for row in arc_stretches(arcs, ways):
        yield from row


def common(one: Stretches, other: Stretches) -> Stretches:
    """Return the stretches of a path that are covered by both lists of stretches."""
    if one == ((0.0, 1.0),) or other == ((0.0, 1.0),):
        return other if one == ((0.0, 1.0),) else one
    shared = ((max(a, c), min(b, d)) for a, b in one for c, d in other)
    return tuple((begin, end) for begin, end in shared if end - begin > SHORTEST or begin == end == 0.0)


def joined(stretches: Iterable[tuple[float, float]]) -> Stretches:
    """Return stretches in ascending order. Stretches that overlap or touch become one."""
    stretches = tuple(stretches)
    if len(stretches) < 2:
        return stretches
    found: list[tuple[float, float]] = []
    for begin, end in sorted(stretches):
        if found and begin - found[-1][1] <= SHORTEST:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((begin, end))
    return tuple(found)


def _where(changes: Iterable[float], holds: Callable[[float], bool]) -> Stretches:
    """Return the stretches of a path where `holds(fraction)` is True. It changes only at `changes`."""
    places = sorted({0.0, 1.0, *(share for share in changes if 0.0 < share < 1.0)})
    return joined((one, two) for one, two in pairwise(places) if holds((one + two) / 2))


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a mover's path within the same areas of terrain."""

    mover: Mover
    """The unit with its whole path."""
    begin: float
    """Begin of the part, as a fraction of the path."""
    end: float
    """End of the part, as a fraction of the path."""
    areas: frozenset[PieceId]
    """The areas that contain the unit."""
    start: Point
    """Centre of the unit's base at the beginning of the part (mm)."""
    to: Point
    """Centre of the unit's base at the end of the part (mm)."""

    def share(self, part: float) -> float:
        """Convert a fraction of this part of a path to a fraction of the whole path."""
        return self.begin + part * (self.end - self.begin)

    def whole(self, stretches: Stretches) -> Stretches:
        """Convert stretches that are given as fractions of this part of a path to fractions of the whole path."""
        return tuple((self.share(one), self.share(two)) for one, two in stretches)


def _parts(field: Field, mover: Mover) -> list[_Part]:
    """Split a mover's path at each point where the mover's centre crosses the boundary of an area (RW-16)."""
    if mover.stand.flying or mover.stand.at == mover.to:
        areas = frozenset[PieceId]() if mover.stand.flying else field.game_map.areas_at(mover.to)
        return [_Part(mover, 0.0, 1.0, areas, mover.stand.at, mover.to)]
    inside = (area.outline.inside(mover.stand.at, mover.to) for area in field.game_map.areas)
    places = sorted({0.0, 1.0, *(share for stretches in inside for stretch in stretches for share in stretch)})
    found = []
    for one, two in pairwise(places):
        areas = field.game_map.areas_at(mover.place((one + two) / 2))
        found.append(_Part(mover, one, two, areas, mover.place(one), mover.place(two)))
    return found


def _seen(
    field: Field, movers: Sequence[Mover], asked: Sequence[tuple[Stand, _Part]], fired: Sequence[PieceId]
) -> list[Stretches]:
    """Return the stretches of the whole path where the watcher sees the mover, for each (watcher, part) in `asked`."""
    watchers = {watcher.name: watcher for watcher, _ in asked}
    corners = {name: field.corners_of(one) for name, one in watchers.items()}
    eyes = {name: [one.body, *(one.eye_at(at.eye) for at in corners[name])] for name, one in watchers.items()}
    bodies = {id(part): part.mover.stand.eye_at(part.start) for _, part in asked}
    lines = [(k, eye) for k, (watcher, _) in enumerate(asked) for eye in eyes[watcher.name]]
    here = {name: field.game_map.areas_at(one.at) for name, one in watchers.items()}
    solids = field.solids_without(mover.stand.name for mover in movers if mover.stand.at != mover.to)
    ignored = _ignored(field, solids, asked, here)
    watched = [(eye, bodies[id(asked[k][1])], asked[k][1].to) for k, eye in lines]
    moving = _moving(movers, [asked[k][1] for k, _ in lines])
    seen = stretches_watched(watched, solids, ignored[[k for k, _ in lines]], field.options.asked, moving)
    found: list[list[tuple[float, float]]] = [[] for _ in asked]
    for (k, _), stretches in zip(lines, seen, strict=True):
        if stretches:
            part = asked[k][1]
            length = math.dist(part.start, part.to) or 1.0
            found[k] += part.whole(tuple((one / length, two / length) for one, two in stretches))
    plain = [joined(each) for each in found]
    more = dict[int, list[tuple[float, float]]]()
    for k, stretches in _seen_at_corners(field, solids, movers, asked, ignored, fired, plain):
        more.setdefault(k, []).extend(stretches)
    return _from_edges(field, asked, here, [joined((*each, *more.get(k, ()))) for k, each in enumerate(plain)])


def _moving(movers: Sequence[Mover], parts: Sequence[_Part]) -> MovingCylinders | None:
    """Return where the moving Heavy units are at both ends of each part; None if they can hide no mover (RW-15)."""
    heavies = _moving_heavies(movers)
    # A Heavy unit that moves alone doesn't hide itself.
    if not heavies or (len(heavies) == len(movers) == 1):
        return None
    begin, end = (
        np.array([[heavy.place(at(part)) for heavy in heavies] for part in parts]).reshape(len(parts), len(heavies), 2)
        for at in (_begin, _end)
    )
    own = [[heavy.stand.name == part.mover.stand.name for heavy in heavies] for part in parts]
    radii, heights = (
        np.array(sizes) for sizes in zip(*((h.stand.radius, h.stand.height) for h in heavies), strict=True)
    )
    return MovingCylinders(begin, end, radii, heights, np.array(own, dtype=np.bool_).reshape(len(parts), len(heavies)))


def _begin(part: _Part) -> float:
    return part.begin


def _end(part: _Part) -> float:
    return part.end


def _ignored(
    field: Field, solids: Solids, asked: Sequence[tuple[Stand, _Part]], here: Mapping[PieceId, frozenset[PieceId]]
) -> BoolArray:
    """Return which solids can't block the view from a watcher to a mover, shape (pairs in `asked`, solids).

    - If the mover is in the air, these are all pieces of the map.
    - If not, these are the structures that don't block sight, and the areas that contain the watcher or the mover.

    Args:
        field: The map with all units.
        solids: The solids.
        asked: The pairs. Each is a watcher, and a part of a mover's path.
        here: The areas that contain each watcher, by the watcher's name.
    """
    structure = field.game_map.structure
    low = np.array([name in structure and not structure[name].sight for name in solids.names], dtype=np.bool_)
    on_map = np.array([name not in field.stands for name in solids.names], dtype=np.bool_)
    rows: dict[object, BoolArray] = {}
    for watcher, part in asked:
        for key, areas, base in ((watcher.name, here[watcher.name], low), (id(part), part.areas, low)):
            if key not in rows:
                named = np.array([name in areas for name in solids.names], dtype=np.bool_)
                rows[key] = named | (on_map if key == id(part) and part.mover.stand.flying else base)
    found = [rows[watcher.name] | rows[id(part)] for watcher, part in asked]
    return np.array(found, dtype=np.bool_).reshape(len(found), len(solids.names))


def _seen_at_corners(
    field: Field,
    solids: Solids,
    movers: Sequence[Mover],
    asked: Sequence[tuple[Stand, _Part]],
    ignored: BoolArray,
    fired: Sequence[PieceId],
    seen: Sequence[Stretches],
) -> Iterator[tuple[int, Stretches]]:
    """Yield stretches where a watcher sees a mover that is exposed at a corner of a structure (RW-18).

    Each result has two values: the index of a pair in `asked`, and the stretches for this pair. On these stretches, the
    mover's base is near the corner, and at least one line from the corner (see `Corner.eye`) to the watcher is open.
    Stretches that are already in `seen` may be left out.

    Args:
        field: The map with all units.
        solids: The solids.
        movers: The units that move.
        asked: The pairs. Each is a watcher, and a part of a mover's path.
        ignored: The result of `_ignored`.
        fired: Units that have fired round a corner, and so are exposed.
        seen: For each pair, the stretches where the watcher sees the mover without any corner.
    """
    always = field.options.exposed == "always"
    at_corners: dict[PieceId, list[tuple[Corner, tuple[float, float]]]] = {}
    eyes: dict[tuple[Point, float, PieceId, frozenset[PieceId]], tuple[Body, Body, int]] = {}
    found: list[tuple[int, tuple[float, float], tuple[Point, float, PieceId, frozenset[PieceId]]]] = []
    for k, (watcher, part) in enumerate(asked):
        unit, to = part.mover.stand, part.mover.to
        if not unit.ranged or unit.flying or not (always or unit.name in fired):
            continue
        if unit.name not in at_corners:
            shares = ((one, corner_share(one, unit, to, field.options.reach)) for one in field.game_map.corners)
            at_corners[unit.name] = [(corner, share) for corner, share in shares if share is not None]
        for corner, (first, last) in at_corners[unit.name]:
            begin, end = max(first, part.begin), min(last, part.end)
            is_seen = any(one <= begin and end <= two for one, two in seen[k])
            if (begin < end or unit.at == to) and not is_seen:
                key = (corner.eye, unit.height, watcher.name, part.areas)
                eyes.setdefault(key, (unit.eye_at(corner.eye), watcher.body, k))
                found.append((k, (begin, end) if unit.at != to else (0.0, 0.0), key))
    if found:
        among = ~ignored[[k for _, _, k in eyes.values()]]
        shut = lines_shut([(eye, body) for eye, body, _ in eyes.values()], solids, among)[:, field.options.asked]
        is_open = dict(zip(eyes, [~each.any(axis=1) for each in shut], strict=True))
        for k, stretch, key in found:
            if is_open[key].any():
                eye, body, _ = eyes[key]
                heavies = [one for one in _moving_heavies(movers) if one.stand.name != asked[k][1].mover.stand.name]
                ends = nine_points(eye, body)[list(field.options.asked)][is_open[key]]
                yield k, common((stretch,), _not_hidden(eye, ends, heavies)) if heavies else (stretch,)


def _moving_heavies(movers: Sequence[Mover]) -> list[Mover]:
    """Return the Heavy units that change their place."""
    return [mover for mover in movers if mover.stand.heavy and mover.stand.at != mover.to]


def _not_hidden(eye: Body, ends: Array, heavies: Sequence[Mover]) -> Stretches:
    """Return the stretches where moving `heavies` leave at least one line from `eye` to `ends` open (RW-15)."""
    lines = np.stack((np.broadcast_to(eye.eye, ends.shape), ends), axis=1)
    begin, end = np.array([one.stand.at for one in heavies]), np.array([one.to for one in heavies])
    sizes = np.array([(one.stand.radius, one.stand.height) for one in heavies])
    return tuple(open_shares(lines, begin, end, sizes[:, 0], sizes[:, 1]))


def _from_edges(
    field: Field,
    asked: Sequence[tuple[Stand, _Part]],
    here: Mapping[PieceId, frozenset[PieceId]],
    seen: Sequence[Stretches],
) -> list[Stretches]:
    """Leave out the stretches where an area of terrain hides a mover from a watcher, and return the rest.

    An area hides two units from each other if one unit is deep inside the area, and the other is outside
    (RW-16, RW-17).

    Args:
        field: The map with all units.
        asked: The pairs. Each is a watcher, and a part of a mover's path.
        here: The areas that contain each watcher, by the watcher's name.
        seen: For each pair, the stretches where nothing else hides the mover from the watcher, as fractions of the
            mover's whole path.
    """
    found, edge = list(seen), field.options.edge
    inside: list[tuple[int, _AtEdge]] = []
    is_near: dict[object, bool] = {}
    for k, (watcher, part) in enumerate(asked):
        areas = here[watcher.name]
        if not found[k] or areas == part.areas or part.mover.stand.flying:
            continue
        unit = part.mover.stand.moved(part.start)
        for name in sorted(areas ^ part.areas):
            one = _AtEdge(field.game_map.area[name], watcher, unit, part.to, edge, name in areas)
            key = (watcher.name if one.is_watcher else id(part), name)
            if key not in is_near:
                is_near[key] = one.may_be
            if is_near[key]:
                inside.append((k, one))
            else:
                found[k] = ()
    inside = [(k, one) for k, one in inside if found[k]]
    for (k, one), stretches in zip(inside, _at_edges([one for _, one in inside]), strict=True):
        if one.unit.at != one.to:
            found[k] = common(found[k], asked[k][1].whole(stretches))
        elif not stretches:
            found[k] = ()
    return found


@dataclass(frozen=True, slots=True)
class _AtEdge:
    """A watcher and a moving unit. One of the two is in an area, and the other is outside this area."""

    area: Area
    """The area. One of the two units stays in it along the whole path, and the other stays outside."""
    watcher: Stand
    """The watcher."""
    unit: Stand
    """The moving unit at the beginning of its path."""
    to: Point
    """Centre of the moving unit's base at the end of its path (mm)."""
    edge: float
    """Greatest distance from the area's edge to the base of a unit in the area, for the unit to see out (mm)."""
    is_watcher: bool
    """True if the watcher is in the area."""

    @property
    def reach(self) -> float:
        """The unit in the area sees out if its centre is no farther than this from the edge (mm)."""
        return (self.watcher if self.is_watcher else self.unit).radius + self.edge

    @property
    def may_be(self) -> bool:
        """True if the unit in the area is at least once within `reach` of the area's edge. A watcher doesn't move."""
        start, end = (self.watcher.at, self.watcher.at) if self.is_watcher else (self.unit.at, self.to)
        return _is_near_boundary(self.area, start, end, self.reach)

    def holds(self, share: float) -> bool:
        """Return whether the unit in the area sees out when the mover has covered the fraction `share` of its path."""
        place = between(self.unit.at, self.to, share)
        if self.is_watcher:
            return at_edge(self.area, self.watcher, place, self.edge)
        return at_edge(self.area, self.unit.moved(place), self.watcher.at, self.edge)


def _at_edges(asked: Sequence[_AtEdge]) -> list[Stretches]:
    """Return for each mover's path the stretches where the unit in the area is so near the edge that it sees out."""
    places = [_edge_places(one) for one in asked]
    moving = [k for k, one in enumerate(asked) if not one.is_watcher and one.unit.at != one.to]
    for k, found in zip(moving, _depth_places([asked[k] for k in moving]), strict=True):
        places[k] += found
    return [_where(found, one.holds) for one, found in zip(asked, places, strict=True)]


def _is_near_boundary(area: Area, start: Point, end: Point, reach: float) -> bool:
    """Return whether any point of a straight path is at most `reach` (mm) away from the edge of an area."""
    way = Footprint((Part((start, end) if start != end else (start,)),))
    edges = (Footprint((Part((tuple(a), tuple(b))),)) for a, b in area.outline.edges.tolist())
    return any(near(way, edge, reach) and gap(way, edge) <= reach for edge in edges)


def _edge_places(one: _AtEdge) -> list[float]:
    """Return the fractions of the path where the line between the units goes through a corner of the area's outline.

    If the watcher is in the area, some other points count as corners too. Each side of the outline is prolonged to a
    whole straight line. The points on these lines that are exactly `reach` away from the watcher's centre count.
    """
    x, y = one.watcher.at
    corners = one.area.outline.corners
    ends = list(corners)
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True) if one.is_watcher else ():
        dx, dy = bx - ax, by - ay
        a, b, c = dx * dx + dy * dy, (ax - x) * dx + (ay - y) * dy, (ax - x) ** 2 + (ay - y) ** 2 - one.reach**2
        square = b * b - a * c
        if square >= 0.0:
            shares = ((-b + sign * math.sqrt(square)) / a for sign in (1.0, -1.0))
            ends += [(ax + share * dx, ay + share * dy) for share in shares]
    (start_x, start_y), (to_x, to_y) = one.unit.at, one.to
    found = []
    for end_x, end_y in ends:
        u, v = end_x - x, end_y - y
        across = (to_x - start_x) * v - (to_y - start_y) * u
        if across != 0.0:
            found.append(((start_y - y) * u - (start_x - x) * v) / across)
    return found


def _depth_places(asked: Sequence[_AtEdge]) -> list[list[float]]:
    """Return for each path the fractions where the point P lies on the area's outline, or on the watcher's centre.

    P is the point at the distance `reach` from the mover's centre, towards the watcher's centre. Each side of the
    outline is prolonged to a whole straight line, so P can also lie on the line beyond the side.
    """
    if not asked:
        return []
    counts = [len(one.area.outline.corners) for one in asked]
    edges = np.concatenate([one.area.outline.edges for one in asked])
    of = np.arange(len(asked)).repeat(counts)
    start, to, eye = (np.array([at(one) for one in asked]) for at in (_start, _to, _eye))
    length = np.hypot(*(to - start).T)
    ahead, reach = (to - start) / length[:, None], np.array([one.reach for one in asked])
    off = (start + to) / 2 - eye  # from the eye to the middle of the way
    step = edges[:, 1] - edges[:, 0]
    normal = np.stack((-step[:, 1], step[:, 0]), axis=1) / np.hypot(*step.T)[:, None]
    level = ((eye[of] + off[of] - edges[:, 0]) * normal).sum(axis=1)
    slope = (normal * ahead[of]).sum(axis=1)
    # [n·M(s) - c] m(s) - reach n·(M(s) - eye) = 0
    first = -reach[of] * np.stack(((normal * off[of]).sum(axis=1), slope))
    nearest, least = -(off * ahead).sum(axis=1), np.abs(off[:, 0] * ahead[:, 1] - off[:, 1] * ahead[:, 0])
    which, at = roots(Curves(first, np.stack((level, slope)), nearest[of], least[of]), length[of] / 2)
    found: list[list[float]] = [[] for _ in asked]
    for k, place in zip(of[which].tolist(), (at / length[of[which]] + 0.5).tolist(), strict=True):
        found[k].append(place)
    for k in np.flatnonzero(reach > least):
        root = math.sqrt(reach[k] ** 2 - least[k] ** 2)
        found[k] += [float((nearest[k] + sign * root) / length[k] + 0.5) for sign in (1.0, -1.0)]
    return found


def _start(one: _AtEdge) -> Point:
    return one.unit.at


def _to(one: _AtEdge) -> Point:
    return one.to


def _eye(one: _AtEdge) -> Point:
    return one.watcher.at
