"""The places and orientations of models, loose pieces and tower dice in scenario files."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Final, TypeVar

from pydantic import Field

from riotsim.play.rulebook.quantities import Count
from riotsim.play.rulebook.sections import Fault, Section
from riotsim.play.scenarios.document import At, Inches, millimetres
from riotsim.table.dice.kinds import DieKind
from riotsim.table.pieces import Die, Model, PieceId
from riotsim.table.poses import Point, Pose, Quaternion, about_z, heading_of, multiply
from riotsim.table.towers import yaw_of
from riotsim.table.units import in_inches, inches

INCH_DIGITS: Final = 4
"""Number of decimals of places and lengths in files (inches).

One unit of the last decimal is 0.0025 mm, and no hand can place a piece so exactly.
"""

DEGREE_DIGITS: Final = 3
"""Number of decimals of angles in files (degrees)."""

TURN_DIGITS: Final = 9
"""Number of decimals of the four numbers of an orientation quaternion in files."""

FLATNESS_TOLERANCE: Final = 1e-5
"""Greatest tilt of a piece that a file describes as flat.

It is the greatest x or y of the quaternion that tilts the piece, about 0.001°.
"""

NORM_TOLERANCE: Final = 1e-6
"""Greatest deviation of the length of an orientation quaternion from 1."""

Turned = tuple[float, float, float, float]

T = TypeVar("T", bound=Section)


class PlacedPiece(Section):
    """The place and orientation of a loose piece, one that is no part of a tower."""

    at: At
    """Centre of the piece (inches)."""
    up: Inches | None = None
    """Height of the piece's centre above the table (inches); by default the piece lies on the ground."""
    turn: Inches = 0.0
    """Rotation about the vertical axis (degrees, anticlockwise from above)."""
    turned: Turned | None = None
    """Exact orientation of a piece that doesn't lie flat: a unit quaternion, x, y, z and w."""

    def faults(self) -> Iterator[Fault]:
        """Yield an error if `turned` is not a unit quaternion."""
        if self.turned is not None and not is_unit(self.turned):
            yield ("turned",), "is a unit quaternion: the squares of its four numbers add up to 1"

    @property
    def spot(self) -> Point:
        """Centre of the piece as a point on the table (mm)."""
        return millimetres(self.at)

    def pose(self, flat: Quaternion, rest: float) -> Pose:
        """Return the piece's pose.

        Args:
            flat: The orientation of a piece that lies flat with a `turn` of 0.
            rest: The height of the centre of a piece that lies flat (mm).
        """
        height = rest if self.up is None else inches(self.up)
        return Pose((*self.spot, height), self.turned or rotate_about_vertical(self.turn, flat))


class TowerDie(Section):
    """A die of a tower, and its place. By default the die stands squarely on the die below."""

    shows: Annotated[Count, Field(ge=1, le=6)] = 1
    """The number on top."""
    at: At | None = None
    """Centre of the die (inches). By default, the die stands squarely on the die below. For the first die of a tower,
    the default is the place beside the tower's model, or the middle of the tower's area.
    """
    up: Inches | None = None
    """Height of the die's centre above the table (inches); by default the die lies flat on what is below."""
    turn: Inches | None = None
    """Rotation about the vertical axis (degrees, anticlockwise from above); by default the same as for the die below.
    """
    turned: Turned | None = None
    """Exact orientation of a die that doesn't lie flat: a unit quaternion, x, y, z and w."""

    def faults(self) -> Iterator[Fault]:
        """Yield an error if `turned` is not a unit quaternion."""
        if self.turned is not None and not is_unit(self.turned):
            yield ("turned",), "is a unit quaternion: the squares of its four numbers add up to 1"

    def pose(self, kind: DieKind, seat: Pose, yaw: float) -> Pose:
        """Return the die's pose.

        Args:
            kind: The kind of the die.
            seat: The pose of the die if it stood squarely in its tower. If the file leaves out the place or the height
                of the die, that of `seat` is used.
            yaw: The rotation of `seat` about the vertical axis (rad).
        """
        x, y = seat.xy if self.at is None else millimetres(self.at)
        flat = kind.orientation_showing(self.shows)
        turn = multiply(about_z(yaw), flat) if self.turn is None else rotate_about_vertical(self.turn, flat)
        return Pose((x, y, seat.at[2] if self.up is None else inches(self.up)), self.turned or turn)


def seat_above(its: TowerDie, pose: Pose, size: float, yaw: float) -> tuple[Pose, float]:
    """Return the pose of a tower's next die if it stood squarely.

    Args:
        its: The die below, as the scenario file describes it.
        pose: Pose of the die below.
        size: Side of the die below (mm).
        yaw: Rotation of the die below about the vertical axis (rad). It counts only if `its` gives no rotation.

    Returns:
        The pose of the next die, and its rotation about the vertical axis (rad).
    """
    if its.turned is not None:
        yaw = yaw_of(its.turned)
    elif its.turn is not None:
        yaw = math.radians(its.turn)
    x, y, z = pose.at
    return Pose((x, y, z + size), pose.orientation), yaw


def is_unit(turn: Sequence[float]) -> bool:
    """Return whether four numbers form a unit quaternion, within `NORM_TOLERANCE`."""
    return all(map(math.isfinite, turn)) and abs(math.hypot(*turn) - 1.0) <= NORM_TOLERANCE


def rotate_about_vertical(degrees: float, flat: Quaternion) -> Quaternion:
    """Return the orientation `flat` after a rotation by `degrees` about the vertical axis, anticlockwise from above."""
    return multiply(about_z(math.radians(degrees)), flat)


# Writing places and orientations.


def place_in_inches(at: Point) -> tuple[float, float]:
    """Return a place (mm) in inches, rounded to `INCH_DIGITS`."""
    return (length_in_inches(at[0]), length_in_inches(at[1]))


def length_in_inches(mm: float) -> float:
    """Return a length (mm) in inches, rounded to `INCH_DIGITS`."""
    return round(in_inches(mm), INCH_DIGITS) + 0.0  # no -0.0


def angle_in_degrees(turn: float) -> float:
    """Return an angle (rad) in degrees, above -180 and at most 180, rounded to `DEGREE_DIGITS`."""
    written = round(math.degrees(math.remainder(turn, math.tau)), DEGREE_DIGITS) + 0.0
    return 180.0 if written == -180.0 else written


def write_models(kind: type[T], known: Mapping[PieceId, T], models: Mapping[PieceId, Model]) -> dict[PieceId, T]:
    """Return the models on a table as a scenario file describes them, by name.

    Args:
        kind: The game's class for the description of one model, with the keys `at` and `facing`.
        known: Earlier descriptions of models, by name. They come first, in their order. Only their keys `at` and
            `facing` change. Descriptions of models that aren't in `models` are left out.
        models: The models on the table, by name.
    """
    found = {}
    for name in (*(one for one in known if one in models), *(one for one in models if one not in known)):
        kept = known[name].model_dump(exclude_defaults=True) if name in known else {}
        facing = round(math.degrees(models[name].heading), DEGREE_DIGITS)
        found[name] = kind.model_validate({**kept, "at": place_in_inches(models[name].at), "facing": facing})
    return found


def write_pose(pose: Pose, flat: Quaternion, rest: float) -> dict[str, object]:
    """Return a file's keys and values for the place and orientation of a piece.

    Args:
        pose: Pose of the piece.
        flat: The orientation of a piece that lies flat with a `turn` of 0.
        rest: The height of the centre of a piece that lies flat (mm).
    """
    said: dict[str, object] = {"at": place_in_inches(pose.xy)}
    if length_in_inches(pose.at[2]) != length_in_inches(rest):
        said["up"] = length_in_inches(pose.at[2])
    turn = heading_if_flat(pose.orientation, flat)
    if turn is None:
        said["turned"] = _round_turn(pose.orientation)
    elif angle_in_degrees(turn):
        said["turn"] = angle_in_degrees(turn)
    return said


def heading_if_flat(turn: Quaternion, flat: Quaternion) -> float | None:
    """Return the rotation of a flat piece about the vertical axis (rad), or None if the piece isn't flat.

    Args:
        turn: The orientation of the piece.
        flat: The orientation of a piece that lies flat with a rotation of 0.
    """
    x, y, z, w = flat  # below, the turn is rounded as in a file
    a, b, c, d = multiply(_round_turn(turn), (-x, -y, -z, w))
    return None if max(abs(a), abs(b)) > FLATNESS_TOLERANCE else 2.0 * math.atan2(c, d)


def _round_turn(turn: Quaternion) -> Quaternion:
    """Return an orientation with each number rounded to `TURN_DIGITS`."""
    x, y, z, w = (round(part, TURN_DIGITS) + 0.0 for part in turn)
    return (x, y, z, w)


def write_tower(dice: Iterable[Die], seat: Pose) -> tuple[TowerDie, ...]:
    """Return the dice of a tower as a scenario file describes them.

    The description of a die that stands squarely and shows 1 is empty.

    Args:
        dice: The dice from the bottom up.
        seat: The pose of the first die if it stood squarely.
    """
    found = []
    yaw = heading_of(seat.orientation)
    for die in dice:
        its = _write_tower_die(die, seat, yaw)
        found.append(its)
        seat, yaw = seat_above(its, its.pose(die.kind, seat, yaw), die.size, yaw)
    return tuple(found)


def _write_tower_die(die: Die, seat: Pose, yaw: float) -> TowerDie:
    said: dict[str, object] = {}
    flat = heading_if_flat(die.pose.orientation, die.kind.orientation_showing(die.shows))
    if place_in_inches(die.pose.xy) != place_in_inches(seat.xy):
        said["at"] = place_in_inches(die.pose.xy)
    if length_in_inches(die.pose.at[2]) != length_in_inches(seat.at[2]):
        said["up"] = length_in_inches(die.pose.at[2])
    if flat is None:
        said["turned"] = write_pose(die.pose, die.kind.orientation_showing(die.shows), 0.0)["turned"]
    else:
        if die.shows != 1:
            said["shows"] = die.shows
        if angle_in_degrees(flat) != angle_in_degrees(yaw):
            said["turn"] = angle_in_degrees(flat)
    return TowerDie.model_validate(said)
