"""The motion of a carried model's tower: simulated die by die, or with the hand as one rigid body.

Simulation takes more time. So a tower may move as one rigid body while it is stable by statics, with no other piece
near it. Statics is a calculation from the centres of mass. At regular checks (every `LOOK_INTERVAL` ticks),
`CarriedTower` chooses one of three modes:

- simulated: the engine simulates the tower die by die.
- kinematic: the tower moves as one rigid body. The dice above the lowest die just follow the hand. The engine still
  simulates loose pieces, which the model and the lowest die may push.
- analytic: the tower moves as one rigid body. The engine is not used. All poses are computed from the hand's path.
"""

import math
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from riotsim.physics.acts.clearance import ClearWay
from riotsim.physics.acts.hand_path import HandPath
from riotsim.physics.bodies.body import Body, MotionType
from riotsim.physics.bodies.live_towers import LiveTower
from riotsim.physics.bodies.motion import LOOK_INTERVAL, REST
from riotsim.physics.bodies.size_and_mass import BODY
from riotsim.physics.engine.world import GRAVITY, TICK
from riotsim.physics.scene.registry import distance_in
from riotsim.physics.scene.scene import Scene
from riotsim.physics.scene.settle import has_moved
from riotsim.physics.statics import STATICS, accelerations, first_unstable_tick, is_regular
from riotsim.table.acts import Frame
from riotsim.table.pieces import Die, Model, PieceId, Token
from riotsim.table.poses import Pose, Vector, about_z
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class CarrySettings:
    """Settings for the choice when a carried tower moves as one rigid body. We chose the values; they have no
    source.
    """

    lead_in_ticks: int = 12
    """Minimum time of simulation before a tower may become unstable or come near another piece (ticks).

    In this time, the contact forces between the dice build up.
    """
    safety: float = 4.0
    """Safety factor for the return of a simulated tower to motion as one rigid body.

    The tower's margin of stability must be at least this factor times v√(h/g). Here v is the residual speed, and h is
    the height of the top die's centre above the lowest die's centre.

    The formula comes from a block whose centre of mass is at the height h, and at the horizontal distance m from an
    edge of its base. The block tips over this edge if it moves at m√(g/h).
    """
    least_margin: float = 0.2
    """Minimum margin of stability that a simulated tower needs to move as one rigid body again (mm)."""
    min_rigid_ticks: int = 24
    """Minimum duration of rigid motion (ticks). If it would be shorter, the tower stays simulated."""


CARRY: Final = CarrySettings()
"""The settings that the simulation uses for carried towers."""

NO_VELOCITY: Final[Vector] = (0.0, 0.0, 0.0)
"""A velocity of zero (mm/s)."""


class Mode(Enum):
    """The way of moving a carried tower."""

    SIMULATED = "die by die in the engine"
    KINEMATIC = "with the hand as one, while the engine has what the hand pushes"
    ANALYTIC = "with the hand as one, while the engine rests"


class RigidMotion:
    """The motion of a model and its tower when both follow the hand as one rigid body.

    `rigid_until` computes how long the tower can move in this way.
    """

    def __init__(self, table: Table, model: Model, path: HandPath, tremor: float) -> None:
        """Prepare the rigid motion of one carry.

        Args:
            table: The table when the carry begins.
            model: The carried model.
            path: The path of the hand.
            tremor: Tremor of the hand (mm, root mean square on each axis).
        """
        self._model, self._path = model, path
        self._way = ClearWay(table, model, path, tremor)
        self._accelerations = accelerations(path.feet())

    def rigid_until(
        self, dice: Sequence[Die], tick: int = 0, margin: float = STATICS.carried_margin, *, held: bool = True
    ) -> int | None:
        """Return the last tick of the tower's possible motion as one rigid body; None if it may move so to the end.

        From the returned tick on, the tower must be simulated.

        Args:
            dice: Dice of the tower from the bottom up, in their poses at `tick`. They must be at rest relative to the
                hand.
            tick: First tick of the rigid motion.
            margin: Minimum margin of stability (mm).
            held: True for the analytic mode, False for the kinematic mode. The hand holds the model and the lowest
                die. In analytic mode, nothing may come near these either. In kinematic mode, the engine has them.
        """
        if dice and not is_regular(dice):
            return tick
        doubt = first_unstable_tick(dice, self._accelerations[tick:], margin) if dice else None
        near = self._way.clear_until(dice, tick, held=held)
        if doubt is None and near == self._path.ticks:
            return None
        first = near if doubt is None else min(near, tick + doubt)
        return max(tick, (first - CARRY.lead_in_ticks) // LOOK_INTERVAL * LOOK_INTERVAL)

    @property
    def ticks(self) -> int:
        """Duration of the hand's motion (ticks)."""
        return self._path.ticks

    @property
    def end(self) -> int:
        """Last tick of the carry, provided that the tower moves as one rigid body until then.

        It is the tick of a regular check (`LOOK_INTERVAL`): the last check up to `REST.rest_ticks` ticks after the
        hand's motion.
        """
        return LOOK_INTERVAL * math.ceil((self._path.ticks + REST.rest_ticks - LOOK_INTERVAL + 1) / LOOK_INTERVAL)

    def velocity(self, tick: int) -> Vector:
        """Return the velocity that the model and its tower have at a tick of the rigid motion (mm/s)."""
        (x, y, z), (x0, y0, z0) = self._path.foot_at(tick), self._path.foot_at(max(0, tick - 1))
        return ((x - x0) / TICK, (y - y0) / TICK, (z - z0) / TICK)

    def dice_at(self, dice: Sequence[Die], since: int, tick: int) -> list[Die]:
        """Return dice at the later tick `tick`, moved by the hand since tick `since`.

        Args:
            dice: The dice, in their poses at `since`.
            since: The earlier tick.
            tick: The later tick.
        """
        (x, y), (x0, y0) = self._path.position_at(tick), self._path.position_at(since)
        return [replace(die, pose=die.pose.translated((x - x0, y - y0, 0.0))) for die in dice]

    def frames(
        self, dice: Sequence[Die], others: Mapping[PieceId, Pose], since: int, end: int, every: int
    ) -> Generator[Frame, None, None]:
        """Yield the frames of rigid motion after tick `since` up to tick `end`.

        Args:
            dice: Dice of the tower in their poses at `since`.
            others: Poses of the other pieces in the engine. They don't move.
            since: The frames begin after this tick. At this tick itself, no frame is yielded.
            end: Last tick of the frames.
            every: Ticks between two frames. If it is 0, no frames are yielded.
        """
        for tick in range(since // every * every + every, end + 1, every) if every else ():
            poses = {die.id: die.pose for die in self.dice_at(dice, since, tick)}
            yield Frame(
                tick, {self._model.id: Pose(self._path.foot_at(tick), about_z(self._model.heading)), **poses, **others}
            )


class CarriedTower:
    """A carried tower, which is sometimes simulated and sometimes moved as one rigid body."""

    def __init__(self, scene: Scene, tower: LiveTower, motion: RigidMotion, foot: Callable[[int], Vector]) -> None:
        """Begin in simulated mode.

        Args:
            scene: The scene of the carry.
            tower: The tower, whose dice are in the engine.
            motion: The tower's motion as one rigid body.
            foot: Function that returns the centre of the lowest die at a tick (mm).
        """
        self.mode = Mode.SIMULATED
        self.next_mode = Mode.SIMULATED
        """The mode of the last regular check (`LOOK_INTERVAL`), which `change_mode` puts into effect."""
        self._scene = scene
        self._tower = tower
        self._motion = motion
        self._foot = foot
        self._until: int | None = None
        """The chosen rigid mode is valid until this tick; None: to the end of the act."""
        self._residuals: list[tuple[float, float]] = []
        """Two residual speeds for each regular check (`LOOK_INTERVAL`) since the simulated mode began (mm/s).

        The first speed is the highest of all dice of the tower, relative to the hand. The second speed is the highest
        of all other free bodies.
        """
        self._not_before = {Mode.ANALYTIC: 0, Mode.KINEMATIC: 0}
        """For each rigid mode, the earliest tick for trying it again."""
        self._offsets: list[Vector] = []
        """For each die that is attached to the hand: offset of its centre from the centre of the lowest die (mm)."""

    @property
    def done(self) -> bool:
        """True if the present tick is `RigidMotion.end`. Use this right after an analytic motion.

        If that motion has led up to this tick, the act is over.
        """
        return self._scene.tick == self._motion.end

    def choose_mode(self) -> bool:
        """Choose the next mode of the tower, and return whether it differs from the current mode.

        Call this at each regular check, every `LOOK_INTERVAL` ticks.
        """
        scene = self._scene
        self.next_mode = self.mode
        if self.mode is Mode.KINEMATIC:
            late = self._until is not None and scene.tick >= self._until
            if late or not scene.full_fidelity or self._something_near():
                self.next_mode = Mode.SIMULATED
        elif scene.full_fidelity and not self._tower.fell and scene.tick <= self._motion.ticks:
            self.next_mode = self._rigid_mode()
        return self.next_mode is not self.mode

    def change_mode(self, every: int) -> Generator[Frame, None, None]:
        """Change the tower to the mode `next_mode`.

        If this is the analytic mode, perform the whole analytic motion at once, and yield its frames. Afterwards the
        tower is in simulated mode. For the other modes, yield nothing.

        Args:
            every: Ticks between two frames. If it is 0, no frames are yielded.
        """
        match self.next_mode:
            case Mode.KINEMATIC:
                self._attach()
            case Mode.SIMULATED:
                self._detach()
            case Mode.ANALYTIC:
                yield from self._move_analytically(every)

    def follow(self, foot: Vector) -> None:
        """In kinematic mode, move the attached dice along with the lowest die. In other modes, do nothing.

        Args:
            foot: Present centre of the lowest die (mm).
        """
        if self.mode is not Mode.KINEMATIC:
            return
        (x, y, z), speed = foot, self._tower.dice[0].speed
        for body, (dx, dy, dz) in zip(self._scene.registry.attached, self._offsets, strict=True):
            body.at = (x + dx, y + dy, z + dz)
            body.speed = speed

    def _rigid_mode(self) -> Mode:
        """Return the rigid mode that the tower may change to. If no rigid mode is possible, return the simulated mode.

        Also record the residual speeds: the remaining motion of the bodies (see `_residual_speed`). Call this only in
        simulated mode.
        """
        scene = self._scene
        own, velocity = {body.number for body in self._tower.dice}, self._motion.velocity(scene.tick)
        mine = theirs = 0.0
        untouched = True
        for body in scene.registry.free:
            if body.number in own:
                mine = max(mine, _residual_speed(scene, body, velocity))
            else:
                theirs = max(theirs, _residual_speed(scene, body, NO_VELOCITY))
                untouched = untouched and not has_moved(body)
        self._residuals.append((mine, theirs))
        if len(self._residuals) < REST.rest_ticks // LOOK_INTERVAL:
            return Mode.SIMULATED
        residuals = [max(speeds) for speeds in zip(*self._residuals[-REST.rest_ticks // LOOK_INTERVAL :], strict=True)]
        # The path was found to be clear of the pieces in their first places.
        if untouched and self._lasts(Mode.ANALYTIC, max(residuals)):
            return Mode.ANALYTIC
        if len(self._tower.dice) > 1 and not self._something_near() and self._lasts(Mode.KINEMATIC, residuals[0]):
            return Mode.KINEMATIC
        return Mode.SIMULATED

    def _lasts(self, mode: Mode, residual: float) -> bool:
        """Return whether a rigid mode may begin now, and would last for at least `CARRY.min_rigid_ticks`.

        If so, `_until` is set to the last tick of the mode.

        Args:
            mode: The rigid mode.
            residual: The highest recent residual speed of the bodies that the engine would no longer move (mm/s).
        """
        tick = self._scene.tick
        if residual > REST.speed or tick < self._not_before[mode]:
            return False
        dice = self._dice()
        height = dice[-1].pose.at[2] - dice[0].pose.at[2]
        margin = max(CARRY.least_margin, CARRY.safety * residual * math.sqrt(height / GRAVITY))
        self._until = self._motion.rigid_until(dice, tick, margin, held=mode is Mode.ANALYTIC)
        until = self._motion.end if self._until is None else self._until
        if until < tick + CARRY.min_rigid_ticks:
            self._not_before[mode] = until + CARRY.lead_in_ticks
            return False
        return True

    def _move_analytically(self, every: int) -> Generator[Frame, None, None]:
        """Move the model and its tower as one rigid body, without simulation, and yield the frames.

        The motion ends when the tower must be simulated again, or at the end of the act.

        Args:
            every: Ticks between two frames. If it is 0, no frames are yielded.
        """
        scene, since = self._scene, self._scene.tick
        until = self._motion.end if self._until is None else self._until
        dice = self._dice()
        own = {die.id for die in dice}
        others = {body.piece.id: body.pose for body in scene.registry.free if body.piece.id not in own}
        yield from self._motion.frames(dice, others, since, until, every)
        velocity = self._motion.velocity(until)
        for body, die in zip(self._tower.dice, self._motion.dice_at(dice, since, until), strict=True):
            body.at = die.pose.at
            if body.motion_type is MotionType.FREE:
                scene.world.set_state(body.number, body.at, body.orientation, velocity)
        self._residuals.clear()
        scene.skip(until)
        self.next_mode = Mode.SIMULATED

    def _attach(self) -> None:
        """Attach the dice above the lowest die to the hand, so that the engine no longer moves them.

        The hand itself moves the model and the lowest die, in every mode. If the other dice are attached too, the
        engine has fewer contacts to solve. That saves time: the cost of the exact solver grows with the cube of the
        number of contacts.
        """
        above, (x, y, z) = self._tower.dice[1:], self._foot(self._scene.tick)
        self._offsets = [(body.at[0] - x, body.at[1] - y, body.at[2] - z) for body in above]
        self._scene.registry.attach(above)
        self.mode = Mode.KINEMATIC

    def _detach(self) -> None:
        """Return the attached dice to the engine. They begin with the velocity of the hand."""
        self.follow(self._foot(self._scene.tick))
        self._scene.registry.detach(self._motion.velocity(self._scene.tick))
        self._residuals.clear()
        self.mode = Mode.SIMULATED

    def _something_near(self) -> bool:
        """Return whether another body may reach the dice above the lowest die before the next regular check.

        Only bounding boxes are compared. Two kinds of bodies are ignored:

        - Bodies that are asleep and haven't moved in this act. The hand's path is known to be clear of them.
        - Tokens that are too low to reach the dice. But a token with its centre below the table top isn't ignored: the
          engine pushes it up at a speed of up to 5.5 m/s.
        """
        foot, *above = self._tower.dice
        own = {body.number for body in self._tower.dice}
        under = foot.at[2] + _half_height(foot) - BODY.activation_distance
        others = [
            body
            for body in self._scene.registry.free
            if body.number not in own
            and (not body.asleep or has_moved(body))
            and not (isinstance(body.piece, Token) and body.at[2] > 0.0 and body.at[2] + body.high[2] < under)
        ]
        if not others:
            return False
        low = [min(body.at[k] + body.low[k] for body in above) for k in range(3)]
        high = [max(body.at[k] + body.high[k] for body in above) for k in range(3)]

        def near(body: Body, distance: float) -> bool:
            at = body.at
            return all(
                low[k] - distance < at[k] + body.high[k] and at[k] + body.low[k] < high[k] + distance for k in range(3)
            )

        return any(near(body, distance_in(body.speed + foot.speed, LOOK_INTERVAL)) for body in others)

    def _dice(self) -> list[Die]:
        """Return the dice of the tower in their present poses, from the bottom up."""
        bodies = self._tower.dice
        bodies[0].at = self._foot(self._scene.tick)
        return [replace(body.piece, pose=body.pose) for body in bodies if isinstance(body.piece, Die)]


def _half_height(body: Body) -> float:
    """Return the height of a flat die's centre above its lower face (mm); infinity for other pieces."""
    return body.piece.size / 2 if isinstance(body.piece, Die) else math.inf


def _residual_speed(scene: Scene, body: Body, velocity: Vector) -> float:
    """Return the greater of two speeds (mm/s): a body's speed relative to `velocity`, and its spin turned into a speed.

    The spin is turned into a speed by the factor `REST.speed` / `REST.spin`. These are the thresholds below which a
    body is at rest.
    """
    speed = math.dist(scene.world.velocity(body.number)[0], velocity)
    return max(speed, body.spin * REST.speed / REST.spin)
