"""Kinds of dice with round edges, barrels and cuboids, and sets of dice."""

import math

import pytest

from riotsim.table.dice.custom import barrel, cuboid, max_rounding, rounded
from riotsim.table.dice.dice_set import DiceSet
from riotsim.table.dice.kinds import D6, KINDS, die_kind
from riotsim.table.geometry.plan import CONTACT_GAP, disc, gap
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose, about_z


@pytest.mark.parametrize("name", KINDS)
def test_a_rounded_die_keeps_its_size_and_its_numbers(name: str) -> None:
    """A rounded die lies as high as a sharp die and shows the same numbers. Its corners are nearer to its middle."""
    sharp = die_kind(name)
    kind = rounded(sharp, max_rounding(sharp) / 2)
    assert kind.flat_height() == sharp.flat_height()
    assert {kind.read(sharp.orientation_showing(value)) - value for value in sharp.values} == {0}
    assert kind.circumradius < sharp.circumradius
    assert kind != sharp
    assert rounded(kind, 0.0) == sharp


def test_edges_can_be_too_round() -> None:
    """If the radius of a d6's edges is below 0 or more than a quarter of its size, the radius is refused."""
    for radius in (0.26, -0.1, math.nan):
        with pytest.raises(ValueError, match=r"0 to 0\.25 of its size"):
            rounded(D6, radius)


def test_a_rounded_die_covers_less_at_its_corners() -> None:
    """A cube of 16 mm with edges rounded by 2 mm covers 8 mm to each side, and 6√2 + 2 mm towards its corners."""
    die = Die("a", rounded(D6, 2 / 16), pose=Pose((0.0, 0.0, 8.0), about_z(0.0)))
    assert gap(die.footprint, disc((20.0, 0.0), 2.0)) == pytest.approx(10.0)
    corner = (6 * math.sqrt(2) + 2) / math.sqrt(2)
    assert gap(die.footprint, disc((corner, corner), 0.0)) < CONTACT_GAP
    assert gap(die.footprint, disc((10.0, 10.0), 0.0)) == pytest.approx(4 * math.sqrt(2) - 2)


def test_a_cuboid_is_a_box_and_no_cube() -> None:
    """A cuboid has the given edges, and is a cube only if the edges are equal."""
    kind = cuboid(0.5, 1.0, 1.0)
    assert (kind.box, kind.is_cube) == ((0.5, 1.0, 1.0), False)
    assert cuboid(1.0, 1.0, 1.0).is_cube
    assert [kind.flat_height(value) for value in (1, 2, 3)] == [0.5, 0.25, 0.5]
    assert cuboid(0.5, 1.0, 1.0) == kind != cuboid(0.6, 1.0, 1.0)


@pytest.mark.parametrize("sides", [3, 5, 7])
def test_a_barrel_has_a_side_for_each_number(sides: int) -> None:
    """A barrel can be laid down to show each of its numbers. Its sides are half a unit from the axis, and its ends have
    no numbers.
    """
    kind = barrel(f"d{sides}", range(1, sides + 1))
    assert kind.values == tuple(range(1, sides + 1))
    assert len(kind.blank_normals) == 2 * sides
    assert [kind.read(kind.orientation_showing(value)) for value in kind.values] == list(kind.values)
    assert kind.flat_height() == pytest.approx(0.5)
    with pytest.raises(ValueError, match="at least 3 sides"):
        barrel("d2", (1, 2))


def test_a_bag_gives_usual_dice_their_edges_and_others_their_size() -> None:
    """Ordinary dice have the size and the rounded edges of their set. A kind that the set supplies keeps its edges."""
    own = barrel("d7", range(1, 8))
    bag = DiceSet(12.0, 1.2, {"d7": own})
    d6, d7 = bag.die("a", "d6", "Ada"), bag.die("b", "d7")
    assert (d6.kind, d6.size, d6.owner) == (rounded(D6, 1.2 / 12.0), 12.0, "Ada")
    assert (d7.kind, d7.size) == (own, 12.0)
    with pytest.raises(ValueError, match="no die is called 'd9'"):
        bag.kind("d9")
