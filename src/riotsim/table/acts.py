"""Physical acts, the hands that do them, and what is plain about their outcome.

These pass between the rules, which ask for an act, and the physics, which performs it:
`perform(table, act, seed) -> Settled`. All of it is data.
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

LEFT_OUT: Final[Mapping[str, bool]] = MappingProxyType({"left_out": True})
"""Metadata of a field that is left out of what is stored where it has its default: it came later than games that are
stored, and those say nothing of it."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a hand carries: the limits of a minimum-jerk movement."""

    speed: float
    """Peak speed (mm/s)."""
    acceleration: float
    """Peak acceleration (mm/s²)."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A person's hand as figures; the errors themselves are drawn from the act's seed."""

    name: str
    place_sigma: float
    """Spread of where a die is let go, along x and along y (mm)."""
    yaw_sigma: float
    """Spread of how it is turned (rad)."""
    tremor: float
    """Root mean square of the tremor while carrying (mm)."""
    tremor_hz: float
    """Its frequency; physiological tremor has 8 to 12 Hz."""
    aim_sigma: float
    """Spread of the middle of a throw, along x and along y (mm)."""
    speed: float
    """Horizontal speed of a throw (mm/s)."""
    speed_sigma: float
    """Spread of that speed (mm/s)."""
    spin: float
    """Spread of each part of the spin of a thrown die (rad/s)."""
    paces: tuple[tuple[str, Pace], ...]
    """The ways in which it can carry, the usual one first."""
    unbraced: float = math.inf
    """Height above a tower's foot (mm) at which `place_sigma` has doubled: an arm that leans on nothing wavers."""

    def place_sigma_at(self, height: float) -> float:
        """Give the spread of where a die is let go (mm) at a height above the tower's foot (mm)."""
        return self.place_sigma * (1.0 + height / self.unbraced)

    def pace(self, name: str) -> Pace:
        """Find a pace by its name. Raises `KeyError` if the hand has none such."""
        return dict(self.paces)[name]


INTO_TRAY = 0.6
"""Share of its usual speed with which a hand throws into a tray: of 900 dice that the drunk hand throws with all of it
3 fly over walls of 3 in, of as many with this share none."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A throw is meant to hit something, rather than to come to rest somewhere: from how far off, and how high up."""

    back: float
    """How far off the hand lets go, seen from above (mm)."""
    height: float
    """Of the point that is to be hit, above the table (mm)."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw dice together into the play area, or a tray; their poses before do not matter."""

    dice: tuple[Die, ...]
    at: Point
    """Where they should come to rest (mm); with a `mark`, what they should hit."""
    heading: float
    """The direction of the throw (rad)."""
    hand: Hand
    drop: float = 100.0
    """Height of the release above the table (mm)."""
    strength: float = 1.0
    """Share of the hand's usual speed."""
    free_models: bool = False
    """Whether the dice may push models about; else these stand fast (RD-93)."""
    in_tray: bool = False
    """Whether they are thrown into the table's tray, anywhere near `at`. They lie there then, off the play area, and
    nothing on that is touched."""
    spin: Vector | None = field(default=None, metadata=LEFT_OUT)
    """The spin that a person's hand gives them about the axes along the throw, to its left and up, in shares of the
    hand's usual; None: as chance has it."""
    by_hand: bool = field(default=False, metadata=LEFT_OUT)
    """Whether a person's own hand throws: then the figures of `hand` add no errors of aim and speed."""
    mark: Mark | None = field(default=None, metadata=LEFT_OUT)
    """How it is thrown at something; None if it is rolled. Only a single die is thrown so."""


@dataclass(frozen=True, slots=True)
class Drop:
    """Let a token fall on the table, turned at random."""

    token: Token
    at: Point
    height: float
    """Of the release above the table (mm)."""
    hand: Hand


@dataclass(frozen=True, slots=True)
class Stack:
    """Put a die on top of a tower; the first one goes on the table: beside the model, on the side `bearing`, or where
    `ground` says.
    """

    die: Die
    """Its orientation says which face is up."""
    tower: str
    hand: Hand
    bearing: float = 0.0
    """Where a new tower begins (rad)."""
    offset: Point = (0.0, 0.0)
    """Where it is aimed at, from the middle of the top die (mm)."""
    put: "Put | None" = field(default=None, metadata=LEFT_OUT)
    """How a person's own hand lets go of it: then the figures of `hand` add no errors, and `offset` is that of this."""
    ground: Point | None = field(default=None, metadata=LEFT_OUT)
    """Where a new tower begins that stands beside no model (mm), turned to `bearing`."""


@dataclass(frozen=True, slots=True)
class Put:
    """How a person's own hand lets go of a die over a tower: exactly so."""

    offset: Point
    """Where, from the middle of the top die (mm)."""
    yaw: float = 0.0
    """How far it is turned about the vertical from that die (rad)."""
    velocity: Point = (0.0, 0.0)
    """How fast the hand still was (mm/s)."""


@dataclass(frozen=True, slots=True)
class Drag:
    """How a person's own hand moved along a straight line, and what it carried with it."""

    samples: tuple[tuple[int, float], ...]
    """Where it was: ticks since it took hold, and how far along the line (mm). After the last it lets go."""


@dataclass(frozen=True, slots=True)
class Carry:
    """Move a model and its tower in a straight line. It ends where the tower falls, if it does."""

    model: PieceId
    to: Point
    hand: Hand
    pace: str
    drag: Drag | None = field(default=None, metadata=LEFT_OUT)
    """How a person's own hand moves it. What is left of the way when that lets go, `hand` carries it at its pace."""


F = TypeVar("F")

Act: TypeAlias = Roll | Drop | Stack | Carry


@dataclass(frozen=True, slots=True)
class TowerFell:
    """A tower came down. Facts stand in the order in which things happened."""

    tower: str
    tick: int


@dataclass(frozen=True, slots=True)
class TowerPushed:
    """A tower was pushed off its place, and still stands."""

    tower: str
    tick: int


@dataclass(frozen=True, slots=True)
class LeftTable:
    """A die or token is not on the table any more; it is not in the settled table."""

    piece: PieceId
    tick: int
    at: Point
    """Where it went over the edge (mm)."""


@dataclass(frozen=True, slots=True)
class Cocked:
    """A rolled die lies with no face flat, or leans on something (RD-90)."""

    die: PieceId


@dataclass(frozen=True, slots=True)
class Turned:
    """How often a rolled die turned over between release and rest."""

    die: PieceId
    turns: float
    began: Quaternion = IDENTITY
    """How it was turned when the hand let go of it."""


@dataclass(frozen=True, slots=True)
class ModelMoved:
    """A model that may be pushed (RD-93 `free`) stands elsewhere now, or was knocked flat and set up again."""

    model: PieceId
    knocked_flat: bool


@dataclass(frozen=True, slots=True)
class CutShort:
    """Simulated time ran out before all was at rest; what still moved is where it was then."""

    ticks: int


Fact: TypeAlias = TowerFell | TowerPushed | LeftTable | Cocked | Turned | ModelMoved | CutShort


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the moving pieces are at one tick of an act (240 ticks a second)."""

    tick: int
    poses: dict[PieceId, Pose]
    impacts: tuple[Impact, ...] = ()
    """What met since the frame before, if somebody listens."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What came of an act. The dice of a fallen tower lie loose on `table`, where they fell."""

    table: Table
    facts: tuple[Fact, ...] = ()
    ticks: int = 0
    """Simulated time."""
    trace: tuple[Frame, ...] = field(default=(), compare=False)

    def of(self, kind: type[F]) -> list[F]:
        """The facts of one kind, in order."""
        return [fact for fact in self.facts if isinstance(fact, kind)]
