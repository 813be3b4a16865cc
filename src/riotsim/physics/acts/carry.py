"""A model and its tower, carried by hand."""

import math
from collections.abc import Generator
from dataclasses import replace
from typing import NamedTuple

from riotsim.physics.acts.chance import generator
from riotsim.physics.acts.drag_path import DragPath, follow_all
from riotsim.physics.acts.hand_path import Ground, Path, ground, hand_path
from riotsim.physics.acts.kinematic_carry import KinematicCarry
from riotsim.physics.acts.rigid_carry import RigidCarry, Way
from riotsim.physics.bodies.body import Hold
from riotsim.physics.bodies.live_towers import pressed_together
from riotsim.physics.bodies.motion import LOOK_EVERY, Motion
from riotsim.physics.engine.world import TICK, Solver
from riotsim.physics.scene.broad_phase import Loose
from riotsim.physics.scene.scene import Scene
from riotsim.physics.scene.settle import outcome
from riotsim.table.acts import Carry, Frame, Settled
from riotsim.table.pieces import Die, Model, Piece
from riotsim.table.poses import Point, Vector
from riotsim.table.state import Table

AFTER = round(6.0 / TICK)
"""A carry is cut short six simulated seconds after its end (ticks)."""

ENDLESS = 10**9
"""A drag ends when its hand lets go (ticks)."""


def carry(
    table: Table, act: Carry, seed: int, every: int, exact: bool = True, listen: bool = False
) -> Generator[Frame, None, Settled]:
    """Carry a model, and its tower if it has one; yields a frame every so many ticks."""
    model, pace = table.models[act.model], act.hand.pace(act.pace)
    dice = table.tower_dice(act.model)
    foot = dice[0].pose.plan if dice else model.at
    if act.drag is not None and act.to != model.at:
        drawn = DragPath(table, model.at, act.to, act.hand, pace, generator(seed), foot)
        follow_all(drawn, act.drag.samples)
        return (yield from dragged(table, model, drawn, every, exact))
    path = hand_path(table, model.at, act.to, act.hand, pace, generator(seed), foot)
    if path.ticks == 0:
        return Settled(_set_down(table, model, act.to))
    ride = KinematicCarry(table, model, path, act.hand.tremor)
    end = ride.end if dice else path.ticks
    begin = ride.until(dice)
    yield from ride.frames(dice, {}, 0, end if begin is None else begin, every)
    if begin is None:
        return Settled(_set_down(table.put(*ride.along(dice, 0, path.ticks)), model, act.to), (), end)
    skip = (model.id, *(die.id for die in dice))
    with Scene(
        table, Solver.DANTZIG if exact else Solver.IMPULSES, skip=skip, loose=Loose.ABSENT, listen=listen
    ) as scene:
        hand = _Carrying(scene, model, dice, path, ride, begin)
        yield from hand.go(LOOK_EVERY * math.ceil((path.ticks + AFTER) / LOOK_EVERY), every)
        settled = outcome(scene)
        return replace(settled, table=_set_down(settled.table, model, hand.reached))


def dragged(table: Table, model: Model, path: DragPath, every: int, exact: bool) -> Generator[Frame, None, Settled]:
    """Have a person's own hand move a model and its tower; yields a frame every so many ticks.

    It needs to know where that hand is at a tick when it has come to it, and no sooner. So the engine is at work all
    the way: whether nothing could happen to a tower for a while only somebody can tell who knows what is coming.
    """
    dice = table.tower_dice(model.id)
    skip = (model.id, *(die.id for die in dice))
    solver = Solver.DANTZIG if exact else Solver.IMPULSES
    with Scene(table, solver, skip=skip, loose=Loose.ABSENT, patient=True) as scene:
        hand = _Carrying(scene, model, dice, path, None, 0)
        yield from scene.run(ENDLESS, every, hand.drive, hand.takes_too_long)
        scene.cut_short = hand.overdue
        settled = outcome(scene)
        return replace(settled, table=_set_down(settled.table, model, hand.reached))


class _Carrying:
    """The hand at work: it holds the model and the lowest die of its tower."""

    def __init__(
        self,
        scene: Scene,
        model: Model,
        dice: tuple[Die, ...],
        path: Path | DragPath,
        ride: KinematicCarry | None,
        begin: int,
    ) -> None:
        """Put both into the engine as they are when that takes over."""
        self.scene = scene
        self.path = path
        self.reached: Point = path.start
        self.overdue = False
        """Whether what moves still has done so for too long since the hand stopped."""
        self._since = 0
        """When the hand stopped (tick)."""
        self._stopped = False
        self._last: _Spots | None = None
        self._beside = Ground(0.0)
        self._offset: Vector = (0.0, 0.0, 0.0)
        start, end = path.start, path.end
        if dice:
            x, y, z = dice[0].pose.at
            there = (x + end[0] - start[0], y + end[1] - start[1])
            self._beside = path.beside if isinstance(path, DragPath) else ground(scene.table, (x, y), there)
            self._offset = (x - start[0], y - start[1], z - self._beside.start)
        scene.skip(begin)
        x, y, level = path.foot(begin)
        self.model = replace(model, at=(x, y), level=level)
        pressed = (*dice[:1], *pressed_together(scene.table, dice)[1:])
        those = {die.id: die for die in (pressed if ride is None else ride.along(pressed, 0, begin))}
        order = sorted(pressed, key=lambda die: die.id)
        entering: list[tuple[Piece, Hold]] = [(self.model, Hold.HAND)]
        entering += [(those[die.id], Hold.HAND if die.id == dice[0].id else Hold.FREE) for die in order]
        for die, body in zip(order, scene.enter_all(entering)[1:], strict=True):
            body.start = die.pose
            if begin and ride is not None:
                body.motion = Motion(body.at, body.turn, begin)
                scene.world.set_velocity(body.number, ride.velocity(begin))
        self._tower = scene.add_tower(model.id, tuple(die.id for die in dice), carried=True) if dice else None
        self._as_one: RigidCarry | None = None
        """How the tower goes along; without one it is the engine's all the way."""
        if self._tower is not None and ride is not None:
            self._as_one = RigidCarry(scene, self._tower, ride, lambda tick: self._spots(tick).feet[1])

    def drive(self, tick: int) -> bool:
        """Hold both where they are at `tick`, moving to where they are a tick later; False when all is done."""
        if self._stopped:
            return False
        fell = self._tower is not None and self._tower.fell
        ends = fell or tick >= self.path.ticks
        here = self._spots(tick)
        there = here if ends else self._spots(tick + 1)
        for body in self.scene.held:
            k = 0 if body.piece is self.model else 1
            (x, y, z), (tx, ty, tz) = here.feet[k], there.feet[k]
            velocity = ((tx - x) / TICK, (ty - y) / TICK, (tz - z) / TICK)
            body.at = here.feet[k]
            body.speed = math.hypot(*velocity)
            self.scene.world.set_state(body.number, (x, y, z + body.rise), body.turn, velocity)
            if k and self._tower is not None:
                self._tower.level = here.beside
        if self._as_one is not None:
            self._as_one.follow(there.feet[1])  # as what the engine has: all is seen after the tick
        self.reached = here.hand
        if ends:
            self._stopped, self._since = True, tick
            if fell and isinstance(self.path, DragPath):
                self.path.cut_off = True
        return not ends

    def takes_too_long(self) -> bool:
        """Tell whether to wait no longer for rest, the hand having stopped."""
        self.overdue = self._stopped and self.scene.tick >= self._since + AFTER
        return self.overdue

    def go(self, limit: int, every: int) -> Generator[Frame, None, None]:
        """Go on until all is at rest, or the clock shows `limit` ticks."""
        scene, as_one = self.scene, self._as_one
        if as_one is None:
            yield from scene.run(limit, every, self.drive)
            return
        while True:
            yield from scene.run(limit, every, self.drive, as_one.turns)
            if scene.cut_short:
                return
            match as_one.way:
                case Way.AS_BEFORE:
                    return
                case Way.LED:
                    as_one.lead()
                case Way.FREE:
                    as_one.let_go()
                case Way.RIDING:
                    yield from as_one.ride(every)
                    here = self._spots(scene.tick)
                    self.reached = here.hand
                    for body in scene.held:
                        body.at = here.feet[0 if body.piece is self.model else 1]
                    if as_one.done:
                        return

    def _spots(self, tick: int) -> "_Spots":
        """Where all that the hand holds is at a tick; of each tick it is asked twice."""
        if self._last is not None and self._last.tick == tick:
            return self._last
        (x, y), way = self.path.at(tick), self.path.way(tick)
        dx, dy, dz = self._offset
        beside = self._beside.at(way)
        feet = ((x, y, self.path.ground.at(way)), (x + dx, y + dy, beside + dz))
        self._last = _Spots(tick, (x, y), feet, beside)
        return self._last


class _Spots(NamedTuple):
    """Where a hand and what it holds are at a tick."""

    tick: int
    hand: Point
    feet: tuple[Vector, Vector]
    """The model's foot, and the middle of the lowest die (mm)."""
    beside: float
    """Height of the ground under that die (mm)."""


def _set_down(table: Table, model: Model, at: Point) -> Table:
    return table.put(replace(model, at=at, level=table.level_at(at)))
