"""The free space around a carried model and its tower: how long a carry is near no other piece."""

import math
from collections.abc import Iterator, Sequence

from riotsim.physics.acts.hand_path import HAND_PATH, HandPath, ground_profile
from riotsim.physics.statics import STATICS, table_obstacles
from riotsim.table.geometry.plan import Footprint, Part, gap, hull, near
from riotsim.table.pieces import Die, Model
from riotsim.table.poses import Point
from riotsim.table.state import Table


class ClearWay:
    """The path of a carried model and its tower, and the other pieces that may be in their way."""

    def __init__(self, table: Table, model: Model, path: HandPath, tremor: float) -> None:
        """Collect the pieces that may come near the model or its tower.

        Args:
            table: The table when the carry begins.
            model: The carried model.
            path: The path of the hand.
            tremor: Tremor of the hand (mm, root mean square on each axis).
        """
        self._table, self._model, self._path = table, model, path
        self._clearance = HAND_PATH.clearance + HAND_PATH.tremor_reach * tremor
        base = model.footprint_at((0.0, 0.0)).parts
        self._base = tuple(Part(part.points, part.radius + self._clearance) for part in base)
        whole = self._swept(self._base, model.at, 0, path.ticks)
        self._others = table_obstacles(table, model.id, loose=False)
        foreign = [table.dice[die] for name, tower in table.towers.items() if name != model.id for die in tower.dice]
        light = [token.footprint for token in table.tokens.values()]
        light += [die.footprint for die in foreign]  # at any height: the path may lead up to it
        self._light = [one for one in light if near(whole, one, 0.0)]
        """Footprints near the path of the model's base: those of tokens, and those of dice of other towers."""

    def clear_until(self, dice: Sequence[Die], tick: int = 0, *, held: bool = True) -> int:
        """Return the last tick of a clear way for the model and its tower; -1 if the way isn't clear at `tick`.

        Only the time from `tick` on is checked. The way is clear as long as none of these pieces is in it:

        - terrain, other models, tokens and dice of other towers, if they are near the tower;
        - tokens and dice of other towers, if they are near the model.

        The result depends on the first case of this list that applies:

        - There is a tower, and its path or the model's path leads over uneven ground: -1.
        - A die of the tower is too near the table's edge at `tick`: -1.
        - A die of the tower gets too near the table's edge later: `tick`.
        - A piece is in the way at `tick`: -1.
        - A piece gets in the way later: the tick before that.
        - In all other cases: the last tick of the hand's path.

        Args:
            dice: Dice of the tower at `tick`: sharp cubes that lie flat and don't move relative to the hand. Empty if
                the model has no tower.
            tick: The first tick that is checked.
            held: Whether the model and the lowest die, both held by the hand, are checked too. If not, only the upper
                dice are checked.
        """
        path = self._path
        (x, y), (x0, y0) = path.position_at(tick), path.start
        if dice:
            foot = dice[0].pose.xy
            there = (foot[0] + path.end[0] - x, foot[1] + path.end[1] - y)
            if path.ground.steps or ground_profile(self._table, foot, there).steps:
                return -1
        meets = [(self._base, self._model.at, self._light)] if held else []
        for die in dice if held else dice[1:]:
            home, part = die.pose.translated((x0 - x, y0 - y, 0.0)).xy, (self._disc(die),)
            whole = self._swept(part, home, tick, path.ticks)
            if not self._on_table(whole):
                return tick if self._on_table(self._swept(part, home, tick, tick)) else -1
            bottom, top = die.pose.at[2] - die.size / 2, die.pose.at[2] + die.size / 2
            those = [other.plan for other in self._others if other.is_within(HAND_PATH.clearance, whole, bottom, top)]
            meets.append((part, home, those))
        meets = [one for one in meets if one[2]]

        def clear(last: int) -> bool:
            """Return whether no piece is in the way at any tick from the first checked tick to the tick `last`."""
            for parts, home, others in meets:
                swept = self._swept(parts, home, tick, last)
                if any(gap(swept, other) <= 0.0 for other in others):
                    return False
            return True

        if clear(path.ticks):
            return path.ticks
        least, most = tick - 1, path.ticks
        while most - least > 1:
            middle = (least + most) // 2
            least, most = (middle, most) if clear(middle) else (least, middle)
        return least if least >= tick else -1

    def _disc(self, die: Die) -> Part:
        """Return a disc around the origin that covers a flat die at any yaw. Its radius includes `_clearance`."""
        return Part(((0.0, 0.0),), die.size * (math.sqrt(0.5) + math.sin(STATICS.max_tilt)) + self._clearance)

    def _on_table(self, what: Footprint) -> bool:
        """Return whether a footprint is wholly on the table."""
        left, front, right, back = what.bounds()
        return min(left, front) >= 0.0 and right <= self._table.width and back <= self._table.depth

    def _swept(self, parts: Sequence[Part], home: Point, first: int, last: int) -> Footprint:
        """Return the area under parts of a footprint while the hand moves from tick `first` to tick `last`.

        Args:
            parts: The parts of a footprint, relative to its middle.
            home: The middle of the footprint when the hand is at the start of its path (mm).
            first: The first tick.
            last: The last tick.
        """
        ends = list(self._shifts(first, last))
        return Footprint(
            tuple(
                Part(hull((home[0] + dx + x, home[1] + dy + y) for dx, dy in ends for x, y in part.points), part.radius)
                for part in parts
            )
        )

    def _shifts(self, *ticks: int) -> Iterator[Point]:
        """Yield the shift of the hand from the start of its path at each given tick: x and y (mm), without tremor."""
        path = self._path
        length = math.dist(path.start, path.end)
        for tick in ticks:
            share = path.distance_at(tick) / length if length else 0.0
            yield (share * (path.end[0] - path.start[0]), share * (path.end[1] - path.start[1]))
