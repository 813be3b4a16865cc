"""Laws of mechanics as cases: falling, bouncing, sliding, slopes, collisions and spin, each set up and measured.

Every measuring function measures one figure in our engine. A formula beside it gives the expected figure.
"""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from physics_suite.cases.blocks import SIZE, Bench, Block, pair
from riotsim.physics.engine.materials import DICE, Material
from riotsim.physics.engine.world import GRAVITY, TICK, Solver
from riotsim.table.poses import Vector, angle_between, rotate

HEIGHTS: Final = (5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 300.0, 500.0)
"""Heights from which blocks are dropped (mm)."""

FRICTIONS: Final = (0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
"""Frictions of a pair. The published figures for hard plastics and cloth lie between the first and the last."""

SETTLING: Final = 0.1
"""Time that a block gets to settle where it was put (s)."""

_SEAT: Final = 0.001
"""Depth by which a block is put into what it stands on (mm): about its depth at rest."""


def fall_speed(height: float) -> float:
    """Return √(2gh) (mm/s)."""
    return math.sqrt(2 * GRAVITY * height)


def fall(height: float) -> float:
    """Measure the speed (mm/s) of a block that has fallen freely by `height` mm."""
    with Bench() as bench:
        block = bench.block(DICE, (0.0, 0.0, 0.0))
        before = (0.0, 0.0)
        for _ in bench.run(2 * fall_speed(height) / GRAVITY):
            now = (-bench.pose(block).at[2], bench.world.speed_and_spin(block.number)[0])
            if now[0] >= height:
                share = (height - before[0]) / (now[0] - before[0])
                return before[1] + share * (now[1] - before[1])
            before = now
    raise AssertionError(f"a block did not fall {height} mm in twice the time it should take")


def rebound(
    height: float,
    block: Material,
    floor: Material,
    edges: Vector = (SIZE, SIZE, SIZE),
    solver: Solver = Solver.DANTZIG,
) -> float:
    """Measure how high a block that falls flat on the floor comes up, as a share of its `height` (mm).

    The share should be e², where e is the product of the two restitutions.
    """
    down, half = fall_speed(height) / GRAVITY, edges[2] / 2
    with Bench(floor, solver) as bench:
        bench.let_bounce(block.restitution * floor.restitution)
        die = bench.block(block, (0.0, 0.0, height + half), edges=edges)
        heights = [bench.pose(die).at[2] - half for _ in bench.run(2.5 * down)]
    # The touch itself may fall between two ticks, where the block is above the floor.
    touch = heights.index(min(heights[: math.ceil(1.3 * down / TICK)]))
    return max(0.0, max(heights[touch:])) / height


def slide_length(speed: float, friction: float) -> float:
    """Return v²/(2μg) (mm)."""
    return speed * speed / (2 * friction * GRAVITY)


def slide(speed: float, friction: float, askew: float = 0.0, solver: Solver = Solver.DANTZIG) -> float:
    """Measure how far (mm) a block slides that starts at `speed` mm/s on a floor, if the pair has this friction.

    The block moves at an angle of `askew` rad to the table's edge.
    """
    stuff = pair(friction)
    with Bench(stuff, solver) as bench:
        block = bench.block(stuff, (0.0, 0.0, SIZE / 2 - _SEAT))
        bench.wait(SETTLING)
        start = bench.pose(block).xy
        bench.launch(block, (speed * math.cos(askew), speed * math.sin(askew), 0.0))
        bench.wait(1.5 * speed / (friction * GRAVITY) + SETTLING)
        return math.dist(bench.pose(block).xy, start)


SLID: Final = 2.0
"""If a block has moved this far on a slope, it slides (mm)."""

TIPPED: Final = math.radians(20.0)
"""If a block has turned this far on a slope, it topples (rad)."""


@dataclass(frozen=True, slots=True)
class OnSlope:
    """What a block on a slope did."""

    slid: bool
    tipped: bool

    @property
    def stays(self) -> bool:
        """True if the block stays where it was put."""
        return not (self.slid or self.tipped)


def on_slope(angle: float, friction: float, seconds: float = 1.0) -> OnSlope:
    """Put a block on a slope of `angle` rad with an edge downhill, and return whether it slides or topples."""
    stuff = pair(friction)
    turn = (0.0, math.sin(angle / 2), 0.0, math.cos(angle / 2))
    ramp: Vector = (2000.0, 200.0, 100.0)
    with Bench() as bench:
        bench.block(stuff, rotate(turn, (0.0, 0.0, -ramp[2] / 2)), turn, edges=ramp, fixed=True)
        start = rotate(turn, (0.0, 0.0, SIZE / 2 - _SEAT))
        block = bench.block(stuff, start, turn)
        slid = False
        for _ in bench.run(seconds):
            now = bench.pose(block)
            if angle_between(turn, now.orientation) > TIPPED:
                return OnSlope(slid, True)
            slid = slid or math.dist(now.at, start) > SLID
        return OnSlope(slid, False)


def critical_slope(friction: float, precision: float = math.radians(0.1)) -> float:
    """Measure the steepest slope (rad) on which a block stays: atan μ, or 45° if the block topples first."""
    low, high = 0.0, math.radians(60.0)
    while high - low > precision:
        middle = (low + high) / 2
        if on_slope(middle, friction).stays:
            low = middle
        else:
            high = middle
    return (low + high) / 2


@dataclass(frozen=True, slots=True)
class Collision:
    """What a collision of two dice in the air has changed."""

    momentum: float
    """Change of the dice's momentum, as a share of the sum of both amounts before."""
    angular: float
    """Change of the dice's angular momentum about the middle between them, as a share."""
    energy: float
    """Remaining share of their energy of motion."""
    met: bool
    """True if the dice touched."""


def collide(seed: int, restitution: float = DICE.restitution**2, friction: float = DICE.friction**2) -> Collision:
    """Make two dice meet in free fall, at 1.2 m/s with some random spin and offset, and return what changes."""
    chance = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))
    stuff = pair(friction, restitution)
    with Bench() as bench:
        aside, up = (float(part) for part in chance.uniform(-SIZE / 3, SIZE / 3, 2))
        one = bench.block(stuff, (-25.0, 0.0, 0.0))
        two = bench.block(stuff, (25.0, aside, up))
        for block, speed in ((one, 800.0), (two, -400.0)):
            x, y, z = (float(part) for part in chance.normal(0.0, 20.0, 3))
            bench.launch(block, (speed, 0.0, 0.0), (x, y, z))
        before = _moving(bench, (one, two))
        met = False
        for _ in bench.run(0.12):
            met = met or two.number in bench.world.touched_by(one.number)
        after = _moving(bench, (one, two))
    scale = one.mass * 1200.0
    return Collision(
        math.dist(before[0], after[0]) / scale,
        math.dist(before[1], after[1]) / (scale * SIZE),
        after[2] / before[2],
        met,
    )


def _moving(bench: Bench, blocks: tuple[Block, ...]) -> tuple[Vector, Vector, float]:
    """Return momentum, angular momentum about the common centre, and energy of blocks, in a falling frame."""
    mass = sum(block.mass for block in blocks)
    places = [np.array(bench.pose(block).at) for block in blocks]
    along = np.array((0.0, 0.0, GRAVITY * bench.tick * TICK))
    speeds = [np.array(bench.world.velocity(block.number)[0]) + along for block in blocks]
    centre = sum(block.mass * at for block, at in zip(blocks, places, strict=True)) / mass
    momentum, angular, energy = np.zeros(3), np.zeros(3), 0.0
    for block, at, speed in zip(blocks, places, speeds, strict=True):
        own = np.array(bench.angular_momentum(block))
        momentum += block.mass * speed
        angular += own + np.cross(at - centre, block.mass * speed)
        energy += block.mass * float(speed @ speed) / 2 + float(own @ bench.world.velocity(block.number)[1]) / 2
    return _vector(momentum), _vector(angular), energy


def _vector(array: npt.NDArray[np.float64]) -> Vector:
    return (float(array[0]), float(array[1]), float(array[2]))


def bouncing_energy(seed: int, seconds: float = 20.0, restitution: float = 1.0) -> tuple[list[float], list[float]]:
    """Make a spinning die bounce, and return the times (s) and the die's energy as a share of that at the start.

    The die falls from 200 mm, turned at random. Die and floor have the restitution `restitution` and the friction of
    dice on felt. Friction takes energy away, and nothing may add energy.
    """
    chance = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))
    turn = chance.standard_normal(4)
    turn /= np.linalg.norm(turn)
    stuff = pair(0.45, restitution)
    with Bench(stuff) as bench:
        bench.let_bounce(restitution)
        die = bench.block(stuff, (0.0, 0.0, 200.0), (float(turn[0]), float(turn[1]), float(turn[2]), float(turn[3])))
        x, y, z = (float(part) for part in chance.normal(0.0, 15.0, 3))
        bench.launch(die, (100.0, 0.0, 0.0), (x, y, z))
        start = bench.energy(die)
        times, energies = [], []
        for time in bench.run(seconds):
            times.append(time)
            energies.append(bench.energy(die) / start)
    return times, energies


@dataclass(frozen=True, slots=True)
class Spin:
    """The changes of a block's spin in free fall."""

    amount: float
    """Change of the amount of the block's angular momentum, as a share."""
    direction: float
    """Angle between the block's angular momentum before and after (rad)."""
    energy: float
    """Change of its energy of spin, as a share."""
    precession: float
    """Rate at which the block's long axis goes round its angular momentum (rad/s)."""


def spin(edges: Vector, about: Vector, seconds: float = 1.0) -> Spin:
    """Spin a block freely, at `about` rad/s in its own frame at the start, and measure the changes.

    The long axis of an x × y × y block goes round its angular momentum L at |L| / I. I is the moment of inertia across
    that axis.
    """
    with Bench() as bench:
        block = bench.block(DICE, (0.0, 0.0, 0.0), edges=edges)
        bench.launch(block, (0.0, 0.0, 0.0), about)
        first = np.array(bench.angular_momentum(block))
        energy = float(first @ np.array(about)) / 2
        axis = first / np.linalg.norm(first)
        turned, before = 0.0, _round(axis, bench.pose(block).orientation)
        for _ in bench.run(seconds):
            now = _round(axis, bench.pose(block).orientation)
            turned += math.remainder(now - before, math.tau)
            before = now
        last = np.array(bench.angular_momentum(block))
        left = float(last @ np.array(bench.world.velocity(block.number)[1])) / 2
    size = float(np.linalg.norm(last))
    return Spin(
        size / float(np.linalg.norm(first)) - 1.0,
        math.acos(min(1.0, float(last @ axis) / size)),
        left / energy - 1.0,
        turned / seconds,
    )


def precession_rate(edges: Vector, about: Vector) -> float:
    """Return |L| / I (rad/s) of an x × y × y block that spins at `about` rad/s in its own frame."""
    x, y, _ = edges
    along, across = (y * y + y * y) / 12, (x * x + y * y) / 12
    return math.hypot(along * about[0], across * about[1], across * about[2]) / across


def _round(axis: npt.NDArray[np.float64], turn: tuple[float, float, float, float]) -> float:
    """Return the angle of a body's own x axis round `axis` (rad)."""
    u = np.cross(axis, (0.0, 0.0, 1.0) if abs(axis[2]) < 0.9 else (1.0, 0.0, 0.0))
    u /= np.linalg.norm(u)
    long = np.array(rotate(turn, (1.0, 0.0, 0.0)))
    return math.atan2(float(long @ np.cross(axis, u)), float(long @ u))
