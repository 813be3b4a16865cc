"""Signs on the faces of dice: icons with counts, as data, in words and in pictures."""

import math
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.errors import InvalidValue
from riotsim.play.session.serialization import to_plain
from riotsim.table.dice.custom import barrel, with_signs
from riotsim.table.dice.icons import DRAWINGS, icon_outlines, icon_path
from riotsim.table.dice.kinds import D6, die_kind
from riotsim.table.dice.signs import Sign, top_of_sign
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose
from riotsim.table.state import Table

SVG = "{http://www.w3.org/2000/svg}"

HERALD = with_signs(
    D6, "herald", {1: Sign("id"), 2: Sign("melee", 3), 3: Sign("double_strike"), 6: Sign("bulls_eye", 2)}
)
"""A d6 with signs on four of its faces."""


def winding(name: str, x: float, y: float) -> int:
    """Return how often the outlines of an icon run anticlockwise around a point."""
    turns = 0.0
    for outline in icon_outlines(name):
        ways = [math.atan2(b - y, a - x) for a, b in outline]
        turns += sum(math.remainder(then - one, math.tau) for one, then in zip(ways, [*ways[1:], ways[0]], strict=True))
    return round(turns / math.tau)


@pytest.mark.parametrize("name", DRAWINGS)
def test_an_icon_is_bold_and_fits_its_square(name: str) -> None:
    """An icon exceeds its square by 5% at most, and covers between 10% and 75% of it. No hole lies outside the icon's
    outlines.
    """
    assert all(max(map(abs, point)) <= 1.05 for outline in icon_outlines(name) for point in outline)
    grid = [(k + 0.37) / 12 for k in range(-12, 12)]
    found = [winding(name, x, y) for x in grid for y in grid]
    assert min(found) >= 0
    assert 0.10 < sum(turns > 0 for turns in found) / len(found) < 0.75


def test_icons_differ() -> None:
    """No two icons are the same."""
    assert len({icon_path(name) for name in DRAWINGS}) == len(DRAWINGS)


def test_a_die_tells_the_sign_that_it_shows() -> None:
    """A die with signs keeps its numbers. In words, a face is its sign, or its number if it has no sign."""
    said = {
        value: str(Die("x", HERALD, pose=Pose((0, 0, 8), HERALD.orientation_showing(value))).face)
        for value in range(1, 7)
    }
    assert said == {1: "id", 2: "melee 3", 3: "double strike", 4: "4", 5: "5", 6: "bulls eye 2"}
    assert HERALD.values == D6.values
    assert HERALD.is_cube


def test_kinds_with_other_signs_are_other_kinds() -> None:
    """Two kinds of dice with different signs are not equal and are stored differently. An ordinary d6 is stored
    without signs.
    """
    assert with_signs(D6, "herald", {face.value: face.sign for face in HERALD.faces if face.sign}) == HERALD
    other = with_signs(D6, "herald", {1: Sign("id"), 2: Sign("melee", 2)})
    assert other != HERALD
    assert to_plain(HERALD) != to_plain(other)
    assert to_plain(D6) == {"is": "die_kind", "name": "d6", "rounding": 0.0, "digest": ""}


@given(st.sampled_from(HERALD.faces))
def test_the_top_of_a_sign_lies_in_its_face(face: object) -> None:
    """The direction of a sign's top is at right angles to the face's normal."""
    normal = face.normal  # type: ignore[attr-defined]  # it is a face
    assert sum(a * b for a, b in zip(top_of_sign(normal), normal, strict=True)) == 0.0


def test_what_is_wrong_with_a_sign_is_said() -> None:
    """An unknown icon, a count too great and a die whose lowest face counts are refused with a message."""
    with pytest.raises(InvalidValue, match="no icon is called 'mele'; did you mean melee"):
        Sign("mele", 1)
    with pytest.raises(InvalidValue, match="0 to 9, not 10"):
        Sign("melee", 10)
    with pytest.raises(ValueError, match="no face 7"):
        with_signs(D6, "x", {7: Sign("id")})
    for kind in (die_kind("d4"), barrel("log", (1, 2, 3))):
        with pytest.raises(ValueError, match="lowest face"):
            with_signs(kind, "x", {1: Sign("id")})


def test_pictures_draw_the_sign() -> None:
    """The picture of a die and that of a table have the icon as a path, its count beside it, and its name as title."""
    die = Die("x", HERALD, pose=Pose((30.0, 20.0, 8.0), HERALD.orientation_showing(2)), owner="Ada")
    for picture in (die.svg(), Table(100.0, 80.0).with_pieces(die).svg()):
        drawn = ET.fromstring(picture)
        assert icon_path("melee") in [path.get("d") for path in drawn.iter(f"{SVG}path")]
        assert [text.text for text in drawn.iter(f"{SVG}text")] == ["3"]
        assert "herald showing melee 3" in [title.text for title in drawn.iter(f"{SVG}title")]
    alone = Die("x", HERALD, pose=Pose((30.0, 20.0, 8.0), HERALD.orientation_showing(3))).svg()
    assert not list(ET.fromstring(alone).iter(f"{SVG}text"))
