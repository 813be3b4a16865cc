"""The pieces on a table: dice, tokens, models, towers and terrain, with their shapes."""

import math
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.table.dice.kinds import D6, DieKind, Face
from riotsim.table.geometry.plan import Footprint, Part, disc, hull, rectangle
from riotsim.table.poses import ORIGIN, Bounds, Point, Pose, Vector, about_z, point_ahead
from riotsim.table.svg import BLANK, DARK_LABEL, Area, Label, SignLabel, svg_picture

PieceId: TypeAlias = str
"""The name of a piece, unique on its table. The alphabetical order of names is the canonical order of a
table's pieces.
"""

BASE_THICKNESS = 3.0
"""Thickness of a model's base (mm, RD-07)."""

TOKEN_THICKNESS = 3.0
"""Thickness of a token (mm, RD-07)."""

MIN_BASE_DIAMETER, MAX_BASE_DIAMETER = 20.0, 40.0
"""Smallest and largest diameter of a model's round base (mm, RD-01)."""

HULL_SIDES = (10.0, 150.0)
"""Lower and upper limit for the length and for the width of a vehicle (mm).

Our choice, for vehicles at the scale of 28 mm miniatures.
"""

MIN_FIGURE_HEIGHT, MAX_FIGURE_HEIGHT = 10.0, 60.0
"""Lower and upper limit for the height of a figure (mm). Our choice: from a gnome to a giant on the largest base."""

MODEL_HEIGHT = 28.0
"""Height of a miniature without a `Figure` (mm), as usual at the 28 mm scale (RD-01)."""


DIE_PICTURE_WIDTH = 64
"""Default width and height of a die's picture (pixels)."""

FLAT_SHARE = 0.92
"""Radius of the circle that contains a die's sign in a picture, as a fraction of half the die's size."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die, either loose or in a tower."""

    id: PieceId
    """Name of the die, unique on the table."""
    kind: DieKind = D6
    """Kind of the die: its shape, and the numbers on its faces."""
    size: float = 16.0
    """Size of the die (mm).

    The size of a d4 is the length of an edge. The size of any other ordinary die is the distance between opposite
    faces.
    """
    pose: Pose = ORIGIN
    """Place of the die's centre (mm), and its orientation."""
    owner: str = ""
    """The player whose colour the die has; empty if the die belongs to nobody."""
    _plan: Footprint | None = field(default=None, init=False, compare=False, repr=False)
    _box: Bounds | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def bounds(self) -> Bounds:
        """A box around the die with sides along the axes (mm).

        A cube counts as having sharp corners, and the box fits tightly around it. For any other die, it is the box
        around the die's circumscribed sphere.
        """
        if self._box is None:
            object.__setattr__(self, "_box", self._bounds())  # a die is immutable, so its box stays the same
        assert self._box is not None, "it was set just now"
        return self._box

    def _bounds(self) -> Bounds:
        x, y, z = self.pose.at
        if not self.kind.is_cube:
            reach = self.kind.circumradius * self.size
            return (x - reach, y - reach, z - reach, x + reach, y + reach, z + reach)
        a, b, c, w = self.pose.orientation
        half = self.size / 2
        ex = half * (abs(1 - 2 * (b * b + c * c)) + 2 * abs(a * b - c * w) + 2 * abs(a * c + b * w))
        ey = half * (2 * abs(a * b + c * w) + abs(1 - 2 * (a * a + c * c)) + 2 * abs(b * c - a * w))
        ez = half * (2 * abs(a * c - b * w) + 2 * abs(b * c + a * w) + abs(1 - 2 * (a * a + b * b)))
        return (x - ex, y - ey, z - ez, x + ex, y + ey, z + ez)

    def moved_to(self, pose: Pose) -> "Die":
        """Return this die with another pose."""
        return Die(self.id, self.kind, self.size, pose, self.owner)

    def _repr_html_(self) -> str:
        """Return an SVG picture of the die from above. Notebooks show this picture."""
        return self.svg()

    def svg(self, width: int = DIE_PICTURE_WIDTH) -> str:
        """Return an SVG picture of the die from above, with the number or the sign that it shows.

        Args:
            width: Width and height of the picture (pixels).
        """
        reach, (x, y) = self.size * self.kind.circumradius * 1.05, self.pose.xy
        face = Area(self.footprint, BLANK, label=face_label(self, self.size * 0.55))
        corners = ((x - reach, y - reach), (x + reach, y + reach))
        return svg_picture(f"{self.kind.name} showing {self.face}", corners, (width, width), [face])

    @property
    def shows(self) -> int:
        """The number that the die shows as it lies now."""
        return self.kind.read(self.pose.orientation)

    @property
    def face(self) -> Face:
        """The face that the die shows as it lies now."""
        return self.kind.face_shown(self.pose.orientation)

    @property
    def footprint(self) -> Footprint:
        """The area that the die covers, seen from above."""
        return self._plan or _cache_footprint(self, self._footprint())

    def _footprint(self) -> Footprint:
        kind = self.kind
        corners = (
            self.pose.transform((x * self.size, y * self.size, z * self.size)) for x, y, z in kind.core or kind.corners
        )
        return Footprint((Part(hull((x, y) for x, y, _ in corners), kind.rounding * self.size),))


def face_label(die: Die, size: float, colour: str = DARK_LABEL) -> Label | SignLabel:
    """Return the label for a picture of a die from above. It is the number or the sign that the die shows.

    Args:
        die: The die.
        size: Height of the label if the face has a number (mm). A sign always fills the face.
        colour: Colour of the label, as in SVG.
    """
    face = die.face
    if face.sign is None:
        return Label(str(face.value), die.pose.xy, size, colour)
    return SignLabel(face.sign, die.pose.xy, die.size / 2 * FLAT_SHARE, colour)


@dataclass(frozen=True, slots=True)
class Token:
    """A flat round marker, such as a piece of loot."""

    id: PieceId
    """Name of the token, unique on the table."""
    pose: Pose
    """Place of the token's centre (mm), and its orientation."""
    diameter: float = 20.0
    """Diameter of the token (mm)."""
    thickness: float = TOKEN_THICKNESS
    """Thickness of the token (mm)."""
    _plan: Footprint | None = field(default=None, init=False, compare=False, repr=False)

    def moved_to(self, pose: Pose) -> "Token":
        """Return this token with another pose."""
        return Token(self.id, pose, self.diameter, self.thickness)

    @property
    def footprint(self) -> Footprint:
        """The area that the token covers, seen from above. A leaning token counts as if it lay flat."""
        return self._plan or _cache_footprint(self, disc(self.pose.xy, self.diameter / 2))


@dataclass(frozen=True, slots=True)
class Round:
    """The round base of a model."""

    diameter: float
    """Diameter of the base (mm)."""


@dataclass(frozen=True, slots=True)
class Hull:
    """The rectangle that a vehicle without a base covers, seen from above."""

    length: float
    """Length along the vehicle's heading (mm)."""
    width: float
    """Width at right angles to the vehicle's heading (mm)."""


@dataclass(frozen=True, slots=True)
class Figure:
    """The miniature of a model. In its own frame it stands on z = 0 and looks along +x."""

    name: str
    """Name of the figure's file."""
    digest: str
    """Digest of the file and of its loading options.

    Two figures are equal if their names, digests and heights are equal.
    """
    height: float
    """Height from the soles to the top (mm)."""
    pieces: tuple[tuple[Vector, ...], ...] = field(default=(), compare=False, repr=False)
    """Convex solids for the physics: the corners of each solid (mm). If empty, the physics uses a simple shape."""


@dataclass(frozen=True, slots=True)
class Model:
    """A miniature with its base, or a vehicle without a base. It stands or lies on the table."""

    id: PieceId
    """Name of the model, unique on the table."""
    owner: str
    """The player who owns the model."""
    at: Point
    """Centre of the model's base (mm)."""
    base: Round | Hull = Round(25.0)
    """The round base, or the hull of a vehicle without a base."""
    heading: float = 0.0
    """The direction that the model faces (rad from +x)."""
    fallen: bool = False
    """True if the model lies on the ground. Its footprint is still the footprint of its base (RD-37)."""
    level: float = 0.0
    """Height of the ground under the model (mm)."""
    kind: str = ""
    """Kind of the model in the rules, such as `git`; empty if the model has no kind."""
    figure: Figure | None = None
    """The miniature on the base, as a file describes it.

    None if there is no such file. The height of the miniature is then `MODEL_HEIGHT`.
    """
    _plan: Footprint | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def height(self) -> float:
        """Height of the model when it stands: base and miniature together (mm)."""
        return BASE_THICKNESS + (MODEL_HEIGHT if self.figure is None else self.figure.height)

    @property
    def footprint(self) -> Footprint:
        """The area that the base or hull covers, seen from above."""
        return self._plan or _cache_footprint(self, self.footprint_at(self.at))

    def footprint_at(self, at: Point) -> Footprint:
        """Return the area that the base or hull would cover with its centre at `at`."""
        match self.base:
            case Round(diameter):
                return disc(at, diameter / 2)
            case Hull(length, width):
                return rectangle(at, length, width, self.heading)


@dataclass(frozen=True, slots=True)
class Tower:
    """A stack of dice, beside a model or alone."""

    dice: tuple[PieceId, ...]
    """Names of the dice, from the bottom up."""
    bearing: float = 0.0
    """Direction from the middle of the model to its tower (rad from +x).

    For a tower without a model, this is the rotation of its first die when this die was placed.
    """


@dataclass(frozen=True, slots=True)
class Box:
    """A solid box that stands on the table."""

    length: float
    """Length along the box's own x axis (mm)."""
    width: float
    """Width along the box's own y axis (mm)."""
    height: float
    """Height along the box's own z axis, which is vertical (mm)."""


@dataclass(frozen=True, slots=True)
class Mesh:
    """A solid made of triangles, in its own frame (mm). It stands on z = 0."""

    name: str
    """Name of the mesh's file."""
    digest: str
    """Digest of the file and of its loading options.

    Two meshes are equal if their names and digests are equal.
    """
    vertices: npt.NDArray[np.float64] = field(compare=False, repr=False)
    """Corners of the triangles: an array of shape (n, 3), in mm."""
    triangles: npt.NDArray[np.int32] = field(compare=False, repr=False)
    """Triangles: an array of shape (m, 3), with indices into `vertices`."""
    outline: tuple[tuple[Point, ...], ...] = field(compare=False, repr=False)
    """The area that the mesh covers, seen from above, divided into convex parts.

    Each part is given by its corners, anticlockwise (mm).
    """

    @property
    def height(self) -> float:
        """Height of the highest corner (mm)."""
        return float(self.vertices[:, 2].max())


@dataclass(frozen=True, slots=True)
class Terrain:
    """A piece of scenery. It never moves."""

    id: PieceId
    """Name of the piece, unique on the table."""
    shape: Box | Mesh
    """Solid shape of the piece, in its own frame."""
    at: Point
    """Place of the shape's own origin (mm). The origin is the middle of the shape's outline, seen from above."""
    heading: float = 0.0
    """Rotation of the shape about the vertical axis (rad, anticlockwise from above)."""
    name: str = ""
    """Name of the terrain's kind in the rules, such as `wall`. The window draws each kind in its own way."""
    blocks_moves: bool = True
    """True if models can't move through the piece."""
    blocks_bullets: bool = True
    """True if the piece stops bullets."""
    can_stand_on: bool = False
    """True if models may end their move on the piece.

    On a box, they stand at the height of its top. On a mesh, they stand at the height of the tabletop.
    """
    _plan: Footprint | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def height(self) -> float:
        """Height of the piece (mm)."""
        return self.shape.height

    @property
    def footprint(self) -> Footprint:
        """The area that the piece covers, seen from above."""
        return self._plan or _cache_footprint(self, self._footprint())

    def _footprint(self) -> Footprint:
        match self.shape:
            case Box(length, width, _):
                return rectangle(self.at, length, width, self.heading)
            case Mesh(outline=outline):
                c, s = math.cos(self.heading), math.sin(self.heading)
                x0, y0 = self.at
                return Footprint(
                    tuple(Part(tuple((x0 + x * c - y * s, y0 + x * s + y * c) for x, y in part)) for part in outline)
                )


Movable: TypeAlias = Die | Token | Model
"""A piece that an act can move."""

Piece: TypeAlias = Movable | Terrain


def place_of(piece: Piece) -> Point:
    """Return the x and y of a piece's middle (mm)."""
    return piece.at if isinstance(piece, Model | Terrain) else piece.pose.xy


def _cache_footprint(piece: Piece, plan: Footprint) -> Footprint:
    """Store a piece's footprint in the piece, and return the footprint."""
    object.__setattr__(piece, "_plan", plan)
    return plan


def pose_beside(model: Model, bearing: float, size: float) -> Pose:
    """Return the pose of a die that stands flat on the ground beside a model and touches the model.

    Args:
        model: The model.
        bearing: Direction from the middle of the model to the point of its edge that the die touches (rad from +x).
        size: Size of the die (mm).
    """
    if isinstance(model.base, Round):
        reach = model.base.diameter / 2 + size / 2
        x, y = point_ahead(model.at, bearing, reach)
        return Pose((x, y, model.level + size / 2), about_z(bearing))
    # Straight out of the side through which the bearing leaves the rectangle.
    length, width = model.base.length, model.base.width
    u, v = math.cos(bearing - model.heading), math.sin(bearing - model.heading)
    if abs(u) * width >= abs(v) * length:
        along, across = math.copysign(length / 2 + size / 2, u), v / abs(u) * length / 2
    else:
        along, across = u / abs(v) * width / 2, math.copysign(width / 2 + size / 2, v)
    c, s = math.cos(model.heading), math.sin(model.heading)
    x, y = model.at[0] + along * c - across * s, model.at[1] + along * s + across * c
    return Pose((x, y, model.level + size / 2), about_z(model.heading))
