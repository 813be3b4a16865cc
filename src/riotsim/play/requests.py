"""The requests that rules can make to players. Each request checks the answers to it.

A request describes the legal answers as data, which windows, bots, scenario files and stored games can read.
"""

import math
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeAlias, TypeVar

from riotsim.errors import IllegalAnswer
from riotsim.table.acts import OMIT_DEFAULT, Drag, Mark, Put
from riotsim.table.ballistics import flight_time
from riotsim.table.geometry.regions import OFF_TABLE, Region
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point, Vector, point_ahead
from riotsim.table.units import TICKS_PER_SECOND, in_inches

A = TypeVar("A")

MAX_NUMBER = 1e12
"""Limit of the numbers in an answer. The absolute value of each number must be smaller than this."""

PlayerId: TypeAlias = str
"""The name of a player, unique within a game."""

WhyAgain: TypeAlias = Literal["cocked", "off the table", "hardly turned"]
"""The reason why a throw of a die doesn't count. The die is thrown again."""


class Refused(IllegalAnswer, ValueError):
    """The error for an answer that the rules forbid. Its message is for the player. The game is unchanged."""


@dataclass(frozen=True, slots=True)
class Request(Generic[A]):
    """A decision that a player must take."""

    player: PlayerId
    """The name of the player who is asked."""
    purpose: str
    """Purpose of the request in the game's words, such as `turn`, `move` or `fight`."""

    def refusal(self, answer: A) -> str | None:
        """Return why an answer is not allowed, or None if it is allowed.

        Raises:
            NotImplementedError: The class of the request doesn't override this method.
        """
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Choose(Request[A]):
    """A choice between options."""

    options: tuple[A, ...]
    """The options. The answer is one of them."""

    def refusal(self, answer: A) -> str | None:
        """Return why an answer is not allowed, or None if the answer is one of the options."""
        if answer in self.options:
            return None
        listed = ", ".join(str(option) for option in self.options) or "nothing"
        return f"{answer} is not open; there is {listed}"


@dataclass(frozen=True, slots=True)
class PickPiece(Request[PieceId]):
    """A choice between pieces."""

    pieces: tuple[PieceId, ...]
    """Names of the pieces that may be picked. The answer is one of them."""

    def refusal(self, answer: PieceId) -> str | None:
        """Return why a piece can't be picked, or None if it can be picked."""
        if answer in self.pieces:
            return None
        return f"{answer} cannot be picked; there is {', '.join(self.pieces) or 'nothing'}"


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece, and the point that is chosen for it."""

    piece: PieceId
    """The name of the piece."""
    at: Point
    """The point (mm). Usually the piece's centre is placed there (`PickPoint.moves`)."""


@dataclass(frozen=True, slots=True)
class PickPoint(Request[Spot]):
    """A choice of a piece and of a point for it. If `moves` is True, the piece is placed at the point."""

    regions: tuple[tuple[PieceId, Region], ...]
    """The pieces to choose from, each with the allowed region for its point."""
    moves: bool = True
    """True if the piece's centre is placed at the point.

    False if the piece stays where it is. Then the point is, for example, the place that the piece looks at.
    """

    def refusal(self, answer: Spot) -> str | None:
        """Return why a piece and a point can't be chosen, or None if they can be chosen."""
        if not is_spot(answer):
            return f"a spot is a piece and a point of two numbers (mm), such as {self._example()}"
        for piece, region in self.regions:
            if piece == answer.piece:
                return region.refusal(answer.at)
        return f"{answer.piece} cannot be put down; there is {', '.join(piece for piece, _ in self.regions)}"

    def _example(self) -> str:
        """Return an example of an answer as Python source, for messages. The example's point may be forbidden."""
        return f"Spot({next((piece for piece, _ in self.regions), 'piece')!r}, (100, 100))"


@dataclass(frozen=True, slots=True)
class Way:
    """A straight path of a piece towards a die. The move uses up this die."""

    die: PieceId
    """The name of the die."""
    heading: float
    """Direction of the path (rad), anticlockwise from the x axis."""
    distance: float
    """Length of the path if nothing stops the piece (mm)."""


@dataclass(frozen=True, slots=True)
class Step:
    """An answer to `PickWay`: a die, and the distance that the piece moves towards it.

    Another form of answer is to discard the die. Then the piece doesn't move.
    """

    die: PieceId
    """The name of the die."""
    distance: float | None = None
    """The distance that the piece moves (mm). None if it moves along the whole path, or if the die is discarded."""
    discard: bool = False
    """True if the die is discarded instead of moving the piece."""


@dataclass(frozen=True, slots=True)
class PickWay(Request[Step]):
    """A choice of a piece's next path."""

    piece: PieceId
    """The name of the piece that is moved."""
    ways: tuple[Way, ...]
    """The paths to choose from, one for each die that may be used next."""
    full_distance_only: bool = True
    """True if the piece must move along the whole path if it moves."""
    may_discard: bool = False
    """True if a die may be discarded instead of moving the piece."""

    def refusal(self, answer: Step) -> str | None:
        """Return why a step is not allowed, or None if it is allowed."""
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
    """The point where the dice should come to rest (mm). For a throw at a target, it is the point to hit."""
    heading: float
    """The direction of the throw (rad), anticlockwise from the x axis."""
    strength: float = 1.0
    """Speed of the throw, as a multiple of the hand's usual speed."""
    drop: float = 100.0
    """Height of the release above the table (mm)."""
    spin: Vector | None = field(default=None, metadata=OMIT_DEFAULT)
    """Spin that a person's flick gives, as multiples of the hand's usual spin.

    The three numbers are the spin about three axes: along the throw, to the left of the throw, and up. None if the spin
    is drawn at random from the act's seed.
    """
    by_hand: bool = field(default=False, metadata=OMIT_DEFAULT)
    """True if a person throws with the mouse. Then no random errors are added to the throw's aim and speed."""
    mark: Mark | None = field(default=None, metadata=OMIT_DEFAULT)
    """For a throw at a target: the height of the point to hit, and its distance from the hand.

    None if the target's default mark is used.
    """


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a throw."""

    piece: PieceId
    """The name of the piece or of the tower that is the target."""
    at: Point
    """Place of the target (mm)."""
    default_mark: Mark
    """The mark for throws at this target whose `Aim` has no mark."""
    release_region: Region
    """The allowed region for the hand at the release."""


@dataclass(frozen=True, slots=True)
class AimThrow(Request[Aim]):
    """A request to aim a throw. Dice are thrown into the play area or the tray, or one die is thrown at a target."""

    dice: tuple[str, ...]
    """The kinds of the dice that are thrown, such as `d6`."""
    width: float
    """Width of the target area for the dice (mm)."""
    depth: float
    """Depth of the target area for the dice (mm)."""
    least_drop: float
    """The minimum height of a release that counts as a roll (mm)."""
    thrower: PieceId | None = None
    """The model that rolls; None if the dice are for no model."""
    in_tray: bool = False
    """True if the area is the tray. Then points are measured from the tray's front left corner."""
    speed: float = 700.0
    """Usual speed of the hand that throws (mm/s)."""
    target: Target | None = None
    """The target; None if the throw is a roll, which has no target."""
    owners: tuple[PlayerId, ...] = ()
    """The owner of each die that is thrown; empty if all dice belong to `player`."""
    why_again: tuple[WhyAgain, ...] = ()
    """For each die, the reason why its last throw doesn't count; empty if this is the first throw of the dice."""

    STRENGTHS = (0.3, 2.0)
    """Least and greatest strength of a roll, as multiples of the hand's usual speed. Our choice."""
    MAX_TARGET_STRENGTH = 4.0
    """Greatest strength of a throw at a target, as a multiple of the hand's usual speed.

    Our choice, because an arm throws harder than a wrist.
    """
    MAX_FLIGHT_SECONDS = 0.6
    """The longest flight to a target (s). Our choice, because in a longer flight a die would rise by over 0.44 m."""
    MAX_HEIGHT = 300.0
    """The greatest height of a release, and the greatest height of a target point (mm). Our choice.
    """
    MAX_SPIN = 2.0
    """Greatest spin of a flick, as a multiple of the hand's usual spin. Our choice."""

    @property
    def strengths(self) -> tuple[float, float]:
        """Least and greatest strength of this throw, as multiples of the hand's usual speed."""
        least, most = self.STRENGTHS
        return (least, most) if self.target is None else (least, self.MAX_TARGET_STRENGTH)

    def refusal(self, answer: Aim) -> str | None:
        """Return why an aim is not allowed, or None if it is allowed."""
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
        """Return why the mark of a throw is not allowed, or None if it is allowed.

        A mark has two numbers: the height of the point to hit, and the distance of this point from the hand. If the
        throw has no target, the aim must have no mark. If the throw has a target but the aim has no mark, the target's
        default mark is checked.
        """
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
    """A request to release a die over a tower.

    The answer says where to release the die. It has one of two forms:

    - A point. The program's hand aims at it, and misses it by a random error.
    - A `Put`: a release by a person. The die is released exactly at its `offset`.

    The point or the `offset` is measured along x and y from the middle of the tower's top die (mm).

    The first die of a tower is put flat on the ground, at `new_tower_at` or beside the tower's model. For this die, the
    point or the `offset` has no effect.
    """

    tower: str
    """The name of the tower."""
    height: int
    """Number of dice that are already in the tower."""
    reach: float
    """Greatest allowed distance of the point or `offset` from the middle of the tower's top die (mm)."""
    remaining_dice: int = 0
    """Number of further dice for the same tower."""
    new_tower_at: Point | None = None
    """The place of a new tower that has no model (mm); None if the tower stands beside its model."""
    shows: int | None = None
    """The number on the die's top face. The die is put down with this face up. None if any face may be up."""

    MAX_SPEED = 1000.0
    """Greatest speed of the hand at a release (mm/s). Our choice."""

    def refusal(self, answer: Point | Put) -> str | None:
        """Return why a point or a release is not allowed, or None if it is allowed."""
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
    """A request to carry a model and its tower along a straight path.

    The answer is the name of the hand's pace, or a person's drag along the path.
    """

    model: PieceId
    """The name of the model."""
    to: Point
    """End of the path (mm)."""
    tower_height: int
    """Number of dice in the model's tower."""
    paces: tuple[str, ...]
    """The names of the paces. The usual pace comes first.

    If a drag ends before the end of the path, the hand carries the model on to the end at the usual pace.
    """
    length: float = MAX_NUMBER
    """Length of the path (mm)."""

    MAX_SAMPLES = 4000
    """Maximum number of samples of a drag. It limits the size of an answer."""
    MAX_TICKS = 30 * TICKS_PER_SECOND
    """Maximum duration of a drag (ticks). It is 30 s."""

    def refusal(self, answer: str | Drag) -> str | None:
        """Return why a pace or a drag is not allowed, or None if it is allowed."""
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


@dataclass(frozen=True, slots=True)
class Unavailable:
    """An answer of the game that a player can't give now."""

    label: str
    """The answer in the game's words, short enough for a button."""
    reason: str
    """A sentence that says why the answer can't be given."""
    piece: PieceId | None = None
    """The piece that the answer would choose, such as a fallen model; None if the answer chooses no single piece."""


def is_spot(value: object) -> bool:
    """Return whether a value is a `Spot` whose point has two numbers."""
    return isinstance(value, Spot) and _is_point(value.at)


def _has_declared_type(kind: type | tuple[type, ...], value: object) -> bool:
    """Return whether a value is of a type, or of one of several types."""
    return isinstance(value, kind)


def _is_number(value: object) -> bool:
    # An integer may be too large for a float.
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < MAX_NUMBER


def _is_point(value: object) -> bool:
    return _are_numbers(value, 2)


def _are_numbers(value: object, count: int) -> bool:
    return isinstance(value, tuple) and len(value) == count and all(map(_is_number, value))
