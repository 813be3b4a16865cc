"""Sight and cover on a map of RiftWar (RW-13 to RW-18), and arcs (RW-51)."""

import math

import numpy as np
import pytest
import riftwar_map_oracle as oracle
from hypothesis import given, settings
from hypothesis import strategies as st

from riotsim.games.riftwar.map.arcs import arc_stretches, in_arc
from riotsim.games.riftwar.map.field import Field
from riotsim.games.riftwar.map.game_map import GameMap
from riotsim.games.riftwar.map.map_figures import MapFigures, MapPiece, game_map
from riotsim.games.riftwar.map.sight import SightOptions
from riotsim.games.riftwar.map.stands import Stand
from riotsim.table.units import inches

KINDS = {
    "house": MapPiece.model_validate({"size": ["4in", "3in"], "height": "3in"}),
    "screen": MapPiece.model_validate({"size": ["4in", "0.5in"], "height": "3in", "cover": False}),
    "wall": MapPiece.model_validate({"size": ["4in", "0.5in"], "height": "1.5in"}),
    "low_wall": MapPiece.model_validate({"size": ["4in", "0.5in"], "height": "0.6in", "sight": False}),
    "forest": MapPiece.model_validate({"area": True, "size": ["6in", "4in"]}),
    "field": MapPiece.model_validate(
        {"area": True, "outline": [["-3in", "-2in"], ["3in", "-2in"], ["3in", "2in"], ["1in", "0in"], ["-3in", "2in"]]}
    ),
}


def the_map(*pieces: tuple[str, float, float] | tuple[str, float, float, float]) -> GameMap:
    """Return a map of 36 by 36 in with pieces: kind, place in inches, and turn in degrees."""
    placed = [
        {"piece": kind, "at": [f"{x:.6f}in", f"{y:.6f}in"], "turn": f"{turn[0] if turn else 0:.6f}deg"}
        for kind, x, y, *turn in pieces
    ]
    return game_map(inches(36), inches(36), KINDS, MapFigures.model_validate({"pieces": placed}), {})


def light(name: str, x: float, y: float, *, ranged: bool = False, flying: bool = False) -> Stand:
    """Return a Light unit at a place in inches."""
    return Stand(name, (inches(x), inches(y)), inches(0.5), inches(1.2), ranged=ranged, flying=flying)


def heavy(name: str, x: float, y: float) -> Stand:
    """Return a Heavy unit at a place in inches."""
    return Stand(name, (inches(x), inches(y)), inches(1.25), inches(2.5), heavy=True)


def seen(game_map: GameMap, *stands: Stand, options: SightOptions | None = None) -> tuple[bool, bool]:
    """Return whether the first unit sees the second one, and whether the second one is in cover."""
    found = Field.of(game_map, stands, options).sight(stands[0].name, stands[1].name)
    return found.open, found.cover


A, B = light("a", 5, 10), light("b", 15, 10)


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ((), (True, False)),
        ((("house", 10, 10),), (False, True)),
        ((("house", 10, 11.5),), (True, True)),  # its side is on the line of centres: three lines are shut
        ((("house", 10, 12.1),), (True, False)),
        ((("screen", 10, 12, 90),), (True, False)),  # a line shut by what gives no cover gives none (RW-14)
        ((("screen", 10, 10, 90),), (False, False)),
        ((("low_wall", 13.5, 10, 90),), (True, True)),  # near the target (RW-14)
        ((("low_wall", 11.5, 10, 90),), (True, False)),  # farther than 2 in from it
        ((("low_wall", 6.5, 10, 90),), (True, False)),  # one's own low wall doesn't cover whom one shoots at
        ((("low_wall", 16.5, 10, 90),), (True, False)),  # behind it
        ((("forest", 10, 10),), (False, True)),  # terrain between shuts lines (RW-16)
        ((("forest", 10, 7.8),), (True, True)),  # it shuts the lines to the right
        ((("forest", 10, 7.4),), (True, False)),
        ((("forest", 15, 10),), (False, True)),  # deep inside (RW-16)
        ((("forest", 17.1, 10),), (True, True)),  # just inside its edge (RW-17): 0.4 in
        ((("forest", 16.9, 10),), (False, True)),  # 0.6 in
        ((("forest", 2.9, 10),), (True, False)),  # who stands at the edge sees out, and covers nobody
        ((("forest", 5, 10),), (False, True)),
        ((("forest", 10, 10), ("forest", 10, 24)), (False, True)),
    ],
)  # fmt: skip
def test_sight_and_cover_between_two_units(
    pieces: tuple[tuple[str, float, float] | tuple[str, float, float, float], ...], expected: tuple[bool, bool]
) -> None:
    """RW-11, RW-13 to RW-17: a structure between two units shuts lines and gives cover, as its flags say. Areas hide
    units and give cover.
    """
    assert seen(the_map(*pieces), A, B) == expected


def test_both_in_one_forest_see_each_other_in_cover() -> None:
    """RW-16: if two units are in the same area, they see each other, and both have cover."""
    forest, one, other = the_map(("forest", 10, 10)), light("a", 8, 10), light("b", 12, 10)
    assert seen(forest, one, other) == seen(forest, other, one) == (True, True)
    found = Field.of(forest, [one, other]).sight("a", "b")
    assert found.cover_by == ("forest",)


def test_the_edge_is_asked_where_the_line_leaves_for_the_last_time() -> None:
    """RW-17: if a unit is near one edge of a forest, it is seen over this edge, but not through the whole forest."""
    forest = the_map(("forest", 10, 10))
    inside = light("b", 12.2, 10)  # 0.3 in from the right edge
    assert seen(forest, light("a", 20, 10), inside) == (True, True)
    assert seen(forest, light("a", 2, 10), inside) == (False, True)


def test_heavies_shut_lines_and_give_cover_but_not_for_themselves() -> None:
    """RW-15: a Heavy unit between two units shuts lines and gives cover. A Heavy unit that is looked at shuts no line
    to itself.
    """
    assert seen(the_map(), A, B, heavy("h", 10, 10)) == (False, True)
    assert seen(the_map(), A, B, heavy("h", 10, 11.2)) == (True, True)
    assert seen(the_map(), A, heavy("h", 15, 10)) == (True, False)
    found = Field.of(the_map(), [A, B, heavy("h", 10, 11.2)]).sight("a", "b")
    assert {name for line in found.lines for name in line.shut_by} == {"h"}


def test_lines_name_what_shuts_them() -> None:
    """RW-13: each line of sight names what shuts it."""
    found = Field.of(the_map(("house", 10, 11.5), ("forest", 10, 7.4)), [A, B]).sight("a", "b")
    assert [line.shut_by for line in found.lines] == [("house",), (), ()] * 3
    assert found.cover_by == ("house",)


def test_a_ranged_unit_fires_round_a_corner_and_has_cover_from_return_fire() -> None:
    """RW-18: if a Ranged unit is within 1 in of a corner, it may fire round the corner. It can also be fired at round
    it, and has cover from such fire.
    """
    house = the_map(("house", 10, 10))
    hidden, target = light("a", 7.3, 9.4, ranged=True), light("b", 15, 8.0)
    blind = light("a", 7.3, 9.4)
    assert seen(house, blind, target)[0] is False
    assert seen(house, hidden, target) == (True, False)
    assert seen(house, target, hidden) == (True, True)
    found = Field.of(house, [hidden, target])
    assert found.sees([("a", "b"), ("b", "a")]) == [True, True]
    back = found.sight("b", "a")
    assert back.returned
    assert back.corner is not None
    assert back.corner.structure == "house"
    assert math.dist(back.corner.at, back.corner.eye) == pytest.approx(inches(0.05))
    far = light("a", 6.2, 9.4, ranged=True)  # 1.5 in from the corner
    assert seen(house, far, target)[0] is False


def test_a_corner_exposes_always_or_after_firing() -> None:
    """RW-18: with `corner.exposed: after_firing`, a unit at a corner can be fired at round it only after it has fired
    round it.
    """
    hidden, target = light("a", 7.3, 9.4, ranged=True), light("b", 15, 8.0)
    field = Field.of(the_map(("house", 10, 10)), [hidden, target], SightOptions(exposed="after_firing"))
    assert not field.sight("b", "a").open
    assert field.sight("b", "a", fired=("a",)).open
    assert field.sees([("b", "a")]) == [False]
    assert field.sees([("b", "a")], fired=("a",)) == [True]
    assert field.sight("a", "b").open


def test_nothing_of_the_map_hides_who_flies() -> None:
    """RW-97: no area and no structure hides a flying unit, but a Heavy unit does."""
    pieces = the_map(("house", 10, 10), ("forest", 15, 10))
    flyer = light("b", 15, 10, flying=True)
    assert seen(pieces, A, flyer) == (True, False)
    assert seen(pieces, A, flyer, heavy("h", 7.2, 10)) == (False, True)


@pytest.mark.parametrize(("points", "cover"), [(9, True), (3, False), (1, False)])
def test_fewer_points_may_count(points: int, cover: bool) -> None:
    """RW-13: with three lines or one, only points halfway up count. A wall that hides only the feet then gives no
    cover.
    """
    options = SightOptions(points=points)  # type: ignore[arg-type]  # one of the three
    knee = the_map(("wall", 14.2, 10, 90))
    low = Stand("b", B.at, B.radius, inches(4))
    watcher = Stand("a", A.at, A.radius, inches(4))
    found = Field.of(knee, [watcher, low], options).sight("a", "b")
    assert (len(found.lines), found.open, found.cover) == (points, True, cover)


def test_in_plan_the_height_of_a_wall_does_not_count() -> None:
    """RW-13: with `los.mode: plan`, only outlines count. A Heavy unit then doesn't look over a wall."""
    wall, tall = the_map(("wall", 10, 10, 90)), heavy("a", 5, 10)
    other = heavy("b", 15, 10)
    assert seen(wall, tall, other) == (True, True)
    assert seen(wall, tall, other, options=SightOptions(mode="plan")) == (False, True)


def test_more_lines_may_be_needed_for_cover() -> None:
    """RW-14: with `cover.lines: 4`, three shut lines give no cover. With 3, they do."""
    house = the_map(("house", 10, 11.5))
    assert seen(house, A, B, options=SightOptions(lines=3)) == (True, True)
    assert seen(house, A, B, options=SightOptions(lines=4)) == (True, False)


places = st.tuples(st.floats(2, 34), st.floats(2, 34))
pieces = st.tuples(
    st.sampled_from(sorted(KINDS)), st.floats(8, 26), st.floats(8, 26), st.floats(0, 360)
)  # fmt: skip
units = st.tuples(places, st.booleans(), st.booleans(), st.booleans())


@settings(max_examples=60)
@given(st.lists(pieces, min_size=1, max_size=5), st.lists(units, min_size=2, max_size=4))
def test_sight_agrees_with_brute_force(
    drawn: list[tuple[str, float, float, float]], others: list[tuple[tuple[float, float], bool, bool, bool]]
) -> None:
    """On any map of boxes and areas, sight and cover agree with those found by brute force. This includes Heavy units,
    corners and flying units.
    """
    game_map = the_map(*drawn)
    stands = []
    for k, ((x, y), is_heavy, ranged, flying) in enumerate(others):
        unit = heavy(f"u{k}", x, y) if is_heavy else light(f"u{k}", x, y, ranged=ranged, flying=flying and k == 1)
        stands.append(unit)
    field = Field.of(game_map, stands)
    found = field.sight("u0", "u1")
    is_open, cover = oracle.sight(game_map, stands, stands[0], stands[1], field.options)
    assert found.open == is_open
    assert field.sees([("u0", "u1")]) == [is_open]
    if is_open:
        assert found.cover == cover


@pytest.mark.parametrize(
    ("bearing", "arc", "inside"),
    [
        *((0, 90, True), (45, 90, True), (50, 90, True), (60, 90, False)),
        *((130, 270, True), (145, 270, False), (180, 360, True)),
    ],
)  # fmt: skip
def test_an_arc_takes_in_any_part_of_a_base(bearing: float, arc: float, inside: bool) -> None:
    """RW-51: an arc of 90° reaches 45° to each side. A unit is in the arc if any part of its base is."""
    at = (100 * math.cos(math.radians(bearing)), 100 * math.sin(math.radians(bearing)))
    assert in_arc((0.0, 0.0), 0.0, math.radians(arc), at, 12.7) is inside


@given(
    st.floats(0, 6.2), st.sampled_from([90, 180, 270, 360]), st.tuples(st.floats(-300, 300), st.floats(-300, 300)),
    st.tuples(st.floats(-300, 300), st.floats(-300, 300)), st.floats(0.01, 0.99),
)  # fmt: skip
def test_the_stretches_of_an_arc_are_exact(
    facing: float, arc: int, start: tuple[float, float], end: tuple[float, float], share: float
) -> None:
    """RW-41, RW-51: a base is in an arc exactly at the places of its path that lie on one of the stretches."""
    wide, radius = math.radians(arc), 12.7
    ((stretches,),) = arc_stretches(np.array([[0.0, 0.0, facing, wide]]), np.array([[*start, *end, radius]]))
    at = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
    if all(abs(share - place) > 1e-6 for stretch in stretches for place in stretch):
        assert any(one <= share <= two for one, two in stretches) == in_arc((0.0, 0.0), facing, wide, at, radius)
