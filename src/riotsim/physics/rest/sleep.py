"""What has come to rest by itself sleeps, and costs nothing until something that moves touches it."""

import math
from collections.abc import Iterable, Sequence

from riotsim.physics.bodies.body import Body, may_reach
from riotsim.physics.bodies.live_towers import LiveTower
from riotsim.physics.bodies.motion import FLAT, LEAN_RUN, LOOK_EVERY, REST_RUN, REST_SPEED, REST_SPIN, tilt
from riotsim.physics.engine.world import TICK, World
from riotsim.table.pieces import Die, Token

APART = 1.0
"""What something else is nearer to than this (mm) stays awake: the engine might let one push the other."""

QUITE_FLAT = math.radians(0.1)
"""What is tilted by no more (0.03 mm at the edge of a die) needs not to have been still for long: a die that rocks is
tilted by more where it turns back. Of 900 dice 59 % were that flat when they were first seen still."""

QUITE_STILL = 0.25
"""And is no faster (mm/s). What has sunk in is pushed out by 0.08 of its depth in a step: a die that is 0.05 mm deep
has 1 mm/s, or 0.24 while something is fast (0.02)."""


_LIES_FLAT = (Die, Token)
"""What may sleep by itself. (`Die | Token` would be put together anew for each body.)"""


def lull(world: World, body: Body) -> None:
    """Put a body to sleep."""
    body.asleep, body.sound = True, False
    world.lull(body.number)


def lull_alone(world: World, tick: int, free: Sequence[Body], others: Iterable[Body]) -> None:
    """Put to sleep each die or token that lies flat and still, and that no body that can move is near."""
    for body in free:
        if body.asleep or body.still_since is None or not isinstance(body.piece, _LIES_FLAT):
            continue
        if body.speed > REST_SPEED or body.spin > REST_SPIN:  # it rocks in its place
            continue
        long = tick - body.still_since + LOOK_EVERY >= REST_RUN
        if (not long and body.speed > QUITE_STILL) or tilt(body) > (FLAT if long else QUITE_FLAT):
            continue
        if not _near_any(body, free) and not _near_any(body, others):
            lull(world, body)


def _near_any(body: Body, others: Iterable[Body]) -> bool:
    """Whether a body's box is near that of another."""
    return any(_near(body, other) for other in others if other is not body)


def _near(a: Body, b: Body, room: float = APART) -> bool:
    """Whether their boxes are so near one another (mm)."""
    (x, y, z), (left, front, under), (right, back, over) = a.at, a.low, a.high
    (u, v, w), (left_b, front_b, under_b), (right_b, back_b, over_b) = b.at, b.low, b.high
    return not (
        x + left - room >= u + right_b
        or u + left_b - room >= x + right
        or y + front - room >= v + back_b
        or v + front_b - room >= y + back
        or z + under - room >= w + over_b
        or w + under_b - room >= z + over
    )


def may_be_woken(world: World, free: Sequence[Body], far: float) -> bool:
    """Tell whether anything awake is so near (mm) to something that was ever put to sleep.

    What was woken may be asleep again: the engine sees to that by itself.
    """
    lulled = world.lulled
    sleepers = [body for body in free if body.number in lulled]
    awake = [body for body in free if not body.asleep]
    return any(_near(one, other, far) for one in awake for other in sleepers if one is not other)


def awake_again(bodies: Iterable[Body]) -> None:
    """Note that bodies are awake because they have gone over to another client."""
    for body in bodies:
        body.asleep = False


def hand_near(hands: Sequence[Body], tower: LiveTower) -> bool:
    """Tell whether something that a hand moves may reach a tower before the next look: its touch wakes nobody."""
    return any(may_reach(hand, body, LOOK_EVERY * TICK) for hand in hands for body in tower.dice)


def lull_towers(world: World, towers: Iterable[LiveTower], hands: Sequence[Body]) -> None:
    """Put a tower that was touched back to rest once it stands still, and rouse it when a hand at work comes near.

    A hand's own touch wakes nobody; what it carries stays awake.
    """
    for tower in towers:
        if tower.fell or (tower.carried and hands):
            continue
        tower.near_hand = hand_near(hands, tower)
        if tower.near_hand and tower.quiet >= REST_RUN:
            for body in tower.dice:
                body.asleep = False
                world.rouse(body.number)
        if tower.near_hand or tower.moves(REST_SPEED, REST_SPIN):
            tower.quiet = 0
            continue
        tower.quiet += LOOK_EVERY
        # Again where the last digits of a pose changed as it fell asleep, or where it was touched and did not move.
        if all(body.asleep for body in tower.dice):
            continue
        if tower.quiet == LOOK_EVERY or tower.creeps():
            tower.note_places()
            tower.quiet = LOOK_EVERY
        # Under impulses a tower that was woken sways by itself: slowest where it leans most, and turns back.
        if tower.quiet >= (REST_RUN if all(tilt(body) <= QUITE_FLAT for body in tower.dice) else LEAN_RUN):
            for body in tower.dice:
                lull(world, body)
