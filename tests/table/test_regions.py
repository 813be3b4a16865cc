"""Regions where pieces may be put."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riotsim.table.geometry.plan import CONTACT_GAP, disc, gap, rectangle
from riotsim.table.geometry.regions import Clearance, Region, gaps

BASE = disc((0, 0), 12.5)


def test_the_whole_base_stays_on_the_table() -> None:
    """A base may stand at the edge of the table, but not reach over the edge (RD-13)."""
    region = Region(BASE, 600, 600)
    assert region.refusal((12.5, 300)) is None
    assert "table" in (region.refusal((12.4, 300)) or "")


def test_a_distance_is_kept_from_edge_to_edge() -> None:
    """A distance of 4 in from a token of 20 mm counts from edge to edge. The centre of a base is 101.6 + 10 + 12.5 mm
    away (RD-13).
    """
    region = Region(BASE, 600, 600, (Clearance(disc((300, 300), 10), 101.6, "too near the loot"),))
    assert region.refusal((300 + 124.11, 300)) is None
    assert region.refusal((300 + 124.0, 300)) == "too near the loot"


def test_the_nearest_spot_is_the_point_itself_if_allowed() -> None:
    """If the wanted point is allowed, the nearest allowed point is the wanted point."""
    assert Region(BASE, 600, 600).nearest((123.4, 300.2)) == (123.4, 300.2)


def test_the_nearest_spot_beside_an_obstacle_touches_it() -> None:
    """If the wanted place of a token is taken, the nearest allowed place is right beside the thing that is there
    (RD-11).
    """
    token = disc((0, 0), 10)
    region = Region(token, 600, 600, (Clearance(disc((300, 300), 10)),))
    spot = region.nearest((300, 302))
    assert spot is not None
    assert 0 <= gap(disc(spot, 10), disc((300, 300), 10)) < 0.5


def test_an_empty_region_gives_the_spot_nearest_to_legal() -> None:
    """If no point is 4 in from all tokens, this distance is shortened until there are allowed points. A wall still
    keeps all pieces off (RD-13).
    """
    soft = tuple(Clearance(disc((x, y), 10), 101.6, "", soft=True) for x in (50, 150, 250) for y in (50, 150, 250))
    wall = Clearance(rectangle((100, 100), 20, 20), message="wall")
    region = Region(BASE, 300, 300, (*soft, wall))
    assert not len(region.allowed_points())
    relaxed = region.relaxed()
    assert len(relaxed.allowed_points())
    assert relaxed.shortfall > 0
    for x, y in relaxed.allowed_points():
        assert gap(disc((x, y), 12.5), wall.footprint) >= 0


def test_a_region_with_room_is_not_relaxed() -> None:
    """If a region has allowed points, its distances aren't shortened."""
    region = Region(BASE, 600, 600, (Clearance(disc((300, 300), 10), 101.6, soft=True),))
    assert region.relaxed() is region


def test_distances_are_shortened_until_one_of_the_places_is_allowed() -> None:
    """If a piece may only be put on certain places and none is allowed, the distance is shortened. Only the place with
    the least shortfall is allowed then.
    """
    loot = Clearance(disc((100.0, 20.0), 10.0), 101.6, "too near the loot", soft=True)
    region = Region(disc((0, 0), 8.0), 600, 40, (loot,), places=((60.0, 20.0), (160.0, 20.0)))
    relaxed = region.relaxed()
    assert relaxed.allowed_points().tolist() == [[160.0, 20.0]]
    assert relaxed.shortfall == pytest.approx(101.6 + 10.0 + 8.0 - 60.0)
    nowhere = Region(disc((0, 0), 8.0), 600, 40, (loot,), places=())
    assert nowhere.relaxed() is nowhere


def test_standing_up_touches_the_place_where_it_lay() -> None:
    """If a model is stood up, it must touch the place where it lay (RD-72)."""
    lay = disc((300, 300), 12.5)
    region = Region(BASE, 600, 600, must_touch=lay)
    assert region.refusal((325, 300)) is None
    assert region.refusal((325 + CONTACT_GAP + 0.1, 300)) is not None
    assert len(region.allowed_points()) > 50


@settings(max_examples=50)
@given(st.floats(0, 300), st.floats(0, 300), st.floats(0, 300), st.floats(0, 300), st.floats(0, 6.3), st.booleans())
def test_gaps_of_many_points_are_the_gaps_of_each(
    x: float, y: float, ox: float, oy: float, turn: float, boxed: bool
) -> None:
    """The gaps that are computed for many points at once are the same as those for single points."""
    import numpy as np

    piece = rectangle((0, 0), 60, 30, turn) if boxed else BASE
    other = rectangle((ox, oy), 100, 20, 1.0)
    found = gaps(piece, np.array([[x, y]]), other)[0]
    assert found == pytest.approx(gap(piece.translated(x, y), other), abs=1e-6)


@settings(max_examples=30)
@given(st.lists(st.tuples(st.floats(0, 300), st.floats(0, 300), st.floats(0, 60), st.booleans()), max_size=5))
def test_the_spots_are_the_points_that_are_not_refused(around: list[tuple[float, float, float, bool]]) -> None:
    """A point of the grid is among the allowed points exactly if it isn't refused, whatever has to be kept clear."""
    clear = tuple(Clearance(rectangle((x, y), 50, 20, 0.5), by, "near", soft) for x, y, by, soft in around)
    region = Region(BASE, 300, 300, clear)
    offered = {(float(x), float(y)) for x, y in region.allowed_points()}
    for x in range(0, 301, 20):
        for y in range(0, 301, 20):
            assert ((float(x), float(y)) in offered) == (region.refusal((x, y)) is None)


def test_only_certain_places() -> None:
    """If a piece may only be put in the middle of certain squares, all other points are refused. The nearest free
    square is found.
    """
    squares = ((20.0, 20.0), (60.0, 20.0), (100.0, 20.0))
    taken = Clearance(disc((60.0, 20.0), 5.0), message="somebody stands there")
    region = Region(disc((0, 0), 8.0), 120, 40, (taken,), places=squares)
    assert region.refusal((20.0, 20.0)) is None
    assert region.refusal((60.0, 20.0)) == "somebody stands there"
    assert "marked" in (region.refusal((21.0, 20.0)) or "")
    assert region.allowed_points().tolist() == [[20.0, 20.0], [100.0, 20.0]]
    assert region.nearest((55.0, 0.0)) == (20.0, 20.0)
    assert region.nearest((100.0, 20.0)) == (100.0, 20.0)
    nowhere = Region(disc((0, 0), 8.0), 120, 40, places=())
    assert nowhere.allowed_points().shape == (0, 2)
    assert nowhere.nearest((0.0, 0.0)) is None


SPOTS = st.tuples(st.floats(-20, 320), st.floats(-20, 220))


@given(
    st.lists(SPOTS, max_size=20),
    st.lists(st.tuples(SPOTS, st.sampled_from([0.0, 30.0]), st.booleans()), max_size=4),
    st.none() | SPOTS,
)
def test_points_at_once_are_those_that_are_not_refused(
    points: list[tuple[float, float]],
    things: list[tuple[tuple[float, float], float, bool]],
    touched: tuple[float, float] | None,
) -> None:
    """`allowed` keeps exactly the points that aren't refused. `has_room` tells whether any point of the grid is
    allowed.
    """
    clear = tuple(Clearance(rectangle(at, 60, 40, 0.3), by, "near", soft=soft) for at, by, soft in things)
    region = Region(BASE, 300, 200, clear, None if touched is None else disc(touched, 40), shortfall=5.0)
    assert region.allowed(points) == [at for at in points if region.refusal(at) is None]
    again = Region(BASE, 300, 200, clear, region.must_touch, shortfall=5.0)
    assert again.has_room() == (len(region.allowed_points()) > 0)


def test_a_full_region_has_no_room() -> None:
    """If one thing covers the whole table, the region has no room. If only certain places may be used, the region has
    room if one of them is allowed.
    """
    wall = (Clearance(rectangle((150, 100), 300, 200)),)
    assert not Region(BASE, 300, 200, wall).has_room()
    assert not Region(BASE, 300, 200, wall, places=((20.0, 20.0),)).has_room()
    assert Region(BASE, 300, 200, places=((20.0, 20.0),)).has_room()
    assert Region(BASE, 300, 200, places=((20.0, 20.0),)).allowed([(20.0, 20.0), (30.0, 30.0)]) == [(20.0, 20.0)]


def test_a_place_that_is_too_far_says_so() -> None:
    """If a piece doesn't touch what it has to touch, the place is refused as too far away. If the region has its own
    message for this, that message is given.
    """
    for region, why in (
        (Region(disc((0, 0), 12.5), 600.0, 600.0, must_touch=disc((300, 300), 50.0)), "too far away"),
        (
            Region(disc((0, 0), 12.5), 600.0, 600.0, (), disc((300, 300), 50.0), "leave it where it lay"),
            "leave it where it lay",
        ),
    ):
        assert region.refusal((340, 300)) is None
        assert region.refusal((500, 300)) == why


def test_too_far_is_told_before_what_is_in_the_way() -> None:
    """If a place is too far away and also taken, the reason given is that it is too far away."""
    wall = Clearance(rectangle((500, 300), 60, 60), message="a wall is in the way")
    region = Region(disc((0, 0), 12.5), 600.0, 600.0, (wall,), disc((300, 300), 50.0))
    assert region.refusal((500, 300)) == "too far away"
    assert replace(region, must_touch=None).refusal((500, 300)) == "a wall is in the way"
