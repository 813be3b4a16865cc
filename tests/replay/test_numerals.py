"""Dice without pips have their numbers on them where geometry is written."""

import numpy as np
import pytest

from riotsim.replay.glb.numerals import numerals
from riotsim.replay.glb.solids import INK_HEIGHT, die_solids
from riotsim.table.dice.kinds import die_kind

SIZE = 16.0


@pytest.mark.parametrize("name", ["d8", "d10", "d12", "d20"])
def test_each_side_has_its_number(name: str) -> None:
    """What lies on a side is the number that it counts, within the side and upright to it."""
    kind = die_kind(name)
    found = numerals(kind)
    assert [one.value for one in found] == [face.value for face in kind.faces]
    corners = np.array(kind.corners)
    for one, face in zip(found, kind.faces, strict=True):
        assert one.out == pytest.approx(face.normal)
        assert one.up @ one.out == pytest.approx(0.0, abs=1e-9)
        assert one.middle @ one.out == pytest.approx((corners @ one.out).max(), abs=1e-6)


def test_a_d4_is_read_along_its_foot() -> None:
    """Each side has three numbers; those along an edge are what the die shows that lies on the side beyond it."""
    kind = die_kind("d4")
    found = numerals(kind)
    assert len(found) == 12
    for face in kind.faces:
        shown = [one for one in found if one.value == face.value]
        assert len(shown) == 3
        down = np.array(face.normal)
        for one in shown:
            assert one.out @ down < 0.9  # on another side
            assert one.up @ down < -0.5  # and its foot is where that side lies


@pytest.mark.parametrize("name", ["d4", "d8", "d10", "d12", "d20"])
def test_ink_looks_outwards(name: str) -> None:
    """Strokes lie just over the sides, look out, and none reaches over an edge."""
    kind = die_kind(name)
    _, ink = die_solids(kind, SIZE)
    assert ink is not None
    a, b, c = (ink.corners[ink.triangles[:, k]] for k in range(3))
    out = np.cross(b - a, c - a)
    assert (np.einsum("ij,ij->i", out, ink.normals[ink.triangles[:, 0]]) > 0).all()
    far = ink.corners @ np.array(kind.normals).T - (np.array(kind.corners) * SIZE @ np.array(kind.normals).T).max(
        axis=0
    )
    assert far.max(axis=1) == pytest.approx(INK_HEIGHT, abs=1e-6)


def test_cubes_keep_their_pips() -> None:
    """A cube with the usual numbers has 21 pips, and none of them is a numeral."""
    _, ink = die_solids(die_kind("d6"), SIZE)
    assert ink is not None
    assert len(ink.corners) == 21 * 20
