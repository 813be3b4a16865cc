"""A die put on a tower by hand."""

import math
from collections.abc import Generator
from dataclasses import replace

from riotsim.physics.acts.chance import generator
from riotsim.physics.bodies.body import Hold
from riotsim.physics.bodies.live_towers import pressed_together
from riotsim.physics.engine.inertia import mass
from riotsim.physics.engine.world import GRAVITY, TICK, Solver
from riotsim.physics.scene.broad_phase import Loose
from riotsim.physics.scene.scene import Scene
from riotsim.physics.scene.settle import outcome
from riotsim.physics.statics.obstacles import of_model, of_table
from riotsim.physics.statics.stacking import at_rest
from riotsim.table.acts import Frame, Put, Settled, Stack
from riotsim.table.impacts import Impact, hit_of
from riotsim.table.pieces import Die, Tower
from riotsim.table.poses import Point, Pose, heading_of
from riotsim.table.state import Table
from riotsim.table.towers import first_die_pose, yaw_of

LIMIT = round(8.0 / TICK)
"""An act of stacking is cut short after eight simulated seconds (ticks)."""

LET_GO = 0.5
"""How far above the tower a hand lets go of the die (mm)."""

LANDING_STEPS = 2
"""Steps in a tick while the die lands. In one, what falls from there gets half a millimetre deep into the die below
before that is felt, and is pushed out to the side: the worst of 189 dice that statics settles was 0.33 mm off. In two
it is 0.09 mm, in four too."""

LANDED = 6
"""After so many ticks it has: it falls for three. (Before the first look, which would take two steps a tick for what
the whole act will cost.)"""

STILL = 2.0
"""What is let go with no more than this (mm/s) is let go at rest: it would get 0.02 mm farther."""

SET_DOWN = 20
"""Ticks that it takes until such a die is at rest: a fall of three, and `rest.REST_RUN`."""


def stack(
    table: Table, act: Stack, seed: int, every: int, exact: bool = True, listen: bool = False
) -> Generator[Frame, None, Settled]:
    """Put a die on a tower, or begin one; yields a frame every so many ticks."""
    tower = table.towers.get(act.tower)
    if act.die.id in table.dice:
        table = table.without(act.die.id)
    if tower is None:
        return _begin(table, act)
    dice = table.tower_dice(act.tower)
    put, (error_x, error_y) = (act.put, (0.0, 0.0)) if act.put is not None else _erring(act, dice, seed)
    yaw = yaw_of(dice[-1].pose.turn) + put.yaw
    x, y, z = dice[-1].pose.at
    at = (
        x + put.offset[0] + error_x,
        y + put.offset[1] + error_y,
        z + (dice[-1].size + act.die.size) / 2 + LET_GO,
    )
    die = replace(act.die, pose=Pose(at, act.die.kind.showing(act.die.shows, yaw)))
    meant = table.put(die).with_tower(act.tower, Tower((*tower.dice, die.id), tower.bearing))
    skip = (*tower.dice, die.id)
    model = table.models.get(act.tower)
    others = of_table(table, act.tower, loose=True) + ([] if model is None else of_model(model))
    lies = at_rest(dice, die, others) if math.hypot(*put.velocity) <= STILL else None
    if lies is not None:
        yield from _falling(die, lies, every, dice[-1] if listen else None)
        return Settled(meant.put(lies), (), SET_DOWN)
    with Scene(
        meant, Solver.DANTZIG if exact else Solver.IMPULSES, loose=Loose.LIVE, skip=skip, listen=listen
    ) as scene:
        entering = sorted((*pressed_together(meant, dice), die), key=lambda one: one.id)
        for body in scene.enter_all([(one, Hold.FREE) for one in entering]):
            if body.piece is die and put.velocity != (0.0, 0.0):
                scene.world.set_velocity(body.number, (*put.velocity, 0.0))
                body.speed = math.hypot(*put.velocity)
        scene.add_tower(act.tower, (*tower.dice, die.id))
        with scene.world.least_substeps(LANDING_STEPS):
            yield from scene.run(LANDED, every)
        yield from scene.run(LIMIT, every)
        return outcome(scene, (die.id,))


def _erring(act: Stack, dice: tuple[Die, ...], seed: int) -> tuple[Put, Point]:
    """How the hand means to let go of a die, turned as its error has it; and its error of place (mm)."""
    chance = generator(seed)
    spread = act.hand.place_sigma_at(dice[-1].pose.at[2] - dice[0].pose.at[2])
    error_x, error_y = (float(part) for part in chance.normal(0.0, spread, 2))
    yaw = float(chance.normal(0.0, act.hand.yaw_sigma))
    return Put(act.offset, yaw), (error_x, error_y)


def _falling(die: Die, lies: Die, every: int, onto: Die | None) -> Generator[Frame, None, None]:
    """Frames of a die that falls straight onto a tower which bears it, and which somebody listens to if it has a top.

    It does not bounce: its impulse is what it comes with.
    """
    x, y, z = die.pose.at
    for tick in range(every, SET_DOWN + 1, every) if every else ():
        height = max(lies.pose.at[2], z - GRAVITY * (tick * TICK) ** 2 / 2)
        impacts: tuple[Impact, ...] = ()
        if onto is not None and height == lies.pose.at[2]:
            speed = math.sqrt(2 * GRAVITY * (z - height))
            at = (x, y, height - die.size / 2)
            impacts = (Impact(tick, hit_of(die), hit_of(onto), at, speed, speed * mass(die.kind, die.size)),)
            onto = None
        yield Frame(tick, {die.id: Pose((x, y, height), die.pose.turn)}, impacts)


def _begin(table: Table, act: Stack) -> Settled:
    """The first die of a tower, set down flat: against its model, or where the tower is to stand."""
    seat = first_die_pose(table, act.tower, act.bearing, act.die.size, act.ground)
    level = table.level_at(seat.plan)
    turn = act.die.kind.showing(act.die.shows, heading_of(seat.turn))
    die: Die = replace(act.die, pose=Pose((*seat.plan, level + act.die.size / 2), turn))
    return Settled(table.put(die).with_tower(act.tower, Tower((die.id,), act.bearing)))
