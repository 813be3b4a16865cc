"""The act of putting a die on a tower."""

import math
from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Final

from riotsim.physics.acts.chance import random_generator
from riotsim.physics.bodies.body import MotionType
from riotsim.physics.bodies.live_towers import pressed_together
from riotsim.physics.bodies.size_and_mass import mass
from riotsim.physics.engine.world import GRAVITY, TICK, Solver
from riotsim.physics.scene.broad_phase import LooseDice
from riotsim.physics.scene.scene import LIMITS, Scene
from riotsim.physics.scene.settle import outcome
from riotsim.physics.statics import model_obstacles, resting_pose, table_obstacles
from riotsim.table.acts import Frame, Put, Settled, Stack
from riotsim.table.impacts import Impact, collider_of
from riotsim.table.pieces import Die, Tower
from riotsim.table.poses import Point, Pose, heading_of
from riotsim.table.state import Table
from riotsim.table.towers import first_die_pose, yaw_of


@dataclass(frozen=True, slots=True)
class StackSettings:
    """Settings of the act of putting a die on a tower. We chose the values; they have no source."""

    release_height: float = 0.5
    """Height of the released die above the tower (mm)."""
    landing_substeps: int = 2
    """Number of steps that the engine makes in each tick while the die lands.

    With one step, the die sinks into the tower by half a millimetre before the engine detects the contact. Then the
    engine pushes it aside. We compared where 189 dice came to rest in the engine and by statics. With one step, the two
    positions differed by up to 0.33 mm. With two or four steps, they differed by up to 0.09 mm.
    """
    landed_tick: int = 6
    """From this tick on, the engine makes its usual number of steps in a tick again (see `landing_substeps`).

    By then the die has landed: its fall takes three ticks. The tick is before the first regular check
    (`LOOK_INTERVAL`). So the extra steps don't make this check overestimate the computing cost of the act.
    """
    rest_speed: float = 2.0
    """A die counts as released at rest up to this horizontal speed (mm/s).

    At this speed, the die lands 0.02 mm from the place of a die released at rest.
    """
    rest_ticks: int = 20
    """A die that was released at rest has settled after this number of ticks.

    The die falls for three ticks, and then lies still for `RestThresholds.rest_ticks`. The sum is rounded up to the
    tick of a frame.
    """


STACK: Final = StackSettings()
"""The settings that the simulation uses for stacking."""


def stack(
    table: Table, act: Stack, seed: int, every: int, exact: bool = True, listen: bool = False
) -> Generator[Frame, None, Settled]:
    """Put a die on a tower, or begin a tower with the die. Yield frames, and return the settled table.

    The engine is not used in two cases:

    - The die begins a tower.
    - The hand is nearly still at the release, and statics can predict the final place of the die.

    Args:
        table: The table before the act.
        act: The act.
        seed: Seed of the act's random numbers.
        every: Ticks between two frames; 0 for none.
        exact: True to begin with the exact solver, False to begin with the impulse solver. If the act costs too much,
            it changes to degraded mode, which has another solver.
        listen: Whether frames report impacts.
    """
    tower = table.towers.get(act.tower)
    if act.die.id in table.dice:
        table = table.without(act.die.id)
    if tower is None:
        return _start_tower(table, act)
    dice = table.tower_dice(act.tower)
    put, (error_x, error_y) = (act.put, (0.0, 0.0)) if act.put is not None else _apply_hand_errors(act, dice, seed)
    yaw = yaw_of(dice[-1].pose.orientation) + put.yaw
    x, y, z = dice[-1].pose.at
    at = (
        x + put.offset[0] + error_x,
        y + put.offset[1] + error_y,
        z + (dice[-1].size + act.die.size) / 2 + STACK.release_height,
    )
    die = replace(act.die, pose=Pose(at, act.die.kind.orientation_showing(act.die.shows, yaw)))
    meant = table.with_pieces(die).with_tower(act.tower, Tower((*tower.dice, die.id), tower.bearing))
    skip = (*tower.dice, die.id)
    model = table.models.get(act.tower)
    others = table_obstacles(table, act.tower, loose=True) + ([] if model is None else model_obstacles(model))
    lies = resting_pose(dice, die, others) if math.hypot(*put.velocity) <= STACK.rest_speed else None
    if lies is not None:
        yield from _simulate_fall(die, lies, every, dice[-1] if listen else None)
        return Settled(meant.with_pieces(lies), (), STACK.rest_ticks)
    with Scene(
        meant, Solver.DANTZIG if exact else Solver.IMPULSES, loose=LooseDice.LIVE, skip=skip, listen=listen
    ) as scene:
        entering = sorted((*pressed_together(meant, dice), die), key=lambda one: one.id)
        for body in scene.registry.enter_all([(one, MotionType.FREE) for one in entering]):
            if body.piece is die and put.velocity != (0.0, 0.0):
                scene.world.set_velocity(body.number, (*put.velocity, 0.0))
                body.speed = math.hypot(*put.velocity)
        scene.registry.add_tower(act.tower, (*tower.dice, die.id))
        with scene.world.least_substeps(STACK.landing_substeps):
            yield from scene.run(STACK.landed_tick, every)
        yield from scene.run(LIMITS.ticks, every)
        return outcome(scene, (die.id,))


def _apply_hand_errors(act: Stack, dice: tuple[Die, ...], seed: int) -> tuple[Put, Point]:
    """Draw a hand's random errors in putting a die on a tower.

    Returns:
        Two values. The first says how the hand puts the die: at the intended offset, with a random yaw. This offset has
        no error yet. The second value is the random error of the offset in x and y (mm).
    """
    chance = random_generator(seed)
    spread = act.hand.place_sigma_at(dice[-1].pose.at[2] - dice[0].pose.at[2])
    error_x, error_y = (float(part) for part in chance.normal(0.0, spread, 2))
    yaw = float(chance.normal(0.0, act.hand.yaw_sigma))
    return Put(act.offset, yaw), (error_x, error_y)


def _simulate_fall(die: Die, lies: Die, every: int, onto: Die | None) -> Generator[Frame, None, None]:
    """Yield the frames of a die that falls straight down onto a tower and stays there.

    The die does not bounce, so the impulse of its impact equals its momentum.

    Args:
        die: The die at its release.
        lies: The die at rest.
        every: Ticks between two frames; 0 for none.
        onto: The die below the falling die. If it is None, no impact is reported.
    """
    x, y, z = die.pose.at
    for tick in range(every, STACK.rest_ticks + 1, every) if every else ():
        height = max(lies.pose.at[2], z - GRAVITY * (tick * TICK) ** 2 / 2)
        impacts: tuple[Impact, ...] = ()
        if onto is not None and height == lies.pose.at[2]:
            speed = math.sqrt(2 * GRAVITY * (z - height))
            at = (x, y, height - die.size / 2)
            impacts = (Impact(tick, collider_of(die), collider_of(onto), at, speed, speed * mass(die.kind, die.size)),)
            onto = None
        yield Frame(tick, {die.id: Pose((x, y, height), die.pose.orientation)}, impacts)


def _start_tower(table: Table, act: Stack) -> Settled:
    """Set down the first die of a tower flat at `act.ground`, and return the settled table.

    If `act.ground` is None, the die is set down beside the tower's model.
    """
    seat = first_die_pose(table, act.tower, act.bearing, act.die.size, act.ground)
    level = table.level_at(seat.xy)
    turn = act.die.kind.orientation_showing(act.die.shows, heading_of(seat.orientation))
    die: Die = replace(act.die, pose=Pose((*seat.xy, level + act.die.size / 2), turn))
    return Settled(table.with_pieces(die).with_tower(act.tower, Tower((die.id,), act.bearing)))
