"""Nothing sinks: a piece hurled at scenery or a figure ends on it or beside it, and never goes through it."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np
import pytest
from physics_suite.hurled_pieces import MIDDLE, ODD, hurl
from physics_suite.sunk_pieces import Floats, corners_of, hull_triangles, inside, passed_through, sunk, surface

from riotsim.files.assets.figures import load_figure
from riotsim.files.assets.meshes import load_mesh
from riotsim.games.riot_dice.rulebook.catalogue import FigureKind
from riotsim.physics.bodies.size_and_mass import half_thickness
from riotsim.physics.bodies.substeps import SUBSTEPS, max_step_length
from riotsim.table.dice import kinds as dice
from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import Box, Die, Model, Round, Terrain, Token
from riotsim.table.poses import ORIGIN, Pose
from riotsim.testing.plugin import Record, Size

MESHES = ("barrel", "crate", "hill", "ruin", "wall")
BOXES = {"box wall": Box(101.6, 12.7, 38.1), "box crate": Box(38.1, 38.1, 31.75)}
FIGURES = {"ruffian": 25.0, "bruiser": 32.0}
"""Figures, each with the diameter of its base (mm)."""

TARGETS = (*MESHES, *BOXES, *FIGURES)
KINDS = (*dice.KINDS, "token")
THIN = ("d4", "token")
"""Kinds that are hurled more often.

With steps too long, one in 20 of these went through scenery, and no other kind did.
"""

SPEEDS = (8000.0, 3500.0)
"""The fastest speed that has to work, and a speed at which most pieces come to rest near what they hit (mm/s)."""


@cache
def target(name: str) -> Terrain | Model:
    """Return one of our own pieces of scenery or figures, in the middle of a wide table."""
    if name in FIGURES:
        figure = load_figure(FigureKind.model_validate({"file": f"{name}.glb", "height": "32mm"}), FIGURES[name]).figure
        return Model("t", "owner", MIDDLE, Round(FIGURES[name]), 0.4, figure=figure)
    return Terrain("t", BOXES[name] if name in BOXES else load_mesh(f"{name}.glb"), MIDDLE, 0.4)


def faults(name: str, kind: str, seed: int, speed: float) -> Iterator[str]:
    """Hurl a die or token at a target, and yield each fault in how it ended."""
    found = hurl(target(name), kind, seed, speed)
    if found.sunk:
        yield f"{kind} of seed {seed} at {speed:g} mm/s lies inside the {name} at {found.end}"
    if found.through:
        yield f"{kind} of seed {seed} at {speed:g} mm/s went through the {name}"


def tell(record: Record, what: str, hurled: int, wrong: list[str]) -> None:
    """Record how many pieces went wrong, with the first three faults, and assert that none did."""
    record(
        "terrain",
        what,
        found=len(wrong),
        expected=0.0,
        at_most=0.0,
        unit=f"of {hurled:,}",
        source="two solids are never in one place",
        note="; ".join(wrong[:3]),
    )
    assert not wrong


@pytest.mark.takes(1)
@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("name", TARGETS)
def test_nothing_sinks(record: Record, name: str, speed: float, size: Size) -> None:
    """If a usual die or a token is hurled at 8 or 3.5 m/s, it ends no more than 0.5 mm inside a surface.

    Nor does its centre pass through. The check is exact: the piece's hull, smaller by the tolerance, is held against
    each triangle, and so is each tick's way of its centre.
    """
    hurled = [(kind, seed) for kind in KINDS for seed in range(size(1 + (kind in THIN), 150))]
    wrong = [told for kind, seed in hurled for told in faults(name, kind, seed, speed)]
    tell(record, f"into or through a {name}, at {speed / 1000:g} m/s", len(hurled), wrong)


@pytest.mark.takes(2)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_sinks_at_the_speed_of_hands(record: Record, kind: str, size: Size) -> None:
    """If a die or token is hurled at 2 or 2.9 m/s, it doesn't sink into a mesh either.

    Hands reach these speeds, and so do falls of 20 to 43 cm.
    """
    hurled = list(product(("hill", "crate"), (2000.0, 2900.0), range(size(2 + (kind in THIN), 150))))
    wrong = [told for name, speed, seed in hurled for told in faults(name, kind, seed, speed)]
    tell(record, f"{kind}: into or through a hill or a crate, at 2 and 2.9 m/s", len(hurled), wrong)


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("kind", ODD)
def test_no_small_or_rounded_die_sinks_nor_one_of_ones_own(kind: str, speed: float) -> None:
    """If a d4 of 8 mm or a barrel is hurled at 8 or 3.5 m/s, it ends no deeper than 0.5 mm in anything.

    A rounded d6 ends no deeper than 1 mm.
    """
    for name in ("hill", "ruin", "box wall", "ruffian"):
        for seed in range(2):
            found = hurl(target(name), kind, seed, speed)
            assert not found.sunk, f"{kind} of seed {seed} lies inside the {name} at {found.end}"
            assert not found.through, f"{kind} of seed {seed} went through the {name}"


def test_thin_things_take_short_steps() -> None:
    """The half thickness that limits a step is a / (2 √6) for a d4, a / 2 for a cube, and 1.5 mm for a token."""
    assert half_thickness(Die("d", die_kind("d4"))) == pytest.approx(16.0 / (2 * np.sqrt(6)))
    assert half_thickness(Die("d", die_kind("d6"))) == pytest.approx(8.0)
    assert half_thickness(Die("d", die_kind("d20"))) == pytest.approx(8.0)
    assert half_thickness(Token("t", ORIGIN)) == 1.5
    assert max_step_length(()) == SUBSTEPS.longest_step


def cube_at(x: float, y: float, z: float) -> Floats:
    """Return the corners of a die at this place."""
    return corners_of(Die("d", die_kind("d6"), pose=Pose((x, y, z))))


def test_the_check_itself() -> None:
    """If a die lies on a box, touches its side, or is 0.4 mm in it, the check says that the die has not sunk.

    If the die is 0.6 mm in the box, within it, or around its corner, the check says that it has.
    """
    solids = surface(Terrain("t", Box(40.0, 40.0, 30.0), (0.0, 0.0)))
    assert not sunk(cube_at(0.0, 0.0, 38.0), solids)
    assert not sunk(cube_at(28.0, 0.0, 8.0), solids)
    assert not sunk(cube_at(0.0, 0.0, 37.6), solids)
    assert sunk(cube_at(0.0, 0.0, 37.4), solids)
    assert sunk(cube_at(0.0, 0.0, 15.0), solids)
    assert sunk(cube_at(20.0, 20.0, 30.0), solids)
    needle = [hull_triangles(np.array([(0.0, 0.0, 40.0), (0.1, 0.0, 0.0), (-0.1, 0.1, 0.0), (-0.1, -0.1, 0.0)]))]
    assert sunk(cube_at(0.0, 0.0, 30.0), needle)


def test_ways_through_a_surface() -> None:
    """If a way crosses a box, the check sees it, even if no point of the way is inside.

    A way past the box or along it doesn't count.
    """
    (box,) = solids = surface(Terrain("t", Box(40.0, 10.0, 30.0), (0.0, 0.0)))
    assert passed_through(np.array([(3.0, -50.0, 10.0), (4.0, 50.0, 11.0)]), solids)
    assert not passed_through(np.array([(-50.0, 8.0, 10.0), (50.0, 8.0, 10.0)]), solids)
    assert not passed_through(np.array([(3.0, -50.0, 50.0), (4.0, 50.0, 51.0)]), solids)
    assert inside(np.array([1.0, 1.0, 1.0]), box)
    assert not inside(np.array([1.0, 6.0, 1.0]), box)
