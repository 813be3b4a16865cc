"""Orientations of flat cubes: they stay exact, however often a cube is tipped and turned."""

import math
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.table.dice.cubes import QUARTER, FlatCube, flat_cube, tilt_of
from riotsim.table.dice.kinds import D6
from riotsim.table.poses import IDENTITY, Vector, about_z, multiply, rotate

Faces: TypeAlias = tuple[str, str, str, str, str, str]
"""The names of a cube's faces on top, at the bottom, north, east, south and west, as Cube Clash keeps them."""

EAST, NORTH, WEST, SOUTH = range(4)

START: Faces = ("top", "bottom", "north", "east", "south", "west")

LOOKS: dict[Vector, str] = {
    (0, 0, 1): "top", (0, 0, -1): "bottom", (0, 1, 0): "north", (1, 0, 0): "east", (0, -1, 0): "south",
    (-1, 0, 0): "west",
}  # fmt: skip
"""For each direction, the name of the face that an unturned cube has there."""


def stepped(faces: Faces, step: str) -> Faces:
    """Return the faces after a tip or a turn, as the rules of Cube Clash list them (CC-13)."""
    top, bottom, north, east, south, west = faces
    return {
        "north": (south, north, top, east, bottom, west),
        "south": (north, south, bottom, east, top, west),
        "east": (west, east, north, top, south, bottom),
        "west": (east, west, north, bottom, south, top),
        "clockwise": (top, bottom, west, north, east, south),
    }[step]


def moved(cube: FlatCube, step: str) -> FlatCube:
    """Return a cube after a tip to one side, or after a quarter turn clockwise."""
    if step == "clockwise":
        return cube.turned(-QUARTER)
    return cube.tipped({"east": EAST, "north": NORTH, "west": WEST, "south": SOUTH}[step])


def faces_of(cube: FlatCube) -> Faces:
    """Return the faces of a cube, read from its quaternion."""
    found = {}
    for looks, name in LOOKS.items():
        x, y, z = (round(part) for part in rotate(FlatCube(cube.number).orientation, looks))
        found[LOOKS[x, y, z]] = name
    return (found["top"], found["bottom"], found["north"], found["east"], found["south"], found["west"])


steps = st.lists(st.sampled_from(["north", "south", "east", "west", "clockwise"]), max_size=1000)
yaws = st.floats(-math.pi, math.pi)


@given(steps, yaws)
def test_any_steps_equal_the_bookkeeping(way: list[str], yaw: float) -> None:
    """If a cube is tipped and turned any number of times, and read back from its quaternion each time, its faces are
    those of CC-13.
    """
    cube, faces = flat_cube(about_z(yaw)), START
    turned = faces_of(cube)
    while faces != turned:
        faces = stepped(faces, "clockwise")
    for step in way:
        cube, faces = flat_cube(moved(cube, step).orientation), stepped(faces, step)
    assert faces_of(cube) == faces
    assert cube.yaw == flat_cube(about_z(yaw)).yaw


@given(st.integers(0, 23), yaws, st.sampled_from([EAST, NORTH, WEST, SOUTH]))
def test_four_the_same_way_restore_the_bits(number: int, yaw: float, side: int) -> None:
    """If a cube is tipped four times one way, or turned by four quarter turns, its quaternion is the same to the bit.
    If it is tipped there and back, it is the same, too.
    """
    cube = FlatCube(number, flat_cube(about_z(yaw)).yaw)
    tipped = turned = cube
    for _ in range(4):
        tipped = flat_cube(tipped.tipped(side).orientation)
        turned = flat_cube(turned.turned(QUARTER).orientation)
    assert tipped.orientation == turned.orientation == cube.orientation
    assert cube.tipped(side).tipped((side + 2) % 4) == cube


def test_24_orientations() -> None:
    """With tips and turns, a cube comes to 24 orientations, each with its own quaternion. With an even number of tips
    alone, it comes to 12, and an odd number leads to others.
    """
    found = {flat_cube(IDENTITY)}
    while True:
        more = found | {moved(cube, step) for cube in found for step in ("north", "east", "clockwise")}
        if more == found:
            break
        found = more
    assert len({cube.orientation for cube in found}) == 24
    even = {flat_cube(IDENTITY)}
    for _ in range(8):
        even |= {cube.tipped(one).tipped(other) for cube in even for one in range(4) for other in range(4)}
    assert len(even) == 12
    assert even.isdisjoint({cube.tipped(EAST) for cube in even})


def test_round_a_corner() -> None:
    """If a cube is tipped north, east, south and west, it has another orientation than before. After three such rounds,
    it is as before.
    """
    cube = flat_cube(IDENTITY)
    seen = []
    for _ in range(3):
        for side in (NORTH, EAST, SOUTH, WEST):
            cube = cube.tipped(side)
        seen.append(cube)
    assert seen[2] == flat_cube(IDENTITY)
    assert len(set(seen)) == 3


@pytest.mark.parametrize("angle", [QUARTER, -QUARTER, math.pi, 3 * QUARTER, -3 * QUARTER, 400 * QUARTER])
def test_quarter_turns_stay_squared_up(angle: float) -> None:
    """If a cube is turned by whole quarter turns, either way and any number of them, its yaw is exactly 0."""
    cube = flat_cube(IDENTITY).turned(angle)
    assert cube.yaw == 0.0
    assert D6.read(cube.orientation) == 1


@given(st.integers(0, 23), yaws, st.floats(0.0, 0.5), st.floats(-math.pi, math.pi))
def test_the_nearest_flat_orientation(number: int, yaw: float, tilt: float, way: float) -> None:
    """If a cube is tilted a little, its flat orientation is found again. Its measured tilt isn't greater than its real
    tilt.
    """
    cube = FlatCube(number, flat_cube(about_z(yaw)).yaw)
    sine = math.sin(tilt / 2)
    lean = (math.cos(way) * sine, math.sin(way) * sine, 0.0, math.cos(tilt / 2))
    assert tilt_of(multiply(lean, cube.orientation)) <= tilt + 1e-6
    if tilt < 0.1 and abs(cube.yaw) < 0.7:
        found = flat_cube(multiply(lean, cube.orientation))
        assert found.number == number
        assert found.yaw == pytest.approx(cube.yaw, abs=0.01)


def test_sides_are_named_by_headings() -> None:
    """A heading means the side of a cube that is nearest to the heading, even if the cube stands askew."""
    cube = flat_cube(about_z(0.3))
    assert [cube.side_towards(heading) for heading in (0.0, 1.5, math.pi, -math.pi / 2, 2 * math.pi)] == [0, 1, 2, 3, 0]
    assert cube.heading_of(1) == pytest.approx(0.3 + QUARTER, abs=1e-8)
