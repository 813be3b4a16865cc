"""A grid of points over the table. It shows how many enemies a unit would see from each point.

For a unit and the place of an enemy, the points where the unit sees the enemy are cached. They stay valid until a
Heavy unit moves.
"""

import math
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, TypeAlias

from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.field import first_stop, map_of, sight_options, stand_of, stands
from riotsim.games.riftwar.map.field import Field
from riotsim.games.riftwar.map.game_map import GameMap
from riotsim.games.riftwar.map.stands import Stand
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import Plan, Unit
from riotsim.table.geometry.plan import CONTACT_GAP
from riotsim.table.poses import Point

GRID: Final = 12
"""Number of points in each row of the grid, and number of rows. Our choice."""

PATHS_TRIED: Final = 12
"""Greatest number of grid points for which the bot checks whether a unit can walk there. Our choice."""

GRIDS_KEPT: Final = 256
"""Greatest number of cached grids. The grid for a `GridKey` has the points where the key's unit sees its enemy."""

GridKey: TypeAlias = tuple[GameMap, Stand, Stand, frozenset[Stand]]
"""The key of a cached grid: the map, the unit's shape, the enemy at its place, and the Heavy units.

The unit's name and place are not part of the key.
"""


class SightGrid:
    """A grid of points on the table, for one rulebook. It marks the points where a unit would see enemies.

    Lines of sight are cached, but this never changes a result.
    """

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules
        self._seen: OrderedDict[GridKey, list[bool]] = OrderedDict()

    def enemies_seen(self, game: Battle, unit: Unit) -> dict[Point, int]:
        """Return, for each point of the grid (mm), the number of enemies that a unit would see from this point."""
        width, depth = game.table.width, game.table.depth
        shares = [(k + 0.5) / GRID for k in range(GRID)]
        grid = [(x * width, y * depth) for x in shares for y in shares]
        others = stands(game, (unit.id,))
        nowhere = replace(stand_of(game, unit, (0.0, 0.0)), name="")
        heavies = frozenset(stand for stand in others if stand.heavy)
        keys = [(map_of(game), nowhere, stand_of(game, foe), heavies) for foe in game.state.enemies(unit.player)]
        if new := [key for key in keys if key not in self._seen]:
            on_map = Field.of(map_of(game), others, sight_options(self._rules))
            there = [nowhere.moved(at) for at in grid]
            is_open = on_map.see([(one, foe) for _, _, foe, _ in new for one in there])
            for number, key in enumerate(new):
                self._seen[key] = is_open[number * len(grid) : (number + 1) * len(grid)]
        rows = [self._seen[key] for key in keys]
        while len(self._seen) > GRIDS_KEPT:
            self._seen.popitem(last=False)
        return {at: sum(row[number] for row in rows) for number, at in enumerate(grid)}

    def firing_places(self, game: Battle, unit: Unit) -> Iterator[tuple[int, float, Point]]:
        """Yield grid points that a unit can reach in one move, and where it sees an enemy.

        Each result has three values: the number of enemies in sight, the point's distance from the unit (mm), and the
        point. The results are ordered by the number of enemies in sight, fewest first. Points with the same number are
        ordered by distance, nearest first.

        The walk is checked only to the first `PATHS_TRIED` points, in this order, of those within the range of a move.
        So there may be few results, or none.
        """
        limit = self._rules.move.range
        reach = math.inf if limit == "unlimited" else limit - CONTACT_GAP
        here = game.table.models[unit.id].at
        near = ((count, math.dist(here, at), at) for at, count in self.enemies_seen(game, unit).items() if count)
        ranked = sorted(one for one in near if one[1] <= reach)
        for count, far, at in ranked[:PATHS_TRIED]:
            if first_stop(game, Plan("move", (unit.id,), (here,), (at,))) is None:
                yield count, far, at
