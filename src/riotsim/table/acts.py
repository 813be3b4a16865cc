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
"""Metadata of a field that is not stored while it has its default. Such fields were added after the first stored games.
"""


@dataclass(frozen=True, slots=True)
class Pace:
    """The limits of the minimum-jerk movement with which a hand carries."""

    speed: float
    """Peak speed (mm/s)."""
    acceleration: float
    """Peak acceleration (mm/s²)."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The figures of a person's hand. Its errors are drawn from the act's seed."""

    name: str
    """Its name in the rules, such as `average`."""
    place_sigma: float
    """Standard deviation of the place where a die is released, along x and along y (mm)."""
    yaw_sigma: float
    """Standard deviation of the angle at which a die is released (rad)."""
    tremor: float
    """Root mean square of the tremor while it carries (mm)."""
    tremor_hz: float
    """Frequency of the tremor (Hz); physiological tremor has 8 to 12 Hz."""
    aim_sigma: float
    """Standard deviation of the middle of a throw, along x and along y (mm)."""
    speed: float
    """Horizontal speed of a throw (mm/s)."""
    speed_sigma: float
    """Standard deviation of that speed (mm/s)."""
    spin: float
    """Standard deviation of each component of the spin of a thrown die (rad/s)."""
    paces: tuple[tuple[str, Pace], ...]
    """The paces at which it can carry, the usual one first."""
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
"""Share of its usual speed with which a hand throws into a tray. At full speed 3 of 900 dice of the drunk hand fly over
walls of 3 in; at this share none of 900 does."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The target of a throw that is meant to hit something rather than to come to rest somewhere."""

    back: float
    """Distance of the release from the target, seen from above (mm)."""
    height: float
    """Height of the target point above the table (mm)."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw dice together into the play area, or a tray; their poses before do not matter."""

    dice: tuple[Die, ...]
    """The dice that are thrown."""
    at: Point
    """The point where they should come to rest, or with a `mark` the point that they should hit (mm)."""
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
    """True if they are thrown into the table's tray, near `at`. They then lie in the tray, off the play area, and touch
    nothing on it."""
    spin: Vector | None = field(default=None, metadata=OMIT_DEFAULT)
    """Spin given by a person's hand, about the axes along the throw, to its left and up, in shares of the hand's usual
    spin. None draws it from the seed."""
    by_hand: bool = field(default=False, metadata=OMIT_DEFAULT)
    """True if a person throws with the mouse: then `hand` adds no errors of aim and speed."""
    mark: Mark | None = field(default=None, metadata=OMIT_DEFAULT)
    """The target, if the throw is meant to hit something. Only a single die is thrown so."""


@dataclass(frozen=True, slots=True)
class Drop:
    """Drop a token on the table, with a random orientation."""

    token: Token
    """The token; its pose before does not matter."""
    at: Point
    """The point above which it is released (mm)."""
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
    """The name of the tower: that of its model, or a name of its own."""
    hand: Hand
    """The hand that stacks."""
    bearing: float = 0.0
    """The side of the model on which a new tower begins (rad)."""
    offset: Point = (0.0, 0.0)
    """The intended place, from the middle of the top die (mm)."""
    put: "Put | None" = field(default=None, metadata=OMIT_DEFAULT)
    """The release by a person's own hand. Then `hand` adds no errors, and `offset` is that of this."""
    ground: Point | None = field(default=None, metadata=OMIT_DEFAULT)
    """The place of a new tower that stands beside no model (mm); it is turned to `bearing`."""


@dataclass(frozen=True, slots=True)
class Put:
    """The release of a die over a tower by a person's own hand, to be taken exactly."""

    offset: Point
    """The place, from the middle of the top die (mm)."""
    yaw: float = 0.0
    """Rotation about the vertical relative to that die (rad)."""
    velocity: Point = (0.0, 0.0)
    """Velocity of the hand at the release (mm/s)."""


@dataclass(frozen=True, slots=True)
class Drag:
    """The movement of a person's own hand along a straight line, with what it carries."""

    samples: tuple[tuple[int, float], ...]
    """Samples of its position: ticks since it took hold, and distance along the line (mm). It lets go after the last
    one."""


@dataclass(frozen=True, slots=True)
class Carry:
    """Carry a model and its tower along a straight line. The act ends early if the tower falls."""

    model: PieceId
    """The name of the model."""
    to: Point
    """The point where the centre of its base should end (mm)."""
    hand: Hand
    """The hand that carries."""
    pace: str
    """The name of one of the paces of `hand`."""
    drag: Drag | None = field(default=None, metadata=OMIT_DEFAULT)
    """The movement of a person's own hand. After it lets go, `hand` carries the model the rest of the way."""


F = TypeVar("F")

Act: TypeAlias = Roll | Drop | Stack | Carry


@dataclass(frozen=True, slots=True)
class TowerFell:
    """A tower that fell. Facts stand in the order in which they happened."""

    tower: str
    """The name of the tower."""
    tick: int
    """The tick of the act in which it fell."""


@dataclass(frozen=True, slots=True)
class TowerPushed:
    """A tower that was pushed off its place and still stands."""

    tower: str
    """The name of the tower."""
    tick: int
    """The tick of the act in which it came to rest."""


@dataclass(frozen=True, slots=True)
class LeftTable:
    """A die or token that left the table. It is not on the settled table.

    The simulation reports those that fall beside the table, because an act could not end while they fall. Those that
    rest beyond the edge are an `OverhangingPiece`, until the house rules count them as off the table.
    """

    piece: PieceId
    """The name of the die or token."""
    tick: int
    """The tick of the act in which it left."""
    at: Point
    """The point where it crossed the edge (mm)."""


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
    """Its orientation at the release."""


@dataclass(frozen=True, slots=True)
class ModelMoved:
    """A model that was pushed (RD-93 `free`) and stands elsewhere now, or was knocked flat and set up again."""

    model: PieceId
    """The name of the model."""
    knocked_flat: bool
    """True if it was knocked flat."""


@dataclass(frozen=True, slots=True)
class CutShort:
    """The act was cut short: simulated time ran out, and what still moved stays where it was."""

    ticks: int
    """Ticks after which the act was cut short."""


Fact: TypeAlias = TowerFell | TowerPushed | LeftTable | Cocked | Turned | ModelMoved | CutShort


ColliderKind: TypeAlias = Literal["die", "token", "model", "terrain", "table", "wall", "tray"]
"""The kinds of things that collide. `wall` is a wall of the table or of its tray, `tray` the tray's bottom."""


@dataclass(frozen=True, slots=True)
class Collider:
    """One of the two things that collided."""

    kind: ColliderKind
    """The kind of the thing."""
    piece: PieceId = ""
    """The name of the piece; empty for the table, walls and the tray."""


TABLE, WALL, TRAY = Collider("table"), Collider("wall"), Collider("tray")


@dataclass(frozen=True, slots=True)
class Impact:
    """A collision of two things."""

    tick: int
    """The tick of the act at whose end they were in contact (240 ticks a second)."""
    one: Collider
    """The thing that moved freely, and faster."""
    other: Collider
    """The thing that it met."""
    at: Vector
    """The point of contact (mm)."""
    speed: float
    """Closing speed along the normal of the contact (mm/s)."""
    impulse: float
    """Impulse along that normal (g·mm/s, which is µN·s)."""


def collider_of(piece: Piece) -> Collider:
    """Return a piece as one of two things that collide."""
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
    """The collisions since the frame before, if they were asked for."""


@dataclass(frozen=True, slots=True)
class RolledDie:
    """The raw figures of a rolled die at rest, as the simulation reports them. Rules decide what they mean."""

    die: PieceId
    """The name of the die."""
    tilt: float
    """Tilt from flat on its lowest face (rad)."""
    touching: int
    """Number of bodies that it touches, the table included."""


@dataclass(frozen=True, slots=True)
class OverhangingPiece:
    """A die or token that rests beyond the table's edge, because it leans on something. Rules decide what it counts."""

    piece: PieceId
    at: Point
    """The point where it crossed the edge (mm)."""


@dataclass(frozen=True, slots=True)
class FreeModel:
    """A model that could be pushed, as the simulation left it. On the settled table it stands where it did before."""

    model: PieceId
    pose: Pose
    """Pose of its foot; the last one above the table's top, if it fell off."""
    crossed: Point | None = None
    """The point where it crossed the table's edge (mm); None if its foot is on the table."""
    fell_off: bool = False
    """True if it fell beside the table."""


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
    """The frames that were asked for with `trace_hz`."""
    rolled: tuple[RolledDie, ...] = field(default=(), compare=False, repr=False)
    """The rest of each rolled die. Reports like this are not stored, so they take no part in comparisons."""
    overhanging: tuple[OverhangingPiece, ...] = field(default=(), compare=False, repr=False)
    """The dice and tokens that rest beyond the table's edge, by name."""
    free_models: tuple[FreeModel, ...] = field(default=(), compare=False, repr=False)
    """The models that dice could push and came near to, by name."""

    def of(self, kind: type[F]) -> list[F]:
        """Return the facts of one kind, in order."""
        return [fact for fact in self.facts if isinstance(fact, kind)]
