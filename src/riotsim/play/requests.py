"""What a rule may ask of a boss: a closed vocabulary of requests, each of which knows the answers it allows.

What is legal is data in the request, so a person's window, a bot, a scenario file and a stored game can all read it.
"""

import math
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from riotsim.errors import IllegalAnswer
from riotsim.table.acts import LEFT_OUT, Drag, Mark, Put
from riotsim.table.ballistics import flight_time
from riotsim.table.geometry.regions import OFF_TABLE, Region
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point, Vector, ahead
from riotsim.table.units import TICKS_PER_SECOND, in_inches

A = TypeVar("A")

LARGEST = 1e12
"""Beyond this no number of an answer means anything."""

PlayerId: TypeAlias = str
"""The name of a boss; unique in a game."""


class Refused(IllegalAnswer, ValueError):
    """An answer that the rules forbid; the text is for the one who gave it. Nothing has changed."""


@dataclass(frozen=True, slots=True)
class Request(Generic[A]):
    """A decision that a boss owes the rules."""

    player: PlayerId
    purpose: str
    """What it is about, in the game's words: turn, move, fight …"""

    def refusal(self, answer: A) -> str | None:
        """Say why an answer is not allowed, or None if it is."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Choose(Request[A]):
    """Choose one of some options."""

    options: tuple[A, ...]

    def refusal(self, answer: A) -> str | None:
        """Refuse what is not among the options."""
        if answer in self.options:
            return None
        listed = ", ".join(str(option) for option in self.options) or "nothing"
        return f"{answer} is not open; there is {listed}"


@dataclass(frozen=True, slots=True)
class PickPiece(Request[PieceId]):
    """Pick one of some pieces on the table."""

    pieces: tuple[PieceId, ...]

    def refusal(self, answer: PieceId) -> str | None:
        """Refuse a piece that is not among those."""
        if answer in self.pieces:
            return None
        return f"{answer} cannot be picked; there is {', '.join(self.pieces) or 'nothing'}"


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece, and where its centre is to be put (mm)."""

    piece: PieceId
    at: Point


@dataclass(frozen=True, slots=True)
class PickPoint(Request[Spot]):
    """Pick one of some pieces and a point where it is put."""

    regions: tuple[tuple[PieceId, Region], ...]

    def refusal(self, answer: Spot) -> str | None:
        """Refuse another piece, or a point outside its region."""
        if not _is_a(Spot, answer) or not _is_point(answer.at):
            return "a spot is a piece and a point of two numbers"
        for piece, region in self.regions:
            if piece == answer.piece:
                return region.refusal(answer.at)
        return f"{answer.piece} cannot be put down; there is {', '.join(piece for piece, _ in self.regions)}"


@dataclass(frozen=True, slots=True)
class Way:
    """A straight way that a piece may be moved, towards a die."""

    die: PieceId
    heading: float
    """rad."""
    distance: float
    """The whole of it (mm), before anything gets in the way."""


@dataclass(frozen=True, slots=True)
class Step:
    """A way chosen: the die, and how far along it."""

    die: PieceId
    distance: float | None = None
    """mm; None for the whole way."""
    discard: bool = False
    """Whether the die is put away unused."""


@dataclass(frozen=True, slots=True)
class PickWay(Request[Step]):
    """Choose the next way to move a piece."""

    piece: PieceId
    ways: tuple[Way, ...]
    whole: bool = True
    """Whether the full distance must be gone."""
    may_discard: bool = False
    """Whether a die may be put away unused."""

    def refusal(self, answer: Step) -> str | None:
        """Refuse a die that is not there, a distance the rules forbid, or a discard they forbid."""
        if not _is_a(Step, answer) or not (answer.distance is None or _is_a((int, float), answer.distance)):
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
    """How a throw is meant."""

    at: Point
    """Where the dice should come to rest, or what the die should hit (mm)."""
    heading: float
    """The direction they fly in (rad)."""
    strength: float = 1.0
    """Share of the hand's usual speed."""
    drop: float = 100.0
    """Height of the release (mm)."""
    spin: Vector | None = field(default=None, metadata=LEFT_OUT)
    """The spin that a person's flick gives, about the axes along the throw, to its left and up, in shares of the hand's
    usual; None: as chance has it."""
    by_hand: bool = field(default=False, metadata=LEFT_OUT)
    """Whether a person's own hand throws: then the hand's errors of aim and speed are not added to theirs."""
    mark: Mark | None = field(default=None, metadata=LEFT_OUT)
    """From how far off, and how high, a die is thrown at a target; None: as the request says is usual."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a die is to be thrown at."""

    piece: PieceId
    """A tower by its name, or a piece."""
    at: Point
    """Where it stands (mm)."""
    usual: Mark
    """From how far off, and how high, it is thrown at if the answer doesn't say."""
    hand: Region
    """Where the hand may let go."""


@dataclass(frozen=True, slots=True)
class AimThrow(Request[Aim]):
    """Aim a throw of dice into the play area, or into the tray beside it; or of a die at a target."""

    dice: tuple[str, ...]
    """The kinds of the dice."""
    width: float
    """Of the area they are thrown into (mm)."""
    depth: float
    least_drop: float
    """The lowest release that counts as a roll (mm)."""
    thrower: PieceId | None = None
    """The model they are rolled for."""
    in_tray: bool = False
    """Whether the area is that of the tray; where to is measured from its front left corner then."""
    speed: float = 700.0
    """The usual speed of the hand that throws (mm/s)."""
    target: Target | None = None
    """What the die is to be thrown at; None if dice are rolled."""

    STRENGTHS = (0.3, 2.0)
    HARDEST = 4.0
    """Of a throw at a target: an arm does more than the wrist that rolls."""
    LONGEST = 0.6
    """The longest flight to a target (s): what is in the air that long has risen by 0.44 m, and comes down on it."""
    HIGHEST = 300.0
    FASTEST_SPIN = 2.0

    @property
    def strengths(self) -> tuple[float, float]:
        """The least and the most, in shares of the hand's usual speed."""
        least, most = self.STRENGTHS
        return (least, most) if self.target is None else (least, self.HARDEST)

    def refusal(self, answer: Aim) -> str | None:
        """Refuse an aim off the table, a die merely set down, or a throw no hand makes."""
        if not _is_a(Aim, answer) or not _is_point(answer.at):
            return "a throw is aimed at a point of two numbers"
        if not all(map(_is_number, (answer.heading, answer.strength, answer.drop))):
            return "a throw is aimed with numbers"
        if not _is_a(bool, answer.by_hand):
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
        """Refuse a throw at a target from where the hand may not be, or that takes too long to get there."""
        if self.target is None:
            return None if answer.mark is None else "there is nothing to throw at"
        mark = self.target.usual if answer.mark is None else answer.mark
        if not _is_a(Mark, mark) or not _is_number(mark.back) or not _is_number(mark.height):
            return "a mark is a distance and a height in mm"
        if mark.back <= 0:
            return "a die is thrown at something that is ahead"
        if not 0 <= mark.height <= self.HIGHEST:
            return f"a die is thrown at something 0 to {self.HIGHEST:.0f} mm high"
        if reason := self.target.hand.refusal(ahead(answer.at, answer.heading, -mark.back)):
            return "a die is thrown from over the table" if reason == OFF_TABLE else reason
        if flight_time(self.speed * answer.strength, mark.back) > self.LONGEST:
            return f"from {in_inches(mark.back):.1f} in off a die must be thrown harder than that"
        return None


@dataclass(frozen=True, slots=True)
class PlaceDie(Request[Point | Put]):
    """Let a die go over a tower: how far (mm, along x and y) from the middle of the die on top.

    A point is where a boss's hand aims, and errs; a `Put` is how a person's own hand let go. The first die of a tower
    goes flat against its model, or where the tower is to stand, whatever is answered.
    """

    tower: str
    height: int
    """Dice that it has already."""
    reach: float
    """The farthest that makes sense (mm)."""
    more: int = 0
    """Dice that go on the same tower after this one."""
    foot: Point | None = None
    """Where the tower begins that is not there yet (mm); None where it begins beside its model."""

    FASTEST = 1000.0
    """mm/s."""

    def refusal(self, answer: Point | Put) -> str | None:
        """Refuse a place that is not over the tower, or a die that is thrown at it."""
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
    """Choose the pace at which a model and its tower are carried, or drag them along their line."""

    model: PieceId
    to: Point
    """Where the way ends (mm)."""
    tower: int
    """Dice in its tower."""
    paces: tuple[str, ...]
    """The usual one first: at that the hand goes on where a drag ends."""
    length: float = LARGEST
    """Of the way (mm)."""

    MOST_SAMPLES = 4000
    LONGEST = 30 * TICKS_PER_SECOND
    """Of a drag (ticks)."""

    def refusal(self, answer: str | Drag) -> str | None:
        """Refuse a pace that the hand does not have, and a drag off the line or that no hand makes."""
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


def _is_a(kind: type | tuple[type, ...], value: object) -> bool:
    """Whether an answer has the shape its type promises: one that comes from a file may not."""
    return isinstance(value, kind)


def _is_number(value: object) -> bool:
    # An integer may be too large for a float.
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < LARGEST


def _is_point(value: object) -> bool:
    return _are_numbers(value, 2)


def _are_numbers(value: object, count: int) -> bool:
    return isinstance(value, tuple) and len(value) == count and all(map(_is_number, value))
