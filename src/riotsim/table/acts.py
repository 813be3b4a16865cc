"""Physical acts, the hands that perform them, and the facts about their outcome, collisions included.

They pass between the rules, which ask for an act, and the physics, which performs it: `perform(table, act, seed) ->
Settled`. All of it is plain data.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, TypeVar

from riotsim.table.pieces import Die, Model, Piece, PieceId, Terrain, Token
from riotsim.table.poses import IDENTITY, Point, Pose, Quaternion, Vector
from riotsim.table.state import Table

OMIT_DEFAULT: Final[Mapping[str, bool]] = MappingProxyType({"left_out": True})
"""Metadata of a field that is not stored if it has its default. Such fields were added after the first stored games."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The limits of the minimum-jerk movement with which a hand carries."""

    speed: float
    """Peak speed (mm/s)."""
    acceleration: float
    """Peak acceleration (mm/s²)."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The accuracy and strength of a person's hand. Its errors are drawn from the act's seed."""

    name: str
    """Name of the hand in the rules, such as `average`."""
    place_sigma: float
    """Standard deviation of the place where a die is released, along x and along y (mm)."""
    yaw_sigma: float
    """Standard deviation of the angle at which a die is released (rad)."""
    tremor: float
    """Root mean square of the tremor during a carry (mm)."""
    tremor_hz: float
    """Frequency of the tremor (Hz); physiological tremor has 8 to 12 Hz."""
    aim_sigma: float
    """Standard deviation of the middle of a throw, along x and along y (mm)."""
    speed: float
    """Horizontal speed of a throw (mm/s)."""
    speed_sigma: float
    """Standard deviation of the speed of a throw (mm/s)."""
    spin: float
    """Standard deviation of each component of the spin of a thrown die (rad/s)."""
    paces: tuple[tuple[str, Pace], ...]
    """The paces at which the hand can carry, the usual one first."""
    unbraced: float = math.inf
    """Height above a tower's foot at which `place_sigma` has doubled (mm), because an unsupported arm wavers."""

    def place_sigma_at(self, height: float) -> float:
        """Return the standard deviation of a die's place (mm) at a height above the tower's foot (mm)."""
        return self.place_sigma * (1.0 + height / self.unbraced)

    def pace(self, name: str) -> Pace:
        """Return a pace by its name.

        Raises:
            KeyError: The hand has no such pace.
        """
        return dict(self.paces)[name]


TRAY_STRENGTH = 0.6
"""Strength of a throw into a tray, as a share of the hand's usual speed. At full speed 3 of 900 dice of the drunk hand
fly over walls of 3 in; at this strength none of 900 does.
"""


@dataclass(frozen=True, slots=True)
class Mark:
    """The target of a throw that should hit something."""

    back: float
    """Distance of the release from the target, seen from above (mm)."""
    height: float
    """Height of the target point above the table (mm)."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw dice together into the play area or a tray. Their poses before do not matter."""

    dice: tuple[Die, ...]
    """The dice that are thrown."""
    at: Point
    """The point where the dice should come to rest, or with a `mark` the point that the die should hit (mm)."""
    heading: float
    """The direction of the throw (rad)."""
    hand: Hand
    """The hand that throws."""
    drop: float = 100.0
    """Height of the release above the table (mm)."""
    strength: float = 1.0
    """Share of the hand's usual speed."""
    free_models: bool = False
    """True if the dice may push models; otherwise models are fixed (RD-93)."""
    in_tray: bool = False
    """True if the dice are thrown into the table's tray, near `at`. They then lie in the tray and touch nothing on the
    play area.
    """
    spin: Vector | None = field(default=None, metadata=OMIT_DEFAULT)
    """Spin of a person's flick, as shares of the hand's usual spin about three axes: along the throw, to its left, and
    up. None to draw it from the seed.
    """
    by_hand: bool = field(default=False, metadata=OMIT_DEFAULT)
    """True if a person throws with the mouse: then `hand` adds no errors of aim and speed."""
    mark: Mark | None = field(default=None, metadata=OMIT_DEFAULT)
    """The target, if the throw should hit something. Only a single die can be thrown at a target."""


@dataclass(frozen=True, slots=True)
class Drop:
    """Drop a token on the table, with a random orientation."""

    token: Token
    """The token. Its pose before does not matter."""
    at: Point
    """The point above which the token is released (mm)."""
    height: float
    """Height of the release above the table (mm)."""
    hand: Hand
    """The hand that drops it."""


@dataclass(frozen=True, slots=True)
class Stack:
    """Put a die on top of a tower.

    The first die of a tower stands on the table: beside the model on the side `bearing`, or at `ground`.
    """

    die: Die
    """The die; its orientation decides which face is up."""
    tower: str
    """The side of the model on which a new tower stands (rad)."""
    hand: Hand
    """The hand that stacks."""
    bearing: float = 0.0
    """The side of the model on which a new tower begins (rad)."""
    offset: Point = (0.0, 0.0)
    """The intended place, from the middle of the top die (mm)."""
    put: "Put | None" = field(default=None, metadata=OMIT_DEFAULT)
    """The release by a person's own hand. `hand` then adds no errors, and `offset` is that of the release."""
    ground: Point | None = field(default=None, metadata=OMIT_DEFAULT)
    """The place of a new tower without a model (mm). It is turned to `bearing`."""


@dataclass(frozen=True, slots=True)
class Put:
    """An exact release of a die over a tower by a person's own hand."""

    offset: Point
    """The place, from the middle of the top die (mm)."""
    yaw: float = 0.0
    """Rotation about the vertical axis relative to the top die (rad)."""
    velocity: Point = (0.0, 0.0)
    """Velocity of the hand at the release (mm/s)."""


@dataclass(frozen=True, slots=True)
class Drag:
    """The movement of a person's own hand that drags a piece along a straight line."""

    samples: tuple[tuple[int, float], ...]
    """Samples of the hand's position: ticks since the start, and distance along the line (mm). The hand lets go after
    the last one.
    """


@dataclass(frozen=True, slots=True)
class Carry:
    """Carry a model and its tower along a straight line. The act ends early if the tower falls."""

    model: PieceId
    """The name of the model."""
    to: Point
    """The point where the centre of the model's base should end (mm)."""
    hand: Hand
    """The hand that carries."""
    pace: str
    """The name of one of the paces of `hand`."""
    drag: Drag | None = field(default=None, metadata=OMIT_DEFAULT)
    """The movement of a person's own hand. After it, `hand` carries the model the rest of the way."""


F = TypeVar("F")

Act: TypeAlias = Roll | Drop | Stack | Carry


@dataclass(frozen=True, slots=True)
class TowerFell:
    """A fact: a tower fell. Facts are in the order in which they happened."""

    tower: str
    """The name of the tower."""
    tick: int
    """The tick of the act in which it fell."""


@dataclass(frozen=True, slots=True)
class TowerPushed:
    """A fact: a tower was pushed off its place and still stands."""

    tower: str
    """The name of the tower."""
    tick: int
    """The tick of the act in which the tower came to rest."""


@dataclass(frozen=True, slots=True)
class LeftTable:
    """A fact: a die or token left the table. It is not on the settled table. The simulation reports only pieces that
    fall beside the table. A piece that rests beyond the edge is an `OverhangingPiece`, and the house rules decide
    that it has left.
    """

    piece: PieceId
    """The name of the die or token."""
    tick: int
    """The tick of the act in which the piece left."""
    at: Point
    """The point where the piece crossed the edge (mm)."""


@dataclass(frozen=True, slots=True)
class Cocked:
    """A rolled die that lies on no face, or leans on something (RD-90)."""

    die: PieceId
    """The name of the die."""


@dataclass(frozen=True, slots=True)
class Turned:
    """The number of times that a rolled die turned over between release and rest."""

    die: PieceId
    """The name of the die."""
    turns: float
    """Number of turns from release to rest; 1 is a full turn."""
    began: Quaternion = IDENTITY
    """Orientation of the die at the release."""


@dataclass(frozen=True, slots=True)
class ModelMoved:
    """A fact: a model was pushed (RD-93 `free`) and has another place now, or was knocked over and set up again."""

    model: PieceId
    """The name of the model."""
    knocked_flat: bool
    """True if the model was knocked over."""


@dataclass(frozen=True, slots=True)
class CutShort:
    """A fact: simulated time ran out, and the pieces that still moved stay where they were."""

    ticks: int
    """Ticks after which the act was cut short."""


Fact: TypeAlias = TowerFell | TowerPushed | LeftTable | Cocked | Turned | ModelMoved | CutShort


ColliderKind: TypeAlias = Literal["die", "token", "model", "terrain", "table", "wall", "tray"]
"""The kinds of things that collide: `wall` is a wall of the table or of its tray, `tray` is the tray's bottom."""


@dataclass(frozen=True, slots=True)
class Collider:
    """One of two things that collided."""

    kind: ColliderKind
    """The kind of the thing."""
    piece: PieceId = ""
    """The name of the piece; empty for the table, walls and the tray."""


TABLE, WALL, TRAY = Collider("table"), Collider("wall"), Collider("tray")


@dataclass(frozen=True, slots=True)
class Impact:
    """A collision of two things."""

    tick: int
    """The tick of the act at the end of which they were in contact (240 ticks a second)."""
    one: Collider
    """The thing that moved freely; of two, the faster."""
    other: Collider
    """The thing that it met."""
    at: Vector
    """The point of contact (mm)."""
    speed: float
    """Closing speed along the normal of the contact (mm/s)."""
    impulse: float
    """Impulse along the normal of the contact (g·mm/s, which is µN·s)."""


def collider_of(piece: Piece) -> Collider:
    """Return a piece as a collider."""
    match piece:
        case Die(id=name):
            return Collider("die", name)
        case Token(id=name):
            return Collider("token", name)
        case Model(id=name):
            return Collider("model", name)
        case Terrain(id=name):
            return Collider("terrain", name)


@dataclass(frozen=True, slots=True)
class Frame:
    """The poses of the moving pieces at one tick of an act (240 ticks a second)."""

    tick: int
    """The tick of the act."""
    poses: dict[PieceId, Pose]
    """The poses of the moving pieces, by the names of the pieces."""
    impacts: tuple[Impact, ...] = ()
    """The collisions since the preceding frame, if they were requested."""


@dataclass(frozen=True, slots=True)
class RolledDie:
    """The rest of a rolled die, as the simulation reports it. Rules decide what it means."""

    die: PieceId
    """The name of the die."""
    tilt: float
    """Tilt from flat on its lowest face (rad)."""
    contact_count: int
    """Number of bodies that the die touches, including the table."""


@dataclass(frozen=True, slots=True)
class OverhangingPiece:
    """A die or token that rests beyond the table's edge, because it leans on something. Rules decide
    what that means.
    """

    piece: PieceId
    at: Point
    """The point where the piece crossed the edge (mm)."""


@dataclass(frozen=True, slots=True)
class FreeModel:
    """A model that could be pushed, as the simulation left it. On the settled table it has its former place."""

    model: PieceId
    pose: Pose
    """Pose of the model's foot; for a model that fell off, the last one above the table's top."""
    edge_crossing: Point | None = None
    """The point where the model crossed the table's edge (mm); None if its foot is on the table."""
    fell_off: bool = False
    """True if the model fell beside the table."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The outcome of an act. The dice of a fallen tower lie loose on `table`, where they fell."""

    table: Table
    """The table after the act."""
    facts: tuple[Fact, ...] = ()
    """The facts in the order in which they happened."""
    ticks: int = 0
    """Duration in ticks of simulated time."""
    trace: tuple[Frame, ...] = field(default=(), compare=False)
    """The frames that `trace_hz` requested."""
    rolled: tuple[RolledDie, ...] = field(default=(), compare=False, repr=False)
    """The rest of each rolled die. Such reports are not stored, so comparisons ignore them."""
    overhanging: tuple[OverhangingPiece, ...] = field(default=(), compare=False, repr=False)
    """The dice and tokens that rest beyond the table's edge, in order of name."""
    free_models: tuple[FreeModel, ...] = field(default=(), compare=False, repr=False)
    """The models that dice could push and came near to, in order of name."""

    def facts_of(self, kind: type[F]) -> list[F]:
        """Return the facts of one kind, in order."""
        return [fact for fact in self.facts if isinstance(fact, kind)]
