"""How bodies move, and which of them count as at rest."""

import math

from riotsim.physics.bodies.body import Body
from riotsim.table.pieces import Die, Token
from riotsim.table.poses import Quaternion, Vector, angle_between, rotate

REST_SPEED = 2.0
"""What moves slower than this may be at rest (mm/s)."""

REST_SPIN = 0.15
"""What spins slower than this may be at rest (rad/s)."""

LOOK_EVERY = 8
"""Ticks between two looks at the bodies: a thirtieth of a second. A look at three dice takes as long as four ticks."""

REST_RUN = 16
"""For how many ticks all has to be that slow: a tower that begins to topple gains more in this time."""

LEAN_RUN = 60
"""And for how many when a rolled die lies on no face: it may be balancing."""

FLAT = math.radians(1.5)
"""A die that is tilted by no more lies flat on its face."""

ROCKS = 0.5
"""What keeps within this of a place (mm) ..."""

ROCKS_BY = math.radians(3.0)
"""... and turns by no more ..."""

ROCKS_FOR = 240
"""... for so many ticks is at rest, however fast it rocks. A die that leans on a corner is damped by nothing: among
models and scenery 1 roll in 50 rocked on by 0.1 mm until its time was up. What topples has left its place long
before: in that second a lean of a tower of ten grows a thousandfold (by e in √(2h/3g), 0.1 s)."""


CREEPS = 0.1
"""What has come farther than this since it was first seen slow (mm) ..."""

CREEPS_BY = math.radians(0.1)
"""... or has turned by more, is not at rest, however slow it is: under impulses a die that lay on another and on a
leaning one tipped by 0.9° in a quarter of a second, never faster than 0.09 rad/s. Asleep it would have stayed so."""


def note_place(body: Body, tick: int) -> int:
    """Note where a body is, and give for how many ticks it has kept to its place however fast it rocks."""
    if math.dist(body.at, body.place) > ROCKS or angle_between(body.turn, body.placed) > ROCKS_BY:
        body.place, body.placed, body.there_since = body.at, body.turn, tick
    return tick - body.there_since


def creeps(body: Body, at: Vector, turn: Quaternion) -> bool:
    """Tell whether a body has left a place in which it was seen slow."""
    return math.dist(body.at, at) > CREEPS or angle_between(body.turn, turn) > CREEPS_BY


def tilt(body: Body) -> float:
    """Give how far a die or a token is tilted from flat on its lowest face (rad); of anything else, 0."""
    match body.piece:
        case Die(kind=kind):
            return kind.resting(body.turn)[1]
        case Token():
            return math.acos(min(1.0, abs(rotate(body.turn, (0.0, 0.0, 1.0))[2])))
    return 0.0
