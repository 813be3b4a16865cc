"""Physical acts, the hands that do them, and what is plain about their outcome.

These pass between the rules, which ask for an act, and the physics, which performs it:
`perform(table, act, seed) -> Settled`. All of it is data.
"""

import math
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from riotsim.table.impacts import Impact
from riotsim.table.pieces import Die, PieceId, Token
from riotsim.table.poses import IDENTITY, Point, Pose, Quaternion
from riotsim.table.state import Table


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
class Roll:
    """Throw dice together into the play area, or a tray; their poses before do not matter."""

    dice: tuple[Die, ...]
    at: Point
    """Where they should come to rest (mm)."""
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
    """Put a die on top of a tower; the first one goes on the table beside the model, on the side `bearing`."""

    die: Die
    """Its orientation says which face is up."""
    tower: str
    hand: Hand
    bearing: float = 0.0
    """Where a new tower begins (rad)."""
    offset: Point = (0.0, 0.0)
    """Where it is aimed at, from the middle of the top die (mm)."""


@dataclass(frozen=True, slots=True)
class Carry:
    """Move a model and its tower in a straight line. It ends where the tower falls, if it does."""

    model: PieceId
    to: Point
    hand: Hand
    pace: str


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
