"""The maps of RiftWar: pieces as data, lanes, paths over the map, boundaries and crossings (RW-10 to RW-12, RW-19,
RW-32 to RW-36).
"""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import ValidationError
from riftwar_rules import FILE, rules
from test_riftwar_sight import heavy, light, pieces, the_map

from riotsim.files.assets.meshes import load_meshes
from riotsim.files.problems import BadFile
from riotsim.files.rules import read_rules
from riotsim.files.yaml import validate
from riotsim.games.riftwar.map.game_map import GameMap
from riotsim.games.riftwar.map.lanes import lanes
from riotsim.games.riftwar.map.laying import map_patches, terrain_pieces
from riotsim.games.riftwar.map.map_figures import MapFigures, MapPiece, game_map
from riotsim.games.riftwar.map.outlines import Outline, convex_parts, crosses_itself, signed_area
from riotsim.games.riftwar.map.stands import Mover, Stand
from riotsim.games.riftwar.map.ways import (
    crossing_place,
    first_boundary,
    first_stop,
    fits,
    group_boundary,
    group_stop,
)
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.table.geometry.plan import disc, gap, hull
from riotsim.table.overlaps import terrain_clearances
from riotsim.table.pieces import Mesh
from riotsim.table.state import Table
from riotsim.table.units import inches

MAPS = ("village", "rift")
BASES = {"light": inches(1), "medium": inches(2), "heavy": inches(2.5)}


@cache
def shipped(name: str) -> GameMap:
    """Return a map of rules/riftwar.yaml with its meshes."""
    book = rules(layout=name)
    return book.game_map(load_meshes(book))


@pytest.mark.parametrize("name", MAPS)
def test_half_a_turn_brings_each_piece_to_another_of_its_kind(name: str) -> None:
    """RW-10: if a map of the rules is given half a turn, each piece comes to the place of another of its kind. So no
    side has an advantage.
    """
    book = rules()
    middle = (book.table.width / 2, book.table.depth / 2)
    for placed in book.maps[name].pieces:
        twin = (2 * middle[0] - placed.at[0], 2 * middle[1] - placed.at[1])
        turns = [
            abs(math.remainder(other.turn - placed.turn, math.tau))
            for other in book.maps[name].pieces
            if other.piece == placed.piece and math.dist(other.at, twin) < 0.01
        ]
        assert turns
        if book.map[placed.piece].round is None:
            half = book.map[placed.piece].size is not None  # a rectangle looks the same after half a turn
            assert min(turns) == pytest.approx(0.0 if half else math.pi, abs=1e-6)


@pytest.mark.parametrize("name", MAPS)
def test_meshes_and_outlines_fit_each_other(name: str) -> None:
    """RW-10: each structure on the maps of the rules has a mesh. Unless it is round, the area that it covers as terrain
    is that of its outline. Its mesh then lies in the outline, and comes within 1 mm of each corner of it.
    """
    for one in shipped(name).structures:
        assert isinstance(one.piece.shape, Mesh)
        if one.outline.radius:
            continue
        area = one.outline.footprint
        assert one.piece.footprint == area
        seen_from_above = tuple({(x, y) for x, y, _ in one.piece.shape.vertices.tolist()})
        points = Outline(seen_from_above).placed(one.piece.at, one.piece.heading).corners
        assert max(gap(area, disc(at, 0.0)) for at in points) < 1e-6
        assert all(min(math.dist(corner, at) for at in points) < 1.0 for corner in one.outline.corners)


@pytest.mark.parametrize("name", MAPS)
def test_each_lane_has_a_class_and_some_are_narrow(name: str) -> None:
    """RW-19: on the maps of the rules, each lane has a class that fits through it. Some lanes are too narrow for Heavy
    units.
    """
    found = lanes(shipped(name), BASES)
    assert {lane.size for lane in found} > {"heavy"}
    assert all(lane.size is not None and BASES[lane.size] <= lane.width + 1e-6 for lane in found)


def test_gaps_are_measured_between_neighbours() -> None:
    """RW-19: if a third house stands between two houses, these have no lane between them. Houses that touch have none
    either.
    """
    found = lanes(the_map(("house", 8, 10), ("house", 14, 10), ("house", 18, 10)), BASES)
    between = [
        (lane.one, lane.other, round(lane.width / 25.4, 6), lane.size) for lane in found if "house" in lane.other
    ]
    assert between == [("house_1", "house_2", 2.0, "medium")]
    left = next(lane for lane in found if (lane.one, lane.other) == ("house_1", "left"))
    assert left.width == pytest.approx(inches(6))


def test_a_gap_that_nobody_passes_is_refused_unless_marked() -> None:
    """RW-19: if a gap lets nobody pass, a message names the gap, its width, and what to do. If the map lists the gap
    under `closed`, there is no message.
    """
    close = [{"piece": "house", "at": ["8in", "10in"]}, {"piece": "house", "at": ["13.5in", "10in"]}]
    with pytest.raises(BadFile, match=r"0\.50 in between house_1 and house_2 lets nobody pass; leave at least"):
        rules(maps__tight={"pieces": close})
    marked = rules(maps__tight={"pieces": close, "closed": [["house_1", "house_2"]]}, layout="tight")
    lane = next(lane for lane in lanes(marked.game_map({}), BASES) if lane.other == "house_2")
    assert (lane.size, lane.marked) == (None, True)


@pytest.mark.parametrize(
    ("piece", "message"),
    [
        ({"mesh": "house.glb"}, "a piece has one outline"),
        ({"size": ["1in", "1in"], "round": "1in", "height": "1in"}, "a piece has one outline"),
        ({"size": ["1in", "1in"]}, "a structure has either a mesh"),
        ({"round": "1in", "height": "1in"}, "a structure without a mesh is a box"),
        ({"area": True, "size": ["1in", "1in"], "height": "1in"}, "an area has no height"),
        ({"area": True, "size": ["1in", "1in"], "spots": [["0in", "0in"]]}, "spots are places of a mesh"),
        (
            {"area": True, "outline": [["0in", "0in"], ["1in", "1in"], ["1in", "0in"], ["0in", "1in"]]},
            "its edges don't meet",
        ),
        ({"area": True, "outline": [["0in", "0in"], ["1in", "0in"]]}, "at least three corners"),
    ],
)  # fmt: skip
def test_faults_of_pieces_are_told(piece: dict[str, object], message: str) -> None:
    """If a piece has no clear outline or shape, it is refused, and an error says why."""
    with pytest.raises(ValidationError, match=message):
        MapPiece.model_validate(piece)


def test_the_legs_of_a_piece_may_end_on_one_line() -> None:
    """An area in the form of a U has an outline, though the ends of its two legs are on one line (RW-10)."""
    corners = [(-2, -2), (2, -2), (2, 2), (1, 2), (1, 0), (-1, 0), (-1, 2), (-2, 2)]
    piece = MapPiece.model_validate({"area": True, "outline": [[f"{x}in", f"{y}in"] for x, y in corners]})
    assert piece.shape == Outline(tuple((inches(x), inches(y)) for x, y in corners))


def test_pieces_stay_on_the_table_and_have_known_names() -> None:
    """A piece over the edge, an unknown kind, an unknown map, and an unknown name under `closed` are errors. Each names
    its field or the wrong name.
    """
    over = {"pieces": [{"piece": "house", "at": ["1in", "10in"]}], "closed": [["house", "well"]]}
    with pytest.raises(BadFile) as raised:
        rules(maps__bad=over)
    found = {problem.field: problem.message for problem in raised.value.problems}
    assert found == {
        "maps.bad.pieces[0].at": "house reaches over the edge of the table",
        "maps.bad.closed[0]": "no structure of this map is called 'well'",
    }
    with pytest.raises(BadFile, match="no piece of the map is called 'castle'"):
        rules(maps__bad={"pieces": [{"piece": "castle", "at": ["10in", "10in"]}]})
    with pytest.raises(BadFile, match="no map is called 'vilage'; did you mean village"):
        rules(layout="vilage")
    assert rules(layout="open").game_map({}).structures == ()


def test_a_map_lies_on_the_table() -> None:
    """RW-10, RW-11: structures keep models off the table where they stand. Pieces that only decorate an area don't."""
    village = shipped("village")
    table = Table(village.width, village.depth, terrain=terrain_pieces(village), patches=map_patches(village))
    assert len(table.patches) == 4
    kept = {clear.footprint for clear in terrain_clearances(table)}
    assert kept == {table.terrain[one.name].footprint for one in village.structures}
    assert len(table.terrain) == len(village.structures) + 2 * (7 + 12)


corners = st.lists(
    st.tuples(st.floats(20, 100), st.floats(0.05, 1.0)), min_size=3, max_size=9
)  # distance of a corner from the middle, and share of the turn to the next one


@given(corners, st.tuples(st.floats(-120, 120), st.floats(-120, 120)))
def test_convex_parts_make_up_a_polygon(drawn: list[tuple[float, float]], at: tuple[float, float]) -> None:
    """If a polygon of any shape is cut into parts, each part is convex, and together they have its area. A point is in
    the polygon exactly if it is in one of the parts.
    """
    total, turn, points = sum(share for _, share in drawn), 0.0, []
    for far, share in drawn:
        points.append((far * math.cos(turn), far * math.sin(turn)))
        turn += math.tau * share / total
    polygon = tuple(points)
    assume(signed_area(polygon) > 1.0 and not crosses_itself(polygon))
    parts = convex_parts(polygon)
    areas = [signed_area(part) for part in parts]
    assert areas == pytest.approx([signed_area(hull(part)) for part in parts])
    assert sum(areas) == pytest.approx(signed_area(polygon))
    outline = Outline(polygon)
    distance = gap(outline.footprint, disc(at, 0.0))
    assume(abs(distance) > 1e-6)
    assert outline.contains(at) == (distance < 0.0)


def test_a_way_is_free_up_to_contact() -> None:
    """RW-34: a base stops in contact with a structure or a unit, or at the edge of the table, whichever comes first."""
    house, unit, other = the_map(("house", 10, 10)), light("a", 4, 10), light("b", 4, 16)
    stop = first_stop(house, unit, (inches(20), inches(10)), [unit, other])
    assert stop is not None
    assert (stop.kind, stop.piece, stop.unit) == ("structure", "house", "a")
    assert stop.share * 16 == pytest.approx(3.5)  # 4 in to the wall, half a base less
    stop = first_stop(house, unit, (inches(4), inches(20)), [other])
    assert stop is not None
    assert (stop.kind, stop.piece, round(stop.share * 10, 6)) == ("unit", "b", 5.0)
    stop = first_stop(house, unit, (inches(-4), inches(10)), [])
    assert stop is not None
    assert (stop.kind, round(stop.share * 8, 6)) == ("edge", 3.5)
    assert first_stop(house, unit, (inches(4), inches(2)), [other]) is None
    there = Stand("a", (inches(7.5), inches(10)), inches(0.5), inches(1.2))
    assert first_stop(house, there, (inches(7.5), inches(30)), []) is None  # along the wall that it touches


def test_a_flyer_passes_over_everything_but_the_edge() -> None:
    """RW-97: nothing on the table stops a flying unit. It stops only at the edge."""
    house, flyer = the_map(("house", 10, 10)), light("a", 4, 10, flying=True)
    assert first_stop(house, flyer, (inches(20), inches(10)), [light("b", 6, 10)]) is None
    stop = first_stop(house, flyer, (inches(40), inches(10)), [])
    assert stop is not None
    assert stop.kind == "edge"


def test_a_group_stops_at_one_share_for_all() -> None:
    """RW-36: if one unit of a group meets something, all units stop at the same share of their paths. This also holds
    if two units of the group meet.
    """
    house = the_map(("house", 10, 10))
    one, other = light("a", 4, 10), light("b", 4, 14)
    movers = [Mover(one, (inches(20), inches(10))), Mover(other, (inches(20), inches(14)))]
    stop = group_stop(house, movers, [one, other])
    assert stop is not None
    assert (stop.unit, stop.piece, round(stop.share * 16, 6)) == ("a", "house", 3.5)
    crossed = [Mover(one, (inches(4), inches(20))), Mover(other, (inches(4), inches(4)))]
    stop = group_stop(the_map(), crossed, [])
    assert stop is not None
    assert stop.share * 20 == pytest.approx(3.0)
    together = [Mover(one, (inches(6), inches(20))), Mover(light("c", 5, 10), (inches(7), inches(20)))]
    assert group_stop(the_map(), together, []) is None


def test_a_base_fits_where_nothing_else_is() -> None:
    """RW-19, RW-34: if a base has no room at a place, the obstacle is named. Contact is allowed."""
    house, other = the_map(("house", 10, 10)), heavy("h", 20, 20)
    assert fits(house, inches(0.5), (inches(7.5), inches(10)), [other]) is None
    assert fits(house, inches(0.5), (inches(7.6), inches(10)), [other]) == "house"
    assert fits(house, inches(0.5), (inches(19), inches(19)), [other]) == "h"
    assert fits(house, inches(0.5), (inches(0.4), inches(10)), [other]) == ""


def test_a_boundary_ends_a_move_on_either_side() -> None:
    """RW-32: if a base meets an area's boundary from outside, it ends just clear of the area or just inside. From
    inside, the same two ends are offered.
    """
    forest, unit = the_map(("forest", 10, 10)), light("a", 2, 10)  # from 7 to 13 in
    found = first_boundary(forest, unit, (inches(30), inches(10)))
    assert found is not None
    assert found.far is not None
    assert (found.area, round(found.near * 28, 6), round(found.far * 28, 3)) == ("forest", 4.5, 5.0)
    inside = unit.moved((2 * 25.4 + found.far * inches(28), inches(10)))
    assert forest.areas_at(inside.at) == {"forest"}
    out = first_boundary(forest, inside, (inches(30), inches(10)))
    assert out is not None
    assert out.far is not None
    length = math.dist(inside.at, (inches(30), inches(10)))
    assert inside.at[0] + out.near * length == pytest.approx(inches(13), abs=0.02)
    assert inside.at[0] + out.far * length == pytest.approx(inches(13.5))
    assert first_boundary(forest, inside, (inches(12), inches(10))) is None
    back = first_boundary(forest, inside, (inches(2), inches(10)))  # its base is over the boundary already
    assert back is not None
    assert back.near == pytest.approx(0.0, abs=1e-9)


def test_a_base_that_grazes_an_area_ends_beside_it() -> None:
    """RW-32: if only the base of a unit comes to an area, the unit meets the boundary. It can't get to the far side."""
    forest = the_map(("forest", 10, 10))  # up to y = 12 in
    found = first_boundary(forest, light("a", 2, 12.3), (inches(30), inches(12.3)))
    assert found is not None
    assert found.far is None
    assert found.near * 28 == pytest.approx(5 - 0.4)
    assert first_boundary(forest, light("a", 2, 12.5), (inches(30), inches(12.5))) is None
    assert first_boundary(forest, light("a", 2, 10, flying=True), (inches(30), inches(10))) is None


def test_the_first_of_a_group_to_meet_a_boundary_counts() -> None:
    """RW-36: a group stops at the share of its paths at which the first of its units meets a boundary."""
    forest = the_map(("forest", 10, 10))
    movers = [Mover(light(name, x, 10), (inches(x + 20), inches(10))) for name, x in (("a", 2.0), ("b", 4.0))]
    found = group_boundary(forest, movers)
    assert found is not None
    assert (found.unit, round(found.near * 20, 6)) == ("b", 2.5)


def test_a_low_wall_is_crossed_straight() -> None:
    """RW-12: if a unit touches a low wall, it crosses at right angles into contact with the far side. Its base must
    have room there.
    """
    kinds = {"wall": MapPiece.model_validate({"size": ["4in", "0.5in"], "height": "1in", "crossable": True})}
    placed = MapFigures.model_validate({"pieces": [{"piece": "wall", "at": ["10in", "10in"]}]})
    wall = game_map(inches(36), inches(36), kinds, placed, {})
    unit = light("a", 9, 10.75)
    assert crossing_place(wall, unit, "wall", [unit]) == pytest.approx((inches(9), inches(9.25)))
    assert crossing_place(wall, unit, "wall", [light("b", 9.5, 9)]) is None
    house = the_map(("house", 10, 10))
    assert crossing_place(house, light("a", 7.5, 10), "house", []) is None  # it can't be crossed


@pytest.mark.parametrize("name", MAPS)
def test_windows_are_crossed_into_the_ruin(name: str) -> None:
    """RW-12: if a unit crosses a wall of a ruined house, it comes into the courtyard, and not over both walls."""
    ruin = shipped(name).structure["ruined_house_1"]
    turn, (x, y) = ruin.piece.heading, ruin.piece.at
    (outside,) = Outline(((0.0, inches(-2.75)),)).placed((x, y), turn).corners
    found = crossing_place(shipped(name), Stand("a", outside, inches(0.5), inches(1.2)), ruin.name, [])
    (inside,) = Outline(((0.0, inches(-1.25)),)).placed((x, y), turn).corners
    assert found == pytest.approx(inside, abs=1e-3)


@given(st.lists(pieces, min_size=1, max_size=4), st.tuples(*[st.floats(2, 34)] * 4), st.integers(0, 100))
def test_ways_agree_with_bases_at_single_places(
    drawn: list[tuple[str, float, float, float]], way: tuple[float, float, float, float], step: int
) -> None:
    """RW-34: a base has room everywhere on its path before a stop. A little behind the stop it has none."""
    game_map = the_map(*drawn)
    unit, to, others = light("a", way[0], way[1]), (inches(way[2]), inches(way[3])), [heavy("h", 18, 18)]
    length = math.dist(unit.at, to)
    if length < 1.0 or fits(game_map, unit.radius, unit.at, others) is not None:
        return
    stop = first_stop(game_map, unit, to, others)
    end = 1.0 if stop is None else stop.share
    mover = Mover(unit, to)
    assert fits(game_map, unit.radius, mover.place(end * step / 100), others, touching=1e-3) is None
    if stop is not None and stop.share < 1.0:
        beyond = [
            fits(game_map, unit.radius, mover.place(end + far / length), others, touching=1e-9) for far in (0.5, 2)
        ]
        assert any(name is not None for name in beyond) or np.isclose(end, 0.0)


def test_rules_that_name_no_map_are_for_a_bare_table() -> None:
    """If a rules file has maps and names none of them as its layout, the table has no structures and no areas."""
    document = read_rules(FILE)
    assert isinstance(document.data, dict)
    without = {key: value for key, value in document.data.items() if key != "layout"}
    book = validate(replace(document, data=without), Rulebook)
    bare = book.game_map({})
    assert {*book.maps} == {*MAPS}
    assert (bare.structures, bare.areas) == ((), ())
