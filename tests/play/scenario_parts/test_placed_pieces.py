"""Places and orientations of pieces in scenario files: reading and writing, with figures worked out by hand."""

import math
from typing import Any

import pytest

from riotsim.play.rulebook.sections import Section
from riotsim.play.scenarios.placed_pieces import (
    PlacedPiece,
    TowerDie,
    angle_in_degrees,
    heading_if_flat,
    is_unit,
    length_in_inches,
    place_in_inches,
    seat_above,
    write_models,
    write_pose,
    write_tower,
)
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Die, Model
from riotsim.table.poses import IDENTITY, Pose, Quaternion, about_z, multiply

QUARTER = about_z(math.pi / 2)
LEANS: Quaternion = (0.6, 0.0, 0.0, 0.8)
"""The orientation of a piece that doesn't lie flat, because it is turned about the x axis."""


@pytest.mark.parametrize(
    ("mm", "written"), [(25.4, 1.0), (-25.4, -1.0), (0.0, 0.0), (10.0, 0.3937), (50.8001, 2.0), (-0.001, 0.0)]
)
def test_lengths_are_written_in_inches(mm: float, written: float) -> None:
    """Lengths in a file are inches with four decimals, and never -0.0."""
    found = length_in_inches(mm)
    assert (found, math.copysign(1.0, found)) == (written, math.copysign(1.0, written))
    assert place_in_inches((mm, 127.0)) == (written, 5.0)
    assert place_in_inches((127.0, mm)) == (5.0, written)


@pytest.mark.parametrize(
    ("degrees", "written"),
    [
        *[(0, 0), (90, 90), (-90, -90), (180, 180), (-180, 180)],
        *[(270, -90), (350, -10), (-350, 10), (720, 0), (12.3456, 12.346)],
    ],
)
def test_angles_are_written_in_degrees(degrees: float, written: float) -> None:
    """Angles are above -180 and at most 180 degrees, with three decimals, and never -0.0."""
    found = angle_in_degrees(math.radians(degrees))
    assert found == written
    assert math.copysign(1.0, angle_in_degrees(-1e-9)) == 1.0


@pytest.mark.parametrize(
    ("turn", "is_one"),
    [
        (IDENTITY, True),
        (LEANS, True),
        ((0.0, 0.0, 0.0, 1.0 + 9e-7), True),
        ((0.0, 0.0, 0.0, 1.0 + 2e-6), False),
        ((0.0, 0.0, 0.0, 1.0 - 2e-6), False),
        ((0.0, 0.0, 0.0, 0.0), False),
        ((math.nan, 0.0, 0.0, 1.0), False),
        ((math.inf, 0.0, 0.0, 1.0), False),
        ((0.5, 0.5, -0.5, 0.5), True),
    ],
)
def test_unit_quaternions(turn: Quaternion, is_one: bool) -> None:
    """Four numbers are an orientation if their length as a quaternion is 1, within a millionth."""
    assert is_unit(turn) == is_one


@pytest.mark.parametrize("kind", [PlacedPiece, TowerDie])
def test_an_orientation_that_is_none_is_an_error(kind: type[PlacedPiece | TowerDie]) -> None:
    """If the key `turned` holds no unit quaternion, the error names the key."""
    data: dict[str, Any] = {"at": (1.0, 2.0)}
    assert list(kind.model_validate({**data, "turned": LEANS}).faults()) == []
    assert list(kind.model_validate(data).faults()) == []
    wrong = kind.model_validate({**data, "turned": (0.6, 0.0, 0.0, 0.7)})
    assert list(wrong.faults()) == [(("turned",), "is a unit quaternion: the squares of its four numbers add up to 1")]


def test_the_pose_of_a_loose_piece() -> None:
    """A piece lies on the ground, turned by `turn` about the vertical axis. If the file gives a height (`up`) or an
    orientation (`turned`), these count instead.
    """
    at = (254.0, 50.8)
    plain = PlacedPiece.model_validate({"at": (10.0, 2.0)})
    assert plain.pose(LEANS, 8.0) == Pose((*at, 8.0), LEANS)
    assert PlacedPiece.model_validate({"at": (10.0, 2.0), "turn": 90.0}).pose(IDENTITY, 8.0) == Pose(
        (*at, 8.0), QUARTER
    )
    high = PlacedPiece.model_validate({"at": (10.0, 2.0), "up": 3.0, "turned": LEANS})
    assert high.pose(IDENTITY, 8.0) == Pose((*at, 3.0 * 25.4), LEANS)
    assert PlacedPiece.model_validate({"at": (10.0, 2.0), "up": 0.0}).pose(IDENTITY, 8.0).at[2] == 0.0


SEAT = Pose((40.0, 60.0, 24.0), about_z(0.25))


@pytest.mark.parametrize(
    ("data", "pose"),
    [
        ({}, Pose((40.0, 60.0, 24.0), multiply(about_z(0.5), D6.orientation_showing(1)))),
        ({"shows": 4}, Pose((40.0, 60.0, 24.0), multiply(about_z(0.5), D6.orientation_showing(4)))),
        ({"turn": 90.0}, Pose((40.0, 60.0, 24.0), multiply(QUARTER, D6.orientation_showing(1)))),
        ({"at": (1.0, 2.0)}, Pose((25.4, 50.8, 24.0), multiply(about_z(0.5), D6.orientation_showing(1)))),
        ({"up": 2.0}, Pose((40.0, 60.0, 50.8), multiply(about_z(0.5), D6.orientation_showing(1)))),
        ({"up": 0.0, "turned": LEANS}, Pose((40.0, 60.0, 0.0), LEANS)),
    ],
)
def test_the_pose_of_a_die_of_a_tower(data: dict[str, object], pose: Pose) -> None:
    """A die of a tower stands on the die below, is turned like it, and shows 1, unless the file says otherwise."""
    assert TowerDie.model_validate(data).pose(D6, SEAT, 0.5) == pose


@pytest.mark.parametrize(
    ("data", "yaw"), [({}, 0.5), ({"turn": 90.0}, math.pi / 2), ({"turned": about_z(0.3)}, 0.3), ({"turn": 0.0}, 0.0)]
)
def test_the_seat_above_a_die(data: dict[str, object], yaw: float) -> None:
    """In a tower, the next die stands one die's size higher, and is turned like the die below."""
    seat, found = seat_above(TowerDie.model_validate(data), SEAT, 14.0, 0.5)
    assert seat == Pose((40.0, 60.0, 38.0), SEAT.orientation)
    assert found == pytest.approx(yaw)


@pytest.mark.parametrize(
    ("pose", "flat", "written"),
    [
        (Pose((25.4, 50.8, 8.0)), IDENTITY, {"at": (1.0, 2.0)}),
        (Pose((25.4, 50.8, 8.001)), IDENTITY, {"at": (1.0, 2.0)}),
        (Pose((25.4, 50.8, 33.4)), IDENTITY, {"at": (1.0, 2.0), "up": 1.315}),
        (Pose((25.4, 50.8, 8.0), QUARTER), IDENTITY, {"at": (1.0, 2.0), "turn": 90.0}),
        (Pose((25.4, 50.8, 8.0), QUARTER), QUARTER, {"at": (1.0, 2.0)}),
        (Pose((25.4, 50.8, 8.0), IDENTITY), QUARTER, {"at": (1.0, 2.0), "turn": -90.0}),
        (Pose((25.4, 50.8, 8.0), LEANS), IDENTITY, {"at": (1.0, 2.0), "turned": LEANS}),
        (Pose((25.4, 50.8, 8.0), multiply(about_z(0.5), LEANS)), LEANS, {"at": (1.0, 2.0), "turn": 28.648}),
    ],
)
def test_a_pose_is_written(pose: Pose, flat: Quaternion, written: dict[str, object]) -> None:
    """A piece's place is always written. Height and orientation are written only if they differ from those of a flat
    piece on the ground.
    """
    assert write_pose(pose, flat, 8.0) == written


@pytest.mark.parametrize(
    ("lean", "is_flat"), [(0.0, True), (9e-6, True), (1.2e-5, False), (-9e-6, True), (-1.2e-5, False)]
)
def test_a_piece_is_flat_within_a_tolerance(lean: float, is_flat: bool) -> None:
    """If a piece leans about the x or y axis by more than 0.00001, it doesn't count as flat."""
    rest = math.sqrt(1.0 - lean * lean)
    for turn in ((lean, 0.0, 0.0, rest), (0.0, lean, 0.0, rest)):
        assert (heading_if_flat(turn, IDENTITY) is not None) == is_flat
    assert heading_if_flat(about_z(0.75), IDENTITY) == pytest.approx(0.75)
    assert heading_if_flat(about_z(-2.5), about_z(0.5)) == pytest.approx(-3.0)


def tower_die(shows: int, z: float, yaw: float, at: tuple[float, float] = (40.0, 60.0)) -> Die:
    """Return a die of a tower."""
    return Die(f"d{z}", D6, 16.0, Pose((*at, z), multiply(about_z(yaw), D6.orientation_showing(shows))))


def test_a_tower_is_written() -> None:
    """If a die stands squarely on the die below and shows 1, it is written without keys. Other dice have only the keys
    in which they differ. The tower that is read back is the same.
    """
    leaning = Die("x", D6, 16.0, Pose((40.0, 60.0, 88.0), LEANS))
    dice = (
        tower_die(1, 8.0, 0.25),
        tower_die(5, 24.0, 0.25),
        tower_die(1, 40.0, math.pi / 2),
        tower_die(1, 56.0, math.pi / 2, (50.8, 76.2)),
        tower_die(1, 76.2, math.pi / 2, (50.8, 76.2)),
        leaning,
    )
    seat = Pose((40.0, 60.0, 8.0), about_z(0.25))
    written = write_tower(dice, seat)
    assert [one.model_dump(exclude_defaults=True) for one in written] == [
        {},
        {"shows": 5},
        {"turn": 90.0},
        {"at": (2.0, 3.0)},
        {"up": 3.0},
        {"at": (1.5748, 2.3622), "up": 3.4646, "turned": LEANS},
    ]
    yaw = 0.25
    for one, die in zip(written, dice, strict=True):
        pose = one.pose(D6, seat, yaw)
        assert pose.at == pytest.approx(die.pose.at, abs=0.002)
        assert pose.orientation == pytest.approx(die.pose.orientation)
        seat, yaw = seat_above(one, pose, 16.0, yaw)


class Described(Section):
    """A model in a file of a test."""

    at: tuple[float, float]
    facing: float = 0.0
    name: str = ""


def test_models_are_written_in_the_order_of_the_file() -> None:
    """Models that were in the file come first, in its order, and keep their other keys. Models that are gone are left
    out.
    """
    known = {name: Described(at=(0.0, 0.0), name=name * 2) for name in ("c", "a", "gone")}
    models = {name: Model(name, "x", (25.4 * n, 50.8), heading=0.5 * n) for n, name in enumerate("abcd", 1)}
    found = write_models(Described, known, models)
    assert list(found.items()) == [
        ("c", Described(at=(3.0, 2.0), facing=85.944, name="cc")),
        ("a", Described(at=(1.0, 2.0), facing=28.648, name="aa")),
        ("b", Described(at=(2.0, 2.0), facing=57.296)),
        ("d", Described(at=(4.0, 2.0), facing=114.592)),
    ]
