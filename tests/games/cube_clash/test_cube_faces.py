"""Faces and orientations: what icons and counts a face may have, and where each face is after steps and rotations."""

import itertools
import math
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.games.cube_clash.units.faces import COUNTLESS, ID_FACE, MAX_COUNT, Face, Icon, parse_face
from riotsim.games.cube_clash.units.orientations import (
    DIRECTIONS,
    ID_UP,
    NUMBER_OF,
    ORIENTATIONS,
    PLACE_OF,
    STANDING,
    Direction,
    Orientation,
    orientation_of,
    quaternion_of,
    same_top,
)
from riotsim.table.dice.cubes import flat_cube
from riotsim.table.dice.kinds import D6
from riotsim.table.poses import Quaternion, Vector, about_z, cross, multiply, rotate, shortest_rotation

NORMALS: dict[str, Vector] = {
    "north": (0.0, 1.0, 0.0),
    "east": (1.0, 0.0, 0.0),
    "south": (0.0, -1.0, 0.0),
    "west": (-1.0, 0.0, 0.0),
}

orientations = st.sampled_from(ORIENTATIONS)
directions = st.sampled_from(DIRECTIONS)


def stepped(start: Orientation, ways: Iterable[Direction]) -> Orientation:
    """Return the orientation after several steps."""
    for way in ways:
        start = start.step(way)
    return start


@pytest.mark.parametrize("icon", Icon)
def test_faces_are_read_as_they_are_written(icon: Icon) -> None:
    """If a face is written as text and read again, it is the same. This holds for each of the fifteen icons and the ID,
    with every count.
    """
    faces = [Face(icon)] if icon in COUNTLESS else [Face(icon, count) for count in range(1, MAX_COUNT + 1)]
    assert [parse_face(str(face)) for face in faces] == faces


def test_there_are_fifteen_faces_and_the_id() -> None:
    """CC-30 to CC-50 name fifteen icons beside the ID. The ID and three of the icons have no count."""
    assert len(Icon) == 16
    assert {str(icon) for icon in COUNTLESS} == {"id", "convert", "double_strike", "vanish"}
    assert parse_face("Bulls-eye 2") == Face(Icon.BULLS_EYE, 2)
    assert parse_face(" double  strike ") == Face(Icon.DOUBLE_STRIKE)
    assert (ID_FACE.weight, Face(Icon.VANISH).weight, Face(Icon.MELEE, 4).weight) == (3, 3, 4)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("meele 2", "did you mean melee"),
        ("cannon 2", "there are melee, maneuver"),
        ("melee", "melee needs a count from 1 to 9"),
        ("melee 0", "is 1 to 9, not 0"),
        ("melee 10", "is 1 to 9, not 10"),
        ("melee two", "no icon is called 'melee_two'"),
        ("vanish 2", "vanish has no count"),
        ("2", "no icon is called '2'"),
        ("", "a face is written like"),
        (3, "a face is written like"),
        (None, "a face is written like"),
    ],
)
def test_a_wrong_face_is_explained(text: object, says: str) -> None:
    """If a face has a wrong icon or count, it is refused, and the message says what would be right."""
    with pytest.raises(ValueError, match=says):
        parse_face(text)


def test_steps_and_rotations_to_the_letter() -> None:
    """CC-13: the tables of the clause say where each face is after a step in each direction and after a rotation."""
    index = {one: k for k, one in enumerate("tbnesw")}
    wanted = {
        "north": "sntebw",
        "south": "nsbetw",
        "east": "wentsb",
        "west": "ewnbst",
    }
    for way in DIRECTIONS:
        found = STANDING.step(way)
        assert found == tuple(STANDING[index[letter]] for letter in wanted[way])
    assert STANDING.rotate(1) == tuple(STANDING[index[letter]] for letter in "tbwnes")


@pytest.mark.parametrize("way", DIRECTIONS)
def test_a_step_is_a_quarter_turn_about_the_bottom_edge(way: Direction) -> None:
    """CC-11: the orientation after a step is the one that a quarter turn about a horizontal axis gives the die."""
    axis = cross((0.0, 0.0, 1.0), NORMALS[way])
    half = math.sin(math.pi / 4)
    tip: Quaternion = (axis[0] * half, axis[1] * half, axis[2] * half, math.cos(math.pi / 4))
    for one in ORIENTATIONS:
        assert orientation_of(multiply(tip, quaternion_of(one))) == one.step(way)


def test_a_rotation_keeps_the_top() -> None:
    """CC-12: three rotations about the upright axis give different orientations with the same top. A quarter turn
    clockwise equals three anticlockwise.
    """
    for one in ORIENTATIONS:
        assert len(set(same_top(one))) == 4
        assert {other.top for other in same_top(one)} == {one.top}
        assert one.rotate(1) == one.rotate(-3)
        clockwise = multiply(about_z(-math.pi / 2), quaternion_of(one))
        assert orientation_of(clockwise) == one.rotate(1)


def test_there_are_24_orientations() -> None:
    """CC-14: there are 24 orientations, with each face on top in four ways. Opposite faces stay opposite."""
    assert len(ORIENTATIONS) == len(set(ORIENTATIONS)) == 24
    assert {(one.top, one.north) for one in ORIENTATIONS} == {
        (top, north) for top, north in itertools.product(range(1, 7), repeat=2) if north not in (top, 7 - top)
    }
    for one in ORIENTATIONS:
        assert one.top + one.bottom == one.north + one.south == one.east + one.west == 7
    assert len(ID_UP) == 4
    assert all(one.top == NUMBER_OF["top"] for one in ID_UP)
    assert {PLACE_OF[number] for number in STANDING} == set(NUMBER_OF)


@given(orientations, directions)
def test_four_steps_change_nothing(start: Orientation, way: Direction) -> None:
    """CC-14: four steps one way bring the die back to the orientation that it had."""
    assert stepped(start, [way] * 4) == start
    assert stepped(start, [way] * 2) != start


@given(orientations)
def test_a_round_turns_by_a_third(start: Orientation) -> None:
    """CC-14: a die that steps north, east, south and west comes back turned about a corner. Three such rounds restore
    it.
    """
    home = stepped(start, ["north", "east", "south", "west"])
    corners = [frozenset(corner) for corner in itertools.product(*((1, 6), (2, 5), (3, 4)))]
    fixed = [corner for corner in corners if _moved(start, home, corner) == corner]
    assert home != start
    assert len(fixed) == 2, "the two ends of the axis stay where they are"
    assert stepped(start, ["north", "east", "south", "west"] * 2) != start
    assert stepped(start, ["north", "east", "south", "west"] * 3) == start


def _moved(before: Orientation, after: Orientation, corner: frozenset[int]) -> frozenset[int]:
    """Return the faces that now meet where `corner` was."""
    return frozenset(after[before.index(number)] for number in corner)


def test_steps_alone_reach_half_of_the_orientations() -> None:
    """CC-14: by steps alone a die reaches 12 orientations on each square. With rotations it reaches all 24."""
    found = {((0, 0), STANDING)}
    todo = list(found)
    offsets: dict[Direction, tuple[int, int]] = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
    while todo:
        (x, y), lies = todo.pop()
        for way, (dx, dy) in offsets.items():
            there = ((x + dx, y + dy), lies.step(way))
            if there not in found and max(map(abs, there[0])) <= 3:
                found.add(there)
                todo.append(there)
    on = {square: {lies for at, lies in found if at == square} for square, _ in found}
    assert {len(reached) for reached in on.values()} == {12}
    for reached in on.values():
        assert {one.rotate(1) for one in reached}.isdisjoint(reached)
        assert {turned for one in reached for turned in same_top(one)} == set(ORIENTATIONS)


@given(orientations, st.floats(-0.7, 0.7), st.floats(0, 2 * math.pi), st.floats(0, 0.09))
def test_the_table_reads_the_orientation(lies: Orientation, yaw: float, lean: float, tilt: float) -> None:
    """CC-15: if a die lies a little turned or tilted, it is read as the orientation in which it was laid down."""
    slant = (math.sin(tilt) * math.cos(lean), math.sin(tilt) * math.sin(lean), math.cos(tilt))
    turn = multiply(shortest_rotation((0.0, 0.0, 1.0), slant), multiply(about_z(yaw), quaternion_of(lies)))
    assert D6.read(turn) == lies.top
    assert orientation_of(turn) == lies


@given(orientations)
def test_faces_lie_where_the_bookkeeping_says(lies: Orientation) -> None:
    """CC-13: when a die lies on the table, each of its faces looks to the side that its orientation names."""
    sides = {"top": (0.0, 0.0, 1.0), "bottom": (0.0, 0.0, -1.0), **NORMALS}
    for side, normal in sides.items():
        number = getattr(lies, side)
        assert rotate(quaternion_of(lies), D6.face(number).normal) == pytest.approx(normal, abs=1e-12)


@given(orientations)
def test_an_orientation_has_the_bits_that_a_tip_leaves(lies: Orientation) -> None:
    """If a die is set up in an orientation, its pose has the same bits as after a tip into this orientation."""
    assert flat_cube(quaternion_of(lies)).orientation == quaternion_of(lies)
