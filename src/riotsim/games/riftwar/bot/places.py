"""Places that bots try for units: places towards the enemy, places in formation, and random places."""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.state import Unit, UnitId
from riotsim.play.formations import arrange, place_in_turn
from riotsim.play.group_requests import PlaceSome
from riotsim.play.requests import Spot
from riotsim.table.geometry.regions import Region
from riotsim.table.poses import Point

TRIED = 12
"""Number of random places that are tried in addition to the wanted places. Our choice."""

ROOM = 4.0
"""Gap between units that are set up side by side (mm). Our choice."""


GROUPS_TRIED = 5
"""Number of attempts to place a group at random places. Our choice."""


def nearest_enemy(game: Battle, unit: Unit, at: Point) -> Point | None:
    """Find the enemy of a unit that is nearest to a point, and return the enemy's place.

    Return None if no enemy is on the table.
    """
    places = (game.table.models[one.id].at for one in game.state.enemies(unit.player))
    return min(places, key=lambda place: math.dist(place, at), default=None)


def towards(start: Point, goal: Point, far: float) -> Point:
    """Return the point on the line from `start` to `goal` that is at the distance `far` from `start`.

    If the goal is nearer than `far`, return the goal.
    """
    whole = math.dist(start, goal)
    share = 1.0 if whole <= far else far / whole
    return (start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share)


def some_places(region: Region, wanted: Iterable[Point], chance: np.random.Generator) -> list[Point]:
    """Return places that a region allows.

    - If the region has a list of places, return all allowed places of this list.
    - If it has no list, try the wanted places and some random places, and return those that are allowed. If none of
      them is allowed, return some allowed points of the region's grid.
    """
    if region.places is not None:
        return [at for at in region.places if region.refusal(at) is None]
    xs, ys = chance.uniform(0, region.width, TRIED).tolist(), chance.uniform(0, region.depth, TRIED).tolist()
    if region.must_touch is not None:
        left, front, right, back = region.must_touch.bounds()
        xs, ys = chance.uniform(left, right, TRIED).tolist(), chance.uniform(front, back, TRIED).tolist()
    tried = [*wanted, *zip(xs, ys, strict=True)]
    found = [at for at in tried if region.refusal(at) is None]
    if found:
        return found
    points = region.allowed_points()
    return [(float(x), float(y)) for x, y in points[:: max(1, len(points) // TRIED)]]


def in_rows(game: Battle, names: Sequence[UnitId], middle: Point, back: float) -> dict[UnitId, Point]:
    """Return places in rows for units that are set up together.

    Args:
        game: The game.
        names: The units.
        middle: The middle of the first row (mm).
        back: 1 if each further row has a greater y than the row before, -1 if it has a smaller y.
    """
    size = max(game.rules.base(game.unit(name).type.size) for name in names) + ROOM
    columns = max(1, min(len(names), int((game.table.width - 2 * size) / size)))
    return {
        name: (middle[0] + (k % columns - (columns - 1) / 2) * size, middle[1] + back * (k // columns) * size)
        for k, name in enumerate(names)
    }


def formations(request: PlaceSome, wanted: Sequence[dict[UnitId, Point]]) -> list[tuple[Spot, ...]]:
    """Return answers to a request to place a group, one for each set of places in `wanted`.

    An answer puts each unit at or near its place in the set. Sets that don't allow this are left out.
    """
    first = request.leader or request.pieces[0]
    found = (arrange(request, places, first) for places in wanted)
    return [answer for answer in found if answer is not None]


def anywhere(request: PlaceSome, chance: np.random.Generator) -> list[tuple[Spot, ...]]:
    """Return a few random answers to a request to place a group.

    `GROUPS_TRIED` attempts are made. An attempt gives no answer if it finds no place for one of the units.
    """
    found = []
    for _ in range(GROUPS_TRIED):
        order = sorted(request.pieces, key=lambda piece: piece != request.leader)
        answer = place_in_turn(request, order, lambda _piece, points: points[chance.integers(len(points))], {})
        if answer is not None:
            found.append(answer)
    return found
