"""A model and its tower, carried by hand."""

import math
from collections.abc import Generator
from dataclasses import dataclass, replace

from riotsim.physics.awake import Loose
from riotsim.physics.bodies import SLACK, Hold, reach_of
from riotsim.physics.chance import generator
from riotsim.physics.live_towers import LiveTower, nestled
from riotsim.physics.path import Ground, Path, ground, hand_path
from riotsim.physics.rest import LOOK_EVERY, REST_RUN
from riotsim.physics.scene import Scene
from riotsim.physics.settle import outcome
from riotsim.physics.steady_carry import pulls, stays
from riotsim.physics.world import TICK, Solver
from riotsim.table.acts import Carry, Frame, Settled
from riotsim.table.pieces import Die, Model, Terrain, Token
from riotsim.table.plan import Footprint, Part, disc, gap, hull
from riotsim.table.poses import Point, Pose, Vector, about_z
from riotsim.table.state import Table

AFTER = round(6.0 / TICK)
"""A carry is cut short six simulated seconds after its end (ticks)."""


TREMOR_REACH = 2.0
"""The farthest that a tremor leads off the way, in its root mean squares (√2 along each axis)."""


def carry(table: Table, act: Carry, seed: int, every: int, exact: bool = True) -> Generator[Frame, None, Settled]:
    """Carry a model, and its tower if it has one; yields a frame every so many ticks."""
    model, pace = table.models[act.model], act.hand.pace(act.pace)
    dice = table.tower_dice(act.model)
    foot = dice[0].pose.plan if dice else model.at
    path = hand_path(table, model.at, act.to, act.hand, pace, generator(seed), foot)
    if path.ticks == 0:
        return Settled(_set_down(table, model, act.to))
    skip = (model.id, *(die.id for die in dice))
    if not dice and not _meets_something(table, model, act.to, act.hand.tremor):
        yield from _alone(model, path, every)
        return Settled(_set_down(table, model, act.to), (), path.ticks)
    if dice and _apart(table, model, act.to, act.hand.tremor) and stays(dice, pulls(path)):
        ticks = LOOK_EVERY * math.ceil((path.ticks + REST_RUN - LOOK_EVERY + 1) / LOOK_EVERY)
        yield from _as_one(model, dice, path, ticks, every)
        moved = _along(dice, path, path.ticks)
        return Settled(_set_down(table.put(*moved), model, act.to), (), ticks)
    with Scene(table, Solver.DANTZIG if exact else Solver.IMPULSES, skip=skip, loose=Loose.ABSENT) as scene:
        hand = _Carrying(scene, model, path, dice[0].pose.at if dice else None)
        scene.enter(model, Hold.HAND)
        for die in sorted((*dice[:1], *nestled(table, dice)[1:]), key=lambda die: die.id):
            scene.enter(die, Hold.HAND if die.id == dice[0].id else Hold.FREE)
        if dice:
            hand.tower = scene.stand(act.model, tuple(die.id for die in dice), carried=True)
        yield from scene.run(path.ticks + AFTER, every, hand.drive)
        settled = outcome(scene)
        return replace(settled, table=_set_down(settled.table, model, hand.reached))


class _Carrying:
    """The hand at work: it holds the model and the lowest die of its tower."""

    def __init__(self, scene: Scene, model: Model, path: Path, bottom: Vector | None) -> None:
        self.scene = scene
        self.model = model
        self.path = path
        self.tower: LiveTower | None = None
        self.reached: Point = path.start
        self._stopped = False
        self._last: _Spots | None = None
        self._beside = Ground(0.0)
        self._offset: Vector = (0.0, 0.0, 0.0)
        if bottom is not None:
            start, end = path.start, path.end
            there = (bottom[0] + end[0] - start[0], bottom[1] + end[1] - start[1])
            self._beside = ground(scene.table, (bottom[0], bottom[1]), there)
            self._offset = (bottom[0] - start[0], bottom[1] - start[1], bottom[2] - self._beside.start)

    def drive(self, tick: int) -> bool:
        """Hold both where they are at `tick`, moving to where they are a tick later; False when all is done."""
        if self._stopped:
            return False
        fell = self.tower is not None and self.tower.fell
        ends = fell or tick >= self.path.ticks
        here = self._spots(tick)
        there = here if ends else self._spots(tick + 1)
        for body in self.scene.held:
            k = 0 if body.piece is self.model else 1
            (x, y, z), (tx, ty, tz) = here.feet[k], there.feet[k]
            velocity = ((tx - x) / TICK, (ty - y) / TICK, (tz - z) / TICK)
            body.at = here.feet[k]
            body.speed = math.hypot(*velocity)
            self.scene.world.hold(body.number, (x, y, z + body.rise), body.turn, velocity)
            if k and self.tower is not None:
                self.tower.level = here.beside
        self.reached = here.hand
        self._stopped = ends
        return not ends

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


@dataclass(frozen=True, slots=True)
class _Spots:
    """Where a hand and what it holds are at a tick."""

    tick: int
    hand: Point
    feet: tuple[Vector, Vector]
    """The model's foot, and the middle of the lowest die (mm)."""
    beside: float
    """Height of the ground under that die (mm)."""


def _set_down(table: Table, model: Model, at: Point) -> Table:
    return table.put(replace(model, at=at, level=table.level_at(at)))


def _meets_something(table: Table, model: Model, to: Point, tremor: float) -> bool:
    """Whether a token or a tower stands near the way of a model without a tower."""
    room = SLACK + TREMOR_REACH * tremor
    pairs = zip(model.footprint.parts, model.footprint_at(to).parts, strict=True)
    way = Footprint(tuple(Part(hull((*here.points, *there.points)), here.radius + room) for here, there in pairs))
    dice = (table.dice[die] for tower in table.towers.values() for die in tower.dice)
    return any(gap(way, token.footprint) <= 0.0 for token in table.tokens.values()) or any(
        gap(way, disc(die.pose.plan, reach_of(die))) <= 0.0 for die in dice
    )


def _apart(table: Table, model: Model, to: Point, tremor: float) -> bool:
    """Whether a tower's way is level, on the table, and clear of all but its own model, which meets nothing either."""
    dice = table.tower_dice(model.id)
    start = dice[0].pose.plan
    end = (start[0] + to[0] - model.at[0], start[1] + to[1] - model.at[1])
    room = SLACK + TREMOR_REACH * tremor
    radius = room + max(math.dist(die.pose.plan, start) + reach_of(die) for die in dice)
    sides = (table.width, table.depth)
    if any(not radius <= spot[k] <= sides[k] - radius for spot in (start, end) for k in range(2)):
        return False
    if ground(table, start, end).steps or ground(table, model.at, to).steps:
        return False
    way = Footprint((Part(hull((start, end)), radius),))
    standing: tuple[Terrain | Token | Model, ...] = (*table.terrain.values(), *table.tokens.values())
    others = tuple(other for other in table.models.values() if other.id != model.id)
    if any(gap(way, piece.footprint) <= 0.0 for piece in (*standing, *others)):
        return False
    foreign = [table.dice[die] for name, tower in table.towers.items() if name != model.id for die in tower.dice]
    return not any(gap(way, disc(die.pose.plan, reach_of(die))) <= 0.0 for die in foreign) and not _meets_something(
        table.without(*(die.id for die in dice)).with_tower(model.id, None), model, to, tremor
    )


def _along(dice: tuple[Die, ...], path: Path, tick: int) -> list[Die]:
    """The dice of a tower that goes along with a hand, as they are at a tick."""
    (x, y), (x0, y0) = path.at(tick), path.start
    return [replace(die, pose=die.pose.moved((x - x0, y - y0, 0.0))) for die in dice]


def _as_one(model: Model, dice: tuple[Die, ...], path: Path, ticks: int, every: int) -> Generator[Frame, None, None]:
    """Frames of a model and its tower that stays as it is: no engine is needed."""
    for tick in range(every, ticks + 1, every) if every else ():
        poses = {die.id: die.pose for die in _along(dice, path, tick)}
        yield Frame(tick, {model.id: Pose(path.foot(tick), about_z(model.heading)), **poses})


def _alone(model: Model, path: Path, every: int) -> Generator[Frame, None, None]:
    """Frames of a model that meets nothing: no engine is needed."""
    if every:
        for tick in range(every, path.ticks + 1, every):
            yield Frame(tick, {model.id: Pose(path.foot(tick), about_z(model.heading))})
