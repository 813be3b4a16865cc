"""Places for groups of pieces: rows worked out by hand, and the order in which pieces get their wanted places."""

import math

import pytest

from riotsim.play.formations import Points, arrange, place_in_turn, spread
from riotsim.play.group_requests import PlaceSome
from riotsim.play.requests import Spot
from riotsim.table.geometry.plan import disc, rectangle
from riotsim.table.geometry.regions import Clearance, Region
from riotsim.table.poses import Point

SMALL, LARGE = disc((0.0, 0.0), 10.0), disc((0.0, 0.0), 25.0)


def group(
    names: str,
    width: float,
    depth: float,
    max_gap: float | None = 25.0,
    *,
    places: tuple[Point, ...] | None = None,
    leader: str | None = None,
    max_leader_gap: float = 0.0,
) -> PlaceSome:
    """Return a request for pieces on a table: small discs of 20 mm, and large ones of 50 mm for capital letters."""
    regions = tuple((name, Region(LARGE if name.isupper() else SMALL, width, depth, places=places)) for name in names)
    return PlaceSome("Ann", "places", regions, max_gap, leader, max_leader_gap)


def spots(names: str, *at: Point) -> tuple[Spot, ...]:
    """Return spots of pieces."""
    return tuple(Spot(name, place) for name, place in zip(names, at, strict=True))


Zone = tuple[float, float, float, float]

ROWS: list[tuple[str, str, tuple[float, float], Zone | None, float | None, list[Point] | None]] = [
    # Space between pieces: 0.8 of the greatest gap of 25. The whole table counts as a front half.
    ("one row", "abc", (300, 200), None, 25, [(110, 190), (150, 190), (190, 190)]),
    ("a greatest gap", "abc", (300, 200), None, 20, [(114, 190), (150, 190), (186, 190)]),
    ("no greatest gap", "abc", (300, 200), None, None, [(110, 190), (150, 190), (190, 190)]),
    ("one piece", "a", (300, 200), None, 25, [(150, 190)]),
    ("a deep table", "abc", (200, 300), None, 25, [(190, 110), (190, 150), (190, 190)]),
    ("a square table", "ab", (200, 200), None, 25, [(80, 190), (120, 190)]),
    ("the back half", "abc", (300, 200), (0, 100, 300, 200), 25, [(110, 110), (150, 110), (190, 110)]),
    ("the front half", "abc", (300, 200), (0, 0, 300, 100), 25, [(110, 90), (150, 90), (190, 90)]),
    ("the right part", "abc", (400, 300), (200, 60, 340, 240), 25, [(210, 110), (210, 150), (210, 190)]),
    ("the left part", "abc", (400, 300), (20, 60, 140, 240), 25, [(130, 110), (130, 150), (130, 190)]),
    ("two rows", "abcde", (130, 100), None, 25, [(45, 90), (85, 90), (25, 50), (65, 50), (105, 50)]),
    (
        "three rows", "abcde", (85, 140), (0, 0, 75, 75), 15,
        [(37.5, 65), (21.5, 37.5), (53.5, 37.5), (21.5, 10), (53.5, 10)],
    ),
    ("exactly full", "abc", (100, 40), None, 25, [(10, 30), (50, 30), (90, 30)]),
    ("large ones behind", "abcD", (300, 200), None, 25, [(110, 190), (150, 190), (190, 190), (150, 135)]),
    (
        "large ones at the back", "abcD", (300, 200), (0, 80, 300, 200), 25,
        [(110, 90), (150, 90), (190, 90), (150, 145)],
    ),
    ("two large ones", "DabEc", (300, 200), None, 25, [(115, 135), (110, 190), (150, 190), (185, 135), (190, 190)]),
    # Small ones every 44 mm, so 220 mm in all: each of the large ones has half of that.
    (
        "large ones spread as wide as the small ones", "abcdeDE", (400, 200), None, None,
        [(120, 190), (160, 190), (200, 190), (240, 190), (280, 190), (150, 135), (250, 135)],
    ),
    (
        "large ones wider than the small ones", "abDE", (400, 200), None, 25,
        [(180, 190), (220, 190), (165, 135), (235, 135)],
    ),
    ("far from the corner", "abcde", (500, 400), (300, 280, 430, 380), 25,
     [(345, 290), (385, 290), (325, 330), (365, 330), (405, 330)]),
    ("rows close together", "abcde", (500, 400), (300, 280, 430, 335), 25,
     [(345, 290), (385, 290), (325, 325), (365, 325), (405, 325)]),
    ("no room for large ones", "aBC", (300, 200), (60, 20, 155, 90), 25, None),
    ("little depth", "abcD", (300, 75), None, 25, [(110, 65), (150, 65), (190, 65), (150, 25)]),
    ("half the space", "abc", (90, 30), None, 25, [(12.5, 20), (45, 20), (77.5, 20)]),
    ("a fifth of the space", "abc", (75, 30), None, 25, [(12.5, 20), (37.5, 20), (62.5, 20)]),
    ("no space", "abc", (60, 30), None, 25, [(10, 20), (30, 20), (50, 20)]),
    ("no room", "abc", (59, 30), None, 25, None),
    ("no room behind", "abD", (300, 69), None, 25, None),
]  # fmt: skip
"""Title, names of the pieces, size of the table, part where pieces may stand, greatest gap, and the expected places."""


@pytest.mark.parametrize(
    ("names", "table", "zone", "gap", "places"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS]
)
def test_rows(
    names: str, table: tuple[float, float], zone: Zone | None, gap: float | None, places: list[Point] | None
) -> None:
    """Small pieces stand in rows in front, and large pieces in one row behind. The first row is at the edge of the
    allowed part that is nearer to the table's middle. If the whole table is allowed, it counts as the front half.
    """
    left, front, right, back = zone or (0.0, 0.0, *table)
    regions = []
    for name in names:
        piece, radius = (LARGE, 25.0) if name.isupper() else (SMALL, 10.0)
        corners = [(x, y) for x in (left + radius, right - radius) for y in (front + radius, back - radius)]
        beside = [(x + dx, y + dy) for x, y in places or () for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        inside = [
            (x, y) for x, y in beside if left + radius <= x <= right - radius and front + radius <= y <= back - radius
        ]
        regions.append((name, Region(piece, *table, places=(*corners, *inside, *(places or ())))))
    found = spread(PlaceSome("Ann", "places", tuple(regions), gap))
    assert found == (None if places is None else spots(names, *places))


def test_rows_on_a_table_of_many_points() -> None:
    """Without marked places the pieces stand in the middle of the longer side, less than 4 mm off the edge."""
    found = spread(group("abc", 300, 200))
    assert found is not None
    assert [spot.at[0] for spot in found] == [110, 150, 190]
    ((depth,),) = [{spot.at[1] for spot in found}]
    assert 186 < depth <= 190
    assert spread(group("ab", 19, 30)) is None


def test_first_comes_first_then_the_leader_then_the_nearest() -> None:
    """If pieces want the same place, the piece that is placed first gets the place. The given first piece is placed
    first, then the leader, then the others. The nearer a wanted place is to the first piece's, the earlier its piece is
    placed.
    """
    same = (150.0, 100.0)
    both = {"a": same, "b": same, "c": (60.0, 100.0)}
    for first, other in ("ab", "ba"):
        found = arrange(group("abc", 300, 200, None), both, first)
        assert found is not None
        at = {spot.piece: spot.at for spot in found}
        assert (at[first], at["c"]) == (same, both["c"])
        assert 20 <= math.dist(at[other], same) < 24
    for leader, other in ("bc", "cb"):
        wanted = {"a": (60.0, 100.0), "b": same, "c": same}
        found = arrange(group("abc", 300, 200, None, leader=leader, max_leader_gap=200), wanted, "a")
        assert found is not None
        at = {spot.piece: spot.at for spot in found}
        assert at[leader] == same != at[other]
    for near, far in ("bc", "cb"):
        wanted = {"a": (60.0, 100.0), near: same, far: (155.0, 100.0)}
        found = arrange(group("abc", 300, 200, None), wanted, "a")
        assert found is not None
        at = {spot.piece: spot.at for spot in found}
        assert at["a"] == wanted["a"]
        assert at[near] == same
        assert at[far] != wanted[far]


@pytest.mark.parametrize("wanted", [(100.0, 100.0), (112.0, 96.0), (90.0, 130.0), (-40.0, 50.0), (400.0, 170.0)])
def test_a_piece_stands_at_the_nearest_free_point(wanted: Point) -> None:
    """A piece whose wanted place is taken or off the table gets the nearest allowed point of its region."""
    well = Clearance(disc((100.0, 100.0), 20.0), 5.0, "the well is in the way")
    region = Region(SMALL, 300.0, 200.0, (well,))
    request = PlaceSome("Ann", "places", (("a", region),))
    found = arrange(request, {"a": wanted}, "a")
    assert found is not None
    nearest = min(math.dist(wanted, at) for at in region.allowed_points().tolist())
    assert math.dist(found[0].at, wanted) == pytest.approx(nearest)


def offered(request: PlaceSome, order: str, wanted: dict[str, Point]) -> dict[str, list[Point]]:
    """Return the points that are offered for each piece, if always the first point is chosen."""
    seen: dict[str, list[Point]] = {}

    def choose(piece: str, points: Points) -> Points:
        seen[piece] = [(x, y) for x, y in points.tolist()]
        first: Points = points[0]
        return first

    place_in_turn(request, order, choose, wanted)
    return seen


PLACES = ((100.0, 100.0), (120.0, 100.0), (180.0, 100.0), (250.0, 100.0))


@pytest.mark.parametrize(
    ("wanted", "points"),
    [
        ((110.0, 100.0), PLACES[:2]),  # two within 30 mm
        ((100.0, 120.0), PLACES[:2]),
        ((215.0, 100.0), PLACES[2:]),  # none within 30 mm, two within 90 mm
        ((270.0, 100.0), PLACES[2:]),  # one within 30 mm, another at 90 mm
        ((290.0, 100.0), PLACES),  # one within 90 mm
        (None, PLACES),
    ],
)
def test_points_near_the_wanted_place_are_tried_first(wanted: Point | None, points: tuple[Point, ...]) -> None:
    """A piece chooses among the points within 30 mm of its wanted place, if there are at least two. Otherwise it
    chooses among those within 90 mm, or else among all.
    """
    request = group("a", 300, 200, places=PLACES)
    assert offered(request, "a", {} if wanted is None else {"a": wanted}) == {"a": list(points)}


def test_rows_begin_with_the_middle_piece() -> None:
    """If there is no leader, the piece nearest to the middle of the rows is placed first. If scenery is in the place of
    another piece, only that piece stands elsewhere, still within the greatest gap.
    """
    well = Clearance(disc((110.0, 190.0), 5.0), 0.0, "the well is in the way")
    blocked = Region(SMALL, 300.0, 200.0, (well,))
    regions = tuple(
        (name, Region(SMALL, 300.0, 200.0, places=((10.0, 10.0), (290.0, 190.0), at)))
        for name, at in (("b", (150.0, 190.0)), ("c", (190.0, 190.0)))
    )
    request = PlaceSome("Ann", "places", (("a", blocked), *regions), 25.0)
    found = spread(request)
    assert found is not None
    assert found[1:] == spots("bc", (150.0, 190.0), (190.0, 190.0))
    assert request.refusal(found) is None


def test_nothing_is_chosen_for_a_wanted_place_that_is_free() -> None:
    """If a piece may stand at its wanted place, the piece gets that place, and no choice is made."""
    assert offered(group("a", 300, 200, places=PLACES), "a", {"a": PLACES[2]}) == {}


LINE = tuple((x, 100.0) for x in (100.0, 119.0, 120.0, 144.0, 145.0, 146.0, 169.0, 170.0, 171.0, 200.0))
"""Places on a line. Two small discs touch at a distance of 20 mm. At 45 mm their gap is 25 mm, and at 70 mm 50 mm."""


@pytest.mark.parametrize(
    ("max_gap", "leader", "allowed"),
    [
        (25.0, None, [120.0, 144.0, 145.0]),
        (None, None, [120.0, 144.0, 145.0, 146.0, 169.0, 170.0, 171.0, 200.0]),
        (None, "a", [120.0, 144.0, 145.0, 146.0, 169.0, 170.0]),
        (None, "b", [120.0, 144.0, 145.0, 146.0, 169.0, 170.0]),
        (25.0, "a", [120.0, 144.0, 145.0]),
    ],
)
def test_a_second_piece_keeps_its_distances(max_gap: float | None, leader: str | None, allowed: list[float]) -> None:
    """A second piece may touch the first piece, but not overlap it. Its gap may be as large as the greatest gap allows,
    but not larger.
    """
    request = group("ab", 300, 200, max_gap, places=LINE, leader=leader, max_leader_gap=50.0)
    found = offered(request, "ab", {})
    assert found["a"] == list(LINE)
    assert found["b"] == [(x, 100.0) for x in allowed]


def test_a_third_piece_needs_one_neighbour_and_the_leader() -> None:
    """A third piece must be near one of the other two. If there is a leader, the piece must also be within the leader's
    greatest gap.
    """
    chain = group("abc", 300, 200, 25.0, places=LINE)
    wanted = {"a": LINE[0], "b": (145.0, 100.0)}
    assert offered(chain, "abc", wanted)["c"] == [(x, 100.0) for x in (120.0, 169.0, 170.0, 171.0)]
    led = group("abc", 300, 200, 25.0, places=LINE, leader="a", max_leader_gap=49.0)
    assert offered(led, "abc", wanted)["c"] == [(120.0, 100.0), (169.0, 100.0)]


def test_no_place_is_left() -> None:
    """Pieces that are placed in turn get no places at all if one piece has no room."""
    request = group("ab", 300, 200, 25.0, places=PLACES[:1])
    assert place_in_turn(request, "ab", lambda _piece, points: points[0], {}) is None
    assert arrange(request, {"a": PLACES[0], "b": PLACES[0]}, "a") is None


def test_pieces_of_different_width_and_depth() -> None:
    """Rows leave room for the longer side of each piece. The greatest gap limits the real gaps between the pieces."""
    wide, deep = rectangle((0.0, 0.0), 30.0, 10.0), rectangle((0.0, 0.0), 10.0, 30.0)
    # Around the outermost centres there is room for 30 mm, which ends 10 mm off the table: y = 210 - 15 for the wide.
    # With a space of 80 mm, centres are 110 mm apart, and the gap of the deep ones is 100 mm.
    for piece, corner, y in ((wide, (15.0, 5.0), 195.0), (deep, (5.0, 15.0), 185.0)):
        at = ((95.0, y), (205.0, y))
        opposite = (300.0 - corner[0], 200.0 - corner[1])
        others = [(x + dx, y) for x, _ in at for dx in (-1.0, 1.0)] + [(x, y - 1.0) for x, _ in at]
        region = Region(piece, 300.0, 200.0, places=(corner, opposite, *others, *at))
        request = PlaceSome("Ann", "places", (("a", region), ("b", region)), 100.0)
        assert spread(request) == spots("ab", *at)
