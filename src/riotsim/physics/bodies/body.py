"""Pieces in the engine: their shapes, masses and last known motion."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from riotsim.physics.bodies.motion import Motion
from riotsim.physics.bodies.size_and_mass import (
    BODY,
    bounding_radius,
    half_thickness,
    inertia,
    mass,
    model_height,
    model_radius,
)
from riotsim.physics.engine.client import BodyRecipe
from riotsim.physics.engine.materials import DICE, MINIATURE, SCENERY, TOKEN
from riotsim.physics.engine.world import World
from riotsim.table.pieces import BASE_THICKNESS, Box, Die, Hull, Mesh, Model, Piece, Round, Terrain, Token
from riotsim.table.poses import Point, Pose, Quaternion, Vector, about_z, rotate


class MotionType(Enum):
    """The cause of a body's motion."""

    FIXED = "nothing"
    HELD = "a hand"
    FREE = "gravity and knocks"


@dataclass(slots=True)
class Body:
    """A piece in the engine, and its last known state.

    The state of the body is read from the engine at regular checks (`LOOK_INTERVAL`), and more often when another body
    may come near.
    """

    piece: Piece
    """The piece as it entered the engine."""
    number: int
    """The engine's number of the body."""
    motion_type: MotionType
    low: Vector
    """Lower corner of a box around the body, relative to `at` (mm). The sides of the box are parallel to the axes.

    - The box of a die, a token or a free model is so large that the body fits into it in any orientation.
    - The box of scenery is empty: both corners are (0, 0, 0). Scenery never moves, so no box is needed.
    """
    high: Vector
    """Upper corner of the same box, relative to `at` (mm)."""
    at: Vector
    """Last known position (mm): of a die or token, its centre; of a model or scenery, the middle of its underside."""
    orientation: Quaternion
    centre_height: float = 0.0
    """Height of the body's origin in the engine above `at`, while the body is upright (mm).

    It is 0 for dice and tokens.
    """
    has_tower_shape: bool = False
    """True for a rounded cube with the shape for towers (`Shapes.rounded_cube`)."""
    last_look_position: Vector = field(init=False)
    """Value that `at` had at the latest regular check (mm). See `LOOK_INTERVAL`."""
    previous_at: Vector = field(init=False)
    """Value that `at` had at the second latest regular check (mm). See `LOOK_INTERVAL`."""
    half_thickness: float = field(init=False)
    """Distance from the centre of a die to its nearest numbered face, or from the centre of a token to its flat faces.

    The unit is mm. For other pieces, the distance is infinity.
    """
    start: Pose = field(init=False)
    """Pose of the body before the act."""
    speed: float = 0.0
    """Last known speed of the body (mm/s)."""
    top_speed: float = 0.0
    """Highest speed of the body that was observed in this act (mm/s)."""
    spin: float = 0.0
    """Last known rate of spin of the body (rad/s)."""
    previous_spin: float = 0.0
    """Value that `spin` had at the latest regular check (rad/s). See `LOOK_INTERVAL`."""
    total_rotation: float = 0.0
    """Sum of all the body's turns since the act began, whatever their direction (rad)."""
    motion: Motion = field(init=False)
    """The record of how long the body has been at rest."""
    asleep: bool = False
    """True if the body sleeps: the engine doesn't move it until another moving body touches it."""
    surely_in_place: bool = False
    """True if the body sleeps and is certainly still at its last known position."""
    edge_crossing: Point | None = None
    """The point of the table's edge where the body left the table (mm); None while the body is over the table."""

    def __post_init__(self) -> None:
        self.half_thickness = half_thickness(self.piece)
        self.start = Pose(self.at, self.orientation)
        self.previous_at = self.last_look_position = self.at
        self.motion = Motion(self.at, self.orientation)

    def at_for(self, origin: Vector, orientation: Quaternion) -> Vector:
        """Return the value of the field `at` for a given point of the body's origin in the engine (mm).

        Args:
            origin: The body's origin in the engine (mm).
            orientation: The orientation of the body.
        """
        if self.centre_height == 0.0:
            return origin
        x, y, z = rotate(orientation, (0.0, 0.0, self.centre_height))
        return (origin[0] - x, origin[1] - y, origin[2] - z)

    @property
    def origin(self) -> Vector:
        """Last known position of the body's origin in the engine (mm).

        While the body is upright, this origin is `centre_height` above `at`.
        """
        if self.centre_height == 0.0:
            return self.at
        x, y, z = rotate(self.orientation, (0.0, 0.0, self.centre_height))
        return (self.at[0] + x, self.at[1] + y, self.at[2] + z)

    @property
    def pose(self) -> Pose:
        """Last known pose of the body."""
        return Pose(self.at, self.orientation)

    @property
    def state(self) -> tuple[Vector, Quaternion, float, float]:
        """Last known position (mm), orientation, speed (mm/s) and rate of spin (rad/s) of the body."""
        return self.at, self.orientation, self.speed, self.spin

    @property
    def tilt(self) -> float:
        """Angle between the horizontal and the lowest face of a die or token (rad); 0 for any other piece."""
        match self.piece:
            case Die(kind=kind):
                return kind.lowest_face(self.orientation)[1]
            case Token():
                return math.acos(min(1.0, abs(rotate(self.orientation, (0.0, 0.0, 1.0))[2])))
        return 0.0


def may_reach(hand: Body, body: Body, time: float) -> bool:
    """Return whether a body moved by a hand may touch another body within a given time.

    Only the bounding boxes of the two bodies are compared.

    Args:
        hand: The body moved by a hand.
        body: The other body.
        time: The time from now on (s).
    """
    room = BODY.activation_distance + 2.0 * hand.speed * time  # the hand may get faster
    return all(
        hand.low[k] - body.high[k] - room <= body.at[k] - hand.at[k] <= hand.high[k] - body.low[k] + room
        for k in range(3)
    )


def _ball(reach: float) -> tuple[Vector, Vector]:
    return (-reach, -reach, -reach), (reach, reach, reach)


def add(world: World, piece: Piece, motion_type: MotionType, *, thrown: bool = False) -> Body:
    """Put a piece into the engine at its place on the table, and return its body.

    Args:
        world: The world of the act.
        piece: The piece.
        motion_type: The cause of the piece's motion.
        thrown: Matters only if the piece is a rounded cube. If True, the piece gets the simpler shape for throws. If
            False, it gets the shape for towers.
    """
    return add_all(world, [(piece, motion_type)], thrown=thrown)[0]


def add_all(world: World, pieces: Sequence[tuple[Piece, MotionType]], *, thrown: bool = False) -> list[Body]:
    """Put pieces into the engine at their places on the table, and return their bodies in the same order.

    If equal bodies follow one another in the sequence, they are made in one batch.

    Args:
        world: The world of the act.
        pieces: Each piece with the cause of its motion.
        thrown: True if rounded cubes get the simpler shape for throws; False if they get the shape for towers.
    """
    known = [_body_recipe(world, piece, motion_type, thrown) for piece, motion_type in pieces]
    world.prepare([recipe for recipe, _ in known])
    return [_create_body(world, *one, *solid, thrown) for one, solid in zip(pieces, known, strict=True)]


def _body_recipe(world: World, piece: Piece, motion_type: MotionType, thrown: bool) -> tuple[BodyRecipe, float]:
    """Return the recipe for a piece's body, and the height of the body's origin above the piece's origin (mm).

    The body's origin is the point whose position the engine stores. The piece's origin is the point with the position
    that the table stores: the centre of a die or token, or the middle of the underside of a model or of scenery.
    """
    match piece:
        case Die():
            return _die_shape(world, piece, motion_type, thrown), 0.0
        case Token():
            shape = world.shapes.cylinder(piece.diameter, piece.thickness)
            disc = TOKEN.density * math.pi / 4 * piece.diameter**2 * piece.thickness
            own = disc if motion_type is MotionType.FREE else 0.0
            return BodyRecipe(
                shape, TOKEN, own, _disc_inertia(piece, disc), BODY.token_damping, BODY.token_rolling_lever
            ), 0.0
        case Model():
            shape, rise = _model_shape(world, piece, model_height(piece))
            return BodyRecipe(shape, MINIATURE, BODY.model_mass if motion_type is MotionType.FREE else 0.0), rise
        case Terrain():
            shape, rise = _terrain_shape(world, piece.shape)
            return BodyRecipe(shape, SCENERY), rise


def _create_body(
    world: World, piece: Piece, motion_type: MotionType, recipe: BodyRecipe, rise: float, thrown: bool
) -> Body:
    """Put the body of a piece into the engine where the piece is, and return the body.

    Args:
        world: The world of the act.
        piece: The piece.
        motion_type: The cause of the piece's motion.
        recipe: The recipe for the body.
        rise: Height of the body's origin in the engine above the origin of the piece (mm). For dice and tokens, it
            is 0.
        thrown: Matters only if the piece is a rounded cube. If True, the piece gets the simpler shape for throws. If
            False, it gets the shape for towers.
    """
    if isinstance(piece, Die | Token):
        number = world.add(recipe.shape, piece.pose, *recipe[1:])
        tower_shape = isinstance(piece, Die) and _needs_tower_shape(piece, thrown)
        around = _ball(bounding_radius(piece))
        return Body(
            piece, number, motion_type, *around, piece.pose.at, piece.pose.orientation, has_tower_shape=tower_shape
        )
    foot = Pose((*piece.at, piece.level if isinstance(piece, Model) else 0.0), about_z(piece.heading))
    number = world.add(recipe.shape, foot.translated((0.0, 0.0, rise)), *recipe[1:])
    return Body(piece, number, motion_type, *_piece_extent(piece, motion_type), foot.at, foot.orientation, rise)


def _piece_extent(piece: Model | Terrain, motion_type: MotionType) -> tuple[Vector, Vector]:
    """Return the lower and the upper corner of a box around a piece, relative to the origin of the piece (mm).

    The origin is the middle of the piece's underside.

    For scenery, both corners are (0, 0, 0). Scenery never moves, so no box is needed.
    """
    if isinstance(piece, Terrain):
        return _ball(0.0)  # scenery never moves, so it reaches no other piece
    radius, height = model_radius(piece), model_height(piece)
    if motion_type is MotionType.FREE:
        return _ball(math.hypot(radius, height))
    return (-radius, -radius, 0.0), (radius, radius, height)


def _needs_tower_shape(die: Die, thrown: bool) -> bool:
    """Return whether a die gets the shape for towers (`Shapes.rounded_cube`).

    A die gets this shape if it is a rounded cube and `thrown` is False.
    """
    return die.kind.is_cube and die.kind.rounding != 0.0 and not thrown


def _die_shape(world: World, die: Die, motion_type: MotionType, thrown: bool) -> BodyRecipe:
    kind, size = die.kind, die.size
    if kind.box is not None and kind.rounding == 0.0:
        length, width, height = kind.box
        shape = world.shapes.box(length * size, width * size, height * size)
    elif _needs_tower_shape(die, thrown):
        shape = world.shapes.rounded_cube(size, kind.rounding * size)
    else:
        corners = kind.core or kind.corners
        shape = world.shapes.hull([(x * size, y * size, z * size) for x, y, z in corners], kind.rounding * size)
    if motion_type is MotionType.FREE:
        return BodyRecipe(shape, DICE, mass(kind, size), inertia(kind, size))
    return BodyRecipe(shape, DICE)


def _disc_inertia(token: Token, grams: float) -> Vector:
    r, h = token.diameter / 2, token.thickness
    across = grams * (3 * r * r + h * h) / 12
    return (across, across, grams * r * r / 2)


def _model_shape(world: World, model: Model, height: float) -> tuple[int, float]:
    """Return the shape of a model, and how high the shape's origin is above the model's foot (mm).

    The shape is given by its number in the engine. The foot is the middle of the model's underside.

    Args:
        world: The world of the act.
        model: The model.
        height: Height of the model (mm).
    """
    match model.base:
        case Round(diameter):
            if model.fallen:
                return world.shapes.cylinder(diameter, height), height / 2
            if model.figure is not None and model.figure.pieces:
                return world.shapes.pieces(diameter, BASE_THICKNESS, model.figure.pieces), 0.0
            return world.shapes.figure(diameter, BASE_THICKNESS, diameter * BODY.figure_width_share, height), 0.0
        case Hull(length, width):
            return world.shapes.box(length, width, height), height / 2


def _terrain_shape(world: World, shape: Box | Mesh) -> tuple[int, float]:
    match shape:
        case Box(length, width, height):
            return world.shapes.box(length, width, height), height / 2
        case Mesh(vertices=vertices, triangles=triangles):
            return world.shapes.trimesh(vertices, triangles), 0.0
