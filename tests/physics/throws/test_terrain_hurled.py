"""Nothing sinks: what is hurled at scenery and figures ends on them or beside them, and never goes through."""

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
"""And their bases (mm)."""

TARGETS = (*MESHES, *BOXES, *FIGURES)
KINDS = (*dice.KINDS, "token")
THIN = ("d4", "token")
"""Of these one in 20 went through scenery where steps were too long, and of others none: so more of them are hurled."""

SPEEDS = (8000.0, 3500.0)
"""mm/s: the fastest there is to be, and one at which most come to rest near what they hit."""


@cache
def target(name: str) -> Terrain | Model:
    """One of our own pieces of scenery or figures, in the middle of a wide table."""
    if name in FIGURES:
        figure = load_figure(FigureKind.model_validate({"file": f"{name}.glb", "height": "32mm"}), FIGURES[name]).figure
        return Model("t", "owner", MIDDLE, Round(FIGURES[name]), 0.4, figure=figure)
    return Terrain("t", BOXES[name] if name in BOXES else load_mesh(f"{name}.glb"), MIDDLE, 0.4)


def faults(name: str, kind: str, seed: int, speed: float) -> Iterator[str]:
    """Return the faults in how a hurled die or token ended."""
    found = hurl(target(name), kind, seed, speed)
    if found.sunk:
        yield f"{kind} of seed {seed} at {speed:g} mm/s lies inside the {name} at {found.end}"
    if found.through:
        yield f"{kind} of seed {seed} at {speed:g} mm/s went through the {name}"


def tell(record: Record, what: str, hurled: int, wrong: list[str]) -> None:
    """Take down how many went wrong, and assert that none did: what is told of them is longer than a figure."""
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
    """At 8 and 3.5 m/s no usual die and no token ends more than 0.5 mm inside, or with its centre through, a surface.

    Exact: the thing's hull, smaller by the tolerance, against each triangle, and each tick's way of its centre.
    """
    hurled = [(kind, seed) for kind in KINDS for seed in range(size(1 + (kind in THIN), 150))]
    wrong = [told for kind, seed in hurled for told in faults(name, kind, seed, speed)]
    tell(record, f"into or through a {name}, at {speed / 1000:g} m/s", len(hurled), wrong)


@pytest.mark.takes(2)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_sinks_at_the_speed_of_hands(record: Record, kind: str, size: Size) -> None:
    """At 2 and 2.9 m/s, which hands and falls of 20 to 43 cm reach, no die or token sinks into a mesh either."""
    hurled = list(product(("hill", "crate"), (2000.0, 2900.0), range(size(2 + (kind in THIN), 150))))
    wrong = [told for name, speed, seed in hurled for told in faults(name, kind, seed, speed)]
    tell(record, f"{kind}: into or through a hill or a crate, at 2 and 2.9 m/s", len(hurled), wrong)


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("kind", ODD)
def test_no_small_or_rounded_die_sinks_nor_one_of_ones_own(kind: str, speed: float) -> None:
    """At 8 and 3.5 m/s a d4 of 8 mm and a barrel end no deeper than 0.5 mm in anything, a rounded d6 than its 1 mm."""
    for name in ("hill", "ruin", "box wall", "ruffian"):
        for seed in range(2):
            found = hurl(target(name), kind, seed, speed)
            assert not found.sunk, f"{kind} of seed {seed} lies inside the {name} at {found.end}"
            assert not found.through, f"{kind} of seed {seed} went through the {name}"


def test_thin_things_take_short_steps() -> None:
    """Half a thickness: of a d4 of edge a it is a / (2 √6), of a cube a / 2, of a token of 3 mm 1.5 mm."""
    assert half_thickness(Die("d", die_kind("d4"))) == pytest.approx(16.0 / (2 * np.sqrt(6)))
    assert half_thickness(Die("d", die_kind("d6"))) == pytest.approx(8.0)
    assert half_thickness(Die("d", die_kind("d20"))) == pytest.approx(8.0)
    assert half_thickness(Token("t", ORIGIN)) == 1.5
    assert max_step_length(()) == SUBSTEPS.longest_step


def cube_at(x: float, y: float, z: float) -> Floats:
    """The corners of a die there."""
    return corners_of(Die("d", die_kind("d6"), pose=Pose((x, y, z))))


def test_the_check_itself() -> None:
    """A die on a box, against it, or 0.4 mm in it has not sunk; one 0.6 mm in it, within it or about a corner has."""
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
    """A way across a box is seen, even if none of its points is inside; one past it or along it is none."""
    (box,) = solids = surface(Terrain("t", Box(40.0, 10.0, 30.0), (0.0, 0.0)))
    assert passed_through(np.array([(3.0, -50.0, 10.0), (4.0, 50.0, 11.0)]), solids)
    assert not passed_through(np.array([(-50.0, 8.0, 10.0), (50.0, 8.0, 10.0)]), solids)
    assert not passed_through(np.array([(3.0, -50.0, 50.0), (4.0, 50.0, 51.0)]), solids)
    assert inside(np.array([1.0, 1.0, 1.0]), box)
    assert not inside(np.array([1.0, 6.0, 1.0]), box)
