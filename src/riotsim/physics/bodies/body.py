"""Pieces as bodies: what of a piece the engine knows, and where its body was seen last."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from riotsim.physics.bodies.extents import GIRTH, half_thickness, model_height, model_radius, reach_of
from riotsim.physics.engine import inertia as solids
from riotsim.physics.engine.client import Made
from riotsim.physics.engine.materials import DICE, MINIATURE, SCENERY, TOKEN
from riotsim.physics.engine.world import World
from riotsim.table.pieces import BASE_THICKNESS, Box, Die, Hull, Mesh, Model, Piece, Round, Terrain, Token
from riotsim.table.poses import Point, Pose, Quaternion, Vector, about_z

MODEL_MASS = 12.0
"""Of a 28 mm plastic figure with its base (g)."""

TOKEN_DAMPING = 0.8
"""Share of its spin that a token loses in a second; a rigid rim on a rigid table would keep it rolling."""

TOKEN_ROLLING = 0.05
"""Lever of a token's rolling friction (mm): the least with which none of 240 tokens rolled on its rim for 8 seconds; 1
of them then stood on its rim at rest, and with four times as much 8."""

SLACK = 2.0
"""How near a thing has to come at the least to exist for the engine (mm)."""


class Hold(Enum):
    """What moves a body."""

    FIXED = "nothing"
    HAND = "a hand"
    FREE = "gravity and knocks"


@dataclass(slots=True)
class Body:
    """A piece in the engine, and the last that was seen of it."""

    piece: Piece
    """As it was when the act began."""
    number: int
    """The engine's."""
    hold: Hold
    low: Vector
    """Least x, y, z of a box about it that turns with nothing, from `at` (mm)."""
    high: Vector
    """Greatest x, y, z of it, from `at` (mm)."""
    at: Vector
    """Centre of the body (mm); of a model, its foot."""
    turn: Quaternion
    rise: float = 0.0
    """Height of the engine's body above `at` (mm): not 0 where that is a foot."""
    many_parts: bool = False
    """Whether it is a rounded die of the shape that towers need (`rounded_cube`)."""
    looked_at: Vector = field(init=False)
    before: Vector = field(init=False)
    """Where it was at the last look, and at the one before (mm)."""
    half: float = field(init=False)
    """Half of how thin it is (mm)."""
    start: Pose = field(init=False)
    speed: float = 0.0
    """mm/s."""
    fastest: float = 0.0
    """The highest speed it was seen at (mm/s)."""
    spin: float = 0.0
    """rad/s."""
    spin_before: float = 0.0
    """At the last look but one (rad/s)."""
    turned: float = 0.0
    """The angle it has turned through so far (rad)."""
    place: Vector = field(init=False)
    placed: Quaternion = field(init=False)
    """Where it keeps to while it rocks, how it is turned there, and since when (tick)."""
    there_since: int = 0
    still_since: int | None = None
    """Since when it has been at rest at each look (tick)."""
    asleep: bool = False
    """Whether the engine leaves it alone until something touches it."""
    sound: bool = False
    """Whether it sleeps and nothing has been near it since it was last seen in its place: it must be there still."""
    crossed: Point | None = None
    """Where it last went over the table's edge (mm), while it is beyond it."""

    def __post_init__(self) -> None:
        self.half = half_thickness(self.piece)
        self.start = Pose(self.at, self.turn)
        self.before = self.looked_at = self.place = self.at
        self.placed = self.turn

    @property
    def pose(self) -> Pose:
        """Where it was seen last."""
        return Pose(self.at, self.turn)


def may_reach(hand: Body, body: Body, time: float) -> bool:
    """Tell whether what a hand moves may reach a body that lies still within so much time (s), by their boxes."""
    room = SLACK + 2.0 * hand.speed * time  # it may get faster
    return all(
        hand.low[k] - body.high[k] - room <= body.at[k] - hand.at[k] <= hand.high[k] - body.low[k] + room
        for k in range(3)
    )


def _ball(reach: float) -> tuple[Vector, Vector]:
    return (-reach, -reach, -reach), (reach, reach, reach)


def add(world: World, piece: Piece, hold: Hold, *, thrown: bool = False) -> Body:
    """Put a piece into the engine where it is on its table; a die that is `thrown` need not carry a tower."""
    return add_all(world, [(piece, hold)], thrown=thrown)[0]


def add_all(world: World, those: Sequence[tuple[Piece, Hold]], *, thrown: bool = False) -> list[Body]:
    """Put pieces into the engine in their order, as `add` does each; what is alike is made at one go."""
    known = [_solid(world, piece, hold, thrown) for piece, hold in those]
    world.make_ready([made for made, _ in known])
    return [_put(world, *one, *solid, thrown) for one, solid in zip(those, known, strict=True)]


def _solid(world: World, piece: Piece, hold: Hold, thrown: bool) -> tuple[Made, float]:
    """What the engine knows of a piece, and how high its body is above the piece's foot if it has one (mm)."""
    match piece:
        case Die():
            return _die(world, piece, hold, thrown), 0.0
        case Token():
            shape = world.shapes.cylinder(piece.diameter, piece.thickness)
            mass = TOKEN.density * math.pi / 4 * piece.diameter**2 * piece.thickness
            own = mass if hold is Hold.FREE else 0.0
            return Made(shape, TOKEN, own, _disc_inertia(piece, mass), TOKEN_DAMPING, TOKEN_ROLLING), 0.0
        case Model():
            shape, rise = _model_shape(world, piece, model_height(piece))
            return Made(shape, MINIATURE, MODEL_MASS if hold is Hold.FREE else 0.0), rise
        case Terrain():
            shape, rise = _terrain_shape(world, piece.shape)
            return Made(shape, SCENERY), rise


def _put(world: World, piece: Piece, hold: Hold, made: Made, rise: float, thrown: bool) -> Body:
    """Have such a body put where a piece is."""
    if isinstance(piece, Die | Token):
        number = world.add(made.shape, piece.pose, *made[1:])
        many_parts = isinstance(piece, Die) and _has_many_parts(piece, thrown)
        around = _ball(reach_of(piece))
        return Body(piece, number, hold, *around, piece.pose.at, piece.pose.turn, many_parts=many_parts)
    foot = Pose((*piece.at, piece.level if isinstance(piece, Model) else 0.0), about_z(piece.heading))
    number = world.add(made.shape, foot.moved((0.0, 0.0, rise)), *made[1:])
    return Body(piece, number, hold, *_around(piece, hold), foot.at, foot.turn, rise)


def _around(piece: Model | Terrain, hold: Hold) -> tuple[Vector, Vector]:
    """The corners of a box about a piece that has a foot, from there (mm)."""
    if isinstance(piece, Terrain):
        return _ball(0.0)  # nothing that stands fast reaches anything
    radius, height = model_radius(piece), model_height(piece)
    if hold is Hold.FREE:
        return _ball(math.hypot(radius, height))
    return (-radius, -radius, 0.0), (radius, radius, height)


def _has_many_parts(die: Die, thrown: bool) -> bool:
    """Whether it has the shape that rounded dice need in towers."""
    return die.kind.is_cube and die.kind.rounding != 0.0 and not thrown


def _die(world: World, die: Die, hold: Hold, thrown: bool) -> Made:
    kind, size = die.kind, die.size
    if kind.box is not None and kind.rounding == 0.0:
        length, width, height = kind.box
        shape = world.shapes.box(length * size, width * size, height * size)
    elif _has_many_parts(die, thrown):
        shape = world.shapes.rounded_cube(size, kind.rounding * size)
    else:
        corners = kind.core or kind.corners
        shape = world.shapes.hull([(x * size, y * size, z * size) for x, y, z in corners], kind.rounding * size)
    if hold is Hold.FREE:
        return Made(shape, DICE, solids.mass(kind, size), solids.inertia(kind, size))
    return Made(shape, DICE)


def _disc_inertia(token: Token, mass: float) -> Vector:
    r, h = token.diameter / 2, token.thickness
    across = mass * (3 * r * r + h * h) / 12
    return (across, across, mass * r * r / 2)


def _model_shape(world: World, model: Model, height: float) -> tuple[int, float]:
    """The shape of a model, and how high above its foot the shape's own origin is (mm)."""
    match model.base:
        case Round(diameter):
            if model.fallen:
                return world.shapes.cylinder(diameter, height), height / 2
            if model.figure is not None and model.figure.pieces:
                return world.shapes.pieces(diameter, BASE_THICKNESS, model.figure.pieces), 0.0
            return world.shapes.figure(diameter, BASE_THICKNESS, diameter * GIRTH, height), 0.0
        case Hull(length, width):
            return world.shapes.box(length, width, height), height / 2


def _terrain_shape(world: World, shape: Box | Mesh) -> tuple[int, float]:
    match shape:
        case Box(length, width, height):
            return world.shapes.box(length, width, height), height / 2
        case Mesh(vertices=vertices, triangles=triangles):
            return world.shapes.trimesh(vertices, triangles), 0.0
