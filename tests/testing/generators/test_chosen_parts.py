"""Parts of random tables whose choices are fixed beforehand: which ranges are asked for, and what comes of them."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from scripted import Row, Script, no, nth, yes

from riotsim.table.dice.custom import barrel, rounded
from riotsim.table.dice.kinds import D6, DieKind
from riotsim.table.pieces import Box, Figure, Mesh
from riotsim.table.state import Surface
from riotsim.testing.generators import parts
from riotsim.testing.generators.parts import (
    EXTREME_SURFACES,
    choose_cube,
    choose_figure,
    choose_kind,
    choose_scenery,
    choose_size,
    choose_surface,
    rules_surfaces,
)

FELT, WOOD, NEOPRENE = Surface("felt", 0.9, 0.72), Surface("wood", 0.7, 0.94), Surface("neoprene", 1.2, 0.45)


def _kind(*rows: Row) -> DieKind:
    script = Script(*rows)
    kind = choose_kind(script)
    assert script.rows == []
    return kind


def test_half_of_the_ordinary_kinds_are_cubes() -> None:
    """If an ordinary kind is chosen, six of twelve choices are a d6. The six others are one of each ordinary kind, so
    seven are a d6.
    """
    names = [_kind(nth(number, 12), no(6), no(5)).name for number in range(12)]
    assert names == ["d6"] * 6 + ["d4", "d6", "d8", "d10", "d12", "d20"]


def test_a_cuboid_has_edges_of_half_to_one_and_a_half_times_its_size() -> None:
    """A cuboid's first edge is half to one and a half times its size. The second edge is its size, and the third edge
    too in one of two cases.
    """
    begin, long = (nth(0, 12), yes(6), nth(0, 3)), (0.5, 1.5, 1.25)
    assert _kind(*begin, long, yes(2), no(5)).box == (1.25, 1.0, 1.0)
    assert _kind(*begin, long, no(2), (0.5, 1.5, 0.75), no(5)).box == (1.25, 1.0, 0.75)


def test_a_barrel_has_three_to_ten_sides_numbered_in_order() -> None:
    """A barrel has three to ten sides, and one of five sides has the numbers 1 to 5."""
    assert _kind(nth(0, 12), yes(6), nth(1, 3), (3, 10, 5), no(5)) == barrel("barrel of 5", [1, 2, 3, 4, 5])


def test_a_kind_with_round_edges_has_a_share_of_the_greatest_radius() -> None:
    """If a die has round edges, its radius is a share of the greatest radius. For a d6, this is a quarter of its size,
    so a share of 0.4 is a tenth.
    """
    assert _kind(nth(0, 12), no(6), yes(5), (0.01, 0.9, 0.4)) == rounded(D6, 0.1)


def test_a_lopsided_die_with_upright_sides_is_a_box() -> None:
    """A lopsided die with four upright sides is a box. Its edges are twice the distances of 0.5, 0.4 and 0.6. It shows
    the number of its lowest side. Its numbers go from 1 in the order of its sides, ends first.
    """
    sides = [row for distance in (0.5, 0.4, 0.5, 0.4) for row in ((0.0, 0.25, 0.0), (0.4, 0.5, distance))]
    kind = _kind(nth(0, 12), yes(6), nth(2, 3), (3, 6, 4), (0.4, 0.6, 0.6), *sides, no(5))
    corners = np.abs(np.array(kind.corners))
    assert (kind.name, kind.own_size, kind.read_down) == ("lopsided", 16.0, True)
    assert corners.shape == (8, 3)
    assert sorted(corners.mean(axis=0)) == pytest.approx([0.4, 0.5, 0.6])
    assert corners.std(axis=0) == pytest.approx(np.zeros(3), abs=1e-9)
    assert [face.value for face in kind.faces] == [1, 2, 3, 4, 5, 6]
    normals = np.array([face.normal for face in kind.faces])
    ahead = {(k, j): round(float(normals[k] @ normals[j]), 9) for k in range(6) for j in range(k)}
    assert {pair for pair, cosine in ahead.items() if cosine == -1.0} == {(1, 0), (4, 2), (5, 3)}
    assert set(ahead.values()) == {-1.0, 0.0}


def test_a_lopsided_die_leans_its_sides_inwards_to_the_top() -> None:
    """If the sides of a lopsided die lean by 0.2 rad, they face upwards. Their normals make an angle of 90° + 0.2 rad
    with that of the bottom. Seen from above, three sides are 120° apart.
    """
    sides = [row for _ in range(3) for row in ((0.0, 0.25, 0.2), (0.4, 0.5, 0.5))]
    kind = _kind(nth(0, 12), yes(6), nth(2, 3), (3, 6, 3), (0.4, 0.6, 0.5), *sides, no(5))
    bottom, top, *others = (np.array(face.normal) for face in kind.faces)
    assert bottom @ top == pytest.approx(-1.0)
    assert [bottom @ side for side in others] == pytest.approx([-math.sin(0.2)] * 3)
    between = [others[k] @ others[k - 1] for k in range(3)]
    assert between == pytest.approx([-0.5 * math.cos(0.2) ** 2 + math.sin(0.2) ** 2] * 3)


def test_one_tower_in_eight_has_rounded_cubes() -> None:
    """One tower in eight has rounded cubes, with a radius of 0.03 to 0.15 of their size."""
    assert choose_cube(Script(yes(8), (0.03, 0.15, 0.12))) == rounded(D6, 0.12)
    assert choose_cube(Script(no(8))) == D6


@pytest.mark.parametrize(
    ("nasty", "rows", "size"),
    [
        (True, [(8.0, 30.0, 29.0)], 29.0),
        (False, [no(5), nth(0, 2)], 16.0),
        (False, [no(5), nth(1, 2)], 12.0),
        (False, [yes(5), (8.0, 30.0, 9.5)], 9.5),
    ],
)
def test_a_die_of_a_usual_table_has_a_usual_size(nasty: bool, rows: list[Row], size: float) -> None:
    """A die is 16 or 12 mm large. In one of five cases, and always on nasty tables, it has any size from 8 to 30 mm."""
    script = Script(*rows)
    assert choose_size(script, nasty) == size
    assert script.rows == []


def test_a_figure_comes_with_a_base_that_it_fits_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chosen figure comes with a base that fits it. There are two figures, each with two bases."""
    monkeypatch.setattr(
        parts, "load_figure", lambda spec, base: SimpleNamespace(figure=Figure(spec.file, str(base), spec.height))
    )
    found = [choose_figure(Script(nth(number, 4))) for number in range(4)]
    assert found == [
        (Figure("ruffian.glb", "25.0", 32.0), 25.0),
        (Figure("ruffian.glb", "32.0", 32.0), 32.0),
        (Figure("bruiser.glb", "32.0", 32.0), 32.0),
        (Figure("bruiser.glb", "40.0", 32.0), 40.0),
    ]


@pytest.mark.parametrize("sort", [0, 1, 2])
@pytest.mark.parametrize(
    ("nasty", "stage", "low", "high", "tall"),
    [
        (False, False, 20.0, 200.0, (20.0, 150.0)),
        (False, True, 20.0, 200.0, (5.0, 60.0)),
        (True, False, 1.0, 600.0, (1.0, 150.0)),
        (True, True, 1.0, 600.0, (5.0, 60.0)),
    ],
)
def test_three_of_five_pieces_of_scenery_are_boxes(
    nasty: bool, stage: bool, low: float, high: float, tall: tuple[float, float], sort: int
) -> None:
    """Three of five pieces of scenery are boxes. A stage is 5 to 60 mm high, and any other box at most 150 mm. On nasty
    tables, boxes may also be tiny or huge.
    """
    script = Script((low, high, 70.0), (low, high, 40.0), (*tall, 33.0), nth(sort, 5))
    assert choose_scenery(script, "one", nasty, stage=stage) == Box(70.0, 40.0, 33.0)
    assert script.rows == []


def test_a_mound_is_a_pyramid_without_its_top() -> None:
    """A mound's lower corners are half its length from the middle, and its upper corners the chosen share of that, here
    a half. With four corners it has twelve triangles.
    """
    rows = [(20.0, 200.0, 80.0), (20.0, 200.0, 50.0), (20.0, 150.0, 30.0), nth(3, 5), (3, 12, 4), (0.2, 1.0, 0.5)]
    mesh = choose_scenery(Script(*rows), "mound", False, stage=False)
    assert isinstance(mesh, Mesh)
    assert (mesh.name, mesh.digest) == ("mound", "")
    low, high = ([(r, 0.0, z), (0.0, r, z), (-r, 0.0, z), (0.0, -r, z)] for r, z in ((40.0, 0.0), (20.0, 30.0)))
    assert mesh.vertices == pytest.approx(np.array(low + high), abs=1e-9)
    assert np.array(mesh.outline[0]) == pytest.approx(np.array(low)[:, :2], abs=1e-9)
    assert mesh.triangles.tolist() == [
        [0, 1, 4], [1, 5, 4], [1, 2, 5], [2, 6, 5], [2, 3, 6], [3, 7, 6], [3, 0, 7], [0, 4, 7],
        [0, 2, 1], [0, 3, 2], [4, 5, 6], [4, 6, 7],
    ]  # fmt: skip


def test_one_of_five_pieces_of_scenery_comes_from_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenery from a file is one of five files, in one of three scales."""
    asked: list[tuple[str, float]] = []
    monkeypatch.setattr(parts, "load_mesh", lambda file, scale: asked.append((file, scale)))
    sizes = [(20.0, 200.0, 80.0), (20.0, 200.0, 50.0), (5.0, 60.0, 30.0), nth(4, 5)]
    for file, scale in ((0, 0), (1, 1), (2, 2), (3, 0), (4, 1)):
        choose_scenery(Script(*sizes, nth(file, 5), nth(scale, 3)), "one", False, stage=True)
    assert asked == [
        ("barrel.glb", 1.0), ("crate.glb", 0.6), ("hill.glb", 1.5), ("ruin.glb", 1.0), ("wall.glb", 0.6),
    ]  # fmt: skip


def test_a_usual_surface_is_one_of_the_rules() -> None:
    """A surface is one of the rules' three. In one of five cases, and always on nasty tables, extreme surfaces are
    among the choices, too.
    """
    assert rules_surfaces() == (FELT, WOOD, NEOPRENE)
    assert [choose_surface(Script(no(5), nth(k, 3)), False) for k in range(3)] == [FELT, WOOD, NEOPRENE]
    every = [FELT, WOOD, NEOPRENE, *EXTREME_SURFACES]
    assert [choose_surface(Script(yes(5), nth(k, 7)), False) for k in range(7)] == every
    assert [choose_surface(Script(nth(k, 7)), True) for k in range(7)] == every


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ([], "should list surfaces"),
        ({"surfaces": ["felt"]}, "should list surfaces"),
        ({"surfaces": {"felt": {"friction": 1}}}, "surfaces.felt .* should have a friction and a restitution"),
        ({"surfaces": {"felt": {"friction": "1", "restitution": 1}}}, "surfaces.felt .* should have"),
    ],
)
def test_rules_without_surfaces_are_refused(data: object, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the rules file has no surfaces, or a surface without numbers for friction and restitution, it is refused."""
    monkeypatch.setattr(parts, "read_rules", lambda _: SimpleNamespace(data=data))
    with pytest.raises(TypeError, match=says):
        rules_surfaces.__wrapped__()


def test_whole_numbers_are_frictions_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a rules file gives a friction or a restitution as a whole number, it is read as a number with decimals."""
    data = {"surfaces": {"mat": {"friction": 1, "restitution": 2}}}
    monkeypatch.setattr(parts, "read_rules", lambda _: SimpleNamespace(data=data))
    assert rules_surfaces.__wrapped__() == (Surface("mat", 1.0, 2.0),)
