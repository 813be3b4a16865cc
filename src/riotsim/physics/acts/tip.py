"""The act of tipping a cube with an inexact hand."""

import math
from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Final

from riotsim.physics.acts.chance import random_generator, standard_normals
from riotsim.physics.bodies.body import MotionType
from riotsim.physics.bodies.motion import LOOK_INTERVAL
from riotsim.physics.engine.world import TICK, Solver
from riotsim.physics.scene.broad_phase import LooseDice
from riotsim.physics.scene.scene import LIMITS, Scene
from riotsim.physics.scene.settle import outcome
from riotsim.table.acts import Frame, Hand, Settled, Tip
from riotsim.table.dice.cubes import QUARTER, flat_cube
from riotsim.table.kinematic.motion import whole_frames
from riotsim.table.kinematic.tip import GRIP_TICKS, TippedCube, roll_share, roll_speed, slide_of, tipped_cube
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose, Vector, about_z, cross, multiply, rotate
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class TipSettings:
    """Settings of an inexact hand that tips a cube. We chose the values; they have no source."""

    release_angle: float = math.radians(80.0)
    """A hand without error rolls the cube by this angle before it lets go (rad). At 45°, the cube would be in balance.

    With a `Hand.place_sigma` of 3 mm and a cube of 16 mm, the standard deviation of the angle is 11°. So
    balance is 3 standard deviations away.
    """
    roll_ticks: int = 7 * LOOK_INTERVAL
    """Time of the hand's roll of the cube, up to the release (ticks)."""
    lift: float = 0.02
    """The hand lifts the cube by this height during the roll (mm).

    So no edge of the cube is below the ground when the hand lets go.
    """


TIP: Final = TipSettings()
"""The settings that the simulation uses for tips."""


def tip_by_hand(
    table: Table, act: Tip, hand: Hand, seed: int, every: int, exact: bool = True, listen: bool = False
) -> Generator[Frame, None, Settled]:
    """Tip a cube onto a neighbouring face with an inexact hand. Yield frames, and return the settled table.

    The other dice that are in no tower don't move.

    Args:
        table: The table before the act.
        act: The tip.
        hand: The hand.
        seed: Seed of the act's random numbers.
        every: Ticks between two frames; 0 for none.
        exact: True to begin with the exact solver, False to begin with the impulse solver. If the act costs too much,
            it changes to degraded mode, which has another solver.
        listen: Whether frames report impacts.
    """
    tip = tipped_cube(table, act)
    grip, turn = standard_normals(random_generator(seed), 2)
    error = math.atan2(hand.place_sigma * grip, tip.die.size)
    release = min(max(TIP.release_angle + error, 0.0), QUARTER)
    yaw = hand.yaw_sigma * turn
    for tick in range(every, TIP.roll_ticks, every) if every else ():
        share = roll_share(tick / TIP.roll_ticks)
        yield Frame(tick, {act.die: _held(tip, release * share, yaw * share)})
    solver = Solver.DANTZIG if exact else Solver.IMPULSES
    with Scene(table, solver, skip=(act.die,), loose=LooseDice.STILL, listen=listen) as scene:
        scene.skip(TIP.roll_ticks)
        pose = _held(tip, release, yaw)
        body = scene.registry.enter(replace(tip.die, pose=pose), MotionType.FREE)
        body.start = tip.die.pose
        velocity, spin = _motion_at_release(tip, pose, release, yaw)
        scene.world.set_velocity(body.number, velocity, spin)
        body.speed, body.spin = math.hypot(*velocity), math.hypot(*spin)
        if every and TIP.roll_ticks % every == 0:
            yield scene.frame()
        yield from scene.run(LIMITS.ticks, every)
        settled = outcome(scene, (act.die,))
    die = settled.table.dice.get(act.die)
    if die is None:
        return settled
    return (yield from _square_up(settled, die, tip, every, listen))


def _held(tip: TippedCube, angle: float, yaw: float) -> Pose:
    """Return the pose of a cube that a hand has rolled by an angle, over the cube's lower edge on the side of the roll.

    Args:
        tip: The cube.
        angle: The angle (rad).
        yaw: The hand's error: a rotation about the vertical axis through the middle of the cube (rad).
    """
    pose = tip.rolled(angle)
    x, y, z = pose.at
    return Pose((x, y, z + TIP.lift), multiply(about_z(yaw), pose.orientation))


def _motion_at_release(tip: TippedCube, pose: Pose, release: float, yaw: float) -> tuple[Vector, Vector]:
    """Return the velocity (mm/s) and the spin (rad/s) of a cube as the hand lets go.

    At this moment, the cube rotates about its lower edge on the side of the roll.

    Args:
        tip: The cube.
        pose: The pose of the cube at the release.
        release: The angle of the cube's roll so far (rad).
        yaw: The hand's error: a rotation about the vertical axis (rad).
    """
    rate = release * roll_speed(1.0) / (TIP.roll_ticks * TICK)
    ahead = rotate(about_z(yaw), tip.way)
    axis = cross((0.0, 0.0, 1.0), ahead)
    spin = (axis[0] * rate, axis[1] * rate, 0.0)
    half, sine, cosine = tip.die.size / 2, math.sin(release), math.cos(release)
    along, up = half * (sine - cosine), half * (sine + cosine)  # of the middle, from the edge
    return cross(spin, (along * ahead[0], along * ahead[1], up)), spin


def _square_up(
    settled: Settled, die: Die, tip: TippedCube, every: int, listen: bool
) -> Generator[Frame, None, Settled]:
    """Slide a tipped cube from its place of rest to the end of the tip (`tip.end`).

    During the slide, the cube also turns, until its sides have the same directions as before the tip. Yield frames, and
    return the outcome of the tip and the slide together.

    Args:
        settled: The outcome of the tip before the slide.
        die: The cube at rest.
        tip: The cube before the tip, with its path.
        every: Ticks between two frames; 0 for none.
        listen: Whether frames report impacts.
    """
    lies = flat_cube(die.pose.orientation)
    cube = lies.turned(math.remainder(tip.cube.yaw - lies.yaw, QUARTER))
    landed, end = tip.standing(die.pose.xy, lies), tip.standing(tip.end, cube)
    begin = whole_frames(settled.ticks * TICK) + GRIP_TICKS
    slide = slide_of(settled.table, landed, end, begin)
    heard = list(slide.impacts) if listen else []
    for tick in range(settled.ticks // every * every + every, slide.ticks + 1, every) if every else ():
        now = tuple(impact for impact in heard if tick - every < impact.tick <= tick)
        yield Frame(tick, slide.poses_at(tick), now)
    return replace(settled, table=slide.table, ticks=slide.ticks)
