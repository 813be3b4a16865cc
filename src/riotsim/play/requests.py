"""The requests that rules may make of a player. Each request knows which answers it allows.

What is legal is data in the request, so a window, a bot, a scenario file and a stored game can all read it.
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
"""The largest number that an answer may have."""

PlayerId: TypeAlias = str
"""The name of a player; unique in a game."""


class Refused(IllegalAnswer, ValueError):
    """An answer that the rules forbid. The message is for the player who gave it; nothing has changed."""


@dataclass(frozen=True, slots=True)
class Request(Generic[A]):
    """A decision that a player must take."""

    player: PlayerId
    """The name of the player who is asked."""
    purpose: str
    """Its purpose in the game's words: turn, move, fight …"""

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
    """The options; one of them is the answer."""

    def refusal(self, answer: A) -> str | None:
        """Return why an answer is not among the options."""
        if answer in self.options:
            return None
        listed = ", ".join(str(option) for option in self.options) or "nothing"
        return f"{answer} is not open; there is {listed}"


@dataclass(frozen=True, slots=True)
class PickPiece(Request[PieceId]):
    """A choice between pieces on the table."""

    pieces: tuple[PieceId, ...]
    """The names of the pieces; one of them is the answer."""

    def refusal(self, answer: PieceId) -> str | None:
        """Return why a piece can't be picked."""
        if answer in self.pieces:
            return None
        return f"{answer} cannot be picked; there is {', '.join(self.pieces) or 'nothing'}"


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece, and the point where its centre is put (mm)."""

    piece: PieceId
    """The name of the piece."""
    at: Point
    """The point where its centre is put (mm)."""


@dataclass(frozen=True, slots=True)
class PickPoint(Request[Spot]):
    """A choice of a piece and of the point where it is put."""

    regions: tuple[tuple[PieceId, Region], ...]
    """The pieces that may be put down, each with the region for its centre."""

    def refusal(self, answer: Spot) -> str | None:
        """Return why a piece can't be put down there."""
        if not _has_declared_type(Spot, answer) or not _is_point(answer.at):
            return "a spot is a piece and a point of two numbers"
        for piece, region in self.regions:
            if piece == answer.piece:
                return region.refusal(answer.at)
        return f"{answer.piece} cannot be put down; there is {', '.join(piece for piece, _ in self.regions)}"


@dataclass(frozen=True, slots=True)
class Way:
    """A straight way towards a die, along which a piece may be moved."""

    die: PieceId
    """The name of the die."""
    heading: float
    """Its direction (rad)."""
    distance: float
    """Its full length (mm), before anything gets in the way."""


@dataclass(frozen=True, slots=True)
class Step:
    """An answer to `PickWay`: a die, and how far the piece moves along its way."""

    die: PieceId
    """The name of the die."""
    distance: float | None = None
    """The distance (mm); None for the whole way."""
    discard: bool = False
    """True if the die is discarded unused."""


@dataclass(frozen=True, slots=True)
class PickWay(Request[Step]):
    """A choice of the next way to move a piece."""

    piece: PieceId
    """The name of the piece that is moved."""
    ways: tuple[Way, ...]
    """The ways to choose from, one for each die."""
    whole: bool = True
    """True if the full distance must be moved."""
    may_discard: bool = False
    """True if a die may be discarded unused."""

    def refusal(self, answer: Step) -> str | None:
        """Return why a die, a distance or a discard is not allowed."""
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
        if self.whole and answer.distance < way.distance - 1e-6:
            return "the full distance must be moved"
        if not 0 <= answer.distance <= way.distance + 1e-6:
            return f"the die allows 0 to {way.distance:.0f} mm"
        return None


@dataclass(frozen=True, slots=True)
class Aim:
    """The aim of a throw."""

    at: Point
    """The point where the dice should come to rest, or that the die should hit (mm)."""
    heading: float
    """The direction of the throw (rad)."""
    strength: float = 1.0
    """Share of the hand's usual speed."""
    drop: float = 100.0
    """Height of the release (mm)."""
    spin: Vector | None = field(default=None, metadata=OMIT_DEFAULT)
    """Spin given by a person's flick, about the axes along the throw, to its left and up, in shares of the hand's usual
    spin. None draws it from the seed."""
    by_hand: bool = field(default=False, metadata=OMIT_DEFAULT)
    """True if a person throws with the mouse: then the hand's errors of aim and speed are not added."""
    mark: Mark | None = field(default=None, metadata=OMIT_DEFAULT)
    """Distance and height for a throw at a target; None for the usual ones of the request."""


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a throw."""

    piece: PieceId
    """The name of a tower or a piece."""
    at: Point
    """Its place (mm)."""
    usual: Mark
    """Distance and height of the throw if the answer names none."""
    hand: Region
    """The region in which the hand may release the die."""


@dataclass(frozen=True, slots=True)
class AimThrow(Request[Aim]):
    """A request to aim a throw: of dice into the play area or the tray, or of a die at a target."""

    dice: tuple[str, ...]
    """The kinds of the dice."""
    width: float
    """Width of the area into which they are thrown (mm)."""
    depth: float
    """Depth of that area (mm)."""
    least_drop: float
    """The lowest release that counts as a roll (mm)."""
    thrower: PieceId | None = None
    """The model they are rolled for."""
    in_tray: bool = False
    """True if the area is the tray. Points are then measured from its front left corner."""
    speed: float = 700.0
    """The usual speed of the hand that throws (mm/s)."""
    target: Target | None = None
    """The target; None if dice are rolled."""

    STRENGTHS = (0.3, 2.0)
    """The least and the greatest strength of a roll, in shares of the hand's usual speed."""
    HARDEST = 4.0
    """The largest strength of a throw at a target: an arm is stronger than the wrist that rolls."""
    LONGEST = 0.6
    """The longest flight to a target (s). A die that flies longer rises by more than 0.44 m and comes down on the
    target."""
    HIGHEST = 300.0
    """The highest release and the highest point to throw at (mm)."""
    FASTEST_SPIN = 2.0
    """The largest spin of a flick, in shares of the hand's usual spin."""

    @property
    def strengths(self) -> tuple[float, float]:
        """The least and the greatest strength, in shares of the hand's usual speed."""
        least, most = self.STRENGTHS
        return (least, most) if self.target is None else (least, self.HARDEST)

    def refusal(self, answer: Aim) -> str | None:
        """Return why an aim is not allowed: off the table, a die merely set down, or a throw that no hand makes."""
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
        if answer.drop > self.HIGHEST:
            return f"a roll is released at most {self.HIGHEST:.0f} mm up"
        least, most = self.strengths
        if not least <= answer.strength <= most:
            return f"a throw has {least:g} to {most:g} times the hand's usual speed"
        if answer.spin is not None and math.hypot(*answer.spin) > self.FASTEST_SPIN:
            return f"a throw has at most {self.FASTEST_SPIN:g} times the hand's usual spin"
        return self._off_the_mark(answer)

    def _off_the_mark(self, answer: Aim) -> str | None:
        """Return why a throw at a target is not allowed: from where the hand may not be, or too slow to get there."""
        if self.target is None:
            return None if answer.mark is None else "there is nothing to throw at"
        mark = self.target.usual if answer.mark is None else answer.mark
        if not _has_declared_type(Mark, mark) or not _is_number(mark.back) or not _is_number(mark.height):
            return "a mark is a distance and a height in mm"
        if mark.back <= 0:
            return "a die is thrown at something that is ahead"
        if not 0 <= mark.height <= self.HIGHEST:
            return f"a die is thrown at something 0 to {self.HIGHEST:.0f} mm high"
        if reason := self.target.hand.refusal(point_ahead(answer.at, answer.heading, -mark.back)):
            return "a die is thrown from over the table" if reason == OFF_TABLE else reason
        if flight_time(self.speed * answer.strength, mark.back) > self.LONGEST:
            return f"from {in_inches(mark.back):.1f} in off a die must be thrown harder than that"
        return None


@dataclass(frozen=True, slots=True)
class PlaceDie(Request[Point | Put]):
    """A request to release a die over a tower: the offset from the middle of the die on top (mm, along x and y).

    A point is where a hand aims, with its errors; a `Put` is exactly how a person's own hand released it. The first die
    of a tower always goes flat against its model, or where the tower is to stand.
    """

    tower: str
    """The name of the tower."""
    height: int
    """The number of dice that it has already."""
    reach: float
    """The largest offset that makes sense (mm)."""
    more: int = 0
    """The number of dice that go on the same tower after this one."""
    foot: Point | None = None
    """The place of a new tower (mm); None if it begins beside its model."""

    FASTEST = 1000.0
    """The fastest release (mm/s)."""

    def refusal(self, answer: Point | Put) -> str | None:
        """Return why a place or a release is not allowed."""
        offset = answer.offset if isinstance(answer, Put) else answer
        if not _is_point(offset):
            return "a place is given as two numbers"
        if isinstance(answer, Put):
            if not _is_number(answer.yaw) or not _is_point(answer.velocity):
                return "a die is let go with an angle, and a velocity of two numbers"
            if math.hypot(*answer.velocity) > self.FASTEST:
                return f"a die is let go by a hand with at most {self.FASTEST:.0f} mm/s"
        if math.hypot(*offset) > self.reach:
            return f"a die is placed within {self.reach:.0f} mm of the one on top"
        return None


@dataclass(frozen=True, slots=True)
class SetPace(Request[str | Drag]):
    """A choice of the pace at which a model and its tower are carried, or a drag along their line."""

    model: PieceId
    """The name of the model."""
    to: Point
    """The end of the way (mm)."""
    tower: int
    """The number of dice in its tower."""
    paces: tuple[str, ...]
    """The paces, the usual one first. The hand continues at that pace where a drag ends."""
    length: float = MAX_NUMBER
    """Length of the way (mm)."""

    MOST_SAMPLES = 4000
    """The largest number of samples of a drag."""
    LONGEST = 30 * TICKS_PER_SECOND
    """The longest drag (ticks)."""

    def refusal(self, answer: str | Drag) -> str | None:
        """Return why a pace or a drag is not allowed."""
        if isinstance(answer, Drag):
            return self._no_drag(answer.samples)
        return None if answer in self.paces else f"the hand knows {', '.join(self.paces)}, not {answer}"

    def _no_drag(self, samples: object) -> str | None:
        if not isinstance(samples, tuple):
            return "a drag is a list of ticks and distances"
        if len(samples) > self.MOST_SAMPLES:
            return f"a drag has at most {self.MOST_SAMPLES} samples"
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
        if before > self.LONGEST:
            return f"a drag takes at most {self.LONGEST // TICKS_PER_SECOND} s"
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
