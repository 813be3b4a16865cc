"""Sight of RiftWar by brute force, for maps of boxes, areas and Heavy units (RW-13 to RW-18).

It follows the clauses one after the other and shares only the map's data with the game: lines are cut wherever they may
get in or out of something, and each piece is looked at.
"""

import itertools
import math

from brute_sight import Shape, ends, runs_inside, shape_of, tube_of

from riotsim.games.riftwar.map.game_map import Area, Corner, GameMap
from riotsim.games.riftwar.map.sight import SightOptions
from riotsim.games.riftwar.map.stands import Stand
from riotsim.table.geometry.plan import gap
from riotsim.table.poses import Point, Vector

LEAST = 1e-5
"""The least length of a piece of a line inside something (mm). Shorter pieces only touch."""


def contains(corners: tuple[Point, ...], at: Point) -> bool:
    """Return whether a point is inside a polygon: round the point, the corners make a whole turn."""
    total = 0.0
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        total += math.remainder(math.atan2(by - at[1], bx - at[0]) - math.atan2(ay - at[1], ax - at[0]), math.tau)
    return abs(total) > math.pi


def pieces_inside(corners: tuple[Point, ...], start: Point, end: Point) -> list[tuple[float, float]]:
    """Return the pieces of a line inside a polygon (mm from its start)."""
    length = math.dist(start, end)
    cuts = {0.0, length}
    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
        across = (end[0] - start[0]) * (b[1] - a[1]) - (end[1] - start[1]) * (b[0] - a[0])
        if across != 0.0:
            share = ((a[0] - start[0]) * (b[1] - a[1]) - (a[1] - start[1]) * (b[0] - a[0])) / across
            cuts.add(min(max(share, 0.0), 1.0) * length)
    found = []
    for one, two in itertools.pairwise(sorted(cuts)):
        middle = (one + two) / 2 / (length or 1.0)
        at = (start[0] + middle * (end[0] - start[0]), start[1] + middle * (end[1] - start[1]))
        if two - one > LEAST and contains(corners, at):
            found.append((one, two))
    return found


def is_deep(area: Area, unit: Stand, other: Stand, edge: float) -> bool:
    """Return whether a unit in an area is too far from the edge, measured along the line of centres (RW-17)."""
    inside = pieces_inside(area.outline.corners, unit.at, other.at)
    return bool(inside) and inside[-1][1] - unit.radius > edge


def lines(
    game_map: GameMap, stands: list[Stand], watcher: Stand, target: Stand, eye_at: Point, options: SightOptions
) -> list[tuple[set[str], set[str]]]:
    """Return the obstacles of each of the nine lines from a place: what shuts the line, and what gives cover on it."""
    eye: Vector = (*eye_at, watcher.height)
    here = {area.name for area in game_map.areas if contains(area.outline.corners, watcher.at)}
    there = {area.name for area in game_map.areas if contains(area.outline.corners, target.at)}
    deep = {name for name in here - there if is_deep(game_map.area[name], watcher, target, options.edge)}
    deep |= {name for name in there - here if is_deep(game_map.area[name], target, watcher, options.edge)}
    found = []
    for end in ends(eye, target.at, target.body):
        shut, covers = set(deep), set(deep)
        for stand in stands:
            if stand.heavy and stand.name not in (watcher.name, target.name):
                shape: Shape = tube_of(stand.body)
                if runs_inside(shape, eye, end):
                    shut.add(stand.name)
                    covers.add(stand.name)
        if target.flying:
            found.append((shut - deep, covers - deep))
            continue
        for structure in game_map.structures:
            if not runs_inside(shape_of(structure.piece), eye, end):
                continue
            footprint = structure.outline.footprint
            to_target, to_watcher = gap(footprint, target.footprint), gap(footprint, watcher.footprint)
            if structure.sight:
                shut.add(structure.name)
            if structure.cover and (structure.sight or (to_target <= options.near and to_target < to_watcher)):
                covers.add(structure.name)
        for area in game_map.areas:
            if area.name not in here | there and pieces_inside(area.outline.corners, eye_at, end[:2]):
                shut.add(area.name)
                covers.add(area.name)
        found.append((shut, covers))
    return found


def corners(game_map: GameMap, unit: Stand, options: SightOptions) -> list[Corner]:
    """Return the corners at which a Ranged unit stands (RW-18)."""
    if not unit.ranged or unit.flying:
        return []
    return [one for one in game_map.corners if math.dist(one.at, unit.at) - unit.radius <= options.reach]


def sight(
    game_map: GameMap, stands: list[Stand], watcher: Stand, target: Stand, options: SightOptions
) -> tuple[bool, bool]:
    """Return whether there is a line of sight, and whether the target is in cover."""
    there = any(contains(area.outline.corners, target.at) for area in game_map.areas) and not target.flying
    found = []
    for eye in (watcher.at, *(corner.eye for corner in corners(game_map, watcher, options))):
        each = lines(game_map, stands, watcher, target, eye, options)
        is_open = any(not shut for shut, _ in each)
        found.append((is_open, there or sum(bool(covers) for _, covers in each) >= options.lines))
    if (True, False) in found:
        return True, False
    if any(is_open for is_open, _ in found):
        return True, True
    for corner in corners(game_map, target, options):
        if any(not shut for shut, _ in lines(game_map, stands, target, watcher, corner.eye, options)):
            return True, True
    return False, found[0][1]
