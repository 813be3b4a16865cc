"""The carry of a model and its tower by a hand."""

import math
from collections.abc import Generator
from dataclasses import replace
from typing import Final, NamedTuple

from riotsim.physics.acts.carried_tower import CarriedTower, Mode, RigidMotion
from riotsim.physics.acts.chance import random_generator
from riotsim.physics.acts.drag_path import DragPath, add_all_samples
from riotsim.physics.acts.hand_path import GroundProfile, HandPath, ground_profile, hand_path
from riotsim.physics.bodies.body import MotionType
from riotsim.physics.bodies.live_towers import pressed_together
from riotsim.physics.bodies.motion import LOOK_INTERVAL, Motion
from riotsim.physics.engine.world import TICK, Solver
from riotsim.physics.scene.broad_phase import LooseDice
from riotsim.physics.scene.scene import LIMITS, Scene
from riotsim.physics.scene.settle import outcome
from riotsim.table.acts import Carry, Frame, Settled
from riotsim.table.pieces import Die, Model, Piece
from riotsim.table.poses import Point, Vector
from riotsim.table.state import Table

UNLIMITED_TICKS: Final = 10**9
"""Time limit of a drag (ticks). It is so large that no drag reaches it."""


def carry(
    table: Table, act: Carry, seed: int, every: int, exact: bool = True, listen: bool = False
) -> Generator[Frame, None, Settled]:
    """Carry a model, and its tower if it has one. Yield frames, and return the settled table.

    Args:
        table: The table before the carry.
        act: The carry: by a person's drag with the mouse, or by a simulated hand.
        seed: Seed of the hand's tremor.
        every: Ticks between two frames; 0 for none.
        exact: True to begin with the exact solver, False to begin with the impulse solver. If the act costs too much,
            it changes to degraded mode, which has another solver.
        listen: Whether frames report impacts.
    """
    model, pace = table.models[act.model], act.hand.pace(act.pace)
    dice = table.tower_dice(act.model)
    foot = dice[0].pose.xy if dice else model.at
    if act.drag is not None and act.to != model.at:
        drag = DragPath(table, model.at, act.to, act.hand, pace, random_generator(seed), foot)
        add_all_samples(drag, act.drag.samples)
        return (yield from carry_by_drag(table, model, drag, every, exact, listen))
    path = hand_path(table, model.at, act.to, act.hand, pace, random_generator(seed), foot)
    if path.ticks == 0:
        return Settled(_set_down(table, model, act.to))
    motion = RigidMotion(table, model, path, act.hand.tremor)
    end = motion.end if dice else path.ticks
    begin = motion.rigid_until(dice)
    yield from motion.frames(dice, {}, 0, end if begin is None else begin, every)
    if begin is None:
        return Settled(_set_down(table.with_pieces(*motion.dice_at(dice, 0, path.ticks)), model, act.to), (), end)
    skip = (model.id, *(die.id for die in dice))
    with Scene(
        table, Solver.DANTZIG if exact else Solver.IMPULSES, skip=skip, loose=LooseDice.ABSENT, listen=listen
    ) as scene:
        hand = _CarryingHand(scene, model, dice, path, motion, begin)
        yield from hand.run(LOOK_INTERVAL * math.ceil((path.ticks + LIMITS.ticks_after_hand) / LOOK_INTERVAL), every)
        settled = outcome(scene)
        return replace(settled, table=_set_down(settled.table, model, hand.reached))


def carry_by_drag(
    table: Table, model: Model, path: DragPath, every: int, exact: bool, listen: bool = False
) -> Generator[Frame, None, Settled]:
    """Move a model and its tower along a person's drag. Yield frames, and return the settled table.

    The tower is always simulated, as the path of a drag isn't known in advance.

    Args:
        table: The table before the drag.
        model: The dragged model.
        path: The path of the drag, which may still grow.
        every: Ticks between two frames; 0 for none.
        exact: True to begin with the exact solver, False to begin with the impulse solver. If the act costs too much,
            it changes to degraded mode, which has another solver.
        listen: Whether frames report impacts.
    """
    dice = table.tower_dice(model.id)
    skip = (model.id, *(die.id for die in dice))
    solver = Solver.DANTZIG if exact else Solver.IMPULSES
    with Scene(table, solver, skip=skip, loose=LooseDice.ABSENT, spare_carried_towers=True, listen=listen) as scene:
        hand = _CarryingHand(scene, model, dice, path, None, 0)
        yield from scene.run(UNLIMITED_TICKS, every, hand.drive, hand.takes_too_long)
        scene.cut_short = hand.overdue
        settled = outcome(scene)
        return replace(settled, table=_set_down(settled.table, model, hand.reached))


class _CarryingHand:
    """The hand that holds a model and the lowest die of its tower."""

    def __init__(
        self,
        scene: Scene,
        model: Model,
        dice: tuple[Die, ...],
        path: HandPath | DragPath,
        motion: RigidMotion | None,
        begin: int,
    ) -> None:
        """Put the model and its tower into the engine, as they are at tick `begin`.

        Args:
            scene: The scene of the carry.
            model: The model before the act.
            dice: The dice of the model's tower before the act, from the bottom up.
            path: The path of the hand.
            motion: The rigid motion of the tower; None if the tower is always simulated.
            begin: First tick of the simulation. Up to this tick, the tower has moved as one rigid body.
        """
        self.scene = scene
        self.path = path
        self.reached: Point = path.start
        """Position of the hand at the latest tick that was simulated or computed: x and y (mm)."""
        self.overdue = False
        """True if bodies were still moving when the time limit for coming to rest had passed.

        The time is counted from the hand's stop.
        """
        self._stopped_at = 0
        self._stopped = False
        self._last: _HeldPositions | None = None
        self._beside = GroundProfile(0.0)
        self._offset: Vector = (0.0, 0.0, 0.0)
        start, end = path.start, path.end
        if dice:
            x, y, z = dice[0].pose.at
            there = (x + end[0] - start[0], y + end[1] - start[1])
            self._beside = path.beside if isinstance(path, DragPath) else ground_profile(scene.table, (x, y), there)
            self._offset = (x - start[0], y - start[1], z - self._beside.start)
        scene.skip(begin)
        x, y, level = path.foot_at(begin)
        self.model = replace(model, at=(x, y), level=level)
        pressed = (*dice[:1], *pressed_together(scene.table, dice)[1:])
        those = {die.id: die for die in (pressed if motion is None else motion.dice_at(pressed, 0, begin))}
        order = sorted(pressed, key=lambda die: die.id)
        entering: list[tuple[Piece, MotionType]] = [(self.model, MotionType.HELD)]
        entering += [(those[die.id], MotionType.HELD if die.id == dice[0].id else MotionType.FREE) for die in order]
        for die, body in zip(order, scene.registry.enter_all(entering)[1:], strict=True):
            body.start = die.pose
            if begin and motion is not None:
                body.motion = Motion(body.at, body.orientation, begin)
                scene.world.set_velocity(body.number, motion.velocity(begin))
        self._tower = scene.registry.add_tower(model.id, tuple(die.id for die in dice), carried=True) if dice else None
        self._carried: CarriedTower | None = None
        """The object that chooses how the tower is moved (see `Mode`).

        It is None if the tower is always simulated, or if the model has no tower.
        """
        if self._tower is not None and motion is not None:
            self._carried = CarriedTower(scene, self._tower, motion, lambda tick: self._spots(tick).feet[1])

    def drive(self, tick: int) -> bool:
        """Move the model and the lowest die to their positions at `tick`, and give them the hand's velocity.

        Once the hand has stopped, do nothing. The hand stops at the end of its path, or when the tower has fallen.

        Returns:
            Whether the hand is still moving.
        """
        if self._stopped:
            return False
        fell = self._tower is not None and self._tower.fell
        ends = fell or tick >= self.path.ticks
        here = self._spots(tick)
        there = here if ends else self._spots(tick + 1)
        for body in self.scene.registry.held:
            k = 0 if body.piece is self.model else 1
            (x, y, z), (tx, ty, tz) = here.feet[k], there.feet[k]
            velocity = ((tx - x) / TICK, (ty - y) / TICK, (tz - z) / TICK)
            body.at = here.feet[k]
            body.speed = math.hypot(*velocity)
            self.scene.world.set_state(body.number, (x, y, z + body.centre_height), body.orientation, velocity)
            if k and self._tower is not None:
                self._tower.level = here.beside
        if self._carried is not None:
            self._carried.follow(there.feet[1])  # the place after the tick, as for bodies in the engine
        self.reached = here.hand
        if ends:
            self._stopped, self._stopped_at = True, tick
            if fell and isinstance(self.path, DragPath):
                self.path.cut_off = True
        return not ends

    def takes_too_long(self) -> bool:
        """Return whether the time limit for coming to rest has passed since the hand stopped.

        Also store the result in `overdue`.
        """
        self.overdue = self._stopped and self.scene.tick >= self._stopped_at + LIMITS.ticks_after_hand
        return self.overdue

    def run(self, limit: int, every: int) -> Generator[Frame, None, None]:
        """Simulate until all bodies are at rest, or until the clock shows `limit` ticks, and yield frames.

        At each regular check (`LOOK_INTERVAL`), the tower may change to another `Mode`.

        Args:
            limit: The act is cut short at this tick.
            every: Ticks between two frames; 0 for none.
        """
        scene, carried = self.scene, self._carried
        if carried is None:
            yield from scene.run(limit, every, self.drive)
            return
        while True:
            yield from scene.run(limit, every, self.drive, carried.choose_mode)
            if scene.cut_short or carried.next_mode is carried.mode:
                return
            analytic = carried.next_mode is Mode.ANALYTIC
            yield from carried.change_mode(every)
            if analytic:
                here = self._spots(scene.tick)
                self.reached = here.hand
                for body in scene.registry.held:
                    body.at = here.feet[0 if body.piece is self.model else 1]
                if carried.done:
                    return

    def _spots(self, tick: int) -> "_HeldPositions":
        """Return the positions of the hand, the model and the lowest die at a tick. The last result is cached."""
        if self._last is not None and self._last.tick == tick:
            return self._last
        (x, y), way = self.path.position_at(tick), self.path.distance_at(tick)
        dx, dy, dz = self._offset
        beside = self._beside.height_at(way)
        feet = ((x, y, self.path.ground.height_at(way)), (x + dx, y + dy, beside + dz))
        self._last = _HeldPositions(tick, (x, y), feet, beside)
        return self._last


class _HeldPositions(NamedTuple):
    """The positions that a hand, a model and the lowest die of the model's tower have at one tick."""

    tick: int
    hand: Point
    """Position of the hand: x and y (mm)."""
    feet: tuple[Vector, Vector]
    """The middle of the model's base on the ground, and the centre of the lowest die: x, y and z of each (mm)."""
    beside: float
    """Height of the ground under the lowest die, which stands beside the model (mm)."""


def _set_down(table: Table, model: Model, at: Point) -> Table:
    """Return the table with a model set down on the ground at a point (mm)."""
    return table.with_pieces(replace(model, at=at, level=table.level_at(at)))
