"""What a hand carries goes along with it as one while that is beyond doubt: until then no engine is needed."""

import math
from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from riotsim.physics.acts.clearance import ClearWay
from riotsim.physics.acts.hand_path import Path
from riotsim.physics.bodies.motion import LOOK_EVERY, REST
from riotsim.physics.engine.world import TICK
from riotsim.physics.statics.carrying import CLEAR, first_doubt, pulls, sound
from riotsim.table.acts import Frame
from riotsim.table.pieces import Die, Model, PieceId
from riotsim.table.poses import Pose, Vector, about_z
from riotsim.table.state import Table

RUN: Final = 12
"""So many ticks before there is a doubt the engine takes over: what it carries has come to bear on one another then."""


class KinematicCarry:
    """A model and its tower on the way of a hand."""

    def __init__(self, table: Table, model: Model, path: Path, tremor: float) -> None:
        self._model, self._path = model, path
        self._way = ClearWay(table, model, path, tremor)
        self._pull = pulls(path.feet())

    def until(self, dice: Sequence[Die], tick: int = 0, clear: float = CLEAR, *, held: bool = True) -> int | None:
        """Give the tick at which the engine has to take over, at `tick` or later; None if it never does.

        `dice` are those of the tower, at rest to the hand at `tick`, and `clear` the margin that they need (mm). If not
        `held`, the engine has what the hand holds, and takes over the dice above the lowest.
        """
        if dice and not sound(dice):
            return tick
        doubt = first_doubt(dice, self._pull[tick:], clear) if dice else None
        near = self._way.until(dice, tick, held=held)
        if doubt is None and near == self._path.ticks:
            return None
        first = near if doubt is None else min(near, tick + doubt)
        return max(tick, (first - RUN) // LOOK_EVERY * LOOK_EVERY)

    @property
    def ticks(self) -> int:
        """For how many the hand is at work."""
        return self._path.ticks

    @property
    def end(self) -> int:
        """When all is over if the tower goes along as one to the end (tick): some looks after the hand is done."""
        return LOOK_EVERY * math.ceil((self._path.ticks + REST.run - LOOK_EVERY + 1) / LOOK_EVERY)

    def velocity(self, tick: int) -> Vector:
        """Give how fast what goes along is at a tick (mm/s)."""
        (x, y, z), (x0, y0, z0) = self._path.foot(tick), self._path.foot(max(0, tick - 1))
        return ((x - x0) / TICK, (y - y0) / TICK, (z - z0) / TICK)

    def along(self, dice: Sequence[Die], since: int, tick: int) -> list[Die]:
        """Give dice that are so at a tick as they are at a later one."""
        (x, y), (x0, y0) = self._path.at(tick), self._path.at(since)
        return [replace(die, pose=die.pose.moved((x - x0, y - y0, 0.0))) for die in dice]

    def frames(
        self, dice: Sequence[Die], others: Mapping[PieceId, Pose], since: int, end: int, every: int
    ) -> Generator[Frame, None, None]:
        """Give the frames from one tick to another; `others` lie where they are."""
        for tick in range(since // every * every + every, end + 1, every) if every else ():
            poses = {die.id: die.pose for die in self.along(dice, since, tick)}
            yield Frame(
                tick, {self._model.id: Pose(self._path.foot(tick), about_z(self._model.heading)), **poses, **others}
            )
