"""When a carried tower goes along with the hand as one: the engine rests then, or has only what the hand pushes."""

import math
from collections.abc import Callable, Generator
from dataclasses import replace
from enum import Enum
from typing import Final

from riotsim.physics.acts.kinematic_carry import RUN, KinematicCarry
from riotsim.physics.bodies.body import SLACK, Body, Hold
from riotsim.physics.bodies.live_towers import LiveTower
from riotsim.physics.bodies.motion import LOOK_EVERY, REST
from riotsim.physics.engine.world import GRAVITY
from riotsim.physics.scene.registry import distance_in
from riotsim.physics.scene.scene import Scene
from riotsim.physics.scene.settle import has_moved
from riotsim.table.acts import Frame
from riotsim.table.pieces import Die, Token
from riotsim.table.poses import Vector

SURE: Final = 4.0
"""A tower that the engine has had goes along as one again if it could have so many times the speed that is left in it
and not rise over its edges: a block rises over one that is m mm off with √(g/h) m, its centre being h mm up. And ..."""

LEAST_SURE: Final = 0.2
"""... if its margin is at least this (mm)."""

WORTH: Final = 24
"""If it can for so many ticks."""

AT_REST: Final[Vector] = (0.0, 0.0, 0.0)
"""The velocity of what no hand carries (mm/s)."""


class Way(Enum):
    """How a carried tower goes on."""

    AS_BEFORE = "as it did"
    RIDING = "as one with the hand, and the engine rests"
    LED = "as one with the hand, and the engine has what is about it"
    FREE = "die by die, in the engine"


class RigidCarry:
    """A tower that a hand carries, and how it goes along."""

    def __init__(self, scene: Scene, tower: LiveTower, ride: KinematicCarry, foot: Callable[[int], Vector]) -> None:
        """`foot` tells where the hand has the middle of the lowest die at a tick."""
        self.way = Way.AS_BEFORE
        """How it goes on since the last look, if that is to change."""
        self._scene = scene
        self._tower = tower
        self._ride = ride
        self._foot = foot
        self._until: int | None = None
        """Until when it goes along as one (tick); None: to the end."""
        self._left: list[tuple[float, float]] = []
        """How fast its dice were to the hand at each look, and how fast anything else was (mm/s)."""
        self._in_vain = {Way.RIDING: 0, Way.LED: 0}
        """Until then nobody need ask whether it can go on so (tick)."""
        self._off: list[Vector] = []
        """Where the dice that are led are from the lowest (mm)."""

    @property
    def done(self) -> bool:
        """Whether it went along as one to the end."""
        return self._scene.tick == self._ride.end

    def turns(self) -> bool:
        """Tell, after a look, whether it goes on otherwise from now on; `way` is how."""
        scene = self._scene
        self.way = Way.AS_BEFORE
        if scene.attached:
            late = self._until is not None and scene.tick >= self._until
            if late or not scene.full_fidelity or self._something_near():
                self.way = Way.FREE
        elif scene.full_fidelity and not self._tower.fell and scene.tick <= self._ride.ticks:
            self.way = self._without_doubt()
        return self.way is not Way.AS_BEFORE

    def _without_doubt(self) -> Way:
        """Tell whether it has come to go along as one, and will for so long that it is worth while."""
        scene = self._scene
        own, velocity = {body.number for body in self._tower.dice}, self._ride.velocity(scene.tick)
        mine = theirs = 0.0
        untouched = True
        for body in scene.free:
            if body.number in own:
                mine = max(mine, _restless(scene, body, velocity))
            else:
                theirs = max(theirs, _restless(scene, body, AT_REST))
                untouched = untouched and not has_moved(body)
        self._left.append((mine, theirs))
        if len(self._left) < REST.run // LOOK_EVERY:
            return Way.AS_BEFORE
        left = [max(speeds) for speeds in zip(*self._left[-REST.run // LOOK_EVERY :], strict=True)]
        # What the way is clear of is known as all stood at first.
        if untouched and self._goes(Way.RIDING, max(left)):
            return Way.RIDING
        if len(self._tower.dice) > 1 and not self._something_near() and self._goes(Way.LED, left[0]):
            return Way.LED
        return Way.AS_BEFORE

    def _goes(self, way: Way, left: float) -> bool:
        """Tell whether it can go so for long enough while so much speed is left (mm/s); notes until when."""
        tick = self._scene.tick
        if left > REST.speed or tick < self._in_vain[way]:
            return False
        dice = self._dice()
        height = dice[-1].pose.at[2] - dice[0].pose.at[2]
        clear = max(LEAST_SURE, SURE * left * math.sqrt(height / GRAVITY))
        self._until = self._ride.until(dice, tick, clear, held=way is Way.RIDING)
        until = self._ride.end if self._until is None else self._until
        if until < tick + WORTH:
            self._in_vain[way] = until + RUN
            return False
        return True

    def ride(self, every: int) -> Generator[Frame, None, None]:
        """Go along as one until the engine has to take over again, or all is done."""
        scene, since = self._scene, self._scene.tick
        until = self._ride.end if self._until is None else self._until
        dice = self._dice()
        own = {die.id for die in dice}
        others = {body.piece.id: body.pose for body in scene.free if body.piece.id not in own}
        yield from self._ride.frames(dice, others, since, until, every)
        velocity = self._ride.velocity(until)
        for body, die in zip(self._tower.dice, self._ride.along(dice, since, until), strict=True):
            body.at = die.pose.at
            if body.hold is Hold.FREE:
                scene.world.set_state(body.number, body.at, body.turn, velocity)
        self._left.clear()
        scene.skip(until)

    def lead(self) -> None:
        """Let the hand alone move the dice above the lowest from now on.

        What touches the model and the lowest die can't tell the difference, for the hand has those two anyhow; and the
        engine is spared the dice's contacts, for whose cube its exact solver would pay in each tick.
        """
        above, (x, y, z) = self._tower.dice[1:], self._foot(self._scene.tick)
        self._off = [(body.at[0] - x, body.at[1] - y, body.at[2] - z) for body in above]
        self._scene.attach(above)

    def let_go(self) -> None:
        """Give the dice above the lowest back to the engine, as they go along."""
        self.follow(self._foot(self._scene.tick))
        self._scene.detach(self._ride.velocity(self._scene.tick))
        self._left.clear()

    def follow(self, foot: Vector) -> None:
        """Have what is led where it is when the lowest die's middle is there (mm), and as fast as that."""
        if not self._scene.attached:
            return
        (x, y, z), speed = foot, self._tower.dice[0].speed
        for body, (dx, dy, dz) in zip(self._scene.attached, self._off, strict=True):
            body.at = (x + dx, y + dy, z + dz)
            body.speed = speed

    def _something_near(self) -> bool:
        """Whether something may come to the dice above the lowest before the next look, by a box about them.

        Of what still sleeps where it stood at first their way is known to be clear. A token that is pushed along is too
        low for them. But one whose middle has been pressed under the table's top comes out fast: 5.5 m/s, and upwards.
        """
        foot, *above = self._tower.dice
        own = {body.number for body in self._tower.dice}
        under = foot.at[2] + _half(foot) - SLACK
        others = [
            body
            for body in self._scene.free
            if body.number not in own
            and (not body.asleep or has_moved(body))
            and not (isinstance(body.piece, Token) and body.at[2] > 0.0 and body.at[2] + body.high[2] < under)
        ]
        if not others:
            return False
        low = [min(body.at[k] + body.low[k] for body in above) for k in range(3)]
        high = [max(body.at[k] + body.high[k] for body in above) for k in range(3)]

        def near(body: Body, room: float) -> bool:
            at = body.at
            return all(low[k] - room < at[k] + body.high[k] and at[k] + body.low[k] < high[k] + room for k in range(3))

        return any(near(body, distance_in(body.speed + foot.speed, LOOK_EVERY)) for body in others)

    def _dice(self) -> list[Die]:
        """The dice as they are now."""
        bodies = self._tower.dice
        bodies[0].at = self._foot(self._scene.tick)
        return [replace(body.piece, pose=body.pose) for body in bodies if isinstance(body.piece, Die)]


def _half(body: Body) -> float:
    """Half the height of a die that lies flat (mm)."""
    return body.piece.size / 2 if isinstance(body.piece, Die) else math.inf


def _restless(scene: Scene, body: Body, velocity: Vector) -> float:
    """How far a body is from being at rest to what moves so (mm/s)."""
    speed = math.dist(scene.world.velocity(body.number)[0], velocity)
    return max(speed, body.spin * REST.speed / REST.spin)
