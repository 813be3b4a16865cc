"""Dice as solids: how they are numbered, how large they are, and which face counts."""

import math
from dataclasses import replace

import pytest

from riotsim.errors import InvalidValue
from riotsim.table.dice.custom import barrel, cuboid, rounded, with_signs
from riotsim.table.dice.kinds import D6, KINDS, DieKind, Face, die_kind
from riotsim.table.dice.signs import Sign, top_of_sign
from riotsim.table.poses import IDENTITY, Vector, about_z, multiply, rotate

GOLDEN = (1 + math.sqrt(5)) / 2

THIRD = math.sqrt(1 / 3)

AXES: tuple[Vector, ...] = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))

RING_REACH = math.sqrt(2) / (1 + math.cos(math.pi / 5))
"""Distance of ten of a d10's corners from its axis.

In a corner of this ring two faces of one half meet a face of the other half, each with its normal 45 degrees above or
below level. With the distance r and the height h, this says r cos 36° + h = 1 / √2 and r - h = 1 / √2.
"""

RING_HEIGHT = RING_REACH - math.sqrt(0.5)
"""Height of these corners above or below the middle."""


def made(name: str) -> DieKind:
    """Make an ordinary kind of dice without using the cache."""
    return die_kind.__wrapped__(name)


def box() -> DieKind:
    """Return a box of three lengths."""
    return cuboid(0.5, 0.75, 1.25)


def rounded_faces(kind: DieKind) -> dict[int, Vector]:
    """Return the direction of each number, rounded to 3 digits."""
    return {
        face.value: (round(face.normal[0], 3) + 0.0, round(face.normal[1], 3) + 0.0, round(face.normal[2], 3) + 0.0)
        for face in kind.faces
    }


def test_where_the_numbers_of_a_d4_a_d6_and_a_d8_are() -> None:
    """Each number of a d4, a d6 and a d8 is on the face with the given outward direction."""
    assert rounded_faces(made("d4")) == {
        1: (-0.577, -0.577, -0.577),
        2: (-0.577, 0.577, 0.577),
        3: (0.577, -0.577, 0.577),
        4: (0.577, 0.577, -0.577),
    }
    assert rounded_faces(made("d6")) == {1: AXES[4], 2: AXES[0], 3: AXES[2], 4: AXES[3], 5: AXES[1], 6: AXES[5]}
    assert rounded_faces(made("d8")) == {
        1: (0.577, 0.577, 0.577),
        7: (0.577, -0.577, 0.577),
        3: (-0.577, 0.577, 0.577),
        5: (-0.577, -0.577, 0.577),
        8: (-0.577, -0.577, -0.577),
        2: (-0.577, 0.577, -0.577),
        6: (0.577, -0.577, -0.577),
        4: (0.577, 0.577, -0.577),
    }


def test_where_the_numbers_of_a_d10_are() -> None:
    """The odd numbers of a d10 face upwards by 45 degrees, a fifth of a turn apart. Opposite an odd number is an even
    number that faces downwards.
    """
    slope = math.sqrt(0.5)
    upper = {1: 0, 9: 1, 3: 2, 7: 3, 5: 4}
    found = made("d10")
    for value, fifth in upper.items():
        angle = math.tau * fifth / 5
        normal = (slope * math.cos(angle), slope * math.sin(angle), slope)
        assert found.face(value).normal == pytest.approx(normal)
        assert found.face(11 - value).normal == pytest.approx(tuple(-part for part in normal))


@pytest.mark.parametrize("sides", [8, 10, 12, 20])
def test_opposite_faces_follow_each_other(sides: int) -> None:
    """A die's faces are listed in pairs of opposite faces, the upper face first. The lower and the higher number of a
    pair are first in turn.
    """
    kind = made(f"d{sides}")
    pairs = [(k + 1, sides - k) if k % 2 == 0 else (sides - k, k + 1) for k in range(sides // 2)]
    assert [face.value for face in kind.faces] == [value for pair in pairs for value in pair]
    for upper, lower in zip(kind.faces[::2], kind.faces[1::2], strict=True):
        assert lower.normal == tuple(0.0 - part for part in upper.normal)
        assert tuple(round(part, 9) for part in reversed(upper.normal)) > (0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("name", "normal_of_two"),
    [
        ("d12", (0.0, 1.0, GOLDEN)),
        ("d20", (1.0, 1.0, 1.0)),
        ("d20", (0.0, GOLDEN, 1 / GOLDEN)),
        ("d20", (GOLDEN, 1 / GOLDEN, 0.0)),
        ("d20", (1 / GOLDEN, 0.0, -GOLDEN)),
        ("d12", (-GOLDEN, 0.0, 1.0)),
        ("d12", (1.0, -GOLDEN, 0.0)),
    ],
)
def test_a_face_of_a_d12_and_a_d20_looks_in_this_direction(name: str, normal_of_two: Vector) -> None:
    """The faces of a d12 look towards the corners of golden rectangles, and those of a d20 towards the corners of a
    dodecahedron.
    """
    length = math.hypot(*normal_of_two)
    wanted = tuple(part / length for part in normal_of_two)
    assert [face for face in made(name).faces if math.dist(face.normal, wanted) < 1e-9]
    assert all(math.hypot(*face.normal) == pytest.approx(1.0) for face in made(name).faces)


@pytest.mark.parametrize(
    ("name", "height", "reach"),
    [
        ("d4", math.sqrt(1 / 24), math.sqrt(3 / 8)),
        ("d6", 0.5, math.sqrt(3) / 2),
        ("d8", 0.5, math.sqrt(3) / 2),
        ("d10", 0.5, math.hypot(RING_REACH, RING_HEIGHT)),
        ("d12", 0.5, math.sqrt(3 * (5 - 2 * math.sqrt(5))) / 2),
        ("d20", 0.5, math.sqrt(3 * (5 - 2 * math.sqrt(5))) / 2),
    ],
)
def test_the_size_of_a_die(name: str, height: float, reach: float) -> None:
    """The faces of a die of size 1 are half a unit from its middle, but a d4 of size 1 has edges of 1."""
    kind = made(name)
    assert {value: kind.flat_height(value) for value in kind.values} == pytest.approx(
        dict.fromkeys(kind.values, height)
    )
    assert kind.flat_height() == pytest.approx(height)
    assert kind.circumradius == pytest.approx(reach)
    if name != "d10":  # the corners of a d10 are not all equally far from its middle
        assert [math.hypot(*corner) for corner in kind.corners] == pytest.approx([reach] * len(kind.corners))
    assert kind.rounding == 0.0
    assert (kind.digest, kind.core, kind.blank_normals, kind.own_size) == ("", (), (), None)
    assert (kind.box, kind.read_down) == ((1.0, 1.0, 1.0) if name == "d6" else None, name == "d4")


def test_the_corners_of_a_d10() -> None:
    """Two corners of a d10 are on its axis. The ten others zigzag in a ring around the axis."""
    assert sorted(round(z, 9) for _, _, z in made("d10").corners) == sorted(
        round(z, 9) for z in [math.sqrt(0.5), -math.sqrt(0.5), *[RING_HEIGHT] * 5, *[-RING_HEIGHT] * 5]
    )
    assert sorted(round(math.hypot(x, y), 9) for x, y, _ in made("d10").corners) == [
        0.0,
        0.0,
        *[round(RING_REACH, 9)] * 10,
    ]


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_a_die_that_lies_flat_is_turned_by_its_heading(name: str, value: int) -> None:
    """If a die lies flat, the face with its number is on top, and on a d4 below. A heading turns the die about the
    vertical.
    """
    kind = die_kind(name)
    up = -1.0 if name == "d4" else 1.0
    flat = kind.orientation_showing(value)
    assert rotate(flat, kind.face(value).normal) == pytest.approx((0.0, 0.0, up), abs=1e-12)
    assert kind.orientation_showing(value, 0.7) == pytest.approx(multiply(about_z(0.7), flat))
    assert kind.face_shown(flat) is kind.face(value)
    assert kind.read(flat) == value


def test_the_face_below_is_told_with_its_tilt() -> None:
    """A cube that leans by 0.3 rad still lies on its 6, and the tilt is 0.3 rad. A cube that leans by 1.2 rad lies on
    another face.
    """
    for tilt, value, told in ((0.0, 6, 0.0), (0.3, 6, 0.3), (1.2, 4, math.pi / 2 - 1.2)):
        face, found = D6.lowest_face((math.sin(tilt / 2), 0.0, 0.0, math.cos(tilt / 2)))
        assert face.value == value
        assert found == pytest.approx(told, abs=1e-7)
    assert D6.lowest_face(IDENTITY)[0] is D6.face(6)
    d4 = die_kind("d4")
    assert d4.lowest_face(d4.orientation_showing(3))[0] is d4.face(3)


def test_what_a_kind_tells_about_itself() -> None:
    """A kind of dice gives the number of its faces, and their numbers in ascending order. It gives the directions of
    numbered faces, and then those of blank faces.
    """
    kind = barrel("d3", (5, 2, 5))
    assert (kind.sides, kind.values) == (3, (2, 5, 5))
    assert kind.normals == (*(face.normal for face in kind.faces), *kind.blank_normals)
    assert [kind.has_signs, with_signs(D6, "x", {4: Sign("id")}).has_signs] == [False, True]
    assert kind.face(5) is kind.faces[0]
    with pytest.raises(ValueError, match=r"^a d3 has no face 4$"):
        kind.face(4)
    with pytest.raises(InvalidValue, match=r"^no die is called 'd7'; there are d4, d6, d8, d10, d12, d20$"):
        die_kind("d7")
    assert [str(Face((0, 0, 1), 4)), str(Face((0, 0, 1), 4, Sign("melee", 2)))] == ["4", "melee 2"]


@pytest.mark.parametrize(
    ("box", "is_cube"),
    [
        ((1.0, 1.0, 1.0), True),
        ((0.5, 1.0, 1.0), False),
        ((1.0, 0.5, 1.0), False),
        ((1.0, 1.0, 0.5), False),
        (None, False),
    ],
)
def test_a_cube_has_three_equal_edges(box: Vector | None, is_cube: bool) -> None:
    """A box with one edge that differs is no cube. A shape that is no box is no cube either."""
    assert replace(D6, box=box).is_cube is is_cube


def test_a_box_of_three_lengths() -> None:
    """The middle of a box is at the origin. If the box lies on a number, its middle is half an edge high. Its name has
    the lengths of its edges.
    """
    kind = box()
    assert sorted(kind.corners) == [(x, y, z) for x in (-0.25, 0.25) for y in (-0.375, 0.375) for z in (-0.625, 0.625)]
    heights = {1: 0.625, 6: 0.625, 2: 0.25, 5: 0.25, 3: 0.375, 4: 0.375}
    assert {value: kind.flat_height(value) for value in kind.values} == heights
    assert kind.circumradius == math.hypot(0.25, 0.375, 0.625)
    assert (kind.name, kind.digest, kind.box, kind.faces) == (
        "0.5x0.75x1.25",
        "0.5 0.75 1.25",
        (0.5, 0.75, 1.25),
        D6.faces,
    )


def test_a_rounded_box_reaches_less_far() -> None:
    """The core of a rounded box is smaller by the radius on all sides. Its corners end a radius beyond those of the
    core.
    """
    sharp = box()
    kind = rounded(sharp, 0.1)
    assert sorted(kind.core) == pytest.approx(
        [(x, y, z) for x in (-0.15, 0.15) for y in (-0.275, 0.275) for z in (-0.525, 0.525)]
    )
    assert kind.circumradius == pytest.approx(math.hypot(0.15, 0.275, 0.525) + 0.1)
    assert (kind.rounding, kind.corners, kind.box, kind.name) == (0.1, sharp.corners, sharp.box, sharp.name)
    assert rounded(kind, 0.0) == sharp
    assert rounded(kind, 0.0).core == ()
    assert rounded(sharp, 0.125).rounding == 0.125
    with pytest.raises(ValueError, match=r"^edges of a 0.5x0.75x1.25 have 0 to 0.125 of its size, not 0.126$"):
        rounded(sharp, 0.126)


def test_a_barrel_of_four_sides() -> None:
    """A barrel of four sides has sides of 1.2 by 1 around the axis z. On each end is a pyramid whose sides slope at 45
    degrees.
    """
    kind = barrel("d4", (3, 1, 4, 2))
    slope = math.sqrt(0.5)
    ways = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
    assert [face.value for face in kind.faces] == [3, 1, 4, 2]
    for face, (x, y) in zip(kind.faces, ways, strict=True):
        assert face.normal == pytest.approx((x, y, 0.0))
    blank = [(x * slope, y * slope, end * slope) for end in (1.0, -1.0) for x, y in ways]
    assert [part for normal in kind.blank_normals for part in normal] == pytest.approx(
        [part for normal in blank for part in normal]
    )
    ring = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.6, 0.6)]
    wanted = sorted([*ring, (0.0, 0.0, 1.1), (0.0, 0.0, -1.1)])
    found = sorted((round(x, 9) + 0.0, round(y, 9) + 0.0, round(z, 9) + 0.0) for x, y, z in kind.corners)
    assert found == wanted
    assert (kind.digest, kind.read_down, kind.name, kind.box) == ("barrel 3 1 4 2", True, "d4", None)
    assert kind.circumradius == pytest.approx(1.1)
    with pytest.raises(ValueError, match=r"^a barrel has at least 3 sides, not 2$"):
        barrel("coin", (1, 2))


def test_signs_are_put_on_their_faces() -> None:
    """If signs are given by number, the faces with these numbers have the signs. The digest lists signs in order."""
    melee, shield = Sign("melee", 2), Sign("id")
    kind = with_signs(replace(D6, digest="x"), "herald", {5: shield, 2: melee})
    assert {face.value: face.sign for face in kind.faces} == {2: melee, 5: shield, 1: None, 3: None, 4: None, 6: None}
    assert (kind.name, kind.digest) == ("herald", "x 2=melee:2 5=id:0")
    assert with_signs(D6, "herald", {2: melee}).digest == "2=melee:2"
    with pytest.raises(ValueError, match=r"^the lowest face of a d4 counts, so nobody would see the sign on it$"):
        with_signs(die_kind("d4"), "x", {})


@pytest.mark.parametrize(
    ("normal", "top"),
    [
        ((1.0, 0.0, 0.0), (0.0, 0.0, 1.0)),
        ((0.0, -1.0, 0.0), (0.0, 0.0, 1.0)),
        ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0)),
        ((0.0, 0.0, -1.0), (0.0, -1.0, 0.0)),
    ],
)
def test_where_the_top_of_a_sign_is(normal: Vector, top: Vector) -> None:
    """On the four sides of a die, the top of a sign is upwards. On the upper face it is at the back, and on the lower
    face at the front.
    """
    assert top_of_sign(normal) == top


def test_a_sign_in_words_and_its_place() -> None:
    """A sign in words is the icon's name and then the count. An icon with a count is smaller and further left than an
    icon alone, which is in the middle. Counts beyond 0 to 9 and unknown icons are refused.
    """
    lone, counted = Sign("double_strike"), Sign("double_strike", 1)
    assert [str(lone), str(counted), str(Sign("melee", 9))] == ["double strike", "double strike 1", "melee 9"]
    assert lone.icon_place == (0.0, 0.0)
    assert counted.icon_place[0] < 0.0 < counted.icon_place[1]
    assert counted.icon_size < lone.icon_size
    with pytest.raises(InvalidValue, match=r"^the count beside an icon is 0 to 9, not -1$"):
        Sign("melee", -1)
    with pytest.raises(InvalidValue, match=r"^no icon is called 'mele'; did you mean melee\?$"):
        Sign("mele")
    with pytest.raises(InvalidValue, match=r"^no icon is called 'qqqqqqq'; there are [a-z_]+(, [a-z_]+)+$"):
        Sign("qqqqqqq")
