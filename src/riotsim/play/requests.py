"""The requests that rules can make to players. Each request knows which answers it allows.

The legal answers are data in the request, which a window, a bot, a scenario file and a stored game can all read.
"""

import math
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from riotsim.errors import IllegalAnswer
from riotsim.table.acts import OMIT_DEFAULT, Drag, Mark, Put
from riotsim.table.ballistics import flight_time
from riotsim.table.geometry.regions import OFF_TABLE, Region
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point, Vector, point_ahead
from riotsim.table.units import TICKS_PER_SECOND, in_inches

A = TypeVar("A")

MAX_NUMBER = 1e12
"""The largest number that an answer may contain."""

PlayerId: TypeAlias = str
"""The name of a player; unique in a game."""


class Refused(IllegalAnswer, ValueError):
    """An answer that the rules forbid. The message is for the player who gave it, and the game has not changed."""


@dataclass(frozen=True, slots=True)
class Request(Generic[A]):
    """A decision that a player must take."""

    player: PlayerId
    """The name of the player who is asked."""
    purpose: str
    """Purpose of the request in the game's words, such as turn, move or fight."""

    def refusal(self, answer: A) -> str | None:
        """Return why an answer is not allowed, or None if it is.

        Raises:
            NotImplementedError: This is the base class.
        """
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Choose(Request[A]):
    """A choice between options."""

    options: tuple[A, ...]
    """The options, one of which is the answer."""

    def refusal(self, answer: A) -> str | None:
        """Return why an answer is not among the options, or None if it is."""
        if answer in self.options:
            return None
        listed = ", ".join(str(option) for option in self.options) or "nothing"
        return f"{answer} is not open; there is {listed}"


@dataclass(frozen=True, slots=True)
class PickPiece(Request[PieceId]):
    """A choice between pieces on the table."""

    pieces: tuple[PieceId, ...]
    """Names of the pieces, one of which is the answer."""

    def refusal(self, answer: PieceId) -> str | None:
        """Return why a piece can't be picked, or None if it can."""
        if answer in self.pieces:
            return None
        return f"{answer} cannot be picked; there is {', '.join(self.pieces) or 'nothing'}"


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece, and the point where its centre is placed (mm)."""

    piece: PieceId
    """The name of the piece."""
    at: Point
    """The point where the piece's centre is placed (mm)."""


@dataclass(frozen=True, slots=True)
class PickPoint(Request[Spot]):
    """A choice of a piece, and of the point where it is placed."""

    regions: tuple[tuple[PieceId, Region], ...]
    """The pieces that may be placed, each with the region for its centre."""

    def refusal(self, answer: Spot) -> str | None:
        """Return why a piece can't be placed at a point, or None if it can."""
        if not _has_declared_type(Spot, answer) or not _is_point(answer.at):
            return f"a spot is a piece and a point of two numbers (mm), such as {self._example()}"
        for piece, region in self.regions:
            if piece == answer.piece:
                return region.refusal(answer.at)
        return f"{answer.piece} cannot be put down; there is {', '.join(piece for piece, _ in self.regions)}"

    def _example(self) -> str:
        """Return an answer in Python, of the right form and not necessarily a legal place."""
        return f"Spot({next((piece for piece, _ in self.regions), 'piece')!r}, (100, 100))"


@dataclass(frozen=True, slots=True)
class Way:
    """A straight path towards a die, along which a piece may be moved."""

    die: PieceId
    """The name of the die."""
    heading: float
    """Direction of the path (rad)."""
    distance: float
    """Full length of the path (mm), before anything gets in the way."""


@dataclass(frozen=True, slots=True)
class Step:
    """An answer to `PickWay`: a die, and how far the piece moves towards it."""

    die: PieceId
    """The name of the die."""
    distance: float | None = None
    """The distance (mm); None for the whole path."""
    discard: bool = False
    """True if the die is discarded unused."""


@dataclass(frozen=True, slots=True)
class PickWay(Request[Step]):
    """A choice of the next path to move a piece."""

    piece: PieceId
    """The name of the piece that is moved."""
    ways: tuple[Way, ...]
    """The paths to choose from, one for each die."""
    full_distance_only: bool = True
    """True if the full distance must be moved."""
    may_discard: bool = False
    """True if a die may be discarded unused."""

    def refusal(self, answer: Step) -> str | None:
        """Return why a die, a distance or a discard is not allowed, or None if it is."""
        if not _has_declared_type(Step, answer) or not (
            answer.distance is None or _has_declared_type((int, float), answer.distance)
        ):
            return "a step is a die and a distance in mm"
        way = next((way for way in self.ways if way.die == answer.die), None)
        if way is None:
            return f"{answer.die} is not among the dice that may be used next"
        if answer.discard:
            if not self.may_discard:
                return "every die must be used"
            return "a die that is put away moves nothing" if answer.distance is not None else None
        if answer.distance is None:
            return None
        if self.full_distance_only and answer.distance < way.distance - 1e-6:
            return "the full distance must be moved"
        if not 0 <= answer.distance <= way.distance + 1e-6:
            return f"the die allows 0 to {way.distance:.0f} mm"
        return None


@dataclass(frozen=True, slots=True)
class Aim:
    """The aim of a throw."""

    at: Point
    """The point where the dice should come to rest, or which the die should hit (mm)."""
    heading: float
    """The direction of the throw (rad)."""
    strength: float = 1.0
    """Share of the hand's usual speed."""
    drop: float = 100.0
    """Height of the release (mm)."""
    spin: Vector | None = field(default=None, metadata=OMIT_DEFAULT)
    """Spin of a person's flick, as shares of the hand's usual spin about three axes: along the throw, to its left, and
    up. None to draw it from the seed.
    """
    by_hand: bool = field(default=False, metadata=OMIT_DEFAULT)
    """True if a person throws with the mouse. The hand's errors of aim and speed are then left out."""
    mark: Mark | None = field(default=None, metadata=OMIT_DEFAULT)
    """Distance and height for a throw at a target; None for the request's default."""


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a throw."""

    piece: PieceId
    """The name of a tower or a piece."""
    at: Point
    """Place of the target (mm)."""
    default_mark: Mark
    """Default distance and height of the throw."""
    release_region: Region
    """The region in which the hand may release the die."""


@dataclass(frozen=True, slots=True)
class AimThrow(Request[Aim]):
    """A request to aim a throw: dice into the play area or the tray, or a die at a target."""

    dice: tuple[str, ...]
    """The kinds of the dice."""
    width: float
    """Width of the area for the throw (mm)."""
    depth: float
    """Depth of the area for the throw (mm)."""
    least_drop: float
    """The lowest release that counts as a roll (mm)."""
    thrower: PieceId | None = None
    """The model for which the dice are rolled."""
    in_tray: bool = False
    """True if the area is the tray. Points are then measured from its front left corner."""
    speed: float = 700.0
    """Usual speed of the throwing hand (mm/s)."""
    target: Target | None = None
    """The target; None if dice are rolled."""

    STRENGTHS = (0.3, 2.0)
    """Least and greatest strength of a roll, as shares of the hand's usual speed."""
    MAX_TARGET_STRENGTH = 4.0
    """Greatest strength of a throw at a target, since an arm is stronger than a rolling wrist."""
    MAX_FLIGHT_SECONDS = 0.6
    """The longest flight to a target (s). A die that flies longer rises by more than 0.44 m and comes down on the
    target."""
    MAX_HEIGHT = 300.0
    """The highest release and the highest point to throw at (mm)."""
    MAX_SPIN = 2.0
    """Greatest spin of a flick, as a share of the hand's usual spin."""

    @property
    def strengths(self) -> tuple[float, float]:
        """Least and greatest strength, as shares of the hand's usual speed."""
        least, most = self.STRENGTHS
        return (least, most) if self.target is None else (least, self.MAX_TARGET_STRENGTH)

    def refusal(self, answer: Aim) -> str | None:
        """Return why an aim is not allowed: off the table, a die merely put down, or an impossible throw. Return None
        if it is allowed.
        """
        if not _has_declared_type(Aim, answer) or not _is_point(answer.at):
            return "a throw is aimed at a point of two numbers"
        if not all(map(_is_number, (answer.heading, answer.strength, answer.drop))):
            return "a throw is aimed with numbers"
        if not _has_declared_type(bool, answer.by_hand):
            return "a throw is a person's own or it is not"
        if answer.spin is not None and not _are_numbers(answer.spin, 3):
            return "a spin is given as three numbers"
        if not (0 <= answer.at[0] <= self.width and 0 <= answer.at[1] <= self.depth):
            return f"the dice must be thrown into the {'tray' if self.in_tray else 'play area'}"
        if answer.drop < self.least_drop:
            return f"a roll is released at least {self.least_drop:.0f} mm up; a die merely set down is no roll"
        if answer.drop > self.MAX_HEIGHT:
            return f"a roll is released at most {self.MAX_HEIGHT:.0f} mm up"
        least, most = self.strengths
        if not least <= answer.strength <= most:
            return f"a throw has {least:g} to {most:g} times the hand's usual speed"
        if answer.spin is not None and math.hypot(*answer.spin) > self.MAX_SPIN:
            return f"a throw has at most {self.MAX_SPIN:g} times the hand's usual spin"
        return self._off_the_mark(answer)

    def _off_the_mark(self, answer: Aim) -> str | None:
        """Return why a throw at a target is not allowed: from outside the hand's region, or too slow to reach it."""
        if self.target is None:
            return None if answer.mark is None else "there is nothing to throw at"
        mark = self.target.default_mark if answer.mark is None else answer.mark
        if not _has_declared_type(Mark, mark) or not _is_number(mark.back) or not _is_number(mark.height):
            return "a mark is a distance and a height in mm"
        if mark.back <= 0:
            return "a die is thrown at something that is ahead"
        if not 0 <= mark.height <= self.MAX_HEIGHT:
            return f"a die is thrown at something 0 to {self.MAX_HEIGHT:.0f} mm high"
        if reason := self.target.release_region.refusal(point_ahead(answer.at, answer.heading, -mark.back)):
            return "a die is thrown from over the table" if reason == OFF_TABLE else reason
        if flight_time(self.speed * answer.strength, mark.back) > self.MAX_FLIGHT_SECONDS:
            return f"from {in_inches(mark.back):.1f} in off a die must be thrown harder than that"
        return None


@dataclass(frozen=True, slots=True)
class PlaceDie(Request[Point | Put]):
    """A request to release a die over a tower: the offset from the middle of the die on top (mm, along x and y).

    A point is the aim of a hand with errors; a `Put` is the exact release by a person's hand. The first die of a
    tower always stands flat against its model, or at the place of the new tower.
    """

    tower: str
    """The name of the tower."""
    height: int
    """Number of dice that the tower has already."""
    reach: float
    """Greatest offset that makes sense (mm)."""
    remaining_dice: int = 0
    """Number of dice that follow on the same tower."""
    new_tower_at: Point | None = None
    """The place of a new tower (mm); None if it begins beside its model."""

    MAX_SPEED = 1000.0
    """Greatest speed of a release (mm/s)."""

    def refusal(self, answer: Point | Put) -> str | None:
        """Return why a place or a release is not allowed, or None if it is."""
        offset = answer.offset if isinstance(answer, Put) else answer
        if not _is_point(offset):
            return "a place is given as two numbers"
        if isinstance(answer, Put):
            if not _is_number(answer.yaw) or not _is_point(answer.velocity):
                return "a die is let go with an angle, and a velocity of two numbers"
            if math.hypot(*answer.velocity) > self.MAX_SPEED:
                return f"a die is let go by a hand with at most {self.MAX_SPEED:.0f} mm/s"
        if math.hypot(*offset) > self.reach:
            return f"a die is placed within {self.reach:.0f} mm of the one on top"
        return None


@dataclass(frozen=True, slots=True)
class SetPace(Request[str | Drag]):
    """A choice of the pace at which a model and its tower are carried, or of a drag along the path."""

    model: PieceId
    """The name of the model."""
    to: Point
    """End of the path (mm)."""
    tower_height: int
    """Number of dice in the model's tower."""
    paces: tuple[str, ...]
    """The paces, the usual one first. After a drag the hand continues at the usual pace."""
    length: float = MAX_NUMBER
    """Length of the path (mm)."""

    MAX_SAMPLES = 4000
    """Greatest number of samples of a drag."""
    MAX_TICKS = 30 * TICKS_PER_SECOND
    """Greatest duration of a drag (ticks)."""

    def refusal(self, answer: str | Drag) -> str | None:
        """Return why a pace or a drag is not allowed, or None if it is."""
        if isinstance(answer, Drag):
            return self._no_drag(answer.samples)
        return None if answer in self.paces else f"the hand knows {', '.join(self.paces)}, not {answer}"

    def _no_drag(self, samples: object) -> str | None:
        if not isinstance(samples, tuple):
            return "a drag is a list of ticks and distances"
        if len(samples) > self.MAX_SAMPLES:
            return f"a drag has at most {self.MAX_SAMPLES} samples"
        before = -1
        for sample in samples:
            if not _are_numbers(sample, 2) or not isinstance(sample[0], int):
                return "each sample of a drag is a whole number of ticks and a distance in mm"
            tick, way = sample
            if tick <= before:
                return "the ticks of a drag go up"
            if not -1e-6 <= way <= self.length + 1e-6:
                return f"a drag stays on its line, from 0 to {self.length:.0f} mm"
            before = tick
        if before > self.MAX_TICKS:
            return f"a drag takes at most {self.MAX_TICKS // TICKS_PER_SECOND} s"
        return None


def _has_declared_type(kind: type | tuple[type, ...], value: object) -> bool:
    """Return whether an answer has its declared type. One from a file may not."""
    return isinstance(value, kind)


def _is_number(value: object) -> bool:
    # An integer may be too large for a float.
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < MAX_NUMBER


def _is_point(value: object) -> bool:
    return _are_numbers(value, 2)


def _are_numbers(value: object, count: int) -> bool:
    return isinstance(value, tuple) and len(value) == count and all(map(_is_number, value))
