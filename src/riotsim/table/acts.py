"""Physical acts, the hands that perform them, and the facts about their outcome.

The rules ask for an act, and the physics performs it: `perform(table, act, seed) -> Settled`. All values here are plain
data.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

from riotsim.table.impacts import Impact
from riotsim.table.pieces import Die, PieceId, Token
from riotsim.table.poses import IDENTITY, Point, Pose, Quaternion, Vector
from riotsim.table.state import Table

OMIT_DEFAULT: Final[Mapping[str, bool]] = MappingProxyType({"left_out": True})
"""Metadata of a dataclass field that is newer than the first stored games. Stored games leave the field out if it has
its default value.
"""


@dataclass(frozen=True, slots=True)
class Pace:
    """A pace of a hand that carries a model: the limits of the hand's speed and acceleration."""

    speed: float
    """Peak speed (mm/s)."""
    acceleration: float
    """Peak acceleration (mm/s²)."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The accuracy and strength of a person's hand. The hand's errors are drawn from the act's seed."""

    name: str
    """Name of the hand in the rules, such as `average`."""
    place_sigma: float
    """Standard deviation of the place where a die is released, along x and along y (mm). It applies at the foot of a
    tower and grows with height (see `unbraced`).
    """
    yaw_sigma: float
    """Standard deviation of a released die's rotation about the vertical axis (rad)."""
    tremor: float
    """Size of the tremor during a carry: root mean square of the displacement along x and along y (mm)."""
    tremor_hz: float
    """Frequency of the tremor (Hz). Human tremor has 8 to 12 Hz."""
    aim_sigma: float
    """Standard deviation of a throw's aim, along x and along y (mm)."""
    speed: float
    """Usual horizontal speed of a throw: the speed at strength 1 (mm/s)."""
    speed_sigma: float
    """Standard deviation of the horizontal speed of a throw at strength 1 (mm/s)."""
    spin: float
    """Standard deviation of each component of the spin of a thrown die (rad/s)."""
    paces: tuple[tuple[str, Pace], ...]
    """The hand's paces for carrying a model, with their names; the usual pace first."""
    unbraced: float = math.inf
    """`place_sigma` has doubled at this height above a tower's foot (mm); infinite if height makes no difference. The
    deviation grows because an unsupported arm wavers.
    """

    def place_sigma_at(self, height: float) -> float:
        """Return the standard deviation of a die's place (mm, x and y) if released `height` mm above a tower's foot."""
        return self.place_sigma * (1.0 + height / self.unbraced)

    def pace(self, name: str) -> Pace:
        """Return the pace called `name`.

        Raises:
            KeyError: The hand has no pace of that name.
        """
        return dict(self.paces)[name]


@dataclass(frozen=True, slots=True)
class Mark:
    """The target of a throw that should hit something: its height and distance. Its x and y are in `Roll.at`."""

    back: float
    """Distance of the release from the target, seen from above (mm)."""
    height: float
    """Height of the target point above the table (mm)."""


@dataclass(frozen=True, slots=True)
class Roll:
    """An act: throw dice together into the play area or a tray. Dice of a tower can't be thrown."""

    dice: tuple[Die, ...]
    """The dice that are thrown."""
    at: Point
    """The point where the dice should come to rest (mm). With a `mark`, the point that the die should hit."""
    heading: float
    """The direction of the throw (rad from +x, anticlockwise from above)."""
    hand: Hand
    """The hand that throws the dice."""
    drop: float = 100.0
    """Height of the release above the table (mm)."""
    strength: float = 1.0
    """Intended horizontal speed of the throw, as a multiple of the hand's usual speed."""
    free_models: bool = False
    """True if the dice may push models; False if models don't move (RD-93)."""
    in_tray: bool = False
    """True if the dice are thrown into the table's tray rather than into the play area."""
    spin: Vector | None = field(default=None, metadata=OMIT_DEFAULT)
    """Spin of a person's flick about three axes: along the throw, to the left, and up. The numbers are shares of the
    hand's usual spin. None for a purely random spin.
    """
    by_hand: bool = field(default=False, metadata=OMIT_DEFAULT)
    """True if a person throws with the mouse. `hand` then adds no errors of aim and speed."""
    mark: Mark | None = field(default=None, metadata=OMIT_DEFAULT)
    """The target, if a single die should hit something; None for other throws."""
    shared: bool = field(default=False, metadata=OMIT_DEFAULT)
    """True for a throw into a tray that all players share. The dice may then have different owners, and may knock dice
    that already lie in the tray. The outcome has a `Reading` fact for each die in the tray.
    """


@dataclass(frozen=True, slots=True)
class Drop:
    """An act: drop a token on the table, with a random orientation."""

    token: Token
    """The token. Its former place doesn't matter."""
    at: Point
    """The point above which the token is released (mm)."""
    height: float
    """Height of the release above the table (mm)."""
    hand: Hand
    """The hand that drops the token."""


@dataclass(frozen=True, slots=True)
class Stack:
    """An act: put a die on top of a tower, or begin a tower with it.

    The first die of a tower stands on the ground: at `ground`, or beside a model in the direction `bearing`.
    """

    die: Die
    """The die. Its orientation decides which face is up."""
    tower: str
    """Name of the tower: the name of its model, or a name of its own."""
    hand: Hand
    """The hand that puts the die on the tower."""
    bearing: float = 0.0
    """Direction from the model to a new tower (rad from +x). For a new tower without a model, it is the tower's
    rotation. For a tower that stands already, it is ignored.
    """
    offset: Point = (0.0, 0.0)
    """The intended place of the die, measured from the middle of the tower's top die (mm)."""
    put: "Put | None" = field(default=None, metadata=OMIT_DEFAULT)
    """A person's release of the die with the mouse; None if `hand` stacks the die. With `put`, `hand` adds no errors,
    and `put.offset` replaces `offset`.
    """
    ground: Point | None = field(default=None, metadata=OMIT_DEFAULT)
    """The place of a new tower without a model (mm). None for a tower beside a model."""


@dataclass(frozen=True, slots=True)
class Put:
    """A hand's release of a die over a tower: the die's place and rotation, and the hand's velocity."""

    offset: Point
    """The place of the die at its release, measured from the middle of the tower's top die (mm)."""
    yaw: float = 0.0
    """Rotation of the die about the vertical axis, relative to the top die (rad)."""
    velocity: Point = (0.0, 0.0)
    """Horizontal velocity of the hand at the release (mm/s)."""


@dataclass(frozen=True, slots=True)
class Drag:
    """The movement of a person's mouse that drags a piece along a straight line."""

    samples: tuple[tuple[int, float], ...]
    """Samples of the hand's position, in order: ticks since the start, and distance along the line (mm). The
    person lets go at the last sample.
    """


@dataclass(frozen=True, slots=True)
class Carry:
    """An act: carry a model, with its tower if it has one, in a straight line. If the tower falls, the hand stops."""

    model: PieceId
    """The name of the model."""
    to: Point
    """The point where the centre of the model's base should end (mm)."""
    hand: Hand
    """The hand that carries the model."""
    pace: str
    """Name of the carry's pace among the paces of `hand`."""
    drag: Drag | None = field(default=None, metadata=OMIT_DEFAULT)
    """A person's own drag of the model. Then `hand` carries it the rest of the way. None if there is no drag."""


@dataclass(frozen=True, slots=True)
class Tip:
    """An act: roll a cube over one of its bottom edges, and slide it to a place.

    The cube must stand flat. The ground must be level from the cube to the place. The cube keeps its yaw.

    - Without a hand, the motion is computed exactly, and nothing is simulated.
    - With a hand, the cube is usually released past its balance point. The physics decides which face comes to lie on
      top. The cube may come to lie a little crooked; the slide straightens it.

    Whichever face is on top, the slide ends exactly at `to`.
    """

    die: PieceId
    """The name of the cube."""
    heading: float
    """The direction of the roll (rad from +x). The cube rolls over the bottom edge that is most nearly ahead."""
    to: Point
    """The final place of the cube's middle (mm)."""
    hand: Hand | None = None
    """The hand that tips the cube, with its errors; None for a tip without errors."""


@dataclass(frozen=True, slots=True)
class Displacement:
    """The move of one piece in a `Shift`."""

    piece: PieceId
    """The name of the piece. The piece is a standing model without a tower, a loose die, or a token."""
    to: Point
    """The point where the middle of the piece ends (mm)."""
    turn: float = 0.0
    """Angle of the piece's turn about the vertical on its way, a full turn at most (rad, anticlockwise from above).
    """
    lies: Quaternion | None = field(default=None, metadata=OMIT_DEFAULT)
    """Target orientation of a lifted cube; None for a piece that is only moved and turned. The cube is set down in the
    flat orientation nearest to the target. If there is a target, `turn` must be 0.
    """


@dataclass(frozen=True, slots=True)
class Shift:
    """An act: move several pieces at the same time, each along a straight line.

    The motion is computed exactly, and nothing is simulated.

    - Sliding pieces stay on their level. Nothing may be in their way.
    - Lifted pieces pass over obstacles and over each other.

    A cube that stands flat apart from a small tilt ends exactly level.
    """

    moves: tuple[Displacement, ...]
    """The moves, one for each piece. All take the same time."""
    lifted: bool = False
    """True if the pieces are lifted; False if they slide."""


F = TypeVar("F")

Act: TypeAlias = Roll | Drop | Stack | Carry | Tip | Shift


def is_exact(act: Act) -> bool:
    """Return whether an act is exact: computed from the table and the act alone, without physics or chance."""
    return isinstance(act, Shift) or (isinstance(act, Tip) and act.hand is None)


@dataclass(frozen=True, slots=True)
class TowerFell:
    """A fact: a tower fell."""

    tower: str
    """The name of the tower."""
    tick: int
    """The tick of the act when the fall was detected."""


@dataclass(frozen=True, slots=True)
class TowerPushed:
    """A fact: a tower was pushed and still stands.

    A model's tower counts as pushed only if its lowest die no longer touches the model.
    """

    tower: str
    """The name of the tower."""
    tick: int
    """The tick at the end of the act."""


@dataclass(frozen=True, slots=True)
class LeftTable:
    """A fact: a die or token left the table, and is not on the settled table.

    The simulation reports this fact for a piece that has fallen beside the table. The house rules report this fact for
    an `OverhangingPiece`.
    """

    piece: PieceId
    """The name of the die or token."""
    tick: int
    """The tick when the piece was found below the table's top. For an `OverhangingPiece`, this is the act's last tick.
    """
    at: Point
    """The point where the piece crossed the table's edge (mm)."""


@dataclass(frozen=True, slots=True)
class Cocked:
    """A fact: a rolled or knocked die lies on no face, or leans on something (RD-90)."""

    die: PieceId
    """The name of the die."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A fact: how far a rolled die turned from its release to the end of the act."""

    die: PieceId
    """The name of the die."""
    turns: float
    """Sum of all rotation from the release to the end of the act, in full turns."""
    began: Quaternion = IDENTITY
    """Orientation of the die at the release."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A fact: the number of a die in a shared tray after a throw."""

    die: PieceId
    """The name of the die."""
    owner: str
    """The owner of the die; empty if it belongs to nobody."""
    before: int | None
    """The die's earlier number; None if the die was thrown."""
    after: int | None
    """The number that the die shows now; None if the die has left the tray."""
    moved: bool = True
    """False if the die lies exactly as before."""


@dataclass(frozen=True, slots=True)
class ModelMoved:
    """A fact: dice pushed a model, or knocked it over. By the house rules, it stands upright after the act (RD-93)."""

    model: PieceId
    """The name of the model."""
    knocked_flat: bool
    """True if the model was knocked over."""


@dataclass(frozen=True, slots=True)
class CutShort:
    """A fact: the act's limit of simulated time ran out. Moving pieces were stopped where they were."""

    ticks: int
    """The act was cut short after this number of ticks."""


Fact: TypeAlias = TowerFell | TowerPushed | LeftTable | Cocked | Turned | Reading | ModelMoved | CutShort


@dataclass(frozen=True, slots=True)
class Frame:
    """The poses of the moving pieces at one tick of an act (240 ticks a second)."""

    tick: int
    """The tick of the act."""
    poses: dict[PieceId, Pose]
    """The poses of the moving pieces, by name. A model's position is the middle of its standing area."""
    impacts: tuple[Impact, ...] = ()
    """The collisions since the preceding frame; empty if the simulation doesn't listen for them (`listen`)."""


@dataclass(frozen=True, slots=True)
class RolledDie:
    """The tilt and the contacts at rest of a rolled die, or of a die that was knocked in a shared tray."""

    die: PieceId
    """The name of the die."""
    tilt: float
    """Tilt of the lowest face from level (rad)."""
    contact_count: int
    """Number of bodies that the die touches, including the table."""


@dataclass(frozen=True, slots=True)
class OverhangingPiece:
    """A die or token that rests with its centre beyond the table's edge and isn't part of a standing tower.

    By the house rules, it has left the table.
    """

    piece: PieceId
    """The name of the die or token."""
    at: Point
    """The point where the piece crossed the table's edge (mm)."""


@dataclass(frozen=True, slots=True)
class FreeModel:
    """A model that dice could push, with its pose after the act. `Settled.table` still has its pose before the act."""

    model: PieceId
    """The name of the model."""
    pose: Pose
    """Pose of the model after the act.

    The place is the middle of the model's solid or, for a round base, the middle of the base's underside. A model that
    fell off the table has the pose that it had when it was found below the table's top.
    """
    edge_crossing: Point | None = None
    """The point where the model crossed the table's edge (mm); None if the place in `pose` is over the table."""
    fell_off: bool = False
    """True if the model fell beside the table."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The outcome of an act."""

    table: Table
    """The table after the act. The dice of a fallen tower lie loose where they fell."""
    facts: tuple[Fact, ...] = ()
    """The facts about the act."""
    ticks: int = 0
    """Duration of the act in ticks of simulated time."""
    trace: tuple[Frame, ...] = field(default=(), compare=False)
    """Frames of the act, if `perform` was called with `trace_hz`; empty otherwise."""
    rolled: tuple[RolledDie, ...] = field(default=(), compare=False, repr=False)
    """The tilt and the contacts of each rolled die, and of each die that was knocked in a shared tray. Stored games
    don't have these values. So comparisons of outcomes ignore them.
    """
    overhanging: tuple[OverhangingPiece, ...] = field(default=(), compare=False, repr=False)
    """The dice and tokens that rest beyond the table's edge, in order of name. The house rules empty this field."""
    free_models: tuple[FreeModel, ...] = field(default=(), compare=False, repr=False)
    """The models that dice could push, in order of name. A model is left out if nothing came near it. Empty once the
    house rules have moved any model.
    """

    def facts_of(self, kind: type[F]) -> list[F]:
        """Return the facts of one class, such as `TowerFell`, in order."""
        return [fact for fact in self.facts if isinstance(fact, kind)]
