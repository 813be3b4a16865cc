"""Prescribed motions of pieces: their timing, their frames, and their audible impacts."""

import math
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Final

from riotsim.table.acts import Frame, Settled
from riotsim.table.geometry.plan import ROUNDING_TOLERANCE, covers
from riotsim.table.impacts import TABLE, Collider, Impact, collider_of
from riotsim.table.pieces import Box, Die, Model, Movable, PieceId, Token
from riotsim.table.poses import Point, Pose, Vector
from riotsim.table.state import Table
from riotsim.table.units import ACRYLIC_DENSITY, MODEL_MASS, TICKS_PER_FRAME, TICKS_PER_SECOND

PEAK_SPEED: Final = 1.875
"""Peak speed of a minimum-jerk movement, as a multiple of length / duration (Flash and Hogan 1985: 15/8)."""

PEAK_ACCELERATION: Final = 10 / math.sqrt(3)
"""Peak acceleration of a minimum-jerk movement, as a multiple of length / duration² (Flash and Hogan 1985)."""

SLIDE_SPEED, SLIDE_ACCELERATION = 300.0, 1200.0
"""Peak speed (mm/s) and peak acceleration (mm/s²) of a hand that slides or carries a piece. Chosen by eye."""

TURN_SECONDS: Final = 0.35
"""Shortest time of a quarter turn of a piece about the vertical by a hand (s). Chosen by eye."""

SET_DOWN_SPEED: Final = 99.0
"""Speed of a lifted piece while it is set down (mm/s). A die reaches this speed if it falls by half a millimetre."""

RUB_TICKS: Final = 8
"""Ticks between the faint impacts that make up the noise of a sliding piece. Chosen by ear."""

RUB_SHARE: Final = 0.1
"""Speed of the faint impacts in the noise of a sliding piece, as a fraction of the piece's speed. Chosen by ear."""

MIN_RUB: Final = 5.0
"""Least speed of an impact that is part of the noise of sliding (mm/s). Slower impacts are left out."""


@dataclass(frozen=True, slots=True)
class Motion:
    """A prescribed motion of one or more pieces, with its outcome."""

    table: Table
    """The table after the motion."""
    ticks: int
    """Duration (ticks), a whole number of frames."""
    poses_at: Callable[[int], dict[PieceId, Pose]]
    """Function that returns the poses of the moving pieces at a tick from 0 to `ticks`.

    For a die or a token, this is the pose of its centre. For a model, it is the pose of its foot: the centre of its
    standing area.
    """
    impacts: tuple[Impact, ...]
    """Audible impacts, in order of time."""

    @property
    def settled(self) -> Settled:
        """The outcome of the motion."""
        return Settled(self.table, (), self.ticks)

    def frames(self, every: int = TICKS_PER_FRAME, *, listen: bool = False) -> Generator[Frame, None, Settled]:
        """Yield the frames of the motion, and return the outcome of the motion at the end.

        Args:
            every: Ticks from one frame to the next. If 0, no frames are yielded.
            listen: Whether frames contain impacts.
        """
        heard = list(self.impacts) if listen else []
        for tick in range(every, self.ticks + 1, every) if every else ():
            now = tuple(impact for impact in heard if tick - every < impact.tick <= tick)
            yield Frame(tick, self.poses_at(tick), now)
        return self.settled


def minimum_jerk(share: float) -> float:
    """Return which fraction of its path a minimum-jerk movement has covered (0 to 1).

    `share` is the fraction of the movement's time that has passed (0 to 1).
    """
    if share <= 0.0:
        return 0.0
    if share >= 1.0:
        return 1.0
    return share**3 * (10.0 - 15.0 * share + 6.0 * share * share)


def slide_ticks(length: float, turn: float = 0.0) -> int:
    """Return the duration of a slide (ticks), a whole number of frames. It is 0 if the piece neither moves nor turns.

    Args:
        length: Length of the path (mm).
        turn: Angle of the piece's turn on its path (rad).
    """
    if length <= ROUNDING_TOLERANCE and abs(turn) <= ROUNDING_TOLERANCE:
        return 0
    seconds = max(
        PEAK_SPEED * length / SLIDE_SPEED,
        math.sqrt(PEAK_ACCELERATION * length / SLIDE_ACCELERATION),
        abs(turn) / (math.pi / 2) * TURN_SECONDS,
    )
    return whole_frames(seconds)


def whole_frames(seconds: float) -> int:
    """Convert seconds to ticks. The number of ticks is rounded up to a whole number of frames."""
    return math.ceil(seconds * TICKS_PER_SECOND / TICKS_PER_FRAME) * TICKS_PER_FRAME


def between(start: Vector, end: Vector, share: float) -> Vector:
    """Return the point at a fraction `share` (0 to 1) of the line from `start` to `end`. At 1, it is exactly `end`."""
    if share >= 1.0:
        return end
    x, y, z = (a + share * (b - a) for a, b in zip(start, end, strict=True))
    return (x, y, z)


def rubbing(
    table: Table, piece: Movable, start: Vector, end: Vector, begin: int, ticks: int, turn: float = 0.0
) -> list[Impact]:
    """Return the faint impacts that make up the noise of a sliding piece.

    Args:
        table: The table.
        piece: The piece.
        start: The place of the piece's foot at the beginning of the slide (mm).
        end: The place of the piece's foot at the end of the slide (mm).
        begin: First tick of the slide.
        ticks: Duration of the slide.
        turn: Angle of the piece's turn on its path (rad).
    """
    found = []
    left, _, right, _ = piece.footprint.bounds()
    length = math.dist(start, end) + abs(turn) * (right - left) / 2
    for tick in range(RUB_TICKS, ticks, RUB_TICKS):
        before, share = minimum_jerk((tick - 1) / ticks), minimum_jerk(tick / ticks)
        speed = RUB_SHARE * length * (share - before) * TICKS_PER_SECOND
        if speed >= MIN_RUB:
            found.append(impact(table, piece, between(start, end, share), begin + tick, speed))
    return found


def impact(table: Table, piece: Movable, foot: Vector, tick: int, speed: float, share: float = 1.0) -> Impact:
    """Return the impact of a piece on the ground.

    Args:
        table: The table.
        piece: The piece.
        foot: The point of contact (mm).
        tick: The tick of the impact.
        speed: Speed of the piece when it hits the ground (mm/s).
        share: Fraction of the piece's mass that the impact stops. The impulse is proportional to this fraction.
    """
    return Impact(tick, collider_of(piece), _ground_at(table, foot[:2]), foot, speed, speed * share * _mass(piece))


def _ground_at(table: Table, at: Point) -> Collider:
    """Return the collider under a model at a point: a box of terrain or the table."""
    level = table.level_at(at)
    if level == 0.0:
        return TABLE
    boxes = (one for one in table.terrain.values() if one.can_stand_on and isinstance(one.shape, Box))
    return next((collider_of(one) for one in boxes if one.height == level and covers(one.footprint, at)), TABLE)


def _mass(piece: Movable) -> float:
    """Return the mass of a piece (g), to compute how loud its impacts are. Any die counts as a cube."""
    match piece:
        case Die(size=size):
            return ACRYLIC_DENSITY * size**3
        case Token(diameter=diameter, thickness=thickness):
            return ACRYLIC_DENSITY * math.pi / 4 * diameter**2 * thickness
        case Model():
            return MODEL_MASS
